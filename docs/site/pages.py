"""
Pages of the site that are elsewhere in the repository, or are printed from the program.

The README is the first page, `sql/README.md` and the changelog have a page each; links between them
are changed to those of the site, and links to other files to the repository. The tables, and the
help of every command, are printed from handlab itself, so that they cannot be out of date.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
PAGES = {
    "README.md": "index.md",
    "sql/README.md": "views.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
}
"""Files of the repository, and their pages."""

_LINK = re.compile(r"(\]\()([^)#\s]*)(#[^)\s]*)?(\))")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are not in this folder."""
    from mkdocs.structure.files import File

    found = {page: (ROOT / source).read_text(encoding="utf-8") for source, page in PAGES.items()}
    found |= {"tables.md": _tables(), "commands.md": _commands()}
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
        if path.startswith("docs/") and path.endswith(".md"):
            return f"{link[1]}{path.removeprefix('docs/')}{anchor}{link[4]}"
        kind = "tree" if (ROOT / path).is_dir() else "blob"
        return f"{link[1]}{config.repo_url}/{kind}/main/{path}{anchor}{link[4]}"

    return _LINK.sub(changed, markdown)


def _tables() -> str:
    """Every table and view with its columns."""
    from handlab.described import relations

    lines = ["# Tables and columns", "", "Printed by `handlab tables --format markdown`.", ""]
    for relation in relations().values():
        if relation.kind == "staging":
            continue
        lines += [f"## {relation.name}", "", relation.description, ""]
        lines += ["| column | type | what it holds |", "|---|---|---|"]
        lines += [
            f"| `{column.name}` | {column.duckdb_type} | {_escaped(column.sentence)} |"
            for column in relation.columns
        ]
        lines.append("")
    return "\n".join(lines)


def _commands() -> str:
    """The help of every command."""
    from typer.testing import CliRunner

    from handlab.cli.commands import NAMES, app

    def help_of(*words: str) -> str:
        options = {"COLUMNS": "100", "TERMINAL_WIDTH": "100"}
        return CliRunner().invoke(app, [*words, "--help"], env=options).stdout.rstrip()

    lines = ["# Commands", "", "```", help_of(), "```", ""]
    for name in NAMES:
        lines += [f"## handlab {name}", "", "```", help_of(name), "```", ""]
    return "\n".join(lines)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")
