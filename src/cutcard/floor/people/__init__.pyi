from .controls import (
    AMOUNTS as AMOUNTS,
    CONTROLS as CONTROLS,
    Control as Control,
    ControlRule as ControlRule,
    ControlTable as ControlTable,
    act_on as act_on,
    check_row as check_row,
    may_agree as may_agree,
)
from .credentials import (
    is_page_token as is_page_token,
    new_token as new_token,
    page_token as page_token,
    token_digest as token_digest,
)
from .decide import PeopleRefused as PeopleRefused, Why as Why
from .events import AskRefused as AskRefused
from .passkeys import PasskeyDesk as PasskeyDesk, PasskeyPlace as PasskeyPlace
from .people import (
    HOUSE as HOUSE,
    Given as Given,
    PeopleOfHouse as PeopleOfHouse,
)
from .person import (
    NAME as NAME,
    Limits as Limits,
    Person as Person,
    Session as Session,
    is_name as is_name,
)
from .pins import PinDesk as PinDesk
from .roles import (
    AT_TABLES as AT_TABLES,
    CAGE_COMMANDS as CAGE_COMMANDS,
    FILLED_BY_HOUSE as FILLED_BY_HOUSE,
    METER_COMMANDS as METER_COMMANDS,
    STAFF as STAFF,
    TABLE_COMMANDS as TABLE_COMMANDS,
    Ask as Ask,
    Commands as Commands,
    HouseRole as HouseRole,
    acting_as as acting_as,
    commands_of as commands_of,
    may_ask as may_ask,
    may_command as may_command,
    may_sign as may_sign,
)
from .rows import reseal_people as reseal_people
from .sign_ins import people_in as people_in, proves as proves
from .verification import changed_people as changed_people
