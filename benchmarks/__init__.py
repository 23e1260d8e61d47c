"""The speed and strength of Plyground, measured beside its peers: `make bench`, `make matches`."""
