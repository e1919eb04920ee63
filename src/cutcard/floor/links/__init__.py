"""One meter over several houses, each with its own store.

One house is the meter's home. It takes what the others send once each, in the order of their tickets,
and puts everything in one log, which is the meter. The others send from a durable outbox and fold that
log behind the home: what they show is always something that the meter has shown. Who wins at another
house asks the home first, which holds the meter for that round until it has the settlement. Messages may
come late, twice, out of turn or never (docs/decisions/0021).
"""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__, extra="house")
