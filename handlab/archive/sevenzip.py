"""
Read 7z archives as streams, unpacked by a child process.

The codecs of 7z are native code that a crafted archive can crash or keep busy for ever. The child
has limited memory, cannot write files, exits if it produces no output for a while, and exits with
this process. Members come in stored order, so that a solid archive is decompressed once, as a
stream.
"""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast

from handlab.archive import sevenzip_child as child
from handlab.archive.broken import Broken
from handlab.archive.names import label
from handlab.archive.streams import BLOCK

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

    from handlab.archive.streams import Stream

MEMORY = 1 << 30
# Seconds without output; a header with a million entries takes two.
PATIENCE = 60


def members(stream: Stream) -> Iterator[tuple[str, Stream | Broken]]:
    """Each member's name and bytes; a stream is valid until the next one is requested."""
    process = _start(stream)
    pipe = _Pipe(process)
    try:
        while (name := pipe.next_member()) is not None:
            yield label(name), cast("Stream", _Member(pipe))
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def _start(stream: Stream) -> subprocess.Popen[bytes]:
    if getattr(sys, "frozen", False) or not sys.executable:
        message = "reading 7z archives requires the Python interpreter; unpack it yourself"
        raise Broken(message)
    # Run as a file: importing it from the package would import all of Polars.
    command = [sys.executable, "-P", str(Path(child.__file__))]
    settings = {"path": sys.path, "memory": MEMORY, "patience": PATIENCE, "parent": os.getpid()}
    held, source = b"", subprocess.PIPE
    try:
        source = stream.fileno()  # type: ignore[attr-defined]
    except (AttributeError, io.UnsupportedOperation):
        stream.seek(0)
        held = stream.read()
    try:
        process = subprocess.Popen(
            [*command, json.dumps(settings | {"is_held": source == subprocess.PIPE})],
            stdin=source,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError as error:
        message = f"the process that reads 7z archives cannot be started: {error.strerror}"
        raise Broken(message) from error
    if process.stdin is not None:
        # In a thread, so that a child that reads slowly or not at all does not block.
        threading.Thread(target=_feed, args=(process.stdin, held), daemon=True).start()
    return process


def _feed(stdin: IO[bytes], held: bytes) -> None:
    # The child may exit before it has read everything.
    with suppress(OSError), stdin:
        stdin.write(held)


class _Pipe:
    """The child's output: each frame is a letter, a length and that number of bytes."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._is_within = False
        self._is_done = False
        self._member_broken: Broken | None = None
        self._broken: Broken | None = None

    def next_member(self) -> bytes | None:
        """Skip the rest of this member, and return the name of the next."""
        with suppress(Broken):
            while self.read():
                pass
        if self._broken is not None:
            raise self._broken
        if self._is_done:
            return None
        kind, data = self._frame()
        if kind == child.FAILURE:
            self._broken = Broken(data.decode("utf-8", "replace"))
            raise self._broken
        self._is_done = kind == child.END
        self._is_within, self._member_broken = not self._is_done, None
        return data if self._is_within else None

    def read(self) -> bytes:
        """The member's next bytes, none at its end."""
        if self._member_broken is not None:
            raise self._member_broken
        if not self._is_within:
            return b""
        kind, data = self._frame()
        if kind == child.DATA:
            return data
        self._is_within = False
        if kind == child.BROKEN:
            self._member_broken = Broken(data.decode("utf-8", "replace"))
            raise self._member_broken
        return b""

    def _frame(self) -> tuple[bytes, bytes]:
        try:
            return child.read_frame(cast("IO[bytes]", self._process.stdout))
        except EOFError:
            self._member_broken = self._broken = Broken(_exit_message(self._process.wait()))
            raise self._broken from None


def _exit_message(status: int) -> str:
    """Describe how the child ended."""
    if status == -getattr(signal, "SIGALRM", 0):
        return f"it produced no output for {PATIENCE} s"
    how = f"ended with status {status}"
    if status < 0:
        with suppress(ValueError):
            how = f"was ended by {signal.Signals(-status).name}"
    return f"the process that reads it {how}"


class _Member(io.RawIOBase):
    """One member's bytes as a stream."""

    def __init__(self, pipe: _Pipe) -> None:
        self._pipe = pipe
        self._rest = b""

    def readable(self) -> bool:
        """Return true."""
        return True

    def read(self, size: int = -1, /) -> bytes:
        """Return up to `size` bytes."""
        if size < 0:
            return b"".join(iter(lambda: self.read(BLOCK), b""))
        if not self._rest:
            self._rest = self._pipe.read()
        data, self._rest = self._rest[:size], self._rest[size:]
        return data
