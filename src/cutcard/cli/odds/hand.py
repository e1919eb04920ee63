"""`cutcard odds hand`: what every action is worth with these cards against that card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutcard import odds, terminal
from cutcard.cli import printing
from cutcard.cli.lazy_group import examples
from cutcard.cli.odds.command import odds_errors
from cutcard.cli.odds.question_options import (
    QuestionOptions,
    RemovedOption,
    SetOption,
)
from cutcard.cli.options import AsJson, DecksOption, DocumentId, VariationOption
from cutcard.law import value_text
from cutcard.wording import decision_name, plural

if TYPE_CHECKING:
    from rich.console import Console


@examples(
    'cutcard odds hand md-blackjack --cards "8h 8d" --up Tc',
    'cutcard odds hand md-blackjack --cards "Tc 6d" --up Ts --decks 1 --removed "9c 5d" --json',
)
def print_hand(
    document: DocumentId,
    cards: Annotated[str, typer.Option("--cards", metavar="CARDS", help='The hand: "8h 8d".')],
    up: Annotated[
        str,
        typer.Option(
            "--up", metavar="CARD", help="The dealer's up card (two cards, where both are face up)."
        ),
    ],
    decks: DecksOption = None,
    settings: SetOption = None,
    variation: VariationOption = None,
    removed: RemovedOption = None,
    as_json: AsJson = False,
) -> None:
    """Value every action with a hand, played best from there on.

    Values are per unit of the first stake. The shoe is the full one without the hand, what the dealer
    shows and the cards removed.
    """
    options = QuestionOptions(
        document=document, decks=decks, settings=settings, variation=variation, removed=removed
    )
    with odds_errors(), printing.bar("the hand"):
        found = odds.hand(document, cards, up, **options.keywords())
        answer = found.to_dict()
    if as_json:
        terminal.print_json(answer)
    else:
        to = terminal.console()
        _print_values(answer, to)
        terminal.print_facts(to, [*_options(found), *printing.basis(found, answer["cite"])])


def _options(found: odds.HandOdds) -> Iterator[tuple[str, str]]:
    chosen = {"decks": found.question.decks, **found.question.chosen}
    yield "Options", ", ".join(f"{name} = {value_text(value)}" for name, value in chosen.items())


def _print_values(answer: dict[str, Any], to: Console) -> None:
    """Print the actions in a table, the best first."""
    soft = "soft " if answer["soft"] else ""
    hand = f"{' '.join(answer['cards'])} ({soft}{answer['total']}) against {' '.join(answer['up'])}"
    variation = f", {answer['variation']}" if answer["variation"] else ""
    decks = answer["options"]["decks"]
    shoe = plural(decks, "deck")
    to.print(terminal.one_line(f"{hand}: {answer['document']}{variation}, {shoe}"), style="bold")
    rows = [
        (
            decision_name(line["action"]),
            f"{line['value']['value']:+.6f}",
            f"{line['cost']['value']:.6f}",
        )
        for line in answer["actions"]
    ]
    terminal.print_table(to, ("action", "value#", "costs#"), rows)
    facts = [("Best", decision_name(answer["best"]))]
    if answer["insurance"] is not None:
        facts.append(("Insurance", f"{answer['insurance']['value']:+.6f} per unit of it"))
    if answer["even_money"] is not None:
        taken, declined = (answer["even_money"][key]["value"] for key in ("taken", "declined"))
        facts.append(("Even money", f"{taken:+.6f}; without it {declined:+.6f}, blackjacks counted"))
    if answer["removed"]:
        facts.append(("Removed", " ".join(answer["removed"])))
    terminal.print_facts(to, facts)
