# Everything runs from .venv, which these targets make and fill by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

# The many processes of the tests share what one of them has compiled, also where Python is told to keep nothing.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: serve test measured test-long dieharder chromium lint web-lint bench clean

serve: $(VENV)/.light
	$(BIN)/cutcard serve

# Coverage is not measured where it cannot see (compiled loops, other processes), nor where cases pass
# through lines that other tests have passed: measured, a test takes three times as long.
UNMEASURED := tests/odds tests/automata tests/sim tests/floor tests/web \
  tests/law/test_cases.py tests/law/test_demands.py tests/law/test_moments.py \
  tests/table/test_small_shoes.py tests/table/test_random_rounds.py tests/table/test_machine.py \
  tests/fair/test_fair_statistics.py tests/shoe/test_shoe_machine.py tests/wagers/test_wagers_copies.py \
  tests/submission/test_main_checks.py tests/submission/test_submission_schema.py \
  tests/submission/test_submission_template.py \
  tests/cli/test_cli_checklist.py tests/cli/test_cli_coverage.py tests/cli/test_cli_law.py \
  tests/cli/test_cli_people.py tests/cli/test_cli_root.py tests/cli/test_cli_settle.py \
  $(wildcard tests/cli/test_cli_odds*.py tests/cli/test_cli_sim*.py) \
  tests/test_readme.py tests/test_style.py tests/test_transcription.py
# The same of single tests, where others of their file pass lines that nobody else passes.
UNMEASURED_TESTS := tests/table/test_record.py::test_a_table_killed_after_any_event_is_rebuilt_from_its_record \
  tests/table/test_record_published.py::test_real_play_verifies \
  tests/table/test_record_text.py::test_a_session_in_words_is_the_same_session \
  tests/fair/test_fair_real_records.py::test_a_real_session_is_proven_and_any_changed_card_is_found \
  tests/submission/test_submission_check.py::test_nothing_that_is_sent_makes_the_check_raise \
  tests/wagers/test_wagers_law.py::test_best_first_is_the_printed_order_but_where_the_print_runs_upward \
  tests/submission/test_odds_checks.py::test_a_look_for_blackjack_keeps_some_sevens_from_being_drawn \
  tests/cli/test_cli_check.py::test_the_starting_file_is_compliant
# Random play is not measured either; the few other tests of these files run twice, in no time.
PROPERTY := $(filter-out tests/floor/% $(UNMEASURED),$(shell grep -rl --include='test_*.py' 'mark\.property' tests))
PYTEST := $(BIN)/python -m pytest --dist worksteal

# The types are checked beside the first tests: one process does it, and there are other cores.
test: $(STAMP) chromium
	$(MAKE) --no-print-directory --jobs=2 lint web-lint measured
	$(PYTEST) -n auto -m "not long" --durations=30 $(UNMEASURED) $(UNMEASURED_TESTS) $(PROPERTY)

measured: $(STAMP)
	$(PYTEST) -n auto -m "not long and not property" --cov --cov-branch --cov-report= \
	  $(UNMEASURED:%=--ignore=%) $(UNMEASURED_TESTS:%=--deselect=%)
	$(BIN)/coverage report --skip-covered --fail-under=98 \
	  --include="*/cutcard/law/*,*/cutcard/rules/*,*/cutcard/wagers/*,*/cutcard/money.py,*/cutcard/submission/*"
	$(BIN)/coverage report --skip-covered --fail-under=98 \
	  --include="*/cutcard/shoe/*,*/cutcard/table/*,*/cutcard/fair/*"

test-long: $(STAMP) dieharder chromium
	$(BIN)/python -m pytest -n auto --dist worksteal -m "long"

dieharder:
	@command -v dieharder >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	  && apt-get update -qq && apt-get install -y -qq dieharder >/dev/null; } \
	  || echo "dieharder is absent and cannot be installed here: its tests will be skipped"

chromium:
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	  && apt-get update -qq && apt-get install -y -qq chromium >/dev/null; } \
	  || echo "chromium is absent and cannot be installed here: the tests of the pages will be skipped"

lint: $(STAMP)
	$(BIN)/ruff check src tests bench
	$(BIN)/ruff format --check src tests bench
	$(BIN)/mypy
	$(BIN)/lint-imports

# The scripts and style sheets of the pages: layout, rules and unit tests. The pages themselves need no npm.
NODE_IS_NEW := node -e 'const [a, b] = process.versions.node.split("."); process.exit(+(a * 100 + +b < 2019))'
web-lint:
	@if command -v npm >/dev/null && $(NODE_IS_NEW); then $(MAKE) --no-print-directory web-checks; \
	  else echo "npm with Node 20.19 or newer is absent: the scripts of the pages are not checked"; fi

.PHONY: web-checks
web-checks: node_modules/.installed
	npm run --silent lint
	npm test --silent

node_modules/.installed: package.json
	npm install --silent --no-package-lock --no-audit --no-fund
	touch $@

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
	$(BIN)/python bench/floor_speed.py
	$(BIN)/python bench/floor_size.py
	$(BIN)/python bench/store_speed.py
	$(BIN)/python bench/search_speed.py
	PYTHONPATH=src:tests $(BIN)/python bench/page_speed.py

$(VENV)/.light: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	touch $@

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	touch $(VENV)/.light $@

clean:
	rm -rf $(VENV) node_modules build dist .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis
