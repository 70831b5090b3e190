/* tsan.c: what gcc and clang call in code compiled with -fsanitize=thread. Linked with this and not
 * with libtsan, a kernel's own loads and stores of shared and global memory pass the same checks as
 * the primitives; of other memory a kernel may use what known.c says, and code outside a kernel all.
 * Atomics are performed and never race with each other. */
#include "cores.h"
#include "host.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So that the frame that emu_enter sees is that of the function which the kernel called. */
#define INLINE static inline __attribute__((always_inline))

/* The compiler's names, which no header declares. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wpedantic"

/* Code of the host: what cudaMalloc gave is not for it. */
static void host_access(const void *p, unsigned bytes, const void *caller) {
    const Region *r = emu.running || emu.busy ? NULL : region_find(p);
    if (r && r->device)
        report_host(p, bytes, caller);
}

INLINE void plain(const char *what, const void *p, size_t bytes, size_t align, AccessKind kind) {
    Thread *t = on_fiber() ? emu.current : NULL;
    if (!t && emu_device_buffers)
        host_access(p, (unsigned)bytes, __builtin_return_address(0));
    if (!t || !bytes || emu.busy)
        return;
    if (known_to(t, p)) {
        if (cores_open && kind != ACCESS_READ && kind != ACCESS_ATOMIC_LOAD)
            cores_unseen(t, p);
        return;
    }
    emu_enter(what);
    if (!region_find(p))
        known_raise(t, p, (unsigned)bytes);
    access_aligned(t, p, (unsigned)bytes, (unsigned)align);
    if (emu.config.plain_dsmem && emu.cluster > 1) {
        const Region *r = region_find(p);
        const bool remote = r->shared && r->cta != t->cta;
        access_check(t, p, (unsigned)bytes, kind, remote ? SPACE_CLUSTER : SPACE_ANY);
        access_touch(t, p);
        return;
    }
    access_check(t, p, (unsigned)bytes, kind, SPACE_ANY);
}

INLINE void plain_read(const void *p, size_t bytes, size_t align) {
    plain("plain read", p, bytes, align, ACCESS_READ);
}

INLINE void plain_write(const void *p, size_t bytes, size_t align) {
    plain("plain write", p, bytes, align, ACCESS_WRITE);
}

/* ---- start, functions ----------------------------------------------------------------------- */

bool emu_sees_plain;

/* Called before main, from every file that was compiled with -fsanitize=thread. */
void __tsan_init(void);
void __tsan_init(void) {
    emu_sees_plain = true;
}

void __tsan_func_entry(void *caller);
void __tsan_func_entry(void *caller) {
    (void)caller;
}

void __tsan_func_exit(void);
void __tsan_func_exit(void) {
}

void __tsan_ignore_thread_begin(void);
void __tsan_ignore_thread_begin(void) {
}

void __tsan_ignore_thread_end(void);
void __tsan_ignore_thread_end(void) {
}

void __tsan_vptr_update(void **at, void *value);
void __tsan_vptr_update(void **at, void *value) {
    (void)value;
    plain_write(at, sizeof *at, sizeof *at);
}

void __tsan_vptr_read(void **at);
void __tsan_vptr_read(void **at) {
    plain_read(at, sizeof *at, sizeof *at);
}

/* ---- plain accesses ------------------------------------------------------------------------- */

/* __tsan_read4(p), __tsan_unaligned_write8(p), __tsan_volatile_read2(p), ... An access that the
 * compiler knows to be unaligned (a memcpy that it expanded) may have any address here: on the GPU
 * it is split into bytes. */
#define ACCESS(kind, bytes)                                                                        \
    void __tsan_##kind##bytes(void *p);                                                            \
    void __tsan_##kind##bytes(void *p) {                                                           \
        plain_##kind(p, bytes, bytes);                                                             \
    }                                                                                              \
    void __tsan_volatile_##kind##bytes(void *p);                                                   \
    void __tsan_volatile_##kind##bytes(void *p) {                                                  \
        plain_##kind(p, bytes, bytes);                                                             \
    }                                                                                              \
    void __tsan_unaligned_##kind##bytes(void *p);                                                  \
    void __tsan_unaligned_##kind##bytes(void *p) {                                                 \
        plain_##kind(p, bytes, 1);                                                                 \
    }                                                                                              \
    void __tsan_unaligned_volatile_##kind##bytes(void *p);                                         \
    void __tsan_unaligned_volatile_##kind##bytes(void *p) {                                        \
        plain_##kind(p, bytes, 1);                                                                 \
    }                                                                                              \
    void __tsan_##kind##bytes##_pc(void *p, void *pc);                                             \
    void __tsan_##kind##bytes##_pc(void *p, void *pc) {                                            \
        (void)pc;                                                                                  \
        plain_##kind(p, bytes, bytes);                                                             \
    }
#define READ_WRITE(bytes)                                                                          \
    void __tsan_read_write##bytes(void *p);                                                        \
    void __tsan_read_write##bytes(void *p) {                                                       \
        plain_read(p, bytes, bytes);                                                               \
        plain_write(p, bytes, bytes);                                                              \
    }                                                                                              \
    void __tsan_unaligned_read_write##bytes(void *p);                                              \
    void __tsan_unaligned_read_write##bytes(void *p) {                                             \
        plain_read(p, bytes, 1);                                                                   \
        plain_write(p, bytes, 1);                                                                  \
    }
#define ACCESSES(bytes) ACCESS(read, bytes) ACCESS(write, bytes) READ_WRITE(bytes)
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

void __tsan_read_range(void *p, unsigned long bytes);
void __tsan_read_range(void *p, unsigned long bytes) {
    plain_read(p, bytes, 1);
}

void __tsan_write_range(void *p, unsigned long bytes);
void __tsan_write_range(void *p, unsigned long bytes) {
    plain_write(p, bytes, 1);
}

void __tsan_read_range_pc(void *p, unsigned long bytes, void *pc);
void __tsan_read_range_pc(void *p, unsigned long bytes, void *pc) {
    (void)pc;
    plain_read(p, bytes, 1);
}

void __tsan_write_range_pc(void *p, unsigned long bytes, void *pc);
void __tsan_write_range_pc(void *p, unsigned long bytes, void *pc) {
    (void)pc;
    plain_write(p, bytes, 1);
}

/* Blocks: __tsan_memcpy from newer clangs; gcc, and clang where it copies a struct, call memcpy
 * itself, which is seen when the program is linked with -Wl,--wrap=memcpy,--wrap=memmove,
 * --wrap=memset. */
/* A memcpy of 4, 8 or 16 bytes may be the copy of a struct, and then clang does not say how that is
 * aligned: on the GPU it is one access where it is aligned to its size, and faults at another address. */
static void warn_unaligned(const void *p, size_t bytes) {
    Thread *t = emu.current;
    if (!t || emu.busy || (bytes != 4 && bytes != 8 && bytes != 16) || (uintptr_t)p % bytes == 0 ||
        !region_find(p))
        return;
    report_warn(
        t,
        "memcpy of %zu bytes at an address that is not %zu-byte aligned: if it copies a struct (of "
        "that alignment), a GPU stops here",
        bytes,
        bytes);
}

/* The emulator's own copies come here too where a program is linked with --wrap: of memory that is not near any
 * buffer nothing is said. */
INLINE void block(const char *what, const void *p, size_t bytes, AccessKind kind) {
    if (!on_fiber() && emu_device_buffers && bytes)
        host_access(p, (unsigned)bytes, __builtin_return_address(0));
    if (!on_fiber() || emu.busy)
        return;
    warn_unaligned(p, bytes);
    if (region_near(p))
        plain(what, p, bytes, 1, kind);
    else if (cores_open && kind != ACCESS_READ)
        cores_unseen(emu.current, p);
}

static void block_is_too_long(const char *name, size_t bytes, size_t room) {
    fprintf(stderr, "emu: %s of %zu bytes to %zu: a buffer overflow\n", name, bytes, room);
    abort();
}

#define READS(from, bytes) block("plain read", from, bytes, ACCESS_READ)
#define READS_NOTHING(from, bytes) (void)0
#define BLOCK(name, T, U)                                                                          \
    void *__real_##name(void *dst, T from, size_t bytes) __attribute__((weak));                    \
    void *__tsan_##name(void *dst, T from, size_t bytes);                                          \
    void *__tsan_##name(void *dst, T from, size_t bytes) {                                         \
        U(from, bytes);                                                                            \
        block("plain write", dst, bytes, ACCESS_WRITE);                                            \
        return __real_##name ? __real_##name(dst, from, bytes) : name(dst, from, bytes);           \
    }                                                                                              \
    void *__wrap_##name(void *dst, T from, size_t bytes);                                          \
    void *__wrap_##name(void *dst, T from, size_t bytes) {                                         \
        U(from, bytes);                                                                            \
        block("plain write", dst, bytes, ACCESS_WRITE);                                            \
        return __real_##name(dst, from, bytes);                                                    \
    }                                                                                              \
    /* What _FORTIFY_SOURCE, which some gcc set themselves, makes of it: to `room` bytes. */       \
    void *__##name##_chk(void *dst, T from, size_t bytes, size_t room);                            \
    void *__##name##_chk(void *dst, T from, size_t bytes, size_t room) {                           \
        if (bytes > room)                                                                          \
            block_is_too_long(#name, bytes, room);                                                 \
        U(from, bytes);                                                                            \
        block("plain write", dst, bytes, ACCESS_WRITE);                                            \
        return __real_##name ? __real_##name(dst, from, bytes) : name(dst, from, bytes);           \
    }
BLOCK(memcpy, const void *, READS)
BLOCK(memmove, const void *, READS)
BLOCK(memset, int, READS_NOTHING)

bool tsan_sees_blocks(void) {
    return __real_memcpy && __real_memmove && __real_memset;
}

/* ---- functions of the C library that write where a pointer says -------------------------------- */

#define RESULT(name, T, taken, passed, U)                                                          \
    T __real_##name(taken, U *out) __attribute__((weak));                                          \
    T __wrap_##name(taken, U *out);                                                                \
    T __wrap_##name(taken, U *out) {                                                               \
        block("plain write", out, sizeof *out, ACCESS_WRITE);                                      \
        return __real_##name(passed, out);                                                         \
    }
#define TWO(a, b) a, b
RESULT(modf, double, double x, x, double)
RESULT(modff, float, float x, x, float)
RESULT(frexp, double, double x, x, int)
RESULT(frexpf, float, float x, x, int)
RESULT(remquo, double, TWO(double x, double y), TWO(x, y), int)
RESULT(remquof, float, TWO(float x, float y), TWO(x, y), int)

#define SINCOS(name, T)                                                                            \
    void __real_##name(T x, T *sine, T *cosine) __attribute__((weak));                             \
    void __wrap_##name(T x, T *sine, T *cosine);                                                   \
    void __wrap_##name(T x, T *sine, T *cosine) {                                                  \
        block("plain write", sine, sizeof *sine, ACCESS_WRITE);                                    \
        block("plain write", cosine, sizeof *cosine, ACCESS_WRITE);                                \
        __real_##name(x, sine, cosine);                                                            \
    }
SINCOS(sincos, double)
SINCOS(sincosf, float)

/* ---- atomics -------------------------------------------------------------------------------- */

/* One fiber runs at a time, so a plain operation is atomic. They order nothing: a kernel that
 * publishes data through a flag of its own is reported as a race on the data. */
INLINE void atomic(const char *what, const volatile void *p, size_t bytes, AccessKind kind) {
    plain(what, (const void *)(uintptr_t)p, bytes, bytes, kind);
}

#define ATOMIC(bits, T)                                                                            \
    T __tsan_atomic##bits##_load(const volatile T *p, int order);                                  \
    T __tsan_atomic##bits##_load(const volatile T *p, int order) {                                 \
        (void)order;                                                                               \
        atomic("atomic load", p, sizeof(T), ACCESS_ATOMIC_LOAD);                                   \
        return *p;                                                                                 \
    }                                                                                              \
    void __tsan_atomic##bits##_store(volatile T *p, T value, int order);                           \
    void __tsan_atomic##bits##_store(volatile T *p, T value, int order) {                          \
        (void)order;                                                                               \
        atomic("atomic store", p, sizeof(T), ACCESS_ATOMIC_STORE);                                 \
        *p = value;                                                                                \
    }                                                                                              \
    int __tsan_atomic##bits##_compare_exchange_strong(                                             \
        volatile T *p, T *expected, T value, int order, int failed);                               \
    int __tsan_atomic##bits##_compare_exchange_strong(                                             \
        volatile T *p, T *expected, T value, int order, int failed) {                              \
        T old;                                                                                     \
        (void)order;                                                                               \
        (void)failed;                                                                              \
        atomic("atomic exchange", p, sizeof(T), ACCESS_ATOMIC);                                    \
        old = *p;                                                                                  \
        if (old == *expected) {                                                                    \
            *p = value;                                                                            \
            emu.still = old == value ? emu.still : 0;                                              \
            return 1;                                                                              \
        }                                                                                          \
        *expected = old;                                                                           \
        return 0;                                                                                  \
    }                                                                                              \
    int __tsan_atomic##bits##_compare_exchange_weak(                                               \
        volatile T *p, T *expected, T value, int order, int failed);                               \
    int __tsan_atomic##bits##_compare_exchange_weak(                                               \
        volatile T *p, T *expected, T value, int order, int failed) {                              \
        return __tsan_atomic##bits##_compare_exchange_strong(p, expected, value, order, failed);   \
    }                                                                                              \
    T __tsan_atomic##bits##_compare_exchange_val(                                                  \
        volatile T *p, T expected, T value, int order, int failed);                                \
    T __tsan_atomic##bits##_compare_exchange_val(                                                  \
        volatile T *p, T expected, T value, int order, int failed) {                               \
        __tsan_atomic##bits##_compare_exchange_strong(p, &expected, value, order, failed);         \
        return expected;                                                                           \
    }
#define UPDATE(bits, T, name, expression)                                                          \
    T __tsan_atomic##bits##_##name(volatile T *p, T value, int order);                             \
    T __tsan_atomic##bits##_##name(volatile T *p, T value, int order) {                            \
        T old;                                                                                     \
        (void)order;                                                                               \
        atomic("atomic update", p, sizeof(T), ACCESS_ATOMIC);                                      \
        old = *p;                                                                                  \
        *p = (T)(expression);                                                                      \
        emu.still = old == *p ? emu.still : 0;                                                     \
        return old;                                                                                \
    }
#define ATOMICS(bits, T)                                                                           \
    ATOMIC(bits, T)                                                                                \
    UPDATE(bits, T, exchange, value)                                                               \
    UPDATE(bits, T, fetch_add, old + value)                                                        \
    UPDATE(bits, T, fetch_sub, old - value)                                                        \
    UPDATE(bits, T, fetch_and, old &value)                                                         \
    UPDATE(bits, T, fetch_or, old | value)                                                         \
    UPDATE(bits, T, fetch_xor, old ^ value)                                                        \
    UPDATE(bits, T, fetch_nand, ~(old & value))
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)
#if defined(__SIZEOF_INT128__)
typedef unsigned __int128 Wide;
ATOMICS(128, Wide)
#endif

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order) {
    (void)order;
}

void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order) {
    (void)order;
}
