"""A match typed in the terminal: the simulated game and the umpire of a real board."""
