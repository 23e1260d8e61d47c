"""The commands. Each is one file here, found by its name; heavy imports happen inside them."""
