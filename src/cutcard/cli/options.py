"""Parameters that several commands have, and the refusal of a wrong one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NoReturn

import typer

from cutcard import terminal
from cutcard.floor import keys

AsJson = Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")]
DocumentId = Annotated[str, typer.Argument(metavar="DOCUMENT", help="The document's id.")]
DecksOption = Annotated[str | None, typer.Option("--decks", metavar="N", help="How many decks.")]
VariationOption = Annotated[
    str | None, typer.Option("--variation", metavar="NAME", help="A variation of the game.")
]
ReportFile = Annotated[
    str | None,
    typer.Option("--out", metavar="FILE", help="Write a report of it too: FILE.pdf or FILE.html."),
]
ReportDate = Annotated[
    str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="The date on the report.")
]
StoreUrl = Annotated[
    str, typer.Option("--database", metavar="URL", help="The store: sqlite:///FILE or postgresql://...")
]
KeysFile = Annotated[
    str,
    typer.Option(
        "--keys", metavar="FILE", help="The house's keys; without it CUTCARD_KEYS may have them."
    ),
]


def read_keys(command: str, file: str) -> keys.HouseKeys:
    """The house's keys, from a file or the environment; one line where they cannot be read."""
    try:
        return keys.HouseKeys.read(Path(file) if file else None)
    except keys.KeysProblem as problem:
        refuse(command, f"--keys: {problem}")


def refuse(command: str, message: str) -> NoReturn:
    """End a command with one line about what is wrong with the request, and exit code 2."""
    terminal.complain(f"{command}: {message}")
    terminal.leave(terminal.WRONG)
