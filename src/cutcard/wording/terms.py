"""Words of the game that a newcomer does not know, each explained in one or two sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

TERMS: Final[Mapping[str, str]] = {
    "blackjack": "An ace and a card worth ten as the first two cards: the best hand, paid more.",
    "box": "A place at the table with its own wager and its own cards.",
    "bust": "A hand above 21. It loses at once, whatever the dealer gets.",
    "push": "A tie: the stake comes back, nothing is won or lost.",
    "soft hand": "A hand in which an ace counts 11. No card takes it over 21: the ace then counts 1.",
    "hard hand": "A hand without an ace, or whose ace must count 1.",
    "hit": "To take another card.",
    "stand": "To take no more cards.",
    "double": "To add a wager, usually as large as the first, and take exactly one more card.",
    "split": "To make two hands of two cards of one value, with a second wager as large as the first.",
    "surrender": "To give up the hand at once and get half of the wager back.",
    "insurance": "A wager of its own that the dealer, who shows an ace, has a blackjack.",
    "even money": "With a blackjack against an ace: to be paid one to one now, whatever the dealer has.",
    "up card": "The dealer's card that everybody sees.",
    "hole card": "The dealer's card that lies face down until the players have finished.",
    "shoe": "The box from which the cards are dealt; it holds several decks.",
    "cut card": "A plastic card in the shoe. After the round in which it comes out, a shuffle.",
    "side wager": "A wager beside the main one, decided by certain cards; it usually costs more.",
    "meter": "An amount that grows with every wager on it until somebody wins it.",
    "house edge": "What the house keeps on average: with 1%, a dollar of every hundred staked.",
    "hit rate": "How often a wager is paid anything beyond the stake.",
    "standard deviation": "How far a round's result usually lies from the average, in wagers.",
    "confidence interval": "With 95% of such runs the true figure lies between its two ends.",
    "countable": "A wager whose edge moves so much with the cards gone that counting them wins.",
    "penetration": "How much of the shoe is dealt before the cards are shuffled.",
    "paytable": "The list of what a wager pays for which cards.",
    "running count": "The sum of the tags of all cards seen since the shuffle.",
    "true count": "The running count divided by the decks that are left.",
}
"""By term, in the singular."""


def term_text(term: str) -> str:
    """What a term means."""
    return TERMS[term]
