"""
Hands as steps that can be played: posts, acts, cards, returns, awards.

A step says what happens and to whom; the page's script moves the chips. Amounts are whole numbers
of minor units, as stored; the hand says how they are printed. What the lake does not know is
missing, and nothing is made up for it: a stack, a card, a discarded hand.
"""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING, Any

from handlab.errors import EquityError, ReportError
from handlab.player_equity import player_equity
from handlab.report import formatting, labels

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import tzinfo

    import duckdb

    from handlab.report.model import Row

Key = tuple[str, str]
"""Site and number of a hand."""

STREETS: dict[str, tuple[str, ...]] = {
    "flop": ("preflop", "flop", "turn", "river"),
    "stud": ("third", "fourth", "fifth", "sixth", "seventh"),
    "five_card_stud": ("second", "third", "fourth", "fifth"),
    "draw": ("predraw", "draw1", "draw2", "draw3"),
}
STUD_CARDS = {"stud": (3, 4, 5, 6, 7), "five_card_stud": (2, 3, 4, 5)}
"""The cards that a seat has on each street of stud."""

POSTS: dict[str, str] = {
    "post_ante": "posts the ante",
    "post_small_blind": "posts the small blind",
    "post_big_blind": "posts the big blind",
    "post_button_blind": "posts the button blind",
    "post_dead": "posts dead money",
    "straddle": "straddles",
    "bring_in": "brings it in",
}
MAX_WORK, DRAWS = 3_000_000, 20_000
"""How far an equity is exact, and how many runouts are drawn beyond that."""

TABLES: dict[str, str] = {
    "seats": "position_index nulls last, seat",
    "actions": "action_no",
    "boards": "run_no",
    "pots": "pot_no",
    "awards": "pot_no desc, run_no, half, seat",
    "side_payments": "seat, kind",
}
"""The tables of a hand, and the order of their rows."""


def replays(
    connection: duckdb.DuckDBPyConnection,
    hands: Iterable[Key],
    player: str | None = None,
    zone: tzinfo = UTC,
) -> dict[Key, Row]:
    """
    The hands with these keys, with times of the zone.

    `player` sits at the bottom of the table, else the hero.
    """
    keys = list(dict.fromkeys(hands))
    if not keys:
        return {}
    places = ", ".join("(?, ?)" for _ in keys)
    values = [part for key in keys for part in key]
    where = f"where (site, hand_id) in ({places})"
    found = _by_hand(connection, f"select * exclude (text) from stg_hands {where}", values)
    parts = {
        table: _by_hand(connection, f"select * from stg_{table} {where} order by {order}", values)
        for table, order in TABLES.items()
    }
    return {
        key: _replay(
            found[key][0],
            {table: rows.get(key, []) for table, rows in parts.items()},
            player,
            zone,
        )
        for key in keys
        if key in found
    }


def find(connection: duckdb.DuckDBPyConnection, hand_id: str) -> list[Key]:
    """
    The hands with this number: several if sites share it, or other hands had it already.

    Raises
    ------
    ReportError
        If the lake holds no such hand.
    """
    found = connection.execute(
        "select site, hand_id from stg_hands where hand_id = ? or starts_with(hand_id, ?)"
        " order by site, hand_id",
        [hand_id, f"{hand_id}~"],
    ).fetchall()
    if not found:
        message = f"expected the number of a hand in the lake, got `{hand_id}`"
        raise ReportError(message, hint="find one with `handlab audit --verdict exact`")
    return [(site, number) for site, number in found]


def _by_hand(
    connection: duckdb.DuckDBPyConnection, query: str, values: Sequence[str]
) -> dict[Key, list[dict[str, Any]]]:
    result = connection.execute(query, values)
    names = [column[0] for column in result.description or ()]
    found: dict[Key, list[dict[str, Any]]] = {}
    for row in result.fetchall():
        columns = dict(zip(names, row, strict=True))
        found.setdefault((columns["site"], columns["hand_id"]), []).append(columns)
    return found


def _replay(
    hand: Row, parts: dict[str, list[dict[str, Any]]], player: str | None, zone: tzinfo
) -> Row:
    started = hand["started_at"] and hand["started_at"].astimezone(zone)
    seats = [seat for seat in parts["seats"] if seat["is_dealt_in"]] or parts["seats"]
    return {
        "site": labels.site(hand["site"]),
        "id": hand["hand_id"],
        "title": labels.game(hand),
        "stakes": _stakes(hand),
        "time": str(started or hand["started_raw"] or "")[:16],
        "table": hand["table_name"] or "",
        # The cards that lie face down before the first one that all see.
        "down": STUD_CARDS[_kind(hand)][0] - 1 if hand["game_family"] == "stud" else None,
        "unit": formatting.SYMBOLS.get(hand["currency"], ""),
        "after": _after(hand["currency"]),
        "scale": hand["scale"] or 0,
        "bigBlind": hand["big_blind"],
        "button": hand["button_seat"],
        "bottom": _bottom(seats, player),
        "seats": [_seat(seat, hand, parts["actions"]) for seat in _around(seats)],
        "pots": [pot["gross"] for pot in parts["pots"]],
        "steps": list(_steps(hand, seats, parts)),
    }


def _stakes(hand: Row) -> str:
    """The stakes as printed at a table: blinds, or the bets of stud, and the ante."""
    scale, currency = hand["scale"] or 0, hand["currency"]
    pair = ("small_blind", "big_blind") if hand["big_blind"] else ("small_bet", "big_bet")
    amounts = [formatting.minor(hand[name], scale, currency) for name in pair if hand[name]]
    text = "/".join(amounts)
    if hand["ante"]:
        text += f", ante {formatting.minor(hand['ante'], scale, currency)}"
    return text


def _after(currency: str | None) -> str:
    if currency in formatting.SYMBOLS or currency == "CHIPS":
        return ""
    return f" {formatting.UNITS.get(currency or '', currency or '')}".rstrip()


def _around(seats: Sequence[Row]) -> list[Row]:
    """The seats as they sit around the table."""
    return sorted(seats, key=lambda seat: seat["seat"])


def _bottom(seats: Sequence[Row], player: str | None) -> int | None:
    """The seat that the viewer looks from."""
    named = [seat["seat"] for seat in seats if player is not None and seat["player"] == player]
    heroes = [seat["seat"] for seat in seats if seat["is_hero"]]
    return next(iter([*named, *heroes]), None)


def _seat(seat: Row, hand: Row, actions: Sequence[Row]) -> Row:
    return {
        "seat": seat["seat"],
        "name": seat["player"] or f"Seat {seat['seat']}",
        "position": seat["position"] or "",
        "stack": seat["starting_stack"],
        "cards": _pairs(seat["hole_cards"]),
        "count": _cards_dealt(hand),
        "from": _shown_from(seat, hand),
        # In draw games only the last hand is known: it is there once the seat has drawn.
        "draws": sum(act["seat"] == seat["seat"] and act["kind"] == "discard" for act in actions),
        "hero": bool(seat["is_hero"]),
        "dealt": seat["cards_source"] == "dealt",
    }


def _cards_dealt(hand: Row) -> int:
    counts = {"holdem": 2, "split_holdem": 2, "short_deck": 2, "omaha": 4, "badugi": 4}
    counts |= {"omaha6": 6, "stud": 3, "razz": 3, "razz_27": 3, "irish": 2, "five_card_stud": 2}
    return counts.get(hand["game"], 5)


def _shown_from(seat: Row, hand: Row) -> list[int]:
    """
    The street, by its number, from which each known card of a seat is on the table.

    In stud, the few cards of a seat that folded are those that lay open.
    """
    cards = _pairs(seat["hole_cards"])
    if hand["game_family"] != "stud":
        return [0] * len(cards)
    kind, folded = _kind(hand), seat["folded_street"]
    dealt = STUD_CARDS[kind]
    last = _street_no(kind, folded) if folded else len(dealt) - 1
    if len(cards) < dealt[last]:
        return list(range(len(cards)))
    return [max(0, index - dealt[0] + 1) for index in range(len(cards))]


def _kind(hand: Row) -> str:
    """What the streets of a hand are: a family of games, or five-card stud."""
    if hand["game"] == "five_card_stud":
        return "five_card_stud"
    return hand["game_family"] if hand["game_family"] in STREETS else "flop"


def _street_no(family: str | None, street: str) -> int:
    streets = STREETS.get(family or "flop", STREETS["flop"])
    return streets.index(street) if street in streets else len(streets) - 1


def _steps(
    hand: Row, seats: Sequence[Row], parts: dict[str, list[dict[str, Any]]]
) -> Iterator[Row]:
    family = _kind(hand)
    boards = _boards(parts["boards"], STREETS[family])
    streets = _streets_played(hand, family, boards, parts["actions"])
    acts = [act for act in parts["actions"] if act["street"] in streets]
    acts = [act for act in acts if act["kind"] not in {"show", "muck"}]
    for number, street in enumerate(streets):
        yield _street_step(hand, family, number, boards, seats)
        yield from (_act_step(act) for act in acts if act["street"] == street)
        # A bet that nobody called goes back before the cards that come without betting.
        if acts and acts[-1]["street"] == street:
            for seat in seats:
                if seat["uncalled"]:
                    yield {"do": "return", "seat": seat["seat"], "amount": seat["uncalled"]}
    yield from _showdown(parts["actions"])
    yield from _awards(seats, parts)
    for paid in parts["side_payments"]:
        words = f"receives a {paid['kind'].replace('_', ' ')} of"
        yield {"do": "side", "seat": paid["seat"], "amount": paid["amount"], "words": words}
    taken = (hand["rake"] or 0) + (hand["fees"] or 0)
    yield {"do": "end", "amount": taken or None, "known": hand["rake_source"] != "unknown"}


def _streets_played(
    hand: Row, family: str, boards: Sequence[Sequence[str]], actions: Sequence[Row]
) -> Sequence[str]:
    """The streets up to the last with an act or with cards."""
    streets = STREETS[family]
    seen = {_street_no(family, act["street"]) for act in actions if act["street"] in streets}
    seen |= {number for number, cards in enumerate(boards) if cards}
    if hand["contenders"] and family in STUD_CARDS:
        seen.add(len(streets) - 1)
    return streets[: max(seen, default=0) + 1]


def _boards(rows: Sequence[Row], streets: Sequence[str]) -> list[list[str]]:
    """What each run adds to the board on each street; the first run has the shared cards."""
    runs = max((row["run_no"] for row in rows), default=0) or 1
    boards: list[list[str]] = []
    for street in streets:
        on_street = {row["run_no"]: row["cards"] or "" for row in rows if row["street"] == street}
        if not on_street:
            boards.append([])
        else:
            shared = on_street.get(0, "")
            boards.append([shared + on_street.get(run, "") for run in range(1, runs + 1)])
    return boards


def _street_step(
    hand: Row, family: str, number: int, boards: Sequence[Sequence[str]], seats: Sequence[Row]
) -> Row:
    street = STREETS[family][number]
    runs = max((len(cards) for cards in boards), default=0) or 1
    so_far = ["".join(cards[run] for cards in boards[: number + 1] if cards) for run in range(runs)]
    if runs > 1 and len(set(so_far)) == 1:
        so_far = so_far[:1]
    return {
        "do": "street",
        "number": number,
        "words": labels.street(street) if number else "Deal",
        "boards": [_pairs(cards) for cards in so_far],
        "equity": _equity(hand, family, number, so_far, seats),
    }


def _equity(
    hand: Row, family: str, number: int, boards: Sequence[str], seats: Sequence[Row]
) -> Row | None:
    """
    The equity of the known hands at the start of a street, on each board.

    Hands that are in but unknown are left out, and counted, so that the page says so.
    """
    if family == "draw":
        return None
    full = _cards_dealt(hand) if family == "flop" else STUD_CARDS[family][number]
    known: dict[int, str] = {}
    dead, unknown = "", 0
    for seat in seats:
        cards = (seat["hole_cards"] or "").replace(" ", "").replace("?", "")
        folded = seat["folded_street"]
        if folded and _street_no(family, folded) < number:
            dead += cards
        elif len(cards) < 2 * full:
            unknown += 1
        else:
            known[seat["seat"]] = cards[: 2 * full]
    if len(known) < 2:
        return None
    shares: list[dict[int, float]] = []
    method = "exact"
    for board in boards:
        try:
            found = player_equity(
                list(known.values()),
                board,
                dead,
                game=hand["game"],
                hi_lo=bool(hand["is_hi_lo"]),
                max_work=MAX_WORK,
                draws=DRAWS,
            )
        except EquityError:
            return None
        shares.append(dict(zip(known, found.equity, strict=True)))
        method = found.method if method == "exact" else method
    return {
        "of": {seat: [round(share[seat], 4) for share in shares] for seat in known},
        "unknown": unknown,
        "sampled": method == "sampled",
    }


def _act_step(act: Row) -> Row:
    kind = act["kind"]
    step = {"do": kind, "seat": act["seat"], "amount": act["amount"]}
    if act["is_all_in"]:
        step["allIn"] = True
    if kind in {"raise", "bet"}:
        step["to"] = act["street_total"]
    if kind in POSTS:
        step["words"] = POSTS[kind]
    if act["cards"]:
        step["cards"] = _pairs(act["cards"])
    return step


def _showdown(actions: Sequence[Row]) -> Iterator[Row]:
    seen: set[tuple[int, str]] = set()
    for act in actions:
        key = (act["seat"], act["kind"])
        if act["kind"] in {"show", "muck"} and key not in seen:
            seen.add(key)
            yield {"do": act["kind"], "seat": act["seat"], "cards": _pairs(act["cards"])}


def _awards(seats: Sequence[Row], parts: dict[str, list[dict[str, Any]]]) -> Iterator[Row]:
    """What each pot paid; only the sums of the seats, if the pots do not add up to them."""
    awards, several = parts["awards"], len(parts["pots"]) > 1
    by_seat: dict[int, int] = {}
    for award in awards:
        by_seat[award["seat"]] = by_seat.get(award["seat"], 0) + (award["amount"] or 0)
    won = {seat["seat"]: seat["won"] for seat in seats if seat["won"]}
    if by_seat != won:
        awards = [
            {"seat": seat, "amount": amount, "pot_no": None, "run_no": 0, "half": "all"}
            for seat, amount in won.items()
        ]
    halves = {award["half"] for award in awards}
    for award in awards:
        if not award["amount"]:
            continue
        words = []
        if several and award["pot_no"] is not None:
            words.append("of a side pot" if award["pot_no"] else "of the main pot")
        if len(halves) > 1 and award["half"] != "all":
            words.append(f"for {award['half']}")
        if award["run_no"]:
            words.append(f"on run {award['run_no']}")
        yield {
            "do": "win",
            "seat": award["seat"],
            "amount": award["amount"],
            "words": " ".join(words),
        }


def _pairs(cards: str | None) -> list[str]:
    """
    The cards of a text, one by one.

    Examples
    --------
    >>> _pairs("AhTc 9d"), _pairs(None)
    (['Ah', 'Tc', '9d'], [])
    """
    text = (cards or "").replace(" ", "")
    return [text[place : place + 2] for place in range(0, len(text), 2)]
