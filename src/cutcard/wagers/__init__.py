"""Side wagers: what a box's cards make of each of them, and what that comes to.

`view` says what a wager may see of a round. Classifiers, a family to a file, turn a view into names
of outcomes; the law's paytables price those names, so one classifier serves every document that has
the wager. `check_law` holds the two vocabularies together.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
