"""Example seats: what the settlement is shown when it is asked what something comes to."""

from __future__ import annotations

from cutcard.cards import Card, card
from cutcard.odds.question import Question
from cutcard.rules import is_natural, total
from cutcard.wagers import View
from cutcard.wagers.settlement import Seat

TWO_AND_THREE: tuple[Card, Card] = (card("2c"), card("3d"))
"""Cards that no wager here looks at."""


def example_seat(
    question: Question,
    *,
    box: int = 1,
    first_two: tuple[Card, Card] = TWO_AND_THREE,
    dealer: tuple[Card, ...] = TWO_AND_THREE,
) -> Seat:
    """A seat with the question's stake on the wager, and on the one it needs where it takes none."""
    law = question.offer.law
    needed = [] if law.needs is None or law.takes_stake else law.needs.names
    view = View(
        first_two=first_two,
        up=dealer[0],
        dealer=dealer,
        player_blackjack=is_natural(first_two),
        dealer_blackjack=is_natural(dealer),
        dealer_total=total(dealer),
        options=question.rules.options,
    )
    staked = [law.id] if law.takes_stake else needed
    return Seat(
        box=box,
        player=str(box),
        stakes=dict.fromkeys(staked, question.stake),
        view=view,
        completed_dealer=dealer,
    )
