//! `DriveHUD`: documents of one file, sites and money, what raises mean, and what is refused.

use handlab_core::hand::Kind;

use crate::outcomes::{codes, hands, sample_text};

const TOURNAMENT: &str = "nlhe_raises_are_totals_all_in_uncalled_bet_tournament_as_cash_game";
const CLUB: &str = "plo_chips_of_a_club_post_with_a_dead_part_rake_is_printed";

fn text_of(sample: &str) -> String {
    sample_text("drivehud", sample)
}

#[test]
fn documents_may_share_a_line_or_not() {
    let (one, two) = (text_of(TOURNAMENT), text_of(CLUB));
    let list = one.replace("<?xml version=\"1.0\" encoding=\"utf-8\"?>", "");
    for text in [
        format!("{one}{two}"),
        format!("{one}\n\n{two}").replace("\n  ", ""),
        format!("{two}<ArrayOfHandHistory>{list}</ArrayOfHandHistory>"),
        format!("{one}{two}").replace(
            "<HandHistory>",
            "<HandHistory xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\">",
        ),
    ] {
        assert_eq!(codes(&text), ["exact"; 3], "{text}");
    }
}

#[test]
fn the_document_names_its_site_and_the_kind_of_its_money() {
    let club = text_of(CLUB);
    let found = &hands(&club)[0];
    assert_eq!((found.site, found.kind, found.currency.code()), ("pppoker", Kind::Club, "CLUB"));
    let other = club.replace("PPPoker", "Vega").replace("All</Currency>", "EURO</Currency>");
    let found = &hands(&other)[0];
    assert_eq!((found.site, found.kind, found.currency.code()), ("drivehud", Kind::Cash, "EUR"));
    let found = &hands(&text_of(TOURNAMENT))[0];
    assert_eq!((found.site, found.kind), ("coinpoker", Kind::Tournament));
    let price = found.tournament.expect("a tournament");
    assert_eq!((price.buy_in, price.fee, price.bounty), (Some(1000), Some(100), None));
}

#[test]
fn the_calls_show_what_a_raise_was() {
    // The small blind adds 5,600 of 6,000, as the call of 4,000 shows.
    let added = text_of(TOURNAMENT).replace("Amount=\"-6000\"", "Amount=\"-5600\"");
    assert_eq!(codes(&added), ["exact"; 2]);
    let neither = text_of(TOURNAMENT).replace("Amount=\"-6000\"", "Amount=\"-7000\"");
    assert_ne!(codes(&neither)[0], "exact");
}

#[test]
fn unknown_forms_are_rejected_and_contradictions_are_found() {
    let text = text_of(CLUB);
    for (from, to, wanted) in [
        ("PotLimitOmaha", "CapPotLimitOmaha", "unknown_game"),
        // Short deck is hold'em.
        ("<TableType>Regular", "<TableType>Short Deck", "unknown_game"),
        ("\"BET\"", "\"KICK\"", "unknown_line"),
        ("\"Flop\"", "\"Ocean\"", "unknown_line"),
        ("QdTs5s6d9h", "QdTs5s6d9hAh", "cards"),
        ("QdTs5s6d9h", "QdTs", "cards"),
        ("PlayerName=\"Tom\" Start", "PlayerName=\"Rae\" Start", "seats"),
        ("PlayerName=\"Tom\" Start", "PlayerName=\"Vic\" Start", "unknown_player"),
        ("Amount=\"-16.5\"", "Amount=\"much\"", "amount"),
    ] {
        assert!(text.contains(from), "{from}");
        assert_eq!(codes(&text.replacen(from, to, 1)), [wanted], "{from} to {to}");
    }
    for (from, to) in [
        ("Amount=\"87.5\"", "Amount=\"88.0\""),
        ("Amount=\"87.5\"", "Amount=\"80\""),
        ("Amount=\"30\"", "Amount=\"20\""),
    ] {
        assert!(text.contains(from), "{from}");
        assert_ne!(codes(&text.replacen(from, to, 1)), ["exact"], "{from} to {to}");
    }
    let start = text.find("<Players>").expect("players");
    for end in (start..text.trim_end().len()).step_by(61) {
        assert_eq!(codes(&text[..end]), ["truncated"], "{end} bytes");
    }
}
