//! A standalone column of any type.

use crate::{Bools, Column, Lists, Names, Numbers, Strings};

/// A column that belongs to no table.
#[derive(Clone, Debug)]
pub enum OwnedColumn {
    Int64(Numbers<i64>),
    Int32(Numbers<i32>),
    Int16(Numbers<i16>),
    Int8(Numbers<i8>),
    Float64(Numbers<f64>),
    Bool(Bools),
    /// Microseconds since 1970 in UTC.
    Timestamp(Numbers<i64>),
    Text(Strings),
    Names(Names),
    Int8Lists(Lists),
}

impl OwnedColumn {
    pub fn as_column(&self) -> Column<'_> {
        match self {
            OwnedColumn::Int64(rows) => Column::Int64(rows),
            OwnedColumn::Int32(rows) => Column::Int32(rows),
            OwnedColumn::Int16(rows) => Column::Int16(rows),
            OwnedColumn::Int8(rows) => Column::Int8(rows),
            OwnedColumn::Float64(rows) => Column::Float64(rows),
            OwnedColumn::Bool(rows) => Column::Bool(rows),
            OwnedColumn::Timestamp(rows) => Column::Timestamp(rows),
            OwnedColumn::Text(rows) => Column::Text(rows),
            OwnedColumn::Names(rows) => Column::Names(rows.codes(), rows),
            OwnedColumn::Int8Lists(rows) => Column::Int8Lists(rows),
        }
    }
}
