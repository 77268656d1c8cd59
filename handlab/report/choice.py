"""The hands that a report is about, if these are not all: as conditions, and in words."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from handlab.answers.left_out import nothing, warn_of_days
from handlab.answers.stats import check_value
from handlab.counted import counted, have
from handlab.errors import ReportError
from handlab.kinds import KINDS
from handlab.report import formatting, labels, titles
from handlab.sql_text import amount
from handlab.statistics.question import Question
from handlab.views.chosen_hands import Choice, show_only

if TYPE_CHECKING:
    from collections.abc import Sequence

    import duckdb

    from handlab.views.aliases import Aliases


def choose(
    connection: duckdb.DuckDBPyConnection, player: str | None, asked: dict[str, Any], names: Aliases
) -> str:
    """
    Make the chosen hands the connection's default, and return which they are, in words.

    Raises
    ------
    ReportError
        If there are none.
    StatisticsError
        If the lake has no hands of the site or the game, or a day is none.

    Warns
    -----
    HandlabWarning
        If days are chosen, and hands have none.
    """
    question = Question.of(player, **asked)
    for column in ("site", "kind", "game"):
        check_value(connection, column, getattr(question, column))
    days = Question(since=question.since, until=question.until, timezone=question.timezone).filters
    found = nothing(connection, question)
    if found is not None and (player is not None or not _has_hands(connection, question)):
        raise ReportError(found[0], hint=found[1])
    undated = warn_of_days(connection, question)
    stakes = [] if question.stake is None else [amount(question.stake)]
    sites, kinds, games = (
        [value] if (value := getattr(question, name)) is not None else []
        for name in ("site", "kind", "game")
    )
    show_only(connection, Choice(days, sites, kinds, games, stakes), names)
    return in_words(question, undated)


def _has_hands(connection: duckdb.DuckDBPyConnection, question: Question) -> bool:
    """Whether there are such hands, if only of players without a name."""
    filters = " and ".join(question.filters)
    query = f"select 1 from fct_seat_facts where {filters} limit 1"
    return connection.execute(query).fetchone() is not None


def in_words(question: Question, undated: int) -> str:
    """The choice in words, with the number of hands that are in none of the days."""
    stake = f"big blind {question.stake}" if question.stake is not None else ""
    first, last = (_day(given) for given in (question.since, question.until))
    parts = [
        period(first, last),
        labels.site(question.site) if question.site else "",
        KINDS.get(question.kind, question.kind) if question.kind else "",
        titles.GAMES.get(question.game, question.game) if question.game else "",
        stake,
        f"without {counted(undated, 'hands')} that {have(undated)} no start" if undated else "",
    ]
    return ", ".join(filter(None, parts))


def _day(given: str | date | None) -> str | None:
    """A day in words, or a time as it was given."""
    if given is None or not isinstance(given, str):
        return None if given is None else formatting.day(given)
    try:
        return formatting.day(date.fromisoformat(given))
    except ValueError:
        return given


def period(first: str | None, last: str | None) -> str:
    """
    A period in words, from its first and its last day.

    Examples
    --------
    >>> period("1 May 2024", "31 May 2024"), period("1 May 2024", None), period(None, None)
    ('1 May 2024 to 31 May 2024', 'from 1 May 2024', '')
    """
    if first == last:
        return first or ""
    if first is None:
        return f"until {last}"
    return f"from {first}" if last is None else f"{first} to {last}"


def listed(names: Sequence[str], word: str = "and") -> str:
    """
    Names in a sentence.

    Examples
    --------
    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return f" {word} ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
