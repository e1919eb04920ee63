"""What people see of a live table: redaction, views, updates to whoever follows."""
