# TileCopy. `make help` lists the targets. Building and installing takes a C compiler and make; tests take python3 too.
# Products go under $(BUILD); a second build with other flags is `make BUILD=build/asan SANITIZE=...`.

VERSION := $(shell cat VERSION)
BUILD ?= build
PREFIX ?= /usr/local
PYTHON ?= python3
JOBS ?= 2
# No __pycache__ folders in the tree.
export PYTHONDONTWRITEBYTECODE := 1

# One goal is made with $(JOBS) jobs unless make was told otherwise; of several each waits for the one before.
ifeq ($(filter -j%,$(MAKEFLAGS))$(word 2,$(MAKECMDGOALS)),)
MAKEFLAGS += -j$(JOBS)
endif

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: all gen rows demo gallery check check-long check-bare device-check device-bench device-costs bench fuzz mutants lint format \
	coverage install uninstall package dist clean help FORCE

include mk/compile.mk
include mk/generate.mk
include mk/tests.mk
include mk/install.mk

all: tcgen gen

# What scripts rely on; the recipes are in mk/tests.mk and mk/install.mk.
demo gallery check check-long check-bare device-check device-bench device-costs bench fuzz mutants lint format coverage \
	install uninstall package dist:

help:
	@echo 'make               build $(BUILD)/tcgen, regenerate the kit and the headers of the examples'
	@echo 'make gen           only regenerate those headers'
	@echo 'make rows          write the primitives of include/tilecopy/ anew from the rows of generator/primitives/'
	@echo 'make demo          generate, compile, run and explain an example (installs missing tools under $(BUILD))'
	@echo 'make gallery       $(BUILD)/gallery.html: pictures of all layouts, variants and examples, in one file'
	@echo 'make check         all tests that need no GPU; SUITES="unit golden" runs only these'
	@echo 'make check-long    the same with all cells and many more random cases, for hours'
	@echo 'make check-bare    what needs CUDA tools, with those of PyPI instead of this machine'
	@echo 'make device-check  the tests that need a GPU'
	@echo 'make device-bench  the benchmarks that need a GPU'
	@echo 'make device-costs  what syncs and register instructions cost there, for generator/primitives/'
	@echo 'make bench         generator time, compile time, SASS; PEERS=1 gets the peers, BASE=COMMIT compares'
	@echo 'make fuzz          mutated and valid random descriptions; SECONDS=60, SEED= repeats one'
	@echo 'make mutants       one change of the source at a time against the suites; COUNT=400 SEED=1 JOBS=$(JOBS)'
	@echo 'make lint          rooms, names, sizes, versions, clang-format'
	@echo 'make format        clang-format over every C file that is written by hand'
	@echo 'make coverage      line coverage of the generator by the tests'
	@echo 'make install       into PREFIX=$(PREFIX), below DESTDIR='
	@echo 'make uninstall     removes what install put there'
	@echo 'make package       $(BUILD)/package, the Python package; pip install . makes a wheel of it'
	@echo 'make dist          $(BUILD)/tilecopy-$(VERSION).tar.gz'
	@echo 'make clean         removes $(BUILD)/ but the tools that were installed there'
