"""Option values: each kind, what it takes, and the one form in which the rules see it."""

from __future__ import annotations

import pytest

from cutcard.law import document, document_ids
from cutcard.law.model import OptionLaw, OptionValue
from cutcard.law.option_values import NotPermitted, choices, option_value, value_text


def law(kind: str = "", *, default: OptionValue = "", **more: object) -> OptionLaw:
    return OptionLaw("o", "about", "§1", kind=kind, default=default, **more)  # type: ignore[arg-type]


LIST = law("list", default=(), permitted=("a", "b", "c"))
DOLLARS = law("dollars", default="none")
CHIP = law("dollars", default="0.01", minimum=0, maximum=100)
LISTED = law("dollars", default="1.00", permitted=("1.00", "5.00", "any"))
BOUNDED = law(default=1, minimum=1, maximum=3)
WHEEL = law("wheel", default=())


@pytest.mark.parametrize(
    ("of", "written", "value"),
    [
        (LIST, ["c", "a"], ("a", "c")),
        (LIST, ("b",), ("b",)),
        (LIST, [], ()),
        (DOLLARS, "none", "none"),
        (DOLLARS, 12, "12.00"),
        (DOLLARS, 12.5, "12.50"),
        (DOLLARS, "$1,000", "1000.00"),
        (CHIP, "0.25", "0.25"),
        (LISTED, 5, "5.00"),
        (LISTED, "any", "any"),
        (BOUNDED, 3, 3),
        (law("cards"), ["as", "10h"], ("As", "Th")),
        (law("suit"), "h", "h"),
        (law("text"), "some words", "some words"),
        (law("text"), "", ""),
        (WHEEL, {"jackpot": 1, "$5": 0}, ("jackpot=1", "$5=0")),
        (WHEEL, ["jackpot=1", "$5=12"], ("jackpot=1", "$5=12")),
        (WHEEL, (), ()),
        (law(default=True, permitted=(True, False)), False, False),
        (law("dollars", default="1.00", is_fixed=True), 1, "1.00"),
        (law("list", default=(), is_fixed=True), [], ()),
    ],
)
def test_a_value_in_one_form(of: OptionLaw, written: object, value: OptionValue) -> None:
    found = option_value(of, written)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("of", "written"),
    [
        (LIST, "a"),
        (LIST, ["a", "a"]),
        (LIST, ["z"]),
        (LIST, [1]),
        (LIST, ["a"] * 200),
        (DOLLARS, "many"),
        (DOLLARS, "9" * 500),
        (DOLLARS, float("nan")),
        (DOLLARS, 0),
        (DOLLARS, -5),
        (DOLLARS, True),
        (DOLLARS, None),
        (DOLLARS, 1.005),
        (CHIP, "none"),
        (CHIP, 101),
        (law("dollars", default="9.00", minimum=5), 4),
        (LISTED, 2),
        (BOUNDED, 0),
        (BOUNDED, 4),
        (BOUNDED, 2.0),
        (BOUNDED, 10**400),
        (law("cards"), ["1x"]),
        (law("cards"), ["As", "aS"]),
        (law("cards"), "As"),
        (law("suit"), "hearts"),
        (law("suit"), None),
        (law("text"), "  "),
        (law("text"), 5),
        (WHEEL, {"a": 0}),
        (WHEEL, {"a": -1}),
        (WHEEL, {"a": True}),
        (WHEEL, {"a": 10**5000}),
        pytest.param(DOLLARS, 10**5000, id="endless dollars"),
        pytest.param(BOUNDED, 10**5000, id="endless integer"),
        (WHEEL, {"a": 1.5}),
        (WHEEL, {}),
        (WHEEL, {str(n): 1 for n in range(101)}),
        (WHEEL, ["a"]),
        (WHEEL, ["a=99999999999999"]),
        (WHEEL, "a=1"),
        (law(default=1, permitted=(1, 2)), True),
        (law(default=True, is_fixed=True), 1),
        (law("dollars", default="1.00", is_fixed=True), "x"),
    ],
)
def test_what_an_option_does_not_take(of: OptionLaw, written: object) -> None:
    with pytest.raises(NotPermitted) as problem:
        option_value(of, written)
    assert 0 < len(str(problem.value)) < 250
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize(
    ("of", "words"),
    [
        (law(default=True, is_fixed=True), "true (fixed)"),
        (law(permitted=("a", "b", "c")), "a, b or c"),
        (law(permitted=("a",)), "a"),
        (LIST, "any of a, b, c"),
        (law(minimum=1), "an integer of 1 or more"),
        (BOUNDED, "1 to 3"),
        (law("suit"), "c, d, h or s"),
        (WHEEL, "a table of symbols and whole weights"),
    ],
)
def test_what_an_option_takes_in_words(of: OptionLaw, words: str) -> None:
    assert choices(of) == words


def test_a_value_in_words() -> None:
    assert [value_text(v) for v in (True, 6, "hit", ("As", "Js"))] == ["true", "6", "hit", "[As, Js]"]


@pytest.mark.parametrize("name", document_ids())
def test_every_default_is_permitted_and_every_permitted_value_is_taken(name: str) -> None:
    of = document(name)
    for variation in (None, *of.variations):
        for each in of.effective_options(variation).values():
            assert option_value(each, each.default) == each.default
            if not each.is_fixed and each.kind != "list":
                assert [option_value(each, value) for value in each.permitted] == [*each.permitted]
            if each.warn and not each.is_fixed:
                assert set(each.warn) <= {value_text(value) for value in each.permitted}


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("a", "'a' is not a list of a, b, c"),
        (["z"], "'z' is not one of a, b, c"),
        (["a", "a"], "['a', 'a'] names one of a, b, c twice"),
    ],
)
def test_what_a_list_is_made_of_is_said(written: object, said: str) -> None:
    with pytest.raises(NotPermitted) as problem:
        option_value(LIST, written)
    assert str(problem.value) == said
