"""
The parameters of a query for statistics, by name, and their types.

Type checkers find mistakes from the annotations; in a notebook there is none, so the types are also
checked here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date
from decimal import Decimal
from numbers import Integral, Real
from typing import TypedDict

from handlab.sql_text import hint


class Hands(TypedDict, total=False):
    """The parameters that choose hands for a report; see `Question`."""

    since: str | date | None
    until: str | date | None
    site: str | None
    kind: str | None
    stake: str | float | Decimal | None
    game: str | None


class Chosen(Hands, total=False):
    """The parameters that choose hands for statistics."""

    vs: str | None
    timezone: str | None


class Asked(Chosen, total=False):
    """All parameters of a query, as given; see `Question`."""

    by: str | Collection[str] | None
    stat: str | Collection[str] | None
    min_hands: int
    reading: str | None


HANDS = tuple(Hands.__annotations__)
CHOSEN = tuple(Chosen.__annotations__)
ASKED = tuple(Asked.__annotations__)

NAMES = frozenset({"by", "stat"})
"""The parameters that may be lists of names."""
DAY = (str, date)
STAKE = (str, Real, Decimal)
TYPES: Mapping[str, tuple[type, ...]] = {
    "since": DAY,
    "until": DAY,
    "stake": STAKE,
    "min_hands": (Integral,),
}
"""The types of the parameters that are not texts."""
WORDS: Mapping[tuple[type, ...], str] = {
    (str,): "a text",
    DAY: "a text, a `date` or a `datetime`",
    STAKE: "a text or a number",
    (Integral,): "a whole number",
}


def check(player: object, given: Mapping[str, object], known: Collection[str] = ASKED) -> None:
    """
    Check the parameters of a query; an empty text counts as not given.

    Parameters
    ----------
    known
        The names that the function has.

    Raises
    ------
    TypeError
        If there is no such parameter, or its value is of another type.

    Examples
    --------
    >>> check("Ann", {"by": ["position"], "stake": 0.25, "since": "2024-05-31"})
    >>> check(5, {})
    Traceback (most recent call last):
    TypeError: expected a text as `player`, got `5`
    """
    for name in given:
        if name not in known:
            message = f"expected a known parameter, got `{name}`\n"
            message += f"hint: {hint(name, known, ', '.join(known))}"
            raise TypeError(message)
    for name, value in {"player": player, **given}.items():
        check_type(name, value, TYPES.get(name, (str,)), is_optional=name != "min_hands")


def check_type(
    name: str, value: object, types: tuple[type, ...], *, is_optional: bool = True
) -> None:
    """
    Check the type of one parameter.

    Raises
    ------
    TypeError
        If the type is wrong. Booleans are not numbers.
    """
    if value is None and is_optional:
        return
    if isinstance(value, types) and not isinstance(value, bool):
        return
    wanted = WORDS[types]
    if name in NAMES:
        wanted = "a text or a list of texts"
        if isinstance(value, Collection) and all(isinstance(item, str) for item in value):
            return
    message = f"expected {wanted} as `{name}`, got `{value!r}`"
    raise TypeError(message)
