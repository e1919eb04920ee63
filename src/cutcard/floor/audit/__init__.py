"""The audit: a store held against itself and against the rules, and one round told to a person.

`look` computes every digest again and adds the ledger up; `replay` folds tables from their first event,
makes their movements again and holds random rounds against the rules; `round_pages` is one on paper.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
