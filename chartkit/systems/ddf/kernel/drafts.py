"""How a rule is compiled: to a draft that is only optimised and made machine code as a part of the entry.

Numba would optimise every rule with all that it calls, and make machine code of it that nobody runs; that takes
most of the time of compiling. In the entry the rules are its own: nobody else calls them, so that what numba adds
to every call for exceptions, which no rule raises, is optimised away.
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
    """The code of a rule, joined with that of the rules that it calls."""

    #: The rule is never written into its callers.
    apart = False

    def finalize(self) -> None:
        """Join, and leave the rest to the entry."""
        self._raise_if_finalized()
        if self.apart:
            for function in self._final_module.functions:
                if not function.is_declaration:
                    function.add_function_attribute("noinline")
                    function.add_function_attribute("cold")
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
        """Who is told the environment of the function when it is ready to run."""
        return self

    def set_env(self, name: str, env: Any) -> None:
        """A draft has no environment."""


class _Whole(_Library):  # type: ignore[misc]
    """The code of the entry with all the rules in it."""

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage.name == "linkonce_odr":
                function.linkage = "internal"
        super()._optimize_final_module()


@_register(mutates_CFG=False, analysis_only=True)
class _Gathering(_Pass):  # type: ignore[misc]
    """Puts the code that follows into a whole."""

    _name = "chartkit_gathering"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Before the code is made."""
        state.library = _Whole(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return False


@_register(mutates_CFG=False, analysis_only=True)
class _Drafting(_Pass):  # type: ignore[misc]
    """Puts the code that follows into a draft."""

    _name = "chartkit_drafting"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Before the code is made."""
        state.library = self.draft(state)
        return False

    def draft(self, state: Any) -> _Draft:
        """A new draft."""
        return _Draft(state.targetctx.codegen(), state.func_id.func_qualname)


@_register(mutates_CFG=False, analysis_only=True)
class _DraftingApart(_Drafting):
    """The same for a rule that is never written into its callers."""

    _name = "chartkit_drafting_apart"

    def draft(self, state: Any) -> _Draft:
        """A new draft."""
        draft = super().draft(state)
        draft.apart = True
        return draft


#: Passes for what no rule has: closures, context managers, exceptions, functions to inline, literals to unroll.
_NEEDLESS = {
    "WithLifting",
    "InlineClosureLikes",
    "RewriteSemanticConstants",
    "DeadBranchPrune",
    "GenericRewrites",
    "RewriteDynamicRaises",
    "MakeFunctionToJitFunction",
    "InlineInlinables",
    "FindLiterallyCalls",
    "LiteralUnroll",
    "LiteralPropagationSubPipelinePass",
    "InlineOverloads",
    "NopythonRewrites",
    "AnnotateTypes",
    "DumpParforDiagnostics",
}


class RuleCompiler(_Compiler):  # type: ignore[misc]
    """Numba's own way without what rules do not need, into a draft."""

    drafting: Any = _Drafting

    def define_pipelines(self) -> list[Any]:
        """The passes."""
        builder = _passes.define_nopython_pipeline(self.state)
        builder.passes = [each for each in builder.passes if each[0].__name__ not in _NEEDLESS]
        builder.add_pass_after(self.drafting, _inferred)
        builder.finalize()
        return [builder]


class ApartCompiler(RuleCompiler):
    """The same for a rule that is never written into its callers."""

    drafting: Any = _DraftingApart


class EntryCompiler(_Compiler):  # type: ignore[misc]
    """Numba's own way into a whole."""

    def define_pipelines(self) -> list[Any]:
        """The passes."""
        builder = _passes.define_nopython_pipeline(self.state)
        builder.add_pass_after(_Gathering, _inferred)
        builder.finalize()
        return [builder]
