"""`cutcard sim counting`: which wager of a table a card counter wins the most by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cutcard import sim, terminal
from cutcard.cli import printing
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson, DecksOption, DocumentId, VariationOption
from cutcard.cli.printing.figures import percent
from cutcard.cli.sim import numbers
from cutcard.cli.sim.run import sim_errors
from cutcard.cli.sim.scenario_options import ScenarioOptions, SimSetOption
from cutcard.money import dollars

if TYPE_CHECKING:
    from rich.console import Console

MOST_PER_HOUR = 1000


@examples(
    "cutcard sim counting md-blackjack --wager lucky_ladies=A --wager pair --stake 100",
    "cutcard sim counting md-blackjack --wager lucky_ladies=A --play 1e8 --per-hour 60 --json",
)
def counting(
    document: DocumentId,
    wagers: Annotated[
        list[str] | None,
        typer.Option(
            "--wager", metavar="ID[=PAYTABLE]", help="A side wager (default: all of the document)."
        ),
    ] = None,
    stakes: Annotated[
        list[str] | None,
        typer.Option("--stake", metavar="[WAGER=]DOLLARS", help="What is bet where the count favours."),
    ] = None,
    per_hour: Annotated[
        str | None,
        typer.Option("--per-hour", metavar="N", help="Rounds that the table deals an hour (else 70)."),
    ] = None,
    play: Annotated[
        str | None,
        typer.Option("--play", metavar="N", help="Play the best count for so many rounds: 1e8."),
    ] = None,
    penetration: Annotated[
        str | None,
        typer.Option("--penetration", metavar="PART", help="How much of the shoe is dealt: 0.75."),
    ] = None,
    settings: SimSetOption = None,
    decks: DecksOption = None,
    variation: VariationOption = None,
    as_json: AsJson = False,
) -> None:
    """Say which wager of a table counting wins the most by, from which count, for how much an hour.

    The count is the best for the wager alone, of tags up to three. One stake is bet on one box whenever it
    shows an edge. With --play the most vulnerable wager is simulated by its count, and both figures are
    printed.
    """
    options = ScenarioOptions(
        wagers=wagers,
        stakes=stakes,
        penetration=penetration,
        settings=settings,
        decks=decks,
        variation=variation,
    )
    with sim_errors(as_json=as_json):
        pace = sim.USUAL_HOUR
        if per_hour is not None:
            pace = numbers.whole("per-hour", per_hour, least=1, most=MOST_PER_HOUR)
        rounds = 0 if play is None else numbers.rounds(play)
        crew = sim.Workforce("cpu", sim.cores())
        with printing.bar("counts"):
            found = sim.counting(
                options.scenario(document), rounds_per_hour=pace, rounds=rounds, crew=crew
            )
    if as_json:
        terminal.print_json(found.to_dict())
    else:
        _print(found, terminal.console())


def _print(found: sim.Counting, to: Console) -> None:
    for line in found.headline():
        to.print(terminal.one_line(line), style="bold")
    columns = ["wager", "stake#", "house edge#", "an hour#", "from true count#", "follows#", "count"]
    rows = [
        [
            f"{each.wager} {each.paytable}",
            dollars(each.stake),
            percent(each.house_edge),
            f"{each.per_hour:,.2f}",
            "never" if each.trigger is None else f"{each.trigger:+.2f}",
            f"{each.correlation:.3f}",
            each.count,
        ]
        for each in found.wagers
    ]
    terminal.print_table(to, columns, rows)
    facts = [
        ("Played", f"{each.wager}: ${each.simulated_per_hour:,.2f} ± {each.simulated_error:,.2f} an hour")
        for each in found.wagers
        if each.simulated is not None
    ]
    facts += [("Assumed", assumption) for assumption in found.assumptions]
    facts += [("No figure", f"{wager}: {why}") for wager, why in found.reasons.items()]
    terminal.print_facts(to, facts)
