/* What reaches other CTAs, and what combines: single accesses, st.async, red.async, bulk reductions into
 * global memory and into other CTAs, the multicast and masked forms. Every CTA of a cluster sends to one
 * place at a time, and the results are those of a sum (minimum, ...) that the host computes. */
#include "emu_test.h"
#include "numbers.h"

typedef struct {
    const unsigned *in; /* WORDS words of each CTA, then what is there at first */
    unsigned *out;      /* WORDS words */
    unsigned form;
} args;

enum { THREADS = 32, WORDS = 64, BYTES = 4 * WORDS, BAR_AT = 4 * BYTES };

#define SMEM ((unsigned *)(void *)tc_smem())
#define BAR ((tc_mbarrier *)(void *)(tc_smem() + BAR_AT))

TC_FN void bring(unsigned *to, const unsigned *from) {
    for (unsigned i = tc_thread_index(); i < WORDS; i += THREADS) {
        unsigned v;
        tc_load_global_b32(&v, from + i);
        tc_store_shared_b32(to + i, &v);
    }
}

TC_FN void take(unsigned *to, const unsigned *from) {
    for (unsigned i = tc_thread_index(); i < WORDS; i += THREADS) {
        unsigned v;
        tc_load_shared_b32(&v, from + i);
        tc_store_global_b32(to + i, &v);
    }
}

/* ---- reductions --------------------------------------------------------------------------------- */

/* X(kind of place, function of a number from 0, operation, type) */
#define REMOTE(X, place, from)                                                                     \
    X(place, from + 0, ADD, U32, add_u32)                                                          \
    X(place, from + 1, MIN, U32, min_u32)                                                          \
    X(place, from + 2, MAX, U32, max_u32)                                                          \
    X(place, from + 3, INC, U32, inc_u32)                                                          \
    X(place, from + 4, DEC, U32, dec_u32)                                                          \
    X(place, from + 5, ADD, S32, add_s32)                                                          \
    X(place, from + 6, MIN, S32, min_s32)                                                          \
    X(place, from + 7, MAX, S32, max_s32)                                                          \
    X(place, from + 8, AND, B32, and_b32)                                                          \
    X(place, from + 9, OR, B32, or_b32)                                                            \
    X(place, from + 10, XOR, B32, xor_b32)                                                         \
    X(place, from + 11, ADD, U64, add_u64)
#define GLOBAL(X, place, from)                                                                     \
    REMOTE(X, place, from)                                                                         \
    X(place, from + 12, MIN, U64, min_u64)                                                         \
    X(place, from + 13, MAX, U64, max_u64)                                                         \
    X(place, from + 14, MIN, S64, min_s64)                                                         \
    X(place, from + 15, MAX, S64, max_s64)                                                         \
    X(place, from + 16, AND, B64, and_b64)                                                         \
    X(place, from + 17, OR, B64, or_b64)                                                           \
    X(place, from + 18, XOR, B64, xor_b64)                                                         \
    X(place, from + 19, ADD, F16, add_f16)                                                         \
    X(place, from + 20, MIN, F16, min_f16)                                                         \
    X(place, from + 21, MAX, F16, max_f16)                                                         \
    X(place, from + 22, ADD, BF16, add_bf16)                                                       \
    X(place, from + 23, MIN, BF16, min_bf16)                                                       \
    X(place, from + 24, MAX, BF16, max_bf16)                                                       \
    X(place, from + 25, ADD, F32, add_f32)                                                         \
    X(place, from + 26, ADD, F64, add_f64)
#define SINGLE(X, place, from)                                                                     \
    X(place, from + 0, ADD, U32, add_u32)                                                          \
    X(place, from + 1, MIN, U32, min_u32)                                                          \
    X(place, from + 2, MAX, U32, max_u32)                                                          \
    X(place, from + 3, MIN, S32, min_s32)                                                          \
    X(place, from + 4, MAX, S32, max_s32)                                                          \
    X(place, from + 5, AND, B32, and_b32)                                                          \
    X(place, from + 6, OR, B32, or_b32)                                                            \
    X(place, from + 7, XOR, B32, xor_b32)                                                          \
    X(place, from + 8, ADD, F32, add_f32)                                                          \
    X(place, from + 9, ADD, F64, add_f64)                                                          \
    X(place, from + 10, ADD, F16X2, add_f16x2)                                                     \
    X(place, from + 11, ADD, BF16X2, add_bf16x2)
#define OWN(X, place, from)                                                                        \
    SINGLE(X, place, from)                                                                         \
    X(place, from + 12, ADD, U64, add_u64)                                                         \
    X(place, from + 13, MIN, U64, min_u64)                                                         \
    X(place, from + 14, MAX, U64, max_u64)                                                         \
    X(place, from + 15, MIN, S64, min_s64)                                                         \
    X(place, from + 16, MAX, S64, max_s64)                                                         \
    X(place, from + 17, AND, B64, and_b64)                                                         \
    X(place, from + 18, OR, B64, or_b64)                                                           \
    X(place, from + 19, XOR, B64, xor_b64)
#define ALL(X)                                                                                     \
    REMOTE(X, thread, 0)                                                                           \
    REMOTE(X, bulk, 12)                                                                            \
    SINGLE(X, single, FROM_SINGLE)                                                                 \
    GLOBAL(X, global, FROM_GLOBAL)                                                                 \
    OWN(X, atomic, 63)                                                                             \
    GLOBAL(X, hinted, 83)
enum { FROM_SINGLE = 24, FROM_GLOBAL = 36, FORMS = 110 };

typedef struct {
    unsigned op, type, expects;
} Form;
#define EXPECTS_thread 1
#define EXPECTS_bulk 1
#define EXPECTS_single 0
#define EXPECTS_global 0
#define EXPECTS_atomic 0
#define EXPECTS_hinted 0
#define X(place, number, op, type, name) {op, type, EXPECTS_##place},
static const Form forms[] = {ALL(X)};
#undef X

/* One call, or two where a thread has two words. */
#define SIZE(type) ((type >= U64 && type <= B64) || type == F64 ? 8u : 4u)
#define X_thread(type, name)                                                                       \
    for (unsigned i = t, size = SIZE(type); i * size < BYTES; i += THREADS)                        \
        tc_reduce_async_##name(there + i * size, tc_from(mine, i * size), done);
#define X_single(type, name)                                                                       \
    for (unsigned i = t, size = SIZE(type); i * size < BYTES; i += THREADS)                        \
        tc_reduce_dsmem_##name(there + i * size, tc_from(mine, i * size));
#define X_bulk(type, name)                                                                         \
    if (t == 0)                                                                                    \
        tc_bulk_reduce_##name##_to_dsmem(there, src, BYTES, done);
#define X_global(type, name)                                                                       \
    if (t == 0) {                                                                                  \
        tc_bulk_reduce_##name##_to_gmem(arg.out, src, BYTES);                                      \
        tc_bulk_commit();                                                                          \
        tc_bulk_wait_0();                                                                          \
    }
#define X_hinted(type, name)                                                                       \
    if (t == 0) {                                                                                  \
        tc_bulk_reduce_##name##_to_gmem_hinted(arg.out, src, BYTES, policy);                       \
        tc_bulk_commit();                                                                          \
        tc_bulk_wait_0();                                                                          \
    }

#define X_atomic(type, name)                                                                       \
    for (unsigned i = t, n = SIZE(type); i * n < BYTES; i += THREADS)                              \
        tc_reduce_gmem_##name(tc_to(arg.out, i *n), tc_from(mine, i *n));

/* All CTAs reduce what they have into what CTA 0 has (or global memory). */
TC_KERNEL(combine, args) {
    const unsigned t = tc_thread_index(), rank = tc_cta_rank_in_cluster(), f = arg.form;
    const unsigned count = tc_cta_count_in_cluster();
    unsigned *const src = SMEM, *const dst = SMEM + WORDS;
    const unsigned long long policy = tc_createpolicy_fractional_evict_first(1.0f);
    unsigned mine[WORDS];
    bring(src, arg.in + rank * WORDS);
    bring(dst, arg.in + count * WORDS);
    for (unsigned i = 0; i < WORDS; i++)
        tc_load_global_b32(&mine[i], arg.in + rank * WORDS + i);
    if (t == 0) {
        tc_mbarrier_init(BAR, 1);
        tc_fence_mbarrier_init();
    }
    tc_fence_async_smem();
    tc_cluster_sync();
    if (rank == 0 && t == 0)
        tc_mbarrier_arrive_expect_tx(BAR, count * BYTES);
    const tc_dsmem there = tc_map_to_cta(dst, 0), done = tc_map_to_cta(BAR, 0);
    switch (f) {
#define X(place, number, op, type, name)                                                           \
    case number:                                                                                   \
        X_##place(type, name) break;
        ALL(X)
#undef X
    }
    if (rank == 0 && f < FROM_SINGLE)
        tc_mbarrier_wait(BAR, 0);
    tc_cluster_sync();
    if (rank == 0 && f < FROM_GLOBAL)
        take(arg.out, dst);
}

/* inc and dec give the same in every order only if all count to one number. */
static unsigned long long draw(const Form *form, unsigned place) {
    if (is_float(form->type) && form->op != ADD)
        return draw_half(form->type, place / 2);
    if (is_float(form->type))
        return spell((int)(random_word() % 13) - 6, form->type);
    if (form->op == INC || form->op == DEC)
        return 5 + place % 7;
    return (unsigned long long)random_word() << 32 | random_word();
}

static void fill(unsigned *in, unsigned ctas, const Form *form) {
    const unsigned size = size_of(form->type);
    for (unsigned i = 0; i < (ctas + 1) * BYTES; i += size) {
        unsigned long long v = draw(form, i % BYTES);
        memcpy((char *)in + i, &v, size);
    }
}

static unsigned wrong_numbers(
    const unsigned *in, const unsigned *out, unsigned ctas, const Form *form) {
    const unsigned size = size_of(form->type);
    unsigned wrong = 0;
    for (unsigned at = 0; at < BYTES; at += size) {
        unsigned long long sum = 0, got = 0;
        memcpy(&sum, (const char *)in + ctas * BYTES + at, size);
        memcpy(&got, (const char *)out + at, size);
        for (unsigned c = 0; c < ctas; c++) {
            unsigned long long v = 0;
            memcpy(&v, (const char *)in + c * BYTES + at, size);
            sum = combined(form->op, form->type, sum, v);
        }
        if (size == 4)
            sum &= 0xffffffff;
        wrong += sum != got;
    }
    return wrong;
}

static void test_combine(void) {
    static const unsigned sizes[] = {1, 2, 5, 8};
    unsigned *in = (unsigned *)tc_emu_gmem_alloc(17 * BYTES, "in");
    unsigned *out = (unsigned *)tc_emu_gmem_alloc(BYTES, "out");
    args a;
    tc_emu_config c = quiet(THREADS, BAR_AT + 8);
    a.in = in;
    a.out = out;
    for (a.form = 0; a.form < FORMS; a.form++)
        for (unsigned k = 0; k < 4; k++) {
            c.cluster = sizes[k];
            fill(in, c.cluster, &forms[a.form]);
            for (int turn = 0; turn < ORDERS; turn++) {
                tc_emu_config once = c;
                once.seed = (unsigned)turn;
                memcpy(out, in + c.cluster * WORDS, BYTES);
                once_passes("combine", once, combine, &a);
                unit_expect(
                    wrong_numbers(in, out, c.cluster, &forms[a.form]) == 0,
                    "combine",
                    __FILE__,
                    (int)a.form);
            }
        }
    tc_emu_gmem_free(in);
    tc_emu_gmem_free(out);
}

/* ---- single accesses ---------------------------------------------------------------------------- */

/* Each CTA stores to the one after it and loads from the one before that: what it stored comes back to
 * nobody but itself. form: the width as a power of two of bytes, + 8: by st.async. */
#define ACCESS(bits)                                                                               \
    for (unsigned at = t * bits / 8; at < BYTES; at += THREADS * bits / 8) {                       \
        tc_load_shared_b##bits(&v, (const char *)SMEM + at);                                       \
        tc_store_dsmem_b##bits(next + at, &v);                                                     \
    }
#define BACK(bits)                                                                                 \
    for (unsigned at = t * bits / 8; at < BYTES; at += THREADS * bits / 8) {                       \
        tc_load_dsmem_b##bits(&v, next + at);                                                      \
        tc_store_global_b##bits((char *)(arg.out + rank * WORDS) + at, &v);                        \
    }
#define SEND(bits)                                                                                 \
    for (unsigned at = t * bits / 8; at < BYTES; at += THREADS * bits / 8) {                       \
        tc_load_shared_b##bits(&v, (const char *)SMEM + at);                                       \
        tc_store_async_b##bits(next + at, &v, done);                                               \
    }

TC_KERNEL(swap, args) {
    const unsigned t = tc_thread_index(), rank = tc_cta_rank_in_cluster();
    const unsigned to = (rank + 1) % tc_cta_count_in_cluster();
    const tc_dsmem next = tc_map_to_cta(SMEM + WORDS, to), done = tc_map_to_cta(BAR, to);
    tc_b128 v;
    bring(SMEM, arg.in + rank * WORDS);
    if (t == 0) {
        tc_mbarrier_init(BAR, 1);
        tc_fence_mbarrier_init();
    }
    tc_cluster_sync();
    if (t == 0 && arg.form >= 8)
        tc_mbarrier_arrive_expect_tx_remote(done, BYTES);
    switch (arg.form) {
    case 0:
        ACCESS(8) break;
    case 1:
        ACCESS(16) break;
    case 2:
        ACCESS(32) break;
    case 3:
        ACCESS(64) break;
    case 4:
        ACCESS(128) break;
    case 10:
        SEND(32) break;
    case 11:
        SEND(64) break;
    default:
        SEND(128) break;
    }
    if (arg.form >= 8) {
        tc_mbarrier_wait(BAR, 0);
        take(
            arg.out + ((rank + tc_cta_count_in_cluster() - 1) % tc_cta_count_in_cluster()) * WORDS,
            SMEM + WORDS);
        tc_cluster_sync();
        return;
    }
    tc_cluster_sync();
    switch (arg.form) {
    case 0:
        BACK(8) break;
    case 1:
        BACK(16) break;
    case 2:
        BACK(32) break;
    case 3:
        BACK(64) break;
    default:
        BACK(128) break;
    }
    tc_cluster_sync();
}

static void test_swap(void) {
    static const unsigned sizes[] = {1, 2, 7, 8};
    unsigned *in = (unsigned *)tc_emu_gmem_alloc(16 * BYTES, "in");
    unsigned *out = (unsigned *)tc_emu_gmem_alloc(16 * BYTES, "out");
    tc_emu_config c = quiet(THREADS, BAR_AT + 8);
    args a;
    a.in = in;
    a.out = out;
    for (unsigned i = 0; i < 16 * WORDS; i++)
        in[i] = random_word();
    for (a.form = 0; a.form <= 12; a.form++)
        for (unsigned k = 0; k < 4 && (a.form < 5 || a.form > 9); k++) {
            c.cluster = sizes[k];
            memset(out, 0, 16 * BYTES);
            passes("swap", c, swap, &a);
            unit_expect(!memcmp(in, out, c.cluster * BYTES), "swap", __FILE__, (int)a.form);
        }
    tc_emu_gmem_free(in);
    tc_emu_gmem_free(out);
}

/* ---- multicast, hints, prefetch ----------------------------------------------------------------- */

/* form: the CTAs that receive, + 65536: through a policy instead, by each for itself, + 131072: through a policy
 * all the same, + 262144 and 524288: a copy for each of them, without and with a policy. */
TC_KERNEL(spread, args) {
    const unsigned t = tc_thread_index(), rank = tc_cta_rank_in_cluster();
    const unsigned long long policy = tc_createpolicy_fractional_evict_first(1.0f);
    if (t == 0) {
        tc_mbarrier_init(BAR, 1);
        tc_fence_mbarrier_init();
        tc_bulk_prefetch_gmem(arg.in, BYTES);
        tc_bulk_prefetch_gmem_hinted(arg.in, BYTES, policy);
    }
    tc_cluster_sync();
    if (t == 0 && arg.form >> rank & 1)
        tc_mbarrier_arrive_expect_tx(BAR, BYTES);
    if (t == 0 && arg.form >> 16 == 1)
        tc_bulk_gmem_to_smem_hinted(SMEM, arg.in, BYTES, BAR, policy);
    else if (t == 0 && rank == 0 && arg.form >> 16 == 4)
        tc_bulk_gmem_to_smem_each(SMEM, arg.in, BYTES, BAR, arg.form & 0xffff);
    else if (t == 0 && rank == 0 && arg.form >> 16 == 8)
        tc_bulk_gmem_to_smem_each_hinted(SMEM, arg.in, BYTES, BAR, arg.form & 0xffff, policy);
    else if (t == 0 && rank == 0 && arg.form >> 16)
        tc_bulk_gmem_to_smem_multicast_hinted(SMEM, arg.in, BYTES, BAR, arg.form & 0xffff, policy);
    else if (t == 0 && rank == 0)
        tc_bulk_gmem_to_smem_multicast(SMEM, arg.in, BYTES, BAR, arg.form);
    if (arg.form >> rank & 1) {
        tc_mbarrier_wait(BAR, 0);
        if (t == 0 && arg.form >> 16) {
            tc_bulk_smem_to_gmem_hinted(arg.out + rank * WORDS, SMEM, BYTES, policy);
            tc_bulk_commit();
            tc_bulk_wait_0();
        } else if (!(arg.form >> 16))
            take(arg.out + rank * WORDS, SMEM);
    }
    tc_cluster_sync();
}

static void test_spread(void) {
    static const unsigned masks[] = {
        1, 2, 5, 0xff, 0xaa, 0x1ffff, 0x200ff, 0x20055, 0x400ff, 0x40032, 0x800aa};
    unsigned *in = (unsigned *)tc_emu_gmem_alloc(BYTES, "in");
    unsigned *out = (unsigned *)tc_emu_gmem_alloc(8 * BYTES, "out");
    tc_emu_config c = quiet(THREADS, BAR_AT + 8);
    args a;
    a.in = in;
    a.out = out;
    c.cluster = 8;
    for (unsigned i = 0; i < WORDS; i++)
        in[i] = random_word();
    for (unsigned k = 0; k < 11; k++) {
        unsigned wrong = 0;
        a.form = masks[k];
        memset(out, 0, 8 * BYTES);
        passes("spread", c, spread, &a);
        for (unsigned i = 0; i < 8 * WORDS; i++)
            wrong += out[i] != (masks[k] >> i / WORDS & 1 ? in[i % WORDS] : 0);
        EXPECT(wrong == 0);
    }
    tc_emu_gmem_free(in);
    tc_emu_gmem_free(out);
}

/* ---- arrivals that release nothing, waits that acquire nothing ---------------------------------- */

/* form: how the CTA before is waited for. Each sends 3 and 1 arrivals on, and makes one itself. */
TC_KERNEL(ring, args) {
    const unsigned t = tc_thread_index(), rank = tc_cta_rank_in_cluster();
    const unsigned came = 1;
    if (t == 0) {
        tc_mbarrier_init(BAR, 5);
        tc_fence_mbarrier_init();
    }
    tc_cluster_sync();
    if (t == 0) {
        const tc_dsmem next = tc_map_to_cta(BAR, (rank + 1) % tc_cta_count_in_cluster());
        tc_mbarrier_arrive_count_remote_relaxed(next, 3);
        tc_mbarrier_arrive_expect_tx_remote_relaxed(next, 0);
        tc_mbarrier_arrive(BAR);
        if (arg.form == 0)
            tc_mbarrier_wait_cluster_relaxed(BAR, 0);
        else
            while (!tc_mbarrier_try_wait_cluster_relaxed(BAR, 0)) {
            }
        tc_store_global_b32(arg.out + rank, &came);
    }
    tc_cluster_sync();
}

static void test_ring(void) {
    unsigned *out = (unsigned *)tc_emu_gmem_alloc(BYTES, "out");
    tc_emu_config c = quiet(THREADS, BAR_AT + 8);
    args a;
    a.in = a.out = out;
    c.cluster = 8;
    for (a.form = 0; a.form < 2; a.form++) {
        unsigned came = 0;
        memset(out, 0, BYTES);
        passes("ring", c, ring, &a);
        for (unsigned i = 0; i < 8; i++)
            came += out[i];
        EXPECT(came == 8);
    }
    tc_emu_gmem_free(out);
}

int main(void) {
    test_combine();
    test_swap();
    test_spread();
    test_ring();
    return unit_finish();
}
