"""Movements of what people have with the house are found by their account."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the indexes; only movements of wallets are in them."""
    for side in ("debit", "credit"):
        where = sa.text(f"{side} >= 'wallet:' AND {side} < 'wallet;'")
        op.create_index(
            f"ix_movements_{side}", "movements", [side], sqlite_where=where, postgresql_where=where
        )
