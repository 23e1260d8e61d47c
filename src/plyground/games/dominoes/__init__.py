"""Dominoes in line."""
