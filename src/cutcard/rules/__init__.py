"""The rules: what the documents' words mean, as pure functions over plain values.

Hand values and naturals (`hand`), the dealer's draw and whether it matters (`dealer`), what a player
may do and which provision forbids the rest (`actions`), what the main wager comes to (`main`). A
`Game` is a rule set's options as typed fields; documents differ in those fields and in nothing else.
"""

from cutcard.rules.actions import Action, Position, legal_actions, why_not
from cutcard.rules.dealer import DealerHand, dealer_draws, is_open, possible_finals
from cutcard.rules.game import Game
from cutcard.rules.hand import Hand, is_natural, is_soft, total
from cutcard.rules.lines import Line
from cutcard.rules.main import main_outcome, settle_box

__all__ = [
    "Action",
    "DealerHand",
    "Game",
    "Hand",
    "Line",
    "Position",
    "dealer_draws",
    "is_natural",
    "is_open",
    "is_soft",
    "legal_actions",
    "main_outcome",
    "possible_finals",
    "settle_box",
    "total",
    "why_not",
]
