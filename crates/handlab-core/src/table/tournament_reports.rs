//! `tournament_reports`: what one hand or one summary reports about a player in a tournament.
//!
//! The lake builds `tournaments` from them, one row per player: several hands and summaries report on the same player,
//! and which one is right is known only once all have been read.

use std::collections::{BTreeMap, HashSet};

use xxhash_rust::xxh3::Xxh3;

use crate::hand::{Finish, Hand, PurchaseKind, SidePayment, SidePaymentKind, Speed, Tournament};
use crate::money::Currency;
use crate::summary::{TournamentPlayer, TournamentSummary};
use handlab_cards::game::{Betting, Game};
use handlab_columns::{Bools, Int8s, Int16s, Int32s, Int64s, Strings, Timestamps, table};

use super::Audited;
use super::hands::small;

table! {
    /// See the module.
    TournamentReports {
        site: Strings,
        tournament_id: Strings,
        player: Strings,
        report: Strings,
        source: Strings,
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
        is_finished: Bools,
        is_out: Bools,
        finish_place: Int32s,
        prize: Int64s,
        prize_text: Strings,
        bounties_won: Int64s,
        re_entries: Int16s,
        rebuys: Int16s,
        add_ons: Int16s,
        rebuys_paid: Int64s,
        speed: Strings,
    }
}

/// Players of tournaments whose seats a batch has already reported, as hashes.
pub(super) type Seated = HashSet<u64>;

impl TournamentReports {
    /// One row for each player for whom the hand reports a finish, a bounty or a purchase, and one for each player at
    /// the table who is not in `seated`; none if the tournament has no number, since such tournaments cannot be
    /// distinguished.
    pub(super) fn push(&mut self, audited: &Audited<'_>, seated: &mut Seated) {
        let hand = audited.hand;
        let has_number = |entry: &&Tournament| !hand.str(entry.tournament_id).is_empty();
        let Some(tournament) = hand.tournament.as_ref().filter(has_number) else { return };
        for (name, report) in player_reports(hand) {
            let name = reported(hand, name);
            self.push_of_hand(hand, tournament, [name, hand.str(hand.hand_id)], &report);
        }
        let facts = facts_hash(hand, tournament);
        let mut number = None;
        for (index, seat) in hand.seats.iter().enumerate() {
            if is_stranger(hand, index) {
                continue;
            }
            let name = reported(hand, hand.str(seat.player));
            let mut hash = facts.clone();
            hash.update(name.as_bytes());
            if seated.insert(hash.digest()) {
                // Must match `SEATED` in `handlab/tournaments`.
                let number = number.get_or_insert_with(|| format!("seats {:016x}", facts.digest()));
                self.push_of_hand(hand, tournament, [name, number], &PlayerReport::NOTHING);
            }
        }
    }

    fn push_of_hand(
        &mut self,
        hand: &Hand,
        tournament: &Tournament,
        [name, number]: [&str; 2],
        report: &PlayerReport,
    ) {
        self.push_key([hand.site, hand.str(tournament.tournament_id), name]);
        self.report.push(Some(number));
        self.source.push(Some("hands"));
        let printed = hand.str(tournament.name);
        self.name.push(Some(printed).filter(|name| !name.is_empty()));
        self.push_game(Some(hand.game_name()), Some(hand.betting));
        let prices = [tournament.buy_in, tournament.fee, tournament.bounty];
        self.push_price(tournament.currency, tournament.scale, prices);
        // A hand prints neither the number of entries nor the start.
        self.entries.push(None);
        self.prize_pool.push(None);
        self.started_at.push(None);
        self.is_finished.push(None);
        self.speed.push(tournament.speed.map(Speed::name));
        let prize_text = report.finish.map(|finish| hand.str(finish.prize_text));
        self.prize_text.push(prize_text.filter(|text| !text.is_empty()));
        self.push_player_report(report);
    }

    fn push_player_report(&mut self, report: &PlayerReport) {
        let place = report.finish.and_then(|finish| finish.place);
        self.is_out.push(Some(report.finish.is_some()));
        self.finish_place.push(place.and_then(|place| place.try_into().ok()));
        self.prize.push(report.finish.and_then(|finish| finish.prize));
        self.bounties_won.push(report.bounties);
        self.re_entries.push(None);
        let has_bought = report.rebuys + report.add_ons > 0;
        let count = |count: u32| has_bought.then(|| i16::try_from(count).unwrap_or(i16::MAX));
        self.rebuys.push(count(report.rebuys));
        self.add_ons.push(count(report.add_ons));
        self.rebuys_paid.push(report.paid.filter(|_| has_bought));
    }

    /// One row for each player in a summary.
    pub fn push_summary(&mut self, summary: &TournamentSummary) {
        let report = format!("{:016x}", summary.digest);
        for player in &summary.players {
            self.push_key([summary.site, &summary.tournament_id, &player.player]);
            self.report.push(Some(&report));
            self.source.push(Some("summary"));
            self.name.push(summary.name.as_deref());
            self.push_game(summary.game.map(Game::name), summary.betting);
            let prices = [summary.buy_in, summary.fee, summary.bounty];
            self.push_price(summary.currency, summary.scale, prices);
            self.entries.push(summary.entries.and_then(|entries| entries.try_into().ok()));
            self.prize_pool.push(summary.prize_pool);
            self.started_at.push(summary.started_at);
            self.is_finished.push(summary.is_finished);
            self.speed.push(summary.speed.map(Speed::name));
            self.push_listed(player);
        }
    }

    fn push_listed(&mut self, player: &TournamentPlayer) {
        let small = |count: Option<u32>| count.and_then(|count| count.try_into().ok());
        self.is_out.push(Some(!player.is_still_playing));
        self.finish_place.push(player.finish_place.and_then(|place| place.try_into().ok()));
        self.prize.push(player.prize);
        self.prize_text.push(player.prize_text.as_deref());
        self.bounties_won.push(player.bounties_won);
        self.re_entries.push(small(player.entries.checked_sub(1)));
        self.rebuys.push(small(player.rebuys));
        self.add_ons.push(small(player.add_ons));
        self.rebuys_paid.push(player.rebuys_paid);
    }

    fn push_key(&mut self, key: [&str; 3]) {
        let [site, tournament_id, player] = key;
        self.site.push(Some(site));
        self.tournament_id.push(Some(tournament_id));
        self.player.push(Some(player));
    }

    fn push_game(&mut self, game: Option<&str>, betting: Option<Betting>) {
        self.game.push(game);
        self.betting.push(betting.map(Betting::name));
    }

    fn push_price(&mut self, currency: Currency, scale: u8, prices: [Option<i64>; 3]) {
        let [buy_in, fee, bounty] = prices;
        self.currency.push_known(currency.code());
        self.scale.push(small(Some(scale)));
        self.buy_in.push(buy_in);
        self.fee.push(fee);
        self.bounty.push(bounty);
    }
}

/// What one hand reports about a player.
#[derive(Clone, Copy)]
struct PlayerReport {
    finish: Option<Finish>,
    bounties: Option<i64>,
    rebuys: u32,
    add_ons: u32,
    /// The total cost of the purchases; unknown if any of them is.
    paid: Option<i64>,
}

impl PlayerReport {
    const NOTHING: Self =
        Self { finish: None, bounties: None, rebuys: 0, add_ons: 0, paid: Some(0) };
}

/// A hash of the tournament with the name, game, price and speed that the hand prints: seats are reported once for each, so
/// that what is stored does not depend on the order in which hands are read.
fn facts_hash(hand: &Hand, tournament: &Tournament) -> Xxh3 {
    let mut hash = Xxh3::new();
    let texts = [
        hand.site,
        hand.str(tournament.tournament_id),
        hand.str(tournament.name),
        hand.game_name(),
        hand.betting.name(),
        tournament.currency.code(),
    ];
    for text in texts {
        hash.update(text.as_bytes());
        hash.update(&[0]);
    }
    for price in [tournament.buy_in, tournament.fee, tournament.bounty] {
        hash.update(&price.unwrap_or(-1).to_le_bytes());
    }
    hash.update(&[tournament.scale]);
    // Nothing is added for an unknown speed: lakes have such hashes from before it was read.
    hash.update(tournament.speed.map_or("", Speed::name).as_bytes());
    hash
}

/// Whether the name in `seats[index]` may belong to someone else at the next table.
fn is_stranger(hand: &Hand, index: usize) -> bool {
    hand.seats[index].is_anonymous && hand.hero != Some(index as u8)
}

/// The name of the owner where each hand names its seats anew, such as by position. Must match `OWNER` in
/// `handlab/tournaments`.
const OWNER: &str = "Hero";

/// The name under which a hand's player is reported: the owner is one player in all hands of the tournament.
fn reported<'h>(hand: &'h Hand, name: &'h str) -> &'h str {
    let owner = hand.hero.and_then(|hero| hand.seats.get(usize::from(hero)));
    let is_owner = owner.is_some_and(|seat| seat.is_anonymous && hand.str(seat.player) == name);
    if is_owner { OWNER } else { name }
}

/// Each player about whom the hand reports something, by name; excludes players known only in this hand.
fn player_reports(hand: &Hand) -> BTreeMap<&str, PlayerReport> {
    let mut players: BTreeMap<&str, PlayerReport> = BTreeMap::new();
    for finish in &hand.finishes {
        // `finished in 1st place` and `wins the tournament and receives` are one finish.
        let report = players.entry(hand.str(finish.player)).or_insert(PlayerReport::NOTHING);
        let known = report.finish.unwrap_or_default();
        let (place, prize) = (finish.place.or(known.place), finish.prize.or(known.prize));
        let prize_text =
            if known.prize_text.is_empty() { finish.prize_text } else { known.prize_text };
        report.finish = Some(Finish { place, prize, prize_text, ..*finish });
    }
    for bought in &hand.purchases {
        let report = players.entry(hand.str(bought.player)).or_insert(PlayerReport::NOTHING);
        match bought.kind {
            PurchaseKind::Rebuy => report.rebuys += 1,
            PurchaseKind::AddOn => report.add_ons += 1,
        }
        report.paid = report.paid.zip(bought.price).map(|(paid, price)| paid.saturating_add(price));
    }
    let of_kind = |payment: &&SidePayment| payment.kind == SidePaymentKind::Bounty;
    for payment in hand.side_payments.iter().filter(of_kind) {
        let report = players.entry(hand.player(payment.seat)).or_insert(PlayerReport::NOTHING);
        report.bounties = Some(report.bounties.unwrap_or(0).saturating_add(payment.amount));
    }
    for (index, seat) in hand.seats.iter().enumerate() {
        if is_stranger(hand, index) {
            players.remove(hand.str(seat.player));
        }
    }
    players
}
