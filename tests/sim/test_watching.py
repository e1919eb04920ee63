"""What is watched: counts, depths and sessions, told again from the cards of the rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

import pytest

from cutcard.automata.rounds.machine import CardRole
from cutcard.cards import DECK_52, Card
from cutcard.odds.strategy import CardCount
from cutcard.sim.kernels.staged.watch_fields import SIDE
from cutcard.sim.plan import Plan, WatchRequest
from cutcard.sim.replay.trace import Traced
from cutcard.sim.results.results import Totals
from cutcard.sim.runs.engine import Engine
from cutcard.sim.watch.layout import COUNT_BINS, DEPTHS, HALVES
from later import one_in
from sim.engine_cases import Dealt, rounds, totals

DEEP = Fraction(19, 20)


def by_rank(tags: str, rest: Fraction = Fraction(0)) -> tuple[Fraction, ...]:
    """Tags from `A=-1 2=1`, and of hearts alone from `7h=-3`."""
    found = {name: Fraction(tag) for name, tag in (each.split("=") for each in tags.split())}
    return tuple(found.get(card.text, found.get(card.rank, rest)) for card in DECK_52)


HILO = CardCount("hilo", by_rank("2=1 3=1 4=1 5=1 6=1 T=-1 J=-1 Q=-1 K=-1 A=-1"))
HALVES_COUNT = CardCount(
    "halves", by_rank("2=1/2 3=1 4=1 5=3/2 6=1 7=1/2 9=-1/2 T=-1 J=-1 Q=-1 K=-1 A=-1")
)
RUNNING = CardCount("running", by_rank("2=1 7=1 A=-1"), pivot=Fraction(4), is_true=False)
HEARTS = CardCount("hearts", by_rank("7h=-3 Qh=-40", Fraction(1)), step=2)


@dataclass(frozen=True)
class Seen:
    """A round with what was known before it."""

    unit: int
    traced: Traced
    taken: int
    before: tuple[Card, ...]
    lowest: int
    """The lowest bin of the count."""


def seen(engine: Engine, units: range) -> Iterator[Seen]:
    plan = engine.plan
    for unit in units:
        taken = plan.cut
        before: tuple[Card, ...] = ()
        for traced in rounds(engine, unit):
            if plan.penetration is None or taken >= plan.cut:
                taken, before = plan.burned, ()
            yield Seen(unit, traced, taken, before, engine.watching.lowest)
            taken += len(traced.taken) + plan.burns_each_round
            before += tuple(each.card for each in traced.taken)


def count_of(count: CardCount, plan: Plan, one: Seen) -> int:
    """The bin by the book: what is seen, and what the whole shoe comes to."""
    pack = [card for card in DECK_52 if plan.game.deck_cards == 52 or card.rank != "T"]
    tag = dict(zip(DECK_52, count.tags, strict=True))
    found = count.pivot - plan.game.decks * sum(tag[card] for card in pack)
    found += sum(tag[card] for card in one.before)
    if count.is_true:
        found /= Fraction(plan.cards - one.taken, plan.game.deck_cards)
    return max(one.lowest, min(one.lowest + COUNT_BINS - 1, floor(found / count.step)))


def told_again(engine: Engine, units: range) -> Counter[str]:
    """All that is watched, from the cards."""
    plan, found = engine.plan, Counter[str]()
    assert plan.watch is not None
    for one in seen(engine, units):
        places = []
        if plan.watch.count is not None:
            at = count_of(plan.watch.count, plan, one)
            places.append(f"count/{HALVES[one.unit % 2]}/{at}")
        if plan.watch.by_depth:
            places.append(f"depth/{DEPTHS * one.taken // plan.cards}")
        for place in places:
            found[f"{place}/rounds"] += 1
            for wager, scale in engine.scale.items():
                nets = [one.traced.net[box + 1, wager] // scale for box in range(plan.boxes)]
                found[f"{place}/{wager}/bets"] += plan.boxes
                found[f"{place}/{wager}/net"] += sum(nets)
                found[f"{place}/{wager}/square"] += sum(nets) ** 2
        if plan.watch.count is not None and plan.game.insurance and plan.spots == 1:
            insured(plan, plan.watch.count, one, found)
    return found


def insured(plan: Plan, count: CardCount, one: Seen, found: Counter[str]) -> None:
    """Insurance against an ace: what is in sight then, and what the second card was."""
    by_role = {role: [each.card for each in one.traced.taken if each.role is role] for role in CardRole}
    (up,), second = by_role[CardRole.UP], by_role[CardRole.HOLE][0]
    sight = (up, *by_role[CardRole.FIRST], *by_role[CardRole.SECOND])
    taken = one.taken + plan.burns_each_round + len(sight)
    if up.is_ace and taken < plan.cards:
        asked = replace(one, taken=taken, before=(*one.before, *sight))
        won = second.is_ten_valued
        suited = won and second.suit == up.suit and "edge" in plan.rules.document.id
        name = "dealer_blackjack_suited" if suited else "dealer_blackjack" if won else "lose"
        found[f"insurance/{HALVES[one.unit % 2]}/{count_of(count, plan, asked)}/{name}"] += 1


def watched(engine: Engine, units: range) -> Totals:
    return totals(engine, units.start, len(units))


COUNTED = (
    (Dealt("md-blackjack", options={"decks": 2}, wagers=("pair",)), HILO),
    (Dealt("md-blackjack", options={"decks": 1}, boxes=5, penetration=DEEP), HALVES_COUNT),
    (Dealt("ma-blackjack", "multiple_action", {"decks": 4}, penetration=Fraction(1, 2)), RUNNING),
)
SLOW = (
    (Dealt("md-blackjack", "switch", {"decks": 6}, penetration=Fraction(1, 3)), HILO),
    (Dealt("md-players-edge-21", boxes=2, penetration=Fraction(1, 4)), HEARTS),
)
"""Whose tables take seconds to make."""


@pytest.mark.parametrize(
    ("case", "count"),
    [*COUNTED, *(pytest.param(*each, marks=pytest.mark.long) for each in SLOW)],
    ids=[str(case) for case, _ in (*COUNTED, *SLOW)],
)
def test_counts_and_depths_are_those_of_the_cards(case: Dealt, count: CardCount) -> None:
    engine = Engine(replace(case.plan(), watch=WatchRequest(count, by_depth=True)))
    units = range(2, 4)
    found = watched(engine, units)
    expected = told_again(engine, units)
    have = {name: found[name] for name in found.columns if "/" in name and found[name]}
    assert have == {name: value for name, value in expected.items() if value}
    assert len({name.split("/")[2] for name in have if name.startswith("count/")}) > 5


@pytest.mark.parametrize("case", [COUNTED[0][0], Dealt("md-blackjack")], ids=str)
def test_watching_changes_nothing_and_its_bins_come_to_the_totals(case: Dealt) -> None:
    plan = case.plan()
    alone, beside = Engine(plan), Engine(replace(plan, watch=WatchRequest(HILO, by_depth=True)))
    plain, more = totals(alone, 0, 40), totals(beside, 0, 40)
    assert plain.digest == more.digest
    assert more.columns[: len(plain.columns)] == plain.columns
    assert more.values[: len(plain.columns)] == plain.values
    for kind in ("count/", "depth/"):
        mine = [name for name in more.columns if name.startswith(kind)]
        assert sum(more[name] for name in mine if name.endswith("/rounds")) == plain.rounds
        for wager in alone.wagers:
            for of in ("bets", "net"):
                parts = [more[name] for name in mine if name.endswith(f"/{wager}/{of}")]
                assert sum(parts) == plain[f"{wager}.{of}"]


SESSIONS = (
    Dealt("md-blackjack", options={"decks": 2}, wagers=("pair",), boxes=2),
    Dealt("md-blackjack", "switch", penetration=Fraction(1, 2)),
    Dealt("ma-blackjack", fresh=True),
)


@pytest.mark.parametrize("case", one_in(4, SESSIONS), ids=str)
def test_sessions_are_the_rounds_of_a_box_one_after_the_other(case: Dealt) -> None:
    plan = replace(case.plan(), watch=WatchRequest(session=20, sessions=3))
    engine = Engine(plan)
    money, width = engine.watching.money, engine.watching.width
    expected = Counter[str]()
    for unit in range(2):
        played = list(rounds(engine, unit, 60))
        for first in (0, 20, 40):
            for box in range(1, plan.boxes + 1):
                part = played[first : first + 20]
                won = sum(one.net[box, wager] for one in part for wager in engine.wagers) // money
                expected["session/many"] += 1
                expected["session/ahead"] += won > 0
                expected["session/level"] += won == 0
                expected["session/sum"] += won
                expected["session/square"] += won * won
                expected[f"session/{won // width}"] += 1
    found = totals(engine, 0, 2)
    have = {name: found[name] for name in found.columns if "/" in name and found[name]}
    assert have == {name: value for name, value in expected.items() if value}


def test_results_far_off_fall_into_wider_and_wider_bins() -> None:
    """Results made a thousand times as great behind the back of who chose the width of a bin."""
    plan = replace(Dealt("md-blackjack", fresh=True).plan(), watch=WatchRequest(session=1, sessions=64))
    engine = Engine(plan)
    nets = [one.net[1, "main"] // engine.watching.money for one in rounds(engine, 0, 64)]
    engine = Engine(plan)
    engine.watching.table[-len(engine.wagers) :] *= 1000
    found = totals(engine, 0, 1)
    expected = Counter[str]()
    for net in nets:
        far = 1000 * net // engine.watching.width
        if -SIDE <= far < SIDE:
            expected[f"session/{far}"] += 1
        else:
            side = "high" if far > 0 else "low"
            steps = (far if far > 0 else -far - 1) // SIDE
            expected[f"session/{side}/{steps.bit_length() - 1}"] += 1
    bins = [name for name in found.columns if name.startswith("session/")][5:]
    assert {name: found[name] for name in bins if found[name]} == expected
    assert any("high/" in name for name in expected)
    assert any("low/" in name for name in expected)
