from .command_text import (
    FORMS as FORMS,
    LONGEST_TEXT as LONGEST_TEXT,
    MOST_CARDS as MOST_CARDS,
    command_json as command_json,
    parse_by as parse_by,
    parse_command as parse_command,
    parse_commands as parse_commands,
)
from .request import (
    MOST_NUMBER as MOST_NUMBER,
    Request as Request,
    amount as amount,
    bad as bad,
    mapping as mapping,
    parse_request as parse_request,
    printable as printable,
    truth as truth,
)
from .scripted_round import (
    SettledRound as SettledRound,
    as_json as as_json,
    begun as begun,
    in_answer_order as in_answer_order,
    in_play as in_play,
    passed as passed,
    rule_set as rule_set,
    settle as settle,
)
