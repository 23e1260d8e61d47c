"""Tests that run compiled kernels; run once more with NUMBA_BOUNDSCHECK=1."""
