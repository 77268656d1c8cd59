//! Writes a hand in the format of PokerStars.
//!
//! The printer is [`handlab_dialects::pokerstars::write`], which prints what a [`Hand`] holds. Here a hand from another
//! site is converted to one that PokerStars could have dealt: raises are totals, uncalled bets and payments have their
//! own lines, totals follow from the actions, and the time is Eastern. Importers such as fpdb expect hand and
//! tournament numbers to be digits: other names are replaced by the digits of a digest.

use handlab_cards::card::CardList;
use handlab_cards::game::{Betting, Game, GameFamily, Street};
use handlab_core::audit::RakeSource;
use handlab_core::hand::{
    Action, ActionKind, Amount, CardsSource, Collected, Hand, Kind, PotName, Text,
};
use handlab_core::money::Currency;
use handlab_core::pipeline::Pipeline;
use handlab_core::time;
use handlab_dialects::pokerstars;

use crate::anonymize;
use crate::clock;
use crate::levels;
use crate::outcome::Refusal;

/// The number of digits that every importer can store.
const LONGEST_NUMBER: usize = 18;

/// Appends the text of a hand.
///
/// # Errors
/// If PokerStars does not deal the game, the hand has no date, or the stakes or a player's stack are unknown.
pub(crate) fn write(read: &Pipeline, out: &mut String) -> Result<(), Refusal> {
    if !pokerstars::write::has_form(read.hand.game) {
        return Err(Refusal::Game);
    }
    if has_dead_post_alone(&read.hand.actions) {
        return Err(Refusal::DeadBlind);
    }
    if read.hand.seats.iter().any(|seat| seat.has_unknown_stack) {
        return Err(Refusal::UnknownStack);
    }
    let mut hand = read.hand.clone();
    // Other programs take every other seat for a player who was dealt in.
    for (seat, state) in hand.seats.iter_mut().zip(&read.replay.seats) {
        seat.is_sitting_out |= !state.is_dealt_in;
    }
    actions(&mut hand, read);
    payments(&mut hand, read);
    totals(&mut hand, read);
    stakes(&mut hand)?;
    start(&mut hand)?;
    names(&mut hand);
    pokerstars::write::write(&hand, out);
    Ok(())
}

/// Whether a dead blind is posted without a big blind: PokerStars only has a line for both together.
fn has_dead_post_alone(actions: &[Action]) -> bool {
    let is_alone = |(at, action): (usize, &Action)| {
        let both = actions.get(at + 1).filter(|next| next.kind == ActionKind::PostBigBlind);
        action.kind == ActionKind::PostDead && both.is_none_or(|next| next.seat != action.seat)
    };
    actions.iter().enumerate().any(is_alone)
}

/// Sets each amount as computed by the replay, and moves shows after the last street.
fn actions(hand: &mut Hand, read: &Pipeline) {
    let replay = &read.replay;
    let is_betting = |action: &Action| action.kind.is_decision() || action.kind.is_post();
    let last_bet = hand.actions.iter().rposition(is_betting).unwrap_or_default();
    for (number, (action, state)) in hand.actions.iter_mut().zip(&replay.actions).enumerate() {
        match action.kind {
            ActionKind::Discard | ActionKind::StandPat => continue,
            ActionKind::Show | ActionKind::Muck => {
                if number > last_bet && replay.seats[usize::from(action.seat)].is_in() {
                    action.street = Street::SHOWDOWN;
                }
                continue;
            }
            ActionKind::Raise => action.amount = Amount::To(state.street_total),
            _ => action.amount = Amount::Added(state.added),
        }
        action.is_all_in = state.is_all_in;
    }
    let mut number = 0;
    hand.actions.retain(|action| {
        number += 1;
        let added = replay.actions.get(number - 1).map_or(0, |state| state.added);
        !action.kind.is_post() || added != 0
    });
    hand.uncalled.clear();
    let back = replay.seats.iter().enumerate().filter(|(_, seat)| seat.uncalled > 0);
    if !hand.is_cancelled {
        hand.uncalled.extend(back.map(|(index, seat)| (index as u8, seat.uncalled)));
    }
    shows_after_folds(hand);
    shows(hand, read);
}

/// Cards shown after folding go in the line of the fold; only the first time, as there is no other place for them.
fn shows_after_folds(hand: &mut Hand) {
    for seat in 0..hand.seats.len() as u8 {
        let of_seat = |kind| move |action: &Action| action.seat == seat && action.kind == kind;
        let Some(fold) = hand.actions.iter().position(of_seat(ActionKind::Fold)) else { continue };
        let later = hand.actions[fold..].iter().position(of_seat(ActionKind::Show));
        if let Some(later) = later.filter(|later| *later > 1) {
            let show = hand.actions.remove(fold + later);
            let street = hand.actions[fold].street;
            hand.actions.insert(fold + 1, Action { street, ..show });
        }
    }
}

/// Adds a show for players known to have shown, or who won a showdown with known cards: PokerStars has no other line
/// for that.
fn shows(hand: &mut Hand, read: &Pipeline) {
    if hand.is_cancelled {
        return;
    }
    let is_showdown = read.replay.contenders() > 1;
    for (index, state) in read.replay.seats.iter().enumerate() {
        let seat = &hand.seats[index];
        let has_shown = hand.actions.iter().any(|action| {
            usize::from(action.seat) == index
                && matches!(action.kind, ActionKind::Show | ActionKind::Muck)
        });
        // In stud some cards are face up that no one has shown.
        let is_shown = seat.cards_source == Some(CardsSource::Shown)
            && (is_showdown || hand.game.family() != GameFamily::Stud);
        let is_open = is_shown || (is_showdown && read.audit.seats[index].won > 0);
        if state.is_in() && !has_shown && is_open && !seat.hole_cards.is_empty() {
            let cards = seat.hole_cards;
            hand.actions.push(show(index as u8, cards));
        }
    }
}

fn show(seat: u8, cards: CardList) -> Action {
    let action = Action::new(Street::SHOWDOWN, seat, ActionKind::Show, Amount::default());
    Action { cards, ..action }
}

/// One line for what a seat won from a pot on a board; side pots first.
fn payments(hand: &mut Hand, read: &Pipeline) {
    let pots = read.audit.pots.len();
    let mut paid: Vec<Collected> = Vec::new();
    for award in read.audit.awards.iter().map(|paid| paid.award) {
        let pot = match award.pot_no {
            _ if pots < 2 => PotName::Pot,
            0 => PotName::Main,
            number => PotName::Side(number),
        };
        // A pot that only one seat could win goes with the first board.
        let run_no = if hand.n_runouts > 1 { award.run_no.max(1) } else { 0 };
        paid.push(Collected { seat: award.seat, amount: award.amount, pot, run_no });
    }
    let rank = |line: &Collected| match line.pot {
        PotName::Side(number) => u8::MAX - number,
        PotName::Pot | PotName::Main => u8::MAX,
    };
    paid.sort_by_key(|line| (line.run_no, rank(line), line.seat));
    hand.summary_collected.clear();
    for line in &paid {
        let known = hand.summary_collected.iter_mut();
        let of_seat =
            |known: &&mut Collected| (known.seat, known.run_no) == (line.seat, line.run_no);
        match known.into_iter().find(of_seat) {
            Some(known) => known.amount = known.amount.saturating_add(line.amount),
            None => hand.summary_collected.push(Collected { pot: PotName::Pot, ..*line }),
        }
    }
    hand.collected = paid;
}

/// The stakes in the header if the table's are unknown, as far as they follow from the actions: in fixed limit the small
/// bet is the big blind, or in stud what the first player made it who was not all-in.
///
/// # Errors
/// If they do not follow: PokerStars always prints them.
fn stakes(hand: &mut Hand) -> Result<(), Refusal> {
    let is_limit = hand.betting == Betting::FixedLimit;
    if is_limit && hand.stakes.small_bet.is_none() {
        let acts = || hand.actions.iter().filter(|action| !action.is_all_in);
        let posts = hand.actions.iter().filter(|action| action.kind == ActionKind::PostBigBlind);
        let posted = posts.map(|action| action.amount.printed()).max();
        let bet_on = |street: fn(u8) -> bool| {
            let is_bet =
                |action: &&Action| matches!(action.kind, ActionKind::Bet | ActionKind::Raise);
            let bet = acts().filter(|action| street(action.street.0)).find(is_bet);
            bet.map(|action| action.amount.printed())
        };
        let is_stud = hand.game.family() == GameFamily::Stud;
        // A pair on fourth street may be bet for either.
        let completed = bet_on(|street| street == 0).filter(|_| is_stud);
        let big = bet_on(|street| street > 1).filter(|_| is_stud);
        let stakes = &mut hand.stakes;
        stakes.small_bet = stakes.big_blind.or(posted).or(completed).or(big.map(|bet| bet / 2));
    }
    let stakes = &mut hand.stakes;
    if is_limit {
        stakes.big_bet = stakes.big_bet.or(stakes.small_bet.map(|bet| bet.saturating_mul(2)));
    }
    let is_cash = hand.tournament.is_none();
    let has_button_blind = is_cash && hand.game == Game::ShortDeck && stakes.small_blind.is_none();
    let printed = match is_limit {
        true => [stakes.small_bet, stakes.big_bet],
        false if has_button_blind => [stakes.ante, stakes.big_blind],
        false => [stakes.small_blind, stakes.big_blind],
    };
    if printed.contains(&None) { Err(Refusal::Stakes) } else { Ok(()) }
}

fn totals(hand: &mut Hand, read: &Pipeline) {
    let audit = &read.audit;
    let printed = &mut hand.printed;
    let gross = audit.pots.iter().fold(0_i64, |sum, pot| sum.saturating_add(pot.gross));
    printed.total_pot = Some(gross);
    let is_known = audit.rake_source != RakeSource::Unknown;
    printed.rake = is_known.then(|| audit.rake.saturating_add(audit.fees));
    printed.pots.clear();
    if audit.pots.len() > 1 {
        // What was paid: only this shows which pot paid the rake.
        printed.pots.resize(audit.pots.len(), 0);
        for award in audit.awards.iter().map(|paid| paid.award) {
            if let Some(pot) = printed.pots.get_mut(usize::from(award.pot_no)) {
                *pot = pot.saturating_add(award.amount);
            }
        }
    }
}

/// The start in Eastern time, as importers expect it: alone, or in brackets after another printed time.
fn start(hand: &mut Hand) -> Result<(), Refusal> {
    let (raw, zone) = (hand.str(hand.started_raw), hand.str(hand.zone));
    let is_kept = is_common(raw);
    let (local, zone) = match hand.started_at {
        Some(_) if is_kept && zone == "ET" && hand.started_at_later.is_none() => return Ok(()),
        Some(micros) => {
            let (local, eastern) = clock::in_eastern_time(micros).ok_or(Refusal::NoTime)?;
            let is_name = !zone.is_empty() && zone.bytes().all(|byte| byte.is_ascii_uppercase());
            if is_kept && is_name && zone != "ET" && eastern == "ET" {
                (raw.to_owned(), format!("{zone} [{local} ET]"))
            } else {
                (local, eastern)
            }
        }
        None if raw.is_empty() => return Err(Refusal::NoTime),
        None if is_kept => return Ok(()),
        None => {
            // Without a zone the digits are copied unchanged.
            let as_if = time::utc_micros(raw, "UTC").and_then(|micros| time::clock(micros, "UTC"));
            let local = as_if.map(|shown| {
                let time::Clock { year, month, day, hour, minute, second } = shown;
                format!("{year:04}/{month:02}/{day:02} {hour}:{minute:02}:{second:02}")
            });
            (local.unwrap_or_else(|| raw.replace('-', "/")), zone.to_owned())
        }
    };
    // Other programs read no date without a time.
    if !is_common(&local) {
        return Err(Refusal::NoTime);
    }
    (hand.started_raw, hand.zone) = (hand.push_text(&local), hand.push_text(&zone));
    Ok(())
}

/// Whether a time looks as PokerStars prints it: `2024/03/17 16:08:32`.
fn is_common(raw: &str) -> bool {
    matches!(shape(raw).as_str(), "0000/00/00 0:00:00" | "0000/00/00 00:00:00")
}

/// A text with all its digits as zeros.
fn shape(text: &str) -> String {
    text.chars().map(|letter| if letter.is_ascii_digit() { '0' } else { letter }).collect()
}

fn names(hand: &mut Hand) {
    hand.hand_id = digits(hand, hand.hand_id);
    let code = hand.currency.code();
    let is_code = code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase());
    if hand.kind == Kind::Club || (hand.kind == Kind::Cash && !is_code) {
        // Money without a three-letter code is written as play-money chips.
        (hand.kind, hand.currency) = (Kind::Play, Currency::PLAY);
    }
    if let Some(mut tournament) = hand.tournament {
        // Without a number the hand gets a tournament of its own: with a shared one, unrelated hands would be grouped.
        tournament.tournament_id = match tournament.tournament_id {
            id if id.is_empty() => hand.hand_id,
            id => digits(hand, id),
        };
        // Other programs read no level in digits; one without a numeral is left out.
        let level = levels::roman(hand.str(tournament.level)).unwrap_or_default();
        tournament.level = hand.push_text(&level);
        hand.tournament = Some(tournament);
    }
    if hand.table_name.is_empty() {
        hand.table_name = hand.push_text("-");
    }
}

/// A name made of digits: the original, or else 18 digits of a digest of site and name.
fn digits(hand: &mut Hand, name: Text) -> Text {
    let text = hand.str(name);
    let is_number = (1..=LONGEST_NUMBER).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number {
        return name;
    }
    let number = anonymize::eighteen_digits(anonymize::digest_of(hand.site, text));
    hand.push_text(&number)
}
