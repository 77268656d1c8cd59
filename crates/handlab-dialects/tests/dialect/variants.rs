//! Forms that public parsers of a site's logs accept but no log here contains: titles, words for posts, names of games.

use handlab_core::hand::{ActionKind, AnteKind};
use handlab_dialects::pokerstars::write::write;

use crate::outcomes::{codes, hands, sample_text};
use crate::read::each_hand;

/// Four seats; Dee straddles or not, and wins before the flop.
const POSTS: &str = "PokerStars Hand #1:  Hold'em No Limit ($1/$2 USD) - 2024/03/17 20:08:32 ET
Table 'Vega' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Bob ($200 in chips)
Seat 3: Cid ($200 in chips)
Seat 4: Dee ($200 in chips)
Bob: posts small blind $1
Cid: posts big blind $2
{POST}
*** HOLE CARDS ***
{FOLDS}
Uncalled bet ({BACK}) returned to {WINNER}
{WINNER} collected ${POT} from pot
*** SUMMARY ***
Total pot ${POT} | Rake $0
Seat 1: Ann (button) folded before Flop (didn't bet)
Seat 2: Bob (small blind) folded before Flop
Seat 3: Cid (big blind) folded before Flop
Seat 4: Dee collected (${POT})
";

/// The hand in which Dee raises to 10 after `post`, and all fold.
fn raised_by_dee(post: &str, pot: i64) -> String {
    let folds = "Dee: raises $8 to $10\nAnn: folds\nBob: folds\nCid: folds";
    let text = POSTS.replace("{POST}", post).replace("{FOLDS}", folds).replace("{BACK}", "$8");
    text.replace("{WINNER}", "Dee").replace("{POT}", &pot.to_string())
}

#[test]
fn posts_with_other_names_are_read() {
    use ActionKind::{PostAnte, PostBigBlind, PostDead};
    for (post, pot, wanted) in [
        ("Cid: posts big blind ante $2", 7, vec![(2, PostAnte, 200)]),
        ("Cid: posts BB ante $2", 7, vec![(2, PostAnte, 200)]),
        ("Ann: posts button ante $2", 7, vec![(0, PostAnte, 200)]),
        ("Ann: posts missed big blind $2", 7, vec![(0, PostBigBlind, 200)]),
        ("Ann: posts missing small blind $1", 6, vec![(0, PostDead, 100)]),
        ("Ann: posts small blind dead $1", 6, vec![(0, PostDead, 100)]),
        ("Ann: posts big blind & dead $3", 8, vec![(0, PostDead, 100), (0, PostBigBlind, 200)]),
        ("Ann: posts big blind + dead $3", 8, vec![(0, PostDead, 100), (0, PostBigBlind, 200)]),
    ] {
        let text = raised_by_dee(post, pot);
        assert_eq!(codes(&text), ["exact"], "{post}");
        each_hand(text.as_bytes(), |read| {
            let hand = &read.outcome.as_ref().expect("a hand").hand;
            let posts = hand.actions.iter().filter(|act| act.kind.is_post()).skip(2);
            let posts: Vec<_> =
                posts.map(|act| (act.seat, act.kind, act.amount.printed())).collect();
            assert_eq!(posts, wanted, "{post}");
            if post.contains("BB ante") || post.contains("big blind ante") {
                assert_eq!(hand.stakes.ante_kind, AnteKind::BigBlind, "{post}");
            }
        });
    }
}

const BETWEEN: &str = "converter_lines_between_seats_and_deals_in_other_words";

#[test]
fn cards_are_dealt_in_the_words_of_converters() {
    let text = sample_text("pokerstars", BETWEEN);
    let dealt = "Dealt Gus [9s 8s]";
    assert!(text.contains(dealt));
    for line in [
        "Dealt to Gus [9s 8s]",
        "Dealt to: Gus [9s 8s]",
        "Dealt cards to Gus [9s 8s]",
        "DEALT CARDS TO: Gus [9s 8s]",
        "Dealt to Gus (9s 8s)",
        "Dealt to Gus 9s 8s",
    ] {
        let found = hands(&text.replace(dealt, line));
        let gus = &found[0].seats[2];
        assert_eq!((found[0].hero, gus.hole_cards.len()), (Some(2), 2), "{line}");
    }
    // Nothing is read from words that are not cards.
    let found = hands(&text.replace(dealt, "Dealt to Gus two cards"));
    assert_eq!((found[0].hero, found[0].seats[2].hole_cards.len()), (None, 0));
}

#[test]
fn only_what_is_not_an_act_is_skipped_between_two_seats() {
    let text = sample_text("pokerstars", BETWEEN);
    let notice = "Enzo has 15 seconds left to act";
    for line in ["Enzo is disconnected", "Pia joins the table at seat #5", "Good luck"] {
        assert_eq!(codes(&text.replace(notice, line)), ["exact"], "{line}");
    }
    for line in ["Enzo: folds", "Gus: posts the ante $1", "*** HOLE CARDS ***"] {
        assert_ne!(codes(&text.replace(notice, line)), ["exact"], "{line}");
    }
    // At a site that prints no colon after names.
    let text = sample_text("winamax", "header_printed_an_hour_off");
    let at = text.find("Seat 2: ").expect("a further seat");
    let with = |line: &str| format!("{}{line}\n{}", &text[..at], &text[at..]);
    let hand = &hands(&text)[0];
    let notice = format!("{} is disconnected", hand.player(0));
    assert_eq!(codes(&with(&notice)), codes(&text));
    let fold = format!("{} folds", hand.player(0));
    assert_ne!(codes(&with(&fold)), codes(&text));
}

#[test]
fn whoever_straddles_acts_last() {
    for name in ["straddle", "a straddle of", "button straddle", "Mississippi straddle"] {
        let folds = "Bob: folds\nCid: folds\nDee: folds";
        let text = POSTS
            .replace("{POST}", &format!("Ann: posts {name} $4"))
            .replace("{FOLDS}", folds)
            .replace("{BACK}", "$2")
            .replace("{WINNER}", "Ann")
            .replace("{POT}", "5")
            .replace(
                "Seat 1: Ann (button) folded before Flop (didn't bet)",
                "Seat 1: Ann (button) collected ($5)",
            )
            .replace("Seat 4: Dee collected ($5)", "Seat 4: Dee folded before Flop (didn't bet)");
        assert_eq!(codes(&text), ["exact"], "{name}");
        // In some games the player under the gun acts first wherever the straddle is; the big blind never does.
        let early = text.replace(folds, "Dee: folds\nBob: folds\nCid: folds");
        assert_eq!(codes(&early), ["exact"], "{name}");
        let wrong = text.replace(folds, "Cid: folds\nDee: folds\nBob: folds");
        assert_eq!(codes(&wrong), ["corrupt_actions"], "{name}");
    }
}

#[test]
fn a_client_of_888poker_without_the_line_of_the_number_is_read() {
    let text = sample_text("poker888", "nlhe_6max_dead_blind_and_a_seat_that_sits_out");
    let (number, rest) = text.split_once('\n').expect("a number");
    let id = number.rsplit(' ').next().expect("a number").to_owned();
    assert_eq!(codes(&text), ["rake_inferred"]);
    for (title, has_number) in [
        ("***** 888poker Hand", false),
        ("**** 888poker Hand", false),
        ("***** 888.it Snap Poker Hand", false),
        ("***** 888.es-it BLAST Hand", false),
        ("***** 888.es-it BLAST Hand", true),
        ("***** Cassava Hand", false),
        ("***** LuckyAcePoker.com Hand", false),
        ("***** WSOP.com Hand", false),
        ("***** Pacific Poker Hand", false),
    ] {
        let bare = rest.replacen("***** 888poker Hand", title, 1);
        let other = if has_number { format!("{number}\n{bare}") } else { bare };
        // Two hands in one file: each has one header.
        let twice = format!("{other}{other}");
        assert_eq!(codes(&twice), ["rake_inferred", "rake_inferred"], "{title}");
        each_hand(other.as_bytes(), |read| {
            let hand = &read.outcome.as_ref().expect("a hand").hand;
            assert_eq!((hand.str(hand.hand_id), hand.button_seat), (&*id, Some(9)), "{title}");
            assert_eq!(hand.is_fast_fold, title.contains("Snap"), "{title}");
        });
    }
    // Titles of other sites between the stars do not count.
    let other = rest.replacen("***** 888poker Hand", "***** Otherpoker Hand", 1);
    assert!(codes(&other).is_empty());
}

#[test]
fn the_title_of_ggpoker_may_include_its_name() {
    let text = sample_text("ggpoker", "nlhe_3max_time_bank_cards");
    let wanted = codes(&text);
    for title in ["GGPoker Hand #", "> Poker Hand #", "\u{feff}GGPoker Hand #"] {
        assert_eq!(codes(&text.replace("Poker Hand #", title)), wanted, "{title}");
    }
    each_hand(text.replace("Poker Hand #", "Some Poker Hand #").as_bytes(), |read| {
        assert_eq!(read.outcome.as_ref().expect("a hand").hand.site, "somepoker");
    });
}

#[test]
fn games_with_other_names_are_read() {
    let winning = sample_text("winning", "nlhe_6max_a_post_without_name");
    let wanted = codes(&winning);
    let game = |text: &str| {
        let mut found = Vec::new();
        each_hand(text.as_bytes(), |read| {
            let hand = &read.outcome.as_ref().expect("a hand").hand;
            found.push((hand.game_name(), hand.betting.name()));
        });
        found
    };
    let allin = winning.replace("Holdem(No Limit)", "Holdem(All-in or Fold Limit)");
    assert_eq!((codes(&allin), game(&allin)), (wanted, vec![("holdem", "no_limit")]));
    let six_plus = winning.replace("Holdem(No Limit)", "Six Plus Holdem(No Limit)");
    assert_eq!(game(&six_plus), [("short_deck", "no_limit")]);
    let gg = sample_text("ggpoker", "plo_6max_insurance_and_no_rake_field");
    let header = gg.lines().next().expect("a header");
    let (front, rest) = header.split_once(": ").expect("a game");
    let (_, stakes) = rest.split_once(" (").expect("stakes");
    for name in ["PLO", "PLO-4", "PLO Pot Limit", "PLO-4 Pot Limit"] {
        let other = gg.replace(header, &format!("{front}: {name} ({stakes}"));
        assert_eq!(game(&other), [("omaha", "pot_limit")], "{name}");
    }
}

#[test]
fn tables_of_other_sites_are_assigned_to_them() {
    let sites = |text: &str| {
        let mut found = Vec::new();
        each_hand(text.as_bytes(), |read| {
            let hand = &read.outcome.as_ref().expect("a hand").hand;
            found.push((hand.site, hand.network));
        });
        found
    };
    let text = sample_text("pokerstars", "chico_8max_tournament_side_pot_after_the_main_pot");
    assert_eq!(sites(&text), [("betonline", Some("betonline"))]);
    for other in ["CHC_Vega 2", "CHC_", "CHC 1827490001", "1827490001 2"] {
        let text = text.replace("CHC_1827490001 2", other);
        assert_eq!(sites(&text), [("pokerstars", Some("pokerstars"))], "{other}");
    }
    for (table, site) in [
        ("CGG_9310001-Den", "clubgg"),
        ("CPR_5PLO ₮2,000 I", "coinpoker"),
        ("PMS_Cpr_5PLO ₮2,000 II - 20001", "coinpoker"),
    ] {
        let text = text.replace("CHC_1827490001 2", table);
        assert_eq!(sites(&text), [(site, Some(site))], "{table}");
    }
}

#[test]
fn the_open_card_of_courchevel_is_written_without_a_hero() {
    let text = sample_text("pokerstars", "courchevel8_6max_scoop");
    let observed = text.replace("Dealt to Gaia [Kd Kc 8h 8d Th]\n", "");
    assert_ne!(observed, text);
    let mut written = String::new();
    write(&hands(&observed)[0], &mut written);
    assert_eq!(codes(&written), ["exact"]);
    assert_eq!(hands(&written)[0].boards, hands(&text)[0].boards);
}
