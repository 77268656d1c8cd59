"""`python -m handlab.cli`: the command line where no script is installed."""

from __future__ import annotations

from handlab.cli import app

if __name__ == "__main__":
    app()
