from .exercise import (
    MOST_SEED as MOST_SEED,
    Exercise as Exercise,
    exercise as exercise,
    training_games as training_games,
)
from .marks import Marked as Marked, TraineeAnswer as TraineeAnswer, mark_answers as mark_answers
from .quiz import PASS_PERCENT as PASS_PERCENT, QuizQuestion as QuizQuestion, quiz as quiz
