//! Rewrites each line into the common form.

use super::split_header;
use crate::lines::acts::Acts;
use crate::lines::common_form::{
    Header, Names, between, has_digit, is_amount, lines, refuse_if_chips_move,
};
use crate::lines::translate::Translator;
use crate::syntax::text::{
    before, find, find_ignore_case, replace_first, rsplit_once, split_at_mark, split_once,
    strip_prefix_ignore_case, trim_start, write_line,
};

/// State carried from earlier lines to later ones.
pub(super) struct Lines<'a> {
    header: Header<'a>,
    is_shown: bool,
    names: Names<'a>,
    acts: Acts<'a>,
    rakes: Vec<&'a str>,
    /// Names and cards of the summary's seats; `None` before the summary.
    held: Option<Vec<(&'a str, &'a str)>>,
    /// Whether the site is `SwC`, and not another one with the same software.
    is_swc: bool,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Lines<'a> {
        let lines = lines(text);
        let field = |name: &str| lines.clone().find_map(|line| line.strip_prefix(name));
        let (id, time) = lines.clone().next().and_then(split_header).unwrap_or_default();
        let table = field("Table: ").unwrap_or_default();
        let max = table.split(' ').find_map(|word| word.strip_suffix("max"));
        let is_swc = field("Site: ").is_none_or(is_site_swc);
        let text = field("Game: ").unwrap_or_default();
        let unit = if is_swc { "mBTC " } else { "" };
        let price = price(text);
        let mut header = Header {
            id: id.into(),
            time: time.into(),
            // Tournament chips have no unit.
            game: game(text, if price.is_some() { "" } else { unit }).into(),
            table: table.into(),
            max_seats: max.unwrap_or_default().into(),
            is_tournament: price.is_some(),
            price: price
                .map_or(String::new(), |parts| {
                    // Amounts with a sign are those of another currency.
                    let [buy_in, fee] = parts.map(|part| {
                        if is_amount(part) { [unit, part].concat() } else { part.to_owned() }
                    });
                    [&buy_in, "+", &fee].concat()
                })
                .into(),
            ..Header::default()
        };
        let dealer = lines.clone().find_map(|line| line.strip_suffix(" has the dealer button"));
        let chair = dealer.and_then(|dealer| lines.filter_map(seat).find(|seat| seat.1 == dealer));
        header.button = chair.map_or("", |seat| seat.0).into();
        Lines {
            header,
            is_shown: false,
            names: Names::default(),
            acts: Acts::default(),
            rakes: Vec::new(),
            held: None,
            is_swc,
        }
    }

    pub(super) fn is_swc(&self) -> bool {
        self.is_swc
    }

    /// The names and the cards of the seats that the summary lists: all of them in a log of the room itself.
    pub(super) fn held(&self) -> &[(&'a str, &'a str)] {
        self.held.as_deref().unwrap_or_default()
    }

    /// The rake taken from each pot.
    pub(super) fn rakes(&self) -> &[&'a str] {
        &self.rakes
    }
}

impl<'a> Translator<'a> for Lines<'a> {
    fn acts(&self) -> &Acts<'a> {
        &self.acts
    }

    fn header(&mut self, _: &'a str, out: &mut String) -> std::fmt::Result {
        self.header.write(out)
    }

    fn end(&mut self, out: &mut String) -> std::fmt::Result {
        if !self.rakes.is_empty() {
            out.push_str("*** SUMMARY ***\n");
        }
        Ok(())
    }

    fn line(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        // A player's name may look like the start of any other line.
        if ["** ", "Seat ", "Dealt to ", "Rake ("].iter().any(|start| line.starts_with(start))
            && let Some((name, act)) = self.names.split_act(line)
        {
            return self.act(name, act, out);
        }
        if let Some((number, name, rest)) = seat(line) {
            if let Some(held) = &mut self.held {
                held.extend(between(rest, "[", "]").map(|cards| (name, cards)));
                return Ok(());
            }
            self.names.push(name);
            let (stack, tail) = split_at_mark(rest, b')').unwrap_or((rest, ""));
            return write_line(out, ["Seat ", number, ": ", name, " (", stack, " in chips)", tail]);
        }
        // The pot and what each player put in may follow.
        if let Some((rake, _)) = line.strip_prefix("Rake (").and_then(|rake| split_once(rake, ")"))
            && is_amount(rake)
        {
            self.rakes.push(rake);
            return Ok(());
        }
        if line.starts_with("** ") {
            if line.starts_with("** Hole Cards **") {
                return write_line(out, ["*** HOLE CARDS ***"]);
            }
            if line.starts_with("** Summary **") {
                self.held = Some(Vec::new());
                return Ok(());
            }
            if find(line, "Show Down").is_none() {
                return write_line(out, ["*", &replace_first(line, " **", " ***")]);
            }
            let is_first = !std::mem::replace(&mut self.is_shown, true);
            return if is_first { write_line(out, ["*** SHOW DOWN ***"]) } else { Ok(()) };
        }
        if line.starts_with("Dealt to ") {
            return write_line(out, [line]);
        }
        match self.names.split(line, " ") {
            Some((name, act)) => self.act(name, act, out),
            None => refuse_unknown_player(line, out),
        }
    }
}

impl<'a> Lines<'a> {
    fn act(&mut self, name: &'a str, act: &'a str, out: &mut String) -> std::fmt::Result {
        let (act, all_in) = match act.strip_suffix(" (All-in)") {
            Some(act) => (act, " and is all-in"),
            None => (act, ""),
        };
        if let Some(amount) = act.strip_prefix("refunded ") {
            return write_line(out, ["Uncalled bet (", amount, ") returned to ", name]);
        }
        if let Some(won) = act.strip_prefix("wins ").or_else(|| act.strip_prefix("splits ")) {
            let Some(amount) = between(won, "(", ")") else { return Ok(()) };
            let pot = before(won, " (");
            // In a split game `Hi Side Pot 1`.
            let named =
                |name: &str| find_ignore_case(pot, name).map(|at| pot[at + name.len()..].trim());
            let (pot, number) = match (named("main pot"), named("side pot")) {
                (Some(_), _) => ("main pot", ""),
                (None, Some("")) => ("side pot", ""),
                (None, Some(number)) => ("side pot-", number),
                (None, None) => ("pot", ""),
            };
            return write_line(out, [name, " collected ", amount, " from ", pot, number]);
        }
        if let Some(place) = act.strip_prefix("finishes tournament in place #") {
            let (place, prize) = split_once(place, " and wins ").unwrap_or((place, ""));
            let received = if prize.is_empty() { "" } else { " and received " };
            return write_line(
                out,
                [name, " finished the tournament in ", place, "th place", received, prize],
            );
        }
        let (verb, _) = split_at_mark(act, b' ').unwrap_or((act, ""));
        match verb {
            "has" | "adds" | "is" | "sits" => Ok(()),
            _ if all_in.is_empty() && self.acts.push_plain(name, act, out) => Ok(()),
            _ => write_line(out, [name, ": ", act, all_in]),
        }
    }
}

/// Reads `Seat 3: NAME (139.08) - sitting out`.
fn seat(line: &str) -> Option<(&str, &str, &str)> {
    let (number, rest) = split_once(line.strip_prefix("Seat ")?, ": ")?;
    number.parse::<u8>().ok()?;
    let (name, rest) = rsplit_once(rest, " (")?;
    Some((number, trim_start(name), rest))
}

/// Reads `NL Hold'em (20 - 100) - Blinds 0.50/1`, with amounts in `unit`.
fn game(text: &str, unit: &str) -> String {
    let (game, stakes) =
        rsplit_once(text, ") - ").or_else(|| rsplit_once(text, " - ")).unwrap_or((text, ""));
    let game = before(game, " (");
    // A comma separates the two, or thousands: `Blinds 5,000/10,000`.
    let mut words = stakes.split(' ').map(|word| word.trim_end_matches(','));
    let blinds = words.find(|word| word.contains('/')).unwrap_or_default();
    let (small, big) = blinds.split_once('/').unwrap_or((blinds, ""));
    // `Blinds 0.50/1 - Ante 0.10`, with any separator.
    let ante = match words.find(|word| word.eq_ignore_ascii_case("ante")).and(words.next()) {
        Some(ante) => [" - Ante ", unit, ante].concat(),
        None => String::new(),
    };
    [game, " (", unit, small, "/", unit, big, &ante, ")"].concat()
}

/// Reads the price and the fee of `NL Hold'em (0.95+0.05) - Blinds 10/20` or `NL Hold'em ($10+$1) - ...`: a cash table has
/// the range of stacks there.
fn price(text: &str) -> Option<[&str; 2]> {
    let (buy_in, fee) = between(text, "(", ")")?.split_once('+')?;
    let (buy_in, fee) = (buy_in.trim(), fee.trim());
    (has_digit(buy_in) && has_digit(fee)).then_some([buy_in, fee])
}

/// Whether a name is one of `SwC`'s.
fn is_site_swc(name: &str) -> bool {
    ["Seals", "SwC"].iter().any(|known| strip_prefix_ignore_case(name.trim(), known).is_some())
}

/// Refuses a line about a player without a seat, if it moves chips: the engine rejects an action of that name.
fn refuse_unknown_player(line: &str, out: &mut String) -> std::fmt::Result {
    const ACTS: [&str; 6] = [" posts ", " calls ", " bets ", " raises to ", " wins ", " splits "];
    refuse_if_chips_move(line, &ACTS, |name, rest| !name.contains(':') && has_digit(rest), out)
}

#[cfg(test)]
mod tests {
    use super::game;

    #[test]
    fn a_comma_in_the_blinds_separates_thousands() {
        for (stakes, wanted) in [
            ("Blinds 5,000/10,000", "(5,000/10,000)"),
            ("Blinds 5,000/10,000, Ante 1,000", "(5,000/10,000 - Ante 1,000)"),
            ("Blinds 0.50/1 - Ante 0.10", "(0.50/1 - Ante 0.10)"),
        ] {
            let text = ["NL Hold'em (20 - 100) - ", stakes].concat();
            assert_eq!(game(&text, ""), ["NL Hold'em ", wanted].concat());
        }
    }
}
