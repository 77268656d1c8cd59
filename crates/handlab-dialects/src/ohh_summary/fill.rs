//! Fills a summary from its JSON object.

use std::collections::HashMap;

use handlab_core::error::ParseError;
use handlab_core::framing::Span;
use handlab_core::money::Currency;
use handlab_core::summary::{TournamentPlayer, TournamentSummary};
use handlab_core::time;

use super::object::{Finish, Object};
use crate::names::rooms::site_titled;
use crate::ohh::{self, split_zone};
use crate::phh::fill::digest;
use crate::syntax::json::{self, Number};

/// Reads one summary.
pub(super) fn read(span: Span<'_>, out: &mut TournamentSummary) -> Result<(), ParseError> {
    out.clear();
    let mut text = String::new();
    let span = json::with_opening(span, "{", &mut text);
    let (object, value) = json::first_value::<Object<'_>>(span, 0)?;
    out.digest = digest(value);
    let mut filler = Filler { span, out };
    filler.head(&object)?;
    let rows = filler.players(&object)?;
    filler.rebuys(&object, &rows)
}

/// Whether a list that leaves out entries has a first place but no second: the last hand of a tournament is between
/// these two, so that whoever saw the end has both.
fn goes_on(object: &Object<'_>) -> bool {
    let lists_all = object.entries.is_none_or(|entries| object.finishes.len() >= entries as usize);
    let has_second = object.finishes.iter().any(|finish| finish.place == Some(2));
    !lists_all && !has_second
}

/// The row of each player.
type Rows<'a> = HashMap<&'a str, usize>;

struct Filler<'s, 'o> {
    span: Span<'s>,
    out: &'o mut TournamentSummary,
}

impl Filler<'_, '_> {
    fn head(&mut self, object: &Object<'_>) -> Result<(), ParseError> {
        let names = [object.site.as_deref(), object.network.as_deref()];
        let site = names.into_iter().flatten().find_map(site_titled);
        let number = object.number.map_or("", |number| number.get().trim_matches('"'));
        let number = number.strip_prefix("T#").unwrap_or(number);
        let currency = match object.currency.as_deref().unwrap_or_default() {
            "XPM" | "PPC" => Currency::PLAY,
            code => Currency::from_code(code),
        };
        let time_of = |printed: Option<&str>| {
            let (local, zone) = split_zone(printed?);
            time::utc_micros(local, &zone)
        };
        let out = &mut *self.out;
        out.site = site.unwrap_or(ohh::NAME);
        out.tournament_id.push_str(number);
        out.name = object.name.as_deref().map(str::to_owned).filter(|name| !name.is_empty());
        (out.currency, out.scale) = (currency, 2);
        (out.started_at, out.finished_at) =
            (time_of(object.start.as_deref()), time_of(object.end.as_deref()));
        let amounts = [object.buy_in, object.fee, object.bounty, object.pool];
        let [buy_in, fee, bounty, pool] = amounts.map(|number| self.amount(number));
        let out = &mut *self.out;
        (out.buy_in, out.fee, out.bounty) = (buy_in?, fee?, bounty?.filter(|bounty| *bounty > 0));
        out.prize_pool = pool?;
        out.entries = object.entries.max(u32::try_from(object.finishes.len()).ok());
        Ok(())
    }

    fn players<'a>(&mut self, object: &'a Object<'_>) -> Result<Rows<'a>, ParseError> {
        let mut rows = Rows::new();
        let goes_on = goes_on(object);
        for finish in &object.finishes {
            let (place, prize) = (finish.place.filter(|place| *place > 0), self.won(finish)?);
            let is_first = place == Some(1);
            let is_unplaced = place.is_none() || (is_first && goes_on && prize.unwrap_or(0) == 0);
            let is_still_playing = finish.is_playing.unwrap_or(is_unplaced);
            let row = *rows.entry(&finish.player).or_insert(self.out.players.len());
            if row == self.out.players.len() {
                self.out.players.push(TournamentPlayer {
                    player: finish.player.to_string(),
                    is_owner: object.owner.as_deref() == Some(&*finish.player),
                    ..TournamentPlayer::default()
                });
            }
            let player = &mut self.out.players[row];
            player.entries += 1;
            player.is_still_playing |= is_still_playing;
            player.finish_place = [player.finish_place, place].into_iter().flatten().min();
            if let Some(prize) = prize {
                player.prize = Some(player.prize.unwrap_or(0).saturating_add(prize));
            }
        }
        let players = &mut self.out.players;
        for player in players.iter_mut().filter(|player| player.is_still_playing) {
            player.finish_place = None;
        }
        let is_paid = players.iter().any(|player| player.prize.is_some_and(|prize| prize > 0));
        if !is_paid && self.out.prize_pool != Some(0) {
            for player in players.iter_mut() {
                player.prize = None;
            }
        }
        let is_over = players.iter().any(|player| player.finish_place == Some(1));
        let is_open = players.iter().any(|player| player.is_still_playing);
        self.out.is_finished = if is_open { Some(false) } else { is_over.then_some(true) };
        self.out.owner_place = self.out.owner().and_then(|owner| owner.finish_place);
        Ok(rows)
    }

    /// What a player won, including the value of a ticket.
    fn won(&self, finish: &Finish<'_>) -> Result<Option<i64>, ParseError> {
        let (prize, ticket) = (self.amount(finish.prize)?, self.amount(finish.ticket)?);
        let is_printed = prize.is_some() || ticket.is_some();
        let sum = prize.unwrap_or(0).saturating_add(ticket.unwrap_or(0));
        Ok(is_printed.then_some(sum))
    }

    fn rebuys(&mut self, object: &Object<'_>, rows: &Rows<'_>) -> Result<(), ParseError> {
        let costs = (self.amount(object.rebuy_cost)?, self.amount(object.add_on_cost)?);
        for bought in object.bought.iter().flatten() {
            let Some(row) = rows.get(&*bought.player) else { continue };
            let player = &mut self.out.players[*row];
            (player.rebuys, player.add_ons) = (bought.rebuys, bought.add_ons);
            let cost = |count: Option<u32>, price: Option<i64>| match count.unwrap_or(0) {
                0 => Some(0),
                count => price?.checked_mul(i64::from(count)),
            };
            player.rebuys_paid = cost(bought.rebuys, costs.0)
                .zip(cost(bought.add_ons, costs.1))
                .map(|(rebuys, add_ons)| rebuys.saturating_add(add_ons));
        }
        Ok(())
    }

    /// An amount in minor units of the tournament; `None` if there is none.
    fn amount(&self, number: Number<'_>) -> Result<Option<i64>, ParseError> {
        json::read_amount(self.span, number, self.out.scale)
    }
}
