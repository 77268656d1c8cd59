//! Prints `src/range/order.tsv`: the 169 starting hands by their equity against one random hand, exactly.
//!
//! `cargo run --release -p handlab-cards --example preflop_order > crates/handlab-cards/src/range/order.tsv`
//!
//! Every board of five cards is dealt, once for all boards that differ by suits only (134,459 of 2,598,960), and each
//! of the 1,081 hands on it meets every hand of other cards. The columns are the hand, and of the 2,097,572,400
//! showdowns of two given cards how many are won and how many tied. Some seconds on one core.

use std::collections::HashMap;

use handlab_cards::card::{Card, CardSet};
use handlab_cards::range::StartingHand;
use handlab_cards::score;

/// Showdowns won and tied.
#[derive(Clone, Copy, Default)]
struct Tally {
    won: u64,
    tied: u64,
}

fn main() {
    let deck: Vec<Card> = Card::deck().collect();
    let orders = suit_orders();
    let mut tallies: HashMap<StartingHand, Tally> = HashMap::new();
    let mut boards = 0;
    each_board(&deck, 5, CardSet::EMPTY, &mut |board| {
        let times = times(board, &orders);
        if times > 0 {
            boards += 1;
            play(board, times, &mut tallies);
        }
    });
    eprintln!("{boards} boards");

    let mut rows: Vec<(StartingHand, Tally)> = tallies.into_iter().collect();
    for (hand, tally) in &mut rows {
        let combos = hand.combos().count() as u64;
        assert!(tally.won % combos == 0 && tally.tied % combos == 0, "{hand}");
        *tally = Tally { won: tally.won / combos, tied: tally.tied / combos };
    }
    rows.sort_by_key(|(hand, tally)| (std::cmp::Reverse(2 * tally.won + tally.tied), *hand));
    print(&rows);
}

#[expect(clippy::print_stdout, reason = "its output is the table")]
fn print(rows: &[(StartingHand, Tally)]) {
    println!(
        "# Made by examples/preflop_order.rs; best first. hand\twon\ttied, of 2097572400 showdowns"
    );
    for (hand, Tally { won, tied }) in rows {
        println!("{hand}\t{won}\t{tied}");
    }
}

fn each_board(deck: &[Card], count: usize, board: CardSet, visit: &mut impl FnMut(CardSet)) {
    if count == 0 {
        return visit(board);
    }
    for (place, card) in deck.iter().enumerate() {
        each_board(&deck[place + 1..], count - 1, board.with(*card), visit);
    }
}

fn suit_orders() -> Vec<[u8; 4]> {
    let mut orders = Vec::new();
    for a in 0..4 {
        for b in (0..4).filter(|b| *b != a) {
            for c in (0..4).filter(|c| *c != a && *c != b) {
                orders.push([a, b, c, 6 - a - b - c]);
            }
        }
    }
    orders
}

/// How many boards `board` stands for, if it is the first of those that differ by suits only; else 0.
fn times(board: CardSet, orders: &[[u8; 4]]) -> u64 {
    let lanes = [0, 1, 2, 3].map(|suit| u64::from(board.ranks_of(suit)));
    let mut like = Vec::with_capacity(orders.len());
    for order in orders {
        let mask =
            (0..4).fold(0, |mask, suit| mask | lanes[usize::from(order[suit])] << (16 * suit));
        if mask < board.mask() {
            return 0;
        }
        like.push(mask);
    }
    like.sort_unstable();
    like.dedup();
    like.len() as u64
}

/// Lets every two hands of the cards that are left meet on `board`.
fn play(board: CardSet, times: u64, tallies: &mut HashMap<StartingHand, Tally>) {
    let left: Vec<Card> = CardSet::FULL.minus(board).iter().collect();
    let mut hands = Vec::with_capacity(1081);
    for (place, one) in left.iter().enumerate() {
        for (other, second) in left.iter().enumerate().skip(place + 1) {
            let hand = CardSet::EMPTY.with(*one).with(*second);
            let strength = score::high(hand.union(board)).expect("seven cards");
            hands.push((strength, place, other, hand));
        }
    }
    hands.sort_unstable_by_key(|(strength, ..)| *strength);

    // How many weaker hands there are, and how many of them have the card of each place.
    let (mut weaker, mut weaker_with) = (0, [0; 47]);
    for equal in hands.chunk_by(|one, other| one.0 == other.0) {
        let mut equal_with = [0; 47];
        for (_, one, other, _) in equal {
            equal_with[*one] += 1;
            equal_with[*other] += 1;
        }
        for (_, one, other, hand) in equal {
            let won: u64 = weaker - weaker_with[*one] - weaker_with[*other];
            // The hand itself is counted as equal once, and taken away twice.
            let tied: u64 = equal.len() as u64 + 1 - equal_with[*one] - equal_with[*other];
            let hand = StartingHand::of(*hand).expect("two cards");
            let tally = tallies.entry(hand).or_default();
            tally.won += times * won;
            tally.tied += times * tied;
        }
        weaker += equal.len() as u64;
        for (sum, more) in weaker_with.iter_mut().zip(equal_with) {
            *sum += more;
        }
    }
}
