//! Cards replaced by other cards.

use super::{Kind, Part, Text, pick};
use crate::numbers::Numbers;

pub(super) fn kinds() -> Vec<Kind> {
    // Which line, and which of its brackets.
    let places: [(&str, Part, &str, Bracket); 8] = [
        ("dealt card", Part::Body, "Dealt to ", Bracket::Last),
        ("shown card", Part::Body, ": shows [", Bracket::Last),
        ("flop", Part::Body, "*** FLOP ***", Bracket::Last),
        ("turn", Part::Body, "*** TURN ***", Bracket::Last),
        ("river", Part::Body, "*** RIVER *** [", Bracket::Last),
        ("repeated board", Part::Body, "] [", Bracket::First),
        ("board of the summary", Part::Summary, "Board [", Bracket::Last),
        ("cards of the summary", Part::Summary, " showed [", Bracket::Last),
    ];
    let mut kinds = Vec::new();
    for (name, part, with, bracket) in places {
        for is_twice in [false, true] {
            let way = if is_twice { "is another of the hand" } else { "is a new card" };
            kinds.push(Kind::new(format!("{name} {way}"), move |text, numbers| {
                let is_place = |line: &str| {
                    line.contains(with)
                        && (part == Part::Summary || !line.ends_with("[]"))
                        && (name != "repeated board" || line.starts_with("*** "))
                };
                let at = pick(text, numbers, part, is_place)?;
                let card = other_card(text, is_twice, &text.lines[at], numbers)?;
                let (start, end) = bracket.of(&text.lines[at])?;
                // A converter writes commas between cards.
                let width = if text.lines[at][start..end].contains(", ") { 4 } else { 3 };
                let count = (end - start).div_ceil(width);
                let from = start + width * numbers.below(count);
                text.lines[at].replace_range(from..from + 2, &card);
                Some(())
            }));
        }
    }
    kinds.push(Kind::new("shown hands exchanged", |text, numbers| {
        let is_show = |line: &str| line.contains(": shows [");
        let one = pick(text, numbers, Part::Body, is_show)?;
        let other = pick(text, numbers, Part::Body, is_show)?;
        let name = |line: &str| line.split(": shows [").next().map(str::to_owned);
        if name(&text.lines[one]) == name(&text.lines[other]) {
            return None;
        }
        let tail = |line: &str| line.find(": shows [").map(|at| line[at..].to_owned());
        let (a, b) = (tail(&text.lines[one])?, tail(&text.lines[other])?);
        let heads = [name(&text.lines[one])?, name(&text.lines[other])?];
        text.lines[one] = format!("{}{b}", heads[0]);
        text.lines[other] = format!("{}{a}", heads[1]);
        (a != b).then_some(())
    }));
    kinds
}

#[derive(Clone, Copy)]
enum Bracket {
    First,
    Last,
}

impl Bracket {
    /// The range of the cards within it.
    fn of(self, line: &str) -> Option<(usize, usize)> {
        let start = match self {
            Bracket::First => line.find('[')?,
            Bracket::Last => line.rfind('[')?,
        } + 1;
        let end = start + line[start..].find(']')?;
        (end >= start + 2).then_some((start, end))
    }
}

/// A card that does not occur in the text, or one that occurs in it but not in the line.
fn other_card(text: &Text, is_twice: bool, line: &str, numbers: &mut Numbers) -> Option<String> {
    let all = text.lines.join("\n");
    let deck =
        "23456789TJQKA".chars().flat_map(|rank| "cdhs".chars().map(move |suit| (rank, suit)));
    let stands =
        |card: &str| [" ", "[", "]"].iter().any(|before| all.contains(&format!("{before}{card}")));
    let fitting: Vec<String> = deck
        .map(|(rank, suit)| format!("{rank}{suit}"))
        .filter(|card| stands(card) == is_twice && !line.contains(card.as_str()))
        .collect();
    fitting.get(numbers.below(fitting.len())).cloned()
}
