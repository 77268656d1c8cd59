"""Help, misuse and faults of any command: one line of error, one of hint, a status."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING

import pytest
from command_line import assert_error, ingested, run, simulated
from typer.testing import CliRunner

import handlab as hl
from handlab.cli import app
from handlab.errors import LakeBusyError, LakeError
from handlab.lake import Lake

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return simulated(tmp_path_factory.mktemp("hands"))


@pytest.fixture(scope="module")
def lake(hands: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return ingested(hands, tmp_path_factory.mktemp("lakes"))


@pytest.mark.parametrize(
    ("option", "values"), [("--player", ("Ann", "Bob")), ("--stake", ("0.05", "0.25"))]
)
def test_an_option_with_two_values_is_refused(
    option: str, values: tuple[str, str], lake: Path
) -> None:
    twice = [part for value in values for part in (option, value)]

    result = run("stats", "--lake", lake, *twice)

    hint = "see `handlab stats --help`"
    assert_error(result, 2, f"expected `{option}` once, got it 2 times", hint)


def test_a_line_with_a_repeated_option_is_completed() -> None:
    line = "handlab stats --stat vpip --stat pfr --la"
    asked = {"_HANDLAB_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": "6"}

    result = CliRunner().invoke(app, [], env=asked, prog_name="handlab")

    assert (result.exit_code, result.stdout.split()) == (0, ["--lake"])


def test_a_flag_and_an_option_of_several_values_may_be_repeated(hands: Path) -> None:
    result = run(
        *("convert", hands, "--to", "phh", "--anonymize", hands, "--json", "--json"),
        *("--keep", "Ann", "--keep", "Bob", "--out", hands.with_suffix(".phhs")),
    )
    assert "times" not in result.stderr


@pytest.mark.parametrize("command", ["ingest", "check", "sql", "lake", "lake verify"])
def test_the_help_of_a_command_lists_the_statuses(command: str) -> None:
    result = run(*command.split(), "--help")

    assert "Exit statuses: 0 for success; 1 if faults were found" in " ".join(result.stdout.split())


def test_a_value_that_is_none_of_the_choices_is_named_with_them(tmp_path: Path) -> None:
    result = run("stats", "--lake", tmp_path, "--format", "xml")

    assert result.exit_code == 2
    assert result.stderr == (
        "error: expected one of `table`, `csv`, `json`, `parquet`, `xlsx` as `--format`, got `xml`\n"
        "hint: see `handlab stats --help`\n"
    )


def test_a_page_is_not_written_under_the_ending_of_another_format(tmp_path: Path) -> None:
    out = tmp_path / "hand.pdf"

    result = run("replay", "1", "--lake", tmp_path, "--out", out)

    assert (result.exit_code, out.exists()) == (2, False)
    assert result.stderr == (
        f"error: expected a format of the page, got the ending `.pdf`: `{out}`\n"
        "hint: one of .htm, .html\n"
    )


def test_without_a_command_the_help_is_printed_with_the_statuses() -> None:
    result = run()

    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("Usage: handlab")
    assert "Exit statuses: 0 for success" in result.stdout


def test_the_help_has_the_whole_summary_of_each_command() -> None:
    for arguments in ([], ["lake", "--help"]):
        listed = run(*arguments).stdout.partition("\nCommands:")[2].partition("Exit statuses:")[0]
        assert listed
        assert ".." not in listed


def test_a_path_to_nothing_leaves_no_lake_behind(tmp_path: Path) -> None:
    result = run("ingest", tmp_path / "nothing", "--lake", tmp_path / "lake")

    message = f"expected a file, a folder or a glob, got a path that does not exist: `{tmp_path / 'nothing'}`"
    assert_error(result, 2, message)
    assert not (tmp_path / "lake").exists()


def test_a_missing_option_is_reported_in_a_line() -> None:
    assert_error(
        run("ingest", "x"),
        2,
        "missing option '--lake' (env var: 'HANDLAB_LAKE')",
        "see `handlab ingest --help`",
    )


def test_an_unknown_command_is_reported_in_a_line() -> None:
    assert_error(run("nonsense"), 2, "no such command 'nonsense'", "see `handlab --help`")


def test_a_missing_lake_is_reported_with_a_hint(tmp_path: Path) -> None:
    folder = tmp_path / "Ann's lake"
    hint = f"make one with `handlab ingest PATH --lake {quote(str(folder))}`"

    result = run("sql", "select 1", "--lake", folder)
    assert_error(result, 2, f"expected a lake, got a path that does not exist: `{folder}`", hint)
    folder.mkdir()
    result = run("sql", "select 1", "--lake", folder)
    assert_error(result, 2, f"expected a lake, got a folder without one: `{folder}`", hint)
    folder.rmdir()
    folder.touch()
    for command in (("lake", "repair"), ("check",)):
        assert_error(
            run(*command, "--lake", folder),
            2,
            f"expected a lake, got a file: `{folder}`",
            "name the folder that `handlab ingest` made",
        )


def test_an_empty_text_is_not_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    hint = "`.` is the working folder"
    no_lake = "expected the folder of a lake, got an empty text"

    for command in (("ingest", "."), ("stats",), ("check",)):
        assert_error(run(*command, "--lake", ""), 2, no_lake, hint)
    for arguments, expected in (
        (("ingest", "", "--lake", "lake"), "a file, a folder or a glob"),
        (("convert", "", "--to", "phh"), "a file, a folder or a glob"),
        (("watch", "", "--lake", "lake"), "a folder to watch"),
    ):
        assert_error(run(*arguments), 2, f"expected {expected}, got an empty text", hint)
    with pytest.raises(LakeError, match=no_lake):
        hl.connect("")
    assert list(tmp_path.iterdir()) == []


def test_a_player_of_an_empty_lake_is_missing_because_it_has_no_hands(tmp_path: Path) -> None:
    Lake.create(tmp_path / "lake")

    for command in ("stats", "winrate", "report"):
        of = "hands or tournaments" if command == "report" else "hands"
        assert_error(
            run(command, "--player", "Ann", "--lake", tmp_path / "lake"),
            2,
            f"expected a player with {of} in the lake, got `Ann`",
            "the lake has no hands: `handlab ingest PATH` reads some into it",
        )


def test_the_lake_can_be_named_by_the_environment(
    lake: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANDLAB_LAKE", str(lake))

    assert run("sql", "select 1 as one", "--format", "csv").stdout == "one\n1\n"


def test_a_busy_lake_has_a_status_of_its_own(
    hands: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        message = "expected to be the only writer, but another process writes to `x`"
        raise LakeBusyError(message, hint="wait until it is done")

    monkeypatch.setattr("handlab.ingest.ingest", refuse)
    result = run("ingest", hands, "--lake", tmp_path / "lake")

    message = "expected to be the only writer, but another process writes to `x`"
    assert_error(result, 3, message, "wait until it is done")


def test_a_fault_of_ours_has_a_traceback_and_a_status_of_its_own(
    hands: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handlab.ingest.ingest", lambda *_, **__: 1 / 0)
    result = run("ingest", hands, "--lake", tmp_path / "lake")

    assert result.exit_code == 70
    assert "ZeroDivisionError" in result.stderr
