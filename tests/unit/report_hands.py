"""Hands for the tests of reports, whose results a person can count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from handlab.report.build import build_from

if TYPE_CHECKING:
    from rows import Lake

    from handlab.report import Report

HERO = {"Ann": {"is_hero": True, "hole_cards": "AhKh", "cards_source": "dealt"}}


def ann_wins_the_blinds(lake: Lake, **columns: Any) -> str:
    """Ann raises on the button and takes 5 and 10."""
    line = "Bob sb 5, Cat bb 10, Ann raise 30, Bob fold, Cat fold"
    return lake.hand("Bob Cat Ann", line, seats=HERO, **columns)


def ann_loses_at_showdown(lake: Lake, **columns: Any) -> str:
    """Ann calls 100 on the flop and loses 130."""
    return lake.hand(
        "Bob Cat Ann",
        "Bob sb 5, Cat bb 10, Ann raise 30, Bob fold, Cat call",
        "Cat bet 100, Ann call",
        "Cat check, Ann check",
        "Cat check, Ann check",
        won={"Cat": 265},
        showdown=["Cat", "Ann"],
        seats=HERO,
        **columns,
    )


def report_on(lake: Lake, player: str | None = None, timezone: str | None = None) -> Report:
    return build_from(lake.connection, player, timezone=timezone)
