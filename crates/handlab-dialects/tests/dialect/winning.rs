//! The Winning network: its real logs, and the traps of its text.

use std::collections::BTreeMap;

use handlab_core::hand::{ActionKind, Hand};
use handlab_core::pipeline::Pipeline;

use crate::logs::{corpus_of, each_file};
use crate::read::each_hand;
use crate::samples::samples_of;

fn sample(name: &str) -> Hand {
    let mut found = None;
    each_hand(&samples_of("winning")[name], |read| {
        found = Some(read.outcome.as_ref().expect("a hand").hand.clone());
    });
    found.expect("a hand")
}

#[test]
fn a_dead_blind_in_one_number_has_two_parts() {
    let hand = sample("nlhe_9max_dead_blind_in_one_number");
    let of_poster = hand.actions.iter().filter(|action| action.seat == 5 && action.kind.is_post());
    let posts: Vec<_> = of_poster.map(|action| (action.kind, action.amount.printed())).collect();
    assert_eq!(posts, [(ActionKind::PostDead, 2), (ActionKind::PostBigBlind, 5)]);
}

#[test]
fn a_card_that_decides_the_button_is_not_a_hole_card() {
    let hand = sample("nlhe_9max_tournament_draw_for_the_button");
    let cards: Vec<_> = hand.seats.iter().map(|seat| seat.hole_cards.to_string()).collect();
    assert_eq!(
        (cards, hand.hero),
        (vec![String::new(), String::new(), "Js6s".to_owned()], Some(2))
    );
}

#[test]
fn a_winner_without_a_showdown_is_paid_by_the_summary() {
    let hand = sample("plo5_4max_only_the_summary_pays");
    assert_eq!(hand.collected.iter().map(|paid| paid.amount).collect::<Vec<_>>(), [14_700]);
    assert_eq!((hand.printed.rake, hand.printed.fees), (Some(292), Some(8)));
}

#[test]
fn a_hand_with_only_antes_is_a_bomb_pot() {
    assert!(sample("nlhe_3max_bomb_pot_without_blinds").is_bomb_pot);
    assert!(!sample("plo5_4max_only_the_summary_pays").is_bomb_pot);
}

#[test]
fn each_board_of_a_hand_that_is_run_twice_has_its_own_seats() {
    let hand = sample("nlhe_3max_run_it_twice_seats_after_each_board");
    let paid: Vec<_> = hand.summary_collected.iter().map(|paid| (paid.seat, paid.run_no)).collect();
    assert_eq!((paid, hand.unread_lines), (vec![(2, 1), (1, 2)], 0));
    assert_eq!(hand.printed.seat_lines.len(), 3);
}

#[test]
fn pots_that_are_printed_at_the_showdown_must_be_those_of_the_hand() {
    let text = samples_of("winning")["nlhe_3max_side_pot_net_of_rake_and_fee"].clone();
    let text = String::from_utf8(text).expect("letters");
    for (from, to, verdict) in [
        ("", "", "exact"),
        ("Main pot $88.71", "Main pot $88.70", "mismatch"),
        ("Side pot(1) $118.29 | Rake $1.71\n", "", "mismatch"),
        // These lines state only the size of the pots so far.
        ("Main pot $87.55", "Main pot $87.50", "exact"),
    ] {
        each_hand(text.replace(from, to).as_bytes(), |read| {
            let followed = read.outcome.as_ref().expect("a hand");
            assert_eq!(followed.audit.verdict.name(), verdict, "{to}");
        });
    }
}

#[test]
fn the_corpus_is_read_and_adds_up() {
    let Some(folder) = corpus_of("winning") else { return };
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    each_file(&folder, |name, data| {
        each_hand(data, |read| {
            // The text before 2019, which `winning_old` reads, prints no zone.
            let is_old = |followed: &&&Pipeline| followed.hand.zone.is_empty();
            if read.outcome.as_ref().ok().as_ref().is_some_and(is_old) {
                return;
            }
            if read.outcome.as_ref().is_err_and(|error| error.code() == "unknown_player") {
                return;
            }
            let followed = read.outcome.as_ref().unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!((followed.hand.site, followed.hand.unread_lines), ("winning", 0), "{name}");
            assert!(followed.hand.started_at.is_some(), "{name}");
            *verdicts.entry(followed.audit.verdict.name()).or_default() += 1;
        });
    });
    assert_eq!(verdicts, BTreeMap::from([("exact", 54), ("exact_uncalled_in_collected", 3)]));
}
