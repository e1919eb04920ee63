"""A settlement line: what one wager came to, in cents, with the provision behind it."""

from __future__ import annotations

from dataclasses import dataclass

from cutcard.money import Cents


@dataclass(frozen=True, slots=True)
class Line:
    """`returned` is what the player is handed, the stake included where it comes back.

    Of a player's stake that won for the dealer (`paid_to`) it is what the dealer is handed.
    """

    box: int
    hand: int | None
    wager: str
    outcome: str
    stake: Cents
    pays: str
    returned: Cents
    cite: str
    paid_to: str = "player"
    player: str = ""
    """Whose wager it was, where several people bet on the box; else empty."""

    @property
    def net(self) -> Cents:
        """What the player is up or down by this line."""
        return Cents((self.returned if self.paid_to == "player" else 0) - self.stake)
