"""Boards as people see them, on whatever they look at: words, pictures, and clicks."""
