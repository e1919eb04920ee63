"""The vocabulary: every option that a rule, a wager, the shoe or the table reads, declared once.

A document chooses from it. An option that is not declared here, and a value outside its closed set,
cannot be loaded: no predicate implements it. The types of the closed sets are those of the predicates'
own fields.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
