"""`cutcard sweep`: the house edge over a grid of options."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from cutcard import odds, sim, terminal
from cutcard.cli import printing
from cutcard.cli.lazy_group import examples
from cutcard.cli.odds.command import odds_errors
from cutcard.cli.odds.question_options import SetOption, put_setting, read_pairs
from cutcard.cli.options import AsJson, VariationOption, refuse
from cutcard.cli.printing.figures import percent
from cutcard.cli.rule_sets.compare import compare
from cutcard.cli.sim.numbers import part_of_one, rounds as rounds_of, whole
from cutcard.law import WAGER_KEYS, OptionLaw, document, shorten

OF_A_RUN: Final[Mapping[str, Callable[[str], object]]] = {
    "penetration": lambda text: float(part_of_one("penetration", text)),
    "boxes": partial(whole, "boxes", least=1, most=100),
    "seed": partial(whole, "seed", least=0, most=sim.MOST_SEED),
}
"""What only a simulation tells, and how its values are read."""
USUAL_ROUNDS: Final = 1_000_000
KINDS: Final = (".csv", ".parquet", ".json", ".svg")


@dataclass(frozen=True, kw_only=True)
class SweepOptions:
    """The options of `cutcard sweep`."""

    document: Annotated[str | None, typer.Argument(metavar="DOCUMENT", help="The document's id.")] = None
    wager: Annotated[str, typer.Argument(metavar="WAGER", help="The wager's id.")] = "main"
    over: Annotated[
        list[str] | None,
        typer.Option(
            "--over",
            metavar="OPTION=V1,V2,...",
            help="An option and its values; also wager, paytable, variation, stake, strategy "
            "(basic, FILE), and with --rounds penetration, boxes, seed. Several times.",
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
    rounds: Annotated[
        str | None,
        typer.Option("--rounds", metavar="N", help="Simulate so many rounds at each point."),
    ] = None
    sides: Annotated[
        tuple[str, str] | None,
        typer.Option("--compare", metavar="A B", help="Two rule sets: what each difference is worth."),
    ] = None
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help="Write FILE.csv, .parquet, .json or .svg."),
    ] = None
    as_json: AsJson = False

    def axes(self) -> dict[str, list[object]]:
        """The grid: each option with its values."""
        laws = document(self.named).effective_options(self.variation)
        texts = [*(self.over or ()), *([] if self.decks is None else [f"decks={self.decks}"])]
        if not texts:
            raise odds.OddsError("over: name an option and its values, like --over soft_17=hit,stand")
        axes: dict[str, list[object]] = {}
        for name, written in read_pairs("over", texts, "OPTION=V1,V2,...", odds.OddsError).items():
            values = [value.strip() for value in written.split(",")]
            if not all(values):
                raise odds.OddsError(f"over: {shorten(name)}: a value is empty")
            law = laws.get(name)
            axes[name] = [_value(name, law, value) for value in values]
        return axes

    @property
    def named(self) -> str:
        """The document; refused where none is named."""
        if self.document is None:
            raise odds.OddsError("sweep: name a DOCUMENT, or give --compare A B")
        return self.document

    @property
    def is_simulated(self) -> bool:
        """Whether something is asked for that only a simulation tells."""
        asked = {each.partition("=")[0] for each in self.over or ()}
        return self.rounds is not None or bool(asked & {*OF_A_RUN})

    def many(self) -> int:
        """How many rounds each point is simulated."""
        return USUAL_ROUNDS if self.rounds is None else rounds_of(self.rounds)

    def fixed(self) -> dict[str, Any]:
        """What is the same at every point."""
        laws = document(self.named).effective_options(self.variation)
        options: dict[str, object] = {}
        own: dict[str, object] = {}
        pairs = read_pairs("set", self.settings or (), "OPTION=VALUE", odds.OddsError)
        for name, value in pairs.items():
            if name not in laws and name.partition(".")[0] in WAGER_KEYS:
                put_setting(own, name, value)
            else:
                options[name] = value if name not in laws else terminal.parse_option(laws[name], value)
        keywords: dict[str, Any] = {**options, **({"settings": own} if own else {})}
        if self.paytable is not None and self.is_simulated:
            keywords["wagers"] = {self.wager: self.paytable}
        elif self.paytable is not None:
            keywords["paytable"] = self.paytable
        return keywords if self.variation is None else {**keywords, "variation": self.variation}


@examples(
    "cutcard sweep house-rules main --over soft_17=hit,stand --decks 1,2,6,8",
    "cutcard sweep md-blackjack lucky_ladies --over paytable=A,B --decks 2,6,8 --out ladies.csv",
    "cutcard sweep house-rules --over surrender=yes,no --decks 1,2,4,6,8 --out edges.svg",
    "cutcard sweep md-blackjack --over penetration=0.5,0.75 --decks 2,6 --rounds 1e7",
    "cutcard sweep --compare house-rules 'house-rules --set soft_17=hit'",
)
def sweep(options: SweepOptions) -> None:
    """Compute the house edge over a grid of options.

    Every point is kept as it is found: a sweep that was interrupted goes on where it was. A combination
    that the document bars has its reason in place of a figure. An interrupted sweep prints what it has
    and exits with 130.
    """
    if options.sides is not None:
        if options.document is not None or options.over or options.decks or options.out:
            refuse("sweep", "--compare A B stands alone, but for --json")
        compare(*options.sides, as_json=options.as_json)
        return
    with terminal.refusing(as_json=options.as_json), rule_set_errors():
        path = None if options.out is None else _target(options.out)
        axes, fixed = options.axes(), options.fixed()
        with printing.bar("rule sets"):
            found: odds.Sweep | sim.SimSweep
            if options.is_simulated:
                found = sim.sweep(
                    options.named, options.wager, over=axes, rounds=options.many(), **fixed
                )
            else:
                found = odds.sweep(options.named, options.wager, over=axes, **fixed)
        if path is not None:
            _write(found, path)
        if options.as_json:
            terminal.print_json(found.to_dict())
        else:
            _print(found)
    if found.interrupted:
        terminal.leave(terminal.INTERRUPTED)


@contextmanager
def rule_set_errors() -> Iterator[None]:
    """A context in which a wrong request is one line and exit code 2."""
    with odds_errors():
        try:
            yield
        except sim.SimError as problem:
            terminal.complain(str(problem))
            terminal.leave(terminal.WRONG)


def _value(name: str, law: OptionLaw | None, written: str) -> object:
    """A value of an axis as the library takes it."""
    if law is not None:
        return terminal.parse_option(law, written)
    return OF_A_RUN[name](written) if name in OF_A_RUN else written


def _print(found: odds.Sweep | sim.SimSweep) -> None:
    to = terminal.console()
    rows = [[_cell(name, value) for name, value in record.items()] for record in found.records()]
    columns = [*found.axes, *(FIGURES[name] for name in list(found.records()[0])[len(found.axes) :])]
    terminal.print_table(to, columns, rows, title=f"{found.document} {found.wager}")
    if found.interrupted:
        to.print("Interrupted: these are the points that were done. The same command goes on from here.")
    terminal.print_facts(to, printing.basis(found))


FIGURES: Final = {
    "house_edge": "house edge#",
    "standard_deviation": "std. deviation#",
    "standard_error": "std. error#",
    "hit_frequency": "hits#",
    "rounds": "rounds#",
    "reason": "reason",
}
PERCENTS: Final = ("house_edge", "standard_error", "hit_frequency")


def _cell(name: str, value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return percent(value) if name in PERCENTS else f"{value:.4f}"
    return str(value)


def _target(name: str) -> Path:
    path, kind = printing.target(name, KINDS)
    if kind == ".parquet":
        printing.pyarrow()
    return path


def _write(found: odds.Sweep | sim.SimSweep, path: Path) -> None:
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
        printing.pyarrow()[1].write_table(found.to_frame(backend="pyarrow"), content_bytes)
        printing.write(path, content_bytes.getvalue())
    else:
        content = io.StringIO()
        found.plot().save(content, format="svg")
        printing.write(path, content.getvalue())
