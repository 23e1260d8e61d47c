"""Evaluations that are learned: methods, runs that lose nothing, and proof of what they gained."""
