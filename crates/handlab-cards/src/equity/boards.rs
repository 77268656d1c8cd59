//! Counts all boards, many at a time: only ranks matter until a suit occurs often enough for a flush.
//!
//! # How
//! 1. All cards that are still to come are taken as ranks: 6175 boards instead of millions, each with the number of
//!    ways in which it can occur. Thus every hand is compared as if flushes did not exist.
//! 2. For each suit in which a player may make a flush, the boards with enough of it are visited again: the first
//!    comparison is undone and repeated with flushes. At most one suit can have three cards on a board.
//!
//! A board consists of three to five pinned cards, followed by up to two more.

use super::spot::{Spot, choose};
use super::tally::{Hands, Tally};
use crate::card::CardSet;
use crate::score::rank_multisets::RANKS;

/// The players' hands in one game.
pub(super) trait Players<const N: usize> {
    /// Fixes three to five ranks of the board. Those that follow are `lowest` or higher.
    fn pin(&mut self, board: Pinned, lowest: usize);

    /// The hands, ignoring flushes, on the pinned board.
    fn with_none(&self) -> Hands<N>;

    /// The hands, ignoring flushes, with one more rank.
    fn with_one(&self, rank: usize) -> Hands<N>;

    /// The hands, ignoring flushes, with two more ranks, the lower first.
    fn with_two(&self, low: usize, high: usize) -> Hands<N>;

    /// How many cards of each suit the board must have before anyone can have a flush of it.
    fn flush_needs(&self) -> [usize; 4];

    /// Each player's flush of `suit` when the board has those `ranks` of it; 0 if there is none.
    fn flushes(&self, suit: u8, ranks: u16) -> [u16; N];

    /// The class number of a flush of five `ranks`.
    fn flush(&self, ranks: u16) -> u16;

    /// A player's hand on each of [`super::preflop_boards`]' boards, ignoring flushes. Values beyond them are
    /// undefined.
    fn highs(&self, player: usize, boards: &mut [u16]);

    /// Like [`Players::highs`], for the low half.
    fn lows(&self, player: usize, boards: &mut [u16]);
}

/// The number of cards left of each rank, four bits each: a register is faster than memory that was just written.
#[derive(Clone, Copy)]
pub(super) struct Left(u64);

impl Left {
    const ALL: Left = Left(0x4_4444_4444_4444);

    /// Removes one card of a rank.
    #[inline]
    fn take(&mut self, rank: u32) {
        self.0 = self.0.wrapping_sub(1 << (rank * 4 % 64));
    }

    /// What is left without one card of each of the `ranks`.
    #[inline]
    pub(super) fn without(mut self, ranks: u16) -> Left {
        let mut rest = ranks;
        while rest != 0 {
            self.take(rest.trailing_zeros());
            rest &= rest - 1;
        }
        self
    }

    #[inline]
    pub(super) fn of(self, rank: usize) -> u8 {
        (self.0 >> (rank * 4 % 64)) as u8 & 15
    }
}

/// Adds every board to `tally`.
#[inline]
pub(super) fn count<const N: usize>(
    spot: &Spot<'_>,
    players: &mut impl Players<N>,
    tally: &mut impl Tally<N>,
) {
    let mut board = Pinned::default();
    for card in spot.asked.board.iter() {
        board = board.with(usize::from(card.rank() - 2));
    }
    let lacks = spot.board_lacks;
    let left = left(spot);
    let mut visit = |hands: Hands<N>, times: i64| tally.add(&hands, times);
    let first = Last { rank: 0, copies: 0, times: 1 };
    if lacks <= 2 {
        players.pin(board, 0);
        follow(players, left, lacks, first, &mut visit);
    } else {
        pin_more(players, left, board, lacks - 2, 2, first, &mut visit);
    }
    let on_board = by_suit(spot.asked.board);
    let needs = players.flush_needs();
    for suit in 0..4_u8 {
        let place = usize::from(suit);
        let needs = needs[place].saturating_sub(on_board[place]);
        if needs <= lacks {
            let on_board = spot.asked.board.ranks_of(suit);
            let suited = Suited { suit, on_board, lacks, left };
            suited.count(spot.deck.ranks_of(suit), needs, players, board, tally);
        }
    }
}

/// The most comparisons that [`count`] makes.
pub(super) fn work(spot: &Spot<'_>, needs: [usize; 4]) -> u64 {
    const TAILS: [u64; 6] = [1, 13, 91, 455, 1820, 6175];
    let lacks = spot.board_lacks;
    let on_board = by_suit(spot.asked.board);
    let suited = (0..4).map(|suit| {
        let can_come = u64::from(spot.deck.ranks_of(suit as u8).count_ones());
        (needs[suit].saturating_sub(on_board[suit])..=lacks)
            .map(|come| choose(can_come, come as u64) * TAILS[lacks - come])
            .sum::<u64>()
    });
    TAILS[lacks] + suited.sum::<u64>()
}

#[inline]
pub(super) fn left(spot: &Spot<'_>) -> Left {
    let mut left = Left::ALL;
    // Fewer cards are gone than left.
    for card in CardSet::FULL.minus(spot.deck).iter() {
        left.take(u32::from(card.rank() - 2));
    }
    left
}

/// The number of cards of each suit.
#[inline]
pub(super) fn by_suit(cards: CardSet) -> [usize; 4] {
    // The bits of all four lanes are added side by side: in twos, fours, eights, and whole lanes.
    let twos = cards.mask() - (cards.mask() >> 1 & 0x5555_5555_5555_5555);
    let fours = (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333);
    let eights = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    let lanes = eights + (eights >> 8);
    [0, 1, 2, 3].map(|suit| (lanes >> (suit * 16) & 0xFF) as usize)
}

/// The ranks of the board so far, four bits each.
#[derive(Clone, Copy, Default)]
pub(super) struct Pinned {
    ranks: u32,
    len: u32,
}

impl Pinned {
    #[inline]
    fn with(self, rank: usize) -> Pinned {
        Pinned { ranks: self.ranks << 4 | rank as u32, len: self.len + 1 }
    }

    /// The number of ranks.
    #[inline]
    pub(super) fn len(self) -> usize {
        self.len as usize
    }

    /// The ranks, the last one first.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = usize> + Clone {
        (0..self.len).map(move |at| (self.ranks >> (at * 4) & 15) as usize % RANKS)
    }
}

/// The last rank that was added, how often it occurred, and the number of ways for the earlier ones.
#[derive(Clone, Copy)]
struct Last {
    rank: usize,
    copies: u8,
    times: i64,
}

/// Pins `more` ranks in every way, ascending, and visits everything that can follow: `after` more of the same rank or
/// higher.
fn pin_more<const N: usize>(
    players: &mut impl Players<N>,
    left: Left,
    board: Pinned,
    more: usize,
    after: usize,
    last: Last,
    visit: &mut impl FnMut(Hands<N>, i64),
) {
    if more == 0 {
        players.pin(board, last.rank);
        return follow(players, left, after, last, visit);
    }
    for rank in last.rank..RANKS {
        let mut next = Last { copies: last.copies + 1, ..last };
        if rank != last.rank {
            let times = last.times * ways(left.of(last.rank), last.copies);
            next = Last { rank, copies: 1, times };
        }
        if next.copies <= left.of(rank) {
            pin_more(players, left, board.with(rank), more - 1, after, next, visit);
        }
    }
}

/// Visits every way in which `after` (up to two) cards can follow the pinned ones.
#[inline]
fn follow<const N: usize>(
    players: &impl Players<N>,
    left: Left,
    after: usize,
    last: Last,
    visit: &mut impl FnMut(Hands<N>, i64),
) {
    let Last { rank, copies, times } = last;
    let again = |more: u8| times * ways(left.of(rank), copies + more);
    match after {
        0 => visit(players.with_none(), again(0)),
        1 => {
            if again(1) != 0 {
                visit(players.with_one(rank), again(1));
            }
            for other in rank + 1..RANKS {
                visit(players.with_one(other), again(0) * i64::from(left.of(other)));
            }
        }
        _ => {
            if again(2) != 0 {
                visit(players.with_two(rank, rank), again(2));
            }
            if again(1) != 0 {
                for other in rank + 1..RANKS {
                    visit(players.with_two(rank, other), again(1) * i64::from(left.of(other)));
                }
            }
            for low in rank + 1..RANKS {
                let pair = ways(left.of(low), 2);
                if pair != 0 {
                    visit(players.with_two(low, low), again(0) * pair);
                }
                let one = again(0) * i64::from(left.of(low));
                if one != 0 {
                    for high in low + 1..RANKS {
                        visit(players.with_two(low, high), one * i64::from(left.of(high)));
                    }
                }
            }
        }
    }
}

/// In how many ways `copies` cards can come out of `left`.
#[inline]
pub(super) fn ways(left: u8, copies: u8) -> i64 {
    const WAYS: [[u8; 8]; 8] = {
        let mut ways = [[0; 8]; 8];
        let mut of = 0;
        while of <= 4 {
            ways[of][0] = 1;
            let mut count = 1;
            while count <= of {
                ways[of][count] = ways[of][count - 1] * (of - count + 1) as u8 / count as u8;
                count += 1;
            }
            of += 1;
        }
        ways
    };
    i64::from(WAYS[usize::from(left) % 8][usize::from(copies) % 8])
}

/// The boards with enough cards of one suit.
struct Suited {
    suit: u8,
    on_board: u16,
    lacks: usize,
    left: Left,
}

impl Suited {
    /// Repeats the comparison for boards with at least `needs` of the ranks that `can_come`.
    #[inline]
    fn count<const N: usize>(
        mut self,
        can_come: u16,
        needs: usize,
        players: &mut impl Players<N>,
        board: Pinned,
        tally: &mut impl Tally<N>,
    ) {
        self.left = self.left.without(can_come);
        for come in needs..=self.lacks.min(can_come.count_ones() as usize) {
            self.bring(can_come, come, 0, players, board, tally);
        }
    }

    /// Adds `come` more of the ranks that `can_come`, in every way, followed by the other suits.
    fn bring<const N: usize>(
        &self,
        can_come: u16,
        come: usize,
        came: u16,
        players: &mut impl Players<N>,
        board: Pinned,
        tally: &mut impl Tally<N>,
    ) {
        if come == 0 {
            let flushes = players.flushes(self.suit, self.on_board | came);
            let after = self.lacks - came.count_ones() as usize;
            players.pin(board, 0);
            let first = Last { rank: 0, copies: 0, times: 1 };
            let mut visit = |hands: Hands<N>, times| tally.add_flushes(&hands, &flushes, times);
            return follow(players, self.left, after, first, &mut visit);
        }
        let mut rest = can_come;
        while rest.count_ones() as usize >= come {
            let rank = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            self.bring(rest, come - 1, came | 1 << rank, players, board.with(rank), tally);
        }
    }
}
