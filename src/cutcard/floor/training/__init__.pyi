from .exercise import (
    MOST_SEED as MOST_SEED,
    Exercise as Exercise,
    exercise as exercise,
    training_games as training_games,
)
from .marks import Marked as Marked, TraineeAnswer as TraineeAnswer, marked as marked
