"""Inner code: rules and the parts of kernels, which only ever run as a part of a kernel.

Only the kernel is optimised and made machine code, with all that it links. numba does so at every
level of calls again, and a first move takes twice as long to compile.

Generators are written into the loop that runs over them. numba makes a generator a function that is
called for every item and keeps what it knows in memory meanwhile. Inlined, LLVM sees one loop and
keeps it in registers: alpha-beta in Breakthrough looks at 1.8 times as many nodes a second.
"""

from types import SimpleNamespace
from typing import Any, ClassVar
from weakref import WeakValueDictionary

from plyground.core.compile.numba_private import (
    Compiler,
    GeneratorLower,
    JITCodeLibrary,
    Lower,
    NativeLowering,
    RuntimeLinker,
    register_pass,
)


class _LinkedLibrary(JITCodeLibrary):
    """Code to be linked, with machine code of its own only if something recursive calls it by name:
    numba does so where a function calls itself with arguments of other types."""

    codegen = SimpleNamespace(set_env=lambda name, environment: None)
    """What would tell machine code where its environment is: rules and parts use none."""
    _by_name: ClassVar[WeakValueDictionary[str, "_LinkedLibrary"]] = WeakValueDictionary()
    _called_by_name: ClassVar[set[str]] = set()
    _has_machine_code = False

    def _optimize_final_module(self) -> None:
        """The kernel will do it."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True
        names = [function.name for function in self.get_defined_functions()]
        for name in names:
            self._by_name.setdefault(name, self)
        missing = {
            variable.name.removeprefix(RuntimeLinker.PREFIX)
            for variable in self._final_module.global_variables
            if variable.name.startswith(RuntimeLinker.PREFIX)
        }
        self._called_by_name.update(missing)
        if not self._called_by_name.isdisjoint(names):
            self._make_machine_code()
        for name in missing:
            if name in self._by_name:
                self._by_name[name]._make_machine_code()

    def _make_machine_code(self) -> None:
        if not self._has_machine_code:
            self._has_machine_code = True
            super()._optimize_final_module()
            super()._finalize_final_module()


class _InlinedGenerator(GeneratorLower):
    def __init__(self, lower: Lower) -> None:
        super().__init__(lower)
        self.gendesc.inline = True


class _Lower(Lower):
    GeneratorLower = _InlinedGenerator


@register_pass(mutates_CFG=True, analysis_only=False)
class _InnerLowering(NativeLowering):
    _name = "inner_lowering"

    @property
    def lowering_class(self) -> type[Lower]:
        return _Lower

    def run_pass(self, state: Any) -> Any:
        state.library = _LinkedLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        return super().run_pass(state)


class _InnerCompiler(Compiler):
    def define_pipelines(self) -> list[Any]:
        pipelines: list[Any] = super().define_pipelines()
        for pipeline in pipelines:
            pipeline.passes = [
                (_InnerLowering if step is NativeLowering else step, what)
                for step, what in pipeline.passes
            ]
        return pipelines


INNER_COMPILER = {"pipeline_class": _InnerCompiler}
INNER_OPTIONS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Python never calls inner code, so it needs no entry."""
