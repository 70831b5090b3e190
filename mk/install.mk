# The tool, the headers, the emulator, two pkg-config files and the manual page. tilecopy.pc is for programs on a
# GPU, which link nothing; tilecopy-emu.pc adds the emulator.

bindir = $(DESTDIR)$(PREFIX)/bin
libdir = $(DESTDIR)$(PREFIX)/lib
includedir = $(DESTDIR)$(PREFIX)/include
datadir = $(DESTDIR)$(PREFIX)/share
device_headers := $(sort $(wildcard include/tilecopy/*.h))
host_headers := $(sort $(wildcard include/tilecopy/host/*.h))
manual := $(wildcard docs/tcgen.1)
cuda_headers := $(sort $(wildcard include/tilecopy/host/cuda/*.h))
cuda_shims := $(sort $(shell find include/tilecopy/host/cuda/shim -type f))
tcemu_parts := tools/cuda_run.py tools/cuda_source.py tools/cuda_asm.py tools/cuda_report.py
packages := tilecopy tilecopy-emu
shared_files := $(wildcard generator/prelude.tc generator/kit.tc examples/timing.h)

install: tcgen emulator
	@echo '  INSTALL $(DESTDIR)$(PREFIX)'
	@mkdir -p $(bindir) $(libdir)/pkgconfig $(includedir)/tilecopy/host $(datadir)/tilecopy
	@install -m 755 $(BUILD)/tcgen $(bindir)/tcgen
	@install -m 644 $(device_headers) $(includedir)/tilecopy/
	@$(if $(host_headers),install -m 644 $(host_headers) $(includedir)/tilecopy/host/)
	@for header in $(cuda_headers) $(cuda_shims); do \
		install -D -m 644 $$header $(DESTDIR)$(PREFIX)/$$header || exit 1; \
	done
	@install -m 755 tools/tcemu $(bindir)/tcemu
	@install -m 644 $(tcemu_parts) $(datadir)/tilecopy/
	@$(if $(wildcard $(kit_header)),install -m 644 $(kit_header) $(includedir)/)
	@$(if $(shared_files),install -m 644 $(shared_files) $(datadir)/tilecopy/)
	@install -m 644 $(BUILD)/libtcemu.a $(libdir)/libtcemu.a
	@for package in $(packages); do \
		sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' $$package.pc.in \
			> $(libdir)/pkgconfig/$$package.pc && \
		chmod 644 $(libdir)/pkgconfig/$$package.pc || exit 1; \
	done
	@$(if $(manual),mkdir -p $(datadir)/man/man1 && \
		install -m 644 $(manual) $(datadir)/man/man1/tcgen.1)

uninstall:
	@echo '  UNINSTALL $(DESTDIR)$(PREFIX)'
	@rm -f $(bindir)/tcgen $(bindir)/tcemu $(libdir)/libtcemu.a $(packages:%=$(libdir)/pkgconfig/%.pc)
	@rm -f $(includedir)/tilecopy_gen.h $(datadir)/man/man1/tcgen.1
	@rm -rf $(includedir)/tilecopy $(datadir)/tilecopy

# From git when there is a repository, so that no product slips in; the time is the commit's.
dist_name := tilecopy-$(VERSION)
dist:
	@mkdir -p $(BUILD)
	@echo '  DIST $(BUILD)/$(dist_name).tar.gz'
	@git archive --format=tar.gz --prefix=$(dist_name)/ -o $(BUILD)/$(dist_name).tar.gz HEAD
