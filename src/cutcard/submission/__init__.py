"""An operator's rules submission: read, checked against its document, described, started.

`check` takes a parsed submission and answers with every finding at once; `check_together` also sees
what must be alike at all tables of one operator.
`schema` describes a submission as JSON Schema, made from the law data and from nothing else.
`init` writes a commented submission that is compliant as it stands, for an operator to change.
What a submission makes, the `RuleSet`, configures a table; it comes with the check's result.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
