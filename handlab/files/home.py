"""Paths that begin with `~`, which job files, variables and Python hand over as they are."""

from __future__ import annotations

import os
from pathlib import Path

from handlab.errors import HandlabError


def expanded(path: str | Path) -> Path:
    """
    A path with the home folder for `~`; a name that merely begins with it stays (`~$May.docx`).

    Raises
    ------
    HandlabError
        If nobody knows the home folder, as in a container whose user has none.
    """
    text = os.fspath(path)
    if os.path.lexists(text):
        return Path(text)
    home = os.path.expanduser(text)  # noqa: PTH111 - `Path` refuses the name of an unknown user
    if home == text and Path(text).parts[:1] == ("~",):
        message = f"expected a home folder for `~`, got none: `{text}`"
        raise HandlabError(message, hint="set HOME, or give the full path")
    return Path(home)
