//! Very long lines and lists: they are read in time, and memory stays limited.

use std::time::{Duration, Instant};

use handlab_core::batch::Batch;

use super::{HEADER, PLACES, parsed};
use crate::rows::rows;
use crate::samples::samples;

/// Reads within a time limit that holds even on a busy machine; quadratic time would take minutes.
fn in_time(what: &str, data: &[u8]) -> Batch {
    let start = Instant::now();
    let batch = parsed(data);
    let taken = start.elapsed();
    assert!(taken < Duration::from_secs(20), "{what}: {taken:?} for {} bytes", data.len());
    batch
}

const SEATS: &str = "Seat 1: A ($100 in chips)\nSeat 2: B ($100 in chips)\n";
const END: &str = "*** SUMMARY ***\nTotal pot $0 | Rake $0\nSeat 1: A\nSeat 2: B\n";

#[test]
fn endless_lines_and_lists_are_read_in_time() {
    let many = |line: &str| line.repeat(100_000);
    let long = "x".repeat(1_000_000);
    let seats: Vec<_> =
        (1..=100_000).map(|seat| format!("Seat {seat}: P{seat} ($1 in chips)\n")).collect();
    let seats = seats.concat();
    let numbered = |line: fn(usize) -> String| (0..300_000).map(line).collect::<String>();
    let header = HEADER.lines().next().expect("a header");
    let cases = [
        ("a line of a megabyte", format!("{HEADER}{SEATS}{long}\n{END}")),
        ("a name of a megabyte", format!("{HEADER}Seat 1: {long} ($100 in chips)\n{END}")),
        ("a header of a megabyte", format!("PokerStars Hand #1:  {long}\n{SEATS}{END}")),
        ("a hand number of a megabyte", format!("PokerStars Hand #{}:  \n", "1".repeat(1_000_000))),
        ("a hundred thousand seats", format!("{HEADER}{seats}{END}")),
        ("a seat again and again", format!("{HEADER}{}{END}", many("Seat 1: A ($100 in chips)\n"))),
        ("checks", format!("{HEADER}{SEATS}{}{END}", many("A: checks\n"))),
        ("raises", format!("{HEADER}{SEATS}{}{END}", many("A: raises $1 to $2\n"))),
        ("shows", format!("{HEADER}{SEATS}{}{END}", many("A: shows [Ah Kd]\n"))),
        ("payments", format!("{HEADER}{SEATS}{}{END}", many("A collected $1 from pot\n"))),
        (
            "uncalled bets",
            format!("{HEADER}{SEATS}{}{END}", many("Uncalled bet ($1) returned to A\n")),
        ),
        ("streets", format!("{HEADER}{SEATS}{}{END}", many("*** HOLE CARDS ***\n"))),
        (
            "finishes",
            format!("{HEADER}{SEATS}{}{END}", many("A finished the tournament in 2nd place\n")),
        ),
        ("chat", format!("{HEADER}{SEATS}{}{END}", many("A said, \"B: folds\"\n"))),
        (
            "totals",
            format!(
                "{HEADER}{SEATS}*** SUMMARY ***\n{}",
                many("Total pot $1 Main pot $1. Side pot $1. | Rake $0\n")
            ),
        ),
        (
            "summaries of a seat",
            format!("{HEADER}{SEATS}*** SUMMARY ***\n{}", many("Seat 1: A won ($1)\n")),
        ),
        (
            "payments in one line of a summary",
            format!("{HEADER}{SEATS}*** SUMMARY ***\nSeat 1: A {}\n", many("won (1), and ")),
        ),
        (
            "open brackets in a summary",
            format!("{HEADER}{SEATS}*** SUMMARY ***\nSeat 1: A {})\n", many("won (")),
        ),
        ("quotes", format!("{HEADER}{SEATS}{}{END}", many("> > A: checks\n"))),
        ("stars", format!("{HEADER}{SEATS}{}\n{END}", many("* * ["))),
        ("words of an act", format!("{HEADER}{SEATS}A: bets {}\n{END}", many("of the 1 "))),
        ("all but all-in", format!("{HEADER}{SEATS}A: calls $1 {}\n{END}", many("all "))),
        ("words of a post", format!("{HEADER}{SEATS}A: posts {}1\n{END}", many("the "))),
        ("brackets of a seat", format!("{HEADER}{SEATS}Seat 3: B{}\n{END}", many(" (1 "))),
        ("brackets that open in a seat", format!("{HEADER}Seat 3: B ({})\n{END}", many("((((("))),
        (
            "brackets before the limit of a header",
            header.replace("Hold'em", &many("(")) + "\n" + SEATS + END,
        ),
        (
            "boards of a seat in a summary",
            format!(
                "{HEADER}{SEATS}*** FIRST FLOP *** [2c 3c 4c]\n*** SECOND FLOP *** [5c 6c 7c]\n\
                 *** SUMMARY ***\nSeat 1: A showed [Ah Kd] {}\n",
                many("and lost with a pair, and ")
            ),
        ),
        (
            "players who split a bounty",
            format!(
                "{HEADER}{SEATS}{}split the $2 bounty for eliminating B\n{END}",
                "A, ".repeat(1_000_000)
            ),
        ),
        (
            "words before a game",
            format!(
                "Poker Hand #TM1: Tournament #1, {} - Level1(1/2)\n{SEATS}{END}",
                ": ".repeat(500_000)
            ),
        ),
        (
            "a line of a summary that goes on",
            format!(
                "PokerStars Tournament #1, No Limit Hold'em\n1: Ann\n{}",
                "x\n".repeat(1_000_000)
            ),
        ),
        (
            "brackets before the number of a tournament",
            format!("Full Tilt Poker Tournament Summary {}\n", "(".repeat(3_000_000)),
        ),
        (
            "streets of Ongame",
            "***** History for hand R5-1 *****\nStart hand: Fri Nov 18 12:48:10 CET 2011\n\
             Table: Luna [7] (NO_LIMIT TEXAS_HOLDEM $1/$1, Real money)\nButton: seat 1\n\
             Seat 1: A ($98)\nSeat 3: B ($22)\n"
                .to_owned()
                + &numbered(|street| format!("Dealing {street}\n")),
        ),
        (
            "seats of Ignition",
            "Bovada Hand #1 TBL#1 HOLDEM No Limit - 2019-06-06 01:56:35\n".to_owned()
                + &numbered(|seat| format!("Seat {seat}: P{seat} ($5 in chips)\n"))
                + &many("P299999 : Checks\n"),
        ),
        (
            "cards shown at PokerNow",
            "entry,at,order\n\"-- ending hand #1 --\",2026-03-04T18:00:03.000Z,3\n".to_owned()
                + &numbered(|card| {
                    format!("\"\"\"Ann @ a\"\" shows a {card}.\",2026-03-04T18:00:02.000Z,2\n")
                })
                + "\"Player stacks: #1 \"\"Ann @ a\"\" (9) | #2 \"\"Bea @ b\"\" (8)\",\
                   2026-03-04T18:00:01.000Z,1\n\
                   \"-- starting hand #1 (id: k1)  No Limit Texas Hold'em (dealer: \"\"Ann @ a\"\") --\",\
                   2026-03-04T18:00:00.000Z,0\n",
        ),
        ("seats without stacks", format!("{HEADER}Seat 3: B{}\n{END}", many("(x)"))),
        ("dots in a header", format!("{header}{}\n{SEATS}{END}", many("2020/"))),
        ("words of a price", format!("PokerStars Hand #1: Tournament #1, {}\n", many("5 "))),
        ("brackets", format!("{HEADER}{SEATS}A: shows {}\n{END}", many("["))),
        ("headers", many(&format!("{header}\n"))),
        ("headers without line ends", format!("{header} ").repeat(20_000)),
        ("openings without line ends", "PokerStars ".repeat(200_000)),
        ("carriage returns", "\r".repeat(1_000_000)),
        ("empty lines in a hand", format!("{HEADER}{SEATS}{}{END}", "\n".repeat(1_000_000))),
    ];
    for (what, text) in cases {
        in_time(what, text.as_bytes());
    }
}

#[test]
fn cash_outs_and_payments_do_not_multiply() {
    let cash_outs = "A cashed out the hand for $1 | Cash Out Fee $0.01\n".repeat(3000);
    let won = "Seat 1: A won ($1)\n".repeat(3000);
    let text = format!("{HEADER}{SEATS}{cash_outs}*** SUMMARY ***\nTotal pot $0 | Rake $0\n{won}");
    let batch = in_time("cash-outs", text.as_bytes());
    assert!(batch.tables.awards.len() <= 3000, "{} awards", batch.tables.awards.len());
}

#[test]
fn a_player_who_cashes_out_twice_is_paid_twice_and_wins_once() {
    let data = &samples()["nlhe_6max_cash_out_by_winner"];
    let text = std::str::from_utf8(data).expect("UTF-8");
    let line = "Uma cashed out the hand for $15.40 | Cash Out Fee $0.16\n";
    let halves = "Uma cashed out the hand for $7.70 | Cash Out Fee $0.08\n".repeat(2);
    let once = parsed(text.as_bytes());
    let twice = parsed(text.replace(line, &halves).as_bytes());
    let without: Vec<_> = PLACES.iter().copied().chain(["text"]).collect();
    assert_eq!(rows(&twice, &without), rows(&once, &without));
}
