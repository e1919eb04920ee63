"""Fair by proof: chance for the live table, and the means for anyone to check it afterwards.

`shuffle` orders cards and commits to that order before the cut is offered; `shuffle_act` gives a table
that awaits a shuffle what it needs; `choose`, `draw_card` and `draw_box` decide, and `fair/acts.py`
says for which device what.
The check of a record stands alone in `fair/verifier.py`, a file that shares no code with anything else.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
