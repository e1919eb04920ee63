"""Strangers lock out strangers, never the person; a session that ended is over everywhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from argon2.profiles import CHEAPEST

from cutcard.floor.people import (
    HouseRole,
    Limits,
    PeopleOfHouse,
    PeopleRefused,
    credentials,
    events,
    rows,
)
from cutcard.floor.people.person import Passkey, short_passkey
from cutcard.floor.store import Database

GOOD = "a horse on the roof"
HOME, ELSEWHERE = "192.0.2.1", "198.51.100.9"


class House:
    """The people of a store, and their secrets."""

    def __init__(self, database: Database) -> None:
        self.database, self.now = database, 1_700_000_000_000
        self.people = self.other()
        self.secrets: dict[str, str] = {}

    def other(self) -> PeopleOfHouse:
        """The same people, in another process."""
        return PeopleOfHouse(self.database, Limits(hashing=CHEAPEST), lambda: self.now)

    def add(self, name: str, role: HouseRole) -> None:
        self.people.add(name, role)
        made = self.people.enrol(self.people.link(name, "enrol"), GOOD, address=HOME)
        self.secrets[name] = made.secret

    def code(self, name: str) -> str:
        self.now += 30_000
        return credentials.code_at(self.secrets[name], self.now)

    def sign_in(self, name: str, address: str, password: str = GOOD) -> str:
        code = self.code(name) if self.secrets[name] else ""
        return self.people.sign_in(name, password, code, address=address).token


@pytest.fixture
def house(sqlite: Database) -> House:
    found = House(sqlite)
    found.add("sue", HouseRole.SUPERVISOR)
    return found


def refused(act: Callable[[], object]) -> None:
    with pytest.raises(PeopleRefused):
        act()


def test_what_strangers_fail_at_locks_out_no_person(house: House) -> None:
    token = house.sign_in("sue", HOME)
    for _ in range(12):
        refused(lambda: house.sign_in("sue", ELSEWHERE, "wrong and wrong"))
    refused(lambda: house.sign_in("sue", ELSEWHERE))  # the right words, from where strangers failed
    assert house.people.again(token, GOOD, house.code("sue")).proved_at == house.now
    while house.people.known("sue").locked_until <= house.now + 10 * 60_000:  # each try takes a while
        refused(lambda: house.sign_in("sue", ELSEWHERE, "wrong and wrong"))
    assert house.sign_in("sue", HOME), "the lock is for strangers"
    assert house.people.verify()


def test_whoever_fails_in_a_place_or_session_of_the_persons_own_is_slowed_there(house: House) -> None:
    token = house.sign_in("sue", HOME)
    for _ in range(5):
        refused(lambda: house.people.again(token, "wrong and wrong", ""))
    code = house.code("sue")
    refused(lambda: house.people.again(token, GOOD, code))
    assert house.sign_in("sue", HOME)
    house.now += 61_000
    assert house.people.again(token, GOOD, house.code("sue"))
    for _ in range(5):
        refused(lambda: house.sign_in("sue", HOME, "wrong and wrong"))
    house.now -= 100_000
    refused(lambda: house.sign_in("sue", HOME))
    house.now += 200_000
    assert house.sign_in("sue", HOME)
    assert house.people.verify()


def test_a_session_that_another_process_ended_is_forgotten_here(house: House) -> None:
    house.add("flo", HouseRole.FLOORPERSON)
    here, there = house.people, house.other()
    sue, flo = house.sign_in("sue", HOME), house.sign_in("flo", HOME)
    for token in (sue, flo):
        assert here.session(token)
    assert here.ended_elsewhere() == []
    there.sign_out(sue)
    there.bar("flo", by="house")
    assert here.remembered(sue)
    assert len(here.ended_elsewhere()) == 2
    assert here.remembered(sue) is None
    assert here.remembered(flo) is None
    assert here.ended_elsewhere() == []


def test_a_restore_ends_every_session_and_every_link(house: House) -> None:
    token, link = house.sign_in("sue", HOME), house.people.link("sue", "enrol")
    house.people.restored(by="sue", also="sam")
    assert house.people.session(token) is None
    refused(lambda: house.people.enrol(link, GOOD))
    assert house.people.verify()


def test_what_is_known_of_a_session_lasts_while_its_events_are_followed(house: House) -> None:
    here = house.people
    sue = house.sign_in("sue", HOME)
    assert here.session(sue)
    house.now += here.limits.known_for_ms
    assert here.remembered(sue) is None, "nobody follows: the store is asked"
    assert here.ended_elsewhere() == []
    assert here.remembered(sue)
    house.now += here.limits.followed_for_ms
    assert here.ended_elsewhere() == []
    assert here.remembered(sue) is None, "now and then it is read anew"


def test_a_proof_given_in_another_process_is_read_here(house: House) -> None:
    here, there = house.people, house.other()
    sue = house.sign_in("sue", HOME)
    assert here.session(sue)
    assert here.ended_elsewhere() == []
    house.now += here.limits.again_ms
    session = there.again(sue, GOOD, house.code("sue"))
    assert here.ended_elsewhere() == []
    assert here.remembered(sue) is None
    read = here.session(sue)
    assert read
    assert read.proved_at == session.proved_at


def passkeys(house: House, name: str) -> list[str]:
    """The devices that sign somebody in."""
    with house.database.reading() as unit:
        return [each.id for each in rows.passkeys_of(unit.connection, name)]


def with_passkey(house: House, name: str) -> None:
    """A passkey of somebody's; a browser makes one in `tests/web/test_passkeys.py`."""
    key = Passkey(f"of {name}", name, "its public half", 0, house.now, house.now)
    with house.people.changing() as change:
        rows.add(change.connection, key)
        change.record(events.PasskeyAdded(name, short_passkey(key.id)), name)


def test_a_new_password_takes_old_passkeys_away(house: House) -> None:
    """Who was in for a moment may have left a device behind; a new link closes that door too."""
    with_passkey(house, "sue")
    house.people.enrol(house.people.link("sue", "enrol"), GOOD)
    assert passkeys(house, "sue") == []
    assert house.people.verify() > 0


def test_a_players_passkey_signs_in_no_staff(house: House) -> None:
    """An administrator alone enrols as a player of their own making; the role is not theirs."""
    house.add("pat", HouseRole.PLAYER)
    with_passkey(house, "pat")
    house.people.change_role("pat", HouseRole.SUPERVISOR, by="boss", also="bess")
    assert passkeys(house, "pat") == []
    assert house.people.verify() > 0


def test_a_passkey_of_staff_outlives_another_role(house: House) -> None:
    with_passkey(house, "sue")
    house.people.change_role("sue", HouseRole.FLOORPERSON, by="boss", also="bess")
    assert passkeys(house, "sue") == ["of sue"]


def test_another_role_takes_links_away(house: House) -> None:
    link = house.people.link("sue", "enrol")
    house.people.change_role("sue", HouseRole.DEALER, by="boss", also="bess")
    refused(lambda: house.people.enrol(link, GOOD))
    assert house.people.verify() > 0
