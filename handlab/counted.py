"""A number and what it counts, in a sentence for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


def counted(number: int, things: str, rest: str = "") -> str:
    """
    A number with the singular or plural of a noun, and the words after the noun.

    Examples
    --------
    >>> counted(1, "hands"), counted(1_200, "files", "without a hand")
    ('1 hand', '1,200 files without a hand')
    """
    word = things.removesuffix("s") if number == 1 else things
    return f"{number:,} {word} {rest}".rstrip()


def have(number: int) -> str:
    """
    The verb form that agrees with the number.

    Examples
    --------
    >>> have(1), have(0)
    ('has', 'have')
    """
    return "has" if number == 1 else "have"


def count_law(counts: Mapping[str, Any]) -> str:
    """The equation of counts: how all hand headers were counted."""
    parts = ("hands", "duplicates", "partial", "cancelled", "rejected")
    return f"{counts['headers']:,} headers = " + " + ".join(
        f"{counts[part]:,} {part}" for part in parts
    )
