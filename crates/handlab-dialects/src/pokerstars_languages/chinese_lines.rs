//! Rewrites the lines of hands in Chinese.

use std::borrow::Cow;

use super::Phrase;
use crate::lines::common_form::Names;
use crate::lines::translate::Translator;
use crate::syntax::text::{
    find, is_digits, replace_first, rsplit_once, split_once, trim_start, write_line,
};

/// Phrases of the header.
const HEADER: [Phrase; 4] = [
    ("锦标赛#", "Tournament #"),
    ("德州扑克 无限注", "Hold'em No Limit"),
    ("-第", "- Level "),
    ("级 (", " ("),
];

/// What follows the name and a colon. An English phrase that ends with a space is followed by amounts.
const ACTS: [Phrase; 9] = [
    ("盖牌", "folds"),
    ("过牌", "checks"),
    ("跟注 ", "calls "),
    ("下注 ", "bets "),
    ("加注 ", "raises "),
    ("下小盲注 ", "posts small blind "),
    ("下大盲注 ", "posts big blind "),
    ("亮出底牌 [", "shows ["),
    ("不公开底牌", "doesn't show hand"),
];

const TITLES: [Phrase; 6] = [
    ("底牌", "HOLE CARDS"),
    ("翻牌", "FLOP"),
    ("转牌", "TURN"),
    ("河牌", "RIVER"),
    ("亮牌", "SHOW DOWN"),
    ("概要", "SUMMARY"),
];

/// What follows a name in a summary line, with narrow brackets.
const RESULTS: [Phrase; 12] = [
    (" (按钮)", " (button)"),
    (" (小盲注)", " (small blind)"),
    (" (大盲注)", " (big blind)"),
    (" 盖牌 早于 翻牌", " folded before Flop"),
    (" (未下注)", " (didn't bet)"),
    (" 盖牌 在上面 翻牌", " folded on the Flop"),
    (" 盖牌 在上面 转牌", " folded on the Turn"),
    (" 盖牌 在上面 河牌", " folded on the River"),
    (" 赢得 (", " collected ("),
    (" 亮出底牌:[", " showed ["),
    ("] ,胜出 (", "] and won ("),
    ("] ,败北", "] and lost"),
];

/// The start of a header.
pub(super) const OPENING: &str = "PokerStars扑克之星第#";

const ALL_IN: &str = " 全下";

/// State carried from earlier lines to later ones.
#[derive(Default)]
pub(super) struct Lines<'a> {
    names: Names<'a>,
    is_over: bool,
}

impl<'a> Translator<'a> for Lines<'a> {
    fn line(&mut self, line: &'a str, out: &mut String) -> std::fmt::Result {
        if let Some(header) = header_of(line) {
            return write_line(out, [&header]);
        }
        if let Some((words, rest)) = line.strip_prefix("*** ").and_then(title_of) {
            self.is_over |= words == "SUMMARY";
            return write_line(out, ["*** ", words, rest]);
        }
        if self.is_over {
            return self.summary(line, out);
        }
        if let Some((name, act)) = self.act(line) {
            return act_of(name, trim_start(act), out);
        }
        if let Some((number, name, stack, tail)) = seat_of(line) {
            self.names.push(name);
            return write_line(
                out,
                ["Seat ", number, ": ", name, " (", &narrow(stack), " in chips)", tail],
            );
        }
        if self.names.is_empty()
            && let Some(table) = table_of(line)
        {
            return write_line(out, [&table]);
        }
        if let Some((amount, name)) =
            line.strip_prefix("无人跟注（").and_then(|rest| split_once(rest, "），筹码归还给"))
        {
            return write_line(out, ["Uncalled bet (", &narrow(amount), ") returned to ", name]);
        }
        if let Some((name, cards)) =
            line.strip_prefix("发牌给").and_then(|rest| self.names.split(rest, " ["))
        {
            return write_line(out, ["Dealt to ", name, " [", cards]);
        }
        if let Some((name, prize)) =
            line.strip_prefix("玩家").and_then(|rest| self.names.split(rest, "赢得本锦标赛冠军"))
        {
            let prize = split_once(prize, "获得").map_or("", |(_, prize)| prize);
            let prize = narrow(prize.split('，').next().unwrap_or_default());
            let receives = if prize.is_empty() { "" } else { " and receives " };
            return write_line(
                out,
                [name, " wins the tournament", receives, &prize, " - congratulations!"],
            );
        }
        match self.names.split(line, "") {
            Some((name, rest)) => notice(name, rest, line, out),
            None => write_line(out, [line]),
        }
    }
}

impl<'a> Lines<'a> {
    /// The player and action of `NAME: 盖牌`.
    fn act(&self, line: &'a str) -> Option<(&'a str, &'a str)> {
        [":", "："].iter().find_map(|mark| self.names.split(line, mark))
    }

    fn summary(&self, line: &str, out: &mut String) -> std::fmt::Result {
        if let Some(totals) = line.strip_prefix("底池总金额") {
            let totals = narrow(totals);
            return write_line(out, ["Total pot ", &replace_first(&totals, "抽成", " Rake ")]);
        }
        if let Some(cards) = line.strip_prefix("牌桌发下[") {
            return write_line(out, ["Board [", cards]);
        }
        let seat = line.strip_prefix('第').and_then(|rest| split_once(rest, "号座位"));
        let Some((number, rest)) = seat else { return write_line(out, [line]) };
        let rest = trim_start(rest.trim_start_matches(['：', ':']));
        let Some((name, result)) = self.names.split(rest, "") else {
            return write_line(out, ["Seat ", number, ": ", rest]);
        };
        let result = in_english(narrow(result), &RESULTS);
        // The name of the hand is in Chinese.
        let end = ["] and lost", "] and won ("].iter().find_map(|words| {
            let end = find(&result, words)? + words.len();
            Some(end + if words.ends_with('(') { result[end..].find(')')? + 1 } else { 0 })
        });
        write_line(out, ["Seat ", number, ": ", name, &result[..end.unwrap_or(result.len())]])
    }
}

/// The header in English; `None` if the line is not a header.
pub(super) fn header_of(line: &str) -> Option<String> {
    let rest = line.strip_prefix(OPENING)?;
    let (id, rest) = rest.split_at(rest.bytes().take_while(u8::is_ascii_digit).count());
    let rest = rest.strip_prefix('局')?;
    let rest = rest.strip_prefix(['：', ':'])?;
    let mut rest = narrow(rest);
    // A line full of years costs no more than two of them: the time, and perhaps the time in another zone.
    for _ in 0..2 {
        let Some((front, after)) = split_once(&rest, "年") else { break };
        let (date, after) = split_once(after, "日")?;
        let (month, day) = month_and_day(date)?;
        rest = format!("{front}/{month}/{day} {}", trim_start(after)).into();
    }
    let rest = in_english(rest, &HEADER);
    (!id.is_empty()).then(|| ["PokerStars Hand #", id, ": ", trim_start(&rest)].concat())
}

/// Reads `10月25` and `1025`, in which the word after the month is lost.
fn month_and_day(text: &str) -> Option<(u8, u8)> {
    let read = |month: &str, day: &str| -> Option<(u8, u8)> {
        let (month, day) = (
            month.parse().ok().filter(|_| is_digits(month))?,
            day.parse()
                .ok()
                .filter(|_| is_digits(day) && !day.starts_with('0') || day.len() == 2)?,
        );
        ((1..=12).contains(&month) && (1..=31).contains(&day)).then_some((month, day))
    };
    if let Some((month, day)) = split_once(text, "月") {
        return read(month, day);
    }
    if text.len() > 4 || !is_digits(text) {
        return None;
    }
    let mut readings = (1..=2_usize)
        .filter(|len| *len < text.len() && text.len() - len <= 2)
        .filter_map(|len| read(&text[..len], &text[len..]));
    readings.next().filter(|_| readings.next().is_none())
}

/// A street's title in English, and what follows it. A player may have the English title as name.
fn title_of(title: &str) -> Option<(&'static str, &str)> {
    TITLES.iter().find_map(|(words, english)| {
        let rest = title.strip_prefix(words)?;
        rest.starts_with(" ***").then_some((*english, rest))
    })
}

/// The number, name and stack of `座位1：NAME（3.34$筹码）`, and what follows.
fn seat_of(line: &str) -> Option<(&str, &str, &str, &str)> {
    let rest = line.strip_prefix("座位")?;
    let (number, rest) = rest.split_at(rest.bytes().take_while(u8::is_ascii_digit).count());
    let rest = rest.strip_prefix(['：', ':'])?;
    let (front, tail) = rsplit_once(rest, "筹码）")?;
    let (name, stack) = rsplit_once(front, "（")?;
    (!number.is_empty()).then(|| (number, name.trim(), stack, tail))
}

/// The quotation marks around a table's name and around chat.
const QUOTES: [char; 3] = ['”', '“', '"'];

/// Rewrites `”NAME” 牌桌 6-max 第2号座位现在是庄家`.
fn table_of(line: &str) -> Option<String> {
    let (name, rest) = rsplit_once(line.strip_prefix(QUOTES)?, " 牌桌 ")?;
    let name = name.strip_suffix(QUOTES)?;
    let (seats, button) = rsplit_once(rest, "第")?;
    let (button, _) = split_once(button, "号座位")?;
    Some(format!("Table '{name}' {}Seat #{button} is the button", narrow(seats)))
}

/// Rewrites a player's action: the text after the name.
fn act_of(name: &str, act: &str, out: &mut String) -> std::fmt::Result {
    let (act, all_in) = match act.strip_suffix(ALL_IN) {
        Some(act) => (act, " and is all-in"),
        None => (act, ""),
    };
    let known = ACTS.iter().find_map(|(words, english)| {
        let rest = act.strip_prefix(words)?;
        let is_whole = english.ends_with([' ', '[']) || rest.is_empty();
        is_whole.then_some((rest, *english))
    });
    match known {
        Some((rest, "shows [")) => {
            let cards = rest.split(']').next().unwrap_or_default();
            write_line(out, [name, ": shows [", cards, "]"])
        }
        Some((rest, english)) => {
            let rest = narrow(rest);
            write_line(out, [name, ": ", english, &replace_first(&rest, "至", " to "), all_in])
        }
        None => write_line(out, [name, ": ", act, all_in]),
    }
}

/// Rewrites a line about a player without a colon: a payment, the end of a tournament.
fn notice(name: &str, rest: &str, line: &str, out: &mut String) -> std::fmt::Result {
    if let Some((pot, amount)) = rest.strip_prefix('从').and_then(|rest| split_once(rest, "中赢得"))
    {
        let number: String = pot.chars().filter(char::is_ascii_digit).collect();
        let dash = if number.is_empty() { "" } else { "-" };
        return match pot {
            _ if pot.starts_with("边池") => write_line(
                out,
                [name, " collected ", &narrow(amount), " from side pot", dash, &number],
            ),
            "主池" => write_line(out, [name, " collected ", &narrow(amount), " from main pot"]),
            _ => write_line(out, [name, " collected ", &narrow(amount), " from pot"]),
        };
    }
    if let Some(place) = rest.strip_prefix("赢得本锦标赛第") {
        let (number, rest) = place.split_at(place.bytes().take_while(u8::is_ascii_digit).count());
        let prize = split_once(rest, "获得").map_or("", |(_, prize)| prize);
        let prize = narrow(prize.split(['，', '。', '！']).next().unwrap_or_default());
        let received = if prize.is_empty() { "" } else { " and received " };
        return write_line(
            out,
            [name, " finished the tournament in ", number, "th place", received, &prize],
        );
    }
    // Whatever the verb is, chat is in quotes.
    match rest.split_once(QUOTES) {
        Some((_, said)) if said.ends_with(QUOTES) => {
            write_line(out, [name, " said, \"", said.trim_end_matches(QUOTES), "\""])
        }
        _ => write_line(out, [line]),
    }
}

/// The text with the first occurrence of each phrase in English.
fn in_english<'a>(mut text: Cow<'a, str>, phrases: &[Phrase]) -> Cow<'a, str> {
    for (words, english) in phrases {
        if let Some((front, rest)) = split_once(&text, words) {
            text = [front, english, rest].concat().into();
        }
    }
    text
}

/// The text with narrow brackets, colons and commas, and without the space in `0 .06$`.
fn narrow(text: &str) -> Cow<'_, str> {
    // All wide marks start with this byte. Most amounts contain none.
    if memchr::memchr(0xEF, text.as_bytes()).is_none() && find(text, " .").is_none() {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '（' => out.push('('),
            '）' => out.push(')'),
            '：' => out.push(':'),
            '，' => out.push(','),
            '.' if out.ends_with(' ') && out.trim_end().ends_with(|c: char| c.is_ascii_digit()) => {
                out.truncate(out.trim_end().len());
                out.push('.');
            }
            _ => out.push(letter),
        }
    }
    out.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_may_have_lost_its_word() {
        for (text, wanted) in [
            ("1025", Some((10, 25))),
            ("10月25", Some((10, 25))),
            ("9月5", Some((9, 5))),
            ("0905", Some((9, 5))),
            ("95", Some((9, 5))),
            ("925", Some((9, 25))),
            // 25 January or 5 December.
            ("125", None),
            ("1325", None),
            ("1", None),
        ] {
            assert_eq!(month_and_day(text), wanted, "{text}");
        }
    }
}
