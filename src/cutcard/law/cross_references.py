"""What one file of a document names in another: wagers, options, values, variations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from cutcard.law.model import (
    Bar,
    Feature,
    MeterActLaw,
    OptionLaw,
    OptionValue,
    WagerLaw,
)
from cutcard.law.reader import Fault
from cutcard.law.vocabulary.register import WITH


class Named(Protocol):
    """The part of a document that the checks look names up in."""

    @property
    def label(self) -> str:
        """The folder's name."""
        ...

    @property
    def wager_ids(self) -> tuple[str, ...]: ...  # noqa: D102

    def option_laws(self, name: str, /) -> tuple[OptionLaw, ...]:
        """An option as the document has it, and as its variations change it."""
        ...

    @property
    def variation_names(self) -> tuple[str, ...]: ...  # noqa: D102


class CrossReferences:
    """The checks of one document; each gives the faults that it sees."""

    def __init__(self, law: Named) -> None:
        self._law = law

    def _fault(self, file: str, key: str, message: str, known: Iterable[str] = ()) -> Fault:
        return Fault(f"{self._law.label}/{file}", key, message, ", ".join(known))

    def _absent(
        self, file: str, key: str, names: Iterable[str], known: tuple[str, ...], what: str
    ) -> Iterator[Fault]:
        for name in names:
            if name and name not in known:
                yield self._fault(file, key, f"{name!r} is not {what} here", known)

    def _wagers(self, file: str, key: str, *names: str) -> Iterator[Fault]:
        return self._absent(file, key, names, self._law.wager_ids, "a wager")

    def _options(self, file: str, key: str, *names: str) -> Iterator[Fault]:
        for name in names:
            if name and not self._law.option_laws(name):
                yield self._fault(file, key, f"{name!r} is not an option here")

    def _variations(self, file: str, key: str, *names: str) -> Iterator[Fault]:
        return self._absent(file, key, names, self._law.variation_names, "a variation")

    def of_option(self, law: OptionLaw, file: str, key: str) -> Iterator[Fault]:
        """The wager that an option belongs to."""
        return self._wagers(file, f"{key}.wager", law.wager)

    def of_wager(self, law: WagerLaw) -> Iterator[Fault]:
        """Everything that a wager's file names."""
        file = f"wagers/{law.id}.toml"
        yield from self._wagers(file, "paytable_of", law.paytable_of)
        if law.stake is not None:
            yield from self._wagers(file, "stake.at_most", law.stake.at_most)
        if law.needs is not None:
            yield from self._wagers(file, "needs.wagers", *law.needs.names)
        if law.needs_variation is not None:
            yield from self._variations(file, "needs_variation.variation", *law.needs_variation.names)
        yield from self._cap_and_meters(law, file)
        for at, table in enumerate(law.paytables):
            for number, row in enumerate(table.rows):
                key = f"paytables[{at}].rows[{number}].when"
                for name, value in row.when:
                    yield from self._options(file, f"{key}.{name}", name)
                    yield from self._values(file, f"{key}.{name}", name, (value,))
        for name in dict.fromkeys((law.id, law.classifier)):
            for term in WITH.get(name, ()):
                if not self._law.option_laws(term.name):
                    message = f"missing: the wager {law.id} reads it"
                    yield Fault(f"{self._law.label}/options.toml", term.name, message, term.possible)

    def _cap_and_meters(self, law: WagerLaw, file: str) -> Iterator[Fault]:
        outcomes = tuple(dict.fromkeys(row.outcome for table in law.paytables for row in table.rows))
        if law.cap is not None:
            yield from self._options(file, "cap.option", law.cap.option)
            yield from self._absent(file, "cap.rows", law.cap.rows, outcomes, "an outcome with a row")
        tables = tuple(table.id for table in law.paytables)
        for meter in law.meters.values():
            yield from self._options(file, f"meters.{meter.name}.sharing_option", meter.sharing_option)
            for index, floor in enumerate(meter.floors):
                key = f"meters.{meter.name}.floors[{index}].paytable"
                yield from self._absent(file, key, (floor.paytable,), tables, "a paytable")

    def of_feature(
        self, feature: Feature, file: str, key: str, *, may_only_exclude: bool = False
    ) -> Iterator[Fault]:
        """What a feature names: wagers, a variation, an option and its values."""
        yield from self._wagers(file, f"{key}.wagers", *feature.wagers)
        yield from self._variations(file, f"{key}.variation", feature.variation)
        yield from self._variations(file, f"{key}.not_variation", feature.not_variation)
        yield from self._options(file, f"{key}.option", feature.option)
        limits = feature.values or feature.above is not None or feature.below is not None
        if bool(feature.option) != bool(limits):
            yield self._fault(file, f"{key}.option", "an option goes with values, above or below")
        if feature.option:
            yield from self._values(file, f"{key}.values", feature.option, feature.values)
        excluded = feature.not_variation if may_only_exclude else ""
        if not (feature.wagers or feature.variation or feature.option or excluded):
            yield self._fault(file, key, "name wagers, a variation or an option")

    def _values(
        self, file: str, key: str, option: str, values: tuple[OptionValue, ...]
    ) -> Iterator[Fault]:
        """A value that the option never has would make something that no table ever has."""
        laws = self._law.option_laws(option)
        if any(not law.permitted and not law.is_fixed for law in laws):
            return  # an open range
        known = [value for law in laws for value in (law.permitted or _listed(law.default))]
        for value in values:
            if laws and not any(type(each) is type(value) and each == value for each in known):
                message = f"{value!r} is not a value of {option}"
                yield self._fault(file, key, message, map(str, dict.fromkeys(known)))

    def of_bar(self, bar: Bar, index: int) -> Iterator[Fault]:
        """The option that lifts a bar."""
        key = f"bars[{index}].unless"
        yield from self._options("bars.toml", f"{key}.option", bar.unless_option)
        if bar.unless_option:
            yield from self._values("bars.toml", f"{key}.value", bar.unless_option, (bar.unless_value,))

    def of_meter_act(self, name: str, act: MeterActLaw, requirements: Iterable[str]) -> Iterator[Fault]:
        """The wagers and the requirements behind an act of the house with a meter."""
        yield from self._wagers("meters.toml", f"{name}.own", *act.own)
        known = tuple(requirements)
        named = (*act.requirements, *(each for own in act.own.values() for each in own))
        for each in named:
            if each not in known:
                yield self._fault("meters.toml", name, f"{each!r} is not a requirement here")


def _listed(value: OptionValue) -> tuple[OptionValue, ...]:
    """The items of a fixed list, or the one fixed value."""
    return value if isinstance(value, tuple) else (value,)
