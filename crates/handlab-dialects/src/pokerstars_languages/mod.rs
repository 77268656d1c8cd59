//! `PokerStars` in other languages, as the client writes hands for players who chose one of them.
//!
//! Written from public logs of one player each: French (cash, 2013; tournaments, 2022 and 2026), Greek (tournament, 2021),
//! Spanish (Zoom, 2025 and 2026), Russian (cash, 2026) and Portuguese (of Brazil: tournaments, 2025 and 2026; of Portugal:
//! cash, 2026); `chinese` has its own. No German log was available: it is written from what two public parsers accept
//! (2012 and later). No Italian log was found: one parser of 2026 shows an Italian header (`PokerStars Mano #1:`) above
//! English lines, which `pokerstars` reads.
//!
//! Each line corresponds to the English one, part by part, so a [`Language`] is a list of phrases. Other differences:
//! ```text
//! Main PokerStars No 93112556711 :  Hold'em No Limit (0.01 €/0.02 € EUR) - 28/01/2013 17:17:40 CUST [28/01/2013 11:17:40 ET]
//! Mano n.º 254718322088 de Zoom de PokerStars:  Hold'em No Limit (0.02 €/0.05 €) - 05-02-2025 14:48:32 CET [...]
//! Mão #261900159976 da PokerStars:  Hold'em No Limit (0.01 €/0.02 € EUR) - 2026/08/28 22:45:01 UTC [...]
//! Раздача PokerStars №260693414028:  Холдем Безлимитный ($0.01/$0.02 USD) - 04.05.2026 21:35:18 EET [04.05.2026 14:35:18 ВВ]
//! Siège 1 : NAME (2.21 € en jetons)                      a space before the colon, possibly a no-break space
//! NAME : relance. 0.06 € à 0.08 €                        a full stop after the verb; the sign after the amount
//! NAME: делает рейз $0.06 $0.08                          no word between the amounts
//! Personne n'a suivi. (0.22 €) sont retournés à NAME.
//! NAME recebe [9d Qc]                                    the name comes first, in other languages last
//! Place 3: NAME (2978 en jetons, prime de 0.04 €) ne joue pas.
//! NAME a remporté 2052  parallèle lors du pot .          the pot's word comes before `pot`, as in
//! NAME recebeu 2348 do secundário pote
//! NAME gagne 0.02 € pour l'élimination de NAME et sa prime augmente de 0.02 € à 0.06 €
//! NAME ganha $ 3.75 por eliminar NAME e seu próprio 'bounty' aumenta ...    as a public parser quotes it
//! NAME a fini le tournoi à la 22e place et a reçu 0.15 €.    without a prize: `en 25e position`
//! NAME a terminé le tournoi                              who may still re-enter; not read
//! NAME remporte le tournoi et reçoit 3.00 € - félicitations !    of a satellite: `NAME gagne le tournoi - ...`, and
//! NAME gagne les frais d'entrée pour le tournoi #3450746488, or NAME gagne un ticket " €1.50 Step 2 SnG Power Path ticket "
//! ```
//!
//! Liberties:
//! * The names of hands are not read: they are in that language too.
//! * A line without a known phrase is unchanged: the engine refuses it if it is an action that moves money. The
//!   client of 2026 writes only the header in French.
//! * The word `ante` is the same in all of them, so any verb before it counts.
//! * So a post of both blinds, which few logs show, is any line with the words by which the lines of the two differ.
//! * Words that no log shows are those of the client's other lines: the number of a tournament in Spanish, and side pots
//!   in Spanish, Russian and German. Any pot without a known word counts as unnamed; in the totals the main pot comes first.
//! * `Zoom` is a name, which no language translates: it may follow the site's name, as in English.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::Hand;

use crate::lines::translate::read_translated;
use crate::lines::wrapped::{is_header, unwrap};
use crate::pokerstars;
use crate::syntax::text::is_line_start;

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

/// A phrase of the language, and its English equivalent.
type Phrase = (&'static str, &'static str);

/// What the client writes in one language.
#[derive(Debug)]
pub struct Language {
    name: &'static str,
    /// The start of a header.
    needles: &'static [&'static str],
    /// What may precede the number sign and the ID of the hand.
    opening: &'static [&'static str],
    /// What follows the ID.
    after_id: &'static [&'static str],
    /// Phrases of the header.
    header: &'static [Phrase],
    /// The word before the name of the table.
    table: &'static str,
    /// What precedes the number of the button's seat.
    button: &'static [&'static str],
    play_money: &'static str,
    seat: &'static [&'static str],
    chips: &'static [&'static str],
    /// What a seat's line has after the stack.
    seat_notes: &'static [Phrase],
    /// What follows the name and a colon. An English phrase that ends with a space is followed by amounts.
    acts: &'static [Phrase],
    /// Between the two amounts of a raise.
    to: &'static str,
    /// Follows an action with which a player is all-in.
    all_in: &'static str,
    /// What precedes the name of a player who is dealt cards, or what follows it in languages where the name comes
    /// first.
    dealt: &'static [&'static str],
    is_dealt: &'static str,
    /// What separates the player from the amount of a payment, and that from its pot.
    collected: (&'static str, &'static [&'static str]),
    /// The word in a pot's name that makes it the main pot, or a side pot.
    main_pot: &'static str,
    side_pot: &'static str,
    /// What precedes the amount of a returned bet, and the name; empty if no log shows it.
    uncalled: [&'static str; 2],
    titles: &'static [Phrase],
    /// What precedes a player's name when their tournament ends, if anything does, and what follows it, possibly with a
    /// place.
    finished: (&'static [&'static str], &'static [&'static str]),
    /// What follows the name of a tournament's winner.
    won_tournament: &'static str,
    /// What precedes a prize.
    prize: &'static str,
    /// What precedes the amount that knocking a player out pays, that player, and the amount by which the bounty of who
    /// did it rises; and what is between this amount and that bounty. Empty if no log shows it.
    eliminated: [&'static str; 4],
    /// What else follows a player's name. An English phrase that ends with a sign or a space is followed by the rest.
    notices: &'static [Phrase],
    total: &'static str,
    rake: &'static str,
    board: &'static str,
    /// What follows a name in a summary line.
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
        is_line_start(before) && is_header(head, 400, |line| self.is_header(line))
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        let text = unwrap(span.text, |line| self.is_header(line));
        let span = Span { text: &text, ..span };
        let new = |_| translate::Lines::new(self);
        read_translated(&pokerstars::GRAMMAR, span, hand, scratch, new)?;
        Ok(())
    }
}
