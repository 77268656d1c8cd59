//! Words that follow from the rest of the text: positions, folds and names of hands.

use super::amounts::{amount_after, changed_amount};
use super::{Kind, Part, name_of, pick};

const FOLDS: &[&str] =
    &["folded before Flop", "folded on the Flop", "folded on the Turn", "folded on the River"];
const BLINDS: &[&str] = &["(small blind)", "(big blind)"];

const NAMES: &[&str] = &[
    "a pair of Aces",
    "a pair of Tens",
    "a pair of Sixes",
    "two pair, Aces and Kings",
    "two pair, Tens and Fives",
    "three of a kind, Fours",
    "a straight, Five to Nine",
    "a flush, Ace high",
    "a flush, Jack high",
    "a full house, Kings full of Nines",
    "high card Ace",
    "high card King",
];

pub(super) fn kinds() -> Vec<Kind> {
    let swap = |name: &'static str, part: Part, words: &'static [&'static str]| {
        Kind::new(name, move |text, numbers| {
            let has = |line: &str| words.iter().any(|word| line.contains(word));
            let at = pick(text, numbers, part, has)?;
            let found = words.iter().find(|word| text.lines[at].contains(**word))?;
            let others: Vec<_> = words.iter().filter(|word| *word != found).collect();
            let other = others[numbers.below(others.len())];
            text.lines[at] = text.lines[at].replacen(found, other, 1);
            Some(())
        })
    };
    let mut kinds = vec![
        swap("street of a fold in the summary", Part::Summary, FOLDS),
        swap("mark of a blind in the summary", Part::Summary, BLINDS),
    ];
    for (name, part, mark, end) in [
        ("name of a shown hand", Part::Body, "] (", ")"),
        ("name of a hand in the summary", Part::Summary, " with ", ""),
    ] {
        kinds.push(Kind::new(name, move |text, numbers| {
            // Only high hands, since the new name is one.
            let is_high = |line: &str| {
                line.contains(mark)
                    && ["pair", "high", "kind", "straight", "house"]
                        .iter()
                        .any(|w| line.contains(w))
                    && !["HI:", "Lo:", "LO:", "-card", ", and "].iter().any(|w| line.contains(w))
            };
            let at = pick(text, numbers, part, is_high)?;
            let (head, old) = text.lines[at].split_once(mark)?;
            let new = NAMES[numbers.below(NAMES.len())];
            if old.starts_with(new) {
                return None;
            }
            text.lines[at] = format!("{head}{mark}{new}{end}");
            Some(())
        }));
    }
    kinds.push(Kind::new("button moved", |text, numbers| {
        let seats = text
            .lines
            .iter()
            .filter(|line| line.starts_with("Seat ") && line.contains(" in chips"));
        let numbers_of: Vec<String> =
            seats.filter_map(|line| Some(line[5..].split(':').next()?.to_owned())).collect();
        let at = text.lines.iter().position(|line| line.contains("Seat #"))?;
        let (head, rest) = text.lines[at].split_once("Seat #")?;
        let (_, tail) = rest.split_once(' ')?;
        // Converters omit `in chips`.
        let number = numbers_of.get(numbers.below(numbers_of.len().max(1)))?;
        text.lines[at] = format!("{head}Seat #{number} {tail}");
        Some(())
    }));
    kinds.push(Kind::new("mark of the button moved in the summary", |text, numbers| {
        let from = text.lines.iter().position(|line| line.contains(" (button)"))?;
        let is_other = |line: &str| line.starts_with("Seat ") && !line.contains(" (button)");
        let to = pick(text, numbers, Part::Summary, is_other)?;
        let (head, rest) = text.lines[to].split_once(": ")?;
        let name = name_of(&text.names, rest)?;
        text.lines[to] = format!("{head}: {name} (button){}", &rest[name.len()..]);
        text.lines[from] = text.lines[from].replacen(" (button)", "", 1);
        Some(())
    }));
    kinds.push(Kind::new("blinds of the header", |text, numbers| {
        let line = &text.lines[0];
        let slash = line.rfind('/').filter(|_| !line.contains("Tournament"));
        let slash = line.find("/$").or(slash)?;
        let (start, end) = amount_after(&line[..], "/$")?;
        let changed = changed_amount(&line[start..end], numbers.below(2) == 0, numbers)?;
        let _ = slash;
        text.lines[0].replace_range(start..end, &changed);
        Some(())
    }));
    kinds
}
