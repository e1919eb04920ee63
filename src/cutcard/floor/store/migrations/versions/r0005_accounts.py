"""Accounts that nothing ever moved are not kept: every row of the ledger is the sum of movements."""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take away the empty ones, which had been made only to be locked."""
    op.execute(
        "DELETE FROM accounts WHERE cents = 0 AND id NOT IN"
        " (SELECT debit FROM movements UNION SELECT credit FROM movements)"
    )
