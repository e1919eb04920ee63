from .answer import METHODS as METHODS
from .edge import (
    IDLE as IDLE,
    few_hands as few_hands,
    game_alone as game_alone,
    main_edge as main_edge,
    rules_key as rules_key,
)
from .game import solve as solve
