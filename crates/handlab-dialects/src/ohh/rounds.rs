//! The rounds of an object: boards, actions, and players' cards.

use handlab_cards::card::CardList;
use handlab_cards::game::{Game, Street};
use handlab_core::error::{ParseError, ParseErrorKind};
use handlab_core::hand::{Action, ActionKind, Amount, AnteKind, BoardCards, CardsSource};

use super::fill::{Filler, spelled};
use super::object::{Act, Object, Round, Texts};

const ACTIONS: [&str; 29] = [
    "Fold",
    "Check",
    "Call",
    "Bet",
    "Raise",
    "Dealt Cards",
    "Shows Cards",
    "Mucks Cards",
    "Show Cards",
    "Muck Cards",
    "Shows",
    "Mucks",
    "Show",
    "Muck",
    "Post Ante",
    "Post BB Ante",
    "Post SB",
    "Post BB",
    "Post Extra Blind",
    "Post Dead",
    "Straddle",
    "Bring In",
    "Add to Pot",
    "Added to Pot",
    "Added Chips",
    "Sits Down",
    "Stands Up",
    "Payout",
    "Player Adjustment",
];

impl<'s> Filler<'s, '_> {
    pub(super) fn round(
        &mut self,
        round: &Round<'s>,
        rounds: &[Round<'s>],
        number: usize,
    ) -> Result<(), ParseError> {
        let Some(street) = street_of(&round.street) else {
            return Err(
                self.error(ParseErrorKind::UnknownLine(round.street.to_string()), &round.street)
            );
        };
        if street != Street::SHOWDOWN {
            self.hand.last_street = self.hand.last_street.max(street);
        }
        let board = self.cards(round.cards.as_ref())?;
        if !board.is_empty() {
            let of_street = |other: &&Round<'_>| {
                other.street == round.street
                    && other.cards.as_ref().is_some_and(|cards| !cards.is_empty())
            };
            // Cards shared by both boards may be listed for each; they are dealt once.
            if rounds[..number].iter().filter(of_street).any(|other| has_cards_of(other, round)) {
                return round.actions.iter().try_for_each(|act| self.act(act, street));
            }
            let others = |rounds: &[Round<'_>]| {
                rounds.iter().filter(of_street).filter(|other| !has_cards_of(other, round)).count()
                    as u8
            };
            let run_no = if others(rounds) > 0 { others(&rounds[..number]) + 1 } else { 0 };
            self.hand.n_runouts = self.hand.n_runouts.max(run_no).min(3);
            if run_no > 3 {
                return Err(
                    self.error(ParseErrorKind::Cards(round.street.to_string()), &round.street)
                );
            }
            self.hand.boards.push(BoardCards { run_no, street, cards: board });
        }
        round.actions.iter().try_for_each(|act| self.act(act, street))
    }

    fn act(&mut self, act: &Act<'s>, street: Street) -> Result<(), ParseError> {
        let name = spelled(&act.action, &ACTIONS);
        // Paid beside the pot, perhaps by the player: the amount may be negative.
        if name == "Player Adjustment" {
            return Ok(());
        }
        let amount = self.amount(act.amount)?;
        let kind = match name {
            "Post Ante" => ActionKind::PostAnte,
            "Post BB Ante" => {
                self.hand.stakes.ante_kind = AnteKind::BigBlind;
                self.hand.stakes.ante = self.hand.stakes.ante.or(Some(amount));
                ActionKind::PostAnte
            }
            "Post SB" => ActionKind::PostSmallBlind,
            "Post BB" | "Post Extra Blind" => ActionKind::PostBigBlind,
            "Straddle" => ActionKind::Straddle,
            "Post Dead" => ActionKind::PostDead,
            "Bring In" => ActionKind::BringIn,
            "Fold" => ActionKind::Fold,
            "Check" => ActionKind::Check,
            "Call" if amount == 0 => ActionKind::Check,
            "Call" => ActionKind::Call,
            "Bet" => ActionKind::Bet,
            "Raise" => ActionKind::Raise,
            "Shows Cards" | "Show Cards" | "Shows" | "Show" => ActionKind::Show,
            "Mucks Cards" | "Muck Cards" | "Mucks" | "Muck" => ActionKind::Muck,
            "Dealt Cards" => return self.dealt(act),
            "Add to Pot" | "Added to Pot" => {
                self.hand.printed.added = self.hand.printed.added.saturating_add(amount);
                return Ok(());
            }
            "Added Chips" | "Sits Down" | "Stands Up" | "Payout" => return Ok(()),
            _ if amount == 0 => {
                self.hand.unread_lines = self.hand.unread_lines.saturating_add(1);
                return Ok(());
            }
            other => {
                return Err(self.error(ParseErrorKind::UnknownLine(other.to_owned()), &act.action));
            }
        };
        let seat = self.player(act)?;
        let cards = if kind == ActionKind::Show || kind == ActionKind::Muck {
            let cards = self.cards(act.cards.as_ref())?;
            let is_show = kind == ActionKind::Show;
            self.hand.record_hole_cards(
                seat,
                cards,
                if is_show { CardsSource::Shown } else { CardsSource::Mucked },
            );
            cards
        } else {
            CardList::EMPTY
        };
        match kind {
            ActionKind::BringIn => self.hand.stakes.bring_in = Some(amount),
            ActionKind::Straddle => {
                self.hand.stakes.straddle = self.hand.stakes.straddle.max(Some(amount));
            }
            _ => {}
        }
        let amount = Amount::Added(if matches!(kind, ActionKind::Show | ActionKind::Muck) {
            0
        } else {
            amount
        });
        let is_all_in =
            act.is_allin.unwrap_or(false) && !matches!(kind, ActionKind::Fold | ActionKind::Check);
        let is_all_in = is_all_in && !matches!(kind, ActionKind::Show | ActionKind::Muck);
        let action = Action::new(street, seat, kind, amount);
        self.hand.actions.push(Action { is_all_in, cards, ..action });
        Ok(())
    }

    /// Records cards dealt to a player; in stud, those of each street.
    fn dealt(&mut self, act: &Act<'s>) -> Result<(), ParseError> {
        let seat = self.player(act)?;
        let new = self.cards(act.cards.as_ref())?;
        let mut all = self.hand.seats[usize::from(seat)].hole_cards;
        all.extend(new.as_slice().iter().copied());
        let is_hero = self.hand.hero == Some(seat);
        self.hand.record_hole_cards(
            seat,
            all,
            if is_hero { CardsSource::Dealt } else { CardsSource::Shown },
        );
        Ok(())
    }

    /// Records cards listed with the players that no action shows.
    pub(super) fn cards_of_players(&mut self, object: &Object<'s>) -> Result<(), ParseError> {
        for (seat, player) in object.players.iter().enumerate() {
            let cards = self.cards(player.cards.as_ref())?;
            if cards.len() > self.hand.seats[seat].hole_cards.len() {
                let is_hero = self.hand.hero == Some(seat as u8);
                let source = if is_hero { CardsSource::Dealt } else { CardsSource::Shown };
                self.hand.record_hole_cards(seat as u8, cards, source);
            }
        }
        Ok(())
    }

    /// Omaha with more than four cards has no name of its own.
    pub(super) fn set_hole_game(&mut self) {
        let most = self.hand.seats.iter().map(|seat| seat.hole_cards.len()).max();
        self.hand.game = match (self.hand.game, most) {
            (Game::Omaha, Some(5)) => Game::Omaha5,
            (Game::Omaha, Some(6)) => Game::Omaha6,
            (game, _) => game,
        };
    }
}

/// Whether two rounds deal the same cards.
fn has_cards_of(one: &Round<'_>, other: &Round<'_>) -> bool {
    let (one, other) = (one.cards.as_ref(), other.cards.as_ref());
    one.into_iter().flat_map(Texts::texts).eq(other.into_iter().flat_map(Texts::texts))
}

fn street_of(name: &str) -> Option<Street> {
    const STREETS: [(&str, Street); 10] = [
        ("preflop", Street::FIRST),
        ("flop", Street(1)),
        ("turn", Street(2)),
        ("river", Street(3)),
        ("third", Street::FIRST),
        ("fourth", Street(1)),
        ("fifth", Street(2)),
        ("sixth", Street(3)),
        ("seventh", Street(4)),
        ("showdown", Street::SHOWDOWN),
    ];
    let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let name = name.to_ascii_lowercase();
    STREETS.iter().find(|(start, _)| name.starts_with(start)).map(|(_, street)| *street)
}
