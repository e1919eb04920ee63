"""`cutcard sheet`, `plot` and `letter`: what people hand over."""
