//! Copies `sql/` and `data/samples/` to the build's output, from where maturin takes them into the wheel.
//!
//! They stand at the top of the repository, outside the Python package: a plain `include` would put them beside the
//! package, and a link to them is dropped.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../..");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    for (from, to) in [("sql", "_sql"), ("data/samples", "_data/samples")] {
        let (from, to) = (root.join(from), out.join(to));
        println!("cargo::rerun-if-changed={}", from.display());
        if to.exists() {
            fs::remove_dir_all(&to)?;
        }
        copy(&from, &to)?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    if !from.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
