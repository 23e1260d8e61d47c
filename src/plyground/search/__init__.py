"""Searches: each written once, compiled for each game. Nothing here knows any game."""
