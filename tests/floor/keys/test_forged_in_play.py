"""The database is forged while the house is open: what it reads is believed only as it was sealed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import text

from cutcard.floor.audit import audit_store
from cutcard.floor.keys import row_digest
from cutcard.floor.live import CommandAnswer, CommandRequest, Floor, NotStored
from cutcard.floor.live.cage import Cage
from cutcard.floor.people import CONTROLS, Control
from cutcard.floor.people.controls import ControlRule, ControlTable
from cutcard.floor.pit import SignatureDesk
from cutcard.floor.store import Broken, Database, law_row
from cutcard.law import document
from floor.keys.test_sealed_store import KEYS, change, play
from floor.live.players import FLO, SUE, Crew, milliseconds, on, player

LOOSER = ControlRule(Control.PROOF)


@pytest.fixture
def house(store_url: str) -> Iterator[Database]:
    """A house with keys in which ann has played and has some money left, on each database."""
    database = Database.open(store_url, keys=KEYS)
    database.migrate()
    on(database, play)
    cage = Cage(database, milliseconds)
    assert paid(cage, "deposit", "500").status == "done"
    yield database
    database.close()


def paid(cage: Cage, do: str, amount: str) -> CommandAnswer:
    body: dict[str, object] = {"do": do, "player": "ann", "amount": amount}
    return cage.submit(CommandRequest(FLO, body, f"{do}-{amount}"))


def edited(database: Database, stream: str, version: int, before: str, after: str) -> None:
    """An event says something else; its digest, which those after it cover, stays."""
    with database.engine.begin() as connection:
        of = {"stream": stream, "version": version}
        query = "SELECT line FROM events WHERE stream = :stream AND version = :version"
        line = connection.execute(text(query), of).scalar_one()
        assert before in line
        statement = "UPDATE events SET line = :line WHERE stream = :stream AND version = :version"
        connection.execute(text(statement), {**of, "line": line.replace(before, after)})


def test_nobody_is_paid_what_a_forger_wrote_into_an_account(house: Database) -> None:
    """Balances fold from movements, which are sealed: the row of an account alone gives nobody money."""
    change(house, "UPDATE accounts SET cents = cents + 100000 WHERE id = 'wallet:ann'")
    with pytest.raises(Broken, match="the account does not hold what was moved to it"):
        paid(Cage(house, milliseconds), "withdraw", "900")

    async def buy_in(floor: Floor, _: Crew) -> None:
        with pytest.raises(NotStored):
            await floor.submit(
                "m", CommandRequest(player("ann"), {"do": "buy_in", "amount": "900"}, "b")
            )

    on(house, buy_in)


def test_nobody_is_paid_by_a_movement_that_a_forger_booked(house: Database) -> None:
    fields = ("cage:99:0", "cage", "wallet:ann", 100_000, "deposit", "")
    names = ("id", "debit", "credit", "cents", "why", "cite")
    insert = "INSERT INTO movements VALUES (:id, :debit, :credit, :cents, :why, :cite, :digest)"
    change(house, insert, **dict(zip(names, fields, strict=True)), digest=row_digest(*fields))
    change(house, "UPDATE accounts SET cents = cents + 100000 WHERE id = 'wallet:ann'")
    with pytest.raises(Broken, match="movement cage:99:0 was changed"):
        paid(Cage(house, milliseconds), "withdraw", "900")


def test_what_is_whole_is_paid(house: Database) -> None:
    assert paid(Cage(house, milliseconds), "withdraw", "500").status == "done"


def test_the_table_of_controls_is_believed_as_two_have_signed_it(house: Database) -> None:
    """One event in the database would let everybody pay alone."""
    table = ControlTable(house)
    stricter = ControlRule(Control.TWO_ROLES, from_cents=100, acknowledged_from=0)
    table.change("deposit", stricter, by="boss", signed_by="sue", key="k", now=1)
    table.change("restore", LOOSER, by="boss", signed_by="sue", key="l", now=2)
    assert table.rule("deposit").control is Control.TWO_ROLES
    edited(house, "controls", 1, "two_roles", "proof")
    with pytest.raises(Broken, match="controls 1: was changed"):
        table.rule("deposit")
    assert CONTROLS["deposit"].control is Control.TWO


def test_what_waits_for_a_signature_is_signed_as_it_was_asked_for(house: Database) -> None:
    """An amount that grows between the asking and the signing."""
    desk = SignatureDesk(house, milliseconds, 300_000)
    command = {"do": "deposit", "player": "ann", "amount": "10"}
    asked = desk.ask("ann", "flo", "k", command, of="cage", player="ann", two=False)
    edited(house, "signing", asked.number, '"amount": "10"', '"amount": "10000000"')
    with pytest.raises(Broken, match="signing 1: was changed"):
        desk.sign(asked.number, "ann")
    with pytest.raises(Broken):
        desk.lately()


def test_nothing_is_hidden_from_the_desk_by_an_older_date(house: Database) -> None:
    """Who dates an event back hides those before it from whoever reads back to a moment."""
    cage = Cage(house, milliseconds)
    assert cage.moved_lately("deposit", "ann") == 1_050_000
    last = "(SELECT max(version) FROM events WHERE stream = 'cage')"
    change(house, f"UPDATE events SET at = 1 WHERE stream = 'cage' AND version = {last}")
    with pytest.raises(Broken, match="was changed"):
        cage.moved_lately("deposit", "ann")


def test_another_process_takes_no_forged_event_over(house: Database) -> None:
    """Two processes on one store: what one has stored is forged before the other reads it."""
    other = Floor(house)
    other.load()
    before = other.live("m").version
    on(house, play)
    edited(house, "table:m", before + 1, "{", "{ ")
    other._look()
    assert "was changed" in other.stopped["m"].why
    assert not other.serves("m")


def test_a_meter_is_changed_only_as_it_stands_by_its_seal(house: Database) -> None:
    async def stop(floor: Floor, _: Crew) -> None:
        meter = floor.meters[0]
        edited(house, f"meter:{meter}", floor.meter(meter).version, "{", "{ ")
        with pytest.raises(Broken, match="was changed"):
            await floor.submit_meter(meter, CommandRequest(SUE, {"do": "stop"}, "s"))

    on(house, stop)


def test_no_table_is_dealt_by_law_that_a_forger_put_in_its_place(house: Database) -> None:
    """Other data under the digest that tables name, as of law that was lost: every digest fits."""
    other = law_row(document("ma-blackjack"), 1)
    with house.engine.begin() as connection:
        law = connection.execute(text("SELECT law FROM laws")).scalars().one()
        fields = {"law": law, "name": other.name, "data": other.data, "packed": other.packed, "at": 1}
        put = "name = :name, data = :data, packed = :packed, at = :at, digest = :digest"
        values = {**fields, "digest": row_digest(*fields.values())}
        connection.execute(text(f"UPDATE laws SET {put} WHERE law = :law"), values)
    assert "were changed" in str(audit_store(house).broken[0])
    with pytest.raises(Broken, match="were changed"), house.reading() as unit:
        unit.laws()
