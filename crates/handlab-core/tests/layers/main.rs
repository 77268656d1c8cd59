//! Imports run one way: a module uses the modules above it in its crate's list, never those below. The core names no
//! site.

mod circles;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const CARDS: [&str; 10] =
    ["card", "game", "seat", "deal", "score", "frequency", "range", "equity", "scheme", "lib"];

const COLUMNS: [&str; 11] = [
    "ahead",
    "bits",
    "nulls",
    "numbers",
    "texts",
    "flags",
    "predicates",
    "lib",
    "owned",
    "order",
    "table",
];

const CORE: [&str; 24] = [
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
    "stud",
    "audit",
    "raises",
    "ev",
    "table",
    "pipeline",
    "batch",
    "lib",
];

/// What the modules of the sites share; the sites follow, all in one layer.
const DIALECTS: [&str; 4] = ["syntax", "names", "inferred", "lines"];

const CONVERT: [&str; 5] =
    ["outcome", "anonymize clock levels", "compare", "ohh phh pokerstars", "lib"];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The sites that have a dialect: the public modules of their crate.
fn sites() -> Vec<String> {
    let source =
        fs::read_to_string(crates().join("handlab-dialects/src/lib.rs")).expect("a source");
    let name = |line: &str| Some(line.strip_prefix("pub mod ")?.strip_suffix(';')?.to_owned());
    source.lines().filter_map(name).collect()
}

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

/// The modules of the crate's root that a source names outside of comments.
fn named(source: &str) -> BTreeSet<String> {
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let after = code.flat_map(|line| line.split("crate::").skip(1));
    let word = |rest: &str| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    after.map(word).collect()
}

/// What is wrong with the imports of a crate whose modules are listed in the order of `layers`; several of one layer are
/// separated by spaces.
fn upward(folder: &Path, layers: &[&str]) -> Vec<String> {
    let place = |module: &str| {
        layers.iter().position(|layer| layer.split(' ').any(|of_layer| of_layer == module))
    };
    let (mut files, mut wrong) = (Vec::new(), Vec::new());
    sources(folder, &mut files);
    for file in files {
        let inside = file.strip_prefix(folder).expect("a file of the folder");
        let first = inside.iter().next().expect("a name").to_string_lossy();
        let module = first.trim_end_matches(".rs");
        let Some(own) = place(module) else {
            let file = file.display();
            wrong.push(format!("{file}: `{module}` is not in the list of layers in {}", file!()));
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
fn no_import_is_upward() {
    let sites = sites().join(" ");
    let dialects = [&DIALECTS[..], &[&sites, "lib"]].concat();
    let listed: [(&str, &[&str]); 5] = [
        ("handlab-convert", &CONVERT),
        ("handlab-cards", &CARDS),
        ("handlab-columns", &COLUMNS),
        ("handlab-core", &CORE),
        ("handlab-dialects", &dialects),
    ];

    let wrong: Vec<String> = listed
        .iter()
        .flat_map(|(name, layers)| upward(&crates().join(name).join("src"), layers))
        .collect();

    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_core_names_no_site() {
    let sites = sites();
    assert!(sites.len() > 1, "{sites:?}");
    let (mut files, mut wrong) = (Vec::new(), Vec::new());
    sources(&crates().join("handlab-core/src"), &mut files);
    for file in files {
        let source = fs::read_to_string(&file).expect("a source").to_lowercase();
        for line in source.lines().filter(|line| !line.trim_start().starts_with("//")) {
            if sites.iter().any(|site| line.contains(site)) {
                wrong.push(format!("{}: {}", file.display(), line.trim()));
            }
        }
    }

    assert!(wrong.is_empty(), "what only one site does is for its dialect: {}", wrong.join("\n"));
}

#[test]
fn an_upward_import_is_found() {
    let found = named("use crate::audit::Audit;\n// crate::batch\nlet hand = crate::hand::Hand;");

    assert_eq!(found.into_iter().collect::<Vec<_>>(), ["audit", "hand"]);
}
