"""Deals shown to a classifier directly, card by card, to hold the analyser's tables against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from cutcard.cards import Card
from cutcard.law.model import OptionValue
from cutcard.money import NOTHING, Cents
from cutcard.rules import total
from cutcard.wagers import classifier
from cutcard.wagers.view import View


def view_of(
    places: Sequence[str],
    dealt: Sequence[Card],
    *,
    spare: tuple[Card, Card],
    options: Mapping[str, OptionValue] | None = None,
    stake: Cents = NOTHING,
) -> View:
    """A real view of these cards; what no place holds is filled with the spare cards."""
    held = dict(zip(places, dealt, strict=True))
    first_two = (held.get("first", spare[0]), held.get("second", spare[1]))
    up, hole = held.get("up", spare[0]), held.get("hole", spare[1])
    drawn: tuple[Card, ...] = ()
    for place in ("third", "fourth"):
        if place in held and total(first_two + drawn) < 21:
            drawn += (held[place],)
    pair = (held["other_first"], held["other_second"]) if "other_first" in held else None
    return View(
        first_two=first_two,
        up=up,
        dealer=(up, hole),
        second_pair=pair,
        drawn=drawn,
        final_total=total(first_two + drawn),
        player_blackjack=total(first_two) == 21,
        dealer_blackjack=total((up, hole)) == 21,
        dealer_total=total((up, hole)),
        stake=stake,
        options=options or {},
    )


def counted(
    name: str,
    places: Sequence[str],
    shoe: Sequence[Card],
    *,
    spare: tuple[Card, Card],
    options: Mapping[str, OptionValue] | None = None,
) -> Counter[tuple[str, ...]]:
    """How many ordered deals from a few cards get each answer, every one of them looked at."""
    classify = classifier(name).classify
    return Counter(
        classify(view_of(places, dealt, spare=spare, options=options))
        for dealt in permutations(shoe, len(places))
    )


def every_nth(universe: Sequence[Card], places: int, *, step: int) -> Iterator[tuple[Card, ...]]:
    """Tuples of cards, repeats allowed, in even steps through all of them."""
    size = len(universe)
    for number in range(0, size**places, step):
        made = []
        for _ in range(places):
            number, at = divmod(number, size)
            made.append(universe[at])
        yield tuple(made)
