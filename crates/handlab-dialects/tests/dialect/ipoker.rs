//! iPoker: its real documents, and invalid ones.

use handlab_core::batch::{self, Options};
use handlab_core::hand::Kind;

use crate::columns::column;
use crate::outcomes::{Outcomes, codes, sample_text};
use crate::read::{each_hand, whole};

const CASH: &str = "nlhe_actions_by_player_posts_both_blinds_uncalled_less_than_the_rake";

fn text_of(sample: &str) -> String {
    sample_text("ipoker", sample)
}

#[test]
fn values_of_the_document_apply_to_all_its_games() {
    let text = text_of(CASH);
    let game =
        &text[text.find(" <game ").expect("a game")..text.find("</session>").expect("an end")];
    let two = text.replace("</session>", &game.replace("4900000001", "4900000002"));
    each_hand(two.as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        // The account is in euros, the table in pounds.
        assert_eq!((hand.currency.code(), hand.str(hand.table_name)), ("GBP", "Acropoli"));
        assert_eq!(hand.player(1), "Ann & Co");
        assert_eq!(hand.str(hand.started_raw), "2013-07-30 20:33:30");
    });
    assert_eq!(codes(&two), ["rake_inferred"; 2]);
    // A game alone states neither the variant nor the stakes.
    assert_eq!(codes(game), ["header"]);
    let found = batch::parse(&whole(two.as_bytes()), &Options::new(&handlab_dialects::ALL));
    assert_eq!(column(&found, "hands", "hand_id"), ["4900000001", "4900000002"]);
}

#[test]
fn bet_and_win_are_compared_with_the_actions() {
    let text = text_of(CASH);
    for (from, to) in [
        ("bet=\"£3.30\"", "bet=\"£3.20\""),
        ("sum=\"£0.45\"", "sum=\"£0.40\""),
        ("win=\"£0\" bet=\"£0.05\"", "win=\"£0\" bet=\"£0.06\""),
    ] {
        assert!(text.contains(from), "{from}");
        let code = codes(&text.replace(from, to))[0];
        // The bet on the flop is raised later, so that it changes nothing.
        let wanted = if from.contains("0.45") { "rake_inferred" } else { "mismatch" };
        assert_eq!(code, wanted, "{from} as {to}");
    }
    let others_win = text.replace("win=\"£0\" bet=\"£3\"", "win=\"£6.09\" bet=\"£3\"");
    let others_win = others_win.replace("win=\"£6.09\" bet=\"£3.30\"", "win=\"£0\" bet=\"£3.30\"");
    assert_eq!(codes(&others_win), ["mismatch"]);
}

#[test]
fn the_owner_finishes_with_the_hand_that_eliminates_them() {
    let text = text_of("twister_without_a_session_the_owner_goes_out");
    let finishes = |text: &str| {
        let mut found = Vec::new();
        each_hand(text.as_bytes(), |read| {
            let hand = &read.outcome.as_ref().expect("a hand").hand;
            let finishes = hand.finishes.iter();
            found.extend(finishes.map(|of| (hand.str(of.player).to_owned(), of.place, of.prize)));
        });
        found
    };
    assert_eq!(finishes(&text), [("Bob".to_owned(), Some(2), Some(0))]);
    let still_playing = text.replace("<place>2<", "<place>N/A<");
    assert_eq!(finishes(&still_playing), []);
    // The hand may have been followed by a rebuy.
    let more = text.replace("<totalbuyin>0,20€<", "<totalbuyin>0,40€<");
    assert_eq!(finishes(&more), []);
    let winner = text.replace("<nickname>Bob<", "<nickname>Ann<");
    assert_eq!(finishes(&winner), []);
    let winner = winner.replace("<place>2<", "<place>1<").replace("<win>0€<", "<win>0,40€<");
    assert_eq!(finishes(&winner), [("Ann".to_owned(), Some(1), Some(40))]);
}

#[test]
fn an_action_of_an_unknown_type_that_moves_chips_is_rejected() {
    let text = text_of(CASH);
    let known = "type=\"5\" sum=\"£0.45\"";
    assert_eq!(codes(&text.replace(known, "type=\"99\" sum=\"£0.45\"")), ["unknown_line"]);
    let idle = text.replace(
        " </game>",
        "<round no=\"4\"><action no=\"20\" player=\"Cy\" type=\"99\" sum=\"£0\"/></round></game>",
    );
    assert_eq!(codes(&idle), ["rake_inferred"]);
}

#[test]
fn bombs_end_in_a_reject() {
    let text = text_of(CASH);
    let bomb = "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>";
    let inside =
        text.replace("  <general>\n   <startdate>", &format!("{bomb}<general><startdate>"));
    assert_eq!(codes(&inside), ["unknown_line"]);
    let named = text.replace("Ann &amp; Co", "&b;");
    assert_ne!(codes(&named), ["rake_inferred"], "no entity has a value but XML's own");
    let deep = text.replace("  <round no=\"0\">", &"<round no=\"0\">".repeat(100_000));
    assert_eq!(codes(&deep), ["unknown_line"]);
    let seat = |seat: u32| {
        format!("<player seat=\"{seat}\" name=\"P{seat}\" chips=\"1\" win=\"0\" bet=\"0\"/>")
    };
    let many = (0..1000).map(seat).collect::<Vec<_>>().concat();
    assert_eq!(codes(&text.replace("   </players>", &many)), ["seats"]);
    let cards = text.replace("S10 DA D8", &"S10 ".repeat(100_000));
    assert_eq!(codes(&cards), ["cards"]);
}

#[test]
fn a_document_that_is_cut_anywhere_never_gives_another_hand() {
    let text = text_of(CASH);
    let from = text.find("<game ").expect("a game") + 60;
    for at in (from..text.len()).filter(|at| text.is_char_boundary(*at)).step_by(7) {
        for code in codes(&text[..at]) {
            assert!(matches!(code, "truncated" | "rake_inferred"), "cut at {at}: {code}");
        }
    }
}

#[test]
fn the_corpus_is_read_and_adds_up() {
    let Some(outcomes) = Outcomes::of_corpus("ipoker") else { return };
    assert_eq!(outcomes.total(), 2081);
    assert_eq!(outcomes.count(&["unknown_game"]), 0);
    // `bet` is wrong, or the file ends within a hand.
    let bad = ["mismatch", "corrupt_actions", "truncated", "winner_mismatch", "rake_unknown"];
    assert!(outcomes.count(&bad) <= 11, "{outcomes:?}");
    assert_eq!(
        outcomes.count(&["unknown_line", "unknown_player", "amount", "cards", "seats", "header"]),
        0
    );
}

#[test]
fn an_uncalled_bet_is_in_win_only_if_the_sums_say_so() {
    let text = text_of("nlhe_2017_win_with_the_uncalled_bet");
    for (win, wanted) in
        [("97", "rake_inferred"), ("100", "rake_inferred"), ("57", "rake_inferred")]
    {
        assert_eq!(codes(&text.replace("€97", &format!("€{win}"))), [wanted], "{win}");
    }
    // It adds up neither with nor without the bet.
    for win in ["101", "61", "80"] {
        assert_ne!(codes(&text.replace("€97", &format!("€{win}"))), ["rake_inferred"], "{win}");
    }
    let net = |text: &str| {
        let mut net = 0;
        each_hand(text.as_bytes(), |read| {
            let followed = read.outcome.as_ref().expect("a hand");
            net = followed.audit.seats[0].won - followed.replay.seats[0].contributed();
        });
        net
    };
    // 2 uncalled, 1 or 3 rake: `bet` shows that `win` includes the uncalled bet, as this document does not return bets.
    let small = text_of("nlhe_2017_win_with_an_uncalled_bet_below_the_rake");
    assert_eq!(net(&small), 2700);
    assert_eq!(net(&small.replace("enabled>false", "enabled>true")), 2900);
    assert_eq!(net(&small.replace("bet=\"€32\"", "bet=\"€30\"")), 2900);
}

#[test]
fn stakes_without_a_symbol_are_money_if_the_stacks_are() {
    let text = text_of("nlhe_stakes_without_a_symbol_stacks_in_dollars");
    let read = |text: &str| {
        let mut found = None;
        each_hand(text.as_bytes(), |read| {
            let hand = &read.outcome.as_ref().expect("a hand").hand;
            let currency = hand.currency.code().to_owned();
            found = Some((hand.kind, currency, hand.scale, hand.stakes.big_blind));
        });
        found.expect("a hand")
    };
    let cash = |code: &str| (Kind::Cash, code.to_owned(), 2, Some(1000));
    assert_eq!(read(&text), cash("USD"));
    assert_eq!(read(&text.replace('$', "€")), cash("EUR"));
    assert_eq!(read(&text.replace('$', "\\x80")), cash("EUR"));
    // The table's own currency comes first, and needs no symbol.
    let table = |code: &str| format!("</tablename>\n<tablecurrency>{code}</tablecurrency>");
    assert_eq!(read(&text.replace("</tablename>", &table("USD"))), cash("USD"));
    assert_eq!(read(&text.replace("</tablename>", &table("GBP")).replace('$', "")), cash("GBP"));
    // Play money: the account has a currency, the table has none.
    let play = |big_blind| (Kind::Play, "PLAY".to_owned(), big_blind);
    let bare = read(&text.replace('$', "").replace("1200.50", "1200"));
    assert_eq!((bare.0, bare.1, bare.3), play(Some(10)));
    let unreal = read(&text.replace("<mode>real", "<mode>fun"));
    assert_eq!((unreal.0, unreal.1), (Kind::Play, "PLAY".to_owned()));
}

const TWICE: &str = "nlhe_2024_run_twice_from_the_turn_a_tie_on_one_board";

/// The runouts with their boards' sizes, and the payments: run and amount.
fn runs(text: &str) -> (Vec<usize>, Vec<(u8, i64)>) {
    let mut found = (Vec::new(), Vec::new());
    each_hand(text.as_bytes(), |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        let boards = (1..=hand.n_runouts).map(|run_no| hand.board(run_no).len());
        let paid = hand.collected.iter().map(|line| (line.run_no, line.amount));
        found = (boards.collect(), paid.collect());
    });
    found
}

#[test]
fn boards_may_part_on_any_street() {
    let text = text_of(TWICE);
    let paid = vec![(1, 7850), (2, 3925), (2, 3925)];
    assert_eq!(runs(&text), (vec![5, 5], paid.clone()));

    let river = text.replace("   <cards board=\"board2\" type=\"Turn\">DK</cards>\n", "");
    let river = river.replace("board=\"board1\" type=\"Turn\"", "type=\"Turn\"");
    assert_eq!(runs(&river), (vec![5, 5], paid.clone()));

    let second = "<cards board=\"board2\" type=\"Flop\">C10 CJ CQ</cards>";
    let flop = text.replace("type=\"Flop\">", "board=\"board1\" type=\"Flop\">");
    let flop = flop.replace("DQ</cards>", &["DQ</cards>", second].concat());
    // Both are all-in before the flop.
    let acts = flop.find("   <action sum=\"€10\"").expect("a bet");
    let end = acts + flop[acts..].find("  </round>").expect("an end");
    let flop = [&flop[..acts], &flop[end..]].concat();
    let call = "<action sum=\"€4\" player=\"Cid\" no=\"5\" type=\"3\"/>";
    let all_in = "<action sum=\"€150\" player=\"Cid\" no=\"5\" type=\"23\"/>\
                  <action sum=\"€74\" player=\"Bea\" no=\"6\" type=\"7\"/>";
    let flop = flop.replace(call, all_in);
    assert_eq!((runs(&flop), codes(&flop)), ((vec![5, 5], paid), vec!["rake_inferred"]));
}

#[test]
fn a_third_board_is_one_and_a_fourth_is_refused() {
    let text = text_of(TWICE);
    let three = text
        .replace("DK</cards>", "DK</cards><cards board=\"board3\" type=\"Turn\">S3</cards>")
        .replace("HA</cards>", "HA</cards><cards board=\"board3\" type=\"River\">S4</cards>");
    let three = three
        .replace(
            "board2win=\"€39,25\" win=\"€39,25\"",
            "board2win=\"€26\" board3win=\"€52\" win=\"€78\"",
        )
        .replace("€78,50", "€52")
        .replace("board2win=\"€39,25\" win=\"€117,75\"", "board2win=\"€26\" win=\"€78\"");
    let paid = vec![(1, 5200), (2, 2600), (2, 2600), (3, 5200)];
    assert_eq!(runs(&three), (vec![5, 5, 5], paid));
    assert_eq!(codes(&three), ["rake_inferred"]);
    assert_eq!(codes(&text.replace("\"board2\"", "\"board4\"")), ["cards"]);
}

#[test]
fn a_hand_run_twice_is_paid_by_board_if_the_document_has_that() {
    let text = text_of(TWICE);
    assert_eq!(codes(&text.replace("€117,75", "€118,75")), ["mismatch"]);
    let totals = text
        .replace("board1win=\"€0\" board2win=\"€0\" ", "")
        .replace("board1win=\"€0\" board2win=\"€39,25\" ", "")
        .replace("board1win=\"€78,50\" board2win=\"€39,25\" ", "");
    assert_eq!(runs(&totals), (vec![5, 5], vec![(0, 3925), (0, 11_775)]));
    assert_eq!(codes(&totals), ["rake_inferred"]);
    // Copies may lose the version.
    let copy = text.replace("<client_version>24.8.1.5</client_version>", "");
    assert_eq!(codes(&copy), ["rake_inferred"]);
}

#[test]
fn cards_of_one_board_belong_to_it_if_two_are_paid() {
    let text = text_of("nlhe_2024_run_twice_of_which_one_board_is_given");
    assert_eq!(runs(&text), (vec![5, 4], vec![(1, 5850), (2, 5850)]));
    // Without a decision after the flop both cards are of the first board; with one on the river both boards share them.
    let turn = text.find("   <action sum=\"€44\" player=\"Bea\"").expect("a bet");
    let end = turn + text[turn..].find("  </round>").expect("an end");
    let parts_on_turn = [&text[..turn], &text[end..]].concat();
    assert_eq!(runs(&parts_on_turn).0, [5, 3]);
    let river = "D9</cards>";
    let acts = "D9</cards><action sum=\"€0\" player=\"Bea\" no=\"10\" type=\"4\"/>";
    assert_eq!(runs(&text.replace(river, acts)).0, [5, 5]);
}

#[test]
fn a_copy_since_2018_without_its_version_is_read_like_the_document() {
    let text = text_of("nlhe_2018_win_without_the_uncalled_bet");
    let version = text.find("<client_version>").expect("a version");
    let end = version + text[version..].find('\n').expect("a line");
    let copy = [&text[..version], &text[end..]].concat();
    assert_eq!(codes(&copy), ["rake_inferred"]);
    // An older document has the uncalled bet in `win`.
    let old = copy.replace("2018-06-19", "2017-06-19");
    assert_eq!(codes(&old), ["mismatch"]);
    let (day_first, undated) = ("19/06/2018", "");
    assert_eq!(codes(&copy.replace("2018-06-19", day_first)), ["rake_inferred"]);
    assert_eq!(codes(&copy.replace("2018-06-19", undated)), ["mismatch"]);
    // One whose sums fit the older form keeps the check of `bet`.
    let five = text_of("plo5_game_without_a_name");
    assert_eq!(codes(&five), ["rake_inferred"]);
    let moved =
        five.replacen("bet=\"€0\"", "bet=\"€1\"", 1).replacen("bet=\"€15\"", "bet=\"€14\"", 1);
    assert_eq!(codes(&moved), ["mismatch"]);
}

#[test]
fn blinds_are_the_stated_ones_or_the_posted_ones() {
    let text = text_of("nlhe_2026_session_without_a_code_or_stakes");
    let stated = |small: &str, big: &str| {
        let fields =
            format!("<smallblind>{small}</smallblind><bigblind>{big}</bigblind></general>");
        text.replacen("</general>", &fields, 1)
    };
    let stakes = |text: &str| {
        let mut found = (Kind::Play, None, None);
        each_hand(text.as_bytes(), |read| {
            let hand = &read.outcome.as_ref().expect("a hand").hand;
            found = (hand.kind, hand.stakes.small_blind, hand.stakes.big_blind);
        });
        found
    };
    let posted = (Kind::Cash, Some(15), Some(30));
    assert_eq!(stakes(&text), posted);
    assert_eq!(stakes(&stated("£0.10", "£0.30")), (Kind::Cash, Some(10), Some(30)));
    assert_eq!(stakes(&stated("0.10", "0.30")), (Kind::Cash, Some(10), Some(30)));
    for (small, big) in [("N/A", "N/A"), ("", ""), ("£0.10", "")] {
        assert_eq!(stakes(&stated(small, big)), posted, "{small} {big}");
    }
}

#[test]
fn crowns_are_those_of_the_account() {
    let text = text_of("nlhe_stakes_without_a_symbol_stacks_in_dollars");
    let text = text.replace("NL 5/10", "NL kr5/kr10").replace('$', "kr");
    for (account, wanted) in [("DKK", "DKK"), ("NOK", "NOK"), ("SEK", "SEK"), ("EUR", "SEK")] {
        let text = text.replace("<currency>USD<", &format!("<currency>{account}<"));
        each_hand(text.as_bytes(), |read| {
            let hand = &read.outcome.as_ref().expect("a hand").hand;
            assert_eq!((hand.currency.code(), hand.stakes.big_blind), (wanted, Some(1000)));
        });
    }
}
