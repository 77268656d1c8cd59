//! Hands that are exact are spoiled in one place, and must no longer be exact.
//!
//! Every kind of fault of `support/faults` is put into simulated hands and the samples of `tests/corpus`, by a
//! seed. The share that is caught (refused, or another verdict than an exact one) is printed per kind and may only
//! rise. `HANDLAB_SPOILS=5` spoils each hand that many times by each kind; with `HANDLAB_SPOIL_CORPUS=1` the hands are
//! those of the corpus.

use std::collections::BTreeMap;
use std::fmt::Write;

use handlab_core::pipeline::Pipeline;
use handlab_dialects::ALL;
use handlab_simulate::{Texts, samples as sessions};
use xxhash_rust::xxh3::xxh3_64;

use crate::faults::{Text, kinds};
use crate::numbers::Numbers;
use crate::{logs, samples};

/// Kinds that the text does not always prove, with the percentage that must be caught; all others are always caught.
const LEAST: [(&str, usize); 28] = [
    // A stack can be checked only if it is all-in, dealt cards only if they are also shown.
    ("stack a unit off", 2),
    ("stack times ten", 2),
    ("dealt card is a new card", 11),
    ("dealt card is another of the hand", 92),
    ("shown card is a new card", 98),
    // The verdict says that no uncalled bet is printed: `exact_uncalled_inferred`.
    ("uncalled bet removed", 0),
    // Limit games print the bets in the header, not the blinds, and not every hand reaches both bets.
    ("blinds of the header", 88),
    ("small blind a unit off", 98),
    // If one seat wins both halves, the text does not say which line belongs to which half.
    ("split moved by a unit", 97),
    // A player who shows uncalled cards may have folded; any new player may post a second big blind.
    ("show of another player", 96),
    ("blind of another player", 99),
    ("big blind removed", 99),
    // If everyone is all-in, only the board is lost, and the summary repeats it.
    ("streets cut off", 99),
    ("street removed", 99),
    // An uncalled bet that is not printed may have had any size.
    ("bet a unit off", 99),
    ("bet times ten", 99),
    ("payment removed", 99),
    // Names such as `Ana: folds` and `Total pot $5`: what is spoiled is not a line of that kind.
    ("raise times ten", 99),
    ("total pot times ten", 99),
    ("seat line of another player", 99),
    ("fold removed", 98),
    ("fold doubled", 99),
    ("check removed", 99),
    ("raise removed", 99),
    ("button moved", 99),
    // A seat that was not dealt in; an uncalled bet before the last fold or a street later.
    ("seat line removed", 99),
    ("decision before the one that it followed", 99),
    ("decision moved to another street", 99),
];

#[derive(Default)]
struct Auditor {
    pipeline: Pipeline,
}

impl Auditor {
    /// Whether the text is a hand with an exact verdict.
    fn is_exact(&mut self, text: &str) -> bool {
        self.pipeline.read_text(&ALL, text).is_ok()
            && self.pipeline.audit.verdict.name().starts_with("exact")
    }

    fn read(&mut self, text: &str) -> Option<Text> {
        let lines: Vec<String> =
            text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect();
        let is_whole = self.is_exact(text) && !self.pipeline.hand.is_cancelled;
        let names = (0..self.pipeline.hand.seats.len() as u8)
            .map(|seat| self.pipeline.hand.player(seat).to_owned());
        is_whole.then(|| Text { lines, names: names.collect() })
    }
}

/// Exact hands of every simulated session, and of the samples.
fn hands(auditor: &mut Auditor) -> Vec<Text> {
    let mut texts: Vec<String> = Vec::new();
    if std::env::var_os("HANDLAB_SPOIL_CORPUS").is_some() {
        let Some(folder) = logs::corpus_of("pokerstars") else { return Vec::new() };
        logs::each_file(&folder, |_, data| {
            let text = String::from_utf8_lossy(data).replace('\r', "");
            texts.extend(
                text.split("\n\n")
                    .map(str::trim)
                    .filter(|text| text.starts_with("PokerStars"))
                    .map(str::to_owned),
            );
        });
    } else {
        for session in sessions() {
            let mut simulated = Texts::new(&session.config, session.seed);
            for _ in 0..session.hands.min(250) {
                let mut text = String::new();
                simulated.append_next(&mut text);
                texts.push(text);
            }
        }
        let samples = samples::samples().into_values();
        texts.extend(samples.filter_map(|data| String::from_utf8(data).ok()));
    }
    texts
        .iter()
        // One hand only: a second one would not be checked.
        .filter(|text| text.matches("*** SUMMARY ***").count() == 1)
        .filter(|text| text.matches(" Hand #").count() < 2)
        .filter_map(|text| auditor.read(text))
        .collect()
}

#[test]
fn a_hand_that_is_spoiled_in_one_place_is_not_exact() {
    let mut auditor = Auditor::default();
    let hands = hands(&mut auditor);
    let rounds = std::env::var("HANDLAB_SPOILS").ok().and_then(|count| count.parse().ok());
    let rounds: u64 = rounds.unwrap_or(1);
    let is_loud = std::env::var_os("HANDLAB_SPOIL_LOUD").is_some();
    let least: BTreeMap<&str, usize> = LEAST.into_iter().collect();
    let (mut report, mut below) = (format!("{} exact hands\n", hands.len()), Vec::new());
    for kind in kinds() {
        let (mut applied, mut caught) = (0, 0);
        // Each hand has its own seed: adding one does not change the others.
        let seeded = hands.iter().flat_map(|text| (0..rounds).map(move |round| (text, round)));
        for (text, round) in seeded {
            let seed = xxh3_64(text.lines.join("\n").as_bytes()).wrapping_add(round) | 1;
            let Some(spoiled) = kind.apply(text, &mut Numbers::from_seed(seed)) else { continue };
            applied += 1;
            let is_caught = !auditor.is_exact(&spoiled);
            caught += usize::from(is_caught);
            if is_loud && !is_caught {
                eprintln!("=== {} is exact\n{spoiled}", kind.name);
            }
        }
        let least = least.get(kind.name.as_str()).copied().unwrap_or(100);
        let is_below = caught * 100 < applied * least;
        let mark = if is_below { "  BELOW" } else { "" };
        writeln!(report, "{caught:5} of {applied:5} {}, at least {least} %{mark}", kind.name)
            .expect("a string");
        if is_below || applied == 0 {
            below.push(kind.name.clone());
        }
    }
    eprintln!("{report}");
    assert!(below.is_empty(), "caught too rarely, or never tried: {below:?}\n{report}");
}
