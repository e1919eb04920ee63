"""The players' turns: each box plays its hands, one after the other, by the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Final

from cutcard.law import Code, Refused
from cutcard.money import Cents, dollars
from cutcard.rules import (
    TWENTY_ONE,
    Action,
    Game,
    Hand,
    Position,
    checks_for_blackjack,
    double_amounts,
    full_double,
    is_charlie,
    is_pair,
    legal_actions,
    may_be_blackjack,
    surrender_is_held,
    why_not,
)
from cutcard.shoe import DEALERS
from cutcard.table.events import Decided
from cutcard.table.play.before_play import (
    insurance_spots,
    insure,
    require_no_more,
    surrenders_alone,
    too_little_to_insure,
)
from cutcard.table.play.bets import check_unit
from cutcard.table.round import (
    AwaitsCard,
    AwaitsChore,
    AwaitsDecision,
    AwaitsDevice,
    AwaitsFollowers,
    Backer,
    Box,
    Decision,
    Place,
    Round,
    RoundAwaits,
    double_is_down,
)
from cutcard.table.shared_boxes import as_held_by, people

Turn = AwaitsCard | AwaitsDecision | AwaitsFollowers | AwaitsChore | None


def in_order(r: Round) -> tuple[Box, ...]:
    """The boxes in the order in which they take their turns."""
    return r.boxes if r.game.turn_order == "clockwise_from_left" else r.boxes[::-1]


def turns(r: Round) -> Turn:
    """What the first box that has not played out its hands awaits."""
    if r.blackjack_found:
        return None
    for box in in_order(r):
        awaited = turn_of(r, box)
        if awaited is not None:
            return awaited
    return None


def late_cards(r: Round) -> Turn:
    """Cards missed in play come after all other players' cards."""
    return AwaitsCard(r.late[0]) if r.late else None


def turn_of(r: Round, box: Box) -> Turn:
    """What one box awaits before it has played out its hands."""
    if box.follows:
        return AwaitsFollowers(box.bet.box, box.follows_hand, box.follows, box.following)
    if r.game.switch and not box.switch_asked and _may_switch(box):
        return AwaitsDecision({box.bet.box: (Action.SWITCH,)}, is_offer=True)
    for group, hands in enumerate(box.groups):
        for place, hand in enumerate(hands):
            if hand.stood or hand.settled:
                continue
            awaited = _of_hand(r, box, group, place)
            if awaited is not None:
                return awaited
    return None


def _may_switch(box: Box) -> bool:
    """Whether both hands still wait for a first decision (MD-A17), neither dead nor paid even money."""
    return not any(hand.dead or hand.even_money for hand in box.hands())


def _of_hand(r: Round, box: Box, group: int, place: int) -> Turn:
    hand, number = box.groups[group][place], box.number(group, place)
    if hand.dead or (r.late and any(at.box == box.bet.box and at.hand == number for at in r.late)):
        return None
    if hand.is_blackjack:
        waits = pays_in_turn(r, hand)
        return AwaitsChore("settle", DEALERS, r.game.cite(blackjack_rule(r)), "turn") if waits else None
    if hand.is_over:
        return None
    if box.frozen:  # no further card of any kind, not even to a hand just split
        left = _needing_no_card(r, box, position(r, box, group, place))
        return AwaitsDecision({box.bet.box: left}, is_offer=True, hand=number) if left else None
    if len(hand.cards) == 1 or hand.draws_owed:
        face = "down" if double_is_down(r, box, hand) else "up"
        return AwaitsCard(Place(box.bet.box, number, "play", face))
    kinds = _left_to(r.game, hand)
    if kinds is None:
        return AwaitsDecision(Choices(r, box, group, place), is_offer=False, hand=number)
    at = position(r, box, group, place)
    offered = tuple(kind for kind in kinds if why_not(r.game, kind, at) is None)
    if offered and why_not(r.game, Action.STAND, at) is None:  # a doubled hand stands by itself
        offered = (Action.STAND, *offered)
    return AwaitsDecision({box.bet.box: offered}, is_offer=True, hand=number) if offered else None


def _needing_no_card(r: Round, box: Box, at: Position) -> tuple[Action, ...]:
    """What a box that refused an exposed card may do but stand: only cards are denied."""
    kinds = [each for each in (Action.SURRENDER, Action.RESCUE) if why_not(r.game, each, at) is None]
    if why_not(r.game, Action.INSURE, at) is None and any(
        any(insurance_spots(r, share)) for share in people(box)
    ):
        kinds.append(Action.INSURE)
    if kinds and why_not(r.game, Action.STAND, at) is None:
        return (Action.STAND, *kinds)
    return tuple(kinds)  # a doubled hand stands by itself: a rescue is accepted or declined


NEED_CARD: Final = (Action.HIT, Action.DOUBLE, Action.SPLIT, Action.THIRD_CARD)
"""Decisions that a box may not take once it has refused an exposed card."""


def _refused_card(r: Round, box: Box, decision: Decision) -> Refused | None:
    """The refusal of a decision that needs a card, to a box that would not take the exposed one."""
    if not box.frozen or decision.do not in NEED_CARD:
        return None
    message = f"box {box.bet.box}: {decision.do}: it refused an exposed card and gets none this round"
    cite = r.rules.document.provision_cite("exposed_refused")
    return Refused(Code.ACTION_NOT_PERMITTED, message, cite)


def blackjack_rule(r: Round) -> str:
    """The option that says when a player's blackjack is settled against this up card."""
    return "settle_blackjack_v_high" if may_be_blackjack(r.up) else "settle_blackjack_v_low"


def pays_in_turn(r: Round, hand: Hand) -> bool:
    """Whether a blackjack is paid when its box's turn comes."""
    rule = getattr(r.game, blackjack_rule(r))
    return rule == "in_turn" and not hand.settled and not r.game.switch


def position(r: Round, box: Box, group: int, place: int) -> Position:
    """A hand at its turn, as the rules of play see it."""
    hand, hands = box.groups[group][place], len(box.groups[group])
    return Position(hand, r.up, hands, acted=box.acted, just_doubled=hand.doubled, in_play=True)


class Choices(Mapping[int, tuple[Action, ...]]):
    """Every decision that a hand at its turn may take, by its box; worked out when somebody asks."""

    def __init__(self, r: Round, box: Box, group: int, place: int) -> None:
        self._asked = r, box, group, place

    @cached_property
    def _actions(self) -> tuple[Action, ...]:
        r, box, group, place = self._asked
        at = position(r, box, group, place)
        actions = legal_actions(r.game, at)
        may_insure = why_not(r.game, Action.INSURE, at) is None and any(insurance_spots(r, box))
        return (*actions, Action.INSURE) if may_insure else actions

    def __getitem__(self, box: int) -> tuple[Action, ...]:
        if box != self._asked[1].bet.box:
            raise KeyError(box)
        return self._actions

    def __iter__(self) -> Iterator[int]:
        return iter((self._asked[1].bet.box,))

    def __len__(self) -> int:
        return 1

    def __repr__(self) -> str:
        return repr(dict(self))


def _left_to(game: Game, hand: Hand) -> tuple[Action, ...] | None:
    """What a hand that need not act takes where the rules allow it; None when the player must decide."""
    if hand.doubled:
        return Action.RESCUE, Action.DOUBLE
    if is_charlie(hand, game.charlie):
        return ()
    if hand.aces_split and not game.split_aces_draw:
        return (Action.SPLIT,)
    return (Action.DOUBLE,) if hand.total == TWENTY_ONE else None


def decide_in_turn(r: Round, decision: Decision, awaited: AwaitsDecision) -> Decided:
    """A decision on the hand that is to act, as the event it makes; refused where it may not be."""
    return _in_turn(r, r.box_at(next(iter(awaited.offers))), decision, awaited)


def _in_turn(r: Round, box: Box, decision: Decision, awaited: AwaitsDecision) -> Decided:
    number = awaited.hand
    assert number is not None
    _require(r, box, decision, position(r, box, *box.find(number)), awaited)
    require_no_more(r, decision)
    return _ACTIONS[decision.do](r, box, number, decision)


def backer_in_turn(
    r: Round, box: Box, backer: Backer, decision: Decision, awaited: AwaitsDecision
) -> Decided:
    """The same of another person on the box, for their own money: a late insurance, a surrender."""
    share = as_held_by(box, backer)
    assert awaited.hand is not None
    if share.groups[0][awaited.hand - 1].is_over or backer.declined:
        raise out_of_turn(r, decision, "that wager is out of play, or the offer was declined", awaited)
    return _in_turn(r, share, decision, awaited)


def _require(r: Round, box: Box, decision: Decision, at: Position, awaited: AwaitsDecision) -> None:
    if decision.box != box.bet.box:
        raise out_of_turn(r, decision, f"box {box.bet.box} is to act", awaited)
    if decision.do is not Action.INSURE and decision.hand not in (None, awaited.hand):
        split = ("split_order",) if at.hand.from_split else ()
        message = f"box {box.bet.box}: {decision.do}: hand: {awaited.hand} is to act"
        raise Refused(Code.OUT_OF_TURN, message, r.game.cite(*split, "turn_order"))
    if (barred := _refused_card(r, box, decision)) is not None:
        raise barred
    if (too_little := too_little_to_insure(r, box, decision)) is not None:
        raise too_little
    refusal = why_not(r.game, decision.do, at)
    if refusal is not None:
        message = f"box {box.bet.box}: {decision.do}: {refusal.message}"
        raise Refused(refusal.code, message, refusal.cite)
    if awaited.is_offer and decision.do not in (offered := awaited.offers[box.bet.box]):
        raise out_of_turn(r, decision, f"{', '.join(offered)} is offered now", awaited)


def has_played(r: Round, box: Box) -> bool:
    """Whether the box's turn has come and gone."""
    if r.owed:
        return False
    for each in in_order(r):
        if turn_of(r, each) is not None:
            return False
        if each.bet.box == box.bet.box:
            return r.checked or not checks_for_blackjack(r.game, r.up)
    return False


DEALT_BY: Final = {
    "first": "deal_order",
    "second": "deal_order",
    "up": "deal_order",
    "hole": "hole_card_dealt",
    "third": "third_card",
    "dealer_third": "dealer_third_card",
    "draw": "soft_17",
    "buster": "buster_completion",
}
"""Why a card is dealt -> the option whose provision has it dealt; `_drawn_by` for one asked for."""


def _drawn_by(r: Round, place: Place) -> str:
    """The option whose provision has a player's card in play dealt: of a double, a split or a hit."""
    hand = r.box_at(place.box).hand(place.hand)
    if hand.doubled:
        return "double_card"
    return "split_order" if hand.from_split and len(hand.cards) == 1 else "draws_dealt"


OFFERED_BY: Final = {
    Action.INSURE: "insurance_asked",
    Action.SURRENDER: "surrender_first",
    Action.DOUBLE: "double_cards",
    Action.SPLIT: "split_by",
}
"""An action that is offered -> the option whose provision has it offered, where not its own name."""


def _offered_by(r: Round, box: int, number: int | None, kind: Action) -> str:
    """The provision that has an action offered to a box; empty where it only lets the others pass."""
    if kind is Action.STAND:
        frozen = r.box_at(box).frozen
        return r.rules.document.provision_cite("exposed_refused") if frozen else ""
    if kind is Action.DOUBLE and number is not None and r.box_at(box).hand(number).doubled:
        return r.game.cite("redouble", str(kind))
    return r.game.cite(OFFERED_BY.get(kind, str(kind)), str(kind))


def cite_of(r: Round, awaited: RoundAwaits | None) -> str:
    """The provision behind what a round awaits: whatever else is tried is refused by it."""
    match awaited:
        case AwaitsChore(cite=cite) | AwaitsDevice(cite=cite):
            return cite
        case AwaitsFollowers(to=to):
            return r.rules.document.provision_cite(f"follow_{to}")
        case AwaitsCard(place=place) if place in r.late:
            return r.rules.document.provision_cite("missed_card")
        case AwaitsCard(place=place):
            return r.game.cite(DEALT_BY.get(place.why) or _drawn_by(r, place))
        case AwaitsDecision(offers=offers, is_offer=True, hand=number):
            kinds = ((box, kind) for box, each in offers.items() for kind in each)
            cites = (_offered_by(r, box, number, kind) for box, kind in kinds)
            return "; ".join(dict.fromkeys(filter(None, cites)))
        case AwaitsDecision():
            return r.game.cite("turn_order")
    return r.game.cite("cards_collected")


def out_of_turn(r: Round, decision: Decision, why: str, awaited: RoundAwaits | None) -> Refused:
    """The refusal of a decision not awaited; once a box has played, by the rule that ended its play."""
    box = r.box(decision.box)
    if box is not None and (barred := _refused_card(r, box, decision)) is not None:
        return barred
    if box is not None and all(hand.dead for hand in box.hands()):
        dead = box.hand(1).dead
        return Refused(Code.OUT_OF_TURN, f"box {decision.box}: {decision.do}: the hand is dead", dead)
    if box is not None and (r.blackjack_found or has_played(r, box)):
        hands = list(reversed(list(box.hands())))
        if decision.do is Action.SPLIT:  # meant for a pair, if the box holds one
            hands.sort(key=lambda each: not is_pair(r.game, each))
        hand, acted = hands[0], box.acted or hands[0].stood
        count = len(box.groups[0])
        at = Position(hand, r.up, count, acted=acted, just_doubled=hand.doubled, in_play=True)
        refusal = why_not(r.game, decision.do, at)
        if refusal is not None:
            message = f"box {decision.box}: {decision.do}: {refusal.message}"
            return Refused(refusal.code, message, refusal.cite)
        if hand.is_blackjack and not r.blackjack_found:
            message = f"box {decision.box}: {decision.do}: a blackjack takes no decision"
            return Refused(Code.ACTION_NOT_PERMITTED, message, r.game.cite(blackjack_rule(r)))
    ended = "dealer_blackjack_ends_round" if r.blackjack_found else ""
    cite = r.game.cite(ended) or cite_of(r, awaited)
    return Refused(Code.OUT_OF_TURN, f"box {decision.box}: {decision.do}: {why}", cite)


def _plain(r: Round, box: Box, number: int, decision: Decision) -> Decided:  # noqa: ARG001
    return Decided(box.bet.box, number, str(decision.do), box.bet.player)


def _double(r: Round, box: Box, number: int, decision: Decision) -> Decided:
    """The amount on each spot with a wager, and on none more than its wager (§18(c))."""
    hand = box.hand(number)
    amount = double_amount(r, box.bet.box, hand, greatest_spot(hand), decision.amount)
    amounts = tuple(Cents(min(amount, full_double(hand, spot))) for spot in range(len(hand.stakes)))
    return Decided(box.bet.box, number, str(Action.DOUBLE), box.bet.player, amounts=amounts)


def greatest_spot(hand: Hand) -> int:
    """The spot that a double may add the most to."""
    return max(range(len(hand.stakes)), key=lambda spot: full_double(hand, spot))


def double_amount(r: Round, box: int, hand: Hand, spot: int, wanted: Cents | None) -> Cents:
    """What a double adds on one spot; refused where it is too little or too much."""
    least, most = double_amounts(r.game, hand, spot)
    amount = most if wanted is None else wanted
    if not least <= amount <= most:
        above = () if amount <= most else ("maximum_wager",)  # the table's, where a double may be more
        above = ("double_amount",) if amount > full_double(hand, spot) else above
        span = "above $0.00 and at most" if least < most else "exactly"
        message = f"box {box}: double: amount: {span} ${dollars(most)}"
        raise Refused(Code.AMOUNT_NOT_PERMITTED, message, r.game.cite(*above, "double_for_less"))
    if least < most:  # else the document or the table's limit sets it
        check_unit(r.rules, r.game, Cents(amount), hand.stakes[spot], f"box {box}: double: amount")
    return Cents(amount)


def _insure(r: Round, box: Box, number: int, decision: Decision) -> Decided:  # noqa: ARG001
    return insure(r, box, decision)


def _split(r: Round, box: Box, number: int, decision: Decision) -> Decided:
    hand = box.hand(number)
    if decision.amount not in (None, hand.base[0]):
        message = f"box {box.bet.box}: split: amount: exactly ${dollars(hand.base[0])}"
        raise Refused(Code.AMOUNT_NOT_PERMITTED, message, r.game.cite("split_by"))
    return Decided(box.bet.box, number, str(Action.SPLIT), box.bet.player, amounts=hand.base)


def _surrender(r: Round, box: Box, number: int, decision: Decision) -> Decided:  # noqa: ARG001
    held, alone = surrender_is_held(r.game, r.up), bool(box.backers) and surrenders_alone(r)
    return Decided(box.bet.box, number, str(Action.SURRENDER), box.bet.player, held=held, alone=alone)


_ACTIONS: Final[dict[Action, Callable[[Round, Box, int, Decision], Decided]]] = {
    Action.STAND: _plain,
    Action.HIT: _plain,
    Action.DOUBLE: _double,
    Action.SPLIT: _split,
    Action.SURRENDER: _surrender,
    Action.INSURE: _insure,
    Action.RESCUE: _plain,
}
