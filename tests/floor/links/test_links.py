"""One exchange at a time: what a house may say, what a hold does, what a message must be."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from cutcard.floor.keys import HouseKeys, new_key
from cutcard.floor.links import (
    HOLD_MS,
    Admit,
    AskHome,
    Close,
    Deliver,
    HomeLink,
    HomeOffice,
    LinkEvent,
    LinkProblem,
    RemoteOffice,
    RunMeter,
    Ticket,
    Wake,
    decide,
    fold,
    new_link,
    open_envelope,
    sealed_envelope,
)
from cutcard.floor.meters import Terms, commands as c
from cutcard.floor.store import Database, backup_store
from cutcard.law import Code, Refusal
from cutcard.money import Cents
from floor.meters.links import DEE, DEVICE, MUST, SUE, TERMS, edge, share, whole

SOUTH, WEST = "south", "west"


def after(link: HomeLink, *commands: object) -> HomeLink:
    """The link after commands that are permitted."""
    for command in commands:
        link = fold(link, happened(link, command))
    return link


def happened(link: HomeLink, command: object) -> tuple[LinkEvent, ...]:
    """The events of a command that is permitted."""
    made = decide(link, command)  # type: ignore[arg-type]
    assert not isinstance(made, Refusal), made
    return made


def refused(link: HomeLink, command: object) -> Refusal:
    """Why a command is refused."""
    made = decide(link, command)  # type: ignore[arg-type]
    assert isinstance(made, Refusal), made
    return made


def says(link: HomeLink, house: str, command: object, at: int = 0) -> Deliver:
    """The next ticket of a house."""
    return Deliver(house, Ticket(link.taken[house] + 1, command), at)  # type: ignore[arg-type]


def told(link: HomeLink, house: str, command: object, at: int = 0) -> HomeLink:
    """The link after the next ticket of a house."""
    return after(link, says(link, house, command, at))


def staked(table: str, number: int, cents: int = 10_000) -> c.Contribute:
    """A round's stakes."""
    return c.Contribute(DEVICE, table, number, Cents(cents))


def running(terms: Terms = TERMS) -> HomeLink:
    """A live link of three houses with a table each."""
    link = new_link("north", "match")
    link = after(link, Admit(SUE, SOUTH), Admit(SUE, WEST), RunMeter(c.Configure(SUE, terms)))
    for house in ("north", SOUTH, WEST):
        link = told(link, house, c.Join(DEVICE, edge(f"{house}-1")))
    return after(link, RunMeter(c.Start(SUE)))


def last_refusal(link: HomeLink, house: str, command: object, at: int = 0) -> tuple[str, str]:
    """Code and words of a ticket's refusal, which is noted and keeps nobody waiting."""
    taken = happened(link, says(link, house, command, at))[-1]
    return taken.code, taken.message  # type: ignore[union-attr]


def test_a_ticket_counts_once_and_waits_for_the_one_before_it() -> None:
    link = running()
    first, second = Ticket(2, staked("south-1", 1)), Ticket(3, staked("south-1", 2))
    assert happened(link, Deliver(SOUTH, second, 0)) == ()
    link = after(link, Deliver(SOUTH, first, 0), Deliver(SOUTH, second, 0))
    assert link.meter.shown == TERMS.initial + 1_400
    assert happened(link, Deliver(SOUTH, first, 0)) == ()
    assert happened(link, Deliver(SOUTH, second, 0)) == ()


def test_while_the_meter_is_held_everything_else_is_parked_and_then_decided_in_order() -> None:
    link = told(told(running(), SOUTH, staked("south-1", 1)), WEST, staked("west-1", 1))
    link = told(link, SOUTH, AskHome(DEVICE, "south-1", 1))
    assert link.hold is not None
    stood = link.hold.stood
    link = told(link, WEST, staked("west-1", 2))
    link = told(link, WEST, AskHome(DEVICE, "west-1", 2))
    assert (link.meter.shown, len(link.parked)) == (stood, 2)
    link = told(link, SOUTH, whole(link.meter, "south-1", 1))
    assert [each.taken for each in link.meter.hits] == [stood]
    assert link.hold is not None
    assert (link.hold.table, link.hold.stood) == ("west-1", TERMS.reset + 700)
    link = told(link, WEST, share(link.meter, "west-1", 2))
    assert [each.taken for each in link.meter.hits] == [stood, (TERMS.reset + 700) // 10]
    assert (link.hold, link.parked) == (None, ())


def test_a_house_that_is_cut_off_while_the_meter_is_held_keeps_nobody() -> None:
    link = told(told(running(), SOUTH, staked("south-1", 1)), WEST, staked("west-1", 1))
    link = told(link, SOUTH, AskHome(DEVICE, "south-1", 1), at=100)
    late = whole(link.meter, "south-1", 1)
    link = told(link, WEST, AskHome(DEVICE, "west-1", 1), at=200)
    link = after(link, Wake(100 + HOLD_MS))
    assert link.hold is not None
    assert link.hold.table == "south-1"
    link = after(link, Wake(101 + HOLD_MS))
    assert link.hold is not None
    assert link.hold.table == "west-1"
    link = told(link, WEST, whole(link.meter, "west-1", 1), at=102 + HOLD_MS)
    code, words = last_refusal(link, SOUTH, late, at=103 + HOLD_MS)
    assert (code, words) == ("not_due", "south-1 round 1: the meter is not held for it; ask again")
    assert [each.table for each in link.meter.hits] == ["west-1"]


def test_a_house_speaks_for_its_own_tables_alone() -> None:
    link = told(running(), SOUTH, staked("south-1", 1))
    assert last_refusal(link, WEST, staked("south-1", 2))[0] == "not_yours"
    assert last_refusal(link, WEST, AskHome(DEVICE, "south-1", 1))[0] == "not_yours"
    held = told(link, SOUTH, AskHome(DEVICE, "south-1", 1))
    won = told(held, SOUTH, whole(held.meter, "south-1", 1))
    assert last_refusal(won, WEST, c.Claim(DEE, won.meter.hits[0].id))[0] == "not_yours"
    code, words = last_refusal(link, WEST, c.Join(DEVICE, edge("south-1")))
    assert (code, words) == (
        "option_not_permitted",
        "south-1: a table of south has this name; set it up by another",
    )
    assert refused(link, Deliver("east", Ticket(1, staked("e", 1)), 0)).code is Code.NOT_YOURS


def test_only_a_round_with_stakes_on_the_meter_holds_it() -> None:
    code, words = last_refusal(running(), SOUTH, AskHome(DEVICE, "south-1", 1))
    assert code == "needs_wager"
    assert words.startswith("south-1 round 1: it has no stakes on match")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Admit(DEE, "east"), Code.WRONG_ROLE),
        (Admit(SUE, SOUTH), Code.NOT_AWAITED),
        (Admit(SUE, "a\nb"), Code.BAD_REQUEST),
        (Close(DEE), Code.WRONG_ROLE),
        (RunMeter(c.Configure(SUE, MUST)), Code.OPTION_NOT_PERMITTED),
    ],
)
def test_what_the_home_may_not_do(command: object, code: Code) -> None:
    assert refused(running(), command).code is code


def test_corrections_wait_for_a_hold() -> None:
    link = told(told(running(), SOUTH, staked("south-1", 1)), SOUTH, AskHome(DEVICE, "south-1", 1))
    asked = RunMeter(c.Adjust(SUE, "malfunction", Cents(100), "power lost", rises=True))
    assert refused(link, asked).code is Code.NOT_DUE


@pytest.fixture
def houses(tmp_path: Path) -> Iterator[tuple[HomeOffice, RemoteOffice]]:
    """A home and one other house, each with its store."""
    stores = [Database.open(f"sqlite:///{tmp_path / name}.db") for name in ("north", SOUTH)]
    for store in stores:
        store.migrate()
    home = HomeOffice(stores[0], "north", "match")
    remote = RemoteOffice(stores[1], SOUTH, "north", "match")
    home.create()
    remote.create()
    for command in (Admit(SUE, SOUTH), RunMeter(c.Configure(SUE, TERMS))):
        assert home.do(command, 0) is None
    remote.send(c.Join(DEVICE, edge("south-1")), 0)
    exchanged(home, remote, 1)
    assert home.do(RunMeter(c.Start(SUE)), 1) is None
    exchanged(home, remote, 2)
    yield home, remote
    for store in stores:
        store.close()


def exchanged(home: HomeOffice, remote: RemoteOffice, at: int) -> None:
    """One message there and one back."""
    remote.hear(home.receive(remote.outgoing(at), at), at)


def test_a_link_closes_when_every_house_has_heard_and_its_rounds_are_on_the_meter(
    houses: tuple[HomeOffice, RemoteOffice],
) -> None:
    home, remote = houses
    remote.send(staked("south-1", 1), 3)  # begun before it heard
    assert home.do(Close(SUE), 4) is None
    assert home.link.meter.live
    exchanged(home, remote, 5)
    assert not remote.remote.takes_bets("south-1", 5, 1_000)
    assert home.link.meter.live
    exchanged(home, remote, 6)
    assert not home.link.meter.live
    assert home.link.meter.shown == TERMS.initial + 700


def test_a_house_takes_no_bets_for_a_meter_of_which_it_has_not_heard_lately(
    houses: tuple[HomeOffice, RemoteOffice],
) -> None:
    home, remote = houses
    assert remote.remote.takes_bets("south-1", 1_000, 1_000)
    assert not remote.remote.takes_bets("south-1", 1_003, 1_000)
    assert not remote.remote.takes_bets("south-2", 3, 1_000)
    exchanged(home, remote, 1_003)
    assert remote.remote.takes_bets("south-1", 1_003, 1_000)


def test_an_answer_that_is_late_makes_nothing_look_recent(
    houses: tuple[HomeOffice, RemoteOffice],
) -> None:
    home, remote = houses
    answer = home.receive(remote.outgoing(5_000), 5_000)
    remote.hear(answer, 90_000)
    assert not remote.remote.takes_bets("south-1", 90_000, 1_000)


def test_a_store_that_was_taken_back_is_noticed(
    houses: tuple[HomeOffice, RemoteOffice], tmp_path: Path
) -> None:
    home, remote = houses
    store = Database.open(f"sqlite:///{tmp_path / SOUTH}.db")
    backup_store(store, tmp_path / "backup.db")
    store.close()
    remote.send(staked("south-1", 1), 3)
    answer = home.receive(remote.outgoing(3), 3)
    restored = Database.open(f"sqlite:///{tmp_path / 'backup.db'}")
    old = RemoteOffice(restored, SOUTH, "north", "match")
    old.load()
    with pytest.raises(LinkProblem, match="this house's store was taken back"):
        old.hear(answer, 4)
    restored.close()
    with pytest.raises(LinkProblem, match="the home's store was taken back"):
        home.receive(replace(remote.outgoing(5), position=10_000), 5)


def test_news_that_overlap_are_heard_once_and_news_from_further_on_not_at_all(
    houses: tuple[HomeOffice, RemoteOffice],
) -> None:
    home, remote = houses
    for number in (1, 2, 3):
        home.deliver_own(c.Join(DEVICE, edge("north-1")), 3)
        home.deliver_own(staked("north-1", number), 3)
    news = home.receive(remote.outgoing(4), 4)
    grown = [place for place, line in news.events if "meter_grew" in line]
    first = [each for each in news.events if each[0] <= grown[1]]
    remote.hear(replace(news, upto=grown[1], events=tuple(first)), 5)
    assert remote.remote.meter.shown == TERMS.initial + 1_400
    later = [each for each in news.events if each[0] > grown[2]]
    remote.hear(replace(news, after=grown[2], events=tuple(later)), 5)
    assert remote.remote.position == grown[1], "something is missing before those"
    remote.hear(news, 5)
    assert remote.remote.meter.shown == TERMS.initial + 2_100
    assert remote.remote.meter == home.link.meter


def test_other_houses_learn_no_names_of_winners(houses: tuple[HomeOffice, RemoteOffice]) -> None:
    home, remote = houses
    home.deliver_own(c.Join(DEVICE, edge("north-1")), 3)
    home.deliver_own(staked("north-1", 1), 3)
    home.deliver_own(whole(home.link.meter, "north-1", 1), 3)
    news = home.receive(remote.outgoing(4), 4)
    assert "hit_locked" in str(news)
    assert "player-1" not in str(news)
    remote.hear(news, 4)
    assert remote.remote.meter.hits[0].taken == home.link.meter.hits[0].taken


def keys(name: str) -> HouseKeys:
    """Keys of a house that nobody else has."""
    return HouseKeys({name: bytes.fromhex(new_key(name).partition(" ")[2])})


def test_a_message_is_signed_by_its_house_and_bound_to_its_reader(
    houses: tuple[HomeOffice, RemoteOffice],
) -> None:
    _, remote = houses
    own, other = keys("k1"), keys("k1")
    peers = {SOUTH: own.public}
    message = remote.outgoing(7)
    envelope = sealed_envelope(own, SOUTH, "north", "match", message)
    assert open_envelope(json.dumps(envelope), "north", peers) == (SOUTH, "match", message)
    forged = sealed_envelope(other, SOUTH, "north", "match", message)
    wrong: list[tuple[str, str]] = [
        (json.dumps(forged), "not signed by it"),
        (json.dumps(envelope | {"sender": WEST}), "not a house of this link"),
        (json.dumps(envelope | {"meter": "other"}), "not signed by it"),
        (json.dumps(envelope | {"message": envelope["message"] + " "}), "not signed by it"),
        (json.dumps(envelope | {"more": ""}), "nothing else"),
        (json.dumps(envelope | {"meter": 1}), "every field is a text"),
        ("{", "not JSON"),
    ]
    for text, why in wrong:
        with pytest.raises(LinkProblem, match=why):
            open_envelope(text, "north", peers)
    with pytest.raises(LinkProblem, match="this is west"):
        open_envelope(json.dumps(envelope), WEST, peers)
    as_west = sealed_envelope(own, WEST, "north", "match", message)
    with pytest.raises(LinkProblem, match="not whom this exchange is with"):
        open_envelope(json.dumps(as_west), "north", {WEST: own.public})


def test_no_house_but_the_home_runs_the_meter(houses: tuple[HomeOffice, RemoteOffice]) -> None:
    home, remote = houses
    stop = '{"event": "stop", "by": {"role": "supervisor", "name": "sam"}}'
    message = replace(remote.outgoing(3), tickets=((2, stop),), sent=2)
    with pytest.raises(LinkProblem, match="'stop' is not an event of a house of a link"):
        home.receive(message, 3)
    assert home.link.meter.live
