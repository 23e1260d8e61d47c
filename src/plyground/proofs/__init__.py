"""Proofs of verdicts: strategies in a file, which anyone can check by the rules alone."""
