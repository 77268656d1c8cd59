"""Hands of Ann and Bob that several tests share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rows import Lake

FOLD_TO_ANN = "Bob sb 5, Ann bb 10, Bob fold"
CALLED = "Bob sb 5, Ann bb 10, Bob call, Ann check"


def showdown(lake: Lake, winner: str, **columns: object) -> None:
    lake.hand("Ann Bob", CALLED, "", "", "", won={winner: 20}, showdown=["Ann", "Bob"], **columns)
