"""Fair by proof: chance for the live table, and the means for anyone to check it afterwards.

`shuffle` orders cards and commits to that order before the cut is offered; `shuffle_act` gives a table
that awaits a shuffle what it needs; `choose`, `draw_card` and `draw_box` decide, and `fair/devices.py`
says for which device what.
The check of a record stands alone in `fair/verify.py`, a file that shares no code with this room or any
other and is therefore not imported here.
"""

from cutcard.fair.acts import shuffle_act
from cutcard.fair.shuffle import Shuffled, choose, commitment, draw_box, draw_card, shuffle

__all__ = ["Shuffled", "choose", "commitment", "draw_box", "draw_card", "shuffle", "shuffle_act"]
