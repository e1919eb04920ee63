from .house_keys import (
    NO_KEYS as NO_KEYS,
    HouseKeys as HouseKeys,
    PublicKeys as PublicKeys,
    new_key as new_key,
    row_digest as row_digest,
)
from .problem import KeysProblem as KeysProblem
