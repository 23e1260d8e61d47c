"""Games and matches between players."""
