"""Between the deal and the players' turns: insurance, even money, early surrender, the check."""

from __future__ import annotations

from typing import Final

from cutcard.law import Code, Refused
from cutcard.money import NOTHING, Cents, dollars
from cutcard.rules import (
    Action,
    Position,
    checks_for_blackjack,
    may_be_blackjack,
    surrender_is_held,
    surrender_precedes_check,
    why_not,
)
from cutcard.shoe import DEALERS
from cutcard.table.events import Decided
from cutcard.table.play.bets import check_unit, unit_of_all_wagers
from cutcard.table.round import AwaitsChore, AwaitsDecision, Backer, Box, Decision, Round
from cutcard.table.shared_boxes import as_held_by, has_wager


def offers(r: Round) -> AwaitsDecision | None:
    """Insurance and even money against an ace; an early surrender where it is asked so."""
    if r.offers_closed or not may_be_blackjack(r.up):
        return None
    if not r.up.is_ace and not surrender_precedes_check(r.game, r.up):
        return None
    boxes: dict[int, tuple[Action, ...]] = {}
    for box in r.boxes:
        kinds = () if box.declined else before_play(r, box)
        for backer in box.backers:
            kinds += tuple(each for each in backer_may(r, box, backer) if each not in kinds)
        if kinds:
            boxes[box.bet.box] = kinds
    return AwaitsDecision(boxes, is_offer=True) if boxes else None


def backer_may(r: Round, box: Box, backer: Backer) -> tuple[Action, ...]:
    """What another person on the box may still do before play, whatever the others do (§13(f)).

    Even money takes the place of that person's own insurance; a surrender is the caller's alone to
    call unless the house lets each surrender for themselves (MA-A58).
    """
    if backer.declined or box.groups[0][0].dead or box.groups[0][0].settled:
        return ()
    kinds = before_play(r, as_held_by(box, backer))
    own = surrenders_alone(r)
    return tuple(each for each in kinds if own or each is not Action.SURRENDER)


def surrenders_alone(r: Round) -> bool:
    """Whether a surrender on a shared box is for the person who makes it and nobody else."""
    return r.rules.options.get("shared_surrender") == "individual"


def check(r: Round) -> AwaitsChore | None:
    """The dealer's look at the hole card, by the reader or because it lies face up."""
    if r.checked or not checks_for_blackjack(r.game, r.up):
        return None
    return AwaitsChore("check_hole_card", DEALERS, r.game.cite("hole_card_checked"))


def third_cards(r: Round) -> AwaitsDecision | None:
    """A third card for two sevens with a wager on them, when the dealer has a blackjack."""
    if not r.blackjack_found:
        return None
    for box in r.boxes:
        if box.bet.box not in r.third_cards_asked and _may_complete_sevens(r, box):
            return AwaitsDecision({box.bet.box: (Action.THIRD_CARD,)}, is_offer=True)
    return None


def before_play(r: Round, box: Box) -> tuple[Action, ...]:
    """What a box may still do before the dealer's second card matters."""
    insurable = r.game.insurance and r.up.is_ace and any(insurance_spots(r, box))
    asks = surrender_precedes_check(r.game, r.up)
    kinds = (Action.EVEN_MONEY, Action.SURRENDER) if asks else (Action.EVEN_MONEY,)
    hands = range(len(box.groups))
    fitting = tuple(kind for kind in kinds if any(_fits(r, box, number, kind) for number in hands))
    return (Action.INSURE, *fitting) if insurable else fitting


WITH_AMOUNT: Final = (Action.INSURE, Action.DOUBLE, Action.SPLIT)
"""Decisions that put money down."""
OF_WHOLE_BOX: Final = (Action.SWITCH, Action.THIRD_CARD)
"""Decisions that are not of one hand among several."""


def require_no_more(r: Round, decision: Decision) -> None:
    """Refuse what a decision names and cannot use; of the spots only insurance knows one (§18(c))."""
    do, where = decision.do, f"box {decision.box}: {decision.do}"
    cite = r.game.cite(str(do), "turn_order")
    if decision.amount is not None and do not in WITH_AMOUNT:
        raise Refused(Code.AMOUNT_NOT_PERMITTED, f"{where}: amount: it takes none", cite)
    only = None if r.game.dealer_hands > 1 else 1
    if do is not Action.INSURE and decision.spot not in (None, only):
        message = f"{where}: spot: it covers every wager on the hand"
        raise Refused(Code.ACTION_NOT_PERMITTED, message, cite)
    if do in OF_WHOLE_BOX and decision.hand not in (None, 1):
        raise Refused(Code.ACTION_NOT_PERMITTED, f"{where}: hand: it is of the whole box", cite)


def decide_before_play(r: Round, box: Box, decision: Decision) -> Decided:
    """An offer taken before play, as the event it makes."""
    require_no_more(r, decision)
    if decision.do is Action.INSURE:
        return insure(r, box, decision)
    number = _hand_for(r, box, decision) + 1
    surrenders = decision.do is Action.SURRENDER
    held = surrenders and surrender_is_held(r.game, r.up)
    alone = bool(box.backers) and (not surrenders or surrenders_alone(r))
    return Decided(box.bet.box, number, str(decision.do), box.bet.player, held=held, alone=alone)


def _hand_for(r: Round, box: Box, decision: Decision) -> int:
    """The hand named, or the first of the box's main wagers that an action before play fits."""
    for number in range(len(box.groups)):
        if decision.hand in (None, number + 1) and _fits(r, box, number, decision.do):
            return number
    message = f"box {box.bet.box}: {decision.do}: not for hand {decision.hand}"
    raise Refused(Code.ACTION_NOT_PERMITTED, message, r.game.cite(decision.do))


def _fits(r: Round, box: Box, number: int, action: Action) -> bool:
    """Whether a hand may still take even money, or surrender; what is insured takes no even money."""
    hand = box.groups[number][0]
    insured = box.insured(number) is not None if r.game.switch else bool(box.insurance)
    if hand.is_over or (action is Action.EVEN_MONEY and insured):
        return False
    if action is Action.SURRENDER and hand.is_blackjack:
        return False
    return why_not(r.game, action, Position(hand, r.up)) is None


def insurance_spots(r: Round, box: Box) -> list[Cents]:
    """The stake that may be insured on each spot (at Switch: each hand); zero where none may."""
    first = box.groups[0][0]
    hands = [group[0] for group in box.groups] if r.game.switch else [first] * len(first.stakes)
    stakes = [hand.base[0] for hand in hands] if r.game.switch else list(first.base)
    barred = [
        hand.even_money or hand.dead or box.insured(spot) is not None for spot, hand in enumerate(hands)
    ]
    return [
        stake if insurance_limit(r, stake) and not out else NOTHING
        for stake, out in zip(stakes, barred, strict=True)
    ]


def insurance_limit(r: Round, stake: Cents) -> Cents:
    """Half the initial wager in whole chips, made up to the next where the document goes so far."""
    chip = unit_of_all_wagers(r.rules) or r.game.smallest_chip
    if r.rules.options.get("insurance_amount") == "half_at_most":
        return Cents(stake // (2 * chip) * chip)
    return Cents(-(-stake // (2 * chip)) * chip)


def too_little_to_insure(r: Round, box: Box, decision: Decision) -> Refused | None:
    """The refusal of insurance where half the wager is less than a chip; None where it is not."""
    stake = box.groups[0][0].base[0]
    if decision.do is not Action.INSURE or not r.up.is_ace or insurance_limit(r, stake):
        return None
    chip = dollars(r.game.smallest_chip)
    message = f"box {box.bet.box}: insure: half of ${dollars(stake)} is less than a chip of ${chip}"
    return Refused(Code.AMOUNT_NOT_PERMITTED, message, r.game.cite("insurance_amount", "insurance"))


def insure(r: Round, box: Box, decision: Decision) -> Decided:
    """An insurance wager, of at most half the wager it insures."""
    where = f"box {box.bet.box}: insurance"
    stakes = insurance_spots(r, box)
    number = _insured_number(r, box, decision, where)
    if number is None:
        number = next((n for n, stake in enumerate(stakes, 1) if stake), 0)
    if not number or not stakes[number - 1]:
        message = f"{where}: there is nothing to insure"
        raise Refused(Code.ACTION_NOT_PERMITTED, message, r.game.cite("insurance"))
    spot = number - 1
    limit = insurance_limit(r, stakes[spot])
    amount = limit if decision.amount is None else decision.amount
    most = max(limit, Cents(stakes[spot] // 2))
    if not 0 < amount <= most:
        half = f"half of ${dollars(stakes[spot])}"
        if 2 * most > stakes[spot]:
            half += ", made up to the next unit that chips can make"
        least = "" if amount > 0 else "above $0.00 and "
        message = f"{where}: amount: {least}at most ${dollars(most)}, {half}"
        raise Refused(Code.AMOUNT_NOT_PERMITTED, message, r.game.cite("insurance_amount", "insurance"))
    check_unit(r.rules, r.game, amount, stakes[spot], f"{where}: amount")
    return Decided(box.bet.box, 1, str(Action.INSURE), box.bet.player, amounts=(amount,), index=spot)


def _insured_number(r: Round, box: Box, decision: Decision, where: str) -> int | None:
    """The hand at Switch, elsewhere the spot, that a decision names; refused where it is none."""
    field, number, other = ("hand", decision.hand, decision.spot)
    if not r.game.switch:
        field, number, other = "spot", decision.spot, decision.hand
    most = len(insurance_spots(r, box))
    message = ""
    if other not in (None, 1, number):
        message = f"{where}: {field}: name the {field} to insure, counted from 1"
    elif number is not None and not 1 <= number <= most:
        message = f"{where}: {field}: 1 to {most}, not {number}"
    if message:
        raise Refused(Code.BAD_REQUEST, message, r.game.cite("insurance"))
    return number


def _may_complete_sevens(r: Round, box: Box) -> bool:
    """Two sevens with a wager on the player's own first three cards (Massachusetts §6(j)(3)).

    On a shared box it may be anybody's; the card is the caller's to call (§13(b)).

    A hand that died has its wagers back, and may have no card at all; who refused one gets none. Who has
    surrendered was paid for two sevens then (§17(e)).
    """
    option = r.rules.document.options.get("third_card")
    return (
        option is not None
        and has_wager(box, option.wager)
        and option.wager not in box.settled
        and not box.groups[0][0].dead
        and not box.frozen
        and all(card.rank == "7" for card in box.initial[0])
    )
