"""Tournaments of any players: planned, played through any failure, stored, and rated."""
