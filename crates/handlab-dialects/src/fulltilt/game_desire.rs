//! `GameDesire`: hands of a play-money site, written as Full Tilt wrote them.
//!
//! Written from one hand of 2020 and what a public parser of its logs accepts:
//! ```text
//! GameDesire Game #1: Table Orrobal (6 max) - $50/$100 - No Limit Omaha - 20:14:59 UTC - 2020/03/04
//! NAME posts a dead small blind of $100
//! NAME shows [8c Th Qc 9s] a straight, Queen high
//! ```
//!
//! Liberties:
//! * `$` stands for its chips: all tables are play money.

use handlab_core::dialect::Dialect;
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::framing::Span;
use handlab_core::hand::{Hand, Kind};
use handlab_core::money::Currency;

use super::{GRAMMAR, header};
use crate::lines::{self, Grammar};

/// See the module.
pub struct GameDesire;

const SITE: &str = "gamedesire";

impl Dialect for GameDesire {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &["GameDesire Game #"]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        header::claims(before, head)
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        lines::read(&OF_SITE, span, hand)
    }
}

const OF_SITE: Grammar = Grammar { site: SITE, network: SITE, header: read_header, ..GRAMMAR };

fn read_header(line: &str, least_scale: u8, hand: &mut Hand) -> Result<(), ParseErrorKind> {
    header::read(line, least_scale, hand)?;
    if hand.kind != Kind::Tournament {
        (hand.kind, hand.currency) = (Kind::Play, Currency::PLAY);
    }
    Ok(())
}
