"""
Whether the cards are dealt fairly: the answer of `handlab fairness`.

Each test counts independent events: one seat per hand, because the cards of a deck depend on each
other, and the three cards of a flop together. Effects of how people play are not tested: players
who see a flop tend to hold high cards, so low cards are more frequent on it at a fair site too.
Players treat all suits alike. All p-values are corrected together, after Holm.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from handlab import views
from handlab.answers.fairness_sql import (
    ALL_INS,
    DEALT,
    DEALT_STREAKS,
    FLOP_SUITS,
    KNOWN_ALL_INS,
    STARTING_HANDS,
)
from handlab.answers.significance import chi_square_p, detectable_errors, holm, normal_p
from handlab.answers.stats import check_value
from handlab.sql_text import quoted
from handlab.statistics.parameters import check_type

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import duckdb
    from numpy.typing import NDArray

LEAST_HANDS = 1_000
"""Fewer hands than this of a site, seat or account are not tested by default."""
LEAST_ALL_INS = 100
FAIR_SAMPLE = 0.95
"""The share of all-ins whose cards must be known: if losers muck, the known ones are biased."""
LEAST_EXPECTED = 5.0
SIMULATIONS = 10_000
PAIRS = 78 / 1326
SCHEMA = pl.Schema(
    {
        "test": pl.String(),
        "site": pl.String(),
        "part": pl.String(),
        "hands": pl.Int64(),
        "statistic": pl.Float64(),
        "degrees": pl.Int64(),
        "p_value": pl.Float64(),
        "corrected": pl.Float64(),
        "detectable": pl.String(),
        "note": pl.String(),
    }
)


@dataclass(frozen=True, slots=True)
class FairnessTest:
    """
    A test: its subject, its result, and what it could have detected.

    Attributes
    ----------
    share
        One standard error of what is measured, for `found`.
    found
        The deviation in words, with `{}` for its size in percent.
    """

    test: str
    site: str
    part: str
    hands: int
    statistic: float
    degrees: int
    p_value: float
    share: float
    found: str
    note: str | None = None


def fairness(
    lake: str | Path,
    *,
    site: str | None = None,
    min_hands: int = LEAST_HANDS,
    memory: str | None = None,
) -> pl.DataFrame:
    """
    Tests of the deal, with p-values that are corrected for their number.

    Parameters
    ----------
    lake
        Folder of the lake.
    site
        A single site; all if not given, each for itself.
    min_hands
        Sites, seats and accounts with fewer hands are not tested.
    memory
        Memory limit of DuckDB, such as `"2GB"`.

    Returns
    -------
    DataFrame
        One row per test: the 169 starting hands dealt to heroes by site, seat and account,
        which anonymous heroes do not have; the suits of flops; all-ins against their
        equity, and by tenths of it; streaks of good cards and of luck. `corrected` is the
        p-value after Holm: below 0.05 something is unusual. `detectable` is what would have
        been found four times in five. A test whose sample is not fair has a `note` and no
        p-value.

    Raises
    ------
    LakeError
        If there is no lake in the folder.
    StatisticsError
        If the lake has no hand of the site.
    TypeError
        If `site` is not a text, or `min_hands` not a whole number.

    Examples
    --------
    >>> hl.fairness("lake")  # doctest: +SKIP
    """
    check_type("site", site, (str,))
    check_type("min_hands", min_hands, (Integral,), is_optional=False)
    where = "true" if site is None else f"site = {quoted(site)}"
    with views.open_lake(lake, memory=memory).connect() as connection:
        check_value(connection, "site", site)
        tests = [
            *starting_hands(connection, where, min_hands),
            *flop_suits(connection, where, min_hands),
            *all_ins(connection, where),
            *dealt_streaks(connection, where, min_hands),
        ]
    return frame(tests)


def frame(tests: list[FairnessTest]) -> pl.DataFrame:
    """The tests with corrected p-values; those with a note are not counted."""
    valid = [test for test in tests if test.note is None]
    corrected = dict(zip(map(id, valid), holm([test.p_value for test in valid]), strict=True))
    rows: list[dict[str, Any]] = []
    for test in tests:
        is_valid = test.note is None
        errors = detectable_errors(len(valid), test.degrees)
        rows.append(
            {
                "test": test.test,
                "site": test.site,
                "part": test.part,
                "hands": test.hands,
                "statistic": test.statistic,
                "degrees": test.degrees,
                "p_value": test.p_value if is_valid else None,
                "corrected": corrected.get(id(test)),
                # Two significant digits without an exponent: 110 rather than 1.1e+02.
                "detectable": test.found.format(f"{float(f'{100 * errors * test.share:.2g}'):g}"),
                "note": test.note,
            }
        )
    return pl.DataFrame(rows, schema=SCHEMA)


def starting_hands(
    connection: duckdb.DuckDBPyConnection, where: str, min_hands: int
) -> Iterator[FairnessTest]:
    """The 169 starting hands of each site; of each seat and account, unless it has them all."""
    dealt = DEALT.format(where=where)
    of_site: dict[str, int] = {}
    parts = {"all": "'all'", "seat": "'seat ' || seat", "account": "player"}
    for kind, part in parts.items():
        query = STARTING_HANDS.format(part=part, dealt=dealt)
        counts: dict[tuple[str, str | None], dict[str, int]] = {}
        for site, name, starting_hand, hands in connection.execute(query).fetchall():
            counts.setdefault((site, name), {})[starting_hand] = int(hands)
        for (site, name), found in counts.items():
            total = sum(found.values())
            # The same hands tested twice would only make the correction for many tests stricter.
            is_again = kind != "all" and total == of_site[site]
            of_site.setdefault(site, total)
            if name is None or is_again or total < min_hands:
                continue
            statistic, p_value = starting_hands_p(found)
            yield FairnessTest(
                f"starting hands by {kind}" if kind != "all" else "starting hands",
                site,
                name,
                total,
                statistic,
                168,
                p_value,
                sqrt((1 - PAIRS) / PAIRS / total),
                "pairs {} % too often or too rarely",
            )


def starting_hands_p(counts: dict[str, int]) -> tuple[float, float]:
    """
    The chi-square of counts of the 169 starting hands of hold'em, and its p-value.

    Where few of a class are expected, the p-value is from simulated deals.
    """
    ranks = "AKQJT98765432"
    shares: dict[str, float] = {}
    for place, high in enumerate(ranks):
        shares[high * 2] = 6 / 1326
        for low in ranks[place + 1 :]:
            shares[f"{high}{low}s"] = 4 / 1326
            shares[f"{high}{low}o"] = 12 / 1326
    share = np.array(list(shares.values()))
    total = sum(counts.values())
    expected = share * total
    found = np.array([counts.get(name, 0) for name in shares])
    statistic = float(((found - expected) ** 2 / expected).sum())
    if expected.min() >= LEAST_EXPECTED:
        return statistic, chi_square_p(statistic, len(shares) - 1)
    deals = np.random.default_rng(1).multinomial(total, share, size=SIMULATIONS)
    simulated = ((deals - expected) ** 2 / expected).sum(axis=1)
    return statistic, float(1 + (simulated >= statistic).sum()) / (1 + SIMULATIONS)


def flop_suits(
    connection: duckdb.DuckDBPyConnection, where: str, min_hands: int
) -> Iterator[FairnessTest]:
    """The suits of the flops of each site."""
    suits = ("c", "d", "h")
    counts = joined_counts(suits)
    rows = connection.execute(FLOP_SUITS.format(counts=counts, where=where)).fetchall()
    by_site: dict[str, list[tuple[int, ...]]] = {}
    for site, *numbers in rows:
        by_site.setdefault(site, []).append(tuple(numbers))
    for site, found in by_site.items():
        flops = np.array(found, dtype=np.float64)
        total = int(flops[:, 3].sum())
        if total < min_hands:
            continue
        statistic = suits_statistic(flops[:, :3], flops[:, 3])
        yield FairnessTest(
            "suits of flops",
            site,
            "all",
            total,
            statistic,
            3,
            chi_square_p(statistic, 3),
            # Three cards of one flop are drawn without replacement.
            sqrt(49 / 51 / total),
            "a suit {} % too often or too rarely",
        )


def joined_counts(suits: tuple[str, ...]) -> str:
    """Columns with the number of cards of each suit on the flop."""
    return ",\n    ".join(
        f"cast(length(flop) - length(replace(flop, '{suit}', '')) as integer) as {suit}"
        for suit in suits
    )


def suits_statistic(suits: NDArray[np.float64], flops: NDArray[np.float64]) -> float:
    """
    Wald's statistic for three of the four suits, which determine the fourth.

    The covariance is that of the flops themselves: cards of one flop depend on each other, and on
    the suited hands that players like to see it with.
    """
    total = flops.sum()
    away = suits - 0.75
    mean = (away * flops[:, None]).sum(axis=0) / total
    covariance = (away * flops[:, None]).T @ away / total
    return float(total * mean @ np.linalg.pinv(covariance) @ mean)


def all_ins(connection: duckdb.DuckDBPyConnection, where: str) -> Iterator[FairnessTest]:
    """What all-ins paid beyond their equity: in total, by tenths of equity, and as a series."""
    known = dict(connection.execute(KNOWN_ALL_INS.format(where=where)).fetchall())
    found = connection.execute(ALL_INS.format(where=where)).pl()
    for (name,), rows in found.group_by(["site"], maintain_order=True):
        site = str(name)
        if rows.height < LEAST_ALL_INS:
            continue
        note = None
        if known[site] < FAIR_SAMPLE:
            note = f"cards of only {known[site]:.0%} of all-ins are known: not a fair sample"
        equity, luck = rows["equity"].to_numpy(), rows["luck"].to_numpy()
        yield _self_normalised(
            "all-ins", site, "all", luck, "{} points of equity given or taken", note
        )
        tenths = np.minimum((equity * 10).astype(int), 9)
        for tenth in range(10):
            of_tenth = luck[tenths == tenth]
            if len(of_tenth) >= LEAST_ALL_INS:
                part = f"equity {tenth * 10} to {tenth * 10 + 10} %"
                yield _self_normalised(
                    "all-ins by equity", site, part, of_tenth, "{} points of equity", note
                )
        products = luck[1:] * luck[:-1]
        scale = float((luck**2).mean())
        yield _self_normalised(
            "streaks of luck", site, "all", products / scale, "a correlation of {} %", note
        )


def dealt_streaks(
    connection: duckdb.DuckDBPyConnection, where: str, min_hands: int
) -> Iterator[FairnessTest]:
    """Whether good cards follow good cards."""
    query = DEALT_STREAKS.format(dealt=DEALT.format(where=where))
    for site, hands, products, squares in connection.execute(query).fetchall():
        if hands < min_hands or not squares:
            continue
        z = products / sqrt(squares)
        yield FairnessTest(
            "streaks of good cards",
            site,
            "all",
            hands,
            z,
            1,
            normal_p(z),
            1 / sqrt(hands),
            "a correlation of {} %",
        )


def _self_normalised(
    test: str, site: str, part: str, values: NDArray[np.float64], found: str, note: str | None
) -> FairnessTest:
    """Test whether the mean is 0 for values of any variance: the sum over its own spread."""
    spread = sqrt(float((values**2).sum()))
    z = float(values.sum()) / spread if spread else 0.0
    share = spread / len(values) if len(values) else 0.0
    return FairnessTest(test, site, part, len(values), z, 1, normal_p(z), share, found, note)
