"""What several commands print: progress, settlements, files."""
