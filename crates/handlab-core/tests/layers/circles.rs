//! Modules do not import each other in a circle: neither the files of a folder nor its subfolders.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::{crates, sources};

/// The names of modules from the crate's root.
type ModulePath = Vec<String>;

/// For each module of a folder, the others that it imports.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// The module that a file holds; that of `lib.rs` is the root.
fn module_of(file: &Path) -> ModulePath {
    let names = file.with_extension("");
    let names = names.iter().map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| !["lib", "mod"].contains(&name.as_str())).collect()
}

/// The paths that a source names by `crate::` or `super::` outside of comments, from the root.
fn named_paths(source: &str, module: &[String]) -> Vec<ModulePath> {
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = code.collect::<Vec<_>>().join(" ");
    let mut found = Vec::new();
    let mut rest = code.as_str();
    while let Some(at) = [rest.find("crate::"), rest.find("super::")].into_iter().flatten().min() {
        let is_word_end = rest[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        rest = &rest[at..];
        let mut base = if is_word_end { vec![String::new()] } else { module.to_vec() };
        if let Some(after) = rest.strip_prefix("crate::") {
            base.clear();
            rest = after;
        }
        while let Some(after) = rest.strip_prefix("super::") {
            base.pop();
            rest = after;
        }
        if !is_word_end {
            rest = read_tree(rest, &base, &mut found);
        }
    }
    found
}

/// Reads `a::b`, or `a::{b, c::d}`, and gives what follows it.
fn read_tree<'a>(text: &'a str, base: &[String], found: &mut Vec<ModulePath>) -> &'a str {
    let mut text = text.trim_start();
    if let Some(mut items) = text.strip_prefix('{') {
        loop {
            items = read_tree(items, base, found).trim_start();
            match items.strip_prefix(',') {
                Some(more) if !more.trim_start().starts_with('}') => items = more,
                _ => {
                    let end = items.trim_start_matches([',', ' ']);
                    return end.strip_prefix('}').unwrap_or(end);
                }
            }
        }
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let path = [base, &[text[..end].to_owned()]].concat();
    text = &text[end..];
    if let Some(after) = text.strip_prefix("::") {
        return read_tree(after, &path, found);
    }
    found.push(path);
    match text.strip_prefix(" as ") {
        Some(alias) => alias.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_'),
        None => text,
    }
}

/// The imports among the modules of each folder, by the folder's own path.
fn imports(sources: &[(ModulePath, String)]) -> BTreeMap<ModulePath, Imports> {
    let mut folders: BTreeMap<ModulePath, Imports> = BTreeMap::new();
    for (module, _) in sources.iter().filter(|(module, _)| !module.is_empty()) {
        for depth in 0..module.len() {
            let folder = folders.entry(module[..depth].to_vec()).or_default();
            folder.entry(module[depth].clone()).or_default();
        }
    }
    for (module, source) in sources {
        for path in named_paths(source, module) {
            let shared = module.iter().zip(&path).take_while(|(one, other)| one == other).count();
            let (Some(from), Some(to)) = (module.get(shared), path.get(shared)) else { continue };
            let folder = folders.get_mut(&module[..shared]).expect("the folder of a module");
            if folder.contains_key(to) {
                folder.get_mut(from).expect("a module").insert(to.clone());
            }
        }
    }
    folders
}

/// A module that imports itself through others, with those.
fn circle(imports: &Imports) -> Option<Vec<String>> {
    fn follow(imports: &Imports, way: &mut Vec<String>, done: &mut BTreeSet<String>) -> bool {
        let last = way.last().expect("a module").clone();
        for next in &imports[&last] {
            let is_circle = way.contains(next);
            way.push(next.clone());
            if is_circle || (!done.contains(next) && follow(imports, way, done)) {
                return true;
            }
            way.pop();
        }
        done.insert(last);
        false
    }
    let mut done = BTreeSet::new();
    imports.keys().find_map(|module| {
        let mut way = vec![module.clone()];
        follow(imports, &mut way, &mut done).then_some(way)
    })
}

/// The crates whose modules are examined.
const CRATES: [&str; 5] =
    ["handlab-cards", "handlab-convert", "handlab-core", "handlab-dialects", "handlab-simulate"];

#[test]
fn no_modules_import_each_other_in_a_circle() {
    let mut circles = Vec::new();
    for name in CRATES {
        let root = crates().join(name).join("src");
        let mut files = Vec::new();
        sources(&root, &mut files);
        let sources: Vec<(ModulePath, String)> = files
            .iter()
            .map(|file| {
                let inside = file.strip_prefix(&root).expect("a file of the folder");
                (module_of(inside), fs::read_to_string(file).expect("a source"))
            })
            .collect();
        for (folder, imports) in imports(&sources) {
            let way = circle(&imports).map(|way| way.join(" -> "));
            circles.extend(way.map(|way| format!("{name}, {}: {way}", folder.join("::"))));
        }
    }

    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

#[test]
fn a_circle_is_found_across_folders_and_braces() {
    let module = |path: &str| path.split("::").map(str::to_owned).collect::<ModulePath>();
    let sources = [
        (module("game"), "use crate::{deal::Deck, score::Rank};".to_owned()),
        (module("deal"), "// crate::game\nfn f() { super::score::high::best() }".to_owned()),
        (module("score::high"), "use super::{low::{self, Low}, mask};".to_owned()),
        (module("score::low"), "use super::super::game::Game;".to_owned()),
    ];

    let folders = imports(&sources);

    let way = circle(&folders[&Vec::new()]).expect("a circle");
    assert_eq!(way, ["deal", "score", "game", "deal"]);
    assert_eq!(circle(&folders[&module("score")]), None);
}
