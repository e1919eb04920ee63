"""The seal of each stream's end, by keys that the database account does not hold."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. `cutcard keys seal` seals what is there; a house without keys leaves it empty."""
    op.add_column("streams", sa.Column("seal", sa.Text, nullable=False, server_default=""))
