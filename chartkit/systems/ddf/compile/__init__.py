"""The compiler: the charts of a season from its classified plays.

`compile_season` runs the stages of `stages.STAGES` on a `Compilation`: targets are counted, endings split between
offenses and defenses, all columns fitted to one another, and kicks, supplement, ratings and coach tables made
beside them. `write_build` puts charts, coach files, report and manifest on disk. The settings are in
templates/ddf-compile.toml; docs/compiler.md explains the method.
"""

from chartkit.systems.ddf.compile.build import write_build
from chartkit.systems.ddf.compile.report import summary_tables
from chartkit.systems.ddf.compile.settings import Settings, load_settings
from chartkit.systems.ddf.compile.stages import Compilation, compile_season
