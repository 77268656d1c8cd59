//! `PartyPoker`: its real logs, and what its texts leave out.

use crate::outcomes::{Outcomes, codes, sample_text};
use crate::read::each_hand;

fn text_of(sample: &str) -> String {
    sample_text("party", sample)
}

#[test]
fn a_time_is_read_in_its_zone_and_kept_as_printed() {
    each_hand(text_of("plo8_2023_summary_with_balances_total_net_of_rake").as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        // 2023-02-19 18:45:49 UTC
        assert_eq!(hand.started_at, Some(1_676_832_349_000_000));
        assert_eq!(hand.str(hand.started_raw), "Sun Feb 19 13:45:49 2023");
        assert_eq!((hand.str(hand.zone), hand.max_seats), ("EST", Some(6)));
    });
}

#[test]
fn the_balances_of_the_summary_are_compared() {
    let text = text_of("plo8_2023_summary_with_balances_total_net_of_rake");
    for (from, to) in
        [("$19.18", "$19.19"), ("lost $0.40", "lost $0.41"), ("bet $0.90", "bet $0.80")]
    {
        assert_eq!(codes(&text.replace(from, to)), ["mismatch"], "{from} as {to}");
    }
}

#[test]
fn chips_of_a_player_without_a_seat_are_never_lost() {
    let text = text_of("nlhe_2016_fastforward_uncalled_paid_with_the_pot");
    let joined =
        text.replace("** Dealing down", "Yves posts big blind [$0.10 USD].\n** Dealing down");
    assert_eq!(codes(&joined), ["unknown_player"]);
    // A line by someone who is not at the table is chat.
    let chat = text.replace("** Dealing Flop", "Yves: Hero calls [$5 USD]\n** Dealing Flop");
    assert_eq!(codes(&chat), ["rake_inferred"]);
}

#[test]
fn names_with_several_possible_seats_are_not_assigned() {
    let text = text_of("nlhe_2018_first_hand_names_in_the_acts_alone");
    let first = text.split("Game #15000000003").next().expect("a hand");
    assert_eq!(codes(first), ["rake_inferred"]);
    for (from, to) in [
        // A seat that does nothing, a hero who acts out of turn, a new player who posts, two players with one name.
        ("Ann folds\n", ""),
        ("Ann folds\nBea T. raises [$0.30 USD]\n", "Hero checks\nAnn folds\nBea T. checks\n"),
        ("** Dealing down", "Eve posts dead [$0.05 USD].\n** Dealing down"),
        ("Cid folds", "Ann folds"),
    ] {
        assert!(first.contains(from), "{from}");
        assert_eq!(codes(&first.replacen(from, to, 1)), ["unknown_player"], "{from}");
    }
}

#[test]
fn a_hand_without_its_payment_is_truncated() {
    let text = text_of("nlhe_2016_fastforward_uncalled_paid_with_the_pot");
    let cut = text.split("Hero wins").next().expect("a text");
    assert_eq!(codes(cut), ["truncated"]);
}

#[test]
fn the_corpus_is_read_and_adds_up() {
    let Some(outcomes) = Outcomes::of_corpus("party") else { return };
    assert_eq!(outcomes.total(), 445);
    let good = ["exact", "exact_uncalled_in_collected", "rake_inferred", "odd_chip_only"];
    assert!(outcomes.count(&good) >= 426, "{outcomes:?}");
}

#[test]
fn where_the_header_has_no_sign_the_stacks_give_the_currency() {
    let text = text_of("nlhe_2026_loser_cashed_out");
    for (sign, wanted) in [("$", "USD"), ("€", "EUR"), ("£", "GBP"), ("", "USD")] {
        each_hand(text.replace('$', sign).as_bytes(), |read| {
            let found = read.outcome.as_ref().expect("a hand");
            assert_eq!((found.hand.currency.code(), found.hand.scale), (wanted, 2));
            assert_eq!(found.hand.seats[0].starting_stack, 2500);
        });
    }
}
