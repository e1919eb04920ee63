from .cage import CAGE_STREAM as CAGE_STREAM, CASH_COMMANDS as CASH_COMMANDS, Cage as Cage
from .clock import deal as deal
from .commands import (
    DEAL_BY as DEAL_BY,
    OF_HITS as OF_HITS,
    DealBy as DealBy,
    read_deal_by as read_deal_by,
)
from .dealer_assignment import changed as changed
from .events import JackpotHeld as JackpotHeld
from .floor import Floor as Floor
from .lines import event_in as event_in, event_json as event_json
from .meter_office import filed_at as filed_at, may_win as may_win, returning as returning
from .publish.hub import AtOnce as AtOnce, TooSlow as TooSlow, Update as Update
from .publish.table_title import live_table_summary as live_table_summary, table_title as table_title
from .publish.view import live_view as live_view
from .requests import (
    CommandAnswer as CommandAnswer,
    CommandRequest as CommandRequest,
    answer_of as answer_of,
)
from .restart.self_test import SelfTestFailed as SelfTestFailed, self_test as self_test
from .restart.snapshots import UnusableSnapshot as UnusableSnapshot, read_snapshot as read_snapshot
from .restart.store_kind import KIND_STREAM as KIND_STREAM, check_kind as check_kind
from .state import (
    ENGINE as ENGINE,
    TABLE_STREAM as TABLE_STREAM,
    Live as Live,
    Policy as Policy,
    header_line as header_line,
    live_of as live_of,
)
from .table_meters import METER_STREAM as METER_STREAM
from .writer import NotStored as NotStored
