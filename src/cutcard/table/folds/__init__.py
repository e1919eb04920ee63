"""The fold: what each event makes of a table and of its round."""
