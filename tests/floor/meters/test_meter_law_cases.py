"""Every case of the law in which a meter stands: the house's meter takes what the settlement says.

The cases are those of `tests/law`: winners in turn and winners who divide, shares, fixed prizes, payout
limits, envy and community pay. The meter is left as the table leaves it, and what is locked is what the
ledger moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from cutcard.floor import meters
from cutcard.floor.meters import Meter, events as e, member_of
from cutcard.floor.meters.commands import contribution, hit_in
from cutcard.floor.meters.state import MeterRound
from cutcard.floor.meters.terms import Terms
from cutcard.law import document
from cutcard.law.refusal import Refusal, Refused
from cutcard.money import Cents
from cutcard.shoe import By, Role
from cutcard.table import Table, commands, evolve, game_of, step
from cutcard.table.events import BetPlaced, Settled
from cutcard.table.folds.table import fold
from cutcard.table.play.bets import Bet
from cutcard.table.script.request import parse_request
from cutcard.table.script.scripted_round import Script, rule_set
from cutcard.table.table import check_cards, scripted_table
from cutcard.values import but
from cutcard.wagers.settlement.meter_growth import Growth, growths
from cutcard.wagers.settlement.meters import usual_reset
from cutcard.wagers.settlement.seat import HouseSide
from floor.ledger.ledger_support import paid_by_meters
from floor.meters.links import secret
from law.cases import Case, all_cases
from law.texts import ISSUED

DEALER = By(Role.DEALER)
Settlements = Iterator[tuple[Table, Settled]]


def with_meters() -> list[Case]:
    """The rounds of the law in which meters stand."""
    return [each for each in all_cases() if each.content.get("meters") and "cards" in each.content]


def settlements(case: Case) -> Settlements:
    """Every settlement of a case's round, with the table before it."""
    request = parse_request(case.request())
    rules = rule_set(request)
    check_cards(game := game_of(rules), request.cards)
    bare = scripted_table(rules, game, request.cards)
    house = HouseSide(dict(request.meters), dict(request.resets), request.devices)
    named = (replace(bet, player=f"player-{bet.box}") for bet in request.bets)
    table, script = laid(bare, named, house), Script(request.decisions)
    command: commands.Command | None = commands.StartRound(DEALER)
    while command is not None:
        outcome = step(table, command)
        if isinstance(outcome, Refusal):
            return
        yield from _among(table, outcome[1])
        table = outcome[0]
        command = script.command(table)


def laid(bare: Table, bets: Iterable[Bet], house: HouseSide) -> Table:
    """The bets on the table, and what the house must supply."""
    table = but(bare, meters=dict(house.meters), resets=dict(house.resets), devices=dict(house.devices))
    return fold(table, (BetPlaced(bet) for bet in bets))


def _among(table: Table, happened: tuple[object, ...]) -> Settlements:
    for event in happened:
        if isinstance(event, Settled):
            yield table, event
        table = evolve(table, event)


def house_meter(table: Table, growth: Growth) -> Meter:
    """A meter of the house that stands as the table's does, with the stakes of the round on it."""
    offer = table.rules.offers[growth.offer]
    law = offer.law.meters[growth.name]
    reset = table.resets.get(growth.name, usual_reset(offer, law, table.rules.options))
    shown = table.meters[growth.name]
    terms = Terms(reset, reset, "0.05", must_hit=growth.must_hit, maximum=Cents(10**9))
    meter = Meter(
        f"{growth.name}@t1",
        terms if growth.must_hit else replace(terms, maximum=None),
        (member_of("t1", table.rules, growth),),
        live=True,
        opened=True,
        shown=shown,
        parts=20,
        rounds={"t1": (MeterRound(table.rounds, Cents(500)),)},
    )
    if not growth.must_hit:
        return meter
    drawn = secret(shown)
    return but(
        meter,
        commitment=drawn.commitment,
        point=drawn.point,
        salt=drawn.salt,
        due_table="t1",
        due_round=table.rounds,
    )


def taken_off(table: Table, event: Settled, growth: Growth) -> int:
    """What the house's meter gives to a settlement, after which both show the same."""
    meter = house_meter(table, growth)
    member = meter.members[0]
    after = event.meters.get(growth.name, table.meters[growth.name])
    point = secret(after + 1) if growth.must_hit else None
    command = hit_in(member, table, event.lines, event.meters, secret=point)
    if command is None:
        assert after == table.meters[growth.name]
        return 0
    assert [each.player for each in command.wins] == [f"player-{each.box}" for each in command.wins]
    made = meters.decide(meter, command)
    assert not isinstance(made, Refusal), (command, made)
    locked = made[0]
    assert isinstance(locked, e.HitLocked)
    assert locked.cite
    assert meters.fold(meter, made).shown == after
    assert meters.decide(meters.fold(meter, made), command) == ()
    return locked.jackpot.taken


PROGRESSIVE = {
    ("md-blackjack", "bonus_spin"): {"B"},
    ("md-pontoon-21", "bonus_spin_progressive"): {"B", "D"},
}
"""Of the wheels' prize tables those that pay from a meter (Ch.13 §Q(2)(a); Ch.12 §D(2)(a), (4)(a))."""


def test_a_stake_that_plays_for_a_fixed_prize_adds_nothing_to_a_meter() -> None:
    """Readings MD-A62 and PO-A08: the prize of the other tables stays as it is displayed."""
    seen: set[tuple[str, str, bool]] = set()
    for case in (each for each in with_meters() if "refused" not in each.content):
        request = parse_request(case.request())
        rules = rule_set(request)
        bets = [bet for bet in request.bets if "main" in bet.stakes]
        for (name, wager), tables in PROGRESSIVE.items():
            staked = sum(bet.stakes.get(wager, 0) for bet in bets)
            if (
                case.document != name
                or not staked
                or rules.options.get("second_spin_table", "none") != "none"
            ):
                continue
            bare = scripted_table(rules, game_of(rules), request.cards)
            offer = rules.offers[wager]
            (growth,) = growths(offer)
            table = laid(bare, request.bets, HouseSide(dict(request.meters)))
            asked = contribution(member_of("t1", rules, growth), table)
            grows = offer.paytable.id in tables
            assert (None if asked is None else asked.staked) == (staked if grows else None), case.id
            seen.add((name, offer.paytable.id, grows))
    assert seen == {("md-blackjack", each, each == "B") for each in "ABCD"} | {
        ("md-pontoon-21", each, each in "BD") for each in "ABCD"
    }


def test_every_settlement_of_the_law_fits_the_houses_meters() -> None:
    won: set[tuple[str, str]] = set()
    for case in with_meters():
        try:
            found = list(settlements(case))
        except Refused:
            assert "refused" in case.content, case.id
            continue
        for table, event in found:
            owed = paid_by_meters(table.rules, event)
            for offer in table.rules.offers.values():
                for growth in growths(offer):
                    if growth.name in table.meters:
                        taken = taken_off(table, event, growth)
                        assert taken == owed.get(growth.name, 0), case.id
                        won |= {(case.document, growth.name)} if taken else set()
    assert {each for each in won if each[0] in ISSUED} == {
        (name, meter)
        for name in ISSUED  # what our own document lends is won by the cases of its lender
        for wager in document(name).wager_ids
        for meter in document(name).wager(wager).meters
    }
