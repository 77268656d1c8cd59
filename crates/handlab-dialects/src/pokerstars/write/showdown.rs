//! Who shows and who is paid; payments from the house, and who leaves the tournament.

use handlab_cards::game::Street;
use handlab_cards::score;
use handlab_core::hand::{Action, ActionKind, Collected, Finish, PotName, SidePaymentKind};

use super::super::tournament::ENTRY;
use super::lines::Lines;

pub(super) fn write(lines: &mut Lines<'_>) {
    if lines.is_showdown {
        showdowns(lines);
    } else {
        uncontested(lines);
    }
    cash_outs(lines);
    bounties(lines);
    finishes(lines);
}

/// One showdown per runout; a player who shows again begins the next one.
fn showdowns(lines: &mut Lines<'_>) {
    let hand = lines.hand;
    let shows: Vec<&Action> =
        hand.actions.iter().filter(|action| action.street == Street::SHOWDOWN).collect();
    let mut rest = shows.as_slice();
    let runs = if hand.n_runouts > 1 { 1..=hand.n_runouts } else { 0..=0 };
    for run_no in runs {
        let again = |at: &usize| rest[..*at].iter().any(|show| show.seat == rest[*at].seat);
        let end = (1..rest.len()).find(again).unwrap_or(rest.len());
        let (now, later) = rest.split_at(end);
        rest = later;
        lines.line(match run_no {
            0 => "*** SHOW DOWN ***",
            1 => "*** FIRST SHOW DOWN ***",
            2 => "*** SECOND SHOW DOWN ***",
            _ => "*** THIRD SHOW DOWN ***",
        });
        showdown(lines, now, run_no);
    }
}

fn showdown(lines: &mut Lines<'_>, shows: &[&Action], run_no: u8) {
    let hand = lines.hand;
    let paid: Vec<&Collected> =
        hand.collected.iter().filter(|collected| collected.run_no == run_no).collect();
    let mut shown = 0;
    for pot in paid.chunk_by(|left, right| left.pot == right.pot) {
        let of_winner = |show: &&Action| pot.iter().any(|collected| collected.seat == show.seat);
        let is_last = matches!(pot[0].pot, PotName::Main | PotName::Pot);
        let until = shows.iter().rposition(of_winner).map_or(0, |at| at + 1);
        let until = if is_last { shows.len() } else { until.max(2).min(shows.len()) };
        for action in shows.get(shown..until).unwrap_or_default() {
            show(lines, action, run_no);
        }
        shown = shown.max(until);
        for collected in pot {
            collect(lines, collected);
        }
    }
    for action in &shows[shown..] {
        show(lines, action, run_no);
    }
    let low = |show: &&Action| {
        score::low(hand.game, show.cards.set(), hand.board(run_no).set()).is_some()
    };
    if hand.is_hi_lo && !shows.iter().any(low) {
        lines.line("No low hand qualified");
    }
}

fn show(lines: &mut Lines<'_>, action: &Action, run_no: u8) {
    lines.player(action.seat);
    if action.kind == ActionKind::Muck {
        return lines.line(": mucks hand ");
    }
    lines.text(": shows ");
    lines.cards(action.cards.as_slice());
    lines.words(" (", action.cards, run_no, ")");
    lines.end();
}

fn uncontested(lines: &mut Lines<'_>) {
    let hand = lines.hand;
    for collected in &hand.collected {
        collect(lines, collected);
    }
    let Some(winner) = hand.collected.first().map(|collected| collected.seat) else { return };
    let is_show = |action: &&Action| action.kind == ActionKind::Show && action.seat == winner;
    if let Some(action) = hand.actions.iter().find(is_show) {
        show(lines, action, 0);
    } else {
        lines.player(winner);
        lines.line(": doesn't show hand ");
    }
}

fn collect(lines: &mut Lines<'_>, collected: &Collected) {
    lines.player(collected.seat);
    lines.text(" collected ");
    lines.money(collected.amount);
    match collected.pot {
        PotName::Pot => lines.text(" from pot"),
        PotName::Main => lines.text(" from main pot"),
        // A lone side pot has no number.
        PotName::Side(_) if lines.hand.printed.pots.len() < 3 => lines.text(" from side pot"),
        PotName::Side(number) => {
            lines.text(" from side pot-");
            lines.number(u64::from(number));
        }
    }
    lines.end();
}

fn cash_outs(lines: &mut Lines<'_>) {
    for payment in &lines.hand.side_payments {
        if payment.kind == SidePaymentKind::CashOut {
            lines.player(payment.seat);
            lines.text(" cashed out the hand for ");
            lines.money(payment.amount);
            if payment.fee != 0 {
                lines.text(" | Cash Out Fee ");
                lines.money(payment.fee);
            }
            lines.end();
        }
    }
}

fn bounties(lines: &mut Lines<'_>) {
    let hand = lines.hand;
    let bounties = hand.side_payments.iter().filter(|paid| paid.kind == SidePaymentKind::Bounty);
    let beaten = hand.finishes.iter().filter(|finish| finish.place != Some(1));
    for (bounty, beaten) in bounties.zip(beaten) {
        lines.player(bounty.seat);
        lines.text(" wins the ");
        lines.prize(bounty.amount);
        lines.text(" bounty for eliminating ");
        lines.line(hand.str(beaten.player));
    }
}

fn finishes(lines: &mut Lines<'_>) {
    for finish in &lines.hand.finishes {
        if let Some(place) = finish.place {
            place_and_prize(lines, finish, place);
        }
        let others = lines.hand.str(finish.prize_text).split(", ").filter(|text| !text.is_empty());
        for text in others {
            lines.text(lines.hand.str(finish.player));
            lines.text(if text.starts_with(ENTRY) { " wins an " } else { " also received a " });
            lines.line(text);
        }
    }
}

fn place_and_prize(lines: &mut Lines<'_>, finish: &Finish, place: u32) {
    lines.text(lines.hand.str(finish.player));
    if let (1, Some(prize)) = (place, finish.prize) {
        lines.text(" wins the tournament and receives ");
        lines.prize(prize);
        lines.text(" - congratulations!");
    } else {
        lines.text(" finished the tournament in ");
        lines.number(u64::from(place));
        lines.text(ordinal_ending(place));
        lines.text(" place");
        if let Some(prize) = finish.prize {
            lines.text(" and received ");
            lines.prize(prize);
            lines.text(".");
        }
    }
    lines.end();
}

const fn ordinal_ending(number: u32) -> &'static str {
    match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}
