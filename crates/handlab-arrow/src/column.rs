//! Columns that we build: buffers of values, a validity bitmap, and nested columns.

use std::ffi::c_void;

use crate::bits::Bits;
use crate::dtype::{DataType, Field};

/// A number type that is stored as it is in memory.
///
/// # Safety
/// Any bit pattern must be a valid value of the type, and Arrow's name for the type must be `DTYPE`.
#[expect(unsafe_code, reason = "buffers of others are read as slices of it")]
pub unsafe trait Number: Copy + Send + Sync + 'static {
    const DTYPE: DataType;
}

macro_rules! numbers {
    ($($number:ty => $dtype:ident),* $(,)?) => {$(
        // SAFETY: it has no invalid bits.
        #[expect(unsafe_code, reason = "see the trait")]
        unsafe impl Number for $number {
            const DTYPE: DataType = DataType::$dtype;
        }
    )*};
}

numbers! {
    i8 => Int8, i16 => Int16, i32 => Int32, i64 => Int64, i128 => Int128,
    u8 => UInt8, u16 => UInt16, u32 => UInt32, u64 => UInt64, u128 => UInt128,
    f32 => Float32, f64 => Float64,
}

/// A buffer that stays where it is for as long as it is alive.
pub trait Buffer: Send + Sync {
    fn start(&self) -> *const c_void;
}

impl<T: Send + Sync> Buffer for Vec<T> {
    fn start(&self) -> *const c_void {
        self.as_ptr().cast()
    }
}

/// A column without a name.
pub struct Column {
    pub(super) len: usize,
    /// Which rows are valid; all if there is no bitmap.
    pub(super) known: Option<Bits>,
    pub(super) values: Values,
}

/// The values of a column, by layout.
pub enum Values {
    Numbers { dtype: DataType, buffer: Box<dyn Buffer> },
    Flags(Bits),
    Texts { views: Box<dyn Buffer>, data: Vec<Vec<u8>> },
    Lists { offsets: Vec<i64>, of: Box<Column> },
    Structs(Vec<(String, Column)>),
}

impl Column {
    /// Numbers; all valid without a bitmap.
    pub fn numbers<T: Number>(values: Vec<T>, known: Option<Bits>) -> Self {
        Column::fixed(T::DTYPE, values, known)
    }

    /// Numbers, or null.
    pub fn options<T: Number + Default>(rows: impl IntoIterator<Item = Option<T>>) -> Self {
        let (values, known) = options(rows);
        Column::numbers(values, known)
    }

    /// Microseconds since 1970, or null.
    pub fn timestamps(rows: impl IntoIterator<Item = Option<i64>>) -> Self {
        let (values, known) = options(rows);
        Column::fixed(DataType::Timestamp(String::new()), values, known)
    }

    fn fixed<T: Number>(dtype: DataType, values: Vec<T>, known: Option<Bits>) -> Self {
        let len = values.len();
        Column { len, known, values: Values::Numbers { dtype, buffer: Box::new(values) } }
    }

    /// Flags, or null.
    pub fn flags(rows: impl IntoIterator<Item = Option<bool>>) -> Self {
        let rows = rows.into_iter();
        let mut known = Bits::with_capacity(rows.size_hint().0);
        let flags: Bits = rows
            .map(|row| {
                known.push(row.is_some());
                row.unwrap_or_default()
            })
            .collect();
        Column { len: flags.len(), known: known.unless_all(), values: Values::Flags(flags) }
    }

    /// Lists given by offsets into the values, one more than there are rows; null where not valid.
    pub fn lists(offsets: Vec<i64>, of: Column, known: Option<Bits>) -> Self {
        let len = offsets.len().saturating_sub(1);
        debug_assert!(offsets.last().is_some_and(|end| *end as usize <= of.len));
        Column { len, known, values: Values::Lists { offsets, of: Box::new(of) } }
    }

    /// Lists with the given number of values each; null if there is no count.
    pub fn counted_lists(counts: impl IntoIterator<Item = Option<usize>>, of: Column) -> Self {
        let counts = counts.into_iter();
        let mut offsets = Vec::with_capacity(counts.size_hint().0 + 1);
        let mut end = 0;
        offsets.push(end);
        let known: Bits = counts
            .map(|count| {
                end += count.unwrap_or(0) as i64;
                offsets.push(end);
                count.is_some()
            })
            .collect();
        Column::lists(offsets, of, known.unless_all())
    }

    /// Structs of columns of the same length; null where not valid, where the fields should be null too.
    pub fn structs(
        len: usize,
        fields: Vec<(impl Into<String>, Column)>,
        known: Option<Bits>,
    ) -> Self {
        debug_assert!(fields.iter().all(|(_, field)| field.len == len));
        let fields = fields.into_iter().map(|(name, field)| (name.into(), field)).collect();
        Column { len, known, values: Values::Structs(fields) }
    }

    /// A column of buffers that are already laid out, with `len` rows; all valid without a bitmap.
    pub fn from_parts(len: usize, known: Option<Bits>, values: Values) -> Self {
        Column { len, known, values }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn null_count(&self) -> usize {
        self.known.as_ref().map_or(0, Bits::unset)
    }

    pub fn dtype(&self) -> DataType {
        match &self.values {
            Values::Numbers { dtype, .. } => dtype.clone(),
            Values::Flags(_) => DataType::Boolean,
            Values::Texts { .. } => DataType::String,
            Values::Lists { of, .. } => DataType::list(of.dtype()),
            Values::Structs(fields) => DataType::Struct(
                fields.iter().map(|(name, field)| Field::new(name, field.dtype())).collect(),
            ),
        }
    }
}

/// Values and their validity.
fn options<T: Default>(rows: impl IntoIterator<Item = Option<T>>) -> (Vec<T>, Option<Bits>) {
    let rows = rows.into_iter();
    let mut values = Vec::with_capacity(rows.size_hint().0);
    let known: Bits = rows
        .map(|row| {
            let is_known = row.is_some();
            values.push(row.unwrap_or_default());
            is_known
        })
        .collect();
    (values, known.unless_all())
}

/// Named columns of the same length.
pub struct Frame {
    pub(super) height: usize,
    pub(super) columns: Vec<(String, Column)>,
}

impl Frame {
    pub fn new(columns: Vec<(impl Into<String>, Column)>) -> Self {
        let height = columns.first().map_or(0, |(_, column)| column.len);
        debug_assert!(columns.iter().all(|(_, column)| column.len == height));
        let columns = columns.into_iter().map(|(name, column)| (name.into(), column)).collect();
        Frame { height, columns }
    }

    /// The columns and their names.
    pub fn into_columns(self) -> Vec<(String, Column)> {
        self.columns
    }
}
