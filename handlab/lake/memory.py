"""DuckDB's memory limit, and the folder for what does not fit."""

from __future__ import annotations

import os
import re
import shutil
import socket
import tempfile
import uuid
from pathlib import Path

import duckdb

from handlab.errors import LakeError

VARIABLE = "HANDLAB_MEMORY"
DEFAULT = "1GB"
SPILL = "temporary-"
LEAST = 32_000_000
"""Below this many bytes DuckDB cannot even open a larger catalog."""

_BYTES = {"KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
_AMOUNT = re.compile(r"(?i)\s*(\d+(?:\.\d+)?)\s*(KB|MB|GB|TB|KiB|MiB|GiB|TiB)\s*")


def checked(amount: str | None) -> str:
    """
    Return an amount of memory in DuckDB's syntax; by default from the environment, or 1 GB.

    Raises
    ------
    LakeError
        If it is not an amount, or too little.

    Examples
    --------
    >>> checked("2 gb")
    '2GB'
    """
    text = amount or os.environ.get(VARIABLE) or DEFAULT
    found = _AMOUNT.fullmatch(text)
    unit = found[2].upper().replace("I", "") if found else ""
    if found is None or float(found[1]) * _BYTES[unit] < LEAST:
        message = f"expected an amount of memory of 32 MB or more, got `{text}`"
        raise LakeError(message, hint="an amount is written as in `2GB` or `500MB`")
    return f"{found[1]}{found[2].upper().replace('IB', 'iB')}"


def connect(most: str, lake: Path, *, trusts_extensions: bool = False) -> duckdb.DuckDBPyConnection:
    """
    Open a separate DuckDB with that memory limit, which uses the lake's folder beyond it.

    Parameters
    ----------
    most
        The result of [`checked`].
    lake
        The lake's folder.
    trusts_extensions
        Whether extensions are loaded without a check of their signatures, until the setting is
        turned off again.
    """
    connection = duckdb.connect(
        config={
            "memory_limit": most,
            "temp_directory": str(spill_folder(lake)),
            "allow_unsigned_extensions": trusts_extensions,
            # DuckDB calls Python in each query to look for a variable named like a table. What a
            # signal raises there is lost, and a misspelt table must not be a variable of ours.
            "python_enable_replacements": False,
        }
    )
    # It would be printed to stdout, among the data.
    connection.execute("set enable_progress_bar = false")
    return connection


def spill_folder(lake: Path) -> Path:
    """
    A folder name unique to this connection: in the lake, or in the system's temporary folder.

    The latter is used if the lake is not writable. DuckDB creates the folder when it needs it, and
    removes it.
    """
    name = f"{SPILL}{_host()}-{os.getpid()}-{uuid.uuid4().hex[:8]}"
    if os.access(lake, os.W_OK):
        return lake / name
    return Path(tempfile.gettempdir()) / f"handlab-{name}"


def sweep(lake: Path) -> None:
    """Remove the temporary folders that killed processes of this machine left behind."""
    for folder in lake.glob(f"{SPILL}{_host()}-*-*"):
        process = folder.name.split("-")[-2]
        if process.isdecimal() and not _runs(int(process)):
            shutil.rmtree(folder, ignore_errors=True)


def _host() -> str:
    """The machine's name, reduced to characters that are safe in a file name."""
    return re.sub(r"[^A-Za-z0-9]", "_", socket.gethostname())


def _runs(process: int) -> bool:
    if os.name == "nt":
        # Signal 0 would end the process there.
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True
