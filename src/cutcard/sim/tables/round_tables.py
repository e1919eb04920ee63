"""A round machine made ready for the kernel: flat arrays of integers, the common states first.

An entry of the step table holds the next state's place and the number of what is emitted. Most rounds
emit one number, which stands for their whole result. The others, of split boxes, add up what each hand
nets for every end the dealer's hand may yet have, packed side by side into one word, and take the right
field out at the end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from cutcard.automata import minimised
from cutcard.automata.hands import BLACKJACK_END, ENDS
from cutcard.automata.rounds import NO_END, NO_FINISH, Emission, RoundMachine
from cutcard.cards import DECK_52
from cutcard.wagers import final_total_of

Array = np.ndarray[Any, Any]

PLACE_BITS: Final = 22
"""Bits of an entry for the next state's place; the rest number the emission."""
MOST_GIVEN: Final = 1 << (32 - PLACE_BITS)
WORD: Final = 64
HALF_WORD: Final = 32
FRESH_FLUSH: Final = 32
"""Where every round has a full shoe: the rounds that are added up before a word is unpacked."""


class TooLargeError(Exception):
    """A game whose numbers do not fit the kernel's words."""


@dataclass(frozen=True)
class Packing:
    """Whole rounds added up in one word: squares, the sum, the winning ones and the count of them."""

    offset: int
    """Added to every net, so that none is negative."""
    sum_at: int
    hits_at: int
    count_at: int
    bits: int
    """Of the word: 32 where that is enough for a shoe, or 64."""

    def word(self, net: int) -> int:
        """One round."""
        # Four fields of one integer, so that a single addition adds up all four sums of many rounds:
        #   count | wins | net + offset | net squared   (highest bits first)
        # Nets of -2 to 2 units and at most 100 rounds: 7 + 7 + 9 + 9 bits, one 32-bit word. The offset
        # keeps the field of nets positive; unpacking subtracts count * offset from it again.
        hits = int(net > 0) << self.hits_at
        return 1 << self.count_at | hits | (net + self.offset) << self.sum_at | net * net


@dataclass(frozen=True)
class Splitting:
    """The hands of split boxes added up in one word, a field for each end that makes a difference."""

    none_yet: int
    """The sum before any hand."""
    width: int
    """Bits of a field."""
    times: int
    """Units that one in a field stands for."""
    bits: int
    """Of the word: 32 where that is enough, or 64."""


def _empty() -> Array:
    return np.zeros(0, dtype=np.int64)


@dataclass(frozen=True)
class RoundTables:
    """What the kernel walks."""

    letters: int
    step: Array
    """By place and letter, flat: the next place, and above it the emission."""
    hot: int
    """An emission below this number is a whole round, from it on part of a split one."""
    last: int
    """An emission from this number on ends a split round."""
    packed: Array
    """By emission: a whole round, its count, whether it won, its net, the net's square."""
    add: Array
    """Of a split round: what a hand adds for each end the dealer's hand may have, side by side."""
    shift: Array
    """Of the end of a split round: where the dealer's end begins in the sum."""
    splitting: Splitting
    packing: Packing
    unit: int
    """Cents that one unit of these numbers stands for."""
    letter_of: Array
    finishes: Array
    """By emission: the number of the finished hand, or none."""
    ends: Array
    """By emission: the dealer's end, or none."""
    nets: Array
    """By emission: the net of a whole round, in units."""
    times: Array
    """By emission: how many of the dealer's hands end so."""
    goes_on: Array
    """By emission: whether the dealer draws a further hand."""
    final_totals: Array
    """By finished hand: the total that side wagers are shown."""
    open_ends: bool
    """Whether some emissions end one of several dealer's hands."""
    names: tuple[tuple[str, ...], ...]
    """By finished hand and end: the outcome."""
    roles: Array
    most_hands: int
    """The most hands that a box may hold."""
    hand_counts: Array = field(default_factory=_empty)
    """How hands count for a streak, where one is wagered on (`automata.box_results`)."""
    hand_kinds: Array = field(default_factory=_empty)
    late_counts: Array = field(default_factory=_empty)


def tables(
    machine: RoundMachine,
    weights: Array,
    *,
    cards: int,
) -> RoundTables:
    """The kernel's arrays of a machine.

    `weights` say how common each letter is; `cards` how many of them a shoe deals at most before the
    packed sums are unpacked.
    """
    emissions, new = _ordered(machine)
    if len(emissions) > MOST_GIVEN:
        raise TooLargeError(f"{len(emissions)} kinds of results; at most {MOST_GIVEN} fit")
    step, gives, roles = minimised(machine.step, new[machine.gives], machine.roles)
    step, gives, roles = _common_first(step, gives, roles, weights)
    if step.size >= 1 << PLACE_BITS:
        raise TooLargeError(f"{len(step)} states of {step.shape[1]} letters; too many for the kernel")
    letters = step.shape[1]
    entries = (step * letters).astype(np.uint32) | (gives.astype(np.uint32) << np.uint32(PLACE_BITS))
    unit = _unit(machine)
    words = {
        **_packed(machine, emissions, unit, most=cards // _shortest(step) + 1),
        **_split(machine, emissions, unit),
    }
    return RoundTables(
        letters=letters,
        step=np.ascontiguousarray(entries.ravel()),
        unit=unit,
        letter_of=machine.letter_of,
        finishes=np.array([each.finish for each in emissions], dtype=np.int32),
        ends=np.array([each.end for each in emissions], dtype=np.int32),
        nets=np.array([_net(machine, each) // unit for each in emissions], dtype=np.int32),
        times=np.array([each.times for each in emissions], dtype=np.int32),
        goes_on=np.array([each.more for each in emissions], dtype=np.int32),
        final_totals=np.array([final_total_of(each.hand) for each in machine.finishes], dtype=np.int32),
        open_ends=any(each.more or each.times > 1 for each in emissions),
        names=tuple(finish.names for finish in machine.finishes),
        roles=roles,
        most_hands=machine.most_hands,
        **words,
    )


def longest(round_tables: RoundTables, shoe: Array) -> int:
    """As many cards as a round can take from a shoe of these places in the deck, or a few more.

    Only aces make it long: all of them that there are, and the most others that a round can take.
    """
    aces = np.unique(round_tables.letter_of[[card.is_ace for card in DECK_52]])
    dealt = int(np.isin(round_tables.letter_of[shoe], aces).sum())
    return min(_longest(round_tables, aces[:0]), dealt + _longest(round_tables, aces))


def _longest(round_tables: RoundTables, uncounted: Array) -> int:
    """The most cards of other letters that a round can take; it never comes back to a state."""
    step = (round_tables.step & np.uint32((1 << PLACE_BITS) - 1)).reshape(
        -1, round_tables.letters
    ) // round_tables.letters
    counted = np.setdiff1d(np.arange(round_tables.letters), uncounted)

    def after(here: Array, letters: Array) -> Array:
        """The states, save the end, that these lead to."""
        targets = np.zeros(len(step), dtype=bool)
        targets[step[np.ix_(here, letters)]] = True
        targets[0] = False
        return targets

    # A breadth-first search over sets of states. Each pass of the outer loop takes one counted card: the
    # set first grows by every state that uncounted cards alone reach, then all of it takes that card. A
    # round always ends, so after n passes the set is empty exactly when no round takes n counted cards.
    here, taken = np.array([0]), 0
    while len(here):
        reached = np.zeros(len(step), dtype=bool)
        while len(here):
            reached[here] = True
            here = np.flatnonzero(after(here, uncounted) & ~reached)
        here = np.flatnonzero(after(np.flatnonzero(reached), counted))
        taken += 1
        if taken > len(step):
            raise AssertionError("a round without an end")
    return taken


def _unit(machine: RoundMachine) -> int:
    """The cents that all results are multiples of."""
    nets = [finish.nets for finish in machine.finishes]
    late = [emission.late for emission in machine.emissions]
    return int(np.gcd.reduce(np.abs(np.concatenate([np.ravel(nets), late])))) or 1


def _ordered(machine: RoundMachine) -> tuple[list[Emission], Array]:
    """The emissions, none first and whole rounds next; and the new number of each."""
    emissions = machine.emissions
    order = sorted(range(len(emissions)), key=lambda number: _rank(emissions[number], number))
    new = np.empty(len(order), dtype=np.int64)
    new[order] = np.arange(len(order))
    return [emissions[number] for number in order], new


def _shortest(step: Array) -> int:
    """The fewest cards that a round can take."""
    here, taken = {0}, 0
    while True:
        taken += 1
        here = {int(each) for each in np.unique(step[list(here)])}
        if 0 in here:
            return taken


def _net(machine: RoundMachine, emission: Emission) -> int:
    """The net of a whole round, in cents."""
    if not emission.whole:
        return 0
    return machine.finishes[emission.finish].nets[emission.end] * emission.times


def _rank(emission: Emission, number: int) -> tuple[int, int]:
    """No emission first, then whole rounds, parts of split ones, and the ends of those."""
    if number == 0:
        return 0, number
    return (1 if emission.whole else 2 if emission.end == NO_END else 3), number


def _common_first(step: Array, gives: Array, roles: Array, weights: Array) -> tuple[Array, Array, Array]:
    """States in the order of how often they are met, by the letters' weights and no memory of them."""
    # met[s] is the expected number of visits to state s in a round: the sum over n of the chance of
    # being there after n cards, each drawn as from a full shoe. Longer rounds than 64 cards are too rare
    # to matter for an order that only serves the processor's cache.
    chances = weights / weights.sum()
    here: Array = np.zeros(len(step))
    here[0] = 1.0
    met = here.copy()
    for _ in range(64):
        now = np.flatnonzero(here)
        parts = chances[:, None] * here[now]
        here = np.bincount(step[now].T.ravel(), weights=parts.ravel(), minlength=len(step))
        here[0] = 0.0
        met += here
    order = np.argsort(-met, kind="stable")
    order = np.concatenate([[0], order[order != 0]])
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    return place[step[order]], gives[order], roles[order]


def _packed(machine: RoundMachine, emissions: list[Emission], unit: int, *, most: int) -> dict[str, Any]:
    """Whole rounds as one word each; at most so many of them are added up."""
    hot = 1 + sum(each.whole for each in emissions)
    nets = [_net(machine, each) // unit for each in emissions[1:hot]]
    packing, words = _words(nets, len(emissions), most)
    return {"hot": hot, "packed": words, "packing": packing}


def _words(nets: list[int], many: int, most: int) -> tuple[Packing, Array]:
    """Rounds with these nets as packed words, wide enough to add up `most` of them."""
    biggest = max((abs(net) for net in nets), default=1)
    sizes = [(most * part).bit_length() for part in (biggest**2, 2 * biggest, 1, 1)]
    total = sum(sizes)
    if total > WORD:
        raise TooLargeError(f"a round that comes to {biggest} units")
    sum_at, hits_at, count_at = sizes[0], sizes[0] + sizes[1], sizes[0] + sizes[1] + sizes[2]
    packing = Packing(biggest, sum_at, hits_at, count_at, HALF_WORD if total <= HALF_WORD else WORD)
    words = np.zeros(many, dtype=np.uint32 if packing.bits == HALF_WORD else np.uint64)
    words[1 : len(nets) + 1] = [packing.word(net) for net in nets]
    return packing, words


def repacked(round_tables: RoundTables, cards: int) -> tuple[Packing, Array]:
    """Whole rounds as one word each, where those of so many cards are added up."""
    places = (round_tables.step & np.uint32((1 << PLACE_BITS) - 1)).reshape(
        -1, round_tables.letters
    ) // round_tables.letters
    nets = [int(net) for net in round_tables.nets[1 : round_tables.hot]]
    return _words(nets, len(round_tables.packed), cards // _shortest(places) + 1)


def _split(machine: RoundMachine, emissions: list[Emission], unit: int) -> dict[str, Any]:
    """What the hands of split boxes add, by the dealer's end, side by side in one word."""
    parts = [each for each in emissions if not each.whole and each.finish != NO_FINISH]
    by_end = [_nets(machine, each) for each in parts] or [(0,) * len(ENDS)]
    met = {each.end for each in emissions if not each.whole and each.end != NO_END}
    columns: dict[object, int] = {}
    field = {
        end: columns.setdefault(tuple(nets[end] for nets in by_end), len(columns)) for end in sorted(met)
    }
    first = {place: end for end, place in reversed(field.items())}
    times = max(1, int(np.gcd.reduce(np.abs(np.ravel(by_end)))) // unit)
    most = max(abs(net) for nets in by_end for net in nets) // (unit * times)
    width = (2 * machine.most_hands * most + 1).bit_length()
    total = width * len(columns)
    if total > WORD:
        raise TooLargeError(f"split hands that come to {most} units each, {len(columns)} ends apart")
    kind = np.uint32 if total <= HALF_WORD else np.uint64
    add = np.zeros(len(emissions), dtype=kind)
    shift = np.zeros(len(emissions), dtype=np.int32)
    bits = HALF_WORD if total <= HALF_WORD else WORD
    for number, each in enumerate(emissions):
        if each.end in field:
            shift[number] = width * field[each.end]
        if not each.whole and each.finish != NO_FINISH:
            nets = _nets(machine, each)
            whole = sum(
                nets[first[place]] // (unit * times) << (width * place) for place in range(len(columns))
            )
            add[number] = whole % (1 << bits)
    # A field begins at 2^(width - 1), so that it stays positive while hands add nets of either sign. Two
    # ends of 4 bits each begin as 0x88. A hand that loses 1 to the first end and wins 1 from the second
    # adds -1 + 16 = 0x0F: 0x97, which reads back as 7 - 8 = -1 and 9 - 8 = +1.
    none_yet = sum(1 << (width - 1) << (width * place) for place in range(len(columns)))
    return {
        "last": next((n for n, each in enumerate(emissions) if _rank(each, n)[0] > 2), len(emissions)),
        "add": add,
        "shift": shift,
        "splitting": Splitting(none_yet, width, times, bits),
    }


def _nets(machine: RoundMachine, emission: Emission) -> tuple[int, ...]:
    """The nets of a hand of a split box, by the dealer's end."""
    nets = machine.finishes[emission.finish].nets
    return tuple(net + (emission.late if end == BLACKJACK_END else 0) for end, net in enumerate(nets))
