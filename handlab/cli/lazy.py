"""Commands that are imported when they are asked for, so that each pays only for itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

import typer
from typer.main import get_command

from handlab.cli.once import OnceCommand

if TYPE_CHECKING:
    from typer.core import TyperCommand, TyperGroup

    Command = TyperCommand | TyperGroup


class Commands(Mapping[str, "Command"]):
    """
    The commands of a group by name; each is the function, or the group, of its name in a module.

    Parameters
    ----------
    names
        The names in the order in which help lists them.
    package
        The package of the modules. A module has the name of its command, as has what is in it; a
        hyphen is an underscore there.
    """

    def __init__(self, names: tuple[str, ...], package: str) -> None:
        self._names = names
        self._package = package
        self._loaded: dict[str, Command] = {}

    def __getitem__(self, name: str) -> Command:
        """Import a command."""
        if name not in self._names:
            raise KeyError(name)
        if name not in self._loaded:
            module = name.replace("-", "_")
            function = getattr(import_module(f"{self._package}.{module}"), module)
            self._loaded[name] = _command(name, function)
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        """The names."""
        return iter(self._names)

    def __len__(self) -> int:
        """The number of commands."""
        return len(self._names)


def _command(name: str, function: object) -> Command:
    """What Typer makes of a function or of a group."""
    if isinstance(function, typer.Typer):
        return get_command(function)  # type: ignore[return-value]
    app = typer.Typer(
        rich_markup_mode=None,
        add_completion=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.command(name, cls=OnceCommand)(function)  # type: ignore[type-var]
    return get_command(app)  # type: ignore[return-value]
