"""Folders that cannot be read, links, and loops of them: each file once, and what is not is said."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from handlab.archive import find
from handlab.errors import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Two files in a folder, and one outside of it."""
    for name in ("in/a.txt", "in/sub/b.txt", "out/c.txt", "out/deep/d.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("text\n")
    return tmp_path


def found(tree: Path, *paths: Path, exclude: Path | None = None) -> tuple[list[str], list[str]]:
    """Files and reasons, with paths from the tree on."""
    result = find(paths, exclude=exclude)
    files = [path.relative_to(tree).as_posix() for path in result.files]
    skipped = [f"{item.path}: {item.reason}".replace(f"{tree}/", "") for item in result.skipped]
    return files, skipped


def test_a_linked_folder_is_followed(tree: Path) -> None:
    (tree / "in/link").symlink_to(tree / "out")

    files, skipped = found(tree, tree / "in")

    assert files == ["in/a.txt", "in/sub/b.txt", "in/link/c.txt", "in/link/deep/d.txt"]
    assert skipped == []


def test_each_folder_is_read_once_and_loops_end(tree: Path) -> None:
    (tree / "in/again").symlink_to(tree / "in/sub")
    (tree / "in/sub/up").symlink_to("..")
    (tree / "in/top").symlink_to(tree)
    (tree / "in/z1").symlink_to(tree / "out")
    (tree / "in/z2").symlink_to(tree / "out")
    (tree / "out/back").symlink_to(tree / "in")
    (tree / "in/self").symlink_to("self")

    files, skipped = found(tree, tree / "in")

    assert files == ["in/a.txt", "in/self", "in/sub/b.txt", "in/z1/c.txt", "in/z1/deep/d.txt"]
    assert skipped == [
        "in/again: a link to `in/sub`, which has been read already",
        "in/sub/up: a link to `in`, which has been read already",
        f"in/top: a link to `{tree}`, which contains the link; not followed",
        "in/z1/back: a link to `in`, which has been read already",
        "in/z2: a link to `in/z1`, which has been read already",
    ]


def test_a_linked_file_is_read(tree: Path) -> None:
    (tree / "in/link.txt").symlink_to(tree / "out/c.txt")
    (tree / "in/gone.txt").symlink_to(tree / "nothing")

    files, _ = found(tree, tree / "in")

    assert files == ["in/a.txt", "in/gone.txt", "in/link.txt", "in/sub/b.txt"]


def test_a_folder_that_cannot_be_read_is_reported_and_the_others_are_read(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scandir = os.scandir

    def refusing(path: Any) -> Iterator[Any]:
        if str(path).endswith("/sub"):
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)

    files, skipped = found(tree, tree)

    assert files == ["in/a.txt", "out/c.txt", "out/deep/d.txt"]
    assert skipped == ["in/sub: the folder cannot be read: permission denied"]
    assert all(item.is_failure for item in find([tree]).skipped)


def test_without_rights_files_and_folders_are_reported(tree: Path) -> None:
    """As another user in a child, as tests may run as root."""
    if os.geteuid() == 0:
        child = os.fork()
        if child == 0:
            status = 1
            try:
                for folder in (tree, *tree.parents):
                    if os.stat(folder).st_uid == 0 and "pytest" in str(folder):  # noqa: PTH116
                        os.chmod(folder, 0o755)  # noqa: PTH101
                (tree / "in/sub").chmod(0)
                os.setuid(65534)
                files, skipped = found(tree, tree)
                expected = ["in/a.txt", "out/c.txt", "out/deep/d.txt"]
                reason = "in/sub: the folder cannot be read: permission denied"
                status = int((files, skipped) != (expected, [reason]))
                _, direct = found(tree, tree / "in/sub/b.txt")
                status |= int(direct != ["in/sub/b.txt: cannot be read: permission denied"])
            finally:
                os._exit(status)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    else:
        (tree / "in/sub").chmod(0)
        _, skipped = found(tree, tree)
        (tree / "in/sub").chmod(0o755)
        assert skipped == ["in/sub: the folder cannot be read: permission denied"]


def test_a_file_that_is_still_arriving_is_read_only_where_it_is_named(tmp_path: Path) -> None:
    arriving = [".May.txt.Xy12Ab", ".syncthing.May.txt.tmp", "May.txt.crdownload", "May.txt.part"]
    for name in ["May.txt", ".hidden.txt", *arriving]:
        (tmp_path / name).write_text("a hand")

    files, skipped = found(tmp_path, tmp_path)

    assert files == [".hidden.txt", "May.txt"]
    assert sorted(skipped) == [f"{name}: a file that is still arriving" for name in arriving]
    assert found(tmp_path, tmp_path / "May.txt.part") == (["May.txt.part"], [])


def test_a_lake_is_left_out_also_by_a_link(tree: Path) -> None:
    (tree / "in/lake").symlink_to(tree / "out")

    assert found(tree, tree, exclude=tree / "out")[0] == ["in/a.txt", "in/sub/b.txt"]


def test_a_lake_is_left_out_where_its_folder_is_named_by_a_link(tree: Path) -> None:
    (tree / "link").symlink_to(tree / "in")

    assert found(tree, tree / "link", exclude=tree / "in/sub") == (["link/a.txt"], [])
    assert found(tree, tree / "in", exclude=tree / "link/sub") == (["in/a.txt"], [])
    assert found(tree, tree / "link/sub/b.txt", exclude=tree / "in/sub") == ([], [])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes")
def test_a_pipe_is_a_failure_only_where_it_is_named(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")

    for name in ("pipe", "link"):
        (skipped,) = find([tmp_path / name]).skipped
        assert (skipped.is_failure, skipped.reason.partition(":")[0]) == (
            True,
            "a pipe or a device",
        )
    assert find([tmp_path]).skipped == []
    assert find([tmp_path / "*"]).skipped == []


def test_paths_with_nothing_to_read_are_listed_and_unreadable_ones_are_not(tmp_path: Path) -> None:
    for name in ("full", "empty", "nested", "lake", "dangling"):
        (tmp_path / name).mkdir()
    (tmp_path / "nested" / "empty").mkdir()
    (tmp_path / "full" / "a.txt").touch()
    (tmp_path / "lake" / "b.txt").touch()
    (tmp_path / "dangling" / "c.txt").symlink_to(tmp_path / "nowhere")

    found = find(sorted(tmp_path.iterdir()), exclude=tmp_path / "lake").without_files

    assert found == [str(tmp_path / name) for name in ("empty", "lake", "nested")]


@pytest.mark.parametrize("name", ["~$May.txt", "~May.txt", "./~May.txt", "~root.txt"])
def test_a_name_that_begins_with_a_tilde_is_a_name(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text("a hand")

    assert find([name]).files == [tmp_path / Path(name).name]
    with pytest.raises(ArchiveError, match="does not exist"):
        find(["~nobody-here"])


def test_a_tilde_is_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "May.txt").write_text("a hand")
    monkeypatch.setenv("HOME", str(tmp_path))

    assert find(["~/May.txt"]).files == [tmp_path / "May.txt"]
