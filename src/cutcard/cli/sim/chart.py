"""`cutcard sim chart`: the basic chart of a table as a strategy file."""

from __future__ import annotations

from dataclasses import replace

import typer

from cutcard import sim, terminal
from cutcard.cli import printing
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson, DecksOption, DocumentId, VariationOption
from cutcard.cli.sim.run import sim_errors
from cutcard.cli.sim.scenario_options import ScenarioOptions, SimSetOption
from cutcard.odds.strategy import basic, own_name, to_toml


@examples(
    "cutcard sim chart md-blackjack --set soft_17=hit > mine.toml",
    "cutcard sim md-blackjack --set soft_17=hit --strategy mine.toml",
)
def chart(
    document: DocumentId,
    decks: DecksOption = None,
    settings: SimSetOption = None,
    variation: VariationOption = None,
    as_json: AsJson = False,
) -> None:
    """Write the basic chart as a strategy file.

    It goes to standard output, to be changed; `cutcard sim --strategy FILE` reads it back.
    docs/strategies.md says what its codes mean.
    """
    options = ScenarioOptions(decks=decks, settings=settings, variation=variation)
    with sim_errors(as_json=as_json):
        scenario = options.scenario(document)
        rules = sim.table_of(scenario).rules
        with printing.bar("basic chart"):
            strategy = replace(basic(rules), name=own_name(rules))
        if as_json:
            plain = {
                "document": scenario.document,
                "variation": scenario.variation,
                "options": scenario.options,
                "strategy": to_toml(strategy),
                "digest": strategy.digest,
                "law": rules.document.names,
            }
            terminal.print_json(plain)
        else:
            typer.echo(to_toml(strategy), nl=False)
