"""What people import: one call for a question, and a result that says what it stands on."""
