"""The API: commands and views as JSON, updates as server-sent events, for every role."""
