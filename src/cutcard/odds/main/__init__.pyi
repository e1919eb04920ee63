from .answer import METHODS as METHODS
from .edge import (
    IDLE as IDLE,
    few_hands as few_hands,
    game_alone as game_alone,
    game_key as game_key,
    main_edge as main_edge,
)
from .game import solve as solve
