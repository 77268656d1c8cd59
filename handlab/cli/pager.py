"""
Show text longer than the terminal through a pager, as git does.

The pager is `HANDLAB_PAGER`, `PAGER`, or `less`; an empty one, `cat` and `--no-pager` turn it off.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
from contextlib import suppress

from handlab.cli.output import LAYOUT, emit, is_terminal
from handlab.printable import printable

VARIABLES = ("HANDLAB_PAGER", "PAGER")
LESS = "FRX"
"""Options of `less` if `LESS` is not set: end if all fits, keep colours, leave the text there."""

_is_off = False


def turn_off() -> None:
    """Print everything directly from here on."""
    global _is_off
    _is_off = True


def command() -> list[str] | None:
    """The pager with its arguments; `None` without a terminal, or if there is none."""
    if _is_off or not is_terminal() or os.environ.get("TERM") == "dumb":
        return None
    named = next((os.environ[name] for name in VARIABLES if name in os.environ), "less")
    try:
        words = shlex.split(named)
    except ValueError:
        # Such as an open quote: a setting that cannot be run never hides an answer.
        return None
    if not words or words == ["cat"]:
        return None
    found = shutil.which(words[0])
    return None if found is None else [found, *words[1:]]


def rows() -> int:
    """The height of the terminal in rows."""
    return shutil.get_terminal_size().lines


def show(text: str) -> None:
    """Print a text, through the pager if it is longer than the terminal."""
    pager = command()
    if pager is None or text.count("\n") < rows():
        emit(text)
        return
    shown = printable(text, keep=LAYOUT).encode()
    with subprocess.Popen(
        pager, stdin=subprocess.PIPE, env={"LESS": LESS, "LESSCHARSET": "utf-8"} | os.environ
    ) as process:
        # Ctrl-C is for the pager, which has the terminal now; it does not end what it shows.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            with suppress(BrokenPipeError):
                process.communicate(shown)
        finally:
            signal.signal(signal.SIGINT, before)
