//! What was written is read by the `parquet` crate: texts and numbers of rows and of hands, with nulls, in several
//! batches.

use std::iter::repeat_n;

use bytes::Bytes;
use handlab_columns::{Bools, Column, Numbers, Strings, TableColumn};
use parquet::column::page::Page;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::statistics::Statistics;
use parquet::record::Field;
use proptest::prelude::*;

/// A batch: for each hand its text, its number, and how many rows it has.
type Batch = Vec<(Option<String>, Option<i64>, usize)>;

/// Texts of a column: numbers and times of hands, which begin alike, two-byte letters with the same first byte, and
/// texts with nothing in common.
const TEXTS: [&str; 4] =
    ["21000000[0-9]{4}", "2020/01/0[1-9] 15:0[0-9]:00", "[äöü]{0,3}", ".{0,6}"];

fn batches(texts: &'static str) -> impl Strategy<Value = Vec<Batch>> {
    let text = prop::option::weighted(0.9, texts);
    let number = prop::option::weighted(0.9, prop_oneof![any::<i64>(), 0..9_i64]);
    let hand = (text, number, prop_oneof![Just(1_usize), 0..8_usize]);
    prop::collection::vec(prop::collection::vec(hand, 1..60), 1..5)
}

fn read(file: Vec<u8>) -> Vec<(Field, Field)> {
    let reader = SerializedFileReader::new(Bytes::from(file)).expect("a file");
    let rows = reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row"));
    rows.map(|row| {
        let mut fields = row.into_columns().into_iter().map(|(_, field)| field);
        (fields.next().expect("a text"), fields.next().expect("a number"))
    })
    .collect()
}

proptest! {
    #[test]
    fn rows_are_read_as_they_were_written(batches in prop::sample::select(&TEXTS[..]).prop_flat_map(batches), of_hand in any::<bool>()) {
        let rows = |count: usize| if of_hand { count } else { 1 };
        let wanted: Vec<(Field, Field)> = batches
            .iter()
            .flatten()
            .flat_map(|(text, number, count)| {
                let text = text.clone().map_or(Field::Null, Field::Str);
                let number = number.map_or(Field::Null, Field::TimestampMicros);
                repeat_n((text, number), rows(*count))
            })
            .collect();
        let tables: Vec<(Strings, Numbers<i64>, Vec<u32>)> = batches
            .iter()
            .map(|batch| {
                let (mut texts, mut numbers) = (Strings::default(), Numbers::default());
                let (mut ends, mut end) = (Vec::new(), 0);
                for (text, number, count) in batch {
                    texts.push(text.as_deref());
                    numbers.push(*number);
                    end += rows(*count) as u32;
                    ends.push(end);
                }
                (texts, numbers, ends)
            })
            .collect();
        let columns: Vec<Vec<TableColumn<'_>>> = tables
            .iter()
            .map(|(texts, numbers, ends)| {
                let ends = of_hand.then_some(ends.as_slice());
                vec![
                    TableColumn { name: "text", values: Column::Text(texts), ends },
                    TableColumn { name: "number", values: Column::Timestamp(numbers), ends },
                ]
            })
            .collect();
        let mut file = Vec::new();
        let written = handlab_parquet::write(&mut file, &columns, &[], 1).expect("a file");

        prop_assert_eq!(written, wanted.len());
        if written > 0 {
            prop_assert_eq!(read(file), wanted);
        }
    }
}

#[test]
fn an_empty_batch_after_a_full_page_makes_no_page() {
    let [full, empty] = [100_000, 0].map(|rows| Numbers::of((0..rows).collect::<Vec<i64>>()));
    let batch =
        |rows| vec![TableColumn { name: "number", values: Column::Int64(rows), ends: None }];
    let mut file = Vec::new();
    handlab_parquet::write(&mut file, &[batch(&full), batch(&empty)], &[], 1).expect("a file");

    let reader = SerializedFileReader::new(Bytes::from(file)).expect("a file");
    let group = reader.get_row_group(0).expect("a row group");
    let pages = group.get_column_page_reader(0).expect("pages");
    let rows: Vec<u32> = pages.map(|page| Page::num_values(&page.expect("a page"))).collect();
    assert_eq!(rows, [100_000]);
}

#[test]
fn flags_have_bounds_with_which_readers_skip_them() {
    let flags = |values: &[Option<bool>]| {
        let mut flags = Bools::default();
        flags.extend_some(values.iter().copied());
        flags
    };
    let ends = [2, 3, 5];
    for (values, bounds) in [
        ([Some(true), None, Some(true)], Some((true, true))),
        ([Some(false), Some(true), Some(false)], Some((false, true))),
        ([None, Some(false), None], Some((false, false))),
        ([None, None, None], None),
    ] {
        for ends in [None, Some(&ends[..])] {
            let flags = flags(&values);
            let column = TableColumn { name: "flag", values: Column::Bool(&flags), ends };
            let mut file = Vec::new();
            handlab_parquet::write(&mut file, &[vec![column]], &[], 1).expect("a file");

            let reader = SerializedFileReader::new(Bytes::from(file)).expect("a file");
            let group = reader.metadata().row_group(0);
            let Some(Statistics::Boolean(found)) = group.column(0).statistics() else {
                panic!("statistics of flags")
            };
            assert_eq!(found.min_opt().copied().zip(found.max_opt().copied()), bounds);
        }
    }
}
