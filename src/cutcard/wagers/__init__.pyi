from .classify.registry import (
    CLASSIFIERS as CLASSIFIERS,
    MAIN as MAIN,
    check_law as check_law,
    classifier as classifier,
)
from .classify.streak import STAYS as STAYS, wins_after as wins_after
from .copies import copies_needed as copies_needed
from .prices import paid_for as paid_for
from .shapes import is_one_rank as is_one_rank, is_one_suit as is_one_suit
from .view import Classifier as Classifier, Sees as Sees, View as View, final_total_of as final_total_of
