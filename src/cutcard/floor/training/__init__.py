"""Training: a finished round with errors planted into its procedure and its payouts, to be found.

The round is dealt by the table itself, the truth is its own settlement; the same game and seed give the
same exercise, so that an answer is marked by making the exercise again.
"""

from cutcard.floor.training.exercise import Exercise, Paid, Stepped, exercise, training_games
from cutcard.floor.training.marks import Answer, Marked, Verdict, marked

__all__ = [
    "Answer",
    "Exercise",
    "Marked",
    "Paid",
    "Stepped",
    "Verdict",
    "exercise",
    "marked",
    "training_games",
]
