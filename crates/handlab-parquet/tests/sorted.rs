//! Rows that are sorted and written column by column are those that were sorted as a whole.

use std::io::Cursor;

use bytes::Bytes;
use handlab_columns::{Bools, Lists, Numbers, OwnedColumn, RowOrder, SortKey, Strings};
use handlab_parquet::SortedFile;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use proptest::prelude::*;

/// A row: player, time, amount, whether it is the hero's, and a list of seats.
type Row = (Option<String>, i64, Option<i32>, Option<bool>, Option<Vec<i8>>);

const NAMES: [&str; 5] = ["player", "time", "amount", "is_hero", "seats"];

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let row = (
        prop::option::weighted(0.9, "[a-c]{0,2}|[ä-ü]{3}"),
        0..40_i64,
        prop::option::weighted(0.8, any::<i32>()),
        prop::option::weighted(0.9, any::<bool>()),
        prop::option::weighted(0.9, prop::collection::vec(0..10_i8, 0..4)),
    );
    prop::collection::vec(row, 1..300)
}

/// The columns of some rows, in the order of [`NAMES`].
fn columns(rows: &[Row]) -> Vec<OwnedColumn> {
    let (mut players, mut times, mut amounts) =
        (Strings::default(), Numbers::default(), Numbers::default());
    let (mut heroes, mut seats) = (Bools::default(), Lists::default());
    for (player, time, amount, is_hero, list) in rows {
        players.push(player.as_deref());
        times.push(Some(*time));
        amounts.push(*amount);
        heroes.push(*is_hero);
        match list {
            Some(list) => seats.push(list.iter().copied()),
            None => seats.push_null(),
        }
    }
    vec![
        OwnedColumn::Text(players),
        OwnedColumn::Timestamp(times),
        OwnedColumn::Int32(amounts),
        OwnedColumn::Bool(heroes),
        OwnedColumn::Int8Lists(seats),
    ]
}

fn shown(field: &Field) -> String {
    match field {
        Field::Null => "null".to_owned(),
        Field::Str(text) => format!("{text:?}"),
        other => other.to_string(),
    }
}

fn wanted(row: &Row) -> Vec<String> {
    let (player, time, amount, is_hero, list) = row;
    let list = list.as_ref().map(|list| {
        let shown: Vec<String> = list.iter().map(i8::to_string).collect();
        format!("[{}]", shown.join(", "))
    });
    vec![
        player.as_ref().map_or("null".to_owned(), |text| format!("{text:?}")),
        Field::TimestampMicros(*time).to_string(),
        amount.map_or("null".to_owned(), |amount| amount.to_string()),
        is_hero.map_or("null".to_owned(), |flag| flag.to_string()),
        list.unwrap_or_else(|| "null".to_owned()),
    ]
}

fn order(rows: &[Row], portion: usize) -> RowOrder {
    let mut order = RowOrder::default();
    for column in [0, 1] {
        let mut key = SortKey::default();
        for part in rows.chunks(portion) {
            key.append(columns(part)[column].as_column()).expect("a key");
        }
        order.sort_by(key).expect("as many rows as before");
    }
    order
}

fn start(rows: &[Row], portion: usize, group_rows: usize) -> SortedFile<Cursor<Vec<u8>>> {
    let kinds = NAMES.map(str::to_owned).into_iter().zip(columns(&[])).collect();
    let order = order(rows, portion);
    SortedFile::new(kinds, order, group_rows, Cursor::new(Vec::new()), 2).expect("a schema")
}

proptest! {
    #[test]
    fn rows_are_read_in_their_order(
        rows in rows(),
        portion in 1..100_usize,
        step in 1..200_usize,
        files in 1..4_usize,
    ) {
        let file = start(&rows, portion, 64);
        for of_pass in [&[0, 3][..], &[4], &[1, 2]] {
            let names: Vec<&str> = of_pass.iter().map(|column| NAMES[*column]).collect();
            for first in (0..rows.len()).step_by(step) {
                let mut pass = file.pass(&names, first..first + step).expect("columns");
                for part in rows.chunks(portion) {
                    let mut all: Vec<Option<OwnedColumn>> = columns(part).into_iter().map(Some).collect();
                    let some: Vec<_> = of_pass.iter().filter_map(|column| all[*column].take()).collect();
                    file.put(&mut pass, &some).expect("rows");
                }
                file.end(&pass).expect("all rows");
            }
        }
        let groups = rows.len().div_ceil(64);
        let mut files = vec![Vec::new(); files.min(groups.max(1))];
        file.finish(files.iter_mut().map(Ok), &[]).expect("files");

        let mut sorted = rows;
        sorted.sort_by(|one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));
        let readers: Vec<_> = files
            .into_iter()
            .map(|bytes| SerializedFileReader::new(Bytes::from(bytes)).expect("a file"))
            .collect();
        let found: Vec<Vec<String>> = readers
            .iter()
            .flat_map(|reader| reader.get_row_iter(None).expect("rows"))
            .map(|row| row.expect("a row").get_column_iter().map(|(_, field)| shown(field)).collect())
            .collect();
        prop_assert_eq!(found, sorted.iter().map(wanted).collect::<Vec<_>>());
        let of_files: Vec<_> =
            readers.iter().map(|reader| reader.metadata().num_row_groups()).collect();
        let most = of_files.iter().max().expect("a file");
        prop_assert!(of_files.iter().all(|count| count + 1 >= *most));
        let groups: Vec<_> =
            readers.iter().flat_map(|reader| reader.metadata().row_groups()).collect();
        prop_assert!(groups.iter().rev().skip(1).all(|group| group.num_rows() == 64));
    }
}

#[test]
fn rows_and_columns_that_are_missing_are_reported() {
    let rows: Vec<Row> = (0..100).map(|time| (None, time, None, None, None)).collect();
    let file = start(&rows, 30, 64);
    assert!(file.pass(&["none"], 0..100).is_err());

    let mut pass = file.pass(&["time"], 0..100).expect("a column");
    let times = |count: usize| vec![columns(&rows[..count]).swap_remove(1)];
    file.put(&mut pass, &times(60)).expect("rows");
    let error = file.end(&pass).expect_err("40 rows are missing").to_string();
    assert!(error.contains("expected 100 rows, got 60"), "{error}");
    let error = file.put(&mut pass, &times(41)).expect_err("one too many").to_string();
    assert!(error.contains("expected 100 rows, got 101"), "{error}");

    let mut files = [Vec::new()];
    let error = file.finish(files.iter_mut().map(Ok), &[]).expect_err("nothing was written");
    let error = error.to_string();
    assert!(error.contains("`player` was not written for all rows"), "{error}");

    let mut files = vec![Vec::new(); 3];
    let error =
        start(&rows, 100, 64).finish(files.iter_mut().map(Ok), &[]).expect_err("two groups");
    let error = error.to_string();
    assert!(error.contains("at most 2 files of row groups, got 3"), "{error}");
}
