"""Between the deal and the players' turns: insurance, even money, early surrender, the check."""

from __future__ import annotations

from dataclasses import replace

from cutcard.law.refusal import Code, Refused
from cutcard.money import Cents, dollars
from cutcard.rules.actions import Action, Position, why_not
from cutcard.rules.hand import is_natural
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


def insurance(r: Round) -> Step:
    """Insurance and even money against an ace; an early surrender where it is asked so."""
    while offers := {s.bet.box: kinds for s in r.seats if (kinds := _before_play(r, s))}:
        decision = yield AwaitsDecision(offers, is_offer=True)
        if decision is None:
            return
        assert isinstance(decision, Decision)
        seat = r.seat(decision.box)
        assert seat is not None
        if decision.do is Action.INSURE:
            insure(r, seat, decision)
        else:
            kind = "even_money" if decision.do is Action.EVEN_MONEY else "surrendered"
            number = _hand_for(r, seat, decision)
            hand = seat.groups[number][0]
            seat.groups[number][0] = (
                replace(hand, even_money=True)
                if kind == "even_money"
                else replace(hand, surrendered="held")
            )


def _hand_for(r: Round, seat: Box, decision: Decision) -> int:
    """The hand named, or the first of the box's main wagers that an action before play fits."""
    for number in range(len(seat.groups)):
        if decision.hand in (None, number + 1) and _fits(r, seat, number, decision.do):
            return number
    message = f"box {seat.bet.box}: {decision.do}: not for hand {decision.hand}"
    raise Refused(Code.ACTION_NOT_PERMITTED, message, r.game.cite(decision.do))


def _fits(r: Round, seat: Box, number: int, action: Action) -> bool:
    """Whether a hand may still take even money, or surrender; what is insured takes no even money."""
    hand = seat.groups[number][0]
    insured = number in seat.insurance if r.game.switch else bool(seat.insurance)
    if hand.is_over or (action is Action.EVEN_MONEY and insured):
        return False
    if action is Action.SURRENDER and hand.is_blackjack:
        return False
    return why_not(r.game, action, Position(hand, r.up)) is None


def _before_play(r: Round, seat: Box) -> tuple[Action, ...]:
    """What a box may still do before the dealer's second card matters."""
    kinds = []
    spots = range(len(seat.groups) if r.game.switch else len(seat.groups[0][0].stakes))
    if r.game.insurance and r.up.is_ace and any(_insurable(seat, spot, r) for spot in spots):
        kinds.append(Action.INSURE)
    early = r.game.surrender_asked == "before_check" and may_be_blackjack(r)
    asked = (Action.EVEN_MONEY, Action.SURRENDER) if early else (Action.EVEN_MONEY,)
    for action in asked:
        if any(_fits(r, seat, number, action) for number in range(len(seat.groups))):
            kinds.append(action)
    return tuple(kinds)


def _insurable(seat: Box, spot: int, r: Round) -> bool:
    hand = seat.groups[spot if r.game.switch else 0][0]
    stake = hand.base[0] if r.game.switch else hand.base[spot]
    return spot not in seat.insurance and stake > 0 and not hand.even_money


def insurance_limit(r: Round, stake: Cents) -> Cents:
    """Half the initial wager, or the next unit that chips can make where the document goes so far."""
    if r.rules.options.get("insurance_amount") == "half_at_most":
        return Cents(stake // 2)
    chip = int(r.game.smallest_chip)
    if r.rules.variation == "six_to_five" and r.rules.option("five_dollar_multiples") == "all":
        chip = 500
    return Cents(-(-stake // (2 * chip)) * chip)


def insure(r: Round, seat: Box, decision: Decision) -> None:
    """Takes an insurance wager, of at most half the wager it insures."""
    where = f"box {seat.bet.box}: insurance"
    count = len(seat.groups) if r.game.switch else len(seat.groups[0][0].stakes)
    wanted = decision.hand if r.game.switch else decision.spot
    if wanted is None:
        wanted = next((n for n in range(1, count + 1) if _insurable(seat, n - 1, r)), 0)
    if not 1 <= wanted <= count or not _insurable(seat, wanted - 1, r):
        raise Refused(
            Code.ACTION_NOT_PERMITTED, f"{where}: nothing to insure there", r.game.cite("insurance")
        )
    spot = wanted - 1
    hand = seat.groups[spot if r.game.switch else 0][0]
    limit = insurance_limit(r, hand.base[0] if r.game.switch else hand.base[spot])
    amount = limit if decision.amount is None else decision.amount
    if not 0 < amount <= limit:
        raise Refused(
            Code.AMOUNT_NOT_PERMITTED,
            f"{where}: at most half the wager, ${dollars(limit)}",
            r.game.cite("insurance_amount", "insurance"),
        )
    check_unit(r.rules, r.game, amount, where)
    seat.insurance[spot] = amount


def check_for_blackjack(r: Round) -> Step:
    """The dealer learns whether the hole card makes a blackjack; then nobody draws."""
    if not r.game.dealer_checks or not is_natural(r.dealer[0]):
        return
    r.blackjack_found = True
    for seat in r.seats:
        if _may_complete_sevens(r, seat):
            offers = {seat.bet.box: (Action.THIRD_CARD,)}
            if (yield AwaitsDecision(offers, is_offer=True)) is not None:
                seat.drawn = ((yield from take_card(f"box {seat.bet.box}, third card")),)


def _may_complete_sevens(r: Round, seat: Box) -> bool:
    """Two sevens with a wager on the player's own first three cards (Massachusetts §6(j)(3))."""
    offer = r.rules.offers.get("sevens")
    staked = offer is not None and "sevens" in seat.bet.stakes
    return (
        staked
        and offer is not None
        and offer.law.classifier == "sevens_drawn"
        and all(card.rank == "7" for card in seat.initial[0])
    )
