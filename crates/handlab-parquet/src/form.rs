//! Chooses the smaller form for a column: decided on its first rows and kept for the file's other row groups.

use std::collections::HashSet;
use std::hash::Hash;

use handlab_columns::{Column, Numbers, TableColumn};
use hashbrown::DefaultHashBuilder;
use parquet::errors::Result;

use crate::chunk::ChunkBuilder;
use crate::hybrid::{Hybrid, write_packed};
use crate::texts;

/// The number of rows that decide the form; with fewer, the next row group is examined again.
const SAMPLE: usize = 4096;

/// The average number of codes per run from which runs are written as such.
const LONG_RUN: usize = 12;

/// What is known about one column of a file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Form {
    is_repetitive: Option<bool>,
    begin_alike: Option<bool>,
    /// The decisions for codes of at least 1, 2 … 32 bits.
    codes: [Option<Codes>; 32],
}

/// How codes are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Codes {
    /// Bits per code.
    pub(crate) width: u32,
    /// Whether equal neighbours are written as runs. Otherwise all codes are packed, which takes a fraction of the time
    /// and leaves short runs to the compression.
    pub(crate) has_runs: bool,
}

impl Form {
    /// Whether numbers repeat often enough for a dictionary, which is then half as large as differences: amounts do;
    /// digests, start times and file offsets do not.
    pub(crate) fn is_repetitive(&mut self, column: &[TableColumn<'_>]) -> bool {
        if let Some(known) = self.is_repetitive {
            return known;
        }
        let Some(batch) = column.iter().find(|batch| !batch.is_empty()) else { return false };
        let found = match batch.values {
            Column::Int64(rows) | Column::Timestamp(rows) => is_repetitive(rows),
            Column::Int32(rows) => is_repetitive(rows),
            Column::Int16(rows) => is_repetitive(rows),
            Column::Int8(rows) => is_repetitive(rows),
            _ => true,
        };
        self.is_repetitive = (batch.values.len() >= SAMPLE).then_some(found);
        found
    }

    /// Whether neighbouring texts share half of their characters, so that it pays to omit these.
    pub(crate) fn begin_alike(&mut self, column: &[TableColumn<'_>]) -> bool {
        if let Some(known) = self.begin_alike {
            return known;
        }
        let Some(batch) = column.iter().find(|batch| !batch.is_empty()) else { return false };
        let found = texts::begin_alike(batch, SAMPLE);
        self.begin_alike = (batch.values.len() >= SAMPLE).then_some(found);
        found
    }

    /// How codes of rows, of at least `least` bits, are written: packed in as few bits as possible or in whole bytes,
    /// whichever compresses better. Bytes expose frequent and repeated values to the compression; bits packed end to
    /// end hide them.
    pub(crate) fn of_codes(
        &mut self,
        codes: &[u32],
        least: u32,
        builder: &mut ChunkBuilder<'_>,
    ) -> Result<Codes> {
        if let Some(known) = self.codes[least as usize - 1] {
            return Ok(known);
        }
        let sample = &codes[..codes.len().min(SAMPLE)];
        let runs = sample.chunk_by(|one, other| one == other).count();
        let has_runs = sample.len() >= LONG_RUN * runs;
        let whole = least.next_multiple_of(8);
        let mut found = Codes { width: least, has_runs };
        if least != whole && whole <= 16 && !sample.is_empty() {
            let mut size = |width| -> Result<usize> {
                let mut body = Vec::new();
                Codes { width, has_runs }.write(&mut body, sample);
                Ok(builder.compress(&body)?.len())
            };
            found.width = if size(whole)? < size(least)? { whole } else { least };
        }
        if sample.len() == SAMPLE {
            self.codes[least as usize - 1] = Some(found);
        }
        Ok(found)
    }
}

impl Codes {
    /// Appends non-null codes.
    pub(crate) fn write(self, out: &mut Vec<u8>, codes: &[u32]) {
        if !self.has_runs {
            return write_packed(out, codes, self.width);
        }
        let mut hybrid = Hybrid::new(out, self.width);
        for code in codes {
            hybrid.push(*code);
        }
        hybrid.finish();
    }
}

fn is_repetitive<T: Copy + Default + Into<i64> + Eq + Hash>(rows: &Numbers<T>) -> bool {
    let sample = &rows.values()[..rows.len().min(SAMPLE)];
    let different: HashSet<T, DefaultHashBuilder> = sample.iter().copied().collect();
    different.len() * 2 <= sample.len()
}
