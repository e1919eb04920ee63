from . import chart_drawing as chart_drawing, figures as figures, plots as plots
from .chart_drawing import ChartHeading as ChartHeading, terminal as terminal
from .figures import percent as percent
from .meter_plots import meters_picture as meters_picture
from .plots import paytables as paytables
from .run_plots import picture as picture
