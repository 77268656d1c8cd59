"""
The command line: `handlab ingest`, `watch`, `run`, `report`, `sql`, `export`, `audit`, and so on.

Three commands take single hands: `equity`, `score`, `encode`. Data goes to stdout, messages go to
stderr; nothing is computed here. The exit status:

| status | meaning |
|---|---|
| 0 | success; for `ingest`, everything was read |
| 1 | `ingest` rejected more than `--max-rejects`, or found no file that it can read; `check`, `lake verify` found faults |
| 2 | bad usage, or a file cannot be read or written |
| 3 | another process writes to the lake, or runs the same job |
| 70 | a bug in handlab |
| 130 | interrupted (143: terminated); committed data is kept |

Commands are imported when they run, and large packages only by the commands that need them.
"""  # noqa: E501 - the table

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    import typer

    app: typer.Typer

__all__ = ["app", "main"]


def main() -> None:
    """Run the command line, and end the process with its status."""
    # The threads of NumPy's linear algebra, which nothing here uses, poll for work at first.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Read by the allocator of Polars, which is ours too, when it is loaded. It would keep what a
    # thread has freed, 80 MB when an ingest ends and a compaction begins, and in several arenas.
    os.environ.setdefault("_RJEM_MALLOC_CONF", "dirty_decay_ms:200,muzzy_decay_ms:0,narenas:1")
    from handlab.cli.commands import app

    app()


def __getattr__(name: str) -> object:
    """Import `app` on first use; the entry point uses `main`."""
    if name == "app":
        from handlab.cli.commands import app

        return app
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)
