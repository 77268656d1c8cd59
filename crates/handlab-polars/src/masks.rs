//! Columns of cards as masks, a few thousand rows at a time, so that they stay in the processor's cache.

use handlab_arrow::{BitSlice, Result, Series, Texts, bail};
use handlab_cards::card::{self, NO_CARDS};
use handlab_cards::score::block::{Deal, DealFault};

use crate::inputs::{Cards, common_len, place};

/// The number of rows that are read, scored and written together.
const ROWS: usize = 4096;

/// A named column of cards.
struct Masks<'a> {
    name: &'a str,
    cards: Cards<'a>,
}

impl<'a> Masks<'a> {
    /// The column of a Series, which must be `String` or `UInt64`.
    fn of(series: &'a Series) -> Result<Self> {
        Ok(Masks { name: series.name(), cards: Cards::of(series)? })
    }

    fn len(&self) -> usize {
        self.cards.len()
    }

    /// `rows` rows from `start` on; [`NO_CARDS`] for nulls and invalid cards. Masks that must be computed are written
    /// to `room`.
    fn rows<'r>(&'r self, start: usize, rows: usize, room: &'r mut Vec<u64>) -> &'r [u64] {
        if self.len() == 1 {
            room.clear();
            room.resize(rows, self.get(0).unwrap_or(NO_CARDS));
            return room;
        }
        match &self.cards {
            Cards::Text(texts) => {
                room.resize(rows, NO_CARDS);
                read_texts(texts, start, room);
            }
            Cards::Masks(numbers) => {
                let masks = &numbers.values()[start..start + rows];
                match numbers.known() {
                    None => return masks,
                    Some(known) => {
                        room.clear();
                        room.extend_from_slice(masks);
                        blank(known, start, room);
                    }
                }
            }
        }
        room
    }

    /// The mask of one row; `None` if it is null.
    fn get(&self, row: usize) -> Option<u64> {
        let row = place(self.len(), row);
        match &self.cards {
            Cards::Text(rows) => rows.get(row).map(card::mask_of_text),
            Cards::Masks(rows) => rows.get(row),
        }
    }
}

/// Reads texts from their views: those of up to twelve bytes are stored inline.
fn read_texts(texts: &Texts<'_>, start: usize, masks: &mut [u64]) {
    let views = &texts.views()[start..start + masks.len()];
    for (row, (mask, view)) in masks.iter_mut().zip(views).enumerate() {
        *mask = match view.inline() {
            Some(text) => card::mask_of_short_text(*text, view.length as usize),
            None => texts.get(start + row).map_or(NO_CARDS, card::mask_of_text),
        };
    }
    if let Some(known) = texts.known() {
        blank(known, start, masks);
    }
}

/// Sets [`NO_CARDS`] where the column is null.
fn blank(known: &BitSlice<'_>, start: usize, masks: &mut [u64]) {
    for (nth, masks) in masks.chunks_mut(32).enumerate() {
        let known = known.get_u32(start + 32 * nth);
        for (row, mask) in masks.iter_mut().enumerate() {
            *mask = if known >> row & 1 == 1 { *mask } else { NO_CARDS };
        }
    }
}

/// One number per row; the default if there is none.
pub(crate) struct Scores<T> {
    pub(crate) values: Vec<T>,
    /// Whether every row was a complete hand.
    pub(crate) are_complete: bool,
}

/// Hole cards, and the board if it is a separate column.
pub(crate) struct Hands<'a> {
    hole: Masks<'a>,
    board: Option<Masks<'a>>,
    len: usize,
}

impl<'a> Hands<'a> {
    pub(crate) fn of(inputs: &'a [Series]) -> Result<Self> {
        let hole = Masks::of(&inputs[0])?;
        let board = inputs.get(1).map(Masks::of).transpose()?;
        let len = common_len([
            ("hole_cards", hole.len()),
            ("board", board.as_ref().map_or(1, Masks::len)),
        ])?;
        Ok(Hands { hole, board, len })
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn has_board(&self) -> bool {
        self.board.is_some()
    }

    /// The scores of all rows, [`ROWS`] at a time: `score` gets hole cards and boards (none without that column), adds
    /// a number for each row, and returns whether all were complete hands.
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

    /// The masks of a row; `None` if either is null.
    pub(crate) fn get(&self, row: usize) -> Option<(u64, u64)> {
        let board = self.board.as_ref().map_or(Some(0), |board| board.get(row))?;
        Some((self.hole.get(row)?, board))
    }

    /// Why a row of cards is not a complete hand; `None` if it is one, or null.
    ///
    /// A mask does not show whether a text contained a duplicate card or something else, so the text is read again.
    pub(crate) fn fault(&self, row: usize, deal: &Deal) -> Option<DealFault> {
        let (hole, board) = self.get(row)?;
        let fault = deal.fault(hole, board)?;
        let has_twice = |column: &Masks<'_>| {
            let Cards::Text(texts) = &column.cards else { return None };
            let text = texts.get(place(column.len(), row))?;
            let error = handlab_cards::card::CardSet::parse(text).err()?;
            Some(matches!(error, handlab_cards::card::CardError::Twice { .. }))
        };
        let mut columns = std::iter::once(&self.hole).chain(&self.board);
        let unread = columns.find_map(has_twice);
        Some(if unread == Some(true) { DealFault::DuplicateCard } else { fault })
    }

    /// The error for the first row that is neither null nor a complete hand.
    pub(crate) fn check(&self, deal: &Deal) -> Result<()> {
        let Some((row, fault)) = (0..self.len).find_map(|row| Some((row, self.fault(row, deal)?)))
        else {
            return Ok(());
        };
        let board = match &self.board {
            None => String::new(),
            Some(board) => {
                format!(" and `{}` of column `{}`", board.cards.shown(row), board.name)
            }
        };
        bail!(
            "expected {}, got `{}` of column `{}`{board} in row {row}: {}",
            deal.wanted(),
            self.hole.cards.shown(row),
            self.hole.name,
            fault.name()
        )
    }
}
