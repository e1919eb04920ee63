from .cases import (
    Case as Case,
    fault_of as fault_of,
    read_case_file as read_case_file,
    read_cases as read_cases,
)
from .check import CheckResult as CheckResult, check as check, check_together as check_together
from .schema import schema as schema
from .template import init as init
