from .authoring.faults import document_folders as document_folders, lint as lint
from .authoring.skeleton import write_copy as write_copy, write_skeleton as write_skeleton
from .citations import holds as holds, provisions as provisions, tidy as tidy
from .cited_values import Cited as Cited, everything as everything, find as find
from .differences.change import CHANGE_KINDS as CHANGE_KINDS, LawChange as LawChange
from .differences.comparison import LawDiff as LawDiff, side_json as side_json
from .differences.documents import diff as diff
from .differences.partners import (
    paytable_pairs as paytable_pairs,
    row_name as row_name,
    wager_pairs as wager_pairs,
)
from .files import DocumentFiles as DocumentFiles, FolderFiles as FolderFiles, unpack as unpack
from .findings import Finding as Finding, Findings as Findings, place as place, shown as shown
from .loader import (
    FIRST_WAGERS as FIRST_WAGERS,
    OWN as OWN,
    OWN_CODE as OWN_CODE,
    Document as Document,
    did_you_mean as did_you_mean,
    shorten as shorten,
)
from .matrix import KINDS as KINDS, MatrixCell as MatrixCell, MatrixRow as MatrixRow
from .model import (
    Bar as Bar,
    DeckRule as DeckRule,
    MeterFloor as MeterFloor,
    MeterLaw as MeterLaw,
    OptionLaw as OptionLaw,
    OptionValue as OptionValue,
    Paytable as Paytable,
    Provision as Provision,
    Reading as Reading,
    Requirement as Requirement,
    Row as Row,
    StakeRule as StakeRule,
    VariationLaw as VariationLaw,
    WagerLaw as WagerLaw,
)
from .moments import CardStep as CardStep, HandState as HandState, Moment as Moment
from .option_values import choices as choices, value_text as value_text
from .reader import Fault as Fault, LawError as LawError
from .refusal import Code as Code, Refusal as Refusal, Refused as Refused
from .ruleset.conditions import (
    BONUS_EDGE as BONUS_EDGE,
    default_text as default_text,
    is_permitted_edge as is_permitted_edge,
    wager_unit as wager_unit,
)
from .ruleset.meter_acts import Reason as Reason, act_cite as act_cite, meter_reasons as meter_reasons
from .ruleset.meters import (
    AMOUNTS as AMOUNTS,
    RATE as RATE,
    RESET_METER_RATE as RESET_METER_RATE,
    MeterSetting as MeterSetting,
    relevant as relevant,
)
from .ruleset.offers import (
    LIMITS as LIMITS,
    METER_KEYS as METER_KEYS,
    METER_RATES as METER_RATES,
    SET_KEYS as SET_KEYS,
    WAGER_KEYS as WAGER_KEYS,
    Offer as Offer,
    decks_said as decks_said,
)
from .ruleset.resolution import RuleSet as RuleSet, resolve as resolve
from .shelves import (
    by_age as by_age,
    document as document,
    document_ids as document_ids,
    documents as documents,
    is_document as is_document,
    law_from as law_from,
    shelf as shelf,
    succession_faults as succession_faults,
)
