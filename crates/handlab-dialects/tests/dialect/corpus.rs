//! The hands of `tests/corpus`, each named by what it shows, against their goldens and against results calculated by
//! hand.
//!
//! `NAME.txt` is the text, `NAME.expected` is everything that handlab makes of it (only `UPDATE_GOLDEN=1` rewrites
//! these), and `RESULTS.tsv` is the verdict and the net result of each seat, worked out on paper from the rules.

use std::collections::BTreeMap;
use std::fs;

use handlab_core::batch::{self, Options};
use handlab_core::replay::SeatState;
use handlab_dialects::ALL;

use crate::columns::column;
use crate::read::{Read, each_hand, whole};
use crate::samples::{folder_of, samples_of};

/// The folders of `tests/corpus`.
pub(crate) const DIALECTS: [&str; 60] = [
    "absolute",
    "acpc",
    "betclic",
    "betcoin",
    "betfair",
    "betonline",
    "biggame",
    "boss",
    "cake",
    "coinpoker",
    "cpokers",
    "ddpoker",
    "donkhouse",
    "drivehud",
    "enet",
    "entraction",
    "everest",
    "everleaf",
    "forum",
    "fulltilt",
    "gamedesire",
    "ggpoker",
    "globalpoker",
    "igt",
    "ignition",
    "ipoker",
    "kingsclub",
    "merge",
    "microgaming",
    "ohh",
    "ongame",
    "party",
    "phh",
    "pkr",
    "poker888",
    "pokerbots",
    "pokergfx",
    "pokernow",
    "pokernow_json",
    "pokernow_log_json",
    "pokersnowie",
    "pokerstars",
    "pokerstars_chinese",
    "pokerstars_french",
    "pokerstars_german",
    "pokerstars_greek",
    "pokerstars_portuguese",
    "pokerstars_russian",
    "pokerstars_spanish",
    "pokerth",
    "pokertracker",
    "position_notes",
    "skins",
    "slumbot",
    "swc",
    "texasholdem",
    "unibet",
    "winamax",
    "winning",
    "winning_old",
];

fn dumped(data: &[u8]) -> String {
    let mut text = String::new();
    each_hand(data, |read| {
        if !text.is_empty() {
            text.push('\n');
        }
        crate::dump::append(&mut text, read);
    });
    text
}

/// Verdict and net results of a hand as in a line of `RESULTS.tsv`: `exact<TAB>1:160 2:-25`.
fn result(read: &Read<'_>) -> String {
    let followed = match &read.outcome {
        Ok(followed) => followed,
        Err(error) => return format!("reject {}", error.code()),
    };
    let seats = followed.hand.seats.iter().zip(&followed.replay.seats).zip(&followed.audit.seats);
    let nets: Vec<_> = seats
        .map(|((seat, state), result)| {
            let net = result.won + result.side - state.contributed();
            let net = if result.is_known { net.to_string() } else { "?".to_owned() };
            format!("{}:{net}", seat.seat)
        })
        .collect();
    format!("{}\t{}", followed.audit.verdict.name(), nets.join(" "))
}

#[test]
fn every_sample_gives_its_golden() {
    let is_update = std::env::var_os("UPDATE_GOLDEN").is_some();
    let (mut wrong, mut count) = (Vec::new(), 0);
    for dialect in DIALECTS {
        for (name, data) in &samples_of(dialect) {
            count += 1;
            let path = folder_of(dialect).join(format!("{name}.expected"));
            let found = dumped(data);
            if is_update {
                fs::write(&path, &found).expect("a writable folder");
            } else if fs::read_to_string(&path).ok().as_ref() != Some(&found) {
                wrong.push(format!("--- {name}: want {}, found\n{found}", path.display()));
            }
        }
    }
    assert!(count > 100, "only {count} samples");
    assert!(wrong.is_empty(), "{}\n{} of {count} differ", wrong.join("\n"), wrong.len());
}

#[test]
fn no_sample_has_an_empty_text_for_the_number_of_a_tournament() {
    for (name, data) in DIALECTS.iter().flat_map(|dialect| samples_of(dialect)) {
        let found = batch::parse(&whole(&data), &Options::new(&ALL));
        for table in ["hands", "tournament_reports"] {
            let numbers = column(&found, table, "tournament_id");
            assert!(!numbers.contains(&String::new()), "{table} of {name}");
        }
        assert!(
            !column(&found, "tournament_reports", "tournament_id").contains(&"null".to_owned())
        );
    }
}

#[test]
fn every_golden_has_its_sample() {
    for dialect in DIALECTS {
        let samples = samples_of(dialect);
        for entry in fs::read_dir(folder_of(dialect)).expect("a folder") {
            let path = entry.expect("a readable folder").path();
            if path.extension().is_some_and(|extension| extension == "expected") {
                let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
                assert!(samples.contains_key(&name), "{name}.expected has no sample");
            }
        }
    }
}

#[test]
fn every_sample_gives_the_results_that_were_calculated_by_hand() {
    for dialect in DIALECTS {
        compare_results(dialect);
    }
}

fn compare_results(dialect: &str) {
    let table =
        fs::read_to_string(folder_of(dialect).join("RESULTS.tsv")).expect("a table of results");
    let mut calculated: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (name, result) = line.split_once('\t').expect("a name and a result");
        calculated.entry(name).or_default().push(result);
    }
    let samples = samples_of(dialect);
    let mut wrong = Vec::new();
    for (name, data) in &samples {
        let wanted = calculated.remove(name.as_str()).unwrap_or_default();
        let mut found = Vec::new();
        each_hand(data, |read| found.push(result(read)));
        if wanted != found {
            wrong.push(format!("{name}\n  want  {wanted:?}\n  found {found:?}"));
        }
    }
    assert!(calculated.is_empty(), "results without a sample: {:?}", calculated.keys());
    assert!(wrong.is_empty(), "{}\n{} of {} wrong", wrong.join("\n"), wrong.len(), samples.len());
}

#[test]
fn chips_are_conserved_in_every_sample() {
    for (name, data) in DIALECTS.iter().flat_map(|dialect| samples_of(dialect)) {
        each_hand(&data, |read| {
            let Ok(followed) = &read.outcome else { return };
            let verdict = followed.audit.verdict.name();
            if !verdict.starts_with("exact") && verdict != "odd_chip_only" {
                return;
            }
            let audit = &followed.audit;
            let pots: i64 = audit.pots.iter().map(|pot| pot.gross).sum();
            let awards: i64 = audit.awards.iter().map(|paid| paid.award.amount).sum();
            let put_in: i64 = followed.replay.seats.iter().map(SeatState::contributed).sum();
            assert_eq!(pots, put_in + followed.hand.printed.added, "pots of {name}");
            assert_eq!(awards + audit.rake + audit.fees, pots, "awards of {name}");
        });
    }
}
