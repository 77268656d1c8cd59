"""Compare the stored chances and acts of statistics with those of a counter that does not share the catalogue."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import polars as pl

    from handlab.statistics.catalogue import Statistic

    Row = dict[str, Any]


def compared(
    seats: pl.DataFrame,
    actions: pl.DataFrame,
    entries: Iterable[Statistic],
    counted: Callable[[list[Row], list[Row]], dict[int, Any]],
    *,
    least: int,
) -> Counter[str]:
    """
    Assert that at least so many hands are there, and counted alike; return how often each act was.

    Parameters
    ----------
    seats
        Their facts and stored statistics.
    actions
        The actions of their hands, in order.
    entries
        The statistics to compare.
    counted
        Gives the chances and acts of each seat from the seats and the actions of a hand.
    """
    acts = actions.partition_by("site", "hand_id", as_dict=True)
    wrong: list[str] = []
    hands = 0
    total: Counter[str] = Counter()
    for key, frame in seats.partition_by("site", "hand_id", as_dict=True).items():
        rows = frame.to_dicts()
        if not any(row["is_counted"] for row in rows):
            continue
        hands += 1
        found = counted(rows, acts[key].to_dicts() if key in acts else [])
        for row in rows:
            if not row["is_counted"]:
                continue
            count = found[row["seat"]]
            for entry in entries:
                want = (count.chances[entry.name], count.made[entry.name])
                got = (int(row[entry.chance_column]), int(row[entry.made_column]))
                total[entry.name] += got[1]
                if want != got:
                    wrong.append(f"{key} seat {row['seat']} {entry.name}: {want}, stored {got}")
    assert not wrong, f"{len(wrong)} of {hands} hands: {wrong[:20]}"
    assert hands >= least
    return total
