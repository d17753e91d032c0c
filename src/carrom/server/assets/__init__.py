"""The files that are served: the page, its words, and the judge for the page."""
