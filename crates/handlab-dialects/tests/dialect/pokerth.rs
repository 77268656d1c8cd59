//! `PokerTH`: what is refused, contradictions, and lines that do not start a hand.

use handlab_core::framing::{mail_body, page_text};

use crate::outcomes::{codes, hand_ids, sample_text};

fn text() -> String {
    sample_text("pokerth", "nlhe_calls_are_what_is_added_side_pot")
}

#[test]
fn unknown_forms_are_rejected_and_contradictions_are_found() {
    for (from, to, wanted) in [
        ("Dot D. folds.", "Dot D. ponders.", "unknown_line"),
        ("Dot D. folds.", "Zed folds.", "unknown_line"),
        ("calls $460", "calls $much", "amount"),
        ("Seat 3: Cal", "Seat 3: Bob", "seats"),
        ("2d,7h,As]", "2d,7h]", "cards"),
        ("[Ah,3h]", "[Ah,3z]", "cards"),
        ("BLINDS: Bob", "BLINDS: Zed", "unknown_player"),
    ] {
        assert!(text().contains(from), "{from}");
        assert_eq!(codes(&text().replacen(from, to, 1)), [wanted], "{from} to {to}");
    }
    for (from, to) in [
        ("wins $2800", "wins $2700"),
        ("calls $460", "calls $450"),
        ("Bob wins $1620", "Cal wins $1620"),
    ] {
        let found = codes(&text().replacen(from, to, 1))[0];
        assert!(!found.starts_with("exact"), "{from} to {to}: {found}");
    }
    let cut = text().find("Bob wins").expect("a payment");
    assert_eq!(codes(&text()[..cut]), ["truncated"]);
}

#[test]
fn the_surrounding_text_changes_nothing() {
    let wanted = hand_ids(&text());
    let news = "Zed has left the game!\nDot D. sits out\n-----------\n";
    assert_eq!(hand_ids(&format!("{}{news}", text())), wanted);
    let blinds = "Bob posts small blind $20.\nCal posts big blind $40.\n";
    let newer = text().replace("BLINDS: Bob ($20), Cal ($40)\n", blinds);
    assert_eq!(codes(&newer.replace("wins $2800 (side pot)", "wins (side pot) $2800.")), ["exact"]);
    for other in ["Game: 1 | Table: 2\n", "Bob: Game: 1 | Hand: 2\n", "Game: x | Hand: 2\n"] {
        assert!(hand_ids(other).is_empty(), "{other}");
    }
}

/// The program starts each line with a line end, and writes none after the last.
#[test]
fn the_last_hand_has_no_line_end() {
    let text = sample_text("pokerth", "nlhe_calls_are_totals_the_game_ends");
    let whole = text.trim_end();
    assert_eq!(codes(whole), codes(&text));
    assert_eq!(hand_ids(whole), hand_ids(&text));
    let (before, _) = whole.rsplit_once(" wins $").expect("a payment");
    for end in [" wins $", " wins $2", " wi"] {
        assert_eq!(codes(&[before, end].concat()).last(), Some(&"truncated"), "{end}");
    }
}

#[test]
fn a_page_whose_lines_are_joined_gives_the_same_hands() {
    let text = sample_text("pokerth", "nlhe_calls_are_totals_the_game_ends");
    let body = text.replace(" -----------\n", "</b></td><td></td></tr></table>");
    let body = body.replace("----------- ", "<table><tr><td><hr noshade size=\"3\"><b>");
    let body = body.replace("\nFLOP [", "\n<b>FLOP</b> [").replace('\n', "</br>\n");
    let page = page_text(&format!("<html>\n<body>\n{body}</body></html>"));
    assert!(page.contains("Hand: 3BLIND LEVEL"), "{page}");
    assert_eq!(codes(&page), ["exact_uncalled_in_collected", "exact"]);
    assert_eq!(hand_ids(&page).len(), 2);
}

/// A page as in the program's own log, whose tables are between lines without line ends.
#[test]
fn a_whole_page_gives_the_same_hands() {
    let text = sample_text("pokerth", "nlhe_calls_are_totals_the_game_ends");
    let (title, body) = text.split_once("\n\n").expect("a title");
    let table = "<table><tr><td width=\"600\" align=\"center\"><hr noshade size=\"3\"><b>";
    let body =
        body.replace("\n\n", "\n").replace(" -----------\n", "</b></td><td></td></tr></table>");
    let body = body.replace("----------- ", table).replace('\n', "</br>\n");
    let body = body.replace("wins $220</br>", "wins $220").replace("As]", "A&spades;]");
    let page = format!("<html>\n<body>\n<h3><b>{title}</b></h3>\n{body}");
    let read = mail_body(page.as_bytes(), |_| false).expect("a page");
    let read = String::from_utf8(read).expect("UTF-8");
    assert_eq!(codes(&read), ["exact_uncalled_in_collected", "exact"], "{read}");
}
