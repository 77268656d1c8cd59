//! Chinese, which has no spaces where the other languages do, so phrases alone are not enough.
//!
//! Written from one player's public log (cash and a tournament, 2017):
//! ```text
//! PokerStars扑克之星第#1局：  德州扑克 无限注 （0.01$/0.02$ USD） - 2017年1025日1:31:28 ET
//! PokerStars扑克之星第#1局： 锦标赛#2， 0.92$+0 .08$ USD 德州扑克 无限注 -第III级 （20/40） - 2017年1025日1:43:36 ET
//! ”Table” 牌桌 6-max 第2号座位现在是庄家
//! 座位1：NAME（3.34$筹码）                  座位 and 第1号座位 in the summary
//! 发牌给NAME [4s 3h]
//! NAME: 加注 0.46$至 0.72$ 全下
//! 无人跟注（0.02$），筹码归还给NAME
//! NAME从底池中赢得1.52$                     also 主池 and 边池, the main pot and a side pot
//! NAME赢得本锦标赛第2名
//! 玩家NAME赢得本锦标赛冠军，并获得6.00$，恭喜！
//! 底池总金额1.58$ |抽成0 .06$
//! ```
//!
//! Liberties:
//! * In `2017年1025日` the word after the month is lost. Three digits are read only if just one reading is a date.
//! * Antes, mucked hands, other games and boards of several runs are not translated: no log shows them.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::{Span, first_line};
use handlab_core::hand::Hand;

use super::chinese_lines::{Lines, OPENING, header_of};
use crate::lines::clock::find_date;
use crate::lines::translate::read_translated;
use crate::lines::wrapped::unwrap;
use crate::pokerstars;
use crate::syntax::text::is_line_start;

/// See the module.
pub struct Chinese;

pub static CHINESE: Chinese = Chinese;

impl Dialect for Chinese {
    fn site(&self) -> &'static str {
        "pokerstars"
    }

    fn name(&self) -> &'static str {
        "pokerstars_chinese"
    }

    fn needles(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        is_line_start(before) && header_of(&first_line(head, 600)).is_some()
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        let text = unwrap(span.text, is_whole);
        let span = Span { text: &text, ..span };
        read_translated(&pokerstars::GRAMMAR, span, hand, scratch, |_| Lines::default())?;
        Ok(())
    }
}

/// Whether a line is a header with its time.
fn is_whole(line: &str) -> bool {
    header_of(line).is_some_and(|header| find_date(&header).is_some())
}
