//! Number and level of the tournament, and the blinds: the last ones that the text prints count.

use std::borrow::Cow;
use std::sync::LazyLock;

use handlab_core::hand::Hand;
use memchr::memmem;

use super::header::is_of_tournament;
use super::seats::amount;
use crate::syntax::text::{is_digits, split_at_mark};

type Finder = memmem::Finder<'static>;

/// Prepared searchers for words anywhere in a hand.
struct Finders {
    number: [Finder; 2],
    level: [Finder; 1],
    blinds: [Finder; 2],
    blinds_and_antes: [Finder; 1],
    small_blind: Finder,
    big_blind: Finder,
}

static FINDERS: LazyLock<Finders> = LazyLock::new(|| {
    let finder = |words: &'static str| Finder::new(words);
    Finders {
        number: ["Trny:", "Tournament #"].map(finder),
        level: ["Level:"].map(finder),
        blinds: ["Blinds(", "Stakes("].map(finder),
        blinds_and_antes: ["Blinds-Antes("].map(finder),
        small_blind: finder(" posts small blind "),
        big_blind: finder(" posts big blind "),
    }
});

/// Sets the tournament's name, which its tables have: `$50 Freeroll (2685087) Table #101`.
pub(super) fn name_after_table(hand: &mut Hand) {
    let (name, rest) = hand.str(hand.table_name).rsplit_once(" (").unwrap_or_default();
    if rest.split(')').next().is_some_and(is_digits) && hand.tournament.is_some() {
        let name = name.trim().to_owned();
        let name = hand.push_text(&name);
        hand.tournament.iter_mut().for_each(|tournament| tournament.name = name);
    }
}

/// Number, level and stakes of a text with that second line; empty if missing. At cash tables the stakes are the posted
/// blinds.
pub(super) fn in_text<'a>(text: &'a str, second: &'a str) -> [Cow<'a, str>; 3] {
    let number = last(text, &FINDERS.number, &[' ', ')', '\n', '\r']);
    // Nothing reads them at a cash table.
    let has_level = !number.is_empty() || is_of_tournament(second);
    let level = if has_level { last(text, &FINDERS.level, &[' ', '\n', '\r']) } else { "" };
    let printed = || last(text, &FINDERS.blinds, &[')', '\n', '\r']);
    let blinds = if number.is_empty() {
        let posts = posted(text, &FINDERS.small_blind).zip(posted(text, &FINDERS.big_blind));
        posts.map_or_else(|| printed().into(), |(small, big)| [small, "/", big].concat().into())
    } else {
        let (first, _) = split_at_mark(second, b' ').unwrap_or((second, ""));
        match printed() {
            "" if first.contains('/') => first.into(),
            "" => with_ante(last(text, &FINDERS.blinds_and_antes, &[')', '\n', '\r'])).into(),
            printed => printed.into(),
        }
    };
    [number.into(), level.into(), blinds]
}

/// `500/1000 ante 100` of `500/1 000 -100`; empty if an amount is abbreviated, such as `1.2K`: the posts have it.
fn with_ante(text: &str) -> String {
    let amount = |text: &str| {
        let digits: String = text.chars().filter(|letter| !is_separator(*letter)).collect();
        is_digits(&digits).then_some(digits)
    };
    let level = || {
        let (blinds, ante) = text.rsplit_once('-')?;
        let (small, big) = blinds.split_once('/')?;
        Some([&amount(small)?, "/", &amount(big)?, " ante ", &amount(ante)?].concat())
    };
    level().unwrap_or_default()
}

fn is_separator(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, ',' | '\u{fffd}')
}

/// What follows the last occurrence of some words, up to one of the marks in `end`.
fn last<'a>(text: &'a str, finders: &[Finder], end: &[char]) -> &'a str {
    // Forward to the last: the whole hand is searched, and forward search is the fast direction.
    let last_of = |finder: &Finder| finder.find_iter(text.as_bytes()).last();
    let found = finders.iter().filter_map(|finder| Some((last_of(finder)?, finder.needle().len())));
    found.max().map_or("", |(at, len)| {
        let rest = text[at + len..].trim_start();
        &rest[..rest.find(end).unwrap_or(rest.len())]
    })
}

/// The amount of the first post of a kind.
fn posted<'a>(text: &'a str, words: &Finder) -> Option<&'a str> {
    // A player may have such a name, but in a seat line a space follows the bracket.
    let at = words
        .find_iter(text.as_bytes())
        .map(|at| at + words.needle().len())
        .find(|at| text[*at..].starts_with(['[', '(']) && !text[*at..].starts_with("( "))?;
    let end = text[at..].find([']', ')', '\n'])?;
    Some(amount(&text[at..at + end]))
}
