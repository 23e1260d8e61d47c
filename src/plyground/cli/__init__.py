"""The commands. Each is one file here, found by itself; heavy imports happen inside them."""
