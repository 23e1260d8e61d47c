"""The coach: a finished game looked at move by move."""
