"""What a thread was asked for and nobody has taken yet."""

from __future__ import annotations

from concurrent.futures import wait
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")


class Pending(Generic[T]):
    """One result at a time; if a signal ends a wait for it, it is still pending."""

    def __init__(self) -> None:
        self._future: Future[T] | None = None

    def set(self, future: Future[T]) -> None:
        """Note what was asked for; the previous result must be taken."""
        self._future = future

    @property
    def has_ended(self) -> bool:
        """Whether there is a result, or an error, to take."""
        return self._future is not None and self._future.done()

    def take(self) -> T | None:
        """Wait for the result and return it, or raise its error; `None` if nothing is pending."""
        future = self._future
        if future is None:
            return None
        wait([future])
        self._future = None
        return future.result()

    def drop(self) -> None:
        """Wait for the result, whatever it is."""
        if self._future is not None:
            wait([self._future])
            self._future = None
