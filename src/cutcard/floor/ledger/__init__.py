"""The ledger: double entry in whole cents, and the books of each table.

`booked` turns every event of a table into movements; the events of the ledger itself (buy-ins, fills,
counts, the drop and the dealers' box) come from `decide`. A movement's id follows from the place of its
event, so booking an event again books nothing new. The sum of all accounts is always zero.
"""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__, extra="house")
