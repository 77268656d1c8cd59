//! Reads the TOML of nearly all hands directly into the fields: keys without dots, numbers, strings without escapes, and
//! lists of these.
//!
//! All other TOML, and any error, is left to the TOML crate.

use std::borrow::Cow;
use std::ops::Range;
use std::str::FromStr;

use super::notation::{Notation, Number, Shown};

/// The longest number that fits any type that it is read as.
const MAX_DIGITS: usize = 18;

/// A text with more fields than this is left to the TOML crate: each key is compared with those before it.
const MAX_FIELDS: usize = 100;

/// The fields of a text, the same as the TOML crate finds; `None` if that crate has to read it.
pub(super) fn read(text: &str) -> Option<Notation<'_>> {
    let mut scanner = Scanner { text, at: 0 };
    let mut notation = Notation::default();
    let (mut starting_stacks, mut actions) = (None, None);
    let mut keys = Vec::with_capacity(32);
    scanner.skip_empty()?;
    while scanner.at < text.len() {
        let key = scanner.key()?;
        // A repeated key is an error, even for a field that is not read.
        if keys.len() == MAX_FIELDS || keys.contains(&key) {
            return None;
        }
        keys.push(key);
        match key {
            "antes" => notation.antes = Some(scanner.list(Scanner::number)?),
            "blinds_or_straddles" => {
                notation.blinds_or_straddles = Some(scanner.list(Scanner::number)?);
            }
            "bring_in" => notation.bring_in = Some(scanner.number()?),
            "small_bet" => notation.small_bet = Some(scanner.number()?),
            "big_bet" => notation.big_bet = Some(scanner.number()?),
            "starting_stacks" => starting_stacks = Some(scanner.list(Scanner::number)?),
            "actions" => actions = Some(scanner.list(Scanner::cow)?),
            "finishing_stacks" => {
                notation.finishing_stacks = Some(scanner.list(Scanner::number)?);
            }
            "winnings" => notation.winnings = Some(scanner.list(Scanner::number)?),
            "players" => notation.players = Some(scanner.list(Scanner::cow)?),
            "seats" => notation.seats = Some(scanner.list(Scanner::count)?),
            "seat_count" => notation.seat_count = Some(scanner.count()?),
            "hand" => notation.hand = Some(scanner.shown()?),
            "table" => notation.table = Some(scanner.shown()?),
            "event" => notation.event = Some(scanner.cow()?),
            "level" => notation.level = Some(scanner.shown()?),
            "currency" => notation.currency = Some(scanner.cow()?),
            "currency_symbol" => notation.currency_symbol = Some(scanner.cow()?),
            "day" => notation.day = Some(scanner.count()?),
            "month" => notation.month = Some(scanner.count()?),
            "year" => notation.year = Some(scanner.count()?),
            "time" => notation.time = Some(scanner.time()?),
            "time_zone" => notation.time_zone = Some(scanner.cow()?),
            "time_zone_abbreviation" => notation.time_zone_abbreviation = Some(scanner.cow()?),
            "venue" => notation.venue = Some(scanner.cow()?),
            "_handlab_rake" => notation.rake = Some(scanner.number()?),
            "_handlab_fees" => notation.fees = Some(scanner.number()?),
            "_handlab_hero" => notation.hero = Some(scanner.count()?),
            "_apm_hero" => notation.studied = Some(scanner.shown()?),
            "_hero" => notation.hero_name = Some(scanner.shown()?),
            "_handlab_site" => notation.site = Some(scanner.cow()?),
            "_handlab_hand_id" => notation.hand_id = Some(scanner.cow()?),
            _ => scanner.skip_value()?,
        }
        scanner.end_of_field()?;
        scanner.skip_empty()?;
    }
    Some(Notation { starting_stacks: starting_stacks?, actions: actions?, ..notation })
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// Skips the bytes for which `is` returns true, and returns them.
    fn take(&mut self, is: impl Fn(u8) -> bool) -> &'a str {
        let start = self.at;
        while self.peek().is_some_and(&is) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    fn skip_blanks(&mut self) {
        self.take(|byte| matches!(byte, b' ' | b'\t'));
    }

    /// Skips spaces, comments and line ends.
    fn skip_empty(&mut self) -> Option<()> {
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(b'#') => {
                    self.take(is_printed);
                }
                Some(b'\n') => self.at += 1,
                Some(b'\r') if self.text.as_bytes().get(self.at + 1) == Some(&b'\n') => {
                    self.at += 2;
                }
                Some(byte) if !is_printed(byte) => return None,
                _ => return Some(()),
            }
        }
    }

    /// The key of a field, up to its value.
    fn key(&mut self) -> Option<&'a str> {
        let key = self.take(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
        self.skip_blanks();
        let is_key = !key.is_empty() && self.skip(b'=');
        self.skip_blanks();
        is_key.then_some(key)
    }

    /// Only a comment may follow a value on its line.
    fn end_of_field(&mut self) -> Option<()> {
        self.skip_blanks();
        matches!(self.peek(), None | Some(b'\n' | b'\r' | b'#')).then_some(())
    }

    /// A string in quotes of either kind, on one line and without escapes.
    fn string(&mut self) -> Option<&'a str> {
        let quote = self.peek().filter(|byte| matches!(byte, b'\'' | b'"'))?;
        self.at += 1;
        let inside = self
            .take(|byte| byte != quote && (byte != b'\\' || quote == b'\'') && is_printed(byte));
        // Three quotes would open a string of several lines.
        (self.skip(quote) && self.peek() != Some(quote)).then_some(inside)
    }

    fn cow(&mut self) -> Option<Cow<'a, str>> {
        self.string().map(Cow::Borrowed)
    }

    /// An unsigned integer, as TOML writes it.
    fn digits(&mut self) -> Option<&'a str> {
        let digits = self.take(|byte| byte.is_ascii_digit());
        let is_number = matches!(digits.as_bytes(), [b'0'] | [b'1'..=b'9', ..]);
        (is_number && digits.len() <= MAX_DIGITS).then_some(digits)
    }

    /// Whether a number or word ends here.
    fn is_end(&self) -> bool {
        matches!(self.peek(), None | Some(b' ' | b'\t' | b'\n' | b'\r' | b',' | b']' | b'#'))
    }

    fn range(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        self.skip(b'-');
        self.digits()?;
        if self.skip(b'.') && self.take(|byte| byte.is_ascii_digit()).is_empty() {
            return None;
        }
        self.is_end().then_some(start..self.at)
    }

    fn number(&mut self) -> Option<Number> {
        self.range().map(Number)
    }

    fn count<T: FromStr>(&mut self) -> Option<T> {
        let digits = self.digits()?;
        digits.parse().ok().filter(|_| self.is_end())
    }

    /// A string, or an integer.
    fn shown(&mut self) -> Option<Shown<'a>> {
        let text = match self.peek()? {
            b'\'' | b'"' => self.string()?,
            _ => self.digits().filter(|_| self.is_end())?,
        };
        Some(Shown(text.into()))
    }

    /// `23:59:59`, or as a string.
    fn time(&mut self) -> Option<Shown<'a>> {
        if !self.peek()?.is_ascii_digit() {
            return self.shown();
        }
        let text = self.take(|byte| byte.is_ascii_digit() || byte == b':');
        let mut parts = text.split(':');
        let mut is_below = |end: u8| {
            let part = parts.next().filter(|part| part.len() == 2);
            part.and_then(|part| part.parse().ok()).is_some_and(|number: u8| number < end)
        };
        let is_time = text.len() == 8 && is_below(24) && is_below(60) && is_below(60);
        (is_time && self.is_end()).then(|| Shown(text.into()))
    }

    /// A list of values of one kind, over one line or several.
    fn list<T>(&mut self, item: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        if !self.skip(b'[') {
            return None;
        }
        let mut items = Vec::with_capacity(8);
        loop {
            self.skip_empty()?;
            if self.skip(b']') {
                return Some(items);
            }
            items.push(item(self)?);
            self.skip_empty()?;
            if !self.skip(b',') && self.peek() != Some(b']') {
                return None;
            }
        }
    }

    /// Skips a value of a field that is not read.
    fn skip_value(&mut self) -> Option<()> {
        match self.peek()? {
            b'[' => self.list(Scanner::skip_scalar).map(|_| ()),
            _ => self.skip_scalar(),
        }
    }

    fn skip_scalar(&mut self) -> Option<()> {
        match self.peek()? {
            b'\'' | b'"' => self.string().map(|_| ()),
            b't' | b'f' => {
                let word = self.take(|byte| byte.is_ascii_lowercase());
                (matches!(word, "true" | "false") && self.is_end()).then_some(())
            }
            _ => self.range().map(|_| ()),
        }
    }
}

/// Whether strings and comments may contain the byte.
fn is_printed(byte: u8) -> bool {
    byte == b'\t' || (byte >= b' ' && byte != 0x7F)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRONT: &str = "variant = 'NT'\nstarting_stacks = [100, 2.50]\nactions = []\n";

    const PLAIN: &str = "variant = 'NT'  # no limit\r\nantes=[0, 0]\n\nstarting_stacks = [\n  100, # of Ann\n  -2.50,\n]\n\
        actions = [\"p1 f\", 'p2 \\ # é']\nhand = 7\ntable = \"x\"\ntime = 09:59:00\nyear = 2023\nplayers = ['', 'B']\n\
        _user = [true, 'x', 1.5]\nlevel = 0";

    /// What was read, in a form that can be compared.
    fn fields(notation: Notation<'_>) -> impl PartialEq + std::fmt::Debug {
        let ranges = |numbers: Option<Vec<Number>>| {
            numbers.map(|numbers| numbers.into_iter().map(|number| number.0).collect::<Vec<_>>())
        };
        let texts = |texts: Option<Vec<Cow<'_, str>>>| {
            texts.map(|texts| texts.into_iter().map(Cow::into_owned).collect::<Vec<_>>())
        };
        let shown = [notation.hand, notation.table, notation.time, notation.level];
        (
            [ranges(Some(notation.starting_stacks)), ranges(notation.antes)],
            [texts(Some(notation.actions)), texts(notation.players)],
            shown.map(|shown| shown.map(|shown| shown.0.into_owned())),
            notation.year,
        )
    }

    #[test]
    fn plain_fields_agree_with_the_toml_crate() {
        let found = read(PLAIN).expect("plain TOML");
        assert_eq!(found.actions, ["p1 f", "p2 \\ # é"]);
        assert_eq!(fields(found), fields(toml::from_str(PLAIN).expect("TOML")));
        // With a letter removed or changed a text may be refused, but not read as something else.
        let places = PLAIN.char_indices().map(|(at, letter)| at..at + letter.len_utf8());
        for place in places {
            for letter in [
                "", "\n", "\r", "\t", " ", "#", "'", "\"", "\\", "[", "]", ",", ".", "-", "_", "+",
                "=", ":", "0", "9", "e", "x", "\u{7f}", "é",
            ] {
                let mut text = PLAIN.to_owned();
                text.replace_range(place.clone(), letter);
                if let Some(found) = read(&text) {
                    let wanted = toml::from_str(&text).expect(&text);
                    assert_eq!(fields(found), fields(wanted), "{text}");
                }
            }
        }
    }

    #[test]
    fn other_fields_are_left_to_the_toml_crate() {
        assert!(read(FRONT).is_some());
        for line in [
            "event = \"a \\u0041\"",
            "event = '''a'''",
            "event = ''''''",
            "event = 'a\u{1}'",
            "event = 'a",
            "event =",
            "event",
            "[2]",
            "a.b = 1",
            "'a' = 1",
            "x = { y = 1 }",
            "x = [[1]]",
            "x = 2023-01-01",
            "x = 0x1F",
            "x = 1e3",
            "x = 01",
            "x = 1.",
            "x = 1_000",
            "x = +1",
            "x = 9999999999999999999",
            "x = truely",
            "x = 1 2",
            "x = [1 2]",
            "x = [1,, 2]",
            "x = [,]",
            "x = [1",
            "x = 1\ry = 2",
            "x = 1 # \u{1}",
            "day = 999",
            "day = 'x'",
            "hand = 1.5",
            "time = 24:00:00",
            "time = 12:00",
            "variant = 'NT'",
        ] {
            assert!(read(&format!("{FRONT}{line}")).is_none(), "{line}");
        }
        assert!(read("variant = 'NT'\nactions = []").is_none());
        let users: Vec<_> = (0..MAX_FIELDS).map(|number| format!("_{number} = 1")).collect();
        assert!(read(&format!("{FRONT}{}", users.join("\n"))).is_none());
        assert!(read("").is_none());
    }
}
