"""The cage: money in and out, once only, and never more than there is."""

from __future__ import annotations

import pytest

from cutcard.floor.live import CommandRequest
from cutcard.floor.live.cage import Cage
from cutcard.floor.store import Database
from cutcard.shoe import By, Role
from floor.live.players import DEE, FLO, balances, milliseconds, player

DEPOSIT: dict[str, object] = {"do": "deposit", "player": "ann", "amount": "100.25"}


def test_a_deposit_happens_once_and_comes_back(database: Database) -> None:
    cage = Cage(database, milliseconds)
    assert cage.submit(CommandRequest(FLO, DEPOSIT, "a")).status == "done"
    assert cage.submit(CommandRequest(FLO, DEPOSIT, "a")).status == "repeated"
    assert balances(database) == {"cage": -10_025, "wallet:ann": 10_025}
    taken: dict[str, object] = {"do": "withdraw", "player": "ann", "amount": "100.25"}
    assert cage.submit(CommandRequest(FLO, taken, "b")).status == "done"
    again = cage.submit(CommandRequest(FLO, taken, "c"))
    assert again.refusal is not None
    assert again.refusal.message == "withdraw: ann has $0.00 on deposit, not $100.25"
    assert set(balances(database).values()) <= {0}
    assert database.verify_all().events == 2


@pytest.mark.parametrize(
    ("by", "body", "told"),
    [
        (player("ann"), DEPOSIT, "only a floorperson or above may do this, not a player"),
        (DEE, DEPOSIT, "not a dealer"),
        (By(Role.DEVICE), DEPOSIT, "not a device"),
        (FLO, {**DEPOSIT, "amount": "0"}, "more than zero"),
        (FLO, {**DEPOSIT, "amount": "-1"}, "is negative"),
        (FLO, {**DEPOSIT, "amount": "1e9"}, "amount"),
        (FLO, {**DEPOSIT, "amount": "100000000000"}, "at most"),
        (FLO, {**DEPOSIT, "player": ""}, "name the player"),
        (FLO, {"do": "deposit", "player": "ann"}, "amount: required by deposit"),
        (FLO, {**DEPOSIT, "player": "a:b"}, "colon"),
        (FLO, {**DEPOSIT, "player": "a\nb"}, "name the player"),
        (FLO, {**DEPOSIT, "do": "steal"}, "deposit and withdraw"),
        (FLO, {**DEPOSIT, "extra": 1}, "unknown key"),
        (FLO, {}, "deposit and withdraw"),
    ],
)
def test_what_the_cage_refuses(sqlite: Database, by: By, body: dict[str, object], told: str) -> None:
    answer = Cage(sqlite, milliseconds).submit(CommandRequest(by, body, "k"))
    assert answer.refusal is not None
    assert told in answer.refusal.message
    assert "\n" not in answer.refusal.message
    assert balances(sqlite) == {}


def test_a_key_names_one_command(sqlite: Database) -> None:
    cage = Cage(sqlite, milliseconds)
    cage.submit(CommandRequest(FLO, DEPOSIT, "a"))
    other = cage.submit(CommandRequest(FLO, {**DEPOSIT, "amount": "7"}, "a"))
    assert other.refusal is not None
    assert "another command" in other.refusal.message
    for key in ("", "x" * 81, "a b", "é"):
        assert cage.submit(CommandRequest(FLO, DEPOSIT, key)).status == "refused"
