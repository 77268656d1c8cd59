//! Random showdowns of every game against `pokerkit`: the rows of `data/score_pokerkit.tsv`.

use std::cmp::Ordering;

use handlab_cards::card::CardSet;
use handlab_cards::game::Game;
use handlab_cards::score;

#[test]
fn random_showdowns_end_as_in_pokerkit() {
    let mut showdowns = 0;
    for line in
        include_str!("../data/score_pokerkit.tsv").lines().filter(|line| !line.starts_with('#'))
    {
        let fields: Vec<&str> = line.split('\t').collect();
        let [game, hole_a, hole_b, board, winner, category_a, category_b, low_winner] = fields[..]
        else {
            panic!("expected eight fields in `{line}`");
        };
        let game = Game::from_name(game).expect("a game");
        let [hole_a, hole_b, board] =
            [hole_a, hole_b, board].map(|text| CardSet::parse(text).expect("cards"));

        let [a, b] = [hole_a, hole_b].map(|hole| score::strength(game, hole, board));
        let [Some(score_a), Some(score_b)] = [a, b] else { panic!("no score in `{line}`") };
        assert_eq!(winner_of(a, b), winner, "{line}");
        let name = |strength| score::category_name(game, score::category(game, strength));
        assert_eq!([name(score_a), name(score_b)], [category_a, category_b], "{line}");

        let [a, b] = [hole_a, hole_b].map(|hole| score::low(game, hole, board));
        let expected = if low_winner == "-" { "none" } else { low_winner };
        assert_eq!(winner_of(a, b), expected, "low of {line}");
        showdowns += 1;
    }
    assert!(showdowns >= 12 * 25, "the file is cut short: {showdowns} rows");
}

fn winner_of(a: Option<u32>, b: Option<u32>) -> &'static str {
    match (a, b, a.cmp(&b)) {
        (None, None, _) => "none",
        (_, _, Ordering::Greater) => "a",
        (_, _, Ordering::Less) => "b",
        (_, _, Ordering::Equal) => "tie",
    }
}
