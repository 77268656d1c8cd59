//! The lines between stars: which street begins, on which board.

use handlab_cards::game::{Game, GameFamily, Street};

use crate::syntax::text::trim_end;
use crate::syntax::words::{Phrase, number, singular, words};

/// What a line between stars opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opens {
    Street(Street),
    ShowDown,
    Summary,
    /// A part of the text without anything to read: `*** ANTE/BLINDS ***`.
    Nothing,
}

/// A line between stars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark<'a> {
    /// `None` if the title means nothing.
    pub(super) opens: Option<Opens>,
    /// 0 unless the hand is run more than once.
    pub(super) run_no: u8,
    /// What follows the title: cards.
    pub(super) rest: &'a str,
}

/// What the nouns of titles mean.
#[derive(Clone, Copy)]
enum Noun {
    Deal,
    Flop,
    Turn,
    River,
    /// By its number.
    Street,
    Draw,
    /// A betting round of a draw game, by its number: the first comes before all draws.
    Bet,
    ShowDown,
    Summary,
    Nothing,
}

const NOUNS: [(&str, Noun); 32] = [
    ("holecard", Noun::Deal),
    ("pocketcard", Noun::Deal),
    ("dealinghand", Noun::Deal),
    ("dealingcard", Noun::Deal),
    ("dealingholecard", Noun::Deal),
    ("dealingdowncard", Noun::Deal),
    ("dealingpocketcard", Noun::Deal),
    ("preflop", Noun::Deal),
    ("predraw", Noun::Deal),
    // In Courchevel, with the first card of the board.
    ("flopet", Noun::Deal),
    ("flop", Noun::Flop),
    ("dealingflop", Noun::Flop),
    ("turn", Noun::Turn),
    ("turncard", Noun::Turn),
    ("dealingturn", Noun::Turn),
    ("river", Noun::River),
    ("rivercard", Noun::River),
    ("dealingriver", Noun::River),
    ("street", Noun::Street),
    ("dealingstreet", Noun::Street),
    ("draw", Noun::Draw),
    ("drawround", Noun::Draw),
    ("discardround", Noun::Draw),
    ("bet", Noun::Bet),
    ("showdown", Noun::ShowDown),
    ("summary", Noun::Summary),
    ("handsummary", Noun::Summary),
    ("anteblind", Noun::Nothing),
    ("blind", Noun::Nothing),
    ("ante", Noun::Nothing),
    // `RUN IT TWICE`, `RUN IT THREE TIMES`: the titles that follow name their board.
    ("ittwice", Noun::Nothing),
    ("ittime", Noun::Nothing),
];

/// Words of a title that add nothing to its number.
const FILLERS: [&str; 6] = ["the", "board", "run", "runout", "no", "number"];

/// Reads a line between stars: `*** FLOP *** [Ah Kd 2c]`, `***FLOP 1*** [Ah Kd 2c]`, `*** FLOP [Ah Kd 2c] ***`.
///
/// `None` unless it starts with two stars, and stars or brackets end its title: a player may be called `*** FLOP`.
pub(super) fn read(line: &str, game: Game) -> Option<Mark<'_>> {
    if !line.starts_with('*') {
        return None;
    }
    let titled = match line.strip_prefix("*** ") {
        Some(inside) => cut_plain(inside).or_else(|| cut_title(inside, "***")),
        None => line.strip_prefix("** ").and_then(|inside| cut_title(inside, "**")),
    };
    if let Some((title, rest)) = titled
        && let Some(mark) = common(title, rest, game)
    {
        return Some(mark);
    }
    let inside = line.trim_start_matches(['*', ' ']);
    let stars = line[..line.len() - inside.len()].bytes().filter(|byte| *byte == b'*').count();
    let (bracket, star) = (inside.find('['), inside.find('*'));
    let end = bracket.into_iter().chain(star).min();
    let end = end.or_else(|| means(inside, game).is_some().then_some(inside.len()));
    let (title, rest) = inside.split_at(end.filter(|_| stars > 1)?);
    let (run_no, opens) =
        means(title, game).map_or((0, None), |(run_no, opens)| (run_no, Some(opens)));
    Some(Mark { opens, run_no, rest })
}

/// The title before the next stars, and what follows them.
#[inline]
fn cut_title<'a>(inside: &'a str, stars: &str) -> Option<(&'a str, &'a str)> {
    // A title is so short that preparing a search would take longer than the search.
    let title = &inside[..inside.bytes().position(|byte| byte == b'*')?];
    Some((trim_end(title), inside[title.len()..].strip_prefix(stars)?))
}

/// As [`cut_title`], for the titles of most hands, which are compared without a call.
#[inline]
fn cut_plain(inside: &str) -> Option<(&str, &str)> {
    let len = match inside.as_bytes() {
        [b'F', b'L', b'O', b'P', ..] | [b'T', b'U', b'R', b'N', ..] => 4,
        [b'R', b'I', b'V', b'E', b'R', ..] => 5,
        [b'S', b'U', b'M', b'M', b'A', b'R', b'Y', ..] => 7,
        [b'H', b'O', b'L', b'E', b' ', b'C', b'A', b'R', b'D', b'S', ..] => 10,
        _ => return None,
    };
    let (title, rest) = inside.split_at(len);
    Some((title, rest.strip_prefix(" ***")?))
}

/// The titles that nearly all lines have, letter for letter.
fn common<'a>(title: &str, rest: &'a str, game: Game) -> Option<Mark<'a>> {
    let opens = match title {
        "HOLE CARDS" | "Hole Cards" | "PRE-FLOP" | "Dealing down cards" => {
            Opens::Street(Street::FIRST)
        }
        "FLOP" | "Flop" | "Dealing flop" => Opens::Street(Street(1)),
        "TURN" | "Turn" | "Dealing turn" => Opens::Street(Street(2)),
        "RIVER" | "River" | "Dealing river" if game.family() == GameFamily::Flop => {
            Opens::Street(Street(3))
        }
        "SHOW DOWN" => Opens::ShowDown,
        "SUMMARY" | "Summary" => Opens::Summary,
        "ANTE/BLINDS" => Opens::Nothing,
        _ => return None,
    };
    Some(Mark { opens: Some(opens), run_no: 0, rest })
}

/// What a title means, and on which board; `None` if nothing.
fn means(title: &str, game: Game) -> Option<(u8, Opens)> {
    let mut phrase = Phrase::EMPTY;
    let mut numbers = [None; 2];
    for word in words(title) {
        if let Some(number) = number(word) {
            *numbers.iter_mut().find(|slot| slot.is_none())? = Some(number);
        } else if !FILLERS.iter().any(|filler| singular(word).eq_ignore_ascii_case(filler))
            && !phrase.push(word)
        {
            return None;
        }
    }
    let noun = phrase.find(&NOUNS)?;
    let family = game.family();
    let is_stud = family == GameFamily::Stud;
    // The number of the street on which the first cards are dealt.
    let dealt = game.dealt_cards() as u8;
    // Streets and draws are numbered themselves: the first of two numbers is the board's.
    let (run, own) = match (noun, numbers) {
        (Noun::Street | Noun::Draw | Noun::Bet, [own, None]) => (None, own),
        (Noun::Street | Noun::Draw | Noun::Bet, [run, own]) => (run, own),
        (_, [run, None]) => (run, None),
        _ => return None,
    };
    let opens = match (noun, own) {
        (Noun::Deal, _) => Opens::Street(Street::FIRST),
        (Noun::Flop, _) => Opens::Street(Street(1)),
        (Noun::Turn, _) => Opens::Street(Street(2)),
        (Noun::River, _) => Opens::Street(Street(game.streets().max(4) - 1)),
        (Noun::Street, Some(number @ 2..=7))
            if is_stud && number >= dealt && number - dealt < game.streets() =>
        {
            Opens::Street(Street(number - dealt))
        }
        // The line after which cards are exchanged or thrown away between flop and turn.
        (Noun::Draw, _) if game.exchanges_after_flop() => Opens::Nothing,
        (Noun::Draw, Some(number @ 1..=3)) => Opens::Street(Street(number)),
        (Noun::Draw, None) if family == GameFamily::Draw => Opens::Street(Street(1)),
        (Noun::Bet, Some(number @ 1..=4)) => Opens::Street(Street(number - 1)),
        (Noun::Street | Noun::Draw | Noun::Bet, _) => return None,
        (Noun::ShowDown, _) => Opens::ShowDown,
        (Noun::Summary, _) => Opens::Summary,
        (Noun::Nothing, _) => Opens::Nothing,
    };
    let run_no = run.unwrap_or(0);
    (run_no <= 3).then_some((run_no, opens))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opens(line: &str, game: Game) -> Option<(u8, Opens)> {
        let mark = read(line, game)?;
        mark.opens.map(|opens| (mark.run_no, opens))
    }

    #[test]
    fn a_street_is_known_in_every_spelling() {
        let flop = |run_no| Some((run_no, Opens::Street(Street(1))));
        for (line, wanted) in [
            ("*** FLOP *** [Ah Kd 2c]", flop(0)),
            ("***FLOP*** [Ah Kd 2c]", flop(0)),
            ("*** Flop ***[Ah Kd 2c]", flop(0)),
            ("*** FLOP [Ah Kd 2c] ***", flop(0)),
            ("*** FLOP [Ah Kd 2c]", flop(0)),
            ("** dealing flop ** [Ah Kd 2c]", flop(0)),
            ("*** FIRST FLOP *** [Ah Kd 2c]", flop(1)),
            ("*** FLOP 1 *** [Ah Kd 2c]", flop(1)),
            ("*** 2nd FLOP *** [Ah Kd 2c]", flop(2)),
            ("*** FLOP (Board 3) *** [Ah Kd 2c]", flop(3)),
            ("*** FLOP RUN 2 *** [Ah Kd 2c]", flop(2)),
        ] {
            assert_eq!(opens(line, Game::Holdem), wanted, "{line}");
        }
        for line in
            ["*** SHOW DOWN ***", "*** SHOWDOWN ***", "*** SHOW DOWN***", "***show-down ***"]
        {
            assert_eq!(opens(line, Game::Holdem), Some((0, Opens::ShowDown)), "{line}");
        }
        for line in ["*** SUMMARY ***", "***Summary***", "*** SUMMARY"] {
            assert_eq!(opens(line, Game::Stud), Some((0, Opens::Summary)), "{line}");
        }
    }

    #[test]
    fn numbers_count_streets_of_stud_and_draws() {
        let street = |number| Some((0, Opens::Street(Street(number))));
        for line in ["*** 4th STREET ***", "*** FOURTH STREET ***", "*** Street 4 ***"] {
            assert_eq!(opens(line, Game::Stud), street(1), "{line}");
        }
        for line in ["*** SECOND DRAW ***", "*** 2nd Draw ***", "***DRAW 2***"] {
            assert_eq!(opens(line, Game::TripleDraw27), street(2), "{line}");
        }
        assert_eq!(opens("*** RIVER ***", Game::Stud), street(4));
        assert_eq!(opens("*** THIRD-BET ***", Game::TripleDraw27), street(2));
        assert_eq!(opens("*** DRAW ***", Game::TripleDraw27), street(1));
        assert_eq!(opens("*** DRAW ***", Game::Holdem), None);
        assert_eq!(opens("*** 2ND STREET ***", Game::FiveCardStud), street(0));
        assert_eq!(opens("*** 5TH STREET ***", Game::FiveCardStud), street(3));
        assert_eq!(opens("*** 6TH STREET ***", Game::FiveCardStud), None);
        assert_eq!(opens("*** 2ND STREET ***", Game::Stud), None);
        let second_seventh = Some((2, Opens::Street(Street(4))));
        assert_eq!(opens("*** SECOND RIVER ***", Game::Stud), second_seventh);
        assert_eq!(opens("*** SECOND 7th STREET ***", Game::Stud), second_seventh);
    }

    #[test]
    fn cards_are_exchanged_between_flop_and_turn() {
        let nothing = Some((0, Opens::Nothing));
        assert_eq!(opens("*** DISCARD ROUND *** (Total Pot: $200)", Game::Irish), nothing);
        assert_eq!(opens("*** DRAW ***", Game::Drawmaha27), nothing);
        assert_eq!(opens("*** FIRST DRAW ***", Game::Drawmaha), nothing);
        assert_eq!(opens("*** DISCARD ROUND ***", Game::Holdem), None);
    }

    #[test]
    fn what_only_looks_like_a_mark_is_none() {
        for line in ["*** FLOP collected $5 from pot", "* FLOP *", "FLOP", "", "*", "***", "*x"] {
            assert_eq!(read(line, Game::Holdem), None, "{line}");
        }
        assert_eq!(opens("*** FLIP *** [Ah]", Game::Holdem), None);
        assert_eq!(opens("*** FOURTH FLOP *** [Ah]", Game::Holdem), None);
    }
}
