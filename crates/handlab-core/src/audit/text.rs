//! Whether the text agrees with itself wherever it prints something twice.

use crate::hand::{
    Action, ActionKind, AnteKind, CardsPlace, Collected, Hand, Outcome, PotName, PrintedBoard,
    PrintedCards, SidePaymentKind,
};
use crate::replay::Replay;
use handlab_cards::card::{CardList, CardSet};
use handlab_cards::game::{Betting, GameFamily, Street};
use handlab_cards::score;
use handlab_cards::seat::{MAX_SEATS, SeatSet};

use super::hand_name;

/// The first place where the text contradicts itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFault {
    /// The table has no such seat as the button's, or the summary marks another seat.
    Button,
    /// The seat that the summary marks as a blind did not post it, or a blind differs from the header's.
    Blinds,
    /// `raises A to B` where A is not the size of the raise.
    Raise,
    /// A seat exchanges cards twice on a street.
    Draw,
    /// The line of a street or the summary prints a board that was not dealt.
    Board,
    /// A seat's cards differ between places.
    HoleCards,
    /// The cards do not make the hand that is printed with them.
    HandName,
    /// The summary puts another player in a seat, or a seat twice.
    SeatLine,
    /// The summary says that a seat folded when it did not, or the other way round, or names the wrong street.
    Outcome,
    /// The summary's payments differ from the body's.
    Won,
    /// The main and side pots do not add up to the total, or differ from what was paid from them.
    Pots,
    /// The printed totals of a seat (put in, won, left) are wrong.
    SeatTotals,
}

impl TextFault {
    /// The name in the `text_check` column.
    pub const fn name(self) -> &'static str {
        match self {
            TextFault::Button => "button",
            TextFault::Blinds => "blinds",
            TextFault::Raise => "raise",
            TextFault::Draw => "draw",
            TextFault::Board => "board",
            TextFault::HoleCards => "hole_cards",
            TextFault::HandName => "hand_name",
            TextFault::SeatLine => "seat_line",
            TextFault::Outcome => "outcome",
            TextFault::Won => "won",
            TextFault::Pots => "pots",
            TextFault::SeatTotals => "seat_totals",
        }
    }
}

type Check = fn(&Hand, &Replay) -> bool;

/// The first contradiction, in the order in which a hand is printed.
pub(super) fn first_fault(hand: &Hand, replay: &Replay) -> Option<TextFault> {
    if hand.is_cancelled {
        return None;
    }
    let checks: [(TextFault, Check); 11] = [
        (TextFault::Button, is_button_inconsistent),
        (TextFault::Blinds, are_blinds_inconsistent),
        (TextFault::Raise, is_raise_inconsistent),
        (TextFault::Draw, |hand, _| is_draw_inconsistent(hand)),
        (TextFault::Board, |hand, _| is_board_inconsistent(hand)),
        (TextFault::HoleCards, |hand, _| are_cards_inconsistent(hand)),
        (TextFault::HandName, |hand, _| is_name_inconsistent(hand)),
        (TextFault::SeatLine, |hand, _| are_seat_lines_inconsistent(hand)),
        (TextFault::Outcome, is_outcome_inconsistent),
        (TextFault::Won, |hand, _| is_won_inconsistent(hand)),
        (TextFault::Pots, |hand, _| are_pots_inconsistent(hand)),
    ];
    checks.iter().find(|(_, is_odd)| is_odd(hand, replay)).map(|(fault, _)| *fault)
}

/// The last seat where seats have the numbers of a full table.
const HIGHEST_SEAT: u8 = 10;

/// The button may be at an empty seat, but the table must have that seat; the summary's mark must be at it.
fn is_button_inconsistent(hand: &Hand, _: &Replay) -> bool {
    let Some(button) = hand.button_seat else { return false };
    let last = if hand.rules.skips_seat_numbers { Some(HIGHEST_SEAT) } else { hand.max_seats };
    let is_beyond = button == 0 || last.is_some_and(|last| button > last);
    let highest = hand.seats.iter().map(|seat| seat.seat).max().unwrap_or(0);
    let marks = hand.printed.seat_lines.iter().filter(|line| line.is_button);
    let is_blind_elsewhere = hand.actions.iter().any(|action| {
        action.kind == ActionKind::PostButtonBlind
            && hand.seats[usize::from(action.seat)].seat != button
    });
    (is_beyond && button > highest)
        || is_blind_elsewhere
        || marks.map(|line| hand.seats[usize::from(line.seat)].seat).any(|seat| seat != button)
}

fn are_blinds_inconsistent(hand: &Hand, replay: &Replay) -> bool {
    // An ante may have taken the seat's last chips, and a bomb pot has no blinds: the mark then shows whose blind it
    // would have been.
    let has_posted = |seat: u8, kind: ActionKind, place: &str| {
        let actions = || hand.actions.iter().filter(|action| action.seat == seat);
        if actions().any(|action| action.kind == kind) {
            return true;
        }
        let state = &replay.seats[usize::from(seat)];
        let antes = actions().filter(|action| action.kind == ActionKind::PostAnte);
        let ante = antes.map(|post| post.amount.printed()).fold(0, i64::saturating_add);
        let is_broke = state.all_in_street.is_some()
            && state.contributed().saturating_add(state.uncalled) == ante;
        (is_broke || hand.is_bomb_pot)
            && state.position.is_none_or(|position| position.ends_with(place))
    };
    let is_mark_odd = hand.printed.seat_lines.iter().any(|line| {
        (line.is_small_blind && !has_posted(line.seat, ActionKind::PostSmallBlind, "SB"))
            || (line.is_big_blind && !has_posted(line.seat, ActionKind::PostBigBlind, "BB"))
    });
    let is_post_odd = hand.actions.iter().zip(&replay.actions).any(|(action, state)| {
        let sizes = nominal(hand, action.kind);
        !state.is_all_in
            && sizes.iter().any(Option::is_some)
            && sizes.iter().flatten().all(|size| *size != state.added)
    });
    is_mark_odd || is_post_odd
}

/// What an action should cost, by the header or by what others paid; in a limit game, either of two bets.
fn nominal(hand: &Hand, kind: ActionKind) -> [Option<i64>; 2] {
    let stakes = &hand.stakes;
    match kind {
        ActionKind::PostSmallBlind => [stakes.small_blind, None],
        // Who joins a table with a straddle may have to post as much.
        ActionKind::PostBigBlind => [stakes.big_blind, stakes.straddle],
        ActionKind::PostAnte if stakes.ante_kind == AnteKind::Each => [stakes.ante, None],
        ActionKind::Bet if hand.betting == Betting::FixedLimit => {
            [stakes.small_bet, stakes.big_bet]
        }
        _ => [None, None],
    }
}

/// A raise over a short-stacked big blind counts from what was actually posted. Converters print the size of the raise,
/// or the total it raises to, twice.
fn is_raise_inconsistent(hand: &Hand, replay: &Replay) -> bool {
    let mut earlier = hand.actions.iter().zip(&replay.actions);
    // The highest bet on each street before the raise; raises are in the order of the actions.
    let (mut count, mut most) = (0, [0; Street::SHOWDOWN.0 as usize + 1]);
    let place = |street: Street| usize::from(street.0.min(Street::SHOWDOWN.0));
    hand.printed.raises.iter().any(|(number, by)| {
        let number = usize::from(*number);
        let (Some(action), Some(state)) = (hand.actions.get(number), replay.actions.get(number))
        else {
            return false;
        };
        for (action, state) in earlier.by_ref().take(number.saturating_sub(count)) {
            let most = &mut most[place(action.street)];
            *most = state.street_total.max(*most);
        }
        count = number.max(count);
        let above = state.street_total.saturating_sub(most[place(action.street)]);
        ![state.raise_by, state.added, state.street_total, above].contains(by)
    })
}

/// On a street a seat discards, or stands pat, once.
fn is_draw_inconsistent(hand: &Hand) -> bool {
    let mut have_drawn = [SeatSet::default(); Street::SHOWDOWN.0 as usize + 1];
    let is_draw = |kind| matches!(kind, ActionKind::Discard | ActionKind::StandPat);
    hand.actions.iter().filter(|action| is_draw(action.kind)).any(|draw| {
        let street = usize::from(draw.street.0.min(Street::SHOWDOWN.0));
        let seat = usize::from(draw.seat);
        let is_again = have_drawn[street].contains(seat);
        have_drawn[street].insert(seat);
        is_again
    })
}

/// No deck holds cards for more pieces of boards: later repeats are not compared.
const MOST_PARTS: usize = 52;

/// Every repeated board must be a prefix of the one that was dealt; the summary's must be all of it. No street before the
/// last may lack its cards.
fn is_board_inconsistent(hand: &Hand) -> bool {
    let is_odd = |printed: &PrintedBoard| {
        let parts = hand.boards.iter().filter(|part| {
            (part.run_no == 0 || part.run_no == printed.run_no) && part.street < printed.street
        });
        let dealt: CardList =
            parts.flat_map(|part| part.cards.as_slice().iter().copied()).collect();
        if hand.printed.is_board_partial {
            return !dealt.set().minus(printed.cards.set()).is_empty();
        }
        let is_sorted = hand.rules.may_sort_boards && dealt.len() == printed.cards.len();
        dealt != printed.cards && !(is_sorted && dealt.set() == printed.cards.set())
    };
    hand.boards.len() > MOST_PARTS
        || hand.printed.boards.iter().any(is_odd)
        || (0..=hand.n_runouts).any(|run_no| is_board_broken(hand, run_no))
}

/// Whether a street comes before an earlier one, or has cards or decisions though there are too few or too many cards up
/// to it: a line is missing.
fn is_board_broken(hand: &Hand, run_no: u8) -> bool {
    if hand.game.family() != GameFamily::Flop || hand.printed.is_board_partial {
        return false;
    }
    // Streets of a single runout, after those that all share.
    let parts = || hand.boards.iter().filter(|part| part.run_no == 0 || part.run_no == run_no);
    let counts = [(1, 3), (2, 4), (3, 5)];
    let is_in_order = parts().map(|part| part.street).is_sorted();
    let decided = hand.actions.iter().rfind(|action| action.kind.is_decision());
    // What all runouts share may be nothing.
    let is_decided = |street| run_no > 0 && decided.is_some_and(|action| action.street.0 == street);
    !is_in_order
        || counts.iter().any(|(street, count)| {
            let dealt = parts().filter(|part| part.street.0 <= *street);
            let is_dealt = parts().any(|part| part.street.0 == *street && !part.cards.is_empty());
            (is_dealt || is_decided(*street))
                && dealt.map(|part| part.cards.len()).sum::<usize>() != *count
        })
}

/// All places together must not name more cards than a seat holds, and a smaller set must be part of a larger one.
fn are_cards_inconsistent(hand: &Hand) -> bool {
    let all = &hand.printed.cards;
    let distinct = (all.len() > FEW).then(|| distinct(all));
    let printed = distinct.as_deref().unwrap_or(all);
    let is_fault = |(at, one): (usize, &PrintedCards)| {
        printed[at + 1..].iter().any(|other| {
            if other.seat == one.seat {
                return !is_same_hand(hand, one, other);
            }
            // At the end all of a seat's cards are final.
            let are_final = [one, other].iter().all(|printed| {
                printed.street == Street::SHOWDOWN && printed.place != CardsPlace::Dealt
            });
            are_final && !one.cards.set().intersection(other.cards.set()).is_empty()
        })
    };
    printed.len() > MOST_DISTINCT || printed.iter().enumerate().any(is_fault)
}

/// Up to this many places are compared pairwise as printed: more than any log is known to print for one hand.
const FEW: usize = 64;

/// The most distinct places: a hand has fewer seats, streets and places, multiplied.
const MOST_DISTINCT: usize = 1000;

/// The cards without exact repetitions at the same place, up to more than a hand can have: a line repeated without end
/// must not be compared with every other.
fn distinct(all: &[PrintedCards]) -> Vec<PrintedCards> {
    let mut found: Vec<PrintedCards> = Vec::new();
    for one in all {
        let is_again = |other: &PrintedCards| {
            let place = |printed: &PrintedCards| (printed.seat, printed.street, printed.place);
            place(other) == place(one) && other.cards == one.cards
        };
        if !found.iter().any(is_again) {
            found.push(*one);
        }
        if found.len() > MOST_DISTINCT {
            break;
        }
    }
    found
}

fn is_same_hand(hand: &Hand, one: &PrintedCards, other: &PrintedCards) -> bool {
    let (cards, more) = (one.cards.set(), other.cards.set());
    let is_drawn =
        hand.game.has_draws() && one.street < other.street && one.place == CardsPlace::Dealt;
    if is_drawn {
        // After an exchange of cards it is another holding.
        let exchanges = |seat: u8| {
            hand.actions.iter().any(|act| {
                act.seat == seat && act.kind == ActionKind::Discard && act.street > one.street
            })
        };
        if exchanges(one.seat) {
            return true;
        }
    }
    // Where cards are dealt or discarded in between, the smaller set is part of the larger.
    if hand.game.dealt_cards() != hand.game.hole_cards() {
        return cards.minus(more).is_empty() || more.minus(cards).is_empty();
    }
    cards.union(more).len() as usize <= hand.game.hole_cards()
}

/// Compares each printed name with the hand that its cards make with the board at that point.
fn is_name_inconsistent(hand: &Hand) -> bool {
    if hand.printed.is_board_partial {
        return false;
    }
    let named = hand.printed.cards.iter().filter(|printed| !printed.name.is_empty());
    named.into_iter().any(|printed| {
        let parts = hand.boards.iter().filter(|part| {
            (part.run_no == 0 || part.run_no == printed.run_no) && part.street <= printed.street
        });
        let board: CardSet = parts.flat_map(|part| part.cards.as_slice().iter().copied()).collect();
        let hole = printed.cards.set();
        if printed.cards.len() != hole.len() as usize {
            return false;
        }
        let name = hand.str(printed.name);
        let fits = match (score::strength(hand.game, hole, board), printed.cards.as_slice()) {
            (Some(strength), _) => {
                let low = score::low(hand.game, hole, board).filter(|_| hand.is_hi_lo);
                hand_name::fits(hand.game, name, strength, hand.is_hi_lo, low)
            }
            (None, [one, other]) if board.is_empty() && hand.game.hole_cards() == 2 => {
                hand_name::fits_pair(name, [one, other].map(|card| u32::from(card.rank())))
            }
            _ => None,
        };
        fits == Some(false)
    })
}

fn are_seat_lines_inconsistent(hand: &Hand) -> bool {
    let mut seen = [false; MAX_SEATS];
    hand.printed
        .seat_lines
        .iter()
        .any(|line| !line.is_named || std::mem::replace(&mut seen[usize::from(line.seat)], true))
}

fn is_outcome_inconsistent(hand: &Hand, replay: &Replay) -> bool {
    hand.printed.seat_lines.iter().any(|line| {
        let state = &replay.seats[usize::from(line.seat)];
        match line.outcome {
            Outcome::Folded(street) => {
                let is_bet = |action: &Action| {
                    let is_own = matches!(
                        action.kind,
                        ActionKind::Call | ActionKind::Bet | ActionKind::Raise
                    );
                    is_own && action.seat == line.seat
                };
                let has_bet = || hand.actions.iter().any(is_bet);
                state.folded_street != Some(street) || (line.did_not_bet && has_bet())
            }
            Outcome::StayedIn => !state.is_in(),
            Outcome::Unknown => false,
        }
    })
}

/// Compares by seat and runout what the body and the summary say was paid.
fn is_won_inconsistent(hand: &Hand) -> bool {
    hand.printed.seat_lines.iter().filter(|line| line.is_named).any(|line| {
        let has_cashed_out = hand
            .side_payments
            .iter()
            .any(|payment| payment.seat == line.seat && payment.kind == SidePaymentKind::CashOut);
        let total = |lines: &[Collected]| {
            let of_seat = lines.iter().filter(|paid| paid.seat == line.seat);
            of_seat.fold(0_i64, |sum, paid| sum.saturating_add(paid.amount))
        };
        let of_summary = total(&hand.summary_collected);
        // A line that does not say how the seat ended does not report a payment either.
        let is_stated = of_summary > 0 || line.outcome != Outcome::Unknown;
        !has_cashed_out && is_stated && of_summary != total(&hand.collected)
    })
}

/// Compares the printed pots with what the body says was paid from each.
fn are_pots_inconsistent(hand: &Hand) -> bool {
    let pots = &hand.printed.pots;
    let is_cashed_out =
        hand.side_payments.iter().any(|payment| payment.kind == SidePaymentKind::CashOut);
    if pots.len() < 2 || is_cashed_out || hand.rules.are_pots_gross {
        return false;
    }
    let named = |pot: PotName| match pot {
        PotName::Pot => None,
        PotName::Main => Some(0),
        PotName::Side(number) => Some(usize::from(number)),
    };
    if hand.collected.iter().any(|line| named(line.pot).is_none()) {
        return false;
    }
    (0..pots.len()).any(|number| {
        let of_pot = hand.collected.iter().filter(|line| named(line.pot) == Some(number));
        of_pot.fold(0_i64, |sum, line| sum.saturating_add(line.amount)) != pots[number]
    })
}
