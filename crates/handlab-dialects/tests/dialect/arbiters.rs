//! Evidence outside of the hand itself: stacks at the start of the next hand at a table must be those at the end of the
//! previous one, except for chips bought in between.

use std::collections::BTreeMap;

use handlab_core::hand::Kind;

use crate::logs::{corpus_of, each_file};
use crate::read::each_hand;

/// The stacks at the start and at the end of a hand.
struct Table {
    name: String,
    started_at: Option<i64>,
    verdict: &'static str,
    is_fast_fold: bool,
    stacks: BTreeMap<String, (i64, i64)>,
    hand_id: String,
}

/// How stacks change from one hand to the next.
#[derive(Debug, Default, PartialEq)]
struct Steps {
    same: usize,
    /// Chips were bought.
    more: usize,
    /// Chips are gone that no hand lost.
    less: Vec<String>,
}

/// The steps in all files of a folder; `None` if the folder does not exist.
fn steps_of(folder: &str) -> Option<Steps> {
    let mut steps = Steps::default();
    each_file(&corpus_of(folder)?, |name, data| {
        let mut tables: Vec<Table> = Vec::new();
        each_hand(data, |read| {
            let Ok(found) = &read.outcome else { return };
            let hand = &found.hand;
            if hand.kind == Kind::Play {
                return;
            }
            let seats = hand.seats.iter().zip(&found.replay.seats).zip(&found.audit.seats);
            let seats = seats.enumerate().filter(|(_, ((seat, _), _))| !seat.has_unknown_stack);
            let stacks = seats.map(|(index, ((seat, state), result))| {
                let start = seat.starting_stack;
                let end = start + result.won + result.side - state.contributed();
                (hand.player(index as u8).to_owned(), (start, end))
            });
            tables.push(Table {
                name: format!("{} {}", hand.str(hand.table_name), hand.scale),
                started_at: hand.started_at,
                verdict: found.audit.verdict.name(),
                is_fast_fold: hand.is_fast_fold,
                stacks: stacks.collect(),
                hand_id: hand.str(hand.hand_id).to_owned(),
            });
        });
        // Some files have the newest hand first.
        let starts = || tables.iter().filter_map(|table| table.started_at);
        if starts().next() > starts().next_back() {
            tables.reverse();
        }
        tables.sort_by_key(|table| table.started_at);
        for pair in tables.windows(2) {
            let [one, next] = pair else { continue };
            let is_next = one.name == next.name && !one.is_fast_fold && one.hand_id != next.hand_id;
            if !is_next || !one.verdict.starts_with("exact") && one.verdict != "rake_inferred" {
                continue;
            }
            let steps_of_pair = one.stacks.iter().filter_map(|(player, (_, end))| {
                let (start, _) = next.stacks.get(player)?;
                Some((player, *end, *start))
            });
            let (same, others): (Vec<_>, Vec<_>) =
                steps_of_pair.partition(|(_, end, start)| end == start);
            steps.same += same.len();
            let (more, less): (Vec<_>, Vec<_>) =
                others.into_iter().partition(|(_, end, start)| start > end);
            steps.more += more.len();
            // If a hand is missing in between, several stacks differ, or none is equal.
            if let [(player, end, start)] = less[..]
                && more.is_empty()
                && same.len() >= 2
            {
                steps.less.push(format!(
                    "{name}: {player} ends {} with {end}, begins {} with {start}",
                    one.hand_id, next.hand_id
                ));
            }
        }
    });
    Some(steps)
}

#[test]
fn stacks_continue_from_hand_to_hand() {
    // The folder, and the minimum number of stacks that continue unchanged. Files of other sites lack hands.
    for (folder, least) in [
        ("pokernow", 10_700),
        ("winamax", 2_600),
        ("ohh", 3_000),
        ("ongame", 2_600),
        ("betonline", 400),
        ("cake", 220),
        ("everleaf", 380),
        ("pokerstars", 150_000),
        ("ipoker", 13_000),
        ("party", 1_900),
        ("pacific888", 1_590),
        ("pokerstars_biggame_js", 5_900),
    ] {
        let Some(steps) = steps_of(folder) else { return };
        assert!(steps.same >= least, "{folder}: {} same, {} more", steps.same, steps.more);
        assert!(steps.more * 10 <= steps.same, "{folder}: {} more", steps.more);
        assert!(steps.less.is_empty(), "{folder}: {:#?}", steps.less);
    }
}
