//! Predicates compared with what SQL makes of them.

use super::*;
use crate::{Bools, Names, Numbers, Words};

const MACROS: [&str; 2] = [
    "-- Whether it pays.\ncreate or replace macro pays(act) as\n    act in ('call', 'bet');",
    "create macro is_good(verdict) as coalesce(verdict not in ('bad', 'worse'), true);",
];

/// What a predicate is for six rows of three hands; the first hand has three rows, the second two.
fn found(sql: &str) -> Result<Vec<Option<bool>>, String> {
    let mut kinds = Words::default();
    let words = [Some("call"), Some("fold"), Some("bet"), None, Some("call"), Some("check")];
    kinds.extend(words.into_iter());
    let mut streets = Names::default();
    for street in [Some("flop"), None, Some("turn"), Some("flop"), Some("river"), Some("turn")] {
        streets.push(street);
    }
    let mut verdicts = Words::default();
    verdicts.extend([Some("fine"), Some("worse"), None].into_iter());
    let mut seats = Numbers::default();
    seats.extend_some([Some(1_i8), Some(2), Some(3), Some(1), None, Some(-2)].into_iter());
    let mut others = Numbers::default();
    others.extend_some([Some(1_i8), Some(3), None, None, Some(2), Some(-2)].into_iter());
    let mut amounts = Numbers::default();
    amounts.extend_some([Some(0), Some(i64::MAX), None, Some(-5), Some(7), None].into_iter());
    let (mut flags, mut bomb_pots) = (Bools::default(), Bools::default());
    for flag in [Some(true), Some(false), None, Some(true), None, Some(false)] {
        flags.push(flag);
    }
    for flag in [None, Some(true), Some(false)] {
        bomb_pots.push(flag);
    }
    let column = |name, values| TableColumn { name, values, ends: None };
    let of_hand = |name, values| TableColumn { name, values, ends: Some(&[3, 5, 6][..]) };
    let columns = [
        column("kind", Column::Words(&kinds)),
        column("street", Column::Names(streets.codes(), &streets)),
        of_hand("verdict", Column::Words(&verdicts)),
        column("seat", Column::Int8(&seats)),
        column("other", Column::Int8(&others)),
        column("amount", Column::Int64(&amounts)),
        column("is_in", Column::Bool(&flags)),
        of_hand("is_bomb_pot", Column::Bool(&bomb_pots)),
    ];
    let made = HashMap::from([("made".to_owned(), vec![0b10_1001])]);
    let rows = Rows { len: 6, columns: &columns, flags: &made };
    let mut predicates = Predicates::default();
    for sql in MACROS {
        predicates.create_macro(sql)?;
    }
    predicates.define("paid", "pays(kind) and amount is distinct from 0")?;
    let place = predicates.add(sql)?;
    let truth = predicates.evaluate(&rows)?.swap_remove(place);
    Ok((0..6).map(|row| truth.get(row)).collect())
}

fn holds(sql: &str, expected: &str) {
    let sign = |truth: &Option<bool>| truth.map_or('?', |holds| if holds { '1' } else { '0' });
    let found = found(sql).map(|truth| truth.iter().map(sign).collect::<String>());
    assert_eq!(found.as_deref(), Ok(expected), "{sql}");
}

#[test]
fn predicates_are_what_sql_makes_of_them() {
    for (sql, expected) in [
        ("true", "111111"),
        ("kind = 'call'", "100?10"),
        ("kind <> 'call'", "011?01"),
        ("kind in ('call', 'bet', 'check')", "101?11"),
        ("kind not in ('call', 'bet')", "010?01"),
        ("kind = 'never'", "000?00"),
        ("kind is null", "000100"),
        ("kind is not null", "111011"),
        ("street = 'flop'", "1?0100"),
        ("street not in ('flop', 'river')", "0?1001"),
        ("coalesce(street, 'flop') = 'flop'", "110100"),
        ("street is distinct from kind", "111111"),
        ("seat = 1", "1001?0"),
        ("seat > 1", "0110?0"),
        ("seat >= -2", "1111?1"),
        ("seat = other", "10???1"),
        ("seat <> other", "01???0"),
        ("seat < other", "01???0"),
        ("seat <= other", "11???1"),
        ("seat > other", "00???0"),
        ("seat >= other", "10???1"),
        ("seat is distinct from other", "011110"),
        ("seat is not distinct from other", "100001"),
        ("amount > 0", "01?01?"),
        ("amount is distinct from 0", "011111"),
        ("coalesce(amount, 0) > 0", "010010"),
        ("coalesce(amount, 0) = 0 and seat > 0", "101000"),
        ("coalesce(amount, 7) = 7", "001011"),
        ("coalesce(seat, other) = 2", "010010"),
        ("is_in", "10?1?0"),
        ("not is_in", "01?0?1"),
        ("is_in is not true", "011011"),
        ("is_in is false", "010001"),
        ("is_in is null", "001010"),
        ("is_bomb_pot", "???110"),
        ("is_bomb_pot is not true", "111001"),
        ("verdict = 'worse'", "00011?"),
        ("is_good(verdict)", "111001"),
        ("pays(kind)", "101?10"),
        ("paid", "001?10"),
        ("made", "100101"),
        ("made is null", "000000"),
        ("not made and is_in", "00?0?0"),
        ("is_in or made", "10?1?1"),
        ("not (is_in or seat = 3)", "0100?1"),
        ("is_in and seat > 5 or made", "1001?1"),
        ("case when is_in then made else coalesce(amount, 0) > 0 end", "110110"),
        ("case when seat = 1 then is_in when seat = 2 then true else made end", "110101"),
        ("coalesce(is_in, true)", "101110"),
    ] {
        holds(sql, expected);
    }
}

#[test]
fn an_invalid_predicate_is_an_error() {
    for sql in [
        "",
        "seat =",
        "seat = 1 and",
        "(is_in",
        "seat between 1 and 2",
        "unknown(seat)",
        "is_in = true",
        "seat",
        "chips > 1",
        "kind = 1",
        "seat = 'x'",
        "kind = seat",
        "amount",
        "pays(kind, 1)",
        "seat # 1",
        "case when is_in then true end",
        "'open",
    ] {
        assert!(found(sql).is_err(), "{sql}");
    }
    assert!(Predicates::default().create_macro("create view pays as select 1").is_err());
}
