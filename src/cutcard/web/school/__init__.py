"""The school: drills from exact charts, counting, a dealer's quiz, one's own rounds looked at again."""
