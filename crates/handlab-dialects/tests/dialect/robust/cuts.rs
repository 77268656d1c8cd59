//! Files that end within a hand: a hand that counts has what it has in the whole file.

use std::collections::BTreeMap;

use handlab_core::batch::Batch;
use handlab_core::framing::Encoding;

use super::parsed;
use crate::columns::column;
use crate::corpus::DIALECTS;
use crate::samples::samples_of;

/// Cuts this far from the end are tried.
const REACH: usize = 500;

/// Identified by a digest of the text: what is added below the payments makes it another hand.
const BY_DIGEST: [&str; 3] = ["phh", "pokerbots", "pokerth"];

/// By hand: its verdict, rake, fees, board and start, and what each seat won.
fn hands(batch: &Batch) -> BTreeMap<String, Vec<String>> {
    let of_hands = ["verdict", "rake", "fees", "board", "started_raw", "started_at"];
    let of_hands = of_hands.map(|name| column(batch, "hands", name));
    let ids = column(batch, "hands", "hand_id");
    let mut found = BTreeMap::new();
    for (row, id) in ids.into_iter().enumerate() {
        found.insert(id, of_hands.iter().map(|values| values[row].clone()).collect::<Vec<_>>());
    }
    let of_seats = ["hand_id", "seat", "won"].map(|name| column(batch, "seats", name));
    for (row, id) in of_seats[0].iter().enumerate() {
        let hand = found.get_mut(id).expect("a hand of each seat");
        hand.push(format!("seat {} won {}", of_seats[1][row], of_seats[2][row]));
    }
    found
}

#[test]
fn a_hand_cut_within_a_number_or_a_time_is_refused_or_right() {
    let (mut count, mut wrong) = (0, Vec::new());
    for dialect in DIALECTS {
        for (name, data) in samples_of(dialect) {
            if Encoding::detect(&data) != Encoding::Utf8 {
                continue;
            }
            let whole = hands(&parsed(&data));
            for end in data.len().saturating_sub(REACH)..data.len() {
                let is_number =
                    end > 0 && matches!(data[end - 1], b'0'..=b'9' | b'.' | b',' | b'>' | b'T');
                if !is_number {
                    continue;
                }
                count += 1;
                for (id, hand) in hands(&parsed(&data[..end])) {
                    let is_good = hand[0].starts_with("exact") || hand[0] == "rake_inferred";
                    if !is_good {
                        continue;
                    }
                    let last = String::from_utf8_lossy(&data[end.saturating_sub(40)..end]);
                    let place = format!("{dialect}/{name} at {end}, {last:?}");
                    let Some(wanted) = whole.get(&id) else {
                        if !BY_DIGEST.contains(&dialect) {
                            wrong.push(format!("{place}: another hand {id}"));
                        }
                        continue;
                    };
                    for (found, wanted) in hand.iter().zip(wanted).skip(1) {
                        if found != wanted && found != "null" && !found.is_empty() {
                            wrong.push(format!("{place}: {found} for {wanted}"));
                        }
                    }
                    if hand[3] != wanted[3] {
                        wrong.push(format!("{place}: board {} for {}", hand[3], wanted[3]));
                    }
                }
            }
        }
    }
    assert!(count > 10_000, "only {count} cuts");
    assert!(wrong.is_empty(), "{}\n{} of {count} differ", wrong.join("\n"), wrong.len());
}
