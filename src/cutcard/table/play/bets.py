"""Bets: what may stand on a box before the first card, and the provision that says so."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from cutcard.law import Code, Offer, Refused, RuleSet, StakeRule, place, wager_unit
from cutcard.money import Cents, cents, dollars
from cutcard.rules import Game
from cutcard.values import cached_by_identity
from cutcard.wagers.settlement import prize_table

KINGS_BOUNTY: Final = "kings_bounty"
DEALER_BET: Final = "kings_bounty_dealer_bet"
"""The option of a document that knows such bets."""
FOR_DEALER: Final = "kings_bounty_for_dealer"
"""The stake of a King's Bounty bet for the dealer (Massachusetts §29(d)), beside the player's own."""
ONE_STAKE: Final = ("super4_stake", "monster_match_stake")
"""Options in which an operator fixes the one stake that a wager takes."""
ADDITIONAL: Final = "one_additional_wager"
"""The option by which bars between kinds of wagers hold for each player, and not for the table."""


@dataclass(frozen=True, slots=True)
class Bet:
    """One box: who plays it and what is staked on it."""

    box: int
    player: str
    stakes: Mapping[str, Cents] = field(default_factory=dict)
    streak: int = 0
    """Consecutive winning hands the streak lammer shows."""
    riding: tuple[str, ...] = ()
    """Streak wagers that stay on the layout from an earlier round."""


def main_wagers(game: Game) -> tuple[str, ...]:
    """The main wager's spots: one, two at Switch, up to three at multiple action."""
    return _spots(2 if game.switch else game.dealer_hands)


@lru_cache
def _spots(count: int) -> tuple[str, ...]:
    return ("main", *(f"main_{n}" for n in range(2, count + 1)))


def required_mains(rules: RuleSet, game: Game) -> tuple[str, ...]:
    """Those of the main wager's spots that may not stay empty: at multiple action the third may."""
    spots = main_wagers(game)
    every = game.switch or rules.options.get("multiple_action_wagers", "") == "three"
    return spots if every else spots[:2]


def check_bets(rules: RuleSet, game: Game, bets: Sequence[Bet], *, only: Bet | None = None) -> None:
    """Refuse, with its provision, the first bet that may not be made (`only`: the others stand)."""
    check_boxes(rules, game, bets)
    spots = main_wagers(game)
    for bet in bets if only is None else (only,):
        _check_main(rules, game, bet)
        for wager in bet.stakes:
            if wager not in spots:
                _check_side(rules, bet, wager)
        for rule in _MORE_RULES:
            rule(rules, game, bet)


def check_boxes(rules: RuleSet, game: Game, bets: Sequence[Bet]) -> None:
    """Refuse boxes that the table does not have, or one player may not hold together."""
    if not bets:
        raise Refused(Code.BAD_REQUEST, "boxes: a round needs at least one box")
    numbers = [bet.box for bet in bets]
    for number in numbers:
        if not 1 <= number <= game.boxes:
            message = f"box {number}: the table has boxes 1 to {game.boxes}"
            raise Refused(Code.TOO_MANY_BOXES, message, game.cite("boxes"))
        if len(numbers) > 1 and numbers.count(number) > 1:
            raise Refused(Code.BAD_REQUEST, f"box {number} is listed twice")
    if len(bets) == 1:
        return
    for player in {bet.player for bet in bets}:
        boxes = sorted(bet.box for bet in bets if bet.player == player)
        adjacent = boxes == list(range(boxes[0], boxes[0] + len(boxes)))
        if len(boxes) > game.adjacent_boxes or (rules.option("boxes_together") and not adjacent):
            who = f"player {place('', player)}"
            message = f"{who}: may hold {game.adjacent_boxes} adjacent boxes, not {boxes}"
            raise Refused(Code.TOO_MANY_BOXES, message, game.cite("adjacent_boxes"))


def check_shared(rules: RuleSet, game: Game, bet: Bet, others: Sequence[Bet], *, consent: bool) -> None:
    """Refuse a further person on a box where the document or the first person does not let them."""
    where, cite = f"box {bet.box}", game.cite("shared_box_players")
    most = rules.option("shared_box_players")
    assert isinstance(most, int)
    if len(others) >= most:
        people = "one person" if most == 1 else f"{most} people"
        raise Refused(Code.TOO_MANY_BOXES, f"{where}: {people} may bet on a box", cite)
    if not consent:
        raise Refused(Code.NOT_YOURS, f"{where}: the first person on it does not consent", cite)
    sides = [wager for wager in bet.stakes if wager not in (*main_wagers(game), "insurance")]
    if sides and rules.options.get("shared_side_wagers") is not True:
        message = f"{where}: {sides[0]}: only the first person on a box makes side wagers"
        raise Refused(Code.STAKE_NOT_PERMITTED, message, game.cite("shared_side_wagers"))


def _refused(bet: Bet, message: str, cite: str, code: Code = Code.STAKE_NOT_PERMITTED) -> Refused:
    return Refused(code, f"box {bet.box}: {message}", cite)


def _check_main(rules: RuleSet, game: Game, bet: Bet) -> None:
    stake = bet.stakes.get("main")
    if stake is None:
        raise Refused(Code.NEEDS_WAGER, f"box {bet.box}: no main wager", rules.main.law.cite)
    required = required_mains(rules, game)
    for spot in main_wagers(game):
        amount = bet.stakes.get(spot)
        if amount is None:
            if spot in required:
                raise _refused(
                    bet,
                    f"{spot} is missing",
                    game.cite("switch_wagers", "multiple_action_wagers", "dealer_hands"),
                    Code.NEEDS_WAGER,
                )
            continue
        _check_limits(bet, spot, amount, game.minimum_wager, game.maximum_wager, game)
    if game.switch and bet.stakes["main_2"] != stake:
        raise _refused(
            bet,
            "the two main wagers must be equal",
            game.cite("switch_wagers", "switch"),
            Code.UNEQUAL_WAGERS,
        )


def _check_limits(
    bet: Bet, wager: str, amount: Cents, least: Cents | None, most: Cents | None, game: Game
) -> None:
    if amount <= 0:
        raise Refused(Code.BAD_AMOUNT, f"box {bet.box}: {wager}: the stake is zero")
    if least is not None and amount < least:
        raise _refused(bet, f"{wager}: at least ${dollars(least)}", game.cite("minimum_wager"))
    if most is not None and amount > most:
        raise _refused(bet, f"{wager}: at most ${dollars(most)}", game.cite("maximum_wager"))


def _check_side(rules: RuleSet, bet: Bet, wager: str) -> None:
    offer = rules.offers.get(wager)
    law = rules.document.wager(wager)
    where = f"box {bet.box}: {wager}"
    if wager == "insurance":
        raise Refused(Code.STAKE_NOT_PERMITTED, f"{where}: insurance is taken by a decision", law.cite)
    if offer is None and (law.takes_stake or law.needs is not None):
        message = f"{where}: not offered at this table, whose wagers do not name it"
        raise Refused(Code.WAGER_NOT_OFFERED, message, law.cite)
    stake = bet.stakes[wager]
    if not law.takes_stake or offer is None:  # a payout beside the main wager is at every table
        assert law.stake is not None
        raise Refused(Code.STAKE_NOT_PERMITTED, f"{where}: takes no stake", law.stake.cite)
    if stake <= 0:
        raise Refused(Code.BAD_AMOUNT, f"{where}: the stake is zero")
    for need in law.needs.names if law.needs else ():
        if need not in bet.stakes and rules.document.wager(need).takes_stake:
            assert law.needs is not None
            raise Refused(Code.NEEDS_WAGER, f"{where}: needs a {need} wager", law.needs.cite)
    if law.stake is not None:
        _check_stake_rule(bet, wager, law.stake)
    _check_table_limits(rules, bet, wager, offer)


def _check_table_limits(rules: RuleSet, bet: Bet, wager: str, offer: Offer) -> None:
    """The limits that the house has set, by the wager's own provision on them or that of any table."""
    stake, limits = bet.stakes[wager], offer.law.limits
    laws = rules.document.options  # a variation has limits of the main wager alone
    least = limits.minimum_cite or laws["minimum_wager"].cite
    most = limits.maximum_cite or laws["maximum_wager"].cite
    for key, is_wrong, cite in (
        ("stake", operator.ne, "; ".join(dict.fromkeys((least, most)))),
        ("minimum", operator.lt, least),
        ("maximum", operator.gt, most),
    ):
        limit = offer.settings.get(key)
        if isinstance(limit, int) and is_wrong(stake, limit):
            raise _refused(bet, f"{wager}: the table's {key} is ${dollars(limit)}", cite)


def _check_stake_rule(bet: Bet, wager: str, rule: StakeRule) -> None:
    stake, where = bet.stakes[wager], f"box {bet.box}: {wager}"
    if rule.permitted and stake not in rule.permitted:
        allowed = " or ".join(f"${dollars(each)}" for each in rule.permitted)
        raise Refused(Code.STAKE_NOT_PERMITTED, f"{where}: the stake is {allowed}", rule.cite)
    if stake < rule.minimum:
        raise Refused(Code.STAKE_NOT_PERMITTED, f"{where}: at least ${dollars(rule.minimum)}", rule.cite)
    if rule.at_most and stake > bet.stakes.get(rule.at_most, 0):
        message = f"{where}: not above the {rule.at_most} wager"
        raise Refused(Code.STAKE_NOT_PERMITTED, message, rule.at_most_cite)


def unit_of_all_wagers(rules: RuleSet) -> Cents | None:
    """The amount of which every wager must be a multiple; None where only the main one must, or none."""
    return wager_unit(rules.variation, rules.options, "")


def check_unit(rules: RuleSet, game: Game, amount: Cents, stake: Cents, where: str) -> None:
    """Refuse what is added to a stake and no chips make, or is no multiple of the unit of all wagers."""
    if amount % game.smallest_chip and not stake % game.smallest_chip:
        raise not_in_chips(rules, game, where, Code.AMOUNT_NOT_PERMITTED)
    unit = unit_of_all_wagers(rules)
    if unit is not None and amount % unit:
        message = f"{where}: multiples of ${dollars(unit)} only"
        raise Refused(Code.AMOUNT_NOT_PERMITTED, message, game.cite("five_dollar_multiples"))


def not_in_chips(
    rules: RuleSet, game: Game, where: str, code: Code = Code.STAKE_NOT_PERMITTED
) -> Refused:
    """The refusal of an amount that the table's chips do not make."""
    message = f"{where}: in whole chips of ${dollars(game.smallest_chip)}"
    return Refused(code, message, rules.document.provision_cite("bet_instruments"))


def five_dollar_multiples(rules: RuleSet, game: Game, bet: Bet) -> None:
    """Refuse stakes of the 6 to 5 variation that are no multiples of its unit."""
    for wager, stake in bet.stakes.items():
        unit = wager_unit(rules.variation, rules.options, wager)
        if unit is not None and stake % unit:
            raise _refused(
                bet, f"{wager}: multiples of ${dollars(unit)} only", game.cite("five_dollar_multiples")
            )


def _one_additional_kind(rules: RuleSet, game: Game, bet: Bet) -> None:
    """Massachusetts §17(a): one kind of additional wager on a box; over and under 13 are one kind."""
    if ADDITIONAL not in rules.options or len(bet.stakes) <= 2:
        return
    law = rules.document
    barred = {name for bar in law.bars if bar.unless_option == ADDITIONAL for name in bar.between}
    kinds = [feature.wagers for name, feature in law.features.items() if name in barred]
    staked = [[wager for wager in kind if wager in bet.stakes] for kind in kinds]
    held = [wager for kind in staked for wager in kind]
    if len(held) <= 1:
        return
    if held in staked:
        if rules.option("over_and_under") is True:
            return
        raise _refused(bet, "either over 13 or under 13", game.cite("over_and_under"))
    raise _refused(bet, f"one of {', '.join(held)}", game.cite(ADDITIONAL))


def _fixed_side_stakes(rules: RuleSet, game: Game, bet: Bet) -> None:
    """Refuse a stake other than the one that an operator fixed by an option."""
    for wager, option in _fixed_by_option(rules):
        fixed = rules.options[option]
        if wager in bet.stakes and bet.stakes[wager] != cents(fixed):
            raise _refused(bet, f"{wager}: the stake is ${fixed}", game.cite(option))


@cached_by_identity
def _fixed_by_option(rules: RuleSet) -> list[tuple[str, str]]:
    """Wagers whose one stake an option fixes: one of them, or every progressive one."""
    laws = rules.document.effective_options(rules.variation)
    wagers = {
        "progressive_stake": [name for name, offer in rules.offers.items() if offer.law.meters],
        **{option: [laws[option].wager] for option in ONE_STAKE if option in laws},
    }
    is_fixed = (option for option in wagers if rules.options.get(option, "none") != "none")
    return [(wager, option) for option in is_fixed for wager in wagers[option]]


def _match_wagers(rules: RuleSet, game: Game, bet: Bet) -> None:
    for wager in ("match_up", "match_down"):
        stake = bet.stakes.get(wager)
        if stake is None:
            continue
        multiple = rules.option("match_max_multiple")
        if isinstance(multiple, int) and multiple and stake > multiple * bet.stakes["main"]:
            raise _refused(
                bet, f"{wager}: at most {multiple} times the main wager", game.cite("match_max_multiple")
            )
    alone = "match_down" in bet.stakes and "match_up" not in bet.stakes
    if alone and rules.option("down_requires_up"):
        raise _refused(
            bet, "match_down needs a match_up wager", game.cite("down_requires_up"), Code.NEEDS_WAGER
        )


def _xtreme_stakes(rules: RuleSet, game: Game, bet: Bet) -> None:
    if rules.options.get("xtreme_stakes") != "5_only":
        return
    wager = rules.document.effective_options(rules.variation)["xtreme_stakes"].wager
    prized = cents(rules.option("xtreme_table_stake"))
    if bet.stakes.get(wager, prized) != prized:
        raise _refused(
            bet,
            f"{wager}: the stake is ${dollars(prized)}",
            game.cite("xtreme_stakes"),
        )


def _spin_stakes(rules: RuleSet, _: Game, bet: Bet) -> None:
    """A prize table that goes with one stake takes no other, unless a second table does."""
    for wager, stake in bet.stakes.items():
        offer = rules.offers.get(wager)
        if offer is not None and offer.paytable.stake is not None:
            prize_table(rules, offer, stake, bet.box)


def _decided_streaks(_: RuleSet, game: Game, bet: Bet) -> None:
    """A streak wager that the wins so far have decided cannot stand, nor one be added."""
    for wager in bet.stakes:
        if wager.startswith("streak_") and bet.streak >= int(wager.removeprefix("streak_")):
            raise _refused(
                bet, f"{wager}: decided after {bet.streak} wins in a row", game.cite("streak_added")
            )


def kings_bounty_limit(rules: RuleSet, game: Game) -> int | None:
    """The most that lies on King's Bounty, a bet for the dealer beside it; none where none is stated."""
    most = rules.offers[KINGS_BOUNTY].settings.get("maximum", game.maximum_wager)
    return most if isinstance(most, int) else None


def _kings_bounty(rules: RuleSet, game: Game, bet: Bet) -> None:
    """Where the wager may be made for the dealer too, both stay within the table maximum (§29(d))."""
    if KINGS_BOUNTY not in bet.stakes or not game.cite(DEALER_BET):
        return
    most = kings_bounty_limit(rules, game)
    if most is not None and bet.stakes[KINGS_BOUNTY] > most:
        raise _refused(bet, f"{KINGS_BOUNTY}: at most ${dollars(Cents(most))}", game.cite(DEALER_BET))


_MORE_RULES: Final[tuple[Callable[[RuleSet, Game, Bet], None], ...]] = (
    five_dollar_multiples,
    _one_additional_kind,
    _fixed_side_stakes,
    _match_wagers,
    _kings_bounty,
    _xtreme_stakes,
    _spin_stakes,
    _decided_streaks,
)


TRIED: Final = tuple(
    Cents(each) for each in (50, 100, 200, 250, 500, 1000, 1500, 2000, 2500, 5000, 10000, 50000, 100000)
)
"""Stakes that are tried; what chips make up."""
FEW: Final = 2
GREAT: Final = Cents(100_000)


@dataclass(frozen=True, slots=True)
class Stakes:
    """The least and the most that a wager takes, where there is a limit; or the few stakes it takes."""

    least: Cents
    most: Cents | None
    only: tuple[Cents, ...] = ()


@cached_by_identity
def side_stakes(rules: RuleSet, game: Game) -> Mapping[str, Stakes]:
    """What every side wager takes beside a main wager of the table's greatest."""
    others = {*main_wagers(game), "insurance"}
    stakes = {}
    for name, offer in rules.offers.items():
        if offer.law.takes_stake and name not in others:
            taken = [each for each in TRIED if _takes(rules, game, name, each)]
            if taken:
                most = taken[-1] if taken[-1] < TRIED[-1] else None
                stakes[name] = Stakes(taken[0], most, tuple(taken) if len(taken) <= FEW else ())
    return stakes


def _takes(rules: RuleSet, game: Game, wager: str, stake: Cents) -> bool:
    return _is_permitted(rules, game, _with_needed(rules, game, {wager: stake}))


def _with_needed(rules: RuleSet, game: Game, sides: Mapping[str, Cents]) -> dict[str, Cents]:
    """A bet with these side wagers, the wagers that they need, and a main wager of the greatest."""
    needed: dict[str, Cents] = {}
    for wager, stake in sides.items():
        needs = rules.document.wager(wager).needs
        names = needs.names if needs else ()
        needed |= {each: stake for each in names if each in rules.offers}
    mains = dict.fromkeys(main_wagers(game), game.maximum_wager or GREAT)
    return {**needed, **mains, **sides}


@cached_by_identity
def barred_beside(rules: RuleSet, game: Game) -> Mapping[str, tuple[str, ...]]:
    """Side wager -> those that may not lie beside it on one box; the others are left out."""
    least = {name: each.least for name, each in side_stakes(rules, game).items()}
    barred = {
        wager: tuple(
            other
            for other in least
            if other != wager
            and not _is_permitted(
                rules, game, _with_needed(rules, game, {wager: least[wager], other: least[other]})
            )
        )
        for wager in least
    }
    return {wager: others for wager, others in barred.items() if others}


@cached_by_identity
def mains_apart(rules: RuleSet, game: Game) -> bool:
    """Whether the main wagers of one box may be of different amounts."""
    first, *more = main_wagers(game)
    least, most = game.minimum_wager or TRIED[0], game.maximum_wager or GREAT
    if not more or least >= most:
        return False
    return _is_permitted(rules, game, {first: most, **dict.fromkeys(more, least)})


def _is_permitted(rules: RuleSet, game: Game, stakes: Mapping[str, Cents]) -> bool:
    try:
        check_bets(rules, game, [Bet(1, "", stakes)])
    except Refused:
        return False
    return True
