"""Whether a shoe is large enough: the analyser never runs out of cards, so a round must not either."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cutcard.cards import TEN
from cutcard.odds.composition import Composition
from cutcard.odds.problem import OddsError
from cutcard.odds.question import Question
from cutcard.rules import DEALER_STANDS, TWENTY_ONE, Game

DEALER_DRAWS_WITH: Final = DEALER_STANDS - 1
"""The most hard points with which a dealer may have to draw."""
MOST_HANDS: Final = 4
"""No more of the player's hands are looked at: for ever more of them a whole deck would not do."""
OF_SWITCH: Final = 2
ACES: Final = 0


def check_shoe(question: Question) -> None:
    """Refuse a shoe that one player's round could use up."""
    shoe = question.composition
    needed = longest_round(Game.of(question.rules.options, {}), shoe)
    if shoe.size < needed:
        raise OddsError(
            f"shoe: {shoe.size} cards are too few: a round could take {needed}, and running out of "
            "cards is not analysed"
        )


def longest_round(game: Game, shoe: Composition) -> int:
    """As many cards as a round of up to four hands can take from this shoe, or a few more.

    Every hand takes its last card with 21 hard points at most, the dealer's with 16; the hands of a
    split pair begin with cards of one value. Before their last cards all of them together hold the
    smallest cards there are.
    """
    return max(_longest(game, shoe.by_value, value) for value in range(TEN))


def _longest(game: Game, counts: Sequence[int], value: int) -> int:
    """The same where the hands of a box begin with cards of one value, by its place."""
    boxes = OF_SWITCH if game.switch else 1
    most = game.max_hands_aces if value == ACES else game.max_hands
    hands = min(boxes * max(min(most, counts[value]), 1), MOST_HANDS)
    begun = min(hands // boxes, counts[value])
    points = hands * TWENTY_ONE - begun * (value + 1) + game.dealer_hands * DEALER_DRAWS_WITH
    held = begun
    for other, count in enumerate(counts):
        drawn = min(count - (begun if other == value else 0), points // (other + 1))
        held += drawn
        points -= drawn * (other + 1)
    return held + hands + game.dealer_hands
