from .check import CheckResult as CheckResult, check as check
from .operator_checks import check_together as check_together
from .schema import schema as schema
from .template import init as init
