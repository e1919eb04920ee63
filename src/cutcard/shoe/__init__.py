"""The cards: how they are opened, shuffled, cut, covered, loaded, burned, dealt and collected.

The room knows no clock and no chance: time and a shuffled order arrive in an act. `due` says what
must be done before a round, `decide` turns an act into events or refuses it, `evolve` folds them;
`take`, `peek` and `discard` are what a round does with the cards.
"""

from cutcard.shoe.acts import Act, Chore, Due
from cutcard.shoe.automatic import automatic
from cutcard.shoe.cutting import cut_limits, least_behind
from cutcard.shoe.dealing import (
    cards_left,
    census,
    check_scan,
    cover_is_next,
    deal_from,
    discard,
    is_empty,
    peek,
    remove,
    take,
)
from cutcard.shoe.decide import decide, optional
from cutcard.shoe.events import Event
from cutcard.shoe.evolve import evolve
from cutcard.shoe.law import ShoeLaw
from cutcard.shoe.people import By, People, Role
from cutcard.shoe.procedure import check_ready, due, is_mid_round, opening_draw, refill_due
from cutcard.shoe.shuffling import cards_to_shuffle, commitment_of
from cutcard.shoe.state import Shoe, new_shoe, ready_shoe

__all__ = [
    "Act",
    "By",
    "Chore",
    "Due",
    "Event",
    "People",
    "Role",
    "Shoe",
    "ShoeLaw",
    "automatic",
    "cards_left",
    "cards_to_shuffle",
    "census",
    "check_ready",
    "check_scan",
    "commitment_of",
    "cover_is_next",
    "cut_limits",
    "deal_from",
    "decide",
    "discard",
    "due",
    "evolve",
    "is_empty",
    "is_mid_round",
    "least_behind",
    "new_shoe",
    "opening_draw",
    "optional",
    "peek",
    "ready_shoe",
    "refill_due",
    "remove",
    "take",
]
