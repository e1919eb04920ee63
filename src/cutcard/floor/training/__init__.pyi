from .exercise import (
    MOST_SEED as MOST_SEED,
    Exercise as Exercise,
    exercise as exercise,
    rules_of as rules_of,
    training_games as training_games,
)
from .lesson import (
    LessonTruth as LessonTruth,
    lesson_exercise as lesson_exercise,
    lesson_truth as lesson_truth,
    mark_lesson as mark_lesson,
    parse_lesson as parse_lesson,
)
from .marks import Marked as Marked, TraineeAnswer as TraineeAnswer, mark_answers as mark_answers
from .quiz import PASS_PERCENT as PASS_PERCENT, QuizQuestion as QuizQuestion, quiz as quiz
