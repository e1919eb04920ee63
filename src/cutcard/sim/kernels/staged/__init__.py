"""Any table, a unit of work at a time: one scalar source whose stages a plan's shape switches on."""
