from .driver import arranged as arranged
from .fault import SessionFault as SessionFault
from .session import (
    Session as Session,
    SessionCase as SessionCase,
    read_sessions as read_sessions,
    session_fault as session_fault,
)
