//! Columns of cards as masks, some thousand rows at a time, so that they stay in the processor's cache.

use handlab_cards::card::{self, NO_CARDS};
use handlab_cards::score::block::{Deal, DealFault};
use polars::prelude::*;
use polars_arrow::array::{Array, PrimitiveArray, Utf8ViewArray};
use polars_arrow::bitmap::Bitmap;

use crate::inputs::{Cards, common_len, place, wrong_dtype};

/// Rows that are read, scored and written together.
const ROWS: usize = 4096;

/// A column of cards in one piece.
pub(crate) struct Masks {
    column: Series,
    /// The same, with its type matched once: a failed conversion allocates an error message each time.
    array: MaskArray,
}

enum MaskArray {
    Text(Utf8ViewArray),
    Masks(PrimitiveArray<u64>),
}

impl Masks {
    /// The column of a Series, which must be `String` or `UInt64`.
    pub(crate) fn of(series: &Series) -> PolarsResult<Self> {
        let column = series.rechunk();
        let array = match column.dtype() {
            DataType::String => MaskArray::Text(column.str()?.downcast_as_array().clone()),
            DataType::UInt64 => MaskArray::Masks(column.u64()?.downcast_as_array().clone()),
            other => return Err(wrong_dtype(series.name(), "`String` or `UInt64`", other)),
        };
        Ok(Masks { column, array })
    }

    pub(crate) fn len(&self) -> usize {
        self.column.len()
    }

    pub(crate) fn name(&self) -> &PlSmallStr {
        self.column.name()
    }

    /// `rows` rows from `start` on; [`NO_CARDS`] for null and for what is not a set of cards. Those that are not
    /// masks yet are written to `room`.
    fn rows<'a>(&'a self, start: usize, rows: usize, room: &'a mut Vec<u64>) -> &'a [u64] {
        if self.len() == 1 {
            room.clear();
            room.resize(rows, self.get(0).unwrap_or(NO_CARDS));
            return room;
        }
        match &self.array {
            MaskArray::Text(array) => {
                room.resize(rows, NO_CARDS);
                read_texts(array, start, room);
            }
            MaskArray::Masks(array) => {
                let masks = &array.values()[start..start + rows];
                match array.validity() {
                    None => return masks,
                    Some(validity) => {
                        room.clear();
                        room.extend_from_slice(masks);
                        blank(validity, start, room);
                    }
                }
            }
        }
        room
    }

    /// The same column, value by value.
    fn cards(&self) -> PolarsResult<Cards<'_>> {
        Cards::of(&self.column)
    }

    /// The mask of one row; `None` if it is null.
    fn get(&self, row: usize) -> Option<u64> {
        let row = place(self.len(), row);
        match self.cards().ok()? {
            Cards::Text(rows) => rows.get(row).map(card::mask_of_text),
            Cards::Masks(rows) => rows.get(row),
        }
    }
}

/// Reads texts from their views: those of up to twelve bytes are stored in the view itself.
fn read_texts(array: &Utf8ViewArray, start: usize, masks: &mut [u64]) {
    let views = &array.views()[start..start + masks.len()];
    for (row, (mask, view)) in masks.iter_mut().zip(views).enumerate() {
        *mask = if view.is_inline() {
            let [_, _, _, _, text @ ..] = view.as_u128().to_le_bytes();
            card::mask_of_short_text(text, view.length as usize)
        } else {
            card::mask_of_text(array.value(start + row))
        };
    }
    if let Some(validity) = array.validity() {
        blank(validity, start, masks);
    }
}

/// Leaves no cards where the column is null.
fn blank(validity: &Bitmap, start: usize, masks: &mut [u64]) {
    for (row, mask) in masks.iter_mut().enumerate() {
        if !validity.get_bit(start + row) {
            *mask = NO_CARDS;
        }
    }
}

/// One number per row; the default where there is none.
pub(crate) struct Scores<T> {
    pub(crate) values: Vec<T>,
    /// Whether every row was a complete hand.
    pub(crate) are_complete: bool,
}

/// Own cards, and the board if it is a column of its own.
pub(crate) struct Hands {
    hole: Masks,
    board: Option<Masks>,
    len: usize,
}

impl Hands {
    pub(crate) fn of(inputs: &[Series]) -> PolarsResult<Self> {
        let hole = Masks::of(&inputs[0])?;
        let board = inputs.get(1).map(Masks::of).transpose()?;
        let len = common_len([hole.len(), board.as_ref().map_or(1, Masks::len)])?;
        Ok(Hands { hole, board, len })
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn has_board(&self) -> bool {
        self.board.is_some()
    }

    /// The scores of all rows, [`ROWS`] at a time: `score` gets own cards and boards (none without that column) and
    /// returns whether all were complete hands, and adds a number for each.
    pub(crate) fn scores<T>(
        &self,
        mut score: impl FnMut(&[u64], &[u64], &mut Vec<T>) -> bool,
    ) -> Scores<T> {
        let mut scores = Scores { values: Vec::with_capacity(self.len), are_complete: true };
        let (mut own_room, mut board_room) = (Vec::new(), Vec::new());
        for start in (0..self.len).step_by(ROWS) {
            let rows = ROWS.min(self.len - start);
            let hole = self.hole.rows(start, rows, &mut own_room);
            let board = self.board.as_ref().map(|board| board.rows(start, rows, &mut board_room));
            scores.are_complete &= score(hole, board.unwrap_or_default(), &mut scores.values);
        }
        scores
    }

    /// The masks of a row; `None` if one of them is null.
    pub(crate) fn get(&self, row: usize) -> Option<(u64, u64)> {
        let board = self.board.as_ref().map_or(Some(0), |board| board.get(row))?;
        Some((self.hole.get(row)?, board))
    }

    /// Why a row of cards is not a complete hand; `None` if it is one, or null.
    ///
    /// A mask does not show whether a text held a card twice or something else: the text is read again.
    pub(crate) fn fault(&self, row: usize, deal: &Deal) -> Option<DealFault> {
        let (hole, board) = self.get(row)?;
        let fault = deal.fault(hole, board)?;
        let has_twice = |column: &Masks| {
            let text = column.column.str().ok()?.get(place(column.len(), row))?;
            let error = handlab_cards::card::CardSet::parse(text).err()?;
            Some(matches!(error, handlab_cards::card::CardError::Twice { .. }))
        };
        let mut columns = std::iter::once(&self.hole).chain(&self.board);
        let unread = columns.find_map(has_twice);
        Some(if unread == Some(true) { DealFault::DuplicateCard } else { fault })
    }

    /// The error for the first row that is neither null nor a complete hand.
    pub(crate) fn check(&self, deal: &Deal) -> PolarsResult<()> {
        let Some((row, fault)) = (0..self.len).find_map(|row| Some((row, self.fault(row, deal)?)))
        else {
            return Ok(());
        };
        let board = match &self.board {
            None => String::new(),
            Some(board) => {
                format!(" and `{}` of column `{}`", board.cards()?.shown(row), board.name())
            }
        };
        polars_bail!(
            InvalidOperation: "expected {}, got `{}` of column `{}`{board} in row {row}: {}",
            deal.wanted(), self.hole.cards()?.shown(row), self.hole.name(), fault.name()
        )
    }
}
