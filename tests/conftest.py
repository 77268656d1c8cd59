"""What all tests share: the goldens' switch, the corpus, and the names that examples use."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from hypothesis import HealthCheck, settings
from material import ROOT, shared

if TYPE_CHECKING:
    from collections.abc import Callable


# How long an example takes depends on what else the machine does.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# In CI the same examples each time: what a search finds by chance is for the one who changes the code.
settings.register_profile("repeatable", settings.get_profile("untimed"), derandomize=True)
settings.load_profile("repeatable" if os.environ.get("CI") else "untimed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden files")


class ExampleNames:
    """`pl` and `hl` for the examples of all docstrings, which lie outside this folder."""

    @pytest.fixture(autouse=True)
    def _example_names(self, doctest_namespace: dict[str, Any]) -> None:
        try:
            import handlab
        except ImportError:
            # The plugin is not built: the examples say so themselves.
            return
        doctest_namespace.update(pl=pl, hl=handlab)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(ExampleNames())


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real PokerStars files."""
    return shared("corpus/pokerstars")


@pytest.fixture(scope="session")
def vectors() -> Path:
    """The folder of shared test vectors."""
    return shared("vectors")


@pytest.fixture(scope="session")
def samples() -> Path:
    """The folder of hands of our own making."""
    return ROOT / "data" / "samples"


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """A function that holds a text against `tests/golden/<name>`, which only `--update-golden` writes."""

    def check(name: str, text: str) -> None:
        path = Path(__file__).parent / "golden" / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        assert text == path.read_text()

    return check
