"""A game between players."""
