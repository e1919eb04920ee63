"""The edges of the wagers that a table offers, computed as quickly as they can be.

Of the main game there is only an edge, in floating point: insurance taken when it gains, no rows, no
chart, no proof, and no more splits than matter. Tables that play the same game at the same prices are
one question.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Final

from cutcard.compute import cache
from cutcard.law import FIRST_WAGERS, Document, Offer, OptionValue, RuleSet, WagerLaw
from cutcard.odds import main, switch
from cutcard.odds.answers import Answer, Exact
from cutcard.odds.main.insurance import insurance_gain
from cutcard.odds.problem import OddsError
from cutcard.odds.question import MAIN, Question, table_question
from cutcard.odds.registry import analyser_digest, answer, digest_of
from cutcard.rules import MONEY_FIELDS, Game
from cutcard.wagers import DecidedBy, decided_by, depends_on_play

IDLE: Final = frozenset(
    {
        *MONEY_FIELDS,
        "rounding",
        "boxes",
        "adjacent_boxes",
        "turn_order",
        "shoe",
        "settlement_procedure",
        *(each.name for each in fields(Game) if each.name.startswith("settle_")),
        "insurance_asked",
        "double_for_less",
        "double_card",
        "buster_completion",
    }
)
"""Options of the game that change nothing of a box's best play, nor of what it wins per unit staked."""
MOST_HANDS: Final = 6
"""A pair is split to no more here: what more hands add is below 0.00001 of the stake."""
SPLITS: Final = ("max_hands", "max_hands_aces")
PLAYED: Final = frozenset(field.name for field in fields(Game)) - IDLE


def main_edge(asked: Question) -> float:
    """The player's edge in the main game, played the best way."""
    solved = switch.solve_switch if asked.rules.options.get("switch") is True else main.solve
    return solved(asked.rules, asked.composition).value + float(insurance_gain(asked))


def game_alone(rules: RuleSet) -> RuleSet:
    """A table with nothing but its main game: what that does not feel, as the document has it."""
    offers = {name: offer for name, offer in rules.offers.items() if name in FIRST_WAGERS}
    laws, felt = rules.document.effective_options(rules.variation), set(_options_felt(rules))
    options = {
        name: few_hands(name, value) if name in felt or name not in laws else laws[name].default
        for name, value in rules.options.items()
    }
    return replace(rules, offers=offers, options=options)


def few_hands(name: str, value: OptionValue) -> OptionValue:
    """An option's value, but no more hands of a pair than matter."""
    return min(value, MOST_HANDS) if name in SPLITS and isinstance(value, int) else value


def rules_key(rules: RuleSet) -> Hashable:
    """What tables have in common that play the same main game."""
    offers = [(name, rules.offers[name]) for name in FIRST_WAGERS if name in rules.offers]
    priced = tuple((name, offer.paytable.id, repr(offer.settings)) for name, offer in offers)
    options = tuple(repr(few_hands(name, rules.options[name])) for name in _options_felt(rules))
    return rules.document.digest, rules.variation, options, priced


def _options_felt(rules: RuleSet) -> tuple[str, ...]:
    return options_felt(rules.document, rules.variation)


@functools.cache
def options_felt(law_book: Document, variation: str | None) -> tuple[str, ...]:
    """The options that the main game or its prices feel."""
    laws = law_book.effective_options(variation)
    tables = [table for name in FIRST_WAGERS for table in law_book.wager(name).paytables]
    priced_by = {name for table in tables for row in table.rows for name, _ in row.when}
    priced_by -= IDLE  # of two rows that differ in their citation alone
    felt = (*PLAYED, *priced_by, *(name for name, law in laws.items() if law.wager in FIRST_WAGERS))
    return tuple(sorted(set(felt) & set(laws)))


CACHED_EDGE: Final = "player_edge"


def favours_player(answer: Answer) -> bool:
    """Whether the player has the edge; what takes no stake of its own is not meant to cost anything."""
    return answer.player_edge > 0 and answer.wager_law.takes_stake


class TableEdges:
    """The edges of the wagers that tables offer, each kind of table being asked about once."""

    def __init__(self) -> None:
        """Nothing asked yet."""
        self._known: dict[str, Exact | None] = {}
        self._games: dict[Hashable, Exact | None] = {}

    def edge(self, rules: RuleSet, wager: str) -> Exact | None:
        """A wager at the stake and the meters the table starts with; None where there is none.

        None stands for payouts without a stake, for insurance where there is none, and for what nobody
        can give a figure for.
        """
        law = rules.offers[wager].law
        if wager in FIRST_WAGERS:
            return self._of_the_game(rules, wager) if rules.options.get(wager) is not False else None
        return self._answered(_alone(rules, law), wager) if law.takes_stake else None

    def _of_the_game(self, rules: RuleSet, wager: str) -> Exact | None:
        key = (wager, rules_key(rules))
        if key not in self._games:
            self._games[key] = self._answered(game_alone(rules), wager)
        return self._games[key]

    def edge_at(self, rules: RuleSet, wager: str, stake: int) -> Exact | None:
        """The same at another stake."""
        return self._answered(_alone(rules, rules.offers[wager].law, stake=stake), wager)

    def _answered(self, rules: RuleSet, wager: str) -> Exact | None:
        try:
            asked = table_question(rules, wager, seats=_seats(rules, wager))
        except OddsError:  # more decks than anybody can count
            return None
        name = digest_of(asked)
        if name not in self._known:
            self._known[name] = player_edge(asked, name)
        return self._known[name]


def _seats(rules: RuleSet, wager: str) -> int:
    """One, but a full table where one seat of those that bet is drawn to win for all of them."""
    boxes = rules.options.get("boxes")
    is_drawn = decided_by(rules.offers[wager].law) is DecidedBy.SHARED_WHEEL
    return boxes if is_drawn and isinstance(boxes, int) else 1


def player_edge(asked: Question, name: str) -> Exact | None:
    """From the cache, else computed and kept; None where there is no figure, which is kept too."""
    place = analyser_digest(CACHED_EDGE, name)
    kept = cache.read(place)
    if isinstance(kept, dict) and CACHED_EDGE in kept:
        found: Exact | None = kept[CACHED_EDGE]
        return found
    try:
        found = _computed(asked)
    except OddsError:
        found = None
    cache.write(place, {CACHED_EDGE: found})
    return found


def _computed(asked: Question) -> Exact:
    if asked.offer.law.id == MAIN:
        return main_edge(asked)
    return answer(asked).player_edge


def _alone(rules: RuleSet, law: WagerLaw, *, stake: int | None = None) -> RuleSet:
    """The table with this wager and those it needs, as far as they can matter to it."""
    kept = _RelevantRules(rules, law)
    offers = {name: rules.offers[name] for name in rules.offers if name in kept.wagers}
    if stake is not None:
        own = offers[law.id]
        offers[law.id] = Offer(own.law, own.paytable, {**own.settings, "stake": stake})
    return replace(rules, offers=offers, options=kept.options)


@dataclass(frozen=True)
class _RelevantRules:
    rules: RuleSet
    law: WagerLaw

    @cached_property
    def wagers(self) -> frozenset[str]:
        """The wager, those it needs, and the two that every table has."""
        found, left = set(FIRST_WAGERS), [self.law]
        while left:
            law = left.pop()
            found.add(law.id)
            names = () if law.needs is None else law.needs.names
            left += [self.rules.document.wager(name) for name in names if name not in found]
        return frozenset(found)

    @property
    def options(self) -> dict[str, OptionValue]:
        """Every option; those of other wagers at their defaults, and those that no play feels."""
        laws = self.rules.document.effective_options(self.rules.variation)
        is_played = depends_on_play(self.law)

        def relevant(name: str, value: OptionValue) -> OptionValue:
            if name not in laws:
                return value
            if laws[name].wager not in ("", *self.wagers) or (is_played and name in IDLE):
                return laws[name].default
            return few_hands(name, value) if is_played else value

        return {name: relevant(name, value) for name, value in self.rules.options.items()}
