"""The strict loader: a `Document` of its files, each read when first asked for."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import PurePosixPath
from typing import Final

from cutcard.law import parse
from cutcard.law.files import LENT, WAGERS, DocumentFiles
from cutcard.law.matrix import Matrix, Sources, parse_matrix
from cutcard.law.model import (
    Bar,
    Division,
    Feature,
    MeterAct,
    OptionLaw,
    Provision,
    Reading,
    Requirement,
    VariationLaw,
    WagerLaw,
)
from cutcard.law.reader import LawError, TomlTable
from cutcard.law.refusal import Code, Refused

FIRST_WAGERS: Final = ("main", "insurance")
LONGEST_NAME: Final = 60


class Document:
    """One rule document: wagers, options, variations and bars, each read when first asked for."""

    def __init__(self, files: DocumentFiles) -> None:
        """Read document.toml; nothing else is opened yet."""
        self.files: Final = files
        self._wagers: dict[str, WagerLaw] = {}
        self._effective: dict[str | None, Mapping[str, OptionLaw]] = {}
        family, _, version = files.label.partition("@")
        with files.toml("document.toml") as table:
            self.id: Final = table.text("id")
            if self.id != family:
                raise table.error("id", f"{self.id!r} is not the folder's name")
            self.title: Final = table.text("title")
            self.issuer: Final = table.text("issuer")
            self.version: Final = table.text("version")
            if version not in ("", self.version):
                raise table.error("version", f"{self.version!r} is not the version in the folder's name")
            self.revision: Final = table.number("revision") or 1
            """Our own count of corrections to the data of this version."""
            self.effective_from: Final = table.day("effective_from")
            """The day from which it is in force; None where the text does not say."""
            self.supersedes: Final = table.text("supersedes", "")
            """The version that it takes the place of; empty where the text names none."""
            self.own_paytables: Final = table.text("own_paytables", "")
            """The provision by which an operator may write a wager's rows; empty where there is none."""
            self.game: Final = table.text("game")
            self._listed: Final = table.items("wagers", str)
            self.divisions: Final = tuple(_division(each) for each in table.tables("divisions"))

    @property
    def name(self) -> str:
        """The id with the version: md-blackjack@1.15."""
        return f"{self.id}@{self.version}"

    @property
    def digest(self) -> str:
        """SHA-256 over the names and the bytes of every file of the document."""
        return self.files.digest

    def __repr__(self) -> str:
        """Its name, and which data of it."""
        return f"Document({self.name!r}, digest={self.digest[:12]!r})"

    @cached_property
    def wager_ids(self) -> tuple[str, ...]:
        """Every wager's id, in the order the document's file lists them."""
        files = [PurePosixPath(name) for name in self.files.names if name.endswith(".toml")]
        names = {file.stem for file in files if file.parent == PurePosixPath(WAGERS)}
        for first in FIRST_WAGERS:
            if first not in names:
                raise LawError(f"{self.files.label}/wagers/{first}.toml: missing")
        if odd := sorted(names ^ set(self._listed)):
            raise LawError(
                f"{self.files.label}/document.toml: wagers: {odd[0]!r} is listed or has a file, not both"
            )
        return self._listed

    def wager(self, name: str) -> WagerLaw:
        """A wager as the document grants it; refused where it grants none of that name."""
        found = self._wagers.get(name)
        if found is None:
            if name not in self.wager_ids:
                raise Refused(Code.UNKNOWN_WAGER, self._no_wager(name))
            found = self._granted(name)
            _check_floors(found, f"{self.files.label}/wagers/{name}.toml")
            self._check_names(found, f"{self.files.label}/wagers/{name}.toml")
            self._wagers[name] = found
        return found

    def _granted(self, name: str) -> WagerLaw:
        """A wager by its own file, or as in another document where its file says so."""
        table = self.files.toml(f"{WAGERS}/{name}.toml")
        if not table.has("as_in"):
            return parse.wager(table, name)
        with table:
            other, cite = table.text("as_in"), table.text("cite")
        lent = parse.wager(self.files.toml(f"{LENT}/{other}/{WAGERS}/{name}.toml"), name)
        return parse.as_in(lent, cite, other)

    def _check_names(self, law: WagerLaw, file: str) -> None:
        """A wager, and an option, that a wager's file names is one of this document."""
        if law.paytable_of and law.paytable_of not in self.wager_ids:
            raise LawError(f"{file}: paytable_of: {law.paytable_of!r} is not a wager here")
        if law.cap is not None and law.cap.option and law.cap.option not in self.options:
            raise LawError(f"{file}: cap.option: {law.cap.option!r} is not an option here")

    def _no_wager(self, name: str) -> str:
        return f"{self.id} has no wager {shorten(name)}{did_you_mean(name, self.wager_ids)}"

    @cached_property
    def options(self) -> Mapping[str, OptionLaw]:
        """Every choice and every fixed value, in the file's order."""
        with self.files.toml("options.toml") as table:
            found = {name: parse.option(name, each) for name, each in table.named_tables()}
        for name, law in found.items():
            self._check_wager(law, f"options.toml: {name}")
        return found

    @cached_property
    def variations(self) -> Mapping[str, VariationLaw]:
        """The named ways to play that change options; none where there is no such file."""
        with self._optional("variations.toml") as table:
            return {name: self._variation(name, each) for name, each in table.named_tables()}

    def _variation(self, name: str, table: TomlTable) -> VariationLaw:
        with table:
            changed = table.table("options")
            options: dict[str, OptionLaw] = {}
            for key, each in () if changed is None else changed.named_tables():
                place = f"{name}.options.{key}"
                options[key] = law = parse.option(key, self._with_about(key, each, place))
                self._check_wager(law, f"variations.toml: {place}")
            return VariationLaw(
                id=name,
                title=table.text("title"),
                cite=table.text("cite"),
                about=table.text("about"),
                options=options,
            )

    def _with_about(self, name: str, table: TomlTable, place: str) -> TomlTable:
        """A changed option says again what it is about only where that changed too."""
        if table.has("about") or name not in self.options:
            return table
        content = {"about": self.options[name].about, **table.rest()}
        return TomlTable(content, f"{self.files.label}/variations.toml", place)

    def _check_wager(self, law: OptionLaw, place: str) -> None:
        if law.wager and law.wager not in self.wager_ids:
            raise LawError(f"{self.files.label}/{place}.wager: {law.wager!r} is not a wager here")

    def effective_options(self, variation: str | None) -> Mapping[str, OptionLaw]:
        """The options as a variation leaves them; refused where there is no such variation."""
        if variation not in self._effective:
            if variation is None:
                self._effective[None] = self.options
            elif variation in self.variations:
                changed = self.variations[variation].options
                self._effective[variation] = {**self.options, **changed}
            else:
                offered = ", ".join(self.variations) or "none"
                raise Refused(
                    Code.UNKNOWN_VARIATION,
                    f"{self.id} has no variation {shorten(variation)}; it has: {offered}",
                )
        return self._effective[variation]

    @cached_property
    def _barred(self) -> tuple[Mapping[str, Feature], tuple[Bar, ...]]:
        with self._optional("bars.toml") as table:
            named = table.table("features")
            features: dict[str, Feature] = {}
            for name, each in () if named is None else named.named_tables():
                features[name] = parse.feature(name, each)
                self._check_feature(features[name], f"bars.toml: features.{name}")
            bars = tuple(parse.bar(each, features) for each in table.tables("bars"))
        for index, bar in enumerate(bars):
            if bar.unless_option and not self._has_option(bar.unless_option):
                place = f"{self.files.label}/bars.toml: bars[{index}].unless.option"
                raise LawError(f"{place}: {bar.unless_option!r} is not an option here")
        return features, bars

    def _check_feature(self, feature: Feature, where: str, *, may_only_exclude: bool = False) -> None:
        place = f"{self.files.label}/{where}"
        for wager in feature.wagers:
            if wager not in self.wager_ids:
                raise LawError(f"{place}.wagers: {wager!r} is not a wager here")
        for key in ("variation", "not_variation"):
            if (named := getattr(feature, key)) and named not in self.variations:
                raise LawError(f"{place}.{key}: {named!r} is not a variation here")
        if feature.option and not self._has_option(feature.option):
            raise LawError(f"{place}.option: {feature.option!r} is not an option here")
        limits = feature.values or feature.above is not None or feature.below is not None
        if bool(feature.option) != bool(limits):
            raise LawError(f"{place}.option: an option goes with values, above or below")
        self._check_values(feature, place)
        excluded = feature.not_variation if may_only_exclude else ""
        if not (feature.wagers or feature.variation or feature.option or excluded):
            raise LawError(f"{place}: name wagers, a variation or an option")

    def _check_values(self, feature: Feature, place: str) -> None:
        """A value that the option never has would make a feature that no table ever has."""
        tables = (self.options, *(each.options for each in self.variations.values()))
        laws = [table[feature.option] for table in tables if feature.option in table]
        if any(not law.permitted and not law.is_fixed for law in laws):
            return  # an open range
        known = [value for law in laws for value in (law.permitted or (law.default,))]
        for value in feature.values:
            if not any(type(each) is type(value) and each == value for each in known):
                raise LawError(f"{place}.values: {value!r} is not a value of {feature.option}")

    def _has_option(self, name: str) -> bool:
        return name in self.options or any(name in each.options for each in self.variations.values())

    @property
    def features(self) -> Mapping[str, Feature]:
        """What a table may have that something else may bar."""
        return self._barred[0]

    @property
    def bars(self) -> tuple[Bar, ...]:
        """What may not stand at one table; none where there is no such file."""
        return self._barred[1]

    @cached_property
    def provisions(self) -> Mapping[str, Provision]:
        """What the text orders about procedures and irregularities, by name."""
        with self._optional("provisions.toml") as table:
            return {name: parse.provision(name, each) for name, each in table.named_tables()}

    @cached_property
    def matrix(self) -> Matrix:
        """What the text orders of each act at each moment of a round; no row where it does not say."""
        readings = {*self.readings, *self.shared_readings}
        options = {name: option.cite for name, option in self.options.items()}
        sources = Sources(self.provisions, options, readings)
        found = parse_matrix(self._optional("moments.toml"), sources)
        for row in found.rows.values():
            for column in row.columns:
                for cell in row.cells(column):
                    if cell.where is not None:
                        place = f"moments.toml: {row.act}.cells.where"
                        self._check_feature(cell.where, place, may_only_exclude=True)
        return found

    @cached_property
    def requirements(self) -> Mapping[str, Requirement]:
        """The requirements, in our words."""
        with self.files.toml("requirements.toml") as table:
            found = {name: parse.requirement(name, each) for name, each in table.named_tables()}
        for name, law in found.items():
            for index, item in enumerate(law.checklist):
                for count, feature in enumerate(item.applies):
                    place = f"requirements.toml: {name}.checklist[{index}].applies[{count}]"
                    self._check_feature(feature, place, may_only_exclude=True)
        return found

    @cached_property
    def meter_acts(self) -> Mapping[str, MeterAct]:
        """The requirements behind acts of the house with a progressive meter."""
        with self._optional("meters.toml") as table:
            found = {name: parse.meter_act(each) for name, each in table.named_tables()}
        for name, act in found.items():
            place = f"{self.files.label}/meters.toml: {name}"
            for wager in act.own:
                if wager not in self.wager_ids:
                    raise LawError(f"{place}.own: {wager!r} is not a wager here")
            for each in (*act.requirements, *(each for own in act.own.values() for each in own)):
                if each not in self.requirements:
                    raise LawError(f"{place}: {each!r} is not a requirement here")
        return found

    @cached_property
    def _readings(self) -> tuple[Mapping[str, Reading], tuple[str, ...]]:
        with self.files.toml("readings.toml") as table:
            shared: tuple[str, ...] = ()
            if (lent := table.table("shared_with")) is not None:
                with lent:
                    lent.text("document")
                    shared = lent.items("ids", str)
            return {name: parse.reading(name, each) for name, each in table.named_tables()}, shared

    @property
    def readings(self) -> Mapping[str, Reading]:
        """The ambiguities of this text and the readings taken."""
        return self._readings[0]

    @property
    def shared_readings(self) -> tuple[str, ...]:
        """Readings of another document that hold here too."""
        return self._readings[1]

    def _optional(self, name: str) -> TomlTable:
        is_there = self.files.has(name)
        return self.files.toml(name) if is_there else TomlTable({}, f"{self.files.label}/{name}", "")


def _division(table: TomlTable) -> Division:
    with table:
        return Division(cite=table.text("cite"), title=table.text("title"))


def _check_floors(law: WagerLaw, file: str) -> None:
    """A floor that names a paytable must name one of the wager's own."""
    tables = {table.id for table in law.paytables}
    for meter in law.meters.values():
        for index, floor in enumerate(meter.floors):
            if floor.paytable and floor.paytable not in tables:
                place = f"{file}: meters.{meter.name}.floors[{index}].paytable"
                raise LawError(f"{place}: {floor.paytable!r} is not a paytable here")


def shorten(written: str) -> str:
    """A name as messages show it: in quotes, on one line, not too long."""
    return repr(written if len(written) <= LONGEST_NAME else written[:LONGEST_NAME] + "…")


def did_you_mean(written: str, known: Iterable[str]) -> str:
    """A half-sentence with the nearest known name, or nothing."""
    if len(written) > LONGEST_NAME:
        return ""
    near = difflib.get_close_matches(written.lower(), list(known), n=1)
    return f"; did you mean {near[0]}?" if near else ""
