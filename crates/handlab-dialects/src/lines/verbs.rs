//! What players do, in the words of the site and of the tools that imitate it.

use handlab_core::hand::ActionKind;

use crate::syntax::words::{Phrase, is_misspelt};

/// After the name of a player who is paid.
pub(super) const COLLECTED: &str = " collected ";
pub(super) const CASHED_OUT: &str = " cashed out the hand for ";

/// The meaning of the first word after `NAME: `.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Fold,
    Check,
    Call,
    Bet,
    Raise,
    Post,
    Ante,
    Straddle,
    BringIn,
    Discard,
    StandPat,
    Show,
    Muck,
    Collect,
    /// Not an action of the hand: "doesn't show hand" of a winner, and what a seat does besides playing.
    Silence,
}

/// The verb of a word that is spelled as on the site.
#[inline]
fn common_verb(word: &str) -> Option<Verb> {
    Some(match word {
        "folds" => Verb::Fold,
        "checks" => Verb::Check,
        "calls" => Verb::Call,
        "bets" => Verb::Bet,
        // The last raise that a fixed limit allows.
        "raises" | "caps" => Verb::Raise,
        "posts" => Verb::Post,
        "shows" => Verb::Show,
        "mucks" => Verb::Muck,
        "discards" => Verb::Discard,
        "stands" => Verb::StandPat,
        "brings" | "brings-in" => Verb::BringIn,
        "collected" => Verb::Collect,
        "doesn't" | "" | "sits" | "is" | "Table" | "Seat" => Verb::Silence,
        _ => return None,
    })
}

/// Verbs as other programs write them: a word's [`Phrase`].
const SPELLINGS: [(&str, Verb); 46] = [
    ("fold", Verb::Fold),
    ("folded", Verb::Fold),
    ("check", Verb::Check),
    ("checked", Verb::Check),
    ("call", Verb::Call),
    ("called", Verb::Call),
    ("bet", Verb::Bet),
    ("bets", Verb::Bet),
    ("raise", Verb::Raise),
    ("raised", Verb::Raise),
    ("complete", Verb::Raise),
    ("completed", Verb::Raise),
    ("post", Verb::Post),
    ("posted", Verb::Post),
    ("ante", Verb::Ante),
    ("straddle", Verb::Straddle),
    ("bring", Verb::BringIn),
    ("bringin", Verb::BringIn),
    ("bringsin", Verb::BringIn),
    ("discard", Verb::Discard),
    ("discarded", Verb::Discard),
    ("draw", Verb::Discard),
    ("stand", Verb::StandPat),
    ("stood", Verb::StandPat),
    ("show", Verb::Show),
    ("showed", Verb::Show),
    ("muck", Verb::Muck),
    ("mucked", Verb::Muck),
    ("collect", Verb::Collect),
    ("collected", Verb::Collect),
    ("win", Verb::Collect),
    ("won", Verb::Collect),
    ("tie", Verb::Collect),
    ("doesnt", Verb::Silence),
    ("doe", Verb::Silence),
    ("does", Verb::Silence),
    ("didnt", Verb::Silence),
    ("did", Verb::Silence),
    ("do", Verb::Silence),
    ("dont", Verb::Silence),
    ("sit", Verb::Silence),
    ("is", Verb::Silence),
    // `denies big blind`, `deny BB 2€`: nothing is posted.
    ("deny", Verb::Silence),
    ("denie", Verb::Silence),
    // `declines straddle`, `activates time bank`.
    ("decline", Verb::Silence),
    ("activate", Verb::Silence),
];

/// Forced bets; see [`Phrase`]. The dead part of two blinds in one number is not printed.
const POSTS: [(&str, Post); 45] = [
    ("smallblind", Post::One(ActionKind::PostSmallBlind)),
    ("sb", Post::One(ActionKind::PostSmallBlind)),
    ("bigblind", Post::One(ActionKind::PostBigBlind)),
    ("bb", Post::One(ActionKind::PostBigBlind)),
    ("autobigblind", Post::One(ActionKind::PostBigBlind)),
    ("ante", Post::One(ActionKind::PostAnte)),
    ("bringin", Post::One(ActionKind::BringIn)),
    ("buttonblind", Post::One(ActionKind::PostButtonBlind)),
    ("straddle", Post::One(ActionKind::Straddle)),
    // Who straddles does not change what a straddle is.
    ("buttonstraddle", Post::One(ActionKind::Straddle)),
    ("mississippistraddle", Post::One(ActionKind::Straddle)),
    ("utgstraddle", Post::One(ActionKind::Straddle)),
    ("sleeperstraddle", Post::One(ActionKind::Straddle)),
    ("doublestraddle", Post::One(ActionKind::Straddle)),
    ("restraddle", Post::One(ActionKind::Straddle)),
    ("bigblindante", Post::One(ActionKind::PostAnte)),
    ("bbante", Post::One(ActionKind::PostAnte)),
    ("buttonante", Post::One(ActionKind::PostAnte)),
    ("deadante", Post::One(ActionKind::PostAnte)),
    ("missedbigblind", Post::One(ActionKind::PostBigBlind)),
    ("missingbigblind", Post::One(ActionKind::PostBigBlind)),
    ("missingsmallblind", Post::One(ActionKind::PostDead)),
    ("missingblind", Post::One(ActionKind::PostDead)),
    ("dead", Post::One(ActionKind::PostDead)),
    ("deadblind", Post::One(ActionKind::PostDead)),
    ("deadsmallblind", Post::One(ActionKind::PostDead)),
    ("deadsb", Post::One(ActionKind::PostDead)),
    ("smallblinddead", Post::One(ActionKind::PostDead)),
    ("missedsmallblind", Post::One(ActionKind::PostDead)),
    ("missedblind", Post::One(ActionKind::PostDead)),
    ("bombpot", Post::One(ActionKind::PostAnte)),
    ("bombpotante", Post::One(ActionKind::PostAnte)),
    ("small&bigblind", Post::Both),
    ("smallandbigblind", Post::Both),
    ("smallblind&bigblind", Post::Both),
    ("smallblindandbigblind", Post::Both),
    ("big&smallblind", Post::Both),
    ("bigandsmallblind", Post::Both),
    ("bothblind", Post::Both),
    ("sb&bb", Post::Both),
    ("sbandbb", Post::Both),
    ("sb+bb", Post::Both),
    ("bigblind&dead", Post::Both),
    ("bigblindanddead", Post::Both),
    ("bigblind+dead", Post::Both),
];

/// What is posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Post {
    One(ActionKind),
    /// The missed small blind, dead, and the big blind, in one number.
    Both,
}

/// Cuts an act after its verb, if that is one of those that move money, as the site writes them.
#[inline]
pub(super) fn split_common(act: &str) -> Option<(Verb, &str, &str)> {
    let after = |verb: Verb, len: usize| {
        let (word, rest) = act.split_at(len);
        Some((verb, word, rest.strip_prefix(' ')?))
    };
    match act.as_bytes() {
        [b'c', b'a', b'l', b'l', b's', ..] => after(Verb::Call, 5),
        [b'r', b'a', b'i', b's', b'e', b's', ..] => after(Verb::Raise, 6),
        [b'b', b'e', b't', b's', ..] => after(Verb::Bet, 4),
        [b'p', b'o', b's', b't', b's', ..] => after(Verb::Post, 5),
        _ => None,
    }
}

/// The meaning of a verb; `None` if it has none.
pub(super) fn verb(word: &str) -> Option<Verb> {
    common_verb(word).or_else(|| Phrase::of(word).find(&SPELLINGS))
}

/// What is posted, as the site writes it, and the amount after it.
pub(super) fn common_post(text: &str) -> Option<(ActionKind, &str)> {
    const COMMON: [(&str, ActionKind); 4] = [
        ("small blind ", ActionKind::PostSmallBlind),
        ("big blind ", ActionKind::PostBigBlind),
        ("the ante ", ActionKind::PostAnte),
        ("ante ", ActionKind::PostAnte),
    ];
    COMMON.iter().find_map(|(words, kind)| Some((*kind, text.strip_prefix(words)?)))
}

/// What is posted, by its words.
pub(super) fn post(phrase: &Phrase) -> Option<Post> {
    phrase.find(&POSTS)
}

/// Whether an action that could not be read might move money or show cards: it names an amount or cards, or is close to
/// a verb that does.
pub(super) fn may_matter(act: &str) -> bool {
    const MOVING: [&str; 14] = [
        "folds",
        "checks",
        "calls",
        "bets",
        "raises",
        "posts",
        "shows",
        "mucks",
        "brings",
        "discards",
        "stands",
        "collected",
        "antes",
        "straddles",
    ];
    let word = act.split([' ', '\t', ',', '.', '!']).next().unwrap_or_default();
    names_money(act) || is_misspelt(word, &MOVING)
}

/// The signs of currencies.
const MONEY: [char; 12] = ['$', '€', '£', '¥', '￥', '￡', '₹', '฿', '₿', '₽', '元', '₮'];

/// Whether a text holds a number, a currency's sign, the brackets of cards, or `all-in`.
pub(super) fn names_money(text: &str) -> bool {
    let is_sign = |letter: char| matches!(letter, '[' | ']') || MONEY.contains(&letter);
    text.contains(|letter: char| letter.is_numeric() || is_sign(letter)) || says_all_in(text)
}

/// Whether a text that is no chat holds an amount with a currency's sign.
pub(super) fn names_price(text: &str) -> bool {
    const QUOTES: [char; 6] = ['"', '“', '”', '„', '«', '»'];
    let has_digit = || text.bytes().any(|byte| byte.is_ascii_digit());
    text.contains(MONEY) && has_digit() && !text.contains(QUOTES)
}

/// Whether the site never writes anything that matters after this word.
pub(super) fn is_silent(word: &str) -> bool {
    matches!(word, "doesn't" | "sits" | "" | "Table" | "Seat" | "deny" | "denies")
}

/// Whether a fold or check is spelled as on the site, or nothing after it makes it a part of a sentence: `fold pre` may be chat,
/// `folds pre` is an action.
pub(super) fn is_done(word: &str, rest: &str) -> bool {
    let is_common = || ["folds", "checks"].iter().any(|known| known.eq_ignore_ascii_case(word));
    rest.is_empty() || rest.starts_with(['[', '(', ',', '.']) || is_common()
}

/// Whether a text says `all-in`, in any spelling.
pub(super) fn says_all_in(text: &str) -> bool {
    if text.len() < "allin".len() {
        return false;
    }
    // The spelling of the site.
    if text.ends_with("all-in") {
        return true;
    }
    if !has_word_all(text.as_bytes()) {
        return false;
    }
    let mut is_after_all = false;
    crate::syntax::words::words(text).any(|word| {
        let is_in = is_after_all && word.eq_ignore_ascii_case("in");
        is_after_all = word.eq_ignore_ascii_case("all");
        is_in || word.eq_ignore_ascii_case("allin")
    })
}

/// Whether a word may start with `all`: of `calls` and `small blind` only the middle does.
#[inline]
fn has_word_all(text: &[u8]) -> bool {
    let is_l = |letter: u8| letter | 0x20 == b'l';
    // Amounts have no letter `l`, and are most of these texts.
    text.iter().any(|letter| is_l(*letter))
        && text.windows(3).enumerate().any(|(start, letters)| {
            letters.eq_ignore_ascii_case(b"all")
                && (start == 0 || !text[start - 1].is_ascii_alphanumeric())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verb_is_known_in_every_form() {
        for word in ["Mucks", "MUCKS", "muck", "mucked", "mucks."] {
            assert_eq!(verb(word), Some(Verb::Muck), "{word}");
        }
        assert_eq!(verb("shows:"), Some(Verb::Show));
        assert_eq!(verb("Doesn’t"), Some(Verb::Silence));
        assert_eq!(verb("waves"), None);
    }

    #[test]
    fn an_unknown_action_matters_if_it_names_money_or_cards_or_is_a_slip() {
        for act in ["tips 5", "wagers $x", "flashes [Ah]", "clals", "raisse", "goes all in"] {
            assert!(may_matter(act), "{act}");
        }
        for act in ["waves", "thinks about it", "uses the time bank"] {
            assert!(!may_matter(act), "{act}");
        }
    }

    #[test]
    fn all_in_is_said_in_many_ways() {
        for text in ["and is all-in", "AND IS ALL IN", "(allin)", "all - in!"] {
            assert!(says_all_in(text), "{text}");
        }
        assert!(!says_all_in("in all"));
        assert!(!says_all_in("all of it in"));
    }
}
