"""What a store keeps, and how it refuses."""

from __future__ import annotations

import hashlib

import pytest

from cutcard.floor.store import Conflict, Database, Exists, Head, Movement, New, StoreError
from floor.store.store_support import filled, line, movement


def test_what_was_appended_is_read_back_in_order(database: Database) -> None:
    head = filled(database)
    with database.reading() as unit:
        found = unit.read("table:one")
        assert [(each.version, each.line, each.by, each.key, each.at) for each in found] == [
            (n, line(n), "ann", f"k{n}", 1000 + n) for n in (1, 2, 3)
        ]
        assert found[-1].digest == head.digest
        assert unit.read("table:one", after=1, upto=2) == found[1:2]
        assert unit.header("table:one") == '{"game":"md-blackjack"}'
        assert unit.heads(["table:one", "table:none"]) == {"table:one": head}
    assert database.streams() == [("table:one", 3)]


def test_a_digest_is_what_the_documentation_says(database: Database) -> None:
    with database.writing() as unit:
        first = unit.create("table:one", "{}")
        second = unit.append(first, [New("[1]", by="ann", key="k", at=5)])
    assert first == Head("table:one", 0, hashlib.sha256(b"{}").hexdigest())
    told = f"{first.digest}\ntable:one\n1\n5\nann\nk\n[1]"
    assert second == Head("table:one", 1, hashlib.sha256(told.encode()).hexdigest())


def test_a_stream_is_created_once(database: Database) -> None:
    filled(database)
    with pytest.raises(Exists), database.writing() as unit:
        unit.create("table:one", "{}")
    with database.writing() as unit:
        unit.create("table:two", "{}")
        with pytest.raises(Exists):
            unit.create("table:two", "{}")
    assert database.streams() == [("table:one", 3), ("table:two", 0)]


def _append(database: Database, head: Head, locked: list[str]) -> None:
    with database.writing() as unit:
        unit.heads(locked)
        unit.create("table:two", "{}")
        unit.append(head, [New("[]")])


def test_an_append_to_an_old_end_is_a_conflict_and_nothing_is_kept(database: Database) -> None:
    head = filled(database)
    with database.reading() as unit:
        old = Head("table:one", 2, unit.read("table:one")[1].digest)
    for locked in ([], ["table:one"]):
        with pytest.raises(Conflict, match="table:one"):
            _append(database, old, locked)
    with database.reading() as unit:
        assert unit.heads(["table:one", "table:two"]) == {"table:one": head}


def test_a_unit_sees_what_it_wrote_itself(database: Database) -> None:
    with database.writing() as unit:
        head = unit.create("table:one", "{}")
        head = unit.append(head, [New("[1]")])
        head = unit.append(head, [New("[2]"), New("[3]")])
        assert [each.line for each in unit.read("table:one")] == ["[1]", "[2]", "[3]"]
        assert unit.heads(["table:one"]) == {"table:one": head}
        unit.answer("table:one", "k", "f", 3, "body")
        answer = unit.answered("table:one", "k")
        assert answer is not None
        assert (answer.fingerprint, answer.version, answer.body) == ("f", 3, "body")
        unit.move([movement("table:one:3:0", "house", "cage", 7)])
        assert unit.balance("cage") == 7
        assert unit.balances() == {"cage": 7, "house": -7}
        assert unit.append(head, [New("[4]")]).version == 4
    database.verify_all()


def _append_and_fail(database: Database, head: Head) -> None:
    with database.writing() as unit:
        unit.append(head, [New("[]")])
        unit.move([movement("table:one:4:0", "house", "cage", 7)])
        unit.flush()
        raise ZeroDivisionError


def test_an_error_in_a_unit_leaves_nothing(database: Database) -> None:
    head = filled(database)
    with pytest.raises(ZeroDivisionError):
        _append_and_fail(database, head)
    with database.reading() as read:
        assert read.heads(["table:one"]) == {"table:one": head}
        assert read.balance("cage") == 0
    database.verify_all()


def test_a_key_is_answered_once_ever(database: Database) -> None:
    filled(database)
    with database.reading() as read:
        found = read.answered_all([("table:one", "k1"), ("table:one", "k9"), ("table:two", "k1")])
        assert [(each, found[each].fingerprint) for each in found] == [(("table:one", "k1"), "print1")]
        assert read.answered_all([]) == {}
        assert read.answered("table:one", "k9") is None
    with pytest.raises(Conflict, match="answer"), database.writing() as unit:
        unit.answer("table:one", "k1", "other", 3, "other")
    with database.writing() as unit:
        unit.answer("table:one", "k8", "f", 3, "b")
        with pytest.raises(Conflict, match="answer"):
            unit.answer("table:one", "k8", "f", 3, "b")


def test_a_movement_is_booked_once_ever(database: Database) -> None:
    filled(database)
    with database.reading() as read:
        assert read.balance("chips:one:ann") == 600
        assert read.balances("chips:") == {"chips:one:ann": 600}
        assert read.balances("chips:one:ann:") == {}
    with pytest.raises(Conflict, match="booked"), database.writing() as unit:
        unit.move([movement("table:one:1:0", "inventory:one", "chips:one:ann", 100)])
    with pytest.raises(Conflict, match="booked"), database.writing() as unit:
        unit.move([movement("x:1:0", "a", "b", 1), movement("x:1:0", "a", "b", 1)])
    with database.reading() as read:
        assert read.balances() == {"chips:one:ann": 600, "inventory:one": -600}


@pytest.mark.parametrize(
    "wrong",
    [
        movement("m", "a", "b", 0),
        movement("m", "a", "b", -1),
        movement("m", "a", "a", 1),
        movement("m", "a", "b", 2**63),
        movement("m\n", "a", "b", 1),
        movement("m", "a\x00", "b", 1),
    ],
)
def test_a_movement_that_is_none_is_refused(database: Database, wrong: Movement) -> None:
    with pytest.raises(StoreError), database.writing() as unit:
        unit.move([wrong])


@pytest.mark.parametrize("wrong", [New("a\nb"), New("[]", by="a\nb"), New("[]", key="\x00")])
def test_a_text_of_several_lines_is_refused(database: Database, wrong: New) -> None:
    head = filled(database)
    with pytest.raises(StoreError, match="one line"), database.writing() as unit:
        unit.append(head, [wrong])


def test_accounts_that_are_held_are_told_with_what_was_moved(database: Database) -> None:
    filled(database)
    with database.writing() as unit:
        unit.move([movement("table:one:3:9", "inventory:one", "chips:one:ann", 1)])
        assert unit.hold(["chips:one:ann", "wallet:bo"]) == {"chips:one:ann": 601, "wallet:bo": 0}
    database.verify_all()
    with database.reading() as read:
        assert "wallet:bo" not in read.balances()


def test_snapshots_are_the_newest_and_the_one_before(database: Database) -> None:
    head = filled(database, events=1)
    for n in range(2, 5):
        with database.writing() as unit:
            head = unit.append(head, [New(line(n))])
            unit.keep_snapshot("table:one", head.version, head.digest, f"[{n}]")
            kept = unit.snapshot("table:one")
            assert kept is not None
            assert (kept.version, kept.digest, kept.body) == (n, head.digest, f"[{n}]")
    with database.reading() as read:
        count = read.connection.exec_driver_sql("SELECT count(*) FROM snapshots").scalar_one()
        assert count == 2
        assert read.snapshot("table:none") is None
    with pytest.raises(StoreError, match="snapshot"), database.writing() as unit:
        unit.keep_snapshot("table:one", head.version, "0" * 64, "[]")


def test_what_is_asked_of_no_stream_is_refused(database: Database) -> None:
    with pytest.raises(StoreError, match="no such stream"), database.reading() as read:
        read.header("table:none")
    with database.reading() as read:
        assert read.read("table:none") == []
    with pytest.raises(Conflict), database.writing() as unit:
        unit.append(Head("table:none", 0, "0" * 64), [New("[]")])
