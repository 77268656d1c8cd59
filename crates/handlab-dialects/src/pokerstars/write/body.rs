//! From the posts to the last betting round: streets, actions, uncalled bets.

use handlab_cards::card::CardList;
use handlab_cards::game::{Game, GameFamily};
use handlab_cards::seat::MAX_SEATS;
use handlab_core::hand::{Action, ActionKind, Amount};

use super::dealt::{dealt, dealt_to, holding};
use super::lines::Lines;

pub(super) fn write(lines: &mut Lines<'_>) {
    let actions = lines.hand.actions.as_slice();
    let posts = actions
        .iter()
        .position(|action| !action.kind.is_post() || action.kind == ActionKind::BringIn)
        .unwrap_or(actions.len());
    let mut betting = Betting::new(actions);
    for at in 0..posts {
        post(lines, actions, at);
        betting.follow(&actions[at], lines.hand.stakes.big_blind);
    }
    for street in 0..=lines.last_street() {
        betting.start(street);
        heading(lines, street);
        dealt(lines, street);
        if street == 0 && lines.hand.game == Game::Courchevel {
            board_heading(lines, 0, 0);
        }
        if street == 0 && betting.last_bet < posts {
            uncalled(lines);
        }
        for at in posts..actions.len() {
            if actions[at].street.0 == street {
                act(lines, actions, at, &mut betting);
            }
        }
    }
    for run_no in 1..=lines.hand.n_runouts {
        for street in 1..=3 {
            board_heading(lines, street, run_no);
        }
    }
}

/// The state of the betting, from which the size of a raise follows.
struct Betting {
    totals: [i64; MAX_SEATS],
    highest: i64,
    /// Index of the last action that put money in or gave up.
    last_bet: usize,
}

impl Betting {
    fn new(actions: &[Action]) -> Self {
        let bets = |action: &Action| action.kind.is_post() || action.kind.is_decision();
        let last_bet = actions.iter().rposition(bets).unwrap_or_default();
        Betting { totals: [0; MAX_SEATS], highest: 0, last_bet }
    }

    fn start(&mut self, street: u8) {
        if street > 0 {
            self.totals = [0; MAX_SEATS];
            self.highest = 0;
        }
    }

    /// Records an action; returns the bet level before it.
    fn follow(&mut self, action: &Action, big_blind: Option<i64>) -> i64 {
        let before = self.highest;
        let is_live = !matches!(
            action.kind,
            ActionKind::PostAnte | ActionKind::PostDead | ActionKind::Discard
        );
        if let Some(total) = self.totals.get_mut(usize::from(action.seat)).filter(|_| is_live) {
            *total = match action.amount {
                Amount::Added(amount) => total.saturating_add(amount),
                Amount::To(to) | Amount::Ambiguous(to) => to,
                Amount::By(by) => before.saturating_add(by),
            };
            self.highest = before.max(*total);
        }
        if action.kind == ActionKind::PostBigBlind {
            // A player who cannot afford the big blind does not lower it for the others.
            self.highest = self.highest.max(big_blind.unwrap_or_default());
        }
        before
    }
}

fn post(lines: &mut Lines<'_>, actions: &[Action], at: usize) {
    let action = &actions[at];
    let Amount::Added(mut amount) = action.amount else { return };
    let pair = |kind, other: Option<&Action>| {
        other
            .filter(|other| other.seat == action.seat && other.kind == kind)
            .map(|other| other.amount)
    };
    let words = match action.kind {
        // Both missed blinds are one line.
        ActionKind::PostDead if pair(ActionKind::PostBigBlind, actions.get(at + 1)).is_some() => {
            return;
        }
        ActionKind::PostBigBlind => {
            match pair(ActionKind::PostDead, at.checked_sub(1).map(|at| &actions[at])) {
                Some(Amount::Added(dead)) => {
                    amount += dead;
                    ": posts small & big blinds "
                }
                _ => ": posts big blind ",
            }
        }
        ActionKind::PostDead => ": posts dead ",
        ActionKind::PostSmallBlind => ": posts small blind ",
        ActionKind::PostButtonBlind => ": posts button blind ",
        ActionKind::Straddle => ": posts straddle ",
        _ => ": posts the ante ",
    };
    lines.player(action.seat);
    lines.text(words);
    lines.money(amount);
    all_in(lines, action);
    lines.end();
}

fn heading(lines: &mut Lines<'_>, street: u8) {
    let single_draw = lines.hand.game.streets() == 2;
    match (lines.family(), street) {
        (GameFamily::Flop, 0) => lines.line("*** HOLE CARDS ***"),
        (GameFamily::Flop, _) => board_heading(lines, street, 0),
        (GameFamily::Draw, 0) => lines.line("*** DEALING HANDS ***"),
        // A single draw has no title.
        (GameFamily::Draw, _) if single_draw => {}
        (GameFamily::Draw, 1) => lines.line("*** FIRST DRAW ***"),
        (GameFamily::Draw, 2) => lines.line("*** SECOND DRAW ***"),
        (GameFamily::Draw, _) => lines.line("*** THIRD DRAW ***"),
        (GameFamily::Stud, 0) => lines.line("*** 3rd STREET ***"),
        (GameFamily::Stud, 1) => lines.line("*** 4th STREET ***"),
        (GameFamily::Stud, 2) => lines.line("*** 5th STREET ***"),
        (GameFamily::Stud, 3) => lines.line("*** 6th STREET ***"),
        (GameFamily::Stud, _) => lines.line("*** RIVER ***"),
    }
}

/// `*** TURN *** [Ah Kd 2c] [3d]`, if that street was dealt in that run.
fn board_heading(lines: &mut Lines<'_>, street: u8, run_no: u8) {
    let hand = lines.hand;
    let is_before = |part: &&handlab_core::hand::BoardCards| {
        part.street.0 < street && (part.run_no == 0 || part.run_no == run_no)
    };
    let Some(new) =
        hand.boards.iter().find(|part| part.street.0 == street && part.run_no == run_no)
    else {
        return;
    };
    let before = hand.boards.iter().filter(is_before);
    let before: CardList = before.flat_map(|part| part.cards.as_slice().iter().copied()).collect();
    lines.text(["*** ", "*** FIRST ", "*** SECOND ", "*** THIRD "][usize::from(run_no.min(3))]);
    lines.text(["PRE-FLOP ***", "FLOP ***", "TURN ***", "RIVER ***"][usize::from(street.min(3))]);
    for cards in [before, new.cards] {
        if !cards.is_empty() {
            lines.text(" ");
            lines.cards(cards.as_slice());
        }
    }
    lines.end();
}

fn act(lines: &mut Lines<'_>, actions: &[Action], at: usize, betting: &mut Betting) {
    let action = &actions[at];
    let seat = action.seat;
    // Cards that a winner shows come after the payment.
    if action.kind == ActionKind::Show {
        return;
    }
    let before = betting.follow(action, None);
    let amount = action.amount.printed();
    lines.player(seat);
    match action.kind {
        ActionKind::Fold => {
            lines.text(": folds ");
            let next = actions.get(at + 1).filter(|next| next.kind == ActionKind::Show);
            if let Some(shown) = next.filter(|next| next.seat == seat) {
                lines.cards(shown.cards.as_slice());
            }
        }
        ActionKind::Check => lines.text(": checks "),
        ActionKind::Raise => {
            lines.text(": raises ");
            lines.money(amount - before);
            lines.text(" to ");
            lines.money(amount);
        }
        ActionKind::Call | ActionKind::Bet | ActionKind::BringIn => {
            lines.text(match action.kind {
                ActionKind::Call => ": calls ",
                ActionKind::Bet => ": bets ",
                _ => ": brings in for ",
            });
            lines.money(amount);
        }
        ActionKind::Discard => return discard(lines, action, amount),
        ActionKind::StandPat => {
            lines.text(": stands pat ");
            if lines.hand.hero == Some(seat) {
                lines.text("on ");
                let cards = holding(lines, seat, action.street.0);
                lines.cards(cards.as_slice());
            }
        }
        ActionKind::Muck => lines.text(": mucks hand "),
        _ => return post(lines, actions, at),
    }
    all_in(lines, action);
    lines.end();
    if at == betting.last_bet {
        uncalled(lines);
    }
}

fn discard(lines: &mut Lines<'_>, action: &Action, count: i64) {
    lines.text(": discards ");
    lines.number(count.unsigned_abs());
    lines.text(if count == 1 { " card" } else { " cards" });
    let thrown = action.cards.as_slice();
    if !thrown.is_empty() {
        lines.text(" ");
        lines.cards(thrown);
    }
    lines.end();
    if !thrown.is_empty() {
        let cards = holding(lines, action.seat, action.street.0);
        let (kept, new) = cards.as_slice().split_at(cards.len().saturating_sub(thrown.len()));
        dealt_to(lines, action.seat, kept, new);
    }
}

fn all_in(lines: &mut Lines<'_>, action: &Action) {
    if action.is_capped {
        lines.text(" and has reached the ");
        lines.money(lines.hand.stakes.cap.unwrap_or_default());
        lines.text(" cap");
    } else if action.is_all_in {
        lines.text(" and is all-in");
    }
}

fn uncalled(lines: &mut Lines<'_>) {
    for (seat, amount) in &lines.hand.uncalled {
        lines.text("Uncalled bet (");
        lines.money(*amount);
        lines.text(") returned to ");
        lines.player(*seat);
        lines.end();
    }
}
