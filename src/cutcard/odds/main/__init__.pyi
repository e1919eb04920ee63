from .answer import (
    LATE as LATE,
    bad_beat_by_play as bad_beat_by_play,
    main_odds as main_odds,
    streaks_by_play as streaks_by_play,
)
from .game import solve as solve
from .hand_values import (
    EvenMoney as EvenMoney,
    action_values as action_values,
    even_money as even_money,
)
from .spread import deviation as deviation
