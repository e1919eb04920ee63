"""Readings priced: the house edge of the wagers concerned under each reading of an ambiguous text.

An option that a reading names is tried at each of its values. Which wagers it concerns is found by
comparing: a wager whose edge is the same under every value is left out. Where the main wager does not
feel an option at the document's defaults, other ways to play it are tried: the variations, every
choice the document offers the player, the other ways to deal the hole card. Where a value of the option
is what lets a variation offer a payout, it is priced with that payout and the other values without.
Rows are cached as soon as they are priced.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Final

from cutcard.compute import cache, report_progress
from cutcard.law import (
    Document,
    OptionLaw,
    OptionValue,
    Reading,
    Refused,
    WagerLaw,
    document,
    document_ids,
    documents,
)
from cutcard.odds import main, switch
from cutcard.odds.answers import Exact
from cutcard.odds.problem import OddsError
from cutcard.odds.question import Question, permitted_decks, question
from cutcard.odds.registry import analyser_digest, answer
from cutcard.rules import MONEY_FIELDS, Game
from cutcard.wagers import depends_on_play

PRICED: Final = "reading edges"


@dataclass(frozen=True)
class ReadingEdge:
    """One value of one option of a reading, and what it makes of one wager; or why there is nothing."""

    document: str
    reading: str
    cite: str
    option: str
    value: OptionValue | None = None
    is_default: bool = False
    wager: str = ""
    paytable: str = ""
    decks: int | None = None
    variation: str | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """What else was chosen, where the option is not felt at the document's defaults."""
    seats: int = 1
    """How many players there are; more than one where it is only then felt."""
    method: str = ""
    player_edge: Exact | None = None
    difference: Exact | None = None
    """What the house gains by this reading against the default one."""
    note: str = ""

    @property
    def house_edge(self) -> Exact | None:
        """The expected loss per unit staked."""
        return None if self.player_edge is None else -self.player_edge

    @property
    def favours_player(self) -> bool:
        """Whether the player has the edge on something that takes a stake."""
        law = document(self.document).wager(self.wager) if self.wager else None
        return law is not None and law.takes_stake and (self.player_edge or 0) > 0


def _kept_name(law: Document, *of: str) -> str:
    """Under what a document's rows are kept, or those of one option of one reading."""
    return analyser_digest(PRICED, law.digest, *of)


def _read(name: str) -> tuple[ReadingEdge, ...] | None:
    """Rows as they were priced before; None where they were not."""
    try:
        return tuple(ReadingEdge(**each) for each in cache.read(name))
    except TypeError:
        return None


def _write(name: str, rows: Sequence[ReadingEdge]) -> None:
    """Keep rows."""
    cache.write(name, [cache.plain(each) for each in rows])


def kept_edges(law: Document) -> tuple[ReadingEdge, ...] | None:
    """All readings of one document, where all are priced."""
    return _read(_kept_name(law))


MAIN: Final = "main"
NO_EFFECT: Final = "no effect on the odds"
AMOUNT: Final = "an amount or a filing of the operator: there are no readings to compare"
STAKES: Final = ("1.00", "5.00")
"""The stakes at which an option that fixes a stake is looked at."""
SUITS: Final = ("c", "d", "h", "s")
CLOSE: Final = 1e-12
"""Floating-point edges no further apart are the same."""
MOST_VALUES: Final = 4
SEVERAL_SEATS: Final = 3
"""Players at a table where one player's luck touches the others."""
MONEY: Final = frozenset({*MONEY_FIELDS, "rounding"})
"""The options of the game that are about money alone: odds are per unit, before any rounding."""
CHIP: Final = "smallest_chip"
OF_THE_GAME: Final = frozenset(each.name for each in fields(Game))
PAYOUTS: Final = "optional_payouts"
DESIGNATED: Final = "designated_blackjack_cards"
DESIGNATED_CARDS: Final = ("As", "Js")
"""Any ace and face card will do for a designated blackjack."""


@dataclass(frozen=True)
class _Setting:
    """A way to play a document: a variation and options beside the one that is tried."""

    variation: str | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    seats: int = 1
    lifting: OptionValue | None = None
    """The value that lifts a bar, so that what was barred is chosen with it, and with it alone."""
    lifted: Mapping[str, OptionValue] = field(default_factory=dict)

    def chosen(self, value: OptionValue) -> dict[str, OptionValue]:
        """What stands beside a value of the option that is tried."""
        return {**self.options, **(self.lifted if value == self.lifting else {})}


@dataclass(frozen=True)
class _Figure:
    edge: Exact
    method: str
    paytable: str
    decks: int


def reading_edges(document_id: str | None = None) -> tuple[ReadingEdge, ...]:
    """Every reading with options, priced; of one document, shared ones among them, or of all."""
    return tuple(each for rows in reading_rows(document_id) for each in rows)


def reading_rows(document_id: str | None = None) -> Iterator[tuple[ReadingEdge, ...]]:
    """The same, some rows after the others, each kept as soon as it is priced."""
    try:
        laws = [document(name) for name in (document_ids() if document_id is None else (document_id,))]
    except Refused as refused:
        raise OddsError(refused.refusal.message) from None
    for law in laws:
        yield from _document_rows(law)


def priced_readings(law: Document) -> Generator[tuple[ReadingEdge, ...], None, None]:
    """The rows of one option of one reading after another, each kept as soon as it is priced."""
    work = [(reading, option) for reading in _readings(law) for option in reading.options]
    pricing = _Pricing(law)
    for done, (reading, option) in enumerate(work):
        report_progress(f"{law.id} {reading.id}", done, len(work))
        name = _kept_name(law, reading.id, option)
        found = _read(name)
        if found is None:
            found = tuple(pricing.option_edges(reading, option))
            _write(name, found)
        yield found


def _document_rows(law: Document) -> Iterator[tuple[ReadingEdge, ...]]:
    if (kept := kept_edges(law)) is not None:
        yield kept
        return
    found: list[ReadingEdge] = []
    for rows in priced_readings(law):
        found += rows
        yield rows
    _write(_kept_name(law), found)


def _readings(law: Document) -> Iterator[Reading]:
    """The document's readings, and those of other documents that hold here too."""
    yield from law.readings.values()
    for name in law.shared_readings:
        yield next(each.readings[name] for each in documents() if name in each.readings)


class _Pricing:
    """One document's wagers, each priced once for each way to play it."""

    def __init__(self, law: Document) -> None:
        self._law = law
        self._known: dict[str, _Figure | str] = {}

    def option_edges(self, reading: Reading, option: str) -> list[ReadingEdge]:
        """What one option of a reading does: a row for each value and each wager that feels it."""
        laws = [
            each
            for variation in (None, *self._law.variations)
            if (each := self._law.effective_options(variation).get(option)) and not each.is_fixed
        ]
        values = _values(laws[0]) if laws else ()
        head = ReadingEdge(self._law.id, reading.id, reading.cite, option)
        if len(values) < 2:
            return [replace(head, note=_why_alone(laws, option))]
        rows: list[ReadingEdge] = []
        why = NO_EFFECT + self._while_unset(reading)
        for wager in self._concerned(reading, laws[0]):
            found = self._felt(head, wager, laws[0], values)
            if isinstance(found, list):
                rows += found
            elif found and (laws[0].wager or reading.id in wager.readings):
                why = found
        return rows or [replace(head, note=why)]

    def _while_unset(self, reading: Reading) -> str:
        """A word where another option of the reading, an amount, is what would give this one effect."""
        for name in reading.options:
            law = self._law.options.get(name)
            if law is not None and law.kind == "dollars" and law.default == "none":
                return f" while {name} is not set"
        return ""

    def _concerned(self, reading: Reading, option: OptionLaw) -> Iterator[WagerLaw]:
        """The wagers to compare: the option's own and those that need it, else all that may feel it."""
        for name in self._law.wager_ids:
            law = self._law.wager(name)
            needed = () if law.needs is None else law.needs.names
            if option.wager:
                if option.wager in (name, *needed):
                    yield law
            elif name == MAIN:
                if self._main_reads(option.name) or any(self._lifting(option)):
                    yield law
            elif not depends_on_play(law) or reading.id in law.readings:
                yield law

    def _main_reads(self, option: str) -> bool:
        rows = [row for table in self._law.wager(MAIN).paytables for row in table.rows]
        return option in OF_THE_GAME - MONEY or any(option in dict(row.when) for row in rows)

    def _felt(
        self, head: ReadingEdge, wager: WagerLaw, option: OptionLaw, values: Sequence[OptionValue]
    ) -> list[ReadingEdge] | str:
        """The wager's row for each value in the first setting that feels it; else why there is none."""
        problem, is_compared = "", False
        for setting in self._settings(wager, option):
            figures = {value: self._figure(wager, setting, option.name, value) for value in values}
            default = self._default(option, setting, values)
            usual = figures[default]
            if isinstance(usual, str):
                problem = problem or usual
                continue
            is_compared = is_compared or sum(isinstance(each, _Figure) for each in figures.values()) > 1
            if any(isinstance(each, _Figure) and _differ(each, usual) for each in figures.values()):
                row = replace(
                    head,
                    wager=wager.id,
                    variation=setting.variation,
                    seats=setting.seats,
                )
                return [
                    _row(
                        replace(row, options=setting.chosen(value)),
                        value,
                        figure,
                        usual,
                        is_default=value == default,
                    )
                    for value, figure in figures.items()
                ]
        return "" if is_compared else problem

    def _default(
        self, option: OptionLaw, setting: _Setting, values: Sequence[OptionValue]
    ) -> OptionValue:
        """The reading taken; the first value where none of the compared ones is it (an open stake)."""
        found = self._law.effective_options(setting.variation).get(option.name, option).default
        return found if found in values else values[0]

    def _settings(self, wager: WagerLaw, option: OptionLaw) -> Iterator[_Setting]:
        """The ways to play that are tried in turn."""
        if wager.id == MAIN:
            yield from self._lifting(option)
        yield _Setting()
        if wager.id != MAIN and depends_on_play(wager):
            yield _Setting(None, next(_richer(self._law.options, option.name)))
        if wager.id != MAIN and not option.wager:
            return
        if wager.id != MAIN:
            yield _Setting(seats=SEVERAL_SEATS)
        for variation in (None, *self._law.variations):
            laws = self._law.effective_options(variation)
            if option.name not in laws or laws[option.name].is_fixed:
                continue
            if self._is_slow(variation, laws) and not option.cite.startswith(self._cite(variation)):
                continue
            if variation is not None:
                yield _Setting(variation)
            if wager.id == MAIN:
                for options in _richer(laws, option.name):
                    yield _Setting(variation, options)

    def _lifting(self, option: OptionLaw) -> Iterator[_Setting]:
        """The variations that bar a payout of the main wager unless the option has a certain value."""
        features = self._law.features
        for bar in self._law.bars:
            if bar.unless_option != option.name:
                continue
            pair = [features[name] for name in bar.between]
            variations = [each.variation for each in pair if each.variation]
            barred = [each for each in pair if each.option == PAYOUTS and not each.wagers]
            if variations and barred:
                chosen: dict[str, OptionValue] = {PAYOUTS: tuple(map(str, barred[0].values))}
                yield _Setting(variations[0], lifting=bar.unless_value, lifted=chosen)

    def _is_slow(self, variation: str | None, laws: Mapping[str, OptionLaw]) -> bool:
        """Two linked hands take long to solve: only for what stands among the variation's own rules."""
        return variation is not None and laws["switch"].default is True

    def _cite(self, variation: str | None) -> str:
        return "" if variation is None else self._law.variations[variation].cite

    def _figure(
        self, wager: WagerLaw, setting: _Setting, option: str, value: OptionValue
    ) -> _Figure | str:
        options = {**setting.chosen(value), option: value}
        law = self._law.effective_options(setting.variation).get(option)
        if law is not None and law.default == value:
            del options[option]
        key = repr((wager.id, setting.variation, setting.seats, sorted(options.items())))
        if key not in self._known:
            try:
                self._known[key] = _figure(_question(self._law, wager, setting, options))
            except OddsError as problem:
                self._known[key] = str(problem)
        return self._known[key]


def _why_alone(laws: Sequence[OptionLaw], option: str) -> str:
    """Why an option has no values to compare."""
    if not laws:
        return "fixed by the document"
    return NO_EFFECT if option == CHIP else AMOUNT


def _values(option: OptionLaw) -> tuple[OptionValue, ...]:
    """The values to compare; none where the option is an open amount, a text or a filing."""
    if option.kind == "suit":
        return SUITS
    if option.kind == "dollars":
        return (option.default, *STAKES) if option.name.endswith("_stake") else ()
    if option.permitted and option.kind != "list":
        return option.permitted
    if option.minimum is not None and isinstance(option.default, int):
        last = max(option.default, option.minimum + 1)
        return tuple(range(option.minimum, last + 1))[:MOST_VALUES]
    return ()


def _richer(laws: Mapping[str, OptionLaw], but: str) -> Iterator[dict[str, OptionValue]]:
    """Every choice that gives a player more, then one payout at a time, then other hole cards."""
    open_laws = {name: law for name, law in laws.items() if not law.is_fixed and name != but}
    more: dict[str, OptionValue] = {
        name: True
        for name, law in open_laws.items()
        if name in OF_THE_GAME and set(law.permitted) == {True, False}
    }
    cards: dict[str, OptionValue] = {DESIGNATED: DESIGNATED_CARDS} if DESIGNATED in open_laws else {}
    payouts = open_laws[PAYOUTS].permitted if PAYOUTS in open_laws else ()
    listed = [tuple(str(each) for each in payouts), *((str(each),) for each in payouts)]
    full: list[dict[str, OptionValue]] = [{**more, **cards, PAYOUTS: each} for each in listed if each]
    full = full or [more]
    yield from full
    if "hole_card" in open_laws:
        for other in open_laws["hole_card"].permitted:
            yield {**full[0], "hole_card": other}


def _question(
    law: Document, wager: WagerLaw, setting: _Setting, options: Mapping[str, OptionValue]
) -> Question:
    """The wager with its first paytable, at the document's usual number of decks if it may be."""
    usual = law.effective_options(setting.variation)["decks"].default
    for table in wager.choosable or wager.paytables:
        permitted = permitted_decks(law, wager, table.id)
        if permitted:
            decks = usual if usual in permitted or wager.id == MAIN else permitted[-1]
            assert isinstance(decks, int)
            chosen = {"decks": decks, **options}
            return question(
                law.id,
                wager.id,
                paytable=table.id,
                variation=setting.variation,
                options=chosen,
                seats=setting.seats,
                unset_meters="zero",
            )
    raise OddsError(f"{wager.id}: no number of decks is permitted")


def _figure(asked: Question) -> _Figure:
    edge, method = _main_edge(asked) if asked.offer.law.classifier == MAIN else _side_edge(asked)
    return _Figure(edge, method, asked.offer.paytable.id, asked.decks)


def _side_edge(asked: Question) -> tuple[Exact, str]:
    found = answer(asked)
    return found.player_edge, found.method


def _main_edge(asked: Question) -> tuple[Exact, str]:
    solved = switch.solve_switch if asked.rules.options.get("switch") is True else main.solve
    return solved(asked.rules, asked.composition).value, "float"


def _differ(one: _Figure, other: _Figure) -> bool:
    if isinstance(one.edge, float) or isinstance(other.edge, float):
        return abs(float(one.edge) - float(other.edge)) > CLOSE
    return one.edge != other.edge


def _row(
    head: ReadingEdge, value: OptionValue, figure: _Figure | str, usual: _Figure, *, is_default: bool
) -> ReadingEdge:
    if isinstance(figure, str):
        return replace(head, value=value, note=figure)
    return replace(
        head,
        value=value,
        is_default=is_default,
        paytable=figure.paytable,
        decks=figure.decks,
        method=figure.method,
        player_edge=figure.edge,
        difference=usual.edge - figure.edge,
    )
