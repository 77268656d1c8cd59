//! The lines of a summary that address its owner: `You finished in 3rd place`,
//! `You made 2 rebuys and 1 addons for a total of`.

use super::money::{self, Printed};

/// What a line that starts with `You ` reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct OwnerLine<'a> {
    pub(super) place: Option<u32>,
    pub(super) prize: Option<Printed<'a>>,
    pub(super) bounties: Option<Printed<'a>>,
    pub(super) re_entries: Option<u32>,
    pub(super) rebuys: Option<u32>,
    pub(super) add_ons: Option<u32>,
    /// The total cost of this line's re-entries, rebuys and add-ons.
    pub(super) total: Option<Printed<'a>>,
}

/// Reads a line that starts with `You `; `None` if it contains nothing known.
pub(super) fn read(line: &str) -> Option<OwnerLine<'_>> {
    let rest = strip_prefix(line, "you ")?;
    let mut found = OwnerLine::default();
    if let Some(rest) = strip_prefix(rest, "finished ") {
        let (_, place) = rest.split_once("in ")?;
        let digits = place.bytes().take_while(|b| b.is_ascii_digit() || *b == b',').count();
        found.place = Some(place[..digits].replace(',', "").parse().ok()?);
        let received = rest.split_once("received ").and_then(|(_, prize)| amount(prize));
        let award = || rest.split_once(" won the race and a ")?.1.split_once(" award ");
        found.prize = received.or_else(|| amount(award()?.0));
        return Some(found);
    }
    if let Some(text) = ["received ", "won ", "earned ", "collected "]
        .iter()
        .find_map(|verb| strip_prefix(rest, verb))
    {
        let is_bounty = ["bount", "eliminat", "knock"].iter().any(|word| contains(text, word));
        // `You collected 3 bounties for a total of $7.50`
        let text = text.split_once(" for a total of ").map_or(text, |(_, total)| total);
        let amount = Some(amount(text)?);
        *(if is_bounty { &mut found.bounties } else { &mut found.prize }) = amount;
        return Some(found);
    }
    read_purchases(rest, &mut found).then_some(found)
}

/// Reads `made 5 rebuys, 1 addons and 2 re-entries for a total of USD 3,180.00.` and
/// `re-entered the tournament 2 times`.
fn read_purchases<'a>(text: &'a str, found: &mut OwnerLine<'a>) -> bool {
    let (counts, total) = text.split_once(" for a total of ").unwrap_or((text, ""));
    let mut number = None;
    let mut has_re_entered = false;
    for word in counts.split([' ', ',', '.']).filter(|word| !word.is_empty()) {
        let word: String = word.to_lowercase().replace('-', "");
        if let Ok(count) = word.parse::<u32>() {
            number = Some(count);
        } else if word.starts_with("rebuy") || word.starts_with("rebought") {
            found.rebuys = number.take().or(found.rebuys);
        } else if word.starts_with("addon") {
            found.add_ons = number.take().or(found.add_ons);
        } else if word.starts_with("reentr") {
            found.re_entries = number.take().or(found.re_entries);
        } else if word.starts_with("reentered") {
            has_re_entered = true;
        } else if has_re_entered && word.starts_with("time") {
            found.re_entries = number.take().or(found.re_entries);
        } else if has_re_entered && matches!(word.as_str(), "once" | "twice") {
            found.re_entries = Some(if word == "once" { 1 } else { 2 });
        }
    }
    if has_re_entered {
        found.re_entries = found.re_entries.or(Some(1));
    }
    // If only rebuys or only add-ons are printed, there were none of the other.
    if found.rebuys.is_some() || found.add_ons.is_some() {
        found.rebuys = found.rebuys.or(Some(0));
        found.add_ons = found.add_ons.or(Some(0));
    }
    found.total = amount(total);
    found.rebuys.is_some() || found.re_entries.is_some()
}

/// The amount at the start of a text: `$12.50 for eliminating players`, `$20.00.`
fn amount(text: &str) -> Option<Printed<'_>> {
    let text = text.trim().trim_end_matches('.');
    let end = [" for ", " in ", " from ", " and "].iter().filter_map(|word| text.find(word)).min();
    money::read(end.map_or(text, |end| &text[..end]))
}

fn strip_prefix<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let front = text.get(..prefix.len())?;
    front.eq_ignore_ascii_case(prefix).then(|| text[prefix.len()..].trim_start())
}

fn contains(text: &str, word: &str) -> bool {
    text.to_ascii_lowercase().contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_prizes_and_bounties_are_distinguished() {
        let found = |line: &'static str| {
            let found = read(line).expect(line);
            let minor = |amount: Option<Printed<'_>>| amount.map(|amount| amount.minor);
            (found.place, minor(found.prize), minor(found.bounties))
        };
        assert_eq!(
            found("You finished in 8th place (eliminated at hand #1)."),
            (Some(8), None, None)
        );
        assert_eq!(
            found("You finished the tournament in 1,208th place."),
            (Some(1208), None, None)
        );
        let won = "You finished in 1st place and received $20.00.";
        assert_eq!(found(won), (Some(1), Some(2000), None));
        let race = "You finished in 1st place. You won the race and a $60 award has been credited to your Stars Account.";
        assert_eq!(found(race), (Some(1), Some(6000), None));
        let next =
            "You finished in 1st place. You started with a value of $0.90 and finished with $1.35.";
        assert_eq!(found(next), (Some(1), None, None));
        assert_eq!(found("You received $15.00."), (None, Some(1500), None));
        assert_eq!(found("You received $12.50 for eliminating players"), (None, None, Some(1250)));
        assert_eq!(found("You earned $12.00 in bounty awards."), (None, None, Some(1200)));
        let total = "You collected 3 bounties for a total of $7.50.";
        assert_eq!(found(total), (None, None, Some(750)));
    }

    #[test]
    fn purchases_are_counted_by_their_words() {
        let found = |line: &'static str| {
            let found = read(line).expect(line);
            let total = found.total.map(|total| total.minor);
            (found.re_entries, found.rebuys, found.add_ons, total)
        };
        let both = "You made 5 rebuys and 1 addons for a total of USD 3,180.00.";
        assert_eq!(found(both), (None, Some(5), Some(1), Some(318_000)));
        assert_eq!(found("You made 1 add-on."), (None, Some(0), Some(1), None));
        assert_eq!(
            found("You made 1 re-entries for a total of $0.55."),
            (Some(1), None, None, Some(55))
        );
        let all = "You made 2 re-buys, 1 add-ons and 3 Re-Entries for a total of €12,50";
        assert_eq!(found(all), (Some(3), Some(2), Some(1), Some(1250)));
        assert_eq!(found("You re-entered the tournament 2 times."), (Some(2), None, None, None));
        assert_eq!(found("You re-entered once."), (Some(1), None, None, None));
        assert_eq!(found("You re-entered."), (Some(1), None, None, None));
    }

    #[test]
    fn other_sentences_say_nothing() {
        for line in ["You are invited", "You made a note", "You won", "You", "Your place is 3"] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
