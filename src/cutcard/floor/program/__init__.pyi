from .manifest import (
    Manifest as Manifest,
    ManifestProblem as ManifestProblem,
    differences as differences,
    installed as installed,
    note_program as note_program,
)
from .parts_list import parts_list as parts_list
