//! The Everleaf network: its real logs, and the traps of its text.

use std::collections::BTreeMap;

use crate::logs::{corpus_of, each_file};
use crate::read::each_hand;
use crate::samples::samples_of;

#[test]
fn a_hand_without_its_payment_is_truncated() {
    let text = String::from_utf8(samples_of("everleaf")["stud_8max_without_a_summary"].clone());
    let text = text.expect("UTF-8").replace("Bea wins $ 0.22 USD from main pot", "");
    each_hand(text.as_bytes(), |read| {
        assert_eq!(
            read.outcome.as_ref().err().map(handlab_core::error::ParseError::code),
            Some("truncated")
        );
    });
}

#[test]
fn a_new_player_is_not_at_the_table_yet() {
    each_hand(&samples_of("everleaf")["stud_8max_without_a_summary"], |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        assert_eq!(hand.seats.len(), 3);
    });
}

#[test]
fn the_corpus_is_read_and_adds_up() {
    let Some(folder) = corpus_of("everleaf") else { return };
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    each_file(&folder, |_, data| {
        each_hand(data, |read| {
            let verdict = match &read.outcome {
                Ok(followed) => followed.audit.verdict.name(),
                Err(error) => error.code(),
            };
            *verdicts.entry(verdict).or_default() += 1;
        });
    });
    let wanted = [("exact_uncalled_inferred", 3), ("rake_inferred", 226)];
    assert_eq!(verdicts, BTreeMap::from(wanted));
}
