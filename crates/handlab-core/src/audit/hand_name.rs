//! Whether the cards make the hand that a printed name claims: `two pair, Aces and Kings`, `HI: a flush, Ace high; LO:
//! 7,5,4,3,A`.
//!
//! A name is read by meaning, whatever the case of its letters. What a wording leaves open (the kickers, mostly) is not
//! compared, and an unknown wording is not checked.

use handlab_cards::game::Game;
use handlab_cards::score;

/// A low strength and the hand decoded from it add up to this; see [`handlab_cards::score`].
const COMPLEMENT: u32 = 0x8F_FFFF;

/// Whether a name fits a strength, and a low if the pot is split; `None` for unknown wording.
pub(super) fn fits(
    game: Game,
    name: &str,
    strength: u32,
    is_hi_lo: bool,
    low: Option<u32>,
) -> Option<bool> {
    let name = strip(name, "a ").filter(|rest| is_badugi(rest)).unwrap_or(name);
    if let Some(high) = strip(name, "HI: ") {
        let (high, low_name) = match high.split_once("; ") {
            Some((high, rest)) => (high, strip(rest, "LO: ")),
            None => (high, None),
        };
        let is_high = fits_high(game, high, strength)?;
        if !is_hi_lo {
            return None;
        }
        let is_low = match (low, low_name) {
            (None, None) => true,
            (Some(low), Some(name)) => ranks_of(name)? == digits(COMPLEMENT.saturating_sub(low)),
            _ => false,
        };
        return Some(is_high && is_low);
    }
    match score::order(game) {
        // It is unknown which of the two halves a name describes.
        _ if game.is_always_split() => None,
        order if order.is_badugi() => fits_badugi(name, strength),
        order if order.is_low() => {
            let name = strip(name, "Lo: ").unwrap_or(name);
            let read = COMPLEMENT.saturating_sub(strength);
            match ranks_of(name) {
                Some(ranks) => Some(read >> 20 == 0 && ranks == digits(read)),
                None => fits_category(name, (read >> 20) as u8, digits(read).map(named_ace)),
            }
        }
        _ => fits_high(game, name, strength),
    }
}

/// Whether a name fits two cards of hold'em before the flop, which have no strength yet.
pub(super) fn fits_pair(name: &str, cards: [u32; 2]) -> Option<bool> {
    let [low, high] = [cards[0].min(cards[1]), cards[0].max(cards[1])];
    fits_category(name, u8::from(low == high), [high, low, low, low, low])
}

fn is_badugi(text: &str) -> bool {
    strip(text, "Badugi").is_some() || text.as_bytes().get(1..7) == Some(b"-card:")
}

fn fits_badugi(name: &str, strength: u32) -> Option<bool> {
    let (kind, ranks) = name.split_once(": ")?;
    let count = match kind.as_bytes() {
        [count @ b'1'..=b'4', rest @ ..] if rest == b"-card" => u32::from(count - b'0'),
        _ => strip(kind, "Badugi").map(|_| 4)?,
    };
    // In the strength, cards that do not play are 0.
    let playing = digits(strength).map(|digit| if digit == 0 { 0 } else { 15 - digit });
    Some(count == strength >> 20 && ranks_of(ranks)?.map(named_ace) == playing.map(named_ace))
}

/// Lows read the ace as 1, its name as 14.
const fn named_ace(rank: u32) -> u32 {
    if rank == 1 { 14 } else { rank }
}

fn fits_high(game: Game, name: &str, strength: u32) -> Option<bool> {
    let mut digits = digits(strength);
    if game == Game::ShortDeck && digits[4] == 5 {
        digits[4] = SHORT_WHEEL;
    }
    fits_category(name, score::category(game, strength), digits)
}

/// The last digit of A-6-7-8-9 in short deck, which has no fives: it may be named by the ace or by the six.
const SHORT_WHEEL: u32 = 0;

/// Names that give only the category.
const BARE: [(&str, u8); 9] = [
    ("high card", 0),
    ("one pair", 1),
    ("two pair", 2),
    ("three of a kind", 3),
    ("straight", 4),
    ("flush", 5),
    ("full house", 6),
    ("four of a kind", 7),
    ("straight flush", 8),
];

/// How names with ranks begin, by category. None begins as another does.
const OPENINGS: [&str; 9] = [
    "high card ",
    "a pair of ",
    "two pair, ",
    "three of a kind, ",
    "a straight, ",
    "a flush, ",
    "a full house, ",
    "four of a kind, ",
    "a straight flush, ",
];

/// The category with which a name begins, and the ranks after it. It is nearly always the one given.
fn opening(name: &str, category: u8) -> Option<(u8, &str)> {
    let ranks_of = |kind: u8| {
        let ranks = words(name, OPENINGS.get(usize::from(kind))?)?;
        Some((kind, ranks)).filter(|_| kind != 0 || !ranks.starts_with(':'))
    };
    ranks_of(category).or_else(|| (0..OPENINGS.len() as u8).find_map(ranks_of))
}

/// Compares the words of a high hand with its category and ranks.
fn fits_category(name: &str, category: u8, digits: [u32; 5]) -> Option<bool> {
    let [first, second, third, fourth, last] = digits;
    // Looking for the dash alone first: few names have one, and a search for a text costs ten times as much.
    let has_kickers = name.as_bytes().contains(&b'-');
    let parts = if has_kickers { name.split_once(" - ") } else { None };
    let (name, kickers) = parts.unwrap_or((name, ""));
    let is = |wanted: u8| category == wanted;
    // Straight flushes come first: their names contain that of a flush.
    let found = if same(name, "a royal flush") || same(name, "royal flush") {
        Some(is(8) && first == 14 && second == 13)
    } else if let Some((_, kind)) = BARE.iter().find(|(bare, _)| same(name, bare)) {
        Some(is(*kind))
    } else if let Some((kind, ranks)) = opening(name, category) {
        let fits = match kind {
            4 | 8 => straight(ranks).map(|ends| is_straight(ends, first, last)),
            5 => rank(ranks.split(' ').next()?).map(|high| high == first),
            2 => {
                let (high, low) = ranks.split_once(" and ")?;
                rank(high).zip(rank(low)).map(|ranks| ranks == (first, third))
            }
            6 => {
                let (trips, pair) = ranks.split_once(" full of ")?;
                rank(trips).zip(rank(pair)).map(|ranks| ranks == (first, fourth))
            }
            _ => rank(ranks).map(|rank| rank == first),
        };
        fits.map(|fits| fits && is(kind))
    } else {
        fits_short_words(name, category, digits)
    };
    let before_kickers = match category {
        0 | 5 => 1,
        1 => 2,
        2 | 7 => 4,
        3 => 3,
        _ => 5,
    };
    let are_kickers = fits_kickers(kickers, &digits[before_kickers..]);
    found.map(|fits| fits && are_kickers)
}

/// Compares Winamax's wording: `Two pairs : Aces and 9`, `Full of 9 and Tens`, `Flush Ace high`.
fn fits_short_words(name: &str, category: u8, digits: [u32; 5]) -> Option<bool> {
    const ONE_RANK: [(&str, u8); 4] =
        [("High card : ", 0), ("One pair : ", 1), ("Trips of ", 3), ("Quads of ", 7)];
    const TWO_RANKS: [(&str, u8); 2] = [("Two pairs : ", 2), ("Full of ", 6)];
    const HIGHEST: [(&str, u8); 3] = [("Straight flush ", 8), ("Straight ", 4), ("Flush ", 5)];
    let kind_in = |kinds: &[(&str, u8)]| {
        kinds.iter().find_map(|(start, kind)| Some((strip(name, start)?, *kind)))
    };
    let [first, _, third, fourth, _] = digits;
    if let Some((rest, kind)) = kind_in(&ONE_RANK) {
        let rank = rank(rest)?;
        return Some(category == kind && rank == first);
    }
    if let Some((rest, kind)) = kind_in(&TWO_RANKS) {
        let (high, low) = rest.split_once(" and ")?;
        let second = if kind == 2 { third } else { fourth };
        let ranks = rank(high).zip(rank(low))?;
        return Some(category == kind && ranks == (first, second));
    }
    let (rest, kind) = kind_in(&HIGHEST)?;
    let high = rank(rest.trim_end().strip_suffix(" high")?)?;
    Some(category == kind && high == first)
}

/// `King+Ten kicker`: the deciding ranks; `lower kicker` names none.
fn fits_kickers(text: &str, digits: &[u32]) -> bool {
    let Some(kickers) = text.strip_suffix(" kicker") else { return true };
    let mut left = digits.iter();
    kickers.split('+').all(|kicker| match rank(kicker) {
        Some(kicker) => left.next() == Some(&kicker),
        None => true,
    })
}

/// The text after the name of a category, with or without its article.
fn words<'a>(name: &'a str, words: &str) -> Option<&'a str> {
    let bare = words.strip_prefix("a ").unwrap_or(words);
    strip(name, words).or_else(|| strip(name, bare))
}

/// `Ten to Ace` as the lowest and the highest rank.
fn straight(text: &str) -> Option<(u32, u32)> {
    let (low, high) = text.split_once(" to ")?;
    rank(low).zip(rank(high))
}

/// The ace is also below the deuce, and below the six in short deck. Converters name the highest rank first.
fn is_straight((low, high): (u32, u32), first: u32, last: u32) -> bool {
    let fits = |low: u32, high: u32| {
        let is_low = match last {
            SHORT_WHEEL => matches!(low, 6 | 14),
            1 => low == 14,
            _ => low == last,
        };
        is_low && high == first
    };
    fits(low, high) || fits(high, low)
}

/// The rank of `Ace`, `Aces`, `Deuces`, `Sixes` or `A`.
fn rank(word: &str) -> Option<u32> {
    let word = word.trim_end();
    let names: &[(&str, u32)] = match word.as_bytes().first()?.to_ascii_uppercase() {
        b'A' => &[("Ace", 14)],
        b'D' => &[("Deuce", 2)],
        b'E' => &[("Eight", 8)],
        b'F' => &[("Four", 4), ("Five", 5)],
        b'J' => &[("Jack", 11)],
        b'K' => &[("King", 13)],
        b'N' => &[("Nine", 9)],
        b'Q' => &[("Queen", 12)],
        b'S' => &[("Six", 6), ("Seven", 7)],
        b'T' => &[("Three", 3), ("Ten", 10)],
        _ => &[],
    };
    let is_rank = |(name, _): &&(&str, u32)| {
        strip(word, name).is_some_and(|ending| matches!(ending, "" | "s" | "es" | "'s"))
    };
    let named = names.iter().find(is_rank).map(|(_, rank)| *rank);
    let named = named
        .or_else(|| strip(word, "Two").filter(|ending| matches!(*ending, "" | "s")).map(|_| 2));
    named.or_else(|| match word.as_bytes() {
        [letter] => letter_rank(*letter),
        b"10" => Some(10),
        _ => None,
    })
}

fn letter_rank(letter: u8) -> Option<u32> {
    b"23456789TJQKA"
        .iter()
        .position(|known| *known == letter.to_ascii_uppercase())
        .map(|at| at as u32 + 2)
}

/// Digits of `8,7,6,5,A` or `8-7-6-5-A`; the ace is 1 as in lows, but 14 where it comes first.
fn ranks_of(text: &str) -> Option<[u32; 5]> {
    let mut ranks = [0; 5];
    for (count, word) in text.trim_end().split([',', '-']).enumerate() {
        let rank = rank(word.trim())?;
        // In lows with a high ace it comes first, as the highest card.
        *ranks.get_mut(count)? = if rank == 14 && count > 0 { 1 } else { rank };
    }
    Some(ranks)
}

fn digits(strength: u32) -> [u32; 5] {
    [16, 12, 8, 4, 0].map(|shift| strength >> shift & 15)
}

fn same(text: &str, other: &str) -> bool {
    text.eq_ignore_ascii_case(other)
}

/// The text after an ASCII start.
fn strip<'a>(text: &'a str, start: &str) -> Option<&'a str> {
    let (head, start) = (text.as_bytes(), start.as_bytes());
    // Nearly all starts that are tried differ in the first letter.
    let is_alike = head.first()?.eq_ignore_ascii_case(start.first()?);
    let is_start = is_alike && head.get(..start.len())?.eq_ignore_ascii_case(start);
    text.get(start.len()..).filter(|_| is_start)
}
