from .drawing.screen import screen as screen
from .game.driver import play as play
from .game.house import TerminalHouse as TerminalHouse
from .game.player import Player as Player
from .game.seat import TerminalSeat as TerminalSeat
from .game.server import visit as visit
from .game.table_choice import (
    choose_table as choose_table,
    read_settings as read_settings,
    read_wagers as read_wagers,
    title_of as title_of,
)
from .output import (
    DONE as DONE,
    INTERRUPTED as INTERRUPTED,
    NO as NO,
    WRONG as WRONG,
    complain as complain,
    leave as leave,
    one_line as one_line,
    prepare as prepare,
    print_json as print_json,
    provision as provision,
    refusal_line as refusal_line,
    refuse as refuse,
    refusing as refusing,
)
from .prompt import Left as Left, Prompt as Prompt, number as number
from .table_setup import (
    StandingTable as StandingTable,
    TableChoices as TableChoices,
    ask_boxes as ask_boxes,
    parse_option as parse_option,
    set_up as set_up,
)
from .tables import (
    card_text as card_text,
    console as console,
    print_facts as print_facts,
    print_table as print_table,
)
