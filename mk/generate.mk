# Generated headers that are committed: the kit, and one beside each description of an example.
# examples/NAME/X.tc gives examples/NAME/X_gen.h. tcgen leaves an equal file alone, so a stamp
# carries the time.

# The primitives that are rows: text in include/tilecopy/, committed. `make` does not need it.
rows: $(BUILD)/rows $(BUILD)/embed tools
	@$(PYTHON) tools/make_rows.py --build $(BUILD)

kit_header := include/tilecopy_gen.h
kit_source := $(wildcard generator/kit.tc)
example_sources := $(sort $(wildcard examples/*/*.tc))
example_headers := $(example_sources:.tc=_gen.h)

gen_stamps := $(if $(kit_source),$(BUILD)/gen/kit.stamp) \
	$(patsubst %.tc,$(BUILD)/gen/%.stamp,$(example_sources))

gen: $(if $(main_sources),$(gen_stamps))

$(BUILD)/gen/kit.stamp: generator/kit.tc $(BUILD)/tcgen
	@mkdir -p $(@D)
	@echo '  TC   $(kit_header)'
	@$(BUILD)/tcgen -Werror=not-proven -o $(kit_header) -I generator generator/kit.tc
	@touch $@

$(BUILD)/gen/examples/%.stamp: examples/%.tc $(BUILD)/tcgen
	@mkdir -p $(@D)
	@echo '  TC   examples/$*_gen.h'
	@$(BUILD)/tcgen -Werror=not-proven -o examples/$*_gen.h -I generator examples/$*.tc
	@touch $@
