"""The law data that tables play by, by content, under the digest that each table names.

A store that was played on before names digests only. Each of them gets the data of this version: the
same ones where nothing has changed since, others in their place where it has. From then on no upgrade
changes them.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import TEXT

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

WORD = sa.Text().with_variant(TEXT(collation="C"), "postgresql")
WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table, and fill it for the tables that are there."""
    from cutcard.floor.store.laws import adopt_laws

    op.create_table(
        "laws",
        sa.Column("law", WORD, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("name", "data", "packed")),
        sa.Column("at", WHOLE, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("law", name="laws_pkey"),
        sqlite_strict=True,
    )
    adopt_laws(op.get_bind())
