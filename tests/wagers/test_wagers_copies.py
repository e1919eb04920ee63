"""The copies an outcome needs, confirmed by looking at every hand of one or two decks."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from cutcard.cards import DECK_52
from cutcard.wagers import CLASSIFIERS, classifier
from cutcard.wagers.copies import COPIES, copies_needed
from cutcard.wagers.view import View

pytestmark = pytest.mark.unmeasured

# The outcomes of these depend on two or three cards alone; ranks that no rule sets apart are left out.
ENUMERATED = [
    "kk",
    "qq",
    "jj",
    "matches_up",
    "pairs",
    "three_cards",
    "three_card_total",
    "sevens_in_order",
    "blazing_sevens",
]
SOME = [c for c in DECK_52 if c.rank in "A78TQK6J"]


def test_every_name_is_an_outcome() -> None:
    for name, outcomes in COPIES.items():
        assert set(outcomes) <= set(CLASSIFIERS[name].outcomes)


@pytest.mark.parametrize("name", ENUMERATED)
def test_fewest_copies_by_enumeration(name: str) -> None:
    fewest: dict[str, int] = {}
    for one, two, up in product(SOME, repeat=3):
        most = max(Counter((one, two, up)).values())
        for outcome in classifier(name).classify(View((one, two), up, (up,))):
            fewest[outcome] = min(most, fewest.get(outcome, 9))
    for outcome, copies in fewest.items():
        assert copies_needed(name, outcome) == copies, outcome
