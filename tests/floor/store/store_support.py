"""Small parts that the tests of the store share."""

from __future__ import annotations

from dataclasses import dataclass

from cutcard.floor.store import Database, Head, New


@dataclass(frozen=True)
class Movement:
    id: str
    debit: str
    credit: str
    cents: int
    why: str = "test"
    cite: str = ""


def line(n: int) -> str:
    return '{"event":"card_dealt","n":' + str(n) + "}"


def filled(database: Database, stream: str = "table:one", events: int = 3) -> Head:
    """A stream with some events, each with an answer and a movement, and a snapshot of its end."""
    with database.writing() as unit:
        head = unit.create(stream, '{"game":"md-blackjack"}')
        for n in range(1, events + 1):
            head = unit.append(head, [New(line(n), by="ann", key=f"k{n}", at=1000 + n)])
            unit.answer(stream, f"k{n}", f"print{n}", n, '{"status":"done"}')
            unit.move([Movement(f"{stream}:{n}:0", "inventory:one", "chips:one:ann", 100 * n)])
        unit.keep(stream, head.version, head.digest, '{"table":"as it was"}')
    return head
