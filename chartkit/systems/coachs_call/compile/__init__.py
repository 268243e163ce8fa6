"""The compilers: letter grades of a season's players for every budget, and action tables fitted to the league.

In the order of the work: `players` (who stands in which slot), `rates` (how good he was), `grades` (letters that
spend the budget), `refit` (the optional second compiler), `report` (beside the season), `build` (all of it on
disk).
"""

from chartkit.systems.coachs_call.compile.build import CallCompiler, Compilation, compile_season, write_build

__all__ = ["CallCompiler", "Compilation", "compile_season", "write_build"]
