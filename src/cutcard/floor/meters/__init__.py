"""The house's progressive meters: one table's own, or a link over tables and games.

`decide` turns a command into events or a refusal, `evolve` folds them, `view` says what each role sees
and `moves` what money moves. Stakes are taken once a round; a hit locks its value, starts the meter
again at once, and waits for a dealer's claim and for supervisors; nothing else lowers a meter but what
`law/data/meters.toml` lists. Who wins how much is the table's to say.
"""

from cutcard.floor.meters.decide import SYSTEM, decide, received_by, step, transfer
from cutcard.floor.meters.evolve import evolve, fold
from cutcard.floor.meters.law import as_filed
from cutcard.floor.meters.moves import moves, pending_account, reserve_account
from cutcard.floor.meters.must_hit import Secret, draw_point, prove
from cutcard.floor.meters.state import Jackpot, Meter, Status, Win, new_meter
from cutcard.floor.meters.terms import Member, Terms, member_of, terms_of
from cutcard.floor.meters.view import view

__all__ = [
    "SYSTEM",
    "Jackpot",
    "Member",
    "Meter",
    "Secret",
    "Status",
    "Terms",
    "Win",
    "as_filed",
    "decide",
    "draw_point",
    "evolve",
    "fold",
    "member_of",
    "moves",
    "new_meter",
    "pending_account",
    "prove",
    "received_by",
    "reserve_account",
    "step",
    "terms_of",
    "transfer",
    "view",
]
