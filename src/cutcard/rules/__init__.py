"""The rules: what the documents' words mean, as pure functions over plain values.

Hand values and naturals (`hand`), the dealer's draw and whether it matters (`dealer`), what a player
may do and which provision forbids the rest (`actions`), the settlement of the main wager (`main`). A
`Game` is a rule set's options as typed fields; documents differ in those fields and in nothing else.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
