/* heap.c: malloc, free, new, delete and assert of a CUDA file. On the host they are those of the C library. A kernel has
 * no heap here: cuda/heap.h gives the functions other names, and the linker, told by --wrap, turns new and delete
 * round through this file. */
#include "host.h"
#include <stdlib.h>

/* The compiler's names, which no header declares. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wpedantic"

static void not_here(const char *name) {
    if (on_fiber() && !emu.busy)
        tc_emu_check_failed(name, "a kernel calls it, and the emulator has no heap of the device");
}

void *tc_emu_user_malloc(size_t bytes);
void *tc_emu_user_malloc(size_t bytes) {
    not_here("malloc");
    return malloc(bytes);
}

void *tc_emu_user_calloc(size_t count, size_t bytes);
void *tc_emu_user_calloc(size_t count, size_t bytes) {
    not_here("calloc");
    return calloc(count, bytes);
}

void tc_emu_user_free(void *p);
void tc_emu_user_free(void *p) {
    not_here("free");
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

#define NEW(symbol)                                                                                \
    void *__real_##symbol(size_t bytes) __attribute__((weak));                                     \
    void *__wrap_##symbol(size_t bytes);                                                           \
    void *__wrap_##symbol(size_t bytes) {                                                          \
        not_here("new");                                                                           \
        return __real_##symbol(bytes);                                                             \
    }
NEW(_Znwm)
NEW(_Znam)

#define DELETE(symbol)                                                                             \
    void __real_##symbol(void *p, size_t bytes) __attribute__((weak));                             \
    void __wrap_##symbol(void *p, size_t bytes);                                                   \
    void __wrap_##symbol(void *p, size_t bytes) {                                                  \
        not_here("delete");                                                                        \
        __real_##symbol(p, bytes);                                                                 \
    }
DELETE(_ZdlPvm) /* delete p; of a size that is known */
DELETE(_ZdlPv)
DELETE(_ZdaPvm)
DELETE(_ZdaPv)
