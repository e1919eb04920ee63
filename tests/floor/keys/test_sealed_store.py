"""With the database in hand and without the keys: nothing forged is believed, nothing secret is read."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from argon2.profiles import CHEAPEST
from sqlalchemy import text

from cli.support import invoke, one_line
from cutcard.floor.audit import audit_store, replay, seal_store
from cutcard.floor.keys import HouseKeys, row_digest
from cutcard.floor.live import Floor
from cutcard.floor.people import HouseRole, Limits, PeopleOfHouse, PeopleRefused, credentials
from cutcard.floor.store import Broken, Database, New, StoreError, grants
from cutcard.floor.store.records import event_digest
from cutcard.web import Running, opened
from floor.live.players import TABLES, Crew, on

KEYS = HouseKeys({"k1": b"\x01" * 32})
BOTH = HouseKeys({**KEYS.masters, "k2": b"\x02" * 32})
GOOD = "a horse on the roof"
NOW = 1_700_000_000_000


@pytest.fixture
def sealed(store_url: str) -> Iterator[Database]:
    """A house with keys in which something was played, on each database."""
    database = Database.open(store_url, keys=KEYS)
    database.migrate()
    people(database)
    on(database, play)
    yield database
    database.close()


def people(database: Database) -> PeopleOfHouse:
    house = PeopleOfHouse(database, Limits(hashing=CHEAPEST), lambda: NOW)
    if house.person("sue") is None:
        house.add("sue", HouseRole.SUPERVISOR)
        house.add("mal", HouseRole.SUPERVISOR)
        for name in ("sue", "mal"):
            house.enrol(house.link(name, "enrol"), GOOD)
    return house


async def play(floor: Floor, crew: Crew) -> None:
    name = "m"
    if name not in floor.names:
        await crew.open(name, TABLES["maryland"].rules)
        await crew.seat(name, "ann", 1)
    await Crew(floor, f"v{floor.live(name).version}-").rounds(name, 2)


def everything(database: Database) -> str:
    """Every value of every table, as whoever stole a backup reads it."""
    with database.reading() as unit:
        tables = (
            "events",
            "answers",
            "movements",
            "snapshots",
            "people",
            "sessions",
            "links",
            "streams",
        )
        rows = [
            row for table in tables for row in unit.connection.execute(text(f"SELECT * FROM {table}"))
        ]
    return "\n".join(str(value) for row in rows for value in row)


def change(database: Database, *statements: str, **values: object) -> None:
    with database.engine.begin() as connection:
        for each in statements:
            connection.execute(text(each), values)


def test_a_house_with_keys_plays_audits_and_starts_again(sealed: Database) -> None:
    audited = audit_store(sealed)
    assert audited.broken == ()
    assert audited.seals == "checked"
    assert replay(sealed, 100, seed=1).differences == []
    floor = Floor(sealed)
    floor.load()
    assert floor.stopped == {}
    assert floor.live("m").table.rounds == 2
    on(sealed, play)
    assert audit_store(sealed).broken == ()


def test_a_stolen_store_shows_no_second_factor_and_no_shoe(sealed: Database) -> None:
    secret = people(sealed).known("sue").secret
    with sealed.reading() as unit:
        events = [json.loads(each.line) for each in unit.read("table:m")]
    shuffles = [each for each in events if each["event"] == "cards_shuffled"]
    down = [each for each in events if each.get("face") == "down"]
    assert secret
    assert shuffles
    assert down
    stolen = everything(sealed)
    assert secret not in stolen
    for each in shuffles:
        assert each["salt"] not in stolen
        assert str(each["order"]) not in stolen
        assert json.dumps(each["order"])[1:-1][:60] not in stolen
    bare = Database.open(sealed.url.render_as_string(hide_password=False))
    with bare.reading() as unit, pytest.raises(Broken, match="covered by key 'k1'"):
        list(unit.events("table:m"))
    bare.close()


def test_without_keys_a_sealed_store_is_audited_as_far_as_that_goes_and_never_written(
    sealed: Database,
) -> None:
    bare = Database.open(sealed.url.render_as_string(hide_password=False))
    audited = audit_store(bare)
    assert (audited.broken, audited.seals) == ((), "unchecked")
    with pytest.raises(StoreError, match="sealed by key 'k1'; give the house's keys"):
        bare.expect_keys()
    with pytest.raises(StoreError, match="sealed by key 'k1'"), bare.writing() as unit:
        unit.append(unit.heads(["cage"])["cage"], [New("{}")])
    bare.close()


def rewritten(database: Database) -> None:
    """The cage's last event says another amount, and every digest after it is computed again."""
    with database.engine.begin() as connection:
        rows = connection.execute(
            text("SELECT * FROM events WHERE stream = 'cage' ORDER BY version")
        ).all()
        _, version, at, by, key, line, _ = rows[-1]
        line = line.replace("10000", "90000") if "10000" in line else line[:-1] + ', "more": 1}'
        digest = event_digest(rows[-2][6], "cage", version, at, by, key, line)
        values = {"line": line, "digest": digest, "version": version}
        connection.execute(
            text("UPDATE events SET line = :line, digest = :digest WHERE digest = :before"),
            {**values, "before": rows[-1][6]},
        )
        connection.execute(text("UPDATE streams SET digest = :digest WHERE id = 'cage'"), values)


def moved(database: Database) -> None:
    """$1,000 moves from the house to ann, with digests and balances that fit."""
    with database.engine.begin() as connection:
        row = connection.execute(text("SELECT * FROM movements WHERE id LIKE 'cage:%'")).one()
        values = dict(row._mapping)
        cents = values["cents"] + 100_000
        fields = (*row[:3], cents, *row[4:6])
        connection.execute(
            text("UPDATE movements SET cents = :cents, digest = :digest WHERE id = :id"),
            {"cents": cents, "digest": row_digest(*fields), "id": row[0]},
        )
        for account, by in ((row[1], -100_000), (row[2], 100_000)):
            connection.execute(
                text("UPDATE accounts SET cents = cents + :by WHERE id = :id"), {"by": by, "id": account}
            )


def blanked(database: Database) -> None:
    """No seals at all, as of a house that never had keys."""
    change(database, "UPDATE streams SET seal = ''")


def lost_answer(database: Database) -> None:
    """An answer is gone, and the stream's count and sum of answers fit what is left."""
    with database.engine.begin() as connection:
        row = connection.execute(
            text("SELECT stream, \"key\", digest FROM answers WHERE stream = 'cage'")
        ).first()
        assert row is not None
        connection.execute(
            text('DELETE FROM answers WHERE stream = :stream AND "key" = :key'), dict(row._mapping)
        )
        connection.execute(
            text(
                "UPDATE streams SET answers = answers - 1, answered = answered - :share"
                " WHERE id = 'cage'"
            ),
            {"share": int(row[2][:15], 16)},
        )


@pytest.mark.parametrize("forge", [rewritten, moved, blanked, lost_answer])
def test_what_is_forged_with_every_digest_right_is_found(
    sealed: Database, forge: Callable[[Database], None]
) -> None:
    """Each of these forgeries is found by the seals alone: the digests of the store fit."""
    forge(sealed)
    found = [str(each) for each in audit_store(sealed).broken]
    assert any("seal" in each or "was changed" in each for each in found), found


@pytest.mark.parametrize("forge", [rewritten, moved])
def test_the_same_forgeries_deceive_whoever_has_no_keys(
    sqlite: Database, forge: Callable[[Database], None]
) -> None:
    """So the forgeries are good ones: without keys nothing but a replay or an anchor finds them."""
    on(sqlite, play)
    forge(sqlite)
    assert audit_store(sqlite).broken == ()


def test_a_house_serves_no_stream_whose_end_is_forged(sealed: Database) -> None:
    change(
        sealed,
        "UPDATE streams SET seal = (SELECT seal FROM streams WHERE id = 'cage') WHERE id = 'table:m'",
    )
    floor = Floor(sealed)
    floor.load()
    assert "its seal does not match" in floor.stopped["m"].why


def test_nobody_signs_in_by_a_password_that_was_written_into_the_database(sealed: Database) -> None:
    """A forger gives a supervisor a password and a second factor of theirs, with a digest that fits."""
    house = people(sealed)
    hashed = credentials.Passwords(Limits(hashing=CHEAPEST)).hashed("the forger's own words")
    secret = credentials.new_secret()
    sue = replace(house.known("sue"), password=hashed, secret=secret)
    digest = row_digest(
        *(sue.name, str(sue.role), sue.state, sue.password, sue.secret),
        *(sue.last_step, sue.failures, sue.locked_until, sue.made_at),
    )
    values = "password = :password, secret = :secret, row_digest = :digest"
    statement = f"UPDATE people SET {values} WHERE name = 'sue'"
    change(sealed, statement, password=hashed, secret=secret, digest=digest)
    with pytest.raises(Broken, match="the row of sue in people was changed"):
        house.sign_in("sue", "the forger's own words", credentials.code_at(secret, NOW))
    other = house.known("mal")
    change(
        sealed,
        "UPDATE people SET password = (SELECT password FROM people WHERE name = 'mal'),"
        " secret = (SELECT secret FROM people WHERE name = 'mal') WHERE name = 'sue'",
    )
    with pytest.raises(Broken, match="sue"):
        house.sign_in("sue", GOOD, credentials.code_at(other.secret, NOW))


def test_no_session_and_no_link_that_was_written_into_the_database_is_good(sealed: Database) -> None:
    house = people(sealed)
    token = credentials.new_token()
    digest = credentials.token_digest(token)
    fields: tuple[str | int, ...] = (digest, "sue", "supervisor", NOW, NOW, NOW)
    values = dict(zip(("digest", "person", "role", "made", "seen", "proved"), fields, strict=True))
    change(
        sealed,
        "INSERT INTO sessions VALUES (:digest, :person, :role, :made, :seen, :proved, :sealed)",
        **values,
        sealed=row_digest(*fields),
    )
    with pytest.raises(Broken):
        house.session(token)
    change(
        sealed,
        "DELETE FROM sessions",
        "INSERT INTO links VALUES (:digest, 'sue', 'enrol', :until, 0, :sealed)",
        digest=digest,
        until=NOW + 1000,
        sealed=row_digest(digest, "sue", "enrol", NOW + 1000, 0),
    )
    with pytest.raises((Broken, PeopleRefused)):
        house.enrol(token, "the forger's own words")


def test_a_snapshot_that_was_forged_is_not_believed(sealed: Database) -> None:
    """A snapshot of other chips, with a digest that fits, would be the table at the next start."""
    with sealed.reading() as unit:
        stored = unit.snapshot("table:m")
    assert stored is not None
    seal = row_digest("table:m", stored.version, stored.digest, stored.body)
    change(
        sealed,
        "UPDATE snapshots SET body = :body, seal = :seal WHERE stream = 'table:m'",
        body=stored.body,
        seal=seal,
    )
    with sealed.reading() as unit:
        assert unit.snapshot("table:m") is None
    assert any("snapshot was changed" in str(each) for each in audit_store(sealed).broken)


def test_a_store_from_before_is_sealed_once_and_a_new_key_seals_it_again(
    database: Database, tmp_path: Path
) -> None:
    people(database)
    on(database, play)
    url = database.url.render_as_string(hide_password=False)
    keyed = Database.open(url, keys=KEYS)
    with pytest.raises(StoreError, match="`cutcard keys seal` seals a store once"):
        keyed.expect_keys()
    with pytest.raises(StoreError, match="`cutcard keys seal`"):
        opened(Running(url, ("http://127.0.0.1:1",), keys=str(listed(tmp_path, KEYS))))
    secret = people(database).known("sue").secret
    assert seal_store(keyed) > 2
    keyed.expect_keys()
    assert audit_store(keyed).broken == ()
    assert people(keyed).known("sue").secret == secret
    assert secret not in everything(keyed)
    on(keyed, play)
    both = Database.open(url, keys=BOTH)
    assert audit_store(both).broken == ()
    seal_store(both)
    assert audit_store(both).broken == ()
    newest = Database.open(url, keys=HouseKeys({"k2": BOTH.masters["k2"]}))
    assert audit_store(newest).broken == (), "the older key proves nothing any more"
    assert audit_store(keyed).broken, "and by itself it does not do"
    for each in (keyed, both, newest):
        each.close()


def test_what_was_changed_is_not_sealed(sealed: Database) -> None:
    moved(sealed)
    with pytest.raises(Broken):
        seal_store(sealed)
    change(sealed, "UPDATE streams SET seal = '' WHERE id = 'cage'")
    with pytest.raises(Broken, match="has no seal though others have"):
        seal_store(sealed)


def listed(folder: Path, keys: HouseKeys) -> Path:
    path = folder / "house.keys"
    path.touch(0o600)
    path.write_text("".join(f"{name} {key.hex()}\n" for name, key in keys.masters.items()))
    return path


def test_the_command_line_takes_the_keys_and_says_what_is_missing(tmp_path: Path) -> None:
    url, keys = f"sqlite:///{tmp_path / 'house.db'}", tmp_path / "new.keys"
    told = invoke("keys", "new", str(keys))
    assert told.exit_code == 0
    assert keys.stat().st_mode & 0o777 == 0o600
    assert "key k2 is the newest of 2" in invoke("keys", "new", str(keys)).stdout
    assert "is on the list already" in one_line(invoke("keys", "new", str(keys), "--name", "k1"))
    opened(
        Running(url, ("http://127.0.0.1:1",), demonstration=False, keys=str(keys))
    ).floor.database.close()
    given = ("--database", url)
    assert "sealed by key 'k2'" in one_line(invoke("people", "add", "ann", "--role", "player", *given))
    added = invoke("people", "add", "ann", "--role", "player", *given, "--keys", str(keys))
    assert added.exit_code == 0, added.stderr
    assert "seals not checked: give --keys" in invoke("audit", *given).stdout
    assert "every stream's end is sealed" in invoke("audit", *given, "--keys", str(keys)).stdout
    saved = tmp_path / "saved.db"
    assert invoke("backup", *given, "--to", str(saved)).exit_code == 0, "a backup needs no keys"
    other = f"sqlite:///{tmp_path / 'other.db'}"
    without = invoke("restore", "--from", str(saved), "--database", other)
    assert "sealed by key 'k2'" in one_line(without)
    third = f"sqlite:///{tmp_path / 'third.db'}"
    restored = invoke("restore", "--from", str(saved), "--database", third, "--keys", str(keys))
    assert restored.exit_code == 0, restored.stderr
    with closing(sqlite3.connect(tmp_path / "third.db")) as connection:
        seals = connection.execute("SELECT seal FROM streams").fetchall()
    assert all(seal.startswith("k2.") for (seal,) in seals)


def test_the_account_of_a_house_on_postgresql_only_adds(postgresql_url: str) -> None:
    """By the grants that are shipped: it plays, and changes or removes nothing that has happened."""
    owner = Database.open(postgresql_url)
    owner.migrate()
    name = str(owner.url.database)
    with owner.engine.begin() as connection:
        connection.exec_driver_sql(grants().replace("%", "%%"))
        connection.exec_driver_sql(f"CREATE ROLE house_{name} LOGIN IN ROLE cutcard_house")
        connection.exec_driver_sql(f"CREATE ROLE auditor_{name} LOGIN IN ROLE cutcard_audit")
    try:
        house = Database.open(str(owner.url.set(username=f"house_{name}").render_as_string()), keys=KEYS)
        house.migrate()
        house.check_writable()
        people(house)
        on(house, play)
        auditor = Database.open(
            str(owner.url.set(username=f"auditor_{name}").render_as_string()), keys=KEYS
        )
        assert audit_store(auditor).broken == ()
        for account in (house, auditor):
            for forbidden in (
                "UPDATE events SET line = '{}'",
                "DELETE FROM events",
                "TRUNCATE events",
                "UPDATE movements SET cents = 1",
                "DELETE FROM answers",
                "UPDATE rounds SET net = 0",
                "DELETE FROM laws",
                "DELETE FROM streams",
                "UPDATE accounts SET id = 'x'",
                "DELETE FROM people",
                "ALTER TABLE events ADD COLUMN x int",
                "CREATE TABLE x (y int)",
            ):
                with pytest.raises(Exception, match=r"permission denied|must be owner"):
                    change(account, forbidden)
        with pytest.raises(Exception, match="permission denied"):
            change(auditor, "INSERT INTO events VALUES ('x', 0, 0, '', '', '{}', '')")
        for each in (house, auditor):
            each.close()
    finally:
        owner.close()
        address = postgresql_url.replace("postgresql+psycopg://", "postgresql://", 1)
        with psycopg.connect(address, autocommit=True) as connection:
            for role in (f"house_{name}", f"auditor_{name}"):
                connection.execute(f"DROP OWNED BY {role}".encode())
                connection.execute(f"DROP ROLE {role}".encode())
