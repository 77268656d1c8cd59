//! A hand as PHH: games with a board, stud and draws.
//!
//! Every amount is printed in the text or computed by the replay.

use std::fmt::Write as _;

use handlab_cards::game::{Betting, Game, GameFamily};
use handlab_core::audit::Audit;
use handlab_core::chips;
use handlab_core::hand::{ActionKind, AnteKind, Hand, Kind};
use handlab_core::pipeline::Pipeline;
use handlab_core::replay::Replay;
use handlab_core::time;
use handlab_dialects::phh::code_of;

use crate::clock;
use crate::outcome::Refusal;

mod actions;

/// Appends a hand as PHH to `out`. Nothing is written if it is refused.
///
/// # Errors
/// If PHH cannot hold the hand.
pub(crate) fn write(read: &Pipeline, out: &mut String) -> Result<(), Refusal> {
    let Pipeline { hand, replay, audit, .. } = read;
    let code = check(hand, replay, audit)?;
    let order = order_of(hand, replay).ok_or(Refusal::Blinds)?;
    let writer = Writer { hand, replay, audit, order };
    let _ = writeln!(out, "variant = '{code}'");
    writer.stakes(out);
    writer.actions(out);
    writer.table(out);
    writer.about(out);
    Ok(())
}

fn check(hand: &Hand, replay: &Replay, audit: &Audit) -> Result<&'static str, Refusal> {
    let has_dead = hand.actions.iter().any(|action| action.kind == ActionKind::PostDead);
    let count = |kind| hand.actions.iter().filter(|action| action.kind == kind).count();
    let has_newcomer = count(ActionKind::PostBigBlind) > 1 || count(ActionKind::PostSmallBlind) > 1;
    let mut seats = hand.seats.iter().zip(&replay.seats);
    let has_unknown_stack = seats.any(|(seat, state)| seat.has_unknown_stack && state.is_dealt_in);
    let mut acts = hand.actions.iter().zip(&replay.actions);
    let is_short = acts.any(|(action, state)| {
        action.kind == ActionKind::PostBigBlind
            && state.is_all_in
            && Some(state.added) < hand.stakes.big_blind
    });
    // If each pot has a single winner, there are no odd chips.
    let has_larger_chips = audit.chip_unit.is_some_and(|unit| unit > 1);
    let is_split = audit.awards.len() > audit.pots.len();
    let refused = [
        (hand.n_runouts > 1 || hand.is_split_board, Refusal::Runouts),
        (hand.is_bomb_pot, Refusal::BombPot),
        (hand.is_cancelled, Refusal::Cancelled),
        (has_dead, Refusal::DeadBlind),
        (has_newcomer, Refusal::Newcomers),
        (is_short, Refusal::ShortBlind),
        (has_larger_chips && is_split, Refusal::Chips),
        (audit.pots.len() > 1 && audit.rake + audit.fees > 0, Refusal::RakedPots),
        (hand.printed.added != 0, Refusal::HouseMoney),
        (has_unknown_stack, Refusal::UnknownStack),
    ];
    if let Some((_, refusal)) = refused.iter().find(|(holds, _)| *holds) {
        return Err(*refusal);
    }
    let code = code_of(hand.game, hand.is_hi_lo, hand.betting).ok_or(Refusal::Game)?;
    // The format requires these fields; some tables do not print them.
    let stakes = &hand.stakes;
    let has_bring_in = hand.game.family() != GameFamily::Stud || bring_in(hand).is_some();
    let has_bets =
        hand.betting != Betting::FixedLimit || stakes.small_bet.or(stakes.big_blind).is_some();
    if has_bring_in && has_bets { Ok(code) } else { Err(Refusal::Stakes) }
}

/// The bring-in, or the last chips that were posted in its place if nothing shows how much it was.
fn bring_in(hand: &Hand) -> Option<i64> {
    let mut posts = hand.actions.iter().filter(|action| action.kind == ActionKind::BringIn);
    hand.stakes.bring_in.or_else(|| posts.next().map(|post| post.amount.printed()))
}

/// The dealt-in seats from the left of the button; heads-up, the button is last too.
fn order_of(hand: &Hand, replay: &Replay) -> Option<Vec<usize>> {
    let poster = |kind| hand.actions.iter().find(|act| act.kind == kind).map(|act| act.seat);
    let mut order: Vec<usize> =
        (0..hand.seats.len()).filter(|seat| replay.seats[*seat].is_dealt_in).collect();
    if hand.game.family() == GameFamily::Stud {
        // There is no button: the seats are in order of their numbers.
        order.sort_by_key(|seat| hand.seats[*seat].seat);
        return Some(order);
    }
    let small = poster(ActionKind::PostSmallBlind).map(usize::from);
    let big = poster(ActionKind::PostBigBlind).map(usize::from);
    let first = match hand.game {
        Game::ShortDeck => {
            let button = poster(ActionKind::PostButtonBlind)?;
            hand.seats[usize::from(button)].seat.wrapping_add(1)
        }
        _ if order.len() == 2 => hand.seats[big?].seat,
        _ => hand.seats[small?].seat,
    };
    order.sort_by_key(|seat| hand.seats[*seat].seat.wrapping_sub(first));
    let fits = match hand.game {
        Game::ShortDeck => true,
        _ if order.len() == 2 => order.last().copied() == small,
        _ => order.len() > 2 && order.get(1).copied() == big,
    };
    fits.then_some(order)
}

struct Writer<'a> {
    hand: &'a Hand,
    replay: &'a Replay,
    audit: &'a Audit,
    /// The seats as p1, p2, ...
    order: Vec<usize>,
}

impl Writer<'_> {
    fn list(&self, out: &mut String, key: &str, amounts: impl Iterator<Item = i64>) {
        let _ = write!(out, "{key} = [");
        for (place, amount) in amounts.enumerate() {
            out.push_str(if place == 0 { "" } else { ", " });
            chips::append_to(out, amount, self.hand.scale);
        }
        out.push_str("]\n");
    }

    fn one(&self, out: &mut String, key: &str, amount: Option<i64>) {
        if let Some(amount) = amount {
            let _ = write!(out, "{key} = ");
            chips::append_to(out, amount, self.hand.scale);
            out.push('\n');
        }
    }

    /// What a seat posted of the given kinds; the full amount if the post was short.
    fn posted(&self, seat: usize, is_kind: impl Fn(ActionKind) -> bool) -> i64 {
        let stakes = &self.hand.stakes;
        let mut total = 0_i64;
        for (action, state) in self.hand.actions.iter().zip(&self.replay.actions) {
            if usize::from(action.seat) != seat || !is_kind(action.kind) {
                continue;
            }
            let whole = match action.kind {
                ActionKind::PostSmallBlind => stakes.small_blind,
                ActionKind::PostBigBlind => stakes.big_blind,
                ActionKind::PostAnte => stakes.ante,
                _ => None,
            };
            let whole = whole.filter(|_| state.is_all_in).unwrap_or(state.added);
            total = total.saturating_add(whole.max(state.added));
        }
        total
    }

    fn stakes(&self, out: &mut String) {
        let hand = self.hand;
        let is_trimmed = hand.stakes.ante_kind == AnteKind::Each;
        let _ = writeln!(out, "ante_trimming_status = {is_trimmed}");
        // Heads-up, the format lists both in reverse.
        let mut posts = self.order.clone();
        if posts.len() == 2 {
            posts.reverse();
        }
        let antes =
            posts.iter().map(|seat| self.posted(*seat, |kind| kind == ActionKind::PostAnte));
        self.list(out, "antes", antes);
        if hand.game.family() == GameFamily::Stud {
            self.one(out, "bring_in", bring_in(hand));
        } else {
            let is_blind = |kind: ActionKind| kind.is_post() && kind != ActionKind::PostAnte;
            let blinds = posts.iter().map(|seat| self.posted(*seat, is_blind));
            self.list(out, "blinds_or_straddles", blinds);
        }
        if hand.betting == Betting::FixedLimit {
            let small = hand.stakes.small_bet.or(hand.stakes.big_blind);
            self.one(out, "small_bet", small);
            self.one(out, "big_bet", hand.stakes.big_bet.or(small.map(|small| small * 2)));
        } else {
            self.one(out, "min_bet", hand.stakes.big_blind);
        }
        let stacks = self.order.iter().map(|seat| hand.seats[*seat].starting_stack);
        self.list(out, "starting_stacks", stacks);
    }

    fn number(&self, seat: u8) -> Option<usize> {
        self.order.iter().position(|known| *known == usize::from(seat)).map(|place| place + 1)
    }

    fn table(&self, out: &mut String) {
        let hand = self.hand;
        let ends = self.order.iter().map(|seat| {
            let state = &self.replay.seats[*seat];
            state.stack.saturating_add(self.audit.seats[*seat].won)
        });
        self.list(out, "finishing_stacks", ends);
        let names: Vec<String> =
            self.order.iter().map(|seat| quoted(hand.player(*seat as u8))).collect();
        let _ = writeln!(out, "players = [{}]", names.join(", "));
        let seats: Vec<String> =
            self.order.iter().map(|seat| hand.seats[*seat].seat.to_string()).collect();
        let _ = writeln!(out, "seats = [{}]", seats.join(", "));
        if let Some(count) = hand.max_seats {
            let _ = writeln!(out, "seat_count = {count}");
        }
        if hand.kind == Kind::Cash {
            let _ = writeln!(out, "currency = {}", quoted(hand.currency.code()));
        }
        let _ = writeln!(out, "table = {}", quoted(hand.str(hand.table_name)));
    }

    /// When the hand was played and its names; handlab's own fields for what PHH has no field for.
    fn about(&self, out: &mut String) {
        let hand = self.hand;
        let of_zone = hand.started_at.and_then(clock::in_utc);
        let raw = hand.str(hand.started_raw);
        // Without a zone the digits are copied unchanged.
        let bare = time::utc_micros(raw, "UTC").filter(|_| hand.started_at.is_none());
        let is_utc = of_zone.is_some();
        if let Some((date, time)) = of_zone.or_else(|| bare.and_then(clock::in_utc)) {
            let number = |digits: &str| digits.trim_start_matches('0').to_owned();
            let (year, month, day) = (number(&date[..4]), number(&date[5..7]), number(&date[8..]));
            let _ = writeln!(out, "year = {year}\nmonth = {month}\nday = {day}\ntime = {time}");
            if is_utc {
                out.push_str("time_zone = 'UTC'\n");
            }
        }
        if let Some(tournament) = &hand.tournament {
            let _ = writeln!(out, "event = {}", quoted(hand.str(tournament.tournament_id)));
            if !tournament.level.is_empty() {
                let _ = writeln!(out, "level = {}", quoted(hand.str(tournament.level)));
            }
        }
        let id = hand.str(hand.hand_id);
        if id.parse::<i64>().is_ok_and(|number| number >= 0 && number.to_string() == id) {
            let _ = writeln!(out, "hand = {id}");
        }
        let _ = writeln!(out, "_handlab_site = {}", quoted(hand.site));
        let _ = writeln!(out, "_handlab_hand_id = {}", quoted(id));
        if let Some(number) = hand.hero.and_then(|hero| self.number(hero)) {
            let _ = writeln!(out, "_handlab_hero = {number}");
        }
        self.one(out, "_handlab_rake", Some(self.audit.rake));
        self.one(out, "_handlab_fees", Some(self.audit.fees));
    }
}

/// A TOML basic string.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            letter if letter.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(letter));
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
