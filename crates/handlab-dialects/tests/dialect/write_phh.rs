//! Hands of every dialect as PHH: what is written is the same hand when it is read again.

use std::collections::BTreeMap;

use handlab_core::pipeline::Pipeline;
use handlab_core::replay::SeatState;
use handlab_dialects::phh::write::{Loss, Refusal, write};

use crate::corpus::DIALECTS;
use crate::outcomes::{codes, sample_text};
use crate::read::each_hand;
use crate::samples::samples_of;

/// What PHH can hold of a hand: game, decisions by player, board, and what each player won or lost.
#[derive(Debug, PartialEq)]
struct Kept {
    game: String,
    decisions: Vec<(String, bool, i64)>,
    board: String,
    nets: BTreeMap<String, i64>,
}

fn kept(followed: &Pipeline) -> Kept {
    let Pipeline { hand, replay, audit, .. } = followed;
    // Chips with decimals may be read without them.
    let unit = 10_i64.pow(8 - u32::from(hand.scale));
    let acts = hand.actions.iter().zip(&replay.actions);
    let decisions = acts.filter(|(action, _)| action.kind.is_decision()).map(|(action, state)| {
        let is_fold = action.kind == handlab_core::hand::ActionKind::Fold;
        (hand.player(action.seat).to_owned(), is_fold, state.added * unit)
    });
    let dealt = (0..hand.seats.len()).filter(|seat| replay.seats[*seat].is_dealt_in);
    let net = |seat: usize| {
        let state: &SeatState = &replay.seats[seat];
        (audit.seats[seat].won - state.contributed()) * unit
    };
    Kept {
        game: format!("{} {} {}", hand.game, hand.is_hi_lo, hand.betting.name()),
        decisions: decisions.collect(),
        board: hand.board(0).to_string(),
        nets: dealt.map(|seat| (hand.player(seat as u8).to_owned(), net(seat))).collect(),
    }
}

#[test]
fn every_sample_is_the_same_hand_when_it_is_read_again() {
    let (mut written, mut refused, mut wrong) = (0, BTreeMap::new(), Vec::new());
    for (name, data) in DIALECTS.iter().flat_map(|dialect| samples_of(dialect)) {
        each_hand(&data, |read| {
            let Ok(followed) = &read.outcome else { return };
            let mut text = String::new();
            if let Err(refusal) =
                write(&followed.hand, &followed.replay, &followed.audit, &mut text)
            {
                assert!(text.is_empty(), "{name}: refused, but written");
                *refused.entry(format!("{refusal:?}")).or_insert(0) += 1;
                return;
            }
            written += 1;
            let before = kept(followed);
            each_hand(text.as_bytes(), |again| {
                let again = again.outcome.as_ref();
                let again = again.unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
                if kept(again) != before {
                    wrong.push(format!("{name}\n{text}\n{:?}\n{before:?}", kept(again)));
                }
            });
        });
    }
    assert!(wrong.is_empty(), "{} differ: {}", wrong.len(), wrong.join("\n"));
    assert!(written >= 60, "only {written} written; refused: {refused:?}");
    assert!(refused.contains_key("Family") && refused.contains_key("Runouts"), "{refused:?}");
}

#[test]
fn what_is_lost_is_listed() {
    let text = sample_text("phh", "nt_three_handed_comments_underscores_and_a_rake");
    each_hand(text.as_bytes(), |read| {
        let followed = read.outcome.as_ref().expect("a hand");
        let mut out = String::new();
        let losses = write(&followed.hand, &followed.replay, &followed.audit, &mut out);
        assert_eq!(losses, Ok(vec![Loss::Rake]));
        // A name with a mark that begins a comment, and one with what ends a text.
        assert!(out.contains("players = [\"Ann # 1\", \"Bob\", \"Cy\"]"), "{out}");
        assert_eq!(codes(&out.replace("Bob", "B\\\"o\\u0007b")), ["exact"]);
    });
    let draw = sample_text("boss", "fcd_cards_are_changed_the_street_has_no_cards");
    each_hand(draw.as_bytes(), |read| {
        let followed = read.outcome.as_ref().expect("a hand");
        let refusal = write(&followed.hand, &followed.replay, &followed.audit, &mut String::new());
        assert_eq!(refusal, Err(Refusal::Family));
    });
}
