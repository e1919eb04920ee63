from . import commands as commands, events as events
from .await_kinds import (
    Awaits as Awaits,
    AwaitsBets as AwaitsBets,
    AwaitsCard as AwaitsCard,
    AwaitsChore as AwaitsChore,
    AwaitsDecision as AwaitsDecision,
    AwaitsDevice as AwaitsDevice,
    AwaitsFollowers as AwaitsFollowers,
    Closed as Closed,
    RoundAwaits as RoundAwaits,
)
from .events import (
    BetAcknowledged as BetAcknowledged,
    CardDealt as CardDealt,
    CardPlaced as CardPlaced,
    Decided as Decided,
    MeterShown as MeterShown,
    RoundEnded as RoundEnded,
    RoundEvent as RoundEvent,
    RoundStarted as RoundStarted,
    Settled as Settled,
)
from .folds.round import (
    NOTHING_DRAWN as NOTHING_DRAWN,
    evolve_round as evolve_round,
    switched_cards as switched_cards,
)
from .folds.table import evolve as evolve, fold as fold
from .irregular.events import RoundVoided as RoundVoided
from .irregular.irregularities import CASES as CASES
from .play.before_play import (
    insurance_limit as insurance_limit,
    offers as offers,
    third_cards as third_cards,
)
from .play.bets import (
    Bet as Bet,
    check_bets as check_bets,
    check_boxes as check_boxes,
    main_wagers as main_wagers,
    required_mains as required_mains,
)
from .play.cards_ready import due_now as due_now
from .play.dealer_turn import PROBED_FINALS as PROBED_FINALS
from .play.decide import (
    awaits as awaits,
    decide as decide,
    next_chore as next_chore,
    step as step,
    steps as steps,
)
from .play.draws import drawn as drawn
from .play.legal_actions import (
    double_range as double_range,
    legal as legal,
    legal_in as legal_in,
    most_insurance as most_insurance,
)
from .play.round_answers import offer_named as offer_named
from .play.round_commands import (
    CONFIRM as CONFIRM,
    due_before_card as due_before_card,
    unconfirmed as unconfirmed,
)
from .play.stakes import mains_apart as mains_apart, side_stakes as side_stakes
from .play.streaks import riding as riding
from .play.turns import position as position
from .record.record import rebuild as rebuild, write_record as write_record
from .round import (
    DEALER as DEALER,
    Box as Box,
    Decision as Decision,
    Place as Place,
    Round as Round,
    new_round as new_round,
)
from .round_steps import awaits_in as awaits_in
from .script.answer import as_json as as_json
from .script.command_text import parse_command as parse_command
from .script.scripted_round import settle as settle
from .settlement.lines import in_paying_order as in_paying_order, settlement as settlement
from .settlement.provisions import outcomes_of as outcomes_of, said_by as said_by, spot_of as spot_of
from .table import (
    Chores as Chores,
    Settings as Settings,
    Table as Table,
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
