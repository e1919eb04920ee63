from .amounts_due import (
    Compared as Compared,
    dealt as dealt,
    owed as owed,
    request_of as request_of,
    settle_otherwise as settle_otherwise,
)
from .anchors import (
    Anchored as Anchored,
    AnchorFile as AnchorFile,
    AnchorLog as AnchorLog,
    anchor_place as anchor_place,
    check_anchors as check_anchors,
)
from .one_round import (
    Booked as Booked,
    HitEvent as HitEvent,
    OneRound as OneRound,
    find_round as find_round,
    hit_events as hit_events,
    round_pages as round_pages,
)
from .replay import Replayed as Replayed, replay as replay, rounds_of as rounds_of
from .seals import seal_store as seal_store
from .search import (
    Asks as Asks,
    RoundCondition as RoundCondition,
    RoundOrder as RoundOrder,
    search as search,
)
from .walk import Walk as Walk, WalkStep as WalkStep, before_round as before_round, walk as walk
from .whole_store import StoreAudit as StoreAudit, audit_store as audit_store
