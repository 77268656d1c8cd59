//! Rows of several files that are sorted and written column by column are those that were sorted as a whole.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use bytes::Bytes;
use handlab_columns::{Bools, Lists, Names, Numbers, OwnedColumn, Strings, TableColumn};
use handlab_parquet::{SortedFile, StoredFile, StoredRows};
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

/// A folder that is removed with all files.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("handlab-sorted-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a folder");
        Folder(folder)
    }

    /// Writes columns to a file.
    fn file(&self, name: &str, columns: &[(&str, OwnedColumn)]) -> PathBuf {
        let path = self.0.join(name);
        let batch = columns.iter().map(|(name, column)| TableColumn {
            name,
            values: column.as_column(),
            ends: None,
        });
        let file = File::create(&path).expect("a file");
        handlab_parquet::write(file, &[batch.collect()], &[], 1).expect("a file");
        path
    }

    /// Writes rows to files of `of_file` rows, and lists each deleted one in a delete file.
    fn stored(&self, rows: &[(Row, bool)], of_file: usize, has_codes: bool) -> Vec<StoredFile> {
        let mut files = Vec::new();
        for (number, rows) in rows.chunks(of_file).enumerate() {
            let (all, is_deleted): (Vec<Row>, Vec<bool>) = rows.iter().cloned().unzip();
            let mut columns = columns(&all);
            if let (true, OwnedColumn::Text(texts)) = (has_codes, &columns[0]) {
                let mut names = Names::default();
                texts.iter().for_each(|text| names.push(text));
                columns[0] = OwnedColumn::Names(names);
            }
            let named: Vec<_> = NAMES.into_iter().zip(columns).collect();
            let path = self.file(&format!("{number}.parquet"), &named);
            let places = (0_i64..).zip(is_deleted).filter(|(_, is_deleted)| *is_deleted);
            let places: Vec<i64> = places.map(|(place, _)| place).collect();
            let deletes = (!places.is_empty()).then(|| {
                let places = OwnedColumn::Int64(Numbers::of(places));
                self.file(&format!("{number}-delete.parquet"), &[("pos", places)])
            });
            let deletes = deletes.into_iter().collect();
            files.push(StoredFile { path, deletes, names: HashMap::new() });
        }
        files
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn open(kinds: Vec<(String, OwnedColumn)>, files: &[StoredFile]) -> StoredRows {
    StoredRows::open(kinds, files, Arc::default()).expect("files")
}

fn kinds() -> Vec<(String, OwnedColumn)> {
    NAMES.map(str::to_owned).into_iter().zip(columns(&[])).collect()
}

fn start(files: &[StoredFile], group_rows: usize) -> SortedFile<Cursor<Vec<u8>>> {
    let rows = open(kinds(), files);
    SortedFile::new(rows, &["player", "time"], group_rows, Cursor::new(Vec::new())).expect("keys")
}

/// The rows of files, as text.
fn read(files: impl IntoIterator<Item = Vec<u8>>) -> Vec<Vec<String>> {
    let readers = files
        .into_iter()
        .map(|bytes| SerializedFileReader::new(Bytes::from(bytes)).expect("a file"));
    let shown = |row: parquet::record::Row| -> Vec<String> {
        row.get_column_iter().map(|(_, field)| shown(field)).collect()
    };
    readers
        .flat_map(|reader| {
            let rows = reader.get_row_iter(None).expect("rows");
            rows.map(|row| shown(row.expect("a row"))).collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn long_texts_make_small_row_groups() {
    let texts = |number: usize| format!("{number} ").repeat(15_000);
    let mut strings = Strings::default();
    (0..640).for_each(|number| strings.push(Some(&texts(number))));
    let times = Numbers::of((0..640).rev().collect::<Vec<i64>>());
    let folder = Folder::new();
    let columns = [("time", OwnedColumn::Int64(times)), ("text", OwnedColumn::Text(strings))];
    let path = folder.file("long.parquet", &columns);
    let kinds = [
        ("time".to_owned(), OwnedColumn::Int64(Numbers::of(Vec::new()))),
        ("text".to_owned(), OwnedColumn::Text(Strings::default())),
    ];
    let rows = open(kinds.to_vec(), &[StoredFile { path, ..StoredFile::default() }]);

    let file = SortedFile::new(rows, &["time"], 10_000, Cursor::new(Vec::new())).expect("a key");
    assert_eq!(file.groups(), 5);
    file.encode(1, 2).expect("all rows");
    let mut written = Vec::new();
    file.finish([&mut written].into_iter().map(Ok), &[]).expect("a file");

    let found = read([written]);
    assert_eq!(found.len(), 640);
    for (row, fields) in found.iter().enumerate() {
        assert_eq!(fields[0], row.to_string());
        assert!(fields[1].contains(&texts(639 - row)), "{row}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn rows_are_read_in_their_order(
        rows in rows(),
        deleted in prop::collection::vec(prop::bool::weighted(0.2), 300),
        has_deleted in any::<bool>(),
        has_codes in any::<bool>(),
        of_file in 1..200_usize,
        held in 1..40_000_usize,
        files in 1..4_usize,
    ) {
        let rows: Vec<(Row, bool)> =
            rows.into_iter().zip(deleted).map(|(row, is_deleted)| (row, has_deleted && is_deleted)).collect();
        let folder = Folder::new();
        let file = start(&folder.stored(&rows, of_file, has_codes), 64);
        file.encode(held, 2).expect("all rows");
        let mut sorted: Vec<Row> =
            rows.into_iter().filter(|(_, is_deleted)| !is_deleted).map(|(row, _)| row).collect();
        let groups = sorted.len().div_ceil(64);
        prop_assert_eq!(file.groups(), groups);
        let mut files = vec![Vec::new(); files.min(groups.max(1))];
        file.finish(files.iter_mut().map(Ok), &[]).expect("files");

        sorted.sort_by(|one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));
        prop_assert_eq!(read(files.clone()), sorted.iter().map(wanted).collect::<Vec<_>>());
        let readers: Vec<_> = files
            .into_iter()
            .map(|bytes| SerializedFileReader::new(Bytes::from(bytes)).expect("a file"))
            .collect();
        let of_files: Vec<_> =
            readers.iter().map(|reader| reader.metadata().num_row_groups()).collect();
        let most = of_files.iter().max().expect("a file");
        prop_assert!(of_files.iter().all(|count| count + 1 >= *most));
        let groups: Vec<_> =
            readers.iter().flat_map(|reader| reader.metadata().row_groups()).collect();
        prop_assert!(groups.iter().rev().skip(1).all(|group| group.num_rows() == 64));
    }
}

/// Sorts files of the columns `of` as a table of `kinds`, and shows its rows.
fn sorted(files: &[StoredFile], kinds: &[(&str, OwnedColumn)], key: &str) -> Vec<Vec<String>> {
    let kinds = kinds.iter().map(|(name, kind)| ((*name).to_owned(), kind.clone())).collect();
    let rows = open(kinds, files);
    let file = SortedFile::new(rows, &[key], 64, Cursor::new(Vec::new())).expect("a key");
    file.encode(1 << 20, 1).expect("all rows");
    let mut written = [Vec::new()];
    file.finish(written.iter_mut().map(Ok), &[]).expect("a file");
    read(written)
}

#[test]
fn missing_columns_are_null_and_others_may_have_another_name_or_a_narrower_type() {
    let folder = Folder::new();
    let whole = |numbers: &[i64]| OwnedColumn::Int64(Numbers::of(numbers.to_vec()));
    let old = folder.file("old", &[("id", whole(&[3, 1])), ("amount", whole(&[30, 10]))]);
    let share = OwnedColumn::Float64(Numbers::of(vec![2.5]));
    let new = folder.file("new", &[("id", whole(&[2])), ("share", share)]);
    let names = [("share".to_owned(), Some("amount".to_owned())), ("note".to_owned(), None)];
    let files = [
        StoredFile { path: old, names: HashMap::from(names), ..StoredFile::default() },
        StoredFile { path: new, ..StoredFile::default() },
    ];

    let found = sorted(
        &files,
        &[
            ("share", OwnedColumn::Float64(Numbers::default())),
            ("id", whole(&[])),
            ("note", OwnedColumn::Text(Strings::default())),
            ("is_hero", OwnedColumn::Bool(Bools::default())),
            ("seats", OwnedColumn::Int8Lists(Lists::default())),
        ],
        "id",
    );

    let row = |share: &str, id: &str| {
        vec![share.to_owned(), id.to_owned(), "null".into(), "null".into(), "null".into()]
    };
    assert_eq!(found, [row("10.0", "1"), row("2.5", "2"), row("30.0", "3")]);
}

#[test]
fn rows_that_cannot_be_sorted_or_written_are_reported() {
    let folder = Folder::new();
    let rows: Vec<_> = (0..100).map(|time| ((None, time, None, None, None), false)).collect();
    let files = folder.stored(&rows, 30, false);
    let wrong = |keys: &[&str], kinds, files: &[StoredFile]| {
        let sorted = SortedFile::new(open(kinds, files), keys, 64, Cursor::new(Vec::new()));
        sorted.and_then(|file| file.encode(1 << 20, 2)).expect_err("a fault").to_string()
    };

    assert!(wrong(&["none"], kinds(), &files).contains("there is no column `none`"));
    assert!(wrong(&["is_hero"], kinds(), &files).contains("whole numbers or texts"));
    let mut others = kinds();
    others[2].1 = OwnedColumn::Bool(Bools::default());
    let error = wrong(&["time"], others, &files);
    assert!(error.contains("0.parquet: a column has another type"), "{error}");

    let deletes = folder.file("wrong", &[("pos", OwnedColumn::Int64(Numbers::of(vec![30])))]);
    let beyond = StoredFile { deletes: vec![deletes], ..files[0].clone() };
    let error = StoredRows::open(kinds(), &[beyond], Arc::default()).err().expect("no such row");
    assert!(error.to_string().contains("expected one of 30 rows, got 30"), "{error}");

    let mut known = Numbers::default();
    known.extend_some([Some(3_i64), None].into_iter());
    let deletes = folder.file("null", &[("pos", OwnedColumn::Int64(known))]);
    let unknown = StoredFile { deletes: vec![deletes], ..files[0].clone() };
    let error = StoredRows::open(kinds(), &[unknown], Arc::default()).err().expect("no position");
    assert!(error.to_string().contains("expected 2 rows, got 1"), "{error}");

    let whole = [("time", OwnedColumn::Int64(Numbers::of(vec![1])))];
    let whole = StoredFile { path: folder.file("whole", &whole), ..StoredFile::default() };
    let error = StoredRows::open(kinds(), &[whole], Arc::default()).err().expect("no time");
    assert!(error.to_string().contains("expected microseconds in `time`"), "{error}");

    let mut written = [Vec::new()];
    let error = start(&files, 64).finish(written.iter_mut().map(Ok), &[]).expect_err("nothing");
    assert!(error.to_string().contains("`player` was not written for all rows"), "{error}");
    let mut written = vec![Vec::new(); 3];
    let error = start(&files, 64).finish(written.iter_mut().map(Ok), &[]).expect_err("two groups");
    assert!(error.to_string().contains("at most 2 files of row groups, got 3"), "{error}");
}

#[test]
fn reading_ends_when_it_is_stopped() {
    let folder = Folder::new();
    let rows = [((None, 1, None, None, None), false)];
    let is_stopped = Arc::new(AtomicBool::new(false));
    let stored = StoredRows::open(kinds(), &folder.stored(&rows, 1, false), is_stopped.clone());
    let file = SortedFile::new(stored.expect("a file"), &["time"], 64, Cursor::new(Vec::new()));
    let file = file.expect("a key");

    is_stopped.store(true, Ordering::Relaxed);

    let error = file.encode(1 << 20, 2).expect_err("it was stopped").to_string();
    assert!(error.contains("it was stopped"), "{error}");
}

#[test]
fn files_that_are_not_parquet_are_named() {
    let missing = StoredFile { path: Path::new("none.parquet").into(), ..StoredFile::default() };
    let error = StoredRows::open(kinds(), &[missing], Arc::default()).err().expect("no file");
    assert!(error.to_string().contains("none.parquet"), "{error}");
}
