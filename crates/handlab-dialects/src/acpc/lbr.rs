//! The matches of programs against the local best response (LBR), which measures how exploitable they are.
//!
//! Written from the logs that the authors of `DeepStack` published (2016): three programs, 628 files.
//! ```text
//! In config file: GAME_DEF=game_def.fullholdem
//! In config file: ACTIONS_R0=F,C                       what the local best response considers on each street
//! Loading player: rgbr_nl_cprg.so                      some files: the other program
//! Using seed 1.
//! 1:BR,Player:0r250c/cr400r1200f:AhKd,9s9c|/2d7h8c:750,-750(750.000000)
//! 2:Player,BR:0cc/cc/r150c/cc:QhQd,7c6c|/2s5d9h/Jc/Kd:250,-250(201.125000)
//! RESULTS
//! 1)BR: 500
//! ```
//! These are the number, the players, the betting after a `0`, all hole cards and the board, and what each seat won or
//! lost. `BR` is the local best response, `Player` the program.
//!
//! Liberties:
//! * A hand starts with its number, which comes before the needle ([`Dialect::lead`]).
//! * The first player has the big blind, the second the button.
//! * `r400` is what a raise adds after the call, as the results prove: `r250c/cr400r1200f` costs the player who folds
//!   750.
//! * After an all-in both players check on each street that is left. These checks are kept.
//! * Each file numbers its hands from 1, and files of other settings have the same cards: where the program folds at
//!   once, their lines are equal. So the digest in the hand's number is of the file's first lines too, and a hand without
//!   them is refused. Only files that differ in nothing but a setting of `DeepStack`, which they do not print, still have
//!   hands in common; these are taken for copies.
//! * The number in brackets, an estimate of the result with less variance, is not stored.

use handlab_core::cursor::Cursor;
use handlab_core::dialect::Dialect;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::{Span, first_line};
use handlab_core::hand::Hand;
use handlab_core::rules::SiteRules;

use super::line::{Fault, Line, Size, lists, steps};
use super::{RULES, SITE, fill, game};
use crate::phh::fill::digest;
use crate::syntax::text::{is_digits, is_line_start_or_joined, split_at_mark, split_at_marks};

/// See the module.
pub struct Lbr;

const OF_BEST_RESPONSE: &str = ":BR,Player:";
const OF_PROGRAM: &str = ":Player,BR:";
const GAME: &str = "In config file: GAME_DEF=";

/// With what the lines before the first hand start.
const SETTINGS: [&str; 4] =
    ["In config file: ", "Loading player: ", "Player args: ", "Using seed "];

/// They have at most 4000 bytes in all.
const LONGEST_PREAMBLE: usize = 16_384;

/// No hand has a longer number.
const LONGEST_NUMBER: usize = 10;

impl Dialect for Lbr {
    fn site(&self) -> &'static str {
        SITE
    }

    fn name(&self) -> &'static str {
        "acpc_lbr"
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OF_BEST_RESPONSE, OF_PROGRAM]
    }

    fn lead(&self, before: &[u8]) -> usize {
        let digits = before.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > LONGEST_NUMBER { 0 } else { digits }
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        let lead = self.lead(before);
        let line = first_line(head, 20);
        let betting = [OF_BEST_RESPONSE, OF_PROGRAM]
            .iter()
            .find_map(|start| line.strip_prefix(*start).and_then(|rest| rest.strip_prefix('0')));
        lead > 0
            && is_line_start_or_joined(&before[..before.len() - lead])
            && betting.is_some_and(|betting| betting.starts_with(['f', 'r', 'c']))
    }

    fn preamble_needles(&self) -> &'static [&'static str] {
        &[GAME]
    }

    fn claims_preamble(&self, before: &[u8], _: &[u8]) -> bool {
        is_line_start_or_joined(before)
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        let text = Cursor::new(span.text, span.at).next_line().unwrap_or_default();
        let preamble = &span.preamble[..span.preamble.floor_char_boundary(LONGEST_PREAMBLE)];
        let Some(game) = preamble.strip_prefix(GAME) else {
            return Err(ParseError::new(ParseErrorKind::Header(text.to_owned()), span.at));
        };
        let named = || game.lines().next().and_then(game::named);
        let settings = settings(preamble);
        fill::read(text, span.at, &IDLE, &|text| parts(text, &settings), &named, hand)
    }
}

/// Both programs are asked on every street, whether or not they can bet.
const IDLE: SiteRules = SiteRules { has_idle_checks: true, ..RULES };

/// What identifies a file: its first lines, without quotation marks before them.
fn settings(preamble: &str) -> String {
    let setting = |line: &str| {
        let start = SETTINGS.iter().find_map(|start| line.find(start))?;
        Some(format!("{}\n", line[start..].trim_end()))
    };
    preamble.lines().filter_map(setting).collect()
}

/// Splits `3:BR,Player:0f:Tc4d,8h2s|:50,-50(50.000000)`.
fn parts<'t>(text: &'t str, settings: &str) -> Result<Line<'t>, Fault> {
    let truncated = || (|_| ParseErrorKind::Truncated) as Fault;
    // A line that breaks off lacks the bracket.
    let (fields, rest) = text.split_once(')').ok_or_else(truncated)?;
    if rest.bytes().any(|byte| byte.is_ascii_alphanumeric()) {
        return Err(ParseErrorKind::UnknownLine);
    }
    let fields: Vec<&str> = split_at_marks(fields, b':').collect();
    let &[number, players, betting, dealt, results] = fields.as_slice() else {
        return Err(ParseErrorKind::UnknownLine);
    };
    let (results, _) = split_at_mark(results, b'(').ok_or_else(truncated)?;
    let (holes, board) = split_at_mark(dealt, b'|').ok_or(ParseErrorKind::Cards as Fault)?;
    let hole_cards = lists(holes, b',')?;
    let board = lists(board.strip_prefix('/').unwrap_or(board), b'/')?;
    let results: Vec<_> = split_at_marks(results, b',').collect();
    let players: Vec<_> = split_at_marks(players, b',').collect();
    if players.len() != 2 || hole_cards.len() != 2 || results.len() != 2 || !is_digits(number) {
        return Err(ParseErrorKind::Seats);
    }
    Ok(Line {
        number,
        stakes: None,
        steps: steps(betting.strip_prefix('0').unwrap_or(betting))?,
        sizes: &[Size::AboveCall],
        hole_cards,
        board,
        results,
        players,
        started: None,
        digest: digest(&format!("{settings}{}", &text[..text.len() - rest.len()])),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_starts_with_the_number_before_its_needle() {
        let head = b":BR,Player:0cc/cc";
        for before in ["7", "12", "> 12", "\"12", "50,-50(50.000000)12", "lbr_fc4_ds_r1.out:12"] {
            assert!(Lbr.claims(before.as_bytes(), head), "{before}");
        }
        assert_eq!(Lbr.lead(b"50,-50(50.000000)12"), 2);
        for before in ["", "x", "see 12", "123456789012"] {
            assert!(!Lbr.claims(before.as_bytes(), head), "{before}");
        }
        assert!(!Lbr.claims(b"1", b":BR,Player:1cc/cc"));
        assert!(!Lbr.claims(b"1", ":BR,Player:0\u{e9}".as_bytes()));
    }
}
