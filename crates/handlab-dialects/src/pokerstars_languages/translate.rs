//! Rewrites the lines before the summary.

use std::borrow::Cow;

use super::header::{amounts, is_amount_start};
use super::{Language, summary};
use crate::lines::acts::{Acts, Deed};
use crate::lines::common_form::Names;
use crate::lines::translate::Translator;
use crate::syntax::text::{
    find, rfind, rsplit_once, split_number, split_once, trim_start, write_line,
};

/// State carried from earlier lines to later ones.
pub(super) struct Lines<'a> {
    language: &'a Language,
    names: Names<'a>,
    acts: Acts<'a>,
    is_over: bool,
}

impl<'a> Lines<'a> {
    pub(super) fn new(language: &'a Language) -> Lines<'a> {
        Lines { language, names: Names::default(), acts: Acts::default(), is_over: false }
    }
}

impl<'a> Translator<'a> for Lines<'a> {
    fn acts(&self) -> &Acts<'a> {
        &self.acts
    }

    fn line(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        let language = self.language;
        if let Some(header) = language.header_of(line) {
            return write_line(out, [&header]);
        }
        if let Some(title) = line.strip_prefix("*** ").filter(|_| !self.is_of_player(line)) {
            return self.title(title, out);
        }
        if self.is_over {
            return summary::rewrite(language, &self.names, line, out);
        }
        let seat = language.seat.iter().find_map(|word| line.strip_prefix(word));
        if let Some((number, name, stack, tail)) = seat.and_then(|seat| language.seat_of(seat)) {
            self.names.push(name);
            return write_line(
                out,
                ["Seat ", number, ": ", name, " (", &amounts(stack), " in chips", &tail],
            );
        }
        if let Some(table) = line.strip_prefix(language.table).filter(|_| self.names.is_empty()) {
            return write_line(out, ["Table ", &language.table_of(table)]);
        }
        if let Some((name, act)) = self.act(line) {
            return language.act_of(name, trim_start(act), &mut self.acts, out);
        }
        if let Some((amount, name)) = self.uncalled(line) {
            return write_line(out, ["Uncalled bet (", &amounts(amount), ") returned to ", name]);
        }
        if let Some((name, cards)) = self.dealt(line) {
            return write_line(out, ["Dealt to ", name, " [", cards]);
        }
        let (before, after) = language.finished;
        let titled = before.iter().find_map(|title| line.strip_prefix(title));
        let of_player = titled.and_then(|rest| self.names.split(rest, " "));
        let Some((name, rest)) = of_player.or_else(|| self.names.split(line, " ")) else {
            return write_line(out, [line]);
        };
        match after.iter().find_map(|words| rest.strip_prefix(words)) {
            Some(place) => language.finish(name, place, out),
            None => language.notice(name, rest, out),
        }
    }
}

impl<'a> Lines<'a> {
    /// Rewrites `CARTES FERMÉES ***`.
    fn title(&mut self, title: &str, out: &mut String) -> std::fmt::Result {
        let known = self.language.titles.iter().find_map(|(words, english)| {
            title.strip_prefix(words).filter(|rest| rest.starts_with(" ***")).zip(Some(*english))
        });
        let (rest, words) = known.unwrap_or((title, ""));
        self.is_over |= words == "SUMMARY" || title.starts_with("SUMMARY ");
        write_line(out, ["*** ", words, rest])
    }

    /// Whether a line is about a player, who may be called `*** FLOP ***`.
    fn is_of_player(&self, line: &'a str) -> bool {
        let notice = self.names.split(line, " ");
        notice.map_or_else(|| self.act(line).is_some(), |(_, rest)| !rest.starts_with('['))
    }

    /// The player and action of `NAME : passe`, with any space before the colon.
    fn act(&self, line: &'a str) -> Option<(&'a str, &'a str)> {
        // Most lines about no one have no colon.
        memchr::memchr(b':', line.as_bytes())?;
        [":", " :", "\u{a0}:", "\u{202f}:"].iter().find_map(|mark| self.names.split(line, mark))
    }

    fn uncalled(&self, line: &'a str) -> Option<(&'a str, &'a str)> {
        let [before, between] = self.language.uncalled;
        if before.is_empty() {
            return self.amount_and_player(line);
        }
        let (amount, name) = split_once(line.strip_prefix(before)?, between)?;
        // A full stop may end the line.
        Some((amount, self.names.split(name, "").map_or(name, |(name, _)| name)))
    }

    /// An amount in brackets and the player after it, in a line that does not start with a player.
    fn amount_and_player(&self, line: &'a str) -> Option<(&'a str, &'a str)> {
        let (front, rest) = split_once(line, "(")?;
        let (amount, rest) = split_once(rest, ") ")?;
        let is_amount = amount.bytes().any(|byte| byte.is_ascii_digit());
        if !is_amount || front.is_empty() || self.names.split(line, " ").is_some() {
            return None;
        }
        let words = memchr::memchr_iter(b' ', rest.as_bytes()).map(|space| space + 1);
        let player =
            std::iter::once(0).chain(words).find_map(|at| self.names.split(&rest[at..], ""));
        player.map(|(name, _)| (amount, name))
    }

    fn dealt(&self, line: &'a str) -> Option<(&'a str, &'a str)> {
        let of_name = |text: &'a str| self.names.split(text, " [");
        let first = self.language.is_dealt;
        let name_last =
            self.language.dealt.iter().find_map(|words| line.strip_prefix(words).and_then(of_name));
        name_last.or_else(|| self.names.split(line, first).filter(|_| !first.is_empty()))
    }
}

impl Language {
    /// The number, name and stack of `1 : NAME (2.21 € en jetons)`, and what follows.
    fn seat_of<'a>(&self, text: &'a str) -> Option<(&'a str, &'a str, &'a str, String)> {
        let (number, rest) = split_number(text)?;
        let rest = trim_start(rest);
        let (at, chips) = self.chips.iter().find_map(|chips| Some((rfind(rest, chips)?, chips)))?;
        let (name, stack) = rsplit_once(&rest[..at], "(")?;
        let (bounty, tail) = split_once(&rest[at + chips.len()..], ")")?;
        let bounty = bounty_of(bounty)?;
        let note = self.seat_notes.iter().find(|(words, _)| find(tail, words).is_some());
        let tail = note.map_or_else(|| tail.to_owned(), |(_, english)| format!(" {english}"));
        let tail = [&bounty, ")", &tail].concat();
        Some((number.trim(), name.trim_end(), stack, tail))
    }

    /// `'NAME' 6-max Seat #3 is the button`.
    fn table_of(&self, text: &str) -> String {
        let text = text.replacen(
            self.play_money,
            "(Play Money)",
            usize::from(!self.play_money.is_empty()),
        );
        let button = self.button.iter().find_map(|words| rsplit_once(&text, words));
        let Some((front, rest)) = button else { return text };
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        format!("{front}Seat #{} is the button", &rest[..digits])
    }

    /// Rewrites a player's action: the text after the name.
    fn act_of<'a>(
        &self,
        name: &'a str,
        act: &'a str,
        acts: &mut Acts<'a>,
        out: &mut String,
    ) -> std::fmt::Result {
        let (act, all_in) = match act.strip_suffix(self.all_in) {
            Some(act) if !self.all_in.is_empty() => (act, " and is all-in"),
            _ => (act, ""),
        };
        let known = self.acts.iter().find_map(|(words, english)| {
            let rest = act.strip_prefix(words)?;
            let is_whole =
                english.ends_with(' ') || rest.is_empty() || rest.starts_with([' ', '.']);
            (is_whole || words.ends_with('[')).then_some((rest, *english))
        });
        // In German bets and posts have the same verb.
        let known =
            known.filter(|(_, verb)| *verb != "bets " || self.both_blinds_of(act).is_none());
        let posted = || ante_of(act).or_else(|| self.both_blinds_of(act));
        let Some((rest, english)) = known.or_else(posted) else {
            return write_line(out, [name, ": ", act, all_in]);
        };
        if english.ends_with(' ') {
            let rest = match amounts(rest.trim()) {
                Cow::Borrowed(amount) if all_in.is_empty() && english == "calls " => {
                    return acts.push(name, Deed::Call, amount, out);
                }
                Cow::Borrowed(amount) if all_in.is_empty() && english == "bets " => {
                    return acts.push(name, Deed::Bet, amount, out);
                }
                rest => rest,
            };
            let to = if english == "raises " { split_once_at(&rest, self.to) } else { None };
            return match to {
                Some((by, to)) => write_line(out, [name, ": raises ", by, " to ", to, all_in]),
                None => write_line(out, [name, ": ", english, &rest, all_in]),
            };
        }
        // Only cards are read from what follows.
        let bracket = if english.ends_with('[') {
            Some(rest)
        } else {
            split_once(rest, "[").map(|(_, rest)| rest)
        };
        match bracket.and_then(|rest| rest.split_once(']')) {
            Some((cards, _)) => {
                let verb = english.trim_end_matches(['[', ' ']);
                write_line(out, [name, ": ", verb, " [", cards, "]"])
            }
            None if english == "folds" => acts.push(name, Deed::Fold, "", out),
            None if english == "checks" => acts.push(name, Deed::Check, "", out),
            None => write_line(out, [name, ": ", english]),
        }
    }

    /// The amount of a post of both blinds: the words by which the lines of the two blinds differ are both before it,
    /// whatever the verb and the ending: `met les petite et grosse blinds. 0.03 €`.
    fn both_blinds_of<'a>(&self, act: &'a str) -> Option<(&'a str, &'static str)> {
        let phrase = |wanted| self.acts.iter().find(|(_, english)| *english == wanted);
        let (small, _) = phrase("posts small blind ")?;
        let (big, _) = phrase("posts big blind ")?;
        let (words, amount) = act.split_at(act.find(is_amount_start)?);
        let has_own = |phrase: &str, other: &str| {
            let own = phrase.split(' ').find(|word| !other.split(' ').any(|known| known == *word));
            own.is_some_and(|word| find(words, word).is_some())
        };
        (words.ends_with(' ') && has_own(small, big) && has_own(big, small))
            .then_some((amount, "posts small & big blinds "))
    }

    /// Rewrites a line about a player without a colon: payments, chat, the end of a tournament.
    fn notice(&self, name: &str, rest: &str, out: &mut String) -> std::fmt::Result {
        let (verb, of) = self.collected;
        let collected = rest.strip_prefix(verb);
        let collected = |of: &&str| collected.and_then(|rest| split_once(rest, of));
        if let Some((amount, pot)) = of.iter().find_map(collected) {
            // In French the word that names the pot follows the amount, after two spaces.
            let (amount, word) = split_once(amount, "  ").unwrap_or((amount, ""));
            let pot = self.pot_of(&[word, pot].concat());
            let amount = amounts(amount.trim_end());
            return write_line(out, [name, " collected ", &amount, " from ", &pot]);
        }
        if let Some(won) = self.eliminated_of(rest) {
            return write_line(out, [name, " wins ", &won]);
        }
        if let Some(prize) =
            rest.strip_prefix(self.won_tournament).filter(|prize| prize.len() < rest.len())
        {
            let prize = amounts(prize.split(" - ").next().unwrap_or(prize));
            return write_line(
                out,
                [name, " wins the tournament and receives ", &prize, " - congratulations!"],
            );
        }
        let known = self.notices.iter().find_map(|(words, english)| {
            let rest = rest.strip_prefix(words)?;
            Some((*english, if english.ends_with(['#', ' ']) { rest } else { "" }))
        });
        if let Some((english, rest)) = known {
            return write_line(out, [name, " ", english, rest.trim_matches(['"', ' '])]);
        }
        // Whatever the verb is, chat is in quotes.
        match split_once(rest, "\"") {
            Some((_, said)) if said.ends_with('"') => write_line(out, [name, " said, \"", said]),
            _ => write_line(out, [name, " ", rest]),
        }
    }

    /// Rewrites what a player gets for knocking another out, from the amount on.
    fn eliminated_of(&self, text: &str) -> Option<String> {
        let [verb, loser, rises, to] = self.eliminated;
        let (amount, loser) = split_once_at(text.strip_prefix(verb)?, loser)?;
        let won = format!("{} for eliminating ", amounts(amount));
        let rise = split_once_at(loser, rises)
            .and_then(|(loser, rest)| Some((loser, split_once_at(rest, to)?)));
        let Some((loser, (by, bounty))) = rise else { return Some(won + loser) };
        let (by, bounty) = (amounts(by), amounts(bounty));
        Some(format!("{won}{loser} and their own bounty increases by {by} to {bounty}"))
    }

    /// Rewrites the end of a player's tournament, from the place on.
    fn finish(&self, name: &str, place: &str, out: &mut String) -> std::fmt::Result {
        let digits = place.bytes().take_while(u8::is_ascii_digit).count();
        let number = &place[..digits];
        let prize = split_once_at(place, self.prize).map(|(_, prize)| amounts(prize));
        let prize = prize.map_or(String::new(), |prize| format!(" and received {prize}"));
        write_line(out, [name, " finished the tournament in ", number, "th place", &prize])
    }

    /// The English name of a pot: `pot`, `main pot`, `side pot-1`.
    fn pot_of(&self, pot: &str) -> String {
        let number: String = pot.chars().filter(char::is_ascii_digit).collect();
        if !self.main_pot.is_empty() && find(pot, self.main_pot).is_some() {
            "main pot".to_owned()
        } else if !self.side_pot.is_empty() && find(pot, self.side_pot).is_some() {
            if number.is_empty() { "side pot".to_owned() } else { format!("side pot-{number}") }
        } else {
            "pot".to_owned()
        }
    }
}

/// Rewrites the bounty after a stack, `, prime de 0.04 €`; `None` if something else follows the stack.
fn bounty_of(text: &str) -> Option<String> {
    let Some(bounty) = text.strip_prefix(',') else { return text.is_empty().then(String::new) };
    Some(format!(", {} bounty", amounts(&bounty[bounty.find(is_amount_start)?..])))
}

/// The amount after the word for an ante, which is the same in all languages, whatever the verb before it: `met l'ante.
/// 25`, `pone el ante 25`, `ставит анте 25`.
fn ante_of(act: &str) -> Option<(&str, &'static str)> {
    let (before, rest) = ["ante", "анте"].iter().find_map(|word| split_once(act, word))?;
    let is_word = before.is_empty() || before.ends_with([' ', '\'', '’']);
    let amount = rest.trim_start_matches(['.', ':']).strip_prefix(' ').map(trim_start)?;
    let is_amount = amount.starts_with(is_amount_start);
    let is_ante = is_word && is_amount && !before.contains(|letter: char| letter.is_ascii_digit());
    is_ante.then_some((amount, "posts the ante "))
}

/// The texts before and after words, if there are any.
fn split_once_at<'a>(text: &'a str, words: &str) -> Option<(&'a str, &'a str)> {
    text.split_once(words).filter(|_| !words.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::{FRENCH, GERMAN, GREEK, PORTUGUESE, RUSSIAN, SPANISH};
    use super::Acts;

    #[test]
    fn posts_of_both_blinds_are_read_whatever_the_verb() {
        for (language, act, wanted) in [
            (&FRENCH, "met les petite et grosse blinds. 0.03 €", "0.03€"),
            (&GERMAN, "setzt Small und Big Blind 0.03€", "0.03€"),
            (&GREEK, "βάζει τα small & big blinds 0.03€", "0.03€"),
            (&PORTUGUESE, "coloca small & big blinds $0.03", "$0.03"),
            (&RUSSIAN, "ставит малый и большой блайнды $0.03", "$0.03"),
            (&SPANISH, "pone ciegas pequeña y grande 0.03 €", "0.03€"),
        ] {
            let mut out = String::new();
            language.act_of("Ann", act, &mut Acts::default(), &mut out).expect("a string");
            assert_eq!(out.trim_end(), format!("Ann: posts small & big blinds {wanted}"), "{act}");
        }
    }

    #[test]
    fn what_one_blind_or_no_amount_follows_is_no_post_of_both() {
        for act in
            ["met la grosse blinde. 20", "doit petite et grosse blinds", "relance à grosse. 2"]
        {
            assert!(FRENCH.both_blinds_of(act).is_none(), "{act}");
        }
    }
}
