"""At which moment of a round a table stands, what is due with its cards, which act a command is, and
how a hand stands."""

from __future__ import annotations

from typing import Final

from cutcard.law import CardStep, HandState, Moment
from cutcard.rules import TWO_CARDS
from cutcard.shoe import Act, Chore, due
from cutcard.table import commands
from cutcard.table.play.decide import awaits
from cutcard.table.play.irregularities import found_before
from cutcard.table.play.report_checks import FACE_UP
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
from cutcard.wagers import decided_by

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


_STEPS: Final = {str(each): each for each in CardStep}


def card_step(table: Table, at: int = 0) -> CardStep:
    """What is due with the cards of a table next."""
    wanted = None if table.round is None else due_before_card(table)
    wanted = wanted or due(table.shoe, table.people, at)
    if wanted is None:
        return CardStep.NOTHING
    of_rack = wanted.chore is Chore.SHUFFLE and wanted.why == "refill"
    return CardStep.SHUFFLE_RACK if of_rack else _STEPS[wanted.chore]


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
    if isinstance(command, Act):
        return _with_cards(command)
    if isinstance(command, commands.Decide):
        return str(command.do)
    if isinstance(command, commands.ShowMeter) and command.linked:
        return "show_linked_meter"
    if isinstance(command, commands.ShowDevice):
        return _shown(table, command)
    if isinstance(command, commands.PlaceBet) and _is_anothers(table, command):
        return "join_box"
    return command.chore if isinstance(command, commands.Perform) else snake_case(type(command).__name__)


def _with_cards(act: Act) -> str:
    """An act around the cards; what is shuffled, received or reported may make it another one."""
    if act.do is Chore.SHUFFLE and act.why == "refill":
        return "shuffle_rack"
    if act.do is Chore.RECEIVE_CARDS and act.preshuffled:
        return "receive_preshuffled"
    if act.do is Chore.REPORT_SHUFFLER:
        return "shuffler_jammed" if act.why == "jam" else "shuffler_out_of_order"
    if act.do is Chore.INSPECT_READER and not act.works:
        return "reader_found_broken"
    return str(act.do)


def _shown(table: Table, command: commands.ShowDevice) -> str:
    """A wheel or a button that the cards call for, or a draw that the house makes by itself."""
    offer = table.rules.offers.get(command.device)
    called = offer is not None and decided_by(offer.law).is_called_device
    return "show_device" if called else "show_draw"


def _is_anothers(table: Table, command: commands.PlaceBet) -> bool:
    """Whether somebody else bets on the box already, or sits there, and the player does neither."""
    here = [bet.player for bet in table.bets if bet.box == command.box]
    seated = table.people.player_at(command.box)
    return command.by.name not in (*here, seated) and bool(here or seated)


def _reported(table: Table, command: commands.Report) -> str:
    if command.what == "reader_misused":
        return "reader_shows" if table.settings.reader_shows else "reader_hides"
    if command.what in _AGAIN and found_before(table, command.what):
        return _AGAIN[command.what]
    if command.choice == FACE_UP and found_before(table, "card_face_up"):
        return _AGAIN["card_face_up"]
    return f"{command.what}_{command.choice}" if command.choice in _CHOSEN else command.what
