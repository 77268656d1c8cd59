//! Faults in a hand's text, one kind at a time: one amount, card, name or line is changed.

use crate::numbers::Numbers;

mod amounts;
mod cards;
mod lines;
mod marks;
mod payments;
mod players;

/// The text of a hand, line by line.
#[derive(Clone, PartialEq)]
pub(crate) struct Text {
    pub(crate) lines: Vec<String>,
    /// Names of the players at the table.
    pub(crate) names: Vec<String>,
}

/// Adds the fault; `None` if the text has no place for it.
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
    [
        amounts::kinds(),
        cards::kinds(),
        players::kinds(),
        lines::kinds(),
        marks::kinds(),
        payments::kinds(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[derive(Clone, Copy, PartialEq)]
enum Part {
    Seats,
    Body,
    Summary,
}

/// The longest name that a line starts with.
fn name_of<'a>(names: &'a [String], line: &str) -> Option<&'a String> {
    names.iter().filter(|name| line.starts_with(name.as_str())).max_by_key(|name| name.len())
}

/// A random line of a part, accepted by `fits`.
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
    // A name may contain the words of an action.
    let words = |at: usize| {
        let line = text.lines[at].as_str();
        let name = name_of(&text.names, line).filter(|_| part == Part::Body);
        &line[name.map_or(0, String::len)..]
    };
    // Chat may contain anything, and the line of a returned bet may end with a name.
    let is_said = |at: usize| text.lines[at].contains(" said, \"");
    let fitting: Vec<usize> = range.filter(|at| !is_said(*at) && fits(words(*at))).collect();
    fitting.get(numbers.below(fitting.len())).copied()
}
