"""The moments of a round at which something may be done or may go wrong, the states of a hand, and the
steps by which the cards are made ready.

All are closed sets: `moments.toml` of every document says of each act what its text orders at each.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class _Column(StrEnum):
    """A name with its meaning in one line."""

    meaning: str

    def __new__(cls, value: str, meaning: str) -> _Column:
        member = str.__new__(cls, value)
        member._value_ = value
        member.meaning = meaning
        return member


class Moment(_Column):
    """Where a table stands: what it awaits next."""

    NOT_OPEN = "not_open", "The table is not open yet, or is closed."
    PREPARING = "preparing", "Between rounds, while the cards are inspected, shuffled, cut and loaded."
    SHOE_DUE = (
        "shoe_due",
        "Between rounds, the shoe loaded, with a burn, its end or a repair to come first.",
    )
    BETS = "bets", "Bets are open; no card of the round is out."
    DETERMINANT = "determinant", "A determinant card or a burn comes before the round's first card."
    FIRST_CARDS = "first_cards", "A player's first card is next."
    UP_CARD = "up_card", "The dealer's first card is next."
    SECOND_CARDS = "second_cards", "A player's second card is next."
    HOLE_CARD = "hole_card", "The dealer's second card of the initial deal is next."
    OFFERS = "offers", "Insurance, even money or an early surrender is on offer to all."
    CHECK = "check", "The dealer is to check the hole card for a blackjack."
    THIRD_OFFER = "third_offer", "Two sevens are offered a third card against a dealer's blackjack."
    THIRD_CARD = "third_card", "The third card of two sevens is next."
    SWITCH = "switch", "A box may switch the second cards of its two hands."
    FIRST_DECISION = "first_decision", "A hand with its first two cards decides."
    LATER_DECISION = "later_decision", "A hand that has drawn decides again."
    SPLIT_DECISION = "split_decision", "A hand formed by a split decides."
    DOUBLED_DECISION = "doubled_decision", "A doubled hand may be rescued or doubled again."
    FOLLOWERS = "followers", "The others on a shared box follow a double or a split, or do not."
    HIT_CARD = "hit_card", "A card that a player asked for is next."
    SPLIT_CARD = "split_card", "The second card of a hand just split is next."
    DOUBLE_CARD = "double_card", "The card of a double down is next."
    LATE_CARD = "late_card", "A card missed in play is next, after all others'."
    EARLY_SETTLEMENT = "early_settlement", "Wagers decided before the round's end are settled."
    SHOW_HOLE_CARD = "show_hole_card", "The dealer is to turn the hole card over."
    DEALER_CARD = "dealer_card", "The dealer's next card is to be drawn."
    NEXT_DEALER_HAND = "next_dealer_hand", "A later hand of multiple action is built on the up card."
    DEVICE = "device", "A wheel, a button or a draw of the house is to show something."
    LAST_SETTLEMENT = "last_settlement", "The round's last settlement is due."
    VOIDED = "voided", "The round is void; its wagers are to be returned."
    COLLECT = "collect", "The cards are to be picked up."


class HandState(_Column):
    """How a hand stands that is not the one to act; the first that fits."""

    DEAD = "dead", "It was called dead."
    PAID = "paid", "Its wager is paid or taken already, or even money was accepted."
    SURRENDERED = "surrendered", "It was surrendered."
    BUSTED = "busted", "It is over 21."
    LATE = "late", "It waits for a card that was missed."
    DOUBLED = "doubled", "It was doubled, or rescued after that."
    SPLIT = "split", "It is one of several hands of its box."
    NO_CARD = "no_card", "It has no card yet."
    ONE_CARD = "one_card", "It has one card of the initial deal."
    SHARED = "shared", "Several people have money on it."
    BLACKJACK = "blackjack", "It is a blackjack."
    STANDING = "standing", "It has been played and stands."
    WAITING = "waiting", "Its turn has not come."


class CardStep(_Column):
    """What is due with the cards next, between rounds or before the next card of one."""

    INSPECT_READER = "inspect_reader", "A floorperson is to inspect the card reader."
    RECEIVE_CARDS = "receive_cards", "Decks are to come to the table, the first or new ones for old."
    INSPECT_CARDS = "inspect_cards", "The dealer is to inspect the cards."
    REMOVE_TENS = "remove_tens", "The tens are to be taken out of the decks."
    VERIFY_INSPECTION = "verify_inspection", "A floorperson is to verify the inspection."
    SPREAD = "spread", "The cards are to be spread."
    TURN_UP = "turn_up", "Cards that lie spread face down are to be turned up."
    VIEW_CARDS = "view_cards", "The first player to arrive is to look at the cards."
    TURN_DOWN = "turn_down", "The spread cards are to be turned face down."
    WASH = "wash", "The cards are to be washed."
    STACK = "stack", "The cards are to be stacked."
    COVER_SHUFFLER = "cover_shuffler", "A shuffler that is out of order is to be covered."
    REPAIR_SHUFFLER = "repair_shuffler", "A shuffler that the game needs is to be repaired."
    SHUFFLE = "shuffle", "The cards are to be shuffled."
    SHUFFLE_RACK = "shuffle_rack", "The discards are to be shuffled, to finish a round."
    OFFER_CUT = "offer_cut", "A player is to be offered the cut."
    ACCEPT_CUT = "accept_cut", "The player who was offered the cut is to take it or not."
    CUT = "cut", "The dealer is to cut."
    COVER_BASE = "cover_base", "A cover card is to lie under a pack in the hand."
    PLACE_COVER = "place_cover", "The cover card is to be put into the stack."
    LOAD = "load", "The stack is to go into the shoe."
    BURN = "burn", "A card is to be burned."
    DRAW_DETERMINANT = "draw_determinant", "A double shoe's determinant card is to be drawn."
    END_SHOE = "end_shoe", "The shoe is over: its cards are to be counted into the rack."
    NOTHING = "nothing", "Nothing is due with the cards."


Column = Moment | HandState | CardStep

_BEFORE: Final = (Moment.PREPARING, Moment.SHOE_DUE, Moment.BETS)
_DEAL: Final = (
    *(Moment.DETERMINANT, Moment.FIRST_CARDS, Moment.UP_CARD),
    *(Moment.SECOND_CARDS, Moment.HOLE_CARD),
)
_OFFERS: Final = (Moment.OFFERS, Moment.CHECK)
_DECISIONS: Final = (
    *(Moment.SWITCH, Moment.FIRST_DECISION, Moment.LATER_DECISION),
    *(Moment.SPLIT_DECISION, Moment.DOUBLED_DECISION, Moment.FOLLOWERS),
)
_CARDS: Final = (Moment.HIT_CARD, Moment.SPLIT_CARD, Moment.DOUBLE_CARD, Moment.LATE_CARD)
_DEALER: Final = (Moment.SHOW_HOLE_CARD, Moment.DEALER_CARD, Moment.NEXT_DEALER_HAND)
_SEVENS: Final = (Moment.THIRD_OFFER, Moment.THIRD_CARD)
_END: Final = (Moment.DEVICE, Moment.LAST_SETTLEMENT, Moment.VOIDED, Moment.COLLECT)

GROUPS: Final[Mapping[str, tuple[Moment, ...]]] = {
    "before_round": _BEFORE,
    "deal": _DEAL,
    "before_turns": _OFFERS,
    "sevens": _SEVENS,
    "decisions": _DECISIONS,
    "cards_in_play": _CARDS,
    "turns": (*_DECISIONS, *_CARDS),
    "dealer_turn": _DEALER,
    "end": _END,
    "after_deal": tuple(each for each in Moment if each not in (Moment.NOT_OPEN, *_BEFORE, *_DEAL)),
    "round": tuple(each for each in Moment if each not in (Moment.NOT_OPEN, *_BEFORE)),
    "all": tuple(Moment),
}
"""Names for several moments at once, for the data."""

_OPENING: Final = (
    *(CardStep.RECEIVE_CARDS, CardStep.INSPECT_CARDS, CardStep.REMOVE_TENS),
    *(CardStep.VERIFY_INSPECTION, CardStep.SPREAD, CardStep.TURN_UP, CardStep.VIEW_CARDS),
    *(CardStep.TURN_DOWN, CardStep.WASH, CardStep.STACK),
)
_STACK: Final = (
    *(CardStep.OFFER_CUT, CardStep.ACCEPT_CUT, CardStep.CUT),
    *(CardStep.COVER_BASE, CardStep.PLACE_COVER, CardStep.LOAD),
)

STEP_GROUPS: Final[Mapping[str, tuple[CardStep, ...]]] = {
    "opening": _OPENING,
    "stacked": _STACK,
    "every_step": tuple(CardStep),
}
"""The same for the steps by which the cards are made ready."""
