"""Games and positions as text and in files."""
