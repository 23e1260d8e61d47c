"""Opening books: best moves found in advance for many positions and stored in a file."""
