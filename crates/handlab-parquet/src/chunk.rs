//! One column of a row group: its compressed pages and its metadata for the footer.

use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::column::page::{CompressedPage, Page, PageWriter};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::statistics::Statistics;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;
use zstd::bulk::Compressor;

use crate::levels::Levels;

/// Compression level: level 3 takes a seventh longer and saves a thirtieth of the space.
pub(crate) const LEVEL: i32 = 1;

/// An encoded column, ready to be appended to a file.
pub(crate) struct Chunk {
    pub(crate) bytes: Vec<u8>,
    pub(crate) close: ColumnCloseResult,
}

/// What one thread reuses for all its columns.
pub(crate) struct Scratch {
    compressor: Compressor<'static>,
    page: Vec<u8>,
}

impl Scratch {
    /// Compresses at the given level.
    pub(crate) fn new(level: i32) -> Result<Self> {
        let compressor =
            Compressor::new(level).map_err(|error| ParquetError::External(Box::new(error)))?;
        Ok(Self { compressor, page: Vec::new() })
    }
}

/// Collects the pages of a column.
pub(crate) struct ChunkBuilder<'a> {
    sink: TrackedWrite<Vec<u8>>,
    scratch: &'a mut Scratch,
    dictionary_at: Option<i64>,
    data_at: Option<i64>,
    encodings: Vec<Encoding>,
    uncompressed: usize,
    rows: usize,
    nulls: usize,
}

impl<'a> ChunkBuilder<'a> {
    pub(crate) fn new(scratch: &'a mut Scratch) -> Self {
        Self {
            sink: TrackedWrite::new(Vec::new()),
            scratch,
            dictionary_at: None,
            data_at: None,
            encodings: vec![Encoding::RLE],
            uncompressed: 0,
            rows: 0,
            nulls: 0,
        }
    }

    /// The number of nulls so far.
    pub(crate) fn nulls(&self) -> usize {
        self.nulls
    }

    /// Adds the dictionary page, before any page of codes.
    pub(crate) fn dictionary(&mut self, values: &[u8], count: usize) -> Result<()> {
        self.dictionary_at = Some(self.sink.bytes_written() as i64);
        let buf = self.compress(values)?;
        let page = Page::DictionaryPage {
            buf: buf.into(),
            num_values: count as u32,
            encoding: Encoding::PLAIN,
            is_sorted: false,
        };
        self.write(page, values.len(), Encoding::PLAIN)
    }

    /// Adds a page of rows; `write` appends the non-null values.
    pub(crate) fn data(
        &mut self,
        levels: &Levels,
        encoding: Encoding,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<()> {
        self.nulls += levels.nulls();
        self.levelled(levels.rows(), levels.rows(), encoding, |page| {
            levels.write(page);
            write(page);
        })
    }

    /// Adds a page of rows; `write` appends the levels and the values. `values` counts the values including nulls.
    pub(crate) fn levelled(
        &mut self,
        rows: usize,
        values: usize,
        encoding: Encoding,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<()> {
        let mut page = std::mem::take(&mut self.scratch.page);
        page.clear();
        write(&mut page);
        self.data_at.get_or_insert(self.sink.bytes_written() as i64);
        self.rows += rows;
        let data = Page::DataPage {
            buf: self.compress(&page)?.into(),
            num_values: values as u32,
            encoding,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        };
        let length = page.len();
        self.scratch.page = page;
        self.write(data, length, encoding)
    }

    /// Finishes the column; `values` counts nulls and, for lists, each of their values.
    pub(crate) fn finish(
        self,
        column: ColumnDescPtr,
        values: usize,
        statistics: Option<Statistics>,
    ) -> Result<Chunk> {
        let bytes_written = self.sink.bytes_written();
        let level = ZstdLevel::try_new(LEVEL)?;
        let mut metadata = ColumnChunkMetaData::builder(column)
            .set_compression(Compression::ZSTD(level))
            .set_encodings(self.encodings)
            .set_total_compressed_size(bytes_written as i64)
            .set_total_uncompressed_size(self.uncompressed as i64)
            .set_num_values(values as i64)
            .set_data_page_offset(self.data_at.unwrap_or(0))
            .set_dictionary_page_offset(self.dictionary_at);
        if let Some(statistics) = statistics {
            metadata = metadata.set_statistics(statistics);
        }
        let close = ColumnCloseResult {
            bytes_written: bytes_written as u64,
            rows_written: self.rows as u64,
            metadata: metadata.build()?,
            bloom_filter: None,
            column_index: None,
            offset_index: None,
        };
        Ok(Chunk { bytes: self.sink.into_inner()?, close })
    }

    pub(crate) fn compress(&mut self, bytes: &[u8]) -> Result<Vec<u8>> {
        self.scratch
            .compressor
            .compress(bytes)
            .map_err(|error| ParquetError::External(Box::new(error)))
    }

    fn write(&mut self, page: Page, uncompressed: usize, encoding: Encoding) -> Result<()> {
        if !self.encodings.contains(&encoding) {
            self.encodings.push(encoding);
        }
        let page = CompressedPage::new(page, uncompressed);
        self.uncompressed +=
            SerializedPageWriter::new(&mut self.sink).write_page(page)?.uncompressed_size;
        Ok(())
    }
}
