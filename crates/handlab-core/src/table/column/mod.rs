//! The kinds of columns, in the form in which they are stored and sent, and what declares a table of them.

mod nulls;
mod numbers;
mod texts;

pub use nulls::Nulls;
pub(super) use numbers::Timestamps;
pub use numbers::{Bools, Lists, Numbers};
pub(super) use texts::SharedNames;
pub use texts::{Names, Strings, Words};

/// A column, whatever its type.
#[derive(Clone, Copy, Debug)]
pub enum Column<'a> {
    Int64(&'a Numbers<i64>),
    Int32(&'a Numbers<i32>),
    Int16(&'a Numbers<i16>),
    Int8(&'a Numbers<i8>),
    Float64(&'a Numbers<f64>),
    Bool(&'a Bools),
    /// Microseconds since 1970 in UTC.
    Timestamp(&'a Numbers<i64>),
    Text(&'a Strings),
    Words(&'a Words),
    /// Codes of the names.
    Names(&'a [u32], &'a Names),
    Int8Lists(&'a Lists),
    /// The column of `hands` with the same name.
    OfHand,
    /// Codes of the names of the players in `seats`.
    OfSeat(&'a [u32]),
}

impl Column<'_> {
    /// The number of values; 0 for a column of another table.
    pub fn len(&self) -> usize {
        match self {
            Column::Int64(rows) | Column::Timestamp(rows) => rows.len(),
            Column::Int32(rows) => rows.len(),
            Column::Int16(rows) => rows.len(),
            Column::Int8(rows) => rows.len(),
            Column::Float64(rows) => rows.len(),
            Column::Bool(rows) => rows.len(),
            Column::Text(rows) => rows.len(),
            Column::Words(rows) => rows.len(),
            Column::Names(codes, _) | Column::OfSeat(codes) => codes.len(),
            Column::Int8Lists(rows) => rows.len(),
            Column::OfHand => 0,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A column of a table with its name.
#[derive(Clone, Copy, Debug)]
pub struct TableColumn<'a> {
    pub name: &'a str,
    pub values: Column<'a>,
    /// If there is one value per hand: the row at which the rows of each hand end.
    pub ends: Option<&'a [u32]>,
}

impl TableColumn<'_> {
    /// The number of rows.
    pub fn len(&self) -> usize {
        match self.ends {
            Some(ends) => ends.last().map_or(0, |end| *end as usize),
            None => self.values.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Fields of a table, each as a [`Column`].
pub(super) trait AsColumn {
    fn as_column(&self) -> Column<'_>;

    /// Removes all rows; the memory stays for the next ones.
    fn clear(&mut self);

    /// Bytes of memory, about.
    fn bytes(&self) -> usize;
}

macro_rules! as_column {
    ($($type:ty => $kind:ident),* $(,)?) => {$(
        impl AsColumn for $type {
            fn as_column(&self) -> Column<'_> {
                Column::$kind(self)
            }

            fn clear(&mut self) {
                self.clear();
            }

            fn bytes(&self) -> usize {
                self.bytes()
            }
        }
    )*};
}

as_column! {
    Strings => Text,
    Words => Words,
    Numbers<i64> => Int64,
    Numbers<i32> => Int32,
    Numbers<i16> => Int16,
    Numbers<i8> => Int8,
    Numbers<f64> => Float64,
    Bools => Bool,
    Lists => Int8Lists,
}

impl AsColumn for Names {
    fn as_column(&self) -> Column<'_> {
        Column::Names(self.codes(), self)
    }

    fn clear(&mut self) {
        self.clear();
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }
}

impl AsColumn for Timestamps {
    fn as_column(&self) -> Column<'_> {
        Column::Timestamp(&self.0)
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

impl AsColumn for SharedNames {
    fn as_column(&self) -> Column<'_> {
        Column::OfSeat(self.codes())
    }

    fn clear(&mut self) {
        self.clear();
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }
}

/// A column whose value is that of the hand: it is stored once per hand, in `hands`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OfHand;

impl OfHand {
    #[expect(
        clippy::unused_self,
        clippy::trivially_copy_pass_by_ref,
        reason = "as the other columns"
    )]
    pub(super) fn append(self, _: &Self, _: std::ops::Range<usize>) {}
}

impl AsColumn for OfHand {
    fn as_column(&self) -> Column<'_> {
        Column::OfHand
    }

    fn clear(&mut self) {}

    fn bytes(&self) -> usize {
        0
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
            pub(super) fn columns(&self) -> Vec<(&'static str, $crate::table::Column<'_>)> {
                use $crate::table::column::AsColumn;
                vec![$((stringify!($column), self.$column.as_column()),)*]
            }

            /// Removes all rows; the memory stays for the next ones.
            pub(super) fn clear(&mut self) {
                use $crate::table::column::AsColumn;
                $(AsColumn::clear(&mut self.$column);)*
            }

            /// Bytes of memory, about.
            pub(super) fn bytes(&self) -> usize {
                use $crate::table::column::AsColumn;
                0 $(+ self.$column.bytes())*
            }

            /// Rows so far.
            pub fn len(&self) -> usize {
                self.columns().iter().map(|(_, column)| column.len()).max().unwrap_or(0)
            }

            /// Whether there are no rows.
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }
        }
    };
}

/// Declares a table whose rows belong to hands, so that those of some hands can be copied.
macro_rules! table_of_hands {
    ($(#[$doc:meta])* $name:ident { $($column:ident: $type:ty,)* }) => {
        $crate::table::column::table! { $(#[$doc])* $name { $($column: $type,)* } }

        impl $name {
            /// Appends rows of another table.
            pub(super) fn append(&mut self, other: &Self, rows: std::ops::Range<usize>) {
                $(self.$column.append(&other.$column, rows.clone());)*
            }
        }
    };
}

pub(super) use {table, table_of_hands};

/// Short names for the types of columns.
pub(super) type Int64s = Numbers<i64>;
pub(super) type Int32s = Numbers<i32>;
pub(super) type Int16s = Numbers<i16>;
pub(super) type Int8s = Numbers<i8>;
pub(super) type Float64s = Numbers<f64>;
