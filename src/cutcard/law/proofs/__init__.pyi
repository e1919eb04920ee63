from . import coverage as coverage
from .carried import carry as carry, our_proofs as our_proofs
from .checklist import (
    Checklist as Checklist,
    ChecklistItem as ChecklistItem,
    Opening as Opening,
    checklist as checklist,
)
from .coverage import (
    STANDINGS as STANDINGS,
    DocumentCoverage as DocumentCoverage,
    Proof as Proof,
    read_own_proofs as read_own_proofs,
    read_proofs as read_proofs,
    standing as standing,
)
from .marks import read_tests as read_tests
