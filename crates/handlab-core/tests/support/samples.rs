//! The samples of `tests/corpus`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of a dialect's samples.
pub(crate) fn folder_of(dialect: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus").join(dialect)
}

/// Name and bytes of every sample of `PokerStars`, by name.
pub(crate) fn samples() -> BTreeMap<String, Vec<u8>> {
    samples_of("pokerstars")
}

/// Name and bytes of every sample of a dialect, by name.
pub(crate) fn samples_of(dialect: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder_of(dialect)).expect("the corpus lies beside the crates");
    let paths = entries.map(|entry| entry.expect("a readable folder").path());
    let texts = paths.filter(|path| path.extension().is_some_and(|extension| extension == "txt"));
    texts
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, fs::read(&path).expect("a readable sample"))
        })
        .collect()
}
