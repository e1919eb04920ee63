"""A wager is one file of law data and one classifier: a made-up one works everywhere with these two."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from cutcard.law.shelves import DATA

SCRIPT = Path(__file__).with_name("made_up_wager.py")


def test_one_file_and_one_classifier_make_a_wager(tmp_path: Path) -> None:
    copied = shutil.copytree(DATA, tmp_path / "data")
    ran = subprocess.run(
        [sys.executable, str(SCRIPT), str(copied)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert found == {
        "law": [],
        "settle": [["identical_red_cards", 130_00, "Ch.13 §A(99)(a)(i)"]],
        "odds": "-47/622",
        "check": ["with 1 deck(s) these rows can never be paid: identical_red_cards"],
        "sim": [["red_pair", 1200], ["both_red", 200], ["lose", -100]],
        "names": ["Two Red Cards", "Two Reds"],
    }
