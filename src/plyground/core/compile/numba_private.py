"""All that is used of numba beyond its public interface, in one place.

numba, `numba.types` and `numba.extending` are public; what is here may change with any version of
numba. `tests/test_numba_interfaces.py` says what is relied upon and why; pyproject.toml has an
upper bound, so that a new version is first tried here.
"""

from numba.core import cgutils
from numba.core.caching import _Cache as Cache
from numba.core.codegen import JITCodeLibrary, RuntimeLinker
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_machinery import register_pass
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError, NumbaWarning, TypingError, UnsupportedBytecodeError
from numba.core.generators import GeneratorLower
from numba.core.imputils import RefType, iternext_impl, lower_constant
from numba.core.lowering import Lower
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps
from numba.core.typeconv import Conversion
from numba.core.typed_passes import NativeLowering
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    infer_global,
    make_callable_template,
    make_overload_attribute_template,
    make_overload_method_template,
    signature,
)
from numba.core.utils import pysignature
from numba.np import linalg

__all__ = [
    "AbstractTemplate",
    "AttributeTemplate",
    "CPUDispatcher",
    "Cache",
    "CompileResult",
    "Compiler",
    "Conversion",
    "Dispatcher",
    "GeneratorLower",
    "JITCodeLibrary",
    "Lower",
    "NativeLowering",
    "NumbaError",
    "NumbaWarning",
    "RefType",
    "RuntimeLinker",
    "TypingError",
    "UnsupportedBytecodeError",
    "cgutils",
    "dumps",
    "infer_global",
    "iternext_impl",
    "load_array_functions",
    "lower_constant",
    "make_callable_template",
    "make_overload_attribute_template",
    "make_overload_method_template",
    "pysignature",
    "register_pass",
    "signature",
]


def load_array_functions() -> None:
    """Load numba's functions of arrays without SciPy, as happens when the first kernel is made.

    Where SciPy is installed numba loads its linear algebra, a fifth of a warm start, of which no
    rule has any use. Whoever compiles a product of matrices is still asked for it then.
    """
    ask, linalg.ensure_blas = linalg.ensure_blas, lambda: None
    try:
        import numba.np.arraymath  # noqa: F401
    finally:
        linalg.ensure_blas = ask
