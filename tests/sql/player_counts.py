"""Counts of one player from `player_stats`, each with its denominators."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rows import Lake


def vpip(lake: Lake, player: str) -> tuple[int, int]:
    return lake.row(
        f"select vpip_hands, vpip_opportunities from player_stats where player = '{player}'"
    )


def pfr(lake: Lake, player: str) -> tuple[int, int]:
    return lake.row(
        f"select pfr_hands, pfr_opportunities from player_stats where player = '{player}'"
    )


def three_bet(lake: Lake, player: str) -> tuple[int, int]:
    return lake.row(
        f"select three_bet_hands, three_bet_opportunities from player_stats where player = '{player}'"
    )


def showdowns(lake: Lake, player: str) -> tuple[int, int, int, int]:
    return lake.row(
        "select saw_flop_hands, went_to_showdown_hands, won_at_showdown_hands, won_when_saw_flop_hands "
        f"from player_stats where player = '{player}'"
    )
