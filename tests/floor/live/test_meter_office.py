"""What supervisors ask of meters: nothing changes while one is live, and listed reasons need two."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from cutcard.floor.live import CommandRequest, Floor
from cutcard.floor.store import Database
from cutcard.law.refusal import Refused
from cutcard.law.ruleset.resolution import RuleSet, resolve
from cutcard.shoe import By, Role
from floor.live.players import DEE, TABLES, Crew, balances, player

SUE, SAM = By(Role.SUPERVISOR, "sue"), By(Role.SUPERVISOR, "sam")
OWN = "super_4@t"


def on(database: Database, play: Callable[[Floor], Awaitable[None]]) -> None:
    async def run() -> None:
        floor = Floor(database)
        floor.start()
        await Crew(floor).open("t", TABLES["maryland"].rules)
        await Crew(floor, "u").open("u", TABLES["no-hole-card"].rules)
        try:
            await play(floor)
        finally:
            await floor.stop()

    asyncio.run(run())
    found = balances(database)
    assert sum(found.values()) == 0
    database.verify_all()


def test_terms_change_only_while_a_meter_stands_still(database: Database) -> None:
    async def play(floor: Floor) -> None:
        new: dict[str, object] = {
            "do": "configure",
            "initial": "10000",
            "reset": "10000",
            "rate": "0.15",
            "reserve_rate": "1/10",
        }
        live = await floor.submit_meter(OWN, CommandRequest(SUE, new, "a"))
        assert live.refusal is not None
        assert "it is live" in live.refusal.message
        assert (await floor.submit_meter(OWN, CommandRequest(SUE, {"do": "stop"}, "b"))).status == "done"
        assert (
            await floor.submit_meter(OWN, CommandRequest(SUE, {"do": "stop"}, "b"))
        ).status == "repeated"
        assert (await floor.submit_meter(OWN, CommandRequest(SUE, new, "c"))).status == "done"
        assert (
            await floor.submit_meter(OWN, CommandRequest(SUE, {"do": "start"}, "d"))
        ).status == "done"
        terms = floor.meter(OWN).terms
        assert terms is not None
        assert (terms.reserve_rate, floor.meter(OWN).live) == ("1/10", True)

    on(database, play)


AS_FILED: dict[str, object] = {"do": "configure", "initial": "10000", "reset": "10000", "rate": "0.15"}


@pytest.mark.parametrize(
    ("changed", "words", "cite"),
    [
        ({"initial": "12000"}, "t: it files an initial amount of $10000.00", "Ch.13 §I(2)"),
        ({"reset": "50000"}, "t: it files a reset amount of $10000.00", "Ch.13 §I(2)"),
        ({"rate": "0.2"}, "t: it files a rate of 3/20", "Ch.13 §I(1)"),
    ],
    ids=str,
)
def test_a_meter_is_run_by_what_its_table_filed(
    sqlite: Database, changed: dict[str, object], words: str, cite: str
) -> None:
    """Above every floor of the document, and still not what was submitted."""

    async def play(floor: Floor) -> None:
        assert (await floor.submit_meter(OWN, CommandRequest(SUE, {"do": "stop"}, "a"))).status == "done"
        before = floor.meter(OWN)
        answer = await floor.submit_meter(OWN, CommandRequest(SUE, AS_FILED | changed, "b"))
        assert answer.refusal is not None, answer
        assert words in answer.refusal.message
        assert answer.refusal.message.endswith("super_4@t runs by; file another submission first")
        assert cite in answer.refusal.cite
        assert floor.meter(OWN) is before
        left = {"maximum": "60000", "threshold": "500", "reserve_rate": "0.05"}
        assert (
            await floor.submit_meter(OWN, CommandRequest(SUE, AS_FILED | left, "c"))
        ).status == "done"

    on(sqlite, play)


def test_all_of_a_meter_goes_to_another_when_it_ends(sqlite: Database) -> None:
    async def play(floor: Floor) -> None:
        other = "super_4@u"
        both = floor.meter(OWN).shown + floor.meter(other).shown
        for key, body in enumerate(
            [{"do": "stop"}, {"do": "retire", "to": other, "why": "the table closes"}]
        ):
            asked = CommandRequest(SUE, dict(body), f"sue{key}")
            answer = await floor.submit_meter(OWN, asked)
            if answer.status == "refused":
                assert (
                    await floor.submit_meter(OWN, CommandRequest(SAM, dict(body), f"sam{key}"))
                ) == answer
        assert floor.meter(OWN).shown + floor.meter(other).shown == both

    on(sqlite, play)


@pytest.mark.parametrize(
    ("by", "body"),
    [
        (DEE, {"do": "stop"}),
        (player("ann"), {"do": "stop"}),
        (SUE, {"do": "explode"}),
        (SUE, {}),
        (SUE, {"do": "stop", "now": True}),
        (SUE, {"do": "adjust", "reason": "whim", "amount": "5", "why": "x"}),
        (SUE, {"do": "adjust", "reason": 5, "amount": "5", "why": "x"}),
        (SUE, {"do": "adjust", "reason": "malfunction", "amount": "lots", "why": "x"}),
        (SUE, {"do": "retire", "to": "nowhere", "why": "x"}),
        (SUE, {"do": "retire", "to": OWN, "why": "x"}),
    ],
    ids=str,
)
def test_what_a_meter_refuses(sqlite: Database, by: By, body: dict[str, object]) -> None:
    async def play(floor: Floor) -> None:
        before = floor.meter(OWN)
        answer = await floor.submit_meter(OWN, CommandRequest(by, body, "k"))
        assert answer.refusal is not None
        assert "\n" not in answer.refusal.message
        assert floor.meter(OWN) is before

    on(sqlite, play)


def filed(**amounts: object) -> RuleSet:
    wagers = {"blazing_7s": {"paytable": "1", "initial_amount": 20000, **amounts}}
    found, _ = resolve(
        TABLES["massachusetts"].rules.document, variation=None, options={"decks": 6}, wagers=wagers
    )
    assert found is not None
    return found


def test_a_meter_that_was_stopped_stays_so_when_a_table_is_linked_to_it(sqlite: Database) -> None:
    """Somebody stopped it, and somebody starts it again; setting up a table does neither."""

    async def play(floor: Floor) -> None:
        link, terms = {"blazing_7s": "sevens"}, {"rate_of_progression": 0.15, "reset_amount": 20000}
        floor.add("one", filed(**terms), links=link)
        assert floor.meter("sevens").live
        await floor.submit_meter("sevens", CommandRequest(SUE, {"do": "stop"}, "s"))
        floor.add("two", filed(**terms), links=link)
        assert not floor.meter("sevens").live
        assert [each.table for each in floor.meter("sevens").members] == ["one", "two"]

    on(sqlite, play)


def test_a_reset_meter_that_is_filed_runs_as_filed(sqlite: Database) -> None:
    """§19(i): 60 percent to the meter and 10 to its reset meter, 70 together."""

    def aces(**rates: object) -> RuleSet:
        amounts = {"initial_amount": 5000, "reset_amount": 5000}
        found, findings = resolve(
            TABLES["massachusetts"].rules.document,
            variation=None,
            options={"decks": 6},
            wagers={"progressive_blackjack": {**amounts, **rates}},
        )
        assert found is not None, findings
        return found

    async def play(floor: Floor) -> None:
        link = {"progressive_blackjack": "aces"}
        floor.add("one", aces(rate_of_progression=0.6, reset_meter_rate=0.1), links=link)
        terms = floor.meter("aces").terms
        assert terms is not None
        assert (terms.rate, terms.reserve_rate) == ("3/5", "1/10")
        with pytest.raises(Refused) as found:
            floor.add("two", aces(rate_of_progression=0.6, reset_meter_rate=0.2), links=link)
        assert "files a reset meter's rate of 1/5, but aces has 1/10" in found.value.refusal.message
        assert found.value.refusal.cite == "§19(i)"
        await floor.submit_meter("aces", CommandRequest(SUE, {"do": "stop"}, "s"))
        new = {"do": "configure", "initial": "5000", "reset": "5000", "rate": "0.6"}
        more = await floor.submit_meter("aces", CommandRequest(SUE, new | {"reserve_rate": "0.2"}, "t"))
        assert more.refusal is not None
        assert "one: it files a reset meter's rate of 1/10" in more.refusal.message
        same = await floor.submit_meter("aces", CommandRequest(SUE, new | {"reserve_rate": "0.1"}, "u"))
        assert same.status == "done"

    on(sqlite, play)


def test_a_table_plays_for_a_link_as_it_was_filed_or_not_at_all(database: Database) -> None:
    async def play(floor: Floor) -> None:
        link = {"blazing_7s": "sevens"}
        floor.add("one", filed(rate_of_progression=0.15, reset_amount=20000), links=link)
        other = filed(rate_of_progression=0.25, initial_amount=30000, reset_amount=20000)
        floor.add("two", other, links=link)
        before = floor.meter("sevens")
        assert [(each.table, each.rate) for each in before.members] == [("one", ""), ("two", "1/4")]
        await floor.submit_meter("sevens", CommandRequest(SUE, {"do": "stop"}, "s"))
        same = {"do": "configure", "initial": "20000", "reset": "20000", "rate": "0.15"}
        two = {**same, "rate": "0.25"}
        answer = await floor.submit_meter("sevens", CommandRequest(SUE, two, "x"))
        assert answer.refusal is not None
        assert "one: it files a rate of 3/20" in answer.refusal.message
        neither = await floor.submit_meter(
            "sevens", CommandRequest(SUE, same | {"initial": "25000"}, "v")
        )
        assert neither.refusal is not None
        assert "one: it files an initial amount of $20000.00" in neither.refusal.message
        for key, initial in (("w", "30000"), ("y", "20000")):
            done = await floor.submit_meter(
                "sevens", CommandRequest(SUE, same | {"initial": initial}, key)
            )
            assert done.status == "done", "what one of them filed"
        assert (
            await floor.submit_meter("sevens", CommandRequest(SUE, {"do": "start"}, "z"))
        ).status == "done"
        before = floor.meter("sevens")
        with pytest.raises(Refused) as found:
            floor.add("three", filed(rate_of_progression=0.15, reset_amount=25000), links=link)
        refusal = found.value.refusal
        assert "files a reset amount of $25000.00, but sevens has $20000.00" in refusal.message
        assert refusal.cite
        assert floor.meter("sevens") == before
        assert not floor.serves("three")
        floor.add("three", filed(rate_of_progression=0.15, reset_amount=25000))

    on(database, play)
