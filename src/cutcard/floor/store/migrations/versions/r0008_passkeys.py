"""Passkeys of people: the public half of a key on a device of theirs."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import TEXT

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

WORD = sa.Text().with_variant(TEXT(collation="C"), "postgresql")
WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table; nobody has a passkey yet."""
    op.create_table(
        "passkeys",
        sa.Column("id", WORD, nullable=False),
        sa.Column("person", WORD, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        *(sa.Column(name, WHOLE, nullable=False) for name in ("count", "made_at", "used_at")),
        sa.Column("row_digest", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="passkeys_pkey"),
        sqlite_with_rowid=False,
        sqlite_strict=True,
    )
    op.create_index("ix_passkeys_person", "passkeys", ["person"])
