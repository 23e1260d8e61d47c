"""Conniption."""
