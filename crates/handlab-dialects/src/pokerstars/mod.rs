//! PokerStars and the tools that imitate it.
//!
//! Written from logs of 2005 to 2025. `lines` reads all but the header and what belongs to tournaments; the
//! grammar, one line each:
//! ```text
//! PokerStars (Zoom |Home Game )?(Hand|Game) #ID: [[Zoom ]Tournament #ID, BUY-IN] GAME [- Level N] (STAKES) - TIME
//!                                                               header, tournament; games, stakes, clock
//! Table 'NAME' 6-max (Play Money) Seat #3 is the button          seats
//! Seat N: NAME (STACK in chips[, BOUNTY bounty]) [is sitting out]
//! NAME: posts ...                                                body, verbs, amounts
//! *** HOLE CARDS *** | *** DEALING HANDS *** | *** 3rd STREET ***    marks
//! Dealt to NAME [cards] [cards]                                  notices
//! NAME: folds | checks | calls X | bets X | raises X to Y | discards ... | shows [cards] ...
//! *** [FIRST |SECOND |THIRD ](FLOP|TURN|RIVER|SHOW DOWN) *** [board] [card]
//! Uncalled bet (X) returned to NAME | NAME collected X from POT | ...
//! *** SUMMARY ***                                                summary
//! Total pot X [Main pot X. Side pot[-n] X.] | Rake X
//! [FIRST |SECOND ]Board [cards]
//! Seat N: NAME [(button)] showed [cards] and won (X) with ...
//! ```
//!
//! Liberties:
//! * **Words are read by meaning** (`words`): case, spaces, hyphens, plural, ordinals or numbers, articles and
//!   what follows an amount make no difference. Tables of verbs and titles hold the meanings.
//! * A header is found in the middle of a line too, since cut-off hands are glued to the next one; not within chat.
//!   Indentation and quotation marks are removed ([`handlab_core::cursor`]).
//! * Cards that are not cards (`[of]`) are left out in `Dealt to` and `shows`; on a board they are an error.
//! * `raises A to B`: only B counts, since converters print B twice. One amount is what makes the hand add up. `bets A and is
//!   all-in` against a bet is the raise or call that A chips make.
//! * Some converters print no time, or one in the form of their country (`6/5/2024, 6:00:00 PM`): where that may be either
//!   of two days, the hand has no instant. Others return the whole big blind of a walk (`walks`), post blinds of zero, or list
//!   empty seats.
//! * Converters of other sites' hands print a tournament's name in place of its price, and an ante or a straddle with the
//!   blinds: `(400/800(100))`, `($1/$2/$4)`.
//! * Amounts finer than the stakes' currency make the hand's scale finer: 674.5 chips are 67,450 at scale 2.
//! * Lines of anyone who is not at the table are ignored (chat, `joins the table`, `has timed out`): the audit shows
//!   whether one of them mattered. A line `NAME: verb` of a player at the table with an unknown verb is counted in
//!   `unread_lines`, and is an error if it holds an amount or cards or is a misspelt known verb.
//! * The summary needs no title. A hand without a summary is truncated. The last of a file whose summary lacks seats is
//!   open ([`Hand::is_open`]): it counts only if its money adds up.
//! * The Chico network exports its hands of 2026 under this site's header. They are recognised by their tables and get the
//!   site `betonline`, whose client numbers hands in the same sequence:
//!   ```text
//!   PokerStars Hand #1639500001: Tournament #916-1a5c001, $33 USD Hold'em No Limit - Level (3500/7000) - 2026/06/14 15:09:25 UTC
//!   Table 'CHC_1827490001 2' 8-max Seat #6 is the button
//!   NAME collected 300 from side pot-1                              after the main pot, which the total does not name
//!   Seat 6: NAME (button) showed [Tc 4c] and won (450) with Pair, 44, and won (300) with Pair, 44
//!   ```
//! * Hands of `GGPoker` are recognised in the same way (`GG_RushAndCash400001`), with that site's lines about money outside
//!   the pot; the total leaves out a `Cash Drop to Pot : total $0.20`. So are those of `ClubGG` (`CGG_9310001-Den`) and
//!   `CoinPoker` (`CPR_5PLO ₮2,000 I`), which other programs write in this form.
//! * Titles may have lost all their stars (`unstarred`).
//! * In Split Hold'em two boards are dealt from the start. Games with other rules (Fusion, Swap, Unfold) are refused.

use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::hand::Hand;
use handlab_core::money::Currency;
use handlab_core::rules::{FormerChip, SiteRules, WinnerRakes};
use handlab_core::summary::TournamentSummary;

use self::summary::archive;
use self::unstarred::{Titles, is_unstarred};
use crate::ggpoker::{self, beside_the_pot};
use crate::inferred::{all_in, unknown_button, walks};
use crate::lines::translate::read_translated;
use crate::lines::{self, Grammar};

mod header;
pub mod summary;
pub(crate) mod tournament;
mod unstarred;
pub mod write;

/// The dialect of PokerStars; see the module's documentation.
pub struct PokerStars;

const SITE: &str = "pokerstars";

impl Dialect for PokerStars {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &[
            "PokerStars ",
            "POKERSTARS ",
            "Pokerstars ",
            "pokerstars ",
            "PokerStars.",
            "PokerStarsCollection ",
        ]
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        header::claims(before, head)
    }

    fn parse(
        &self,
        span: Span<'_>,
        hand: &mut Hand,
        scratch: &mut String,
    ) -> Result<(), ParseError> {
        read(&GRAMMAR, span, hand, scratch)
    }

    fn summary_needles(&self) -> &'static [&'static str] {
        &summary::NEEDLES
    }

    fn claims_summary(&self, before: &[u8], head: &[u8]) -> bool {
        summary::claims(before, head)
    }

    fn preamble_needles(&self) -> &'static [&'static str] {
        &[archive::TITLE]
    }

    fn claims_preamble(&self, _: &[u8], _: &[u8]) -> bool {
        true
    }

    fn reads_tags(&self, page: &[u8]) -> bool {
        memchr::memmem::find(page, archive::TITLE.as_bytes()).is_some()
    }

    fn parse_summary(&self, span: Span<'_>, out: &mut TournamentSummary) -> Result<(), ParseError> {
        if span.text.starts_with(archive::ROW) {
            return archive::read(span, out);
        }
        summary::parse(span.text, span.at, out)
    }
}

pub(crate) const GRAMMAR: Grammar = Grammar {
    site: SITE,
    network: "pokerstars",
    rules: &RULES,
    header: header::read,
    event: |line, hand| tournament::read_line(line, hand) || ggpoker::read_added(line, hand),
    act: beside_the_pot::read_act,
    has_bare_posts: true,
    complete,
    ..Grammar::COMMON
};

/// Reads a hand in the site's form.
pub(crate) fn read(
    grammar: &'static Grammar,
    span: Span<'_>,
    hand: &mut Hand,
    scratch: &mut String,
) -> Result<(), ParseError> {
    if is_unstarred(span.text) {
        return read_translated(grammar, span, hand, scratch, |_| Titles).map(|_| ());
    }
    lines::read(grammar, span, hand)
}

/// The sites of hands that other programs write in this form, by the start of their tables' names; a digit follows.
const OTHER_SITES: [(&str, &str); 4] =
    [("CHC_", "betonline"), ("CGG_", "clubgg"), ("CPR_", "coinpoker"), ("PMS_Cpr_", "coinpoker")];

/// Completes a hand of the site or of a program that imitates it.
fn complete(hand: &mut Hand) {
    complete_form(hand);
    find_network(hand);
}

/// Completes a hand in the site's form, whoever wrote it.
pub(crate) fn complete_form(hand: &mut Hand) {
    unknown_button::drop_seat_zero(hand);
    all_in::name_first_bets(hand);
    all_in::resolve_bets(hand);
    walks::count_matched_blind(hand);
}

/// Sets a hand's site by its table: `CHC_1827490001 2` is one of the Chico network, `GG_RushAndCash400001` one of `GGPoker`.
fn find_network(hand: &mut Hand) {
    let table = hand.str(hand.table_name);
    let is_of = |prefix: &str| {
        let rest = table.strip_prefix(prefix);
        rest.is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
    };
    let other = OTHER_SITES.iter().find(|(prefix, _)| is_of(prefix));
    if table.starts_with("GG_") {
        ggpoker::complete_copy(hand);
    } else if let Some((_, site)) = other {
        (hand.site, hand.network, hand.rules) = (*site, Some(*site), &SiteRules::PLAIN);
    } else if table == POKERNOW_CONVERTER && has_whole_chips(hand) {
        hand.rules = &RULES_OF_WHOLE_CHIPS;
    }
}

/// The table of all hands that `PNLogConverter` writes.
const POKERNOW_CONVERTER: &str = "PNLogConverter";

/// Whether a hand has chips of whole units only: the converter prints two decimals all the same.
fn has_whole_chips(hand: &Hand) -> bool {
    let unit = 10_i64.pow(u32::from(hand.scale.min(8)));
    let stacks = hand.seats.iter().map(|seat| seat.starting_stack);
    stacks.chain(hand.collected.iter().map(|line| line.amount)).all(|amount| amount % unit == 0)
}

/// `PokerNow` splits pots to the chip: `collected $4.00` and `$3.00` of 7.00.
const RULES_OF_WHOLE_CHIPS: SiteRules = SiteRules { smallest_chip: Some(100), ..SiteRules::PLAIN };

const RULES: SiteRules = SiteRules {
    former_chip: Some(CHIP_OF_FIVE),
    winner_rakes: Some(WINNER_RAKES),
    ..SiteRules::PLAIN
};

/// Old cash tables had no smaller chip than five cents; the last that were seen are of 2008.
const CHIP_OF_FIVE: FormerChip = FormerChip {
    hundredths: 5,
    // 2012 in UTC.
    until: 1_325_376_000_000_000,
};

/// In 2021 some winners at $0.25/$0.50 paid 6.25 % up to 2.50 where the others paid 5 % up to 2.00, always the same
/// players: seen in 21 split pots, and in all pots that one of them won alone.
const WINNER_RAKES: WinnerRakes = WinnerRakes {
    rates: [50_000, 62_500],
    caps: [200, 250],
    currency: Currency::USD,
    big_blind: 50,
    // 2021 in UTC.
    era: [1_609_459_200_000_000, 1_640_995_200_000_000],
};
