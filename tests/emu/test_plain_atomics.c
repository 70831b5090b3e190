/* Every form of atomic access that a compiler turns into calls of -fsanitize=thread: __atomic and __sync
 * of 1 to 16 bytes, and those of <stdatomic.h> or <atomic>. All threads take part; the sums say whether
 * each was performed, once. */
#ifdef __cplusplus
#include <atomic>
#else
#include <stdatomic.h>
#endif
#include "tests/emu/emu_test.h"
#include <stdint.h>

#define T tc_thread_index()
enum { BLOCK = 32 };
typedef struct {
    unsigned *sum; /* of what the counters hold at the end, one a form */
} args;

#if defined(__SIZEOF_INT128__) && defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_16)
__extension__ typedef unsigned __int128 Wide;
#define WIDE(FORM) FORM(128, Wide)
#else
#define WIDE(FORM)
#endif

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wtsan" /* a fence: libtsan would not know it, the emulator does */
#endif

static volatile unsigned nothing; /* 0, and no compiler knows: it makes a load of an | 0 */

/* One after the other by every thread, of a counter that thread 0 has set to 0: it goes up by 7. */
#define BUILTINS(bits, U)                                                                          \
    static void builtins_##bits(U *p) {                                                            \
        U one = 1, none = (U)nothing, old, expected;                                               \
        __atomic_fetch_add(p, one, __ATOMIC_RELAXED);                                              \
        (void)__atomic_add_fetch(p, one, __ATOMIC_ACQ_REL);                                        \
        __atomic_fetch_sub(p, one, __ATOMIC_SEQ_CST);                                              \
        (void)__atomic_sub_fetch(p, one, __ATOMIC_SEQ_CST);                                        \
        __atomic_fetch_or(p, none, __ATOMIC_RELAXED);                                              \
        __atomic_fetch_xor(p, none, __ATOMIC_RELAXED);                                             \
        __atomic_fetch_and(p, (U)~none, __ATOMIC_RELAXED);                                         \
        __atomic_fetch_nand(p, (U)~none, __ATOMIC_RELAXED);                                        \
        __atomic_fetch_nand(p, (U)~none, __ATOMIC_RELAXED);                                        \
        __sync_fetch_and_add(p, one);                                                              \
        (void)__sync_add_and_fetch(p, one);                                                        \
        __sync_fetch_and_sub(p, one);                                                              \
        __sync_fetch_and_or(p, none);                                                              \
        __sync_fetch_and_and(p, (U)~none);                                                         \
        __sync_fetch_and_xor(p, none);                                                             \
        expected = __atomic_load_n(p, __ATOMIC_ACQUIRE);                                           \
        while (!__atomic_compare_exchange_n(                                                       \
            p, &expected, (U)(expected + 1), 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {             \
        }                                                                                          \
        while (!__atomic_compare_exchange_n(                                                       \
            p, &expected, (U)(expected + 1), 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {             \
        }                                                                                          \
        do                                                                                         \
            old = __atomic_load_n(p, __ATOMIC_RELAXED);                                            \
        while (__sync_val_compare_and_swap(p, old, (U)(old + 1)) != old);                          \
        do                                                                                         \
            old = __atomic_load_n(p, __ATOMIC_SEQ_CST);                                            \
        while (!__sync_bool_compare_and_swap(p, old, (U)(old + 1)));                               \
        old = __atomic_exchange_n(p, (U)1, __ATOMIC_ACQ_REL); /* a race of values, not of bytes */ \
        __atomic_fetch_add(p, old, __ATOMIC_RELAXED);                                              \
        __sync_synchronize();                                                                      \
        __atomic_thread_fence(__ATOMIC_ACQ_REL);                                                   \
        __atomic_signal_fence(__ATOMIC_ACQ_REL);                                                   \
    }                                                                                              \
    TC_KERNEL(builtin_##bits, args) {                                                              \
        U *p = (U *)(void *)tc_smem(), zero = 0;                                                   \
        if (T == 0)                                                                                \
            __atomic_store(p, &zero, __ATOMIC_RELEASE);                                            \
        tc_cta_sync();                                                                             \
        builtins_##bits(p);                                                                        \
        tc_cta_sync();                                                                             \
        if (T == 0)                                                                                \
            arg.sum[0] = (unsigned)(*p & 255);                                                     \
    }
BUILTINS(8, uint8_t)
BUILTINS(16, uint16_t)
BUILTINS(32, uint32_t)
BUILTINS(64, uint64_t)
WIDE(BUILTINS)

/* ---- of the language ------------------------------------------------------------------------- */

#ifdef __cplusplus
#define ATOMIC(U) std::atomic<U>
#define LANGUAGE using namespace std;
#else
#define ATOMIC(U) _Atomic(U)
#define LANGUAGE
#endif

#define LANGUAGES(bits, U)                                                                         \
    static void language_##bits(ATOMIC(U) * p) {                                                   \
        LANGUAGE U expected = atomic_load(p);                                                      \
        while (!atomic_compare_exchange_weak(p, &expected, (U)(expected + 1))) {                   \
        }                                                                                          \
        while (!atomic_compare_exchange_strong(p, &expected, (U)(expected + 1))) {                 \
        }                                                                                          \
        atomic_fetch_add(p, (U)2);                                                                 \
        atomic_fetch_sub(p, (U)1);                                                                 \
        atomic_fetch_or(p, (U)0);                                                                  \
        atomic_fetch_and(p, (U) ~(U)0);                                                            \
        atomic_fetch_xor(p, (U)0);                                                                 \
        ++*p;                                                                                      \
        *p += 1;                                                                                   \
        expected = atomic_exchange(p, (U)0);                                                       \
        atomic_fetch_add(p, expected);                                                             \
        atomic_thread_fence(memory_order_seq_cst);                                                 \
    }                                                                                              \
    TC_KERNEL(of_language_##bits, args) {                                                          \
        LANGUAGE ATOMIC(U) *p = (ATOMIC(U) *)(void *)tc_smem();                                    \
        if (T == 0)                                                                                \
            atomic_store(p, (U)0);                                                                 \
        tc_cta_sync();                                                                             \
        language_##bits(p);                                                                        \
        tc_cta_sync();                                                                             \
        if (T == 0)                                                                                \
            arg.sum[0] = (unsigned)(atomic_load(p) & 255);                                         \
    }
LANGUAGES(8, uint8_t)
LANGUAGES(16, uint16_t)
LANGUAGES(32, uint32_t)
LANGUAGES(64, uint64_t)

/* An addition to a float is a loop around a compare and exchange. */
static void add_float(unsigned *p, float by) {
    unsigned old = __atomic_load_n(p, __ATOMIC_RELAXED), now;
    float value;
    do {
        memcpy(&value, &old, 4);
        value += by;
        memcpy(&now, &value, 4);
    } while (!__atomic_compare_exchange_n(p, &old, now, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}

TC_KERNEL(of_floats, args) {
    unsigned *p = (unsigned *)(void *)tc_smem();
    float value;
    if (T == 0)
        *p = 0;
    tc_cta_sync();
    add_float(p, 6);
    tc_cta_sync();
    if (T == 0) {
        memcpy(&value, p, 4);
        arg.sum[0] = (unsigned)value & 255;
    }
}

/* A flag is cleared and set. */
TC_KERNEL(of_flags, args) {
    char *p = (char *)tc_smem();
    unsigned *sum = (unsigned *)(void *)(tc_smem() + 8);
    if (T == 0) {
        __atomic_clear(p, __ATOMIC_RELAXED);
        *sum = 0;
    }
    tc_cta_sync();
    if (!__atomic_test_and_set(p, __ATOMIC_ACQUIRE))
        __atomic_fetch_add(sum, 6, __ATOMIC_RELAXED);
    if (T == 0)
        __sync_lock_release(p);
    tc_cta_sync();
    if (T == 0)
        arg.sum[0] = *sum & 255;
}

/* ---- all of them ---------------------------------------------------------------------------- */

typedef struct {
    const char *name;
    Kernel kernel;
    unsigned sum; /* when one thread does it */
} Form;
#define BUILTIN(bits, U) {"builtin_" #bits, builtin_##bits, 6},

static const Form forms[] = {
    BUILTIN(8, uint8_t) BUILTIN(16, uint16_t) BUILTIN(32, uint32_t) BUILTIN(64, uint64_t)
        WIDE(BUILTIN){"of_language_8", of_language_8, 5},
    {"of_language_16", of_language_16, 5},
    {"of_language_32", of_language_32, 5},
    {"of_language_64", of_language_64, 5},
    {"of_floats", of_floats, 6},
    {"of_flags", of_flags, 6},
};

int main(void) {
    args a;
    a.sum = (unsigned *)tc_emu_gmem_alloc(4, "sum");
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++) {
        tc_emu_config c = quiet(1, 256);
        *a.sum = 0;
        passes(forms[i].name, c, forms[i].kernel, &a);
        unit_expect(*a.sum == forms[i].sum, forms[i].name, "one thread", (int)*a.sum);
        c.block = BLOCK;
        passes(forms[i].name, c, forms[i].kernel, &a);
    }
    tc_emu_gmem_free(a.sum);
    return unit_finish();
}
