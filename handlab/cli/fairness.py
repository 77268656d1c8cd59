"""`handlab fairness`: whether the cards are dealt fairly."""

from __future__ import annotations

from typing import Annotated

import typer

from handlab.cli import answers
from handlab.cli.answers import FormatOption  # noqa: TC001  Typer reads the types at run time
from handlab.cli.filters import SiteOption  # noqa: TC001  Typer reads the types at run time
from handlab.cli.options import (  # noqa: TC001  Typer reads the types at run time
    CsvSafeOption,
    LakeOption,
    MemoryOption,
    OutOption,
)
from handlab.cli.output import say


def fairness(
    lake: LakeOption,
    site: SiteOption = None,
    min_hands: Annotated[
        int, typer.Option(min=1, metavar="N", help="Parts with fewer hands are not tested.")
    ] = 1_000,
    format: FormatOption = None,
    out: OutOption = None,
    csv_safe: CsvSafeOption = False,
    memory: MemoryOption = None,
) -> None:
    """
    Test whether the deal is fair: starting hands, suits of flops, all-ins and streaks.

    All-ins are compared with their equity. The p-values are corrected for the number of tests
    (Holm). A result below 0.05 is unusual. `detectable` is the deviation that a sample of this size
    detects four times in five. A smaller one may stay unnoticed.
    """
    from handlab.answers import fairness_tests
    from handlab.answers.significance import LEVEL

    format = answers.chosen(format, out)
    frame = fairness_tests.fairness(lake, site=site, min_hands=min_hands, memory=memory)
    answers.write_frame(frame, format, out, is_csv_safe=csv_safe, keys=("test",))
    tested = frame.filter(frame["note"].is_null())
    unusual = int((tested["corrected"] < LEVEL).sum())
    if not tested.height:
        say(f"nothing was tested: no part has {min_hands:,} hands with known cards")
    else:
        say(f"{unusual} of {tested.height} tests are unusual (`corrected` below {LEVEL})")
