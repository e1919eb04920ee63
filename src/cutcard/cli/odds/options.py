"""The options that commands about odds share, handed to the command as one question in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from importlib import import_module
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, Final

import typer

OPTIONS: Final[Mapping[str, Any]] = {
    "document": Annotated[str, typer.Argument(metavar="DOCUMENT", help="The document's id.")],
    "wager": Annotated[str | None, typer.Argument(metavar="WAGER", help="The wager's id.")],
    "paytable": Annotated[
        str | None, typer.Option("--paytable", metavar="ID", help="The paytable's id.")
    ],
    "decks": Annotated[str | None, typer.Option("--decks", metavar="N", help="How many decks.")],
    "settings": Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="OPTION=VALUE",
            help="An option of the table (`law options`), or a setting of the wager as a submission has "
            "it (rate_of_progression=0.05).",
        ),
    ],
    "variation": Annotated[
        str | None, typer.Option("--variation", metavar="NAME", help="A variation of the game.")
    ],
    "meters": Annotated[
        list[str] | None,
        typer.Option("--meter", metavar="NAME=AMOUNT", help="What a meter shows, in dollars."),
    ],
    "removed": Annotated[
        str | None,
        typer.Option("--removed", metavar="CARDS", help='Cards removed from the shoe: "7h 7d".'),
    ],
    "stake": Annotated[str | None, typer.Option("--stake", metavar="X", help="The stake in dollars.")],
    "seats": Annotated[
        str | None, typer.Option("--seats", metavar="N", help="Players with the wager, including you.")
    ],
}
"""By the field of `Words` that an option is read into."""

WORDS: Final = "cutcard.cli.odds.question_text"
Json = Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")]
Command = Callable[..., None]


def asking(
    *needed: str, options: str, known: Mapping[str, Any] = OPTIONS, words: str = WORDS
) -> Callable[[Command], Command]:
    """A command that takes what is needed, and these options, and is handed them as its `words`.

    `words` names the module whose `Words` they are read into; it is imported when the command runs.
    """

    def made(command: Command) -> Command:
        _, *found = signature(command, eval_str=True, locals={"Words": object}).parameters.values()
        own = [each.replace(kind=Parameter.KEYWORD_ONLY) for each in found]
        asked = [_parameter(name, known[name], Parameter.empty) for name in needed]
        asked += [_parameter(name, known[name], None) for name in options.split()]

        @wraps(command)
        def typed(**given: Any) -> None:
            said = {each.name: given.pop(each.name) for each in asked}
            read = import_module(words).Words
            command(read(**{name: text for name, text in said.items() if text is not None}), **given)

        taken = sorted((*asked, *own), key=lambda each: each.default is not Parameter.empty)
        typed.__signature__ = Signature(taken)  # type: ignore[attr-defined]
        typed.__annotations__ = {each.name: each.annotation for each in taken}
        return typed

    return made


def _parameter(name: str, annotation: object, default: object) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
