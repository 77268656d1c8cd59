//! Lines that are missing, doubled or moved.

use super::{Kind, Part, pick};

pub(super) fn kinds() -> Vec<Kind> {
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
        // Between a decision and the line of its own street there is no other street.
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
