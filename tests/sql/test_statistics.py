"""Every statistic of the catalogue on hands that a person can count: who had the chance, and who took it."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from handlab.statistics.catalogue import catalogue, parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rows import Lake

GUIDE = Path(__file__).parents[2] / "sql" / "README.md"

# Ann is the small blind, Bob the big blind, Eve the button: Ann Bob Cat Dan Eve are SB BB UTG CO BTN.
FIVE = "Ann Bob Cat Dan Eve"
BLINDS = "Ann sb 5, Bob bb 10"
OPEN = f"{BLINDS}, Cat raise 30"


def counted(lake: Lake, name: str) -> dict[str, str]:
    """Who had the chance, and `made` or `not` for each."""
    rows = lake.rows(
        f"select player, {name}_made from fct_seat_facts where {name}_chance order by seat"
    )
    assert not lake.rows(f"select 1 from fct_seat_facts where {name}_made and not {name}_chance")
    return {player: "made" if made else "not" for player, made in rows}


@dataclass(frozen=True, slots=True)
class Case:
    """A hand, and how it counts for a statistic; `statistics_cases.toml` describes the fields."""

    name: str
    streets: list[str]
    players: str = FIVE
    made: Sequence[str] = ()
    not_made: Sequence[str] = ()

    @property
    def counted(self) -> dict[str, str]:
        """Who had the chance, and `made` or `not` for each."""
        return dict.fromkeys(self.made, "made") | dict.fromkeys(self.not_made, "not")

    @property
    def left(self) -> list[str]:
        """The players who have not folded."""
        acts = [act.split() for street in self.streets for act in street.split(", ")]
        folded = {player for player, *act in acts if act == ["fold"]}
        return [player for player in self.players.split() if player not in folded]


def read_cases() -> list[Case]:
    text = (Path(__file__).parent / "statistics_cases.toml").read_text(encoding="utf-8")
    return [Case(name, **case) for name, cases in tomllib.loads(text).items() for case in cases]


CASES = read_cases()


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_statistic_counts_who_had_the_chance_and_who_took_it(lake: Lake, case: Case) -> None:
    won = None if len(case.left) == 1 else {case.left[0]: 0}
    lake.hand(case.players, *case.streets, won=won)

    assert counted(lake, case.name) == case.counted


def test_a_short_all_in_is_a_raise_that_can_be_raised_again(lake: Lake) -> None:
    lake.hand(
        FIVE,
        f"{OPEN}, Dan raise 42, Eve fold, Ann fold, Bob fold, Cat call",
        "",
        won={"Cat": 99},
        showdown=["Cat", "Dan"],
        stacks={"Dan": 42},
    )

    assert counted(lake, "three_bet") == {"Dan": "made"}
    assert counted(lake, "fold_to_three_bet") == {"Cat": "not"}
    # Nobody with chips is left to raise against for Cat; those who had not acted could.
    assert counted(lake, "four_bet") == {"Ann": "not", "Bob": "not", "Eve": "not"}


def test_a_raiser_who_is_all_in_has_no_chance_of_a_c_bet(lake: Lake) -> None:
    lake.hand(
        FIVE,
        f"{OPEN}, Dan call, Eve fold, Ann fold, Bob call",
        "Bob check, Dan bet 50, Bob fold",
        won={"Cat": 95},
        showdown=["Cat", "Dan"],
        stacks={"Cat": 30},
    )

    assert counted(lake, "cbet_flop") == {}
    assert counted(lake, "fold_to_cbet_flop") == {}


def test_a_showdown_is_counted_for_those_who_saw_the_flop(lake: Lake) -> None:
    lake.hand(
        FIVE,
        f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
        "Cat check, Dan check",
        "Cat check, Dan check",
        "Cat check, Dan check",
        won={"Dan": 75},
        showdown=["Cat", "Dan"],
    )

    assert counted(lake, "wtsd") == {"Cat": "made", "Dan": "made"}
    assert counted(lake, "wsd") == {"Cat": "not", "Dan": "made"}
    assert counted(lake, "wwsf") == {"Cat": "not", "Dan": "made"}


def test_aggression_counts_every_decision_after_the_first_street(lake: Lake) -> None:
    lake.hand(
        FIVE,
        f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
        "Cat bet 40, Dan raise 120, Cat call",
        "Cat check, Dan bet 200, Cat fold",
    )
    columns = "aggression_frequency_chances, aggression_frequency_made, postflop_call_made"

    assert lake.rows(
        f"select player, {columns} from fct_seat_facts where saw_flop order by seat"
    ) == [("Cat", 3, 1, 1), ("Dan", 2, 2, 0)]


def test_aggression_is_counted_street_by_street(lake: Lake) -> None:
    lake.hand(
        FIVE,
        f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold",
        "Cat bet 40, Dan raise 120, Cat raise 300, Dan call",
        "Cat check, Dan check",
        "Cat bet 200, Dan fold",
    )
    names = ("aggression_flop", "aggression_turn", "aggression_river")
    columns = ", ".join(f"{name}_made, {name}_chances" for name in names)

    assert lake.rows(
        f"select player, {columns} from fct_seat_facts where saw_flop order by seat"
    ) == [("Cat", 2, 2, 0, 0, 1, 1), ("Dan", 1, 2, 0, 0, 0, 1)]


def test_a_call_on_the_river_is_right_if_it_wins(lake: Lake) -> None:
    lake.hand(
        FIVE,
        f"{OPEN}, Dan call, Eve fold, Ann fold, Bob call",
        "Bob check, Cat check, Dan check",
        "Bob check, Cat check, Dan check",
        "Bob bet 40, Cat call, Dan call",
        won={"Dan": 215},
        showdown=["Bob", "Cat", "Dan"],
    )

    assert counted(lake, "won_after_river_call") == {"Cat": "not", "Dan": "made"}


def test_the_river_call_of_stud_is_on_seventh_street(lake: Lake) -> None:
    lake.hand(
        "Ann Bob Cat",
        "Ann bring_in 5, Bob raise 10, Cat call, Ann call",
        "Bob check, Cat check, Ann check",
        "Bob check, Cat check, Ann check",
        "Bob bet 20, Cat call, Ann call",
        "Bob bet 20, Cat fold, Ann call",
        won={"Ann": 130},
        showdown=["Ann", "Bob"],
        game="stud",
        game_family="stud",
    )

    assert counted(lake, "won_after_river_call") == {"Ann": "made"}


def test_nobody_donks_into_a_raiser_who_is_all_in(lake: Lake) -> None:
    lake.hand(
        FIVE,
        f"{OPEN}, Dan fold, Eve call, Ann call, Bob fold",
        "Ann bet 50, Eve fold",
        won={"Cat": 100},
        showdown=["Ann", "Cat"],
        stacks={"Cat": 30},
    )

    assert counted(lake, "donk_flop") == {}
    assert counted(lake, "float_flop") == {}


# Cat has 30 chips; who decides after them, and how.
SHORT_RAISE = f"{OPEN}, Dan call, Eve fold, Ann fold, Bob call"


@pytest.mark.parametrize(
    ("streets", "stacks", "facing", "calling"),
    [
        # Calls between do not matter; nor does whose turn it is.
        (
            [SHORT_RAISE, "Bob check, Dan check"],
            {"Cat": 30},
            {"Ann": "made", "Bob": "not", "Dan": "not", "Eve": "made"},
            {"Ann": "not", "Bob": "made", "Dan": "made", "Eve": "not"},
        ),
        # A raise of the all-in is what the others face.
        (
            [f"{OPEN}, Dan raise 90, Eve fold, Ann fold, Bob fold"],
            {"Cat": 30},
            {"Dan": "not"},
            {"Dan": "not"},
        ),
        # A blind that takes the last chip is no bet; its poster is all-in and the others raise over it.
        ([f"{OPEN}, Dan fold, Eve fold, Ann fold"], {"Bob": 10}, {}, {}),
        # A call for less is no bet either.
        ([f"{OPEN}, Dan call, Eve fold, Ann fold, Bob fold", "Cat check"], {"Dan": 30}, {}, {}),
        # On later streets.
        (
            [f"{OPEN}, Dan call, Eve fold, Ann fold, Bob call", "Bob bet 70, Cat fold, Dan call"],
            {"Bob": 100},
            {"Cat": "made", "Dan": "not"},
            {"Cat": "not", "Dan": "made"},
        ),
    ],
)
def test_who_decides_on_an_all_in_is_counted(
    lake: Lake,
    streets: list[str],
    stacks: dict[str, int],
    facing: dict[str, str],
    calling: dict[str, str],
) -> None:
    all_in = next(iter(stacks))
    lake.hand(FIVE, *streets, won={all_in: 100}, stacks=stacks)

    assert counted(lake, "fold_to_all_in") == facing
    assert counted(lake, "call_all_in") == calling
    went = dict.fromkeys(FIVE.split(), "not") | {all_in: "made"}
    assert counted(lake, "went_all_in") == went


def test_who_met_one_all_in_and_folds_to_a_higher_one_has_called(lake: Lake) -> None:
    lake.hand(
        FIVE,
        f"{BLINDS}, Cat raise 30, Dan call, Eve raise 200, Ann fold, Bob fold, Dan fold",
        won={"Eve": 60},
        stacks={"Cat": 30, "Eve": 200},
    )

    # Eve raises the last chips of Cat; Dan has called them and folds to those of Eve.
    assert counted(lake, "fold_to_all_in") == {
        "Ann": "made",
        "Bob": "made",
        "Dan": "not",
        "Eve": "not",
    }
    assert counted(lake, "call_all_in") == {
        "Ann": "not",
        "Bob": "not",
        "Dan": "made",
        "Eve": "not",
    }


def test_hands_without_decision_facts_have_no_all_ins_to_face(lake: Lake) -> None:
    lake.hand(FIVE, SHORT_RAISE, won={"Cat": 100}, stacks={"Cat": 30})
    lake.connection.execute("update actions set line = null, faces = null, aggressor_to_act = null")

    assert counted(lake, "fold_to_all_in") == {}


def test_every_statistic_is_counted_here() -> None:
    counted_below = {
        "fold_to_all_in",
        "call_all_in",
        "went_all_in",
        "wsd",
        "aggression_frequency",
        "aggression_flop",
        "aggression_turn",
        "aggression_river",
        "postflop_call",
        "vpip",
        "pfr",
        "won_after_river_call",
    }
    assert {entry.name for entry in catalogue().statistics} == {
        *(case.name for case in CASES),
        *counted_below,
    }


def test_the_guide_lists_every_statistic() -> None:
    rows = [
        f"| `{entry.name}` | {entry.group} | {entry.meaning} |" for entry in catalogue().statistics
    ]
    assert "\n".join(rows) in GUIDE.read_text(encoding="utf-8")


def test_a_changed_catalogue_has_another_version() -> None:
    defined = catalogue()
    rules = [
        defined.flags,
        [(entry.name, entry.of, entry.spot, entry.made) for entry in defined.statistics],
        defined.facts,
        defined.hand_facts,
        defined.acts,
    ]
    digest = hashlib.sha256(repr(rules).encode()).hexdigest()[:12]
    assert (defined.version, digest) == (6, "45628ea067c3"), (
        "increment `version` in statistics.toml"
    )


def test_an_entry_that_lacks_something_is_refused() -> None:
    with pytest.raises(TypeError, match="meaning"):
        parse('version = 1\nflag = []\n[acts]\n[[statistic]]\nname = "x"\n')
