"""The table: commands in, events or a cited refusal out, and a fold that any replay repeats.

`awaits` is the one answer to "what now?", `view` an allow-list of what a viewer may see, and `settle`
the same engine on a scripted round. Nothing here knows a clock or a random source.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
