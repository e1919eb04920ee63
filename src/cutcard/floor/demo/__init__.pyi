from .tables import (
    demo_games as demo_games,
    demo_submissions as demo_submissions,
    demo_table as demo_table,
    demo_tables as demo_tables,
    demo_titles as demo_titles,
    demonstrated as demonstrated,
    pit_tables as pit_tables,
)
