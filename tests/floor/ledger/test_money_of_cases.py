"""The books of every round and every session that the law's cases write down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from cutcard.law import document_ids
from cutcard.law.refusal import Refusal, Refused
from cutcard.shoe import By, Role
from cutcard.table import Table, commands, evolve, game_of, step
from cutcard.table.events import BetPlaced
from cutcard.table.play.bets import check_bets
from cutcard.table.script.request import Request, parse_request
from cutcard.table.script.scripted_round import Script, rule_set
from cutcard.table.table import scripted_table
from cutcard.values import but
from floor.ledger.witness import Witness
from law.cases import all_cases

ROUNDS = [case for case in all_cases() if "cards" in case.content and "refused" not in case.content]


def scripted(request: Request) -> Iterator[tuple[Table, object, Table]]:
    """Every event of a request's round, with the table before and after it."""
    rules = rule_set(request)
    game = game_of(rules)
    check_bets(rules, game, request.bets)
    table = scripted_table(rules, game, request.cards)
    for bet in request.bets:
        before, placed = table, BetPlaced(bet)
        table = evolve(table, placed)
        yield before, placed, table
    table = but(
        table,
        meters=dict(request.meters),
        resets=dict(request.resets),
        devices=dict(request.devices),
    )
    script = Script(request.decisions)
    command: commands.Command | None = commands.StartRound(By(Role.DEALER, "script"))
    while command is not None:
        outcome = step(table, command)
        assert not isinstance(outcome, Refusal), outcome
        for event in outcome[1]:
            before, table = table, evolve(table, event)
            yield before, event, table
        command = script.command(table)


def booked_rounds(document: str) -> Counter[str]:
    """What the movements of all rounds of a document were for."""
    found: Counter[str] = Counter()
    for case in ROUNDS:
        if case.document != document:
            continue
        witness = Witness()
        try:
            for before, event, after in scripted(parse_request(case.request())):
                for each in witness.see(before, event, after):
                    found[each.debit.partition(":")[0]] += 1
        except (AssertionError, Refused) as problem:
            raise AssertionError(f"{case.id}: {problem}") from problem
        assert witness.books.layout == 0, case.id
        found["rounds"] += 1
    return found


@pytest.mark.parametrize("document", document_ids())
def test_rounds(document: str) -> None:
    found = booked_rounds(document)
    assert found["rounds"] > 30
    assert found["chips"] > found["rounds"]
    assert found["inventory"] > 30
    if document not in ("players-edge-21-brochure", "house-rules"):
        assert found["meter"] > 10, "no case pays off a meter"
