"""Players: they choose moves. A new kind of player is one new file in this folder."""
