"""Commands that refuse an option which is given twice, instead of taking the last value."""

from __future__ import annotations

from collections import Counter
from typing import Any

from typer.core import TyperCommand

from handlab.cli.output import UsageError


class OnceCommand(TyperCommand):
    """A command whose options have one value each, unless they are declared to have several."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - as Typer has it
        """Parse the arguments; a flag may be repeated."""
        # While a shell completes a line, what is wrong with it is not said.
        if not ctx.resilient_parsing:
            _, _, order = self.make_parser(ctx).parse_args(args=list(args))
            self._refuse_repeated(ctx, order)
        return super().parse_args(ctx, args)

    def _refuse_repeated(self, ctx: Any, order: list[Any]) -> None:  # noqa: ANN401 - likewise
        given = [option for option in order if option.param_type_name == "option"]
        times = Counter(option for option in given if not (option.is_flag or option.multiple))
        for option, count in times.items():
            if count > 1:
                message = f"expected `{option.opts[0]}` once, got it {count} times"
                raise UsageError(message, hint=f"see `{ctx.command_path} --help`")
