"""Evaluations by name, their weights in files, and their scores term by term."""
