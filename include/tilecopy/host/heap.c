/* heap.c: malloc, free and assert of a CUDA file. On the host they are those of the C library. A kernel has no heap
 * here: cuda/heap.h gives the functions other names. */
#include "host.h"
#include <stdlib.h>

/* The compiler's names, which no header declares. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wpedantic"

void heap_is_not_here(const char *name) {
    if (on_fiber() && !emu.busy)
        tc_emu_check_failed(name, "a kernel calls it, and the emulator has no heap of the device");
}

void *tc_emu_user_malloc(size_t bytes);
void *tc_emu_user_malloc(size_t bytes) {
    heap_is_not_here("malloc");
    return malloc(bytes);
}

void *tc_emu_user_calloc(size_t count, size_t bytes);
void *tc_emu_user_calloc(size_t count, size_t bytes) {
    heap_is_not_here("calloc");
    return calloc(count, bytes);
}

void tc_emu_user_free(void *p);
void tc_emu_user_free(void *p) {
    heap_is_not_here("free");
    free(p);
}

/* What `assert` calls. */
void __real___assert_fail(const char *what, const char *file, unsigned line, const char *function)
    __attribute__((weak, noreturn));
void __wrap___assert_fail(const char *what, const char *file, unsigned line, const char *function)
    __attribute__((noreturn));
void __wrap___assert_fail(const char *what, const char *file, unsigned line, const char *function) {
    if (on_fiber() && !emu.busy)
        tc_emu_check_failed("assert", what);
    __real___assert_fail(what, file, line, function);
}
