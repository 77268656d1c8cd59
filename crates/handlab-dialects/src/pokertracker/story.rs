//! Rewrites each sentence of Microgaming's exports into the common form.

use super::story_head::{Seat, header, money, seat};
use crate::lines::acts::{Acts, Deed};
use crate::lines::common_form::{Header, Names, lines};
use crate::lines::translate::Translator;
use crate::syntax::text::{rsplit_once, skip_all, split_once, write_line};

/// State carried from earlier lines to later ones.
pub(super) struct Lines<'a> {
    header: Header<'a>,
    has_end: bool,
    /// The header's small and big blind, and whether they have been posted; once cards are dealt, no more posts follow.
    blinds: [Option<i64>; 2],
    is_posted: [bool; 2],
    /// Whether the only blind is that of a player with no more chips: a big one, since a small one may be missing.
    is_lone_blind_short: bool,
    /// Whether there are antes, and who has posted one.
    has_antes: bool,
    have_paid: Vec<&'a str>,
    names: Names<'a>,
    acts: Acts<'a>,
    stacks: Vec<(String, String)>,
    /// As printed.
    rake: Option<&'a str>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Lines<'a> {
        let mut lines = lines(text);
        let first = lines.next().unwrap_or_default();
        let (mut header, blinds) = header(lines.next().unwrap_or_default(), text);
        let (front, time) = split_once(first, " starting - ").unwrap_or((first, ""));
        let id = front.split(' ').find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        header.id = id.unwrap_or_default().into();
        header.time = time.into();
        let dealer = lines.find(|line| line.ends_with("[Dealer]") && seat(line).is_some());
        if let Some(seat) = dealer.and_then(seat) {
            header.button = seat.number.into();
        }
        Lines {
            header,
            has_end: false,
            blinds,
            is_posted: [false; 2],
            is_lone_blind_short: is_lone_blind_short(text),
            has_antes: text.contains(" posted the ante - "),
            have_paid: Vec::new(),
            names: Names::default(),
            acts: Acts::default(),
            stacks: Vec::new(),
            rake: None,
        }
    }

    /// The rake as printed, if it is.
    pub(super) fn rake(&self) -> Option<&'a str> {
        self.rake
    }

    /// Each player's ending stack, as printed.
    pub(super) fn stacks(&self) -> &[(String, String)] {
        &self.stacks
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
        if self.has_end {
            out.push_str("*** SUMMARY ***\n");
        }
        Ok(())
    }

    fn line(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        let line = line.trim();
        if let Some(Seat { name, number, stack, end, is_out }) = seat(line) {
            self.names.push(name);
            if let Some(end) = end {
                self.stacks.push((name.to_owned(), end.to_owned()));
            }
            let note = if is_out { " in chips) is sitting out" } else { " in chips)" };
            return write_line(out, ["Seat ", number, ": ", name, " (", stack, note]);
        }
        if let Some(dealing) = line.strip_prefix("** Dealing ") {
            self.is_posted = [true; 2];
            let (what, cards) = rsplit_once(dealing, ": ").unwrap_or((dealing, ""));
            let cards = cards_of(cards);
            let owner = split_once(what, " to ").map(|(_, name)| name);
            if let Some(name) = owner {
                return write_line(out, ["*** HOLE CARDS ***\nDealt to ", name, " [", &cards, "]"]);
            }
            let street = skip_all(what, "the ").to_ascii_uppercase();
            return write_line(out, ["*** ", &street, " *** [", &cards, "]"]);
        }
        if let Some(rake) = line.strip_prefix("Rake: ").filter(|rake| money(rake).is_some()) {
            self.rake = Some(rake);
            return Ok(());
        }
        if line.starts_with("End of game ") || line.starts_with("End of hand ") {
            self.has_end = true;
            return Ok(());
        }
        if let Some((name, cards)) = self.names.split(line, " shows: ") {
            return write_line(out, [name, ": shows [", &cards_of(cards), "]"]);
        }
        let Some((name, act)) = self.names.split(line, " ") else {
            return refuse_unknown_player(line, out);
        };
        self.act(name, act, out)
    }
}

impl<'a> Lines<'a> {
    /// Whether cards have not been dealt yet, and others post antes but this player has not.
    fn owes_ante(&self, name: &str) -> bool {
        self.has_antes && self.is_posted != [true; 2] && !self.have_paid.contains(&name)
    }

    fn act(&mut self, name: &'a str, act: &'a str, out: &mut String) -> std::fmt::Result {
        let (verb, amount) = match split_once(act, " - ") {
            Some((verb, amount)) => (verb, amount.trim()),
            None => (act, ""),
        };
        if let Some(post) = verb.strip_prefix("posted ") {
            let post = skip_all(post, "the ").trim_start_matches("a ");
            if post == "ante" {
                self.have_paid.push(name);
            }
            return self.post(name, post, amount, out);
        }
        if let Some(to) = verb.strip_prefix("raised to ") {
            return write_line(out, [name, ": raises to ", to]);
        }
        if let Some(won) = verb.strip_prefix("wins ") {
            self.has_end = true;
            return write_line(out, [name, " collected ", won]);
        }
        match verb {
            "folded" => self.acts.push(name, Deed::Fold, "", out),
            "checked" => self.acts.push(name, Deed::Check, "", out),
            "called" => self.acts.push(name, Deed::Call, amount, out),
            "bet" => self.acts.push(name, Deed::Bet, amount, out),
            "raised" => write_line(out, [name, ": raises to ", amount]),
            // Before the deal it is the ante or blind of a player with no more chips.
            "went all-in" if self.owes_ante(name) => self.post(name, "ante", amount, out),
            "went all-in" if self.is_posted != [true; 2] => {
                let is_big = self.is_posted[0] || self.is_lone_blind_short;
                let blind = if is_big { "big blind" } else { "small blind" };
                self.post(name, blind, amount, out)
            }
            "went all-in" => write_line(out, [name, ": calls ", amount, " and is all-in"]),
            // `mucks: K of d, A of c`; a player who folded before may muck without cards.
            _ if verb.starts_with("mucks") => match split_once(verb, ": ") {
                Some((_, cards)) => write_line(out, [name, ": mucks [", &cards_of(cards), "]"]),
                None => Ok(()),
            },
            _ => write_line(out, [name, ": ", act]),
        }
    }
}

impl Lines<'_> {
    fn post(&mut self, name: &str, post: &str, amount: &str, out: &mut String) -> std::fmt::Result {
        let [small, big] = self.blinds;
        let post = match post {
            "small blind" => {
                self.is_posted[0] = true;
                post
            }
            "big blind" => {
                self.is_posted[1] = true;
                post
            }
            // As with an unnamed post in `colon`, the poster's call shows whether it is live.
            "to play" if money(amount) == small => "small blind",
            "to play" if money(amount) > big => "small & big blinds",
            "to play" => "big blind",
            _ => post,
        };
        write_line(out, [name, ": posts ", post, " ", amount])
    }
}

/// Whether one player goes all-in before the deal, and no blind is posted.
fn is_lone_blind_short(text: &str) -> bool {
    let opening = lines(text).take_while(|line| !line.starts_with("** Dealing "));
    let (mut short, mut posted) = (0, 0);
    for line in opening {
        short += usize::from(split_once(line, " went all-in - ").is_some());
        posted += usize::from(split_once(line, " blind - ").is_some());
    }
    (short, posted) == (1, 0)
}

/// Rewrites `A of c, 10 of d` as `Ac10d`, and what the site's own logs of 2005 wrote, `Ace of Clubs, 10 of Diamonds`.
fn cards_of(text: &str) -> String {
    let mut cards = String::with_capacity(text.len());
    for card in text.trim().split(',') {
        let (rank, suit) = split_once(card, " of ").unwrap_or((card, ""));
        cards.push_str(letter_of(rank.trim(), &RANKS));
        cards.push_str(letter_of(suit.trim(), &SUITS));
    }
    cards
}

const RANKS: [(&str, &str); 4] = [("Ace", "A"), ("King", "K"), ("Queen", "Q"), ("Jack", "J")];
const SUITS: [(&str, &str); 4] =
    [("Clubs", "c"), ("Diamonds", "d"), ("Hearts", "h"), ("Spades", "s")];

/// The letter for a word; any other text as it is.
fn letter_of<'a>(text: &'a str, words: &[(&'a str, &'a str)]) -> &'a str {
    let known = words.iter().find(|(word, _)| word.eq_ignore_ascii_case(text));
    known.map_or(text, |(_, letter)| letter)
}

/// Refuses a line about a player without a seat, if it moves chips: the engine rejects an action of that name.
fn refuse_unknown_player(line: &str, out: &mut String) -> std::fmt::Result {
    const ACTS: [&str; 6] =
        [" posted ", " called - ", " bet - ", " raised ", " went all-in", " wins "];
    let found = ACTS.iter().find_map(|act| split_once(line, act));
    match found {
        Some((name, _)) if !line.starts_with('*') => write_line(out, [name, ": raises 0"]),
        _ => Ok(()),
    }
}
