"""Kernels as plain Python: run with NUMBA_DISABLE_JIT=1, and with the compiler too."""
