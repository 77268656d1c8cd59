//! Amounts of every form that the sites print, and the shared vectors of `normalise.json`.

use handlab_core::chips::{append_to, currency_of_symbol, read, read_money, scale_of};
use handlab_core::money::Currency;
use proptest::prelude::*;
use serde_json::Value;

fn written(minor: i64, scale: u8) -> String {
    let mut text = String::new();
    append_to(&mut text, minor, scale);
    text
}

fn all_read(cases: &[(&str, u8, Option<i64>)]) {
    for (text, scale, expected) in cases {
        assert_eq!(read(text.as_bytes(), *scale), *expected, "{text:?} at scale {scale}");
    }
}

#[test]
fn money_of_the_shared_vectors_reads_as_given() {
    let vectors: Value =
        serde_json::from_str(include_str!("../data/normalise.json")).expect("JSON");
    let cases = vectors["money"].as_array().expect("cases");
    assert_eq!(cases.len(), 15);
    for case in cases {
        let raw = case["raw"].as_str().expect("raw");
        let currency = Currency::from_code(case["currency"].as_str().expect("currency"));
        let money =
            read_money(raw, Some(currency)).unwrap_or_else(|| panic!("{raw:?} is not money"));
        assert_eq!(money.currency, Some(currency), "{raw:?}");
        assert_eq!(Value::from(money.minor), case["minor"], "{raw:?}");
        assert_eq!(Value::from(money.scale), case["scale"], "{raw:?}");
        assert_eq!(read(raw.as_bytes(), money.scale), Some(money.minor), "{raw:?}");
    }
}

#[test]
fn amounts_of_the_shared_vectors_add_up_and_print() {
    let vectors: Value =
        serde_json::from_str(include_str!("../data/normalise.json")).expect("JSON");
    for case in vectors["amounts"].as_array().expect("cases") {
        let units = |key: &str| case[key].as_i64();
        let Some((before, added)) = units("street_commit_before").zip(units("added")) else {
            continue;
        };
        let to = units("to").expect("to");
        assert_eq!(before + added, to, "{case}");
        if let Some((previous, by)) = units("previous_bet").zip(units("raise_by")) {
            assert_eq!(previous + by, to, "{case}");
        }
        assert_eq!(read(written(to, 2).as_bytes(), 2), Some(to), "{case}");
    }
}

#[test]
fn a_single_mark_is_decimal_unless_it_has_the_shape_of_thousands() {
    all_read(&[
        ("0,02", 2, Some(2)),
        ("1,27", 2, Some(127)),
        ("12,5", 2, Some(1250)),
        ("€38,50", 2, Some(3850)),
        ("0.00012345", 8, Some(12345)),
        ("1,234", 2, Some(123_400)),
        ("1.234", 2, Some(123_400)),
        ("8.290", 0, Some(8290)),
        ("1.550 $", 0, Some(1550)),
        ("165,836", 0, Some(165_836)),
        ("0.125", 2, None),
        ("0,120", 2, Some(12)),
        ("1234.500", 2, Some(123_450)),
        ("1234.567", 2, None),
        (".500", 2, Some(50)),
        ("1.234", 8, Some(123_400_000)),
        ("1,234", 8, Some(123_400_000_000)),
        ("0,001", 8, Some(100_000)),
    ]);
}

#[test]
fn the_last_of_two_kinds_of_marks_is_decimal() {
    all_read(&[
        ("1.234.567,89", 2, Some(123_456_789)),
        ("1,234,567.8", 2, Some(123_456_780)),
        ("82,251.67", 2, Some(8_225_167)),
        ("82,251.67", 0, None),
        ("1,234.567", 2, None),
        ("1,234.567", 3, Some(1_234_567)),
        ("1.234,5.6", 2, None),
        ("1,2.3", 2, None),
    ]);
}

#[test]
fn several_marks_of_one_kind_separate_whole_groups() {
    all_read(&[
        ("1,234,567", 2, Some(123_456_700)),
        ("1.234.567", 0, Some(1_234_567)),
        ("12,34,567", 0, Some(1_234_567)),
        ("1,00,000.50", 2, Some(10_000_050)),
        ("1.23.456", 0, None),
        ("1,23,4", 2, None),
        ("1234,567,890", 0, None),
        ("1,234,56", 2, None),
        (",234,567", 2, None),
    ]);
}

#[test]
fn spaces_and_apostrophes_separate_thousands() {
    all_read(&[
        ("5 253,30 €", 2, Some(525_330)),
        ("15\u{a0}788,50 $", 2, Some(1_578_850)),
        ("1\u{202f}001.24€", 2, Some(100_124)),
        ("15Â\u{a0}788,50Â\u{a0}$", 2, Some(1_578_850)),
        (" 15Â 788,50 $ ", 2, Some(1_578_850)),
        ("1â€¯234â€¯001,24â€¯€", 2, Some(123_400_124)),
        ("15Â788,50", 2, None),
        ("1 234 567", 0, Some(1_234_567)),
        ("1'234'567", 0, Some(1_234_567)),
        ("CHF 5\u{2019}253.30", 2, Some(525_330)),
        ("1'23", 2, None),
        ("1'234 567", 0, None),
        ("1 23", 2, None),
        ("1 234.567", 2, None),
        ("1 234.567,89", 2, None),
        ("10 5", 2, None),
    ]);
}

#[test]
fn symbols_are_allowed_on_either_side() {
    all_read(&[
        ("$ 10", 2, Some(1000)),
        ("0.02€", 2, Some(2)),
        ("Rs. 5.50", 2, Some(550)),
        ("Rs.5", 2, Some(500)),
        ("Rs .5", 2, Some(50)),
        ("US$1,000", 2, Some(100_000)),
        ("RSD1,110.25", 2, Some(111_025)),
        ("50,979.51kr", 2, Some(5_097_951)),
        ("$0,10 USD", 2, Some(10)),
        ("€ 0.43 EURO", 2, Some(43)),
        ("15,200 Chips", 0, Some(15_200)),
        ("Ђ0.50", 2, Some(50)),
        ("Ƀ1", 8, Some(100_000_000)),
        ("30.00", 0, Some(30)),
        ("0", 2, Some(0)),
    ]);
}

#[test]
fn words_and_signs_of_other_countries_name_their_currency_on_either_side() {
    for (sign, code) in [
        ("S/", "PEN"),
        ("S/.", "PEN"),
        ("Ft", "HUF"),
        ("lei", "RON"),
        ("руб.", "RUB"),
        ("р.", "RUB"),
        ("₽", "RUB"),
        ("грн", "UAH"),
        ("лв.", "BGN"),
        ("дин.", "RSD"),
        ("TL", "TRY"),
        ("₪", "ILS"),
        ("₼", "AZN"),
        ("֏", "AMD"),
    ] {
        for text in ["{}1.50", "{} 1.50", "1,50 {}", "1.50{}", "1,50\u{a0}{}"] {
            let text = text.replace("{}", sign);
            let money = read_money(&text, None);
            let found = money
                .map(|money| (money.minor, money.currency.map(|found| found.code().to_owned())));
            assert_eq!(found, Some((150, Some(code.to_owned()))), "{text}");
        }
    }
    // The rouble's letter in other words; symbols that several countries share and no header has shown yet.
    for text in ["1.50 рука", "R 1.50", "Bs. 1.50", "1.50 fr."] {
        assert_eq!(read_money(text, None), None, "{text}");
    }
}

#[test]
fn what_is_not_an_amount_is_none() {
    let none = [
        "", " ", ".", ",", "$", "$.", "5.", "5,", "€", "-5", "$-5", "5-", "+5", "−5", "(5)", "5x",
        "x5", "1e5", "Bob 5", "5 Bob", "$$5", "1..5", "1,,5", "1.5.", "٣", "0x10", "5\u{0}", "12a",
        "NaN", "1''000", "'100", "100'",
    ];
    for text in none {
        assert_eq!(read(text.as_bytes(), 2), None, "{text:?}");
        assert_eq!(read_money(text, None), None, "{text:?}");
    }
    assert_eq!(read(b"\xff\xfe5", 2), None);
}

#[test]
fn a_binary_fraction_is_read_as_the_amount_next_to_it() {
    all_read(&[
        ("310.49999999999994", 2, Some(31050)),
        ("0.30000000000000004", 2, Some(30)),
        ("$1.9999999999999998", 2, Some(200)),
        ("9.999999999999998", 0, Some(10)),
        // Too short, or further away.
        ("0.3000000004", 2, None),
        ("0.99999999", 2, None),
        ("310.4950000000001", 2, None),
        ("0.30012345678901234", 2, None),
        ("1.2344444444444444", 2, None),
    ]);
}

#[test]
fn an_amount_beyond_i64_is_none() {
    all_read(&[
        ("9223372036854775807", 0, Some(i64::MAX)),
        ("9223372036854775808", 0, None),
        ("92233720368547758.07", 2, Some(i64::MAX)),
        ("92,233,720,368,547,758.08", 2, None),
        ("999999999999999999", 2, None),
        ("1", 18, Some(1_000_000_000_000_000_000)),
        ("10", 18, None),
        ("1", 255, None),
        ("0", 255, Some(0)),
    ]);
}

#[test]
fn a_symbol_identifies_the_currency_and_the_hint_the_rest() {
    let currency = |text: &str, hint: Option<&str>| {
        let money = read_money(text, hint.map(Currency::from_code));
        money.and_then(|money| money.currency).map(|currency| currency.code().to_owned())
    };
    assert_eq!(currency("$5", None).as_deref(), Some("USD"));
    assert_eq!(currency("$5", Some("CHIPS")).as_deref(), Some("USD"));
    assert_eq!(currency("$5", Some("CAD")).as_deref(), Some("CAD"));
    assert_eq!(currency("US$5", Some("CAD")).as_deref(), Some("USD"));
    assert_eq!(currency("$5 CAD", None).as_deref(), Some("CAD"));
    assert_eq!(currency("5kr", Some("DKK")).as_deref(), Some("DKK"));
    assert_eq!(currency("5", Some("EUR")).as_deref(), Some("EUR"));
    assert_eq!(currency("300 chips", None).as_deref(), Some("CHIPS"));
    assert_eq!(currency("300 chips", Some("PLAY")).as_deref(), Some("PLAY"));
    assert_eq!(currency("500FPP", None).as_deref(), Some("FPP"));
    assert_eq!(currency("5", None), None);
    assert_eq!(scale_of(Currency::PLAY), 0);
    assert_eq!(currency_of_symbol("€5"), Some((Currency::from_code("EUR"), 3)));
    assert_eq!(currency_of_symbol("Rs.5"), Some((Currency::from_code("INR"), 3)));
    assert_eq!(currency_of_symbol("USDT"), Some((Currency::from_code("USDT"), 4)));
    for none in ["", "5", "us", "Usd", "USDX", "é"] {
        assert_eq!(currency_of_symbol(none), None, "{none}");
    }
}

#[test]
fn minor_units_print_with_their_decimals() {
    let cases = [
        (127_050, 2, "1270.50"),
        (5, 2, "0.05"),
        (-5, 2, "-0.05"),
        (0, 2, "0.00"),
        (0, 0, "0"),
        (1500, 0, "1500"),
        (12_345, 8, "0.00012345"),
        (i64::MIN, 2, "-92233720368547758.08"),
        (i64::MAX, 19, "0.9223372036854775807"),
    ];
    for (minor, scale, text) in cases {
        assert_eq!(written(minor, scale), text);
    }
}

proptest! {
    #[test]
    fn amounts_are_read_back_as_written(minor in 0..=i64::MAX, scale in 0_u8..=18) {
        prop_assert_eq!(read(written(minor, scale).as_bytes(), scale), Some(minor));
    }

    #[test]
    fn every_habit_of_grouping_reads_the_same(minor in 0..=10_i64.pow(15)) {
        let (whole, cents) = (minor / 100, minor % 100);
        let digits = whole.to_string();
        for (thousands, decimal) in [(",", "."), (".", ","), (" ", ","), ("\u{a0}", ","), ("\u{202f}", "."), ("'", "."), ("", ".")] {
            let mut text = String::from("€");
            for (i, digit) in digits.chars().enumerate() {
                if i > 0 && (digits.len() - i) % 3 == 0 {
                    text.push_str(thousands);
                }
                text.push(digit);
            }
            text.push_str(decimal);
            text.push_str(&written(cents, 2)[2..]);
            prop_assert_eq!(read(text.as_bytes(), 2), Some(minor), "{}", text);
        }
    }

    #[test]
    fn the_fast_path_agrees_with_the_careful_one(text in "[0-9]{0,4}([.,][0-9]{0,4}){0,4}", scale in 0_u8..=9) {
        // A leading space is only understood by the careful path.
        prop_assert_eq!(read(text.as_bytes(), scale), read(format!(" {text}").as_bytes(), scale), "{}", text);
    }

    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..24), scale in any::<u8>()) {
        if let Some(minor) = read(&bytes, scale) {
            prop_assert!(minor >= 0);
        }
    }

    #[test]
    fn no_text_of_amount_characters_panics(text in "[$€ ,.0-9\u{a0}krUSD-]{0,16}", scale in 0_u8..=9) {
        let _ = read_money(&text, None);
        let _ = read(text.as_bytes(), scale);
    }
}
