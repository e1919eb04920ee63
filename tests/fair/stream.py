"""A stream of raw bits made of shuffles, for batteries that read bits: `python -m fair.stream`.

An order of n cards can be undone into one choice of n, one of n - 1, and so on down to one of 2, in one
way only; every order is equally likely just where these choices are even and independent. A choice d of
n leaves bits without a bias: where d is below the greatest power of two in n it is as many bits as
that; else what is left of d, of n, is taken the same way. No other random number comes near the stream.
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator

from cutcard.fair.shuffle import Below, in_any_order
from fair.battery import Order
from fair.shufflers import remainder

CARDS = 312


def choices(order: Order) -> Iterator[tuple[int, int]]:
    """How many cards there were to choose from for each place, the last first, and which it was."""
    lies = list(range(len(order)))
    place = list(lies)
    for last in range(len(order) - 1, 0, -1):
        chosen = place[order[last]]
        lies[chosen] = lies[last]
        place[lies[last]] = chosen
        yield last + 1, chosen


def bits(limit: int, chosen: int) -> tuple[int, int]:
    """The bits that a choice leaves: how many, and as a number."""
    while True:
        count = limit.bit_length() - 1
        if chosen < 1 << count:
            return count, chosen
        limit -= 1 << count
        chosen -= 1 << count


def chunks(below: Below = secrets.randbelow) -> Iterator[bytes]:
    """Bytes without end, some 230 from each shuffle."""
    held = number = 0
    while True:
        for limit, chosen in choices(in_any_order(range(CARDS), below=below)):
            count, taken = bits(limit, chosen)
            held += count
            number = number << count | taken
        rest = held % 8
        yield (number >> rest).to_bytes(held // 8, "big")
        held, number = rest, number & ((1 << rest) - 1)


def congruential() -> Below:
    """A bad source: a textbook generator of 31 bits, divided by the limit, and the rest kept."""
    state = 1

    def below(limit: int) -> int:
        nonlocal state
        state = (state * 1_103_515_245 + 12_345) % (1 << 31)
        return state % limit

    return below


SOURCES = {"live": secrets.randbelow, "remainder": remainder, "congruential": congruential()}


def main(source: str) -> None:
    """Write until the reader has had enough."""
    try:
        for chunk in chunks(SOURCES[source]):
            sys.stdout.buffer.write(chunk)
    except BrokenPipeError:
        sys.stderr.close()


if __name__ == "__main__":
    main(sys.argv[1])
