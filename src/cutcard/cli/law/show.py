"""`cutcard law show`: everything that rests on a provision."""

from __future__ import annotations

from typing import Annotated

import typer

from cutcard import law, terminal
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson
from cutcard.law import Code, Refused


@examples(
    'cutcard law show "Ch.13 §A(4)" --document md-blackjack',
    "cutcard law show MA-A19",
)
def show(
    citation: Annotated[
        str, typer.Argument(metavar="CITATION", help="A provision, or a requirement's or reading's id.")
    ],
    document: Annotated[
        str | None, typer.Option("--document", metavar="DOCUMENT", help="Search only this document.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show everything that rests on a provision.

    Rows, options, requirements and readings. Exit code 1 where there is nothing.
    """
    with terminal.refusing(as_json=as_json):
        if not citation.strip():
            raise Refused(Code.BAD_REQUEST, "law show: name a provision or an id (Ch.8 §A, MA-A19)")
        documents = [law.document(name) for name in ((document,) if document else law.DOCUMENTS)]
    cited = [value for each in documents for value in law.find(each, citation)]
    if as_json:
        terminal.print_json({"citation": citation, "found": [value.as_json() for value in cited]})
    if not cited:
        terminal.complain(f"nothing cites {law.shorten(citation)} in {document or 'any document'}")
        terminal.leave(terminal.NO)
    if not as_json:
        rows = [(value.document, value.cite, value.kind, value.name, value.says) for value in cited]
        columns = ("document", "provision", "kind", "name", "says")
        terminal.print_table(terminal.console(), columns, rows)
