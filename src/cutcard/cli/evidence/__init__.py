"""What proves a house: its keys and anchors, and the program that it runs."""
