//! Ranks and suits in the language of the client: `Knh` is the jack of hearts in Swedish, `Vs` the queen of spades in
//! Dutch and the jack in French.
//!
//! | language | ace | king | queen | jack |
//! |---|---|---|---|---|
//! | English, Spanish, Portuguese (then `D` is the ten: diez, dez) | A | K | Q | J |
//! | Swedish, Danish, Norwegian | E | K | D | Kn |
//! | Dutch | A | H | V | B |
//! | German | A | K | D | B |
//! | French, and some Portuguese texts | A | R | D | V |
//! | Italian | A | R | D | F |
//! | Polish | A | K | D | W |
//! | Russian, also as cp1251 read as cp1252 | Т Ò | К Ê | Д Ä | В Â |
//!
//! `V` alone is the jack if the currency sign follows the amounts, which it never does in Dutch.
//!
//! | language | clubs | diamonds | hearts | spades |
//! |---|---|---|---|---|
//! | Spanish (tréboles, diamantes, corazones, picas) | t | d | c | p |
//! | Portuguese (paus, ouros, copas, espadas) | p | o | c | e |
//! | all others | c | d | h | s |
//!
//! A hand whose only cards have suits that two languages share is read as the title has it (`888.es`, `888.pt`, Tower
//! Torneos), else as English.

use crate::lines::common_form::lines;
use crate::syntax::text::{find, split_once, start_of, trim_end};

/// The parts of a line that may precede cards.
const CARDS: [&str; 4] = ["** Dealing ", "Dealt to ", " shows [", " mucks ["];

/// The suits of a language that has its own: its letters, and those of English.
type Suits = [(u8, char); 4];

const SPANISH: Suits = [(b't', 'c'), (b'd', 'd'), (b'c', 'h'), (b'p', 's')];
const PORTUGUESE: Suits = [(b'p', 'c'), (b'o', 'd'), (b'c', 'h'), (b'e', 's')];

/// Writes the text with English ranks and suits to `out`; false if it has them already, or if one is ambiguous.
pub(super) fn translate(text: &str, out: &mut String) -> bool {
    match suits_of(text) {
        Some(suits) => translate_suits(text, suits, out),
        None => translate_ranks(text, out),
    }
}

/// The suits of the text's language, unless they are English ones or cannot be told.
fn suits_of(text: &str) -> Option<&'static Suits> {
    let has = |letters: &[u8]| {
        let suit = |(at, rank): (usize, &str)| text.as_bytes()[at + rank.len()];
        tokens(text).map(suit).any(|suit| letters.contains(&suit))
    };
    let is_titled = |names: &[&str]| {
        let mut title = lines(text).take(3);
        title.any(|line| names.iter().any(|name| find(line, name).is_some()))
    };
    if has(b"hs") {
        return None;
    }
    let is_portuguese = has(b"oe") || (!has(b"td") && is_titled(&["888.pt"]));
    let is_spanish =
        has(b"t") || (has(b"p") && has(b"d")) || is_titled(&["888.es", "TowerTorneos"]);
    is_portuguese.then_some(&PORTUGUESE).or(is_spanish.then_some(&SPANISH))
}

/// In Spanish and Portuguese, where `D` is the ten.
fn translate_suits(text: &str, suits: &Suits, out: &mut String) -> bool {
    let mut done = 0;
    for (at, rank) in tokens(text) {
        let end = at + rank.len();
        let Some((_, suit)) = suits.iter().find(|(suit, _)| *suit == text.as_bytes()[end]) else {
            continue;
        };
        out.push_str(&text[done..at]);
        out.push_str(if rank == "D" { "T" } else { rank });
        out.push(*suit);
        done = end + 1;
    }
    out.push_str(&text[done..]);
    done > 0
}

fn translate_ranks(text: &str, out: &mut String) -> bool {
    let foreign = tokens(text).any(|(_, rank)| !is_english(rank));
    if !foreign {
        return false;
    }
    // `V` is the jack in languages whose other cards have these letters; it is the queen only in Dutch.
    let has = |letters: &[&str]| tokens(text).any(|(_, rank)| letters.contains(&rank));
    let of_v = match (has(&["H", "B"]), has(&["R", "D"])) {
        (true, false) => Some('Q'),
        (false, true) => Some('J'),
        // The Dutch client writes `€ 5`, the French and Portuguese ones `5 €`.
        (false, false) if is_sign_last(text) => Some('J'),
        _ => None,
    };
    let mut done = 0;
    for (at, rank) in tokens(text) {
        let english = match rank {
            "E" | "Т" | "Ò" => Some('A'),
            "H" | "R" | "К" | "Ê" => Some('K'),
            "D" | "Д" | "Ä" => Some('Q'),
            "Kn" | "B" | "F" | "W" | "В" | "Â" => Some('J'),
            "V" => of_v,
            _ => None,
        };
        if let Some(english) = english {
            out.push_str(&text[done..at]);
            out.push(english);
            done = at + rank.len();
        }
    }
    out.push_str(&text[done..]);
    done > 0
}

/// Whether the line of the blinds, the second or third one, has the currency sign after each amount.
fn is_sign_last(text: &str) -> bool {
    let line = lines(text).take(3).find_map(|line| split_once(line, " Blinds "));
    line.is_some_and(|(blinds, _)| {
        blinds.split('/').all(|amount| {
            amount.starts_with(|first: char| first.is_ascii_digit())
                && trim_end(amount).ends_with(['$', '€', '£'])
        })
    })
}

fn is_english(rank: &str) -> bool {
    matches!(rank, "10" | "A" | "K" | "Q" | "J" | "T") || matches!(rank.as_bytes(), [b'2'..=b'9'])
}

/// The rank of each card in brackets, with its position in the text.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = text.as_bytes();
    let groups = memchr::memchr_iter(b'[', bytes).filter_map(move |open| {
        // Most brackets contain amounts, which is seen faster than the words of the line. The last bracket counts.
        let (mut end, mut may_be) = (open + 1, false);
        while let Some(byte) = bytes.get(end).filter(|byte| !matches!(byte, b'\n' | b'\r')) {
            match byte {
                b'[' => return None,
                b'c' | b'd' | b'h' | b's' | b't' | b'p' | b'o' | b'e' => may_be = true,
                _ => {}
            }
            end += 1;
        }
        if !may_be {
            return None;
        }
        let start = memchr::memrchr2(b'\n', b'\r', &bytes[..open]).map_or(0, |newline| newline + 1);
        let line = trim_end(&text[start..end]);
        let is_of_cards = CARDS.iter().any(|words| find(line, words).is_some());
        is_of_cards.then(|| &line[open + 1 - start..])
    });
    let cards = groups.flat_map(|cards| cards.split([',', ']', ' ']));
    cards.filter_map(move |card| {
        let rank = card.strip_suffix(['c', 'd', 'h', 's', 't', 'p', 'o', 'e'])?;
        (!rank.is_empty()).then(|| (start_of(rank, text), rank))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(cards: &str) -> String {
        let text = format!("Bob raises [5 $]\nDealt to V [s] [ {cards} ]\n");
        let mut out = String::new();
        assert!(translate(&text, &mut out), "{cards}");
        let (front, back) = ("Bob raises [5 $]\nDealt to V [s] [ ", " ]\n");
        let inside = out.strip_prefix(front).and_then(|out| out.strip_suffix(back));
        inside.expect("only cards are changed").to_owned()
    }

    #[test]
    fn every_language_is_read() {
        for (cards, wanted) in [
            ("Ec, Kh, Dd, Kns", "Ac, Kh, Qd, Js"),
            ("Ac, Hh, Vd, Bs", "Ac, Kh, Qd, Js"),
            ("Ac, Kh, Dd, Bs", "Ac, Kh, Qd, Js"),
            ("Ac, Rh, Dd, Vs", "Ac, Kh, Qd, Js"),
            ("Ac, Rh, Dd, Fs", "Ac, Kh, Qd, Js"),
            ("Òc, Êh, Äd, Âs", "Ac, Kh, Qd, Js"),
            ("Тc, Кh, Дd, Вs", "Ac, Kh, Qd, Js"),
        ] {
            assert_eq!(translated(cards), wanted, "{cards}");
        }
    }

    #[test]
    fn spanish_and_portuguese_suits_are_read() {
        let text = |title: &str, cards: &str| {
            format!(
                "#Game No : 7\n***** {title} Hand History for Game 7 *****\nDealt to Bob [ {cards} ]\n"
            )
        };
        for (title, cards, wanted) in [
            ("888poker", "5p, De, Qp, Ac, 7o", Some("5c, Ts, Qc, Ah, 7d")),
            ("888poker", "Ad, Kt, Dp, 10c", Some("Ad, Kc, Ts, 10h")),
            ("888poker", "Dp, 4d", Some("Ts, 4d")),
            ("888.es", "Dc, 4c", Some("Th, 4h")),
            ("888.pt", "Dc, 4p", Some("Th, 4c")),
            ("TowerTorneosPoker", "Dc, 4p", Some("Th, 4s")),
            // Spades or clubs: nothing tells.
            ("888poker", "Ap, 4c", None),
            ("888poker", "Ac, 4d", None),
            ("888.es", "Ah, 4c", None),
        ] {
            let mut out = String::new();
            assert_eq!(
                translate(&text(title, cards), &mut out),
                wanted.is_some(),
                "{title} {cards}"
            );
            if let Some(wanted) = wanted {
                assert_eq!(out, text(title, wanted));
            }
        }
    }

    #[test]
    fn the_only_foreign_rank_is_decided_by_where_the_sign_of_the_currency_stands() {
        for (blinds, wanted) in [("0,05 €/0,10 €", Some("Js, 2c")), ("€ 0,05/€ 0,10", None)]
        {
            let text = |cards: &str| {
                format!(
                    "#Game No : 7\n***** 888poker Hand History for Game 7 *****\n{blinds} Blinds No Limit Holdem - ***\n\
                     Dealt to Bob [ {cards} ]\n"
                )
            };
            let mut out = String::new();
            assert_eq!(translate(&text("Vs, 2c"), &mut out), wanted.is_some(), "{blinds}");
            assert_eq!(wanted.map_or_else(|| text("Vs, 2c"), text), out, "{blinds}");
        }
    }

    #[test]
    fn english_stays_and_an_ambiguous_rank_is_not_guessed() {
        for cards in ["Ac, Th, 10d, 2s", "Vs, 2c"] {
            let text = format!("** Dealing flop ** [ {cards} ]");
            assert!(!translate(&text, &mut String::new()), "{cards}");
        }
    }
}
