"""Compiling many functions as one program, where numba's own way would optimise each with all that it calls.

Plain `njit` makes machine code of every rule by itself, although Python only calls the entry, and its calling
convention stands between a rule and its caller. Here a rule stays a draft that is only linked; the entry optimises
everything at once, with the rules as its own. That halves the time of compiling (docs/engine.md has the figures).

This uses parts of numba that are not documented; `compiled.JOINS` says with which versions they are known to work.
"""

from __future__ import annotations

from typing import Any

from numba.core import codegen, compiler, compiler_machinery, typed_passes

_Library: Any = codegen.JITCodeLibrary
_Pass: Any = compiler_machinery.FunctionPass
_Compiler: Any = compiler.CompilerBase
_passes: Any = compiler.DefaultPassBuilder
_inferred: Any = typed_passes.NopythonTypeInference
_register: Any = compiler_machinery.register_pass


class _Draft(_Library):  # type: ignore[misc]
    """The code of a rule, linked with that of the rules that it calls, and nothing more."""

    #: What LLVM is told about it.
    attributes: tuple[str, ...] = ()

    def add_ir_module(self, ir_module: Any) -> None:
        """Mark the rule's own function."""
        for function in ir_module.functions:
            if not function.is_declaration:
                function.attributes.update(self.attributes)
        super().add_ir_module(ir_module)

    def finalize(self) -> None:
        """Link, and leave the rest to the entry."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Nothing that could be run."""
        return 0

    @property
    def codegen(self) -> Any:
        """The object that sets the environment of the compiled function."""
        return self

    def set_env(self, name: str, env: Any) -> None:
        """A draft has no environment."""


class _UsualDraft(_Draft):
    """A rule of nearly every play: part of its callers."""

    attributes = ("alwaysinline",)


class _RareDraft(_Draft):
    """A rule of few plays: out of the way of the others."""

    attributes = ("noinline", "cold")


class _Whole(_Library):  # type: ignore[misc]
    """The code of the entry with all the rules in it: nobody else calls them."""

    def _optimize_final_module(self) -> None:
        """Twice: simply first, so that what becomes part of its caller is small by then (numba does both fully)."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage.name == "linkonce_odr":
                function.linkage = "internal"
        for more in ({"opt": 1, "cost": "cheap"}, {}):
            manager, builder = self._codegen._module_pass_manager(**more)
            manager.run(self._final_module, builder)


def _compiler(name: str, library: Any, *, cached: bool) -> Any:
    """Numba's own compiler with one more pass: it puts the code that follows into a library of this kind."""

    class Choosing(_Pass):  # type: ignore[misc]
        _name = name

        def __init__(self) -> None:
            super().__init__()

        def run_pass(self, state: Any) -> bool:
            state.library = library(state.targetctx.codegen(), state.func_id.func_qualname)
            if cached:
                state.library.enable_object_caching()
            return False

    choosing = _register(mutates_CFG=False, analysis_only=True)(Choosing)

    class Compiler(_Compiler):  # type: ignore[misc]
        def define_pipelines(self) -> list[Any]:
            builder = _passes.define_nopython_pipeline(self.state)
            builder.add_pass_after(choosing, _inferred)
            builder.finalize()
            return [builder]

    return Compiler


RuleCompiler: Any = _compiler("chartkit_drafting", _Draft, cached=False)
UsualRuleCompiler: Any = _compiler("chartkit_drafting_usual", _UsualDraft, cached=False)
RareRuleCompiler: Any = _compiler("chartkit_drafting_rare", _RareDraft, cached=False)
EntryCompiler: Any = _compiler("chartkit_gathering", _Whole, cached=True)
