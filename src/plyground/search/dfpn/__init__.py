"""Depth-first proof-number search (df-pn) with threat-space search."""
