"""
Draw the pictures of README with the system's Chromium: the report on the samples, and a hand.

`make pictures` writes them to `docs/pictures`. The players of the samples are invented.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

import handlab as hl
from handlab import views
from handlab.lake import Lake
from handlab.report import replay
from handlab.report.build import version
from handlab.report.html import replay_page

ROOT = Path(__file__).parents[1]
PLAYER, HAND, STEP = "riverbend88", ("pokerstars", "209000955452"), 16
PICTURES = {"report": (1100, 1480), "replay": (1180, 770)}
"""The width and height of each, in pixels."""


def main() -> None:
    """Make a lake of the samples, its pages, and a picture of each."""
    browser = next(filter(None, map(shutil.which, ("chromium", "google-chrome", "chrome"))), None)
    if browser is None:
        sys.exit("error: expected Chromium, which draws the pages, got none")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        hl.ingest(ROOT / "data" / "samples", folder / "lake")
        hl.report(folder / "lake", PLAYER, out=folder / "report.html")
        with views.connect_lake(Lake.open(folder / "lake")) as connection:
            hands = list(replay.replays(connection, [HAND], PLAYER).values())
        (folder / "replay.html").write_text(replay_page(hands, version()), encoding="utf-8")
        for page, (width, height) in PICTURES.items():
            target = ROOT / "docs" / "pictures" / f"{page}.png"
            place = (folder / f"{page}.html").as_uri() + (f"#{STEP}" if page == "replay" else "")
            command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
            command += [f"--user-data-dir={folder}/profile", f"--window-size={width},{height}"]
            subprocess.run([*command, f"--screenshot={target}", place], check=True)
            _shrink(target)


def _shrink(path: Path) -> None:
    """Reduce the colours of a picture to a palette, which halves its size."""
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(256, Image.Quantize.MEDIANCUT).save(path, optimize=True)


if __name__ == "__main__":
    main()
