"""The speed of Plyground, measured in turns with OpenSpiel: `make bench`."""
