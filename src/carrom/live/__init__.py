"""A live match, simulated or real: its owner, and all that the owner needs."""
