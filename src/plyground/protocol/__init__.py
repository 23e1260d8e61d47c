"""Moves and positions as other programs write them: codecs, one file a protocol."""
