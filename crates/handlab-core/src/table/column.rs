//! The kinds of columns, and what declares a table of them.

/// Texts end to end in one buffer; a row may be null.
#[derive(Clone, Debug, Default)]
pub struct Strings {
    text: String,
    ends: Vec<Option<u32>>,
}

impl Strings {
    pub fn push(&mut self, text: Option<&str>) {
        if let Some(text) = text {
            self.text.push_str(text);
        }
        self.ends.push(text.map(|_| self.text.len() as u32));
    }

    /// Like [`Strings::push`], the empty text being null.
    pub fn push_known(&mut self, text: &str) {
        self.push(Some(text).filter(|text| !text.is_empty()));
    }

    /// Appends a row that `write` writes; an empty one is null.
    pub fn push_with(&mut self, write: impl FnOnce(&mut String)) {
        let start = self.text.len();
        write(&mut self.text);
        self.ends.push((self.text.len() > start).then_some(self.text.len() as u32));
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The rows.
    pub fn iter(&self) -> impl Iterator<Item = Option<&str>> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let end = (*end)? as usize;
            let row = &self.text[start..end];
            start = end;
            Some(row)
        })
    }
}

/// Lists of small numbers end to end.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    values: Vec<i8>,
    ends: Vec<u32>,
}

impl Lists {
    pub fn push(&mut self, values: impl IntoIterator<Item = i8>) {
        self.values.extend(values);
        self.ends.push(self.values.len() as u32);
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The rows.
    pub fn iter(&self) -> impl Iterator<Item = &[i8]> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let row = &self.values[start..*end as usize];
            start = *end as usize;
            row
        })
    }
}

/// A column, whatever its type.
#[derive(Clone, Copy, Debug)]
pub enum Column<'a> {
    Text(&'a Strings),
    Int64(&'a [Option<i64>]),
    Int32(&'a [Option<i32>]),
    Int16(&'a [Option<i16>]),
    Int8(&'a [Option<i8>]),
    Float64(&'a [Option<f64>]),
    Bool(&'a [Option<bool>]),
    /// Microseconds since 1970 in UTC.
    Timestamp(&'a [Option<i64>]),
    Int8Lists(&'a Lists),
}

impl Column<'_> {
    pub fn len(&self) -> usize {
        match self {
            Column::Text(rows) => rows.len(),
            Column::Int64(rows) | Column::Timestamp(rows) => rows.len(),
            Column::Int32(rows) => rows.len(),
            Column::Int16(rows) => rows.len(),
            Column::Int8(rows) => rows.len(),
            Column::Float64(rows) => rows.len(),
            Column::Bool(rows) => rows.len(),
            Column::Int8Lists(rows) => rows.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A column of microseconds: a type of its own, so that it is not taken for money.
#[derive(Clone, Debug, Default)]
pub(super) struct Timestamps(Vec<Option<i64>>);

impl Timestamps {
    pub(super) fn push(&mut self, micros: Option<i64>) {
        self.0.push(micros);
    }

    pub(super) fn get(&self, row: usize) -> Option<i64> {
        self.0.get(row).copied().flatten()
    }

    pub(super) fn set(&mut self, row: usize, micros: i64) {
        if let Some(place) = self.0.get_mut(row) {
            *place = Some(micros);
        }
    }
}

/// Fields of a table, each as a [`Column`].
pub(super) trait AsColumn {
    fn as_column(&self) -> Column<'_>;
}

macro_rules! as_column {
    ($($type:ty => $kind:ident),* $(,)?) => {$(
        impl AsColumn for $type {
            fn as_column(&self) -> Column<'_> {
                Column::$kind(self)
            }
        }
    )*};
}

as_column! {
    Strings => Text,
    Vec<Option<i64>> => Int64,
    Vec<Option<i32>> => Int32,
    Vec<Option<i16>> => Int16,
    Vec<Option<i8>> => Int8,
    Vec<Option<f64>> => Float64,
    Vec<Option<bool>> => Bool,
    Lists => Int8Lists,
}

impl AsColumn for Timestamps {
    fn as_column(&self) -> Column<'_> {
        Column::Timestamp(&self.0)
    }
}

/// Declares a table: a struct with a field for each column, and its columns in order.
macro_rules! table {
    ($(#[$doc:meta])* $name:ident { $($column:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default)]
        pub struct $name {
            $(pub(super) $column: $type,)*
        }

        impl $name {
            /// Names and columns, in stored order.
            pub fn columns(&self) -> Vec<(&'static str, $crate::table::Column<'_>)> {
                use $crate::table::column::AsColumn;
                vec![$((stringify!($column), self.$column.as_column()),)*]
            }

            /// Rows so far.
            pub fn len(&self) -> usize {
                self.columns().first().map_or(0, |(_, column)| column.len())
            }

            /// Whether there are no rows.
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }
        }
    };
}

pub(super) use table;

/// Short names for the types of columns.
pub(super) type Int64s = Vec<Option<i64>>;
pub(super) type Int32s = Vec<Option<i32>>;
pub(super) type Int16s = Vec<Option<i16>>;
pub(super) type Int8s = Vec<Option<i8>>;
pub(super) type Float64s = Vec<Option<f64>>;
pub(super) type Bools = Vec<Option<bool>>;
