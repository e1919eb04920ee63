from .driver import arranged as arranged
from .fault import SessionFault as SessionFault
from .session import (
    SessionCase as SessionCase,
    TableSession as TableSession,
    read_sessions as read_sessions,
    session_fault as session_fault,
)
