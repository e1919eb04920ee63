from .check import CheckResult as CheckResult, check as check
from .schema import schema as schema
from .template import init as init
from .together import check_together as check_together
