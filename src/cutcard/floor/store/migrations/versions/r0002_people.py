"""People, their sessions, and one-time links."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import TEXT

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

WORD = sa.Text().with_variant(TEXT(collation="C"), "postgresql")
WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _word(name: str) -> sa.Column[str]:
    return sa.Column(name, WORD, nullable=False)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False)


def _whole(name: str) -> sa.Column[int]:
    return sa.Column(name, WHOLE, nullable=False)


def _table(name: str, key: str, *columns: sa.Column[str] | sa.Column[int]) -> None:
    op.create_table(
        name,
        *columns,
        sa.PrimaryKeyConstraint(key, name=f"{name}_pkey"),
        sqlite_with_rowid=False,
        sqlite_strict=True,
    )


def upgrade() -> None:
    """Make the tables."""
    _table(
        "people",
        "name",
        *(_word("name"), _text("role"), _text("state"), _text("password"), _text("secret")),
        *(_whole("last_step"), _whole("failures"), _whole("locked_until"), _whole("made_at")),
        _text("row_digest"),
    )
    _table(
        "sessions",
        "digest",
        *(_word("digest"), _word("person"), _text("role"), _whole("made_at"), _whole("seen_at")),
        *(_whole("proved_at"), _text("row_digest")),
    )
    _table(
        "links",
        "digest",
        *(_word("digest"), _word("person"), _text("use"), _whole("until"), _whole("used_at")),
        _text("row_digest"),
    )
    for name in ("sessions", "links"):
        op.create_index(f"ix_{name}_person", name, ["person"])
