"""What goes on paper or into a picture: par sheets, charts, plots."""
