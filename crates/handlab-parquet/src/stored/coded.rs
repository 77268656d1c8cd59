//! A dictionary-encoded column of texts: the codes as stored in its pages.
//!
//! The reader of the `parquet` crate turns each code into a text, which the caller would look up again.

use bytes::Bytes;
use handlab_columns::{Names, Strings};
use parquet::basic::Encoding;
use parquet::column::page::{Page, PageReader};
use parquet::errors::{ParquetError, Result};

use super::values::as_many;
use crate::hybrid::Reader;

/// Rows, each with the index of its text, or [`Names::NULL`].
#[derive(Debug, Default)]
pub(crate) struct Coded {
    pub(crate) texts: Strings,
    pub(crate) codes: Vec<u32>,
}

impl Coded {
    /// Reads a chunk of `rows` rows. Each page has either codes or plain texts.
    pub(super) fn read(pages: &mut dyn PageReader, rows: usize) -> Result<Coded> {
        let mut found = Coded { texts: Strings::default(), codes: Vec::with_capacity(rows) };
        while let Some(page) = pages.get_next_page()? {
            match page {
                Page::DictionaryPage { buf, num_values, .. } => {
                    found.push_texts(&buf, num_values as usize)?;
                }
                Page::DataPage { buf, num_values, encoding, .. } => {
                    let (levels, values) = levels_of(&buf)?;
                    found.push_page(levels, values, num_values as usize, encoding)?;
                }
                Page::DataPageV2 { buf, num_values, encoding, def_levels_byte_len, .. } => {
                    let at = def_levels_byte_len as usize;
                    let (levels, values) = buf.split_at_checked(at).ok_or_else(cut_off)?;
                    found.push_page(levels, values, num_values as usize, encoding)?;
                }
            }
        }
        as_many(found.codes.len(), rows)?;
        Ok(found)
    }

    fn push_page(
        &mut self,
        levels: &[u8],
        values: &[u8],
        rows: usize,
        encoding: Encoding,
    ) -> Result<()> {
        let mut is_known = Vec::new();
        Reader::new(levels, 1).read(rows, &mut is_known).ok_or_else(cut_off)?;
        let known = is_known.iter().filter(|level| **level == 1).count();
        let first = self.codes.len();
        match encoding {
            Encoding::RLE_DICTIONARY | Encoding::PLAIN_DICTIONARY => {
                let (width, codes) = values.split_first().unwrap_or((&0, &[]));
                Reader::new(codes, (*width).into())
                    .read(known, &mut self.codes)
                    .ok_or_else(cut_off)?;
                let len = self.texts.len() as u32;
                if self.codes[first..].iter().any(|code| *code >= len) {
                    return Err(ParquetError::General("a code without a text".into()));
                }
            }
            Encoding::PLAIN => {
                let next = self.texts.len() as u32;
                self.push_texts(values, known)?;
                self.codes.extend(next..next + known as u32);
            }
            other => {
                return Err(ParquetError::NYI(format!("{other} in a column with a dictionary")));
            }
        }
        if known < rows {
            self.spread(first, known, &is_known);
        }
        Ok(())
    }

    /// Moves codes to the non-null rows, from the last to the first.
    fn spread(&mut self, first: usize, known: usize, is_known: &[u32]) {
        self.codes.resize(first + is_known.len(), Names::NULL);
        let mut left = first + known;
        for (row, level) in is_known.iter().enumerate().rev() {
            let code = if *level == 1 {
                left -= 1;
                self.codes[left]
            } else {
                Names::NULL
            };
            self.codes[first + row] = code;
        }
    }

    fn push_texts(&mut self, mut bytes: &[u8], count: usize) -> Result<()> {
        for _ in 0..count {
            let (length, rest) = bytes.split_first_chunk::<4>().ok_or_else(cut_off)?;
            let length = u32::from_le_bytes(*length) as usize;
            let (text, rest) = rest.split_at_checked(length).ok_or_else(cut_off)?;
            let text =
                str::from_utf8(text).map_err(|error| ParquetError::External(Box::new(error)))?;
            self.texts.push(Some(text));
            bytes = rest;
        }
        Ok(())
    }
}

/// The levels of a version 1 page, and the bytes after them.
fn levels_of(page: &Bytes) -> Result<(&[u8], &[u8])> {
    let (length, rest) = page.split_first_chunk::<4>().ok_or_else(cut_off)?;
    rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(cut_off)
}

fn cut_off() -> ParquetError {
    ParquetError::EOF("a page ends too early".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::column::page::PageMetadata;

    struct Pages(std::vec::IntoIter<Page>);

    impl Iterator for Pages {
        type Item = Result<Page>;

        fn next(&mut self) -> Option<Self::Item> {
            self.0.next().map(Ok)
        }
    }

    impl PageReader for Pages {
        fn get_next_page(&mut self) -> Result<Option<Page>> {
            Ok(self.0.next())
        }

        fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
            Ok(None)
        }

        fn skip_next_page(&mut self) -> Result<()> {
            Ok(())
        }
    }

    fn plain(texts: &[&str]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for text in texts {
            bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
            bytes.extend_from_slice(text.as_bytes());
        }
        bytes
    }

    fn dictionary(texts: &[&str]) -> Page {
        let buf = plain(texts).into();
        let num_values = texts.len() as u32;
        Page::DictionaryPage { buf, num_values, encoding: Encoding::PLAIN, is_sorted: false }
    }

    /// A version 1 page; `levels` are a run or packed bits.
    fn page(levels: &[u8], values: &[u8], num_values: u32, encoding: Encoding) -> Page {
        let mut buf = (levels.len() as u32).to_le_bytes().to_vec();
        buf.extend_from_slice(levels);
        buf.extend_from_slice(values);
        Page::DataPage {
            buf: buf.into(),
            num_values,
            encoding,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        }
    }

    fn read(pages: Vec<Page>, rows: usize) -> Result<Vec<Option<String>>> {
        let found = Coded::read(&mut Pages(pages.into_iter()), rows)?;
        let text = |code: &u32| found.texts.get(*code as usize).map(str::to_owned);
        Ok(found.codes.iter().map(text).collect())
    }

    #[test]
    fn pages_of_both_versions_and_texts_written_out_become_codes() {
        // Of three rows the second is null; with a width of one bit, one packed group of eight codes.
        let (levels, codes) = ([3, 0b101], [1, 3, 0b01]);
        let second = Page::DataPageV2 {
            buf: [&levels[..], &codes[..]].concat().into(),
            num_values: 3,
            encoding: Encoding::RLE_DICTIONARY,
            num_nulls: 1,
            num_rows: 3,
            def_levels_byte_len: 2,
            rep_levels_byte_len: 0,
            is_compressed: false,
            statistics: None,
        };
        let pages = vec![
            dictionary(&["ann", "bea"]),
            page(&levels, &codes, 3, Encoding::RLE_DICTIONARY),
            second,
            page(&levels, &plain(&["cid", "ü"]), 3, Encoding::PLAIN),
            page(&[4, 0], &[], 2, Encoding::RLE_DICTIONARY),
        ];

        let found = read(pages, 11).expect("all rows");

        let found: Vec<_> = found.iter().map(Option::as_deref).collect();
        let three = [Some("bea"), None, Some("ann")];
        let others = [Some("cid"), None, Some("ü"), None, None];
        assert_eq!(found, [&three[..], &three[..], &others[..]].concat());
    }

    #[test]
    fn truncated_pages_and_codes_without_text_are_errors() {
        let coded = |levels: &[u8], codes: &[u8]| page(levels, codes, 3, Encoding::RLE_DICTIONARY);
        for pages in [
            vec![dictionary(&["ann"])],
            vec![dictionary(&["ann"]), coded(&[6, 1], &[1, 6, 1])],
            vec![dictionary(&["ann"]), coded(&[6, 1], &[1, 4, 0])],
            vec![dictionary(&["ann"]), coded(&[4, 1], &[1, 6, 0])],
            vec![dictionary(&["ann"]), coded(&[6, 1], &[40, 6, 0, 0, 0, 0, 0])],
            vec![page(&[6, 1], &plain(&["ann", "bea"]), 3, Encoding::PLAIN)],
            vec![page(&[6, 1], &[2, 0, 0, 0, 0xff, 0xfe], 3, Encoding::PLAIN)],
            vec![page(&[6, 1], &[], 3, Encoding::DELTA_BYTE_ARRAY)],
        ] {
            assert!(read(pages, 3).is_err());
        }
    }
}
