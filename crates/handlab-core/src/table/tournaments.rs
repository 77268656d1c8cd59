//! `tournaments`: a row a player whose finish a hand or a summary tells.

use crate::game::{Betting, Game};
use crate::hand::Currency;
use crate::summary::TournamentSummary;

use super::Audited;
use super::column::{Int8s, Int16s, Int32s, Int64s, Strings, Timestamps, table};
use super::hands::small;

table! {
    /// See the module. A player may come in several rows of a batch: whoever stores them keeps one.
    Tournaments {
        site: Strings,
        tournament_id: Strings,
        player: Strings,
        name: Strings,
        game: Strings,
        betting: Strings,
        currency: Strings,
        scale: Int8s,
        buy_in: Int64s,
        fee: Int64s,
        bounty: Int64s,
        entries: Int32s,
        prize_pool: Int64s,
        started_at: Timestamps,
        finish_place: Int32s,
        prize: Int64s,
        bounties_won: Int64s,
        rebuys: Int16s,
        add_ons: Int16s,
        source: Strings,
    }
}

impl Tournaments {
    /// Rows for the finishes that a hand tells. Neither start nor entries are known from a hand.
    pub(super) fn push(&mut self, audited: &Audited<'_>) {
        let hand = audited.hand;
        let Some(tournament) = &hand.tournament else { return };
        for finish in &hand.finishes {
            self.site.push(Some(hand.site));
            self.tournament_id.push(Some(hand.str(tournament.tournament_id)));
            self.player.push(Some(hand.str(finish.player)));
            self.name.push(None);
            self.game.push(Some(hand.game.name()));
            self.betting.push(Some(hand.betting.name()));
            self.push_buy_in(
                tournament.currency,
                tournament.scale,
                [tournament.buy_in, tournament.fee, tournament.bounty],
            );
            self.entries.push(None);
            self.prize_pool.push(None);
            self.started_at.push(None);
            self.finish_place.push(finish.place.and_then(|place| i32::try_from(place).ok()));
            self.prize.push(finish.prize);
            self.bounties_won.push(None);
            self.rebuys.push(None);
            self.add_ons.push(None);
            self.source.push(Some("hands"));
        }
    }

    /// Rows for the players whom a summary lists.
    pub fn push_summary(&mut self, summary: &TournamentSummary) {
        for player in &summary.players {
            self.site.push(Some(summary.site));
            self.tournament_id.push(Some(&summary.tournament_id));
            self.player.push(Some(&player.player));
            self.name.push(summary.name.as_deref());
            self.game.push(summary.game.map(Game::name));
            self.betting.push(summary.betting.map(Betting::name));
            let prices = [summary.buy_in, summary.fee, summary.bounty];
            self.push_buy_in(summary.currency, summary.scale, prices);
            self.entries.push(summary.entries.and_then(|entries| entries.try_into().ok()));
            self.prize_pool.push(summary.prize_pool);
            self.started_at.push(summary.started_at);
            self.finish_place.push(player.finish_place.and_then(|place| place.try_into().ok()));
            self.prize.push(player.prize);
            self.bounties_won.push(player.bounties_won);
            self.rebuys.push(player.rebuys.and_then(|count| count.try_into().ok()));
            self.add_ons.push(player.add_ons.and_then(|count| count.try_into().ok()));
            self.source.push(Some("summary"));
        }
    }

    fn push_buy_in(&mut self, currency: Currency, scale: u8, prices: [Option<i64>; 3]) {
        let [buy_in, fee, bounty] = prices;
        self.currency.push_known(currency.code());
        self.scale.push(small(Some(scale)));
        self.buy_in.push(buy_in);
        self.fee.push(fee);
        self.bounty.push(bounty);
    }
}
