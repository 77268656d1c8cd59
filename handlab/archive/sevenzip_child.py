"""
The child process that unpacks one 7z archive, from stdin to frames on stdout. See `sevenzip`.

It is run as a file and does not import handlab, so that it starts quickly. A frame is a letter, a
length and that number of bytes.
"""

from __future__ import annotations

import io
import json
import os
import signal
import struct
import sys
import threading
import time
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from py7zr import SevenZipFile
    from py7zr.py7zr import ArchiveFile

MEMBER, DATA, WHOLE, BROKEN, FAILURE, END = b"M", b"D", b"W", b"B", b"F", b"E"
BLOCK = 1 << 20
_FRAME = struct.Struct("<cL")


def read_frame(stream: IO[bytes]) -> tuple[bytes, bytes]:
    """
    Read a frame's letter and bytes.

    Raises
    ------
    EOFError
        If the stream ends.
    """
    head = stream.read(_FRAME.size)
    if len(head) < _FRAME.size:
        raise EOFError
    kind, size = _FRAME.unpack(head)
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return kind, data


class _Input(io.BufferedReader):
    """Stdin without a name: py7zr would use it as the name of members that have none."""

    name = None


class _Output:
    """Writes frames to the parent; the time between two frames is limited."""

    def __init__(self, patience: int) -> None:
        self._patience = patience
        self._stream = os.fdopen(os.dup(1), "wb", buffering=0)
        # Whatever a library prints would otherwise end up among the frames.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        self._wait(patience)

    def put(self, kind: bytes, data: bytes = b"") -> None:
        # The parent may read slowly: no limit while writing.
        self._wait(0)
        rest = memoryview(_FRAME.pack(kind, len(data)) + data)
        try:
            while rest:
                rest = rest[self._stream.write(rest) :]
        except OSError:
            # The parent stopped reading, or has exited.
            os._exit(0)
        self._wait(self._patience)

    def _wait(self, seconds: int) -> None:
        # The signal ends the process even while native code holds the interpreter's lock.
        if hasattr(signal, "alarm"):
            signal.alarm(seconds)


def main() -> None:
    """Unpack the archive on stdin."""
    settings = json.loads(sys.argv[1])
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
    # The parent handles Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, args=(settings["parent"],), daemon=True).start()
    output = _Output(settings["patience"])
    sys.path[:] = settings["path"]
    try:
        _unpack(output, settings)
    except Exception as error:
        output.put(FAILURE, _reason(error))
    output.put(END)
    os._exit(0)


def _unpack(output: _Output, settings: dict[str, Any]) -> None:
    from py7zr import py7zr

    _limit_resources(settings["memory"])
    # By default it writes in blocks of a hundred megabytes.
    py7zr.get_memory_limit = lambda: BLOCK  # type: ignore[attr-defined]
    if settings["is_held"]:
        file: IO[bytes] = io.BytesIO(sys.stdin.buffer.read())
    else:
        os.lseek(0, 0, os.SEEK_SET)
        file = _Input(io.FileIO(0, closefd=False))
    with py7zr.SevenZipFile(file) as archive:
        # Not `extractall`: it uses names as paths, and stops at the first damaged block.
        for start, end, members in _blocks(archive):
            _unpack_block(archive, file, start, end, members, output)


def _blocks(archive: SevenZipFile) -> Sequence[tuple[int, int, list[ArchiveFile]]]:
    """Where the compressed blocks are, and their members."""
    members: dict[int | None, list[ArchiveFile]] = {}
    for member in getattr(archive, "files", ()):
        if not member.is_directory:
            members.setdefault(None if member.emptystream else id(member.folder), []).append(member)
    blocks = [(0, 0, members.get(None, []))]
    streams = getattr(getattr(archive, "header", None), "main_streams", None)
    if streams is not None:
        positions = streams.packinfo.packpositions
        for number, folder in enumerate(streams.unpackinfo.folders):
            start, end = (archive.afterheader + positions[number + more] for more in (0, 1))
            blocks.append((start, end, members.get(id(folder), [])))
    return blocks


def _unpack_block(
    archive: SevenZipFile,
    file: IO[bytes],
    start: int,
    end: int,
    members: list[ArchiveFile],
    output: _Output,
) -> None:
    from py7zr.io import MemIO

    done = 0

    class Sink(MemIO):
        """Receives one member's bytes from py7zr, which treats anything else as a path."""

        def __init__(self, name: str) -> None:
            self._name = name.encode("utf-8", "surrogatepass")

        def open(self, mode: str = "w") -> Sink:
            del mode
            output.put(MEMBER, self._name)
            return self

        def write(self, s: bytes | bytearray) -> int:
            for at in range(0, len(s), BLOCK):
                output.put(DATA, bytes(s[at : at + BLOCK]))
            return len(s)

        def __enter__(self) -> Sink:
            return self

        def __exit__(self, kind: object, error: object, trace: object) -> None:
            nonlocal done
            if kind is None:
                done += 1
                output.put(WHOLE)

    for member in members:
        archive.worker.register_filelike(member.id, Sink(member.filename))
    try:
        archive.worker.extract_single(file, members, None, start, end, None)
    except Exception as error:
        reason = _reason(error)
        if more := len(members) - done - 1:
            reason += f" (and so {more:,} more members that are packed with it)".encode()
        output.put(BROKEN, reason)


def _reason(error: Exception) -> bytes:
    """Describe on one line what py7zr or a codec raised."""
    kind = type(error).__name__
    if kind == "PasswordRequired":
        text = "encrypted; unpack it with its password"
    elif isinstance(error, MemoryError):
        text = "cannot be read: it needs more memory than is allowed"
    elif kind == "CrcError":
        text = "its checksum is wrong"
    else:
        text = f"cannot be read: {' '.join(str(error).split()) or kind}"
    return text.encode("ascii", "backslashreplace")[:200]


def _limit_resources(memory: int) -> None:
    """Limit memory and forbid files; Windows has no such limits."""
    try:
        import resource
    except ImportError:
        return
    for kind, bound in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        try:
            resource.setrlimit(kind, (bound, bound))
        except (OSError, ValueError):
            # The system's own limit is lower.
            continue


def _exit_with_parent(parent: int) -> None:
    """End this process when its parent has exited."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)


if __name__ == "__main__":
    main()
