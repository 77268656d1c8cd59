"""
Format numbers for readers: thousands separators, true minus signs, currency symbols.

An unknown value is a dash, never a zero.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

    from handlab.report.model import Row

NONE = "\N{EN DASH}"
MINUS = "\N{MINUS SIGN}"

SYMBOLS: dict[str, str] = {
    "USD": "$",
    "EUR": "€",
    "GBP": "£",
    "CAD": "C$",
    "AUD": "A$",
    "CNY": "CN¥",
    "INR": "₹",
    "RUB": "₽",
    "BRL": "R$",
}
UNITS: dict[str, str] = {"CHIPS": "chips", "PLAY": "play chips", "CLUB": "club chips"}


def count(value: int | None) -> str:
    """
    Format a whole number with thousands separators.

    Examples
    --------
    >>> count(26898)
    '26,898'
    """
    return NONE if value is None else _sign(f"{value:,}")


def decimal(value: float | Decimal | None, places: int = 1, *, signed: bool = False) -> str:
    """
    Format a number with decimal places; zero after rounding has no sign.

    Examples
    --------
    >>> decimal(12.34, signed=True), decimal(-0.04)
    ('+12.3', '0.0')
    """
    if value is None:
        return NONE
    text = f"{value:,.{places}f}"
    if not text.strip("-0.,"):
        return text.lstrip("-")
    return _sign(f"+{text}" if signed and value > 0 else text)


def percent(rate: float | None, places: int = 1) -> str:
    """
    Format a rate from 0 to 1 in percent.

    Examples
    --------
    >>> percent(0.2509)
    '25.1%'
    """
    return NONE if rate is None else f"{decimal(100 * rate, places)}%"


def share(rate: float | None) -> str:
    """
    Format a rate in percent, with more places for rates close to 0 or 1.

    Examples
    --------
    >>> share(0.4382), share(0.000311), share(0.99971), share(1.0)
    ('43.8%', '0.031%', '99.97%', '100%')
    """
    if rate is None or rate in {0, 1}:
        return NONE if rate is None else f"{rate:.0%}"
    rest = min(rate, 1 - rate) if rate > 0.5 else rate
    places = 1 if rest >= 0.01 else 2 if rest >= 0.0001 or rate < 0.5 else 4
    if rate < 0.001:
        places = 3
    return percent(rate, places)


def money(value: Decimal | None, currency: str | None, *, signed: bool = False) -> str:
    """
    Format an amount with its currency.

    Examples
    --------
    >>> money(Decimal("1234.50"), "USD", signed=True), money(Decimal(900), "CHIPS")
    ('+$1,234.50', '900 chips')
    """
    if value is None:
        return NONE
    places = max(0, -int(value.as_tuple().exponent))
    digits = f"{abs(value):,.{places}f}"
    sign = "" if value == 0 else MINUS if value < 0 else "+" if signed else ""
    if currency in SYMBOLS:
        return f"{sign}{SYMBOLS[currency]}{digits}"
    unit = UNITS.get(currency, currency) if currency else ""
    return f"{sign}{digits} {unit}".rstrip()


def amount(value: Decimal | None, currency: str | None, *, signed: bool = False) -> str:
    """
    Format an amount with the currency's symbol; chips without a unit, for columns that name it.

    Examples
    --------
    >>> amount(Decimal(900), "CHIPS"), amount(Decimal("2.50"), "EUR")
    ('900', '€2.50')
    """
    return money(value, None if currency in UNITS else currency, signed=signed)


def minor(value: int | None, scale: int, currency: str | None) -> str:
    """
    Format a stored amount, a whole number of minor units.

    Examples
    --------
    >>> minor(150, 2, "USD"), minor(150, 0, "CHIPS")
    ('$1.50', '150')
    """
    return amount(None if value is None else Decimal(value).scaleb(-scale), currency)


def unit(currency: str | None) -> str | None:
    """
    The unit of an amount whose currency has no symbol.

    Examples
    --------
    >>> unit("PLAY"), unit("USD")
    ('play chips', None)
    """
    return UNITS.get(currency or "")


def value_column(point: Row) -> str:
    """
    The column of a result line: big blinds for tournaments, whose chips have no value of their own.

    Where no big blind is known, it is chips.

    Examples
    --------
    >>> value_column({"kind": "tournament", "won_bb": 1.5}), value_column({"kind": "cash"})
    ('won_bb', 'won')
    """
    return "won_bb" if point["kind"] == "tournament" and point["won_bb"] is not None else "won"


def interval(low: float | None, high: float | None) -> str:
    """
    Format the bounds of an interval.

    Examples
    --------
    >>> interval(1.25, 24.86)
    '+1.2 to +24.9'
    """
    if low is None or high is None:
        return NONE
    return f"{decimal(low, signed=True)} to {decimal(high, signed=True)}"


def _sign(text: str) -> str:
    return text.replace("-", MINUS)


def day(at: date) -> str:
    """
    A day in words.

    Examples
    --------
    >>> from datetime import date
    >>> day(date(2024, 5, 3))
    '3 May 2024'
    """
    return f"{at.day} {at:%B %Y}"
