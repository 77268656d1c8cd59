//! The rows of imported columns: looked up one by one, without building anything.
#![expect(unsafe_code, reason = "texts are UTF-8 without a look")]

use std::borrow::Cow;
use std::ops::Range;
use std::str;

use crate::bits::BitSlice;
use crate::column::Number;
use crate::input::Chunks;
use crate::text::View;

/// Rows of binary values.
pub struct Blobs<'a> {
    pub(crate) views: Cow<'a, [View]>,
    pub(crate) buffers: Vec<&'a [u8]>,
    pub(crate) known: Option<BitSlice<'a>>,
}

impl Blobs<'_> {
    pub fn len(&self) -> usize {
        self.views.len()
    }

    #[inline]
    pub fn get(&self, row: usize) -> Option<&[u8]> {
        let is_known = self.known.as_ref().is_none_or(|known| known.get(row));
        is_known.then(|| self.stored(row))
    }

    #[inline]
    fn stored(&self, row: usize) -> &[u8] {
        let view = &self.views[row];
        let len = view.length as usize;
        if let Some(bytes) = view.inline() {
            return &bytes[..len];
        }
        let (buffer, offset) = view.place();
        &self.buffers[buffer][offset..offset + len]
    }
}

/// Rows of texts.
pub struct Texts<'a>(pub(crate) Blobs<'a>);

impl Texts<'_> {
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn views(&self) -> &[View] {
        &self.0.views
    }

    /// Which rows are valid; `None` if all are.
    pub fn known(&self) -> Option<&BitSlice<'_>> {
        self.0.known.as_ref()
    }

    #[inline]
    pub fn get(&self, row: usize) -> Option<&str> {
        // SAFETY: Arrow strings are UTF-8.
        self.0.get(row).map(|bytes| unsafe { str::from_utf8_unchecked(bytes) })
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<&str>> {
        (0..self.len()).map(|row| self.get(row))
    }
}

/// Rows of numbers.
pub struct Numbers<'a, T: Number> {
    pub(crate) values: Cow<'a, [T]>,
    pub(crate) known: Option<BitSlice<'a>>,
}

impl<T: Number> Numbers<'_, T> {
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// The values, unspecified where not valid.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// Which rows are valid; `None` if all are.
    pub fn known(&self) -> Option<&BitSlice<'_>> {
        self.known.as_ref()
    }

    #[inline]
    pub fn get(&self, row: usize) -> Option<T> {
        let is_known = self.known.as_ref().is_none_or(|known| known.get(row));
        is_known.then(|| self.values[row])
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<T>> {
        (0..self.len()).map(|row| self.get(row))
    }
}

/// Rows of flags.
pub struct Flags<'a> {
    pub(crate) values: BitSlice<'a>,
    pub(crate) known: Option<BitSlice<'a>>,
    pub(crate) len: usize,
}

impl Flags<'_> {
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn values(&self) -> &BitSlice<'_> {
        &self.values
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<bool>> {
        let is_known = |row| self.known.as_ref().is_none_or(|known| known.get(row));
        (0..self.len).map(move |row| is_known(row).then(|| self.values.get(row)))
    }

    /// Which rows are valid; `None` if all are.
    pub fn known(&self) -> Option<&BitSlice<'_>> {
        self.known.as_ref()
    }
}

/// Rows of lists: the range of each row's values among all values.
pub struct ListRows<'a> {
    pub(crate) offsets: Cow<'a, [i64]>,
    pub(crate) known: Option<BitSlice<'a>>,
    pub(crate) values: Chunks<'a>,
}

impl<'a> ListRows<'a> {
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The values of all rows.
    pub fn values(&self) -> &Chunks<'a> {
        &self.values
    }

    /// The number of values in all rows together.
    pub fn n_values(&self) -> usize {
        (self.offsets[self.len()] - self.offsets[0]) as usize
    }

    /// The range of a row's values; `None` if the list is null.
    #[inline]
    pub fn get(&self, row: usize) -> Option<Range<usize>> {
        let is_known = self.known.as_ref().is_none_or(|known| known.get(row));
        is_known.then(|| self.offsets[row] as usize..self.offsets[row + 1] as usize)
    }
}
