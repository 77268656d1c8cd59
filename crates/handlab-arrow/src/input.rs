//! Imported columns, read in place; several arrays are joined if a column is needed in one piece.
#![expect(unsafe_code, reason = "arrays are pointers, whose layout their schema promises")]

use std::borrow::Cow;
use std::{ptr, slice};

use crate::bits::{BitSlice, Bits};
use crate::c::{ArrowArray, SeriesExport};
use crate::column::Number;
use crate::dtype::DataType;
use crate::error::{Error, Result};
use crate::rows::{Blobs, Flags, ListRows, Numbers, Texts};
use crate::schema::import_field;
use crate::text::View;

/// An imported column: its arrays are released when it is dropped.
pub struct Series {
    name: String,
    dtype: DataType,
    arrays: Vec<ArrowArray>,
    len: usize,
}

impl Series {
    pub(super) fn new(name: String, dtype: DataType, arrays: Vec<ArrowArray>) -> Result<Self> {
        let mut len = 0_usize;
        for array in &arrays {
            let count = |number: i64| usize::try_from(number).ok();
            let counts = count(array.length).zip(count(array.offset));
            let (length, _) = counts.ok_or_else(|| broken("a length or offset below 0"))?;
            len = len.checked_add(length).ok_or_else(|| broken("too many rows"))?;
        }
        Ok(Series { name, dtype, arrays, len })
    }

    /// Imports a Polars Series.
    ///
    /// # Safety
    /// The export is valid, and no one else uses or releases it from now on.
    pub unsafe fn import(export: SeriesExport) -> Result<Self> {
        // SAFETY: guaranteed by the caller. The arrays are moved out, as `release` of the export, at the end, expects.
        let (field, arrays) = unsafe {
            let field = export.field.as_ref().ok_or_else(|| broken("a column without a field"))?;
            let pointers: &[*mut ArrowArray] = if export.len == 0 {
                &[]
            } else {
                slice::from_raw_parts(export.arrays, export.len)
            };
            (import_field(field), pointers.iter().map(|array| ptr::read(*array)).collect())
        };
        drop(export);
        Series::new(field.name, field.dtype, arrays)
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn dtype(&self) -> &DataType {
        &self.dtype
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// The arrays, for reading.
    pub fn chunks(&self) -> Chunks<'_> {
        let arrays = self.arrays.iter().map(Array::of).collect();
        Chunks { dtype: &self.dtype, arrays }
    }
}

/// Some of an array's rows.
#[derive(Clone, Copy)]
struct Array<'a> {
    raw: &'a ArrowArray,
    /// The first row, counted from the start of the buffers.
    start: usize,
    len: usize,
}

impl<'a> Array<'a> {
    fn of(raw: &'a ArrowArray) -> Self {
        Array { raw, start: raw.offset as usize, len: raw.length as usize }
    }

    /// The pointer to a buffer; null if there is none.
    fn pointer(&self, index: usize) -> *const u8 {
        if index >= usize::try_from(self.raw.n_buffers).unwrap_or(0) {
            return ptr::null();
        }
        // SAFETY: the array has that many pointers.
        unsafe { (*self.raw.buffers.add(index)).cast() }
    }

    /// `len` values of a buffer from `start` on.
    ///
    /// # Safety
    /// The buffer holds that many values of this type, and any bit pattern is a valid value.
    unsafe fn buffer<T: Copy>(
        &self,
        index: usize,
        start: usize,
        len: usize,
    ) -> Result<Cow<'a, [T]>> {
        let pointer = self.pointer(index);
        if len == 0 {
            return Ok(Cow::Borrowed(&[]));
        }
        if pointer.is_null() {
            return Err(broken("a buffer is missing"));
        }
        let pointer = pointer.cast::<T>();
        // SAFETY: guaranteed by the caller; the buffer lives as long as its array, which is borrowed for `'a`.
        Ok(unsafe {
            if pointer.is_aligned() {
                Cow::Borrowed(slice::from_raw_parts(pointer.add(start), len))
            } else {
                (start..start + len).map(|at| pointer.add(at).read_unaligned()).collect()
            }
        })
    }

    /// The bits of a buffer, from the first row on.
    ///
    /// # Safety
    /// The buffer is a bitmap of the array's rows.
    unsafe fn bits(&self, index: usize) -> Result<BitSlice<'a>> {
        let bytes = (self.start + self.len).div_ceil(8);
        // SAFETY: guaranteed by the caller.
        match unsafe { self.buffer(index, 0, bytes)? } {
            Cow::Borrowed(bytes) => Ok(BitSlice::new(bytes, self.start)),
            Cow::Owned(_) => Err(broken("bytes that are not aligned")),
        }
    }

    /// Which rows are valid; `None` if all are.
    fn known(&self) -> Result<Option<BitSlice<'a>>> {
        if self.raw.null_count == 0 || self.pointer(0).is_null() || self.len == 0 {
            return Ok(None);
        }
        // SAFETY: the first buffer of all types but null is the validity bitmap.
        unsafe { self.bits(0) }.map(Some)
    }

    fn child(&self, index: usize) -> Result<&'a ArrowArray> {
        if index >= usize::try_from(self.raw.n_children).unwrap_or(0) {
            return Err(broken("a child is missing"));
        }
        // SAFETY: the array has that many children, which live as long as it does.
        unsafe { (*self.raw.children.add(index)).as_ref() }
            .ok_or_else(|| broken("a child is missing"))
    }
}

/// Arrays of one type, one after another.
#[derive(Clone)]
pub struct Chunks<'a> {
    dtype: &'a DataType,
    arrays: Vec<Array<'a>>,
}

impl<'a> Chunks<'a> {
    /// The type of the rows.
    pub fn dtype(&self) -> &'a DataType {
        self.dtype
    }

    fn len(&self) -> usize {
        self.arrays.iter().map(|array| array.len).sum()
    }

    /// The values of all arrays as one slice; they are copied if there is more than one array.
    fn join<T: Clone>(
        &self,
        of: impl Fn(&Array<'a>) -> Result<Cow<'a, [T]>>,
    ) -> Result<Cow<'a, [T]>> {
        if let [array] = &self.arrays[..] {
            return of(array);
        }
        let mut all = Vec::with_capacity(self.len());
        for array in &self.arrays {
            all.extend_from_slice(&of(array)?);
        }
        Ok(Cow::Owned(all))
    }

    fn join_bits(
        &self,
        of: impl Fn(&Array<'a>) -> Result<Option<BitSlice<'a>>>,
    ) -> Result<Option<BitSlice<'a>>> {
        if let [array] = &self.arrays[..] {
            return of(array);
        }
        let mut all = Bits::with_capacity(self.len());
        for array in &self.arrays {
            let bits = of(array)?;
            (0..array.len).for_each(|row| all.push(bits.as_ref().is_none_or(|bits| bits.get(row))));
        }
        Ok(all.unless_all().map(BitSlice::from))
    }

    fn known(&self) -> Result<Option<BitSlice<'a>>> {
        self.join_bits(Array::known)
    }

    /// The rows as texts.
    pub fn texts(&self) -> Result<Texts<'a>> {
        if *self.dtype != DataType::String {
            return Err(self.not("`String`"));
        }
        self.blobs().map(Texts)
    }

    /// The rows as bytes; texts can be read as bytes too.
    pub fn blobs(&self) -> Result<Blobs<'a>> {
        if !matches!(self.dtype, DataType::String | DataType::Binary) {
            return Err(self.not("`String` or `Binary`"));
        }
        let mut buffers: Vec<&[u8]> = Vec::new();
        let mut bases = Vec::with_capacity(self.arrays.len());
        for array in &self.arrays {
            bases.push(buffers.len());
            // Bitmap and views come first, the lengths of the others last.
            let count = usize::try_from(array.raw.n_buffers).unwrap_or(0).saturating_sub(3);
            // SAFETY: that is the layout of texts as views.
            let lengths = unsafe { array.buffer::<i64>(count + 2, 0, count)? };
            for (nth, length) in lengths.iter().enumerate() {
                let length = usize::try_from(*length).map_err(|_| broken("a length below 0"))?;
                match unsafe { array.buffer(nth + 2, 0, length)? } {
                    Cow::Borrowed(bytes) => buffers.push(bytes),
                    Cow::Owned(_) => return Err(broken("bytes that are not aligned")),
                }
            }
        }
        // SAFETY: the second buffer holds a view per row.
        let views = |array: &Array<'a>| unsafe { array.buffer::<View>(1, array.start, array.len) };
        let views = if let [array] = &self.arrays[..] {
            views(array)?
        } else {
            let mut all = Vec::with_capacity(self.len());
            for (array, base) in self.arrays.iter().zip(bases) {
                all.extend(views(array)?.iter().map(|view| view.moved(base)));
            }
            Cow::Owned(all)
        };
        Ok(Blobs { views, buffers, known: self.known()? })
    }

    /// The rows as numbers of exactly this type.
    pub fn numbers<T: Number>(&self) -> Result<Numbers<'a, T>> {
        if *self.dtype != T::DTYPE {
            return Err(self.not(&format!("`{}`", T::DTYPE)));
        }
        self.values()
    }

    fn values<T: Number>(&self) -> Result<Numbers<'a, T>> {
        // SAFETY: the second buffer holds a number of this type per row.
        let values = self.join(|array| unsafe { array.buffer(1, array.start, array.len) })?;
        Ok(Numbers { values, known: self.known()? })
    }

    /// The rows as microseconds since 1970.
    pub fn timestamps(&self) -> Result<Numbers<'a, i64>> {
        if !matches!(self.dtype, DataType::Timestamp(_)) {
            return Err(self.not("`Datetime('μs')`"));
        }
        self.values()
    }

    /// The rows as flags.
    pub fn flags(&self) -> Result<Flags<'a>> {
        if *self.dtype != DataType::Boolean {
            return Err(self.not("`Boolean`"));
        }
        let len = self.len();
        if len == 0 {
            return Ok(Flags { values: Bits::default().into(), known: None, len });
        }
        // SAFETY: the second buffer is a bitmap of the values.
        let values = self.join_bits(|array| unsafe { array.bits(1) }.map(Some))?;
        let values = values.unwrap_or_else(|| (0..len).map(|_| true).collect::<Bits>().into());
        Ok(Flags { values, known: self.known()?, len })
    }

    /// The rows as lists.
    pub fn lists(&self) -> Result<ListRows<'a>> {
        let DataType::List(of) = self.dtype else { return Err(self.not("`List`")) };
        let known = self.known()?;
        // SAFETY: the second buffer holds an offset per row, and one more.
        let offsets =
            |array: &Array<'a>| unsafe { array.buffer::<i64>(1, array.start, array.len + 1) };
        if let [array] = &self.arrays[..] {
            let values = Chunks { dtype: of, arrays: vec![Array::of(array.child(0)?)] };
            let offsets = if array.len == 0 { Cow::Owned(vec![0]) } else { offsets(array)? };
            return Ok(ListRows { offsets, known, values });
        }
        let mut all = vec![0_i64];
        let mut arrays = Vec::with_capacity(self.arrays.len());
        for array in self.arrays.iter().filter(|array| array.len > 0) {
            let (offsets, child) = (offsets(array)?, Array::of(array.child(0)?));
            let (first, end) = (offsets[0], *offsets.last().unwrap_or(&0));
            let base = all.last().copied().unwrap_or(0);
            all.extend(offsets[1..].iter().map(|offset| base + offset - first));
            let (Ok(from), Ok(len)) = (usize::try_from(first), usize::try_from(end - first)) else {
                return Err(broken("offsets that run backwards"));
            };
            if from + len > child.len {
                return Err(broken("offsets beyond the values"));
            }
            arrays.push(Array { start: child.start + from, len, ..child });
        }
        Ok(ListRows { offsets: Cow::Owned(all), known, values: Chunks { dtype: of, arrays } })
    }

    /// The field with that name in a column of structs. A null struct's field is read as it is stored.
    pub fn field(&self, name: &str) -> Result<Chunks<'a>> {
        let DataType::Struct(fields) = self.dtype else { return Err(self.not("`Struct`")) };
        let place = fields.iter().position(|field| field.name == name);
        let place = place
            .ok_or_else(|| Error::new(format!("expected a field `{name}` in `{}`", self.dtype)))?;
        let child = |array: &Array<'a>| {
            let child = Array::of(array.child(place)?);
            Ok(Array { start: child.start + array.start, len: array.len, ..child })
        };
        let arrays = self.arrays.iter().map(child).collect::<Result<_>>()?;
        Ok(Chunks { dtype: &fields[place].dtype, arrays })
    }

    fn not(&self, wanted: &str) -> Error {
        Error::new(format!("expected {wanted}, got `{}`", self.dtype))
    }
}

fn broken(what: &str) -> Error {
    Error::new(format!("expected a valid array of Arrow, got {what}"))
}
