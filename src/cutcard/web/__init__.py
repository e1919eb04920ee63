"""The house over HTTP: commands and views as JSON, updates as server-sent events, for every role."""
