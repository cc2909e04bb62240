# Everything runs in .venv, made here from the pinned versions of requirements.lock. JupyterLab, in
# which the lessons are tried too, is in .venv-lab: Voila must not find it beside itself. So is Dask.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SOAK ?= 2000
WORKERS ?= 2
# Who does what is spread: nothing for all cores, --jobs N, or --on ADDRESS of a Dask scheduler.
SPREAD ?=
LEARNERS ?= 30
COUNT ?= 150
GAME ?=

.PHONY: run test lint types units notebooks lessons golden mutants pictures figures bench soak clean

run: $(READY)
	$(BIN)/staffride serve

test: lint types units notebooks

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Staffride needs Python 3.11 or newer: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	@touch $@

# What only a server behind JupyterHub or on PostgreSQL needs, and their tests.
HUB_READY := $(VENV)/.hub-ready
$(HUB_READY): hub.lock $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r hub.lock
	@touch $@

LAB := .venv-lab
LAB_READY := $(LAB)/.ready
WHERE := import sysconfig; print(sysconfig.get_path("purelib"))

# It finds the rest in .venv.
$(LAB_READY): lab.lock cluster.lock $(READY)
	$(PYTHON) -m venv --without-pip $(LAB)
	$(BIN)/python -c '$(WHERE)' > "$$($(LAB)/bin/python -c '$(WHERE)')/staffride.pth"
	$(BIN)/python -m pip --python $(LAB)/bin/python install --quiet --disable-pip-version-check --no-deps --require-hashes -r lab.lock -r cluster.lock
	@touch $@

# JupyterHub's proxy, by npm; PostgreSQL and haproxy are the system's (Debian: postgresql, haproxy).
FRONT := .front
FRONT_READY := $(FRONT)/.ready
FILES := tutor/serving/front/package.json tutor/serving/front/package-lock.json

$(FRONT_READY): $(FILES)
	mkdir -p $(FRONT)
	cp $(FILES) $(FRONT)
	npm ci --prefix $(FRONT) --silent --no-audit --no-fund
	@touch $@

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

units: $(READY) $(LAB_READY) $(HUB_READY)
	$(BIN)/python -m tests.browser.chromium --install
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder tests

notebooks: $(READY)
	$(BIN)/python -m tutor.build --check
	$(BIN)/python -m pytest -p tests.notebooks -n $(WORKERS) --dist loadfile -p no:cacheprovider --nbval --nbval-current-env lessons

lessons: $(READY)
	$(BIN)/python -m tutor.build

# The golden games anew: what changed is said in words.
golden: $(READY)
	$(BIN)/python -m tests.golden $(GAME)

# Rules broken one at a time: make mutants GAME=holland44 COUNT=300, or AGAIN=--again for what survived.
mutants: $(READY)
	$(BIN)/python -m tests.mutants --count $(COUNT) $(SPREAD) $(AGAIN) $(GAME)

MAPS = holland44/market-garden stalingrad42/fall-blau victory-awaits/leningrad-map victory-awaits/smolensk-map victory-awaits/kiev-map
# The pictures of the README; class.png is a screen of tests/browser/test_class.py.
pictures: $(READY)
	$(BIN)/staffride render victory-awaits/drills/march --select 36M --point 1721 --size 30 --scale 1 -o lessons/pictures/reach.png
	$(BIN)/staffride render victory-awaits/drills/march --select 21 --point 1627 --show zoc-enemy --size 30 --scale 1 -o lessons/pictures/denied.png
	$(BIN)/staffride render victory-awaits/drills/concepts --show communication --theme dark --size 30 --scale 1 -o lessons/pictures/communication.png
	for map in $(MAPS); do \
	  file=scenarios/$$(dirname $$map)/boards/$$(basename $$map).toml; to=lessons/pictures/$$(basename $$map); \
	  $(BIN)/staffride render $$file --size 7 --scale 1 -o $$to.png; \
	  $(BIN)/staffride render $$file --size 7 --scale 1 --show origin -o $$to-origin.png; \
	done

# What the plans of Pavlov's House come to, by thousands of games: some minutes.
figures: $(READY)
	$(BIN)/python -m tutor.pages.figures $(SPREAD)

bench: $(READY)
	$(BIN)/staffride bench

# The long runs, of which `test` takes a sample.
soak: WORKERS = logical
soak: $(READY) $(LAB_READY) $(HUB_READY) $(FRONT_READY)
	$(BIN)/staffride play --games $(SOAK) --bot random $(SPREAD)
	$(BIN)/staffride play --games $(SOAK) --bot greedy --seed 100000 $(SPREAD)
	SOAK=$(SOAK) $(BIN)/python -m pytest -n $(WORKERS) tests/tutor/test_simulation.py tests/tutor/test_examples_page.py tests/engine/*/test_scenarios_use_rules.py tests/engine/test_previews.py tests/engine/zocbond/test_previews.py tests/engine/pavlovs_house/test_previews.py tests/engine/victory_awaits/test_against_reference.py tests/engine/conflict_of_heroes/test_previews.py tests/engine/conflict_of_heroes/test_sight.py
	STAFFRIDE_CORRUPTED=3000 STAFFRIDE_ODD=8 $(BIN)/python -m pytest -n $(WORKERS) tests/engine/test_arguments.py tests/engine/test_corrupted.py
	STAFFRIDE_TURN=1 $(BIN)/python -m pytest tests/browser/test_pavlovs_house.py
	STAFFRIDE_LESSONS=1 $(BIN)/python -m pytest -n $(WORKERS) tests/browser/test_lessons_*.py tests/browser/test_axe.py tests/browser/test_stage.py tests/browser/test_practice.py tests/browser/test_together.py tests/browser/test_elsewhere.py tests/browser/test_market_garden.py
	$(BIN)/staffride drills --check
	STAFFRIDE_PRACTICE=1 $(BIN)/python -m pytest -s tests/tutor/test_mastery.py
	STAFFRIDE_POSTGRES=1 $(BIN)/python -m pytest tests/tutor/test_servers.py tests/tutor/test_hosts.py
	STAFFRIDE_HUB=1 $(BIN)/python -m pytest tests/tutor/test_behind_a_hub.py
	$(BIN)/python -m tests.tutor.learners --learners $(LEARNERS)

clean:
	rm -rf $(VENV) $(LAB) $(FRONT) .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info build
