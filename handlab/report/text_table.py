"""A table of a report as text, for rich."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rich import box
from rich.cells import cell_len
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from handlab.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import Console, ConsoleOptions, RenderResult

LEAST_TEXT = 8
"""The least width of a column of text whose words are longer."""

LEAST_TITLE = 5
"""The least width of a column of numbers whose heading is longer."""


def table(
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    left: Sequence[str] = (),
    widths: Sequence[int] = (),
) -> Fitted:
    """
    Format a table: the first column and those in `left` left-aligned, others right-aligned.

    The columns have the given widths, or are fitted if there are none.
    """
    # Not markup: text from a log is printed as it is.
    cells = tuple(tuple(printable(cell) for cell in row) for row in rows)
    return Fitted(tuple(columns), cells, frozenset(left), tuple(widths))


@dataclass(frozen=True, slots=True)
class Fitted:
    """
    A table that breaks no number over two lines on a terminal of the usual 80 columns.

    A number that is broken looks like two. Where there is little room, right-aligned columns keep
    the width of their longest word, and only text and headings are folded.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: frozenset[str]
    widths: tuple[int, ...] = ()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield what rich makes of it; if that breaks a number, the first form that fits."""
        found = self._table(dict(enumerate(self.widths)), is_dense=bool(self.widths))
        if not self.widths and not self._is_whole(console, options, found):
            forms = (form for least, form in self._forms() if least <= options.max_width)
            found = next(forms, found)
        yield found

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """The width as far as words may be folded."""
        return Measurement.get(console, options, self._table())

    def _forms(self) -> Iterator[tuple[int, Table]]:
        """The least width of each form, and the form."""
        words = [self._words(index) for index in range(len(self.columns))]
        titles = [title.split() for title in self.columns]
        spoken = [[*some, *title] for some, title in zip(words, titles, strict=True)]
        text = [min(_longest(some), LEAST_TEXT) for some in spoken]
        for texts, is_dense in ((spoken, False), (words, True)):
            widths = {
                index: max(_longest(texts[index]), min(_longest(titles[index]), LEAST_TITLE), 1)
                for index in range(len(self.columns))
                if not self._is_left(index)
            }
            least = sum(widths.get(index, text[index]) for index in range(len(self.columns)))
            gaps = (2 if is_dense else 3) * (len(self.columns) - 1)
            yield least + gaps, self._table(widths, is_dense=is_dense)

    def _is_whole(self, console: Console, options: ConsoleOptions, found: Table) -> bool:
        """Whether no word of a right-aligned column is broken."""
        lines = console.render_lines(found, options, pad=False)
        shown = Counter(" ".join(part.text for line in lines for part in line).split())
        right = (index for index in range(len(self.columns)) if not self._is_left(index))
        return not Counter(word for index in right for word in self._words(index)) - shown

    def _words(self, index: int) -> list[str]:
        return [word for row in self.rows for word in row[index].split()]

    def _is_left(self, index: int) -> bool:
        return index == 0 or self.columns[index] in self.left

    def _table(self, widths: dict[int, int] | None = None, *, is_dense: bool = False) -> Table:
        found = Table(
            box=box.SIMPLE_HEAD,
            pad_edge=False,
            show_edge=False,
            header_style="dim",
            collapse_padding=is_dense,
        )
        for index, column in enumerate(self.columns):
            justify: Literal["left", "right"] = "left" if self._is_left(index) else "right"
            width = None if widths is None else widths.get(index)
            found.add_column(Text(column), justify=justify, overflow="fold", width=width)
        for row in self.rows:
            found.add_row(*map(Text, row))
        return found


def _longest(texts: Iterable[str]) -> int:
    return max(map(cell_len, texts), default=0)
