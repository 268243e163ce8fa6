# Two commands do everything on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed

.PHONY: demo test test-browser test-lowest test-newest check format docs pictures clean

demo: $(INSTALLED)
	$(BIN)/chartkit demo --out build/demo

test: $(INSTALLED)
	# A file stays with one process, so that what its tests share is made once.
	$(BIN)/pytest -n auto --dist loadfile

# The pages in a real browser: here it is a failure that there is none.
test-browser: $(INSTALLED)
	CI=true $(BIN)/pytest tests/web

check: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(INSTALLED)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(INSTALLED)
	$(BIN)/python -m tools.schemas
	$(BIN)/python -m tools.pages
	$(BIN)/mkdocs build --quiet
	@echo "The site is in build/site: open build/site/index.html"

pictures: $(INSTALLED)
	$(BIN)/python -m tools.pictures

# The oldest and the newest libraries that pyproject.toml allows, each in an environment of its own.
test-lowest: LIBRARIES := lowest-direct
test-newest: LIBRARIES := highest
test-lowest test-newest:
	@command -v uv > /dev/null || { echo "this needs uv: pip install uv"; exit 1; }
	uv venv --quiet --allow-existing --python $(PYTHON) build/$@
	uv pip install --quiet --python build/$@/bin/python --resolution $(LIBRARIES) --editable '.[dev]'
	# Old libraries warn of newer ones that they use.
	build/$@/bin/pytest -n auto --dist loadfile -W ignore::DeprecationWarning

clean:
	rm -rf $(VENV) dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

# Installed again only when the dependencies change.
$(INSTALLED): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "chartkit needs Python 3.11 or newer; say which one with: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
