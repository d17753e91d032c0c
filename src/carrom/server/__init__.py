"""The game in the browser: one process that holds the live tables, answers over HTTP and by socket."""
