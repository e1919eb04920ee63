"""What differs between documents: exactly what was changed, matched by meaning, no field forgotten."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from cutcard.law import (
    CHANGE_KINDS,
    Document,
    FolderFiles,
    LawChange,
    OptionLaw,
    Row,
    diff,
    document,
    document_ids,
    law_from,
)
from cutcard.law.differences.change import PROOFS
from cutcard.law.differences.values import CHOICE, ValueComparison
from law.new_versions import LATER, later_version

MD = "md-blackjack"
PE, PO, MA = "md-players-edge-21", "md-pontoon-21", "ma-blackjack"


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory) -> Document:
    return Document(FolderFiles(later_version(tmp_path_factory.mktemp("law"))))


def edited(folder: Path, *edits: tuple[str, str, str]) -> tuple[LawChange, ...]:
    """The changes that some edits of a file make."""
    head = {"document.toml": LATER["document.toml"][:1]}
    changed = {**head, **{name: ((old, new),) for name, old, new in edits}}
    return diff(MD, Document(FolderFiles(later_version(folder, changed, ())))).changes


def facts(changes: Sequence[LawChange]) -> list[tuple[str, str, object, object]]:
    return [(each.kind, each.path, each.before, each.after) for each in changes]


def by_path(one: str, other: str) -> dict[str, LawChange]:
    return {each.path: each for each in diff(one, other)}


@pytest.mark.parametrize("name", document_ids())
def test_a_document_does_not_differ_from_itself(name: str) -> None:
    assert diff(name, name).changes == ()


def test_a_later_version_differs_in_exactly_what_was_changed(later: Document) -> None:
    found = diff(document(MD), later)
    kk = document(MD).wager("kk")
    areas = document(MD).requirements["MD-R030"].checklist[0].applies[0].wagers
    assert facts(found) == [
        ("value", "options.soft_17.default", "stand", "hit"),
        (
            "row",
            "wagers.lucky_ladies.paytables.A.rows.queen_of_hearts_pair.pays",
            "200 to 1",
            "150 to 1",
        ),
        ("wager", "wagers.kk", kk.about, None),
        (
            "row",
            "wagers.buster_blackjack.paytables.A.rows.bust_in_eight_or_more.pays",
            "250 to 1",
            "200 to 1",
        ),
        ("procedure", "provisions.reader_misused.effect", "floorperson_told", "supervisor_told"),
        (
            "procedure",
            "requirements.MD-R030.checklist.layout.applies.wagers.wagers",
            list(areas),
            [each for each in areas if each != "kk"],
        ),
    ]
    assert {each.cite_before for each in found if each.kind == "row"} >= {"Ch.13 §A(4)(a)(ii)"}
    assert {(each.cite_before, each.cite_after) for each in found if each.kind == "wager"} == {
        (kk.cite, "")
    }


def test_the_other_way_round_before_and_after_change_places(later: Document) -> None:
    forth, back = diff(MD, later), diff(later, MD)
    assert sorted((each.path, repr(each.after), repr(each.before)) for each in back) == sorted(
        (each.path, repr(each.before), repr(each.after)) for each in forth
    )


def test_versions_are_named_as_anywhere_else(tmp_path: Path) -> None:
    later_version(tmp_path)
    with law_from([tmp_path]):
        assert len(diff("md-blackjack@1.15", "md-blackjack@1.16")) == 6


def test_between_versions_a_citation_that_moved_is_a_change(tmp_path: Path) -> None:
    place = "Ch.13 §A(4)(a)(ii)"
    found = edited(tmp_path, ("wagers/lucky_ladies.toml", f'cite = "{place}"', 'cite = "Ch.13 §B"'))
    assert facts(found) == [
        ("row", "wagers.lucky_ladies.paytables.A.rows.queen_of_hearts_pair.cite", place, "Ch.13 §B")
    ]


def test_a_row_that_goes_has_no_other_side(tmp_path: Path) -> None:
    row = '[[paytables.rows]]\noutcome = "any_20"\npays = "4 to 1"\ncite = "Ch.13 §A(4)(a)(v)"\n'
    found = edited(
        tmp_path, ("wagers/lucky_ladies.toml", row, '[paytables.unlisted]\nany_20 = "Left out."\n')
    )
    assert facts(found)[0] == ("row", "wagers.lucky_ladies.paytables.A.rows.any_20", "4 to 1", None)


def test_an_option_that_is_fixed_now_has_one_value(tmp_path: Path) -> None:
    old = 'permitted = ["stand", "hit"]\ndefault = "stand"\ncite = "MD-A01"'
    found = edited(tmp_path, ("options.toml", old, 'fixed = "stand"\ncite = "MD-A01"'))
    assert facts(found) == [("value", "options.soft_17.permitted", ["hit", "stand"], ["stand"])]


def test_two_documents_are_matched_by_meaning_and_not_by_citation() -> None:
    found = by_path(PE, PO)
    soft_17 = found["options.soft_17.fixed"]
    assert (soft_17.before, soft_17.after) == ("hit", "stand")
    assert (soft_17.cite_before, soft_17.cite_after) == ("Ch.7 §M; PE-A04", "Ch.7 §M")
    assert "options.blackjack_pays.fixed" not in found
    assert not [each for each in found if each.endswith((".cite", ".about", ".title"))]
    suited = found["wagers.insurance.paytables.standard.rows.dealer_blackjack_suited"]
    assert (suited.kind, suited.before, suited.after, suited.cite_after) == ("row", "5 to 1", None, "")


def test_requirements_that_one_document_says_differ_are_set_side_by_side() -> None:
    areas = by_path(PE, PO)["requirements.PE-010"]
    assert "Monster Match" in areas.before
    assert "Bonus Spin" in areas.after
    assert "requirements.PE-007" not in by_path(PE, PO)  # the same in both


def test_a_requirement_that_differs_is_told_once() -> None:
    found = by_path(PE, PO)
    assert "sideways" in found["requirements.PE-064"].before  # no option and no price tells of it
    assert "options.boxes.permitted" in found
    assert "requirements.PE-006" not in found  # at most seven boxes, at most eight


def test_a_reading_that_holds_in_both_is_no_difference() -> None:
    found = by_path(PE, PO)
    assert "readings.PE-A01" not in found
    assert found["readings.PE-A11"].after.startswith("PO-A01:")
    assert "readings.PE-A44" not in found  # "No effect", on both sides
    between = by_path(MD, MA)
    assert {"readings.MD-A86", "readings.MA-A101"}.isdisjoint(between)  # read in the same words
    assert between["readings.MD-A73"].after.startswith("MA-A96:")


def test_a_wager_under_a_longer_name_is_the_same_wager() -> None:
    found = by_path(MD, MA)
    assert (found["wagers.super_4.id"].before, found["wagers.super_4.id"].after) == (
        "super_4",
        "super_4_progressive",
    )
    assert "wagers.super_4" not in found
    assert "wagers.must_hit.needs.names" not in found


def test_a_paytable_under_another_number_is_the_same_paytable() -> None:
    found = by_path(MD, MA)
    assert "wagers.in_between.paytables.standard" not in found  # Massachusetts calls it B
    assert "wagers.in_between.paytables.B" not in found
    assert "wagers.in_between.paytables.A" in found


def test_a_price_stated_in_several_places_is_no_difference() -> None:
    found = by_path(MD, MA)
    assert not [path for path in found if ".rows.bust" in path or ".rows.original_wager_only" in path]


def test_what_orders_differ_is_told_with_its_moments() -> None:
    cell = by_path(MD, MA)["moments.take_back"]
    assert cell.kind == "procedure"
    assert [each["is"] for each in cell.before] == ["silent"]
    assert [each["is"] for each in cell.after] == ["ordered"]


def test_a_field_is_cited_by_its_own_provision() -> None:
    found = by_path(MD, MA)
    assert found["wagers.lucky_ladies.settled.held_until"].cite_after == "§24(e)"
    assert found["wagers.blazing_7s.settled.confirmed_by"].cite_after == "§31(l)"
    rate = found["wagers.super_4.meters.super_4.rate_required"]
    assert (rate.cite_before, rate.cite_after) == ("Ch.13 §I(1)", "§19(n); MA-A65")


def test_a_value_that_rests_on_a_reading_names_it() -> None:
    held = by_path(MD, MA)["options.settle_held_surrender.fixed"]
    assert (held.cite_before, held.cite_after) == ("Ch.9 §C(2)", "§8(a)(2); MA-A57")


def test_what_both_texts_order_is_no_difference_because_one_has_no_place_for_it() -> None:
    found = by_path(MD, MA)
    # §9(b) closes insurance before the reader is used, as Ch.8 §A(2); §15(g) refills as Ch.14 §F(1).
    for path in ("options.insurance_closes", "moments.shuffle_rack", "moments.burn", "moments.cut"):
        assert path not in found
    assert found["options.cut_refused_rotates.fixed"].cite_after == "§5(f)"


def test_an_option_that_never_comes_into_play_is_not_compared() -> None:
    found = by_path(MD, MA)
    assert found["options.switch_natural_v_22"].after is None
    assert found["options.face_up_blackjack_v_21"].before is None
    assert found["options.payout_limit_scope"].after is None
    assert found["options.optional_payouts_on"].before is None


def test_a_bar_names_a_wager_by_either_name_and_what_lifts_it() -> None:
    bar = by_path(MD, MA)["bars.must_hit, super_4 and surrender True"]
    assert bar.after == "not at one table, unless super4_counts_as_progressive = false"
    assert bar.cite_after == "§8(c)"


@pytest.mark.parametrize(("one", "other"), [(PE, PO), (MD, MA), (PE, "players-edge-21-brochure")])
def test_every_change_is_of_a_known_kind_has_two_sides_and_one_place(one: str, other: str) -> None:
    found = diff(one, other)
    assert {each.kind for each in found} <= set(CHANGE_KINDS)
    assert all(each.before != each.after for each in found)
    paths = [each.path for each in found]
    assert len(set(paths)) == len(paths)


def every_value(law: Document) -> list[Any]:
    """The fullest value of each class of the law data that `diff` compares by its fields."""
    found: dict[type, list[Any]] = {}
    wagers = [law.wager(name) for name in law.wager_ids]
    left: list[Any] = [*law.options.values(), *law.variations.values(), *wagers, *law.bars]
    left += [*law.provisions.values(), *law.requirements.values(), *law.readings.values()]
    while left:
        value = left.pop()
        if is_dataclass(value) and type(value).__module__.startswith("cutcard.law"):
            found.setdefault(type(value), []).append(value)
            left += [getattr(value, each.name) for each in fields(value)]
        elif isinstance(value, tuple):
            left += value
        elif isinstance(value, Mapping):
            left += value.values()
    fullest = [max(each, key=lambda value: len(changeable(value))) for each in found.values()]
    return sorted(fullest, key=lambda each: type(each).__name__)


def changeable(value: Any) -> list[str]:
    """The fields of a value that have something in them to change, apart from proofs."""
    whole = CHOICE if isinstance(value, OptionLaw) else ()
    names = [each.name for each in fields(value) if each.name not in (*PROOFS, *whole)]
    return [name for name in names if otherwise(getattr(value, name)) is not None]


def otherwise(value: Any) -> Any:
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value} otherwise"
        case tuple() if value:
            return value[:-1]
        case Mapping() if value:
            return {}
    return None


VALUES = every_value(document(MD))
FIELDS = [(value, name) for value in VALUES for name in changeable(value)]


@pytest.mark.parametrize(
    ("value", "name"), FIELDS, ids=[f"{type(value).__name__}.{name}" for value, name in FIELDS]
)
def test_between_versions_no_field_is_forgotten(value: Any, name: str) -> None:
    other = replace(value, **{name: otherwise(getattr(value, name))})
    changes = list(ValueComparison(is_one_document=True).one(("here",), "procedure", value, other))
    assert changes, f"{type(value).__name__}.{name} is compared by nobody"


def test_a_new_field_is_compared_without_a_word_about_it() -> None:
    @dataclass(frozen=True)
    class TintedRow(Row):
        tint: str = ""

    row = document(MD).wager("lucky_ladies").paytables[0].rows[0]
    own = {each.name: getattr(row, each.name) for each in fields(row)}
    both = TintedRow(**own, tint="red"), TintedRow(**own, tint="green")
    for is_one in (True, False):
        found = tuple(ValueComparison(is_one_document=is_one).one(("here",), "row", *both))
        assert facts(found) == [("row", "here.tint", "red", "green")]


OPEN = OptionLaw("lives", "Of a cat.", "§1", minimum=1, maximum=9, default=9)
LISTED = OptionLaw("colour", "Of a cat.", "§2", permitted=("red", "black"), default="red")
FIXED = replace(LISTED, permitted=(), is_fixed=True)


@pytest.mark.parametrize(
    ("one", "other", "field", "before", "after"),
    [
        (OPEN, replace(OPEN, minimum=2), "permitted", "1 to 9", "2 to 9"),
        (OPEN, replace(OPEN, maximum=7), "permitted", "1 to 9", "1 to 7"),
        (OPEN, replace(OPEN, minimum=None, kind="text"), "permitted", "1 to 9", "a text"),
        (LISTED, replace(LISTED, permitted=("red",)), "permitted", ["black", "red"], ["red"]),
        (LISTED, FIXED, "permitted", ["black", "red"], ["red"]),
        (FIXED, replace(FIXED, default="blue"), "fixed", "red", "blue"),
        (LISTED, replace(LISTED, default="black"), "default", "red", "black"),
    ],
)
def test_what_an_option_may_be_is_compared_as_a_whole(
    one: OptionLaw, other: OptionLaw, field: str, before: object, after: object
) -> None:
    changes = tuple(ValueComparison(is_one_document=True).one(("here",), "option", one, other))
    assert facts(changes) == [("value", f"here.{field}", before, after)]


def test_the_order_in_which_values_are_listed_is_no_difference() -> None:
    other = replace(LISTED, permitted=("black", "red"))
    assert not list(ValueComparison(is_one_document=True).one(("here",), "option", LISTED, other))
