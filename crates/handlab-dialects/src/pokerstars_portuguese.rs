//! `PokerStars` in Portuguese, as the client writes hands for players in Brazil and Portugal who chose that language.
//!
//! No log was there to read: written from what two public readers of such logs accept (2025 and 2026), one of which
//! quotes two hands of a tournament. What differs from English:
//! ```text
//! Mão PokerStars #257045862415: Torneio #3910307458, $ 0.98+$ 0.12 USD Hold'em No Limit - Nível V (40/80) - 2025/07/22 10:10:49 ET
//! Mesa '3910307458 12' 9-max Lugar #3 é o botão
//! Lugar 1: NAME (7835 em fichas) está sit out
//! NAME: coloca ante 10 | NAME: paga o small blind 40
//! *** CARTAS DA MÃO ***
//! NAME recebe [9d Qc]
//! NAME: desiste | passa | iguala 80 | aposta 225 | aumenta 546 para 626 e está all-in
//! Aposta não-igualada (546) voltou para NAME
//! NAME recebeu 290 do pote
//! NAME: mostra [9d Qc] (...) | NAME: não mostra a mão | NAME: esconde a mão
//! NAME terminou o torneio em 5º lugar
//! *** SUMÁRIO ***
//! Total pote 290 | comissão 0
//! Mesa [Ts 2c 9c Jc]
//! Lugar 4: NAME (Botão) desistiu no Turn | recebeu (440) | mostrou [9d Qc] e ganhou (440) com ...
//! ```
//!
//! Liberties:
//! * The names of hands are not read: they are in Portuguese too.
//! * There is a space between the sign of a currency and its amount.

use std::borrow::Cow;

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::{Span, first_line};
use handlab_core::hand::Hand;

use crate::common_form::Names;
use crate::lines::clock::find_date;
use crate::lines::translate::{Translator, read_translated};
use crate::pokerstars;
use crate::text::{
    find, is_line_start, push_joined, replace_first, rfind, rsplit_once, split, split_at_mark,
    split_once, write_line,
};

/// See the module.
pub struct PokerStarsPortuguese;

const OPENING: &str = "Mão PokerStars #";

impl Dialect for PokerStarsPortuguese {
    fn site(&self) -> &'static str {
        "pokerstars"
    }

    fn name(&self) -> &'static str {
        "pokerstars_portuguese"
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        let line = first_line(head, 400);
        let rest = line.strip_prefix(OPENING).and_then(|rest| rest.split_once(':'));
        let is_header = |(id, rest): (&str, &str)| {
            !id.is_empty()
                && id.bytes().all(|byte| byte.is_ascii_digit())
                && find_date(rest).is_some()
        };
        is_line_start(before) && rest.is_some_and(is_header)
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        read_translated(&pokerstars::GRAMMAR, span, hand, scratch, |_| Lines::default())?;
        Ok(())
    }
}

/// What later lines need of earlier ones.
#[derive(Default)]
struct Lines<'a> {
    names: Names<'a>,
    is_over: bool,
}

impl<'a> Translator<'a> for Lines<'a> {
    fn line(&mut self, line: &'a str, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = self.rewrite(line, out);
    }
}

impl<'a> Lines<'a> {
    fn rewrite(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        if let Some(rest) = line.strip_prefix(OPENING) {
            let rest = replace_first(rest, "Torneio #", "Tournament #");
            let rest = replace_first(&rest, "Nível ", "Level ");
            return write_line(out, ["PokerStars Hand #", &amounts(&rest)]);
        }
        if let Some(title) = line.strip_prefix("*** ") {
            self.is_over |= title.starts_with("SUM");
            let title = replace_first(title, "CARTAS DA MÃO", "HOLE CARDS");
            return write_line(out, ["*** ", &replace_first(&title, "SUMÁRIO", "SUMMARY")]);
        }
        if let Some(rest) = line.strip_prefix("Lugar ") {
            return if self.is_over { seat_of_summary(rest, out) } else { self.seat(rest, out) };
        }
        if self.is_over {
            return summary(line, out);
        }
        if let Some(rest) = line.strip_prefix("Mesa ") {
            let rest = replace_first(rest, " Lugar #", " Seat #");
            return write_line(
                out,
                ["Table ", &replace_first(&rest, " é o botão", " is the button")],
            );
        }
        if let Some(rest) = line.strip_prefix("Aposta não-igualada (")
            && let Some((amount, name)) = split_once(rest, ") voltou para ")
        {
            return write_line(out, ["Uncalled bet (", &amounts(amount), ") returned to ", name]);
        }
        if let Some((name, act)) = self.names.split(line, ": ") {
            return act_of(name, act, out);
        }
        match self.names.split(line, " ") {
            Some((name, rest)) => notice(name, rest, out),
            None => tournament(line, out),
        }
    }

    /// Rewrites `1: NAME (7835 em fichas) está sit out`.
    fn seat(&mut self, rest: &'a str, out: &mut String) -> std::fmt::Result {
        const CHIPS: &str = " em fichas";
        let parts = rfind(rest, CHIPS).and_then(|end| {
            let (number, name) = split_once(&rest[..end], ": ")?;
            let (name, stack) = rsplit_once(name, " (")?;
            Some((number, name, stack, &rest[end + CHIPS.len()..]))
        });
        let Some((number, name, stack, tail)) = parts else {
            return write_line(out, ["Seat ", rest]);
        };
        self.names.push(name);
        let tail = replace_first(tail, "está sit out", "is sitting out");
        write_line(
            out,
            ["Seat ", number, ": ", name, " (", &amounts(stack), " in chips", &amounts(&tail)],
        )
    }
}

/// Rewrites what a player does: the text after the name.
fn act_of(name: &str, act: &str, out: &mut String) -> std::fmt::Result {
    const ACTS: [(&str, &str); 10] = [
        ("coloca ante ", "posts the ante "),
        ("coloca o ante ", "posts the ante "),
        ("paga o small blind ", "posts small blind "),
        ("paga o big blind ", "posts big blind "),
        ("paga o small & big blinds ", "posts small & big blinds "),
        ("paga small & big blinds ", "posts small & big blinds "),
        ("iguala ", "calls "),
        ("aposta ", "bets "),
        ("aumenta ", "raises "),
        ("passa ", "checks "),
    ];
    let (act, is_all_in) = match act.strip_suffix(" e está all-in") {
        Some(act) => (act, " and is all-in"),
        None => (act, ""),
    };
    if let Some((rest, verb)) =
        ACTS.iter().find_map(|(known, verb)| Some((act.strip_prefix(known)?, verb)))
    {
        let rest = amounts(rest);
        let rest = replace_first(&rest, " para ", " to ");
        return write_line(out, [name, ": ", verb, &rest, is_all_in]);
    }
    let cards = || act.find('[').and_then(|at| Some(&act[at..=at + act[at..].find(']')?]));
    let (first, _) = split_at_mark(act, b' ').unwrap_or((act, ""));
    match (act, first) {
        ("passa", _) => write_line(out, [name, ": checks"]),
        (_, "desiste") => write_line(out, [name, ": folds ", cards().unwrap_or_default()]),
        ("não mostra a mão", _) => write_line(out, [name, ": doesn't show hand"]),
        (_, "esconde" | "escondeu") => write_line(out, [name, ": mucks hand"]),
        (_, "mostra") => write_line(out, [name, ": shows ", cards().unwrap_or_default()]),
        _ => write_line(out, [name, ": ", act]),
    }
}

/// What players do besides playing.
const IDLE_ACTS: [&str; 6] = ["está ", "voltou", "gastou o tempo", "disse, ", "saiu ", "entrou "];

/// Rewrites what a line says about a player without a colon: cards, payments, the end of their tournament.
fn notice(name: &str, rest: &str, out: &mut String) -> std::fmt::Result {
    if let Some(cards) = rest.strip_prefix("recebe [") {
        return write_line(out, ["Dealt to ", name, " [", cards]);
    }
    if let Some((amount, pot)) =
        rest.strip_prefix("recebeu ").and_then(|rest| split_once(rest, " do "))
    {
        return write_line(out, [name, " collected ", &amounts(amount), " from ", &pot_of(pot)]);
    }
    let place = ["terminou o torneio em ", "Acabou o torneio em ", "acabou o torneio em "]
        .iter()
        .find_map(|words| rest.strip_prefix(words));
    if let Some(place) = place {
        let digits = place.bytes().take_while(u8::is_ascii_digit).count();
        let number = &place[..digits];
        let prize = split_once(place, " e recebeu ").map(|(_, prize)| amounts(prize));
        let prize = prize.map_or(String::new(), |prize| [" and received ", &prize].concat());
        return write_line(out, [name, " finished the tournament in ", number, "th place", &prize]);
    }
    if let Some(prize) = rest.strip_prefix("ganhou o torneio e recebeu ") {
        let prize = amounts(prize.split(" - ").next().unwrap_or(prize));
        return write_line(
            out,
            [name, " wins the tournament and receives ", &prize, " - congratulations!"],
        );
    }
    if IDLE_ACTS.iter().any(|words| rest.starts_with(words)) {
        return Ok(());
    }
    write_line(out, [name, " ", rest])
}

/// Lines of no player at the table: of someone who watches, who has left or joins.
fn tournament(line: &str, out: &mut String) -> std::fmt::Result {
    const IDLE: [&str; 6] = [
        " está sem ligação",
        " está ligado",
        " está sit out",
        " voltou",
        " saiu da mesa",
        " gastou o tempo",
    ];
    if IDLE.iter().any(|words| find(line, words).is_some()) {
        Ok(())
    } else {
        write_line(out, [line])
    }
}

/// Rewrites `pote`, `pote principal`, `pote paralelo-1`.
fn pot_of(pot: &str) -> String {
    let number: String = pot.chars().filter(char::is_ascii_digit).collect();
    match pot {
        "pote" => "pot".to_owned(),
        _ if pot.contains("principal") => "main pot".to_owned(),
        _ if number.is_empty() => "side pot".to_owned(),
        _ => format!("side pot-{number}"),
    }
}

/// Rewrites the totals and the board.
fn summary(line: &str, out: &mut String) -> std::fmt::Result {
    if let Some(rest) = line.strip_prefix("Total pote ") {
        let rest = amounts(rest);
        let rest = replace_first(&rest, "comissão", "Rake");
        let rest = replace_first(&rest, "Comissão", "Rake");
        let rest = replace_first(&rest, "Pote principal", "Main pot");
        out.push_str("Total pot ");
        push_joined(out, split(&rest, "Pote paralelo"), "Side pot");
        out.push('\n');
        return Ok(());
    }
    match line.strip_prefix("Mesa [") {
        Some(cards) => write_line(out, ["Board [", cards]),
        None => write_line(out, [line]),
    }
}

/// Rewrites `4: NAME (Botão) (small blind) mostrou [9d Qc] e ganhou (440) com um par de Rainhas`.
fn seat_of_summary(rest: &str, out: &mut String) -> std::fmt::Result {
    let rest = replace_first(rest, " (Botão)", " (button)");
    if let Some((front, _)) = split_once(&rest, " desistiu antes ") {
        return write_line(out, ["Seat ", front, " folded before Flop"]);
    }
    if let Some((front, street)) = split_once(&rest, " desistiu no ") {
        return write_line(out, ["Seat ", front, " folded on the ", street]);
    }
    if let Some((front, amount)) = split_once(&rest, " recebeu (") {
        return write_line(out, ["Seat ", front, " collected (", &amounts(amount)]);
    }
    if let Some((front, rest)) = split_once(&rest, " mostrou [")
        && let Some((cards, result)) = rest.split_once(']')
    {
        let won = split_once(result, "ganhou (").and_then(|(_, won)| won.split(')').next());
        return match won {
            Some(won) => write_line(
                out,
                ["Seat ", front, " showed [", cards, "] and won (", &amounts(won), ")"],
            ),
            None => write_line(out, ["Seat ", front, " showed [", cards, "] and lost"]),
        };
    }
    if let Some((front, cards)) = split_once(&rest, " escondeu ") {
        let cards = cards.find('[').map_or("", |at| &cards[at..]);
        return write_line(out, ["Seat ", front, " mucked ", cards]);
    }
    write_line(out, ["Seat ", &rest])
}

/// `$ 0.98+$ 0.12` without the spaces after the signs.
fn amounts(text: &str) -> Cow<'_, str> {
    let is_signed = |space: &usize| text[..*space].ends_with(['$', '€', '£']);
    let mut spaces = memchr::memchr_iter(b' ', text.as_bytes()).filter(is_signed).peekable();
    if spaces.peek().is_none() {
        return text.into();
    }
    let (mut out, mut from) = (String::with_capacity(text.len()), 0);
    for space in spaces {
        out.push_str(&text[from..space]);
        from = space + 1;
    }
    out.push_str(&text[from..]);
    out.into()
}
