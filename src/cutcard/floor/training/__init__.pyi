from .exercise import (
    MOST_SEED as MOST_SEED,
    Exercise as Exercise,
    exercise as exercise,
    training_games as training_games,
)
from .marks import Answer as Answer, Marked as Marked, marked as marked
