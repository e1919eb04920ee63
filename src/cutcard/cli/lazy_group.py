"""Groups of commands that are imported when they are run, and commands made of plain functions.

A group is a table of names: each leads to a `Lazy` command (where its function is, and its line of help)
or to another group. The help of a group is printed from the table, so it imports none of its commands.

A command is a function with typer's parameters. One that has many options takes a single dataclass
instead, whose fields are those parameters:

    @dataclass(frozen=True, kw_only=True)
    class PlayOptions:
        seats: Annotated[str, typer.Option("--seats", help="People at the table.")] = "1"
        ...

    def play(options: PlayOptions) -> None: ...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import wraps
from importlib import import_module
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, Final, TypeVar, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from cutcard import law as law_room

UNNAMED: Final = "DOCUMENT"
"""The name of the command that runs where none is named; nobody types it."""

Function = TypeVar("Function", bound=Callable[..., None])


def format_examples(*lines: str) -> str:
    """The examples at the end of a command's help; \\b keeps typer from filling the lines."""
    heading = "Example" if len(lines) == 1 else "Examples"
    return "\n  ".join((f"\b\n{heading}:", *lines))


def examples(*lines: str) -> Callable[[Function], Function]:
    """Decorates a command's function with the examples of its help."""

    def decorate(function: Function) -> Function:
        function.examples = format_examples(*lines)  # type: ignore[attr-defined]
        return function

    return decorate


@dataclass(frozen=True, slots=True)
class Lazy:
    """A command that is not imported yet."""

    target: str
    """Its function, written `module:function`."""
    help: str
    """The first paragraph of its docstring, which a test compares."""
    reads_law: bool = True
    """Whether it takes `--law` and `--as-of`."""


class _AsWritten:
    """Stands in for typer's conversion of one parameter."""

    def coerce(self, value: object, **_: object) -> object:
        """The value as it is."""
        return value


def _without_conversion(parameters: list[Any]) -> list[Any]:
    """Parameters that take their texts as written.

    Every parameter of ours is a flag or a text. Typer would import pydantic (0.29 does) to convert them
    all the same, which takes longer than settling a round. Where typer converts in another way this
    changes nothing.
    """
    for parameter in parameters:
        parameter.get_runtime_param = _AsWritten
    return parameters


class PlainCommand(TyperCommand):
    """A command of flags and texts."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, none of them converted."""
        return _without_conversion(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments; an option with one value that is given twice is refused, not overruled."""
        given: list[Any] = self.make_parser(ctx).parse_args(args=list(args))[2]
        for option in dict.fromkeys(given):
            if given.count(option) > 1 and not (option.multiple or option.is_flag or option.count):
                ctx.fail(f"{option.opts[0]} is given twice; give it once.")
        return super().parse_args(ctx, args)


class UnnamedCommand(PlainCommand):
    """The command of a group that runs where none is named."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """The usage without a name."""
        formatter.write_usage(ctx.parent.command_path, " ".join(self.collect_usage_pieces(ctx)))


def load(name: str, command: Lazy) -> Any:
    """Import the function of a command and make the command of it."""
    module, _, function_name = command.target.partition(":")
    function = getattr(import_module(module), function_name)
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    kind = UnnamedCommand if name == UNNAMED else PlainCommand
    call = _with_fields(function)
    if command.reads_law:
        call = _with_law(call)
    app.command(name, cls=kind, epilog=getattr(function, "examples", None))(call)
    return get_command(app)


LAW_OPTION: Final = typer.Option(
    "--law", metavar="DIR", help="Add the documents of a folder; may be given several times."
)
AS_OF_OPTION: Final = typer.Option(
    "--as-of", metavar="DATE", help="Mean the versions in force on a day, as 2026-01-31; else today's."
)


def _with_law(function: Callable[..., None]) -> Callable[..., None]:
    """The function of a command, run with the documents of further folders and as of a day."""
    own = signature(function)
    hints = get_type_hints(function, include_extras=True)
    law_hints = {"law": Annotated[list[str] | None, LAW_OPTION], "as_of": Annotated[str, AS_OF_OPTION]}

    @wraps(function)
    def call(*, law: list[str] | None = None, as_of: str = "", **given: Any) -> None:
        if not law and not as_of:
            function(**given)
            return
        with law_room.law_from(law or (), as_of=as_of):
            function(**given)

    more = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=law_hints[name])
        for name, default in (("law", None), ("as_of", ""))
    ]
    parameters = [each.replace(annotation=hints[each.name]) for each in own.parameters.values()]
    call.__signature__ = Signature([*parameters, *more])  # type: ignore[attr-defined]
    call.__annotations__ = {**hints, **law_hints}
    return call


def _with_fields(function: Callable[..., None]) -> Callable[..., None]:
    """The function of a command; where it takes a dataclass, with the fields as its parameters."""
    first: Any = next(iter(get_type_hints(function).values()), None)
    if not is_dataclass(first):
        return function
    options: Any = first
    hints = get_type_hints(options, include_extras=True)

    @wraps(function)
    def call(**given: Any) -> None:
        function(options(**given))

    parameters = [
        Parameter(
            field.name,
            Parameter.KEYWORD_ONLY,
            default=Parameter.empty if field.default is MISSING else field.default,
            annotation=hints[field.name],
        )
        for field in fields(options)
    ]
    call.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    call.__annotations__ = hints
    return call


class LazyGroup(TyperGroup):
    """A group of lazy commands; without a command it prints its help."""

    def __init__(
        self, table: Mapping[str, Lazy | LazyGroup], *, unnamed: str = "", **settings: Any
    ) -> None:
        """`unnamed`: the target of the command that runs where no command of the table is named."""
        usual = {"rich_markup_mode": None, "invoke_without_command": True}
        # typer suggests a command from `commands` where one is misspelled
        super().__init__(**{**usual, **settings, "commands": dict(table)})
        self.table = table
        self.unnamed = unnamed

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, none of them converted."""
        return _without_conversion(super().get_params(ctx))

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - typer's signature
        """The names of the table."""
        return list(self.table)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 - typer's signature
        """A command, imported; None where the table has none of that name."""
        if cmd_name == UNNAMED and self.unnamed:
            return load(UNNAMED, Lazy(self.unnamed, ""))
        entry = self.table.get(cmd_name)
        return load(cmd_name, entry) if isinstance(entry, Lazy) else entry

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments, with the name of the unnamed command where that is meant."""
        if self.unnamed and (not args or args[0] not in self.table):
            args = [UNNAMED, *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command that is named."""
        result = super().invoke(ctx)
        if ctx.invoked_subcommand is None:
            typer.echo(ctx.get_help())
        return result

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 - typer's signature
        """The commands of the table, none of them imported."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.help) for name, entry in self.table.items()])
