from .credentials import is_page_token as is_page_token, page_token as page_token
from .decide import PeopleRefused as PeopleRefused, Why as Why
from .events import AskRefused as AskRefused
from .people import HOUSE as HOUSE, Given as Given, PeopleOfHouse as PeopleOfHouse
from .person import (
    NAME as NAME,
    Limits as Limits,
    Person as Person,
    Session as Session,
    is_name as is_name,
)
from .roles import (
    AT_TABLES as AT_TABLES,
    CAGE_COMMANDS as CAGE_COMMANDS,
    FILLED_BY_HOUSE as FILLED_BY_HOUSE,
    METER_COMMANDS as METER_COMMANDS,
    PROVED as PROVED,
    STAFF as STAFF,
    TABLE_COMMANDS as TABLE_COMMANDS,
    Ask as Ask,
    HouseRole as HouseRole,
    acting_as as acting_as,
    commands_of as commands_of,
    may_ask as may_ask,
    may_command as may_command,
    may_sign as may_sign,
)
from .verification import changed_people as changed_people
