from .bookings import OutOfBalance as OutOfBalance, booked as booked
from .books import (
    CAGE as CAGE,
    HOUSE as HOUSE,
    Books as Books,
    Places as Places,
    meter_account as meter_account,
    own_meter as own_meter,
    wallet_account as wallet_account,
)
from .commands import (
    COMMANDS as COMMANDS,
    Command as Command,
    Signed as Signed,
    parse as parse,
    read_fields as read_fields,
)
from .decide import decide as decide
from .events import OPENING as OPENING, codec as codec
from .payments import from_meters as from_meters, meter_of as meter_of, stake_back as stake_back
