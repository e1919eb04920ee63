"""Everything in the law data that stands under a citation, one after the other, for `law show`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from cutcard.law.citations import names
from cutcard.law.loader import Document
from cutcard.law.model import OptionLaw, Paytable, WagerLaw
from cutcard.law.option_values import choices, value_text
from cutcard.money import dollars


@dataclass(frozen=True, slots=True)
class Cited:
    """Something that cites a provision."""

    document: str
    kind: str
    name: str
    cite: str
    says: str
    reading: str = ""
    facts: dict[str, object] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        """As `law show --json` lists it."""
        found: dict[str, object] = {
            "document": self.document,
            "kind": self.kind,
            "name": self.name,
            "cite": self.cite,
            "says": self.says,
        }
        if self.reading:
            found["reading"] = self.reading
        return {**found, **self.facts}


def everything(law: Document) -> Iterator[Cited]:
    """Every value of a document that carries a citation, in the order of its files."""
    for division in law.divisions:
        yield Cited(law.id, "division", division.cite, division.cite, division.title)
    for name in law.wager_ids:
        yield from _wager(law.id, law.wager(name))
    for option in law.options.values():
        yield _option(law.id, option, option.name)
    for variation in law.variations.values():
        yield Cited(law.id, "variation", variation.id, variation.cite, variation.about)
        for option in variation.options.values():
            yield _option(law.id, option, f"{variation.id}.{option.name}")
    for bar in law.bars:
        one, two = bar.between
        cite = "; ".join(bar.cites)
        yield Cited(law.id, "bar", f"{one} and {two}", cite, "not at one table", bar.reading)
    for requirement in law.requirements.values():
        facts: dict[str, object] = {"tag": requirement.tag}
        if requirement.waits:
            facts["waits"] = requirement.waits
        yield Cited(
            law.id, "requirement", requirement.id, requirement.cite, requirement.says, facts=facts
        )
    for reading in law.readings.values():
        says = f"{reading.problem} Reading: {reading.reading}"
        facts = {"options": list(reading.options)}
        yield Cited(law.id, "reading", reading.id, reading.cite, says, reading.id, facts)


def _option(document: str, law: OptionLaw, name: str) -> Cited:
    default = "" if law.is_fixed else f", default {value_text(law.default) or 'none'}"
    says = f"{law.about} {choices(law)}{default}"
    return Cited(document, "option", name, law.cite, says, law.reading)


def _wager(document: str, law: WagerLaw) -> Iterator[Cited]:
    yield Cited(document, "wager", law.id, law.cite, f"{law.title}: {law.about}")
    if law.stake is not None:
        yield Cited(document, "stake", law.id, law.stake.cite, _stake(law))
    for key, cite in (("least", law.limits.minimum_cite), ("greatest", law.limits.maximum_cite)):
        if cite:
            yield Cited(document, "limit", law.id, cite, f"a {key} stake that the house may set")
    for needed in (law.needs, law.needs_variation):
        if needed is not None:
            yield Cited(document, "needs", law.id, needed.cite, ", ".join(needed.names))
    if law.decks is not None:
        yield Cited(document, "decks", law.id, law.decks.cite, f"{law.decks} decks")
    if law.cap is not None:
        cite = "; ".join(dict.fromkeys((law.cap.cite, law.cap.minimum_cite, law.cap.share_cite)))
        says = f"an aggregate maximum of at least ${dollars(law.cap.minimum)}"
        yield Cited(document, "cap", law.id, cite, says)
    yield from _meters(document, law)
    for paytable in law.paytables:
        yield from _paytable(document, law, paytable)


def _stake(law: WagerLaw) -> str:
    rule = law.stake
    assert rule is not None
    if rule.none:
        return "no stake"
    told_of = []
    if rule.permitted:
        told_of.append(" or ".join(f"${dollars(each)}" for each in rule.permitted))
    if rule.minimum:
        told_of.append(f"at least ${dollars(rule.minimum)}")
    if rule.at_most:
        told_of.append(f"not above the {rule.at_most} wager")
    return ", ".join(told_of) or "a stake"


def _meters(document: str, law: WagerLaw) -> Iterator[Cited]:
    for meter in law.meters.values():
        if meter.rate_cite:
            least = f" of at least {meter.rate_minimum}" if meter.rate_minimum else ""
            yield Cited(document, "meter", meter.name, meter.rate_cite, f"a rate{least}")
        sharing = f"several winners: {(meter.sharing_option or meter.sharing).replace('_', ' ')}"
        yield Cited(document, "meter", meter.name, meter.sharing_cite, sharing)
        for floor in meter.floors:
            amounts = [
                f"{key} ${dollars(amount)}"
                for key in ("initial", "reset", "maximum")
                if (amount := getattr(floor, key)) is not None
            ]
            says = ", ".join([*amounts, *([f"rate {floor.rate}"] if floor.rate else [])])
            table = f" {floor.paytable}" if floor.paytable else ""
            yield Cited(document, "meter", f"{meter.name}{table}", floor.cite, says)


def _paytable(document: str, law: WagerLaw, paytable: Paytable) -> Iterator[Cited]:
    name = f"{law.id} {paytable.id}"
    decks = f" ({paytable.decks} decks)" if paytable.decks else ""
    says = f"{len(paytable.printed_rows)} rows{decks}"
    yield Cited(document, "paytable", name, paytable.cite, says)
    for row in paytable.rows:
        facts: dict[str, object] = {
            "wager": law.id,
            "paytable": paytable.id,
            "outcome": row.outcome,
            "pays": str(row.pays),
        }
        says = f"{row.outcome}: {row.pays}"
        yield Cited(document, "row", name, row.cite, says, row.reading, facts)


def find(law: Document, wanted: str) -> Iterator[Cited]:
    """What stands under a citation, or has a requirement's or reading's id (or rests on it)."""
    wanted_id = wanted.strip().upper()
    for each in everything(law):
        is_named = wanted_id in (each.name.upper(), each.reading.upper())
        if (wanted_id and is_named) or names(each.cite, wanted):
            yield each
