"""Names that the server's own tables and messages use."""

UMPIRE = "umpire"
"""The kind of a match that is played on real wood."""
