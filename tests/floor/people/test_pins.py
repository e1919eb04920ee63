"""A dealer's PIN: for their tables and their shift, and of no use to anybody who tries it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cutcard.floor.keys import HouseKeys
from cutcard.floor.people import HouseRole, PeopleRefused, PinDesk, Session
from cutcard.floor.people.pins import MOST_WRONG
from cutcard.floor.store import Database
from floor.people.test_sessions_and_locks import HOME, House

KEYS = HouseKeys({"k1": b"\x01" * 32})
PIN = "483905"
HOUR = 3_600_000


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    store = Database.open(f"sqlite:///{tmp_path / 'store.db'}", keys=KEYS)
    store.migrate()
    found = House(store)
    for name in ("dee", "dan"):
        found.add(name, HouseRole.DEALER)
    found.add("sue", HouseRole.SUPERVISOR)
    yield found
    assert found.people.verify(), "every row is as the events say"
    store.close()


def session(house: House, name: str) -> Session:
    """A session of somebody who has signed in in full."""
    found = house.people.session(house.sign_in(name, HOME))
    assert found is not None
    return found


def desk(house: House) -> PinDesk:
    """The PINs, in one process or another."""
    return PinDesk(house.other())


def tries(house: House, at: Session, pin: str, table: str = "t1", name: str = "dee") -> str:
    """Who comes on by a PIN; the refusal's code where nobody does."""
    try:
        return desk(house).take_over(at, table, name, pin, address=HOME).session.person
    except PeopleRefused as refused:
        return str(refused.code)


def test_a_dealer_comes_on_by_pin_at_their_tables_until_the_shift_ends(house: House) -> None:
    dee = session(house, "dee")
    until = desk(house).choose(dee, PIN, ("t1", "t2"))
    assert until == dee.made_at + 12 * HOUR
    for table in ("t1", "t2"):
        assert tries(house, session(house, "dan"), PIN, table) == "dee"
    assert tries(house, session(house, "sue"), PIN) == "dee"
    assert tries(house, session(house, "dan"), PIN, "t3") == "sign_in_refused"
    house.now = until
    assert tries(house, session(house, "dan"), PIN) == "sign_in_refused"


def test_who_leaves_is_signed_out_and_who_comes_has_proved_nothing_more(house: House) -> None:
    desk(house).choose(session(house, "dee"), PIN, ("t1",))
    token = house.sign_in("dan", HOME)
    dan = house.people.session(token)
    assert dan is not None
    given = desk(house).take_over(dan, "t1", "dee", PIN, address=HOME)
    people = house.other()
    assert people.session(token) is None
    known = people.session(given.token)
    assert known is not None
    assert not known.is_proved(house.now, people.limits)


@pytest.mark.parametrize(
    ("pin", "why"),
    [
        ("12345", "six figures"),
        ("12345a", "six figures"),
        ("123456", "everybody tries first"),
        ("111111", "everybody tries first"),
        ("121212", "everybody tries first"),
        ("696969", "everybody tries first"),
        ("150687", "everybody tries first"),
    ],
)
def test_what_a_pin_must_be(house: House, pin: str, why: str) -> None:
    with pytest.raises(PeopleRefused, match=why):
        desk(house).choose(session(house, "dee"), pin, ("t1",))


def test_only_dealers_have_one_and_only_with_keys(house: House, tmp_path: Path) -> None:
    with pytest.raises(PeopleRefused, match="only dealers"):
        desk(house).choose(session(house, "sue"), PIN, ("t1",))
    with pytest.raises(PeopleRefused, match="name 1 to 8 tables"):
        desk(house).choose(session(house, "dee"), PIN, ())
    store = Database.open(f"sqlite:///{tmp_path / 'bare.db'}")
    store.migrate()
    bare = House(store)
    bare.add("dee", HouseRole.DEALER)
    with pytest.raises(PeopleRefused, match="has no keys"):
        desk(bare).choose(session(bare, "dee"), PIN, ("t1",))
    assert tries(bare, session(bare, "dee"), PIN) == "sign_in_refused"
    store.close()


def test_wrong_pins_slow_whoever_enters_them_and_not_their_person(house: House) -> None:
    dan, sue = session(house, "dan"), session(house, "sue")
    desk(house).choose(session(house, "dee"), PIN, ("t1",))
    for wrong in range(5):
        assert tries(house, dan, f"{wrong:06}") == "sign_in_refused"
    assert tries(house, dan, PIN) == "sign_in_refused", "who failed five times waits, in any process"
    assert tries(house, sue, PIN) == "dee", "at another console the same PIN works"
    assert house.sign_in("dee", HOME), "nor is the password locked"
    house.now += 61_000
    assert tries(house, dan, PIN) == "dee"


def test_after_ten_wrong_ones_the_pin_is_gone_and_its_person_signs_in_in_full(house: House) -> None:
    dan = session(house, "dan")
    desk(house).choose(session(house, "dee"), PIN, ("t1",))
    for wrong in range(MOST_WRONG):
        assert tries(house, dan, f"{wrong:06}") == "sign_in_refused"
        house.now += 61_000
    assert tries(house, session(house, "sue"), PIN) == "sign_in_refused"
    desk(house).choose(session(house, "dee"), PIN, ("t1",))
    assert tries(house, session(house, "sue"), PIN) == "dee"


def test_a_new_pin_takes_the_place_of_the_old_one(house: House) -> None:
    desk(house).choose(session(house, "dee"), PIN, ("t1", "t2"))
    desk(house).choose(session(house, "dee"), "839274", ("t2",))
    assert tries(house, session(house, "dan"), PIN, "t1") == "sign_in_refused"
    assert tries(house, session(house, "dan"), PIN, "t2") == "sign_in_refused"
    assert tries(house, session(house, "dan"), "839274", "t2") == "dee"


@pytest.mark.parametrize("change", ["bar", "role", "password", "restored"])
def test_a_pin_ends_with_what_it_stands_on(house: House, change: str) -> None:
    desk(house).choose(session(house, "dee"), PIN, ("t1",))
    if change == "bar":
        house.people.bar("dee", by="boss")
        house.people.readmit("dee", by="boss")
    elif change == "role":
        house.people.change_role("dee", HouseRole.FLOORPERSON, by="boss")
        house.people.change_role("dee", HouseRole.DEALER, by="boss")
    elif change == "password":
        house.people.enrol(house.people.link("dee", "enrol"), "a mule beneath the lantern", address=HOME)
    else:
        house.people.restored(by="boss")
    assert tries(house, session(house, "dan"), PIN) == "sign_in_refused"


def test_the_store_has_nothing_that_a_pin_can_be_tried_on(house: House) -> None:
    """Six figures are tried in a second where their digest can be made without the keys."""
    from cutcard.floor.people import token_digest

    desk(house).choose(session(house, "dee"), PIN, ("t1",))
    with house.database.reading() as unit:
        rows = unit.connection.exec_driver_sql("SELECT digest FROM links WHERE use = 'pin'").all()
    assert len(rows) == 1
    bare = {token_digest(HouseKeys().row("pin", "dee", "t1", PIN)), token_digest(PIN)}
    assert rows[0][0] not in bare
    assert PIN not in str(rows)


def test_nobody_is_told_who_exists(house: House) -> None:
    dan = session(house, "dan")
    assert tries(house, dan, PIN, name="nobody") == tries(house, dan, PIN, name="sue")
