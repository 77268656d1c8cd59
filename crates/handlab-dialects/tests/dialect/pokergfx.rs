//! `PokerGFX`: hands of one file, what is refused, and facts stated only once.

use crate::outcomes::{codes, hands, sample_text};

const TOTALS: &str = "nlhe_raise_is_a_bet_and_amounts_are_totals";
const SHORT: &str = "nlhe_short_big_blind_pays_no_ante_side_pot";
const RUN_TWICE: &str = "plo_run_twice_from_the_turn";

fn text_of(sample: &str) -> String {
    sample_text("pokergfx", sample)
}

/// The hand without the file around it.
fn bare(sample: &str) -> String {
    let text = text_of(sample);
    let (start, end) = (text.find('[').expect("a list"), text.find("],\"ID\"").expect("its end"));
    text[start + 1..end].to_owned()
}

#[test]
fn a_hand_needs_nothing_else_from_its_file() {
    let ids = |text: &str| -> Vec<String> {
        hands(text).iter().map(|hand| hand.str(hand.hand_id).to_owned()).collect()
    };
    let both = format!("{{\"Hands\":[{},{}],\"ID\":6387}}", bare(TOTALS), bare(SHORT));
    let wanted = ["2025-03-02T11:37:27.4134621Z-1", "2025-03-02T13:07:01.5Z-12"];
    assert_eq!(ids(&both), wanted);
    assert_eq!(ids(&bare(SHORT)), wanted[1..]);
}

#[test]
fn unknown_games_antes_and_events_are_rejected() {
    let text = text_of(TOTALS);
    for (said, other, code) in [
        ("\"HOLDEM\"", "\"PINEAPPLE\"", "unknown_game"),
        ("\"HOLDEM\"", "\"HOLDEM_HILO\"", "unknown_game"),
        ("\"NOLIMIT\"", "\"SPREAD\"", "unknown_game"),
        ("BB_ANTE_BB1ST", "LIVE_ANTE", "header"),
        ("\"CHECK\"", "\"DRAW\"", "unknown_line"),
        ("2025-03-02T11", "yesterday", "header"),
        ("\"BetAmt\":500,", "\"BetAmt\":\"x\",", "amount"),
        ("\"2c\"", "\"2z\"", "cards"),
        ("\"PlayerNum\":1,\"Pot\"", "\"PlayerNum\":3,\"Pot\"", "unknown_player"),
    ] {
        assert!(text.contains(said), "{said}");
        assert_eq!(codes(&text.replace(said, other)), [code], "{said} {other}");
    }
    assert_eq!(codes(&text[..text.len() / 2]), ["truncated"]);
}

#[test]
fn a_further_board_repeats_or_omits_the_shared_cards() {
    let short = text_of(RUN_TWICE);
    let card = |card: &str| {
        format!(
            "{{\"BetAmt\":0,\"BoardCards\":\"{card}\",\"BoardNum\":2,\"EventType\":\"BOARD CARD\",\"PlayerNum\":0}},"
        )
    };
    let before = "{\"BetAmt\":0,\"BoardCards\":\"ah\"";
    assert!(short.contains(before));
    let repeated: String = ["2c", "7d", "ks"].map(card).concat();
    let whole = short.replace(before, &format!("{repeated}{before}"));
    let boards = |text: &str| hands(text)[0].boards.clone();
    assert_eq!(boards(&whole), boards(&short));
    assert_eq!(boards(&short).len(), 5);
    assert_eq!(codes(&short.replace(before, &format!("{}{before}", card("3c")))), ["cards"]);
}

#[test]
fn amounts_finer_than_chips_cause_another_reading() {
    let text = text_of(TOTALS).replace("\"StartStackAmt\":20000", "\"StartStackAmt\":20000.5");
    let found = hands(&text.replace("\"EndStackAmt\":25400", "\"EndStackAmt\":25400.5"));
    assert_eq!((found[0].scale, found[0].seats[0].starting_stack), (2, 2_000_050));
}
