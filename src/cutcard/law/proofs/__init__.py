"""What the law data asks of tests and of people: requirements proven, and the opening checklist."""
