//! After `*** SUMMARY ***`: totals, boards, one line per seat.

use handlab_cards::game::{Game, GameFamily, Street};
use handlab_core::hand::{CardsSource, SidePaymentKind};

use super::lines::{Blind, Lines};

pub(super) fn write(lines: &mut Lines<'_>) {
    lines.line("*** SUMMARY ***");
    totals(lines);
    boards(lines);
    for seat in 0..lines.hand.seats.len() as u8 {
        seat_line(lines, seat);
    }
}

fn totals(lines: &mut Lines<'_>) {
    let printed = &lines.hand.printed;
    let Some(total) = printed.total_pot else { return };
    lines.text("Total pot ");
    lines.money(total);
    for (number, amount) in printed.pots.iter().enumerate() {
        match (number, printed.pots.len()) {
            (0, _) => lines.text(" Main pot "),
            (_, 2) => lines.text(" Side pot "),
            _ => {
                lines.text(" Side pot-");
                lines.number(number as u64);
                lines.text(" ");
            }
        }
        lines.money(*amount);
        lines.text(".");
    }
    if let Some(rake) = printed.rake {
        lines.text(" | Rake ");
        lines.money(rake);
        lines.text(" ");
    }
    lines.end();
}

fn boards(lines: &mut Lines<'_>) {
    let hand = lines.hand;
    if hand.n_runouts < 2 {
        return board(lines, "Board ", 0);
    }
    lines.line(if hand.n_runouts == 2 { "Hand was run twice" } else { "Hand was run three times" });
    for (name, run_no) in
        ["FIRST Board ", "SECOND Board ", "THIRD Board "].into_iter().zip(1..=hand.n_runouts)
    {
        board(lines, name, run_no);
    }
}

fn board(lines: &mut Lines<'_>, name: &str, run_no: u8) {
    let cards = lines.hand.board(run_no);
    // Courchevel's first card alone is not a board yet.
    if cards.len() > 1 {
        lines.text(name);
        lines.cards(cards.as_slice());
        lines.end();
    }
}

fn seat_line(lines: &mut Lines<'_>, index: u8) {
    let hand = lines.hand;
    let story = lines.seats[usize::from(index)];
    let Some(seat) = hand.seats.get(usize::from(index)).filter(|seat| !seat.has_unknown_stack)
    else {
        return;
    };
    let is_paid = hand.summary_collected.iter().any(|collected| collected.seat == index);
    lines.text("Seat ");
    lines.number(u64::from(seat.seat));
    lines.text(": ");
    lines.player(index);
    if !story.acted && !is_paid {
        return lines.end();
    }
    if hand.button_seat == Some(seat.seat) && story.blind != Some(Blind::Button) {
        lines.text(" (button)");
    }
    match story.blind {
        Some(Blind::Small) => lines.text(" (small blind)"),
        Some(Blind::Big) => lines.text(" (big blind)"),
        Some(Blind::Button) => lines.text(" (button blind)"),
        None => {}
    }
    if let Some(street) = story.folded {
        folded(lines, street);
        if street == Street::FIRST && !story.has_bet && story.blind.is_none() {
            lines.text(" (didn't bet)");
        }
    } else if lines.is_showdown && story.has_shown {
        showed(lines, index);
    } else if is_paid || !lines.is_showdown {
        collected(lines, index);
    } else {
        lines.text(" mucked");
        let is_known = seat.cards_source.is_some_and(|source| source != CardsSource::Shown)
            || seat.hole_cards.len() == hand.game.hole_cards();
        if is_known {
            lines.text(" ");
            lines.cards(seat.hole_cards.as_slice());
        }
    }
    lines.end();
}

fn folded(lines: &mut Lines<'_>, street: Street) {
    let game = lines.hand.game;
    lines.text(match (lines.family(), street.0) {
        (GameFamily::Flop, 0) => " folded before Flop",
        (GameFamily::Draw, 0) if game == Game::SingleDraw27 => " folded before Flop",
        (GameFamily::Draw, 0) => " folded before the Draw",
        (GameFamily::Draw, _) if game.streets() == 2 => " folded after the Draw",
        (GameFamily::Draw, 1) => " folded after the 1st Draw",
        (GameFamily::Draw, 2) => " folded after the 2nd Draw",
        (GameFamily::Draw, _) => " folded after the 3rd Draw",
        (GameFamily::Flop, 1) => " folded on the Flop",
        (GameFamily::Flop, 2) => " folded on the Turn",
        (GameFamily::Stud, 0) => " folded on the 3rd Street",
        (GameFamily::Stud, 1) => " folded on the 4th Street",
        (GameFamily::Stud, 2) => " folded on the 5th Street",
        (GameFamily::Stud, 3) => " folded on the 6th Street",
        _ => " folded on the River",
    });
}

/// What a seat won in that run; `None` if nothing.
fn won(lines: &Lines<'_>, seat: u8, run_no: u8) -> Option<i64> {
    let of_seat = lines
        .hand
        .summary_collected
        .iter()
        .filter(|paid| paid.seat == seat && paid.run_no == run_no);
    of_seat.map(|paid| paid.amount).reduce(i64::saturating_add)
}

fn collected(lines: &mut Lines<'_>, seat: u8) {
    let paid = lines.hand.summary_collected.iter().filter(|paid| paid.seat == seat);
    if let Some(amount) = paid.map(|paid| paid.amount).reduce(i64::saturating_add) {
        lines.text(" collected (");
        lines.money(amount);
        lines.text(")");
    }
}

fn showed(lines: &mut Lines<'_>, seat: u8) {
    let hand = lines.hand;
    let cards = hand.seats[usize::from(seat)].hole_cards;
    lines.text(" showed ");
    lines.cards(cards.as_slice());
    let runs = if hand.n_runouts > 1 { 1..=hand.n_runouts } else { 0..=0 };
    let has_cashed_out = hand
        .side_payments
        .iter()
        .any(|paid| paid.kind == SidePaymentKind::CashOut && paid.seat == seat);
    for run_no in runs {
        lines.text(if run_no > 1 { ", and " } else { " and " });
        let amount = won(lines, seat, run_no);
        match amount {
            Some(amount) => {
                lines.text("won (");
                lines.money(amount);
                lines.text(") with ");
            }
            None => lines.text("lost with "),
        }
        lines.text(if hand.game == Game::Badugi { "a " } else { "" });
        lines.words("", cards, run_no, "");
        match amount {
            Some(_) if has_cashed_out => lines.text(" (pot not awarded as player cashed out)"),
            None if has_cashed_out => lines.text(" (cashed out)."),
            _ => {}
        }
    }
}
