"""What is to be simulated, in plain values: a document, choices, wagers, stakes, boxes, a shoe, a seed.

A scenario becomes a rule set and a plan, or one line that says why it cannot. It can be written down as
JSON and read back, which is how a run's answer is enough to deal one of its rounds again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Final

from cutcard.automata.wagers import seat_with
from cutcard.law import (
    Code,
    Document,
    Finding,
    MeterLaw,
    Offer,
    Refusal,
    Refused,
    Row,
    RuleSet,
    document,
    resolve,
)
from cutcard.money import Cents, MeterShare
from cutcard.odds import MAIN, OddsError, fixed_stakes, question
from cutcard.odds.strategy import BASIC
from cutcard.shoe import ShoeLaw
from cutcard.sim.problem import SimError
from cutcard.sim.tables import bonuses, devices
from cutcard.table import Bet, check_bets, game_of, main_wagers
from cutcard.wagers import DecidedBy, decided_by
from cutcard.wagers.settlement import (
    Devices,
    Growth,
    HouseSide,
    RoundEnd,
    growths,
    pay_meter,
    round_end,
)

USUAL_STAKE: Final = Cents(1000)
"""Of the main wager: the least at which no usual price pays less than a dollar."""
USUAL_SIDE_STAKES: Final = (Cents(100), Cents(500))
"""Tried in turn where a side wager's stake is not fixed."""
MOST_DECKS: Final = 100
LISTED: Final = {
    Code.UNKNOWN_WAGER: "cutcard odds",
    Code.UNKNOWN_OPTION: "cutcard law options",
}
"""By code: the command that lists the known names."""
MOST_SEED: Final = (1 << 64) - 1


@dataclass(frozen=True)
class Scenario:
    """Everything the totals of a run depend on, except the number of units."""

    document: str
    variation: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    wagers: Mapping[str, str] = field(default_factory=dict)
    """Side wagers, each with its paytable; empty: the first that fits the decks."""
    stakes: Mapping[str, Cents] = field(default_factory=dict)
    meters: Mapping[str, Cents] = field(default_factory=dict)
    """What progressive meters show: in every round, or at the start if they grow."""
    settings: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """By side wager: its own settings as in a submission (rate_of_progression and so on)."""
    growing: bool = False
    """Whether meters grow with every stake and fall with every hit."""
    boxes: int = 1
    penetration: Fraction | None = None
    """The part of the shoe before the cover card; None: as deep as the law permits."""
    fresh: bool = False
    """Whether every round is dealt from a full shoe."""
    seed: int = 1
    strategy: str = "basic"
    """`basic`, or a file."""


@dataclass(frozen=True)
class SimTable:
    """A scenario whose rules are known and whose bets may be made."""

    rules: RuleSet
    stakes: Mapping[str, Cents]
    penetration: Fraction | None
    """None where every round is dealt from a full shoe."""
    meters: Mapping[str, Cents] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    growing: Mapping[str, Growth] = field(default_factory=dict)
    """How its meters grow; empty where they do not."""
    beside: tuple[str, ...] = ()
    """The payouts beside the main wager, without a stake, that the run includes."""


def table_of(scenario: Scenario) -> SimTable:
    """The table of a scenario; `SimError` where it cannot be played."""
    for name in scenario.settings:
        if name not in scenario.wagers:
            raise SimError(f"set: {name} is not among the wagers; add --wager {name}")
    rules = _rules(scenario)
    stakes = _stakes(scenario, rules)
    meters, assumed = _meters(scenario, rules, stakes)
    penetration, notes = _depth(scenario, rules)
    growing = _growing(scenario, rules, stakes) if scenario.growing else {}
    beside = bonuses.beside_main(rules, scenario.wagers)
    is_basic, boxes = scenario.strategy == BASIC, scenario.boxes
    bonus = bonuses.assumed(rules, beside, stakes[MAIN], boxes=boxes, is_basic=is_basic)
    notes = (*notes, *assumed, *devices.assumed(rules, stakes, boxes), *bonus)
    notes = notes if growing else (*notes, *_shared_meters(rules, stakes, meters, boxes))
    return SimTable(rules, stakes, penetration, meters, notes, growing, beside)


def _rules(scenario: Scenario) -> RuleSet:
    try:
        law = document(scenario.document)
        wagers = {name: _request(law, name, table, scenario) for name, table in scenario.wagers.items()}
    except Refused as refused:
        raise SimError(_with_hint(refused.refusal, scenario.document), refused.cite) from None
    rules, findings = resolve(law, variation=scenario.variation, options=scenario.options, wagers=wagers)
    for finding in findings:
        if finding.severity == "violation":
            raise SimError(_with_hint(finding, scenario.document), finding.cite)
    assert rules is not None  # an unknown variation is a violation
    return rules


def _request(law: Document, name: str, table: str, scenario: Scenario) -> dict[str, object]:
    """A wager as a submission has it, with the first paytable that fits where none is named."""
    wager = law.wager(name)
    tables = wager.choosable or wager.paytables
    decks = scenario.options.get("decks", law.options["decks"].default)
    fits = [
        each.id
        for each in tables
        if each.decks is None or (isinstance(decks, int) and each.decks.admits(decks))
    ]
    if not table and fits:
        table = fits[0]
    named = {"paytable": table} if table else {}
    return {**named, **scenario.settings.get(name, {})}


def _with_hint(finding: Finding | Refusal, name: str) -> str:
    """A refusal; of an unknown name with the command that lists the known ones."""
    command, text = LISTED.get(finding.code), _describe(finding)
    return text if command is None or text.endswith("?") else f"{text}; `{command} {name}` lists them"


def _describe(finding: Finding | Refusal) -> str:
    where = f"{finding.path}: " if isinstance(finding, Finding) else ""
    return f"{where}{finding.message}" + (f" [{finding.cite}]" if finding.cite else "")


def _stakes(scenario: Scenario, rules: RuleSet) -> dict[str, Cents]:
    """The stakes of each box, by default the usual ones; refused as the table would refuse them."""
    game = game_of(rules)
    for name in scenario.stakes:
        if name == MAIN or name in scenario.wagers:
            continue
        if name in rules.offers:
            raise SimError(f"stake: {name} is not staked with the bets; leave --stake {name} out")
        raise SimError(f"stake: {name} is not among the wagers; add --wager {name}")
    stakes = {MAIN: scenario.stakes.get(MAIN, max(USUAL_STAKE, game.minimum_wager or USUAL_STAKE))}
    sides = [name for name in scenario.wagers if name in rules.offers and name != MAIN]
    for name in sides:
        offer = rules.offers[name]
        if scenario.growing and decided_by(offer.law) is DecidedBy.RANDOM_WINNER:
            continue
        if name in bonuses.MAKERS:
            bonuses.check_bonus(name, boxes=scenario.boxes, is_staked=name in scenario.stakes)
            continue
        if not offer.law.takes_stake:
            raise SimError(f"wager: {name} takes no stake, and its payouts are not simulated")
        stakes[name] = scenario.stakes.get(name) or _usual(rules, offer, stakes)
    _check(rules, stakes, boxes=scenario.boxes)
    return stakes


def _usual(rules: RuleSet, offer: Offer, stakes: Mapping[str, Cents]) -> Cents:
    fixed = fixed_stakes(rules, offer)
    least = offer.law.stake.minimum if offer.law.stake is not None else Cents(0)
    for each in fixed or [max(least, usual) for usual in USUAL_SIDE_STAKES]:
        try:
            _check(rules, {**stakes, offer.law.id: each}, boxes=1)
        except SimError:
            continue
        return each
    return (fixed or USUAL_SIDE_STAKES)[0]  # refused with all the others, which says why


def _check(rules: RuleSet, stakes: Mapping[str, Cents], *, boxes: int) -> None:
    """Each box is a player's own, and all of them bet alike."""
    game = game_of(rules)
    spots = dict.fromkeys(main_wagers(game), stakes[MAIN])
    bets = [Bet(box, str(box), {**spots, **stakes}) for box in range(1, boxes + 1)]
    try:
        check_bets(rules, game, bets)
    except Refused as refused:
        raise SimError(_describe(refused.refusal), refused.cite) from None


def _meters(
    scenario: Scenario, rules: RuleSet, stakes: Mapping[str, Cents]
) -> tuple[dict[str, Cents], tuple[str, ...]]:
    """What the wagers' meters show, and the assumptions about them."""
    shown: dict[str, Cents] = {}
    assumed: list[str] = []
    given = dict(scenario.meters)
    for wager in (*stakes, *_must_hit(scenario, rules)):
        offer = rules.offers[wager]
        names = offer.paytable.meters()
        if not names:
            continue
        mine = {name: amount for name, amount in given.items() if _full_name(name, wager) in names}
        own = scenario.settings.get(wager, {})
        given = {name: amount for name, amount in given.items() if name not in mine}
        try:
            priced = question(
                scenario.document,
                wager,
                paytable=offer.paytable.id,
                variation=scenario.variation,
                options=scenario.options,
                meters=mine,
                stake=stakes.get(wager),
                settings={name: value for name, value in own.items() if name != "paytable"},
                unset_meters="zero",
            )
        except OddsError as problem:
            raise SimError(str(problem)) from None
        shown.update(priced.meters)
        begins = " begins at $" if scenario.growing else " shows $"
        assumed += [assumption.replace(" shows $", begins) for assumption in priced.assumptions]
    for name in given:
        raise SimError(f"meter: no wager here is paid from a meter {name}")
    return shown, tuple(assumed)


def _must_hit(scenario: Scenario, rules: RuleSet) -> list[str]:
    """The must-hit meters, which are fed by another wager's stakes."""
    if not scenario.growing:
        return []
    offered = (name for name in scenario.wagers if name in rules.offers)
    drawn = DecidedBy.RANDOM_WINNER
    return [name for name in offered if decided_by(rules.offers[name].law) is drawn]


def _growing(scenario: Scenario, rules: RuleSet, stakes: Mapping[str, Cents]) -> dict[str, Growth]:
    """How the wagers' meters grow; refused where the rate of one is not known."""
    growing: dict[str, Growth] = {}
    for wager in (*stakes, *_must_hit(scenario, rules)):
        offer = rules.offers[wager]
        for each in growths(offer):
            if each.name not in offer.paytable.meters():
                continue
            if each.rate is None:
                raise SimError(
                    f"meter: no rate of progression of {each.name} is known; "
                    f"set it with --set {wager}.rate_of_progression=0.05"
                )
            if each.wager not in stakes:
                raise SimError(f"wager: {wager} needs {each.wager}; add --wager {each.wager}")
            growing[each.name] = each
    if not growing:
        raise SimError("meters: no wager here is paid from a meter; leave `--meters grow` out")
    return growing


def _full_name(name: str, wager: str) -> str:
    return name if name == wager or name.startswith(f"{wager}.") else f"{wager}.{name}"


def _depth(scenario: Scenario, rules: RuleSet) -> tuple[Fraction | None, tuple[str, ...]]:
    """How deep the shoe is dealt, and what the document says about it."""
    law = ShoeLaw.of(rules)
    cards = law.decks * law.deck_cards
    if law.decks > MOST_DECKS:
        raise SimError(f"decks: {law.decks}: at most {MOST_DECKS} decks are simulated")
    part, whole = law.cover_fraction
    deepest = 1 - Fraction(part, whole)
    if scenario.penetration is None:
        is_fresh = scenario.fresh or law.deals_one_round or law.shuffler == "continuous"
        return (None if is_fresh else deepest), ()
    if int(scenario.penetration * cards) <= law.burn_per_shoe:
        raise SimError(
            f"penetration: {float(scenario.penetration):.4g}: no round begins before the cover card in "
            f"{cards} cards; place it deeper"
        )
    if scenario.penetration <= deepest:
        return scenario.penetration, ()
    note = (
        f"a cover card at {float(scenario.penetration):.4g} of the shoe is deeper than the document "
        f"permits: {law.cover_from_back} of the cards must be behind it [{law.cite('cover_from_back')}]"
    )
    return scenario.penetration, (note,)


def _shared_meters(
    rules: RuleSet, stakes: Mapping[str, Cents], meters: Mapping[str, Cents], boxes: int
) -> Iterator[str]:
    """A note for each wager whose meter pays two winners of a round less than twice at a table."""
    end = round_end(rules, (), Devices({}))
    for wager, stake in stakes.items() if boxes > 1 else ():
        offer = rules.offers[wager]
        laws = [law for name, law in offer.law.meters.items() if name in meters]
        apart = [law for law in laws if _is_shared(end, offer, law, stake, meters[law.name])]
        if apart:
            yield (
                f"{wager}: boxes that win from one meter in the same round are each paid as if alone; "
                f"at a table they share it [{apart[0].sharing_cite}]"
            )


def _is_shared(end: RoundEnd, offer: Offer, law: MeterLaw, stake: Cents, shows: Cents) -> bool:
    """Whether any two winners of the meter are paid differently from each alone."""
    rows = [row for row in end.rows(offer) if draws_on(row, law.name)]

    def paid(won: Sequence[Row]) -> int:
        seats = [seat_with(end.rules, offer, stake, box=box) for box in range(1, len(won) + 1)]
        awards = [
            end.award(offer, seat, row, stake=stake, base=stake)
            for seat, row in zip(seats, won, strict=True)
        ]
        pay_meter(end, offer, law, awards, HouseSide({law.name: shows}, {law.name: shows}))
        return sum(each.winnings for each in awards)

    two = combinations_with_replacement(rows, 2)
    return any(paid(both) != sum(paid([each]) for each in both) for both in two)


def draws_on(row: Row, meter: str) -> bool:
    """Whether a row pays the player from a meter."""
    return isinstance(row.pays, MeterShare) and row.pays.meter == meter and row.to == "player"
