//! Whose turn it is after a straddle, in every order that sites use.

use handlab_core::hand::Hand;
use handlab_core::replay::{Replay, TurnFault};

/// Five seats, the button on the last: a straddle, and the order of action before the flop: `1` calls, `1+` raises,
/// `1-` folds.
fn replayed(straddles: &str, order: &str) -> Option<TurnFault> {
    let mut hand: Hand = crate::paper::blank();
    let mut take = |line: &str| assert!(crate::paper::take(&mut hand, line), "{line}");
    take("blinds 5/10 button 5");
    take("seats 1:1000 2:1000 3:1000 4:1000 5:1000");
    take("1 sb 5");
    take("2 bb 10");
    let mut committed = [5, 10, 0, 0, 0];
    let mut level = 10;
    for seat in straddles.split_whitespace() {
        level *= 2;
        let index: usize = seat.parse::<usize>().expect("a seat") - 1;
        take(&format!("{seat} straddle {}", level - committed[index]));
        committed[index] = level;
    }
    for word in order.split_whitespace() {
        let (seat, sign) = word.split_at(1);
        let index: usize = seat.parse::<usize>().expect("a seat") - 1;
        let owed = level - committed[index];
        match sign {
            "-" => take(&format!("{seat} fold")),
            "+" => {
                level *= 2;
                committed[index] = level;
                take(&format!("{seat} raise {level}"));
            }
            _ if owed == 0 => take(&format!("{seat} check")),
            _ => {
                committed[index] = level;
                take(&format!("{seat} call {owed}"));
            }
        }
    }
    for street in ["flop", "turn", "river"] {
        take(street);
        for seat in (1..=5).filter(|seat| !order.contains(&format!("{seat}-"))) {
            take(&format!("{seat} check"));
        }
    }
    let mut replay = Replay::default();
    replay.run(&hand);
    assert_eq!(replay.fault, None, "{order}");
    replay.turn_fault
}

#[test]
fn a_straddle_outside_the_blinds_has_two_orders() {
    for (straddles, order) in [
        // Apart from the blinds there is only one order.
        ("3", "4 5 1 2 3"),
        ("3 4", "5 1 2 3 4"),
        // The seat after the straddle acts first.
        ("5", "1 2 3 4 5"),
        ("5", "1- 2- 3+ 4- 5"),
        ("5", "1 2 3+ 4 5 1 2"),
        ("4", "5 1 2 3 4"),
        ("1", "2 3 4 5 1"),
        // The seat after the big blind acts first, and the straddler last.
        ("5", "3 4 1 2 5"),
        ("5", "3- 4- 1- 2 5+ 2"),
        ("4", "3 5 1 2 4"),
        ("1", "3 4 5 2 1"),
        ("2", "3 4 5 1 2"),
        ("3 5", "4 1 2 3 5"),
        // After a raise the straddler acts in turn, or still last.
        ("5", "3 4+ 5 1 2 3"),
        ("5", "3 4+ 1 2 3 5"),
        ("5", "3 4+ 1 2+ 3 4 1 5"),
        ("5", "3 4+ 1 2+ 3 4 5 1"),
    ] {
        assert_eq!(replayed(straddles, order), None, "straddle of {straddles}: {order}");
    }
}

#[test]
fn every_other_order_is_a_fault() {
    for (straddles, order) in [
        // Without a straddle the seat after the big blind acts first.
        ("", "4 5 1 2 3"),
        ("3", "5 4 1 2 3"),
        ("3", "1 2 4 5 3"),
        ("5", "4 3 1 2 5"),
        ("5", "2 3 4 1 5"),
        // The straddler acts before the blinds.
        ("5", "3 4 5 1 2"),
        // Where the small blind acts first, no one is skipped.
        ("5", "1 2 3+ 4 1 2 5"),
        ("5", "3 4+ 1 2+ 3 5 4"),
        ("3 5", "1 2 4 3 5"),
    ] {
        assert_eq!(
            replayed(straddles, order),
            Some(TurnFault::OutOfTurn),
            "straddle of {straddles}: {order}"
        );
    }
}

#[test]
fn a_straddler_who_never_acts_is_noticed() {
    assert_eq!(replayed("5", "3 4 1 2"), Some(TurnFault::MissingTurn));
    assert_eq!(replayed("5", "1 2 3 4"), Some(TurnFault::MissingTurn));
}
