# Everything happens in .venv and build/; `make clean` removes both. A stamp file stands for a step that is
# done, so a second run repeats only what changed.
PYTHON ?= python3

BIN := .venv/bin
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check
ASAN := build/asan
TSAN := build/tsan

# Stamps: the environment with what it takes to build, playout in it in editable mode, what testing takes, the browser
# and the wheel.
TOOLS := .venv/.tools
PACKAGE := .venv/.package
DEV := .venv/.dev
BROWSER := .venv/.browser
WHEEL := build/wheel/.built

# Folders count as well: their time tells of a file that is gone.
CORE := CMakeLists.txt pyproject.toml $(shell find cpp src/playout/include -not -path 'cpp/tests*')
CPP_FILES := $(shell find cpp -name '*.[ch]pp')

.PHONY: help demo test lint docs browser pytest cpptest sanitize versions lab-smoke bench stub format clean
.DELETE_ON_ERROR:

help: ## say what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(PACKAGE) ## build, and watch a short game; ends with a picture
	@echo "== demo"
	@$(BIN)/python examples/demo.py

# Two at a time: much of each waits for one thing or another. `sanitize` runs the tests of `cpptest`. Those that use
# all cores come last, so that none is idle at the end.
test: $(PACKAGE) ## all of lint, docs, browser, pytest, sanitize, versions and lab-smoke
	@$(MAKE) --no-print-directory -j2 --output-sync=line lint docs browser pytest sanitize versions lab-smoke
	@echo "== all passed"

lint: $(PACKAGE) $(DEV) ## style and types: ruff, mypy --strict, clang-format
	@echo "== ruff"
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@echo "== clang-format"
	@$(BIN)/clang-format --dry-run --Werror $(CPP_FILES)
	@echo "== mypy"
	@$(BIN)/mypy

pytest: $(PACKAGE) $(DEV) ## Python tests, docstring and README examples, stub drift
	@echo "== pytest"
	@$(BIN)/python -m pytest -q -n auto --dist loadgroup --ignore=tests/browser

docs: $(PACKAGE) $(DEV) ## the documentation as a site, in build/site; a broken link is an error
	@echo "== documentation"
	@$(BIN)/python -m sphinx -q -W --keep-going -d build/site-cache -c docs/site . build/site || \
		{ rm -rf build/site-cache; exit 1; } # a page that is kept would not be read, and not warn, again

browser: $(PACKAGE) $(BROWSER) docs ## the page and the site, in a real browser
	@echo "== browser tests"
	@$(BIN)/python -m pytest -q tests/browser

cpptest: $(PACKAGE) ## C++ tests, without sanitizers
	@echo "== C++ tests"
	@tools/cpp_tests.sh $(BIN)/cmake build/release playout_tests
	@tools/cpp_tests.sh $(BIN)/cmake build/release playout_thread_tests

sanitize: $(PACKAGE) $(ASAN)/.configured $(TSAN)/.configured $(DEV) ## C++ tests and Python fuzz tests under sanitizers
	@echo "== C++ tests with sanitizers"
	@tools/cpp_tests.sh $(BIN)/cmake $(ASAN) playout_tests
	@echo "== threads with the thread sanitizer"
	@tools/cpp_tests.sh $(BIN)/cmake $(TSAN) playout_thread_tests
	@echo "== fuzz tests with sanitizers"
	@MAKEFLAGS= $(BIN)/cmake --build $(ASAN) --target _core -- --quiet
	@tools/sanitized_fuzz.sh $(BIN)/python $(ASAN)

versions: $(WHEEL) ## Python tests of the wheel on the other Python versions found
	@tools/version_tests.sh $(BIN)/python build

lab-smoke: $(PACKAGE) $(DEV) ## every experiment of the papers, a trial or two of each
	@echo "== experiments"
	@rm -rf build/lab && mkdir -p build/lab
	@$(BIN)/playout lab run --scale smoke --store build/lab/smoke.sqlite
	@$(BIN)/playout lab report --store build/lab/smoke.sqlite --out build/lab/pages

bench: $(PACKAGE) $(DEV) ## speed, against OpenSpiel
	@$(BIN)/python benchmarks/run.py

stub: $(PACKAGE) $(DEV) ## write src/playout/_core.pyi anew
	@$(BIN)/python -m nanobind.stubgen -q -m playout._core -o src/playout/_core.pyi

format: $(DEV) ## format all code in place
	@$(BIN)/ruff check --quiet --fix-only
	@$(BIN)/ruff format --quiet
	@$(BIN)/clang-format -i $(CPP_FILES)

clean: ## remove all that make made
	rm -rf .venv build

$(TOOLS): pyproject.toml tools/requirements.py
	@echo "== making .venv"
	@$(PYTHON) -c 'import sys; sys.exit("playout needs Python 3.11 or later" if sys.version_info < (3, 11) else 0)'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python tools/requirements.py build | $(PIP) install -r /dev/stdin
	@touch $@

$(PACKAGE): $(TOOLS) $(CORE)
	@echo "== building playout"
	@$(PIP) install --no-build-isolation --config-settings=build-dir=build/release -e .
	@touch $@

$(DEV): $(TOOLS)
	@echo "== installing the test tools"
	@$(BIN)/python tools/requirements.py dev | $(PIP) install -r /dev/stdin
	@touch $@

$(BROWSER): $(DEV) tools/chromium.py
	@echo "== fetching a browser"
	@$(BIN)/python tools/chromium.py
	@touch $@

# From the objects of $(PACKAGE), so that nothing is compiled.
$(WHEEL): $(PACKAGE) $(shell find src -not -path '*__pycache__*')
	@echo "== packing a wheel"
	@rm -rf build/wheel
	@$(PIP) wheel --no-build-isolation --no-deps --config-settings=build-dir=build/release -w build/wheel .
	@touch $@

# A warning is an error here, and not in a user's build: another compiler may have other opinions. Not for this machine
# alone, as wheels are that are published: so this code path is tested too.
$(ASAN)/.configured: SANITIZER := PLAYOUT_SANITIZE
$(TSAN)/.configured: SANITIZER := PLAYOUT_THREAD_SANITIZE
$(ASAN)/.configured $(TSAN)/.configured: $(TOOLS)
	@$(BIN)/cmake -S . -B $(@D) -G Ninja -D$(SANITIZER)=ON -DPLAYOUT_NATIVE=OFF -DCMAKE_BUILD_TYPE=Debug \
		-DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python \
		-Dnanobind_ROOT=$$($(BIN)/python -m nanobind --cmake_dir) -DCMAKE_COMPILE_WARNING_AS_ERROR=ON >/dev/null
	@touch $@
