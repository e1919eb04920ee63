from .cage import CAGE_STREAM as CAGE_STREAM, Cage as Cage
from .clock import deal as deal
from .commands import (
    CASH_COMMANDS as CASH_COMMANDS,
    CHANGE_LAW as CHANGE_LAW,
    DEAL_BY as DEAL_BY,
    OF_HITS as OF_HITS,
    ChangeLaw as ChangeLaw,
    CommandAnswer as CommandAnswer,
    CommandRequest as CommandRequest,
    DealBy as DealBy,
    answer_of as answer_of,
    decide_deal_by as decide_deal_by,
    read_deal_by as read_deal_by,
)
from .events import JackpotHeld as JackpotHeld, event_in as event_in, event_json as event_json
from .floor import Floor as Floor
from .hub import AtOnce as AtOnce, TooSlow as TooSlow, Update as Update
from .meter_office import filed_at as filed_at, may_win as may_win, returning as returning
from .self_test import (
    KIND_STREAM as KIND_STREAM,
    SelfTestFailed as SelfTestFailed,
    check_kind as check_kind,
    self_test as self_test,
)
from .snapshots import UnusableSnapshot as UnusableSnapshot, read_snapshot as read_snapshot
from .state import (
    ENGINE as ENGINE,
    METER_STREAM as METER_STREAM,
    TABLE_STREAM as TABLE_STREAM,
    Live as Live,
    Policy as Policy,
    header_line as header_line,
    live_of as live_of,
    read_header as read_header,
    read_live as read_live,
)
from .view import (
    live_table_summary as live_table_summary,
    live_view as live_view,
    table_title as table_title,
)
from .writer import NotStored as NotStored, meter_event as meter_event
