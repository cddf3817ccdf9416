# 两条命令 / the two commands:  make run   make test
.PHONY: run test install lint test-train soak bench clean

PY := .venv/bin/python
ROOMS := engine table_io vision ui companion models
SEED ?= 7
DEALS ?= 0

install: .venv/.installed

.venv/.installed: pyproject.toml scripts/install.sh
	@./scripts/install.sh

# The live screen on the virtual table; without a display the terminal view.
run: install
	@$(PY) -m companion run --table virtual --answers table --seed $(SEED) $(if $(filter-out 0,$(DEALS)),--deals $(DEALS))

# One process for each core, a file's tests in one of them: Kivy has one window in each.
test: install lint
	$(PY) -m pytest -n auto --maxprocesses 4 --dist loadfile --cov --cov-report=term

lint: install
	$(PY) -m ruff check .
	$(PY) -m mypy
	.venv/bin/lint-imports --no-logo

# Needs the extra `train` (torch, ultralytics): pip install -e '.[train]'
test-train: install
	$(PY) -m pytest tests/train

# Random legal play by the thousand.
soak: install
	$(PY) -m tests.soak

bench: install
	$(PY) -m companion bench

clean:
	rm -rf .venv build dist out runs *.egg-info
