"""What an umpire can report, and what can be reported now."""
