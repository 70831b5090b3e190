# The tool, the headers, the emulator, the files for CMake and pkg-config, the manual page; cmake/install.cmake
# installs the same. tilecopy.pc is for programs on a GPU, which link nothing; tilecopy-emu.pc adds the emulator.

# Quoted where they are used: PREFIX may have a space in its name.
bindir = $(DESTDIR)$(PREFIX)/bin
libdir = $(DESTDIR)$(PREFIX)/lib
includedir = $(DESTDIR)$(PREFIX)/include
datadir = $(DESTDIR)$(PREFIX)/share
cmakedir = $(libdir)/cmake/TileCopy
device_headers := $(sort $(wildcard include/tilecopy/*.h))
host_headers := $(sort $(wildcard include/tilecopy/host/*.h))
manual := $(wildcard docs/tcgen.1)
cuda_headers := $(sort $(wildcard include/tilecopy/host/cuda/*.h))
cuda_shims := $(sort $(shell find include/tilecopy/host/cuda/shim -type f))
tcemu_parts := tools/cuda_run.py tools/cuda_source.py tools/cuda_arch.py tools/cuda_asm.py tools/cuda_report.py \
	tools/cuda_orders.py
packages := tilecopy.pc tilecopy-emu.pc
cmake_files := cmake/TileCopy.cmake cmake/TileCopyConfig.cmake
shared_files := $(wildcard generator/prelude.tc generator/kit.tc examples/timing.h)
# The file of the tree with the version filled in.
versioned = sed -e 's|@VERSION@|$(VERSION)|' $(1).in > '$(2)' && chmod 644 '$(2)'

install: tcgen emulator
	@echo '  INSTALL $(DESTDIR)$(PREFIX)'
	@mkdir -p '$(bindir)' '$(libdir)/pkgconfig' '$(cmakedir)' '$(includedir)/tilecopy/host' '$(datadir)/tilecopy'
	@install -m 755 $(BUILD)/tcgen '$(bindir)/tcgen'
	@install -m 644 $(device_headers) '$(includedir)/tilecopy/'
	@$(if $(host_headers),install -m 644 $(host_headers) '$(includedir)/tilecopy/host/')
	@for header in $(cuda_headers) $(cuda_shims); do \
		install -D -m 644 $$header '$(DESTDIR)$(PREFIX)/'$$header || exit 1; \
	done
	@install -m 755 tools/tcemu '$(bindir)/tcemu'
	@install -m 644 $(tcemu_parts) '$(datadir)/tilecopy/'
	@$(if $(wildcard $(kit_header)),install -m 644 $(kit_header) '$(includedir)/')
	@$(if $(shared_files),install -m 644 $(shared_files) '$(datadir)/tilecopy/')
	@install -m 644 $(BUILD)/libtcemu.a '$(libdir)/libtcemu.a'
	@$(foreach name,$(packages),$(call versioned,$(name),$(libdir)/pkgconfig/$(name)) && )true
	@install -m 644 $(cmake_files) '$(cmakedir)/'
	@$(call versioned,cmake/TileCopyConfigVersion.cmake,$(cmakedir)/TileCopyConfigVersion.cmake)
	@$(if $(manual),mkdir -p '$(datadir)/man/man1' && \
		install -m 644 $(manual) '$(datadir)/man/man1/tcgen.1')

uninstall:
	@echo '  UNINSTALL $(DESTDIR)$(PREFIX)'
	@rm -f '$(bindir)/tcgen' '$(bindir)/tcemu' '$(libdir)/libtcemu.a'
	@$(foreach name,$(packages),rm -f '$(libdir)/pkgconfig/$(name)' && )true
	@rm -f '$(includedir)/tilecopy_gen.h' '$(datadir)/man/man1/tcgen.1'
	@rm -rf '$(includedir)/tilecopy' '$(datadir)/tilecopy' '$(cmakedir)'

# The Python package, with an installation inside; setup.py takes it into a wheel. It also works where it is:
# PYTHONPATH=$(BUILD)/package.
package := $(BUILD)/package/tilecopy
package: override PREFIX := $(abspath $(package))/prefix
package: override DESTDIR :=
package: $(BUILD)/libtcgen.so install
	@cp python/tilecopy/*.py $(BUILD)/libtcgen.so $(package)/

# From git when there is a repository, so that no product slips in; the time is the commit's.
dist_name := tilecopy-$(VERSION)
dist:
	@mkdir -p $(BUILD)
	@echo '  DIST $(BUILD)/$(dist_name).tar.gz'
	@git archive --format=tar.gz --prefix=$(dist_name)/ -o $(BUILD)/$(dist_name).tar.gz HEAD
