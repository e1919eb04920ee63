from . import schema as schema
from .checkpoint import CheckpointThread as CheckpointThread
from .codec import EventCodec as EventCodec
from .copy import address as address, backup_store as backup_store, restore_store as restore_store
from .database import Database as Database, grants as grants
from .engines import keys_of as keys_of, with_keys as with_keys
from .errors import (
    Broken as Broken,
    Conflict as Conflict,
    Exists as Exists,
    StoreError as StoreError,
    Unavailable as Unavailable,
)
from .export import export_lines as export_lines
from .laws import carry_laws as carry_laws, law_of_table as law_of_table, law_row as law_row
from .private_files import make_private as make_private
from .records import (
    WALLETS as WALLETS,
    Amount as Amount,
    Head as Head,
    Movement as Movement,
    Names as Names,
    New as New,
    RoundRow as RoundRow,
    Stored as Stored,
    StoredAnswer as StoredAnswer,
    StoredLaw as StoredLaw,
    StoredSnapshot as StoredSnapshot,
    Stream as Stream,
    event_digest as event_digest,
    header_digest as header_digest,
    row_digest as row_digest,
)
from .rounds import (
    IRREGULAR as IRREGULAR,
    NOTICED as NOTICED,
    SEEN as SEEN,
    STARTED as STARTED,
    TABLES as TABLES,
    Folding as Folding,
    name_in as name_in,
)
from .schema import WHOLE as WHOLE, WORD as WORD, events as events, metadata as metadata
from .units import LAST as LAST, ReadUnit as ReadUnit, WriteUnit as WriteUnit
from .verification import (
    Progress as Progress,
    Verified as Verified,
    find_broken as find_broken,
    owner as owner,
)
