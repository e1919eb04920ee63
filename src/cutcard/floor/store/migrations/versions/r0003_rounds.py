"""The rounds of every table, one row each; those of a store that has been played on are folded."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import TEXT

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

WORD = sa.Text().with_variant(TEXT(collation="C"), "postgresql")
WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
NUMBERS = ("number", "first", "last", "began", "ended", "handle", "net", "best", "jackpot")
TEXTS = ("players", "wagers", "irregularities", "digest")


def upgrade() -> None:
    """Make the table, and fill it."""
    op.create_table(
        "rounds",
        sa.Column("stream", WORD, nullable=False),
        *(sa.Column(name, WHOLE, nullable=False) for name in NUMBERS),
        *(sa.Column(name, sa.Text, nullable=False) for name in TEXTS),
        sa.PrimaryKeyConstraint("stream", "number", name="rounds_pkey"),
        sqlite_with_rowid=False,
        sqlite_strict=True,
    )
    op.create_index("ix_rounds_ended", "rounds", ["ended", "stream", "number"])
    _fill()


def _fill() -> None:
    from cutcard.floor.store.rounds import rebuild
    from cutcard.floor.store.statements import Statements
    from cutcard.floor.store.units import ReadUnit

    connection = op.get_bind()
    statements = Statements(connection.dialect.name)
    rows = [row.values() for row in rebuild(ReadUnit(connection, statements))]
    statements.write(connection, {"rounds": rows})
