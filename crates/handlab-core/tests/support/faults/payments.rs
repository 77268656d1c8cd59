//! Payments that were moved, in the body and in the summary alike.

use super::amounts::{amount_after, moved_amount};
use super::{Kind, Part, name_of, pick};

pub(super) fn kinds() -> Vec<Kind> {
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
            // The summary must agree: the two outcomes change places.
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
