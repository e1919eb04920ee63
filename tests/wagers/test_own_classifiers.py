"""A kind of wager that we do not have: code in a document's folder, which a person has to name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cutcard.cli.program import main
from cutcard.law import FolderFiles, LawError, document, law_from, shelf, write_skeleton
from cutcard.table import as_json, settle
from cutcard.wagers import classifier, document_faults

CODE = """
from cutcard.wagers import Classifier, Sees, View

def red(view: View) -> tuple[str, ...]:
    first, second = view.first_two
    if not {first.suit, second.suit} <= {"h", "d"}:
        return ()
    return ("red_pair", "both_red") if first.rank == second.rank else ("both_red",)

CLASSIFIERS = (Classifier("red_cards", ("red_pair", "both_red"), Sees.FIRST_CARDS, red),)
"""
WAGER = """
id = "two_reds"
title = "Two Reds"
cite = "§4"
about = "Wins when the first two cards are red."
classifier = "own.red_cards"
[settled]
paid = "first_cards"
cite = "§4"
[[paytables]]
id = "A"
cite = "§4"
rows = [
    { outcome = "red_pair", pays = "8 to 1", cite = "§4" },
    { outcome = "both_red", pays = "2 to 1", cite = "§4" },
]
"""
ROUND = {
    "document": "my-rules",
    "wagers": {"two_reds": "A"},
    "boxes": [{"box": 1, "stakes": {"main": "25", "two_reds": "5"}}],
    "cards": ["Kh", "9c", "Kd", "8s"],
    "decisions": [{"box": 1, "do": "stand"}],
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A document with a wager that its own code classifies."""
    place = write_skeleton(tmp_path, "my-rules")
    (place / "classifiers.py").write_text(CODE, "utf-8")
    (place / "wagers" / "two_reds.toml").write_text(WAGER, "utf-8")
    about = place / "document.toml"
    listed = about.read_text("utf-8").replace('"insurance"]', '"insurance", "two_reds"]')
    about.write_text(listed, "utf-8")
    return place


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


def test_two_documents_may_use_one_name_for_two_things(place: Path) -> None:
    with law_from([place.parent]):
        first = document("my-rules").wager("two_reds").classifier
        one = classifier(first)
    (place / "classifiers.py").write_text(CODE.replace('"h", "d"', '"c", "s"'), "utf-8")
    with law_from([place.parent]):
        second = document("my-rules").wager("two_reds").classifier
        assert classifier(second) is not one
    assert first != second


def test_code_that_is_carried_is_never_run(place: Path) -> None:
    (place / "classifiers.py").write_text(CODE + "\nopened = True\n", "utf-8")
    with law_from([place.parent]):
        packed = document("my-rules").files.packed
    with law_from():
        law = shelf().carry(packed)
        name = law.wager("two_reds").classifier
        with pytest.raises(LawError, match="name its folder with --law"):
            classifier(name)
    with law_from([place.parent]):
        assert classifier(name).outcomes == ("red_pair", "both_red")


@pytest.mark.parametrize(
    ("old", "new", "key", "message"),
    [
        ("return ()", "return ('black',)", "red_cards", "is not a tuple of its outcomes"),
        ("return ()", "return []", "red_cards", "is not a tuple of its outcomes"),
        ("return ()", "return 1 // 0", "red_cards", "ZeroDivisionError with "),
        ('("red_pair", "both_red") if', '("both_red", "red_pair") if', "red_cards", "best first"),
        (
            "FIRST_CARDS, red",
            "FIRST_CARDS, red, copies={'red_pair': 3}",
            "red_cards",
            "copies: 'red_pai",
        ),
        ("FIRST_CARDS, red", "FIRST_CARDS, red, copies={'pair': 2}", "red_cards", "not one of its"),
        ("CLASSIFIERS =", "OTHERS =", "CLASSIFIERS", "missing"),
        ("CLASSIFIERS = (Classifier(", "CLASSIFIERS = (str(", "line ", "TypeError"),
        ("from cutcard.wagers import", "from cutcard.wagers import Nothing,", "line 2", "ImportError"),
        ("def red(", "def red((", "", "SyntaxError"),
    ],
)
def test_wrong_code_is_a_fault_of_its_file(
    place: Path, old: str, new: str, key: str, message: str
) -> None:
    assert old in CODE
    (place / "classifiers.py").write_text(CODE.replace(old, new), "utf-8")
    faults = [each for each in document_faults(FolderFiles(place)) if each.file.endswith(".py")]
    assert len(faults) == 1
    assert faults[0].file == "my-rules/classifiers.py"
    assert faults[0].key.startswith(key)
    assert message in faults[0].message


def test_a_wager_without_its_code_is_a_fault(place: Path) -> None:
    (place / "classifiers.py").unlink()
    faults = document_faults(FolderFiles(place))
    assert (faults[0].file, faults[0].key) == ("my-rules/wagers/two_reds.toml", "classifier")
