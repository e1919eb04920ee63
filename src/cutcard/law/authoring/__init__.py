"""Documents of one's own: every fault at once, and the skeleton of a new one."""
