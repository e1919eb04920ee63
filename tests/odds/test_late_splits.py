"""Split pairs where a dealer blackjack comes after play: how many hands it meets."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cutcard.cards import cards
from cutcard.odds.composition import Composition
from cutcard.odds.main.decisions import Decisions
from cutcard.odds.main.kernels.arithmetic import Numbers
from cutcard.odds.main.rules import main_rules
from cutcard.odds.main.split_value import hands_made
from cutcard.odds.main.value import MainValue, Splits
from odds.main_ways import with_options
from table.driver import rules_of


@pytest.mark.parametrize("most", [2, 3, 4])
@pytest.mark.parametrize("split_by", ["rank", "value"])
def test_hands_made_beside_a_dealer_blackjack(split_by: str, most: int) -> None:
    """Aces, eights, and tens of three ranks: which of them the dealer's ten is, matters to the pair."""
    rules = with_options(rules_of("md-blackjack", "no_hole_card"), split_by=split_by)
    tens = {"rank": (4, 3, 2), "value": (9,)}[split_by]
    shoe = Composition.of(
        cards(" ".join(["Ac"] * 3 + ["8c"] * 4 + ["Kc"] * 4 + ["Qc"] * 3 + ["Jc"] * 2))
    )
    splits = Splits(MainValue(main_rules(rules), shoe, Numbers(), Decisions(), decides=True))
    size = shoe.size - 4
    for value, ranks in ((0, (3,)), (7, (4,)), (9, tens)):
        pairs = sum(many * (many - 1) for many in ranks)
        found: dict[int, Fraction] = {}
        for many in ranks:
            others = sum(ranks) - many
            dealer = {0: many - 2, 1: others} if value in (0, 9) else {1: 1}
            for is_other, ways in dealer.items():
                share = Fraction(many * (many - 1), pairs) * Fraction(ways, sum(dealer.values()))
                made = hands_made(hands=most, of_rank=many - 2 - (not is_other), size=size)
                for hands, chance in made.items() if share else ():
                    found[hands] = found.get(hands, Fraction(0)) + share * chance
        assert splits.made_beside_blackjack(value, most, size) == found
