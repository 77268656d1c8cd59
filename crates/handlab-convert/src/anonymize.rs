//! Pseudonyms with a key: the same person always has the same one, and only the key links it to the name.
//!
//! A pseudonym is `p` and sixteen hexadecimal digits, a keyed `BLAKE2b` hash of what is named:
//! - a **player**: the site and the name. If a site assigns names that are only valid within a hand or a session
//!   ([`Seat::is_anonymous`](handlab_core::hand::Seat::is_anonymous)), the hand's number too: such players are never joined across hands;
//! - the **hand**, the **tournament** and the **table**: the site and the number or the name, unless it is to be kept.
//!   Numbers become 18 digits.
//!
//! It works on the parsed hand, never on a text: chat and everything else that a [`Hand`] does not hold is lost. The
//! owner of the file remains known, whatever the name. Unchanged are site, time, stakes, seat numbers, cards, actions
//! and amounts, by which someone who has the same hands with names can identify the players.

use std::fmt::Write as _;

use handlab_core::hand::{Hand, Text};

use crate::outcome::Refusal;

/// The allowed lengths of a key in bytes.
pub const KEY: std::ops::RangeInclusive<usize> = 16..=64;

/// Which names to keep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    pub hand_ids: bool,
    pub tournament_ids: bool,
    pub table_names: bool,
}

/// Replaces the names in hands by pseudonyms.
#[derive(Clone)]
pub struct Anonymizer {
    key: Vec<u8>,
    kept: Kept,
}

/// What a name belongs to: the same text has different pseudonyms in different roles.
#[derive(Clone, Copy)]
enum Role {
    Player,
    PlayerOfHand,
    Hand,
    Tournament,
    Table,
}

impl Anonymizer {
    /// `None` if the key is too short to be a secret, or longer than `BLAKE2b` takes; see [`KEY`].
    pub fn new(key: &[u8], kept: Kept) -> Option<Anonymizer> {
        KEY.contains(&key.len()).then(|| Anonymizer { key: key.to_vec(), kept })
    }

    /// Replaces the names in a hand.
    ///
    /// # Errors
    /// If two of its players would have the same pseudonym, which is unlikely even among billions.
    pub fn apply(&self, hand: &mut Hand) -> Result<(), Refusal> {
        let hand_id = hand.str(hand.hand_id).to_owned();
        let old: Vec<Text> = hand.seats.iter().map(|seat| seat.player).collect();
        for (index, name) in old.iter().enumerate() {
            let role =
                if hand.seats[index].is_anonymous { Role::PlayerOfHand } else { Role::Player };
            hand.seats[index].player = self.player(hand, role, &hand_id, *name);
        }
        for finish in 0..hand.finishes.len() {
            let player = self.named(hand, &old, &hand_id, hand.finishes[finish].player);
            hand.finishes[finish].player = player;
        }
        for purchase in 0..hand.purchases.len() {
            let player = self.named(hand, &old, &hand_id, hand.purchases[purchase].player);
            hand.purchases[purchase].player = player;
        }
        self.numbers(hand);
        let mut names: Vec<&str> = hand.seats.iter().map(|seat| hand.str(seat.player)).collect();
        names.sort_unstable();
        let is_twice = names.windows(2).any(|pair| pair[0] == pair[1]);
        if is_twice { Err(Refusal::Pseudonyms) } else { Ok(()) }
    }

    fn numbers(&self, hand: &mut Hand) {
        if !self.kept.hand_ids {
            hand.hand_id = self.number(hand, Role::Hand, hand.hand_id);
        }
        if !self.kept.tournament_ids
            && let Some(mut tournament) = hand.tournament
        {
            tournament.name = Text::default();
            let id = tournament.tournament_id;
            tournament.tournament_id = self.number(hand, Role::Tournament, id);
            hand.tournament = Some(tournament);
        }
        if !self.kept.table_names && !hand.table_name.is_empty() {
            let digest = self.digest(Role::Table, &[hand.site, hand.str(hand.table_name)]);
            hand.table_name = hand.push_text(&format!("Table {digest:016x}"));
        }
    }

    /// The pseudonym of a name in a line about the tournament: the seat's, if the player has one.
    fn named(&self, hand: &mut Hand, old: &[Text], hand_id: &str, name: Text) -> Text {
        let seat = old.iter().position(|known| hand.str(*known) == hand.str(name));
        match seat {
            Some(seat) => hand.seats[seat].player,
            None => self.player(hand, Role::Player, hand_id, name),
        }
    }

    fn player(&self, hand: &mut Hand, role: Role, hand_id: &str, name: Text) -> Text {
        let name = hand.str(name);
        let digest = match role {
            Role::PlayerOfHand => self.digest(role, &[hand.site, hand_id, name]),
            _ => self.digest(role, &[hand.site, name]),
        };
        let mut pseudonym = String::from("p");
        let _ = write!(pseudonym, "{digest:016x}");
        hand.push_text(&pseudonym)
    }

    fn number(&self, hand: &mut Hand, role: Role, name: Text) -> Text {
        if name.is_empty() {
            return name;
        }
        let digest = self.digest(role, &[hand.site, hand.str(name)]);
        hand.push_text(&eighteen_digits(digest))
    }

    fn digest(&self, role: Role, parts: &[&str]) -> u64 {
        let mut state = blake2b_simd::Params::new().hash_length(8).key(&self.key).to_state();
        state.update(&[role as u8]);
        for part in parts {
            // With their lengths included, different lists of parts never give the same bytes.
            state.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
        }
        number_of(state.finalize().as_bytes())
    }
}

fn number_of(digest: &[u8]) -> u64 {
    digest.iter().fold(0_u64, |number, byte| (number << 8) | u64::from(*byte))
}

/// A number of 18 digits, which every importer can store.
pub(crate) fn eighteen_digits(digest: u64) -> String {
    const LEAST: u64 = 100_000_000_000_000_000;
    (LEAST + digest % (9 * LEAST)).to_string()
}

/// The digest of a text, without a key.
pub(crate) fn digest_of(site: &str, name: &str) -> u64 {
    let mut state = blake2b_simd::Params::new().hash_length(8).to_state();
    number_of(
        state.update(site.as_bytes()).update(b"\n").update(name.as_bytes()).finalize().as_bytes(),
    )
}
