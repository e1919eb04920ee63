from .acts import draw as draw, shuffle_act as shuffle_act
from .shuffle import (
    Shuffled as Shuffled,
    choose as choose,
    commitment as commitment,
    draw_box as draw_box,
    draw_card as draw_card,
    shuffle as shuffle,
)
from .verifier import Stack as Stack, Unreadable as Unreadable, Verdict as Verdict, verify as verify
