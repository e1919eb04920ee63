from .blocks import (
    Block as Block,
    Facts as Facts,
    Grid as Grid,
    Heading as Heading,
    Pages as Pages,
    Prose as Prose,
)
from .html import plain as plain, plan as plan, sheet_html as sheet_html
from .par_sheet import (
    RULES_LINE as RULES_LINE,
    Sheet as Sheet,
    WagerOdds as WagerOdds,
    chart_of as chart_of,
    document_title as document_title,
    par_sheet as par_sheet,
    rules_line as rules_line,
)
from .pdf import sheet_pdf as sheet_pdf
from .text import (
    all_meters as all_meters,
    hit as hit,
    meter_rows as meter_rows,
    pages as pages,
    wager_blocks as wager_blocks,
)
