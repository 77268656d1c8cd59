"""
Rows of the lake from hands that a person can read, for the tests of the views.

A hand is written as its players in the order of the deal and a line of acts per street, such as
`"Ann sb 5, Bob bb 10, Cat raise 30, Ann fold, Bob call"`. The state before each act is counted here once more, on
purpose in the plainest way. Nothing is awarded: who won what is said by the test. Every column that is not given is
filled from `schema.py`: null, or what a plain no-limit hold'em cash hand has.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import duckdb

from handlab import schema, views

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

KINDS = {
    "sb": "post_small_blind",
    "bb": "post_big_blind",
    "ante": "post_ante",
    "dead": "post_dead",
    "button_blind": "post_button_blind",
}
"""Short words of the acts; every other word is its own kind."""

POSTS = {*KINDS.values(), "straddle", "bring_in"}
LIVE_POSTS = POSTS - {"post_ante", "post_dead"}
DECISIONS = {"fold", "check", "call", "bet", "raise"}

LETTERS = {"check": "X", "bet": "B", "call": "C", "raise": "R"}

STREETS = {
    "flop": ("preflop", "flop", "turn", "river"),
    "stud": ("third", "fourth", "fifth", "sixth", "seventh"),
    "draw": ("predraw", "draw1", "draw2", "draw3"),
}

POSITIONS = {
    2: ("BB", "BTN/SB"),
    3: ("SB", "BB", "BTN"),
    4: ("SB", "BB", "CO", "BTN"),
    5: ("SB", "BB", "UTG", "CO", "BTN"),
    6: ("SB", "BB", "UTG", "HJ", "CO", "BTN"),
}

HAND = {
    "site": "pokerstars",
    "kind": "cash",
    "is_fast_fold": False,
    "table_name": "Rigel",
    "max_seats": 6,
    "game": "holdem",
    "game_family": "flop",
    "is_hi_lo": False,
    "betting": "no_limit",
    "deck_size": 52,
    "currency": "USD",
    "scale": 2,
    "small_blind": 5,
    "big_blind": 10,
    "bb_unit": "big_blind",
    "n_runouts": 1,
    "is_bomb_pot": False,
    "rake": 0,
    "fees": 0,
    "added": 0,
    "rake_source": "logged",
    "verdict": "exact",
    "parser_version": 1,
}

FIRST_START = datetime(2024, 5, 1, tzinfo=UTC)


@dataclass(slots=True)
class Replay:
    """What the acts of a hand make of its seats, counted act by act."""

    stacks: dict[str, int]
    family: str
    contributed: dict[str, int] = field(default_factory=dict)
    live: dict[str, int] = field(default_factory=dict)
    folded: dict[str, str] = field(default_factory=dict)
    all_in: dict[str, str] = field(default_factory=dict)
    posted: dict[str, int] = field(default_factory=dict)
    dead: dict[str, int] = field(default_factory=dict)
    aggressor: str | None = None
    previous_aggressor: str | None = None
    cbettors: dict[int, str] = field(default_factory=dict)
    streets_seen: list[str] = field(default_factory=list)
    actions: list[dict[str, Any]] = field(default_factory=list)

    def play(self, street_no: int, line: str) -> None:
        """Play one street."""
        street = STREETS[self.family][street_no]
        self.streets_seen.append(street)
        totals = dict.fromkeys(self.stacks, 0)
        state = {"price": 0, "raises": 0, "aggressor": self.aggressor, "calls": 0, "acts": []}
        state["decided"] = []
        for act in filter(None, (part.strip() for part in line.split(","))):
            player, word, *rest = act.split()
            self._act(street, street_no, player, KINDS.get(word, word), rest, totals, state)
        self.aggressor = state["aggressor"]
        self.previous_aggressor = state["aggressor"] if state["raises"] else None

    def _act(
        self,
        street: str,
        street_no: int,
        player: str,
        kind: str,
        rest: Sequence[str],
        totals: dict[str, int],
        state: dict[str, Any],
    ) -> None:
        stack, price = self.stacks[player], state["price"]
        aggressor, acts = state["aggressor"], state["acts"]
        can_act = aggressor not in {None, player, *self.folded} and self.stacks[aggressor] > 0
        to_call = max(state["price"] - totals[player], 0)
        opponents = (other for other in self.stacks if other != player and other not in self.folded)
        own = [letter for who, letter in acts if who == player]
        row = {
            "action_no": len(self.actions),
            "street": street,
            "street_no": street_no,
            "player": player,
            "kind": kind,
            "raises_before": state["raises"],
            "limpers_before": state["calls"] if street_no == 0 and not state["raises"] else 0,
            "callers_before": state["calls"],
            "to_call": to_call,
            "pot_before": sum(self.contributed.values()),
            "stack_before": stack,
            "aggressor": aggressor,
            "previous_aggressor": self.previous_aggressor,
            "aggressor_to_act": aggressor not in {who for who, _ in acts} if can_act else None,
            "line": "".join(own),
            "decision_no": len(own) + 1 if kind in DECISIONS else None,
            "faces": self._faces(street_no, state) if kind in DECISIONS else None,
            "effective_stack": self._effective_stack(player, totals) if kind in DECISIONS else None,
            "can_raise": stack > to_call and any(self.stacks[other] > 0 for other in opponents),
        }
        amount = {
            "call": min(to_call, stack),
            "fold": 0,
            "check": 0,
            "show": 0,
            "muck": 0,
            "stand_pat": 0,
            "discard": 0,
        }.get(kind)
        if amount is None:
            stated = int(rest[0])
            amount = min(stack, stated - totals[player] if kind in {"bet", "raise"} else stated)
        self.stacks[player] -= amount
        self.contributed[player] = self.contributed.get(player, 0) + amount
        if kind not in {"post_ante", "post_dead"}:
            totals[player] += amount
            self.live[player] = self.live.get(player, 0) + amount
        if kind in DECISIONS:
            state["decided"].append(kind)
        if kind in {"bet", "raise"}:
            self._name_bet(player, street_no, row, state)
            state |= {"raises": state["raises"] + 1, "aggressor": player, "calls": 0}
        state["calls"] += kind == "call"
        state["price"] = max(state["price"], totals[player])
        if kind in LIVE_POSTS:
            self.posted[player] = self.posted.get(player, 0) + amount
        if kind == "post_dead":
            self.dead[player] = self.dead.get(player, 0) + amount
        if kind == "fold":
            self.folded[player] = street
        raise_by = totals[player] - price if kind in {"bet", "raise"} else None
        if kind in LETTERS:
            acts.append((player, LETTERS[kind]))
        is_all_in = amount > 0 and self.stacks[player] == 0
        if is_all_in:
            self.all_in[player] = street
        self.actions.append(
            row
            | {
                "amount": amount,
                "street_total": totals[player],
                "raise_by": raise_by,
                "is_all_in": is_all_in,
            }
        )

    def _name_bet(
        self, player: str, street_no: int, row: dict[str, Any], state: dict[str, Any]
    ) -> None:
        """Record what the decisions after a bet or raise face."""
        is_cbet = self.cbettors.get(street_no - 1) == player and state["raises"] == 0
        if street_no == 0 or is_cbet:
            self.cbettors[street_no] = player
        if state["raises"] == 0:
            is_donk = row["aggressor_to_act"] and self.previous_aggressor is not None
            state["bet"] = "cbet" if is_cbet else "donk" if is_donk else "bet"
        if state["raises"] == 1:
            state["raise"] = "check_raise" if row["line"] == "X" else "raise"

    def _faces(self, street_no: int, state: dict[str, Any]) -> str:
        """What a decision faces, by its street."""
        raises = state["raises"]
        if street_no == 0:
            if raises == 0:
                return "limped" if state["calls"] else "unopened"
            return ["raised", "3bet", "4bet", "5bet"][min(raises, 4) - 1]
        if raises == 0:
            return "checked_to" if "check" in state["decided"] else "unopened"
        if raises < 3:
            return str(state["bet"] if raises == 1 else state["raise"])
        return ["3bet", "4bet", "5bet"][min(raises, 5) - 3]

    def _effective_stack(self, player: str, totals: dict[str, int]) -> int:
        """What the player can still lose to the opponent who can match most."""
        others = [other for other in self.stacks if other != player and other not in self.folded]
        matched = [totals[other] + self.stacks[other] - totals[player] for other in others]
        return max(0, min(self.stacks[player], max(matched, default=0)))

    def uncalled(self) -> dict[str, int]:
        """What comes back to the seat that put in most, folded seats included."""
        ordered = sorted(self.live.items(), key=lambda item: -item[1])
        if len(ordered) < 2 or ordered[0][1] == ordered[1][1]:
            return {} if len(ordered) != 1 else dict(ordered)
        return {ordered[0][0]: ordered[0][1] - ordered[1][1]}


class Lake:
    """A connection with the tables of the lake, and hands in them."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self.connection = connection
        self.hands = 0

    def create_tables(self) -> None:
        """Create every table of `schema.py`."""
        for table in schema.TABLES.values():
            columns = ", ".join(f'"{column.name}" {column.duckdb_type}' for column in table.columns)
            self.connection.execute(f"create table {table.name} ({columns})")

    def empty(self) -> None:
        """Delete all rows."""
        for table in schema.TABLES:
            self.connection.execute(f"delete from {table}")
        self.hands = 0

    def insert(self, table: str, row: Mapping[str, Any]) -> None:
        """Insert one row; a column that is not given is null, one that the table has not is an error."""
        names = ", ".join(f'"{name}"' for name in row)
        marks = ", ".join("?" for _ in row)
        self.connection.execute(
            f"insert into {table} ({names}) values ({marks})", list(row.values())
        )

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Rows of a query."""
        return self.connection.execute(query).fetchall()

    def row(self, query: str) -> tuple[Any, ...]:
        """The only row of a query."""
        rows = self.rows(query)
        assert len(rows) == 1, rows
        return rows[0]

    def value(self, query: str) -> Any:
        """The only value of a query."""
        (value,) = self.row(query)
        return value

    def hand(
        self,
        players: str,
        *streets: str,
        won: Mapping[str, int] | None = None,
        showdown: Iterable[str] = (),
        winners: Iterable[str] | None = None,
        stacks: Mapping[str, int] | None = None,
        seats: Mapping[str, Mapping[str, Any]] | None = None,
        **columns: Any,
    ) -> str:
        """
        Add a hand and return its number.

        Parameters
        ----------
        players
            Names in the order of the deal, the first left of the button; they sit in seats 1, 2, ...
        streets
            Acts of each street; an empty text is a street that was dealt and not bet on.
        won
            What each player is awarded; the pot less rake and fees goes to the only one left when it is not given.
        showdown, winners
            Who is in at the showdown, and who wins there: those in `won` if not given.
        stacks
            Starting stacks; 1000 where not given.
        seats
            Columns of a player's seat that differ.
        columns
            Columns of the hand that differ.
        """
        self.hands += 1
        names = players.split()
        hand = HAND | {
            "hand_id": f"{1000 + self.hands}",
            "started_at": FIRST_START + timedelta(minutes=self.hands),
            "button_seat": len(names),
            "n_seated": len(names),
            "n_players": len(names),
        }
        hand |= columns
        starting = {name: (stacks or {}).get(name, 1000) for name in names}
        replay = Replay(dict(starting), hand["game_family"])
        for street_no, line in enumerate(streets):
            replay.play(street_no, line)
        uncalled = replay.uncalled()
        contributed = {
            name: replay.contributed.get(name, 0) - uncalled.get(name, 0) for name in names
        }
        left = [name for name in names if name not in replay.folded]
        if won is None:
            assert len(left) == 1, f"say who won, {left} are left"
            pot = sum(contributed.values()) + hand["added"]
            won = {left[0]: pot - (hand["rake"] or 0) - (hand["fees"] or 0)}
        showdown = set(showdown)
        winners = set(won) & showdown if winners is None else set(winners)
        hand.setdefault("total_pot", sum(contributed.values()) + hand["added"])
        self.insert("hands", hand)
        positions = POSITIONS.get(len(names), ()) if hand["game_family"] != "stud" else ()
        unit = hand["small_bet"] if hand["bb_unit"] == "small_bet" else hand["big_blind"]
        for index, name in enumerate(names):
            net = won.get(name, 0) - contributed[name]
            seat = {
                "site": hand["site"],
                "hand_id": hand["hand_id"],
                "seat": index + 1,
                "player": name,
                "is_anonymous": False,
                "is_hero": False,
                "is_dealt_in": True,
                "position": positions[index] if positions else None,
                "position_index": index,
                "starting_stack": starting[name],
                "ending_stack": starting[name] + net,
                "posted": replay.posted.get(name, 0),
                "dead": replay.dead.get(name, 0),
                "contributed": contributed[name],
                "uncalled": uncalled.get(name, 0),
                "won": won.get(name, 0),
                "side": 0,
                "net": net,
                "net_bb": net / unit if unit else None,
                "is_all_in": name in replay.all_in,
                "all_in_street": replay.all_in.get(name),
                "folded_street": replay.folded.get(name),
                "saw_flop": len(streets) > 1 and replay.folded.get(name) != replay.streets_seen[0],
                "went_to_showdown": name in showdown,
                "won_at_showdown": name in winners,
            }
            repeated = (
                "started_at",
                "kind",
                "currency",
                "scale",
                "game",
                "game_family",
                "betting",
                "big_blind",
                "n_players",
                "verdict",
                "is_hi_lo",
                "bb_unit",
                "is_bomb_pot",
            )
            seat |= {column: hand[column] for column in repeated}
            seat |= {column: hand.get(column) for column in ("small_bet", "allin_street")}
            self.insert("seats", seat | dict((seats or {}).get(name, {})))
        for action in replay.actions:
            aggressor, previous = action.pop("aggressor"), action.pop("previous_aggressor")
            index = names.index(action["player"])
            is_other = aggressor is not None and aggressor != action["player"]
            self.insert(
                "actions",
                action
                | {
                    "site": hand["site"],
                    "hand_id": hand["hand_id"],
                    "seat": index + 1,
                    "position": positions[index] if positions else None,
                    "aggressor_seat": names.index(aggressor) + 1 if aggressor else None,
                    "previous_aggressor_seat": names.index(previous) + 1 if previous else None,
                    "in_position": index > names.index(aggressor)
                    if is_other and positions
                    else None,
                },
            )
        self._pots(hand, contributed, won, names)
        return str(hand["hand_id"])

    def _pots(
        self,
        hand: Mapping[str, Any],
        contributed: Mapping[str, int],
        won: Mapping[str, int],
        names: list[str],
    ) -> None:
        """One pot with all the money: what the checks add up."""
        key = {"site": hand["site"], "hand_id": hand["hand_id"], "pot_no": 0}
        gross = sum(contributed.values()) + hand["added"]
        rake, fee = hand["rake"], hand["fees"]
        self.insert(
            "pots",
            key
            | {
                "gross": gross,
                "rake": rake,
                "fee": fee,
                "net": gross - (rake or 0) - (fee or 0),
                "eligible_seats": [],
            },
        )
        for name, amount in won.items():
            self.insert(
                "awards",
                key
                | {
                    "run_no": 0,
                    "half": "all",
                    "seat": names.index(name) + 1,
                    "amount": amount,
                },
            )


@contextmanager
def lake_in_memory() -> Iterator[Lake]:
    """Tables and views without rows, in memory; times are in UTC."""
    with duckdb.connect() as connection:
        connection.execute("set TimeZone = 'UTC'")
        lake = Lake(connection)
        lake.create_tables()
        # The rows are written by hand: their statistics are computed by the SQL that fills them in a lake.
        views.create_views(connection, are_statistics_stored=False)
        yield lake
