//! Imports run one way: a module uses the modules above it in its crate's list, never those below.

mod circles;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const CARDS: [&str; 9] =
    ["card", "game", "seat", "deal", "score", "frequency", "range", "equity", "scheme"];

const CORE: [&str; 23] = [
    "error",
    "money",
    "time",
    "repeated_hour",
    "rules",
    "chips",
    "framing",
    "cursor",
    "hand",
    "pot",
    "rake",
    "award",
    "settle",
    "summary",
    "dialect",
    "replay",
    "audit",
    "ev",
    "table",
    "pipeline",
    "batch",
    "write",
    "lib",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The modules of the crate's root that a source names outside of its comments.
fn named(source: &str) -> BTreeSet<String> {
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let after = code.flat_map(|line| line.split("crate::").skip(1));
    let word = |rest: &str| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    after.map(word).collect()
}

/// What is wrong with the imports of a crate whose modules are listed in the order of `layers`.
fn upward(folder: &Path, layers: &[&str]) -> Vec<String> {
    let place = |module: &str| layers.iter().position(|layer| *layer == module);
    let (mut files, mut wrong) = (Vec::new(), Vec::new());
    sources(folder, &mut files);
    for file in files {
        let inside = file.strip_prefix(folder).expect("a file of the folder");
        let first = inside.iter().next().expect("a name").to_string_lossy();
        let module = first.trim_end_matches(".rs");
        let Some(own) = place(module) else {
            wrong.push(format!("{}: `{module}` is not in the list of layers", file.display()));
            continue;
        };
        for other in named(&fs::read_to_string(&file).expect("a source")) {
            if place(&other).is_some_and(|other| other > own) {
                wrong.push(format!("{}: `{module}` uses `{other}`", file.display()));
            }
        }
    }
    wrong
}

#[test]
fn no_import_runs_upward() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let cards = [&CARDS[..], &["lib"]].concat();

    let wrong: Vec<String> = upward(&crates.join("handlab-cards/src"), &cards)
        .into_iter()
        .chain(upward(&crates.join("handlab-core/src"), &CORE))
        .collect();

    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_import_that_runs_upward_is_seen() {
    let found = named("use crate::audit::Audit;\n// crate::batch\nlet hand = crate::hand::Hand;");

    assert_eq!(found.into_iter().collect::<Vec<_>>(), ["audit", "hand"]);
}
