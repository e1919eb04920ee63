"""One box by itself on a processor core: many lanes abreast, one look-up a card."""
