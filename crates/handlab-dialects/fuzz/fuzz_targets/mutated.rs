//! The plain program of a target: runs a property over files, then over what a fixed seed makes of them.
//!
//! Unlike a fuzzer it does not learn, but it is the same on every machine: what passes here passes there.
//! `TARGET [--mutations N] FILE...`

use std::panic::catch_unwind;
use std::path::PathBuf;

use fastrand::Rng;

/// Runs `property` over the files of the command line and over mutations of them. Ends with status 1 after the first input
/// that breaks it, which is written to the folder for temporary files.
pub fn main(name: &str, property: fn(&[u8])) {
    let mut args: Vec<_> = std::env::args().skip(1).collect();
    let mutations = match args.first().map(String::as_str) {
        Some("--mutations") => {
            let count = args.get(1).and_then(|count| count.parse().ok());
            args.drain(..2.min(args.len()));
            count.expect("a number after --mutations")
        }
        _ => 0,
    };
    // The order of a folder differs from machine to machine.
    args.sort();
    let texts: Vec<_> =
        args.iter().map(|path| std::fs::read(path).expect("a readable file")).collect();
    for (path, text) in args.iter().zip(&texts) {
        check(property, text, || path.into());
    }
    if texts.is_empty() {
        return;
    }
    let mut rng = Rng::with_seed(1);
    for number in 0..mutations {
        let text = mutated(&mut rng, &texts);
        check(property, &text, || {
            let path = std::env::temp_dir().join(format!("{name}-{number}"));
            std::fs::write(&path, &text).expect("a writable folder for temporary files");
            path
        });
    }
    println!("{name}: {} files and {mutations} mutations of them", texts.len());
}

fn check(property: fn(&[u8]), text: &[u8], path: impl FnOnce() -> PathBuf) {
    if catch_unwind(|| property(text)).is_err() {
        eprintln!("the property does not hold for {}", path().display());
        std::process::exit(1);
    }
}

/// Texts that are joined, cut, repeated and damaged, as files are on their way.
fn mutated(rng: &mut Rng, texts: &[Vec<u8>]) -> Vec<u8> {
    const LONGEST: usize = 1 << 14;
    let mut text = texts[rng.usize(..texts.len())].clone();
    // One other text: headers matter most near other headers.
    let other = &texts[rng.usize(..texts.len())];
    for _ in 0..rng.usize(1..=6) {
        match rng.u8(..8) {
            0 => {
                let end = place(rng, &text);
                text.truncate(end);
            }
            1 => {
                let end = place(rng, &text);
                text.truncate(end);
                text.extend_from_slice(&other[place(rng, other)..]);
            }
            2 => {
                let part = stretch(rng, other);
                insert(rng, &mut text, &part);
            }
            3 => {
                let again = stretch(rng, &text);
                insert(rng, &mut text, &again);
            }
            4 => {
                let (start, end) = range(rng, &text);
                text.drain(start..end);
            }
            5 => {
                let line = first_line(&other[place(rng, other)..]).to_vec();
                insert(rng, &mut text, &line);
            }
            6 if !text.is_empty() => {
                let at = rng.usize(..text.len());
                text[at] = rng.u8(..);
            }
            _ => {
                let mark = MARKS[rng.usize(..MARKS.len())];
                insert(rng, &mut text, mark);
            }
        }
        text.truncate(LONGEST);
    }
    text
}

/// What ends lines, quotes and fields, and what encodings begin with.
const MARKS: &[&[u8]] = &[
    b"\n",
    b"\r",
    b"\r\n",
    b"\"",
    b",",
    b" ",
    b"{",
    b"<",
    b"#",
    b"\0",
    b"\xEF\xBB\xBF",
    b"\xFF\xFE",
];

fn insert(rng: &mut Rng, text: &mut Vec<u8>, other: &[u8]) {
    let at = place(rng, text);
    text.splice(at..at, other.iter().copied());
}

fn stretch(rng: &mut Rng, text: &[u8]) -> Vec<u8> {
    let (start, end) = range(rng, text);
    text[start..end].to_vec()
}

fn range(rng: &mut Rng, text: &[u8]) -> (usize, usize) {
    let (one, other) = (place(rng, text), place(rng, text));
    (one.min(other), one.max(other))
}

/// Any place, or as often the start of a line: headers are there.
fn place(rng: &mut Rng, text: &[u8]) -> usize {
    let at = rng.usize(..=text.len());
    if rng.bool() { at } else { at + first_line(&text[at..]).len() }
}

/// Up to its line end, with it.
fn first_line(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|byte| *byte == b'\n').map_or(text.len(), |newline| newline + 1);
    &text[..end]
}
