"""The shuffle that a live table awaits, ready to be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cutcard.cards import Card
from cutcard.fair.shuffle import Shuffled, shuffle
from cutcard.shoe import Act, By, Chore, Role, cards_to_shuffle, due, refill_due, usual_steps
from cutcard.table import Table


def shuffle_act(
    table: Table, at: int = 0, *, made_by: Callable[[Sequence[Card]], Shuffled] = shuffle
) -> Act:
    """The act that answers a table which awaits `shuffle`: an order, its salt and its commitment."""
    wanted = due(table.shoe, table.people, at) or refill_due(table.shoe, table.people)
    if wanted is None or wanted.chore is not Chore.SHUFFLE:
        raise ValueError("no shuffle is due")
    made = made_by(cards_to_shuffle(table.shoe, wanted))
    by_hand = wanted.roles == {Role.DEALER}
    return Act(
        Chore.SHUFFLE,
        By(Role.DEALER if Role.DEALER in wanted.roles else Role.DEVICE),
        at,
        wanted.batch,
        wanted.side,
        order=made.order,
        salt=made.salt,
        commitment=made.commitment,
        steps=usual_steps(table.shoe, table.shoe.batch(wanted.batch)) if by_hand else (),
        why=wanted.why,
    )
