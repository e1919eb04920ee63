"""The dealer plays: a card is drawn only where some wager still in play needs it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from cutcard.cards import Card, deck
from cutcard.rules.dealer import (
    DEALER_STANDS,
    completes_for_buster,
    dealer_draws,
    is_open,
)
from cutcard.rules.hand import is_natural, total
from cutcard.rules.main import main_outcome
from cutcard.table.round import Box, Round, Step, take_card
from cutcard.wagers import classifier
from cutcard.wagers.view import Classifier, Sees, View

PROBED_FINALS: Final = tuple((cards, points) for cards in range(3, 9) for points in (20, 21, 25))


def view_of(r: Round, box: Box, dealer: Sequence[Card]) -> View:
    """What a side wager on a box sees, with the dealer's cards given."""
    first = box.groups[0][0]
    over = first.busted or first.surrendered or first.rescued
    return View(
        first_two=box.initial[0],
        up=r.up,
        dealer=tuple(dealer),
        second_pair=box.initial[1] if len(box.initial) > 1 else None,
        drawn=box.drawn,
        drawn_after_split=box.drawn_after_split,
        was_split=box.was_split,
        final_total=0 if over else first.total,
        player_blackjack=is_natural(box.initial[0]),
        dealer_blackjack=is_natural(dealer),
        dealer_total=total(dealer),
        options=r.rules.options,
    )


def _staked(r: Round) -> Iterator[tuple[Box, Classifier, View]]:
    for box in r.seats:
        sides = [(w, s) for w, s in box.bet.stakes.items() if w not in r.spots]
        if not sides:
            continue
        base = view_of(r, box, r.dealer[0])
        for wager, stake in sides:
            each = classifier(r.rules.offers[wager].law.classifier)
            if each.sees > Sees.FIRST_CARDS:
                yield box, each, replace(base, stake=stake)


def _main_is_open(r: Round, spot: int, cards: Sequence[Card]) -> bool:
    for box in r.seats:
        for hand in box.hands():
            if hand.is_decided or not hand.stakes[spot]:
                continue
            if is_open(r.game, cards, partial(main_outcome, r.game, r.rows, hand)):
                return True
    return False


def _second_card_matters(r: Round) -> bool:
    for _, each, view in _staked(r):
        if each.sees > Sees.SECOND_CARD and each.sees is not Sees.DRAWN_HAND:
            return True
        seen = set()
        for card in deck(r.game.deck_cards):
            dealer = (r.up, card)
            probe = replace(
                view, dealer=dealer, dealer_total=total(dealer), dealer_blackjack=is_natural(dealer)
            )
            seen.add(frozenset(each.classify(probe)))
        if len(seen) > 1:
            return True
    return _side_wager_is_open(r, Sees.DRAWN_HAND)


def _side_wager_is_open(r: Round, sees: Sees) -> bool:
    """Whether a wager on the dealer's drawn hand can still go either way."""
    for _, each, view in _staked(r):
        if each.sees is not sees:
            continue
        seen = set()
        for count, points in PROBED_FINALS:
            filler = (*view.dealer, *[r.up] * count)[: max(count, len(view.dealer))]
            probe = replace(view, dealer=filler, dealer_total=points, dealer_blackjack=False)
            seen.add(frozenset(each.classify(probe)))
        if len(seen) > 1:
            return True
    return False


def _insured(r: Round, spot: int) -> bool:
    return any(box.insurance if r.game.switch else spot in box.insurance for box in r.seats)


def dealer_plays(r: Round) -> Step:
    """The dealer's hand, or at multiple action each of them, built on the same up card."""
    for spot in range(r.game.dealer_hands):
        if spot:
            if not any(hand.stakes[spot] for box in r.seats for hand in box.hands()):
                break
            r.dealer.append([r.up])
        yield from _play(r, spot, r.dealer[spot])


def _play(r: Round, spot: int, cards: list[Card]) -> Step:
    with_sides = spot == 0
    if len(cards) == 1 and (
        _main_is_open(r, spot, cards) or _insured(r, spot) or (with_sides and _second_card_matters(r))
    ):
        cards.append((yield from take_card("the dealer's second card")))
    if len(cards) > 1 and not is_natural(cards):
        if with_sides and total(cards) < DEALER_STANDS and _side_wager_is_staked(r, Sees.THIRD_CARD):
            cards.append((yield from take_card("the dealer's third card")))
        while dealer_draws(r.game, cards) and (
            _main_is_open(r, spot, cards) or (with_sides and _side_wager_is_open(r, Sees.DRAWN_HAND))
        ):
            cards.append((yield from take_card("the dealer")))
    r.main_cards.append(len(cards))
    if with_sides and len(cards) > 1 and not is_natural(cards) and _buster_is_staked(r):
        while completes_for_buster(r.game, cards):
            cards.append((yield from take_card("the dealer, for the Buster wager")))


def _side_wager_is_staked(r: Round, sees: Sees) -> bool:
    return any(each.sees is sees for _, each, _ in _staked(r))


def _buster_is_staked(r: Round) -> bool:
    return _side_wager_is_staked(r, Sees.COMPLETED_HAND)
