"""The strict loader: a `Document` of its files, each read when first asked for."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import PurePosixPath
from typing import Final

from cutcard.law import parse
from cutcard.law.cross_references import CrossReferences
from cutcard.law.files import LENT, WAGERS, DocumentFiles
from cutcard.law.matrix import Matrix, Sources, parse_matrix
from cutcard.law.model import (
    Bar,
    Division,
    Feature,
    MeterActLaw,
    OptionLaw,
    Provision,
    Reading,
    Requirement,
    VariationLaw,
    WagerLaw,
)
from cutcard.law.reader import Fault, TomlTable, report
from cutcard.law.refusal import Code, Refused
from cutcard.law.vocabulary.procedures import METER_ACTS, PROVISIONS
from cutcard.law.vocabulary.register import VOCABULARY, WITH
from cutcard.results import arguments

OWN: Final = "own."
"""How the name of a classifier begins that is code of the document's own folder."""
OWN_CODE: Final = "classifiers.py"
MOST_LISTED: Final = 12
"""Up to how many wagers a message lists."""
FIRST_WAGERS: Final = ("main", "insurance")
LONGEST_NAME: Final = arguments.LONGEST_NAME
did_you_mean: Final = arguments.did_you_mean


class Document:
    """One rule document: wagers, options, variations and bars, each read when first asked for."""

    def __init__(self, files: DocumentFiles, *, is_carried: bool = False) -> None:
        """Read document.toml; nothing else is opened yet.

        What is carried may be older than an option that rules read by now.
        """
        self.files: Final = files
        self._is_carried: Final = is_carried
        self._wagers: dict[str, WagerLaw] = {}
        self._effective: dict[str | None, Mapping[str, OptionLaw]] = {}
        family, _, version = files.label.partition("@")
        with files.toml("document.toml") as table:
            self.id: Final = table.text("id")
            if self.id != family:
                table.report("id", f"{self.id!r} is not the folder's name")
            self.title: Final = table.text("title")
            self.issuer: Final = table.text("issuer")
            self.version: Final = table.text("version")
            if version not in ("", self.version):
                table.report("version", f"{self.version!r} is not the version in the folder's name")
            self.revision: Final = table.number("revision") or 1
            """Our own count of corrections to the data of this version."""
            if self.revision < 1:
                table.report("revision", f"{self.revision} is not a count", "1 or more")
            self.effective_from: Final = table.day("effective_from")
            """The day from which it is in force; None where the text does not say."""
            self.supersedes: Final = table.text("supersedes", "")
            """The version that it takes the place of; empty where the text names none."""
            self.own_paytables: Final = table.text("own_paytables", "")
            """The provision by which an operator may write a wager's rows; empty where there is none."""
            self.not_granted: Final = _not_granted(table.table("not_granted"))
            """Wagers of others that it leaves out, with the reasons; where it says so under ""."""
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

    @property
    def names(self) -> dict[str, str]:
        """What an answer that stands on this law names, in plain values: document, version, digest."""
        return {"document": self.id, "version": self.version, "digest": self.digest}

    def __repr__(self) -> str:
        """Its name, and which data of it."""
        return f"Document({self.name!r}, digest={self.digest[:12]!r})"

    @property
    def label(self) -> str:
        """The name of its folder, as messages show it."""
        return self.files.label

    def report(self, faults: Iterable[Fault]) -> None:
        """Faults between files: the first is an error, unless they are collected."""
        for each in faults:
            report(each, self.files.faults)

    @cached_property
    def _refers(self) -> CrossReferences:
        return CrossReferences(self)

    @cached_property
    def wager_ids(self) -> tuple[str, ...]:
        """Every wager's id, in the order the document's file lists them."""
        files = [PurePosixPath(name) for name in self.files.names if name.endswith(".toml")]
        names = {file.stem for file in files if file.parent == PurePosixPath(WAGERS)}
        self.report(
            Fault(f"{self.label}/wagers/{first}.toml", "", "missing")
            for first in FIRST_WAGERS
            if first not in names
        )
        listed = {*self._listed, *FIRST_WAGERS}
        about = f"{self.label}/document.toml"
        self.report(
            Fault(about, "wagers", f"{odd!r} is listed, and there is no {WAGERS}/{odd}.toml")
            for odd in sorted(listed - names - {*FIRST_WAGERS})
        )
        self.report(
            Fault(about, "wagers", f"{odd!r} is not listed, and there is a {WAGERS}/{odd}.toml")
            for odd in sorted(names - listed)
        )
        self.report(
            Fault(about, "wagers", f"{name!r} is listed twice or not at all")
            for name in dict.fromkeys((*FIRST_WAGERS, *self._listed))
            if self._listed.count(name) != 1
        )
        return tuple(name for name in self._listed if name in names)

    def wager(self, name: str) -> WagerLaw:
        """A wager as the document grants it; refused where it grants none of that name."""
        found = self._wagers.get(name)
        if found is None:
            if name not in self.wager_ids:
                raise Refused(Code.UNKNOWN_WAGER, *self.no_wager(name))
            found = self._granted(name)
            self.report(self._refers.of_wager(found))
            if found.classifier.startswith(OWN):
                found = self._with_own_code(found)
            self._wagers[name] = found
        return found

    def _with_own_code(self, law: WagerLaw) -> WagerLaw:
        """A wager that the document's own code classifies: its name with the digest of the document."""
        if not self.files.has(OWN_CODE):
            message = f"{law.classifier!r} is in no {OWN_CODE} beside document.toml"
            self.report([Fault(f"{self.label}/wagers/{law.id}.toml", "classifier", message)])
        return replace(law, classifier=f"{law.classifier}@{self.digest}")

    def _granted(self, name: str) -> WagerLaw:
        """A wager by its own file, or as in another document where its file says so."""
        table = self.files.toml(f"{WAGERS}/{name}.toml")
        if not table.has("as_in"):
            return parse.wager(table, name)
        with table:
            other, there = table.text("as_in"), table.text("wager", name)
            cite = table.text("cite")
            file = f"{LENT}/{other}/{WAGERS}/{there}.toml"
            if other and file not in self.files.names:  # else its rows would be part of no digest
                renamed = f", wager = {shorten(there)}" if there != name else ""
                keys = f"as_in = {shorten(other)}{renamed}"
                table.report("as_in", f"write each on a line of its own: {keys}")
        lent = self.files.toml(file)
        if lent.has("as_in"):
            table.report("as_in", f"{other} has it from another document itself; name that one")
        return replace(parse.as_in(parse.wager(lent, there), cite, other), id=name)

    def no_wager(self, name: str) -> tuple[str, str]:
        """That there is no wager of a name, and why or which may be meant; with the provision if any."""
        message = f"{self.id} has no wager {shorten(name)}"
        if name and (why := self.not_granted.get(name)):
            return f"{message}: {why}", self.not_granted[""]
        near = did_you_mean(name, self.wager_ids)
        if not near and len(self.wager_ids) <= MOST_LISTED:
            near = f"; there are: {', '.join(self.wager_ids)}"
        return message + near, ""

    @cached_property
    def options(self) -> Mapping[str, OptionLaw]:
        """Every choice and every fixed value, in the file's order."""
        with self.files.toml("options.toml") as table:
            found = {name: parse.option(name, each) for name, each in table.named_tables()}
        for name, law in found.items():
            self.report(self._refers.of_option(law, "options.toml", name))
        if self._is_carried:
            found |= self._stand_ins(found)
        if "options.toml" not in self.files.unreadable:
            self.report(
                Fault(f"{self.label}/options.toml", name, "missing: a rule reads it", each.possible)
                for name, each in VOCABULARY.items()
                if name not in found and (each.needed or _may_be_true(found.get(each.needed_if)))
            )
        return found

    def _stand_ins(self, stated: Iterable[str]) -> dict[str, OptionLaw]:
        """What rules did before there were the options that these data are older than."""
        cite = self.files.toml(f"{WAGERS}/{FIRST_WAGERS[0]}.toml").text("cite")
        return {
            name: OptionLaw(name, term.about, cite, default=term.before, is_fixed=True, stands_in=True)
            for name, term in VOCABULARY.items()
            if term.before is not None and name not in stated
        }

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
                options[key] = parse.option(key, self._with_about(key, each))
            law = VariationLaw(
                id=name,
                title=table.text("title"),
                cite=table.text("cite"),
                about=table.text("about"),
                options=options,
            )
        # Not `of_variation`'s look at every variation's options, which are being read here.
        for key, option in options.items():
            self.report(self._refers.of_option(option, "variations.toml", f"{name}.options.{key}"))
        self.report(
            Fault(
                f"{self.label}/variations.toml",
                f"{name}.options.{term.name}",
                f"missing: the variation {name} reads it",
                term.possible,
            )
            for term in WITH.get(name, ())
            if term.name not in options and term.name not in self.options
        )
        return law

    def _with_about(self, name: str, table: TomlTable) -> TomlTable:
        """A changed option says again what it is about only where that changed too."""
        if table.has("about") or name not in self.options:
            return table
        return table.with_default("about", self.options[name].about)

    @property
    def variation_names(self) -> tuple[str, ...]:
        """The names of its variations."""
        return tuple(self.variations)

    def option_laws(self, name: str) -> tuple[OptionLaw, ...]:
        """An option as the document has it, and as its variations change it; empty: there is none."""
        tables = (self.options, *(each.options for each in self.variations.values()))
        return tuple(table[name] for table in tables if name in table)

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
                self.report(self._refers.of_feature(features[name], "bars.toml", f"features.{name}"))
            bars = tuple(parse.bar(each, features) for each in table.tables("bars"))
        for index, bar in enumerate(bars):
            self.report(self._refers.of_bar(bar, index))
        return features, bars

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
        found: dict[str, Provision] = {}
        with self._optional("provisions.toml") as table:
            for name, each in table.named_tables():
                if name in PROVISIONS:
                    found[name] = parse.provision(name, each)
                else:
                    near = difflib.get_close_matches(name, PROVISIONS)
                    table.report(name, "no procedure has this name", ", ".join(near))
        return found

    def provision_cite(self, name: str) -> str:
        """The provision on a procedure; where there is none, the one that grants the main wager."""
        found = self.provisions.get(name)
        return self.wager(FIRST_WAGERS[0]).cite if found is None else found.cite

    @cached_property
    def matrix(self) -> Matrix:
        """What the text orders of each act at each moment; empty where there is no such file."""
        readings = {*self.readings, *self.shared_readings}
        options = {name: option.cite for name, option in self.options.items()}
        sources = Sources(self.provisions, options, readings)
        found = parse_matrix(self._optional("moments.toml"), sources)
        for row in found.rows.values():
            cells = dict.fromkeys(cell for column in row.columns for cell in row.cells(column))
            for where in dict.fromkeys(cell.where for cell in cells):
                if where is not None:
                    key = f"{row.act}.cells.where"
                    self.report(
                        self._refers.of_feature(where, "moments.toml", key, may_only_exclude=True)
                    )
        return found

    @cached_property
    def requirements(self) -> Mapping[str, Requirement]:
        """The requirements, in our words; none where there is no such file."""
        with self._optional("requirements.toml") as table:
            found = {name: parse.requirement(name, each) for name, each in table.named_tables()}
        for name, law in found.items():
            for index, item in enumerate(law.checklist):
                for count, feature in enumerate(item.applies):
                    key = f"{name}.checklist[{index}].applies[{count}]"
                    self.report(
                        self._refers.of_feature(feature, "requirements.toml", key, may_only_exclude=True)
                    )
        return found

    @cached_property
    def meter_acts(self) -> Mapping[str, MeterActLaw]:
        """The requirements behind acts of the house with a progressive meter."""
        with self._optional("meters.toml") as table:
            found = {name: parse.meter_act(each) for name, each in table.named_tables()}
            for name, act in found.items():
                if name not in METER_ACTS:
                    table.report(name, "no act with a meter has this name", ", ".join(METER_ACTS))
                self.report(self._refers.of_meter_act(name, act, self.requirements))
        return found

    @cached_property
    def _readings(self) -> tuple[Mapping[str, Reading], tuple[str, ...]]:
        with self._optional("readings.toml") as table:
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
        return self.files.toml(name) if is_there else TomlTable({}, f"{self.label}/{name}", "")


def _not_granted(table: TomlTable | None) -> Mapping[str, str]:
    """What a document says of wagers that it leaves out: each with the reason, and where it says so."""
    if table is None:
        return {}
    with table:
        return {"": table.text("cite"), **table.texts()}


def _division(table: TomlTable) -> Division:
    with table:
        return Division(cite=table.text("cite"), title=table.text("title"))


def _may_be_true(law: OptionLaw | None) -> bool:
    return law is not None and True in (law.permitted or (law.default,))


def shorten(written: str) -> str:
    """A name as messages show it: in quotes, on one line, not too long."""
    return repr(written if len(written) <= LONGEST_NAME else written[:LONGEST_NAME] + "…")
