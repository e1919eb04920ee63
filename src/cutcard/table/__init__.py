"""The table: one round as a tuple of steps, driven card by card and decision by decision.

`settle` deals a scripted round and says what everyone is paid; `play` is the same round for any
other driver, which answers what the round awaits. Nothing here knows a clock or a random source.
"""

from cutcard.table.answer import as_json
from cutcard.table.round import AwaitsCard, AwaitsDecision, Decision, Round, new_round
from cutcard.table.script import Settled, play, settle

__all__ = [
    "AwaitsCard",
    "AwaitsDecision",
    "Decision",
    "Round",
    "Settled",
    "as_json",
    "new_round",
    "play",
    "settle",
]
