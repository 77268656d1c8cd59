//! Ignition: its real logs, and unusual lines.

use handlab_core::batch::{self, Options};
use handlab_core::error::Position;
use handlab_core::framing::{Encoding, Piece};
use handlab_core::hand::CardsSource;
use handlab_dialects::ALL;

use crate::columns::column;
use crate::outcomes::{Outcomes, sample_text};
use crate::read::each_hand;

fn text_of(sample: &str) -> String {
    sample_text("ignition", sample)
}

#[test]
fn players_are_positions_and_never_the_same_person_in_two_hands() {
    each_hand(text_of("zone_nlhe_no_total_all_in_call").as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        assert!(hand.seats.iter().all(|seat| seat.is_anonymous));
        assert_eq!(hand.hero.map(|seat| hand.player(seat)), Some("Big Blind"));
        let source = |seat: usize| hand.seats[seat].cards_source;
        assert_eq!(source(0), Some(CardsSource::Dealt), "the owner");
        assert_eq!(source(1), Some(CardsSource::Mucked), "folded: known afterwards only");
        assert_eq!(source(2), Some(CardsSource::Shown));
        assert_eq!((hand.skin, hand.is_fast_fold), (Some("bovada"), true));
        assert_eq!(hand.started_at, None, "no zone is printed");
    });
}

#[test]
fn a_position_that_is_not_at_the_table_is_rejected_with_its_line() {
    let text = text_of("lhe_2012_boards_without_titles_rake_printed");
    let text = text.replace("Dealer : Folds", "UTG+7 : Calls $8 ");
    each_hand(text.as_bytes(), |read| {
        let error = read.outcome.as_ref().expect_err("a foreign action");
        assert_eq!(error.at().line, 14);
        assert!(error.to_string().contains("`UTG+7 : Calls $8`"), "{error}");
    });
}

#[test]
fn a_hand_that_ends_before_its_summary_is_truncated() {
    let text = text_of("zone_nlhe_no_total_all_in_call").replace("*** SUMMARY ***\n", "");
    each_hand(text.as_bytes(), |read| {
        assert_eq!(read.outcome.as_ref().expect_err("no summary").code(), "truncated");
    });
}

#[test]
fn tournaments_name_only_the_owner_among_the_paid_players() {
    let text = text_of("tournament_3max_bounty_and_the_owner_is_third");
    // Some texts repeat their lines: nobody is paid twice.
    let prize = "Big Blind [ME] : Prize Cash [$22.50] \n";
    let text = text.replace(prize, &["Dealer : Ranking 2\n", prize, prize].concat());
    let piece = Piece {
        data: text.as_bytes(),
        encoding: Encoding::Utf8,
        at: Position { byte: 0, line: 1 },
        is_last: true,
    };
    let found = batch::parse(&piece, &Options::new(&ALL));
    let of = |name| column(&found, "tournament_reports", name);
    assert_eq!(of("player"), ["Hero", "Hero"], "the finish and the seat");
    assert_eq!(of("finish_place"), ["3", "null"]);
    assert_eq!(of("prize"), ["2250", "null"]);
    let paid = |name| column(&found, "side_payments", name);
    assert_eq!(paid("kind"), ["bounty"]);
    assert_eq!(paid("amount"), ["1000"]);
}

#[test]
fn the_corpus_is_read_and_adds_up() {
    let Some(outcomes) = Outcomes::of_corpus("ignition") else { return };
    // In two texts lines are repeated up to sixteen times, and three hands are joined.
    let bad = ["corrupt_actions", "mismatch", "unknown_line", "winner_mismatch", "truncated"];
    assert_eq!(outcomes.total(), 13_026);
    assert!(outcomes.count(&bad) <= 109, "{outcomes:?}");
}
