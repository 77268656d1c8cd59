//! Faults in a hand's text, one kind at a time: one amount, card, name or line is not what it was.

use super::numbers::Numbers;

/// The text of a hand, line by line.
#[derive(Clone, PartialEq)]
pub(crate) struct Text {
    pub(crate) lines: Vec<String>,
    /// Names of those at the table.
    pub(crate) names: Vec<String>,
}

/// Puts the fault in; `None` if there is no place for it.
type Spoil = dyn Fn(&mut Text, &mut Numbers) -> Option<()>;

/// A kind of fault.
pub(crate) struct Kind {
    pub(crate) name: String,
    spoil: Box<Spoil>,
}

impl Kind {
    fn new(
        name: impl Into<String>,
        spoil: impl Fn(&mut Text, &mut Numbers) -> Option<()> + 'static,
    ) -> Self {
        Kind { name: name.into(), spoil: Box::new(spoil) }
    }

    /// The spoiled text; `None` if the hand has no place for the fault.
    pub(crate) fn apply(&self, text: &Text, numbers: &mut Numbers) -> Option<String> {
        let mut spoiled = text.clone();
        (self.spoil)(&mut spoiled, numbers)?;
        (spoiled != *text).then(|| spoiled.lines.join("\n") + "\n")
    }
}

/// Every kind of fault.
pub(crate) fn kinds() -> Vec<Kind> {
    [amounts(), cards(), names(), lines(), marks(), payments()].into_iter().flatten().collect()
}

#[derive(Clone, Copy, PartialEq)]
enum Part {
    Seats,
    Body,
    Summary,
}

fn amounts() -> Vec<Kind> {
    use Part::{Body, Seats, Summary};
    let places: [(&str, Part, &str, &str); 15] = [
        ("small blind", Body, "", ": posts small blind "),
        ("big blind", Body, "", ": posts big blind "),
        ("ante", Body, "", ": posts the ante "),
        ("call", Body, "", ": calls "),
        ("bet", Body, "", ": bets "),
        ("raise", Body, ": raises ", " to "),
        ("bring-in", Body, ": brings", " for "),
        ("uncalled bet", Body, "", "Uncalled bet ("),
        ("payment", Body, " from ", " collected "),
        ("total pot", Summary, "", "Total pot "),
        ("rake", Summary, "", " Rake "),
        ("main pot", Summary, "", " Main pot "),
        ("side pot", Summary, "Total pot ", " Side pot"),
        ("payment of the summary", Summary, "Seat ", " ("),
        ("stack", Seats, " in chips", " ("),
    ];
    let mut kinds = Vec::new();
    for (name, part, with, mark) in places {
        for is_large in [false, true] {
            let way = if is_large { "times ten" } else { "a unit off" };
            kinds.push(Kind::new(format!("{name} {way}"), move |text, numbers| {
                let has_amount =
                    |line: &str| line.contains(with) && amount_after(line, mark).is_some();
                let at = pick(text, numbers, part, has_amount)?;
                let (start, end) = amount_after(&text.lines[at], mark)?;
                let changed = changed_amount(&text.lines[at][start..end], is_large, numbers)?;
                text.lines[at].replace_range(start..end, &changed);
                Some(())
            }));
        }
    }
    kinds
}

/// Where the amount stands that follows the last `mark`, after a sign or a pot's number.
fn amount_after(line: &str, mark: &str) -> Option<(usize, usize)> {
    let from = line.rfind(mark)? + mark.len();
    let rest = &line[from..];
    let rest_at = match rest.strip_prefix('-').and_then(|rest| rest.find(' ')) {
        Some(blank) => from + 1 + blank,
        None => from,
    };
    let sign = line[rest_at..].find(|letter: char| letter.is_ascii_digit())?;
    // Only a space or a currency sign may stand before it.
    if line[rest_at..rest_at + sign].chars().any(|letter| !matches!(letter, ' ' | '$' | '€')) {
        return None;
    }
    let start = rest_at + sign;
    let is_of_amount = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ',');
    let len = line[start..].find(|letter| !is_of_amount(letter)).unwrap_or(line.len() - start);
    let end = start + line[start..start + len].trim_end_matches(['.', ',']).len();
    Some((start, end))
}

fn changed_amount(amount: &str, is_large: bool, numbers: &mut Numbers) -> Option<String> {
    let places = amount.find('.').map_or(0, |dot| amount.len() - dot - 1);
    let digits: String = amount.chars().filter(char::is_ascii_digit).collect();
    let value: u64 = digits.parse().ok()?;
    let changed = match numbers.below(2) {
        _ if is_large => value * 10,
        0 if value > 1 => value - 1,
        _ => value + 1,
    };
    let digits = format!("{changed:0width$}", width = places + 1);
    let (whole, rest) = digits.split_at(digits.len() - places);
    Some(if places > 0 { format!("{whole}.{rest}") } else { whole.to_owned() })
}

fn cards() -> Vec<Kind> {
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
                let count = (end - start).div_ceil(3);
                let from = start + 3 * numbers.below(count);
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
    /// Where the cards within it stand.
    fn of(self, line: &str) -> Option<(usize, usize)> {
        let start = match self {
            Bracket::First => line.find('[')?,
            Bracket::Last => line.rfind('[')?,
        } + 1;
        let end = start + line[start..].find(']')?;
        (end >= start + 2).then_some((start, end))
    }
}

/// A card that stands nowhere in the text, or one of it that the line does not have.
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

fn names() -> Vec<Kind> {
    let acts: [(&str, &str); 9] = [
        ("fold", ": folds"),
        ("check", ": checks"),
        ("call", ": calls "),
        ("bet", ": bets "),
        ("raise", ": raises "),
        ("blind", " blind "),
        ("ante", ": posts the ante "),
        ("show", ": shows ["),
        ("payment", " collected "),
    ];
    let mut kinds: Vec<Kind> = acts
        .into_iter()
        .map(|(name, mark)| {
            Kind::new(format!("{name} of another player"), move |text, numbers| {
                let at = pick(text, numbers, Part::Body, |line| line.contains(mark))?;
                let name = name_of(&text.names, &text.lines[at])?;
                let other = other_name(text, name, numbers)?;
                text.lines[at] = format!("{other}{}", &text.lines[at][name.len()..]);
                Some(())
            })
        })
        .collect();
    kinds.push(Kind::new("uncalled bet of another player", |text, numbers| {
        let at = pick(text, numbers, Part::Body, |line| line.contains(") returned to "))?;
        let (head, name) = text.lines[at].split_once(") returned to ")?;
        let other = other_name(text, name.trim_end(), numbers)?;
        text.lines[at] = format!("{head}) returned to {other}");
        Some(())
    }));
    kinds.push(Kind::new("seat line of another player", |text, numbers| {
        let at = pick(text, numbers, Part::Summary, |line| line.starts_with("Seat "))?;
        let (head, rest) = text.lines[at].split_once(": ")?;
        let name = name_of(&text.names, rest)?;
        let other = other_name(text, name, numbers)?;
        text.lines[at] = format!("{head}: {other}{}", &rest[name.len()..]);
        Some(())
    }));
    kinds
}

fn other_name(text: &Text, name: &str, numbers: &mut Numbers) -> Option<String> {
    let others: Vec<&String> = text.names.iter().filter(|other| *other != name).collect();
    others.get(numbers.below(others.len())).map(|other| (*other).clone())
}

fn lines() -> Vec<Kind> {
    let acts: [(&str, &str); 11] = [
        ("fold", ": folds"),
        ("check", ": checks"),
        ("call", ": calls "),
        ("bet", ": bets "),
        ("raise", ": raises "),
        ("small blind", ": posts small blind "),
        ("big blind", ": posts big blind "),
        ("ante", ": posts the ante "),
        ("uncalled bet", "Uncalled bet ("),
        ("payment", " collected "),
        ("street", "*** ["),
    ];
    let mut kinds = Vec::new();
    for (name, mark) in acts {
        kinds.push(Kind::new(format!("{name} removed"), move |text, numbers| {
            let at = pick(text, numbers, Part::Body, |line| line.contains(mark))?;
            text.lines.remove(at);
            Some(())
        }));
        kinds.push(Kind::new(format!("{name} doubled"), move |text, numbers| {
            let at = pick(text, numbers, Part::Body, |line| line.contains(mark))?;
            text.lines.insert(at, text.lines[at].clone());
            Some(())
        }));
    }
    kinds.push(Kind::new("decision before the one that it followed", |text, numbers| {
        let at = pick(text, numbers, Part::Body, is_decision)?;
        if !text.lines.get(at + 1).is_some_and(|line| is_decision(line)) {
            return None;
        }
        text.lines.swap(at, at + 1);
        Some(())
    }));
    kinds.push(Kind::new("decision moved to another street", |text, numbers| {
        let at = pick(text, numbers, Part::Body, is_decision)?;
        let street = pick(text, numbers, Part::Body, |line| line.contains("*** ["))?;
        let line = text.lines.remove(at);
        // Between a decision and the line of its own street there is nothing to cross.
        let to = if street > at { street } else { street + 1 };
        let crossed = (at.min(to)..at.max(to)).any(|at| text.lines[at].starts_with("*** "));
        text.lines.insert(to, line);
        crossed.then_some(())
    }));
    kinds.push(Kind::new("streets cut off", |text, numbers| {
        let from = pick(text, numbers, Part::Body, |line| line.contains("*** ["))?;
        let len = text.lines[from..]
            .iter()
            .position(|line| line.contains("SHOW DOWN") || line.contains("*** SUMMARY"))?;
        text.lines.drain(from..from + len);
        Some(())
    }));
    kinds.push(Kind::new("seat line removed", |text, numbers| {
        let at = pick(text, numbers, Part::Seats, |line| line.starts_with("Seat "))?;
        text.lines.remove(at);
        Some(())
    }));
    kinds.push(Kind::new("seat line of the summary doubled", |text, numbers| {
        let at = pick(text, numbers, Part::Summary, |line| line.starts_with("Seat "))?;
        text.lines.insert(at, text.lines[at].clone());
        Some(())
    }));
    kinds
}

fn is_decision(line: &str) -> bool {
    [": folds", ": checks", ": calls ", ": bets ", ": raises "].iter().any(|act| line.contains(act))
}

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

/// Words that say what follows from the rest.
fn marks() -> Vec<Kind> {
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
            // High hands alone: what is written in is one.
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
        // Converters leave `in chips` out.
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

/// Payments that were moved, in the body and in the summary alike.
fn payments() -> Vec<Kind> {
    vec![
        Kind::new("pot paid to a player who had folded", |text, numbers| {
            let at = pick(text, numbers, Part::Body, |line| line.contains(" collected "))?;
            let folded: Vec<String> = text
                .names
                .iter()
                .filter(|name| {
                    text.lines.iter().any(|line| line.starts_with(&format!("{name}: folds")))
                })
                .cloned()
                .collect();
            let other = folded.get(numbers.below(folded.len()))?.clone();
            let winner = name_of(&text.names, &text.lines[at])?.clone();
            text.lines[at] = format!("{other}{}", &text.lines[at][winner.len()..]);
            // The summary says the same: the two stories change places.
            let line_of = |name: &str| {
                let of_name = |line: &String| {
                    line.starts_with("Seat ") && line.contains(&format!(": {name} "))
                };
                text.lines.iter().rposition(of_name)
            };
            let (a, b) = (line_of(&winner)?, line_of(&other)?);
            let story = |line: &str, name: &str| {
                line.split_once(&format!(": {name}")).map(|(_, story)| story.to_owned())
            };
            let (of_winner, of_other) =
                (story(&text.lines[a], &winner)?, story(&text.lines[b], &other)?);
            let head = |line: &str| line.split(": ").next().unwrap_or_default().to_owned();
            let (head_a, head_b) = (head(&text.lines[a]), head(&text.lines[b]));
            text.lines[a] = format!("{head_a}: {winner}{of_other}");
            text.lines[b] = format!("{head_b}: {other}{of_winner}");
            Some(())
        }),
        Kind::new("split moved by a unit", |text, numbers| {
            let paid: Vec<usize> = (0..text.lines.len())
                .filter(|at| {
                    text.lines[*at].contains(" collected ") && !text.lines[*at].starts_with("Seat ")
                })
                .collect();
            let [one, other] = paid[..] else { return None };
            let from = numbers.below(2);
            for (at, is_up) in [(one, from == 0), (other, from == 1)] {
                let name = name_of(&text.names, &text.lines[at])?.clone();
                let summary =
                    text.lines.iter().rposition(|line| line.contains(&format!(": {name} ")))?;
                for (at, mark) in [(at, " collected "), (summary, " (")] {
                    let (start, end) = amount_after(&text.lines[at], mark)?;
                    let moved = moved_amount(&text.lines[at][start..end], is_up)?;
                    text.lines[at].replace_range(start..end, &moved);
                }
            }
            Some(())
        }),
        Kind::new("main pot and side pot exchanged in the total", |text, _| {
            let at = text.lines.iter().rposition(|line| line.contains(" Main pot "))?;
            let main = amount_after(&text.lines[at], " Main pot ")?;
            let side = amount_after(&text.lines[at], " Side pot")?;
            let (a, b) = (
                text.lines[at][main.0..main.1].to_owned(),
                text.lines[at][side.0..side.1].to_owned(),
            );
            text.lines[at].replace_range(side.0..side.1, &a);
            text.lines[at].replace_range(main.0..main.1, &b);
            (a != b).then_some(())
        }),
        Kind::new("main pot and side pot exchanged in the payments", |text, numbers| {
            let has_one_each =
                text.lines.iter().filter(|line| line.contains(" from main pot")).count() == 1;
            let side = pick(text, numbers, Part::Body, |line| line.contains(" from side pot"))
                .filter(|_| has_one_each)?;
            let main = pick(text, numbers, Part::Body, |line| line.contains(" from main pot"))?;
            let amount = |line: &str| {
                amount_after(line, " collected ").map(|(start, end)| line[start..end].to_owned())
            };
            if amount(&text.lines[side]) == amount(&text.lines[main]) {
                return None;
            }
            let pot = |line: &str| line.rfind(" from ").map(|at| line[at..].to_owned());
            let (of_side, of_main) = (pot(&text.lines[side])?, pot(&text.lines[main])?);
            text.lines[side] = text.lines[side].replacen(&of_side, &of_main, 1);
            text.lines[main] = text.lines[main].replacen(&of_main, &of_side, 1);
            Some(())
        }),
    ]
}

fn moved_amount(amount: &str, is_up: bool) -> Option<String> {
    let places = amount.find('.').map_or(0, |dot| amount.len() - dot - 1);
    let digits: String = amount.chars().filter(char::is_ascii_digit).collect();
    let value: u64 = digits.parse().ok().filter(|value| *value > 1)?;
    let digits =
        format!("{:0width$}", if is_up { value + 1 } else { value - 1 }, width = places + 1);
    let (whole, rest) = digits.split_at(digits.len() - places);
    Some(if places > 0 { format!("{whole}.{rest}") } else { whole.to_owned() })
}

/// The longest name that a line starts with.
fn name_of<'a>(names: &'a [String], line: &str) -> Option<&'a String> {
    names.iter().filter(|name| line.starts_with(name.as_str())).max_by_key(|name| name.len())
}

/// One of the lines of a part that fit.
fn pick(
    text: &Text,
    numbers: &mut Numbers,
    part: Part,
    fits: impl Fn(&str) -> bool,
) -> Option<usize> {
    let summary = text.lines.iter().position(|line| line.starts_with("*** SUMMARY"))?;
    let seats = text.lines.iter().rposition(|line| line.contains(" in chips"))?.min(summary);
    let range = match part {
        Part::Seats => 0..seats + 1,
        Part::Body => seats + 1..summary,
        Part::Summary => summary..text.lines.len(),
    };
    // A name may hold the words of an act.
    let words = |at: usize| {
        let line = text.lines[at].as_str();
        let name = name_of(&text.names, line).filter(|_| part == Part::Body);
        &line[name.map_or(0, String::len)..]
    };
    // Chat may say anything, and a name may stand at the end of a return.
    let is_said = |at: usize| text.lines[at].contains(" said, \"");
    let fitting: Vec<usize> = range.filter(|at| !is_said(*at) && fits(words(*at))).collect();
    fitting.get(numbers.below(fitting.len())).copied()
}
