"""Read-only pages: replays, records and the laws."""
