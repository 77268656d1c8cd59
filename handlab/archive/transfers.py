"""Names under which programs write a file until all of it has arrived."""

from __future__ import annotations

import re

# Browsers and WinSCP; Syncthing; rsync, which adds six characters.
_UNDER_WAY = re.compile(
    r".+\.(part|partial|filepart|crdownload)|[.~]syncthing[.~].+\.tmp|\..+\.\w+\.[A-Za-z0-9]{6}"
)


def is_under_way(name: str) -> bool:
    """
    Whether a file of this name is not complete yet.

    Half a text under one name and the whole one under another would be two texts.

    Examples
    --------
    >>> is_under_way("May.txt.part"), is_under_way(".May.txt.Xy12Ab"), is_under_way("May.txt")
    (True, True, False)
    """
    return _UNDER_WAY.fullmatch(name) is not None
