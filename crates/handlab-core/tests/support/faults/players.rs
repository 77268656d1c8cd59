//! Lines that name another player.

use super::{Kind, Part, Text, name_of, pick};
use crate::numbers::Numbers;

pub(super) fn kinds() -> Vec<Kind> {
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
