"""
Numbers as people read them: thousands, true minus signs, symbols of currencies.

What is not known is a dash, never a zero.
"""

from __future__ import annotations

from decimal import Decimal

NONE = "–"
MINUS = "−"  # noqa: RUF001  a minus, not a hyphen

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
    Give a whole number with its thousands apart.

    Examples
    --------
    >>> count(26898)
    '26,898'
    """
    return NONE if value is None else _sign(f"{value:,}")


def decimal(value: float | Decimal | None, places: int = 1, *, signed: bool = False) -> str:
    """
    Give a number with some decimal places; what rounds to zero has no sign.

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
    Give a rate from 0 to 1 in percent.

    Examples
    --------
    >>> percent(0.2509), percent(None)
    ('25.1%', '–')
    """
    return NONE if rate is None else f"{decimal(100 * rate, places)}%"


def share(rate: float | None) -> str:
    """
    Give a rate in percent with as many places as a rare thing needs.

    Examples
    --------
    >>> share(0.4382), share(0.000311), share(1.0)
    ('43.8%', '0.031%', '100%')
    """
    if rate is None or rate in {0, 1}:
        return NONE if rate is None else f"{rate:.0%}"
    return percent(rate, 1 if rate >= 0.01 else 2 if rate >= 0.001 else 3)


def money(value: Decimal | None, currency: str | None, *, signed: bool = False) -> str:
    """
    Give an amount with its currency.

    Examples
    --------
    >>> money(Decimal("-1234.50"), "USD", signed=True), money(Decimal(900), "CHIPS")
    ('−$1,234.50', '900 chips')
    """  # noqa: RUF002
    if value is None:
        return NONE
    places = max(0, -int(value.as_tuple().exponent))
    digits = f"{abs(value):,.{places}f}"
    sign = "" if value == 0 else MINUS if value < 0 else "+" if signed else ""
    if currency in SYMBOLS:
        return f"{sign}{SYMBOLS[currency]}{digits}"
    unit = UNITS.get(currency, currency) if currency else ""
    return f"{sign}{digits} {unit}".rstrip()


def interval(low: float | None, high: float | None) -> str:
    """
    Give the bounds of an interval.

    Examples
    --------
    >>> interval(-45.95, 24.86)
    '−46.0 to +24.9'
    """  # noqa: RUF002
    if low is None or high is None:
        return NONE
    return f"{decimal(low, signed=True)} to {decimal(high, signed=True)}"


def _sign(text: str) -> str:
    return text.replace("-", MINUS)
