"""Pages that are printed from the program: tables, statistics, commands, and Python functions."""

from __future__ import annotations

from itertools import groupby

LAYERS = {
    "table": "Tables",
    "facts": "Facts: one row per event, everything known",
    "stats": "Statistics: one row per player, and what they are grouped by",
    "reports": "Reports: what a reader sees",
}
OF = {
    "decision": "hands with at least one such decision",
    "decisions": "such decisions, each counted",
    "seat": "hands",
}
MODULES = {
    "ingest.public": "Read hands",
    "frames": "Read hands",
    "functions.hand": "Read hands",
    "views": "Ask a lake",
    "scanning": "Ask a lake",
    "export": "Ask a lake",
    "views.sql_functions": "Ask a lake",
    "answers.stats": "Statistics and reports",
    "answers.win_rate": "Statistics and reports",
    "answers.reading_differences": "Statistics and reports",
    "answers.fairness_tests": "Statistics and reports",
    "report.public": "Statistics and reports",
    "functions.score": "Cards",
    "functions.name": "Cards",
    "functions.pot": "Pots",
    "functions.equity": "Equity and dealing",
    "player_equity": "Equity and dealing",
    "deals": "Equity and dealing",
    "functions.scheme": "Published schemes",
    "functions.namespace": "Methods of expressions",
}
"""The module of each public name, and the heading that it stands under."""


def tables() -> str:
    """Every table and view with its columns."""
    from handlab.described import relations

    lines = [
        "# Tables and columns",
        "",
        "Every table and every view of a lake, with its columns. `handlab tables NAME` prints the"
        " same in a terminal. The staging views are left out: each is a table under another name,"
        " such as `stg_hands` for `hands`.",
        "",
    ]
    for kind, found in groupby(relations().values(), key=lambda relation: relation.kind):
        if kind == "staging":
            continue
        lines += [f"## {LAYERS[kind]}", ""]
        for relation in found:
            key = ", ".join(f"`{name}`" for name in relation.key)
            lines += [f"### {relation.name}", "", relation.description, "", f"Key: {key}.", ""]
            lines += ["| column | type | what it holds |", "|---|---|---|"]
            lines += [
                f"| `{column.name}` | {column.duckdb_type} | {_cell(column.sentence)} |"
                for column in relation.columns
            ]
            lines.append("")
    return "\n".join(lines)


def statistics() -> str:
    """Every statistic of the catalogue, and how other programs read it."""
    from handlab.report.labels import STATISTIC_GROUPS
    from handlab.statistics.catalogue import catalogue
    from handlab.statistics.readings import READINGS, readings
    from handlab.statistics.slices import DIMENSIONS

    found = catalogue()
    others = {
        entry.name: [
            reading
            for program in READINGS
            if (reading := readings().get((program, entry.name))) is not None
        ]
        for entry in found.statistics
    }
    read = sum(bool(listed) for listed in others.values())
    lines = [
        "# Every statistic",
        "",
        f"The {len(found.statistics)} statistics of `handlab stats`, printed from"
        " `sql/statistics.toml`. `handlab stats --list` prints the same list.",
        "",
        "A statistic has a *chance* and an *act*. The rate is the number of acts divided by the"
        " number of chances. It is empty where there was no chance. Both are conditions in SQL,"
        " whose words are [below](#words).",
        "",
        f"For {read} of them another program is known to count otherwise. Its reading is below the"
        " statistic, and `handlab stats --reading NAME` gives it. A program that is not listed may"
        " still differ: nobody has written down how, or it needs facts that are not stored.",
        "",
    ]
    for group, title in STATISTIC_GROUPS.items():
        lines += [f"## {title}", ""]
        for entry in found.statistics:
            if entry.group != group:
                continue
            lines += [f"### {entry.name}", "", f"**{entry.title}.** {entry.meaning}", ""]
            lines += ["| part | what it is |", "|---|---|"]
            lines += [f"| counts | {OF[entry.of]} |"]
            lines += [f"| chance | {_code(entry.spot)} |", f"| act | {_code(entry.made)} |"]
            lines += [
                f"| {READINGS[reading.reading]} (`{reading.reading}`) | {_cell(reading.meaning)} |"
                for reading in others[entry.name]
            ]
            lines.append("")
    lines += ["## Slices", "", "Names that `--by` takes. Several are separated by commas.", ""]
    lines += ["| name | what it is |", "|---|---|"]
    lines += [f"| `{name}` | {_cell(part.meaning)} |" for name, part in DIMENSIONS.items()]
    lines += ["", "## Words", ""]
    lines += [
        "The conditions above consist of these words, and of columns of `fct_actions` and `seats`.",
        "",
    ]
    lines += ["| word | about | condition |", "|---|---|---|"]
    lines += [f"| `{name}` | an action | {_code(sql)} |" for name, sql in found.acts.items()]
    lines += [
        f"| `{name}` | any decision of the seat | {_code(f'{spot} and {made}' if made else spot)} |"
        for name, (spot, made) in found.facts.items()
    ]
    lines += [
        f"| `{name}` | any seat of the hand | {_code(sql)} |"
        for name, sql in found.hand_facts.items()
    ]
    lines += [f"| `{name}` | a seat | {_code(sql)} |" for name, (sql, _) in found.flags.items()]
    return "\n".join([*lines, ""])


def commands() -> str:
    """The help of every command, and once what they all say."""
    from typer.main import get_command

    from handlab.cli.commands import NAMES
    from handlab.cli.faults import STATUSES
    from handlab.cli.lake import lake

    lines = [
        "# Commands",
        "",
        "What `handlab COMMAND --help` prints for each command. You name the lake with `--lake`, or"
        " with the environment variable `HANDLAB_LAKE`.",
        "",
        " ".join(STATUSES.split()),
        "[Exit statuses](statuses.md) says what they mean for each command.",
        "",
    ]
    inner = {"lake": list(get_command(lake).commands)}
    for name in NAMES:
        lines += [f"## handlab {name}", "", "```text", _help(name), "```", ""]
        for part in inner.get(name, ()):
            lines += [f"### handlab {name} {part}", "", "```text", _help(name, part), "```", ""]
    return "\n".join(lines)


def python_functions() -> str:
    """Every public name of the package, by what it is for; mkdocstrings fills in the docstrings."""
    import handlab

    found: dict[str, list[tuple[str, str]]] = {title: [] for title in MODULES.values()}
    for name in handlab.__all__:
        public = getattr(handlab, name)
        if not callable(public):
            continue
        public = getattr(public, "called", public)
        module = public.__module__.removeprefix("handlab.")
        found[MODULES[module]].append((name, f"handlab.{module}.{name}"))
    lines = [
        "# Python",
        "",
        "```python",
        "import polars as pl",
        "import handlab as hl",
        "```",
        "",
        "Everything below is `hl.NAME`. Functions of columns return a Polars expression, and are"
        " methods as well: `pl.col('hole').poker.strength('board')`. Unless a function says"
        " otherwise:",
        "",
        "* **Null in, null out.** A row that is not a valid hand gives null as well; `strict=True`"
        " raises instead, with the row and the reason.",
        "* **Money** is a whole number of minor units, such as cents.",
        "* **Errors** are `handlab.errors.HandlabError` or a class below it. `message` says what"
        " was expected, `hint` what to do. Expressions raise `polars.exceptions.ComputeError` when"
        " they are collected.",
        "* **Warnings** are `handlab.errors.HandlabWarning`: an answer leaves out hands that the"
        " question may have meant, such as those of a misspelt name.",
        "* **Names**: `hl.GAMES` lists the games, `hl.RULES` the rankings of hands,"
        " `hl.__version__` is the version.",
        "",
    ]
    for title, names in found.items():
        lines += [f"## {title}", ""]
        for name, path in names:
            lines += [f"::: {path}", "    options:", f"      heading: hl.{name}", ""]
    return "\n".join(lines)


def _help(*words: str) -> str:
    """The help of a command, without the statuses that all have."""
    from typer.testing import CliRunner

    from handlab.cli.commands import app

    options = {"COLUMNS": "92", "TERMINAL_WIDTH": "92"}
    text = CliRunner().invoke(app, [*words, "--help"], env=options).stdout
    return text.split("\n  Exit statuses:")[0].rstrip()


def _code(sql: str) -> str:
    return f"`{_cell(' '.join(sql.split()))}`" if sql else ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
