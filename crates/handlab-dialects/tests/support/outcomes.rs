//! The outcomes of the hands of a text or a folder: the verdict of each, or the code of its error.

use std::collections::BTreeMap;

use handlab_core::hand::Hand;

use crate::logs::{corpus_of, each_file};
use crate::read::{Read, each_hand};
use crate::samples::samples_of;

/// How many hands of a folder have each outcome.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Outcomes(BTreeMap<&'static str, usize>);

impl Outcomes {
    /// The outcomes of a folder of the corpus; `None` if the folder does not exist.
    pub(crate) fn of_corpus(folder: &str) -> Option<Self> {
        let folder = corpus_of(folder)?;
        let mut outcomes = Self::default();
        each_file(&folder, |_, data| {
            each_hand(data, |read| *outcomes.0.entry(code(read)).or_default() += 1);
        });
        Some(outcomes)
    }

    pub(crate) fn total(&self) -> usize {
        self.0.values().sum()
    }

    /// How many hands have one of these outcomes.
    pub(crate) fn count(&self, codes: &[&str]) -> usize {
        codes.iter().filter_map(|code| self.0.get(code)).sum()
    }
}

/// The outcome of each hand of a text.
pub(crate) fn codes(text: &str) -> Vec<&'static str> {
    let mut codes = Vec::new();
    each_hand(text.as_bytes(), |read| codes.push(code(read)));
    codes
}

/// The hands of a text, each of which is read.
pub(crate) fn hands(text: &str) -> Vec<Hand> {
    let mut hands = Vec::new();
    each_hand(text.as_bytes(), |read| {
        hands.push(read.outcome.as_ref().expect("a hand").hand.clone());
    });
    hands
}

/// The number of each hand of a text, each of which is read.
pub(crate) fn hand_ids(text: &str) -> Vec<String> {
    hands(text).iter().map(|hand| hand.str(hand.hand_id).to_owned()).collect()
}

/// The text of a sample of a site.
pub(crate) fn sample_text(site: &str, name: &str) -> String {
    String::from_utf8(samples_of(site)[name].clone()).expect("UTF-8")
}

fn code(read: &Read<'_>) -> &'static str {
    match &read.outcome {
        Ok(followed) => followed.audit.verdict.name(),
        Err(error) => error.code(),
    }
}
