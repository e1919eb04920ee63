"""What one setting asks of another: conditions that no pair of barred features can say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Final

from cutcard.cards import card
from cutcard.law.findings import shown
from cutcard.law.model import MeterLaw, OptionLaw, OptionValue, Paytable
from cutcard.law.refusal import Code
from cutcard.law.ruleset.offers import LIMITS, Offer, Scope
from cutcard.law.ruleset.prices import CEILING
from cutcard.money import Cents, Dollars, MoneyError, cents, dollars

FACES: Final = "JQK"
HANDS: Final = "max_hands"
ACES: Final = "max_hands_aces"
TABLE_LIMITS: Final = ("minimum_wager", "maximum_wager")
LEAST: Final = "_least"
"""How an option ends that states the least stake for a payout."""
SIX_TO_FIVE: Final = "six_to_five"
UNIT_FOR: Final = "five_dollar_multiples"
"""The option that says which wagers of the 6 to 5 variation are multiples of its unit."""
BONUS_EDGE: Final = "blackjack_bonus_edge"
"""The option that bounds the house advantage of the blackjack bonus, in percent."""

Offers = Mapping[str, Offer]


def cross(offers: Offers, scope: Scope) -> None:
    """Every such condition, but for those that look at an option whose value is not known."""
    for check, options in CHECKS.items():
        if scope.knows(*options):
            check(offers, scope)


def _violation(scope: Scope, code: Code, option: str, message: str, *, path: str = "") -> None:
    """A finding at an option, under the option's own provision."""
    at = path or scope.stated.get(option, f"options.{option}")
    scope.findings.violation(code, at, message, scope.laws[option].cite)


def _listed(scope: Scope, option: str) -> tuple[str, ...]:
    """The items of a list option; none where the document has no such option."""
    value = scope.values.get(option)
    return value if isinstance(value, tuple) else ()


def _offer(option: str, offers: Offers, scope: Scope) -> Offer | None:
    """The wager that an option belongs to; None where the document or the table has no such wager."""
    law = scope.laws.get(option)
    return None if law is None else offers.get(law.wager)


def aces_within_hands(_: Offers, scope: Scope) -> None:
    """Aces are split into no more hands than the box may hold at all.

    Left unsaid they follow other pairs: a house that resplits has to prohibit it (Massachusetts §11(e)).
    """
    name = ACES
    hands, aces = scope.values.get(HANDS), scope.values.get(name)
    if not isinstance(hands, int) or not isinstance(aces, int):
        return
    if name not in scope.stated and (aces > hands or hands in scope.laws[name].permitted):
        scope.values[name] = hands
    elif aces > hands:
        message = f"max_hands_aces is {aces}, but the most hands of a box are {scope.quoted(HANDS)}"
        _violation(scope, Code.OPTION_NOT_PERMITTED, name, message)


def default_text(option: OptionLaw) -> str:
    """What an option is if nobody states it, where another option decides that; else nothing."""
    if option.name != ACES or option.is_fixed:
        return ""
    return f"as {HANDS}" if option.permitted else f"{option.default}, or {HANDS} where that is fewer"


def designated_cards(_: Offers, scope: Scope) -> None:
    """The designated blackjack is one ace and one face card."""
    name = "designated_blackjack_cards"
    offered, named = _listed(scope, "optional_payouts"), _listed(scope, name)
    ranks = sorted(card(each).rank for each in named)
    if named and not (len(ranks) == 2 and "A" in ranks and any(rank in FACES for rank in ranks)):
        message = f"{shown(list(named))} is not one ace and one face card"
        _violation(scope, Code.OPTION_NOT_PERMITTED, name, message)
    if "designated_blackjack" in offered and not named and scope.complete:
        _violation(scope, Code.CHOICE_MISSING, name, "name the designated ace and face card")


def buster_soft_17(offers: Offers, scope: Scope) -> None:
    """Under one reading Buster is offered only where the dealer hits a soft 17."""
    name = "buster_completion"
    asked = scope.values.get(name) == "require_hit_soft_17" and _offer(name, offers, scope) is not None
    if asked and scope.values.get("soft_17") != "hit":
        message = f"{name} = require_hit_soft_17 needs soft_17 = hit"
        _violation(scope, Code.OPTION_NOT_PERMITTED, name, message)


def down_with_up(offers: Offers, scope: Scope) -> None:
    """The down wager needs the up wager where the operator says so."""
    asked = scope.values.get("down_requires_up") is True and not scope.laws["down_requires_up"].is_fixed
    if asked and "match_down" in offers and "match_up" not in offers:
        message = "match_down needs match_up where down_requires_up is true"
        _violation(scope, Code.NEEDS_WAGER, "down_requires_up", message, path="wagers.match_down")


def warned_tables(offers: Offers, scope: Scope) -> None:
    """A paytable that a reading lets the operator choose with a warning (PE-A30)."""
    for name, offer in offers.items():
        warn = offer.paytable.warn
        if warn is not None and scope.decks in warn.decks and scope.complete:
            message, cite = f"{name}: {warn.says}", f"{offer.paytable.cite}; {warn.reading}"
            scope.findings.warning(Code.OPTION_NOT_PERMITTED, f"wagers.{name}", message, cite)


def wheel_symbols(offers: Offers, scope: Scope) -> None:
    """A wheel's stops are symbols that its paytable, or the community's, has a row for."""
    for name, law in scope.laws.items():
        offer = offers.get(law.wager)
        if law.kind != "wheel" or offer is None or _prints_ranges(offer.paytable):
            continue
        shared = _community_tables(offer, scope)
        known = {row.outcome for table in (offer.paytable, *shared) for row in table.rows}
        known |= {  # a stop may name both amounts, where the community's rows do not name them already
            f"{own.outcome}/{row.outcome}"
            for table in shared
            for row in table.rows
            for own in offer.paytable.rows
            if isinstance(own.pays, Dollars) and "/" not in row.outcome
        }
        for stop in _listed(scope, name):
            symbol = stop.rpartition("=")[0]
            if symbol not in known:
                message = f"paytable {offer.paytable.id} has no symbol {shown(symbol)}"
                _violation(scope, Code.OPTION_NOT_PERMITTED, name, message)


def _prints_ranges(table: Paytable) -> bool:
    """Whether a device's table prints the least and the greatest award, and not each of them."""
    return any(row.outcome.endswith(CEILING) for row in table.rows)


def _community_tables(offer: Offer, scope: Scope) -> list[Paytable]:
    """The Community Pay tables beside the offered one: a single one where stakes are tied (PO-A06)."""
    shared = list(offer.law.community)
    own = offer.paytable.id
    by_stake = scope.laws.get("spin_table_by_stake")
    if by_stake is None or by_stake.wager != offer.law.id or scope.values[by_stake.name] is not True:
        return shared
    chosen = str(scope.values.get("community_pay"))
    letter = chosen if _stake_of(offer, chosen) == offer.paytable.stake else own
    return [each for each in shared if each.id == f"{letter} Community Pay"]


def bonus_awards(offers: Offers, scope: Scope) -> None:
    """Each award of the bonus button lies in a printed range, its stake's where one is set."""
    offer = _offer("bonus_button_awards", offers, scope)
    if offer is None:
        return
    stake = offer.settings.get("stake")
    ranges: dict[Cents, list[Cents]] = {}
    for row in offer.paytable.rows:
        if isinstance(row.pays, Dollars) and row.stake is not None and stake in (None, row.stake):
            ranges.setdefault(row.stake, []).append(row.pays.amount)
    stops = [stop.rpartition("=") for stop in _listed(scope, "bonus_button_awards")]
    outside = [each[0] for each in stops if not any(_is_within(each[0], r) for r in ranges.values())]
    for symbol in outside:
        message = f"{shown(symbol)} is not an award within the printed range"
        _violation(scope, Code.OPTION_NOT_PERMITTED, "bonus_button_awards", message)
    if stops and not outside and isinstance(stake, int):
        _bonus_edge({cents(symbol): int(weight) for symbol, _, weight in stops}, stake, scope)


def _bonus_edge(weights: Mapping[Cents, int], stake: int, scope: Scope) -> None:
    """The awards leave the house an advantage within the law's bounds, from a full shoe."""
    decks = scope.decks
    if decks is None:
        return
    aces, tens, cards = 4 * decks, 16 * decks, 52 * decks
    blackjack = Fraction(2 * aces * tens, cards * (cards - 1))
    average = Fraction(sum(award * n for award, n in weights.items()), sum(weights.values()))
    back = stake if scope.values.get("fixed_awards_return_stake") is True else 0
    edge = 1 - blackjack * (average + back) / stake
    bounds = scope.laws[BONUS_EDGE]
    if not is_permitted_edge(bounds, edge):
        percent = f"{float(edge * 100):.1f}"
        message = f"the awards leave a house advantage of {percent} percent, not {bounds.default}"
        at = scope.stated["bonus_button_awards"]
        scope.findings.violation(Code.OPTION_NOT_PERMITTED, at, message, bounds.cite)


def is_permitted_edge(bounds: OptionLaw, edge: Fraction) -> bool:
    """Whether a house advantage lies within an option's two bounds, which it states in percent."""
    least, _, most = str(bounds.default).partition(" to ")
    return int(least) <= edge * 100 <= int(most)


def _is_within(symbol: str, amounts: Sequence[Cents]) -> bool:
    try:
        award = cents(symbol)
    except MoneyError:
        return False
    return min(amounts) <= award <= max(amounts)


def _stake_of(offer: Offer, table_id: str) -> Cents | None:
    """The stake that a table of a wager goes with; None where it has none or is no table."""
    return next((table.stake for table in offer.law.paytables if table.id == table_id), None)


def second_spin_table(offers: Offers, scope: Scope) -> None:
    """Pontoon 21: a second prize table is for the other stake than the first."""
    name = "second_spin_table"
    spin, second = _offer(name, offers, scope), str(scope.values.get(name, "none"))
    if spin is not None and second != "none" and _stake_of(spin, second) == spin.paytable.stake:
        message = f"tables {spin.paytable.id} and {second} are for the same stake"
        _violation(scope, Code.OPTION_NOT_PERMITTED, name, message)
    table = next((each for each in spin.law.choosable if each.id == second), None) if spin else None
    if spin is None or table is None or any(row.fixed for row in table.rows):
        return
    for law in spin.law.meters.values():
        _second_floors(spin, law, second, scope)


def _second_floors(spin: Offer, law: MeterLaw, second: str, scope: Scope) -> None:
    """The meter that two prize tables pay from is no lower than either of them wants."""
    settings = spin.settings.get("meters")
    setting = settings.get(law.name) if isinstance(settings, Mapping) else None
    for floor in law.floors_for(second):
        for key in ("initial", "reset"):
            least, amount = getattr(floor, key), getattr(setting, key, None)
            if least is not None and amount is not None and amount < least:
                message = f"{dollars(amount)} is below what table {second} wants, {dollars(least)}"
                path = f"wagers.{spin.law.id}.{key}_amount"
                scope.findings.violation(Code.BELOW_FLOOR, path, message, floor.cite)


def spin_stakes(offers: Offers, scope: Scope) -> None:
    """Pontoon 21: prize tables go with stakes, and the Xtreme tables are for one stake alone."""
    spin, xtreme = (_offer(name, offers, scope) for name in ("spin_table_by_stake", "xtreme_stakes"))
    if spin is not None and scope.values.get("spin_table_by_stake") is True:
        wanted, stake = spin.paytable.stake, spin.settings.get("stake")
        if wanted is not None and stake not in (None, wanted):
            message = f"paytable {spin.paytable.id} goes with a stake of {dollars(wanted)}"
            path = f"wagers.{spin.law.id}.stake"
            _violation(scope, Code.STAKE_NOT_PERMITTED, "spin_table_by_stake", message, path=path)
        designated = str(scope.values.get("community_pay"))
        if _stake_of(spin, designated) not in (None, wanted):
            message = f"schedule {designated} is not for the stake of paytable {spin.paytable.id}"
            _violation(scope, Code.OPTION_NOT_PERMITTED, "community_pay", message)
    asked = None if xtreme is None else xtreme.settings.get("stake")
    if xtreme is None or asked is None or scope.values["xtreme_stakes"] != "5_only":
        return
    if asked != (prized := cents(scope.values["xtreme_table_stake"])):
        path = f"wagers.{xtreme.law.id}.stake"
        message = f"the Xtreme tables are for a stake of {dollars(prized)}"
        _violation(scope, Code.STAKE_NOT_PERMITTED, "xtreme_stakes", message, path=path)


def fixed_prize(offers: Offers, scope: Scope) -> None:
    """Pontoon 21: a fixed prize is worth no less than its table's initial amount (PO-A08).

    Beside a table that pays from the meter it must be stated: the meter shows the other prize.
    """
    name = "jackpot_prize"
    spin, prize = _offer(name, offers, scope), scope.values.get(name, "none")
    if spin is None:
        return
    played = (spin.paytable.id, str(scope.values.get("second_spin_table", "none")))
    tables = [each for each in spin.law.choosable if each.id in played]
    fixed = [each.id for each in tables if any(row.fixed for row in each.rows)]
    if prize == "none":
        if 0 < len(fixed) < len(tables) and scope.complete:
            message = f"state the fixed prize of table {fixed[0]}: the meter is the other table's"
            path, cite = f"wagers.{spin.law.id}.{name}", scope.laws[name].cite
            scope.findings.warning(Code.CHOICE_MISSING, path, message, cite)
        return
    for table, meter in product(fixed, spin.law.meters.values()):
        for floor in meter.floors_for(table):
            if floor.initial is not None and cents(prize) < floor.initial:
                message = f"the prize of table {table} is at least {dollars(floor.initial)}"
                path = scope.stated[name]
                scope.findings.violation(Code.BELOW_FLOOR, path, message, floor.cite)


def determinant_side(_: Offers, scope: Scope) -> None:
    """With a double shoe the licensee designates the side that a red determinant card calls."""
    name = "determinant_red_side"
    if name not in scope.laws or name in scope.stated or scope.values.get("shoe") != "double":
        return
    if scope.complete:
        message = f"a double shoe: state {name}; otherwise {scope.values[name]} applies"
        cite = scope.laws[name].cite
        scope.findings.warning(Code.CHOICE_MISSING, f"options.{name}", message, cite)


def columns_of_one_table(offers: Offers, scope: Scope) -> None:
    """Two wagers that are columns of one printed table, as TriLux Bonus and Lucky George are."""
    for name, offer in offers.items():
        other, own = offers.get(offer.law.paytable_of), offer.paytable
        if other is not None and other.paytable.id != own.id:
            message = f"paytable {own.id} goes with paytable {own.id} of {other.law.title} only"
            path = f"wagers.{name}.paytable"
            scope.findings.violation(Code.OPTION_NOT_PERMITTED, path, message, own.cite)


def limits_in_order(offers: Offers, scope: Scope) -> None:
    """The least main wager is no more than the most, whether the table's options or the wager say so."""
    least, own_least = _main_limits("minimum", offers, scope)
    most, own_most = _main_limits("maximum", offers, scope)
    if least is not None and most is not None and least > most:
        message = f"the table minimum, {dollars(least)}, is above the table maximum, {dollars(most)}"
        _violation(scope, Code.OPTION_NOT_PERMITTED, "minimum_wager", message)
    for key, low, high in (("minimum", own_least, most), ("maximum", least, own_most)):
        if low is not None and high is not None and low > high:
            message = f"the minimum of main, {dollars(low)}, is above its maximum, {dollars(high)}"
            cite = scope.laws[f"{'maximum' if key == 'minimum' else 'minimum'}_wager"].cite
            scope.findings.violation(Code.BAD_AMOUNT, f"wagers.main.{key}", message, cite)


def _main_limits(key: str, offers: Offers, scope: Scope) -> tuple[Cents | None, Cents | None]:
    """A limit of the main wager as the table's option has it, and as the wager's own setting has it."""
    option = scope.values.get(f"{key}_wager", "none")
    main = offers.get("main")
    own = None if main is None else main.settings.get("stake", main.settings.get(key))
    return (
        None if option == "none" else cents(option),
        Cents(own) if isinstance(own, int) else None,
    )


def _largest_main(offers: Offers, scope: Scope) -> Cents | None:
    """The largest main wager that the table takes; None where it sets none."""
    known = [each for each in _main_limits("maximum", offers, scope) if each is not None]
    return min(known) if known else None


def boxes_held(_: Offers, scope: Scope) -> None:
    """Nobody holds more boxes than there are."""
    boxes, held = scope.values.get("boxes"), scope.values.get("adjacent_boxes")
    if not isinstance(boxes, int) or not isinstance(held, int):
        return
    if "adjacent_boxes" in scope.stated and held > boxes:
        message = f"one player may not hold {held} boxes of {scope.quoted('boxes')}"
        _violation(scope, Code.OPTION_NOT_PERMITTED, "adjacent_boxes", message)


def wager_units(offers: Offers, scope: Scope) -> None:
    """Massachusetts §3(d): at the 6 to 5 variation the limits and stakes are multiples of its unit."""
    for name, offer in offers.items():
        unit = wager_unit(scope.variation, scope.values, name)
        if unit is None or not offer.law.takes_stake:
            continue
        cite, of_unit = scope.laws[UNIT_FOR].cite, f"a multiple of {dollars(unit)}"
        for option in (*TABLE_LIMITS,) if name == "main" else _stake_options(offer, scope):
            written = scope.values.get(option, "none")
            if option not in scope.refused and written != "none" and cents(written) % unit:
                message = f"{option} is {of_unit} at {scope.variation}, not {written}"
                at = scope.stated.get(option, f"options.{option}")
                scope.findings.violation(Code.OPTION_NOT_PERMITTED, at, message, cite)
        for key in LIMITS:
            amount = offer.settings.get(key)
            if isinstance(amount, int) and amount % unit:
                message = f"the {key} of {name} is {of_unit} at {scope.variation}, not {dollars(amount)}"
                scope.findings.violation(Code.STAKE_NOT_PERMITTED, f"wagers.{name}.{key}", message, cite)


def _stake_options(offer: Offer, scope: Scope) -> list[str]:
    """The options that fix the stake of a wager: its own, or that of every progressive."""
    return [
        name
        for name, law in scope.laws.items()
        if law.kind == "dollars"
        and name.endswith("_stake")
        and (law.wager == offer.law.id or (not law.wager and bool(offer.law.meters)))
    ]


def side_limits(offers: Offers, scope: Scope) -> None:
    """A wager that may not exceed the main one has no stake that the table's maximum rules out."""
    most = _largest_main(offers, scope)
    if most is None:
        return
    for name, offer in offers.items():
        rule = offer.law.stake
        for key in LIMITS if rule is not None and rule.at_most == "main" else ():
            amount = offer.settings.get(key)
            if rule is None or not isinstance(amount, int) or amount <= most:
                continue
            message = f"the {key} of {name}, {dollars(amount)}, is above the largest main wager, "
            message += f"{dollars(most)}, which it may not exceed"
            path = f"wagers.{name}.{key}"
            if key == "maximum":  # the main wager is the lesser then: lawful, and without effect
                scope.findings.warning(Code.STAKE_NOT_PERMITTED, path, message, rule.at_most_cite)
            else:
                scope.findings.violation(Code.STAKE_NOT_PERMITTED, path, message, rule.at_most_cite)


def kings_bounty_limit(offers: Offers, scope: Scope) -> None:
    """Massachusetts §29(d): King's Bounty with the bet for the dealer is within the table maximum."""
    option = "kings_bounty_dealer_bet"
    offer, most = _offer(option, offers, scope), _largest_main(offers, scope)
    if offer is None or most is None:
        return
    for key in LIMITS:
        amount = offer.settings.get(key)
        if isinstance(amount, int) and amount > most:
            message = f"the {key} of {offer.law.id}, {dollars(amount)}, is above the table maximum"
            path = f"wagers.{offer.law.id}.{key}"
            _violation(scope, Code.STAKE_NOT_PERMITTED, option, message, path=path)


def payouts_in_reach(offers: Offers, scope: Scope) -> None:
    """A payout that needs a least stake needs a limit that lets it be staked (the Free Bonus: $5)."""
    for name, law in scope.laws.items():
        if not name.endswith(LEAST) or law.kind != "dollars" or (law.wager and law.wager not in offers):
            continue
        needed = cents(scope.values[name])
        payout = scope.document.wager(law.wager) if law.wager else None
        staked = "main" if payout is None else payout.id
        if payout is not None and not payout.takes_stake and payout.needs is not None:
            staked = payout.needs.names[0]
        offer = offers.get(staked)
        set_here = None if offer is None else offer.settings.get("stake", offer.settings.get("maximum"))
        most = _largest_main(offers, scope) if staked == "main" else set_here
        if isinstance(most, int) and most < needed:
            what = law.wager or name.removesuffix(LEAST)
            message = (
                f"{what}: ${dollars(needed)} on {staked} is needed, which takes at most ${dollars(most)}"
            )
            path = f"wagers.{staked}"
            scope.findings.warning(Code.STAKE_NOT_PERMITTED, path, message, law.cite)


def wager_unit(variation: str | None, values: Mapping[str, OptionValue], wager: str) -> Cents | None:
    """The amount of which a wager must be a multiple; None where none is set (§3(d), MA-A40)."""
    if variation != SIX_TO_FIVE or (wager != "main" and values[UNIT_FOR] == "main_only"):
        return None
    return cents(values["six_to_five_unit"])


CHECKS: Final[Mapping[Callable[[Offers, Scope], None], tuple[str, ...]]] = {
    aces_within_hands: (HANDS, ACES),
    limits_in_order: TABLE_LIMITS,
    boxes_held: ("boxes", "adjacent_boxes"),
    wager_units: (UNIT_FOR,),
    side_limits: ("maximum_wager",),
    kings_bounty_limit: ("maximum_wager",),
    payouts_in_reach: ("maximum_wager",),
    designated_cards: ("designated_blackjack_cards", "optional_payouts"),
    buster_soft_17: ("buster_completion", "soft_17"),
    down_with_up: ("down_requires_up",),
    warned_tables: ("decks",),
    wheel_symbols: ("spin_table_by_stake", "community_pay"),
    bonus_awards: (),
    spin_stakes: ("spin_table_by_stake", "community_pay", "xtreme_stakes", "xtreme_table_stake"),
    second_spin_table: ("second_spin_table",),
    fixed_prize: ("jackpot_prize",),
    columns_of_one_table: (),
    determinant_side: ("shoe",),
}
"""Each condition with the options of the table that it looks at."""
