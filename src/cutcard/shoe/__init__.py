"""The cards: how they are opened, shuffled, cut, covered, loaded, burned, dealt and collected.

The room knows no clock and no chance: time and a shuffled order arrive in an act. `due` says what
must be done before a round, `decide` turns an act into events or refuses it, `evolve` folds them;
`take`, `peek` and `discard` are what a round does with the cards.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
