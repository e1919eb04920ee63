"""A plain walk over a round machine: the reference for every kernel, which reads the tables as meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from cutcard.automata.hands import BLACKJACK_END, ENDS
from cutcard.automata.rounds import NO_END, NO_FINISH, CardRole, RoundMachine
from cutcard.cards import DECK_52, Card
from cutcard.sim.replay.redeal import DEALERS_ROLES, MAIN
from cutcard.sim.replay.trace import DEALER, Taken, Traced

THE_BOX: Final = 1
"""The box of a machine of one box."""
PLACE_OF: Final = {card: place for place, card in enumerate(DECK_52)}


def walk(machine: RoundMachine, cards: Iterable[Card]) -> Iterator[Traced]:
    """The rounds that a machine makes of cards, in order; an unfinished one is left out."""
    state, number = 0, 0
    taken: list[Taken] = []
    sums, late, net = [0] * len(ENDS), 0, 0
    finishes: list[int] = []
    ends: list[int] = []
    for card in cards:
        letter = int(machine.letter_of[PLACE_OF[card]])
        role = CardRole(int(machine.roles[state]))
        taken.append(Taken(card, role, DEALER if role in DEALERS_ROLES else THE_BOX))
        emitted = machine.emissions[int(machine.gives[state, letter])]
        state = int(machine.step[state, letter])
        if emitted.finish != NO_FINISH:
            nets = machine.finishes[emitted.finish].nets
            finishes.append(emitted.finish)
            sums = [have + each for have, each in zip(sums, nets, strict=True)]
            late += emitted.late
        if emitted.end == NO_END:
            continue
        ends += [emitted.end] * emitted.times
        net += emitted.times * (sums[emitted.end] + (late if emitted.end == BLACKJACK_END else 0))
        if emitted.more:
            continue
        yield Traced(number, tuple(taken), {(THE_BOX, MAIN): net}, tuple(finishes), tuple(ends))
        number += 1
        taken, finishes, ends = [], [], []
        sums, late, net = [0] * len(ENDS), 0, 0
