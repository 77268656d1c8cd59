"""
The command as a process: whether this is one, and what Ctrl-C or a request to end does to it.

`import handlab` comes here first when it runs as a command, so that a signal is answered in a line
from then on; nothing is imported that the interpreter has not loaded at its start. A signal raises
`KeyboardInterrupt` once, which lets locks and temporary files go; a second one ends the process at
once. What was committed to a lake is safe from both.
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
    # `signal` itself makes enumerations first, and a signal that came meanwhile would be missed.
    import _signal as signal

SIGNALLED = 128
"""What a shell adds to the number of the signal that ended a process."""


class _State:
    """What this process is doing when a signal comes."""

    number: int | None = None
    is_running = False
    note = ""


def is_command() -> bool:
    """Whether this process was started as `handlab` or as `python -m handlab.cli`."""
    program = sys.argv[0] if getattr(sys, "argv", None) else ""
    if "--multiprocessing-fork" in sys.orig_argv:
        return False
    if program == "-m":
        return "handlab.cli" in sys.orig_argv
    name = os.path.splitext(os.path.basename(program))[0]  # noqa: PTH119, PTH122 - pathlib is slow
    return name == "handlab" or program.endswith(os.path.join("handlab", "cli", "__main__.py"))  # noqa: PTH118


def catch_signals() -> None:
    """Answer SIGINT and SIGTERM from here on, but for those that this process was to ignore."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _stop)
    sys.unraisablehook = _stop_again


def start() -> None:
    """Say that a command runs: from here on a signal unwinds it before the process ends."""
    _State.is_running = True


def set_stop_note(note: str) -> None:
    """Set what is true of this command if it is stopped, such as `what was committed stays`."""
    _State.note = note


def stopped_by() -> int | None:
    """The signal that has stopped this process, if one has."""
    return _State.number


def stop_message(number: int) -> str:
    """Say that the command was stopped, and what is left of what it did."""
    word = "interrupted" if number == signal.SIGINT else "terminated"
    return f"{word}; {_State.note}" if _State.note else word


def ignore_signals() -> None:
    """Let the process end with the status that it has: what remains takes no time."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is _stop:
            signal.signal(number, signal.SIG_IGN)


def _stop(number: int, _frame: FrameType | None) -> None:
    if _State.number is not None or not _State.is_running:
        _leave(number)
    _State.number = number
    raise KeyboardInterrupt


def _leave(number: int) -> NoReturn:
    """End at once, without unwinding."""
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
        # Not from here: what is raised in this hook would be lost as well.
        threading.Timer(0.05, _thread.interrupt_main, (number,)).start()
        return
    sys.__unraisablehook__(unraisable)
