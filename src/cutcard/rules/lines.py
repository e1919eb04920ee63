"""A settlement line: what one wager came to, in cents, with the provision behind it."""

from __future__ import annotations

from dataclasses import dataclass

from cutcard.money import NOTHING, Cents


@dataclass(frozen=True, slots=True)
class Line:
    """`returned` is what is handed over, the stake included where it comes back.

    It goes to the player, save where the line is paid to the dealer (`paid_to`).
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
    def to_player(self) -> Cents:
        """What the player is handed."""
        return self.returned if self.paid_to == "player" else NOTHING

    @property
    def net(self) -> Cents:
        """What the player is up or down by this line."""
        return Cents(self.to_player - self.stake)
