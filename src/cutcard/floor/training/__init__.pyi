from .exercise import (
    MOST_SEED as MOST_SEED,
    Exercise as Exercise,
    Paid as Paid,
    Stepped as Stepped,
    exercise as exercise,
    training_games as training_games,
)
from .marks import Answer as Answer, Marked as Marked, Verdict as Verdict, marked as marked
