//! The script as JSON: the fields that are read; others are skipped.

use std::borrow::Cow;

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Script<'a> {
    #[serde(borrow)]
    pub(super) hand: Table<'a>,
    #[serde(borrow)]
    pub(super) plays: Vec<Play<'a>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Table<'a> {
    #[serde(borrow)]
    pub(super) title: Cow<'a, str>,
    pub(super) number_of_seats: u8,
    pub(super) big_blind: i64,
    pub(super) small_blind: i64,
    pub(super) ante: i64,
    pub(super) dealer: u8,
    #[serde(borrow)]
    pub(super) players: Vec<Player<'a>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Player<'a> {
    #[serde(borrow)]
    pub(super) name: Cow<'a, str>,
    pub(super) seat: u8,
    pub(super) stack: i64,
    #[serde(borrow)]
    pub(super) cards: Vec<Cow<'a, str>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Play<'a> {
    pub(super) seat: u8,
    #[serde(borrow)]
    pub(super) action: Cow<'a, str>,
    #[serde(borrow, default, rename = "value")]
    pub(super) value: Value<'a>,
}

#[derive(Default, Deserialize)]
#[serde(untagged)]
pub(super) enum Value<'a> {
    Amount(i64),
    Cards(#[serde(borrow)] Vec<Cow<'a, str>>),
    #[default]
    Nothing,
}

/// Appends `text` with quotation marks around its keys.
pub(super) fn quote_keys(text: &str, json: &mut String) {
    let bytes = text.as_bytes();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
    let (mut at, mut copied) = (0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
            }
            byte if byte.is_ascii_alphabetic() => {
                let len = bytes[at..].iter().take_while(|byte| is_word(**byte)).count();
                let rest = bytes[at + len..].trim_ascii_start();
                if rest.first() == Some(&b':') {
                    json.push_str(&text[copied..at]);
                    json.push('"');
                    json.push_str(&text[at..at + len]);
                    json.push('"');
                    copied = at + len;
                }
                at += len;
            }
            _ => at += 1,
        }
    }
    json.push_str(&text[copied..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_keys_get_quotation_marks() {
        for (text, wanted) in [
            ("{Seat:1}", "{\"Seat\":1}"),
            ("{ Name : \"A: \\\" b:\", x:[true] }", "{ \"Name\" : \"A: \\\" b:\", \"x\":[true] }"),
            ("{\"é", "{\"é"),
            ("{a:\"\\", "{\"a\":\"\\"),
            ("", ""),
        ] {
            let mut json = String::new();
            quote_keys(text, &mut json);
            assert_eq!(json, wanted);
        }
    }
}
