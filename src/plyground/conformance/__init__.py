"""The laws that a game must keep, and the check that it does."""
