"""What is asked: one wager of one rule set, a shoe's composition, a stake and the meters.

The analyser never runs out of cards, so a shoe that one round could use up is refused (`check_shoe`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Final, Literal

from cutcard.cards import TEN, Card
from cutcard.law import (
    Document,
    Finding,
    MeterFloor,
    MeterLaw,
    MeterSetting,
    Offer,
    OptionLaw,
    OptionValue,
    Paytable,
    Refused,
    RuleSet,
    WagerLaw,
    document,
    relevant,
    resolve,
)
from cutcard.money import NOTHING, Cents, cents, dollars
from cutcard.odds.composition import Composition
from cutcard.odds.problem import OddsError
from cutcard.rules import DEALER_STANDS, TWENTY_ONE, Game
from cutcard.wagers.settlement import prize_table

MOST_LISTED_DECKS: Final = 8
"""Where a document names no greatest number of decks, lists go to eight."""
MAIN: Final = "main"
DECKS: Final = "options.decks"
ONE_DOLLAR: Final = Cents(100)


class BarredDecksError(OddsError):
    """A number of decks that may not stand with a wager."""


@dataclass(frozen=True, repr=False)
class Question:
    """Everything an answer depends on."""

    rules: RuleSet
    offer: Offer
    composition: Composition
    stake: Cents
    meters: Mapping[str, Cents]
    """Every meter that the paytable pays from, as displayed."""
    seats: int = 1
    """Players at the table; where one player's win pays the others, it is shared with these."""
    stake_is_fixed: bool = False
    """Whether the stake was asked for, or is the one the document or the operator fixes."""
    chosen: Mapping[str, OptionValue] = field(default_factory=dict)
    """The options that were given."""
    assumptions: tuple[str, ...] = ()
    """What was taken for granted in putting the question."""

    def __repr__(self) -> str:
        rules, offer = self.rules, self.offer
        chosen = "".join(f", {name}={value!r}" for name, value in self.chosen.items())
        return f"Question({rules.document.name} {offer.law.id} {offer.paytable.id}{chosen})"

    @property
    def decks(self) -> int:
        """The number of decks that the shoe was made of."""
        found = self.rules.options["decks"]
        assert isinstance(found, int)
        return found


def question(
    document_id: str | Document,
    wager: str,
    *,
    paytable: str | None = None,
    decks: int | None = None,
    variation: str | None = None,
    options: Mapping[str, object] | None = None,
    meters: Mapping[str, Cents] | None = None,
    removed: Iterable[Card] = (),
    stake: Cents | None = None,
    seats: int = 1,
    settings: Mapping[str, object] | None = None,
    unset_meters: Literal["refuse", "zero"] = "refuse",
) -> Question:
    """The question in full, defaults put in; an OddsError where it makes no sense.

    The document is given by its name, or as it is where no shelf holds it. `settings` are the wager's
    own as a submission writes them (rate_of_progression, stake and so on).
    The first paytable that fits the decks is taken where none is named. A meter left out stands at
    the least its table or its document lets it start with; where neither says, it is asked for, or
    taken as empty where `unset_meters` says so.
    """
    law_book, law = _law(document_id, wager)
    given = dict(options or {})
    if decks is not None:
        given["decks"] = decks
    if variation is None and law.needs_variation is not None:
        variation = law.needs_variation.names[0]
    own_settings = {**(settings or {}), **({} if paytable is None else {"paytable": paytable})}
    rules = _rules(law_book, law, settings=own_settings, variation=variation, options=given)
    _check_designated(rules)
    offer = rules.offers[wager]
    if seats < 1:
        raise OddsError(f"seats: {seats}: a table has at least one player")
    staked, is_fixed = _stake(rules, offer, stake)
    offer = replace(offer, paytable=prize_table(rules, offer, staked, 1))
    shown, assumed = _meters(offer, meters or {}, unset_meters)
    return Question(
        rules=rules,
        offer=offer,
        composition=shoe(rules).without(removed),
        stake=staked,
        meters=shown,
        seats=seats,
        stake_is_fixed=is_fixed,
        chosen={name: rules.options[name] for name in given},
        assumptions=assumed,
    )


def permitted_decks(law_book: Document, law: WagerLaw, paytable: str = "") -> tuple[int, ...]:
    """The numbers of decks a paytable may have, or any of them; to eight where nothing bounds them."""
    named = [table for table in law.paytables if paytable in ("", table.id)]
    needed = _needed(law_book, law)
    return tuple(
        decks
        for decks in _document_decks(law_book.options["decks"])
        if _admits(law, decks)
        and any(_fits(table, decks) for table in named)
        and all(_admits(each, decks) and _fitting(each, decks) for each in needed)
    )


def _admits(law: WagerLaw, decks: int) -> bool:
    return law.decks is None or law.decks.admits(decks)


def _document_decks(option: OptionLaw) -> tuple[int, ...]:
    if option.is_fixed:
        return (option.default,) if isinstance(option.default, int) else ()
    if option.permitted:
        return tuple(each for each in option.permitted if isinstance(each, int))
    most = option.maximum or MOST_LISTED_DECKS
    return tuple(range(option.minimum or 1, most + 1))


def _fits(table: Paytable, decks: int) -> bool:
    return table.decks is None or table.decks.admits(decks)


def _law(document_id: str | Document, wager: str) -> tuple[Document, WagerLaw]:
    try:
        law_book = document(document_id) if isinstance(document_id, str) else document_id
        return law_book, law_book.wager(wager)
    except Refused as refused:
        raise OddsError(refused.refusal.message, refused.cite) from None


def _rules(
    law_book: Document,
    law: WagerLaw,
    *,
    settings: Mapping[str, object],
    variation: str | None,
    options: Mapping[str, object],
) -> RuleSet:
    """The rule set with this wager and those it needs; raises the first thing wrong about it.

    A wager that is needed has the first of its paytables that may stand beside the one asked about:
    none of the figures depends on which it is.
    """
    decks = options.get("decks", law_book.options["decks"].default)
    needed = _needed(law_book, law)
    own = {**_named(next(iter(_fitting(law, decks)), "")), **settings}
    wrong: list[Finding] = []
    for tables in product(*(_fitting(each, decks) or [""] for each in needed)):
        asked = {each.id: _named(table) for each, table in zip(needed, tables, strict=True)}
        asked[law.id] = own
        rules, findings = resolve(law_book, variation=variation, options=options, wagers=asked)
        here = [each for each in findings if each.severity == "violation" and _concerns(each, asked)]
        if not here:
            if rules is None or law.id not in rules.offers:
                raise OddsError(f"wagers.{law.id}: not on offer with these options")
            return rules
        wrong += here
    cite = f" ({wrong[0].cite})" if wrong[0].cite else ""
    kind = BarredDecksError if wrong[0].path == DECKS else OddsError
    raise kind(f"{wrong[0].path}: {wrong[0].message}{cite}", wrong[0].cite)


def _check_designated(rules: RuleSet) -> None:
    """The better price of one designated blackjack has no effect, and no figure, without its cards."""
    name = "designated_blackjack_cards"
    offered = rules.options.get("optional_payouts", ())
    if isinstance(offered, tuple) and "designated_blackjack" in offered and not rules.options[name]:
        cite = rules.document.effective_options(rules.variation)[name].cite
        raise OddsError(f"options.{name}: name the designated ace and face card ({cite})", cite)


def _fitting(law: WagerLaw, decks: object) -> list[str]:
    """The paytables that may be offered with so many decks."""
    tables = law.choosable or law.paytables
    return [table.id for table in tables if isinstance(decks, int) and _fits(table, decks)]


def _named(paytable: str) -> dict[str, object]:
    return {"paytable": paytable} if paytable else {}


def _needed(law_book: Document, law: WagerLaw) -> list[WagerLaw]:
    """The wagers that must be there too, those that they need included."""
    found: list[WagerLaw] = []
    for name in () if law.needs is None else law.needs.names:
        if name != MAIN:
            found += [law_book.wager(name), *_needed(law_book, law_book.wager(name))]
    return found


def _concerns(finding: Finding, wagers: Collection[str]) -> bool:
    """Whether a finding is about these wagers or the whole table, not about another wager."""
    room, _, rest = finding.path.partition(".")
    return room != "wagers" or rest.partition(".")[0] in ("", *wagers)


def _stake(rules: RuleSet, offer: Offer, asked: Cents | None) -> tuple[Cents, bool]:
    """The stake, and whether anything but habit says so."""
    fixed = fixed_stakes(rules, offer)
    rule = offer.law.stake
    least = NOTHING if rule is None else rule.minimum
    if asked is not None:
        if asked <= 0 or asked < least:
            bound = f"at least {dollars(least)}" if least else "more than zero"
            raise OddsError(f"stake: {dollars(asked)}: {offer.law.id} takes {bound}")
        if fixed and asked not in fixed:
            allowed = " or ".join(map(dollars, fixed))
            raise OddsError(f"stake: {dollars(asked)}: {offer.law.id} takes {allowed}")
        return asked, True
    if fixed:
        return fixed[0], True
    return max(least, ONE_DOLLAR), False


def fixed_stakes(rules: RuleSet, offer: Offer) -> tuple[Cents, ...]:
    """The stakes that the paytable, the operator or the document fixes; none where all are taken."""
    if offer.paytable.stake is not None:
        second = rules.options.get("second_spin_table")
        others = (each.stake for each in offer.law.choosable if each.id == second)
        return (offer.paytable.stake, *(each for each in others if each is not None))
    set_here = offer.settings.get("stake")
    if isinstance(set_here, int):
        return (Cents(set_here),)
    laws = rules.document.effective_options(rules.variation)
    for name, law in laws.items():
        speaks = law.wager == offer.law.id or (not law.wager and bool(offer.law.meters))
        if law.kind == "dollars" and name.endswith("_stake") and speaks:
            value = rules.options[name]
            if value != law.default:
                return (cents(value),)
    return () if offer.law.stake is None else offer.law.stake.permitted


def _meters(
    offer: Offer, given: Mapping[str, Cents], unset: Literal["refuse", "zero"]
) -> tuple[dict[str, Cents], tuple[str, ...]]:
    """The meters this paytable pays from, as displayed, and what was assumed about them."""
    paid = offer.paytable.meters()
    laws = {law.name: law for law in relevant(offer.law, offer.paytable) if law.name in paid}
    short = {name.removeprefix(f"{offer.law.id}."): name for name in laws}
    stated = {short.get(name, name): amount for name, amount in given.items()}
    for name in short:
        if name in given and short[name] in given and name != short[name]:
            raise OddsError(f"meter: {short[name]} is given twice")
    for name in stated:
        if name not in laws:
            have = f"it has {', '.join(laws)}" if laws else "it has none"
            raise OddsError(f"meter: {offer.law.id} has no meter {name}; {have}")
    shown: dict[str, Cents] = {}
    assumed: list[str] = []
    for name, law in laws.items():
        seed = least_meter(offer, law)
        amount = stated.get(name)
        if amount is not None and amount < (seed or NOTHING):
            raise OddsError(
                f"meter: {name} at {dollars(amount)} is below its seed {dollars(seed or NOTHING)}"
            )
        if amount is None and seed is None and unset == "refuse":
            raise OddsError(f"meter: state what {name} shows (the document sets no amount for it)")
        shown[name] = amount if amount is not None else seed or NOTHING
        if amount is None:
            why = "its minimum initial amount" if seed is not None else "no amount is given"
            assumed.append(f"The meter {name} shows ${dollars(shown[name])}: {why}.")
    return shown, tuple(assumed)


def least_meter(offer: Offer, law: MeterLaw) -> Cents | None:
    """What a meter starts at by the table's setting, else the document's floor; None: neither says."""
    setting = meter_setting(offer, law.name)
    floors = law.floors_for(offer.paytable.id)
    sources: Sequence[MeterSetting | MeterFloor] = floors if setting is None else (setting, *floors)
    for each in sources:
        for amount in (each.initial, each.reset):
            if amount is not None:
                return amount
    return None


def meter_setting(offer: Offer, name: str) -> MeterSetting | None:
    """What the table sets for a meter; None where it sets nothing."""
    settings = offer.settings.get("meters")
    setting = settings.get(name) if isinstance(settings, Mapping) else None
    return setting if isinstance(setting, MeterSetting) else None


def least_meters(question: Question) -> dict[str, Cents]:
    """The meters of a question, each at the least it may start at; empty where nothing says."""
    laws = {law.name: law for law in relevant(question.offer.law, question.offer.paytable)}
    least = {name: least_meter(question.offer, laws[name]) for name in question.meters if name in laws}
    return {name: least.get(name) or NOTHING for name in question.meters}


# What a table that is set up asks: each of its wagers, as it is offered there.


def boxes(rules: RuleSet) -> int:
    """How many boxes the table has."""
    found = rules.options["boxes"]
    assert isinstance(found, int)
    return found


def shoe(rules: RuleSet) -> Composition:
    """The full shoe of a table."""
    decks, size = rules.options["decks"], rules.options["deck_cards"]
    assert isinstance(decks, int)
    assert isinstance(size, int)
    return Composition.full(decks, size)


def payouts(rules: RuleSet) -> dict[str, Offer]:
    """All that a table pays on: what it offers, and what the document pays beside the main wager.

    The super bonus and its envy bonus take no stake and need no other wager, so nobody has to file them.
    """
    laws = [rules.document.wager(name) for name in rules.document.wager_ids]
    return {
        law.id: rules.offers.get(law.id, Offer(law, law.paytables[0]))
        for law in laws
        if law.id in rules.offers or not (law.takes_stake or law.needs)
    }


def table_question(rules: RuleSet, wager: str, *, seats: int = 1) -> Question:
    """One wager of a table, at the stake and the meters that the table starts with."""
    if wager not in rules.offers:
        rules = replace(rules, offers=payouts(rules))
    offer = rules.offers[wager]
    stake, is_fixed, notes = _table_stake(rules, offer)
    meters, assumed = _table_meters(offer)
    return Question(
        rules=rules,
        offer=offer,
        composition=shoe(rules),
        stake=stake,
        meters=meters,
        seats=seats,
        stake_is_fixed=is_fixed,
        chosen=chosen(rules),
        assumptions=(*notes, *assumed),
    )


def chosen(rules: RuleSet) -> dict[str, OptionValue]:
    """The options that do not stand at their defaults."""
    laws = option_laws(rules)
    return {
        name: value
        for name, value in rules.options.items()
        if name in laws and value != laws[name].default
    }


def option_laws(rules: RuleSet) -> Mapping[str, OptionLaw]:
    """The options of the document as the table's variation has them."""
    return rules.document.effective_options(rules.variation)


def _table_stake(rules: RuleSet, offer: Offer) -> tuple[Cents, bool, tuple[str, ...]]:
    fixed = fixed_stakes(rules, offer)
    if fixed:
        others = " or ".join(f"${dollars(each)}" for each in fixed[1:])
        notes = (f"The stake is ${dollars(fixed[0])}; {others} may be staked too.",) if others else ()
        return fixed[0], True, notes
    least = NOTHING if offer.law.stake is None else offer.law.stake.minimum
    set_here = offer.settings.get("minimum")
    own = Cents(set_here) if isinstance(set_here, int) else NOTHING
    if offer.law.needs is None and not offer.law.takes_stake:
        own = _main_minimum(rules)
    return max(least, own, ONE_DOLLAR), False, ()


def _main_minimum(rules: RuleSet) -> Cents:
    """The least main wager that the table takes, where it says."""
    stated = [rules.main.settings.get("stake"), rules.main.settings.get("minimum")]
    known = [Cents(each) for each in stated if isinstance(each, int)]
    minimum = rules.options.get("minimum_wager", "none")
    return max([*known, NOTHING if minimum == "none" else cents(minimum)])


def _table_meters(offer: Offer) -> tuple[dict[str, Cents], tuple[str, ...]]:
    shown: dict[str, Cents] = {}
    notes: list[str] = []
    for name, law in offer.law.meters.items():
        if name in offer.paytable.meters():
            amount = least_meter(offer, law)
            shown[name] = NOTHING if amount is None else amount
            why = "no amount is set for it" if amount is None else "its initial amount"
            notes.append(f"The meter {name} shows ${dollars(shown[name])}: {why}.")
    return shown, tuple(notes)


DEALER_DRAWS_WITH: Final = DEALER_STANDS - 1
"""The most hard points with which a dealer may have to draw."""
MOST_HANDS: Final = 4
"""No more of the player's hands are looked at: for ever more of them a whole deck would not do."""
OF_SWITCH: Final = 2
ACES: Final = 0


def check_shoe(question: Question) -> None:
    """Refuse a shoe that one player's round could use up."""
    shoe = question.composition
    needed = longest_round(Game.of(question.rules.options, {}), shoe)
    if shoe.size < needed:
        raise OddsError(
            f"shoe: {shoe.size} cards are too few: a round could take {needed}, and running out of "
            "cards is not analysed"
        )


def longest_round(game: Game, shoe: Composition) -> int:
    """As many cards as a round of up to four hands can take from this shoe, or a few more.

    Every hand takes its last card with 21 hard points at most, the dealer's with 16; the hands of a
    split pair begin with cards of one value. Before their last cards all of them together hold the
    smallest cards there are.
    """
    return max(_longest(game, shoe.by_value, value) for value in range(TEN))


def _longest(game: Game, counts: Sequence[int], value: int) -> int:
    """The same where the hands of a box begin with cards of one value, by its place."""
    boxes = OF_SWITCH if game.switch else 1
    most = game.max_hands_aces if value == ACES else game.max_hands
    hands = min(boxes * max(min(most, counts[value]), 1), MOST_HANDS)
    begun = min(hands // boxes, counts[value])
    points = hands * TWENTY_ONE - begun * (value + 1) + game.dealer_hands * DEALER_DRAWS_WITH
    held = begun
    for other, count in enumerate(counts):
        drawn = min(count - (begun if other == value else 0), points // (other + 1))
        held += drawn
        points -= drawn * (other + 1)
    return held + hands + game.dealer_hands
