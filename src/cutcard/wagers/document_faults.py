"""Every fault of a document: in its files, and against the rules and classifiers that play it."""

from __future__ import annotations

from cutcard.law import OWN_CODE, DocumentFiles, Fault, FolderFiles, LawError, lint
from cutcard.rules import main_row_faults
from cutcard.wagers.classify.own import own_code_faults
from cutcard.wagers.classify.registry import MAIN, check_law


def document_faults(files: DocumentFiles) -> tuple[Fault, ...]:
    """Everything that is wrong with a document; empty where it can be played."""
    law, faults = lint(files)
    if law is None:
        return tuple(faults)
    if isinstance(files, FolderFiles) and files.has(OWN_CODE):
        try:
            files.read(OWN_CODE)
        except LawError as error:  # nor has the document a digest then, by which its wagers are known
            return tuple(dict.fromkeys((*faults, _fault(files, error))))
        try:
            faults += own_code_faults(files, law)
        except LawError as error:
            faults.append(_fault(files, error))
    if MAIN in law.wager_ids:
        faults += main_row_faults(law)
    faults += check_law(law)
    return tuple(dict.fromkeys(faults))


def _fault(files: DocumentFiles, error: LawError) -> Fault:
    return error.fault or Fault(f"{files.label}/{OWN_CODE}", "", str(error))
