"""`cutcard sweep`: the house edge over a grid of options."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from cutcard import odds, terminal
from cutcard.cli import printing
from cutcard.cli.lazy_group import examples
from cutcard.cli.odds.command import odds_errors
from cutcard.cli.odds.question_options import SetOption, put_setting, read_pairs
from cutcard.cli.options import AsJson, DocumentId, VariationOption
from cutcard.cli.printing.figures import percent
from cutcard.law import WAGER_KEYS, document, shorten

KINDS: Final = (".csv", ".parquet", ".json", ".svg")
INTERRUPTED: Final = 130
"""The exit code of a sweep that was interrupted: what it has is printed."""


@dataclass(frozen=True, kw_only=True)
class SweepOptions:
    """The options of `cutcard sweep`."""

    document: DocumentId
    wager: Annotated[str, typer.Argument(metavar="WAGER", help="The wager's id.")] = "main"
    over: Annotated[
        list[str] | None,
        typer.Option(
            "--over",
            metavar="OPTION=V1,V2,...",
            help="An option and its values; also wager, paytable, variation, stake. Several times.",
        ),
    ] = None
    decks: Annotated[
        str | None, typer.Option("--decks", metavar="N,N,...", help="How many decks: 1,2,6,8.")
    ] = None
    paytable: Annotated[
        str | None, typer.Option("--paytable", metavar="ID", help="The paytable's id.")
    ] = None
    settings: SetOption = None
    variation: VariationOption = None
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help="Write FILE.csv, .parquet, .json or .svg."),
    ] = None
    as_json: AsJson = False

    def axes(self) -> dict[str, list[object]]:
        """The grid: each option with its values."""
        texts = [*(self.over or ()), *([] if self.decks is None else [f"decks={self.decks}"])]
        if not texts:
            raise odds.OddsError("over: name an option and its values, like --over soft_17=hit,stand")
        laws = document(self.document).effective_options(self.variation)
        axes: dict[str, list[object]] = {}
        for name, written in read_pairs("over", texts, "OPTION=V1,V2,...", odds.OddsError).items():
            values = [value.strip() for value in written.split(",")]
            if not all(values):
                raise odds.OddsError(f"over: {shorten(name)}: a value is empty")
            law = laws.get(name)
            axes[name] = [
                value if law is None else terminal.parse_option(law, value) for value in values
            ]
        return axes

    def fixed(self) -> dict[str, Any]:
        """What is the same at every point."""
        laws = document(self.document).effective_options(self.variation)
        options: dict[str, object] = {}
        own: dict[str, object] = {}
        pairs = read_pairs("set", self.settings or (), "OPTION=VALUE", odds.OddsError)
        for name, value in pairs.items():
            if name not in laws and name.partition(".")[0] in WAGER_KEYS:
                put_setting(own, name, value)
            else:
                options[name] = value if name not in laws else terminal.parse_option(laws[name], value)
        keywords: dict[str, Any] = {**options, **({"settings": own} if own else {})}
        if self.paytable is not None:
            keywords["paytable"] = self.paytable
        return keywords if self.variation is None else {**keywords, "variation": self.variation}


@examples(
    "cutcard sweep house-rules main --over soft_17=hit,stand --decks 1,2,6,8",
    "cutcard sweep md-blackjack lucky_ladies --over paytable=A,B --decks 2,6,8 --out ladies.csv",
    "cutcard sweep house-rules --over surrender=yes,no --decks 1,2,4,6,8 --out edges.svg",
)
def sweep(options: SweepOptions) -> None:
    """Compute the house edge over a grid of options.

    Every point is kept as it is found: a sweep that was interrupted goes on where it was. A combination
    that the document bars has its reason in place of a figure. An interrupted sweep prints what it has
    and exits with 130.
    """
    with terminal.refusing(as_json=options.as_json), odds_errors():
        path = None if options.out is None else _target(options.out)
        with printing.bar("rule sets"):
            found = odds.sweep(options.document, options.wager, over=options.axes(), **options.fixed())
        if path is not None:
            _write(found, path)
        if options.as_json:
            terminal.print_json(found.to_dict())
        else:
            _print(found)
    if found.interrupted:
        terminal.leave(INTERRUPTED)


def _print(found: odds.Sweep) -> None:
    to = terminal.console()
    rows = [
        (
            *(str(value) for value in point.options.values()),
            "-" if point.edge is None else percent(point.edge.value),
            "" if point.edge is None or point.edge.standard_deviation is None
            else f"{point.edge.standard_deviation:.4f}",
            point.reason,
        )
        for point in found.points
    ]  # fmt: skip
    columns = (*found.axes, "house edge#", "std. deviation#", "reason")
    has_reasons = any(row[-1] for row in rows)
    if not has_reasons:
        rows, columns = [row[:-1] for row in rows], columns[:-1]
    terminal.print_table(to, columns, rows, title=f"{found.document} {found.wager}")
    terminal.print_facts(to, [("Method", found.method), ("Digest", found.digest)])


def _target(name: str) -> Path:
    path, kind = printing.target(name, KINDS)
    if kind == ".parquet":
        _pyarrow()
    return path


def _pyarrow() -> tuple[Any, Any]:
    """pyarrow, which is optional: it is imported where a Parquet file is asked for."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise odds.OddsError(
            "out: a Parquet file needs pyarrow (pip install 'cutcard[parquet]'); or write FILE.csv"
        ) from None


def _write(found: odds.Sweep, path: Path) -> None:
    kind = path.suffix.lower()
    if kind == ".json":
        printing.write(path, found.to_json(indent=2) + "\n")
    elif kind == ".csv":
        content = io.StringIO()
        records = found.records()
        writer = csv.DictWriter(content, list(records[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(records)
        printing.write(path, content.getvalue())
    elif kind == ".parquet":
        content_bytes = io.BytesIO()
        _pyarrow()[1].write_table(found.to_frame(backend="pyarrow"), content_bytes)
        printing.write(path, content_bytes.getvalue())
    else:
        content = io.StringIO()
        found.plot().save(content, format="svg")
        printing.write(path, content.getvalue())
