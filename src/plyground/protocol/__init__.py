"""How other programs talk to ours."""
