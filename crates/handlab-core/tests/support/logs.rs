//! Real logs, if they are next to the project or where `HANDLAB_CORPUS` says.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder of the corpus; `None`, with a message, where there is none.
pub(crate) fn corpus_of(name: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let folder = std::env::var_os("HANDLAB_CORPUS").map_or(beside, PathBuf::from);
    let folder = folder.join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    let is_ci = std::env::var("CI").is_ok_and(|ci| ci == "true");
    assert!(!is_ci, "no corpus at {}", folder.display());
    eprintln!("skipped: no corpus at {}", folder.display());
    None
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("a readable folder");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

/// Calls `then` with name and bytes of every file, by name.
pub(crate) fn each_file(folder: &Path, mut then: impl FnMut(&str, &[u8])) {
    let mut paths = Vec::new();
    files(folder, &mut paths);
    for path in paths {
        let name = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
        then(&name, &fs::read(&path).expect("a readable file"));
    }
}
