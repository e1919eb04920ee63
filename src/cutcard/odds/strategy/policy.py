"""A book or a person's own function as a policy: what is done with every hand against every start."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from cutcard.automata.hands import Cards, cards_of
from cutcard.odds.charts.legend import LABELS, label
from cutcard.odds.charts.policies import ChartSpot, ManyPolicy
from cutcard.odds.main.decisions import ActionCode, pair_value
from cutcard.odds.problem import OddsError
from cutcard.odds.strategy.book import StrategyBook, column_of
from cutcard.results import arguments
from cutcard.rules import Action

Array = np.ndarray[Any, Any]
OwnPolicy = Callable[[tuple[str, ...], str, frozenset[str]], str]
"""Takes the values of a hand's cards ("A", "2" ... "T"), what the dealer shows, and what may be done
besides standing; returns what is done."""

CODES: Final = {
    Action.HIT: ActionCode.HIT,
    Action.DOUBLE: ActionCode.DOUBLE,
    Action.SPLIT: ActionCode.SPLIT,
    Action.SURRENDER: ActionCode.SURRENDER,
    Action.RESCUE: ActionCode.SURRENDER,
}
"""After a doubling a policy's surrender is a rescue."""


def policy_of(book: StrategyBook, starts: tuple[Cards, ...]) -> ManyPolicy:
    """What a book does, hands that it cannot tell apart being looked up once."""
    places = {column: place for place, column in enumerate(book.columns)}
    columns = [places.get(column_of(cards_of(start))) for start in starts]
    known: dict[object, Array] = {}

    def policy(spot: ChartSpot) -> Array:
        pair = pair_value(spot.hand) if ActionCode.SPLIT in spot.may else None
        key = (spot.points, spot.is_soft, min(spot.count, 8), pair, spot.may, spot.doublings)
        if key not in known:
            row = book.row(spot.points, spot.is_soft, doublings=spot.doublings, pair=pair)
            place = book.place(spot.count, doublings=spot.doublings, pair=pair)
            known[key] = np.array(
                [
                    _first(() if row is None or column is None else row[column][place], spot.may)
                    for column in columns
                ]
            )
        return known[key]

    return policy


def _first(wanted: tuple[Action, ...], may: frozenset[ActionCode]) -> ActionCode:
    """The first thing wanted that may be done."""
    return next((CODES[each] for each in wanted if CODES[each] in may), ActionCode.STAND)


def own_policy(choose: OwnPolicy, starts: tuple[Cards, ...]) -> ManyPolicy:
    """What a person's function does, which may look at every card of a hand."""

    def policy(spot: ChartSpot) -> Array:
        hand = tuple(LABELS[value] for value, many in enumerate(spot.hand) for _ in range(many))
        may = frozenset(each.name.lower() for each in spot.may)
        return np.array([_code(choose(hand, label(start), may), spot.may) for start in starts])

    return policy


def _code(act: object, may: frozenset[ActionCode]) -> ActionCode:
    known = {each.name.lower(): each for each in (ActionCode.STAND, *may)}
    if not isinstance(act, str) or act not in known:
        raise OddsError(
            f"strategy: {arguments.shown(act)} may not be done here; choose {', '.join(sorted(known))}"
        )
    return known[act]
