"""The site of the documentation is built without warnings, and read in a real Chromium."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from test_report_page import browser  # noqa: F401  the fixture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from test_report_page import Browser

ROOT = Path(__file__).parents[2]
PAGES = ("", "first-hour/", "logs/", "faq/", "commands/", "statistics/", "python/", "dialects/")
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
FOUND = """
new Promise(done => {
    const look = () => {
        const titles = document.querySelectorAll('.md-search-result__article h1');
        titles.length ? done([...titles].map(title => title.textContent)) : setTimeout(look, 50);
    };
    look();
})
"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder without a log."""

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("mkdocs")
    pytest.importorskip("mkdocstrings")
    folder = tmp_path_factory.mktemp("site")
    result = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert "WARNING" not in result.stderr
    return folder


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    handler = functools.partial(Quiet, directory=str(site))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def opened(browser: Browser, address: str, *, width: int = 1280) -> None:  # noqa: F811
    browser.events.clear()
    browser.ask(
        "Emulation.setDeviceMetricsOverride",
        width=width,
        height=900,
        deviceScaleFactor=1,
        mobile=width < 600,
    )
    browser.ask("Page.navigate", url=address)
    ready = f"location.href === {address!r} && document.readyState === 'complete'"
    for _ in range(2_000):
        if browser.value(ready):
            break
    browser.settle()


def test_every_public_name_and_every_statistic_has_a_heading(site: Path) -> None:
    import handlab as hl
    from handlab.statistics.catalogue import catalogue

    python = (site / "python" / "index.html").read_text(encoding="utf-8")
    for name in hl.__all__:
        assert f"hl.{name}" in python, name
    statistics = (site / "statistics" / "index.html").read_text(encoding="utf-8")
    for entry in catalogue().statistics:
        assert f'id="{entry.name}"' in statistics, entry.name


@pytest.mark.parametrize("width", [1280, 390])
def test_no_page_is_wider_than_the_screen(browser: Browser, address: str, width: int) -> None:  # noqa: F811
    for page in PAGES:
        opened(browser, address + page, width=width)
        assert browser.value(OVERFLOW) <= 0, page


def test_the_site_asks_nobody_else(browser: Browser, address: str) -> None:  # noqa: F811
    opened(browser, address)
    asked = [event["request"]["url"] for event in browser.seen("Network.requestWillBeSent")]
    assert asked
    assert [url for url in asked if not url.startswith((address, "data:"))] == []


def test_search_finds_a_page(browser: Browser, address: str) -> None:  # noqa: F811
    opened(browser, f"{address}?q=reparse")
    assert "Upgrading" in browser.value(FOUND)
