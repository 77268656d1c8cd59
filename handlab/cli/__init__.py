"""
The command line: `handlab ingest`, `report`, `sql`, `audit`, `check`, `lake`, `tables`, and so on.

Three commands answer for single hands: `equity`, `score`, `encode`. Data go to stdout, messages to
stderr; nothing is decided here. The exit status:

| status | means |
|---|---|
| 0 | done; of `ingest`, all was read |
| 1 | `ingest` rejected more than `--max-rejects`, or knew no file; `check`, `lake verify` found faults |
| 2 | bad usage, or what was asked for cannot be read or written |
| 3 | another process writes to the lake |
| 70 | a fault of handlab's own |
| 130 | interrupted (143: terminated); what was committed stays |

The commands are imported when they are run, and large packages by the commands that need them.
"""  # noqa: E501 - the table

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import typer

    app: typer.Typer

__all__ = ["app", "main"]


def main() -> None:
    """Run the command line, and end the process with its status."""
    from handlab.cli.commands import app

    app()


def __getattr__(name: str) -> object:
    """Give `app` to whoever asks for it; the entry point asks for `main`."""
    if name == "app":
        from handlab.cli.commands import app

        return app
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)
