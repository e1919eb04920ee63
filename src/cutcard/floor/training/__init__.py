"""Training: a finished round with errors planted into its procedure and its payouts, to be found.

The round is dealt by the table itself, the truth is its own settlement; the same game and seed give the
same exercise, so that an answer is marked by making the exercise again.
"""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__, extra="house")
