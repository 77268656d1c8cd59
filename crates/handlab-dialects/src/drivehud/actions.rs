//! The players' actions and payments, and the board.

use handlab_cards::card::CardList;
use handlab_cards::game::{Betting, Game, Street};
use handlab_core::dialect::text::{cards, find_player};
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::hand::{Action, ActionKind, Amount, BoardCards, Collected, PotName};

use super::fill::Document;
use crate::inferred::short_blinds;
use crate::syntax::xml::{Element, Nodes, text_of};

impl Document<'_, '_> {
    pub(super) fn action(
        &mut self,
        element: &Element<'_>,
        nodes: &Nodes<'_>,
    ) -> Result<(), ParseError> {
        let field = |name: &str| element.attribute(name).unwrap_or_default();
        let amount = self.amount(&field("Amount"))?;
        let word = field("HandActionType");
        let seat = find_player(self.hand, &field("PlayerName"));
        let seat = seat.ok_or_else(|| nodes.error(ParseErrorKind::UnknownPlayer));
        let street = street_of(&field("Street"));
        let kind = match &*word {
            "ANTE" => ActionKind::PostAnte,
            "SMALL_BLIND" => ActionKind::PostSmallBlind,
            "BIG_BLIND" if seat.as_ref().is_ok_and(|seat| self.is_button_blind(*seat)) => {
                ActionKind::PostButtonBlind
            }
            "BIG_BLIND" => ActionKind::PostBigBlind,
            "STRADDLE" => {
                self.hand.stakes.straddle = self.hand.stakes.straddle.max(Some(amount));
                ActionKind::Straddle
            }
            "POSTS" => {
                self.post(seat?, amount);
                return Ok(());
            }
            "FOLD" => ActionKind::Fold,
            "CHECK" => ActionKind::Check,
            "CALL" => ActionKind::Call,
            "BET" => ActionKind::Bet,
            "RAISE" | "ALL_IN" => ActionKind::Raise,
            "SHOW" | "SHOWS_FOR_LOW" => {
                let seat = seat?;
                let shown = self.cards_of(seat);
                if !shown.is_empty() {
                    self.push(seat, Street::SHOWDOWN, ActionKind::Show, 0, shown);
                }
                return Ok(());
            }
            "MUCKS" => ActionKind::Muck,
            "UNCALLED_BET" => {
                self.hand.uncalled.push((seat?, amount));
                return Ok(());
            }
            "WINS" | "WINS_SIDE_POT" | "WINS_THE_LOW" | "TIES" | "TIES_SIDE_POT" => {
                let (seat, pot, run_no) = (seat?, PotName::Pot, 0);
                self.hand.collected.push(Collected { seat, amount, pot, run_no });
                return Ok(());
            }
            "GAME_CANCELLED" => {
                self.hand.is_cancelled = true;
                return Ok(());
            }
            // Chips bought for the next hand.
            "ADDS" => return Ok(()),
            _ if amount == 0 => return Ok(()),
            _ => return Err(nodes.error(ParseErrorKind::UnknownLine)),
        };
        let street = match kind {
            ActionKind::Muck => Street::SHOWDOWN,
            _ => street.ok_or_else(|| nodes.error(ParseErrorKind::UnknownLine))?,
        };
        self.push(seat?, street, kind, amount, CardList::EMPTY);
        let is_all_in = word == "ALL_IN" || field("IsAllIn") == "true";
        if let Some(action) = self.hand.actions.last_mut() {
            action.is_all_in = is_all_in;
        }
        Ok(())
    }

    fn is_button_blind(&self, seat: u8) -> bool {
        let chair = self.hand.seats.get(usize::from(seat)).map(|seat| seat.seat);
        self.hand.game == Game::ShortDeck && chair == self.hand.button_seat
    }

    /// Posts what a player pays to be dealt in.
    fn post(&mut self, seat: u8, amount: i64) {
        let stakes = &self.hand.stakes;
        let big_blind = stakes.big_blind.unwrap_or(0);
        let both = stakes.small_blind.unwrap_or(0).saturating_add(big_blind);
        let straddle = stakes.straddle.filter(|straddle| amount >= *straddle && amount != both);
        let is_short_deck = self.hand.game == Game::ShortDeck;
        let (kind, live) = match straddle {
            Some(straddle) => (ActionKind::Straddle, straddle),
            // Next to the only blind, the button's.
            None if is_short_deck => (ActionKind::Straddle, amount),
            None if amount < big_blind => (ActionKind::PostBigBlind, 0),
            None => (ActionKind::PostBigBlind, big_blind),
        };
        for (kind, amount) in [(ActionKind::PostDead, amount - live), (kind, live)] {
            if amount > 0 {
                self.push(seat, Street::FIRST, kind, amount, CardList::EMPTY);
            }
        }
        // The straddler or the button acts last, not whoever pays as much.
        let actions = &mut self.hand.actions;
        let is_last = |kind| matches!(kind, ActionKind::Straddle | ActionKind::PostButtonBlind);
        if kind == ActionKind::Straddle
            && let Some(first) = actions.iter().position(|post| is_last(post.kind))
        {
            actions[first..].rotate_right(1);
        }
    }

    /// The streets of the board.
    pub(super) fn board(&mut self) -> Result<(), ParseError> {
        let printed = text_of(self.span.text, "CommunityCards").unwrap_or_default();
        let fault = || ParseError::new(ParseErrorKind::Cards(printed.to_string()), self.span.at);
        let board = cards(&printed).ok_or_else(fault)?;
        let board = board.as_slice();
        if !matches!(board.len(), 0 | 3..=5) {
            return Err(fault());
        }
        for (street, part) in [(1, 0..3), (2, 3..4), (3, 4..5)] {
            let Some(dealt) = board.get(part) else { break };
            let street = Street(street);
            let cards = dealt.iter().copied().collect();
            self.hand.boards.push(BoardCards { run_no: 0, street, cards });
            self.hand.last_street = street;
        }
        Ok(())
    }

    /// Resolves the bets of a fixed-limit game: the program keeps the site's two numbers, which are either the blinds
    /// or the bets. The big blind shows which; if it took its player's last chips, the small blind or the first call.
    pub(super) fn bets(&mut self) {
        let hand = &mut *self.hand;
        let (Betting::FixedLimit, Some(first), Some(second)) =
            (hand.betting, hand.stakes.small_blind, hand.stakes.big_blind)
        else {
            return;
        };
        let broke = short_blinds::without_chips(hand);
        let whole = |kind: ActionKind| {
            let is_whole =
                |post: &&Action| !post.is_all_in && !broke.contains(usize::from(post.seat));
            let mut posts = hand.actions.iter().filter(|post| post.kind == kind);
            posts.find(is_whole).map(|post| post.amount.printed())
        };
        let small_blind = whole(ActionKind::PostSmallBlind);
        let big_blind = whole(ActionKind::PostBigBlind);
        let is_bet = match (big_blind, small_blind) {
            (Some(big_blind), _) => big_blind == first,
            (None, Some(small_blind)) => small_blind < first,
            (None, None) => short_blinds::first_call(hand, 0) == Some(first),
        };
        let stakes = &mut hand.stakes;
        if is_bet && first < second {
            (stakes.small_bet, stakes.big_bet) = (Some(first), Some(second));
            (stakes.small_blind, stakes.big_blind) = (small_blind, Some(first));
        } else {
            (stakes.small_bet, stakes.big_bet) = (Some(second), second.checked_mul(2));
        }
    }

    fn push(&mut self, seat: u8, street: Street, kind: ActionKind, added: i64, cards: CardList) {
        let action = Action::new(street, seat, kind, Amount::Added(added));
        self.hand.actions.push(Action { cards, ..action });
    }
}

fn street_of(name: &str) -> Option<Street> {
    match name {
        "Preflop" => Some(Street::FIRST),
        "Flop" => Some(Street(1)),
        "Turn" => Some(Street(2)),
        "River" => Some(Street(3)),
        _ => None,
    }
}
