"""The audit: a store checked against itself and against the rules, and one round on paper.

`audit_store` computes every digest again and adds the ledger up; `replay` folds tables from their first
event, compares their movements and rechecks random rounds by the rules; `round_pages` prints one.
"""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__, extra="house")
