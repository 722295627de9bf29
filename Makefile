# make run    a wheel spins, wagers are settled, a log is pulled and proven; sets everything up first
# make test   the tests, on CPython and on MicroPython; sets everything up first
# make uf2 BASE=official.uf2 [SETTINGS=table.json] [OUT=table.uf2]   MicroPython and the table in one image, for a first flash
# make bench-pico PICO_UF2=official.uf2   the tests on an emulated Pico, with the numbers that they measure
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STUBS := micropython-rp2-rpi-pico-stubs==1.29.0.post1

.PHONY: run test bench bench-pico uf2 lint setup clean

run: setup
	$(BIN)/python -m host_tools.demo tests/traces

test: setup
	$(BIN)/python -m pytest -n 2 --dist loadfile

bench: setup
	BENCH=1 $(BIN)/python -m pytest -n 2 --dist loadfile

bench-pico: setup
	BENCH=1 PICO_REQUIRED=1 $(BIN)/python -m pytest -n 2 --dist loadfile tests/pico

uf2: setup
	$(BIN)/python -m host_tools.first_image $(BASE) $(or $(OUT),table.uf2) $(if $(SETTINGS),--settings $(SETTINGS))

lint: setup typings/.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/pyright --pythonplatform Windows host_tools/*.py host_tools/commands host_tools/simulator
	$(BIN)/pyright --project firmware

setup: $(VENV)/.done

$(VENV)/.done: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, not " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@$(BIN)/python -c 'from host_tools.micropython import interpreter; print("MicroPython:", interpreter())'
	@touch $@

typings/.done: Makefile
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade --target typings $(STUBS)
	@touch $@

clean:
	rm -rf $(VENV) typings build dist .pytest_cache .ruff_cache
