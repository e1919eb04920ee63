# Everything runs from .venv, which these targets make and fill by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

# The many processes of the tests share what one of them has compiled, also where Python is told to keep nothing.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: docs serve test tests coverage test-long dieharder chromium lint web-lint bench clean

serve: $(VENV)/.light
	$(BIN)/cutcard serve

# One process more than there are cores: tests also wait, for browsers, stores and clocks.
PYTEST := -m pytest -n $(shell $(PYTHON) -c "import os; print(os.cpu_count() + 1)") --dist worksteal
# What is needed is installed side by side, and the types are checked beside the first tests.
test:
	$(MAKE) --no-print-directory --jobs=3 $(STAMP) chromium node_modules/.installed
	$(MAKE) --no-print-directory --jobs=3 lint web-lint tests

# One process reads all tests first, and compiles what the others then load: each would do it for itself.
tests: $(STAMP)
	$(BIN)/python -m pytest -n 0 --collect-only -qq >/dev/null
	$(BIN)/python $(PYTEST) -m "not long" --durations=20

test-long: $(STAMP) dieharder chromium coverage
	$(BIN)/python $(PYTEST) -m "long"

# Compiled loops run where no measure of coverage can see them.
COMPILED := */kernels/*,*/switch/kernel.py
# The same tests, measured: it takes half as long again, so it is not part of `make test`.
coverage: $(STAMP)
	$(BIN)/python -m slipcover --branch --source src/cutcard --omit "$(COMPILED)" --json --out .coverage.json \
	  $(PYTEST) -m "not long"
	$(BIN)/python tests/coverage_floors.py .coverage.json

# The documentation site; a link that leads nowhere is an error, and so is anything fetched from elsewhere.
docs: $(STAMP)
	$(BIN)/python docs/site/build.py build/site

dieharder:
	@command -v dieharder >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	  && apt-get update -qq && apt-get install -y -qq dieharder >/dev/null; } \
	  || echo "dieharder is absent and cannot be installed here: its tests will be skipped"

chromium:
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	  && apt-get update -qq && apt-get install -y -qq chromium >/dev/null; } \
	  || echo "chromium is absent and cannot be installed here: the tests of the pages will be skipped"

lint: $(STAMP)
	$(BIN)/ruff check src tests bench docs/site
	$(BIN)/ruff format --check src tests bench docs/site
	$(BIN)/mypy
	$(BIN)/lint-imports

# The scripts and style sheets of the pages: layout, rules and unit tests. The pages themselves need no npm.
NODE_IS_NEW := node -e 'const [a, b] = process.versions.node.split("."); process.exit(+(a * 100 + +b < 2019))'
HAS_NPM := command -v npm >/dev/null && $(NODE_IS_NEW)
web-lint: node_modules/.installed
	@if $(HAS_NPM); then npm run --silent lint && npm test --silent; \
	  else echo "npm with Node 20.19 or newer is absent: the scripts of the pages are not checked"; fi

node_modules/.installed: package.json
	@mkdir -p node_modules
	@if $(HAS_NPM); then npm install --silent --no-package-lock --no-audit --no-fund && touch $@; fi

bench: $(STAMP)
	$(BIN)/python bench/settle_speed.py
	$(BIN)/python bench/table_speed.py
	$(BIN)/python bench/replay_speed.py
	$(BIN)/python bench/start_time.py
	$(BIN)/python bench/odds_speed.py
	$(BIN)/python bench/main_odds_speed.py
	$(BIN)/python bench/sim_start.py
	$(BIN)/python bench/sim_speed.py
	$(BIN)/python bench/sim_gpu_speed.py
	$(BIN)/python bench/sim_growth.py
	$(BIN)/python bench/floor_speed.py
	$(BIN)/python bench/floor_size.py
	$(BIN)/python bench/store_speed.py
	$(BIN)/python bench/search_speed.py
	PYTHONPATH=src:tests $(BIN)/python bench/page_speed.py

$(VENV)/.light: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -c constraints.txt -e ".[house]"
	touch $@

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -c constraints.txt -e ".[dev]"
	touch $(VENV)/.light $@

clean:
	rm -rf $(VENV) node_modules build dist .coverage.json .mypy_cache .ruff_cache .pytest_cache .hypothesis
