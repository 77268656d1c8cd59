//! The header of a hand, above the posts: IDs, table, stakes, time, seats.

use std::fmt::Write as _;

use crate::clock::Clock;
use crate::config::{Config, Freezeout, Level};
use crate::table::{Seated, Table};
use crate::tournament::Tournament;
use handlab_cards::game::{Betting as Limit, Game, GameFamily};
use handlab_core::chips;
use handlab_core::hand::{self, Action, ActionKind, Hand, Kind, Seat, Stakes, Text};
use handlab_core::money::Currency;

/// What a hand's header is made from.
pub(crate) struct Header<'a> {
    pub(crate) config: &'a Config,
    pub(crate) hand_id: u64,
    pub(crate) level: Level,
    pub(crate) clock: &'a Clock,
    pub(crate) table: &'a Table,
    pub(crate) tournament: &'a Tournament,
}

impl Header<'_> {
    /// Fills everything above the posts; `buffer` is scratch space.
    pub(crate) fn fill(&self, hand: &mut Hand, seated: &[Seated], buffer: &mut String) {
        let config = self.config;
        (hand.site, hand.network) = ("pokerstars", Some("pokerstars"));
        hand.hand_id = keep(hand, buffer, |text| push(text, self.hand_id));
        (hand.kind, hand.currency) = match config.tournament {
            Some(_) => (Kind::Tournament, Currency::CHIPS),
            None => (config.kind, config.currency),
        };
        hand.scale = config.scale();
        hand.is_fast_fold = config.is_fast_fold;
        (hand.game, hand.is_hi_lo, hand.betting) = (config.game, config.is_hi_lo, config.betting);
        hand.stakes = stakes(config, self.level);
        hand.table_name = hand.push_text(&self.table.name);
        hand.max_seats = Some(config.chairs);
        hand.button_seat = (config.game.family() != GameFamily::Stud).then(|| self.table.button());
        hand.started_at = Some(self.clock.micros());
        hand.started_raw = keep(hand, buffer, |text| self.clock.append_to(text));
        hand.zone = hand.push_text("ET");
        hand.tournament =
            config.tournament.map(|freezeout| self.tournament(hand, &freezeout, buffer));
        let bounty =
            config.tournament.map(|freezeout| freezeout.bounty).filter(|bounty| *bounty > 0);
        for (index, chair) in seated.iter().enumerate() {
            let player = hand.push_text(self.table.name_of(chair.player));
            if self.table.is_hero(chair.player) && chair.is_dealt_in {
                hand.hero = Some(index as u8);
            }
            hand.seats.push(Seat {
                seat: chair.number,
                player,
                starting_stack: chair.stack,
                is_sitting_out: chair.is_away,
                bounty,
                ..Seat::default()
            });
        }
    }

    fn tournament(
        &self,
        hand: &mut Hand,
        freezeout: &Freezeout,
        buffer: &mut String,
    ) -> hand::Tournament {
        let currency = self.config.currency;
        hand::Tournament {
            tournament_id: keep(hand, buffer, |text| push(text, self.tournament.id)),
            name: Text::default(),
            level: hand.push_text(&self.tournament.level_name(freezeout)),
            speed: None,
            currency,
            scale: chips::scale_of(currency),
            buy_in: Some(freezeout.buy_in),
            fee: Some(freezeout.fee),
            bounty: Some(freezeout.bounty).filter(|bounty| *bounty > 0),
        }
    }
}

/// Stores a text that is built in a buffer.
fn keep(hand: &mut Hand, buffer: &mut String, fill: impl FnOnce(&mut String)) -> Text {
    buffer.clear();
    fill(buffer);
    hand.push_text(buffer)
}

fn push(text: &mut String, number: u64) {
    // Writing to a string cannot fail.
    let _ = write!(text, "{number}");
}

/// The stakes printed in the header.
fn stakes(config: &Config, level: Level) -> Stakes {
    let Level { small_blind, big_blind, ante } = level;
    let mut stakes = Stakes::default();
    if config.game == Game::ShortDeck {
        (stakes.big_blind, stakes.ante) = (Some(big_blind), Some(ante));
    } else if config.betting == Limit::FixedLimit {
        (stakes.small_bet, stakes.big_bet) = (Some(big_blind), Some(big_blind * 2));
        stakes.big_blind = Some(big_blind).filter(|_| config.game.family() != GameFamily::Stud);
    } else {
        (stakes.small_blind, stakes.big_blind) = (Some(small_blind), Some(big_blind));
    }
    stakes.cap = Some(config.cap).filter(|_| config.betting == Limit::Cap);
    stakes
}

/// Adds the stakes that only the posts show: antes, straddles, bring-ins, the small blind in fixed limit. A post of
/// last chips does not show it; in tournaments it is half the big blind.
pub(crate) fn add_posted_stakes(hand: &mut Hand) {
    let Hand { stakes, actions, tournament, .. } = hand;
    let is_fixed = stakes.small_bet.is_some();
    let half = stakes.big_blind.map(|big_blind| big_blind / 2);
    for Action { kind, amount, is_all_in, .. } in actions {
        let amount = amount.printed();
        match kind {
            ActionKind::PostAnte => stakes.ante = stakes.ante.max(Some(amount)),
            ActionKind::Straddle => stakes.straddle = stakes.straddle.max(Some(amount)),
            ActionKind::BringIn => stakes.bring_in = Some(amount),
            ActionKind::PostSmallBlind if is_fixed => {
                let is_whole = !*is_all_in || half == Some(amount);
                let of_level = half.filter(|_| tournament.is_some());
                let whole = if is_whole { Some(amount) } else { of_level };
                stakes.small_blind = stakes.small_blind.max(whole);
            }
            _ => {}
        }
    }
}
