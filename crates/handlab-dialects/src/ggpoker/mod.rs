//! `GGPoker` and the skins of its network: cash tables, Rush & Cash, All-In or Fold, tournaments, Spin & Gold, and the
//! summary of each tournament; its club app, see `clubgg`; and `UPpoker`, whose tournaments differ in their numbers.
//!
//! Written from logs of 2020 to 2026. What differs from `lines`' common form:
//! ```text
//! Poker Hand #HD123: Hold'em No Limit ($0.05/$0.1) - 2025/08/08 21:08:00                                 header
//! Poker Hand #SD123: ShortDeck No Limit ($0.02) - ...                      the ante, which is also the button blind
//! Poker Hand #TM123: Tournament #456, NAME Hold'em No Limit - Level12(200/400(50)) - ...
//! Cash Drop to Pot : total $0.2                                      the house adds it to the pot
//! NAME: straddle $20                                                 the seat's total
//! NAME: posts missed blind $2                                        dead
//! Dealt to NAME                                                      no cards
//! NAME: Chooses to EV Cashout                                        paid outside the pot, see `beside_the_pot`
//! *** SHOWDOWN ***                                                   even if no one shows
//! *** TURN *** [Jh 8h Ts] [Th]                       in All-In or Fold Omaha the first title with cards
//! Total pot $1 | Rake $0.05 | Jackpot $0.02 | Bingo $0 | Fortune $0 | Tax $0
//! Poker Hand #TM0ED72A1B4C9 Tournament #19033748..., NAME Hold'em No Limit - Level 3 (100/200(25)) - ...      `UPpoker`'s
//! uncalled bet (500) retured to NAME
//! FIRST Board [5c 6s 8c Jh Jd]
//! SECOND Board [2c Kc]                                               in 2021 without the shared cards
//! Tournament #456, NAME, Hold'em No Limit                            summary
//! ```
//!
//! Liberties:
//! * No zone is printed, so the start in UTC is unknown unless the caller names the zone.
//! * Names of up to eight hexadecimal digits are assigned by the site for one hand or session: such players are
//!   anonymous. `Hero` is the owner of the file. If any other player has a real name, no name is the site's: programs
//!   that watch tables write such hands, with a total that excludes a cash drop, and folds of seats that are all-in and
//!   do not show (2024, 2025).
//! * A tournament's name may contain anything: the game is the longest suffix of the text before ` - Level` that names one.
//! * A hand in which everyone posts an ante, no one posts a blind and no one acts before the flop is a bomb pot.
//! * All-In or Fold Omaha deals the flop before the only decisions, which its text calls `PREFLOP`: the cards are known
//!   from the start, and no one decides on the flop.
//! * The files begin with the newest hand.

use handlab_cards::game::{Game, Street};
use handlab_cards::seat::SeatSet;
use handlab_core::chips;
use handlab_core::dialect::Dialect;
use handlab_core::error::ParseError;
use handlab_core::framing::{Span, first_line};
use handlab_core::hand::{ActionKind, BoardCards, Hand, Outcome};
use handlab_core::rules::{RakePrinting, SiteRules};
use handlab_core::summary::TournamentSummary;

use crate::inferred::{unknown_button, walks};
use crate::lines::translate::read_translated;
use crate::lines::{self, Grammar};
use crate::syntax::text::split_once;

pub(crate) mod beside_the_pot;
mod clubgg;
mod header;
mod summary;

/// See the module.
pub struct GgPoker;

const SITE: &str = "ggpoker";

impl Dialect for GgPoker {
    fn site(&self) -> &'static str {
        SITE
    }

    fn needles(&self) -> &'static [&'static str] {
        &["Poker Hand #"]
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
        let is_of_club = header::id_of(span.text).is_some_and(clubgg::is_number);
        if is_of_club && clubgg::has_two_boards(span.text) {
            return read_translated(&GRAMMAR, span, hand, scratch, clubgg::Boards::new).map(|_| ());
        }
        lines::read(&GRAMMAR, span, hand)
    }

    fn summary_needles(&self) -> &'static [&'static str] {
        &[summary::HEADER]
    }

    fn claims_summary(&self, before: &[u8], head: &[u8]) -> bool {
        summary::claims(before, head)
    }

    fn parse_summary(
        &self,
        span: Span<'_>,
        summary: &mut TournamentSummary,
    ) -> Result<(), ParseError> {
        summary::read(span.text, span.at, summary)
    }
}

/// A client that writes tournaments like `GGPoker`, with hexadecimal hand numbers.
pub struct UpPoker;

impl Dialect for UpPoker {
    fn site(&self) -> &'static str {
        UP_GRAMMAR.site
    }

    fn needles(&self) -> &'static [&'static str] {
        GgPoker.needles()
    }

    fn claims(&self, before: &[u8], head: &[u8]) -> bool {
        let line = first_line(head, 400);
        header::id_of(&line).is_some_and(header::is_hexadecimal) && header::claims(before, head)
    }

    fn parse(&self, span: Span<'_>, hand: &mut Hand, _: &mut String) -> Result<(), ParseError> {
        lines::read(&UP_GRAMMAR, span, hand)
    }
}

const UP_GRAMMAR: Grammar = Grammar { site: "uppoker", network: "uppoker", ..GRAMMAR };

const GRAMMAR: Grammar = Grammar {
    site: SITE,
    network: SITE,
    rules: &RULES,
    header: header::read,
    event: read_added,
    act: beside_the_pot::read_act,
    seat_note: beside_the_pot::read_note,
    complete,
    ..Grammar::COMMON
};

/// Tables at $0.5/$1 printed no rake in 2020 (41 hands), all others do. `posts big blind $50`, then `straddle $100`
/// by the same seat, made a pot of 255 with a small blind of 25, and two other blinds of 50 and 30 in PLO of 2021.
/// The summaries of one hand, in three copies, repeat its flop in another order.
const RULES: SiteRules = SiteRules {
    rake: RakePrinting::Era,
    is_straddle_total: true,
    may_sort_boards: true,
    ..SiteRules::PLAIN
};

/// Records what the house adds to the pot; false if the line is about something else.
pub(crate) fn read_added(line: &str, hand: &mut Hand) -> bool {
    let Some((_, added)) = split_once(line, " to Pot : total ") else { return false };
    let added = chips::read(added.trim().as_bytes(), hand.scale);
    hand.printed.added = hand.printed.added.saturating_add(added.unwrap_or(0));
    added.is_some()
}

/// Assigns to the site a hand that another program wrote in the form of `PokerStars`: `Table 'GG_RushAndCash400001'`,
/// with the players' names (ten hands of 2024 and 2025). Its total excludes what the house adds.
pub(crate) fn complete_copy(hand: &mut Hand) {
    (hand.site, hand.network, hand.rules) = (SITE, Some(SITE), &RULES);
    hand.is_fast_fold |= hand.str(hand.table_name).starts_with("GG_RushAndCash");
    let printed = &mut hand.printed;
    printed.total_pot = printed.total_pot.map(|total| total.saturating_add(printed.added));
    muck_after_all_in(hand);
}

/// Corrects the folds written by a program that names the players: seats that called may have `(didn't bet)`, and a
/// seat that is all-in and does not show its cards is printed as folding.
fn muck_after_all_in(hand: &mut Hand) {
    let printed = &mut hand.printed;
    printed.seat_lines.iter_mut().for_each(|line| line.did_not_bet = false);
    let mut all_in = SeatSet::default();
    for action in &mut hand.actions {
        if action.is_all_in {
            all_in.insert(usize::from(action.seat));
        } else if action.kind == ActionKind::Fold && all_in.contains(usize::from(action.seat)) {
            action.kind = ActionKind::Muck;
            let of_seat = printed.seat_lines.iter_mut().filter(|line| line.seat == action.seat);
            of_seat.for_each(|line| line.outcome = Outcome::Unknown);
        }
    }
}

/// Marks anonymous players, and assigns the hands of clubs.
fn complete(hand: &mut Hand) {
    let is_alias = |name: &str| {
        (1..=8).contains(&name.len())
            && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    // If others have real names, `dead` is one too; a program may have put the owner's name in place of `Hero`.
    let has_names = hand.seats.iter().zip(0..).any(|(seat, index)| {
        let name = hand.str(seat.player);
        name != "Hero" && hand.hero != Some(index) && !is_alias(name)
    });
    for index in 0..hand.seats.len() {
        hand.seats[index].is_anonymous = !has_names && is_alias(hand.player(index as u8));
    }
    // After `Bet & Muck` the summary says that the seat folded, although its bet was called.
    let Hand { actions, printed, .. } = &mut *hand;
    let has_mucked =
        |seat| actions.iter().any(|action| action.kind == ActionKind::Muck && action.seat == seat);
    for line in &mut printed.seat_lines {
        if matches!(line.outcome, Outcome::Folded(_)) && has_mucked(line.seat) {
            line.outcome = Outcome::Unknown;
        }
    }
    deal_first_flop(hand);
    unknown_button::drop_seat_zero(hand);
    // A converter of club hands returns the whole blind.
    walks::count_matched_blind(hand);
    if clubgg::is_number(hand.str(hand.hand_id)) {
        clubgg::complete(hand);
    } else if has_names {
        add_drop_to_total(hand);
        muck_after_all_in(hand);
    }
}

/// Deals the flop of All-In or Fold Omaha before the decisions. No title prints it; that of the turn repeats it (one hand
/// of 2026; players describe the game so).
fn deal_first_flop(hand: &mut Hand) {
    let is_of_game = hand.game == Game::Omaha && hand.str(hand.hand_id).starts_with("AF");
    if !is_of_game || hand.boards.iter().any(|board| board.street < TURN) {
        return;
    }
    let repeated = hand.printed.boards.iter().find(|board| board.street == TURN);
    if let Some(flop) = repeated.filter(|flop| flop.cards.len() == 3) {
        let flop = BoardCards { run_no: 0, street: Street::FIRST, cards: flop.cards };
        hand.boards.insert(0, flop);
    }
}

const TURN: Street = Street(2);

/// Adds the house's drop to a total that excludes it, as programs that name the players print it: what is paid and kept
/// shows which kind of total it is.
fn add_drop_to_total(hand: &mut Hand) {
    let printed = &mut hand.printed;
    let (Some(total), Some(rake)) = (printed.total_pot, printed.rake) else { return };
    let kept = [rake, printed.fees.unwrap_or(0)].into_iter();
    let out = hand.collected.iter().map(|paid| paid.amount).chain(kept);
    let with_drop = total.saturating_add(printed.added);
    if out.fold(0, i64::saturating_add) == with_drop {
        printed.total_pot = Some(with_drop);
    }
}
