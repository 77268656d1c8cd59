//! Full Tilt: its real logs, the traps of its text, and summaries of our own.

use std::collections::BTreeMap;

use handlab_core::dialect::Dialect;
use handlab_core::error::Position;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::{self, Encoding, Piece, Span};
use handlab_core::hand::{Hand, Speed};
use handlab_core::summary::TournamentSummary;
use handlab_dialects::fulltilt::FullTilt;

use crate::logs::{corpus_of, each_file};
use crate::read::each_hand;
use crate::samples::samples_of;
use crate::summaries::{read, spans};

const SUMMARY: &str = "Full Tilt Poker Tournament Summary $17,500 Rush (Rebuy) (248000001) Hold'em No Limit (Rush, Rebuy/Add-On)
Buy-In: $10 + $1
Add-On: $8
Rebuy: $10
Knockout Bounty: $2
Ann performed 1 Add-On
Ann performed 2 Rebuys
Buy-In Chips: 1500
1,472 Entries
Total Prize Pool: $17,500
Tournament started: 2013/01/25 11:31:00 CT [2013/01/25 12:31:00 ET]
Tournament is still in progress

Still Playing - Zoe: all in
3: Bea, a queen, $13 MiniFTOPS Ticket
4: Cal, Jr, $120.50
5: Hero
Ann finished in 5th place
";

fn summaries(data: &[u8]) -> Vec<Result<TournamentSummary, ParseError>> {
    let read = |(at, text): (Position, String)| read(&FullTilt, &text, at);
    spans(data).into_iter().map(read).collect()
}

fn only(text: &str) -> Result<TournamentSummary, ParseError> {
    let mut found = summaries(text.as_bytes());
    assert_eq!(found.len(), 1, "{text}");
    found.remove(0)
}

fn sample(name: &str) -> Hand {
    let mut found = None;
    each_hand(&samples_of("fulltilt")[name], |read| {
        found = Some(read.outcome.as_ref().expect("a hand").hand.clone());
    });
    found.expect("a hand")
}

#[test]
fn half_a_row_at_the_end_of_a_file_is_no_player() {
    let at = Position { byte: 0, line: 1 };
    let players = |text: &str| {
        let mut found = TournamentSummary::default();
        let span = Span { text, at, is_last: true, is_terminated: false, preamble: "" };
        FullTilt.parse_summary(span, &mut found).expect("a summary");
        found.players.into_iter().map(|row| row.player).collect::<Vec<_>>()
    };
    let (list, _) = SUMMARY.split_once("\nAnn finished").expect("the owner's place");
    let whole = ["Zoe: all in", "Bea, a queen", "Cal, Jr", "Hero"];
    assert_eq!(players(SUMMARY.trim_end()), whole);
    for cut in ["", "ro", "Hero"] {
        assert_eq!(players(list.strip_suffix(cut).expect("the last row")), whole[..3], "{cut}");
    }
    // Nobody is missing.
    assert_eq!(players(&list.replace("1,472 Entries", "4 Entries")), whole);
}

#[test]
fn a_summary_lists_its_players_and_names_its_owner() {
    let found = only(SUMMARY).expect("a summary");
    assert_eq!((found.site, found.tournament_id.as_str()), ("fulltilt", "248000001"));
    assert_eq!(found.name.as_deref(), Some("$17,500 Rush (Rebuy)"));
    assert_eq!([found.buy_in, found.fee, found.bounty], [Some(1000), Some(100), Some(200)]);
    assert_eq!((found.entries, found.prize_pool), (Some(1472), Some(1_750_000)));
    // 2013-01-25 17:31:00 UTC
    assert_eq!((found.started_at, found.is_finished), (Some(1_359_135_060_000_000), Some(false)));
    let rows: Vec<_> = found
        .players
        .iter()
        .map(|row| (row.player.as_str(), row.finish_place, row.prize, row.prize_text.as_deref()))
        .collect();
    assert_eq!(
        rows,
        [
            ("Zoe: all in", None, None, None),
            ("Bea, a queen", Some(3), None, Some("$13 MiniFTOPS Ticket")),
            ("Cal, Jr", Some(4), Some(12_050), None),
            ("Hero", Some(5), Some(0), None),
        ]
    );
    let owner = found.owner().expect("the only one in fifth place");
    // Twice 10 and once 8.
    assert_eq!((owner.rebuys, owner.add_ons, owner.rebuys_paid), (Some(2), Some(1), Some(2800)));
}

#[test]
fn a_prize_pool_may_follow_the_rebuys_without_a_line_end() {
    let glued = SUMMARY.replace("Total Prize Pool", "Total Rebuys: 2Total Prize Pool");
    assert_eq!(only(&glued).expect("a summary").prize_pool, Some(1_750_000));
}

#[test]
fn a_label_in_brackets_is_the_speed() {
    let speed = |labels| only(&SUMMARY.replace("(Rush, Rebuy/Add-On)", labels)).map(|it| it.speed);
    assert_eq!(speed("(Rush, Rebuy/Add-On)"), Ok(None));
    assert_eq!(speed("(Turbo, 6 Handed)"), Ok(Some(Speed::Turbo)));
    assert_eq!(speed("(Rebuy, Super Turbo)"), Ok(Some(Speed::Hyper)));
    // In 2010 only the name had it.
    let named = SUMMARY.replace("Rush (Rebuy) (", "Rush (Turbo) (");
    assert_eq!(only(&named).map(|it| it.speed), Ok(Some(Speed::Turbo)));
}

#[test]
fn prices_and_prizes_may_be_in_tournament_dollars_points_and_play_money() {
    let text = SUMMARY
        .replace("$10 + $1\n", "1,024 T$ + 26.50 T$\n")
        .replace("$120.50", "1,120.50 T$")
        .replace("Pool: $17,500", "Pool: 17,500 T$");
    let found = only(&text).expect("a summary");
    assert_eq!((found.buy_in, found.fee), (Some(102_400), Some(2650)));
    assert_eq!((found.currency.code(), found.prize_pool), ("T$", Some(1_750_000)));
    assert_eq!(found.players[2].prize, Some(112_050));
    for (unit, code) in [("FTP", "FTP"), ("Play Chips", "PLAY")] {
        let found = only(&text.replace("T$", unit)).expect("a summary");
        assert_eq!((found.currency.code(), found.buy_in), (code, Some(102_400)), "{unit}");
        assert_eq!(found.players[2].prize, Some(112_050), "{unit}");
    }
    // Points awarded in a tournament that costs money are not money.
    let found = only(&SUMMARY.replace("$120.50", "500 FTP")).expect("a summary");
    let third = &found.players[2];
    assert_eq!((third.prize, third.prize_text.as_deref()), (None, Some("500 FTP")));
}

#[test]
fn awards_of_bounties_are_the_owners_and_a_date_may_start_with_the_day() {
    let text = SUMMARY
        .replace(
            "Ann performed 1 Add-On",
            "Ann received 3 Knockout Bounty Awards\nAnn performed 1 Add-On",
        )
        .replace(
            "2013/01/25 11:31:00 CT [2013/01/25 12:31:00 ET]",
            "Fri, January 25, 2013 12:31 ET",
        );
    let found = only(&text).expect("a summary");
    // 2013-01-25 17:31:00 UTC
    assert_eq!(found.started_at, Some(1_359_135_060_000_000));
    assert_eq!(found.owner().expect("an owner").bounties_won, Some(600));
}

#[test]
fn a_summary_of_2016_is_read_as_the_other_site_writes_it() {
    let text = "Full Tilt Tournament #1571000001, No Limit Hold'em\nBuy-In: 870/130\n6 players\nTotal Prize Pool: 5220 \n\
                Tournament started 2016/05/20 8:25:45 ET\n\n  1: Ann (Canada), still playing\n  2: Hero (Russia), \n\n\
                You finished in 2nd place (eliminated at hand #153580581770).\n";
    let found = only(text).expect("a summary");
    assert_eq!((found.site, found.tournament_id.as_str()), ("fulltilt", "1571000001"));
    assert_eq!((found.players.len(), found.owner_place), (2, Some(2)));
}

#[test]
fn a_value_that_is_not_a_number_is_rejected_with_its_line() {
    for (from, to) in
        [("1,472 Entries", "some Entries"), ("performed 2 Rebuys", "performed no Rebuys")]
    {
        let error = only(&SUMMARY.replace(from, to)).expect_err(to);
        assert!(matches!(error.kind(), ParseErrorKind::Amount(_)), "{to}: {error}");
    }
}

#[test]
fn chat_of_players_and_observers_is_not_an_act() {
    let hand = sample("stud8_6max_high_and_low_of_two_pots_before_rake");
    assert!(!hand.actions.iter().any(|action| action.kind.name() == "fold"));
    let name = "lowball27_6max_dead_small_blind_and_a_post_without_name";
    assert_eq!(sample(name).unread_lines, 0);
}

#[test]
fn the_button_is_named_after_the_posts() {
    assert_eq!(sample("plo_6max_run_it_twice_with_a_summary_for_each_board").button_seat, Some(3));
}

#[test]
fn chips_that_are_added_during_a_hand_are_not_part_of_it() {
    let hand = sample("stud8_6max_high_and_low_of_two_pots_before_rake");
    assert_eq!(hand.seats[2].starting_stack, 10_000);
}

#[test]
fn the_corpus_is_read_and_adds_up() {
    let Some(folder) = corpus_of("fulltilt") else { return };
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut read, mut players) = (0, 0);
    each_file(&folder, |name, data| {
        each_hand(data, |read| {
            let verdict = match &read.outcome {
                Ok(followed) => {
                    assert_eq!(followed.hand.site, "fulltilt", "{name}");
                    assert!(followed.hand.started_at.is_some(), "{name}");
                    followed.audit.verdict.name()
                }
                Err(error) => error.code(),
            };
            *verdicts.entry(verdict).or_default() += 1;
        });
        if data.starts_with(b"PokerTracker ") {
            // Another program's summary, which `pokertracker.rs` reads.
            return;
        }
        let at = Position { byte: 0, line: 1 };
        let piece = Piece { data, encoding: Encoding::detect(data), at, is_last: true };
        for summary in summaries(&framing::transcode(&piece)) {
            let summary = summary.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(summary.started_at.is_some(), "{name}");
            (read, players) = (read + 1, players + summary.players.len());
        }
    });
    let wanted = [
        ("exact", 579),
        ("reconciled_unverified", 1),
        // Two hands without a line about the pot, in two copies of the file.
        ("summary_reconciled", 4),
        ("truncated", 2),
    ];
    assert_eq!(verdicts, BTreeMap::from(wanted));
    assert!(players > 10 * read, "{players} players in {read} summaries");
    assert_eq!(read, 54);
}
