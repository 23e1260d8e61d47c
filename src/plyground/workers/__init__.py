"""Processes that work for others: many jobs at once, on this machine or on many."""
