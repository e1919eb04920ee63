"""The sessions of our documents (`<document>/table/*.toml`), with everything that holds at any table.

They are read and run by the runner that `cutcard law test` has (`cutcard.floor.sessions`). Checked
besides, after every event: no money and no card is made or lost, the table's books agree with it
(`floor.ledger.witness`), what lies on the layout is what left the shoe, and the event is written as a
line and read back alike. At the end the table is rebuilt from its record.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cutcard.floor import sessions
from cutcard.floor.sessions import SessionCase as SessionCase, read_sessions
from cutcard.table import Table
from cutcard.table.record.record import rebuild, write_record
from floor.ledger.witness import Witness
from law.session_checks import Ledger

CASES = Path(__file__).parent


def is_of_a_moment(case: SessionCase) -> bool:
    """Whether it was written for a cell of the matrix of moments."""
    return case.file.endswith("moments.toml")


@cache
def all_sessions() -> list[SessionCase]:
    """Every session of every document, in file order."""
    paths = sorted(CASES.glob("*/table/*.toml"))
    return [case for path in paths for case in read_sessions([path], path.parent.parent.name)]


class Session(sessions.TableSession):
    """A session, watched."""

    def __init__(self, case: SessionCase) -> None:
        assert case.content.get("proves") or case.content.get("readings"), "a session proves something"
        super().__init__(case, Witness())
        self.ledger = Ledger()

    def watch(self, before: Table, event: object, after: Table) -> None:
        self.ledger.check(before, event, after)

    def run(self) -> None:
        super().run()
        rebuilt = rebuild(write_record(self.first, self.happened))
        assert rebuilt == self.table, "the table rebuilt from its record is another"
