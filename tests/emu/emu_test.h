/* emu_test.h: what the emulator's own tests share: counting, launches that must pass and launches that
 * must be reported. A test program ends with `N passed, N failed`. Compiled by nvcc, the tests of what
 * the emulator performs run on the GPU instead (gpu_test.h), with the same expectations. */
#ifndef EMU_TEST_H
#define EMU_TEST_H
#include "tests/unit/unit.h"
#include <stdlib.h>
#include <string.h>
#include <tilecopy/host/kernel.h>

#if TC_ON_DEVICE
#include "gpu_test.h"
#else

typedef void (*Kernel)(void *);

/* Silent, errors handed back. */
static inline tc_emu_config quiet(unsigned block, unsigned smem_bytes) {
    tc_emu_config c;
    memset(&c, 0, sizeof c);
    c.block = block;
    c.smem_bytes = smem_bytes;
    c.expect = 1;
    c.quiet = 1;
    return c;
}

/* Runs it once, in the order of the seed. */
static inline void once_passes(const char *name, tc_emu_config c, Kernel kernel, void *args) {
    int wrong;
    c.name = name;
    wrong = tc_emu_launch(&c, kernel, args);
    unit_expect(!wrong, name, __FILE__, (int)c.seed);
    if (wrong)
        printf("%s\n", tc_emu_last()->text);
}

/* Runs it in order and in a few other orders: all must pass. */
static inline void passes(const char *name, tc_emu_config c, Kernel kernel, void *args) {
    for (c.seed = 0; c.seed < 4; c.seed++)
        once_passes(name, c, kernel, args);
}

/* Must be reported as `kind`, with `text` somewhere in the report. */
static inline void fails(
    const char *name,
    tc_emu_config c,
    Kernel kernel,
    void *args,
    tc_emu_kind kind,
    const char *text) {
    const tc_emu_report *r = tc_emu_last();
    int wrong;
    c.name = name;
    wrong = tc_emu_launch(&c, kernel, args);
    unit_expect(wrong && r->kind == kind, name, tc_emu_kind_name(kind), wrong);
    unit_expect(strstr(r->text, text) != NULL, name, text, wrong);
    if (!wrong || r->kind != kind || !strstr(r->text, text))
        printf("%s\n", wrong ? r->text : "no error");
}

#endif
#endif
