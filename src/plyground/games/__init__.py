"""The games that ship with Plyground, one folder each; a new folder is found by itself."""
