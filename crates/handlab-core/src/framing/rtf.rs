//! The text of an RTF document, as a mail program or a word processor saves what was pasted into it.

use encoding_rs::WINDOWS_1252;

const START: &[u8] = b"{\\rtf";

/// Groups without visible text.
const HIDDEN: [&[u8]; 16] = [
    b"fonttbl",
    b"colortbl",
    b"stylesheet",
    b"listtable",
    b"listoverridetable",
    b"revtbl",
    b"rsidtbl",
    b"generator",
    b"info",
    b"pict",
    b"object",
    b"fldinst",
    b"header",
    b"footer",
    b"xmlnstbl",
    b"themedata",
];

/// State that lasts until a group ends.
#[derive(Clone, Copy)]
struct Group {
    is_hidden: bool,
    /// How many fallback characters follow a Unicode character, for programs that cannot show it.
    substitutes: usize,
}

#[derive(Default)]
struct Output {
    text: String,
    /// The first half of a surrogate pair.
    high: Option<u16>,
}

/// The text without markup; `None` for anything but RTF.
pub(super) fn text(data: &[u8]) -> Option<Vec<u8>> {
    let data = data.trim_ascii_start();
    if !data.starts_with(START) {
        return None;
    }
    let mut out = Output { text: String::with_capacity(data.len()), high: None };
    let mut group = Group { is_hidden: false, substitutes: 1 };
    let mut outer = Vec::new();
    let mut rest = data;
    // How many fallback characters remain to be skipped.
    let mut skipped = 0;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'{' => outer.push(group),
            b'}' => {
                group = outer.pop().unwrap_or(group);
                skipped = 0;
            }
            b'\r' | b'\n' => {}
            b'\\' => rest = control(rest, &mut group, &mut skipped, &mut out),
            _ => {
                let end = rest.iter().position(|byte| b"{}\\\r\n".contains(byte));
                let length = 1 + end.unwrap_or(rest.len());
                let (plain, after) = data[data.len() - rest.len() - 1..].split_at(length);
                let of_substitutes = skipped.min(plain.len());
                skipped -= of_substitutes;
                if !group.is_hidden {
                    out.push_bytes(&plain[of_substitutes..]);
                }
                rest = after;
            }
        }
    }
    Some(out.text.into_bytes())
}

/// Handles what follows a backslash; returns the rest.
fn control<'a>(
    rest: &'a [u8],
    group: &mut Group,
    skipped: &mut usize,
    out: &mut Output,
) -> &'a [u8] {
    let Some((&first, after)) = rest.split_first() else { return rest };
    if !first.is_ascii_alphabetic() {
        let (bytes, after): (&[u8], _) = match first {
            b'\'' => {
                let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
                let code = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
                let Some(code) = code else { return after };
                if std::mem::replace(skipped, skipped.saturating_sub(1)) == 0 && !group.is_hidden {
                    out.push_bytes(&[code]);
                }
                return &after[2..];
            }
            b'\r' if after.starts_with(b"\n") => (b"\n", &after[1..]),
            b'\r' | b'\n' => (b"\n", after),
            b'~' => (b" ", after),
            b'_' => (b"-", after),
            b'\\' | b'{' | b'}' => (&rest[..1], after),
            b'*' => {
                group.is_hidden = true;
                return after;
            }
            _ => return after,
        };
        if !group.is_hidden {
            out.push_bytes(bytes);
        }
        return after;
    }
    let end = rest.iter().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(rest.len());
    let (word, after) = rest.split_at(end);
    let sign = usize::from(after.starts_with(b"-"));
    let digits = after[sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, after) =
        if digits > 0 { after.split_at(sign + digits) } else { (&after[..0], after) };
    let number = std::str::from_utf8(number).ok().and_then(|number| number.parse::<i32>().ok());
    let after = after.strip_prefix(b" ").unwrap_or(after);
    if HIDDEN.contains(&word) {
        group.is_hidden = true;
    }
    let count = usize::try_from(number.unwrap_or(0)).unwrap_or(0);
    let text = match word {
        b"uc" => {
            group.substitutes = count;
            return after;
        }
        b"bin" => return &after[count.min(after.len())..],
        b"u" => {
            *skipped = group.substitutes;
            if let Some(number) = number.filter(|_| !group.is_hidden) {
                // Values above 32,767 are written as negative numbers.
                out.push_unit(number as u16);
            }
            return after;
        }
        b"par" | b"line" | b"row" => "\n",
        b"tab" | b"cell" => "\t",
        b"emdash" => "\u{2014}",
        b"endash" => "\u{2013}",
        b"lquote" => "\u{2018}",
        b"rquote" => "\u{2019}",
        b"ldblquote" => "\u{201c}",
        b"rdblquote" => "\u{201d}",
        b"bullet" => "\u{2022}",
        _ => return after,
    };
    if !group.is_hidden {
        out.text.push_str(text);
    }
    after
}

impl Output {
    fn push_bytes(&mut self, bytes: &[u8]) {
        self.high = None;
        match std::str::from_utf8(bytes) {
            Ok(text) => self.text.push_str(text),
            Err(_) => self.text.push_str(&WINDOWS_1252.decode_without_bom_handling(bytes).0),
        }
    }

    /// Adds a UTF-16 code unit: a character or half of a surrogate pair.
    fn push_unit(&mut self, unit: u16) {
        let units: Vec<u16> = self.high.take().into_iter().chain([unit]).collect();
        match char::decode_utf16(units).last() {
            Some(Ok(character)) => self.text.push(character),
            _ => self.high = Some(unit),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(data: &str) -> Option<String> {
        text(data.as_bytes()).map(|text| String::from_utf8(text).expect("UTF-8"))
    }

    #[test]
    fn rtf_of_a_mail_program_is_read() {
        let data = "{\\rtf1\\ansi\\ansicpg1252\\cocoartf2867\n{\\fonttbl\\f0\\fswiss\\fcharset0 Helvetica;}\n\
            {\\*\\expandedcolortbl;;}\n\\pard\\tx720\\pardirnatural\n\n\\f0\\fs24 \\cf0 Tournament #1, HORSE\\\n\
            Buy-In: \\'802.94/\\uc0\\u8364 0.36 EUR\\\n\\\n  1: A\\{b\\}\\\\\\'e9 (Per\\'fa), \\f1\\u-10179 \\u-8704 .\\par }";
        let wanted = "Tournament #1, HORSE\nBuy-In: €2.94/€0.36 EUR\n\n  1: A{b}\\é (Perú), 😀.\n";
        assert_eq!(read(data).as_deref(), Some(wanted));
    }

    #[test]
    fn substitutes_and_fields_are_not_text() {
        assert_eq!(read("{\\rtf1 a\\u233?b\\u233\\'e9c}").as_deref(), Some("aébéc"));
        assert_eq!(
            read("{\\rtf1 {\\field{\\*\\fldinst{HYPERLINK \"x\"}}{\\fldrslt stars}}\\line z}")
                .as_deref(),
            Some("stars\nz")
        );
        assert_eq!(read("{\\rtf1 a\\bin3 {{{b\\'"), Some("ab".to_owned()));
        assert_eq!(read("{\"rtf\": 1}"), None);
    }
}
