//! Fills a hand from its log line.

use handlab_cards::card::CardList;
use handlab_cards::game::{Betting, Game, Street};
use handlab_core::chips;
use handlab_core::dialect::text::push_seat;
use handlab_core::error::{ParseError, ParseErrorKind, Position};
use handlab_core::hand::{
    Action, ActionKind, Amount, BoardCards, CardsSource, Collected, Hand, Kind, PotName, Seat,
};
use handlab_core::money::Currency;
use handlab_core::rules::SiteRules;

use super::SITE;
use super::game::{self, GAMES, MOST_PLAYERS};
use super::line::{Fault, Line, Size, Step};
use super::play::Play;
use crate::inferred::scales;
use crate::syntax::text::is_digits;

/// Reads one hand, again with finer amounts if a pot was split into fractions.
///
/// `parts` splits its line, `text`, and `named` is the game that the file names.
pub(super) fn read<'t>(
    text: &'t str,
    at: Position,
    rules: &'static SiteRules,
    parts: &dyn Fn(&'t str) -> Result<Line<'t>, Fault>,
    named: &dyn Fn() -> Option<game::Game>,
    hand: &mut Hand,
) -> Result<(), ParseError> {
    scales::read(hand, |least_scale, hand| {
        (hand.site, hand.network, hand.rules) = (SITE, Some(SITE), rules);
        (hand.kind, hand.currency, hand.scale) = (Kind::Play, Currency::PLAY, least_scale);
        let filled = parts(text).and_then(|line| fill(&line, named, hand));
        filled.map_err(|kind| ParseError::new(kind(text.to_owned()), at))
    })
}

fn fill(
    line: &Line<'_>,
    named: &dyn Fn() -> Option<game::Game>,
    hand: &mut Hand,
) -> Result<(), Fault> {
    let dealt = |cards: &CardList, count: usize| cards.len() == count;
    if !line.hole_cards.iter().all(|cards| cards.is_empty() || dealt(cards, 2)) {
        return Err(ParseErrorKind::UnknownGame);
    }
    if !line.board.iter().zip([3, 1, 1]).all(|(cards, count)| dealt(cards, count))
        || line.board.len() > 3
    {
        return Err(ParseErrorKind::Cards);
    }
    let results = line.results.iter().map(|result| amount(result, hand.scale));
    let results = results.collect::<Option<Vec<_>>>().ok_or(ParseErrorKind::Amount as Fault)?;
    let unit = 10_i64.pow(u32::from(hand.scale));
    let play = play(line, &results, unit, named).ok_or(ParseErrorKind::Header as Fault)?;
    describe(line, &play, unit, hand);
    seats(line, &play, unit, hand)?;
    for (index, cards) in line.board.iter().enumerate() {
        let street = Street(index as u8 + 1);
        hand.boards.push(BoardCards { run_no: 0, street, cards: *cards });
        hand.last_street = street;
    }
    for (street, seat, kind, added) in &play.acts {
        push(hand, *street, *seat, *kind, added * unit, CardList::EMPTY);
    }
    for (seat, cards) in line.hole_cards.iter().copied().enumerate() {
        if play.left() > 1 && play.is_in(seat) && !cards.is_empty() {
            push(hand, Street::SHOWDOWN, seat, ActionKind::Show, 0, cards);
        }
        let paid = results[seat].saturating_add(play.put_in[seat] * unit);
        if paid > 0 {
            let (seat, amount, pot) = (seat as u8, paid, PotName::Pot);
            hand.collected.push(Collected { seat, amount, pot, run_no: 0 });
        }
    }
    hand.printed.rake = Some(0);
    Ok(())
}

/// Replays the hand as the only game that fits its results. If none or several fit, the betting or the file's first
/// line must identify the game.
fn play(
    line: &Line<'_>,
    results: &[i64],
    unit: i64,
    named: &dyn Fn() -> Option<game::Game>,
) -> Option<Play> {
    let streets = line.board.len();
    let has_size = line.steps.iter().any(|step| matches!(step, Step::Raise(Some(_))));
    let printed = line.stakes.filter(|_| line.players.len() == 2).map(|stakes| {
        let mut stacks = [None; MOST_PLAYERS];
        stacks.iter_mut().zip(stakes.stacks).for_each(|(one, stack)| *one = Some(stack));
        (game::with_blinds(stakes.blinds), stacks)
    });
    let is_known = |game: &&game::Game| printed.is_none() && game.players == line.players.len();
    let known = GAMES.iter().filter(is_known);
    let games = known.map(|game| (*game, [game.stack; MOST_PLAYERS])).chain(printed);
    let plays = |size: Size| {
        let play = move |(game, stacks)| Play::new(game, stacks, size, &line.steps, streets);
        games.clone().filter_map(play)
    };
    let one = |mut plays: Vec<Play>| match plays.len() {
        0 | 1 => plays.pop(),
        _ => {
            let named = named()?;
            plays.into_iter().find(|play| play.game() == named)
        }
    };
    let (first, others) = line.sizes.split_first()?;
    let fitting = |size: &Size| -> Vec<Play> {
        plays(*size).filter(|play| play.fits(results, unit)).collect()
    };
    let fit = fitting(first);
    if !fit.is_empty() {
        return one(fit);
    }
    let others = others.iter().filter(|_| has_size);
    let fit = others.map(fitting).find(|fit| !fit.is_empty());
    one(fit.unwrap_or_else(|| plays(*first).collect()))
}

fn describe(line: &Line<'_>, play: &Play, unit: i64, hand: &mut Hand) {
    let game = play.game();
    let id = format!("{}-{:016x}", line.number, line.digest);
    hand.hand_id = hand.push_text(&id);
    (hand.game, hand.betting) = (Game::Holdem, game.betting);
    let big_blind = game.big_blind * unit;
    hand.stakes.small_blind = Some(game.small_blind * unit);
    hand.stakes.big_blind = Some(big_blind);
    if game.betting == Betting::FixedLimit {
        (hand.stakes.small_bet, hand.stakes.big_bet) = (Some(big_blind), Some(2 * big_blind));
    }
    hand.max_seats = u8::try_from(game.players).ok();
    hand.button_seat = hand.max_seats;
    if let Some(started) = line.started {
        hand.started_at = chips::read(started.as_bytes(), 6).or_else(|| {
            let whole = started.split('.').next().unwrap_or_default();
            chips::read(whole.as_bytes(), 6)
        });
        hand.started_raw = hand.push_text(started);
        hand.zone = hand.push_text("UTC");
    }
}

fn seats(line: &Line<'_>, play: &Play, unit: i64, hand: &mut Hand) -> Result<(), Fault> {
    for (index, name) in line.players.iter().enumerate() {
        let (cards, stack) = (line.hole_cards[index], play.stack(index));
        let seat = Seat {
            seat: index as u8 + 1,
            starting_stack: stack.unwrap_or(0) * unit,
            has_unknown_stack: stack.is_none(),
            hole_cards: cards,
            cards_source: (!cards.is_empty()).then_some(CardsSource::Shown),
            ..Seat::default()
        };
        if name.is_empty() || !push_seat(hand, seat, name) {
            return Err(ParseErrorKind::Seats);
        }
    }
    Ok(())
}

fn push(
    hand: &mut Hand,
    street: Street,
    seat: usize,
    kind: ActionKind,
    added: i64,
    cards: CardList,
) {
    let action = Action::new(street, seat as u8, kind, Amount::Added(added));
    hand.actions.push(Action { cards, ..action });
}

/// `-50`, `12.5`, or `33.333333`. A point is always decimal, unlike in sites' logs, where `1.234` may be 1234.
fn amount(text: &str, scale: u8) -> Option<i64> {
    let bare = text.strip_prefix('-').unwrap_or(text);
    let (whole, decimals) = bare.split_once('.').unwrap_or((bare, ""));
    let decimals = decimals.trim_end_matches('0');
    if !is_digits(whole)
        || !(decimals.is_empty() || is_digits(decimals))
        || decimals.len() > scale.into()
    {
        return None;
    }
    let zeros = std::iter::repeat_n(b'0', usize::from(scale) - decimals.len());
    let amount =
        whole.bytes().chain(decimals.bytes()).chain(zeros).try_fold(0_i64, |sum, digit| {
            sum.checked_mul(10)?.checked_add(i64::from(digit - b'0')).filter(|sum| *sum < 1 << 53)
        })?;
    Some(if bare.len() < text.len() { -amount } else { amount })
}
