from .awards import (
    Award as Award,
    RoundEnd as RoundEnd,
    brings_stake_back as brings_stake_back,
    lost as lost,
    own_options as own_options,
    pays_from_left as pays_from_left,
    round_end as round_end,
    spins_from_left as spins_from_left,
)
from .caps import (
    cut_to_limit as cut_to_limit,
    limits_all as limits_all,
    payout_limit as payout_limit,
    share_cap as share_cap,
)
from .device_entries import (
    DeviceMissing as DeviceMissing,
    Devices as Devices,
    winner_named as winner_named,
)
from .envy import (
    ENVY_BONUS as ENVY_BONUS,
    SUPER_BONUS as SUPER_BONUS,
    envy_pay as envy_pay,
    super_bonus as super_bonus,
)
from .free_bonuses import beside as beside
from .meter_growth import (
    Contributed as Contributed,
    Growth as Growth,
    ResetFunds as ResetFunds,
    filed as filed,
    growths as growths,
)
from .meters import (
    meters_at as meters_at,
    pay_meter as pay_meter,
    pay_meters as pay_meters,
    splits as splits,
    usual_reset as usual_reset,
)
from .payouts import SETTLERS as SETTLERS, settle_side_wagers as settle_side_wagers
from .seat import HouseSide as HouseSide, Seat as Seat
from .spins import (
    is_fixed_prize as is_fixed_prize,
    meters_needed as meters_needed,
    plays_for_meter as plays_for_meter,
    prize_table as prize_table,
    symbol as symbol,
)
from .stakes import (
    STREAKS as STREAKS,
    by_cards as by_cards,
    by_streak as by_streak,
)
