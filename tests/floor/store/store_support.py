"""Small parts that the tests of the store share."""

from __future__ import annotations

from functools import partial

from sqlalchemy import Connection, text

from cutcard.floor.store import Database, Head, Movement, New, ReadUnit, law_row
from cutcard.floor.store.verification import verify_all
from cutcard.law import document

movement = partial(Movement, why="test")


def verify_in(database: Database, connection: Connection) -> None:
    """Verify a store within a transaction that is under way."""
    verify_all(ReadUnit(connection, database.statements))


UNDONE = {
    "0008": ("DROP TABLE passkeys",),
    "0009": ("DROP INDEX ix_movements_debit", "DROP INDEX ix_movements_credit"),
    "0007": ("ALTER TABLE streams DROP COLUMN seal",),
    "0006": ("DROP TABLE laws",),
    "0004": tuple(f"ALTER TABLE streams DROP COLUMN {name}" for name in ("answers", "answered")),
    "0003": ("DROP TABLE rounds",),
}
"""What takes a step of the schema back."""


def as_of(connection: Connection, revision: str) -> None:
    """A store as the version of Cutcard left it that wrote this schema."""
    for step, statements in UNDONE.items():
        for each in statements if step > revision else ():
            connection.execute(text(each))
    connection.execute(text(f"UPDATE alembic_version SET version_num = '{revision}'"))


def line(n: int) -> str:
    return '{"event":"card_dealt","n":' + str(n) + "}"


def filled(
    database: Database, stream: str = "table:one", events: int = 3, *, with_law: bool = True
) -> Head:
    """A stream with some events, each with an answer and a movement, a snapshot of its end, and law."""
    with database.writing() as unit:
        if with_law:
            unit.carry_law(law_row(document("players-edge-21-brochure"), 1000))
        head = unit.create(stream, '{"game":"md-blackjack"}')
        for n in range(1, events + 1):
            head = unit.append(head, [New(line(n), by="ann", key=f"k{n}", at=1000 + n)])
            unit.answer(stream, f"k{n}", f"print{n}", n, '{"status":"done"}')
            unit.move([movement(f"{stream}:{n}:0", "inventory:one", "chips:one:ann", 100 * n)])
        unit.keep_snapshot(stream, head.version, head.digest, '{"table":"as it was"}')
    return head
