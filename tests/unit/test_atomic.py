"""Files that are written aside: whole, or as they were."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from handlab.cli import app
from handlab.files.atomic import atomic_path, check_writable


def write(path: Path, text: str) -> None:
    with atomic_path(path) as aside:
        aside.write_text(text)


def test_the_file_takes_its_place_with_the_mode_of_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text("old")
    path.chmod(0o640)

    write(path, "new")

    assert (path.read_text(), path.stat().st_mode & 0o777) == ("new", 0o640)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError, MemoryError])
def test_what_breaks_off_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, error: type[BaseException]
) -> None:
    path = tmp_path / "report.html"
    path.write_text("old")

    def write_half() -> None:
        with atomic_path(path) as aside:
            aside.write_text("half")
            raise error

    with pytest.raises(error):
        write_half()

    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_is_followed(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)

    write(link, "new")

    assert link.is_symlink()
    assert target.read_text() == "new"


def test_what_is_not_a_regular_file_is_written_to_directly() -> None:
    write(Path(os.devnull), "gone")

    assert not Path(os.devnull).is_file()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full disk of Linux")
def test_a_full_disk_is_an_error_with_the_name_that_was_asked_for() -> None:
    with pytest.raises(OSError, match="No space left"):
        write(Path("/dev/full"), "x" * 100_000)


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_an_error_that_names_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o500)

    with pytest.raises(PermissionError) as caught:
        write(folder / "report.html", "new")
    assert caught.value.filename == str(folder / "report.html")


def test_what_can_be_written_is_known_before(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    file = tmp_path / "notes.txt" / "report.html"

    check_writable(tmp_path / "missing" / "report.html")
    check_writable(Path(os.devnull))
    with pytest.raises(NotADirectoryError) as caught:
        check_writable(file)
    with pytest.raises(IsADirectoryError):
        check_writable(tmp_path)

    assert caught.value.filename == str(file)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_a_command_computes_nothing_that_it_cannot_write(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    out = tmp_path / "notes.txt" / "report.html"

    # The lake does not exist either, but is not looked for yet.
    result = CliRunner().invoke(app, ["report", "--lake", str(tmp_path / "lake"), "-o", str(out)])

    assert result.exit_code == 2
    assert f"not a directory: `{out}`" in result.output
