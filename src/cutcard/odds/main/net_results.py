"""What a round of the main game comes to: every net result with its chance.

Hands that are not split are exact. The hands of a split box are taken as independent of one another
given how the dealer's hand ends, as for the standard deviation (`spread`).
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np

from cutcard.automata.hands import BLACKJACK_END, ENDS, Split
from cutcard.odds.main.game import MainGame
from cutcard.odds.main.kernels.play import BUST_KIND, RESCUE_KIND
from cutcard.odds.main.spread import hand_count_chances

Array = np.ndarray[Any, Any]
Nets = dict[int, float]
"""By net result, in parts of the first stake (`MainGame.main.scale` of them): its chance."""


def net_results(game: MainGame) -> Nets:
    """How often a round comes to each net result."""
    often, prices, checks = game.end_frequencies, game.main.prices, game.main.checks
    found: Nets = defaultdict(float)
    played = np.ones(len(ENDS), dtype=bool)
    played[BLACKJACK_END] = not checks
    _add(found, prices.ends(Split.NEVER)[..., played], often.unsplit.sum(axis=-1)[..., played])
    _add(found, prices.surrender[played], often.whole.surrender[played])
    _add(found, prices.early_surrender, often.whole.early_surrender)
    _add(found, prices.even_money, often.whole.even_money)
    if checks:
        _add(found, prices.at_blackjack, often.whole.at_blackjack)
    for value in often.pairs:
        for start in np.flatnonzero(often.split[value]).tolist():
            for net, chance in _split_box(game, value, start, played).items():
                found[net] += float(often.split[value, start]) * chance
    return found


def _add(found: Nets, nets: Array, chances: Array) -> None:
    for net, chance in zip(np.ravel(nets).tolist(), np.ravel(chances).tolist(), strict=True):
        if chance > 0:
            found[int(net)] += chance


def _split_box(game: MainGame, value: int, start: int, played: Array) -> Nets:
    """What a pair split against a start comes to, joint with the start.

    How often the dealer ends so is taken from the hands that stand against it, so that the mean of a
    hand is what it is in the value of the game; hands that bust are taken to meet all ends alike.
    """
    pair = game.end_frequencies.pairs[value]
    hands = hand_count_chances(game, value, start)
    mean = sum(count * chance for count, chance in hands.items())
    prices, often = game.main.prices.ends(pair.split), pair.ends[..., start] / mean
    over = [BUST_KIND, RESCUE_KIND]
    busts: Nets = defaultdict(float)
    _add(busts, prices[:, over][..., played], often[:, over][..., played])
    stood, paid = (np.delete(each, over, axis=1) for each in (often, prices))
    by_end = stood.sum(axis=(0, 1)) * played
    busted = sum(busts.values()) / (sum(busts.values()) + float(by_end.sum()))
    found: Nets = defaultdict(float)
    for end in np.flatnonzero(by_end).tolist():
        whole = float(by_end[end]) / (1 - busted)
        if end == BLACKJACK_END and game.main.spares:
            found[-int(game.main.scale)] += whole
            continue
        one: Nets = defaultdict(float)
        _add(one, paid[..., end], stood[..., end] / whole)
        for net, chance in busts.items():
            one[net] += busted * chance / sum(busts.values())
        several: Nets = {0: 1.0}
        for count in range(1, max(hands) + 1):
            several = _plus(several, one)
            for net, chance in several.items():
                found[net] += whole * hands.get(count, 0.0) * chance
    return found


def _plus(one: Nets, other: Nets) -> Nets:
    found: Nets = defaultdict(float)
    for net, chance in one.items():
        for more, again in other.items():
            found[net + more] += chance * again
    return found
