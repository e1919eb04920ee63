"""`cutcard site`: law, odds and readings as a folder of pages for anybody to publish."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cutcard import law, terminal, web
from cutcard.cli import printing
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson, refuse


@examples(
    "cutcard site --out public",
    "cutcard site --out public --document md-blackjack --no-odds",
)
def site(
    out: Annotated[str, typer.Option("--out", metavar="DIR", help="The folder to write.")],
    documents: Annotated[
        list[str] | None,
        typer.Option(
            "--document", metavar="DOCUMENT", help="Only this one; may be given several times."
        ),
    ] = None,
    no_odds: Annotated[bool, typer.Option("--no-odds", help="Leave the odds out.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write law, odds and readings as a folder of pages that can be searched.

    Any web server can publish it; nothing is fetched from elsewhere. Every row, option, reading and
    provision has an address of its own, which stays the same from one publication to the next.
    """
    with terminal.refusing(as_json=as_json):
        books = [law.document(name) for name in documents or law.document_ids()]
        folder = Path(out)
        try:
            with printing.bar("wagers"):
                written = web.Publication(folder, with_odds=not no_odds).write(books)
        except OSError as problem:
            refuse("site", f"--out {out}: {(problem.strerror or 'cannot be written').lower()}")
    if as_json:
        terminal.print_json(
            {"written": str(folder), "pages": written, "law": [each.names for each in books]}
        )
    else:
        terminal.console().print(f"{folder}: {written} pages", soft_wrap=True)
