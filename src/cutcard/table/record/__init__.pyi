from . import codec as codec
from .codec import (
    EVENT as EVENT,
    EVENTS as EVENTS,
    NAMES as NAMES,
    Form as Form,
    Malformed as Malformed,
    Plain as Plain,
    amount_of as amount_of,
    event_json as event_json,
    event_line as event_line,
    event_of as event_of,
    line_of as line_of,
    plain_of as plain_of,
    snake_case as snake_case,
)
from .recheck import (
    Recheck as Recheck,
    money_missing as money_missing,
    unlike_the_shuffle as unlike_the_shuffle,
)
from .record import (
    Header as Header,
    RecordError as RecordError,
    carrying as carrying,
    follow_event as follow_event,
    header_json as header_json,
    header_of as header_of,
    law_of_header as law_of_header,
    parse_header as parse_header,
    read_events as read_events,
    read_record as read_record,
    rebuild as rebuild,
    record_lines as record_lines,
    record_notes as record_notes,
    setup_in as setup_in,
    table_of as table_of,
    under_law as under_law,
    wagers_of as wagers_of,
    write_record as write_record,
)
from .redaction import FaceDown as FaceDown, published as published
from .text.record_text import (
    in_words as in_words,
    is_record_text as is_record_text,
    parse_record_text as parse_record_text,
    read_record_text as read_record_text,
    record_setup_lines as record_setup_lines,
    recorded_acts as recorded_acts,
    render_record as render_record,
)
