"""A round is a tuple of steps; each says what it awaits, or that it is done.

`awaits_in` asks them in order. A game differs from another in its options, not in its steps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cutcard.rules import TWO_CARDS, dealer_draws, may_be_blackjack, third_card_due
from cutcard.shoe import DEALERS
from cutcard.table.play.before_play import check, offers, third_cards
from cutcard.table.play.dealer_turn import INSURANCE, dealer_card, show_hole_card
from cutcard.table.play.draws import draw_asked
from cutcard.table.play.turns import in_order, late_cards, turn_of, turns
from cutcard.table.round import AwaitsCard, AwaitsChore, AwaitsDecision, AwaitsDevice, Round, RoundAwaits
from cutcard.table.settlement.lines import missing_device
from cutcard.table.settlement.moments import (
    AT_ONCE,
    BEFORE_BUSTER,
    BEFORE_BUTTON,
    BEFORE_TURNS,
    ELECTION,
    SECOND_CARD,
    THIRD_CARD,
    TURN,
    button_cite,
    button_waits,
    has_main,
    insurance_is_due,
    is_at_stake,
    main_due,
    side_wagers_due,
    spins_in_turn,
    wagers_back,
    wagers_due,
    waits_for_dealer,
)
from cutcard.values import latest_kept
from cutcard.wagers.settlement import DeviceMissing

Step = Callable[[Round], RoundAwaits | None]


def _settle(moment: str, cite: str) -> AwaitsChore:
    return AwaitsChore("settle", DEALERS, cite, moment)


def _settle_sides(r: Round, moment: str) -> AwaitsChore:
    """Side wagers or insurance, by the provisions on when those that are due are settled."""
    if moment == INSURANCE:
        laws = [r.rules.insurance.law]
    else:
        laws = [r.rules.offers[name].law for name in wagers_due(r, moment) if name in r.rules.offers]
    cites = dict.fromkeys(law.settled.cite_at(moment) for law in laws if law.settled is not None)
    return _settle(moment, "; ".join(cites) or r.game.cite("settlement_procedure"))


def void(r: Round) -> AwaitsChore | None:
    """A void round has nothing left but to give the wagers back."""
    return _settle("end", r.void) if r.void else None


def settle_first_cards(r: Round) -> AwaitsChore | None:
    """Side wagers that the first cards decide, before any reader or further card."""
    if r.checked or not side_wagers_due(r, "first_cards"):
        return None
    return _settle_sides(r, "first_cards")


def settle_at_once(r: Round) -> AwaitsChore | None:
    """Hands whose wager is settled as soon as they are decided, and what goes back with a dead one."""
    cite = main_due(r, AT_ONCE) or wagers_back(r)
    return _settle(AT_ONCE, cite) if cite else None


def settle_after_check(r: Round) -> AwaitsChore | None:
    """Insurance, and side wagers that a dealer blackjack would have changed."""
    if r.checked and insurance_is_due(r):
        return _settle_sides(r, "insurance")
    if r.checked and r.has_sides and side_wagers_due(r, "check"):
        return _settle_sides(r, "check")
    return None


def settle_before_turns(r: Round) -> AwaitsChore | None:
    """Blackjacks that nothing can beat, where they are paid before any third card."""
    cite = main_due(r, BEFORE_TURNS)
    return _settle(BEFORE_TURNS, cite) if cite else None


def settle_elections(r: Round) -> AwaitsChore | None:
    """Side wagers that waited for the player's own election, or for the card it asked for.

    A surrender is one too, also where it is asked before the check (Massachusetts §17(e)).
    """
    return _settle_sides(r, ELECTION) if side_wagers_due(r, ELECTION) else None


def turns_and_spins(r: Round) -> RoundAwaits | None:
    """The players' turns, each with the wheel that its blackjack turns (Pontoon Ch.12 §D(7))."""
    if not r.has_sides or not side_wagers_due(r, TURN):
        return turns(r)
    for box in in_order(r):
        awaited = turn_of(r, box)
        if spins_in_turn(r, box):
            return _awaited_device(missing_device(r, TURN)) or awaited or _settle_sides(r, TURN)
        if awaited is not None:
            return awaited
    return None


def settle_third_card(r: Round) -> AwaitsChore | None:
    """Wagers on the dealer's third card, once it has fallen or two cards in view need none (§25(e))."""
    if len(r.dealer[0]) < TWO_CARDS or show_hole_card(r):
        return None
    if third_card_due(r.dealer[0]) or not side_wagers_due(r, THIRD_CARD):
        return None
    return _settle_sides(r, THIRD_CARD)


def settle_second_card(r: Round) -> AwaitsChore | None:
    """What waits for the dealer's second card, before any further one."""
    if len(r.dealer[0]) < TWO_CARDS:
        return None
    cite = main_due(r, SECOND_CARD)
    return _settle(SECOND_CARD, cite) if cite else None


def dealer_plays(r: Round) -> AwaitsCard | AwaitsChore | None:
    """The dealer's hand, or at multiple action each of them in turn, each settled before the next."""
    for spot in range(r.spots_settled, r.game.dealer_hands):
        if spot and not is_at_stake(r, spot):
            continue  # an insurance may still wait for the hand after it
        awaited = dealer_card(r, spot)
        if awaited is not None and not (len(r.dealer[0]) > 1 and insurance_is_due(r)):
            return _settle_before_buster(r, awaited) or awaited
        if insurance_is_due(r):
            return _settle_sides(r, "insurance")
        if has_main(r, spot) and spot + 1 < r.game.dealer_hands:
            moment = f"hand_{spot + 1}"
            return _settle(moment, r.rules.document.provision_cite(f"settle_{moment}"))
    return None


def _settle_before_buster(r: Round, awaited: AwaitsCard) -> AwaitsChore | None:
    """Main wagers, where the dealer stands by the table's rule and draws on for Buster (MA-A31)."""
    if awaited.place.why != "buster" or r.game.dealer_hands > 1:
        return None
    if dealer_draws(r.game, r.dealer[0]) or not has_main(r, 0):
        return None
    return _settle(BEFORE_BUSTER, r.game.cite("buster_completion"))


def _awaited_device(missing: DeviceMissing | None) -> AwaitsDevice | None:
    if missing is None:
        return None
    why = missing.refusal
    return AwaitsDevice(missing.device, why.message, why.cite, missing.box, missing.player)


def finish(r: Round) -> AwaitsChore | AwaitsDevice | None:
    """What a device of the house has yet to show, then the last settlement."""
    if r.finished:
        return None
    if r.has_sides and button_waits(r):
        return _settle(BEFORE_BUTTON, button_cite(r))
    device = _awaited_device(missing_device(r))
    return device or draw_asked(r) or _settle("end", r.game.cite("settlement_procedure"))


def third_cards_in_turn(r: Round) -> AwaitsDecision | AwaitsChore | None:
    """Third cards for two sevens, each paid for before the next player is offered one (§17(e))."""
    return (settle_elections(r) if r.has_sides and r.blackjack_found else None) or third_cards(r)


AGAINST_BLACKJACK: Final[tuple[Step, ...]] = (offers, check, third_cards_in_turn, settle_after_check)
"""The steps that only an ace or a ten-value up card calls for."""


def against_blackjack(r: Round) -> RoundAwaits | None:
    """Offers, the check and what follows it, where the up card lets the dealer have a blackjack."""
    if not may_be_blackjack(r.up):
        return None
    for step in AGAINST_BLACKJACK:
        awaited = step(r)
        if awaited is not None:
            return awaited
    return None


STEPS: Final[tuple[Step, ...]] = (
    settle_first_cards,
    settle_third_card,
    settle_at_once,
    settle_elections,
    against_blackjack,
    settle_before_turns,
    turns_and_spins,
    late_cards,
    show_hole_card,
    settle_second_card,
    dealer_plays,
    finish,
)
FOR_SIDES: Final[tuple[Step, ...]] = (settle_first_cards, settle_third_card, settle_elections)
"""The steps that a round without side wagers has no use for."""
FOR_EARLY: Final[tuple[Step, ...]] = (settle_at_once, settle_before_turns, settle_second_card)
"""The steps that a round has no use for while every hand waits for the dealer."""
_NEEDED: Final = {
    (sides, early): tuple(
        step for step in STEPS if (sides or step not in FOR_SIDES) and (early or step not in FOR_EARLY)
    )
    for sides in (False, True)
    for early in (False, True)
}


@latest_kept
def awaits_in(r: Round) -> RoundAwaits | None:
    """What the round awaits; None when it is over."""
    if r.finished:
        return None
    if r.void:
        return void(r)
    if r.owed:
        return AwaitsCard(r.owed[0])
    for step in _NEEDED[r.has_sides, not waits_for_dealer(r)]:
        awaited = step(r)
        if awaited is not None:
            return awaited
    return None


def is_being_dealt(r: Round) -> bool:
    """Whether anything comes before the last settlement, and a card with it."""
    awaited = awaits_in(r)
    if isinstance(awaited, AwaitsDevice):
        return side_wagers_due(r, TURN)  # a wheel in a player's turn: others are to play yet
    return not (isinstance(awaited, AwaitsChore) and awaited.moment == "end")
