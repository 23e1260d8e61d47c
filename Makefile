# make play   set up and play           make check      all that compiles nothing new: some minutes
# make bench  speed against peers      make test       every check: twelve minutes
# make fuzz   parsers against nonsense make test-long  the checks that take longer
# make test-peers    with packages of hundreds of megabytes: Ray
# make test-kaggle   our agents in Kaggle's own environment, which has an environment of its own
# make soak          thousands of stops at any moment, a hundred thousand games with kills
# make matches       strength against the documents' players
# make playthroughs  write the games of tests/playthroughs again
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
PAGE_TOOLS := node_modules/.installed
BENCH_INSTALLED := $(VENV)/.bench-installed
PEERS_INSTALLED := $(VENV)/.peers-installed
KAGGLE := .venv-kaggle

# Bytecode that is kept spares each process of the tests six seconds of its start.
unexport PYTHONDONTWRITEBYTECODE

TESTING := $(BIN)/python -m pytest -n 2 --dist worksteal

# Tests whose kernels others of tests/compiled run too: once with checked bounds is enough. The
# rules of Conniption and Breakthrough have no tables, so there is nothing that could be passed; nor
# have those of Connect Four and Nim, which run where no other game does.
SAME_KERNELS := $(addprefix --ignore=tests/compiled/,test_search_laws.py test_laws.py \
	test_proof_limits.py test_reference_agreement.py test_random_play.py test_perfect_opening.py \
	test_last_shrink.py test_wide_boards.py test_stop.py) \
	-k "not conniption and not breakthrough and not ((limits or mcts or table) and (connect or nim)) \
	and not AgainNim and not Maze"

.PHONY: play chromium check test test-long test-peers test-kaggle playthroughs soak fuzz bench matches lint format clean

# Where nobody can answer, as in a pipe, the terminal's menu reads what is piped into it.
play: $(INSTALLED)
	@test ! -t 0 || { printf 'Play in the browser (Enter) or in the terminal (t)? '; read -r how; }; \
	if test -t 0 && test -z "$$how"; then exec $(BIN)/plyground serve; else exec $(BIN)/plyground play; fi

check: lint $(PAGE_TOOLS) chromium
	$(TESTING) -m "not compiles and not slow"

test: lint $(PAGE_TOOLS) chromium
	$(TESTING)
	NUMBA_BOUNDSCHECK=1 $(TESTING) tests/compiled $(SAME_KERNELS)
	NUMBA_DISABLE_JIT=1 $(TESTING) tests/interpreted

test-long: $(INSTALLED) $(PAGE_TOOLS) chromium
	PLYGROUND_LONG=1 $(TESTING)

test-peers: $(PEERS_INSTALLED)
	PLYGROUND_PEERS=1 $(TESTING) -m peers

test-kaggle: $(KAGGLE)/.installed
	$(KAGGLE)/bin/python -m tests.kaggle_episodes

playthroughs: $(INSTALLED)
	$(BIN)/python -m tests.playthroughs

soak: $(INSTALLED)
	$(BIN)/python -m tests.kills
	$(BIN)/python -m tests.soak

fuzz: $(INSTALLED)
	$(BIN)/python -m tests.fuzz

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(INSTALLED)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(BENCH_INSTALLED)
	$(BIN)/python -m benchmarks

matches: $(BENCH_INSTALLED)
	$(BIN)/python -m benchmarks random documents long longest resist

clean:
	rm -rf $(VENV) $(KAGGLE) node_modules src/plyground/web/modules .mypy_cache .ruff_cache .hypothesis .import_linter_cache

$(INSTALLED): pyproject.toml requirements.lock package-lock.json hatch_build.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Plyground needs Python 3.11 or newer: say make PYTHON=python3.12" >&2; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || \
		{ echo "no virtual environment could be made: install python3-venv" >&2; exit 2; }
	$(BIN)/pip install --quiet --disable-pip-version-check -c requirements.lock -e '.[dev]'
	@touch $@

# What checks the page; what it is made of comes with the package itself.
$(PAGE_TOOLS): $(INSTALLED) package-lock.json hatch_build.py
	$(BIN)/python hatch_build.py
	@touch $@

chromium:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
		{ test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq chromium; } || \
		{ echo "the page is tested in Chromium: install it with apt-get install chromium" >&2; exit 2; }

$(BENCH_INSTALLED) $(PEERS_INSTALLED): $(VENV)/.%-installed: $(INSTALLED)
	$(BIN)/pip install --quiet --disable-pip-version-check -c requirements.lock -e '.[dev,$*]'
	@touch $@

# ConnectX needs two of the thirty packages that kaggle-environments asks for, some in other versions
# than ours.
$(KAGGLE)/.installed: pyproject.toml requirements.lock
	$(PYTHON) -m venv $(KAGGLE)
	$(KAGGLE)/bin/pip install --quiet --disable-pip-version-check -c requirements.lock -e .
	$(KAGGLE)/bin/pip install --quiet --disable-pip-version-check --no-deps kaggle-environments==1.33.2
	$(KAGGLE)/bin/pip install --quiet --disable-pip-version-check jsonschema requests
	@touch $@
