"""Links between pages work where they are read: in the repository, as on GitHub, and on the site."""

from __future__ import annotations

import posixpath
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "site"))

import pages

ROOT = Path(__file__).parents[2]
SOURCES = [
    *pages.PAGES,
    *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")),
]
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")
REPOSITORY = "https://github.com/handlab/handlab"


def links(text: str) -> list[tuple[str, str]]:
    """Targets and anchors of a page, without its code."""
    prose = re.sub(r"(?ms)^```.*?^```|`[^`\n]*`", "", text)
    return [(target, anchor) for target, anchor in LINK.findall(prose) if ":" not in target]


def anchors(path: Path) -> set[str]:
    """The anchors of the headings, as GitHub makes them."""
    titles = re.findall(r"(?m)^#+ (.*)$", path.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("source", SOURCES)
def test_a_link_names_a_file_of_the_repository_and_its_heading(source: str) -> None:
    file = ROOT / source
    for target, anchor in links(file.read_text(encoding="utf-8")):
        found = file.parent / target if target else file
        assert found.exists(), target
        if anchor and found.suffix == ".md":
            assert anchor in anchors(found), f"{target}#{anchor}"


@pytest.mark.parametrize("source", SOURCES)
def test_the_site_leads_to_its_own_pages(source: str) -> None:
    place = pages.PAGES.get(source, posixpath.basename(source))
    page: Any = SimpleNamespace(file=SimpleNamespace(src_uri=place))
    config: Any = SimpleNamespace(extra={"repository": REPOSITORY})
    text = (ROOT / source).read_text(encoding="utf-8")

    changed = pages.on_page_markdown(text, page, config, None)  # type: ignore[arg-type]

    names = {*pages.PAGES.values(), *pages.PRINTED}
    for target, _ in links(changed):
        is_page = target in names or (ROOT / "docs" / target).exists()
        assert is_page, target


def test_what_a_page_is_printed_from_is_that_page_on_the_site_only_for_pages() -> None:
    config: Any = SimpleNamespace(extra={"repository": REPOSITORY})
    for place, text, wanted in (
        ("faq.md", "[a](../sql/statistics.toml)", "[a](statistics.md)"),
        ("faq.md", "[a](../bench/README.md#results)", "[a](benchmarks.md#results)"),
        (
            "index.md",
            "[a](sql/statistics.toml)",
            f"[a]({REPOSITORY}/blob/main/sql/statistics.toml)",
        ),
    ):
        page: Any = SimpleNamespace(file=SimpleNamespace(src_uri=place))
        assert pages.on_page_markdown(text, page, config, None) == wanted  # type: ignore[arg-type]
    assert set(pages.PRINTED_FROM.values()) <= set(pages.PRINTED)
