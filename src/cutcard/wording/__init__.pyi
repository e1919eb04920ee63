from .felt import (
    SOFT_17 as SOFT_17,
    dealt_blackjack_beats_22 as dealt_blackjack_beats_22,
    inscriptions as inscriptions,
)
from .names import (
    IRREGULARITIES as IRREGULARITIES,
    KEPT as KEPT,
    KEPT_HOW as KEPT_HOW,
    PLAIN as PLAIN,
    SHORT as SHORT,
    SMALL as SMALL,
    STANDS as STANDS,
    chosen as chosen,
    event_words as event_words,
    found_words as found_words,
    named as named,
    placed as placed,
    plainly as plainly,
    readable as readable,
    spoken as spoken,
    worded as worded,
)
