"""Proofs of verdicts: strategies in a file that anyone can check with the rules alone."""
