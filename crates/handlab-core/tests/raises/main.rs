//! Which reading of ambiguous raises is chosen: the one that a replay and an audit of each would choose.

use std::fs;
use std::path::Path;

use handlab_core::audit::{Audit, Verdict};
use handlab_core::dialect::Header;
use handlab_core::error::Position;
use handlab_core::framing::{self, Encoding, Piece, Span};
use handlab_core::hand::{Amount, Hand};
use handlab_core::raises;
use handlab_core::replay::Replay;
use handlab_core::rules::RaisePrinting;

#[path = "../support/numbers.rs"]
mod numbers;

use numbers::Numbers;

/// Copies of each hand with other amounts.
const COPIES: usize = 2000;

/// The hands of a text that have ambiguous raises.
fn hands(text: &[u8]) -> Vec<Hand> {
    let at = Position { byte: 0, line: 1 };
    let piece = Piece { data: text, encoding: Encoding::Utf8, at, is_last: true };
    let (mut found, mut buffer, mut scratch) = (Vec::new(), String::new(), String::new());
    framing::frames(&piece, text, handlab_dialects::find, |frame| {
        let Header::Hand(dialect) = frame.header else { return };
        let text = framing::decode(frame.bytes, &mut buffer);
        let span = Span { text, at, is_last: false, is_terminated: true, preamble: "" };
        let mut hand = Hand::default();
        hand.clear();
        let is_read = dialect.parse(span, &mut hand, &mut scratch).is_ok();
        if is_read && hand.actions.iter().any(|act| matches!(act.amount, Amount::Ambiguous(_))) {
            found.push(hand);
        }
    });
    found
}

/// All readings replayed to their end and audited; the first of the best.
fn by_every_audit(hand: &mut Hand, replay: &mut Replay, audit: &mut Audit) {
    let readings = [RaisePrinting::To, RaisePrinting::By, RaisePrinting::Added];
    let mut rank = |reading| -> (bool, Verdict) {
        replay.run_as(hand, reading);
        audit.run(hand, replay);
        (!audit.is_money_right, audit.verdict)
    };
    let best = readings.into_iter().min_by_key(|reading| rank(*reading)).expect("three readings");
    for action in &mut hand.actions {
        if let Amount::Ambiguous(printed) = action.amount {
            action.amount = Amount::of_raise(best, printed);
        }
    }
    replay.run(hand);
    audit.run(hand, replay);
}

/// Changes some amounts of actions: to another amount of the hand, by a little, or to zero.
fn spoil(hand: &mut Hand, numbers: &mut Numbers) {
    for _ in 0..=numbers.below(3) {
        let (at, other) = (numbers.below(hand.actions.len()), numbers.below(hand.actions.len()));
        let printed = hand.actions[at].amount.printed();
        let number = match numbers.below(4) {
            0 => hand.actions[other].amount.printed(),
            1 => printed + numbers.below(200) as i64 - 100,
            2 => printed * 2,
            _ => numbers.below(3) as i64 * 50,
        };
        let amount = &mut hand.actions[at].amount;
        *amount = match *amount {
            Amount::Ambiguous(_) => Amount::Ambiguous(number.max(0)),
            _ => Amount::Added(number.max(0)),
        };
    }
}

#[test]
fn the_reading_is_that_of_every_audit() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let folders = fs::read_dir(corpus).expect("the corpus lies beside the crates");
    let files = folders.flat_map(|folder| {
        let folder = folder.expect("a readable folder").path();
        fs::read_dir(folder).into_iter().flatten().map(|file| file.expect("a file").path())
    });
    let mut files: Vec<_> = files.collect();
    files.sort();
    let mut numbers = Numbers::from_seed(7);
    let (mut replay, mut other, mut audit) = Default::default();
    let (mut slow_replay, mut slow_audit) = Default::default();
    let mut compared = 0;
    for file in files {
        for original in hands(&fs::read(&file).expect("a readable sample")) {
            for copy in 0..COPIES {
                let mut hand = original.clone();
                if copy > 0 {
                    spoil(&mut hand, &mut numbers);
                }
                let mut slow = hand.clone();
                if !raises::replay(&mut hand, &mut replay, &mut other, &mut audit) {
                    audit.run(&hand, &replay);
                }
                by_every_audit(&mut slow, &mut slow_replay, &mut slow_audit);
                let results = |replay: &Replay, audit: &Audit| {
                    let Replay { seats, actions, fault, .. } = replay;
                    format!("{seats:?} {actions:?} {fault:?} {audit:?}")
                };
                assert_eq!(
                    format!("{:?}", hand.actions),
                    format!("{:?}", slow.actions),
                    "{file:?} {copy}"
                );
                assert_eq!(
                    results(&replay, &audit),
                    results(&slow_replay, &slow_audit),
                    "{file:?} {copy}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}
