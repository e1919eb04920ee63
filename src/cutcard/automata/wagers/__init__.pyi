from .chains import (
    OPEN as OPEN,
    OWN_THIRD as OWN_THIRD,
    SECOND_CARD as SECOND_CARD,
    Chain as Chain,
    Chains as Chains,
    Demands as Demands,
    chains as chains,
)
from .classifier_answers import sight as sight
from .finished_round import (
    DOMAINS as DOMAINS,
    INPUTS as INPUTS,
    MANY_CARDS as MANY_CARDS,
    NUMBER_OF as NUMBER_OF,
)
from .folds import NO_CARD as NO_CARD, Axis as Axis, Fold as Fold, distinct as distinct, fold as fold
from .identities import (
    IdentityTable as IdentityTable,
    Outcomes as Outcomes,
    tabulate as tabulate,
    totals as totals,
)
from .observation import WatchedView as WatchedView
from .row_results import (
    ClassifierResult as ClassifierResult,
    awards_for as awards_for,
    result_of as result_of,
    result_of_awards as result_of_awards,
    seat_with as seat_with,
)
from .streaks import (
    NONE_RIDES as NONE_RIDES,
    UNDECIDED as UNDECIDED,
    Riding as Riding,
    Streaks as Streaks,
    StreakWager as StreakWager,
    streak_wagers as streak_wagers,
    streaks as streaks,
)
