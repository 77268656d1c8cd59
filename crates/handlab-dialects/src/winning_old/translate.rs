//! Rewrites each line into the common form.

use super::OPENING;
use super::header::header;
use super::posts::all_in_posts;
use crate::lines::common_form::{Header, Names, between, lines};
use crate::lines::translate::Translator;
use crate::syntax::text::{before, rsplit_once, skip_all, split_once, write_line};

/// Follows the amount of a dead post.
const AS_DEAD: &str = ") as a dead bet";

/// What the summary says about a seat, as printed.
pub(super) struct Result {
    pub(super) name: String,
    pub(super) put_in: String,
    pub(super) collected: String,
}

/// State carried from earlier lines to later ones.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
pub(super) struct Lines<'a> {
    text: &'a str,
    header: Header<'a>,
    is_stud: bool,
    is_club: bool,
    is_dealt: bool,
    has_cards: bool,
    is_over: bool,
    is_ended: bool,
    names: Names<'a>,
    /// The known cards of each player: each line deals one.
    cards: Vec<(String, String)>,
    small_blind: String,
    /// Players who have posted a dead bet.
    dead: Vec<&'a str>,
    /// The posts that the all-ins before the cards are; `None` until the first of them.
    all_in_posts: Option<std::vec::IntoIter<&'static str>>,
    totals: String,
    results: Vec<Result>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Lines<'a> {
        let mut lines = lines(text);
        let time = lines.next().and_then(|line| line.strip_prefix(OPENING)).unwrap_or_default();
        let game = lines.next().unwrap_or_default();
        let mut header = header(time, game, text);
        let button = lines.next().and_then(|line| between(line, "Seat ", " is the button"));
        header.button = button.unwrap_or_default().into();
        Lines {
            text,
            is_stud: header.game.contains("Stud"),
            is_club: header.table.starts_with("PMS_"),
            header,
            is_dealt: false,
            has_cards: false,
            is_over: false,
            is_ended: false,
            names: Names::default(),
            cards: Vec::new(),
            small_blind: String::new(),
            dead: Vec::new(),
            all_in_posts: None,
            totals: String::new(),
            results: Vec::new(),
        }
    }

    pub(super) fn is_club(&self) -> bool {
        self.is_club
    }

    /// Whether the text includes the end of the hand.
    pub(super) fn is_ended(&self) -> bool {
        self.is_ended
    }

    /// Whether anyone received a card, known or not.
    pub(super) fn has_cards(&self) -> bool {
        self.has_cards
    }

    /// Empty if the summary's sums are all zero, as some tools print them.
    pub(super) fn results(&self) -> &[Result] {
        let is_counted =
            self.results.iter().any(|result| !result.put_in.trim_matches('0').is_empty());
        if is_counted { &self.results } else { &[] }
    }
}

impl<'a> Translator<'a> for Lines<'a> {
    fn header(&mut self, _: &'a str, out: &mut String) -> std::fmt::Result {
        self.header.write(out)
    }

    fn line(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        if self.is_over { self.summary(line, out) } else { self.body(line, out) }
    }

    fn end(&mut self, out: &mut String) -> std::fmt::Result {
        if !self.totals.is_empty() {
            write_line(out, ["*** SUMMARY ***\n", &self.totals])?;
        }
        Ok(())
    }
}

impl<'a> Lines<'a> {
    fn body(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        if line == "------ Summary ------" {
            self.is_over = true;
            return Ok(());
        }
        if let Some((number, name, stack)) = seat(line) {
            self.names.push(name);
            return write_line(
                out,
                ["Seat ", &number.to_string(), ": ", name, " (", stack, " in chips)"],
            );
        }
        if let Some(rest) = line.strip_prefix("Player ") {
            return match self.names.split(rest, " ") {
                Some((name, act)) => self.act(name, act, out),
                None => refuse_unknown_player(rest, out),
            };
        }
        if let Some(title) = line.strip_prefix("*** ") {
            return self.street(title, out);
        }
        // `Uncalled bet (20) returned to NAME`.
        if line.starts_with("Uncalled bet ") { write_line(out, [line]) } else { Ok(()) }
    }

    fn act(&mut self, name: &'a str, act: &'a str, out: &mut String) -> std::fmt::Result {
        if let Some(card) = between(act, "received card: [", "]") {
            self.has_cards = true;
            if !std::mem::replace(&mut self.is_dealt, true) {
                out.push_str("*** HOLE CARDS ***\n");
            }
            let place = self.cards.iter().position(|(known, _)| known == name);
            let place = place.unwrap_or_else(|| {
                self.cards.push((name.to_owned(), String::new()));
                self.cards.len() - 1
            });
            let cards = &mut self.cards[place].1;
            cards.push_str(card);
            cards.push(' ');
            return write_line(out, ["Dealt to ", name, " [", cards.trim_end(), "]"]);
        }
        let (verb, amount) = split_once(act, " (").unwrap_or((act, ""));
        let amount = amount.trim_end_matches([')', '.']);
        match verb {
            "has small blind" | "has big blind" => {
                if verb == "has small blind" {
                    amount.clone_into(&mut self.small_blind);
                }
                write_line(out, [name, ": posts ", skip_all(verb, "has "), " ", amount])
            }
            "ante" | "posts ante" => write_line(out, [name, ": posts ante ", amount]),
            "straddle" => write_line(out, [name, ": posts straddle ", amount]),
            "posts" if amount.ends_with(AS_DEAD) => {
                if !self.owes_no_more(name) {
                    self.dead.push(name);
                }
                write_line(out, [name, ": posts dead ", before(amount, AS_DEAD)])
            }
            "posts" if self.owes_no_more(name) => {
                write_line(out, [name, ": posts big blind ", amount])
            }
            // Live or dead: the amount of the poster's call shows which.
            "posts" if amount == self.small_blind => {
                write_line(out, [name, ": posts small blind ", amount])
            }
            "posts" => write_line(out, [name, ": posts small & big blinds ", amount]),
            "bring in" | "brings in" => write_line(out, [name, ": brings in for ", amount]),
            // For a seat that is `disconnected and ALL IN`: it keeps its chips and has no more turns.
            "allin" if amount.is_empty() => {
                write_line(out, [name, ": calls 0 and has reached the cap"])
            }
            "allin" => match self.all_in_post() {
                Some(post) => write_line(out, [name, ": posts ", post, " ", amount]),
                None => write_line(out, [name, ": raises ", amount, " and is all-in"]),
            },
            "caps" | "cap" => {
                write_line(out, [name, ": raises ", amount, " and has reached the cap"])
            }
            "received a card." => {
                self.has_cards = true;
                Ok(())
            }
            "mucks cards" | "sitting out" | "wait BB" => Ok(()),
            // `is timed out.`, `is disconnected and ALL IN.`
            _ if verb.starts_with("is ") => Ok(()),
            _ => write_line(out, [name, ": ", verb, " ", amount]),
        }
    }

    /// Whether a player has paid for a missed small blind on a separate line.
    fn owes_no_more(&self, name: &str) -> bool {
        self.dead.contains(&name)
    }

    /// What an all-in before the cards posts.
    fn all_in_post(&mut self) -> Option<&'static str> {
        if self.has_cards {
            return None;
        }
        let posts = || all_in_posts(self.text, &self.names).into_iter();
        self.all_in_posts.get_or_insert_with(posts).next()
    }

    /// Rewrites `TURN ***: [6d 7h 3h] [2c]`, `Third street ***`.
    fn street(&self, title: &str, out: &mut String) -> std::fmt::Result {
        const STREETS: [&str; 4] = ["Third", "Fourth", "Fifth", "Sixth"];
        let (name, cards) = split_once(title, " ***").unwrap_or((title, ""));
        let cards = cards.trim_start_matches([':', ' ']);
        let street = STREETS.iter().position(|street| name.starts_with(street));
        match street.filter(|_| self.is_stud) {
            // The cards of third street are dealt without a title, and the title with its number belongs to the next
            // street.
            Some(number) => write_line(out, ["*** Street ", &(number + 4).to_string(), " ***"]),
            None => write_line(out, ["*** ", name, " *** ", cards]),
        }
    }

    fn summary(&mut self, line: &str, out: &mut String) -> std::fmt::Result {
        if line.starts_with("Game ended at:") {
            self.is_ended = true;
        } else if let Some(totals) = line.strip_prefix("Pot: ") {
            self.totals = format!(
                "Total pot {}",
                totals.replace(". Rake ", " | Rake ").replace(". JP fee ", " | JP fee ")
            );
        } else if let Some(board) = line.strip_prefix("Board: ").filter(|_| !self.totals.is_empty())
        {
            self.totals.extend(["\nBoard ", board]);
        } else if let Some(rest) = line.trim_start_matches('*').strip_prefix("Player ") {
            let (front, sums) = rsplit_once(rest, "Bets: ").unwrap_or((rest, ""));
            let Some((name, act)) = self.names.split(front, " ") else {
                // Ignoring a payment to someone without a seat would lose chips.
                let is_paid = collected(sums).is_some();
                return if is_paid { write_line(out, [front, " collected 0"]) } else { Ok(()) };
            };
            if let Some(cards) = between(act, "[", "]") {
                out.push_str("*** SHOW DOWN ***\n");
                let verb = if act.starts_with("mucks") { "mucks" } else { "shows" };
                write_line(out, [name, ": ", verb, " [", cards, "]"])?;
            }
            let put_in = before(sums, ". ").trim_end_matches('.').to_owned();
            let collected = collected(sums);
            if let Some(amount) = collected {
                write_line(out, [name, " collected ", amount, " from pot"])?;
            }
            let collected = collected.unwrap_or("0").to_owned();
            self.results.push(Result { name: name.to_owned(), put_in, collected });
        }
        Ok(())
    }
}

/// What a player is paid in `80. Collects: 198.50. Wins: 118.50.`; `None` if nothing.
fn collected(sums: &str) -> Option<&str> {
    let mut sums = sums.split(". ").map(|sum| sum.trim_end_matches('.'));
    sums.find_map(|sum| sum.strip_prefix("Collects: ")).filter(|amount| *amount != "0")
}

/// Reads `Seat 1: NAME (1347.87).`
fn seat(line: &str) -> Option<(u8, &str, &str)> {
    let (number, rest) = split_once(line.strip_prefix("Seat ")?, ": ")?;
    let (name, stack) = rest.trim_end_matches('.').strip_suffix(')')?.rsplit_once(" (")?;
    Some((number.parse().ok()?, name, stack))
}

/// Refuses a line about a player without a seat, if it moves chips: the engine rejects an action of that name.
fn refuse_unknown_player(text: &str, out: &mut String) -> std::fmt::Result {
    let moves = text.strip_suffix(')').and_then(|text| rsplit_once(text, " (")).is_some();
    if moves { write_line(out, [text, ": raises 0"]) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_than_one_is_not_zero() {
        assert_eq!(collected("0.25. Collects: 0.50. Wins: 0.25."), Some("0.50"));
        assert_eq!(collected("80. Collects: 198.50. Wins: 118.50."), Some("198.50"));
        assert_eq!(collected("300. Collects: 0. Loses: 300."), None);
        assert_eq!(collected(""), None);
    }
}
