from . import commands as commands
from .changes import RETIRED as RETIRED
from .commands import (
    COMMANDS as COMMANDS,
    NOT_SAID as NOT_SAID,
    SYSTEM as SYSTEM,
    command_of as command_of,
    contribution as contribution,
    hit_in as hit_in,
    parse as parse,
    with_chance as with_chance,
)
from .decide import decide as decide, received_by as received_by, transfer as transfer
from .events import (
    HitLocked as HitLocked,
    MeterEvent as MeterEvent,
    MeterGrew as MeterGrew,
    PointArmed as PointArmed,
    TableJoined as TableJoined,
    codec as codec,
    published as published,
)
from .evolve import evolve as evolve, fold as fold
from .hits import check_verified as check_verified
from .law import (
    REGISTERED as REGISTERED,
    SYSTEM_EVENT as SYSTEM_EVENT,
    VALIDATION as VALIDATION,
    as_filed as as_filed,
    cite as cite,
    validators as validators,
)
from .moves import moves as moves, pending_account as pending_account, reserve_account as reserve_account
from .must_hit import (
    Secret as Secret,
    commitment_to as commitment_to,
    draw_point as draw_point,
    prove as prove,
)
from .state import (
    Jackpot as Jackpot,
    Meter as Meter,
    Status as Status,
    Win as Win,
    new_meter as new_meter,
)
from .terms import (
    LONGEST_NAME as LONGEST_NAME,
    Filed as Filed,
    Member as Member,
    Terms as Terms,
    filed_by as filed_by,
    member_of as member_of,
    terms_of as terms_of,
    text_of as text_of,
)
from .view import SEE_RESERVE as SEE_RESERVE, view as view
