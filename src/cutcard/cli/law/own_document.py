"""`cutcard law lint`: everything that is wrong with a document of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cutcard import law, terminal, wagers
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson
from cutcard.cli.printing.figures import counted

Folder = Annotated[
    str,
    typer.Argument(
        metavar="DIR",
        help="A document's folder, or one with a folder for each document.",
        show_default=False,
    ),
]


@examples("cutcard law lint my-law", "cutcard law lint my-law/my-rules --json")
def lint(folder: Folder, as_json: AsJson = False) -> None:
    """List every fault of a document's folder: file, key, and what is possible there.

    Exit code 1 where there is one.
    """
    places = law.document_folders(Path(folder))
    faults = [fault for files in places for fault in wagers.document_faults(files)]
    if as_json:
        listed = [
            {"file": each.file, "key": each.key, "message": each.message, "possible": each.possible}
            for each in faults
        ]
        terminal.print_json({"valid": not faults, "findings": listed})
    elif faults:
        rows = [(each.file, each.key, each.message, each.possible) for each in faults]
        columns = ("file", "key", "what is wrong", "possible")
        title = counted(len(faults), "fault")
        terminal.print_table(terminal.console(), columns, rows, title=title)
    else:
        names = ", ".join(files.label for files in places)
        terminal.console().print(f"{names}: nothing is wrong.", highlight=False)
    if faults:
        terminal.leave(terminal.NO)
