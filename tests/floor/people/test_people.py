"""People over a real store: sign-ins, lock-outs, sessions, links, roles, and the chain of it all."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from argon2.profiles import CHEAPEST
from sqlalchemy import update

from cutcard.floor.people import (
    HouseRole,
    Limits,
    PeopleOfHouse,
    PeopleRefused,
    credentials,
    events,
    rows,
)
from cutcard.floor.store import Broken, Database

GOOD = "a horse on the roof"
START = 1_700_000_000_000
LIMITS = Limits(hashing=CHEAPEST)
DEMO = Limits(hashing=CHEAPEST, demonstration=True)


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now

    def later(self, *, s: float) -> None:
        self.now += int(s * 1000)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def people(database: Database, clock: Clock) -> PeopleOfHouse:
    return PeopleOfHouse(database, LIMITS, clock)


def told(database: Database) -> list[events.Event]:
    database.verify("people")
    with database.reading() as unit:
        return [events.codec.parse(each.line) for each in unit.read("people")]


def refused(act: Callable[[], object], code: str) -> str:
    with pytest.raises(PeopleRefused) as caught:
        act()
    assert str(caught.value.code) == code
    assert "\n" not in caught.value.message
    return caught.value.message


def enrolled(people: PeopleOfHouse, name: str, role: HouseRole) -> str:
    """Somebody with a password; the secret of their second factor."""
    people.add(name, role, by="boss")
    return people.enrol(people.link(name, "enrol", by="boss"), GOOD).secret


def test_from_a_link_to_a_session_and_out(
    people: PeopleOfHouse, database: Database, clock: Clock
) -> None:
    secret = enrolled(people, "dan", HouseRole.DEALER)
    assert refused(lambda: people.sign_in("dan", GOOD), "sign_in_refused")
    given = people.sign_in("dan", GOOD, credentials.code_at(secret, clock()), address="192.0.2.7")
    assert people.session(given.token) == given.session
    assert (given.session.person, given.session.role) == ("dan", HouseRole.DEALER)
    people.sign_out(given.token)
    people.sign_out(given.token)
    assert people.session(given.token) is None
    assert people.remembered(given.token) is None
    names = [events.codec.names[type(each)] for each in told(database)]
    assert names[:3] == ["person_added", "link_made", "enrolled"]
    assert names[3:] == ["sign_in_refused", "signed_in", "session_ended"]
    with database.reading() as unit:
        kept = " ".join(each.line for each in unit.read("people"))
    for secretly in (GOOD, secret, given.token, given.session.digest):
        assert secretly not in kept


def test_a_code_is_used_once_even_by_two_at_the_same_time(people: PeopleOfHouse, clock: Clock) -> None:
    secret = enrolled(people, "dan", HouseRole.DEALER)
    code, came = credentials.code_at(secret, clock()), []

    def come() -> None:
        try:
            came.append(people.sign_in("dan", GOOD, code).token)
        except PeopleRefused:
            came.append("")

    threads = [threading.Thread(target=come) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(came) == 4
    assert len([each for each in came if each]) == 1


def test_whoever_fails_hears_one_thing_and_is_locked_out(people: PeopleOfHouse, clock: Clock) -> None:
    enrolled(people, "ann", HouseRole.PLAYER)
    people.add("new", HouseRole.PLAYER)
    heard = {refused(lambda: people.sign_in("ann", "wrong"), "sign_in_refused") for _ in range(5)}
    heard |= {
        refused(lambda: people.sign_in("ann", GOOD), "sign_in_refused"),
        refused(lambda: people.sign_in("nobody", GOOD), "sign_in_refused"),
        refused(lambda: people.sign_in("new", GOOD), "sign_in_refused"),
        refused(lambda: people.sign_in("No Name\n", GOOD), "sign_in_refused"),
    }
    assert len(heard) == 1
    clock.later(s=61)
    assert people.sign_in("ann", GOOD)


def test_an_administrator_lifts_a_lock_out(people: PeopleOfHouse) -> None:
    enrolled(people, "ann", HouseRole.PLAYER)
    for _ in range(6):
        refused(lambda: people.sign_in("ann", "wrong"), "sign_in_refused")
    people.readmit("ann", by="boss")
    assert people.sign_in("ann", GOOD)
    refused(lambda: people.readmit("ann", by="boss"), "no_change")


def test_a_session_ends_idle_and_a_busy_one_when_it_is_old(people: PeopleOfHouse, clock: Clock) -> None:
    enrolled(people, "ann", HouseRole.PLAYER)
    idle = people.sign_in("ann", GOOD).token
    clock.later(s=3599)
    assert people.session(idle)
    clock.later(s=3599)
    assert people.session(idle), "a request keeps it from idling"
    clock.later(s=3600)
    assert people.session(idle) is None
    busy = people.sign_in("ann", GOOD).token
    for _ in range(48):
        assert people.session(busy)
        clock.later(s=1800)
    assert people.session(busy) is None
    watching = people.sign_in("ann", GOOD).token
    clock.later(s=3000)
    assert people.session(watching, active=False)
    clock.later(s=600)
    assert people.session(watching, active=False) is None, "who only watches idles"


def test_what_a_process_remembers_of_a_session_is_soon_asked_again(
    people: PeopleOfHouse, database: Database, clock: Clock
) -> None:
    enrolled(people, "ann", HouseRole.PLAYER)
    token = people.sign_in("ann", GOOD).token
    assert people.remembered(token) is None
    assert not people.has_seen(token)
    assert people.session(token) == people.remembered(token)
    assert people.has_seen(token)
    other = PeopleOfHouse(database, LIMITS, clock)
    other.sign_out(token)
    assert people.remembered(token), "not known here for a moment"
    clock.later(s=5)
    assert people.remembered(token) is None
    assert people.session(token) is None


def test_the_oldest_session_gives_way(people: PeopleOfHouse, clock: Clock) -> None:
    enrolled(people, "ann", HouseRole.PLAYER)
    given = []
    for _ in range(9):
        given.append(people.sign_in("ann", GOOD).token)
        clock.later(s=1)
    assert [people.session(each) is not None for each in given] == [False] + [True] * 8


def test_payouts_want_a_fresh_proof(people: PeopleOfHouse, clock: Clock) -> None:
    secret = enrolled(people, "sue", HouseRole.SUPERVISOR)
    token = people.sign_in("sue", GOOD, credentials.code_at(secret, clock())).token
    clock.later(s=301)
    session = people.session(token)
    assert session is not None
    assert not session.is_proved(clock(), LIMITS)
    refused(lambda: people.again(token, GOOD, "000000"), "sign_in_refused")
    again = people.again(token, GOOD, credentials.code_at(secret, clock()))
    assert again.is_proved(clock(), LIMITS)
    assert people.session(token) == again
    refused(lambda: people.again(credentials.new_token(), GOOD), "not_signed_in")


def test_a_role_changes_by_somebody_else_and_ends_sessions(
    people: PeopleOfHouse, database: Database
) -> None:
    enrolled(people, "ann", HouseRole.PLAYER)
    token = people.sign_in("ann", GOOD).token
    refused(lambda: people.change_role("ann", HouseRole.DEALER, by="ann"), "own_role")
    refused(lambda: people.change_role("ann", HouseRole.PLAYER, by="boss"), "no_change")
    refused(lambda: people.change_role("zoe", HouseRole.PLAYER, by="boss"), "unknown_person")
    assert people.change_role("ann", HouseRole.DEALER, by="boss").role is HouseRole.DEALER
    assert people.session(token) is None
    refused(lambda: people.sign_in("ann", GOOD), "sign_in_refused")
    people.bar("ann", by="boss")
    refused(lambda: people.bar("ann", by="boss"), "no_change")
    assert people.readmit("ann", by="boss").state == "active"
    assert events.RoleChanged("ann", HouseRole.PLAYER, HouseRole.DEALER, "boss") in told(database)


def test_links_are_used_once_and_in_time(people: PeopleOfHouse, clock: Clock) -> None:
    people.add("ann", HouseRole.PLAYER)
    refused(lambda: people.add("ann", HouseRole.PLAYER), "known_person")
    refused(lambda: people.add("A n n", HouseRole.PLAYER), "bad_name")
    older, newer = people.link("ann", "enrol"), people.link("ann", "enrol")
    refused(lambda: people.enrol(older, GOOD), "link_refused")
    refused(lambda: people.enrol(newer, "short"), "weak_password")
    assert people.enrol(newer, GOOD).secret == ""
    refused(lambda: people.enrol(newer, GOOD), "link_refused")
    refused(lambda: people.link("ann", "sign_in"), "link_refused")
    refused(lambda: people.link("zoe", "enrol"), "unknown_person")
    token = people.sign_in("ann", GOOD).token
    late = people.link("ann", "enrol")
    clock.later(s=24 * 3600)
    refused(lambda: people.enrol(late, GOOD), "link_refused")
    assert people.session(token) is None
    again = people.link("ann", "enrol")
    people.bar("ann", by="boss")
    refused(lambda: people.enrol(again, GOOD), "link_refused")


def test_a_demonstration_takes_links_and_clicks(database: Database, clock: Clock) -> None:
    people = PeopleOfHouse(database, DEMO, clock)
    people.add("sue", HouseRole.SUPERVISOR)
    link = people.link("sue", "sign_in")
    given = people.sign_in_by_link(link)
    refused(lambda: people.sign_in_by_link(link), "link_refused")
    clock.later(s=400)
    assert people.again(given.token, "").is_proved(clock(), DEMO)
    refused(lambda: PeopleOfHouse(database, LIMITS, clock).again(given.token, ""), "sign_in_refused")


def test_a_signature_is_one_persons_under_one_command_for_a_while(
    people: PeopleOfHouse, clock: Clock
) -> None:
    enrolled(people, "ann", HouseRole.PLAYER)
    session = people.sign_in("ann", GOOD).session
    token = people.sign(session, "fill 500")
    assert people.signer(token, "fill 500").name == "ann"
    refused(lambda: people.signer(token, "fill 5000"), "signature_refused")
    refused(lambda: people.signer(credentials.new_token(), "fill 500"), "signature_refused")
    clock.later(s=300)
    refused(lambda: people.signer(token, "fill 500"), "signature_refused")


def test_what_is_refused_is_written_down(people: PeopleOfHouse, database: Database) -> None:
    enrolled(people, "ann", HouseRole.PLAYER)
    session = people.sign_in("ann", GOOD).session
    asked = events.AskRefused("ann", session.role, "confirm", "tables/one", "wrong_role")
    people.refused_all([asked])
    assert asked.role is HouseRole.PLAYER
    assert told(database)[-1] == asked


@pytest.mark.parametrize(
    ("column", "value"), [("role", "administrator"), ("password", ""), ("failures", 0)]
)
def test_a_row_changed_beside_the_program_is_found(
    people: PeopleOfHouse, database: Database, column: str, value: object
) -> None:
    enrolled(people, "ann", HouseRole.PLAYER)
    refused(lambda: people.sign_in("ann", "wrong"), "sign_in_refused")
    assert people.verify() == 2
    with database.writing() as unit:
        unit.connection.execute(update(rows.people).values({column: value}))
    with pytest.raises(Broken, match="the row of ann in people was changed"):
        people.verify()
    with pytest.raises(Broken):
        people.sign_in("ann", GOOD)
