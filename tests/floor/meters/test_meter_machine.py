"""Any sequence of commands, sensible or hostile: what must hold of a meter after every event."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import get_args

import pytest

from cutcard.floor import meters
from cutcard.floor.ledger.books import HOUSE, meter_account
from cutcard.floor.meters import (
    Meter,
    Status,
    codec,
    commands as c,
    events as e,
    moves,
    new_meter,
    pending_account,
    published,
    reserve_account,
    view,
)
from cutcard.floor.people.roles import HouseRole
from cutcard.floor.store import Movement
from cutcard.law.refusal import Refusal
from cutcard.money import Cents
from floor.meters.any_meter_command import any_command
from floor.meters.links import (
    MUST,
    SUE,
    TERMS,
    after,
    edge,
    happened,
    running,
    secret,
    staked,
    super_4,
    whole,
)

POINT, SALT = 25_043, "not-to-be-seen"
STARTS = {
    "new": new_meter("match@floor"),
    "linked": running(edge("t1"), edge("t2")),
    "reset meter": running(
        edge("t1"),
        edge("t2"),
        terms=replace(TERMS, reserve_rate="1/30", maximum=Cents(500_200), threshold=Cents(100)),
    ),
    "must hit": running(
        super_4("t1"), super_4("t2"), super_4("t3"), terms=MUST, point=secret(POINT, SALT)
    ),
}

FALLS = (e.HitLocked, e.HitVoided, e.MeterAdjusted, e.AmountMovedOut)
"""The only events after which a meter may show less: a win, a voided one, and listed reasons."""


class Kept:
    """A meter with the accounts that its events move."""

    def __init__(self, meter: Meter) -> None:
        self.meter = meter
        self.accounts: Counter[str] = Counter()
        self.accounts[meter_account(meter.name)] = meter.shown
        self.accounts[reserve_account(meter.name)] = meter.reserve

    def happened(self, event: e.MeterEvent) -> None:
        """Fold an event and book what it moves."""
        before = self.meter
        self._book(moves(before, event, f"meter:{before.name}:{before.version + 1}"))
        self.meter = meters.evolve(before, event)
        if isinstance(event, e.AmountMovedIn):  # the meter that gave it up has booked it
            self.accounts[meter_account(before.name)] += event.cents
            self.accounts[reserve_account(before.name)] += event.reserve
        if isinstance(event, e.HitPaid):  # the table's settlement books it
            hit = before.hit(event.hit)
            assert hit is not None
            assert hit.status is Status.VERIFIED
            self.accounts[pending_account(before.name, event.hit)] -= hit.taken
        if self.meter.shown < before.shown:
            assert isinstance(event, FALLS), event

    def do(self, command: c.Command) -> None:
        """Carry a command out."""
        for event in happened(self.meter, command):
            self.happened(event)
        self.check()

    def _book(self, made: Iterable[Movement]) -> None:
        seen = set()
        for each in made:
            assert each.cents > 0
            assert each.id not in seen
            seen.add(each.id)
            self.accounts[each.debit] -= each.cents
            self.accounts[each.credit] += each.cents

    def check(self) -> None:
        """The accounts are what the meter says, and nothing on it is less than nothing."""
        meter = self.meter
        assert self.accounts[meter_account(meter.name)] == meter.shown >= 0
        assert self.accounts[reserve_account(meter.name)] == meter.reserve >= 0
        waiting = {pending_account(meter.name, each.id): each.taken for each in meter.hits}
        held = {name: cents for name, cents in self.accounts.items() if name.startswith("pending:")}
        assert {name: cents for name, cents in held.items() if cents} == waiting
        assert 0 <= meter.carried < meter.parts
        assert 0 <= meter.reserve_carried < meter.parts
        if meter.terms is not None and meter.terms.maximum is not None:
            assert meter.shown <= meter.terms.maximum
        for won in meter.hits:
            people = [won.claimed_by, *won.verified_by]
            assert len(set(people)) == len(people)
            assert (won.status is Status.VERIFIED) == (len(won.verified_by) == won.needs)


def _check_secrecy(meter: Meter, told: list[str]) -> None:
    if meter.terms is None or not meter.terms.must_hit or meter.salt != SALT:
        return
    seen = [json.dumps(view(meter, role)) for role in HouseRole]
    for text in (*seen, *told):
        assert SALT not in text
        assert "point" not in text


def play(seed: int, start: str, steps: int) -> set[type]:
    """So many commands at a meter; the kinds of events that they made."""
    rng, kept, seen = random.Random(f"{start} {seed}"), Kept(STARTS[start]), set()
    told: list[str] = []
    for _ in range(steps):
        command = any_command(rng, kept.meter)
        made = meters.decide(kept.meter, command)
        if isinstance(made, Refusal):
            assert made.message
            assert "\n" not in made.message
            continue
        assert made == meters.decide(kept.meter, command)
        for event in made:
            assert codec.parse(codec.line(event)) == event
            kept.happened(event)
            seen.add(type(event))
            told.append(json.dumps(published(event)))
        kept.check()
        if made:
            _check_secrecy(kept.meter, told)
    return seen


def test_whatever_is_asked_of_a_meter_its_money_and_its_secrets_hold() -> None:
    seen = {kind for start in STARTS for seed in range(60) for kind in play(seed, start, 60)}
    assert seen == set(get_args(e.MeterEvent))


@pytest.mark.long
@pytest.mark.parametrize("start", STARTS)
def test_the_same_over_many_seeds(start: str) -> None:
    for seed in range(1_000, 3_000):
        play(seed, start, 120)


def test_the_house_pays_the_first_amount_and_what_a_meter_starts_again_with() -> None:
    kept = Kept(new_meter("match@floor"))
    for command in (
        c.Configure(SUE, TERMS),
        c.Join(SUE, edge("t1")),
        c.Start(SUE),
        staked("t1", 1, 100_000),
    ):
        kept.do(command)
    assert kept.accounts[HOUSE] == -500_000
    assert kept.accounts["inventory:t1"] == -7_000
    kept.do(whole(kept.meter, "t1", 1))
    assert kept.accounts[HOUSE] == -1_000_000
    assert kept.accounts["pending:match@floor:t1.1.1"] == 507_000
    kept.do(c.Void(SUE, "t1.1.1", "cards misread"))
    assert kept.accounts[HOUSE] == -500_000
    assert sum(kept.accounts.values()) == 0


def test_every_movement_of_a_meter_cites_its_law() -> None:
    meter = after(running(edge("t1"), terms=replace(TERMS, reserve_rate="0.03")), staked("t1", 1, 99))
    (grown,) = happened(meter, staked("t1", 2, 100_000))
    made = moves(meter, grown, "meter:match@floor:5")
    assert [each.id for each in made] == ["meter:match@floor:5:0", "meter:match@floor:5:1"]
    assert {each.cite for each in made} == {"Ch.12 §D(6)(a); Ch.2 §C(1)-(3); Ch.2 §C(4)"}
    (locked,) = happened(meter, whole(meter, "t1", 1))
    assert [each.cite for each in moves(meter, locked, "x")] == [
        "Ch.12 §D(1)(a); Ch.12 §D(7)",
        "Ch.12 §D(6)(b)(i)",
        "Ch.12 §D(6)(b)(i)",
    ]
