"""numba's functions of arrays without SciPy, of which no rule has any use.

Where SciPy is installed numba loads its linear algebra, a fifth of a warm start. Whoever compiles
a product of matrices is still asked for it then.
"""

from numba.np import linalg


def load_array_functions() -> None:
    """What numba itself loads when the first kernel is made."""
    ask, linalg.ensure_blas = linalg.ensure_blas, lambda: None
    try:
        import numba.np.arraymath  # noqa: F401
    finally:
        linalg.ensure_blas = ask
