from .actions import (
    SIMPLE_PLAY as SIMPLE_PLAY,
    Action as Action,
    Position as Position,
    double_amounts as double_amounts,
    is_pair as is_pair,
    legal_actions as legal_actions,
    simple_play as simple_play,
    why_not as why_not,
)
from .dealer import (
    ANY_BUST as ANY_BUST,
    BLACKJACK as BLACKJACK,
    DEALER_ENDS as DEALER_ENDS,
    DEALER_STANDS as DEALER_STANDS,
    LARGEST_BUST as LARGEST_BUST,
    TWENTY_TWO as TWENTY_TWO,
    DealerHand as DealerHand,
    checks_for_blackjack as checks_for_blackjack,
    completes_for_buster as completes_for_buster,
    dealer_draws as dealer_draws,
    hole_card_is_known as hole_card_is_known,
    is_open as is_open,
    may_be_blackjack as may_be_blackjack,
    possible_finals as possible_finals,
    surrender_is_held as surrender_is_held,
    third_card_due as third_card_due,
)
from .game import MONEY_FIELDS as MONEY_FIELDS, Game as Game
from .hand import (
    MANY_CARDS as MANY_CARDS,
    TWENTY_ONE as TWENTY_ONE,
    TWO_CARDS as TWO_CARDS,
    Hand as Hand,
    is_natural as is_natural,
    is_soft as is_soft,
    total as total,
)
from .main import (
    CARD_COUNTS as CARD_COUNTS,
    SEVEN as SEVEN,
    Line as Line,
    Prices as Prices,
    in_force as in_force,
    is_super_bonus_hand as is_super_bonus_hand,
    main_outcome as main_outcome,
    priced as priced,
    prices as prices,
    rescue_returns as rescue_returns,
    settle_box as settle_box,
    within_limit as within_limit,
)
from .main_rows import main_row_faults as main_row_faults
from .observation import (
    CardsSeen as CardsSeen,
    cards_seen as cards_seen,
    history_seen as history_seen,
    seen_by_late_blackjack as seen_by_late_blackjack,
    seen_in_play as seen_in_play,
    seen_in_settlement as seen_in_settlement,
)
