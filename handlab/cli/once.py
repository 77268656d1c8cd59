"""Commands that refuse an option which is given twice, instead of taking the last value."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand

from handlab.cli.output import UsageError


class OnceCommand(TyperCommand):
    """A command whose options have one value each, unless they are declared to have several."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - as Typer has it
        """Parse the arguments; a flag may be repeated."""
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        given = [option for option in order if option.param_type_name == "option"]
        single = [option for option in given if not (option.is_flag or option.multiple)]  # type: ignore[attr-defined]
        for option in single:
            if single.count(option) > 1:
                message = f"expected `{option.opts[0]}` once, got it {single.count(option)} times"
                raise UsageError(message, hint=f"see `{ctx.command_path} --help`")
        return super().parse_args(ctx, args)
