"""What is read: replays, records and the laws."""
