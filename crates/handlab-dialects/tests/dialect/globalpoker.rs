//! Global Poker: hands of one file or alone, what is refused, and amounts that contradict one another.

use crate::outcomes::{codes, hand_ids, sample_text};

const SIDE_POT: &str = "plo_side_pot_rake_from_the_main_pot_part_of_a_bet_comes_back";
const MISSED: &str = "nlhe_missed_blinds_who_waits_is_not_dealt_in_gold_coins_with_cents";

fn text_of(sample: &str) -> String {
    sample_text("globalpoker", sample)
}

#[test]
fn hands_may_be_in_a_list_or_alone_on_one_line_or_many() {
    let (alone, list) = (text_of(SIDE_POT), text_of(MISSED));
    for text in [
        format!("[{alone},{}", list.split_once("\"hands\":[").expect("hands").1),
        format!("{alone}{list}"),
        format!("{list}{}", alone.replace('\n', "\r\n")),
        list.replacen("\"hands\":[", &format!("\"hands\": [\n {alone}, \n"), 1),
    ] {
        let mut ids = hand_ids(&text);
        ids.sort_unstable();
        let starts: Vec<_> = ids.iter().map(|id| &id[..2]).collect();
        assert_eq!(starts, ["0a", "1a", "2a"], "{text}");
        assert_eq!(codes(&text), ["exact"; 3], "{text}");
    }
}

#[test]
fn unknown_forms_are_rejected() {
    let text = text_of(SIDE_POT);
    for (from, to, wanted) in [
        ("\"TABLE::", "\"TOURNAMENT::", "unknown_game"),
        ("\"OMAHA\"", "\"FIVE_CARD_STUD\"", "unknown_game"),
        ("\"POT_LIMIT\"", "\"SPREAD\"", "unknown_game"),
        ("\"stackId\": 0", "\"stackId\": 1", "unknown_line"),
        ("\"action\": \"TIME_BANK\"", "\"action\": \"STRADDLE\"", "unknown_line"),
        ("\"QUEEN\"", "\"KNIGHT\"", "cards"),
        ("\"amount\": 915.00", "\"amount\": 915.00.1", "unknown_line"),
        ("\"amount\": 915.00", "\"amount\": \"much\"", "amount"),
        ("\"14\": {", "\"99\": {", "unknown_player"),
        ("\"seatId\": 1", "\"seatId\": 0", "seats"),
    ] {
        assert!(text.contains(from), "{from}");
        assert_eq!(codes(&text.replacen(from, to, 1)), [wanted], "{from} to {to}");
    }
    for end in (0..text.len()).step_by(97).skip(3) {
        assert_eq!(codes(&text[..end]), ["truncated"], "{end} bytes");
    }
}

#[test]
fn contradictory_amounts_are_not_exact() {
    let text = text_of(SIDE_POT);
    for (from, to) in [
        ("\"totalRake\": 5.00", "\"totalRake\": 6.00"),
        ("\"amount\": 915.00", "\"amount\": 905.00"),
        ("\"totalBet\": 300.00", "\"totalBet\": 310.00"),
        ("\"amount\": 200.00,", "\"amount\": 100.00,"),
    ] {
        assert!(text.contains(from), "{from}");
        let found = codes(&text.replacen(from, to, 1));
        assert!(!found.contains(&"exact"), "{from} to {to}: {found:?}");
    }
    // A dot is the decimal point, however many digits follow it.
    let fine = text.replace(".00", ".000");
    assert_eq!(codes(&fine), ["exact"]);
}
