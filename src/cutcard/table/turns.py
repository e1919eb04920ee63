"""The players' turns: each box plays its hands, one after the other, under the rules' eyes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from cutcard.law.refusal import Code, Refused
from cutcard.money import Cents, dollars
from cutcard.rules.actions import Action, Position, double_amounts, is_pair, why_not
from cutcard.rules.game import Game
from cutcard.rules.hand import TWENTY_ONE, Hand
from cutcard.table.before_play import insure
from cutcard.table.bets import check_unit
from cutcard.table.round import (
    AwaitsDecision,
    Box,
    Decision,
    Round,
    Step,
    may_be_blackjack,
    take_card,
)


def turns(r: Round) -> Step:
    """Each box in turn plays its hands, one after the other."""
    if r.blackjack_found:
        return
    order = r.seats if r.game.turn_order == "clockwise_from_left" else r.seats[::-1]
    for seat in order:
        if r.game.switch:
            yield from _offer_switch(seat)
        for group in range(len(seat.groups)):
            place = 0
            while place < len(seat.groups[group]):
                yield from _play_hand(r, seat, group, place)
                place += 1
        seat.done = True


def _offer_switch(seat: Box) -> Step:
    """The second cards of the box's two hands may change places, once, before anything else."""
    offers = {seat.bet.box: (Action.SWITCH,)}
    if (yield AwaitsDecision(offers, is_offer=True)) is None:
        return
    one, two = seat.groups[0][0], seat.groups[1][0]
    seat.groups[0][0] = replace(one, cards=(one.cards[0], two.cards[1]), switched=True)
    seat.groups[1][0] = replace(two, cards=(two.cards[0], one.cards[1]), switched=True)


def _play_hand(r: Round, seat: Box, group: int, place: int) -> Step:
    just_doubled = False
    while True:
        hand = seat.groups[group][place]
        if len(hand.cards) == 1:
            yield from _draw(seat, group, place)
            continue
        if hand.is_over or hand.is_blackjack:
            return
        at = Position(
            hand,
            r.up,
            len(seat.groups[group]),
            acted=seat.acted,
            just_doubled=just_doubled,
            in_play=True,
        )
        offered, number = _offers(r.game, at), seat.number(group, place)
        if offered is None:
            decision = yield AwaitsDecision({seat.bet.box: ()}, is_offer=False, hand=number)
            assert isinstance(decision, Decision)
            _require(r, seat, decision, at, number)
        else:
            decision = None
            if offered:
                decision = yield AwaitsDecision({seat.bet.box: offered}, is_offer=True, hand=number)
            if decision is None:
                seat.groups[group][place] = replace(hand, stood=True)
                return
            assert isinstance(decision, Decision)
        seat.acted = seat.acted or decision.do is not Action.INSURE
        yield from _ACTIONS[decision.do](r, seat, group, place, decision)
        just_doubled = decision.do is Action.DOUBLE


def _offers(game: Game, at: Position) -> tuple[Action, ...] | None:
    """What a hand that need not act may still take; None when the player must decide."""
    if at.just_doubled:
        kinds: tuple[Action, ...] = (Action.RESCUE, Action.DOUBLE)
    elif at.hand.aces_split and not game.split_aces_draw:
        kinds = (Action.SPLIT,)
    elif at.hand.total == TWENTY_ONE:
        kinds = (Action.DOUBLE,)
    else:
        return None
    return tuple(kind for kind in kinds if why_not(game, kind, at) is None)


def _require(r: Round, seat: Box, decision: Decision, at: Position, number: int) -> None:
    if decision.box != seat.bet.box:
        raise out_of_turn(r, decision, f"box {seat.bet.box} is to act")
    if decision.do is not Action.INSURE and decision.hand not in (None, number):
        raise out_of_turn(r, decision, f"hand {number} is to act")
    refusal = why_not(r.game, decision.do, at)
    if refusal is not None:
        message = f"box {seat.bet.box}: {decision.do}: {refusal.message}"
        raise Refused(refusal.code, message, refusal.cite)


def out_of_turn(r: Round, decision: Decision, why: str) -> Refused:
    """A decision that nobody awaits; a box that has played is told which rule ended its play."""
    seat = r.seat(decision.box)
    if seat is not None and (seat.done or r.blackjack_found):
        hands = list(reversed(list(seat.hands())))
        if decision.do is Action.SPLIT:  # meant for a pair, if the box holds one
            hands.sort(key=lambda each: not is_pair(r.game, each))
        for hand in hands[:1]:
            at = Position(
                hand,
                r.up,
                len(seat.groups[0]),
                acted=seat.done or seat.acted,
                just_doubled=hand.doubled,
                in_play=True,
            )
            refusal = why_not(r.game, decision.do, at)
            if refusal is not None:
                message = f"box {decision.box}: {decision.do}: {refusal.message}"
                return Refused(refusal.code, message, refusal.cite)
    ended = ("dealer_blackjack_ends_round",) if r.blackjack_found else ()
    cite = r.game.cite(*ended, "turn_order")
    return Refused(Code.OUT_OF_TURN, f"box {decision.box}: {decision.do}: {why}", cite)


def _draw(seat: Box, group: int, place: int) -> Step:
    card = yield from take_card(f"box {seat.bet.box}, hand {place + 1}")
    hand = seat.groups[group][place]
    seat.groups[group][place] = replace(hand, cards=(*hand.cards, card))
    if group == 0 and place == 0:
        if seat.was_split:
            seat.drawn_after_split += (card,)
        else:
            seat.drawn += (card,)


def _stand(r: Round, seat: Box, group: int, place: int, decision: Decision) -> Step:  # noqa: ARG001
    seat.groups[group][place] = replace(seat.groups[group][place], stood=True)
    yield from ()


def _hit(r: Round, seat: Box, group: int, place: int, decision: Decision) -> Step:  # noqa: ARG001
    yield from _draw(seat, group, place)


def _double(r: Round, seat: Box, group: int, place: int, decision: Decision) -> Step:
    hand = seat.groups[group][place]
    stakes = []
    for spot, stake in enumerate(hand.stakes):
        stakes.append(Cents(stake + _double_amount(r, seat, hand, spot, decision.amount)))
    seat.groups[group][place] = replace(hand, stakes=tuple(stakes), added=(*hand.added, hand.stakes[0]))
    yield from _draw(seat, group, place)


def _double_amount(r: Round, seat: Box, hand: Hand, spot: int, wanted: Cents | None) -> Cents:
    if hand.stakes[spot] == 0:
        return Cents(0)
    least, most = double_amounts(r.game, hand, spot)
    amount = most if wanted is None else wanted
    if not least <= amount <= most:
        above = ("double_amount",) if amount > most else ()
        raise Refused(
            Code.AMOUNT_NOT_PERMITTED,
            f"box {seat.bet.box}: double: {'at most' if least < most else 'exactly'} ${dollars(most)}",
            r.game.cite(*above, "double_for_less"),
        )
    check_unit(r.rules, r.game, Cents(amount), f"box {seat.bet.box}: double")
    return Cents(amount)


def _insure(r: Round, seat: Box, group: int, place: int, decision: Decision) -> Step:  # noqa: ARG001
    insure(r, seat, decision)
    yield from ()


def _split(r: Round, seat: Box, group: int, place: int, decision: Decision) -> Step:
    hand = seat.groups[group][place]
    if decision.amount not in (None, hand.base[0]):
        message = f"box {seat.bet.box}: split: exactly ${dollars(hand.base[0])}"
        raise Refused(Code.AMOUNT_NOT_PERMITTED, message, r.game.cite("split_by"))
    halves = [
        Hand((card,), hand.base, hand.base, from_split=True, aces_split=card.is_ace)
        for card in hand.cards
    ]
    seat.groups[group][place : place + 1] = halves
    seat.was_split = seat.was_split or group == 0
    yield from ()


def _surrender(r: Round, seat: Box, group: int, place: int, decision: Decision) -> Step:  # noqa: ARG001
    kind = "held" if may_be_blackjack(r) else "at_once"
    seat.groups[group][place] = replace(seat.groups[group][place], surrendered=kind)
    yield from ()


def _rescue(r: Round, seat: Box, group: int, place: int, decision: Decision) -> Step:  # noqa: ARG001
    seat.groups[group][place] = replace(seat.groups[group][place], rescued=True)
    yield from ()


_ACTIONS: Final[dict[Action, Callable[[Round, Box, int, int, Decision], Step]]] = {
    Action.STAND: _stand,
    Action.HIT: _hit,
    Action.DOUBLE: _double,
    Action.SPLIT: _split,
    Action.SURRENDER: _surrender,
    Action.INSURE: _insure,
    Action.RESCUE: _rescue,
}
