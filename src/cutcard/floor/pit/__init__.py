"""The pit: what a floorperson asks of the tables beside their rounds.

`Day` adds up what a table took and paid since its opening count, `band` says what its wagers should have
come to, `procedures` what is due at it and when, `Desk` what waits for a second signature.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
