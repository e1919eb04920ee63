"""The keys of a house, which its database account does not hold: seals, covers and signatures.

A store that somebody rewrites with the database in hand no longer fits its seals; secrets in a stolen
backup stay covered; and whoever has the public key alone can tell whether an anchor was signed.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
