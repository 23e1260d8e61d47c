"""The exact solver: null-window alpha-beta over the whole game, to the last ply."""
