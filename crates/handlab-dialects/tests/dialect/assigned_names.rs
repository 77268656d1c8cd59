//! Names that a client or a converter puts in place of the players': whoever has one is anonymous.

use crate::read::each_hand;
use crate::samples::samples_of;

/// The players of a sample who are anonymous.
fn anonymous(folder: &str, name: &str) -> Vec<String> {
    let mut names = Vec::new();
    each_hand(&samples_of(folder)[name], |read| {
        let hand = &read.outcome.as_ref().expect("a hand").hand;
        let seats = hand.seats.iter().filter(|seat| seat.is_anonymous);
        names.extend(seats.map(|seat| hand.str(seat.player).to_owned()));
    });
    names
}

#[test]
fn players_without_a_name_of_their_own_are_anonymous() {
    let names = anonymous("winamax", "nlhe_3max_incognito_players_are_counted");
    assert_eq!(names, ["Incognito 1", "Incognito 2"]);
    let names = anonymous("winamax", "nlhe_3max_shared_from_the_client");
    assert_eq!(names, ["Incognito 1"]);
    let names = anonymous("pokertracker", "ipoker_nlhe_3max_anonymous_table");
    assert_eq!(names, ["Player 1", "Player 8"]);
    let names = anonymous("pokerstars", "converter_players_called_by_their_positions");
    assert_eq!(names, ["UTG", "Dealer", "Small Blind", "Big Blind"]);
    let names = anonymous("pokergfx", "nlhe_nothing_was_played");
    assert_eq!(names, ["SEAT 5"]);
}

#[test]
fn players_with_names_are_not() {
    for (folder, name) in [
        ("winamax", "nlhe_3max_escape_to_pot"),
        ("ipoker", "nlhe_2018_win_without_the_uncalled_bet"),
        ("party", "nlhe_2021_side_pot_with_a_rake_of_its_own"),
        ("pokerstars", "nlhe_6max_eur"),
    ] {
        assert_eq!(anonymous(folder, name), [""; 0], "{name}");
    }
}
