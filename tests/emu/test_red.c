/* Reductions by threads at once: into shared memory, and vectors and single 16-bit floats into global memory. All
 * threads of all CTAs combine what they hold with four places of 16 bytes; what is there in the end is what the host
 * computes. */
#include "emu_test.h"
#include "numbers.h"

typedef struct {
    const unsigned *in; /* WORDS words of each thread of each CTA, then what is there at first */
    unsigned *out;      /* PLACES * WORDS words: of global memory, or of each CTA */
    unsigned form;
} args;

enum { THREADS = 64, CTAS = 3, WORDS = 4, PLACES = 4, TILE = PLACES * WORDS };

#define SMEM ((unsigned *)(void *)tc_smem())

/* X(kind of place, number, operation, type, name, bytes) */
#define SHARED(X)                                                                                  \
    X(shared, 0, ADD, U32, add_u32, 4)                                                             \
    X(shared, 1, MIN, U32, min_u32, 4)                                                             \
    X(shared, 2, MAX, U32, max_u32, 4)                                                             \
    X(shared, 3, MIN, S32, min_s32, 4)                                                             \
    X(shared, 4, MAX, S32, max_s32, 4)                                                             \
    X(shared, 5, AND, B32, and_b32, 4)                                                             \
    X(shared, 6, OR, B32, or_b32, 4)                                                               \
    X(shared, 7, XOR, B32, xor_b32, 4)                                                             \
    X(shared, 8, ADD, U64, add_u64, 8)                                                             \
    X(shared, 9, MIN, U64, min_u64, 8)                                                             \
    X(shared, 10, MAX, U64, max_u64, 8)                                                            \
    X(shared, 11, MIN, S64, min_s64, 8)                                                            \
    X(shared, 12, MAX, S64, max_s64, 8)                                                            \
    X(shared, 13, AND, B64, and_b64, 8)                                                            \
    X(shared, 14, OR, B64, or_b64, 8)                                                              \
    X(shared, 15, XOR, B64, xor_b64, 8)                                                            \
    X(shared, 16, ADD, F32, add_f32, 4)                                                            \
    X(shared, 17, ADD, F64, add_f64, 8)                                                            \
    X(shared, 18, ADD, F16, add_f16x2, 4)                                                          \
    X(shared, 19, ADD, BF16, add_bf16x2, 4)                                                        \
    X(shared, 20, ADD, F16, add_f16, 2)                                                            \
    X(shared, 21, ADD, BF16, add_bf16, 2)
#define GLOBAL(X)                                                                                  \
    X(global, 22, ADD, F16, add_f16, 2)                                                            \
    X(global, 23, ADD, BF16, add_bf16, 2)                                                          \
    X(global, 24, ADD, F32, add_f32x2, 8)                                                          \
    X(global, 25, ADD, F32, add_f32x4, 16)                                                         \
    X(global, 26, ADD, F16, add_f16x4, 8)                                                          \
    X(global, 27, ADD, F16, add_f16x8, 16)                                                         \
    X(global, 28, MIN, F16, min_f16x2, 4)                                                          \
    X(global, 29, MIN, F16, min_f16x4, 8)                                                          \
    X(global, 30, MIN, F16, min_f16x8, 16)                                                         \
    X(global, 31, MAX, F16, max_f16x2, 4)                                                          \
    X(global, 32, MAX, F16, max_f16x4, 8)                                                          \
    X(global, 33, MAX, F16, max_f16x8, 16)                                                         \
    X(global, 34, ADD, BF16, add_bf16x4, 8)                                                        \
    X(global, 35, ADD, BF16, add_bf16x8, 16)                                                       \
    X(global, 36, MIN, BF16, min_bf16x2, 4)                                                        \
    X(global, 37, MIN, BF16, min_bf16x4, 8)                                                        \
    X(global, 38, MIN, BF16, min_bf16x8, 16)                                                       \
    X(global, 39, MAX, BF16, max_bf16x2, 4)                                                        \
    X(global, 40, MAX, BF16, max_bf16x4, 8)                                                        \
    X(global, 41, MAX, BF16, max_bf16x8, 16)
enum { SHARED_FORMS = 22, FORMS = 42 };

typedef struct {
    unsigned op, type, bytes;
} Form;
#define X(place, number, op, type, name, bytes) {op, type, bytes},
static const Form forms[] = {SHARED(X) GLOBAL(X)};
#undef X

#define X_shared(name, at) tc_reduce_smem_##name(tc_to(SMEM + place, at), tc_from(mine, at))
#define X_global(name, at) tc_reduce_gmem_##name(tc_to(arg.out + place, at), tc_from(mine, at))

TC_KERNEL(combine, args) {
    const unsigned t = tc_thread_index(), cta = tc_cta_index();
    const unsigned place = t % PLACES * WORDS;
    unsigned mine[WORDS], v;
    for (unsigned i = 0; i < WORDS; i++)
        tc_load_global_b32(&mine[i], arg.in + (cta * THREADS + t) * WORDS + i);
    if (t < TILE) {
        tc_load_global_b32(&v, arg.in + CTAS * THREADS * WORDS + t);
        tc_store_shared_b32(SMEM + t, &v);
    }
    tc_cta_sync();
    switch (arg.form) {
#define X(kind, number, op, type, name, bytes)                                                     \
    case number:                                                                                   \
        for (unsigned at = 0; at < 4 * WORDS; at += bytes)                                         \
            X_##kind(name, at);                                                                    \
        break;
        SHARED(X)
        GLOBAL(X)
#undef X
    }
    tc_cta_sync();
    if (arg.form < SHARED_FORMS && t < TILE) {
        tc_load_shared_b32(&v, SMEM + t);
        tc_store_global_b32(arg.out + cta * TILE + t, &v);
    }
}

static unsigned long long drawn(const Form *form, unsigned place) {
    if (is_float(form->type) && form->op != ADD)
        return draw_half(form->type, place);
    /* of 16-bit floats even a sum of 48 must stay exact, below 127 */
    if (is_float(form->type))
        return spell((int)(random_word() % 5) - 2, form->type);
    return (unsigned long long)random_word() << 32 | random_word();
}

/* The numbers at byte `at` of a place of all threads that go there, of CTAs first .. last. */
static unsigned long long total(
    const unsigned *in,
    const Form *form,
    unsigned place,
    unsigned at,
    unsigned first,
    unsigned last) {
    const unsigned size = size_of(form->type);
    const char *bytes = (const char *)in;
    unsigned long long all = 0, v = 0;
    memcpy(&all, bytes + 4 * (CTAS * THREADS * WORDS + place * WORDS) + at, size);
    for (unsigned t = first * THREADS + place; t < (last + 1) * THREADS; t += PLACES) {
        memcpy(&v, bytes + 4 * t * WORDS + at, size);
        all = combined(form->op, form->type, all, v);
    }
    return size == 8 ? all : all & ((1ull << 8 * size) - 1);
}

static unsigned wrong_numbers(
    const unsigned *in, const unsigned *out, const Form *form, int shared) {
    const unsigned size = size_of(form->type);
    unsigned wrong = 0;
    for (unsigned tile = 0; tile < (shared ? CTAS : 1u); tile++)
        for (unsigned place = 0; place < PLACES; place++)
            for (unsigned at = 0; at < 4 * WORDS; at += size) {
                unsigned long long got = 0;
                memcpy(&got, (const char *)(out + tile * TILE + place * WORDS) + at, size);
                wrong +=
                    got != total(in, form, place, at, shared ? tile : 0, shared ? tile : CTAS - 1);
            }
    return wrong;
}

static void test_form(unsigned *in, unsigned *out, unsigned number) {
    const Form *form = &forms[number];
    const unsigned size = size_of(form->type), count = CTAS * THREADS * WORDS + TILE;
    tc_emu_config c = quiet(THREADS, 4 * TILE);
    args a;
    a.in = in;
    a.out = out;
    a.form = number;
    c.grid = CTAS;
    for (unsigned i = 0; i < 4 * count; i += size) {
        const unsigned long long v = drawn(form, i / size);
        memcpy((char *)in + i, &v, size);
    }
    for (c.seed = 0; c.seed < 3; c.seed++) {
        memcpy(out, in + CTAS * THREADS * WORDS, 4 * TILE);
        once_passes("combine", c, combine, &a);
        unit_expect(
            wrong_numbers(in, out, form, number < SHARED_FORMS) == 0,
            "combine",
            __FILE__,
            (int)number);
    }
}

/* A launch that adds, after it one that asks for the least: what the first one did is over. */
TC_KERNEL(adds_late, args) {
    const unsigned one = 1;
    for (unsigned i = 0; i < 20; i++)
        tc_cta_sync();
    if (tc_thread_index() == 1)
        tc_reduce_gmem_add_u32(arg.out, &one);
}

TC_KERNEL(least_of_what_was_read, args) {
    unsigned v;
    if (tc_thread_index() == 0)
        tc_load_global_b32(&v, arg.out);
    tc_cta_sync();
    if (tc_thread_index() == 0)
        tc_reduce_gmem_min_u32(arg.out, &v);
}

static void test_ways_of_two_launches(unsigned *out) {
    args a = {NULL, out, 0};
    out[0] = 6;
    once_passes("adds_late", quiet(64, 0), adds_late, &a);
    once_passes("least_of_what_was_read", quiet(64, 0), least_of_what_was_read, &a);
    unit_expect(out[0] == 7, "least", __FILE__, 0);
}

int main(void) {
    unsigned *in = (unsigned *)tc_emu_gmem_alloc(4 * (CTAS * THREADS * WORDS + TILE), "in");
    unsigned *out = (unsigned *)tc_emu_gmem_alloc(4 * CTAS * TILE, "out");
    for (unsigned number = 0; number < FORMS; number++)
        test_form(in, out, number);
    test_ways_of_two_launches(out);
    tc_emu_gmem_free(in);
    tc_emu_gmem_free(out);
    return unit_finish();
}
