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
from types import MappingProxyType, ModuleType
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
    shorten,
)
from cutcard.rules import TWENTY_ONE, total
from cutcard.wagers.view import Classifier, DecidedBy, Sees, UnseenError, View

LISTED: Final = "CLASSIFIERS"
"""The name in the file under which it lists its classifiers."""
POSSIBLE: Final = f"Python that makes {LISTED} = (Classifier(NAME, OUTCOMES, SEES, FUNCTION), ...)"
LONGEST: Final = 200
"""Of a message that the code of a file made."""
SWITCHES: Final = (
    "reads_drawn", "reads_second_pair", "second_card_by_blackjack", "depends_on_play"
)  # fmt: skip
"""Words of a classifier that are true or false."""
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
        raise LawError(Fault(file, _line(problem, file), _words(problem), POSSIBLE)) from None
    listed = vars(module).get(LISTED, ())
    if not isinstance(listed, tuple | list) or not all(isinstance(each, Classifier) for each in listed):
        raise LawError(Fault(file, LISTED, "not a tuple of Classifier", POSSIBLE))
    if not listed:
        raise LawError(Fault(file, LISTED, "missing: list the classifiers of the file", POSSIBLE))
    names = [each.name for each in listed]
    for name in names:
        if not isinstance(name, str) or not name.isidentifier() or names.count(name) > 1:
            message = f"{shorten(str(name))} is no name, or that of two classifiers"
            raise LawError(Fault(file, LISTED, message, "a name for each, of letters, digits and _"))
    for each in listed:
        for name, usual in (("decided_by", DecidedBy.CARDS), ("draws", ())):
            if (value := getattr(each, name)) != usual:
                message = f"{name}: {_shown(value)} is not for a classifier of your own"
                raise LawError(Fault(file, each.name, message, "leave it out"))
        if fault := next(_declared_faults(file, each), None):
            raise LawError(fault)
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
            asked = problem.obj if isinstance(problem, AttributeError) else None
            given = dir(asked) if isinstance(asked, View | Card) else ()
            possible = ", ".join(name for name in given if not name.startswith("_"))
            raise self._error(view, _words(problem), possible) from None
        if wrong := answer_problem(self.known, answer):
            raise self._error(view, wrong)
        return answer

    def _error(self, view: View, problem: str, possible: str = "") -> LawError:
        if isinstance(view, View):
            box, dealer = (" ".join(map(repr, cards)) for cards in (view.first_two, view.dealer))
            problem = f"{problem}; the box has {box}, the dealer {dealer}"
        possible = possible or f"a tuple of {', '.join(self.known.outcomes)}, best first, or ()"
        return LawError(Fault(self.file, self.known.name, problem, possible))


def answer_problem(known: Classifier, answer: object) -> str:
    """What is wrong with an answer of a classifier: a tuple of its outcomes, best first; else empty."""
    # What is no text is not compared: it may raise.
    if not isinstance(answer, tuple) or any(
        type(each) is not str or each not in known.outcomes for each in answer
    ):
        return f"{_shown(answer)} is not a tuple of its outcomes"
    places = [known.outcomes.index(each) for each in answer]
    if places == sorted(places):
        return ""
    return f"{_shown(answer)} is not in the order of its outcomes, best first"


def _shown(value: object) -> str:
    """A value that the code of a file made, on one line, not too long; its kind where it cannot say."""
    try:
        written = " ".join(repr(value).split())
    except Exception:
        return f"a {type(value).__name__}"
    return written if len(written) <= LONGEST else written[:LONGEST] + "…"


def _words(problem: BaseException) -> str:
    """An exception on one line, not too long."""
    kind = type(problem).__name__
    try:
        said = problem.msg if isinstance(problem, SyntaxError) else str(problem)
    except Exception:
        said = ""
    written = " ".join(f"{kind}: {said}".split()) if said else kind
    return written if len(written) <= LONGEST else written[:LONGEST] + "…"


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
    options = MappingProxyType({name: option.default for name, option in law.options.items()})
    for name, each in known.items():
        if fault := next(_own_faults(each, options), None):
            yield replace(fault, file=f"{files.label}/{OWN_CODE}", key=name)
    possible = ", ".join(f"{OWN}{name}" for name in known)
    for wager in map(law.wager, law.wager_ids):
        named = wager.classifier.partition("@")[0]
        if named.startswith(OWN) and named.removeprefix(OWN) not in known:
            file = f"{files.label}/wagers/{wager.id}.toml"
            yield Fault(file, "classifier", f"{named!r} is not in {OWN_CODE}", possible)


def _own_faults(known: Classifier, options: Mapping[str, OptionValue]) -> Iterator[Fault]:
    """As of any classifier; one that sees the first cards alone is asked about all of them."""
    yield from classifier_faults(known, options)
    if known.sees is Sees.FIRST_CARDS:
        for first, up, second in product(DECK_52, repeat=3):
            view = _view((first, up, second, _another(up)))
            yield from _answer_fault(known, replace(view, options=options))


def classifier_faults(
    known: Classifier, options: Mapping[str, OptionValue], *, stride: int = STRIDE
) -> Iterator[Fault]:
    """What is wrong with a classifier: in what it declares, or in its answers to many deals."""
    yield from _declared_faults("", known)
    checked = known
    if not isinstance(known.classify, _Checked):
        checked = replace(known, classify=_Checked("", known))
    for deal in islice(product(DECK_52, repeat=4), 0, None, stride):
        view = replace(_view(deal), options=options)
        alone = replace(view, dealer=(view.up,), dealer_total=total((view.up,)), dealer_blackjack=False)
        try:
            yield from _trial_faults(checked, deal, view)
        except LawError as error:
            yield _fault(error)
        if known.sees > Sees.FIRST_CARDS:
            yield from _answer_fault(checked, alone)  # no box was left for the dealer to draw against


def _answer_fault(known: Classifier, view: View) -> Iterator[Fault]:
    """What is wrong with one answer of a checked classifier."""
    try:
        known.classify(view)
    except LawError as error:
        yield _fault(error)


def _fault(error: LawError) -> Fault:
    return error.fault or Fault("", "", str(error))


def _declared_faults(file: str, known: Classifier) -> Iterator[Fault]:
    """What is wrong with a classifier's own words."""
    if not _is_names(known.outcomes):
        message = f"its outcomes are no tuple of different names: {_shown(known.outcomes)}"
        yield Fault(file, known.name, message, '("best", "second", "third")')
        return
    names = ", ".join(known.outcomes)
    if not isinstance(known.sees, Sees):
        possible = ", ".join(f"Sees.{each.name}" for each in Sees)
        yield Fault(file, known.name, f"sees: {_shown(known.sees)} is none", possible)
    if not callable(known.classify):
        message = f"{_shown(known.classify)} is no function"
        yield Fault(file, known.name, message, "a function of a View")
    for name in SWITCHES:
        if not isinstance(value := getattr(known, name), bool):
            yield Fault(file, known.name, f"{name}: {_shown(value)} is neither", "True, False")
    optional = known.optional_outcomes
    if not isinstance(optional, tuple) or any(each not in known.outcomes for each in optional):
        message = f"optional_outcomes: {_shown(optional)} is not a tuple of its outcomes"
        yield Fault(file, known.name, message, names)
    if not isinstance(known.copies, Mapping):
        message = f"copies: {_shown(known.copies)} is no table of outcomes and numbers"
        yield Fault(file, known.name, message, f'{{"{known.outcomes[0]}": 2}}')
        return
    for outcome, count in known.copies.items():
        if outcome not in known.outcomes:
            yield Fault(file, known.name, f"copies: {_shown(outcome)} is not one of its outcomes", names)
        elif type(count) is not int or count < 1:
            message = f"copies: {_shown(count)} is not a number of cards"
            yield Fault(file, known.name, message, "1 or more")


def _is_names(value: object) -> bool:
    """Whether a value is a tuple of different names."""
    if not isinstance(value, tuple) or any(type(each) is not str for each in value):
        return False
    return "" not in value and 0 < len(value) == len(set(value))


def _trial_faults(known: Classifier, deal: tuple[Card, ...], view: View) -> Iterator[Fault]:
    cards = " ".join(each.text for each in deal)
    answer = known.classify(view)
    for what, mend, other in _unseen(known, view):
        if known.classify(other) != answer:
            yield Fault("", known.name, f"its answer with {cards} changes with {what}", mend)
    for outcome in answer:
        most = max(deal.count(each) for each in deal)
        if known.copies.get(outcome, 1) > most:
            yield Fault("", known.name, f"copies: {outcome!r} came with {cards}", f"at most {most}")


def _unseen(known: Classifier, view: View) -> Iterator[tuple[str, str, View]]:
    """Views that a classifier may not tell from this one: what it then reads undeclared, what to do."""
    yield "nothing", "one answer for the same cards", view
    more = DECK_52[:DRAWN]
    if known.sees is Sees.FIRST_CARDS:
        other = _view((view.first_two[0], view.up, view.first_two[1], _another(view.dealer[1])))
        other = replace(other, options=view.options)
        what = "the dealer's second card, which Sees.FIRST_CARDS does not see"
        yield what, "Sees.SECOND_CARD", other
    if known.sees <= Sees.SECOND_CARD:
        dealer = (*view.dealer, *more)
        drawn_out = replace(view, dealer=dealer, dealer_total=total(dealer))
        what = f"the dealer's third card, which Sees.{known.sees.name} does not see"
        yield what, "Sees.THIRD_CARD, Sees.DRAWN_HAND, Sees.COMPLETED_HAND", drawn_out
    if not known.reads_drawn:
        yield "cards that the box draws", "reads_drawn=True", replace(view, drawn=more)
    if not known.depends_on_play:
        busted = replace(view, final_total=0)
        yield "the total of the hand", "depends_on_play=True", busted


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
