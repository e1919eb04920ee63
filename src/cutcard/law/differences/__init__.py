"""What differs between two documents, or two versions of one: `diff`.

Things are matched by what they mean: an option by its name, a wager by its id, a row by its outcome, a
provision by its name. Two versions of one document are compared in everything, their citations and our
words too; two different documents cite differently everywhere and are described in different words, so
between them only what is ordered, permitted or paid counts.

What is compared follows from the fields of the values in `model`: a field that is none of a citation's
(`cite`, `sharing_cite`), of our words' or of a proof's is compared, and a new one is too.
"""
