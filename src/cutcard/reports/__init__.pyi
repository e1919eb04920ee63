from . import (
    chart_drawing as chart_drawing,
    edge_points as edge_points,
    figures as figures,
    plots as plots,
)
from .chart_text import (
    ChartHeading as ChartHeading,
    chart_codes as chart_codes,
    colours as colours,
    terminal as terminal,
)
from .edge_points import paytables as paytables
from .figures import percent as percent
from .letters import (
    CheckedSubmission as CheckedSubmission,
    ProtectedWager as ProtectedWager,
    comparison_report as comparison_report,
    compliance_letter as compliance_letter,
    protection_report as protection_report,
)
from .result_plots import draw as draw
from .run_plots import meters_picture as meters_picture, picture as picture
from .synopsis import (
    DEFINITIONS as DEFINITIONS,
    EDGE as EDGE,
    NO_DIFFERENCE as NO_DIFFERENCE,
    LawComparison as LawComparison,
    compare_law as compare_law,
    edge_notes as edge_notes,
    head_rows as head_rows,
    short_title as short_title,
    synopsis_pages as synopsis_pages,
)
