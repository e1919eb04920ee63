"""The law: what the documents say, as data with a citation on every value.

`document(id)` reads one, file by file as asked for; the loader is strict and names file and key.
`resolve(document, ...)` makes a `RuleSet` of an operator's choices, with every finding at once.
A `Refused` carries a refusal (code, one line, citation) to the boundary that answers with it.
Nothing here knows how a hand is played: that is `rules` and `wagers`, which read these values.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
