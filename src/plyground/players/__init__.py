"""Who chooses moves. A new kind of player is a new file here; it is found by itself."""
