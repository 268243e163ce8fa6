# Two commands do everything on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed

.PHONY: demo test test-lowest test-newest check format docs pictures clean

demo: $(INSTALLED)
	$(BIN)/chartkit demo --out build/demo

test: $(INSTALLED)
	$(BIN)/pytest -n auto

check: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(INSTALLED)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(INSTALLED)
	$(BIN)/python -m chartkit.plays.page docs/play-table.md
	$(BIN)/python -m chartkit.systems.ddf.schemas schemas
	$(BIN)/python -m chartkit.systems.ddf.language_page docs/result-language.md
	$(BIN)/python -m chartkit.systems.ddf.formats_page docs/file-formats.md
	$(BIN)/python -m chartkit.systems.ddf.classify.page docs/classified-plays.md
	$(BIN)/chartkit codes --out docs/validation.md
	$(BIN)/python -m chartkit.cli.index chartkit/cli/commands.json
	$(BIN)/python -m chartkit.cli.commands_page docs/commands.md
	$(BIN)/python docs/architecture_page.py docs
	$(BIN)/python -m chartkit.systems.ddf.referee.rule_page docs/rules.md
	$(BIN)/mkdocs build --quiet
	@echo "The site is in build/site: open build/site/index.html"

pictures: $(INSTALLED)
	$(BIN)/python docs/pictures.py

# The oldest and the newest libraries that pyproject.toml allows, each in an environment of its own.
test-lowest: LIBRARIES := lowest-direct
test-newest: LIBRARIES := highest
test-lowest test-newest:
	@command -v uv > /dev/null || { echo "this needs uv: pip install uv"; exit 1; }
	uv venv --quiet --allow-existing --python $(PYTHON) build/$@
	uv pip install --quiet --python build/$@/bin/python --resolution $(LIBRARIES) --editable '.[dev]'
	# Old libraries warn of newer ones that they use.
	build/$@/bin/pytest -n auto -W ignore::DeprecationWarning

clean:
	rm -rf $(VENV) dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

# Installed again only when the dependencies change.
$(INSTALLED): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "chartkit needs Python 3.11 or newer; say which one with: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
