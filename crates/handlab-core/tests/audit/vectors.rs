//! The shared vectors: every executable case of `audit.json`, and positions, times and amounts of `normalise.json`.

use handlab_core::audit::{Totals, Verdict, WinnerCheck};
use handlab_core::pipeline::Pipeline;
use handlab_core::replay::{Replay, labels};
use handlab_core::rules::{PaidUncalled, RakePrinting, TotalKind};
use handlab_dialects::ALL;
use serde_json::Value;

fn audit_cases() -> Vec<Value> {
    let vectors: Value = serde_json::from_str(include_str!("../data/audit.json")).expect("JSON");
    vectors["cases"].as_array().expect("cases").clone()
}

fn normalise() -> Value {
    serde_json::from_str(include_str!("../data/normalise.json")).expect("JSON")
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} of {value}"))
}

fn is_executable(case: &Value) -> bool {
    case["executable"].as_bool().unwrap_or(true)
}

/// Printed payments by player.
fn collected(case: &Value) -> Vec<(&str, i64)> {
    let payments = case["collected"].as_object().expect("payments");
    payments.iter().map(|(name, amount)| (name.as_str(), amount.as_i64().expect("units"))).collect()
}

/// What the site of a case prints: whether the rake, and whether no uncalled bet.
fn printing_of(id: &str) -> (RakePrinting, bool) {
    match id {
        // Winamax and the logs of 2005 print no uncalled bet.
        "A05" | "A06" | "A07" | "A12" => (RakePrinting::Always, true),
        "A09" => (RakePrinting::Never, false),
        "A14" => (RakePrinting::Era, false),
        _ => (RakePrinting::Always, false),
    }
}

fn totals(case: &Value) -> Totals {
    let units = |key: &str| case[key].as_i64();
    let (printing, is_uncalled_inferred) = printing_of(text(case, "id"));
    let total = units("total_logged").expect("a total");
    let (rake, fees) = (units("rake"), units("fees").unwrap_or(0));
    let uncalled = units("uncalled").expect("an uncalled bet");
    let is_cashed_out = text(case, "verdict") == "exact_cashout";
    // A player who cashed out gets no payment from the pot: the house takes the whole pot.
    let taken = if is_cashed_out { total - rake.unwrap_or(0) - fees } else { 0 };
    let paid: i64 = collected(case).iter().map(|(_, amount)| amount).sum();
    Totals {
        contributed: units("contributed").expect("contributions") - uncalled,
        uncalled,
        is_uncalled_inferred,
        added: units("added").expect("added money"),
        total: Some(total),
        total_unit: 1,
        total_kind: if text(case, "total_kind") == "net" {
            TotalKind::Net
        } else {
            TotalKind::Gross
        },
        collected: paid + taken,
        summary_collected: 0,
        rake,
        fees,
        printing,
        paid_uncalled: PaidUncalled::Either,
        is_raked: true,
        is_cashed_out,
    }
}

#[test]
fn every_audit_vector_has_the_given_sum_verdict() {
    let cases = audit_cases();
    let executable: Vec<_> = cases.iter().filter(|case| is_executable(case)).collect();
    assert_eq!(executable.len(), 15);
    for case in executable {
        let totals = totals(case);
        let sums = totals.reconcile();
        let id = text(case, "id");
        assert_eq!(Value::from(totals.contributed + totals.added), case["check"]["pot"], "{id}");
        // Cases that the cards decide are tested below.
        if case["contenders"].is_null() {
            assert_eq!(sums.verdict.name(), text(case, "verdict"), "{id}: {sums:?}");
        } else {
            assert_eq!(sums.verdict, Verdict::Exact, "{id}: {sums:?}");
        }
        let is_balanced =
            sums.residual_contributed == Some(0) && sums.residual_collected == Some(0);
        assert_eq!(is_balanced, text(case, "verdict") != "mismatch", "{id}: {sums:?}");
        if let Some(rake) = case["rake"].as_i64() {
            assert_eq!(sums.rake, rake, "{id}");
        }
    }
}

#[test]
fn the_rake_that_bovada_does_not_print_is_what_is_missing() {
    let case = audit_cases().into_iter().find(|case| case["id"] == "A09").expect("A09");
    let mut totals = totals(&case);
    assert_eq!(totals.reconcile().rake, 300);
    // If the site prints its rake, none is inferred: chips are missing.
    totals.printing = RakePrinting::Always;
    assert_eq!(totals.reconcile().verdict, Verdict::Mismatch);
    // More than a tenth of the pot is not rake.
    totals.printing = RakePrinting::Never;
    totals.collected = 68_000;
    assert_eq!(totals.reconcile().verdict, Verdict::Mismatch);
    // Nothing is missing, so there was no rake, unless other texts of the site say otherwise.
    totals.collected = 76_500;
    assert_eq!(totals.reconcile().verdict, Verdict::RakeInferred);
    totals.printing = RakePrinting::Era;
    assert_eq!(totals.reconcile().verdict, Verdict::RakeUnknown);
}

/// Hole cards whose strengths on [`BOARD`] are ordered as the vectors' numbers.
const HANDS: [(i64, [&str; 2]); 3] =
    [(4, ["6d 5c", "6h 5s"]), (5, ["Jd 5c", "Jh 5s"]), (7, ["Kd Qc", "Kh Qs"])];
const BOARD: &str = "Ks Qh 9d 4h 2c";

/// A tournament hand of two all-ins of 500 each, with the case's cards and payments.
fn showdown(case: &Value) -> String {
    let contenders = case["contenders"].as_array().expect("contenders");
    let mut shown = Vec::new();
    let mut used = 0;
    for contender in contenders {
        let name = text(contender, "player");
        match contender["strength"].as_i64() {
            Some(strength) => {
                let (_, cards) = HANDS.iter().find(|(at, _)| *at == strength).expect("a strength");
                shown.push(format!("{name}: shows [{}] (something)\n", cards[used]));
                used += 1;
            }
            None => shown.push(format!("{name}: mucks hand\n")),
        }
    }
    for (name, amount) in collected(case) {
        shown.push(format!("{name} collected {amount} from pot\n"));
    }
    let shown = shown.concat();
    let (total, rake) = (&case["total_logged"], &case["rake"]);
    let [flop, turn, river] = [&BOARD[..8], &BOARD[9..11], &BOARD[12..]];
    format!(
        "PokerStars Hand #1: Tournament #2, $1+$0.10 USD Hold'em No Limit - Level I (10/20) - 2020/01/01 1:00:00 ET
Table '2 1' 9-max Seat #1 is the button
Seat 1: A (500 in chips)
Seat 2: B (500 in chips)
A: posts small blind 10
B: posts big blind 20
*** HOLE CARDS ***
A: raises 480 to 500 and is all-in
B: calls 480 and is all-in
*** FLOP *** [{flop}]
*** TURN *** [{flop}] [{turn}]
*** RIVER *** [{flop} {turn}] [{river}]
*** SHOW DOWN ***
{shown}*** SUMMARY ***
Total pot {total} | Rake {rake}
Board [{BOARD}]
Seat 1: A
Seat 2: B
"
    )
}

#[test]
fn every_audit_vector_has_the_given_winner_verdict() {
    let cases = audit_cases();
    let with_cards: Vec<_> = cases.iter().filter(|case| !case["contenders"].is_null()).collect();
    assert_eq!(with_cards.len(), 3);
    let mut pipeline = Pipeline::default();
    for case in with_cards {
        let read = pipeline.read_text(&ALL, &showdown(case));
        assert!(read.is_ok(), "{:?}", read.err());
        assert_eq!(pipeline.audit.verdict.name(), text(case, "verdict"), "{case}");
        let contenders = case["contenders"].as_array().expect("contenders");
        let known = contenders.iter().filter(|contender| !contender["strength"].is_null()).count();
        assert_eq!(usize::from(pipeline.audit.contenders), contenders.len());
        assert_eq!(usize::from(pipeline.audit.cards_known), known);
    }
    assert_eq!(pipeline.audit.winner_check, WinnerCheck::Unverifiable);
}

#[test]
fn positions_are_named_as_given() {
    let vectors = normalise();
    let cases = vectors["positions"].as_array().expect("cases");
    assert_eq!(cases.len(), 9);
    for case in cases {
        let players = case["players"].as_u64().expect("a count") as usize;
        assert_eq!(Value::from(labels(players).to_vec()), case["left_of_button_first"]);
    }
    for players in [0, 1, 13, 100] {
        assert!(labels(players).is_empty(), "{players} players");
    }
    // No table has more than ten seats, but the positions of both blinds may have nobody.
    for players in 2..=12 {
        let names = labels(players);
        let different: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!((names.len(), different.len()), (players, players));
    }
}

/// Which chair has which position, counted from the left of the button.
struct Deal<'a> {
    /// Chairs that are dealt in, from the left of the button; the button comes last.
    chairs: &'a [u8],
    button: u8,
    has_small_blind: bool,
}

fn positions(deal: &Deal<'_>) -> Vec<(u8, Option<&'static str>)> {
    let mut hand = crate::paper::blank();
    let is_heads_up = deal.chairs.len() == 2;
    let (small, big) = if is_heads_up {
        (deal.chairs[1], deal.chairs[0])
    } else if deal.has_small_blind {
        (deal.chairs[0], deal.chairs[1])
    } else {
        (0, deal.chairs[0])
    };
    let mut sorted = deal.chairs.to_vec();
    sorted.sort_unstable();
    let mut lines = vec![format!("blinds 5/10 button {}", deal.button)];
    lines.extend(sorted.iter().map(|chair| format!("seats {chair}:1000")));
    if deal.has_small_blind {
        lines.push(format!("{small} sb 5"));
    }
    lines.push(format!("{big} bb 10"));
    let others = sorted.iter().filter(|chair| **chair != big);
    lines.extend(others.map(|chair| format!("{chair} fold")));
    for line in &lines {
        assert!(crate::paper::take(&mut hand, line), "{line}");
    }
    let mut replay = Replay::default();
    replay.run(&hand);
    let of_chair = |chair: &u8| {
        let index = usize::from(hand.seat_index(*chair).expect("a chair"));
        let state = &replay.seats[index];
        assert_eq!(state.position.is_some(), state.position_index.is_some());
        (*chair, state.position)
    };
    deal.chairs.iter().map(of_chair).collect()
}

#[test]
fn positions_follow_from_the_blinds_wherever_the_button_lies() {
    // Every chair of a table of ten may hold the button; the others follow in their order, chairs 8 apart wrapping.
    for players in 2..=10_u8 {
        for button in 1..=10_u8 {
            let chairs: Vec<u8> = (1..=players).map(|step| (button + step - 1) % 10 + 1).collect();
            // The last of them is the button only if the table is full.
            let button = *chairs.last().expect("a chair");
            let found = positions(&Deal { chairs: &chairs, button, has_small_blind: true });
            let wanted: Vec<_> = chairs
                .iter()
                .zip(labels(chairs.len()))
                .map(|(chair, label)| (*chair, Some(*label)))
                .collect();
            assert_eq!(found, wanted, "{players} players, button {button}");
        }
    }
}

#[test]
fn an_empty_seat_with_the_button_changes_no_position() {
    for players in 3..=9_u8 {
        // Chair 10 has the button but is empty: the last player to act before the blinds counts as the button.
        let chairs: Vec<u8> = (1..=players).collect();
        let found = positions(&Deal { chairs: &chairs, button: 10, has_small_blind: true });
        let labels = labels(chairs.len());
        assert_eq!(found.first().map(|(_, label)| *label), Some(Some("SB")));
        assert_eq!(
            found.iter().map(|(_, label)| label.expect("named")).collect::<Vec<_>>(),
            labels
        );
    }
}

#[test]
fn without_a_small_blind_the_other_positions_keep_their_names() {
    for players in 3..=10_u8 {
        let chairs: Vec<u8> = (1..=players).collect();
        let found = positions(&Deal { chairs: &chairs, button: 10, has_small_blind: false });
        let wanted = &labels(chairs.len() + 1)[1..];
        let found: Vec<_> = found.iter().map(|(_, label)| label.expect("named")).collect();
        assert_eq!(found, wanted, "{players} players");
    }
}

/// The timestamp as in a `PokerStars` header.
fn header_time(raw: &str) -> String {
    let stamp = raw.split_once(" (ambiguous").map_or(raw, |(stamp, _)| stamp);
    format!("PokerStars Hand #1:  Hold'em No Limit ($1/$2 USD) - {stamp}\n{BODY}")
}

const BODY: &str = "Table 'T' 6-max Seat #1 is the button
Seat 1: A ($100 in chips)
Seat 2: B ($100 in chips)
A: posts small blind $1
B: posts big blind $2
*** HOLE CARDS ***
A: folds
Uncalled bet ($1) returned to B
B collected $2 from pot
*** SUMMARY ***
Total pot $2 | Rake $0
Seat 1: A (button) (small blind) folded before Flop
Seat 2: B (big blind) collected ($2)
";

fn micros(text: &str) -> i64 {
    text.parse::<jiff::Timestamp>().expect("a time").as_microsecond()
}

#[test]
fn printed_times_are_read_as_given() {
    let vectors = normalise();
    let mut pipeline = Pipeline::default();
    let mut checked = 0;
    for case in vectors["timestamps"].as_array().expect("cases") {
        if text(case, "site") != "PokerStars" {
            continue;
        }
        let read = pipeline.read_text(&ALL, &header_time(text(case, "raw")));
        assert!(read.is_ok(), "{case}: {:?}", read.err());
        let is_second = text(case, "raw").contains("second");
        let hand = &pipeline.hand;
        let found = if is_second { hand.started_at_later } else { hand.started_at };
        assert_eq!(found, Some(micros(text(case, "utc"))), "{case}");
        checked += 1;
    }
    assert_eq!(checked, 5);
}

#[test]
fn raises_to_and_by_are_as_given() {
    let vectors = normalise();
    let mut replay = Replay::default();
    let mut checked = 0;
    for case in vectors["amounts"].as_array().expect("cases") {
        let units = |key: &str| case[key].as_i64();
        let Some((before, to)) = units("street_commit_before").zip(units("to")) else { continue };
        let previous = units("previous_bet").unwrap_or(before);
        let mut lines = vec!["blinds 1/2 button 1".to_owned(), "seats 1:99999 2:99999".to_owned()];
        lines.push("flop".to_owned());
        if before > 0 {
            lines.push(format!("1 bet {before}"));
        }
        let verb = if before > 0 { "raise" } else { "bet" };
        if previous > before {
            lines.push(format!("2 {verb} {previous}"));
        }
        lines.push(format!("1 raise {to}"));
        let mut hand = crate::paper::blank();
        for line in &lines {
            assert!(crate::paper::take(&mut hand, line), "{line}");
        }
        replay.run(&hand);
        let state = replay.actions.last().expect("an action");
        assert_eq!(Some(state.added), units("added"), "{case}");
        assert_eq!(state.street_total, to, "{case}");
        assert_eq!(state.raise_by, units("raise_by").unwrap_or(to - previous), "{case}");
        checked += 1;
    }
    assert_eq!(checked, 6);
}
