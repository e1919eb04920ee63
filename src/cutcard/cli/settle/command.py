"""`cutcard settle`: deal rounds exactly as written and say what everyone is paid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cutcard.terminal import output

if TYPE_CHECKING:
    from cutcard.law import Refusal
    from cutcard.table.script import SettledRound

EXAMPLES = """\b
Examples:
  cutcard settle round.json
  cutcard settle rounds.toml --json
  echo '{"document": "md-blackjack", "boxes": [{"box": 1, "stakes": {"main": "25"}}],
    "cards": ["Ah", "9c", "Kh", "Kd"]}' | cutcard settle -
  cutcard settle --interactive
"""


def command(
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="A round, or a list of rounds; - is standard input."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")] = False,
    interactive: Annotated[
        bool, typer.Option("--interactive", "-i", help="Ask for the table, cards and decisions.")
    ] = False,
) -> None:
    """Deal a round exactly as written and say what everyone is paid, with the provision.

    FILE is JSON or TOML: one round, a JSON list of rounds, or a TOML file of [[rounds]]. A round
    that its document forbids is refused with the citation, and nothing is settled (exit code 2).
    With --interactive FILE may hold the beginning of a round; the rest is asked for.

    A round's keys: document, variation, options (NAME: VALUE), wagers (ID: PAYTABLE), boxes (each with
    box, stakes, and if wanted player and streak), cards in the order they leave the shoe (the dealer's
    first card is the up card), decisions (each with box, do, and where they apply amount, spot, hand),
    meters, resets, devices. What to do: stand, hit, double, split, surrender, insure, even_money,
    switch, rescue, third_card. A device's answers stand in a list, in seat order:
    {"bonus_spin": ["$50", "jackpot"], "blackjack_bonus": ["25.00"]}.
    """
    if interactive:
        _interactive(file, as_json=as_json)
        return
    if file is None:
        output.complain("settle: name a FILE, - for standard input, or use --interactive")
        output.leave(output.WRONG)
    with output.refusing(as_json=as_json):
        from cutcard.cli.source import read

        found = read(file)
    if isinstance(found, dict) and found.keys() == {"rounds"} and isinstance(found["rounds"], list):
        found = found["rounds"]
    if isinstance(found, list):
        _many(found, file, as_json=as_json)
    else:
        _one(found, as_json=as_json)


def _interactive(file: str | None, *, as_json: bool) -> None:
    if as_json:
        output.complain("settle: --interactive has no --json")
        output.leave(output.WRONG)
    if file == "-":
        output.complain("settle: --interactive needs standard input for your answers; name a file")
        output.leave(output.WRONG)
    from cutcard.cli.settle.interactive import run

    begun: object = {}
    if file is not None:
        from cutcard.cli.source import read

        with output.refusing(as_json=False):
            begun = read(file)
    run(begun)


def _one(found: object, *, as_json: bool) -> None:
    from cutcard.law import Refusal
    from cutcard.table.script import as_json as contract, settle

    answer = settle(found)
    if isinstance(answer, Refusal):
        output.refuse(answer, as_json=as_json)
    if as_json:
        output.print_json(contract(answer))
        return
    from cutcard.cli.printing.settlement import print_settled

    print_settled(answer, output.console())


def _many(rounds: list[object], file: str, *, as_json: bool) -> None:
    from cutcard.law import Refusal
    from cutcard.table.script import as_json as contract, settle

    answers = [settle(each) for each in rounds]
    if as_json:
        output.print_json([contract(each) for each in answers])
    else:
        _print_many(answers)
    refused = [(n, a) for n, a in enumerate(answers, start=1) if isinstance(a, Refusal)]
    if refused:
        number, first = refused[0]
        more = f" (and {len(refused) - 1} more refused)" if len(refused) > 1 else ""
        place = "standard input" if file == "-" else file
        told = output.refusal_line(first)
        output.complain(f"{place}: round {number} of {len(rounds)}: {told}{more}")
        output.leave(output.WRONG)


def _print_many(answers: list[SettledRound | Refusal]) -> None:
    from cutcard.cli.printing.settlement import print_settled
    from cutcard.law import Refusal

    to = output.console()
    for number, answer in enumerate(answers, start=1):
        to.rule(f"round {number} of {len(answers)}", align="left")
        if isinstance(answer, Refusal):
            to.print(output.one_line(f"refused: {output.refusal_line(answer)}"), style="bold")
        else:
            print_settled(answer, to)
