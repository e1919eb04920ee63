# Everything runs from .venv, which these targets make and fill by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
ROOMS := cutcard.law,cutcard.rules,cutcard.wagers,cutcard.money,cutcard.submission

.PHONY: serve test test-long lint bench clean

serve: $(VENV)/.light
	$(BIN)/cutcard settle --interactive

test: lint
	$(BIN)/python -m pytest -n auto -m "not long" --cov --cov-branch --cov-report=
	$(BIN)/coverage report --skip-covered
	$(BIN)/coverage report --skip-covered --fail-under=98 \
	  --include="*/cutcard/law/*,*/cutcard/rules/*,*/cutcard/wagers/*,*/cutcard/money.py,*/cutcard/submission/*"

test-long: $(STAMP)
	$(BIN)/python -m pytest -n auto -m "long"

lint: $(STAMP)
	$(BIN)/ruff check src tests bench
	$(BIN)/ruff format --check src tests bench
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(STAMP)
	$(BIN)/python bench/settle_speed.py
	$(BIN)/python bench/start_time.py

$(VENV)/.light: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	touch $@

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	touch $(VENV)/.light $@

clean:
	rm -rf $(VENV) build dist .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis
