//! Streets, their cards, and players' actions; the separate streets of each further board come last.

use handlab_cards::card::{Card, CardList};
use handlab_cards::game::{GameFamily, Street};
use handlab_core::hand::{Action, ActionKind, CardsSource, Hand};
use handlab_core::pipeline::Pipeline;
use handlab_core::replay::ActionState;

use super::object::{Act, Round};
use super::{cards, number};
use crate::outcome::Refusal;

const BOARD_STREETS: [&str; 4] = ["Preflop", "Flop", "Turn", "River"];
const STUD_STREETS: [&str; 5] = ["Third", "Fourth", "Fifth", "Sixth", "Seventh"];

struct Writer<'a> {
    read: &'a Pipeline,
    rounds: Vec<Round>,
    acts: usize,
}

pub(super) fn rounds(read: &Pipeline) -> Result<Vec<Round>, Refusal> {
    let hand = &read.hand;
    let last = hand.actions.iter().map(|action| action.street);
    let last = last.filter(|street| *street < Street::SHOWDOWN).max().unwrap_or(Street::FIRST);
    let last = last.max(hand.last_street).0.min(4);
    let mut writer = Writer { read, rounds: Vec::new(), acts: 0 };
    for street in 0..=last {
        writer.street(Street(street))?;
    }
    for run_no in 1..=hand.n_runouts {
        for street in 1..=last {
            let board = board_of(hand, run_no, street);
            if !board.is_empty() {
                writer.open(Street(street), board);
            }
        }
    }
    writer.showdown()?;
    Ok(writer.rounds)
}

fn board_of(hand: &Hand, run_no: u8, street: u8) -> CardList {
    let parts = hand.boards.iter();
    let parts = parts.filter(|part| (part.run_no, part.street.0) == (run_no, street));
    parts.flat_map(|part| part.cards.as_slice().iter().copied()).collect()
}

impl Writer<'_> {
    fn open(&mut self, street: Street, board: CardList) {
        let family = self.read.hand.game.family();
        let names: &[&str] =
            if family == GameFamily::Stud { &STUD_STREETS } else { &BOARD_STREETS };
        let street = if street == Street::SHOWDOWN {
            "Showdown"
        } else {
            names.get(usize::from(street.0)).copied().unwrap_or("Showdown")
        };
        let (id, cards) = (self.rounds.len(), cards(board));
        self.rounds.push(Round { id, street, cards, actions: Vec::new() });
    }

    fn street(&mut self, street: Street) -> Result<(), Refusal> {
        let read = self.read;
        let acts: Vec<(&Action, &ActionState)> = read
            .hand
            .actions
            .iter()
            .zip(&read.replay.actions)
            .filter(|(action, _)| action.street == street && !is_show(action))
            .collect();
        let board = board_of(&read.hand, 0, street.0);
        let dealt = self.dealt(street);
        // The streets of a board that is run more than once come later.
        if acts.is_empty() && board.is_empty() && dealt.is_empty() {
            return Ok(());
        }
        let is_first = self.rounds.is_empty();
        self.open(street, board);
        let added = read.hand.printed.added;
        if is_first && added > 0 {
            self.push(None, "Add to Pot", added, false, Vec::new())?;
        }
        let is_post = |action: &Action| action.kind.is_post() && action.kind != ActionKind::BringIn;
        let posts = acts.iter().take_while(|(action, _)| is_post(action)).count();
        for (action, state) in &acts[..posts] {
            self.act(action, state)?;
        }
        for (seat, new) in dealt {
            self.push(Some(seat), "Dealt Cards", 0, false, cards(new))?;
        }
        for (action, state) in &acts[posts..] {
            self.act(action, state)?;
        }
        Ok(())
    }

    /// The cards that each seat is known to receive on a street, except those that it shows or mucks only at the end.
    fn dealt(&self, street: Street) -> Vec<(u8, CardList)> {
        let hand = &self.read.hand;
        let is_stud = hand.game.family() == GameFamily::Stud;
        let mut dealt = Vec::new();
        for (index, seat) in hand.seats.iter().enumerate() {
            let index = index as u8;
            let is_later = seat.cards_source != Some(CardsSource::Dealt)
                && hand.actions.iter().any(|action| reveals(action, index, seat.hole_cards));
            if (is_later || is_mucked(hand, index)) && !is_stud {
                continue;
            }
            let all = seat.hole_cards.as_slice();
            let new: &[Card] = match usize::from(street.0) {
                0 if !is_stud => all,
                _ if !is_stud => &[],
                later => {
                    // Three cards at the start; for most opponents only the face-up one is known.
                    let is_whole = hand.hero == Some(index) || all.len() == hand.game.hole_cards();
                    let first = if is_whole { 3 } else { 1 };
                    let start = if later == 0 { 0 } else { first + later - 1 };
                    all.get(start..(first + later).min(all.len())).unwrap_or_default()
                }
            };
            if !new.is_empty() {
                dealt.push((index, new.iter().copied().collect()));
            }
        }
        dealt
    }

    fn act(&mut self, action: &Action, state: &ActionState) -> Result<(), Refusal> {
        let hand = &self.read.hand;
        let word = match action.kind {
            kind if kind.is_post() && state.added == 0 => return Ok(()),
            ActionKind::PostAnte => "Post Ante",
            ActionKind::PostSmallBlind => "Post SB",
            ActionKind::PostBigBlind => "Post BB",
            ActionKind::PostDead => "Post Dead",
            ActionKind::Straddle => "Straddle",
            ActionKind::BringIn => "Bring In",
            ActionKind::Fold => "Fold",
            ActionKind::Check => "Check",
            ActionKind::Call => "Call",
            ActionKind::Bet => "Bet",
            ActionKind::Raise => "Raise",
            ActionKind::Show => "Shows Cards",
            ActionKind::Muck => "Mucks Cards",
            ActionKind::PostButtonBlind | ActionKind::Discard | ActionKind::StandPat => {
                return Err(Refusal::Game);
            }
        };
        let known = hand.seats.get(usize::from(action.seat)).map(|seat| seat.hole_cards);
        let shown = match action.kind {
            ActionKind::Muck if is_mucked(hand, action.seat) => known.unwrap_or_default(),
            _ => action.cards,
        };
        self.push(Some(action.seat), word, state.added, state.is_all_in, cards(shown))
    }

    fn push(
        &mut self,
        player_id: Option<u8>,
        action: &'static str,
        amount: i64,
        is_allin: bool,
        cards: Vec<String>,
    ) -> Result<(), Refusal> {
        let amount = number(amount, self.read.hand.scale)?;
        let action_number = self.acts;
        self.acts += 1;
        if let Some(round) = self.rounds.last_mut() {
            round.actions.push(Act { action_number, player_id, action, amount, is_allin, cards });
        }
        Ok(())
    }

    /// All that players show or muck, even if they do so earlier or without a showdown: the format has no other place.
    fn showdown(&mut self) -> Result<(), Refusal> {
        let read = self.read;
        let hand = &read.hand;
        let acts: Vec<_> = hand
            .actions
            .iter()
            .zip(&read.replay.actions)
            .filter(|(action, _)| is_show(action))
            .collect();
        let mucked: Vec<u8> = (0..hand.seats.len() as u8)
            .filter(|seat| is_mucked(hand, *seat))
            .filter(|seat| {
                let is_muck = |act: &Action| act.seat == *seat && act.kind == ActionKind::Muck;
                !hand.actions.iter().any(is_muck)
            })
            .collect();
        if acts.is_empty() && mucked.is_empty() {
            return Ok(());
        }
        self.open(Street::SHOWDOWN, CardList::EMPTY);
        for (action, state) in acts {
            self.act(action, state)?;
        }
        for seat in mucked {
            let known = hand.seats[usize::from(seat)].hole_cards;
            self.push(Some(seat), "Mucks Cards", 0, false, cards(known))?;
        }
        Ok(())
    }
}

fn is_show(action: &Action) -> bool {
    matches!(action.kind, ActionKind::Show | ActionKind::Muck)
}

/// Whether an action shows all known cards of a seat.
fn reveals(action: &Action, seat: u8, known: CardList) -> bool {
    action.seat == seat && action.kind == ActionKind::Show && action.cards.len() >= known.len()
}

/// Whether the seat's cards are listed only at the end of the text.
fn is_mucked(hand: &Hand, seat: u8) -> bool {
    hand.seats.get(usize::from(seat)).is_some_and(|seat| {
        seat.cards_source == Some(CardsSource::Mucked) && !seat.hole_cards.is_empty()
    })
}
