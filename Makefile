# make run     install into .venv, open quizterm    (make run ARGS="review --plain" runs another command)
# make test    install the test extras, run the tests    (make test ARGS="tests/unit/cli -x" runs some)
# make exercises  prove every exercise on twenty seeds and other right answers on ten, beside what make test does (minutes)
# make mutants  change every solution by machine, see which changes no experiment notices, write exercises/MUTANTS.md (long)
# make attacks  run every hostile program against every configuration of the sandbox (minutes)
# make durability  kill a learner at 300 random instants, see that nothing is lost (a minute)
# make check   ruff, mypy, import-linter
# make pictures  draw the README's pictures anew
# make bench   measure, print one JSON object
# make clean   remove .venv and everything else that was made here
#
# PYTHON=python3.12 chooses the Python that .venv is made from; PIP_FLAGS is passed to pip.

VENV := .venv
BIN := $(VENV)/bin
INSTALL = $(BIN)/python -m pip install --quiet $(PIP_FLAGS) --constraint constraints.txt --editable
PACKAGING := pyproject.toml constraints.txt

.PHONY: run test exercises mutants attacks durability check pictures bench clean

run: $(VENV)/installed
	@$(BIN)/quizterm $(ARGS)

test: $(VENV)/installed-test
	$(BIN)/python -m pytest -n auto --maxprocesses 4 $(ARGS)

exercises: $(VENV)/installed-test
	$(BIN)/python -m pytest -n 2 --dist loadgroup tests/course -m slow $(ARGS)

mutants: $(VENV)/installed-test
	$(BIN)/python -m tests.mutation --workers 2 --report $(ARGS)

attacks: $(VENV)/installed-test
	$(BIN)/python -m pytest tests/attacks -m 'slow or not slow' $(ARGS)

durability: $(VENV)/installed-test
	$(BIN)/python -m pytest tests/durability -m 'slow or not slow' $(ARGS)

check: $(VENV)/installed-check
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --strict
	$(BIN)/lint-imports

pictures: $(VENV)/installed-test
	$(BIN)/python -m tests.pictures

bench: $(VENV)/installed-test
	@$(BIN)/python -m tests.benchmarks $(ARGS)

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find quizterm content exercises tests -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/installed: $(VENV)/made $(PACKAGING)
	@echo "Installing quizterm into $(VENV) (torch is large: the first time takes a while)"
	@$(INSTALL) .
	@touch $@

$(VENV)/installed-test: $(VENV)/installed
	@$(INSTALL) '.[test]'
	@touch $@

$(VENV)/installed-check: $(VENV)/installed-test
	@$(INSTALL) '.[test,check]'
	@touch $@

# The first of the machine's Pythons that quizterm supports and that can make an environment with pip.
$(VENV)/made:
	@for python in $(or $(PYTHON),python3 python3.11 python3.12 python3.13 python3.14); do \
		if $$python -c 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null; then \
			$$python -m venv --clear $(VENV) && touch $@ && exit 0; \
			exit 1; \
		fi; \
	done; \
	echo "No Python 3.11 to 3.14 with venv and ensurepip found; name one: make PYTHON=/path/to/python3.11 (Debian: apt install python3-venv)" >&2; \
	exit 1
