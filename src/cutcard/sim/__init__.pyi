from .library import ReplayedRound as ReplayedRound, SimRun as SimRun, run as run
from .meters.evolution import OF_CYCLES as OF_CYCLES, Evolution as Evolution, Evolved as Evolved
from .meters.results import LongRun as LongRun, MeterResult as MeterResult
from .plan import Plan as Plan, WatchRequest as WatchRequest
from .problem import SimError as SimError
from .replay.redeal import ParityError as ParityError
from .results.comparison import beside_exact as beside_exact, meters_beside_exact as meters_beside_exact
from .results.results import (
    RowResult as RowResult,
    Totals as Totals,
    WagerResult as WagerResult,
    largest_error_squared as largest_error_squared,
    results as results,
    sharpened as sharpened,
)
from .runs.engine import Engine as Engine
from .runs.run import Heard as Heard, Target as Target
from .runs.simulation import (
    RedealtRound as RedealtRound,
    Simulated as Simulated,
    again as again,
    planned as planned,
    simulate as simulate,
)
from .runs.workers import Device as Device, Workforce as Workforce, cores as cores
from .scenario import (
    MOST_DECKS as MOST_DECKS,
    MOST_SEED as MOST_SEED,
    Scenario as Scenario,
    table_of as table_of,
)
from .simulated_grid import SimSweep as SimSweep, sweep as sweep
from .tables.side_tables import EARLY as EARLY, OPEN as OPEN, first_cards as first_cards
from .watch.layout import DEPTHS as DEPTHS
from .watch.plain import watched_json as watched_json
from .watch.results import (
    Bin as Bin,
    ByCount as ByCount,
    ByDepth as ByDepth,
    Play as Play,
    Sessions as Sessions,
    Spread as Spread,
    Watched as Watched,
    watched as watched,
)
