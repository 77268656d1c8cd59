"""
Explain errors: a message on one line, a hint on the next, and the exit status.

Errors caused by the user, a file, a disk or another program are explained here; all others are bugs
in handlab. Large packages are checked only if they are imported: otherwise they raised nothing.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import typer

from handlab.errors import HandlabError, JobBusyError, LakeBusyError
from handlab.printable import one_line

MEMORY = "raise the limit with `--memory 2GB` if the machine has it, or query less at a time"
RESTRICTED = "only the lake's files can be opened; `handlab sql --unsafe` opens any file"
DAMAGED = "if it is a file of the lake, run `handlab lake verify`, then `handlab lake repair`"
OS_HINTS = {
    errno.ENOSPC: "free space on that disk, or choose a path on another one",
    errno.EDQUOT: "free space, or choose a path on another disk",
    errno.EACCES: "change the permissions, or choose another path",
    errno.EPERM: "change the permissions, or choose another path",
    errno.EROFS: "choose a writable path",
    errno.EMFILE: "raise the limit with `ulimit -n 4096`",
    errno.ENAMETOOLONG: "choose a shorter path",
}
_REFUSALS = (errno.EROFS, errno.EACCES, errno.EPERM)

# Typer's sentence about a value that is not among those of an option.
_CHOICE = re.compile(r"[Ii]nvalid value for '(\S+)[^:]*': Value error, '(.*)' is not one of (.+)")
_CARET = re.compile(r"\n *\^ *$", re.MULTILINE)


class Status(IntEnum):
    """Exit statuses; the package's docstring and `handlab --help` list them."""

    DONE = 0
    FOUND_WRONG = 1
    BAD_USE = 2
    LAKE_BUSY = 3
    OUR_FAULT = 70
    INTERRUPTED = 130


STATUSES = """
Exit statuses: 0 for success; 1 if faults were found (unreadable hands or files, wrong rows), which
stderr explains; 2 for bad usage, or a file that cannot be read or written; 3 if another process
writes to the lake, or runs the same job; 70 for a bug in handlab; 130 if interrupted, 143 if
terminated.
"""


@dataclass(frozen=True, slots=True)
class Fault:
    """The explanation of an error."""

    message: str
    hint: str | None = None
    status: Status = Status.BAD_USE
    is_error: bool = True


def explain(error: BaseException) -> Fault | None:
    """Explain an error; `None` if it must be a bug in handlab."""
    if isinstance(error, HandlabError):
        is_busy = isinstance(error, LakeBusyError | JobBusyError)
        status = Status.LAKE_BUSY if is_busy else Status.BAD_USE
        return Fault(one_line(error.message), error.hint and one_line(error.hint), status)
    if isinstance(error, typer.TyperException):
        return _of_use(error)
    if isinstance(error, (typer.Abort, KeyboardInterrupt, EOFError)) or _is_interrupted(error):
        return Fault("interrupted", status=Status.INTERRUPTED, is_error=False)
    if isinstance(error, MemoryError) or _is(error, "duckdb", "OutOfMemoryException"):
        return Fault("expected enough memory, but it ran out", MEMORY)
    if isinstance(error, OSError):
        return _of_system(error)
    if isinstance(error, UnicodeError):
        return Fault("expected text in UTF-8, got other bytes", one_line(str(error)))
    if isinstance(error, RecursionError):
        return Fault("expected a query with fewer levels, got one that is nested too deeply")
    if _is(error, "duckdb", "Error"):
        return _of_duckdb(error)
    if _is(error, "polars.exceptions", "PolarsError") or _is(error, "pyarrow", "ArrowException"):
        first, _, rest = str(error).strip().partition("\n")
        return Fault(one_line(first), one_line(rest) or None)
    return None


def _of_use(error: Any) -> Fault:  # noqa: ANN401 - Typer's own error
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "handlab"
    message = one_line(error.format_message()).rstrip(".")
    if choice := _CHOICE.fullmatch(message):
        option, got, known = choice.groups()
        message = f"expected one of {known.replace(chr(39), chr(96))} as `{option}`, got `{got}`"
    hint = f"see `{command} --help`"
    # Not a misspelt option, but a text such as a query that starts with a comment.
    if " " in one_line(getattr(error, "option_name", "")):
        hint = f"a text that starts with `-` follows `--`: `{command} [OPTIONS] -- TEXT`"
    return Fault(message[:1].lower() + message[1:], hint)


def _of_system(error: OSError) -> Fault:
    reason = one_line(str(error.strerror or error))
    reason = reason[:1].lower() + reason[1:]
    hint = OS_HINTS.get(error.errno or 0)
    if error.filename is None:
        return Fault(reason, hint)
    name = error.filename
    shown = name.decode("utf-8", "replace") if isinstance(name, bytes) else str(name)
    return Fault(f"{reason}: `{one_line(shown)}`", hint)


def _of_duckdb(error: BaseException) -> Fault:
    from handlab.lake.faults import is_full

    first, _, rest = str(error).strip().partition("\n")
    # On one line the caret would stand below nothing; the message names what it is at.
    rest = _CARET.sub("", rest)
    own = first.partition("while executing the UDF: ")[2].partition(": ")[2]
    if own:
        # A poker function of handlab; DuckDB adds where it is in the source.
        return Fault(one_line(own))
    hint = RESTRICTED if "disabled by configuration" in first else one_line(rest)
    is_of_file = _is(error, "duckdb", "IOException")
    if is_of_file and is_full(error):
        hint = OS_HINTS[errno.ENOSPC]
    refusal = next((number for number in _REFUSALS if os.strerror(number) in first), None)
    if is_of_file and not hint and refusal is not None:
        hint = OS_HINTS[refusal]
    # A file that is cut off has no footer, which DuckDB calls invalid input.
    is_of_file = is_of_file or _is(error, "duckdb", "InvalidInputException")
    if not hint and ".parquet" in first and is_of_file:
        hint = DAMAGED
    return Fault(one_line(first) or "DuckDB failed without a message", hint or None)


def _is_interrupted(error: BaseException) -> bool:
    is_interrupt = isinstance(error, RuntimeError) and str(error) == "Query interrupted"
    return is_interrupt or _is(error, "duckdb", "InterruptException")


def _is(error: BaseException, module: str, name: str) -> bool:
    """Whether an error is of a class in a module that may not be imported."""
    found = getattr(sys.modules.get(module), name, None)
    return isinstance(found, type) and isinstance(error, found)
