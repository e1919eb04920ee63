from . import events as events
from .acts import (
    CREW as CREW,
    DEALERS as DEALERS,
    DEALERS_OR_DEVICES as DEALERS_OR_DEVICES,
    DEVICES as DEVICES,
    FLOOR as FLOOR,
    PLAYERS as PLAYERS,
    SUPERVISORS as SUPERVISORS,
    Act as Act,
    By as By,
    Chore as Chore,
    Due as Due,
    Role as Role,
    TablePeople as TablePeople,
)
from .deal import (
    cards_left as cards_left,
    check_scan as check_scan,
    cover_is_next as cover_is_next,
    deal_from as deal_from,
    discard as discard,
    is_empty as is_empty,
    of_no_round as of_no_round,
    peek as peek,
    remove as remove,
    take as take,
)
from .decide import decide as decide, optional as optional
from .events import (
    CardBurned as CardBurned,
    CardsShuffled as CardsShuffled,
    DeterminantDrawn as DeterminantDrawn,
    Event as Event,
    ShoeLoaded as ShoeLoaded,
    ShoeRevealed as ShoeRevealed,
)
from .evolve import evolve as evolve
from .law import ShoeLaw as ShoeLaw
from .procedure import (
    automatic as automatic,
    check_ready as check_ready,
    due as due,
    is_mid_round as is_mid_round,
    opening_draw as opening_draw,
    refill_due as refill_due,
)
from .shuffle import (
    cards_to_shuffle as cards_to_shuffle,
    commitment_of as commitment_of,
    cut_limits as cut_limits,
    least_behind as least_behind,
    usual_steps as usual_steps,
)
from .state import NO_COVER as NO_COVER, Shoe as Shoe, new_shoe as new_shoe, ready_shoe as ready_shoe
