from .basic_book import basic_book as basic_book
from .book import (
    COUNTS as COUNTS,
    DOUBLED_HARD as DOUBLED_HARD,
    DOUBLED_SOFT as DOUBLED_SOFT,
    HARD_TOTALS as HARD_TOTALS,
    SOFT_TOTALS as SOFT_TOTALS,
    STANDS as STANDS,
    Cell as Cell,
    Row as Row,
    StrategyBook as StrategyBook,
    Wanted as Wanted,
    most_doublings as most_doublings,
    worth_in_parts as worth_in_parts,
)
from .book_text import (
    BASIC as BASIC,
    book_in as book_in,
    needs_of as needs_of,
    read_book as read_book,
    write_book as write_book,
)
from .card_count import CardCount as CardCount, count_of as count_of
from .strategies import (
    Strategy as Strategy,
    basic as basic,
    for_the_bonus as for_the_bonus,
    from_file as from_file,
    game_facts as game_facts,
    is_known as is_known,
    own_name as own_name,
    to_toml as to_toml,
)
from .toml_file import content_of as content_of, parsed as parsed, short as short
