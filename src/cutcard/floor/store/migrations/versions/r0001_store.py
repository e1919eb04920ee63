"""Streams of events, the answers given, the ledger's movements and accounts, snapshots."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import TEXT

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

WORD = sa.Text().with_variant(TEXT(collation="C"), "postgresql")
WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
OFTEN_CHANGED = "ALTER TABLE {} SET (fillfactor = 50)"


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False)


def _word(name: str) -> sa.Column[str]:
    return sa.Column(name, WORD, nullable=False)


def _whole(name: str) -> sa.Column[int]:
    return sa.Column(name, WHOLE, nullable=False)


def _table(name: str, keys: tuple[str, ...], *columns: sa.Column[str] | sa.Column[int]) -> None:
    op.create_table(
        name,
        *columns,
        sa.PrimaryKeyConstraint(*keys, name=f"{name}_pkey"),
        sqlite_with_rowid=name == "snapshots",
        sqlite_strict=True,
    )


def upgrade() -> None:
    """Make the tables."""
    _table("streams", ("id",), _word("id"), _whole("version"), _text("digest"))
    _table(
        "events",
        ("stream", "version"),
        *(_word("stream"), _whole("version"), _whole("at"), _text("by"), _text("key")),
        *(_text("line"), _text("digest")),
    )
    _table(
        "answers",
        ("stream", "key"),
        *(_word("stream"), _word("key"), _text("fingerprint"), _whole("version")),
        *(_text("body"), _text("digest")),
    )
    _table(
        "movements",
        ("id",),
        *(_word("id"), _word("debit"), _word("credit"), _whole("cents"), _text("why")),
        *(_text("cite"), _text("digest")),
    )
    _table("accounts", ("id",), _word("id"), _whole("cents"))
    _table(
        "snapshots",
        ("stream", "version"),
        *(_word("stream"), _whole("version"), _text("digest"), _text("body"), _text("seal")),
    )
    if op.get_bind().dialect.name == "postgresql":
        for name in ("streams", "accounts"):
            op.execute(OFTEN_CHANGED.format(name))
