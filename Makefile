SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
GAMES ?= 1000000
PYTEST := $(BIN)/python -m pytest -q

CHECKED := NUMBA_BOUNDSCHECK=1
WORKERS := $(shell nproc 2>/dev/null || echo 2)

.PHONY: help setup demo test lint format bench docs notebooks clean

help: ## Show this text.
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 16

setup: $(VENV)/.dev ## Build the environment for development in .venv.

# A stamp is written last: an environment that was cut short is built again.
$(VENV)/.user: pyproject.toml
	@$(call environment,.)
	@touch $@

$(VENV)/.dev: pyproject.toml
	@$(call environment,".[dev$(comma)notebooks]")
	@touch $@ $(VENV)/.user

comma := ,
define environment
$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null \
	|| { echo "shalab needs Python 3.11 to 3.14; $(PYTHON) is $$($(PYTHON) --version 2>&1 || true)." \
	"Say which: make PYTHON=python3.12 ..." >&2; exit 1; }; \
test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) \
	|| { rm -rf $(VENV); echo "$(PYTHON) cannot build environments (on Debian: apt install python3-venv)" >&2; exit 1; }; \
echo "installing into $(VENV) ..."; \
$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable $(1)
endef

demo: $(VENV)/.user ## Install, play a million 5-player games, write the report, print where it is.
	@run=$$($(BIN)/shalab run sanguosha_official --players 5 --games $(GAMES) | tee /dev/stderr | tail -n 1); \
	$(BIN)/shalab report "$$run"; \
	echo; echo "$$(cd "$$run" && pwd)/report/index.html"

test: $(VENV)/.dev ## Run all tests, on code that checks every index.
	@$(CHECKED) $(BIN)/shalab warm
	@$(CHECKED) $(PYTEST) -n $(WORKERS) tests

lint: $(VENV)/.dev ## Check style, types and import order.
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

format: $(VENV)/.dev ## Put the sources into the usual form.
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: $(VENV)/.dev ## Measure speed, memory and start-up; run it on an idle machine.
	@$(PYTEST) -s tests/bench/bench_*.py

docs: $(VENV)/.dev ## Run the examples of the documentation and the notebooks.
	@$(PYTEST) tests/docs

notebooks: $(VENV)/.dev ## Run the notebooks and keep what they show beside them.
	@$(BIN)/jupytext --quiet --to ipynb --update notebooks/*.py
	@$(BIN)/jupyter-execute --inplace notebooks/*.ipynb
	@$(BIN)/jupytext --quiet --to ipynb --update notebooks/*.py

clean: ## Remove the environment and all that tools left behind; runs are kept.
	rm -rf .venv .venv-ci build dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -not -path './.git/*' -prune -exec rm -rf {} +
