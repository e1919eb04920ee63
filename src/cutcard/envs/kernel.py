"""The environment's kernel: many tables, each one decision further with every call.

A table is at a decision, always: a bet, an offer before the dealer looks (insurance, even money, an
early surrender), or a hand in play. A step takes the decision, deals what follows without one, and stops
at the next. When a round is over its results are the rewards, and the next decision is the next
round's bet.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from cutcard.compute import njit
from cutcard.envs.rule_tables import MIXED, EnvAction, Flag

Array = np.ndarray[Any, Any]

BET, OFFER, PLAY = 0, 1, 2
OPEN, STOOD, BUST, RESCUED, SURRENDERED = 0, 1, 2, 3, 4
AS_DEALT, GAVE_UP_EARLY, TOOK_EVEN_MONEY = 0, 1, 2
STAND: Final = int(EnvAction.STAND)
HIT: Final = int(EnvAction.HIT)
DOUBLE: Final = int(EnvAction.DOUBLE)
SPLIT: Final = int(EnvAction.SPLIT)
SURRENDER: Final = int(EnvAction.SURRENDER)
EVEN_MONEY: Final = int(EnvAction.EVEN_MONEY)
INSURE: Final = int(EnvAction.INSURE)
RESCUE: Final = int(EnvAction.RESCUE)
FIRST_BET: Final = int(EnvAction.BET)
SCALE, CHECKS, SPARES = int(Flag.SCALE), int(Flag.CHECKS), int(Flag.SPARES)
MAY_SURRENDER, MAY_EVEN_MONEY = int(Flag.SURRENDER), int(Flag.EVEN_MONEY)
MAY_INSURE, HOLE_DEALT = int(Flag.INSURANCE), int(Flag.HOLE_DEALT)
BY_RANK, RETURNS_EXTRAS = int(Flag.BY_RANK), int(Flag.RETURNS_EXTRAS)
CAP_BY_STAKE, CUT, OWED = int(Flag.CAP_BY_STAKE), int(Flag.CUT), int(Flag.OWED)
SHOWS_HOLE, NATURAL = int(Flag.SHOWS_HOLE), int(Flag.NATURAL)
DEALER_HANDS, FROM_LAST = int(Flag.DEALER_HANDS), int(Flag.FROM_LAST)
MIXED_SUIT: Final = MIXED
ACE, TEN = 0, 9
BLACKJACK_END: Final = 6
NO_CARD: Final = 255


class TableState(NamedTuple):
    """The state of many tables: the first axis is the table, the second the box, the third the hand."""

    shoe: Array
    at: Array
    """The place of the next card."""
    seed: Array
    phase: Array
    box: Array
    """Whose decision it is."""
    hand: Array
    hands: Array
    place: Array
    split: Array
    doublings: Array
    fate: Array
    suit: Array
    first: Array
    """The first card of each hand."""
    second: Array
    cards: Array
    """The two cards dealt to each box."""
    bet: Array
    sides: Array
    """By box: the set of side wagers it has bet on, a bit each."""
    insured: Array
    taken: Array
    """What the box did before play."""
    up: Array
    hole: Array
    running: Array
    """The hi-lo count of the cards in sight since the shuffle."""
    rounds: Array
    ended_at: Array
    """The place of the next card when the last round was over."""


@njit(inline="always", _nrt=False)
def _random(s: Any, i: Any) -> Any:
    """The next 64 bits of a table's own stream (splitmix64)."""
    s.seed[i] += np.uint64(0x9E3779B97F4A7C15)
    z = s.seed[i]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@njit(_nrt=False)
def _shuffle(s: Any, i: Any) -> None:
    size = s.shoe.shape[1]
    for last in range(size - 1, 0, -1):
        # the high bits of a product: uneven by less than one in 2**50 for any shoe
        other = int(((_random(s, i) >> np.uint64(32)) * np.uint64(last + 1)) >> np.uint64(32))
        card = s.shoe[i, last]
        s.shoe[i, last] = s.shoe[i, other]
        s.shoe[i, other] = card
    s.at[i] = 0
    s.running[i] = 0


@njit(_nrt=False)
def _draw(r: Any, s: Any, i: Any, counts: bool) -> Any:
    if s.at[i] >= s.shoe.shape[1]:
        _shuffle(s, i)
    card = s.shoe[i, s.at[i]]
    s.at[i] += 1
    if counts:
        s.running[i] += r.tag[card]
    return card


@njit(_nrt=False)
def _give(r: Any, s: Any, i: Any, b: Any, h: Any) -> None:
    """One card to a hand; a hand that goes over 21 is busted."""
    card = _draw(r, s, i, True)
    place = s.place[i, b, h]
    if place == 0:
        s.first[i, b, h], s.suit[i, b, h] = card, r.suit[card]
    else:
        if r.card_count[place] == 1:
            s.second[i, b, h] = card
        if s.suit[i, b, h] != r.suit[card]:
            s.suit[i, b, h] = MIXED_SUIT
    after = r.child[place, r.value[card]]
    if after < 0:
        s.fate[i, b, h] = BUST
    else:
        s.place[i, b, h] = after


@njit(inline="always", _nrt=False)
def new_round(r: Any, s: Any, i: Any) -> None:
    """The table waits for the first bet; past the cover card the shoe is shuffled."""
    if s.at[i] >= r.flags[CUT]:
        _shuffle(s, i)
    s.phase[i], s.box[i], s.hand[i] = BET, 0, 0
    s.up[i], s.hole[i] = NO_CARD, NO_CARD
    for b in range(s.hands.shape[1]):
        s.hands[i, b], s.insured[i, b], s.taken[i, b], s.bet[i, b] = 1, False, AS_DEALT, 0.0
        s.sides[i, b] = 0
        s.place[i, b, 0], s.split[i, b, 0], s.doublings[i, b, 0], s.fate[i, b, 0] = 0, 0, 0, OPEN


@njit(inline="always", _nrt=False)
def _deal(r: Any, s: Any, i: Any) -> None:
    for b in range(s.hands.shape[1]):
        _give(r, s, i, b, 0)
    s.up[i] = _draw(r, s, i, True)
    for b in range(s.hands.shape[1]):
        _give(r, s, i, b, 0)
        s.cards[i, b, 0], s.cards[i, b, 1] = s.first[i, b, 0], s.second[i, b, 0]
    if r.flags[HOLE_DEALT]:
        s.hole[i] = _draw(r, s, i, r.flags[SHOWS_HOLE] == 1)
    s.phase[i], s.box[i], s.hand[i] = OFFER, 0, 0


@njit(inline="always", _nrt=False)
def _only_stand(mask: Any, i: Any) -> None:
    """A loop: numba assigns a slice ten times as slowly."""
    for action in range(mask.shape[1]):
        mask[i, action] = action == STAND


@njit(inline="always", _nrt=False)
def _only_bets(mask: Any, i: Any) -> None:
    for action in range(mask.shape[1]):
        mask[i, action] = action >= FIRST_BET


@njit(inline="always", _nrt=False)
def _offered(r: Any, s: Any, i: Any, mask: Any) -> bool:
    """Whether the box may choose something before play; what, in the mask."""
    b, up = s.box[i], r.value[s.up[i]]
    is_natural = s.place[i, b, 0] == r.flags[NATURAL]
    _only_stand(mask, i)
    insures = up == ACE and r.flags[MAY_INSURE] == 1 and r.flags[SHOWS_HOLE] == 0
    evens = is_natural and up == ACE and r.flags[MAY_EVEN_MONEY] == 1 and r.flags[SHOWS_HOLE] == 0
    mask[i, INSURE], mask[i, EVEN_MONEY] = insures, evens
    gives_up = (
        r.flags[MAY_SURRENDER] == 1
        and r.early[up]
        and not is_natural
        and r.may_surrender[r.kind[s.place[i, b, 0], MIXED_SUIT]]
    )
    mask[i, SURRENDER] = gives_up
    return bool(insures or evens or gives_up)


@njit(_nrt=False)
def _in_play(r: Any, s: Any, i: Any, mask: Any) -> bool:
    """Whether the current hand may do anything but stand; what, in the mask."""
    b, h = s.box[i], s.hand[i]
    place, made, split = s.place[i, b, h], s.doublings[i, b, h], s.split[i, b, h]
    kind = r.kind[place, MIXED_SUIT]
    _only_stand(mask, i)
    if s.fate[i, b, h] != OPEN:
        return False
    if made > 0:
        again, saved = r.may_doubled[made, kind, 0], r.may_doubled[made, kind, 1]
        again = again and made + 1 < r.may_doubled.shape[0]
        mask[i, DOUBLE], mask[i, RESCUE] = again, saved
        return bool(again or saved)
    if place == r.flags[NATURAL] and split == 0:
        return False
    hits, doubles = r.may[split, kind, 0], r.may[split, kind, 1]
    mask[i, HIT], mask[i, DOUBLE] = hits, doubles
    pair = r.pair[place]
    if pair >= 0 and s.hands[i, b] < r.most_hands[pair]:
        same = r.rank[s.first[i, b, h]] == r.rank[s.second[i, b, h]]
        mask[i, SPLIT] = same or r.flags[BY_RANK] == 0
    if s.hands[i, b] == 1 and r.card_count[place] == 2 and r.flags[MAY_SURRENDER] == 1:
        mask[i, SURRENDER] = r.may_surrender[kind] and not r.early[r.value[s.up[i]]]
    return bool(hits or doubles or mask[i, SPLIT] or mask[i, SURRENDER])


@njit(_nrt=False)
def _split(r: Any, s: Any, i: Any) -> None:
    b, h = s.box[i], s.hand[i]
    value = r.pair[s.place[i, b, h]]
    for other in range(s.hands[i, b], h + 1, -1):
        s.place[i, b, other] = s.place[i, b, other - 1]
        s.split[i, b, other] = s.split[i, b, other - 1]
        s.doublings[i, b, other] = s.doublings[i, b, other - 1]
        s.fate[i, b, other] = s.fate[i, b, other - 1]
        s.suit[i, b, other] = s.suit[i, b, other - 1]
        s.first[i, b, other] = s.first[i, b, other - 1]
    s.hands[i, b] += 1
    cards = s.first[i, b, h], s.second[i, b, h]
    for which in range(2):
        at = h + which
        s.place[i, b, at] = r.child[0, value]
        s.split[i, b, at] = 2 if value == ACE else 1
        s.doublings[i, b, at], s.fate[i, b, at] = 0, OPEN
        s.first[i, b, at], s.suit[i, b, at] = cards[which], r.suit[cards[which]]


@njit(inline="always", _nrt=False)
def _act(r: Any, s: Any, i: Any, action: Any) -> None:
    """The current hand does this, which it may."""
    b, h = s.box[i], s.hand[i]
    if action == HIT:
        _give(r, s, i, b, h)
    elif action == DOUBLE:
        s.doublings[i, b, h] += 1
        _give(r, s, i, b, h)
    elif action == SPLIT:
        _split(r, s, i)
    elif action == SURRENDER:
        s.fate[i, b, h] = SURRENDERED
    elif action == RESCUE:
        s.fate[i, b, h] = RESCUED
    else:
        s.fate[i, b, h] = STOOD


@njit(inline="always", _nrt=False)
def _to_next(r: Any, s: Any, i: Any, mask: Any) -> bool:
    """On to the next decision of the round; false where there is none left."""
    boxes = s.hands.shape[1]
    if s.phase[i] == OFFER:
        while s.box[i] < boxes:
            if _offered(r, s, i, mask):
                return True
            s.box[i] += 1
        s.phase[i], s.hand[i] = PLAY, 0
        s.box[i] = boxes - 1 if r.flags[FROM_LAST] == 1 else 0
        if r.flags[CHECKS] == 1 and _has_blackjack(r, s, i):
            return False
    while 0 <= s.box[i] < boxes:
        b = s.box[i]
        if s.taken[i, b] == AS_DEALT:
            while s.hand[i] < s.hands[i, b]:
                if r.card_count[s.place[i, b, s.hand[i]]] == 1:
                    _give(r, s, i, b, s.hand[i])
                if _in_play(r, s, i, mask):
                    return True
                if s.fate[i, b, s.hand[i]] == OPEN:
                    s.fate[i, b, s.hand[i]] = STOOD
                s.hand[i] += 1
        s.box[i] += -1 if r.flags[FROM_LAST] == 1 else 1
        s.hand[i] = 0
    return False


@njit(_nrt=False)
def _has_blackjack(r: Any, s: Any, i: Any) -> bool:
    if s.hole[i] == NO_CARD:
        return False
    up, hole = r.value[s.up[i]], r.value[s.hole[i]]
    return bool((up == ACE and hole == TEN) or (up == TEN and hole == ACE))


@njit(inline="always", _nrt=False)
def _keeps(r: Any, s: Any, i: Any, b: Any) -> bool:
    """Whether a blackjack may still give something back to a split box."""
    busted = 0
    for h in range(s.hands[i, b]):
        busted += s.fate[i, b, h] == BUST
    if r.flags[RETURNS_EXTRAS] == 1:
        return True
    return bool(s.fate[i, b, 0] != BUST if r.flags[CAP_BY_STAKE] == 1 else busted == 0)


@njit(inline="always", _nrt=False)
def _may_change(r: Any, s: Any, i: Any, b: Any, h: Any) -> bool:
    """Whether a dealer blackjack changes what a busted hand, or one given up, comes to."""
    split, made, fate = s.split[i, b, h], s.doublings[i, b, h], s.fate[i, b, h]
    for end in range(r.stands.shape[3]):
        if fate == BUST and r.bust[split, made, end] != r.bust[split, made, 0]:
            return True
        if fate == RESCUED and r.rescue[split, made, end] != r.rescue[split, made, 0]:
            return True
        if fate == SURRENDERED and r.surrender[end] != r.surrender[0]:
            return True
    return False


@njit(_nrt=False)
def _is_open(r: Any, s: Any, i: Any, first_card: bool) -> bool:
    """Whether the dealer's further cards can change what some hand comes to."""
    up = r.value[s.up[i]]
    may_be_blackjack = first_card and up in (ACE, TEN)
    for b in range(s.hands.shape[1]):
        if s.taken[i, b] != AS_DEALT:
            continue
        # what a blackjack takes of a split box depends on all of its hands
        if may_be_blackjack and r.flags[SPARES] == 1 and s.hands[i, b] > 1 and _keeps(r, s, i, b):
            return True
        for h in range(s.hands[i, b]):
            split, made = s.split[i, b, h], s.doublings[i, b, h]
            if s.fate[i, b, h] != STOOD:
                if may_be_blackjack and _may_change(r, s, i, b, h):
                    return True
                continue
            kind = r.kind[s.place[i, b, h], s.suit[i, b, h]]
            any_end = r.stands[split, made, kind, 0]  # of a total: never the blackjack
            for end in range(r.stands.shape[3]):
                matters = may_be_blackjack or end != BLACKJACK_END
                if matters and r.stands[split, made, kind, end] != any_end:
                    return True
        if first_card and s.insured[i, b]:
            return True
    return False


@njit(inline="always", _nrt=False)
def _dealer(r: Any, s: Any, i: Any) -> Any:
    """The dealer's hand drawn as far as it matters; its end."""
    if s.hole[i] == NO_CARD:
        if not _is_open(r, s, i, True):
            return 0
        s.hole[i] = _draw(r, s, i, True)
    elif r.flags[SHOWS_HOLE] == 0:
        s.running[i] += r.tag[s.hole[i]]
    if _has_blackjack(r, s, i):
        return BLACKJACK_END
    points = r.value[s.up[i]] + r.value[s.hole[i]] + 2
    has_ace = int(r.value[s.up[i]] == ACE or r.value[s.hole[i]] == ACE)
    count = 2
    if _is_open(r, s, i, False):
        while r.draws[points, has_ace, count]:
            value = r.value[_draw(r, s, i, True)]
            points += value + 1
            has_ace = 1 if value == ACE else has_ace
            count += 1
    return r.end[points, has_ace]


@njit(inline="always", _nrt=False)
def _net(r: Any, s: Any, i: Any, b: Any, end: Any, before_play: bool) -> Any:
    """What a box's hands come to, in parts of its bet."""
    if s.taken[i, b] == GAVE_UP_EARLY:
        return r.early_surrender[end]
    if s.taken[i, b] == TOOK_EVEN_MONEY:
        return r.even_money[end]
    if before_play:
        return r.at_blackjack[r.kind[s.place[i, b, 0], MIXED_SUIT]]
    net, busted, first_busted = 0, False, False
    for h in range(s.hands[i, b]):
        split, made, fate = s.split[i, b, h], s.doublings[i, b, h], s.fate[i, b, h]
        if fate == BUST:
            net += r.bust[split, made, end]
            busted, first_busted = True, first_busted or h == 0
        elif fate == RESCUED:
            net += r.rescue[split, made, end]
        elif fate == SURRENDERED:
            net += r.surrender[end]
        else:
            net += r.stands[split, made, r.kind[s.place[i, b, h], s.suit[i, b, h]], end]
    if end == BLACKJACK_END and r.flags[SPARES] == 1 and s.hands[i, b] > 1:
        lost = first_busted if r.flags[CAP_BY_STAKE] == 1 else busted
        if r.flags[RETURNS_EXTRAS] == 1 or not lost:
            net += r.flags[OWED]
    return net


@njit(inline="always", _nrt=False)
def _sides_won(r: Any, s: Any, i: Any, b: Any) -> Any:
    """What a box's side wagers come to, in units: three look-ups of the cards dealt first."""
    many = r.side_by_up.shape[1]
    two = r.side_by_two[s.cards[i, b, 0] * many + s.cards[i, b, 1]]
    hole = many if s.hole[i] == NO_CARD else s.hole[i]
    number = r.side_by_hole[r.side_by_up[two, s.up[i]], hole]
    won = 0.0
    for w in range(r.side_nets.shape[1]):
        if (s.sides[i, b] >> w) & 1:
            won += r.side_nets[number, w]
    return won


@njit(inline="always", _nrt=False)
def _settle_hand(r: Any, s: Any, i: Any, rewards: Any) -> None:
    """All boxes against one of the dealer's hands."""
    before_play = r.flags[CHECKS] == 1 and _has_blackjack(r, s, i)
    end = _dealer(r, s, i)
    is_suited = s.hole[i] != NO_CARD and r.suit[s.up[i]] == r.suit[s.hole[i]]
    for b in range(s.hands.shape[1]):
        won = _net(r, s, i, b, end, before_play) / r.flags[SCALE]
        if s.insured[i, b]:
            won += 0.5 * (r.insurance[int(is_suited)] if end == BLACKJACK_END else -1.0)
        rewards[i, b] += won * s.bet[i, b]


@njit(inline="always", _nrt=False)
def _settle(r: Any, s: Any, i: Any, rewards: Any) -> None:
    """The first of the dealer's hands, the side wagers, and at multiple action the other hands.

    `_settle_hand` stands here once, in a loop: it is compiled wherever it stands, for ten seconds.
    """
    for dealt in range(max(1, r.flags[DEALER_HANDS])):
        if dealt > 0:
            s.hole[i] = NO_CARD
        _settle_hand(r, s, i, rewards)
        if dealt == 0 and r.side_nets.shape[1] > 0:
            for b in range(s.hands.shape[1]):
                if s.sides[i, b] > 0:
                    rewards[i, b] += _sides_won(r, s, i, b)
    s.rounds[i] += 1


@njit(_nrt=False, cache=True)
def step(r: Any, s: Any, actions: Any, rewards: Any, over: Any, mask: Any) -> None:
    """Every table one decision further."""
    for i in range(actions.shape[0]):
        for b in range(rewards.shape[1]):
            rewards[i, b] = 0.0
        over[i] = False
        action, b = actions[i], s.box[i]
        allowed = 0 <= action < mask.shape[1] and mask[i, action]
        if s.phase[i] == BET:
            chosen = action - FIRST_BET if allowed else 0
            s.bet[i, b], s.sides[i, b] = r.bets[chosen], r.side_bets[chosen]
            s.box[i] += 1
            if s.box[i] < s.hands.shape[1]:
                continue
            _deal(r, s, i)
        elif s.phase[i] == OFFER:
            if allowed and action == INSURE:
                s.insured[i, b] = True
            elif allowed and action == EVEN_MONEY:
                s.taken[i, b] = TOOK_EVEN_MONEY
            elif allowed and action == SURRENDER:
                s.taken[i, b] = GAVE_UP_EARLY
            s.box[i] += 1
        else:
            _act(r, s, i, action if allowed else STAND)
        if _to_next(r, s, i, mask):
            continue
        _settle(r, s, i, rewards)
        over[i] = True
        s.ended_at[i] = s.at[i]
        new_round(r, s, i)
        _only_bets(mask, i)


@njit(_nrt=False, cache=True)
def begin(r: Any, s: Any, mask: Any) -> None:
    """Every table with a fresh shoe, waiting for its first bet."""
    for i in range(s.at.shape[0]):
        for place in range(r.shoe.shape[0]):
            s.shoe[i, place] = r.shoe[place]
        s.rounds[i] = 0
        _shuffle(s, i)
        new_round(r, s, i)
        _only_bets(mask, i)


@njit(_nrt=False, cache=True)
def observe(r: Any, s: Any, seen: Any, counts: bool) -> None:
    """What the box whose decision it is sees, by `vector.FIELDS`."""
    size = s.shoe.shape[1]
    for i in range(seen.shape[0]):
        b = s.box[i]
        for field in range(seen.shape[1]):
            seen[i, field] = 0.0
        seen[i, 0], seen[i, 1] = s.phase[i], b
        seen[i, 9] = s.bet[i, b]
        if s.phase[i] != BET:
            h = s.hand[i]
            place = s.place[i, b, h]
            seen[i, 2], seen[i, 3] = r.points[place, 0], r.points[place, 1]
            seen[i, 4], seen[i, 5] = r.pair[place] + 1, r.card_count[place]
            seen[i, 6], seen[i, 7], seen[i, 8] = s.hands[i, b], h, s.doublings[i, b, h]
            seen[i, 10] = r.value[s.up[i]] + 1
            if r.flags[SHOWS_HOLE] == 1:
                seen[i, 11] = r.value[s.hole[i]] + 1
        if counts:
            decks = (size - s.at[i]) / 52.0
            seen[i, 12], seen[i, 13] = s.running[i], s.running[i] / max(decks, 0.25)
            seen[i, 14] = decks
