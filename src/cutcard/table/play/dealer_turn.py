"""The dealer plays: a card is drawn only where some wager still in play needs it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from cutcard.cards import Card, cards as cards_of, deck
from cutcard.rules import (
    TWO_CARDS,
    DealerHand,
    Hand,
    completes_for_buster,
    dealer_draws,
    is_natural,
    is_open,
    main_outcome,
    may_be_blackjack,
    settle_box,
    third_card_due,
    total,
)
from cutcard.shoe import DEALERS
from cutcard.table.play.bets import FOR_DEALER
from cutcard.table.round import (
    DEALER,
    AwaitsCard,
    AwaitsChore,
    Box,
    Place,
    Round,
    double_is_down,
    double_is_unseen,
)
from cutcard.table.shared_boxes import people
from cutcard.values import but
from cutcard.wagers import Classifier, Sees, View, classifier, final_total_of, priced_outcomes

INSURANCE: Final = "insurance"
PROBED_FINALS: Final = tuple((cards, points) for cards in range(3, 9) for points in (20, 21, 25))
A_BLACKJACK: Final = DealerHand.of(cards_of("As Ks"))
"""Any blackjack of the dealer's."""


def view_of(r: Round, box: Box, dealer: Sequence[Card]) -> View:
    """What a side wager on a box sees, with the dealer's cards given."""
    first = box.groups[0][0]
    first_two = box.initial[0] if box.initial else first.cards
    return View(
        first_two=first_two,
        up=r.up,
        dealer=tuple(dealer),
        second_pair=second_pair(box),
        drawn=box.drawn,
        drawn_after_split=box.drawn_after_split,
        was_split=box.was_split,
        final_total=final_total_of(first),
        player_blackjack=is_natural(first_two),
        dealer_blackjack=is_natural(dealer),
        dealer_total=total(dealer),
        options=r.rules.options,
    )


def second_pair(box: Box) -> tuple[Card, Card] | None:
    """At Switch the first two cards of the second hand, where it got both."""
    if len(box.initial) == 1 or not has_first_cards(box) or len(box.initial[1]) < TWO_CARDS:
        return None
    one, two = box.initial[1]
    return one, two


def has_first_cards(box: Box) -> bool:
    """Whether the box got its first two cards; a hand dead before that has none to look at.

    At Switch they are those of its first hand, on which the side wagers lie.
    """
    return bool(box.initial) and len(box.initial[0]) == TWO_CARDS


def _staked(r: Round) -> Iterator[tuple[Classifier, View, frozenset[str]]]:
    """The unsettled side wagers that see more than first cards, each with what it sees now.

    The outcomes are those that its paytable prices: no card is drawn for another.
    """
    for box in r.boxes:
        sides = [
            (wager, stake)
            for bet in (box.bet, *(backer.bet for backer in box.backers))
            for wager, stake in bet.stakes.items()
            if wager not in r.spots and wager not in box.settled and wager != FOR_DEALER
        ]
        if not sides or not has_first_cards(box):
            continue
        base = view_of(r, box, r.dealer[0])
        for wager, stake in sides:
            offer = r.rules.offers[wager]
            each = classifier(offer.law.classifier)
            if each.sees > Sees.FIRST_CARDS:
                yield each, but(base, stake=stake), priced_outcomes(each, offer.paytable)


def _main_is_open(r: Round, spot: int, cards: Sequence[Card]) -> bool:
    for box in r.boxes:
        for share in people(box) if box.backers else (box,):
            if len(cards) == 1 and blackjack_returns(r, share, spot):
                return True
            for hand in share.hands():
                if hand.settled or not hand.stakes[spot]:
                    continue
                if hand.is_decided:
                    if hand.busted and double_is_unseen(r, share, hand) and not hand.dead:
                        return True  # nobody has seen the card that took it over 21
                    continue
                if is_open(r.game, cards, partial(main_outcome, r.game, r.rows, hand)):
                    return True
    return False


def busts_turned_up(r: Round) -> Iterator[tuple[int, int]]:
    """Hands that a double card dealt face down took over 21, at multiple action.

    It is turned up when the first of the hand's wagers is settled (§10(c)); a hand over 21 has all of
    them collected (§18(f)).
    """
    for box in r.boxes:
        for number, hand in enumerate(box.hands(), 1):
            is_bust = hand.busted and not hand.settled and double_is_down(r, box, hand)
            if is_bust and not extras_may_return(r, hand):
                yield box.bet.box, number


def extras_may_return(r: Round, hand: Hand) -> bool:
    """Whether a late blackjack of the dealer would give back part of what lies on a hand over 21."""
    is_late = r.game.blackjack_spares_extras and may_be_blackjack(r.up)
    return is_late and r.game.busted_extras == "returned" and (hand.doubled or hand.from_split)


def blackjack_returns(r: Round, share: Box, spot: int) -> bool:
    """Whether a late blackjack of the dealer gives back part of what lies on somebody's hands over 21.

    Then the second card has an effect on the round, and is dealt for them alone (PE-A02, MA-A53).
    """
    for group in range(len(share.groups)):
        hands = share.numbered(group)
        over = {n for n, hand in hands if hand.busted and not (hand.settled or hand.dead)}
        if not any(number in over and extras_may_return(r, hand) for number, hand in hands):
            continue
        alive = [(number, hand) for number, hand in hands if not hand.dead]
        lines = settle_box(r.game, r.rows, alive, A_BLACKJACK, box=share.bet.box, spot=spot)
        if any(line.returned and line.hand in over for line in lines):
            return True
    return False


def for_dealer_on_dealer(r: Round) -> bool:
    """Whether a King's Bounty bet for the dealer rides on the dealer's own first two cards (MA-A81)."""
    return r.rules.options.get("kings_bounty_dealer_bet") == "dealer_hand"


def _dealer_is_bet_on(r: Round) -> bool:
    if not r.has_sides or not for_dealer_on_dealer(r):
        return False
    return any(FOR_DEALER in share.bet.stakes for box in r.boxes for share in people(box))


def with_second_cards(r: Round, view: View) -> Iterator[View]:
    """The view with each second card that the dealer may have, by what a check has told of it."""
    for card in deck(r.game.deck_cards):
        hand = (r.up, card)
        if not r.checked or is_natural(hand) == r.blackjack_found:
            yield but(view, dealer=hand, dealer_total=total(hand), dealer_blackjack=is_natural(hand))


def _second_card_matters(r: Round) -> bool:
    if _dealer_is_bet_on(r):
        return True
    for eyes, view, priced in _staked(r):
        if eyes.sees > Sees.SECOND_CARD and eyes.sees is not Sees.DRAWN_HAND:
            return True
        outcomes = set()
        for probe in with_second_cards(r, view):
            outcomes.add(priced.intersection(eyes.classify(probe)))
        if len(outcomes) > 1:
            return True
    return _drawn_hand_matters(r)


def _drawn_hand_matters(r: Round) -> bool:
    """Whether a wager on the dealer's drawn hand can still go either way."""
    for eyes, view, _ in _staked(r):
        if eyes.sees is not Sees.DRAWN_HAND:
            continue
        if len({frozenset(eyes.classify(probe)) for probe in with_final_hands(r, view)}) > 1:
            return True
    return False


def with_final_hands(r: Round, view: View) -> Iterator[View]:
    """The view with the dealer's hand drawn out in every way that a wager on it tells apart."""
    for count, points in PROBED_FINALS:
        filler = (*view.dealer, *[r.up] * count)[: max(count, len(view.dealer))]
        yield but(view, dealer=filler, dealer_total=points, dealer_blackjack=False)


def insurance_on(spot: int) -> str:
    """The name of the insurance on a spot, counted from 0: one of the dealer's hands, at Switch one
    of the player's."""
    return INSURANCE if spot == 0 else f"{INSURANCE}_{spot + 1}"


def insured_on(r: Round, spot: int) -> frozenset[int]:
    """The boxes with an unsettled insurance on a spot."""
    name = insurance_on(spot)
    return frozenset(
        box.bet.box
        for box in r.boxes
        if (box.insurance or box.backers)
        and name not in box.settled
        and any(spot == at for share in people(box) for at, _ in share.insurance)
    )


def is_insured_against(r: Round, hand: int) -> bool:
    """Whether an unsettled insurance waits for one of the dealer's hands, counted from 0."""
    spots = (hand,) if r.game.dealer_hands > 1 else range(len(r.spots))
    return any(insured_on(r, spot) for spot in spots)


def show_hole_card(r: Round) -> AwaitsChore | None:
    """The hole card is turned up once all players' cards are dealt, or the check found a blackjack."""
    if r.hole_shown or len(r.dealer[0]) < TWO_CARDS or r.game.hole_card in ("none", "face_up"):
        return None
    return AwaitsChore("show_hole_card", DEALERS, r.game.cite("hole_card_shown"))


def dealer_card(r: Round, spot: int) -> AwaitsCard | None:
    """The next card of one of the dealer's hands, where some wager still in play needs it."""
    cards = r.dealer[spot] if spot < len(r.dealer) else (r.up,)
    why = _next_draw(r, spot, cards)
    return AwaitsCard(Place(DEALER, spot + 1, why)) if why else None


def _next_draw(r: Round, spot: int, cards: Sequence[Card]) -> str:
    """Why the dealer takes a further card; empty where none is needed."""
    with_sides = spot == 0
    if len(cards) == 1:
        needed = _main_is_open(r, spot, cards) or is_insured_against(r, spot)
        return "hole" if needed or (with_sides and _second_card_matters(r)) else ""
    if is_natural(cards):
        return ""
    if not (with_sides and r.beyond):
        if with_sides and third_card_due(cards) and _is_staked(r, Sees.THIRD_CARD):
            return "dealer_third"
        if dealer_draws(r.game, cards) and (
            _main_is_open(r, spot, cards) or (with_sides and _drawn_hand_matters(r))
        ):
            return "draw"
    if with_sides and completes_for_buster(r.game, cards) and _is_staked(r, Sees.COMPLETED_HAND):
        return "buster"
    return ""


def _is_staked(r: Round, sees: Sees) -> bool:
    return any(eyes.sees is sees for eyes, _, _ in _staked(r))
