"""Parameters that several commands have."""

from __future__ import annotations

from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")]
DocumentId = Annotated[str, typer.Argument(metavar="DOCUMENT", help="The document's id.")]
DecksOption = Annotated[str | None, typer.Option("--decks", metavar="N", help="How many decks.")]
VariationOption = Annotated[
    str | None, typer.Option("--variation", metavar="NAME", help="A variation of the game.")
]
StoreUrl = Annotated[
    str, typer.Option("--database", metavar="URL", help="The store: sqlite:///FILE or postgresql://...")
]
