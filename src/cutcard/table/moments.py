"""At which moment of a round a table stands, which act a command is, and how a hand stands."""

from __future__ import annotations

from typing import Final

from cutcard.law import HandState, Moment
from cutcard.rules import TWO_CARDS
from cutcard.shoe import Act
from cutcard.table import commands
from cutcard.table.play.decide import awaits
from cutcard.table.play.round_answers import offer_named
from cutcard.table.play.round_commands import CHECK, due_before_card
from cutcard.table.record.codec import snake_case
from cutcard.table.round import (
    AwaitsBets,
    AwaitsCard,
    AwaitsChore,
    AwaitsDecision,
    AwaitsDevice,
    AwaitsFollowers,
    Box,
    Round,
)
from cutcard.table.round_steps import awaits_in
from cutcard.table.settlement.moments import TURN, side_wagers_due
from cutcard.table.table import Table

_DEALT: Final = {
    "first": Moment.FIRST_CARDS,
    "up": Moment.UP_CARD,
    "second": Moment.SECOND_CARDS,
    "hole": Moment.HOLE_CARD,
}
_OFFERED: Final = {
    "before_play": Moment.OFFERS,
    "switch": Moment.SWITCH,
    "third_card": Moment.THIRD_OFFER,
}


def moment_of(table: Table, at: int = 0) -> Moment:
    """The moment at which a table stands, by what its round awaits, or by what bets wait for.

    A card that cannot come yet, because the shoe is empty or the reader broken, is still the next one.
    """
    r = table.round
    if not table.is_open or table.is_closed:
        return Moment.NOT_OPEN
    if r is None:
        if isinstance(awaits(table, at), AwaitsBets):
            return Moment.BETS
        return Moment.SHOE_DUE if table.shoe.side.pile.loaded else Moment.PREPARING
    awaited = awaits_in(r)
    if awaited is None:
        return Moment.COLLECT
    if r.void:
        return Moment.VOIDED
    if isinstance(awaited, AwaitsCard):
        return _before_card(table, r, awaited)
    if isinstance(awaited, AwaitsDecision):
        return _before_decision(r, awaited)
    if isinstance(awaited, AwaitsFollowers):
        return Moment.FOLLOWERS
    if isinstance(awaited, AwaitsDevice):  # a wheel in a player's turn is part of what is settled then
        return Moment.EARLY_SETTLEMENT if side_wagers_due(r, TURN) else Moment.DEVICE
    return _before_chore(awaited)


def _before_card(table: Table, r: Round, awaited: AwaitsCard) -> Moment:
    place = awaited.place
    if place.why == "third":
        return Moment.THIRD_CARD
    if r.owed:
        waits = r.nothing_dealt and not r.dealer[0] and due_before_card(table) is not None
        return Moment.DETERMINANT if waits else _DEALT[place.why]
    if not place.box:
        return Moment.NEXT_DEALER_HAND if r.spots_settled else Moment.DEALER_CARD
    if r.late and place == r.late[0]:
        return Moment.LATE_CARD
    hand = r.box_at(place.box).hand(place.hand)
    if len(hand.cards) < TWO_CARDS:
        return Moment.SPLIT_CARD
    return Moment.DOUBLE_CARD if hand.doubled else Moment.HIT_CARD


def _before_decision(r: Round, awaited: AwaitsDecision) -> Moment:
    if awaited.hand is None:
        return _OFFERED[offer_named(awaited)]
    hand = r.box_at(next(iter(awaited.offers))).hand(awaited.hand)
    if hand.doubled:
        return Moment.DOUBLED_DECISION
    if hand.from_split:
        return Moment.SPLIT_DECISION
    return Moment.FIRST_DECISION if len(hand.cards) == TWO_CARDS else Moment.LATER_DECISION


def _before_chore(awaited: AwaitsChore) -> Moment:
    if awaited.chore == "settle":
        return Moment.LAST_SETTLEMENT if awaited.moment == "end" else Moment.EARLY_SETTLEMENT
    return Moment.CHECK if awaited.chore == CHECK else Moment.SHOW_HOLE_CARD


def hand_to_act(table: Table) -> tuple[int, int] | None:
    """The box and hand whose card or decision comes next; None where it is nobody's, or all boxes'."""
    r = table.round
    awaited = None if r is None else awaits_in(r)
    if isinstance(awaited, AwaitsCard) and awaited.place.box:
        return awaited.place.box, awaited.place.hand
    if isinstance(awaited, AwaitsFollowers):
        return awaited.box, awaited.hand
    if isinstance(awaited, AwaitsDecision) and _OFFERED.get(offer_named(awaited)) is not Moment.OFFERS:
        return next(iter(awaited.offers)), awaited.hand or 1
    return None


def hand_state(r: Round, box: Box, number: int) -> HandState:
    """How a hand stands that is not the one to act."""
    hand = box.hand(number)
    if hand.dead:
        return HandState.DEAD
    if hand.settled or hand.even_money:
        return HandState.PAID
    if hand.surrendered:
        return HandState.SURRENDERED
    if hand.busted:
        return HandState.BUSTED
    if any(each.box == box.bet.box and each.hand == number for each in r.late):
        return HandState.LATE
    if hand.doubled or hand.rescued:
        return HandState.DOUBLED
    if hand.from_split:
        return HandState.SPLIT
    if len(hand.cards) < TWO_CARDS:
        return HandState.ONE_CARD if hand.cards else HandState.NO_CARD
    if box.backers:
        return HandState.SHARED
    if hand.is_blackjack:
        return HandState.BLACKJACK
    return HandState.STANDING if hand.stood else HandState.WAITING


_CHOSEN: Final = ("dead", "next", "burn", "void", "continue", "repaired")
"""The choices of a report that make it an act of its own."""
_AGAIN: Final = {"card_face_up": "cards_face_up", "ten_found": "tens_found"}
"""What a second one in the same round is called."""


def act_of(table: Table, command: commands.Command) -> str:
    """Which act of the matrix a command is."""
    if isinstance(command, commands.Report):
        return _reported(table, command)
    if isinstance(command, commands.Decide | Act):
        return str(command.do)
    return command.chore if isinstance(command, commands.Perform) else snake_case(type(command).__name__)


def _reported(table: Table, command: commands.Report) -> str:
    if command.what == "reader_misused":
        return "reader_shows" if table.settings.reader_shows else "reader_hides"
    r = table.round
    if command.what in _AGAIN and r is not None and not r.finished and command.what in r.aside:
        return _AGAIN[command.what]
    lay_up = command.choice == "face_up" and r is not None and not r.finished
    if lay_up and r is not None and "card_face_up" in r.aside:
        return "cards_face_up"
    return f"{command.what}_{command.choice}" if command.choice in _CHOSEN else command.what
