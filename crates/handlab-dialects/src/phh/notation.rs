//! The fields of a hand, and the format's games.

use std::borrow::Cow;
use std::ops::Range;

use handlab_cards::game::{Betting, Game};
use serde::Deserialize;
use toml::{Spanned, Value};

/// The position of a number in the text.
#[derive(Deserialize)]
#[serde(from = "Spanned<Value>")]
pub(super) struct Number(pub(super) Range<usize>);

impl From<Spanned<Value>> for Number {
    fn from(number: Spanned<Value>) -> Number {
        Number(number.span())
    }
}

/// A string, number or time without quotation marks; empty for anything else.
#[derive(Deserialize)]
#[serde(from = "Value")]
pub(super) struct Shown<'a>(pub(super) Cow<'a, str>);

impl From<Value> for Shown<'_> {
    fn from(value: Value) -> Self {
        Shown(match value {
            Value::String(text) => text.into(),
            Value::Integer(number) => number.to_string().into(),
            Value::Datetime(time) => time.to_string().into(),
            _ => Cow::Borrowed(""),
        })
    }
}

/// The fields that are read; others are skipped.
#[derive(Default, Deserialize)]
pub(super) struct Notation<'a> {
    pub(super) antes: Option<Vec<Number>>,
    pub(super) blinds_or_straddles: Option<Vec<Number>>,
    pub(super) bring_in: Option<Number>,
    pub(super) small_bet: Option<Number>,
    pub(super) big_bet: Option<Number>,
    pub(super) starting_stacks: Vec<Number>,
    #[serde(borrow)]
    pub(super) actions: Vec<Cow<'a, str>>,
    pub(super) finishing_stacks: Option<Vec<Number>>,
    pub(super) winnings: Option<Vec<Number>>,
    pub(super) players: Option<Vec<Cow<'a, str>>>,
    pub(super) seats: Option<Vec<u8>>,
    pub(super) seat_count: Option<u8>,
    pub(super) hand: Option<Shown<'a>>,
    pub(super) table: Option<Shown<'a>>,
    pub(super) event: Option<Cow<'a, str>>,
    pub(super) level: Option<Shown<'a>>,
    pub(super) currency: Option<Cow<'a, str>>,
    pub(super) currency_symbol: Option<Cow<'a, str>>,
    pub(super) day: Option<u8>,
    pub(super) month: Option<u8>,
    pub(super) year: Option<u16>,
    pub(super) time: Option<Shown<'a>>,
    pub(super) time_zone: Option<Cow<'a, str>>,
    pub(super) venue: Option<Cow<'a, str>>,
    pub(super) time_zone_abbreviation: Option<Cow<'a, str>>,
    /// The rake, a field that handlab adds to the hands that it writes, like those below.
    #[serde(rename = "_handlab_rake")]
    pub(super) rake: Option<Number>,
    #[serde(rename = "_handlab_fees")]
    pub(super) fees: Option<Number>,
    /// The number of the player who owns the file, from 1.
    #[serde(rename = "_handlab_hero")]
    pub(super) hero: Option<usize>,
    /// The same in hands that people study with `AnkiPokerMaster`.
    #[serde(rename = "_apm_hero")]
    pub(super) studied: Option<Shown<'a>>,
    /// The name of that player, as fpdb reads it.
    #[serde(rename = "_hero")]
    pub(super) hero_name: Option<Shown<'a>>,
    #[serde(rename = "_handlab_site")]
    pub(super) site: Option<Cow<'a, str>>,
    #[serde(rename = "_handlab_hand_id")]
    pub(super) hand_id: Option<Cow<'a, str>>,
}

/// A game of the format.
#[derive(Clone, Copy)]
pub(super) struct Variant {
    code: &'static str,
    pub(super) game: Game,
    pub(super) is_hi_lo: bool,
    pub(super) betting: Betting,
}

const fn variant(code: &'static str, game: Game, is_hi_lo: bool, betting: Betting) -> Variant {
    Variant { code, game, is_hi_lo, betting }
}

const VARIANTS: [Variant; 11] = [
    variant("FT", Game::Holdem, false, Betting::FixedLimit),
    variant("NT", Game::Holdem, false, Betting::NoLimit),
    variant("NS", Game::ShortDeck, false, Betting::NoLimit),
    variant("PO", Game::Omaha, false, Betting::PotLimit),
    variant("FO/8", Game::Omaha, true, Betting::FixedLimit),
    variant("F7S", Game::Stud, false, Betting::FixedLimit),
    variant("F7S/8", Game::Stud, true, Betting::FixedLimit),
    variant("FR", Game::Razz, false, Betting::FixedLimit),
    variant("N2L1D", Game::SingleDraw27, false, Betting::NoLimit),
    variant("F2L3D", Game::TripleDraw27, false, Betting::FixedLimit),
    variant("FB", Game::Badugi, false, Betting::FixedLimit),
];

/// The game of a text that starts with `variant = 'NT'`.
pub(super) fn variant_of(head: &[u8]) -> Option<Variant> {
    // No code is longer, and no one writes more spaces.
    let head = &head[..head.len().min(60)];
    let rest = head.strip_prefix(b"variant")?.trim_ascii_start();
    let rest = rest.strip_prefix(b"=")?.trim_ascii_start();
    let (quote, rest) = rest.split_first().filter(|(quote, _)| matches!(quote, b'\'' | b'"'))?;
    let code = &rest[..rest.iter().position(|byte| byte == quote)?];
    VARIANTS.into_iter().find(|variant| variant.code.as_bytes() == code)
}

/// The code of a game, if the format supports it.
pub fn code_of(game: Game, is_hi_lo: bool, betting: Betting) -> Option<&'static str> {
    let found = VARIANTS
        .into_iter()
        .find(|known| (known.game, known.is_hi_lo, known.betting) == (game, is_hi_lo, betting));
    found.map(|variant| variant.code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_is_quoted_either_way() {
        let code = |text: &str| variant_of(text.as_bytes()).map(|variant| variant.code);
        assert_eq!(code("variant = 'F7S/8'\n"), Some("F7S/8"));
        assert_eq!(code("variant=\"NT\""), Some("NT"));
        assert_eq!(code("variant = 'XX'"), None);
        assert_eq!(code("variant = NT"), None);
        assert_eq!(code("variants = 'NT'"), None);
        assert_eq!(code("variant = 'NT\""), None);
    }
}
