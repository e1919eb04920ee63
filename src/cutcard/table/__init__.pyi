from . import commands as commands, events as events
from .events import (
    BetAcknowledged as BetAcknowledged,
    CardDealt as CardDealt,
    CardPlaced as CardPlaced,
    Decided as Decided,
    LawChanged as LawChanged,
    LawDifference as LawDifference,
    MeterShown as MeterShown,
    PlayerArrived as PlayerArrived,
    PlayerLeft as PlayerLeft,
    RoundEnded as RoundEnded,
    RoundStarted as RoundStarted,
    RoundVoided as RoundVoided,
    Settled as Settled,
)
from .folds.round import (
    NOTHING_DRAWN as NOTHING_DRAWN,
    evolve_round as evolve_round,
    switched_cards as switched_cards,
)
from .folds.table import evolve as evolve, fold as fold
from .play.before_play import (
    insurance_limit as insurance_limit,
    offers as offers,
    third_cards as third_cards,
)
from .play.bet_commands import (
    due_now as due_now,
    require_dealer_at_table as require_dealer_at_table,
)
from .play.bets import (
    Bet as Bet,
    barred_beside as barred_beside,
    check_bets as check_bets,
    check_boxes as check_boxes,
    main_wagers as main_wagers,
    mains_apart as mains_apart,
    required_mains as required_mains,
    side_stakes as side_stakes,
)
from .play.dealer_turn import PROBED_FINALS as PROBED_FINALS
from .play.decide import (
    awaits as awaits,
    decide as decide,
    double_range as double_range,
    legal as legal,
    legal_in as legal_in,
    most_insurance as most_insurance,
    next_chore as next_chore,
    step as step,
    steps as steps,
)
from .play.draws import drawn as drawn
from .play.irregularities import CASES as CASES
from .play.round_answers import offer_named as offer_named, takes_offer as takes_offer
from .play.round_commands import (
    CONFIRM as CONFIRM,
    due_before_card as due_before_card,
    riding as riding,
    unconfirmed as unconfirmed,
)
from .play.turns import cite_of as cite_of, position as position
from .record.record import rebuild as rebuild, write_record as write_record
from .round import (
    DEALER as DEALER,
    Awaits as Awaits,
    AwaitsBets as AwaitsBets,
    AwaitsCard as AwaitsCard,
    AwaitsChore as AwaitsChore,
    AwaitsDecision as AwaitsDecision,
    AwaitsDevice as AwaitsDevice,
    AwaitsFollowers as AwaitsFollowers,
    Box as Box,
    Closed as Closed,
    Decision as Decision,
    Place as Place,
    Round as Round,
    RoundAwaits as RoundAwaits,
    new_round as new_round,
)
from .round_steps import awaits_in as awaits_in
from .script.command_text import parse_command as parse_command
from .script.round_play import play_round as play_round
from .script.scripted_round import as_json as as_json, settle as settle
from .settlement.lines import in_paying_order as in_paying_order, settlement as settlement
from .settlement.provisions import (
    outcomes_of as outcomes_of,
    provisions_behind as provisions_behind,
    spot_of as spot_of,
)
from .shared_boxes import has_wager as has_wager, people as people
from .table import (
    Chores as Chores,
    Settings as Settings,
    Table as Table,
    check_cards as check_cards,
    game_of as game_of,
    new_table as new_table,
    scripted_table as scripted_table,
    shoe_law as shoe_law,
    stacked_shoe as stacked_shoe,
)
from .view import (
    awaits_view as awaits_view,
    dealer_shown as dealer_shown,
    hand_shown as hand_shown,
    line_view as line_view,
    round_view as round_view,
    view as view,
)
