# `make demo` sets up and runs the main job on the samples; `make test` sets up and passes the tests. CI runs the same.
CACHE  := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/handlab
PYTHON ?= python3
VENV   ?= .venv
POLARS_FLOOR := $(shell sed -n 's/.*"polars>=\([0-9.]*\)".*/\1/p' pyproject.toml)
BIN    := $(VENV)/bin

# Compiled dependencies stay outside the checkout: a second checkout need not compile them again.
export CARGO_TARGET_DIR ?= $(CACHE)/target
# Without a fixed description of Python, another virtual environment, or cargo beside maturin, would compile pyo3 and the
# plugin again.
export PYO3_CONFIG_FILE := $(CACHE)/pyo3-config.txt

.PHONY: demo test fuzz mutations test-rust test-slow test-python test-floor lint docs bench bench-quick golden dialects convert pictures samples \
	setup clean

demo: setup
	$(BIN)/handlab demo

test: lint test-rust $(if $(CI),mutations) test-python $(if $(CI),test-floor)

# CI also runs what takes more than seconds: every hand of seven cards, and the like.
test-rust: $(PYO3_CONFIG_FILE)
	cargo test --workspace --exclude handlab-polars --quiet $(if $(CI),-- --include-ignored)

test-slow: $(PYO3_CONFIG_FILE)
	cargo test --workspace --exclude handlab-polars --quiet -- --ignored

# What any bytes must not break, for the samples and for as many mutations of them as take two minutes: the same ones everywhere.
MUTATIONS ?= 1000000
mutations: export CARGO_TARGET_DIR := $(CACHE)/mutations
mutations:
	cargo build --quiet --release --manifest-path crates/handlab-dialects/fuzz/Cargo.toml
	for target in batch framing; do \
		$(CACHE)/mutations/release/$$target --mutations $(MUTATIONS) tests/corpus/*/* || exit 1; \
	done

# The same with a fuzzer, which learns from what it runs: two runs differ even with one seed, so what it finds is looked for by
# hand and not in CI. The flags are those of cargo-fuzz without a sanitizer, which stable Rust has; what is found goes to the
# first folder, a new one.
FUZZ_RUNS ?= 20000
FUZZ_FLAGS := --cfg fuzzing -Cpasses=sancov-module -Cdebug-assertions -Ccodegen-units=1 \
	$(addprefix -Cllvm-args=-sanitizer-coverage-,level=4 inline-8bit-counters pc-table trace-compares)
FUZZ_TARGET := x86_64-unknown-linux-gnu
fuzz: export CARGO_TARGET_DIR := $(CACHE)/fuzz
fuzz: export RUSTFLAGS := $(FUZZ_FLAGS)
fuzz:
	cargo build --quiet --release --features libfuzzer --target $(FUZZ_TARGET) --manifest-path crates/handlab-dialects/fuzz/Cargo.toml
	for target in batch framing; do \
		$(CACHE)/fuzz/$(FUZZ_TARGET)/release/$$target -runs=$(FUZZ_RUNS) -timeout=20 -rss_limit_mb=2048 \
			-verbosity=0 -artifact_prefix=$(CACHE)/fuzz/ "$$(mktemp -d)" tests/corpus/*/ || exit 1; \
	done

test-python: setup
	$(BIN)/pytest -n 2 -q --doctest-modules handlab tests README.md sql/README.md docs

# Once more with the lowest Polars that pyproject.toml claims: in CI what hands frames to the plugin and takes them back, which
# takes seconds, else more. The environment is kept, so that only the first run downloads it.
FLOOR_OF_CI := test_plugin test_plugin_inputs test_plugin_messages test_functions test_frames test_hand_tables test_streaming \
	test_schema_matches_native
FLOOR_TESTS ?= $(if $(CI),$(FLOOR_OF_CI:%=tests/unit/%.py),tests/unit tests/sql)
test-floor: setup
	$(PYTHON) -m venv $(CACHE)/floor
	$(CACHE)/floor/bin/pip install --quiet --upgrade "pip>=25.1"
	$(CACHE)/floor/bin/pip install --quiet --group dev --editable . "polars==$(POLARS_FLOOR)"
	rm -rf handlab/_sql handlab/_data
	$(CACHE)/floor/bin/pytest -n 2 -q $(FLOOR_TESTS)

lint: setup docs
	cargo fmt --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/sqlfluff lint sql

# The site of the documentation, in target/site; a warning is an error.
docs: setup
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

bench: setup
	$(BIN)/python bench/ingest.py --record
	$(BIN)/python bench/compact.py --record
	$(BIN)/python bench/fill.py --record
	$(BIN)/python bench/parse.py --record
	$(BIN)/python bench/dialects.py --record
	$(BIN)/python bench/equity.py --record
	$(BIN)/python bench/pots.py --record
	$(BIN)/python bench/evaluate.py --record
	cargo bench --workspace --exclude handlab-polars --quiet
	$(BIN)/python bench/history.py

# A minute or two: the same measurements on fewer rows, without other evaluators.
bench-quick: setup
	$(BIN)/python bench/ingest.py --hands 50000 --runs 1 --whole --record
	$(BIN)/python bench/compact.py --hands 50000 --runs 3 --record
	$(BIN)/python bench/fill.py --runs 5 --record
	$(BIN)/python bench/equity.py --runs 1 --peers none --record
	$(BIN)/python bench/pots.py --rows 1000000 --runs 1 --record
	$(BIN)/python bench/history.py

golden: setup
	UPDATE_GOLDEN=1 cargo test --workspace --exclude handlab-polars --quiet
	$(BIN)/pytest -q --update-golden

# Prints docs/dialects.md from the registry and the real logs, in a minute.
dialects: setup
	$(BIN)/python docs/dialects.py > docs/dialects.md

# Draws the pictures of README from the samples, with Chromium.
pictures: setup
	$(BIN)/python docs/pictures.py

# Prints docs/convert.md from what each format lacks and the real logs, in a minute.
convert: setup
	$(BIN)/python docs/convert.py > docs/convert.md

samples: setup
	$(BIN)/python -c "from pathlib import Path; from handlab import _handlab; [Path('data/samples/pokerstars', name).write_bytes(text.encode()) for name, text in _handlab.sample_texts()]"

# The plugin is built in one profile everywhere. Re-run when a source changed.
setup: $(VENV)/.installed

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

SOURCES := $(shell find crates sql -name '*.rs' -o -name '*.toml' -o -name '*.sql') pyproject.toml Cargo.toml Cargo.lock

$(PYO3_CONFIG_FILE):
	mkdir -p $(@D)
	printf 'implementation=CPython\nversion=3.11\nshared=true\npointer_width=64\n' > $@

$(VENV)/.installed: $(VENV)/bin/python $(PYO3_CONFIG_FILE) $(SOURCES)
	$(BIN)/pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/pip install --quiet --group dev
	$(BIN)/pip install --quiet --editable .
# The checkout's own sql/ and data/ are used; a wheel would find these in its way.
	rm -rf handlab/_sql handlab/_data
	touch $@

clean:
	rm -rf $(VENV) data/lake
