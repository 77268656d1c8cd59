//! What is kept of a file's footer: the locations of each column's chunks.
//!
//! The `parquet` crate's metadata takes about 600 bytes per chunk, and a compaction has a million chunks.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use handlab_columns::OwnedColumn;
use parquet::basic::{Compression, ConvertedType, LogicalType, TimeUnit};
use parquet::column::page::PageReader;
use parquet::column::reader::ColumnReader;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{
    ColumnChunkMetaData, ParquetMetaDataOptions, ParquetMetaDataReader, ParquetStatisticsPolicy,
    RowGroupMetaData,
};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::serialized_reader::SerializedPageReader;
use parquet::schema::types::ColumnDescPtr;

use super::StoredFile;
use super::values::as_many;

/// A file, and the locations of its chunks.
pub(super) struct Footer {
    path: PathBuf,
    /// For each wanted column, its type in this file, if present.
    columns: Vec<Option<ColumnDescPtr>>,
    groups: Vec<Group>,
}

/// The pages of one column in one row group.
pub(super) struct Pages {
    pub(super) column: ColumnDescPtr,
    pub(super) has_dictionary: bool,
    pub(super) reader: Box<dyn PageReader>,
}

/// A row group.
pub(super) struct Group {
    rows: usize,
    /// For each wanted column, if present.
    chunks: Vec<Option<Chunk>>,
}

/// Where the pages of a column are in the file.
struct Chunk {
    begin: u64,
    compressed: usize,
    uncompressed: usize,
    values: usize,
    has_dictionary: bool,
    compression: Compression,
}

impl Footer {
    pub(super) fn read(file: &StoredFile, wanted: &[(String, OwnedColumn)]) -> Result<Footer> {
        let options = ParquetMetaDataOptions::new()
            .with_column_stats_policy(ParquetStatisticsPolicy::SkipAll)
            .with_encoding_stats_policy(ParquetStatisticsPolicy::SkipAll)
            .with_size_stats_policy(ParquetStatisticsPolicy::SkipAll);
        let metadata = ParquetMetaDataReader::new()
            .with_metadata_options(Some(options))
            .parse_and_finish(&File::open(&file.path)?)?;
        let stored = metadata.file_metadata().schema_descr().columns();
        let places: Vec<Option<usize>> = wanted
            .iter()
            .map(|(name, _)| {
                let name = file.names.get(name).map_or(Some(name.as_str()), Option::as_deref)?;
                stored.iter().position(|column| {
                    column.path().parts().first().is_some_and(|root| root == name)
                })
            })
            .collect();
        let columns: Vec<_> =
            places.iter().map(|place| place.map(|place| stored[place].clone())).collect();
        for ((name, kind), column) in wanted.iter().zip(&columns) {
            let is_time = matches!(kind, OwnedColumn::Timestamp(_));
            if is_time && column.as_ref().is_some_and(|column| !is_in_micros(column)) {
                let message = format!("expected microseconds in `{name}`");
                return Err(ParquetError::General(message));
            }
        }
        let groups = metadata.row_groups().iter().map(|group| Group::of(group, &places));
        Ok(Footer { path: file.path.clone(), columns, groups: groups.collect::<Result<_>>()? })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn groups(&self) -> &[Group] {
        &self.groups
    }

    pub(super) fn rows(&self) -> usize {
        self.groups.iter().map(Group::rows).sum()
    }

    pub(super) fn bytes(&self, column: usize) -> usize {
        let chunks = self.groups.iter().filter_map(|group| group.chunks[column].as_ref());
        chunks.map(|chunk| chunk.uncompressed).sum()
    }

    /// One column of a row group; `None` if the file does not have it.
    pub(super) fn chunk(
        &self,
        group: &Group,
        column: usize,
        file: &mut File,
    ) -> Result<Option<Pages>> {
        let (Some(column), Some(chunk)) = (&self.columns[column], &group.chunks[column]) else {
            return Ok(None);
        };
        let reader = chunk.pages(column, group.rows, file)?;
        Ok(Some(Pages { column: column.clone(), has_dictionary: chunk.has_dictionary, reader }))
    }
}

impl Group {
    fn of(group: &RowGroupMetaData, places: &[Option<usize>]) -> Result<Group> {
        let chunk =
            |place: &Option<usize>| place.map(|place| Chunk::of(group.column(place))).transpose();
        let chunks = places.iter().map(chunk).collect::<Result<_>>()?;
        Ok(Group { rows: size(group.num_rows())?, chunks })
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }
}

impl Chunk {
    fn of(metadata: &ColumnChunkMetaData) -> Result<Chunk> {
        let dictionary = metadata.dictionary_page_offset();
        let begin = dictionary.unwrap_or_else(|| metadata.data_page_offset());
        Ok(Chunk {
            begin: size(begin)? as u64,
            compressed: size(metadata.compressed_size())?,
            uncompressed: size(metadata.uncompressed_size())?,
            values: size(metadata.num_values())?,
            has_dictionary: dictionary.is_some(),
            compression: metadata.compression(),
        })
    }

    fn pages(
        &self,
        column: &ColumnDescPtr,
        rows: usize,
        file: &mut File,
    ) -> Result<Box<dyn PageReader>> {
        let mut bytes = vec![0; self.compressed];
        file.seek(SeekFrom::Start(self.begin))?;
        file.read_exact(&mut bytes)?;
        // Only the chunk's bytes: its pages start at 0.
        let metadata = ColumnChunkMetaData::builder(column.clone())
            .set_compression(self.compression)
            .set_total_compressed_size(self.compressed as i64)
            .set_total_uncompressed_size(self.uncompressed as i64)
            .set_num_values(self.values as i64)
            .set_data_page_offset(0)
            .set_dictionary_page_offset(self.has_dictionary.then_some(0))
            .build()?;
        let bytes = Arc::new(Bytes::from(bytes));
        Ok(Box::new(SerializedPageReader::new(bytes, &metadata, rows, None)?))
    }
}

/// Whether times are in microseconds, which the numbers themselves do not show.
fn is_in_micros(column: &ColumnDescPtr) -> bool {
    let is_said = matches!(
        column.logical_type_ref(),
        Some(LogicalType::Timestamp(time)) if time.unit == TimeUnit::MICROS
    );
    is_said || column.converted_type() == ConvertedType::TIMESTAMP_MICROS
}

/// The positions listed in a DuckLake delete file.
pub(super) fn positions(path: &Path) -> Result<Vec<i64>> {
    let reader = SerializedFileReader::new(File::open(path)?)?;
    let columns = reader.metadata().file_metadata().schema_descr().columns();
    let missing = || ParquetError::General("expected a column `pos` of whole numbers".into());
    let column = columns.iter().position(|column| column.name() == "pos").ok_or_else(missing)?;
    let mut found = Vec::new();
    for number in 0..reader.num_row_groups() {
        let group = reader.get_row_group(number)?;
        let ColumnReader::Int64ColumnReader(mut positions) = group.get_column_reader(column)?
        else {
            return Err(missing());
        };
        let rows = size(group.metadata().num_rows())?;
        let (_, values, _) =
            positions.read_records(rows, Some(&mut Vec::new()), None, &mut found)?;
        as_many(values, rows)?;
    }
    Ok(found)
}

fn size(number: i64) -> Result<usize> {
    usize::try_from(number)
        .map_err(|_| ParquetError::General(format!("expected a size, got {number}")))
}
