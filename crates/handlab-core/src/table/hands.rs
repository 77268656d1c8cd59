//! `hands`: one row per dealt hand.

use crate::audit::{RakeSource, TextFault};
use crate::hand::{Hand, Text, Tournament};
use crate::replay::{TurnFault, UncalledSource};
use handlab_cards::game::GameFamily;
use handlab_columns::{
    Bools, Int8s, Int16s, Int32s, Int64s, Names, Strings, Timestamps, Words, table_of_hands,
};

use super::{Audited, PARSER_VERSION, Source, content_digest, deal_digest};

table_of_hands! {
    /// See the module.
    Hands {
        site: Words,
        hand_id: Strings,
        network: Words,
        skin: Words,
        kind: Words,
        is_fast_fold: Bools,
        table_name: Names,
        max_seats: Int8s,
        button_seat: Int8s,
        hero_seat: Int8s,
        game: Words,
        game_family: Words,
        is_hi_lo: Bools,
        betting: Words,
        deck_size: Int8s,
        currency: Names,
        scale: Int8s,
        small_blind: Int64s,
        big_blind: Int64s,
        small_bet: Int64s,
        big_bet: Int64s,
        ante: Int64s,
        ante_kind: Words,
        bring_in: Int64s,
        straddle: Int64s,
        cap: Int64s,
        chip_unit: Int64s,
        bb_unit: Words,
        n_seated: Int8s,
        n_players: Int8s,
        started_at: Timestamps,
        started_raw: Strings,
        zone: Names,
        tournament_id: Names,
        level: Names,
        board: Strings,
        n_runouts: Int8s,
        is_bomb_pot: Bools,
        allin_street: Words,
        total_pot: Int64s,
        rake: Int64s,
        fees: Int64s,
        added: Int64s,
        rake_source: Words,
        uncalled_source: Words,
        residual_contributed: Int64s,
        residual_collected: Int64s,
        residual_uncalled: Int64s,
        pots_check: Words,
        action_check: Words,
        turn_check: Words,
        card_check: Words,
        winner_check: Words,
        text_check: Words,
        contenders: Int8s,
        cards_known: Int8s,
        unread_lines: Int16s,
        verdict: Words,
        account: Names,
        parser_version: Int32s,
        source_file: Names,
        source_member: Names,
        source_offset: Int64s,
        source_length: Int64s,
        source_line: Int64s,
        source_digest: Names,
        content_digest: Int64s,
        deal_digest: Int64s,
        text: Strings,
    }
}

impl Hands {
    pub(super) fn push(&mut self, audited: &Audited<'_>) {
        self.push_table(audited.hand);
        self.push_stakes(audited.hand);
        self.push_start(audited);
        self.push_audit(audited);
        self.push_source(audited);
    }

    fn push_table(&mut self, hand: &Hand) {
        self.site.push(Some(hand.site));
        self.hand_id.push(Some(hand.str(hand.hand_id)));
        self.network.push(hand.network);
        self.skin.push(hand.skin);
        self.kind.push(Some(hand.kind.name()));
        self.is_fast_fold.push(Some(hand.is_fast_fold));
        self.table_name.push_known(hand.str(hand.table_name));
        self.max_seats.push(small(hand.max_seats));
        self.button_seat.push(small(hand.button_seat));
        let hero = hand.hero.and_then(|hero| hand.seats.get(usize::from(hero)));
        self.hero_seat.push(small(hero.map(|seat| seat.seat)));
        self.game.push(Some(hand.game_name()));
        self.game_family.push(Some(hand.game.family().name()));
        self.is_hi_lo.push(Some(hand.is_hi_lo));
        self.betting.push(Some(hand.betting.name()));
        self.deck_size.push(small(Some(hand.game.deck_size())));
    }

    fn push_stakes(&mut self, hand: &Hand) {
        let stakes = &hand.stakes;
        self.currency.push(Some(hand.currency.code()));
        self.scale.push(small(Some(hand.scale)));
        self.small_blind.push(stakes.small_blind);
        self.big_blind.push(stakes.big_blind);
        self.small_bet.push(stakes.small_bet);
        self.big_bet.push(stakes.big_bet);
        self.ante.push(stakes.ante);
        self.ante_kind.push(stakes.ante.map(|_| stakes.ante_kind.name()));
        self.bring_in.push(stakes.bring_in);
        self.straddle.push(stakes.straddle);
        self.cap.push(stakes.cap);
        let is_stud = hand.game.family() == GameFamily::Stud;
        self.bb_unit.push(Some(if is_stud { "small_bet" } else { "big_blind" }));
    }

    fn push_start(&mut self, audited: &Audited<'_>) {
        let Audited { hand, replay, expectation, .. } = audited;
        self.n_seated.push(small(u8::try_from(hand.seats.len()).ok()));
        let players = replay.seats.iter().filter(|seat| seat.is_dealt_in).count();
        self.n_players.push(small(u8::try_from(players).ok()));
        self.started_at.push(hand.started_at);
        self.started_raw.push_known(hand.str(hand.started_raw));
        self.zone.push_known(hand.str(hand.zone));
        let tournament = hand.tournament.as_ref();
        let known =
            |text: fn(&Tournament) -> Text| tournament.map_or("", |entry| hand.str(text(entry)));
        self.tournament_id.push_known(known(|entry| entry.tournament_id));
        self.level.push_known(known(|entry| entry.level));
        self.board.push_with(|text| hand.board(u8::from(hand.n_runouts > 1)).append_to(text));
        self.n_runouts.push(small(Some(hand.n_runouts)));
        self.is_bomb_pot.push(Some(hand.is_bomb_pot));
        self.allin_street.push(expectation.street.map(|street| street.name(hand.game)));
    }

    fn push_audit(&mut self, audited: &Audited<'_>) {
        let Audited { replay, audit, hand, .. } = audited;
        self.chip_unit.push(audit.chip_unit);
        let total = audit.pots.iter().fold(0_i64, |sum, pot| sum.saturating_add(pot.gross));
        self.total_pot.push(Some(total));
        let is_rake_known = audit.rake_source != RakeSource::Unknown;
        self.rake.push(is_rake_known.then_some(audit.rake));
        self.fees.push(Some(audit.fees));
        self.added.push(Some(hand.printed.added));
        self.rake_source.push(Some(audit.rake_source.name()));
        self.uncalled_source.push(Some(match replay.uncalled_source {
            UncalledSource::Logged => "logged",
            UncalledSource::Inferred => "inferred",
            UncalledSource::None => "none",
        }));
        self.residual_contributed.push(audit.residual_contributed);
        self.residual_collected.push(audit.residual_collected);
        self.residual_uncalled.push(replay.residual_uncalled);
        self.pots_check.push(audit.pots_agree.map(|agree| if agree { "ok" } else { "differs" }));
        self.action_check.push(Some(replay.action_check()));
        self.turn_check.push(Some(replay.turn_fault.map_or("ok", TurnFault::name)));
        self.text_check.push(audit.text_fault.map(TextFault::name));
        self.card_check.push(Some(if audit.has_card_twice { "card_twice" } else { "ok" }));
        self.winner_check.push(Some(audit.winner_check.name()));
        self.contenders.push(small(Some(audit.contenders)));
        self.cards_known.push(small(Some(audit.cards_known)));
        self.unread_lines.push(Some(i16::try_from(hand.unread_lines).unwrap_or(i16::MAX)));
        self.verdict.push(Some(audit.verdict.name()));
        let content = content_digest(hand, replay);
        self.content_digest.push(Some(content.cast_signed()));
        self.deal_digest.push(Some(deal_digest(content, hand).cast_signed()));
    }

    fn push_source(&mut self, audited: &Audited<'_>) {
        let Source { account, file, member, digest, offset, length, line, text } = audited.source;
        self.account.push(account);
        self.parser_version.push(Some(PARSER_VERSION));
        self.source_file.push(file);
        self.source_member.push(member);
        self.source_offset.push(Some(offset));
        self.source_length.push(Some(length));
        self.source_line.push(Some(line));
        self.source_digest.push(digest);
        self.text.push(text);
    }
}

/// Seat numbers and counts, all far below 128.
#[inline]
pub(super) fn small(number: Option<u8>) -> Option<i8> {
    number.and_then(|number| i8::try_from(number).ok())
}
