//! The summary of a tournament, which covers only the owner of the file.

use std::borrow::Cow;

use xxhash_rust::xxh3::Xxh3;

use handlab_cards::game::{Betting, Game};
use handlab_core::chips;
use handlab_core::cursor::Cursor;
use handlab_core::error::{ParseError, ParseErrorKind, Position};
use handlab_core::hand::Speed;
use handlab_core::money::Currency;
use handlab_core::summary::{TournamentPlayer, TournamentSummary};
use handlab_core::time;

use super::header::price_of;

pub(super) const HEADER: &str = "Winamax Poker - Tournament summary : ";

/// Reads one summary. The owner's is the only row; only `Late registration` shows whether others are still playing.
pub(super) fn read(
    text: &str,
    at: Position,
    out: &mut TournamentSummary,
) -> Result<(), ParseError> {
    out.clear();
    let mut cursor = Cursor::new(text, at);
    let mut digest = Xxh3::new();
    // In 2011 there is no line for the owner: the lake may identify them by their place.
    let player = "Hero".to_owned();
    // Each entry has its own summary, which says nothing about the others.
    let mut owner = TournamentPlayer { player, is_owner: true, entries: 0, ..Default::default() };
    (out.site, out.currency, out.scale) = (super::SITE, Currency::EUR, SCALE);
    let mut fields = Fields::default();
    while let Some(line) = cursor.next_line() {
        let line = &*unescaped(line);
        let known = if let Some(title) = line.strip_prefix(HEADER) {
            read_title(title, out)
        } else if let Some((key, value)) = line.split_once(" : ") {
            read_field(key, value.trim(), out, &mut owner, &mut fields)
        } else {
            read_sentence(line, out, &mut owner)
        };
        known.ok_or_else(|| cursor.error(ParseErrorKind::Amount(line.to_owned())))?;
        digest.update(line.as_bytes());
    }
    if out.started_at.is_none() {
        return Err(cursor.error(ParseErrorKind::Truncated));
    }
    out.entries = fields.entries(out);
    owner.is_still_playing = owner.finish_place.is_none();
    if owner.finish_place.is_some() && owner.prize_text.is_none() {
        owner.prize = owner.prize.or(Some(0));
    }
    owner.rebuys_paid = owner.rebuys.zip(owner.add_ons).and_then(|counts| {
        let paid = |count: u32, cost: Option<i64>| match count {
            0 => Some(0),
            _ => cost?.checked_mul(i64::from(count)),
        };
        paid(counts.0, fields.rebuy_cost)?.checked_add(paid(counts.1, fields.add_on_cost)?)
    });
    out.owner_place = owner.finish_place;
    out.players.push(owner);
    out.digest = digest.digest();
    Ok(())
}

/// Fields that others complete.
#[derive(Default)]
struct Fields {
    rebuy_cost: Option<i64>,
    add_on_cost: Option<i64>,
    /// Players, each counted once however often they entered.
    players: Option<u32>,
    is_sit_and_go: bool,
}

impl Fields {
    /// The entries of all players: as many as there are players if no one can have entered again, or if more entries
    /// would have made a larger prize pool.
    fn entries(&self, summary: &TournamentSummary) -> Option<u32> {
        let players = self.players?;
        let price = summary.buy_in.filter(|price| *price > 0);
        let paid = price.and_then(|price| price.checked_mul(i64::from(players)));
        let is_once = self.is_sit_and_go || (paid.is_some() && paid == summary.prize_pool);
        Some(players).filter(|_| is_once)
    }
}

/// Replaces `\u20ac` by the character with that number, as the client writes what is not ASCII in some titles: `Ticket
/// 10\u20ac`. The hands of the same tournament have `Ticket 10€`. What names no printable character is left as it is.
fn unescaped(line: &str) -> Cow<'_, str> {
    const MARK: &str = "\\u";
    let mut parts = line.split(MARK);
    let first = parts.next().unwrap_or_default();
    if first.len() == line.len() {
        return line.into();
    }
    let mut text = first.to_owned();
    for part in parts {
        let letter = part
            .get(..4)
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .and_then(|digits| char::from_u32(u32::from_str_radix(digits, 16).ok()?))
            .filter(|letter| !letter.is_ascii() && !letter.is_control());
        match letter {
            Some(letter) => {
                text.push(letter);
                text.push_str(&part[4..]);
            }
            None => text.extend([MARK, part]),
        }
    }
    text.into()
}

/// Decimals of a euro.
const SCALE: u8 = 2;

/// Reads `NAME(ID)`, possibly followed by ` - Late registration`.
fn read_title(title: &str, out: &mut TournamentSummary) -> Option<()> {
    let (name, after) = title.rsplit_once('(')?;
    let (id, note) = after.split_once(')')?;
    id.parse::<u64>().ok()?;
    id.clone_into(&mut out.tournament_id);
    out.name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
    out.is_finished = Some(!note.to_ascii_lowercase().contains("late registration"));
    Some(())
}

/// Reads `Buy-In : 4.50€ + 0.50€` and the like; unknown keys are ignored. `None` if a value cannot be read.
fn read_field(
    key: &str,
    value: &str,
    out: &mut TournamentSummary,
    owner: &mut TournamentPlayer,
    fields: &mut Fields,
) -> Option<()> {
    match key.trim() {
        "Player" => value.clone_into(&mut owner.player),
        "Buy-In" => {
            let price = price_of(value);
            (out.buy_in, out.bounty, out.fee) = (price.buy_in, price.bounty, price.fee);
            if price.currency == Currency::PLAY {
                (out.currency, out.scale) = (price.currency, price.scale);
            }
        }
        "Speed" => out.speed = Speed::of_word(value),
        "Registered players" => fields.players = Some(value.parse().ok()?),
        // Damaged logs have lost the end of the line.
        "Mode" => fields.is_sit_and_go = value.starts_with("sng"),
        "Levels" => {
            let (game, betting) = game_of_levels(value).unzip();
            (out.game, out.betting) = (game, betting);
        }
        "Prizepool" => out.prize_pool = Some(chips::read(value.as_bytes(), out.scale)?),
        "Rebuy cost" => fields.rebuy_cost = sum(value),
        "Addon cost" => fields.add_on_cost = sum(value),
        "Your rebuys" => owner.rebuys = Some(value.parse().ok()?),
        "Your addons" => owner.add_ons = Some(value.parse().ok()?),
        _ => {}
    }
    Some(())
}

/// The game in `Levels : [10-20:3:600:holdem-no-limit,12-25:3:150:holdem-no-limit]`; `None` if there are several or it
/// is unknown.
fn game_of_levels(levels: &str) -> Option<(Game, Betting)> {
    const GAMES: [(&str, Game); 3] =
        [("holdem", Game::Holdem), ("omaha", Game::Omaha), ("omaha5", Game::Omaha5)];
    const BETTINGS: [(&str, Betting); 3] = [
        ("-no-limit", Betting::NoLimit),
        ("-pot-limit", Betting::PotLimit),
        ("-fixed-limit", Betting::FixedLimit),
    ];
    let (_, levels) = levels.split_once('[')?;
    // In 2012 an amount may have a comma: `1,25k-2,50k:400:180:holdem-no-limit`.
    let is_name = |part: &&str| part.contains(|c: char| c.is_ascii_lowercase() && c != 'k');
    let mut names = levels.trim_end_matches(']').split([',', ':']).filter(is_name);
    let name = names.next()?;
    let (game, betting) = BETTINGS
        .iter()
        .find_map(|(suffix, betting)| Some((name.strip_suffix(suffix)?, *betting)))?;
    let (_, game) = GAMES.iter().find(|(other, _)| *other == game)?;
    names.all(|other| other == name).then_some((*game, betting))
}

/// The sum of all parts of a price.
fn sum(price: &str) -> Option<i64> {
    let price = price_of(price);
    let parts = [price.buy_in, price.bounty, price.fee];
    price.buy_in?;
    Some(parts.into_iter().flatten().fold(0, i64::saturating_add))
}

/// Reads `Tournament started 2017/04/11 20:00:02 UTC`, `You finished in 845th place`, `You won 95€ + Ticket 5€ + Bounty 9€`.
fn read_sentence(
    line: &str,
    out: &mut TournamentSummary,
    owner: &mut TournamentPlayer,
) -> Option<()> {
    if let Some(start) = line.strip_prefix("Tournament started ") {
        let (raw, zone) = start.rsplit_once(' ')?;
        out.started_at = time::utc_micros(raw, zone);
    } else if let Some(place) = line.strip_prefix("You finished in ") {
        let digits = place.bytes().take_while(u8::is_ascii_digit).count();
        owner.finish_place = Some(place[..digits].parse().ok()?);
    } else if let Some(won) = line.strip_prefix("You won ") {
        for part in won.split(" + ").map(str::trim) {
            if let Some(bounty) = part.strip_prefix("Bounty ") {
                owner.bounties_won = Some(chips::read(bounty.as_bytes(), out.scale)?);
            } else if let Some(prize) = chips::read(part.as_bytes(), out.scale) {
                owner.prize = Some(prize);
            } else {
                owner.prize_text = Some(part.to_owned());
            }
        }
    }
    Some(())
}
