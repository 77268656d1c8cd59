//! The samples of `tests/corpus`.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus")
}

/// The text of one sample.
pub(crate) fn sample(dialect: &str, name: &str) -> String {
    fs::read_to_string(root().join(dialect).join(format!("{name}.txt"))).expect("a sample")
}

/// Name and bytes of every sample of every dialect.
pub(crate) fn all_samples() -> Vec<(String, Vec<u8>)> {
    let entries = |folder: PathBuf| {
        let entries = fs::read_dir(folder).expect("a folder").flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        paths
    };
    let folders = entries(root()).into_iter().filter(|path| path.is_dir());
    let texts = folders.flat_map(entries);
    let texts = texts.filter(|path| path.extension().is_some_and(|extension| extension == "txt"));
    texts.map(|path| (path.display().to_string(), fs::read(&path).expect("a sample"))).collect()
}
