"""The pit: what a floorperson asks of the tables beside their rounds.

`Day` adds up what a table took and paid since its opening count, `band` what its wagers should have won;
`procedures` lists what is due at it and when, `SignatureDesk` what waits for a second signature.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
