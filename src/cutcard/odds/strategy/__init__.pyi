from .basic_book import basic_book as basic_book
from .book_text import BASIC as BASIC, needs_of as needs_of, read_book as read_book
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
