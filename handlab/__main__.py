"""`python -m handlab`: the command line if no script is installed."""

from __future__ import annotations

from handlab.cli import main

if __name__ == "__main__":
    main()
