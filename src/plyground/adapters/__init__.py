"""Plyground's players for the interfaces of other frameworks."""
