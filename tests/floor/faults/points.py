"""Where a store's work can be cut off: before and after each statement and each commit.

The database's own driver is wrapped where SQLAlchemy calls it, so that what is raised there is taken as
an error of that database, and what is killed there is killed in the middle of real work.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from cutcard.floor.store import Database

Passing = Callable[[str], None]
POINTS = (
    "before events",
    "after events",
    "before answers",
    "before accounts",
    "before commit",
    "after commit",
)
"""The points of a command's transaction that are worth a name, in the order in which they come."""
WRITTEN = re.compile(r"INSERT INTO (\w+)")


def watch(database: Database, passing: Passing) -> None:
    """Call `passing` with the name of each point that the store's work passes from now on."""
    dialect: Any = database.engine.dialect
    execute, many, commit = dialect.do_execute, dialect.do_executemany, dialect.do_commit

    def around(call: Callable[..., Any], cursor: Any, statement: str, *rest: Any) -> None:
        names = WRITTEN.findall(statement) or [statement.split(None, 1)[0].lower()]
        for name in names:
            passing(f"before {name}")
        call(cursor, statement, *rest)
        for name in names:
            passing(f"after {name}")

    def committing(connection: Any) -> None:
        passing("before commit")
        commit(connection)
        passing("after commit")

    dialect.do_execute = lambda *given, **_: around(execute, *given[:3])
    dialect.do_executemany = lambda *given, **_: around(many, *given[:3])
    dialect.do_commit = committing
