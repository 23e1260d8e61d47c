"""The coach: grades the moves of a finished game."""
