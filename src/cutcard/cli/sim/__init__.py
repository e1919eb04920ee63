"""`cutcard sim`: rounds by the million, a file for each command and for each thing that is printed."""
