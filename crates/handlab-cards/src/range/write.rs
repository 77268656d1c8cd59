//! Writes ranges as text, with whole starting hands in shorthand.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::{Combo, Range, StartingHand, Weight};
use crate::card::{Card, CardSet};

/// Items of weight 1 first, then by descending weight; within each weight pairs, suited, offsuit, then single hands.
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut by_weight: BTreeMap<Weight, Vec<CardSet>> = BTreeMap::new();
        for Combo { cards, weight } in self.combos() {
            by_weight.entry(*weight).or_default().push(*cards);
        }
        let mut separator = "";
        for (weight, hands) in by_weight.iter().rev() {
            for item in items(hands) {
                write!(f, "{separator}{item}")?;
                if *weight != Weight::FULL {
                    write!(f, ":{weight}")?;
                }
                separator = ",";
            }
        }
        Ok(())
    }
}

/// The shortest items for these hands.
fn items(hands: &[CardSet]) -> Vec<String> {
    let mut of_kind: BTreeMap<StartingHand, usize> = BTreeMap::new();
    for hand in hands.iter().filter_map(|hand| StartingHand::of(*hand)) {
        *of_kind.entry(hand).or_default() += 1;
    }
    let whole: BTreeSet<StartingHand> = of_kind
        .into_iter()
        .filter(|(hand, combos)| *combos == hand.combos().count())
        .map(|(hand, _)| hand)
        .collect();
    if whole.len() == 169 {
        return vec!["random".to_owned()];
    }
    let mut items = Vec::new();
    let pair = |rank| StartingHand::new(rank, rank, false);
    append_runs(&mut items, &whole, 14, pair);
    for is_suited in [true, false] {
        for high in (3..=14).rev() {
            let of_kicker = |low| StartingHand::new(high, low, is_suited);
            append_runs(&mut items, &whole, high - 1, of_kicker);
        }
    }
    let is_single =
        |hand: &&CardSet| !StartingHand::of(**hand).is_some_and(|kind| whole.contains(&kind));
    let mut singles: Vec<Vec<Card>> =
        hands.iter().filter(is_single).map(|hand| ranked(*hand)).collect();
    singles.sort_unstable_by_key(|cards| {
        cards.iter().map(|card| std::cmp::Reverse((card.rank(), card.suit()))).collect::<Vec<_>>()
    });
    items.extend(singles.iter().map(|cards| cards.iter().map(ToString::to_string).collect()));
    items
}

/// The items for held hands: `hand_of` applied to the ranks from `top` down to 2.
fn append_runs(
    items: &mut Vec<String>,
    held: &BTreeSet<StartingHand>,
    top: u8,
    hand_of: impl Fn(u8) -> Option<StartingHand>,
) {
    let held = |rank: u8| hand_of(rank).filter(|hand| held.contains(hand));
    let mut rank = top;
    while rank >= 2 {
        let Some(first) = held(rank) else {
            rank -= 1;
            continue;
        };
        let is_open = rank == top;
        let mut last = first;
        while let Some(next) = held(rank - 1) {
            (last, rank) = (next, rank - 1);
        }
        items.push(match (first == last, is_open) {
            (true, _) => first.to_string(),
            (false, true) => format!("{last}+"),
            (false, false) => format!("{first}-{last}"),
        });
        rank -= 1;
    }
}

/// The cards of a hand, the highest first.
fn ranked(hand: CardSet) -> Vec<Card> {
    let mut cards: Vec<Card> = hand.iter().collect();
    cards.sort_unstable_by_key(|card| std::cmp::Reverse((card.rank(), card.suit())));
    cards
}
