"""The thread of a writer that commits, while the writer is given more rows."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING

from handlab.lake.pending import Pending

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE = 1.0
"""The seconds that an interrupted run gives its commit, which takes half of one as a rule."""


class Committer:
    """
    One commit, or other change, at a time.

    It has the connection of the lake, which nothing else may use until [`Committer.settle`].
    """

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="commit")
        self._commit = Pending[None]()

    def start(self, commit: Callable[[], None]) -> None:
        """Start a commit; the previous one must be settled."""
        self._commit.set(self._executor.submit(commit))

    @property
    def has_ended(self) -> bool:
        """Whether a commit waits only to be settled."""
        return self._commit.has_ended

    def settle(self) -> None:
        """Wait until the commit is made, and raise what it raised."""
        self._commit.take()

    def drain(self, interrupt: Callable[[], object] | None = None) -> None:
        """
        Wait until the thread has nothing to do, whatever came of it.

        Parameters
        ----------
        interrupt
            Called each second if it takes longer; by default it takes its time.
        """
        # A signal may have come between the start of a commit and its being noted.
        idle = self._executor.submit(lambda: None)
        while interrupt is not None and not wait([idle], PATIENCE).done:
            interrupt()
        wait([idle])
        self._commit.drop()
