# The generator, the emulator and the unit tests. Every file of a room is found by its place, so a
# new file needs no line here.

ifeq ($(origin CC),default)
CC := $(if $(shell command -v gcc),gcc,$(if $(shell command -v clang),clang,cc))
endif
AR ?= ar
HOST_CC ?= $(CC)

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
CFLAGS ?= -O2 -g
SANITIZE ?=
# What is not set holds a pattern, where the compiler can (gcc 12, clang 8).
pattern_flag := -ftrivial-auto-var-init=pattern
pattern_flag := $(if $(SANITIZE),$(shell $(CC) $(pattern_flag) -fsyntax-only -x c /dev/null 2>/dev/null && echo $(pattern_flag)))
sanitize_flags := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer -DTCGEN_GUARD $(pattern_flag))
# The objects of tcgen also make the library that Python loads.
library_flags := -fPIC -fvisibility=hidden
compile_flags := -std=c11 $(WARNINGS) $(CFLAGS) $(CPPFLAGS) $(sanitize_flags)
link_flags := $(CFLAGS) $(sanitize_flags) $(LDFLAGS)

room_sources := $(sort $(wildcard generator/*/*.c))
main_sources := $(sort $(wildcard generator/*.c))
host_sources := $(sort $(wildcard include/tilecopy/host/*.c))
unit_tests := $(sort $(wildcard tests/unit/test_*.c))
unit_shared := $(sort $(filter-out $(unit_tests),$(wildcard tests/unit/*.c)))
mutation_tests := $(sort $(wildcard tests/mutation/test_*.c))
mutation_shared := $(sort $(filter-out $(mutation_tests),$(wildcard tests/mutation/*.c)))

object = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))
room_objects := $(call object,$(room_sources)) $(BUILD)/obj/prelude_text.o $(BUILD)/obj/runtime_items.o \
	$(BUILD)/obj/tensormap_text.o $(BUILD)/obj/kit_text.o $(BUILD)/obj/library_names.o \
	$(BUILD)/obj/diagnostics_text.o
main_objects := $(call object,generator/main.c)
run_objects := $(call object,$(filter-out generator/main.c,$(main_sources))) $(BUILD)/obj/runtime_text.o
host_objects := $(call object,$(host_sources))
unit_objects := $(call object,$(unit_tests) $(unit_shared) $(mutation_tests) $(mutation_shared))
unit_binaries := $(patsubst tests/%.c,$(BUILD)/tests/%,$(unit_tests) $(mutation_tests))

# What writes the primitives out of the rows of generator/primitives/.
rows_objects := $(call object,$(sort $(wildcard tools/rows/*.c)))

fuzz_objects := $(call object,tests/fuzz/driver.c)

.PHONY: tcgen emulator unit fuzz-driver
.SECONDARY: $(room_objects) $(run_objects) $(main_objects) $(host_objects) $(unit_objects) \
	$(fuzz_objects)

tcgen: $(BUILD)/tcgen
emulator: $(BUILD)/libtcemu.a
unit: $(unit_binaries)
fuzz-driver: $(BUILD)/tests/fuzz/driver

$(BUILD)/tcgen: $(main_objects) $(BUILD)/libtcgen.a
	@echo '  LD   $@'
	@$(CC) $(link_flags) -o $@ $^

# The whole of tcgen but its main: tcgen, the tests and the fuzzer's driver are made of it.
# Rebuilt from nothing: an object of a file that was removed must not stay in it.
$(BUILD)/libtcgen.a: $(room_objects) $(run_objects)
	@echo '  AR   $@'
	@rm -f $@ && $(AR) rcs $@ $^

# The same for Python: python/library.c says what it offers.
$(BUILD)/libtcgen.so: $(room_objects) $(run_objects) $(BUILD)/obj/python/library.o
	@echo '  LD   $@'
	@$(CC) $(link_flags) -shared -o $@ $^

$(BUILD)/obj/python/%.o: python/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CC) $(compile_flags) $(library_flags) -I. -MMD -MP -MF $(@:.o=.d) -c -o $@ $<

$(BUILD)/libtcemu.a: $(host_objects)
	@echo '  AR   $@'
	@rm -f $@ && $(AR) rcs $@ $^

$(BUILD)/tests/unit/%: $(BUILD)/obj/tests/unit/%.o $(call object,$(unit_shared)) \
		$(BUILD)/libtcgen.a
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(link_flags) -o $@ $^ -lm -pthread

$(BUILD)/tests/mutation/%: $(BUILD)/obj/tests/mutation/%.o \
		$(call object,$(unit_shared) $(mutation_shared)) $(BUILD)/libtcgen.a
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(link_flags) -o $@ $^ -lm -pthread

$(BUILD)/rows: $(rows_objects)
	@echo '  LD   $@'
	@$(HOST_CC) -o $@ $^

$(BUILD)/tests/fuzz/driver: $(fuzz_objects) $(BUILD)/libtcgen.a
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(link_flags) -o $@ $^

$(BUILD)/obj/generator/%.o: generator/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CC) $(compile_flags) $(library_flags) -MMD -MP -MF $(@:.o=.d) -c -o $@ $<

# These run while the rest is built: by HOST_CC, without the flags that are for the products.
$(BUILD)/obj/tools/%.o: tools/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(HOST_CC) -std=c11 $(WARNINGS) -O1 -MMD -MP -MF $(@:.o=.d) -c -o $@ $<

$(BUILD)/obj/include/tilecopy/%.o: include/tilecopy/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CC) $(compile_flags) -Iinclude -pthread -MMD -MP -MF $(@:.o=.d) -c -o $@ $<

# A test runs once: optimising a file takes 0.3 s longer than compiling it, and saves less.
$(BUILD)/obj/tests/%.o: tests/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CC) $(compile_flags) $(if $(SANITIZE),,-O0) -I. -Igenerator -Iinclude -MMD -MP -MF $(@:.o=.d) -c -o $@ $<

# Another compiler or other flags rebuild everything.
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(compile_flags) | $(library_flags) | $(link_flags) | $(HOST_CC)' | cmp -s - $@ || \
		echo '$(CC) $(compile_flags) | $(library_flags) | $(link_flags) | $(HOST_CC)' > $@

embed := $(BUILD)/embed
embed_objects := $(call object,$(sort $(wildcard tools/embed/*.c)))
all_headers := $(sort $(wildcard include/tilecopy/*.h include/tilecopy/host/*.h))

$(embed): $(embed_objects)
	@echo '  LD   $@'
	@$(HOST_CC) -o $@ $^

# The primitives as one text, which tcgen carries for --single-file.
$(BUILD)/obj/runtime_text.c: $(embed) $(all_headers)
	@echo '  GEN  $@'
	@$(embed) text $@ runtime_text include/tilecopy/tilecopy.h

# What makes tensor maps on the host; config.h stands before it in a single file.
$(BUILD)/obj/tensormap_text.c: $(embed) include/tilecopy/tensormap.h
	@echo '  GEN  $@'
	@$(embed) text $@ tensormap_text include/tilecopy/tensormap.h include/tilecopy/config.h

# The same cut into items, which say what they define and use.
$(BUILD)/obj/runtime_items.c: $(embed) $(all_headers)
	@echo '  GEN  $@'
	@$(embed) items $@ include

# The named layouts that every description begins with.
$(BUILD)/obj/prelude_text.c: $(embed) generator/prelude.tc
	@echo '  GEN  $@'
	@$(embed) text $@ prelude_text generator/prelude.tc

# The ready-made kit, whose names `tcgen scan` knows.
$(BUILD)/obj/kit_text.c: $(embed) generator/kit.tc
	@echo '  GEN  $@'
	@$(embed) text $@ kit_text generator/kit.tc

# What `tcgen explain E_ID` says.
$(BUILD)/obj/diagnostics_text.c: $(embed) docs/diagnostics.md
	@echo '  GEN  $@'
	@$(embed) text $@ diagnostics_text docs/diagnostics.md

# What include/tilecopy defines, which it does not take for calls.
$(BUILD)/obj/library_names.c: $(embed) $(all_headers)
	@echo '  GEN  $@'
	@$(embed) names $@ $(all_headers)

$(BUILD)/obj/runtime_items.o $(BUILD)/obj/library_names.o: $(BUILD)/obj/%.o: $(BUILD)/obj/%.c $(BUILD)/flags generator/tell/runtime.h
	@echo '  CC   $<'
	@$(CC) $(compile_flags) $(library_flags) -I. -c -o $@ $<

$(BUILD)/obj/%_text.o: $(BUILD)/obj/%_text.c $(BUILD)/flags
	@echo '  CC   $<'
	@$(CC) $(compile_flags) $(library_flags) -c -o $@ $<

-include $(patsubst %.o,%.d,$(room_objects) $(run_objects) $(main_objects) $(host_objects) $(unit_objects) $(fuzz_objects) $(rows_objects) $(embed_objects)) $(BUILD)/obj/python/library.d
