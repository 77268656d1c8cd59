//! Open Hand History as its specification says.

use handlab_convert::{Converter, Format};
use handlab_core::hand::Kind;

use crate::files::{all_samples, sample};
use crate::read::each_hand;

const SHOWS: [&str; 2] = ["\"Shows Cards\"", "\"Mucks Cards\""];

#[test]
fn cards_are_shown_in_the_round_of_the_showdown() {
    let mut converter = Converter::new(Format::Ohh);
    let (mut shown, mut wrong) = (0, Vec::new());
    for (name, data) in all_samples() {
        each_hand(&data, |read| {
            let Ok(followed) = &read.outcome else { return };
            if converter.write(followed).is_err() {
                return;
            }
            let text = converter.text();
            let (play, showdown) = text.split_once("\"street\":\"Showdown\"").unwrap_or((text, ""));
            shown += usize::from(SHOWS.iter().any(|word| showdown.contains(word)));
            if SHOWS.iter().any(|word| play.contains(word)) {
                wrong.push(name.clone());
            }
            let is_play = matches!(followed.hand.kind, Kind::Play | Kind::Club);
            assert_eq!(text.contains("\"currency\":\"XPM\""), is_play, "{name}");
        });
    }
    assert!(shown > 50, "only {shown}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_house_adds_to_a_pot_as_no_player() {
    let text = sample("winamax", "nlhe_2max_go_fast_hold_up_to_pot");
    let mut converter = Converter::new(Format::Ohh);
    let mut added = 0;
    each_hand(text.as_bytes(), |read| {
        let followed = read.outcome.as_ref().expect("a hand");
        converter.write(followed).expect("a text");
        assert!(
            converter.text().contains("{\"action_number\":0,\"action\":\"Add to Pot\",\"amount\":"),
            "{}",
            converter.text()
        );
        added = converter.again().hand.printed.added;
        assert_eq!(added, followed.hand.printed.added);
    });
    assert!(added > 0);
}
