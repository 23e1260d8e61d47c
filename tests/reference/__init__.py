"""Slow, plain rules of the five games, against which the compiled rules are tested."""
