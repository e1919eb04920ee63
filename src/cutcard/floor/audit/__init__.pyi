from .amounts_due import (
    Compared as Compared,
    dealt as dealt,
    owed as owed,
    request_of as request_of,
    settle_otherwise as settle_otherwise,
)
from .anchors import (
    Anchor as Anchor,
    Anchored as Anchored,
    AnchorFile as AnchorFile,
    AnchorLog as AnchorLog,
    anchor_place as anchor_place,
    check_anchors as check_anchors,
    latest_anchors as latest_anchors,
)
from .day_files import (
    DayFile as DayFile,
    DayProblem as DayProblem,
    begins_at as begins_at,
    check_days as check_days,
    write_days as write_days,
)
from .evidence import (
    EvidenceProblem as EvidenceProblem,
    check_evidence as check_evidence,
    evidence_text as evidence_text,
    round_evidence as round_evidence,
)
from .incident import find_incident as find_incident, incident_pages as incident_pages
from .one_round import (
    Booked as Booked,
    HitEvent as HitEvent,
    OneRound as OneRound,
    chain_of_round as chain_of_round,
    find_round as find_round,
    hit_events as hit_events,
    round_pages as round_pages,
    shoes_revealed as shoes_revealed,
)
from .replay import Replayed as Replayed, replay as replay, rounds_of as rounds_of
from .seals import seal_store as seal_store
from .search import (
    Asks as Asks,
    RoundCondition as RoundCondition,
    RoundOrder as RoundOrder,
    search as search,
)
from .table_days import (
    DayEntry as DayEntry,
    TableDay as TableDay,
    last_event_at as last_event_at,
    table_day as table_day,
)
from .trends import (
    DAY as DAY,
    Trend as Trend,
    house_wins as house_wins,
    trend as trend,
)
from .walk import Walk as Walk, WalkStep as WalkStep, before_round as before_round, walk as walk
from .whole_store import StoreAudit as StoreAudit, audit_store as audit_store
