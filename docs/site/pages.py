"""
Pages of the site that are elsewhere in the repository, or are printed from the program.

The README is the first page; the guide to the views, the benchmarks and the changelog have a page
each. Tables, statistics, the help of every command and docstrings are printed from handlab itself,
so that they cannot be out of date.

Links in the text are those of the repository, so that they work on GitHub too. Those between pages
are changed to the site's, links to what a page is printed from to that page, and links to other
files to the repository.
"""

from __future__ import annotations

import posixpath
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent))
import printed

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
PAGES = {
    "README.md": "index.md",
    "sql/README.md": "views.md",
    "bench/README.md": "benchmarks.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
}
"""Files of the repository, and their pages."""
PRINTED = {
    "tables.md": printed.tables,
    "statistics.md": printed.statistics,
    "commands.md": printed.commands,
    "python.md": printed.python_functions,
}
"""Pages of the program, see `printed.py`."""
PRINTED_FROM = {
    "handlab/schema.py": "tables.md",
    "sql/statistics.toml": "statistics.md",
    "handlab/__init__.py": "python.md",
}
"""What printed pages come from: a link of `docs/` to it is one to the page, on the site."""

_LINK = re.compile(r"(\]\()([^)#\s]*)(#[^)\s]*)?(\))")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are not in this folder."""
    from mkdocs.structure.files import File

    found = {page: (ROOT / source).read_text(encoding="utf-8") for source, page in PAGES.items()}
    found |= {page: text() for page, text in PRINTED.items()}
    for page, text in found.items():
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Point links to the pages of the site, or to the repository."""
    place = page.file.src_uri
    source = {name: path for path, name in PAGES.items()}.get(place, f"docs/{place}")

    def changed(link: re.Match[str]) -> str:
        target, anchor = link[2], link[3] or ""
        if not target or ":" in target:
            return link[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        if path in PAGES:
            return f"{link[1]}{PAGES[path]}{anchor}{link[4]}"
        if path in PRINTED_FROM and source.startswith("docs/"):
            return f"{link[1]}{PRINTED_FROM[path]}{link[4]}"
        if path.startswith("docs/") and path.endswith((".md", ".png")):
            return f"{link[1]}{path.removeprefix('docs/')}{anchor}{link[4]}"
        kind = "tree" if (ROOT / path).is_dir() else "blob"
        return f"{link[1]}{config.extra['repository']}/{kind}/main/{path}{anchor}{link[4]}"

    return _LINK.sub(changed, markdown)
