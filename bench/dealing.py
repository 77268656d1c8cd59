"""Columns of random hands in every form that a function takes, as code for child processes."""

COLUMNS = '''
import os
os.environ["POLARS_MAX_THREADS"] = "1"
import numpy as np
import polars as pl
import handlab as hl

RANKS, SUITS = "23456789TJQKA", "cdhs"
DISTINCT = 1_000_000
SIGNS = dict(zip(SUITS, "♣♦♥♠"))

def dealt(cards):
    """Return a million rows of that number of different cards, as suit * 13 + rank."""
    source = np.random.default_rng(12345)
    found = np.empty((0, cards), dtype=np.uint8)
    while len(found) < DISTINCT:
        drawn = source.integers(52, size=(DISTINCT, cards), dtype=np.uint8)
        drawn = drawn[(np.diff(np.sort(drawn), axis=1) != 0).all(axis=1)]
        found = np.concatenate([found, drawn])
    return found[:DISTINCT]

def column(cards, form):
    """Return each row's cards as a mask, or as text."""
    if form == "masks":
        bits = np.left_shift(np.uint64(1), (cards // 13 * 16 + cards % 13).astype(np.uint64))
        return pl.Series(np.bitwise_or.reduce(bits, axis=1))
    write = {
        "text": lambda rank, suit: rank + suit,
        "spaces": lambda rank, suit: rank + suit,
        "10h": lambda rank, suit: ("10" if rank == "T" else rank) + suit,
        "unicode": lambda rank, suit: rank + SIGNS[suit],
    }[form]
    names = pl.Series([write(rank, suit) for suit in SUITS for rank in RANKS])
    texts = [names.gather(cards[:, card].astype(np.uint32)) for card in range(cards.shape[1])]
    frame = pl.DataFrame({str(card): text for card, text in enumerate(texts)})
    between = " " if form == "spaces" else ""
    return frame.select(pl.concat_str(pl.all(), separator=between)).to_series()

def frame_of(form, n_hole, n_board, rows):
    """Return `hole` and any `board`: a million random deals, repeated in one chunk."""
    cards = dealt(n_hole + n_board)
    few = {"hole": column(cards[:, :n_hole], form)}
    if n_board:
        few["board"] = column(cards[:, n_hole:], form)
    few = pl.DataFrame(few)
    times, rest = divmod(rows, DISTINCT)
    return pl.concat([few] * times + [few.head(rest)], rechunk=True)

def seconds(frame, expression, runs):
    """Return the medians of wall and processor time, without the first run."""
    clocks = []
    for _ in range(runs + 1):
        begun = time.perf_counter(), time.process_time()
        found = frame.select(expression).to_series()
        clocks.append((time.perf_counter() - begun[0], time.process_time() - begun[1]))
        assert found.null_count() == 0
        del found
    return [float(np.median(clock)) for clock in zip(*clocks[1:])]
'''
