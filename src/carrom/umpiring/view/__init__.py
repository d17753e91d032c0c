"""The match as an umpire sees it: view, log, what is waited for."""
