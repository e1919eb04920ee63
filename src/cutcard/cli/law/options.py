"""`cutcard law options`: every option of a document, fixed values too."""

from __future__ import annotations

from typing import Annotated

import typer

from cutcard import law, terminal
from cutcard.cli.law.export import Plain, plain_value
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson, DocumentId


@examples("cutcard law options md-blackjack --variation switch")
def options(
    document: DocumentId,
    variation: Annotated[
        str | None, typer.Option("--variation", metavar="NAME", help="As changed by this variation.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the options of a document: values, default, citation.

    A value that the document fixes is listed as fixed.
    """
    with terminal.refusing(as_json=as_json):
        book = law.document(document)
        listed = list(book.effective_options(variation).values())
    if as_json:
        plain = {"document": book.id, "variation": variation}
        terminal.print_json({**plain, "options": [_option(option) for option in listed]})
        return
    rows = [
        (
            option.name,
            format_value(permitted(option)),
            "" if option.is_fixed else law.default_said(option) or format_value(option.default),
            option.cite,
            option.reading,
            option.about,
        )
        for option in listed
    ]
    columns = ("option", "permitted", "default", "provision", "reading", "about")
    terminal.print_table(terminal.console(), columns, rows)


def _option(option: law.OptionLaw) -> Plain:
    return {
        "name": option.name,
        "permitted": permitted(option),
        "default": plain_value(option.default),
        "default_said": law.default_said(option) or None,
        "fixed": option.is_fixed,
        "required": option.required,
        "wager": option.wager or None,
        "cite": option.cite,
        "reading": option.reading or None,
        "about": option.about,
    }


def permitted(option: law.OptionLaw) -> object:
    """What an option takes: a list of values, or a text (`1 to 7`, `fixed: 52`)."""
    if option.is_fixed:
        return f"fixed: {law.told(option.default)}"
    if option.permitted:
        return [plain_value(value) for value in option.permitted]
    return law.choices(option)


def format_value(value: object) -> str:
    """A value, or a list of values, for people."""
    if isinstance(value, list | tuple):
        return ", ".join(map(format_value, value)) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
