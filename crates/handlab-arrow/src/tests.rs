//! Columns are exported and imported again: whole, in several arrays, and in slices of arrays.
#![expect(unsafe_code, reason = "what was exported is imported")]

use crate::c::ArrowArray;
use crate::export::{export_array, export_frame};
use crate::{
    Bits, Column, DataType, Field, Frame, Series, column_stream, export_series, frame_stream,
    read_columns, read_series,
};

/// Short and long texts: a view stores up to twelve bytes inline.
const TEXTS: [Option<&str>; 6] = [
    Some("AhKh"),
    None,
    Some("exactly 12 b"),
    Some("thirteen byte"),
    Some(""),
    Some("♥ much longer than a view ♥"),
];

fn texts() -> Column {
    Column::texts(TEXTS)
}

fn known(flags: &[bool]) -> Option<Bits> {
    flags.iter().copied().collect::<Bits>().unless_all()
}

/// `[[1, 2], [], null, [3]]`, with a value in between that belongs to no list.
fn lists() -> Column {
    let values = Column::options([Some(1_i64), Some(2), Some(99), None]);
    Column::lists(vec![0, 2, 2, 3, 4], values, known(&[true, true, false, true]))
}

fn series(dtype: DataType, arrays: Vec<ArrowArray>) -> Series {
    Series::new("c".to_owned(), dtype, arrays).expect("valid arrays")
}

/// The column as one array of all its rows, followed by a slice without the first and last row.
fn whole_and_slice(column: impl Fn() -> Column) -> Series {
    let mut slice = export_array(column());
    slice.offset = 1;
    slice.length -= 2;
    series(column().dtype(), vec![export_array(column()), slice])
}

fn read_lists(series: &Series) -> Vec<Option<Vec<Option<i64>>>> {
    let rows = series.chunks().lists().expect("lists");
    let values = rows.values().numbers::<i64>().expect("numbers");
    let row = |row| rows.get(row).map(|places| places.map(|place| values.get(place)).collect());
    (0..rows.len()).map(row).collect()
}

#[test]
fn an_exported_column_is_the_one_that_was_built() {
    // SAFETY: the export was just made.
    let got = unsafe { Series::import(export_series("cards", texts())) }.expect("valid");

    assert_eq!((got.name(), got.len(), got.dtype().to_string()), ("cards", 6, "String".to_owned()));
    assert_eq!(got.chunks().texts().expect("texts").iter().collect::<Vec<_>>(), TEXTS);
}

#[test]
fn an_export_that_nobody_reads_frees_itself() {
    drop(export_array(lists()));
    drop(frame_stream(Frame::new(vec![("a", lists())])));
}

#[test]
fn texts_of_several_arrays_are_joined() {
    let got = whole_and_slice(texts);
    let wanted: Vec<_> = TEXTS.iter().chain(&TEXTS[1..5]).copied().collect();

    assert_eq!(got.chunks().texts().expect("texts").iter().collect::<Vec<_>>(), wanted);
}

#[test]
fn numbers_and_flags_of_several_arrays_are_joined() {
    let rows = [Some(5_u64), None, Some(u64::MAX), Some(0)];
    let got = whole_and_slice(|| Column::options(rows));
    let wanted: Vec<_> = rows.iter().chain(&rows[1..3]).copied().collect();
    assert_eq!(got.chunks().numbers::<u64>().expect("numbers").iter().collect::<Vec<_>>(), wanted);

    let rows = [Some(true), None, Some(false), Some(true)];
    let got = whole_and_slice(|| Column::flags(rows));
    let flags = got.chunks().flags().expect("flags");
    let read = |row| flags.known().is_none_or(|it| it.get(row)).then(|| flags.values().get(row));
    let wanted: Vec<_> = rows.iter().chain(&rows[1..3]).copied().collect();
    assert_eq!((0..flags.len()).map(read).collect::<Vec<_>>(), wanted);
}

#[test]
fn lists_of_several_arrays_are_joined() {
    let rows = [Some(vec![Some(1), Some(2)]), Some(vec![]), None, Some(vec![None])];
    let wanted: Vec<_> = rows.iter().chain(&rows[1..3]).cloned().collect();

    assert_eq!(read_lists(&whole_and_slice(lists)), wanted);
    assert_eq!(read_lists(&series(lists().dtype(), vec![export_array(lists())])), rows);
}

#[test]
fn columns_without_rows_can_be_read() {
    for arrays in [vec![], vec![export_array(Column::texts([None::<&str>; 0]))]] {
        let got = series(DataType::String, arrays);
        assert_eq!(got.chunks().texts().expect("texts").len(), 0);
    }
    assert!(read_lists(&series(lists().dtype(), vec![])).is_empty());
    let mut empty = export_array(lists());
    empty.length = 0;
    assert!(read_lists(&series(lists().dtype(), vec![empty])).is_empty());
}

#[test]
fn a_field_of_a_slice_of_structs_is_sliced() {
    let mut array = export_array(Column::structs(4, vec![("a", lists()), ("b", lists())], None));
    array.offset = 3;
    array.length = 1;
    let dtype =
        DataType::Struct(vec![Field::new("a", lists().dtype()), Field::new("b", lists().dtype())]);
    let got = series(dtype, vec![array]);
    let field = got.chunks();
    let rows = field.field("b").expect("a field").lists().expect("lists");

    assert_eq!((rows.len(), rows.get(0)), (1, Some(3..4)));
    assert!(field.field("c").is_err());
}

#[test]
fn a_wrong_type_is_an_error() {
    let got = series(DataType::Int64, vec![export_array(Column::options([Some(1_i64)]))]);
    let chunks = got.chunks();

    assert_eq!(
        chunks.numbers::<i32>().err().map(|it| it.to_string()).as_deref(),
        Some("expected `Int32`, got `Int64`")
    );
    assert!(chunks.texts().is_err() && chunks.flags().is_err() && chunks.lists().is_err());
}

#[test]
fn invalid_arrays_are_errors() {
    let mut negative = export_array(texts());
    negative.length = -1;
    assert!(Series::new(String::new(), DataType::String, vec![negative]).is_err());

    // A struct has no value buffer and no lists.
    let none = || export_frame(Frame::new(Vec::<(String, Column)>::new()));
    let mut bare = none();
    bare.length = 1;
    let bare = series(DataType::Int64, vec![bare]);
    assert!(bare.chunks().numbers::<i64>().is_err());
    let mut bare = none();
    bare.length = 1;
    let bare = series(DataType::list(DataType::Int64), vec![bare]);
    assert!(bare.chunks().lists().is_err());
}

#[test]
fn streams_give_the_columns_that_they_took() {
    let frame = Frame::new(vec![("a", texts()), ("b", Column::flags([Some(true); 6]))]);
    // SAFETY: the streams were just made.
    let columns = unsafe { read_columns(frame_stream(frame)) }.expect("columns");
    assert_eq!(columns.iter().map(Series::name).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(columns[0].chunks().texts().expect("texts").get(5), TEXTS[5]);

    let column = unsafe { read_series(column_stream("b", lists())) }.expect("a column");
    assert_eq!(read_lists(&column).len(), 4);
    let error = unsafe { read_columns(column_stream("b", lists())) }.err().expect("no frame");
    assert_eq!(error.to_string(), "expected a frame, got a column of `List(Int64)`");
}
