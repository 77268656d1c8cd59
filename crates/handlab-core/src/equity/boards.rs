//! All boards, many at a time: what counts is which ranks come, until a suit comes often enough for a flush.
//!
//! # How
//! 1. All cards that are still to come are taken as ranks: 6175 boards instead of millions, each with the number of
//!    ways in which it can fall. So every hand is compared as if flushes did not exist.
//! 2. For each suit of which a player may make a flush, the boards with enough of it are visited once more: the first
//!    comparison is taken back, and made again with the flushes. At most one suit can have three cards on a board.
//!
//! A board is built from three to five cards that are pinned, with up to two more behind them.

use super::spot::Spot;
use super::tally::{Hands, Tally};

pub(super) const RANKS: usize = 13;

/// The players' hands in one game.
pub(super) trait Players<const N: usize> {
    /// Fixes three to five ranks of the board. Those that follow are `lowest` or higher.
    fn pin(&mut self, ranks: &[u8], lowest: usize);

    /// The hands, flushes apart, on the pinned board.
    fn with_none(&self) -> Hands<N>;

    /// The hands, flushes apart, with one more rank.
    fn with_one(&self, rank: usize) -> Hands<N>;

    /// The hands, flushes apart, with two more ranks, the lower first.
    fn with_two(&self, low: usize, high: usize) -> Hands<N>;

    /// How many cards of `suit` the board must have before anybody can have a flush of it.
    fn flush_needs(&self, suit: u8) -> usize;

    /// Each player's flush of `suit` when the board has those `ranks` of it; 0 if there is none.
    fn flushes(&self, suit: u8, ranks: u16) -> [u16; N];
}

/// How many cards of each rank can come.
type Left = [u8; RANKS];

/// Adds every board to `tally`.
#[inline]
pub(super) fn count<const N: usize>(
    spot: &Spot<'_>,
    players: &mut impl Players<N>,
    tally: &mut impl Tally<N>,
) {
    let mut board = Pinned::default();
    for card in spot.asked.board.iter() {
        board.push(usize::from(card.rank() - 2));
    }
    let lacks = spot.board_lacks;
    let left = left(spot);
    let mut visit = |hands: Hands<N>, times: i64| tally.add(&hands, times);
    let first = Last { rank: 0, copies: 0, times: 1 };
    pin_more(players, &left, board, lacks.saturating_sub(2), lacks.min(2), first, &mut visit);
    for suit in 0..4 {
        let on_board = spot.asked.board.ranks_of(suit);
        let needs = players.flush_needs(suit).saturating_sub(on_board.count_ones() as usize);
        if needs <= lacks {
            let suited = Suited { suit, on_board, lacks, left };
            suited.count(spot.deck.ranks_of(suit), needs, players, board, tally);
        }
    }
}

/// How many comparisons [`count`] makes at most.
pub(super) fn work(spot: &Spot<'_>, needs: impl Fn(u8) -> usize) -> u64 {
    const TAILS: [u64; 6] = [1, 13, 91, 455, 1807, 6175];
    let lacks = spot.board_lacks;
    let suited = (0..4).map(|suit| {
        let on_board = spot.asked.board.ranks_of(suit).count_ones() as usize;
        let can_come = u64::from(spot.deck.ranks_of(suit).count_ones());
        (needs(suit).saturating_sub(on_board)..=lacks)
            .map(|come| super::spot::choose(can_come, come as u64) * TAILS[lacks - come])
            .sum::<u64>()
    });
    TAILS[lacks] + suited.sum::<u64>()
}

fn left(spot: &Spot<'_>) -> Left {
    let mut left = [0; RANKS];
    let suits = [0, 1, 2, 3].map(|suit| spot.deck.ranks_of(suit));
    for (rank, left) in left.iter_mut().enumerate() {
        *left = suits.iter().map(|suit| (suit >> rank & 1) as u8).sum();
    }
    left
}

/// The ranks of the board so far.
#[derive(Clone, Copy, Default)]
struct Pinned {
    ranks: [u8; 5],
    len: usize,
}

impl Pinned {
    fn push(&mut self, rank: usize) {
        if let Some(place) = self.ranks.get_mut(self.len) {
            *place = rank as u8;
            self.len += 1;
        }
    }

    fn as_slice(&self) -> &[u8] {
        &self.ranks[..self.len]
    }
}

/// The highest rank that came, how often it did, and in how many ways the lower ones can.
#[derive(Clone, Copy)]
struct Last {
    rank: usize,
    copies: u8,
    times: i64,
}

/// Pins `more` ranks in every way, ascending, and visits what can follow: `behind` of the same rank or higher.
fn pin_more<const N: usize>(
    players: &mut impl Players<N>,
    left: &Left,
    board: Pinned,
    more: usize,
    behind: usize,
    last: Last,
    visit: &mut impl FnMut(Hands<N>, i64),
) {
    if more == 0 {
        players.pin(board.as_slice(), last.rank);
        return follow(players, left, behind, last, visit);
    }
    for rank in last.rank..RANKS {
        let mut next = Last { copies: last.copies + 1, ..last };
        if rank != last.rank {
            let times = last.times * ways(left[last.rank], last.copies);
            next = Last { rank, copies: 1, times };
        }
        if next.copies <= left[rank] {
            let mut board = board;
            board.push(rank);
            pin_more(players, left, board, more - 1, behind, next, visit);
        }
    }
}

/// Visits every way in which `behind` (up to two) cards can follow the pinned ones.
#[inline]
fn follow<const N: usize>(
    players: &impl Players<N>,
    left: &Left,
    behind: usize,
    last: Last,
    visit: &mut impl FnMut(Hands<N>, i64),
) {
    let Last { rank, copies, times } = last;
    let again = |more: u8| times * ways(left[rank], copies + more);
    match behind {
        0 => visit(players.with_none(), again(0)),
        1 => {
            if again(1) != 0 {
                visit(players.with_one(rank), again(1));
            }
            for other in rank + 1..RANKS {
                visit(players.with_one(other), again(0) * i64::from(left[other]));
            }
        }
        _ => {
            if again(2) != 0 {
                visit(players.with_two(rank, rank), again(2));
            }
            if again(1) != 0 {
                for other in rank + 1..RANKS {
                    visit(players.with_two(rank, other), again(1) * i64::from(left[other]));
                }
            }
            for low in rank + 1..RANKS {
                let pair = ways(left[low], 2);
                if pair != 0 {
                    visit(players.with_two(low, low), again(0) * pair);
                }
                let one = again(0) * i64::from(left[low]);
                if one != 0 {
                    for high in low + 1..RANKS {
                        visit(players.with_two(low, high), one * i64::from(left[high]));
                    }
                }
            }
        }
    }
}

/// In how many ways `copies` of the cards `left` can come.
#[inline]
fn ways(left: u8, copies: u8) -> i64 {
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
    /// Compares again whatever brings `needs` or more of the ranks that `can_come`.
    #[inline]
    fn count<const N: usize>(
        mut self,
        can_come: u16,
        needs: usize,
        players: &mut impl Players<N>,
        board: Pinned,
        tally: &mut impl Tally<N>,
    ) {
        for (rank, left) in self.left.iter_mut().enumerate() {
            *left -= (can_come >> rank & 1) as u8;
        }
        for come in needs..=self.lacks.min(can_come.count_ones() as usize) {
            self.bring(can_come, come, 0, players, board, tally);
        }
    }

    /// Brings `come` more of the ranks that `can_come`, in every way, then the other suits.
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
            let behind = self.lacks - came.count_ones() as usize;
            players.pin(board.as_slice(), 0);
            let first = Last { rank: 0, copies: 0, times: 1 };
            let mut visit = |hands: Hands<N>, times| tally.add_flushes(&hands, &flushes, times);
            return follow(players, &self.left, behind, first, &mut visit);
        }
        let mut rest = can_come;
        while rest.count_ones() as usize >= come {
            let rank = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let mut board = board;
            board.push(rank);
            self.bring(rest, come - 1, came | 1 << rank, players, board, tally);
        }
    }
}
