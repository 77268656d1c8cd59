"""
Output of commands: data to stdout or a file, messages to stderr.

On a terminal, control characters from logs are replaced; pipes and files get the data unchanged.
"""

from __future__ import annotations

import codecs
import errno
import os
import re
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO

from handlab.errors import HandlabError
from handlab.files.atomic import atomic_path
from handlab.printable import printable

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console, RenderableType

LAYOUT = "\n\t"
"""Control characters that are allowed on a terminal: the line ends and tabs of a format."""

_COLOUR = re.compile("(\x1b\\[[0-9;]*m)")


class UsageError(HandlabError):
    """The arguments of a command are invalid."""


def say(message: str) -> None:
    """Write a message to stderr; if that is closed, the message is lost."""
    if sys.stderr is None:
        return
    with suppress(OSError, ValueError):
        sys.stderr.write(printable(message, keep=LAYOUT) + "\n")
        sys.stderr.flush()


def emit(text: str, out: Path | None = None) -> None:
    """Write data to stdout or a file, in UTF-8 whatever the locale."""
    if out is None:
        emit_bytes(text.encode("utf-8", "replace"))
        return
    with atomic_path(out) as path:
        path.write_text(text, encoding="utf-8", errors="replace", newline="")


def emit_bytes(data: bytes) -> None:
    """Write bytes to stdout, and flush, to notice a closed pipe at once."""
    stream = _stdout()
    if is_terminal():
        data = printable(_decoder.decode(data), keep=LAYOUT).encode()
    stream.write(data)
    stream.flush()


def emit_rich(content: RenderableType) -> None:
    """Print with rich: as wide as the terminal, or as wide as needed without one."""
    import io

    console = _console(io.StringIO())
    # Rich would cut off the end of a path that may not be folded.
    console.print(content, crop=False)
    stream = _stdout()
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    stream.write(_only_colours(text).encode("utf-8", "replace"))
    stream.flush()


def is_terminal() -> bool:
    """Whether stdout is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def terminal_width() -> int:
    """The width of the terminal in columns."""
    import shutil

    return shutil.get_terminal_size().columns


def stderr_console() -> Console:
    """Return a console for progress."""
    from rich.console import Console

    return Console(file=sys.stderr, markup=False, highlight=False)


def close_stdout() -> None:
    """Redirect stdout to nowhere, so that the interpreter's last flush cannot fail."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _console(file: object) -> Console:
    from rich.console import Console

    on_terminal = is_terminal()
    return Console(
        file=file,  # type: ignore[arg-type]
        force_terminal=on_terminal,
        width=terminal_width() if on_terminal else 1000,
        soft_wrap=not on_terminal,
        markup=False,
        legacy_windows=False,
    )


def _only_colours(text: str) -> str:
    """Replace all control characters except the line ends and colours of rich."""
    parts = _COLOUR.split(text)
    parts[::2] = [printable(part, keep="\n") for part in parts[::2]]
    return "".join(parts)


def _stdout() -> BinaryIO:
    """Return stdout for bytes."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "expected an open stdout, got a closed one")
    return sys.stdout.buffer


# A character may be split across two writes.
_decoder = codecs.getincrementaldecoder("utf-8")("replace")
