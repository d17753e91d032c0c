"""The game over HTTP: tables, seats and invitations."""
