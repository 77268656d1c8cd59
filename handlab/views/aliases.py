"""
Names that belong to one person: the file `aliases.toml` in the lake's folder.

It has a table per person, with their names on each site:

    [Ann]
    pokerstars = ["ann_b", "Ann1987"]
    winamax = "annb"

Stored rows do not change: the views show the person instead of the name, and `screen_name` is the
printed name. If the line is removed, the views show the name again. A player called `Ann` on any
site is the same person, because the names are equal.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from handlab._handlab import dialects
from handlab.errors import ViewError
from handlab.sql_text import hint, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

FILE = "aliases.toml"
RESERVED = "hero"
HINT = 'a person is a table such as `[Ann]` with lines such as `pokerstars = ["ann_b", "Ann1987"]`'


@dataclass(frozen=True, slots=True)
class Aliases:
    """The person behind each name, by site and name, and the file that defines it."""

    people: Mapping[tuple[str, str], str] = field(default_factory=dict)
    place: Path | None = None

    def check_sites(self, stored: Iterable[str]) -> None:
        """
        Check that each site exists: names at any other would never match.

        Parameters
        ----------
        stored
            The sites of the lake. Sites that handlab reads are also valid, so that a name can be
            listed before the first hand of its site is stored.

        Raises
        ------
        ViewError
            If neither handlab nor the lake has a site of that name.
        """
        known = {*stored, *(dialect["site"] for dialect in dialects())}
        for (site, _), person in self.people.items():
            if site not in known:
                message = (
                    f"expected handlab's name of a site for `{person}` in `{self.place}`,"
                    f" got `{site}`"
                )
                listed = sorted(known)
                raise ViewError(message, hint=hint(site.lower(), listed, ", ".join(listed)))

    def screen_names(self, player: str) -> tuple[str, ...]:
        """The names under which the rows of a player are stored; none if there are no aliases."""
        found = sorted({name for (_, name), person in self.people.items() if person == player})
        return (player, *(name for name in found if name != player)) if found else ()

    def names_of(self, person: str) -> tuple[tuple[str, str], ...]:
        """The names that the file gives to a person, with the site of each."""
        return tuple(sorted(name for name, who in self.people.items() if who == person))

    def persons(self, name: str) -> tuple[str, ...]:
        """The persons who have a name on some site."""
        return tuple(sorted({who for (_, screen), who in self.people.items() if screen == name}))

    def sql(self) -> str | None:
        """The statement that creates the macro `person`; none if there are no aliases."""
        if not self.people:
            return None
        cases = []
        for site in dict.fromkeys(site for site, _ in self.people):
            names = " ".join(
                f"when {quoted(name)} then {quoted(person)}"
                for (of_site, name), person in self.people.items()
                if of_site == site
            )
            cases.append(f"when {quoted(site)} then case screen_name {names} else screen_name end")
        return (
            "create or replace macro person(site, screen_name) as"
            f" case site {' '.join(cases)} else screen_name end;"
        )


def read(folder: Path) -> Aliases:
    """
    The aliases of the lake in a folder; none without the file.

    Raises
    ------
    ViewError
        If the file cannot be read, or gives a name to two people.
    """
    place = folder / FILE
    try:
        text = place.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return Aliases()
    except (OSError, UnicodeDecodeError) as error:
        message = f"cannot read `{place}` as text in UTF-8: {error}"
        raise ViewError(message, hint=HINT) from error
    try:
        people = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = f"cannot read `{place}`: {error}"
        raise ViewError(message, hint=HINT) from error
    return Aliases(_names(people, place), place)


def _names(people: dict[str, Any], place: Path) -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    for person, sites in people.items():
        if person in {RESERVED, ""}:
            message = f"expected the name of a person in `{place}`, got `{person}`"
            of_hero = f"`{RESERVED}` is the player whose hole cards the logs show"
            raise ViewError(message, hint=of_hero if person else HINT)
        if not isinstance(sites, dict):
            message = f"expected a table of sites for `{person}` in `{place}`, got `{sites}`"
            raise ViewError(message, hint=HINT)
        for site, names in sites.items():
            listed = [names] if isinstance(names, str) else names
            if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
                message = f"expected names of `{person}` at `{site}` in `{place}`, got `{names}`"
                raise ViewError(message, hint=HINT)
            for name in listed:
                other = found.setdefault((site, name), person)
                if other != person:
                    message = (
                        f"expected `{name}` at `{site}` once in `{place}`,"
                        f" got it for `{other}` and `{person}`"
                    )
                    raise ViewError(message, hint="a name at a site can belong to only one person")
    return found
