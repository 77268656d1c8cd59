//! Hands in words: `two pair, Aces and Kings`, `HI: a flush, Ace high; LO: 7,5,4,3,A`, `Badugi: 8,5,3,A`.

use handlab_cards::card::{Card, CardList};
use handlab_cards::game::Game;
use handlab_cards::score;
use handlab_core::hand::Hand;

/// A low strength and the hand decoded from it add up to this; see [`handlab_cards::score`].
const COMPLEMENT: u32 = 0x8F_FFFF;

/// What one player holds on one board, as the showdown prints it; nothing if too few cards are known.
pub(super) fn append(out: &mut String, hand: &Hand, hole: CardList, run_no: u8) {
    let (own, board) = (hole.set(), hand.board(run_no).set());
    let Some(strength) = score::strength(hand.game, own, board) else {
        return append_unfinished(out, hand.game, hole);
    };
    let digits = digits(strength);
    match score::order(hand.game) {
        order if order.is_badugi() => badugi(out, strength),
        order if order.is_low() => {
            out.push_str("Lo: ");
            low(out, hand.game, COMPLEMENT - strength);
        }
        _ if hand.is_hi_lo => {
            out.push_str("HI: ");
            high(out, hand.game, score::category(hand.game, strength), digits);
            if let Some(strength) = score::low(hand.game, own, board) {
                out.push_str("; LO: ");
                low(out, hand.game, COMPLEMENT - strength);
            }
        }
        _ => high(out, hand.game, score::category(hand.game, strength), digits),
    }
}

/// The five rank digits of a strength.
fn digits(strength: u32) -> [u8; 5] {
    [16, 12, 8, 4, 0].map(|shift| (strength >> shift) as u8 & 15)
}

fn high(out: &mut String, game: Game, category: u8, [first, second, third, _, last]: [u8; 5]) {
    // The ace counts below the six in short deck's lowest straight.
    let lowest = if game == Game::ShortDeck && last == 5 { 14 } else { last };
    match category {
        0 => join(out, &["high card ", one(first)]),
        1 => join(out, &["a pair of ", many(first)]),
        2 => join(out, &["two pair, ", many(first), " and ", many(third)]),
        3 => join(out, &["three of a kind, ", many(first)]),
        4 => join(out, &["a straight, ", one(lowest), " to ", one(first)]),
        5 => join(out, &["a flush, ", one(first), " high"]),
        6 => join(out, &["a full house, ", many(first), " full of ", many(last)]),
        7 => join(out, &["four of a kind, ", many(first)]),
        _ if first == 14 && second == 13 => out.push_str("a Royal Flush"),
        _ => join(out, &["a straight flush, ", one(lowest), " to ", one(first)]),
    }
}

/// A decoded low: its ranks from the top, or the pair that spoils it.
fn low(out: &mut String, game: Game, read: u32) {
    let (category, digits) = ((read >> 20) as u8, digits(read));
    if category == 0 { ranks(out, &digits) } else { high(out, game, category, digits) }
}

fn badugi(out: &mut String, strength: u32) {
    let count = (strength >> 20) as usize;
    let playing = digits(strength).map(|digit| 15 - digit);
    match count {
        4 => out.push_str("Badugi: "),
        3 => out.push_str("3-card: "),
        2 => out.push_str("2-card: "),
        _ => out.push_str("1-card: "),
    }
    ranks(out, &playing[..count.min(4)]);
}

fn ranks(out: &mut String, ranks: &[u8]) {
    for (i, rank) in ranks.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        // The ace is 1 in some lows and 14 in others.
        let rank = if *rank == 1 { 14 } else { *rank };
        if let Some(card) = Card::new(rank, 0) {
            out.push(card.ascii()[0] as char);
        }
    }
}

/// Hold'em cards that are shown before the flop.
fn append_unfinished(out: &mut String, game: Game, hole: CardList) {
    let [first, second] = hole.as_slice() else { return };
    if !matches!(game, Game::Holdem | Game::ShortDeck) {
        return;
    }
    if first.rank() == second.rank() {
        join(out, &["a pair of ", many(first.rank())]);
    } else {
        join(out, &["high card ", one(first.rank().max(second.rank()))]);
    }
}

fn join(out: &mut String, parts: &[&str]) {
    out.extend(parts.iter().copied());
}

const fn one(rank: u8) -> &'static str {
    match rank {
        2 => "Deuce",
        3 => "Three",
        4 => "Four",
        5 => "Five",
        6 => "Six",
        7 => "Seven",
        8 => "Eight",
        9 => "Nine",
        10 => "Ten",
        11 => "Jack",
        12 => "Queen",
        13 => "King",
        _ => "Ace",
    }
}

const fn many(rank: u8) -> &'static str {
    match rank {
        2 => "Deuces",
        3 => "Threes",
        4 => "Fours",
        5 => "Fives",
        6 => "Sixes",
        7 => "Sevens",
        8 => "Eights",
        9 => "Nines",
        10 => "Tens",
        11 => "Jacks",
        12 => "Queens",
        13 => "Kings",
        _ => "Aces",
    }
}
