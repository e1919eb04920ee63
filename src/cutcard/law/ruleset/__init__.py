"""A rule set: a document with every option decided and every wager on offer, and how it is made."""
