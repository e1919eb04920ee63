from .commands import (
    Admit as Admit,
    AskHome as AskHome,
    Close as Close,
    Deliver as Deliver,
    Release as Release,
    RunMeter as RunMeter,
    Ticket as Ticket,
    Wake as Wake,
)
from .decide import decide as decide
from .envelope import (
    LinkProblem as LinkProblem,
    Outgoing as Outgoing,
    open_envelope as open_envelope,
    sealed_envelope as sealed_envelope,
)
from .events import (
    HoldEnded as HoldEnded,
    LinkEvent as LinkEvent,
    News as News,
    TicketParked as TicketParked,
    codec as codec,
)
from .evolve import fold as fold
from .exchange import answer_house as answer_house, exchange as exchange
from .office import (
    HOME_STREAM as HOME_STREAM,
    REMOTE_STREAM as REMOTE_STREAM,
    HomeOffice as HomeOffice,
    RemoteOffice as RemoteOffice,
    link_moves as link_moves,
)
from .state import HOLD_MS as HOLD_MS, HomeLink as HomeLink, new_link as new_link
