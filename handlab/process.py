"""
Signal handling for the command line: what Ctrl-C and SIGTERM do to a running command.

When handlab runs as a command, this module is imported first, so that a signal prints one line from
then on; it imports only what the interpreter has loaded at startup. The first signal raises
`KeyboardInterrupt`, which releases locks and temporary files; a second one ends the process at
once. Commits to a lake are safe from both.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from types import FrameType
    from typing import NoReturn
else:
    # `signal` builds enumerations on import, and a signal during that time would be missed.
    import _signal as signal

SIGNALLED = 128
"""The exit status of a process ended by a signal is this plus the signal's number."""


class _State:
    """The state of this process when a signal arrives."""

    number: int | None = None
    is_running = False
    note = ""


def is_command() -> bool:
    """Whether this process was started as `handlab`, or as `python -m handlab` or `handlab.cli`."""
    program = sys.argv[0] if getattr(sys, "argv", None) else ""
    if "--multiprocessing-fork" in sys.orig_argv:
        return False
    if program == "-m":
        asked = sys.orig_argv.index("-m") + 1 if "-m" in sys.orig_argv else len(sys.orig_argv)
        return sys.orig_argv[asked : asked + 1] in (["handlab"], ["handlab.cli"])
    name = os.path.splitext(os.path.basename(program))[0]  # noqa: PTH119, PTH122 - pathlib is slow
    mains = (os.path.join("handlab", *place, "__main__.py") for place in ((), ("cli",)))  # noqa: PTH118
    return name == "handlab" or program.endswith(tuple(mains))


def catch_signals() -> None:
    """Handle SIGINT and SIGTERM from here on, unless this process was started to ignore them."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _stop)
    sys.unraisablehook = _stop_again


def start() -> None:
    """Record that a command runs: from here on a signal unwinds it before the process ends."""
    _State.is_running = True


def stop_note() -> str:
    """The note for the message of a stopped command; empty if there is none."""
    return _State.note or ""


def set_stop_note(note: str) -> None:
    """Set a note for the message of a stopped command, such as `committed data is kept`."""
    _State.note = note


def stopped_by() -> int | None:
    """The signal that has stopped this process, if any."""
    return _State.number


class Stop:
    """Whether a signal has stopped this process, for a library that asks as it would an event."""

    def is_set(self) -> bool:
        """Whether a signal stopped it, even if its exception was lost in a library's callback."""
        return _State.number is not None


def stop_message(number: int) -> str:
    """The message for a stopped command."""
    word = "interrupted" if number == signal.SIGINT else "terminated"
    return f"{word}; {_State.note}" if _State.note else word


def ignore_signals() -> None:
    """Ignore further signals: the process is about to exit with its status."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is _stop:
            signal.signal(number, signal.SIG_IGN)


def _stop(number: int, _frame: FrameType | None) -> None:
    if _State.number is not None or not _State.is_running:
        _leave(number)
    _State.number = number
    raise KeyboardInterrupt


def _leave(number: int) -> NoReturn:
    """Exit at once, without unwinding."""
    show_cursor = "\x1b[?25h" if os.isatty(2) else ""
    try:
        os.write(2, f"{show_cursor}{stop_message(number)}\n".encode())
    finally:
        os._exit(SIGNALLED + number)


def _stop_again(unraisable: sys.UnraisableHookArgs) -> None:
    """Send the signal again if its exception was lost in a destructor or a callback."""
    if issubclass(unraisable.exc_type, KeyboardInterrupt) and _State.number is not None:
        import _thread
        import threading

        number, _State.number = _State.number, None
        # Do not raise here: an exception raised in this hook would be lost as well.
        threading.Timer(0.05, _thread.interrupt_main, (number,)).start()
        return
    sys.__unraisablehook__(unraisable)
