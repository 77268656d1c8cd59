//! Winamax: its real logs, and summaries of our own.

use std::collections::BTreeMap;

use handlab_cards::game::{Betting, Game};
use handlab_core::audit::TextFault;
use handlab_core::error::{ParseErrorKind, Position};
use handlab_core::hand::Speed;
use handlab_core::summary::TournamentSummary;
use handlab_dialects::winamax::Winamax;

use crate::logs::{corpus_of, each_file};
use crate::read::each_hand;
use crate::samples::samples_of;
use crate::summaries::{read, spans};

const SUMMARY: &str = "Winamax Poker - Tournament summary : LA (PETITE)(600000001)
Player : Tove
Buy-In : 4.50€ + 4.50€ + 1€
Rebuy cost : 9€ + 1€
Addon cost : 4€ + 1€
Your rebuys : 2
Your addons : 1
Registered players : 433
Mode : tt
Type : knockout
Speed : normal
Flight ID : 0
Levels : Levels : [100-200:25:900:holdem-no-limit]
Total rebuys : 17
Total addons : 9
Prizepool : 12307.50€
Tournament started 2022/08/23 15:30:00 UTC
You played 6h 9min 1s 
You finished in 2nd place
You won 1795.18€ + Ticket 125€ + Bounty 480.20€
";

/// The summaries of a text, or the reasons for rejecting them.
fn summaries(data: &[u8]) -> Vec<Result<TournamentSummary, ParseErrorKind>> {
    let read = |(at, text): (Position, String)| {
        read(&Winamax, &text, at).map_err(|error| error.kind().clone())
    };
    spans(data).into_iter().map(read).collect()
}

fn only(text: &str) -> TournamentSummary {
    let [summary] = summaries(text.as_bytes()).try_into().expect("one summary");
    summary.expect(text)
}

#[test]
fn levels_whose_amounts_have_commas_name_the_game() {
    let of = |levels: &str| {
        let found = only(&SUMMARY.replace("[100-200:25:900:holdem-no-limit]", levels));
        found.game.zip(found.betting)
    };
    let holdem = Some((Game::Holdem, Betting::NoLimit));
    let thousands = "1k-2k:300:180:holdem-no-limit,1,25k-2,50k:1,25k:180:holdem-no-limit";
    assert_eq!(of(&format!("[{thousands}]")), holdem);
    assert_eq!(of(&format!("[{thousands},3k-6k:0:180:omaha-pot-limit]")), None, "a mix");
}

#[test]
fn a_summary_is_about_its_owner() {
    let found = only(SUMMARY);
    assert_eq!((found.site, found.tournament_id.as_str()), ("winamax", "600000001"));
    assert_eq!(found.name.as_deref(), Some("LA (PETITE)"));
    assert_eq!([found.buy_in, found.bounty, found.fee], [Some(450), Some(450), Some(100)]);
    assert_eq!((found.currency.code(), found.scale), ("EUR", 2));
    assert_eq!((found.entries, found.prize_pool), (None, Some(1_230_750)));
    let speed = |word| only(&SUMMARY.replace("Speed : normal", &format!("Speed : {word}"))).speed;
    assert_eq!((found.speed, speed("turbo")), (Some(Speed::Regular), Some(Speed::Turbo)));
    assert_eq!((speed("hyperturbo"), speed("unheard of")), (Some(Speed::Hyper), None));
    // 2022-08-23 15:30:00 UTC
    assert_eq!(found.started_at, Some(1_661_268_600_000_000));
    assert_eq!(found.is_finished, Some(true));
    let [owner] = found.players.as_slice() else { panic!("one player") };
    assert!(owner.is_owner && !owner.is_still_playing);
    assert_eq!((owner.player.as_str(), owner.finish_place), ("Tove", Some(2)));
    assert_eq!((owner.prize, owner.bounties_won), (Some(179_518), Some(48_020)));
    assert_eq!(owner.prize_text.as_deref(), Some("Ticket 125€"));
    // Twice 10 and once 5.
    assert_eq!((owner.rebuys, owner.add_ons, owner.rebuys_paid), (Some(2), Some(1), Some(2500)));
}

#[test]
fn registered_players_are_entries_unless_someone_may_have_entered_again() {
    let entries = |from: &str, to: &str| only(&SUMMARY.replace(from, to)).entries;
    // 433 players paid 547 times: 12,307.50 / 22.50.
    assert_eq!(entries("Buy-In : 4.50€ + 4.50€ + 1€", "Buy-In : 22.50€ + 22.50€ + 5€"), None);
    assert_eq!(entries("Prizepool : 12307.50€", "Prizepool : 1948.50€"), Some(433));
    assert_eq!(entries("Prizepool : 12307.50€", "Prizepool : 1953€"), None);
    assert_eq!(entries("Mode : tt", "Mode : sng"), Some(433));
    assert_eq!(entries("Buy-In : 4.50€ + 4.50€ + 1€", "Buy-In : 0€ + 0€"), None);
}

#[test]
fn escaped_letters_of_a_title_are_read() {
    let titled = |title: &str| SUMMARY.replace("LA (PETITE)", title);
    for (title, name) in [
        (r"Ticket 10\u20ac", "Ticket 10€"),
        (r"\u00e9t\u00E9", "été"),
        // Too short, half of a pair, a control character, and one that needs no escape.
        (r"\u20a \ud83d\u \u0085 \u0028", r"\u20a \ud83d\u \u0085 \u0028"),
        (r"\u20a€", r"\u20a€"),
    ] {
        let found = only(&titled(title));
        assert_eq!(found.name.as_deref(), Some(name));
        assert_eq!(found.digest, only(&titled(name)).digest);
    }
    let escaped = only(&SUMMARY.replace('€', r"\u20ac"));
    assert_eq!((escaped.buy_in, escaped.prize_pool), (Some(450), Some(1_230_750)));
}

#[test]
fn the_levels_of_a_summary_name_its_game_if_there_is_one() {
    let game = |levels: &str| {
        let line = format!("Levels : Levels : [{levels}]\nTournament started");
        let found = only(&SUMMARY.replace("Tournament started", &line));
        (found.game, found.betting)
    };
    let omaha = "10-20:0:360:omaha5-pot-limit,15-30:0:360:omaha5-pot-limit";
    assert_eq!(game(omaha), (Some(Game::Omaha5), Some(Betting::PotLimit)));
    let holdem = "10-20:3:600:holdem-no-limit";
    assert_eq!(game(holdem), (Some(Game::Holdem), Some(Betting::NoLimit)));
    assert_eq!(game(&format!("{omaha},{holdem}")), (None, None));
    assert_eq!(game("10-20:3:600:tic-tac-toe"), (None, None));
    assert_eq!(game(""), (None, None));
}

#[test]
fn a_missing_prize_is_zero_and_a_remaining_player_has_no_place() {
    let lost = SUMMARY.split("You won").next().expect("a summary");
    assert_eq!(only(lost).players[0].prize, Some(0));
    let early = lost.replace("(600000001)", "(600000001) - Late Registration");
    assert_eq!(only(&early).is_finished, Some(false));
    let still = early.replace("You finished in 2nd place\n", "");
    let owner = &only(&still).players[0];
    assert!(owner.is_still_playing && owner.finish_place.is_none() && owner.prize.is_none());
    let ticket =
        SUMMARY.replace("You won 1795.18€ + Ticket 125€ + Bounty 480.20€", "You won Ticket 5€");
    let owner = &only(&ticket).players[0];
    assert_eq!((owner.prize, owner.prize_text.as_deref()), (None, Some("Ticket 5€")));
}

#[test]
fn a_value_that_is_not_a_number_is_rejected_with_its_line() {
    for (from, to) in [
        ("Registered players : 433", "Registered players : many"),
        ("in 2nd place", "in place"),
        ("Prizepool : 12307.50€", "Prizepool : a lot"),
        ("(600000001)", ""),
    ] {
        let text = SUMMARY.replace(from, to);
        let found = summaries(text.as_bytes());
        assert!(matches!(found.as_slice(), [Err(ParseErrorKind::Amount(_))]), "{to}: {found:?}");
    }
    let headless = SUMMARY.lines().next().expect("a line");
    assert!(matches!(summaries(headless.as_bytes()).as_slice(), [Err(ParseErrorKind::Truncated)]));
}

#[test]
fn the_corpus_is_read_and_adds_up() {
    let Some(folder) = corpus_of("winamax") else { return };
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut read, mut refused, mut others) = (0, Vec::new(), 0);
    each_file(&folder, |name, data| {
        each_hand(data, |read| {
            let verdict = match &read.outcome {
                Ok(followed) => {
                    let hand = &followed.hand;
                    // The table's number is part of the hand's number.
                    if let Some(tournament) = hand.tournament {
                        let printed = format!("({})#", hand.str(tournament.tournament_id));
                        assert!(hand.str(hand.table_name).contains(&printed), "{name}");
                    }
                    followed.audit.verdict.name()
                }
                Err(error) => panic!("{name}: {error}"),
            };
            *verdicts.entry(verdict).or_default() += 1;
        });
        for summary in summaries(data) {
            match summary {
                Ok(summary) => {
                    read += 1;
                    assert_eq!(summary.players.len(), 1, "{name}");
                    assert!(summary.started_at.is_some(), "{name}");
                }
                Err(kind) => refused.push(format!("{name}: {kind:?}")),
            }
        }
        others += 1;
    });
    assert!(others > 0);
    let total: usize = verdicts.values().sum();
    let exact: usize = verdicts
        .iter()
        .filter(|(verdict, _)| verdict.starts_with("exact"))
        .map(|(_, count)| count)
        .sum();
    // A pot with five euros that no line contributes (three copies), and one whose half chips are rounded (three).
    assert_eq!((total, total - exact), (415, 6), "{verdicts:?}");
    assert_eq!(verdicts.get("mismatch"), Some(&6));
    assert!(refused.is_empty(), "{refused:?}");
    assert_eq!(read, 25);
}

#[test]
fn a_header_within_the_line_of_another_ends_that_hand() {
    const OTHER: &str =
        "PokerStars Hand #2:  Hold'em No Limit ($1/$2 USD) - 2024/03/17 20:08:32 ET";
    let cut_off =
        format!("Winamax Poker - Tournament \"x\" buyIn: 9€{OTHER} - HandId: #1-2-3 - 2022/01/01");
    let found = handlab_dialects::find(cut_off.as_bytes(), 0).expect("a header");
    assert_eq!(found.at, cut_off.find("PokerStars").expect("the other"));
    // What only looks like a header is part of a name.
    let named = "Winamax Poker - Tournament \"PokerStars Killer\" buyIn: 9€ level: 1 - HandId: #4294967297-1-2 - \
                 Holdem no limit (1/2) - 2022/01/01 1:00:00 UTC";
    assert_eq!(handlab_dialects::find(named.as_bytes(), 0).map(|found| found.at), Some(0));
}

#[test]
fn a_hand_name_that_contradicts_the_cards_is_noticed() {
    let samples = samples_of("winamax");
    let fault = |sample: &str, from: &str, to: &str| {
        let text = std::str::from_utf8(&samples[sample]).expect("UTF-8");
        assert!(text.contains(from), "{from}");
        let mut found = None;
        each_hand(text.replace(from, to).as_bytes(), |read| {
            found = read.outcome.as_ref().expect("a hand").audit.text_fault;
        });
        found
    };
    let side_pots = "nlhe_5max_side_pots_and_an_uncalled_bet";
    let expresso = "nlhe_3max_expresso_total_in_thousands";
    let odd_chips = "nlhe_6max_tournament_odd_chips_right_of_the_button";
    for (sample, from, to) in [
        (side_pots, "(Trips of 9)", "(Trips of 8)"),
        (side_pots, "(Trips of 9)", "(Quads of 9)"),
        (side_pots, "with High card : Ace", "with High card : King"),
        (side_pots, "(High card : Ace)", "(One pair : Aces)"),
        (expresso, "(Full of 5 and 8)", "(Full of 8 and 5)"),
        (expresso, "(One pair : 8)", "(Two pairs : 8 and 5)"),
        (odd_chips, "[7h 8h] (Straight Ace high)", "[7h 8h] (Straight King high)"),
        (odd_chips, "[7h 8h] (Straight Ace high)", "[7h 8h] (Flush Ace high)"),
    ] {
        assert_eq!(fault(sample, from, from), None, "{sample}");
        assert_eq!(fault(sample, from, to), Some(TextFault::HandName), "{from} as {to}");
    }
}
