//! The lines above the cards: what is played, and who sits where.

use handlab_cards::game::{Betting, Game};
use handlab_core::hand::{Kind, Tournament};
use handlab_core::money::Currency;

use super::lines::Lines;

pub(super) fn write(lines: &mut Lines<'_>) {
    let hand = lines.hand;
    lines.text(if hand.is_fast_fold { "PokerStars Zoom Hand #" } else { "PokerStars Hand #" });
    lines.text(hand.str(hand.hand_id));
    lines.text(": ");
    if let Some(tournament) = &hand.tournament {
        tournament_line(lines, tournament);
    } else {
        lines.text(" ");
        game(lines);
        lines.text(" (");
        stakes(lines);
        lines.text(")");
    }
    lines.text(" - ");
    lines.text(hand.str(hand.started_raw));
    if !hand.zone.is_empty() {
        lines.text(" ");
        lines.text(hand.str(hand.zone));
    }
    lines.end();
    table(lines);
    for seat in 0..hand.seats.len() as u8 {
        seat_line(lines, seat);
    }
}

fn tournament_line(lines: &mut Lines<'_>, tournament: &Tournament) {
    let hand = lines.hand;
    lines.text("Tournament #");
    lines.text(hand.str(tournament.tournament_id));
    lines.text(", ");
    let parts = [tournament.buy_in, tournament.bounty, tournament.fee];
    let mut known = parts.into_iter().flatten();
    if let Some(first) = known.next() {
        if first == 0 && known.all(|part| part == 0) {
            lines.text("Freeroll ");
        } else {
            lines.buy_in(parts.into_iter().flatten());
            // A price in play money has no code.
            let code = tournament.currency.code();
            if !code.is_empty() && tournament.currency != Currency::PLAY {
                lines.text(" ");
                lines.text(code);
            }
        }
        lines.text(" ");
    }
    game(lines);
    let level = hand.str(tournament.level);
    if !level.is_empty() {
        lines.text(if level.contains("Level") { " - " } else { " - Level " });
        lines.text(level);
    }
    lines.text(" (");
    let (low, high) = bets(lines);
    lines.money_pair(low, high);
    lines.text(")");
}

/// `PokerStars`' name for a game; `None` if it does not deal the game, so that its text has no form for the hand.
pub(super) const fn game_words(game: Game) -> Option<&'static str> {
    Some(match game {
        Game::Holdem => "Hold'em",
        Game::ShortDeck => "6+ Hold'em",
        Game::Omaha => "Omaha",
        Game::Omaha5 => "5 Card Omaha",
        Game::Omaha6 => "6 Card Omaha",
        Game::Courchevel => "Courchevel",
        Game::Stud => "7 Card Stud",
        Game::Razz => "Razz",
        Game::FiveCardDraw => "5 Card Draw",
        Game::SingleDraw27 => "Single Draw 2-7 Lowball",
        Game::TripleDraw27 => "Triple Draw 2-7 Lowball",
        Game::Badugi => "Badugi",
        _ => return None,
    })
}

fn game(lines: &mut Lines<'_>) {
    let hand = lines.hand;
    lines.text(game_words(hand.game).unwrap_or(hand.game.name()));
    if hand.is_hi_lo {
        lines.text(" Hi/Lo");
    }
    lines.text(match hand.betting {
        Betting::NoLimit | Betting::Cap => " No Limit",
        Betting::PotLimit => " Pot Limit",
        Betting::FixedLimit => " Limit",
        Betting::PotLimitPreflop => " Pot Limit Pre-Flop, No Limit Post-Flop",
    });
}

/// The two numbers of the header: the blinds, or in fixed limit the bets.
fn bets(lines: &Lines<'_>) -> (i64, i64) {
    let stakes = &lines.hand.stakes;
    let (low, high) = match lines.hand.betting {
        Betting::FixedLimit => (stakes.small_bet, stakes.big_bet),
        _ => (stakes.small_blind, stakes.big_blind),
    };
    (low.unwrap_or_default(), high.unwrap_or_default())
}

fn stakes(lines: &mut Lines<'_>) {
    let hand = lines.hand;
    if hand.game == Game::ShortDeck && hand.stakes.small_blind.is_none() {
        lines.text("Button Blind ");
        lines.money(hand.stakes.big_blind.unwrap_or_default());
        lines.text(" - Ante ");
        lines.money(hand.stakes.ante.unwrap_or_default());
        lines.text(" ");
    } else {
        let (low, high) = bets(lines);
        lines.money_pair(low, high);
    }
    if let Some(cap) = hand.stakes.cap {
        lines.text(" - ");
        lines.money(cap);
        lines.text(" Cap - ");
    }
    if hand.kind == Kind::Cash {
        lines.text(" ");
        lines.text(hand.currency.code());
    }
}

fn table(lines: &mut Lines<'_>) {
    let hand = lines.hand;
    lines.text("Table '");
    lines.text(hand.str(hand.table_name));
    lines.text("'");
    if let Some(seats) = hand.max_seats {
        lines.text(" ");
        lines.number(u64::from(seats));
        lines.text("-max");
    }
    if hand.kind == Kind::Play {
        lines.text(" (Play Money)");
    }
    if let Some(button) = hand.button_seat {
        lines.text(" Seat #");
        lines.number(u64::from(button));
        lines.text(" is the button");
    }
    lines.end();
}

fn seat_line(lines: &mut Lines<'_>, index: u8) {
    let Some(seat) =
        lines.hand.seats.get(usize::from(index)).filter(|seat| !seat.has_unknown_stack)
    else {
        return;
    };
    lines.text("Seat ");
    lines.number(u64::from(seat.seat));
    lines.text(": ");
    lines.player(index);
    lines.text(" (");
    lines.money(seat.starting_stack);
    lines.text(" in chips");
    if let Some(bounty) = seat.bounty {
        lines.text(", ");
        lines.prize(bounty);
        lines.text(" bounty");
    }
    lines.line(if seat.is_sitting_out { ") is sitting out" } else { ") " });
}
