# Tests, benchmarks and checks of the source. What they need beyond a compiler is found or installed
# under $(BUILD) by tools/setup.py; a test that lacks its tool is skipped with the reason.

SUITES ?=
SECONDS ?= 60
SEED ?=
PEERS ?=
BASE ?=

.PHONY: tools
tools:
	@$(PYTHON) tools/setup.py --build $(BUILD)

demo: all emulator tools
	@$(PYTHON) tools/demo.py --build $(BUILD)

# Not `all`: a committed header that is stale must be found, not regenerated.
check: tcgen emulator unit fuzz-driver $(BUILD)/rows tools
	@$(PYTHON) tests/run.py --build $(BUILD) --jobs $(JOBS) $(SUITES)

# All cells of every suite and many more random cases: before an issue is called resolved.
check-long: tcgen emulator unit fuzz-driver $(BUILD)/rows tools
	@$(PYTHON) tests/run.py --build $(BUILD) --jobs $(JOBS) --long $(SUITES)

# The same tools from wheels, as on a machine without a CUDA installation: one header through every
# compiler, and all that looks at machine code.
hidden_tools := nvcc,nvrtc,cuobjdump,nvdisasm,clang_format
check-bare: tcgen emulator
	@mkdir -p $(BUILD)/bare && cp $(BUILD)/tcgen $(BUILD)/libtcemu.a $(BUILD)/bare/
	@TCGEN_HIDE=$(hidden_tools) $(PYTHON) tools/setup.py --build $(BUILD)/bare --list
	@TCGEN_HIDE=$(hidden_tools) $(PYTHON) tests/bare.py --build $(BUILD)/bare

gallery: tcgen
	@$(PYTHON) tools/gallery.py $(BUILD)/tcgen $(BUILD)/gallery.html
	@echo '  open $(BUILD)/gallery.html'

device-check: all emulator tools
	@$(PYTHON) tools/device.py --build $(BUILD) tests/device/run.py

device-bench: all emulator tools
	@$(PYTHON) tools/device.py --build $(BUILD) bench/device_streams.py
	@$(PYTHON) tools/device.py --build $(BUILD) bench/device_examples.py
	@$(PYTHON) tools/device.py --build $(BUILD) bench/wavefronts.py
	@$(PYTHON) tools/device.py --build $(BUILD) bench/sanitizer.py

device-costs: tools
	@$(PYTHON) bench/costs.py --build $(BUILD)

bench: all tools
	@$(PYTHON) bench/run.py --build $(BUILD) $(if $(PEERS),--get) $(if $(BASE),--base $(BASE))

fuzz: all fuzz-driver
	@$(PYTHON) tests/fuzz/run.py --build $(BUILD) --seconds $(SECONDS) \
		$(if $(SEED),--seed $(SEED),--random)

# One change of the source at a time against the suites; AGAIN=STATE.jsonl judges its survivors once more.
COUNT ?= 400
AGAIN ?=
mutants: tools
	@$(PYTHON) tools/mutants.py --build $(BUILD) --jobs $(JOBS) \
		$(if $(AGAIN),--again $(AGAIN),--count $(COUNT) --seed $(or $(SEED),1))

lint: tools
	@$(PYTHON) tests/lint/run.py --build $(BUILD)
	@$(PYTHON) tools/hand_lines.py

format: tools
	@$(PYTHON) tests/lint/run.py --build $(BUILD) --format

coverage: tools
	@$(PYTHON) tools/coverage.py --build $(BUILD)

# Installed tools stay: getting them again takes a network.
clean:
	@echo '  RM   $(BUILD)'
	@test ! -d $(BUILD) || find $(BUILD) -mindepth 1 -maxdepth 1 \
		! -name venv ! -name site -exec rm -rf {} +
