//! `Player NAME allin (5)` before the first card: the post of a player with no more chips. The other posts show which
//! one it is.

use crate::lines::common_form::{Names, lines};
use crate::syntax::text::rsplit_once;

/// A relevant line before the cards.
#[derive(Clone, Copy)]
enum Post<'a> {
    Ante(&'a str),
    SmallBlind,
    BigBlind,
    AllIn(&'a str),
    ShortAnte,
}

/// The posts that the all-ins before the first card are, in order; empty if no card is printed, as any of them may then
/// be a bet.
pub(super) fn all_in_posts(text: &str, names: &Names<'_>) -> Vec<&'static str> {
    let mut posts = Vec::new();
    let acts = lines(text).filter_map(|line| names.split(line.strip_prefix("Player ")?, " "));
    let mut is_dealt = false;
    for (name, act) in acts {
        if act.starts_with("received ") {
            is_dealt = true;
            break;
        }
        posts.extend(post(name, act));
    }
    if is_dealt { kinds(&mut posts) } else { Vec::new() }
}

fn post<'a>(name: &'a str, act: &str) -> Option<Post<'a>> {
    let (verb, _) = rsplit_once(act, " (")?;
    match verb {
        "ante" | "posts ante" => Some(Post::Ante(name)),
        "has small blind" => Some(Post::SmallBlind),
        "has big blind" => Some(Post::BigBlind),
        "allin" => Some(Post::AllIn(name)),
        _ => None,
    }
}

fn kinds(posts: &mut [Post<'_>]) -> Vec<&'static str> {
    let mut kinds = Vec::new();
    pay_antes(posts);
    let is_blind = |post: &Post<'_>| !matches!(post, Post::Ante(_) | Post::ShortAnte);
    let last_blind = posts.iter().rposition(is_blind);
    let (mut has_small, mut has_big) = (false, false);
    for (number, post) in posts.iter().enumerate() {
        match post {
            Post::Ante(_) => {}
            Post::ShortAnte => kinds.push("ante"),
            Post::SmallBlind => has_small = true,
            Post::BigBlind => has_big = true,
            Post::AllIn(_) if has_big => kinds.push("small & big blinds"),
            Post::AllIn(_) if has_small || Some(number) == last_blind => {
                has_big = true;
                kinds.push("big blind");
            }
            Post::AllIn(_) => {
                has_small = true;
                kinds.push("small blind");
            }
        }
    }
    kinds
}

/// Changes the first all-in of each player who posts no ante to an ante, if anyone posts one.
fn pay_antes(posts: &mut [Post<'_>]) {
    // Each name once, so that no text can make this long.
    let mut payers: Vec<&str> = Vec::new();
    for post in posts.iter() {
        if let Post::Ante(name) = *post
            && !payers.contains(&name)
        {
            payers.push(name);
        }
    }
    if payers.is_empty() {
        return;
    }
    for post in posts {
        if let Post::AllIn(name) = *post
            && !payers.contains(&name)
        {
            payers.push(name);
            *post = Post::ShortAnte;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn posts(text: &str) -> Vec<&'static str> {
        let mut names = Names::default();
        for name in ["Ann", "Bea", "Cid"] {
            names.push(name);
        }
        all_in_posts(text, &names)
    }

    #[test]
    fn the_other_posts_show_what_an_all_in_is() {
        for (text, wanted) in [
            ("Ann ante (5)|Bea allin (2)|Ann has small blind (5)", vec!["ante"]),
            (
                "Bea allin (2)|Ann ante (5)|Ann allin (4)|Cid has big blind (9)",
                vec!["ante", "small blind"],
            ),
            ("Ann has small blind (5)|Bea allin (7)", vec!["big blind"]),
            ("Ann allin (3)|Bea has big blind (10)", vec!["small blind"]),
            ("Ann allin (3)|Bea allin (7)", vec!["small blind", "big blind"]),
            ("Ann allin (7)", vec!["big blind"]),
            (
                "Ann has small blind (5)|Bea has big blind (10)|Cid allin (7)",
                vec!["small & big blinds"],
            ),
        ] {
            let lines = text.replace('|', "\nPlayer ");
            let text = format!("Player {lines}\nPlayer Ann received a card.\nPlayer Cid allin (9)");
            assert_eq!(posts(&text), wanted, "{text}");
        }
    }

    #[test]
    fn without_cards_an_all_in_may_be_a_bet() {
        assert!(posts("Player Ann has big blind (10)\nPlayer Bea allin (30)").is_empty());
    }
}
