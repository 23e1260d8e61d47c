"""Opening books: for many positions the best move known, found beforehand and kept in a file."""
