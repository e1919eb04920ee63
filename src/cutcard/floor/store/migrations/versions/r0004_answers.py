"""How many answers a stream gave, and the sum of their digests: a missing one is missed."""

from collections import defaultdict

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
SHARES = 1 << 60
FIGURES = 15
CHUNK = 10_000


def upgrade() -> None:
    """Add the columns, and count what is there."""
    for name in ("answers", "answered"):
        op.add_column("streams", sa.Column(name, WHOLE, nullable=False, server_default="0"))
    bind = op.get_bind()
    counts: dict[str, int] = defaultdict(int)
    sums: dict[str, int] = defaultdict(int)
    stored = bind.execute(
        sa.text("SELECT stream, digest FROM answers").execution_options(stream_results=True)
    )
    for rows in stored.partitions(CHUNK):
        for stream, digest in rows:
            counts[stream] += 1
            sums[stream] = (sums[stream] + int(digest[:FIGURES], 16)) % SHARES
    put = sa.text("UPDATE streams SET answers = :many, answered = :summed WHERE id = :stream")
    for stream, many in counts.items():
        bind.execute(put, {"many": many, "summed": sums[stream], "stream": stream})
