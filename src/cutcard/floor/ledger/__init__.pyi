from . import codec as codec
from .bookings import OutOfBalance as OutOfBalance, booked as booked
from .books import Books as Books
from .codec import (
    EVENTS as EVENTS,
    event_in as event_in,
    event_json as event_json,
    event_line as event_line,
    event_of as event_of,
)
from .commands import (
    COMMANDS as COMMANDS,
    Command as Command,
    Signed as Signed,
    command_json as command_json,
    parse as parse,
)
from .decide import decide as decide
from .events import OPENING as OPENING
from .movements import (
    CAGE as CAGE,
    HOUSE as HOUSE,
    Movement as Movement,
    Places as Places,
    chips_account as chips_account,
    meter_account as meter_account,
    own_meter as own_meter,
    wallet_account as wallet_account,
)
from .payments import (
    from_meters as from_meters,
    meter_of as meter_of,
    paid_by_meters as paid_by_meters,
    stake_back as stake_back,
)
