"""What only the name of a file says: the price and name of a tournament."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from command_line import run

import handlab as hl
from handlab.ingest import ingest
from handlab.lake import Lake

if TYPE_CHECKING:
    from collections.abc import Sequence

SAMPLES = Path(__file__).parents[1] / "corpus"
IGNITION = SAMPLES / "ignition" / "tournament_3max_bounty_and_the_owner_is_third.txt"
IGNITION_NAME = (
    "HH20230105-195500 - 4815162 - STT - Triple (Bounty) - $9-$0.90 - HOLDEM - NL -Tourney No."
)
NUMBER = "52000777"
WINNING = SAMPLES / "winning" / "nlhe_4max_tournament_big_blind_of_nothing_after_the_ante.txt"


def tournaments(lake: Path, paths: Sequence[Path]) -> list[dict[str, Any]]:
    """The rows of `tournaments` after the paths were read one after the other."""
    for path in paths:
        ingest([path], Lake.create(lake))
    with Lake.open(lake).connect() as connection:
        return connection.sql("from tournaments order by player").pl().to_dicts()


def ignition(folder: Path, name: str) -> Path:
    """The hand of an Ignition tournament in a file of this name."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(IGNITION.read_bytes())
    return path


def price(row: dict[str, Any]) -> tuple[object, ...]:
    return row["name"], row["currency"], row["buy_in"], row["fee"]


def test_ignition_files_name_the_price(tmp_path: Path) -> None:
    (owner,) = tournaments(
        tmp_path / "lake", [ignition(tmp_path / "a", f"{IGNITION_NAME}{NUMBER}.txt")]
    )
    assert price(owner) == ("Triple (Bounty)", "USD", 900, 90)
    # As without the name, for which the hand's own words are enough.
    assert (owner["finish_place"], owner["prize"], owner["speed"]) == (3, 2250, "turbo")


@pytest.mark.parametrize("name", ["my hands.txt", f"{IGNITION_NAME}52000778.txt"])
def test_the_price_of_another_tournament_is_not_taken(tmp_path: Path, name: str) -> None:
    (owner,) = tournaments(tmp_path / "lake", [ignition(tmp_path / "a", name)])
    assert price(owner) == (None, "USD", None, None)
    assert (owner["prize"], owner["speed"]) == (2250, "turbo")


def test_a_copy_under_the_sites_name_adds_the_price(tmp_path: Path) -> None:
    renamed = ignition(tmp_path / "a", "all.txt")
    # Else it is the same file, which is not read again.
    renamed.write_bytes(renamed.read_bytes() + b"\r\n")
    named = ignition(tmp_path / "b", f"{IGNITION_NAME}{NUMBER}.txt")
    for lake, paths in (("x", [renamed, named]), ("y", [named, renamed])):
        (owner,) = tournaments(tmp_path / lake, paths)
        assert price(owner) == ("Triple (Bounty)", "USD", 900, 90)
        assert (owner["finish_place"], owner["prize"]) == (3, 2250)


def test_members_of_archives_have_names_of_their_own(tmp_path: Path) -> None:
    archive = tmp_path / "hands.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.write(IGNITION, f"2023/{IGNITION_NAME}{NUMBER}.txt")
    (owner,) = tournaments(tmp_path / "lake", [archive])
    assert price(owner) == ("Triple (Bounty)", "USD", 900, 90)


def test_winnings_files_name_the_tournament(tmp_path: Path) -> None:
    name = "TN-$0{FULLSTOP}50 Hold'Em Turbo - On Demand GAMETYPE-Hold'em LIMIT-no CUR-REAL BUYIN-0"
    path = tmp_path / f"HH20210220 SITGOID-G8034031T3 {name}.txt"
    path.write_bytes(WINNING.read_bytes())
    rows = tournaments(tmp_path / "lake", [path])
    # The amount may be a price or a guarantee.
    assert [price(row) for row in rows] == [
        ("$0.50 Hold'Em Turbo - On Demand", None, None, None)
    ] * len(rows)
    assert rows


def test_conversion_and_frames_know_the_price(tmp_path: Path) -> None:
    path = ignition(tmp_path / "a", f"{IGNITION_NAME}{NUMBER}.txt")
    assert (
        "Tournament #52000777, $9.00+$0.90 USD Hold'em No Limit"
        in run("convert", str(path), "--to", "pokerstars").stdout
    )
    assert [price(row) for row in hl.read_hands(path)["tournaments"].to_dicts()] == [
        ("Triple (Bounty)", "USD", 900, 90)
    ]
