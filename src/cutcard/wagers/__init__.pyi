from .classify.own import missing_code as missing_code
from .classify.registry import (
    CLASSIFIERS as CLASSIFIERS,
    MAIN as MAIN,
    check_law as check_law,
    classifier as classifier,
    classifiers_by as classifiers_by,
    copies_needed as copies_needed,
    decided_by as decided_by,
    depends_on_play as depends_on_play,
    is_classifier as is_classifier,
    priced_outcomes as priced_outcomes,
)
from .classify.streak import STAYS as STAYS, wins_after as wins_after
from .document_faults import document_faults as document_faults
from .prices import paid_for as paid_for
from .shapes import is_one_rank as is_one_rank, is_one_suit as is_one_suit
from .view import (
    Classifier as Classifier,
    DecidedBy as DecidedBy,
    Sees as Sees,
    UnseenError as UnseenError,
    View as View,
    final_total_of as final_total_of,
)
