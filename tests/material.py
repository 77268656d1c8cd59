"""The shared material that tests read, which is not part of the project."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"


def shared(path: str) -> Path:
    """A path of the shared material; without it the test is skipped, or fails under CI."""
    found = SHARED / path
    if not found.exists():
        message = f"expected shared material, found none: `{found}`"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    return found
