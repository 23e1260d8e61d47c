"""Codecs: moves and positions as other programs write them, one file per protocol."""
