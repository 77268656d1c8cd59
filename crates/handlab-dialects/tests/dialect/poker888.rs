//! 888poker: its real logs, the traps of its text, and summaries of our own.

use std::collections::BTreeMap;

use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing;
use handlab_core::hand::Hand;
use handlab_core::summary::TournamentSummary;
use handlab_dialects::poker888::Poker888;

use crate::logs::{corpus_of, each_file};
use crate::read::{each_hand, whole};
use crate::samples::samples_of;
use crate::summaries::{read, spans};

const SUMMARY: &str = "***** Cassava Tournament Summary *****
Tournament ID: 34000001
Buy-In: $3.15 + $0.35
Rebuy: $3.15
Add-On: $3
Tove performed 2 rebuys
Tove performed 1 add-ons
Tove finished 59/468 and won $50.80
";

fn summaries(data: &[u8]) -> Vec<Result<TournamentSummary, ParseError>> {
    let read = |(at, text): (_, String)| read(&Poker888, &text, at);
    spans(data).into_iter().map(read).collect()
}

fn only(text: &str) -> Result<TournamentSummary, ParseError> {
    let mut found = summaries(text.as_bytes());
    assert_eq!(found.len(), 1, "{text}");
    found.remove(0)
}

fn sample(name: &str) -> Hand {
    let mut found = None;
    each_hand(&samples_of("poker888")[name], |read| {
        found = Some(read.outcome.as_ref().expect("a hand").hand.clone());
    });
    found.expect("a hand")
}

#[test]
fn a_dealt_card_that_may_be_two_is_counted_as_unread() {
    let name = "nlhe_6max_rank_of_two_languages";
    assert_eq!(sample(name).unread_lines, 1);
    assert_eq!(sample("nlhe_6max_french_one_foreign_rank").unread_lines, 0);
}

#[test]
fn a_summary_is_about_its_owner() {
    let found = only(SUMMARY).expect("a summary");
    assert_eq!((found.site, found.tournament_id.as_str()), ("888poker", "34000001"));
    assert_eq!([found.buy_in, found.fee], [Some(315), Some(35)]);
    assert_eq!((found.entries, found.owner_place), (Some(468), Some(59)));
    let [owner] = found.players.as_slice() else { panic!("one player") };
    assert_eq!((owner.player.as_str(), owner.prize), ("Tove", Some(5080)));
    // Twice 3.15 and once 3.
    assert_eq!((owner.rebuys, owner.add_ons, owner.rebuys_paid), (Some(2), Some(1), Some(930)));
}

#[test]
fn a_summary_starts_with_the_stars_before_its_title() {
    for title in ["***** WSOP.com", "***** 888poker", "> ***** Cassava", "\u{feff}***** Cassava"] {
        let text = SUMMARY.replace("***** Cassava", title);
        let [(at, found)] = &spans(text.as_bytes())[..] else { panic!("one summary: {title}") };
        assert!(found.starts_with("***** "), "{title}");
        assert_eq!(&text[at.byte as usize..][..6], "***** ", "{title}");
    }
    for (from, to) in [
        ("***** Cassava", "Tove: ***** Cassava"),
        ("***** Cassava", "*** Cassava"),
        ("***** Cassava ", ""),
        ("Summary *****", "Summary ***** of today"),
    ] {
        assert!(spans(SUMMARY.replace(from, to).as_bytes()).is_empty(), "{to}");
    }
}

#[test]
fn a_summary_in_another_country_and_one_of_play_money_are_read() {
    let swedish = SUMMARY.replace("$3.15 + $0.35", "20$ + 1$");
    let found = only(&swedish).expect("a summary");
    assert_eq!((found.currency.code(), found.buy_in, found.fee), ("USD", Some(2000), Some(100)));
    let play = SUMMARY.replace("$3.15 + $0.35", "10 + 1").replace(" and won $50.80", "");
    let found = only(&play).expect("a summary");
    assert_eq!((found.currency.code(), found.buy_in), ("PLAY", Some(1000)));
    assert_eq!(found.players[0].prize, Some(0));
    let free = SUMMARY.replace("$3.15 + $0.35", "Free");
    let found = only(&free).expect("a summary");
    assert_eq!((found.buy_in, found.currency.code()), (Some(0), "USD"));
    for (won, code) in [("", ""), (" and won 12 points", ""), (" and won 1,50 €", "EUR")] {
        let found = only(&free.replace(" and won $50.80", won)).expect("a summary");
        assert_eq!(found.currency.code(), code, "{won}");
    }
}

#[test]
fn a_value_that_is_not_a_number_is_rejected_with_its_line() {
    for (from, to) in [("59/468", "last"), ("34000001", "x"), ("performed 2", "performed no")] {
        let error = only(&SUMMARY.replace(from, to)).expect_err(to);
        assert!(matches!(error.kind(), ParseErrorKind::Amount(_)), "{to}: {error}");
    }
    let early = SUMMARY.split("Tove finished").next().expect("a start");
    assert_eq!(only(early).map_err(|error| error.code()).err(), Some("truncated"));
}

#[test]
fn a_corrupt_card_in_another_language_is_not_guessed() {
    let name = "plo_6max_swedish_ranks_and_spaces_in_amounts";
    let text = String::from_utf8(samples_of("poker888")[name].clone()).expect("UTF-8");
    let code = |text: &str| {
        let mut found = None;
        each_hand(text.as_bytes(), |read| {
            found = Some(read.outcome.as_ref().map(|_| ()).map_err(ParseError::code));
        });
        found.expect("a hand")
    };
    assert_eq!(code(&text), Ok(()));
    assert_eq!(code(&text.replace("[ Dd ]", "[ Xd ]")), Err("cards"));
}

#[test]
fn a_player_who_folds_before_the_deal_is_not_dealt_in() {
    let hand = sample("nlhe_6max_dead_blind_and_a_seat_that_sits_out");
    let folds = hand.actions.iter().filter(|action| action.kind.name() == "fold");
    assert_eq!(folds.map(|action| action.seat).collect::<Vec<_>>(), [4, 5, 2, 3]);
    assert_eq!(hand.player(1), "Bea");
}

#[test]
fn a_time_without_a_date_is_unknown() {
    let hand = sample("nlhe_10max_tournament_pays_the_uncalled_bet");
    assert_eq!((hand.started_at, hand.str(hand.started_raw)), (None, ""));
    let hand = sample("nlhe_6max_dead_blind_and_a_seat_that_sits_out");
    assert_eq!((hand.started_at, hand.str(hand.started_raw)), (None, "2018/07/01 12:32:18"));
}

#[test]
fn the_corpus_is_read_and_adds_up() {
    let Some(folder) = corpus_of("pacific888") else { return };
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut read = 0;
    each_file(&folder, |name, data| {
        each_hand(data, |read| {
            let verdict = match &read.outcome {
                Ok(followed) => {
                    assert_eq!(
                        (followed.hand.site, followed.hand.unread_lines),
                        ("888poker", 0),
                        "{name}"
                    );
                    followed.audit.verdict.name()
                }
                Err(error) => error.code(),
            };
            *verdicts.entry(verdict).or_default() += 1;
        });
        for summary in summaries(&framing::transcode(&whole(data))) {
            let summary = summary.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(summary.players.len(), 1, "{name}");
            read += 1;
        }
    });
    let wanted = [
        ("exact", 54),
        ("exact_uncalled_in_collected", 11),
        ("exact_uncalled_inferred", 113),
        ("rake_inferred", 294),
        // All names are missing.
        ("seats", 1),
        // No one is paid (three copies of one hand).
        ("truncated", 3),
    ];
    assert_eq!(verdicts, BTreeMap::from(wanted));
    assert_eq!(read, 7);
}

#[test]
fn crowns_are_those_of_the_country() {
    let text = &samples_of("poker888")["plo_6max_swedish_ranks_and_spaces_in_amounts"];
    let text = std::str::from_utf8(text).expect("UTF-8");
    for (client, sign, wanted) in
        [("888poker", "kr", "SEK"), ("888.dk", "kr", "DKK"), ("888poker", "kr.", "DKK")]
    {
        let text = text.replace("888poker", client).replace('$', sign);
        each_hand(text.as_bytes(), |read| {
            let hand = &read.outcome.as_ref().expect("a hand").hand;
            assert_eq!((hand.currency.code(), hand.stakes.big_blind), (wanted, Some(5000)));
        });
    }
}
