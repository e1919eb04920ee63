"""Classifiers of a person's own: `classifiers.py` in the folder of a document.

A wager's file names one as `own.NAME`. The loader adds the document's digest, which covers the code,
so that two documents may use one name for two things. Code is run only from a folder that a person named
(`--law`, `CUTCARD_LAW`, an installed package): what a store or a record carries is data, and its code is
taken from the folder with the same digest or not at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice, product
from types import ModuleType
from typing import Final

from cutcard.cards import DECK_52, Card
from cutcard.law import OWN_CODE, Fault, FolderFiles, LawError, shelf
from cutcard.rules import TWENTY_ONE, total
from cutcard.wagers.view import Classifier, View

LISTED: Final = "CLASSIFIERS"
"""The name in the file under which it lists its classifiers."""
STRIDE: Final = 97
"""Of all deals of four cards every so many is tried; 52 has no factor of it, so every card comes up."""
MOST_TRIED: Final = 30_000

_by_digest: Final[dict[str, Mapping[str, Classifier]]] = {}


def own_classifiers(files: FolderFiles) -> Mapping[str, Classifier]:
    """The classifiers of a document's folder by name; `LawError` where its code does not give any."""
    known = _by_digest.get(files.digest)
    if known is None:
        known = _by_digest[files.digest] = _run(files)
    return known


def _run(files: FolderFiles) -> Mapping[str, Classifier]:
    file = f"{files.label}/{OWN_CODE}"
    module = ModuleType(f"cutcard_law_{files.digest[:12]}")
    try:
        code = compile(files.read(OWN_CODE), file, "exec")
        exec(code, vars(module))
    except Exception as problem:
        raise LawError(
            Fault(file, _line(problem, file), f"{type(problem).__name__}: {problem}")
        ) from None
    listed = vars(module).get(LISTED, ())
    if not isinstance(listed, tuple | list) or not all(isinstance(each, Classifier) for each in listed):
        raise LawError(Fault(file, LISTED, "not a tuple of Classifier"))
    if not listed:
        raise LawError(Fault(file, LISTED, "missing: list the classifiers of the file"))
    return {each.name: each for each in listed}


def _line(problem: Exception, file: str) -> str:
    """The line of a file that a problem came from; empty where it came from none."""
    found, at = "", problem.__traceback__
    while at is not None:
        if at.tb_frame.f_code.co_filename == file:
            found = f"line {at.tb_lineno}"
        at = at.tb_next
    return found


@cache
def own_classifier(name: str) -> Classifier:
    """The classifier of a qualified name, `own.NAME@DIGEST`; `LawError` where no folder has it."""
    plain, _, digest = name.partition("@")
    found = _by_digest.get(digest)
    if found is None:
        laws = (law for law in shelf().every if law.digest == digest)
        files = next((law.files for law in laws if isinstance(law.files, FolderFiles)), None)
        if files is None:
            message = (
                f"{plain!r} is code of a document that is carried as data; name its folder with --law"
            )
            raise LawError(message)
        found = own_classifiers(files)
    known = found.get(plain.partition(".")[2])
    if known is None:
        raise LawError(f"{plain!r} is not in {OWN_CODE}; it has {', '.join(found)}")
    return known


def trial_faults(files: FolderFiles) -> Iterator[Fault]:
    """What is wrong with the answers of a folder's classifiers, tried on many deals."""
    for each in own_classifiers(files).values():
        problem = next(_problems(each), "")
        if problem:
            yield Fault(f"{files.label}/{OWN_CODE}", each.name, problem)


def _problems(known: Classifier) -> Iterator[str]:
    if len(set(known.outcomes)) != len(known.outcomes) or not known.outcomes:
        yield "its outcomes are not a list of different names"
    if odd := known.copies.keys() - set(known.outcomes):
        yield f"copies: {min(odd)!r} is not one of its outcomes"
    for deal in islice(product(DECK_52, repeat=4), 0, STRIDE * MOST_TRIED, STRIDE):
        yield from _answer_problems(known, deal)


def _answer_problems(known: Classifier, deal: tuple[Card, ...]) -> Iterator[str]:
    cards = " ".join(each.text for each in deal)
    try:
        answer = known.classify(_view(deal))
    except Exception as problem:
        yield f"{type(problem).__name__} with {cards}: {problem}"
        return
    if not isinstance(answer, tuple) or any(each not in known.outcomes for each in answer):
        yield f"{answer!r} with {cards} is not a tuple of its outcomes"
        return
    places = [known.outcomes.index(each) for each in answer]
    if places != sorted(places):
        yield f"{answer!r} with {cards} is not in the order of its outcomes, best first"
    for outcome in answer:
        most = max(deal.count(each) for each in deal)
        if known.copies.get(outcome, 1) > most:
            yield f"copies: {outcome!r} came with {cards}"


def _view(deal: tuple[Card, ...]) -> View:
    first, up, second, hole = deal
    player, dealer = (first, second), (up, hole)
    return View(
        first_two=player,
        up=up,
        dealer=dealer,
        final_total=total(player),
        player_blackjack=total(player) == TWENTY_ONE,
        dealer_blackjack=total(dealer) == TWENTY_ONE,
        dealer_total=total(dealer),
    )
