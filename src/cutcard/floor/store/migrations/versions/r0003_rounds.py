"""The rounds of every table, one row each; those of a store that has been played on are folded.

The table is an index of the events and can always be made again: a migration for another column does the
same.
"""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None
columns = (
    *("stream", "number", "first", "last", "began", "ended", "handle", "net", "best", "jackpot"),
    *("players", "wagers", "irregularities"),
)
"""The fields of a row that this step was written for."""


def upgrade() -> None:
    """Make the table, and fill it."""
    from cutcard.floor.store.rounds import remake_rounds

    remake_rounds(op.get_bind())
