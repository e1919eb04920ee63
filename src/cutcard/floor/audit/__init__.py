"""The audit: a store held against itself and against the rules, and one round told to a person.

`look` computes every digest again and adds the ledger up; `replay` folds tables from their first event,
makes their movements again and holds random rounds against the rules; `round_pages` is one on paper.
"""

from cutcard.floor.audit.movements import Difference
from cutcard.floor.audit.one_round import OneRound, find_round, round_pages
from cutcard.floor.audit.replay import Replayed, replay, rounds_of
from cutcard.floor.audit.whole_store import Looked, look

__all__ = [
    "Difference",
    "Looked",
    "OneRound",
    "Replayed",
    "find_round",
    "look",
    "replay",
    "round_pages",
    "rounds_of",
]
