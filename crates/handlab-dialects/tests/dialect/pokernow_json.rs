//! `PokerNow`'s JSON: hands in one file, games, what is refused, and what the file says once.

use crate::outcomes::{codes, hands, sample_text};

const RUN_TWICE: &str = "nlhe_run_twice_missed_blinds_straddle_ante";
const BOMB_POT: &str = "plo_bomb_pot_two_boards_a_bet_is_called_a_call";

fn text_of(sample: &str) -> String {
    sample_text("pokernow_json", sample)
}

/// The hand without the file around it.
fn bare(sample: &str) -> String {
    let text = text_of(sample);
    let (start, end) = (text.find('[').expect("a list"), text.rfind(']').expect("its end"));
    text[start + 1..end].trim().to_owned()
}

#[test]
fn the_file_names_its_owner_and_table_once() {
    let (one, two) = (bare(RUN_TWICE), bare(BOMB_POT));
    let file = "{\"generatedAt\":\"2026\",\"playerId\":\"bb\",\"gameId\":\"pglT\",\"hands\":[";
    let found = hands(&format!("{file}{one},{two}]}}"));
    let ids: Vec<_> = found.iter().map(|hand| hand.str(hand.hand_id)).collect();
    assert_eq!(ids, ["rit1", "bomb1"]);
    for hand in &found {
        assert_eq!((hand.str(hand.table_name), hand.hero), ("pglT", Some(1)));
    }
    // A hand alone does not say whose cards were dealt and whose were shown.
    assert_eq!(codes(&one), ["header"]);
}

#[test]
fn amounts_are_hundredths_only_where_the_hand_says_so() {
    let text = text_of(BOMB_POT);
    assert_eq!(hands(&text)[0].scale, 2);
    assert_eq!(hands(&text.replace("\"cents\": true", "\"cents\": false"))[0].scale, 0);
}

#[test]
fn an_unknown_event_is_rejected_if_it_moves_chips() {
    let text = text_of(BOMB_POT);
    let end = "{\"type\": 15}";
    assert!(text.contains(end));
    let odd = |event: &str| text.replace(end, event);
    assert_eq!(codes(&odd("{\"type\": 13, \"seat\": 1, \"value\": 50}")), ["unknown_line"]);
    let found = hands(&odd("{\"type\": 13, \"seat\": 1}"));
    assert_eq!(found[0].unread_lines, 1);
    assert_eq!(codes(&odd("{\"type\": 10, \"seat\": 9, \"value\": 50}")), ["unknown_player"]);
    assert_eq!(codes(&text.replace("\"omaha\"", "\"ludo\"")), ["unknown_game"]);
    assert_eq!(codes(&text[..text.len() / 2]), ["truncated"]);
}
