"""Evaluations by name, their weights in files, and what they say term by term."""
