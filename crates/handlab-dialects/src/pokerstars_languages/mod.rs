//! `PokerStars` in other languages, as the client writes hands for players who chose one of them.
//!
//! Written from public logs of one player each: French (cash, 2013), Greek (tournament, 2021), Spanish (Zoom, 2025 and
//! 2026) and Russian (cash, 2026); `chinese` has its own. No log in Portuguese was there to read: it is written from
//! what two public readers of such logs accept (2025 and 2026), one of which quotes two hands of a tournament; German
//! from what two others do (2012 and later). No log in Italian was found: one reader of 2026 shows a header in it
//! (`PokerStars Mano #1:`) above lines in English, which `pokerstars` reads.
//!
//! Each line says what the English one says, in the same place, so a [`Language`] is a list of phrases. What differs
//! besides them:
//! ```text
//! Main PokerStars No 93112556711 :  Hold'em No Limit (0.01 €/0.02 € EUR) - 28/01/2013 17:17:40 CUST [28/01/2013 11:17:40 ET]
//! Mano n.º 254718322088 de Zoom de PokerStars:  Hold'em No Limit (0.02 €/0.05 €) - 05-02-2025 14:48:32 CET [...]
//! Раздача PokerStars №260693414028:  Холдем Безлимитный ($0.01/$0.02 USD) - 04.05.2026 21:35:18 EET [04.05.2026 14:35:18 ВВ]
//! Siège 1 : NAME (2.21 € en jetons)                      a space before the colon, which may be one that does not break
//! NAME : relance. 0.06 € à 0.08 €                        a full stop after the verb; the sign after the amount
//! NAME: делает рейз $0.06 $0.08                          no word between the amounts
//! Personne n'a suivi. (0.22 €) sont retournés à NAME.
//! NAME recebe [9d Qc]                                    the name first where others have it last
//! ```
//!
//! Liberties:
//! * The names of hands are not read: they are in the language too.
//! * A line of which no phrase is known is left as it is: the engine refuses it if it is an act that moves money. The
//!   client of 2026 writes only the header in French.
//! * An ante is an ante in all of them: whatever verb stands before the word counts.
//! * Words that no log shows are those of the client's other lines: the number of a tournament in Spanish and French,
//!   and side pots in all but Greek and Portuguese, where any other pot is one without a name.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::{Span, first_line};
use handlab_core::hand::Hand;

use crate::lines::translate::read_translated;
use crate::pokerstars;
use crate::text::is_line_start;

mod chinese;
mod chinese_lines;
mod french;
mod german;
mod greek;
mod header;
mod portuguese;
mod russian;
mod spanish;
mod summary;
mod translate;

pub use chinese::CHINESE;
pub use french::FRENCH;
pub use german::GERMAN;
pub use greek::GREEK;
pub use portuguese::PORTUGUESE;
pub use russian::RUSSIAN;
pub use spanish::SPANISH;

/// A phrase of the language, and what it is in English.
type Phrase = (&'static str, &'static str);

/// What the client writes in one language.
#[derive(Debug)]
pub struct Language {
    name: &'static str,
    /// What a header starts with.
    needles: &'static [&'static str],
    /// What precedes the sign of a number and the id of the hand.
    opening: &'static str,
    /// What follows the id, and whether it says that the game is fast-fold.
    after_id: &'static [(&'static str, bool)],
    /// Phrases of the header.
    header: &'static [Phrase],
    /// The word before the name of the table.
    table: &'static str,
    /// What precedes the number of the button's seat.
    button: &'static [&'static str],
    play_money: &'static str,
    seat: &'static [&'static str],
    chips: &'static [&'static str],
    /// What a seat's line says after the stack.
    seat_notes: &'static [Phrase],
    /// What follows the name and a colon. An English phrase that ends with a space takes amounts.
    acts: &'static [Phrase],
    /// Between the two amounts of a raise.
    to: &'static str,
    /// After an act by which a player is all-in.
    all_in: &'static str,
    /// What precedes the name of a player who gets cards, and what follows it where the name comes first.
    dealt: &'static [&'static str],
    is_dealt: &'static str,
    /// What precedes the amount of a payment and its pot.
    collected: [&'static str; 2],
    /// What a pot's name holds, if it is the main pot or a side pot.
    main_pot: &'static str,
    side_pot: &'static str,
    /// What precedes the amount of a bet that comes back, and the name; empty where no log shows it.
    uncalled: [&'static str; 2],
    titles: &'static [Phrase],
    /// What precedes a player's name where their tournament ends, and what follows it: perhaps a place.
    finished: (&'static str, &'static [&'static str]),
    /// What follows the name of a tournament's winner.
    won_tournament: &'static str,
    /// What precedes a prize.
    prize: &'static str,
    total: &'static str,
    rake: &'static str,
    /// What precedes the amounts of the main pot and of a side pot in the totals.
    pots: [&'static str; 2],
    board: &'static str,
    /// What the summary says about a seat after its name.
    results: &'static [Phrase],
}

impl Dialect for Language {
    fn site(&self) -> &'static str {
        "pokerstars"
    }

    fn name(&self) -> &'static str {
        self.name
    }

    fn needles(&self) -> &'static [&'static str] {
        self.needles
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        is_line_start(before) && self.is_header(&first_line(head, 400))
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        let new = |_| translate::Lines::new(self);
        read_translated(&pokerstars::GRAMMAR, span, hand, scratch, new)?;
        Ok(())
    }
}
