"""Classifiers of a person's own: `classifiers.py` in the folder of a document.

A wager's file names one as `own.NAME`. The loader adds the document's digest, which covers the code,
so that two documents may use one name for two things. Code is run only from a folder that a person named
(`--law`, `CUTCARD_LAW`, an installed package): what a store or a record carries is data, and its code is
taken from a folder that has the very same code or not at all.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import islice, product
from types import ModuleType
from typing import Final

from cutcard.cards import DECK_52, Card
from cutcard.law import (
    OWN,
    OWN_CODE,
    Document,
    Fault,
    FolderFiles,
    LawError,
    OptionValue,
    WagerLaw,
    shelf,
)
from cutcard.rules import TWENTY_ONE, total
from cutcard.wagers.view import Classifier, DecidedBy, Sees, UnseenError, View

LISTED: Final = "CLASSIFIERS"
"""The name in the file under which it lists its classifiers."""
STRIDE: Final = 251
"""Of all deals of four cards every so many is tried; 52 has no factor of it, so all cards come up."""
DRAWN: Final = 3
"""How many cards the box and the dealer draw in a deal that is tried."""

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
    vars(module)["print"] = partial(print, file=sys.stderr)  # standard output is the command's answer
    try:
        code = compile(files.read(OWN_CODE), file, "exec")
        exec(code, vars(module))
    except KeyboardInterrupt:
        raise
    except BaseException as problem:  # sys.exit too: it is the file that is wrong, not the program
        raise LawError(Fault(file, _line(problem, file), _words(problem))) from None
    listed = vars(module).get(LISTED, ())
    if not isinstance(listed, tuple | list) or not all(isinstance(each, Classifier) for each in listed):
        raise LawError(Fault(file, LISTED, "not a tuple of Classifier"))
    if not listed:
        raise LawError(Fault(file, LISTED, "missing: list the classifiers of the file"))
    names = [each.name for each in listed]
    for name in names:
        if not isinstance(name, str) or not name.isidentifier() or names.count(name) > 1:
            raise LawError(Fault(file, LISTED, f"{name!r} is no name, or that of two classifiers"))
    for each in listed:
        if each.decided_by is not DecidedBy.CARDS:
            message = (
                f"decided_by: {each.decided_by!r} is not for a classifier of your own; leave it out"
            )
            raise LawError(Fault(file, each.name, message))
    # What is made of a classifier is kept by its name: no other one, in no other version, has this.
    return {
        each.name: replace(each, name=f"{OWN}{each.name}@{files.digest}", classify=_Checked(file, each))
        for each in listed
    }


@dataclass(frozen=True)
class _Checked:
    """A classifier's function, every answer of which is what it may be; `LawError` where it is not."""

    file: str
    known: Classifier

    def __call__(self, view: View) -> tuple[str, ...]:
        try:
            answer = self.known.classify(view)
        except (KeyboardInterrupt, UnseenError):
            raise
        except BaseException as problem:
            raise self._error(view, _words(problem)) from None
        if wrong := answer_problem(self.known, answer):
            raise self._error(view, wrong)
        return answer

    def _error(self, view: View, problem: str) -> LawError:
        if isinstance(view, View):
            box, dealer = (" ".join(map(repr, cards)) for cards in (view.first_two, view.dealer))
            problem = f"{problem}; the box has {box}, the dealer {dealer}"
        return LawError(Fault(self.file, self.known.name, " ".join(problem.split())))


def answer_problem(known: Classifier, answer: object) -> str:
    """What is wrong with an answer of a classifier: a tuple of its outcomes, best first; else empty."""
    if not isinstance(answer, tuple) or any(each not in known.outcomes for each in answer):
        return f"{answer!r} is not a tuple of its outcomes"
    places = [known.outcomes.index(each) for each in answer]
    return (
        "" if places == sorted(places) else f"{answer!r} is not in the order of its outcomes, best first"
    )


def _words(problem: BaseException) -> str:
    """An exception on one line."""
    return " ".join(f"{type(problem).__name__}: {problem}".split())


def _line(problem: BaseException, file: str) -> str:
    """The line of a file that a problem came from; empty where it came from none."""
    if isinstance(problem, SyntaxError) and problem.filename == file:
        return f"line {problem.lineno}"
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
        files = _folder_with_code_of(digest)
        if files is None:
            message = f"{plain!r} is Python code of the document, and is run from no store and no record"
            raise LawError(f"{message}; name its folder with --law")
        found = own_classifiers(files)
    known = found.get(plain.partition(".")[2])
    if known is None:
        raise LawError(f"{plain!r} is not in {OWN_CODE}; it has {', '.join(found)}")
    return known


def _folder_with_code_of(digest: str) -> FolderFiles | None:
    """A folder that a person named, of the document with a digest or with the same code.

    So a table keeps its wagers when prices in the folder have changed since it was opened.
    """
    folders = [law.files for law in shelf().every if isinstance(law.files, FolderFiles)]
    own = [files for files in folders if files.has(OWN_CODE)]
    kept = shelf().pinned(digest)
    code = kept.files.read(OWN_CODE) if kept is not None and kept.files.has(OWN_CODE) else None
    same = (files for files in own if files.read(OWN_CODE) == code)
    return next((files for files in own if files.digest == digest), None) or next(same, None)


def missing_code(laws: Iterable[WagerLaw]) -> str:
    """Why some wager cannot be decided here: its code is in no folder that was named; else empty."""
    for law in laws:
        if law.classifier.startswith(OWN):
            try:
                own_classifier(law.classifier)
            except LawError as error:
                return str(error)
    return ""


def own_code_faults(files: FolderFiles, law: Document) -> Iterator[Fault]:
    """Faults of a folder's classifiers, tried on many deals, and of wagers that name none of them."""
    known = own_classifiers(files)
    options = {name: option.default for name, option in law.options.items()}
    for name, each in known.items():
        problem = next(_own_problems(each, options), "")
        if problem:
            yield Fault(f"{files.label}/{OWN_CODE}", name, problem)
    possible = ", ".join(f"{OWN}{name}" for name in known)
    for wager in map(law.wager, law.wager_ids):
        named = wager.classifier.partition("@")[0]
        if named.startswith(OWN) and named.removeprefix(OWN) not in known:
            file = f"{files.label}/wagers/{wager.id}.toml"
            yield Fault(file, "classifier", f"{named!r} is not in {OWN_CODE}", possible)


def _own_problems(known: Classifier, options: Mapping[str, OptionValue]) -> Iterator[str]:
    """As of any classifier; one that sees the first cards alone is asked about all of them."""
    yield from classifier_problems(known, options)
    if known.sees is Sees.FIRST_CARDS:
        for first, up, second in product(DECK_52, repeat=3):
            view = _view((first, up, second, _another(up)))
            try:
                known.classify(replace(view, options=options))
            except LawError as error:
                yield _message(error)


def classifier_problems(
    known: Classifier, options: Mapping[str, OptionValue], *, stride: int = STRIDE
) -> Iterator[str]:
    """What is wrong with a classifier: in what it declares, or in its answers to many deals."""
    if problem := next(_declared_problems(known), ""):
        yield problem
        return
    checked = replace(known, classify=_Checked("", known))
    for deal in islice(product(DECK_52, repeat=4), 0, None, stride):
        view = replace(_view(deal), options=options)
        alone = replace(view, dealer=(view.up,), dealer_total=total((view.up,)), dealer_blackjack=False)
        try:
            yield from _answer_problems(checked, deal, view)
            if known.sees > Sees.FIRST_CARDS:
                checked.classify(alone)  # no box was left for the dealer to draw against
        except LawError as error:
            yield _message(error)


def _message(error: LawError) -> str:
    return error.fault.message if error.fault else str(error)


def _declared_problems(known: Classifier) -> Iterator[str]:
    """What is wrong with a classifier's own words."""
    outcomes = known.outcomes
    if not isinstance(outcomes, tuple) or not all(isinstance(each, str) for each in outcomes):
        yield f"its outcomes are no tuple of names: {outcomes!r}"
    elif len(set(outcomes)) != len(outcomes) or not outcomes:
        yield "its outcomes are not a list of different names"
    if not isinstance(known.sees, Sees):
        yield f"sees: {known.sees!r} is not one of {', '.join(f'Sees.{each.name}' for each in Sees)}"
    if not isinstance(known.copies, Mapping):
        yield f"copies: {known.copies!r} is no table of outcomes and numbers"
    elif odd := [name for name in known.copies if name not in outcomes]:
        yield f"copies: {odd[0]!r} is not one of its outcomes"
    else:
        for count in known.copies.values():
            if not isinstance(count, int) or count < 1:
                yield f"copies: {count!r} is not a number of cards"


def _answer_problems(known: Classifier, deal: tuple[Card, ...], view: View) -> Iterator[str]:
    cards = " ".join(each.text for each in deal)
    answer = known.classify(view)
    for what, other in _unseen(known, view):
        if known.classify(other) != answer:
            yield f"its answer with {cards} changes with {what}"
    for outcome in answer:
        most = max(deal.count(each) for each in deal)
        if known.copies.get(outcome, 1) > most:
            yield f"copies: {outcome!r} came with {cards}"


def _unseen(known: Classifier, view: View) -> Iterator[tuple[str, View]]:
    """Views that a classifier may not tell from this one, each with what it then reads undeclared."""
    yield "nothing: the same cards must have one answer", view
    more = DECK_52[:DRAWN]
    if known.sees is Sees.FIRST_CARDS:
        other = _view((view.first_two[0], view.up, view.first_two[1], _another(view.dealer[1])))
        other = replace(other, options=view.options)
        yield "the dealer's second card, which Sees.FIRST_CARDS does not see", other
    if known.sees <= Sees.SECOND_CARD:
        dealer = (*view.dealer, *more)
        drawn_out = replace(view, dealer=dealer, dealer_total=total(dealer))
        yield f"the dealer's third card, which Sees.{known.sees.name} does not see", drawn_out
    if not known.reads_drawn:
        yield "cards that the box draws; say reads_drawn=True", replace(view, drawn=more)
    if not known.depends_on_play:
        busted = replace(view, final_total=0)
        yield "the total of the hand; say depends_on_play=True", busted


def _another(card: Card) -> Card:
    """A card of another suit and of another value: an ace for a ten-value card, else a ten."""
    wanted = "A" if card.is_ten_valued else "T"
    return next(each for each in DECK_52 if each.rank == wanted and each.suit != card.suit)


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
