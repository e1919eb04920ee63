"""Typer commands that take their texts as they are written.

Every parameter of ours is a flag or a text, which needs no conversion. Typer would import pydantic
(0.29 does) to convert them all the same, and that takes longer than settling a round.
"""

from __future__ import annotations

from typing import Any, Final

from typer.core import TyperCommand, TyperGroup

UNNAMED: Final = "DOCUMENT"
"""The command that is meant where none is named; nobody types its name."""


class _AsWritten:
    """Stands in for typer's conversion of one parameter."""

    def coerce(self, value: object, **_: object) -> object:
        """The value as it is."""
        return value


def _as_written() -> _AsWritten:
    return _AsWritten()


def _plain(parameters: list[Any]) -> list[Any]:
    for each in parameters:
        each.get_runtime_param = _as_written
    return parameters


class PlainCommand(TyperCommand):
    """A command of flags and texts; where typer converts in another way this changes nothing."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, none of them converted."""
        return _plain(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments; an option with one value that stands twice is refused, not overruled."""
        typed: list[Any] = self.make_parser(ctx).parse_args(args=list(args))[2]
        for each in dict.fromkeys(typed):
            if typed.count(each) > 1 and not (each.multiple or each.is_flag or each.count):
                ctx.fail(f"{each.opts[0]} is given twice; give it once.")
        return super().parse_args(ctx, args)


class PlainGroup(TyperGroup):
    """A group of such commands."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, none of them converted."""
        return _plain(super().get_params(ctx))


class DocumentGroup(PlainGroup):
    """A group with one command that is meant where what is typed begins with a document."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments, the command that is meant in front of them."""
        if not args or args[0] not in self.commands:
            args = [UNNAMED, *args]
        return super().parse_args(ctx, args)


class UnnamedCommand(PlainCommand):
    """The command without a name."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """As it is typed."""
        formatter.write_usage(ctx.parent.command_path, " ".join(self.collect_usage_pieces(ctx)))
