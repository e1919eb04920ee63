"""`cutcard settle`: deal rounds exactly as written and say what everyone is paid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

import cutcard
from cutcard import terminal
from cutcard.cli import interactive as interactive_round, printing
from cutcard.cli.lazy_group import examples
from cutcard.cli.options import AsJson, refuse
from cutcard.cli.source import STANDARD_INPUT, read, source_name
from cutcard.law import Refusal, Refused
from cutcard.table import as_json as refusal_json

if TYPE_CHECKING:
    from rich.console import Console

    from cutcard import SettledResult


@examples(
    "cutcard settle round.json",
    "cutcard settle rounds.toml --json",
    """echo '{"document": "md-blackjack", "boxes": [{"box": 1, "stakes": {"main": "25"}}],\n"""
    """    "cards": ["Ah", "9c", "Kh", "Kd"]}' | cutcard settle -""",
    "cutcard settle --interactive",
)
def settle(
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="A round, or a list of rounds; - is standard input."),
    ] = None,
    as_json: AsJson = False,
    interactive: Annotated[
        bool, typer.Option("--interactive", "-i", help="Ask for the table, cards and decisions.")
    ] = False,
) -> None:
    """Deal a round exactly as written and say what everyone is paid.

    FILE is JSON or TOML: one round, a JSON list of rounds, or a TOML file of [[rounds]]. Every payout
    has its provision. A round that its document forbids is refused with the citation, and nothing is
    settled (exit code 2). With --interactive FILE may hold the beginning of a round; the rest is asked
    for.

    A round's keys: document, variation, options (NAME: VALUE), wagers (ID: PAYTABLE), boxes (each with
    box, stakes, and if wanted player and streak), cards in the order they leave the shoe (the dealer's
    first card is the up card), decisions (each with box, do, and where they apply amount, spot, hand),
    meters, resets, devices. What to do: stand, hit, double, split, surrender, insure, even_money,
    switch, rescue, third_card. A device's answers stand in a list, in seat order:
    {"bonus_spin": ["$50", "jackpot"], "blackjack_bonus": ["25.00"]}.
    """
    if interactive:
        _settle_interactively(file, as_json=as_json)
        return
    if file is None:
        refuse("settle", "name a FILE, - for standard input, or use --interactive")
    with terminal.refusing(as_json=as_json):
        content = read(file)
    if isinstance(content, dict) and content.keys() == {"rounds"}:
        content = content["rounds"] if isinstance(content["rounds"], list) else content
    if isinstance(content, list):
        _settle_list(content, file, as_json=as_json)
    else:
        _settle_one(content, as_json=as_json)


def _settle_interactively(file: str | None, *, as_json: bool) -> None:
    if as_json:
        refuse("settle", "--interactive talks to people; it has no --json")
    if file == STANDARD_INPUT:
        refuse("settle", "--interactive needs standard input for your answers; name a file")
    beginning: object = {}
    if file is not None:
        with terminal.refusing(as_json=False):
            beginning = read(file)
    interactive_round.run(beginning)


def _settle_one(request: object, *, as_json: bool) -> None:
    with terminal.refusing(as_json=as_json):
        answer = cutcard.settle(request)
    if as_json:
        terminal.print_json(answer.to_dict())
    else:
        _print(answer, terminal.console())


def _print(answer: SettledResult, to: Console) -> None:
    printing.print_settled(answer.round, to)
    terminal.print_facts(to, printing.citation(answer))


def _answer(request: object) -> SettledResult | Refusal:
    try:
        return cutcard.settle(request)
    except Refused as refused:
        return refused.refusal


def _json(answer: SettledResult | Refusal) -> dict[str, object]:
    return refusal_json(answer) if isinstance(answer, Refusal) else answer.to_dict()


def _settle_list(requests: list[object], file: str, *, as_json: bool) -> None:
    answers = [_answer(request) for request in requests]
    if as_json:
        terminal.print_json([_json(answer) for answer in answers])
    else:
        _print_answers(answers)
    refused = [(n, a) for n, a in enumerate(answers, start=1) if isinstance(a, Refusal)]
    if refused:
        number, first = refused[0]
        more = f" (and {len(refused) - 1} more refused)" if len(refused) > 1 else ""
        where = f"{source_name(file)}: round {number} of {len(requests)}"
        terminal.complain(f"{where}: {terminal.refusal_line(first)}{more}")
        terminal.leave(terminal.WRONG)


def _print_answers(answers: list[SettledResult | Refusal]) -> None:
    to = terminal.console()
    for number, answer in enumerate(answers, start=1):
        to.rule(f"round {number} of {len(answers)}", align="left")
        if isinstance(answer, Refusal):
            line = terminal.one_line(f"refused: {terminal.refusal_line(answer)}")
            to.print(line, style="bold")
        else:
            _print(answer, to)
