"""What can be at stake in a hand: the values of the column `kind`, and their names for people."""

from __future__ import annotations

KINDS = {
    "cash": "cash games",
    "tournament": "tournaments",
    "play": "play money",
    "club": "club games",
}
