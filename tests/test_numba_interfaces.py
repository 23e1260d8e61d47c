"""What is relied upon of numba beyond its public interface, and why.

A new version of numba that breaks one of these says so here, before a kernel is wrong or slow.
"""

import ast
import importlib.metadata
import inspect
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from numba import njit, types

from plyground.core.compile import numba_private

private: Any = numba_private  # numba's inside is not typed
ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "plyground"
PRIVATE = SOURCES / "core" / "compile" / "numba_private.py"
PUBLIC = {"numba", "numba.types", "numba.extending"}


def imported_modules(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def private_imports(file: Path) -> set[str]:
    found = {name for name in imported_modules(file) if name.split(".")[0] == "numba"}
    return found - PUBLIC


@pytest.mark.parametrize("file", sorted(SOURCES.rglob("*.py")), ids=lambda file: file.stem)
def test_numbas_inside_is_imported_in_one_module_only(file: Path) -> None:
    assert bool(private_imports(file)) == (file == PRIVATE)


def test_numba_has_an_upper_bound_that_is_met() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    bounds = next(each for each in project["dependencies"] if each.startswith("numba"))
    upper = bounds.split("<")[1]
    version = importlib.metadata.version("numba")
    assert [*map(int, version.split(".")[:2])] < [*map(int, upper.split("."))]


@pytest.mark.parametrize("name", private.__all__)
def test_every_private_name_is_spoken_of_here(name: str) -> None:
    assert f"private.{name}" in Path(__file__).read_text()


def parameters(function: Callable[..., Any]) -> list[str]:
    return [*inspect.signature(function).parameters]


def successor(number: int) -> int:
    return number + 1


compiled: Any = njit(successor)


@pytest.fixture(scope="module")
def result() -> Any:
    """What numba keeps of a function that it compiled."""
    compiled(1)
    return next(iter(compiled.overloads.values()))


# --- dispatchers and the cache -----------------------------------------------------------------


def test_a_dispatcher_compiles_by_a_method_that_a_kernel_replaces() -> None:
    """`Kernel` overrides it, so as to compile in a thread and to explain errors."""
    assert issubclass(private.CPUDispatcher, private.Dispatcher)
    assert parameters(private.Dispatcher._compile_for_args) == ["self", "args", "kws"]
    assert {"targetoptions", "pipeline_class"} <= {*parameters(private.Dispatcher.__init__)}


def test_a_dispatcher_asks_the_cache_that_it_is_given() -> None:
    """`Kernel.enable_caching` puts `KernelCache` there; `cache_hits` reads the statistics."""
    assert "self._cache" in inspect.getsource(private.Dispatcher.enable_caching)
    assert hasattr(compiled.stats, "cache_hits") and compiled.py_func(1) == 2


def test_a_cache_has_the_methods_that_ours_writes() -> None:
    """`KernelCache` is a cache to numba by writing all of these."""
    wanted = {"cache_path", "load_overload", "save_overload", "enable", "disable", "flush"}
    assert private.Cache.__abstractmethods__ == wanted
    assert parameters(private.Cache.load_overload) == ["self", "sig", "target_context"]
    assert parameters(private.Cache.save_overload) == ["self", "sig", "data"]


def test_a_result_can_be_taken_apart_and_put_together(result: Any) -> None:
    """The cache keeps the parts in a file, and gives the result the types that were asked for."""
    assert isinstance(result, private.CompileResult)
    assert parameters(private.CompileResult._rebuild)[0] == "target_context"
    assert private.dumps(result._reduce())
    assert result._replace(signature=result.signature).signature == result.signature
    assert result.library.has_dynamic_globals is False
    assert isinstance(result.codegen.magic_tuple(), tuple)
    result.target_context.refresh()


# --- code that is linked into kernels ----------------------------------------------------------


def test_a_library_has_the_steps_that_inner_code_leaves_out(result: Any) -> None:
    """Inner code is optimised by the kernel it becomes a part of: the last steps are put off."""
    for step in ("_optimize_final_module", "_finalize_final_module", "_finalize_dynamic_globals"):
        assert parameters(getattr(private.JITCodeLibrary, step)) == ["self"]
    assert {"_final_module", "_finalized", "_codegen"} <= {*vars(result.library)}
    assert [function.name for function in result.library.get_defined_functions()]


def test_a_call_by_name_is_known_by_its_prefix() -> None:
    """Code with such a call cannot be kept, and what is called so needs machine code."""
    assert isinstance(private.RuntimeLinker.PREFIX, str) and private.RuntimeLinker.PREFIX


def test_a_pipeline_is_a_list_of_passes_with_one_that_lowers() -> None:
    """Inner code replaces that pass by its own."""
    assert parameters(private.Compiler.define_pipelines) == ["self"]
    assert parameters(private.register_pass) == ["mutates_CFG", "analysis_only"]
    assert isinstance(private.NativeLowering.lowering_class, property)
    assert parameters(private.NativeLowering.run_pass) == ["self", "state"]


def test_a_generator_is_lowered_by_a_class_that_can_be_replaced() -> None:
    """Ours says that generators are written into the loops over them."""
    assert private.Lower.GeneratorLower is private.GeneratorLower
    assert parameters(private.GeneratorLower.__init__) == ["self", "lower"]
    assert "gendesc" in inspect.getsource(private.GeneratorLower.__init__)


# --- types and templates -----------------------------------------------------------------------


def test_templates_for_members_can_be_made_silent() -> None:
    """A member of one game is a method, of another a property: each template asks first."""
    for make in (private.make_overload_method_template, private.make_overload_attribute_template):
        assert parameters(make)[:4] == ["typ", "attr", "overload_func", "inline"]
        template = make(types.int64, "name", lambda number: None, "never")
        assert issubclass(template, private.AttributeTemplate)
        assert parameters(template._resolve) == ["self", "typ", "attr"]
        assert parameters(template._init_once) == ["self"]


def test_a_call_is_typed_by_a_function() -> None:
    """`Position(...)` and `_replace(...)` say themselves what comes of their arguments."""
    assert parameters(private.make_callable_template) == ["key", "typer", "recvr"]
    assert parameters(private.signature)[:2] == ["return_type", "args"]
    assert [*private.pysignature(compiled.py_func).parameters] == ["number"]


def test_operators_get_templates_of_their_own() -> None:
    """Boards, tables and memory are indexed, compared and counted with by these."""
    assert parameters(private.infer_global)[0] == "val"
    assert issubclass(private.AbstractTemplate, object)
    assert hasattr(private.Conversion, "safe") and hasattr(private.RefType, "BORROWED")


def test_lowering_helpers_take_what_they_are_given() -> None:
    """Constants, loops over tables and the few instructions that LLVM has no name for."""
    assert parameters(private.lower_constant) == ["ty"]
    assert parameters(private.iternext_impl) == ["ref_type"]
    wanted = {
        "alloca_once_value": ["builder", "value"],
        "as_bool_bit": ["builder", "value"],
        "do_boundscheck": ["context", "builder", "ind", "dimlen"],
        "get_null_value": ["ltype"],
    }
    for name, first in wanted.items():
        assert parameters(getattr(private.cgutils, name))[: len(first)] == first
    assert private.cgutils.false_bit and private.cgutils.true_bit


# --- errors and loading ------------------------------------------------------------------------


def test_errors_are_a_family() -> None:
    """`explain` catches what compiling raises; numba's warnings speak of its inside."""
    assert issubclass(private.TypingError, private.NumbaError)
    assert issubclass(private.UnsupportedBytecodeError, Exception)
    assert issubclass(private.NumbaWarning, Warning)


def test_array_functions_ask_for_blas_by_a_name_that_can_be_replaced() -> None:
    """So SciPy is not loaded for what no rule uses; afterwards numba is as it was."""
    before = private.linalg.ensure_blas
    private.load_array_functions()
    assert private.linalg.ensure_blas is before and callable(before)
