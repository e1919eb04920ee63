"""A kind of wager that we do not have: code in a document's folder, which a person has to name."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields
from fractions import Fraction
from pathlib import Path

import pytest

from cutcard import odds
from cutcard.automata.wagers import chains
from cutcard.cards import Card
from cutcard.cli.program import main
from cutcard.law import FolderFiles, LawError, OptionValue, document, law_from, resolve, shelf
from cutcard.money import Cents
from cutcard.table import as_json, settle
from cutcard.wagers import CLASSIFIERS, Sees, View, classifier, document_faults, missing_code
from cutcard.wagers.classify.own import STRIDE, classifier_faults
from later import one_in
from law.own_wager import CODE, own_wager

ROUND = {
    "document": "my-rules",
    "wagers": {"two_reds": "A"},
    "boxes": [{"box": 1, "stakes": {"main": "25", "two_reds": "5"}}],
    "cards": ["Kh", "9c", "Kd", "8s"],
    "decisions": [{"box": 1, "do": "stand"}],
}

TURNS = """
from itertools import count

from cutcard.cards import card

turns = count()
ACE, TWO = card("As"), card("2s")
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A document with a wager that its own code classifies."""
    return own_wager(tmp_path)


def test_a_new_kind_of_wager_is_settled_and_priced(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert document_faults(FolderFiles(place)) == ()
    with law_from([place.parent]):
        answer = as_json(settle(ROUND))
    assert answer["net"] == {"1": "65.00"}
    with pytest.raises(SystemExit) as left:
        main(["odds", "my-rules", "two_reds", "--law", str(place.parent), "--json"])
    assert left.value.code == 0
    assert json.loads(capsys.readouterr().out)["house_edge"]["fraction"] == "91/622"


READS = [
    ("Sees.FIRST_CARDS, red", "first.order > view.up.order"),
    ("Sees.SECOND_CARD, red", "view.second is not None and view.second.red"),
    ("Sees.DRAWN_HAND, red", "view.dealer_busted"),
    ("Sees.FIRST_CARDS, red, reads_drawn=True", "view.drawn and view.drawn[0].red"),
]


@pytest.mark.parametrize(("declared", "answer"), READS)
def test_the_simulator_tabulates_what_a_classifier_reads(
    place: Path, declared: str, answer: str
) -> None:
    code = CODE.replace("Sees.FIRST_CARDS, red", declared)
    code = code.replace("return ()", f"return ('both_red',) if {answer} else ()")
    (place / "classifiers.py").write_text(code, "utf-8")
    assert document_faults(FolderFiles(place)) == ()
    with law_from([place.parent]):
        rules, _ = resolve(document("my-rules"), wagers={"two_reds": "A"})
        assert rules is not None
        (chain,) = chains(rules, {"two_reds": Cents(500)}).chains
    assert chain.wager == "two_reds"


def test_code_that_fails_where_nobody_tried_it_is_one_line(
    place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    failing = "return ('both_red',) if view.options['odd'] else ()"
    (place / "classifiers.py").write_text(CODE.replace("return ()", failing), "utf-8")
    black = {**ROUND, "cards": ["Ks", "9c", "Kc", "8s"]}
    (tmp_path / "round.json").write_text(json.dumps(black), "utf-8")
    for command in (["odds", "my-rules", "two_reds"], ["settle", str(tmp_path / "round.json")]):
        with pytest.raises(SystemExit) as left:
            main([*command, "--law", str(place.parent), "--json"])
        captured = capsys.readouterr()
        assert (left.value.code, captured.out, captured.err.count("\n")) == (2, "", 1)
        assert "law data: my-rules/classifiers.py: red_cards: KeyError: 'odd'" in captured.err


def test_what_code_prints_is_no_part_of_the_answer(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "classifiers.py").write_text(
        CODE.replace("    first, second =", "    print('here')\n    first, second =")
    )
    with pytest.raises(SystemExit) as left:
        main(["law", "lint", str(place), "--json"])
    captured = capsys.readouterr()
    assert (left.value.code, json.loads(captured.out)["valid"]) == (0, True)
    assert captured.err.startswith("here\n")


@pytest.mark.parametrize(
    ("declared", "answer"),
    [
        ("Sees.DRAWN_HAND, red", "view.dealer_busted"),
        ("Sees.FIRST_CARDS, red, depends_on_play=True", "view.final_total == 20"),
    ],
)
def test_what_exact_odds_cannot_see_is_left_to_the_simulator(
    place: Path, capsys: pytest.CaptureFixture[str], declared: str, answer: str
) -> None:
    code = CODE.replace("Sees.FIRST_CARDS, red", declared)
    code = code.replace("return ()", f"return ('both_red',) if {answer} else ()")
    (place / "classifiers.py").write_text(code, "utf-8")
    assert document_faults(FolderFiles(place)) == ()
    with pytest.raises(SystemExit) as left:
        main(["odds", "my-rules", "two_reds", "--law", str(place.parent)])
    assert left.value.code == 2
    assert "no exact method for two_reds of my-rules" in capsys.readouterr().err


def test_the_page_lists_what_a_classifier_is_given() -> None:
    page = (Path(__file__).parents[2] / "docs" / "law-data.md").read_text("utf-8")
    table = page.partition("| `view.` | is |")[2].partition("\n\n")[0]
    listed = {
        name for row in table.splitlines() for name in re.findall(r"`(\w+)`", row.partition(" | ")[0])
    }
    given = {each.name for each in fields(View)}
    assert listed == given | {name for name, each in vars(View).items() if isinstance(each, property)}
    assert all(f"| `Sees.{each.name}` |" in page for each in Sees)
    assert all(f"`{name}`" in page for name in Card.__slots__ if name != "text")


def two_reds() -> Fraction | float:
    """The house edge of the wager, computed in this process."""
    return odds.answered(odds.question("my-rules", "two_reds")).answer.house_edge


def test_two_documents_may_use_one_name_for_two_things(place: Path) -> None:
    with law_from([place.parent]):
        first = document("my-rules").wager("two_reds").classifier
        one = classifier(first)
        edges = [two_reds()]
    (place / "classifiers.py").write_text(CODE.replace('"h", "d"', '"c", "s"'), "utf-8")
    with law_from([place.parent]):
        second = document("my-rules").wager("two_reds").classifier
        assert classifier(second).name != one.name  # the simulator keeps its tables by it
        edges.append(two_reds())
    (place / "classifiers.py").write_text(CODE.replace("return ()", "return ('both_red',)"), "utf-8")
    with law_from([place.parent]):
        edges.append(two_reds())
    assert first != second
    assert edges[0] == edges[1] > edges[2]  # black cards win as often as red ones; all cards more often


def test_code_that_is_carried_is_never_run(place: Path) -> None:
    (place / "classifiers.py").write_text(CODE + "\nopened = True\n", "utf-8")
    with law_from([place.parent]):
        packed = document("my-rules").files.packed
    with law_from():
        law = shelf().carry(packed)
        name = law.wager("two_reds").classifier
        with pytest.raises(LawError, match="name its folder with --law"):
            classifier(name)
        assert "--law" in missing_code([law.wager("two_reds")])
    with law_from([place.parent]):
        assert classifier(name).outcomes == ("red_pair", "both_red")


def test_carried_law_is_decided_by_a_folder_whose_code_is_the_same(place: Path) -> None:
    (place / "classifiers.py").write_text(CODE + "\n# as it was\n", "utf-8")
    with law_from([place.parent]):
        packed = document("my-rules").files.packed
    prices = place / "wagers" / "two_reds.toml"
    prices.write_text(prices.read_text("utf-8").replace("8 to 1", "9 to 1"), "utf-8")
    with law_from([place.parent]):
        kept = shelf().carry(packed)
        assert kept.digest != document("my-rules").digest
        assert missing_code([kept.wager("two_reds")]) == ""


@pytest.mark.parametrize(
    ("old", "new", "key", "message"),
    [
        ("return ()", "return ('black',)", "red_cards", "is not a tuple of its outcomes"),
        ("return ()", "return []", "red_cards", "is not a tuple of its outcomes"),
        ("return ()", "return 1 // 0", "red_cards", "ZeroDivisionError: "),
        ('("red_pair", "both_red") if', '("both_red", "red_pair") if', "red_cards", "best first"),
        (
            "FIRST_CARDS, red",
            "FIRST_CARDS, red, copies={'red_pair': 3}",
            "red_cards",
            "copies: 'red_pai",
        ),
        ("FIRST_CARDS, red", "FIRST_CARDS, red, copies={'pair': 2}", "red_cards", "not one of its"),
        (
            "FIRST_CARDS, red",
            "FIRST_CARDS, red, copies={'red_pair': 'two'}",
            "red_cards",
            "'two' is not a",
        ),
        ("FIRST_CARDS, red", "FIRST_CARDS, red, copies=2", "red_cards", "copies: 2 is no table"),
        ("FIRST_CARDS, red", "FIRST_CARDS, red, 'streak'", "red_cards", "leave it out"),
        ('Classifier("red_cards"', 'Classifier("red cards"', "CLASSIFIERS", "is no name"),
        ("red),)", "red),) * 2", "CLASSIFIERS", "that of two classifiers"),
        (
            "return ()",
            "return ('oops',) if (first, second, view.up) == (ACE, ACE, TWO) else ()",
            "red_cards",
            "('oops',) is not a tuple of its outcomes; the box has As As, the dealer 2s",
        ),
        (
            "FIRST_CARDS, red",
            "SECOND_CARD, lambda view: ('both_red',) if view.second.red else ()",
            "red_cards",
            "AttributeError: 'NoneType' object has no attribute 'red'; the box has",
        ),
        ("CLASSIFIERS =", "OTHERS =", "CLASSIFIERS", "missing"),
        ("CLASSIFIERS = (Classifier(", "CLASSIFIERS = (str(", "line ", "TypeError"),
        ("from cutcard.wagers import", "from cutcard.wagers import Nothing,", "line 2", "ImportError"),
        ("def red(", "def red((", "line 4", "SyntaxError"),
        ("def red(", "raise SystemExit(3)\ndef red(", "line ", "SystemExit: 3"),
        ("return ()", "exit(3)", "red_cards", "SystemExit: 3; the box has "),
        ("return ()", "return () if view.second.red else ('both_red',)", "red_cards", "second card"),
        ("return ()", "return () if len(view.dealer) < 3 else ('both_red',)", "red_cards", "third card"),
        ("return ()", "return ('both_red',) if view.drawn else ()", "red_cards", "reads_drawn=True"),
        (
            "return ()",
            "return () if view.final_total else ('both_red',)",
            "red_cards",
            "depends_on_play",
        ),
        ("return ()", "return ('both_red',) * (next(turns) % 2)", "red_cards", "one answer"),
        (
            '("red_pair", "both_red"), Sees',
            '"red_pair", Sees',
            "red_cards",
            "no tuple of different names",
        ),
        (
            "Sees.FIRST_CARDS",
            "'first'",
            "red_cards",
            "is none; possible: Sees.FIRST_CARDS, Sees.S",
        ),
    ],
)
def test_wrong_code_is_a_fault_of_its_file(
    place: Path, old: str, new: str, key: str, message: str
) -> None:
    assert old in CODE
    (place / "classifiers.py").write_text(CODE.replace(old, new) + TURNS, "utf-8")
    faults = [each for each in document_faults(FolderFiles(place)) if each.file.endswith(".py")]
    assert len(faults) == 1
    assert faults[0].file == "my-rules/classifiers.py"
    assert faults[0].key.startswith(key)
    assert message in str(faults[0])
    assert faults[0].possible
    assert "\n" not in str(faults[0])


WORDS: list[tuple[str, tuple[str, ...]]] = [
    ('"red_cards"', ("None", "7", "b'red'", "[]", "''")),
    ('("red_pair", "both_red"), Sees', ("None, Sees", "(1, 2), Sees", "([], []), Sees", "(), Sees")),
    ("Sees.FIRST_CARDS", ("None", "0", "9", "'FIRST_CARDS'", "Sees.FIRST_CARD", "Sees")),
    ("CARDS, red", ("CARDS, None", "CARDS, 'red'", "CARDS, []", "CARDS", "CARDS, red, colour=1")),
    ("CARDS, red", ("CARDS, red, reads_drawn='yes'", "CARDS, red, depends_on_play=1")),
    ("CARDS, red", ("CARDS, red, copies=[]", "CARDS, red, copies={'red_pair': True}")),
    ("CARDS, red", ("CARDS, red, draws=('a',)", "CARDS, red, optional_outcomes=3")),
    ("CLASSIFIERS = (", ("CLASSIFIERS = 0, (", "CLASSIFIERS = {", "CLASSIFIERS = set((", "X = (")),
    ("view: View", ("", "view, more", "*, view")),
    (
        "return ()",
        ("return", "return 7", "return ''", "return ([],)", "return (Loud(),)", "return Loud()"),
    ),
    ("return ()", ("yield ()", "raise Loud", "raise ValueError('x' * 9999)", "return 'x' * 9999")),
    ("return ()", ("return red(view)", "return view.cards", "return first.colour", "view.up = None")),
    ("return ()", ("view.options['decks'] = 1", "return view.options['none']", "raise SystemExit")),
]
"""Words of the code, and what may stand there by mistake."""
LOUD = """
class Loud(BaseException):
    def __str__(self): raise ValueError
    def __repr__(self): raise ValueError
    def __eq__(self, other): raise ValueError
"""


def spoiled() -> Iterator[str | bytes]:
    """Half files, other types, and files that are no text."""
    yield from (CODE[:end] for end in range(0, len(CODE) - 1, 23))
    yield from (LOUD + CODE.replace(old, new) for old, words in WORDS for new in words)
    yield from (f"{LOUD}raise Loud", f"{CODE}\0")
    yield from (b"\xff\xfe" + CODE.encode(), CODE.encode("utf-16"), b"# coding: none\n" + CODE.encode())


def test_every_spoiled_file_is_one_line_with_the_file_and_what_is_possible(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for code in spoiled():
        (place / "classifiers.py").write_bytes(code if isinstance(code, bytes) else code.encode())
        with pytest.raises(SystemExit) as left:
            main(["law", "lint", str(place), "--json"])
        captured = capsys.readouterr()
        assert (left.value.code, captured.err) == (1, ""), code
        (finding,) = json.loads(captured.out)["findings"]
        assert finding["file"] == "my-rules/classifiers.py", (code, finding)
        assert finding["message"], code
        assert finding["possible"], (code, finding)
        assert "\n" not in finding["message"] + finding["possible"], code
        assert len(finding["message"]) < 300, code


@pytest.mark.parametrize("code", [CODE[:200], LOUD + CODE.replace("return ()", "raise Loud")])
def test_a_round_on_spoiled_code_is_one_line(
    place: Path, capsys: pytest.CaptureFixture[str], code: str
) -> None:
    (place / "classifiers.py").write_text(code, "utf-8")
    (place / "round.json").write_text(json.dumps(ROUND | {"cards": ["Kc", "9c", "Kd", "8s"]}), "utf-8")
    with pytest.raises(SystemExit) as left:
        main(["settle", str(place / "round.json"), "--law", str(place.parent)])
    captured = capsys.readouterr()
    assert (left.value.code, captured.out, captured.err.count("\n")) == (2, "", 1)
    assert "my-rules/classifiers.py: " in captured.err


def test_a_wager_without_its_code_is_a_fault(place: Path) -> None:
    (place / "classifiers.py").unlink()
    faults = document_faults(FolderFiles(place))
    assert (faults[0].file, faults[0].key) == ("my-rules/wagers/two_reds.toml", "classifier")


def test_a_wager_that_names_no_classifier_of_the_file_is_a_fault(place: Path) -> None:
    (place / "classifiers.py").write_text(CODE.replace('"red_cards"', '"reds"'), "utf-8")
    (fault,) = document_faults(FolderFiles(place))
    assert (fault.file, fault.key) == ("my-rules/wagers/two_reds.toml", "classifier")
    assert (fault.message, fault.possible) == ("'own.red_cards' is not in classifiers.py", "own.reds")


OPTIONS: dict[str, OptionValue] = {
    name: option.default
    for each in ("md-pontoon-21", "md-players-edge-21", "md-blackjack", "ma-blackjack")
    for name, option in document(each).options.items()
}


@pytest.mark.parametrize("name", one_in(4, sorted(CLASSIFIERS)))
def test_our_own_classifiers_stand_the_same_trial(name: str) -> None:
    faults = classifier_faults(CLASSIFIERS[name], OPTIONS, stride=STRIDE * 101)
    assert list(faults) == []
