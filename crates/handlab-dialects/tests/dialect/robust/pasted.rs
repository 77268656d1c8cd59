//! Hands that were copied through another program: a web page, a chat, a word processor, a mail that wraps lines.

use handlab_core::batch::Batch;

use super::{PLACES, parsed};
use crate::corpus::DIALECTS;
use crate::rows::{Rows, rows};
use crate::samples::{samples, samples_of};

/// The rows of a text, without positions, digests and the text itself.
fn rows_of(text: &str) -> Rows {
    let without: Vec<_> = PLACES.iter().copied().chain(["text", "source_line"]).collect();
    rows(&parsed(text.as_bytes()), &without)
}

/// Each line, changed.
fn lines(text: &str, change: impl Fn(&str) -> String) -> String {
    text.lines().map(|line| change(line) + "\n").collect()
}

fn escaped(text: &str, apostrophe: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\'', apostrophe)
}

/// A text in a string of JSON.
fn string(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\t', "\\t");
    format!("\"{}\"", text.replace('\r', "\\r").replace('\n', "\\n").replace('€', "\\u20ac"))
}

/// A text in the second column of a table that `PostgreSQL` copies.
fn column(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('\t', "\\t");
    format!("1\t{}\t\\N\n", text.replace('\r', "\\r").replace('\n', "\\n"))
}

/// The name of a program and what it does to a text.
type Program = (&'static str, fn(&str) -> String);

const PROGRAMS: [Program; 26] = [
    ("tags on the first and the last line", |text| {
        format!("[quote=\"Ann\"]{}[/quote]\n", text.trim())
    }),
    ("a fence on the first and the last line", |text| format!("```{}```\n", text.trim())),
    ("a line of JSON", |text| {
        format!("{{\"id\": 1, \"hand\": {}, \"note\": \"\"}}\n", string(text))
    }),
    ("a string of JSON at its end", |text| format!("[{}]", string(text.trim_end()))),
    ("a string in a string", |text| string(&format!("{{\"hand\": {}}}", string(text)))),
    ("lines in a list of JSON", |text| {
        format!("[{}]", lines(text, |line| string(line) + ",").trim_end())
    }),
    ("a copied table", column),
    ("a copied table with line ends of Windows", |text| column(&text.replace('\n', "\r\n"))),
    ("entities", |text| escaped(text, "&#39;")),
    ("entities in hexadecimal", |text| escaped(text, "&#x27;")),
    ("line breaks", |text| lines(&escaped(text, "&#039;"), |line| format!("{line}<br />"))),
    ("line breaks alone", |text| escaped(text, "'").replace('\n', "<br>")),
    ("paragraphs", |text| lines(&escaped(text, "'"), |line| format!("<p>{line}</p>"))),
    ("a page", |text| format!("<html><body><pre>{}</pre></body></html>", escaped(text, "'"))),
    ("a part of a page", |text| {
        format!("<div>Look:</div>\n<pre class=hand>\n{}</pre>\nthanks", escaped(text, "'"))
    }),
    ("Markdown", |text| text.replace('*', "\\*").replace('[', "\\[").replace(']', "\\]")),
    ("dashes", |text| text.replace(" - ", " \u{2013} ")),
    ("quotation marks", |text| text.replace('\'', "\u{2019}")),
    ("quotation marks of a word processor", |text| {
        text.replace(" '", " \u{2018}").replace('\'', "\u{2019}")
    }),
    ("hyphens that break no line", |text| text.replace("-max", "\u{2011}max")),
    ("long dashes", |text| text.replace(" - ", " \u{2014} ").replace("-max", "\u{2013}max")),
    ("no-break spaces", |text| text.replace(' ', "\u{a0}")),
    ("a header wrapped before its date", |text| text.replacen(" - 20", " -\n20", 1)),
    ("a header wrapped before its hour", |text| text.replacen(":56:44 ET", ":56:44\nET", 1)),
    ("a header wrapped within its price", |text| text.replacen(" USD", "\nUSD", 1)),
    ("tabs", |text| format!("\u{200b}{}", text.replace(' ', "\t"))),
];

#[test]
fn a_hand_that_another_program_has_changed_is_read_as_it_was() {
    let samples = samples();
    for name in ["nlhe_6max_straddle", "nlhe_6max_zoom_tournament", "plo_6max_run_it_twice_flop"] {
        let text = String::from_utf8(samples[name].clone()).expect("UTF-8");
        let wanted = rows_of(&text);
        for (program, change) in PROGRAMS {
            assert_eq!(rows_of(&change(&text)), wanted, "{name}: {program}");
        }
    }
}

#[test]
fn no_hand_of_any_dialect_is_lost_in_a_quotation_or_a_fence() {
    let mut wrong = Vec::new();
    for dialect in DIALECTS {
        for (name, data) in samples_of(dialect) {
            let Ok(text) = std::str::from_utf8(&data) else { continue };
            if text.contains('\0') {
                continue;
            }
            let text = text.trim_start_matches('\u{feff}');
            let wanted = parsed(text.as_bytes()).headers;
            let quoted = |quote: &str| -> String {
                text.split_inclusive('\n').map(|line| [quote, line].concat()).collect()
            };
            let mut ways: Vec<_> =
                ["> ", ">", "> > ", "| "].map(|quote| (quote, quoted(quote))).into();
            ways.push(("fence", format!("```{text}```\n")));
            ways.push(("tags", format!("[quote=\"Ann\"][code]{text}[/code][/quote]\n")));
            for (way, text) in ways {
                for text in [format!("On Monday Ann wrote:\n\n{text}"), text] {
                    let found = parsed(text.as_bytes()).headers;
                    if found < wanted {
                        wrong.push(format!("{dialect}/{name}, {way:?}: {found} of {wanted}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{} lost", wrong.join("\n"), wrong.len());
}

#[test]
fn no_hand_of_any_dialect_with_seats_is_lost_in_a_string() {
    let mut wrong = Vec::new();
    for dialect in DIALECTS {
        for (name, data) in samples_of(dialect) {
            let Ok(text) = std::str::from_utf8(&data) else { continue };
            let text = text.trim_start_matches('\u{feff}');
            if text.contains('\0') || text.matches("\nSeat ").count() < 2 {
                continue;
            }
            let outcome = |batch: &Batch| (batch.headers, batch.rejected + batch.partial);
            let wanted = outcome(&parsed(text.as_bytes()));
            for (way, changed) in [("JSON", string(text)), ("COPY", column(text))] {
                let found = outcome(&parsed(changed.as_bytes()));
                if found.0 < wanted.0 || found.1 > wanted.1 {
                    wrong.push(format!("{dialect}/{name}, {way}: {found:?} of {wanted:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{} lost", wrong.join("\n"), wrong.len());
}

#[test]
fn a_hand_in_letters_of_one_case_is_refused() {
    let samples = samples();
    for (name, data) in &samples {
        let Ok(text) = std::str::from_utf8(data) else { continue };
        for changed in [text.to_uppercase(), text.to_lowercase()] {
            let batch = parsed(changed.as_bytes());
            assert_eq!(batch.tables.hands.len(), 0, "{name}");
        }
    }
}
