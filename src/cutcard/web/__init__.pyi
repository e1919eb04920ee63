from .demo.bots import leave_all as leave_all, play_all as play_all
from .demo.house import (
    CREW as CREW,
    GUEST as GUEST,
    BotSeat as BotSeat,
    bot_seats as bot_seats,
    links as links,
    seated_bots as seated_bots,
    set_up as set_up,
    set_up_alone as set_up_alone,
    staff_links as staff_links,
)
from .explorer.publication import Publication as Publication
from .server.logs import RollingLog as RollingLog, configure_logs as configure_logs
from .server.socket import listening as listening
from .server.startup import (
    Opened as Opened,
    Running as Running,
    opened as opened,
    run as run,
    serve as serve,
    written_down as written_down,
)
from .server.workers import once_ready as once_ready, serve_all as serve_all
from .service.app import serve_service as serve_service
