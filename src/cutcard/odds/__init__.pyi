from .answers import Answer as Answer, Exact as Exact, MeterOdds as MeterOdds, RowOdds as RowOdds
from .catalogue import (
    UNPROVEN as UNPROVEN,
    WORKERS as WORKERS,
    CatalogueEntry as CatalogueEntry,
    CatalogueRequest as CatalogueRequest,
    ListingInterrupted as ListingInterrupted,
    listing as listing,
)
from .changes import (
    MainEdges as MainEdges,
    PricedChange as PricedChange,
    main_edges as main_edges,
    priced_changes as priced_changes,
)
from .charts.chart import chart_of_game as chart_of_game
from .charts.legend import Chart as Chart
from .library.compare import RuleComparison as RuleComparison, compare as compare
from .library.countability import (
    Countability as Countability,
    CountForWager as CountForWager,
    countability as countability,
)
from .library.edge import EdgeResult as EdgeResult, edge as edge, edge_of as edge_of
from .library.hand import HandOdds as HandOdds, hand as hand
from .library.play import (
    BestPlay as BestPlay,
    StrategyChart as StrategyChart,
    best_play as best_play,
    chart as chart,
)
from .library.removal import RemovalEffects as RemovalEffects, removal_effects as removal_effects
from .library.request import (
    Money as Money,
    asked as asked,
    check_names as check_names,
    law_of as law_of,
    money as money,
)
from .library.risk import RISKS as RISKS, Risk as Risk, risk_of as risk_of
from .library.sessions import SessionOdds as SessionOdds, sessions as sessions
from .library.strategy_value import StrategyValue as StrategyValue, strategy_value as strategy_value
from .library.sweep import Sweep as Sweep, SweepPoint as SweepPoint, sweep as sweep
from .library.wager import (
    PricedWager as PricedWager,
    answer_json as answer_json,
    wager as wager,
    wager_of as wager_of,
)
from .library.what_if import WhatIf as WhatIf, what_if as what_if
from .main.game import MainGame as MainGame, solve as solve
from .main.hand_values import LaterHands as LaterHands, even_money as even_money
from .main.insurance import insurance_prices as insurance_prices
from .main.kernels.arithmetic import dealer_calls as dealer_calls, hand_calls as hand_calls
from .player_edges import TableEdges as TableEdges, favours_player as favours_player
from .problem import OddsError as OddsError, UnprovenError as UnprovenError
from .question import (
    MAIN as MAIN,
    BarredDecksError as BarredDecksError,
    Question as Question,
    boxes as boxes,
    check_shoe as check_shoe,
    fixed_stakes as fixed_stakes,
    option_laws as option_laws,
    payouts as payouts,
    permitted_decks as permitted_decks,
    question as question,
    shoe as shoe,
    table_question as table_question,
)
from .readings import (
    ReadingEdge as ReadingEdge,
    kept_edges as kept_edges,
    priced_readings as priced_readings,
    reading_edges as reading_edges,
    reading_rows as reading_rows,
)
from .registry import (
    analyser_digest as analyser_digest,
    answer as answer,
    answered as answered,
    check_filed as check_filed,
    digest_of as digest_of,
    timed_of as timed_of,
)
from .rows import NOTHING_PAID as NOTHING_PAID
from .sides.devices import stops_of as stops_of
from .sides.first_cards import PLAYED_FOR_THE_WAGER as PLAYED_FOR_THE_WAGER
from .sides.super_bonus import PLAYED as PLAYED, winning_deals as winning_deals
