"""
The report's page in a real Chromium: it draws, it asks nobody, and names do nothing.

The browser is spoken to through two pipes (`--remote-debugging-pipe`), so that the test needs no
driver. Without a Chromium the tests are skipped; with `CI=true` they fail, so that nobody finds out
late that they never ran.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, Queue
from typing import TYPE_CHECKING, Any

import duckdb
import pytest

from handlab import views
from handlab.report import render
from handlab.report.build import build_from
from handlab.report.html import replay_page

sys.path.insert(0, str(Path(__file__).parents[1] / "sql"))

from all_ins import all_in
from rows import Lake

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-pipe",
)
SECONDS = 60
EVIL = "</script><script>window.owned=1</script><img src=x onerror=window.owned=2>{{7*7}}"


def axe() -> str:
    """The script of axe-core, as a Python package carries it."""
    package = find_spec("axe_playwright_python")
    assert package is not None, "pip install --group dev"
    (folder,) = package.submodule_search_locations or ()
    return (Path(folder) / "axe.min.js").read_text(encoding="utf-8")


class Browser:
    """One page of a headless Chromium, and all that happened on it."""

    def __init__(self, program: str, profile: Path) -> None:
        to_read, self._to_write = os.pipe()
        from_read, from_write = os.pipe()

        def place() -> None:
            # Chromium listens on 3 and speaks on 4; the copies keep one from closing the other.
            reading, writing = os.dup(to_read), os.dup(from_write)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self._process = subprocess.Popen(
            [program, *FLAGS, f"--user-data-dir={profile}", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            close_fds=False,
            preexec_fn=place,
        )
        os.close(to_read)
        os.close(from_write)
        self._answers: Queue[dict[str, Any]] = Queue()
        self._number = 0
        self._session: str | None = None
        self.events: list[dict[str, Any]] = []
        threading.Thread(target=self._read, args=(from_read,), daemon=True).start()
        targets = self.ask("Target.getTargets")["targetInfos"]
        target = next(item["targetId"] for item in targets if item["type"] == "page")
        attached = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to_write, json.dumps(message).encode() + b"\0")
        while True:
            try:
                answer = self._answers.get(timeout=SECONDS)
            except Empty:
                pytest.fail(f"no answer to {method} within {SECONDS} s")
            if answer["id"] == self._number:
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result

    def open(self, page: Path, width: int = 1200, *, is_dark: bool = False) -> None:
        """Load a page and wait until it is drawn."""
        self.events.clear()
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=900,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}
        self.ask("Emulation.setEmulatedMedia", features=[scheme])
        self.ask("Page.navigate", url=page.as_uri())
        ready = (
            "new Promise(done => document.readyState === 'complete'"
            " ? done() : addEventListener('load', done))"
        )
        for _ in range(50):
            if self.value("location.href") == page.as_uri():
                break
        self.value(ready)
        self.settle()

    def settle(self) -> None:
        """Wait until what has just changed is drawn."""
        self.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def value(self, expression: str) -> Any:
        """What an expression is on the page."""
        answer = self.ask(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def violations(self) -> list[tuple[str, str, list[str]]]:
        """What axe finds: its rule, what the rule wants, and the first elements that break it."""
        self.settle()
        if not self.value("'axe' in window"):
            # The page forbids scripts of others; the browser's own debugger may still run them.
            self.value(f"{axe()}; true")
        found = self.value("axe.run().then(found => found.violations)")
        return [
            (item["id"], item["help"], [node["html"][:200] for node in item["nodes"][:3]])
            for item in found
        ]

    def tap(self, selector: str) -> None:
        """Touch the middle of an element with a finger."""
        self.value(f"document.querySelector({selector!r}).scrollIntoView({{block: 'center'}})")
        self.settle()
        x, y = self.value(
            f"(b => [b.x + b.width / 2, b.y + b.height / 2])"
            f"(document.querySelector({selector!r}).getBoundingClientRect())"
        )
        self.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.settle()

    def seen(self, *methods: str) -> list[dict[str, Any]]:
        """Events of some kinds since the page was opened."""
        return [event["params"] for event in self.events if event["method"] in methods]

    def close(self) -> None:
        os.close(self._to_write)
        self._process.terminate()
        self._process.wait(timeout=SECONDS)

    def _read(self, descriptor: int) -> None:
        with os.fdopen(descriptor, "rb") as stream:
            rest = b""
            while block := stream.read1(1 << 16):
                *messages, rest = (rest + block).split(b"\0")
                for message in map(json.loads, messages):
                    if "id" in message:
                        self._answers.put(message)
                    else:
                        self.events.append(message)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        message = f"no Chromium found (looked for {', '.join(NAMES)}): the page was not opened"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    if os.name == "nt":
        pytest.skip("the browser's pipes are those of POSIX")
    browser = Browser(program, tmp_path_factory.mktemp("profile"))
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def write(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A function that writes the page of a player with this name, from three kinds of money."""

    def written(name: str) -> Path:
        connection = duckdb.connect()
        connection.execute("set TimeZone = 'UTC'")
        lake = Lake(connection)
        lake.create_tables()
        views.create_views(connection, are_statistics_stored=False)
        _play(lake)
        for table in ("seats", "actions"):
            connection.execute(f"update {table} set player = ? where player = 'Ann'", [name])
        page = tmp_path_factory.mktemp("page") / "report.html"
        page.write_text(render(build_from(connection)), encoding="utf-8")
        connection.close()
        return page

    return written


def _play(lake: Lake) -> None:
    hero = {"is_hero": True, "cards_source": "dealt"}
    kinds = ({}, {"currency": "EUR"}, {"kind": "tournament", "currency": "CHIPS", "scale": 0})
    for columns in kinds:
        for cards in ("AhKh", "AsAd", "7c2d", "QhJs"):
            seats = {"Ann": hero | {"hole_cards": cards}}
            line = "Bob sb 5, Cat bb 10, Ann raise 30, Bob fold, "
            lake.hand("Bob Cat Ann", line + "Cat fold", seats=seats, **columns)
            lake.hand(
                "Bob Cat Ann",
                line + "Cat call",
                "Cat bet 50, Ann call",
                "Cat check, Ann check",
                "Cat check, Ann check",
                won={"Cat": 165},
                showdown=["Cat", "Ann"],
                seats={"Ann": seats["Ann"] | {"category": 1}},
                board="2h3h4sTc9d",
                **columns,
            )
        all_in(lake, "Ann", expected=150, **columns)


def _assert_clean(browser: Browser) -> None:
    """Nothing went wrong, and nothing but the file itself was asked for."""
    assert browser.seen("Runtime.exceptionThrown") == []
    assert browser.seen("Runtime.consoleAPICalled") == []
    assert browser.seen("Log.entryAdded") == []
    asked = {item["request"]["url"] for item in browser.seen("Network.requestWillBeSent")}
    assert {url for url in asked if not url.startswith(("file:", "data:"))} == set()
    assert browser.value("performance.getEntriesByType('resource').length") == 0


@pytest.mark.parametrize(("width", "is_dark"), [(1200, False), (390, False), (1200, True)])
def test_the_page_draws_without_errors_and_without_a_network(
    browser: Browser, write: Callable[[str], Path], width: int, is_dark: bool
) -> None:
    browser.open(write("Ann"), width, is_dark=is_dark)

    _assert_clean(browser)
    drawn = (
        "[...document.querySelectorAll('{}')]"
        ".filter(e => e.getBoundingClientRect().width > 100).length"
    )
    assert browser.value(drawn.format(".line svg")) == 3
    assert browser.value(drawn.format(".drawn svg")) >= 2
    assert browser.value("document.querySelectorAll('table.grid td').length") >= 169 * 3
    assert browser.value("document.documentElement.scrollWidth") <= width
    # Colours come from the style sheet: no stand-in is left, and every line can be seen.
    assert browser.value(
        "[...document.querySelectorAll('.line svg path')]"
        ".every(e => !/rgb\\([1-8], [1-8], [1-8]\\)/.test(getComputedStyle(e).stroke))"
    )
    background = browser.value("getComputedStyle(document.body).backgroundColor")
    assert background == ("rgb(20, 23, 26)" if is_dark else "rgb(252, 251, 248)")


@pytest.mark.parametrize(("width", "is_dark"), [(1200, False), (390, False), (1200, True)])
def test_axe_finds_nothing_on_the_page_nor_on_a_hand(
    browser: Browser, write: Callable[[str], Path], width: int, is_dark: bool
) -> None:
    browser.open(write("Ann"), width, is_dark=is_dark)
    assert browser.violations() == []

    browser.value("document.querySelectorAll('details').forEach(e => { e.open = true; })")
    assert browser.violations() == []
    # What is too faint is found: axe did look.
    browser.value("document.querySelector('.note').style.color = 'var(--hair)'")
    assert [rule for rule, *_ in browser.violations()] == ["color-contrast"]
    browser.value("document.querySelector('.note').style.color = ''")

    browser.value("document.querySelector('#biggest_pots [data-replay]').click()")
    browser.value("document.querySelector('[aria-label=\"Street on\"]').click()")
    assert browser.violations() == []


def test_the_pointer_tells_what_was_won_up_to_a_hand(
    browser: Browser, write: Callable[[str], Path]
) -> None:
    browser.open(write("Ann"))
    browser.value("document.querySelector('.line').scrollIntoView({block: 'center'})")
    browser.settle()
    box = browser.value(
        "(b => [b.right - 1, b.top + b.height / 2])"
        "(document.querySelector('.line .wide .root .background').getBoundingClientRect())"
    )

    browser.ask("Input.dispatchMouseEvent", type="mouseMoved", x=box[0], y=box[1])

    tip = "getComputedStyle(document.getElementById('tip'))"
    assert browser.value(f"{tip}.visibility") == "visible"
    tooltip = browser.value("document.getElementById('tip').textContent").split("\n")
    assert tooltip[1:] == [
        "won \N{MINUS SIGN}€1.6",
        "all-in adjusted \N{MINUS SIGN}€2.1",
        "at showdown \N{MINUS SIGN}€2.2",
        "without showdown +€0.6",
    ]
    assert tooltip[0].startswith("Hand 9")
    _assert_clean(browser)


def test_a_cell_of_the_grid_tells_its_numbers_and_the_views_change(
    browser: Browser, write: Callable[[str], Path]
) -> None:
    browser.open(write("Ann"))
    browser.value("document.querySelector('label[for=played1]').click()")
    shown = (
        "[...document.querySelectorAll('.hands:first-of-type .view')]"
        ".map(e => getComputedStyle(e).display)"
    )

    assert browser.value(shown)[:3] == ["none", "none", "block"]
    assert browser.value("document.querySelector('table.grid td').dataset.tip").startswith(
        "AA: 2 hands"
    )
    _assert_clean(browser)


def test_a_hand_is_replayed_step_by_step(browser: Browser, write: Callable[[str], Path]) -> None:
    browser.open(write("Ann"), 390)
    button = "document.querySelector('#biggest_pots [data-replay]')"
    assert browser.value(f"{button}.click(), document.getElementById('replayer').open")
    last = browser.value("Number(document.querySelector('.rslide').max)")

    pots = []
    for _ in range(last):
        browser.value("document.querySelector('[aria-label=\"Step on\"]').click()")
        pot = browser.value("document.querySelector('.middle .pot')?.textContent ?? ''")
        pots.append(pot)

    assert pots[0].startswith("Pot ")
    assert pots[-1] == ""
    assert browser.value(
        "document.querySelector('.rlog .now') === document.querySelector('.rlog').lastElementChild"
    )
    # The page does not grow wider than the phone, and the keys work.
    assert browser.value("document.querySelector('.rtable').getBoundingClientRect().right") <= 390
    browser.ask("Input.dispatchKeyEvent", type="keyDown", key="Home", code="Home")
    assert browser.value("document.querySelector('.rslide').value") == "0"
    browser.value("document.querySelector('[data-close]').click()")
    assert not browser.value("document.getElementById('replayer').open")
    _assert_clean(browser)


def test_a_hand_is_replayed_with_a_finger(
    browser: Browser, write: Callable[[str], Path], tmp_path: Path
) -> None:
    """A hand alone on a page, as `handlab replay` writes it, on a phone without a mouse."""
    report = write("Ann").read_text(encoding="utf-8")
    (data,) = re.findall(r'<script type="application/json" id="replays">(.*?)</script>', report)
    page = tmp_path / "hand.html"
    page.write_text(replay_page(json.loads(data)[:1], "test"), encoding="utf-8")
    browser.ask("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=1)
    try:
        browser.open(page, 390)
        assert browser.value("matchMedia('(pointer: coarse)').matches")
        step = "Number(document.querySelector('.rslide').value)"

        browser.tap('[aria-label="Step on"]')
        browser.tap('[aria-label="Step on"]')
        assert browser.value(step) == 2
        browser.tap('[aria-label="Street on"]')
        assert browser.value(step) > 2
        browser.tap('[aria-label="Play"]')
        assert browser.value("document.querySelector('.play').textContent") == "Pause"

        assert browser.value("document.documentElement.scrollWidth") <= 390
        # A finger needs some room.
        small = "[...document.querySelectorAll('.rbar button')].filter(e => e.getBoundingClientRect().height < 40)"
        assert browser.value(f"{small}.length") == 0
        browser.tap(".play")
        assert browser.violations() == []
        _assert_clean(browser)
    finally:
        browser.ask("Emulation.setTouchEmulationEnabled", enabled=False)


def test_what_is_chosen_is_counted_again(browser: Browser, write: Callable[[str], Path]) -> None:
    browser.open(write("Ann"))
    choose = (
        "(() => {{ const form = document.getElementById('chooser');"
        " const found = [...form.elements.money.options].find(o => o.text.startsWith('{}'));"
        " form.elements.money.value = found.value;"
        " form.dispatchEvent(new Event('input', {{bubbles: true}})); }})()"
    )
    visible = "[...document.querySelectorAll('main > section')].filter(e => e.offsetParent).map(e => e.id)"
    before = browser.value(visible)

    browser.value(choose.format("Cash games · EUR"))

    assert browser.value("document.querySelector('#chosen .lead').textContent") == "9 of 27 hands"
    cells = "[...document.querySelector('#chosen tbody tr').cells].map(e => e.textContent)"
    # Four hands won 1.5 big blinds each, four lost 5.5, and the all-in won its 10.
    assert browser.value(cells)[:3] == ["All", "9", "\N{MINUS SIGN}€1.60"]
    assert browser.value(visible) == ["totals", "cube", "biggest_pots", "all_ins"]
    keys = "[...document.querySelectorAll('tr[data-keys]')].filter(e => e.offsetParent).map(e => e.dataset.keys)"
    assert all("Cash games · EUR" in key for key in browser.value(keys))
    browser.value("document.querySelector('#chooser [type=reset]').click()")
    browser.settle()
    assert browser.value(visible) == before
    _assert_clean(browser)


def test_print_shows_every_column_and_what_is_folded(
    browser: Browser, write: Callable[[str], Path]
) -> None:
    browser.open(write("Ann"), 700)
    browser.ask("Emulation.setEmulatedMedia", media="print")
    browser.value("window.dispatchEvent(new Event('beforeprint'))")
    browser.settle()

    assert browser.value("document.querySelectorAll('details:not([open])').length") == 0
    hidden = (
        "[...document.querySelectorAll('.scroll')].filter(e => e.offsetParent"
        " && e.querySelector('table').getBoundingClientRect().right > innerWidth + 1).length"
    )
    assert browser.value(hidden) == 0
    assert not browser.value("document.querySelector('nav')?.offsetParent ?? null")
    browser.value("window.dispatchEvent(new Event('afterprint'))")
    browser.ask("Emulation.setEmulatedMedia", media="")


def test_a_table_that_scrolls_says_so(browser: Browser, write: Callable[[str], Path]) -> None:
    browser.open(write("Ann"), 390)

    wider = "[...document.querySelectorAll('.scroll')].filter(e => e.offsetParent && e.scrollWidth > e.clientWidth + 1)"
    assert browser.value(f"{wider}.length") > 0
    assert browser.value(
        f"{wider}.every(e => getComputedStyle(e, '::before').content.includes('scroll sideways'))"
    )


def test_a_name_that_holds_a_script_is_a_name(
    browser: Browser, write: Callable[[str], Path]
) -> None:
    browser.open(write(EVIL))

    _assert_clean(browser)
    assert browser.value("document.querySelector('h1').textContent") == EVIL
    assert browser.value("document.title").startswith(EVIL)
    assert browser.value("window.owned === undefined")
    assert browser.value("document.images.length") == 0
