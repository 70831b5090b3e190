/* What the headers of include/tilecopy/host/cuda/ call of the emulator, called here without them: lanes that meet, votes,
 * atomics and the order that a fence and an atomic make, addresses of shared memory, memory of CUDA's runtime. */
#define _POSIX_C_SOURCE 200809L
#include "faults.h"
#include "tilecopy/host/cuda/calls.h"

static unsigned wrong; /* seen in a kernel: only one of its threads runs at a time */
static unsigned mask, leaver, pauses;

static unsigned hash(unsigned x) {
    x = (x ^ x >> 15) * 2246822519u;
    return x ^ x >> 13;
}

static uint64_t value_of(unsigned thread, unsigned turn) {
    return (uint64_t)hash(thread * 64 + turn) << 32 | hash(turn * 999 + thread);
}

/* ---- lanes that meet -------------------------------------------------------------------------- */

/* The lanes of the mask, and those that are not in it, each among themselves. */
TC_KERNEL(exchanges, args) {
    const unsigned first = T / 32 * 32;
    const unsigned own = mask >> T % 32 & 1 ? mask : ~mask;
    uint64_t all[33];
    (void)arg;
    for (unsigned turn = 0; turn < 3; turn++) {
        memset(all, 0xA5, sizeof all);
        tc_emu_exchange("exchange", own, value_of(T, turn), all);
        for (unsigned i = 0; i < 32; i++) {
            const unsigned there = own >> i & 1 && first + i < tc_emu_threads();
            wrong += all[i] != (there ? value_of(first + i, turn) : 0);
        }
        wrong += all[32] != 0xA5A5A5A5A5A5A5A5u;
    }
}

/* One lane leaves before, while or after the others have come: its value is missed, and nobody waits for it. */
TC_KERNEL(exchanges_of_those_left, args) {
    uint64_t all[32];
    (void)arg;
    for (unsigned i = 0; i < (T == leaver ? pauses : pauses / 2); i++)
        tc_emu_pause("pause");
    if (T == leaver)
        return;
    tc_emu_exchange("exchange", 0xffffffff, value_of(T, 0), all);
    for (unsigned i = 0; i < 32; i++)
        wrong += all[i] != (i == leaver ? 0 : value_of(i, 0));
    tc_emu_sync_lanes("sync", 0xffffffff);
}

static void test_exchanges(args *a) {
    wrong = 0;
    for (unsigned k = 0; k < 24; k++) {
        mask = k == 0 ? 0xffffffff : k == 1 ? 1 : k == 2 ? 0x80000000 : hash(k);
        passes("exchanges", quiet(72, 0), exchanges, a);
        leaver = hash(k) % 32;
        for (pauses = 0; pauses < 4; pauses++)
            passes("exchanges_of_those_left", quiet(32, 0), exchanges_of_those_left, a);
    }
    EXPECT(wrong == 0);
}

/* A word of a lane of the mask is known to the others of it alone. */
TC_KERNEL(ordered_among_lanes, args) {
    (void)arg;
    put(T);
    tc_emu_sync_lanes("sync", T % 32 < 16 ? 0x0000ffff : 0xffff0000);
    get(T ^ 15);
}

TC_KERNEL(not_ordered_beyond, args) {
    put(T);
    tc_emu_sync_lanes("sync", T % 32 < 16 ? 0x0000ffff : 0xffff0000);
    if (T == 40) /* lane 8 of the second warp */
        get(32 + 16);
}

TC_KERNEL(not_ordered_by_an_exchange, args) {
    uint64_t all[32];
    put(T);
    tc_emu_exchange("exchange", 0xffffffff, 1, all);
    if (T == 3)
        get(17);
}

TC_KERNEL(asks_a_lane, args) {
    if (T == 7)
        tc_emu_no_lane("shuffle", 9, 0x1ff);
}

TC_KERNEL(not_of_its_mask, args) {
    uint64_t all[32];
    tc_emu_exchange("exchange", T == 4 ? 0xffffffef : 0xffffffff, 1, all);
}

/* ---- who is here ------------------------------------------------------------------------------- */

static unsigned seen[64];

/* Two places, which no compiler makes one of. */
static __attribute__((noinline)) unsigned first_place(void) {
    return tc_emu_active("first");
}

static __attribute__((noinline)) unsigned second_place(void) {
    return tc_emu_active("second");
}

TC_KERNEL(who_is_here, args) {
    (void)arg;
    if (T % 3 == 0)
        seen[T] = first_place();
    else if (T % 3 == 1)
        seen[T] = second_place();
    tc_warp_sync_mask(T < 32 ? 0xffffffff : 0xff);
}

static void test_active(args *a) {
    tc_emu_config c = quiet(40, 0);
    unsigned alone = 0, several = 0;
    for (c.seed = 0; c.seed < 12; c.seed++) {
        memset(seen, 0, sizeof seen);
        EXPECT(tc_emu_launch(&c, who_is_here, a) == 0);
        for (unsigned t = 0; t < 40; t++) {
            unsigned all = 0;
            for (unsigned i = 0; i < (t < 32 ? 32 : 8); i++)
                if ((t / 32 * 32 + i) % 3 == t % 3 && t % 3 != 2)
                    all |= 1u << i;
            if (c.seed == 0)
                EXPECT(seen[t] == all);
            EXPECT((seen[t] & ~all) == 0 && (t % 3 == 2 || seen[t] >> t % 32 & 1));
            alone += c.seed && seen[t] == 1u << t % 32;
            several += c.seed && (seen[t] & (seen[t] - 1));
        }
    }
    EXPECT(alone > 20 && several > 20);
}

/* ---- votes ------------------------------------------------------------------------------------- */

static unsigned yes(unsigned thread, unsigned turn) {
    return hash(thread + 100 * turn) >> turn % 7 & 3;
}

TC_KERNEL(votes, args) {
    (void)arg;
    for (unsigned turn = 0; turn < 11; turn++) {
        unsigned count = 0;
        for (unsigned i = 0; i < tc_emu_threads(); i++)
            count += yes(i, turn) != 0;
        wrong += tc_emu_cta_count("count", "votes.c", 1, (int)yes(T, turn)) != count;
    }
}

static void vote_at(int line) {
    (void)tc_emu_cta_count("count", "dir/votes.c", line, 1);
}

TC_KERNEL(votes_elsewhere, args) {
    vote_at(T == 37 ? 12 : 11);
}

TC_KERNEL(ordered_by_a_vote, args) {
    (void)arg;
    put(T);
    vote_at(5);
    get(63 - T);
}

/* Threads that have exited are not waited for, where the launch allows that. */
TC_KERNEL(votes_of_those_left, args) {
    (void)arg;
    if (T % 32 == 5 || T >= 64)
        return;
    for (unsigned turn = 0; turn < 5; turn++) {
        unsigned count = 0;
        for (unsigned i = 0; i < 64; i++)
            count += i % 32 != 5 && yes(i, turn);
        wrong += tc_emu_cta_count("count", "votes.c", 1, (int)yes(T, turn)) != count;
    }
}

TC_KERNEL(votes_beside_a_barrier, args) {
    if (T < 32)
        vote_at(7);
    else
        tc_barrier_sync(0, 64);
}

static void test_votes(args *a) {
    tc_emu_config c = quiet(70, 1024);
    wrong = 0;
    c.grid = 2;
    passes("votes", c, votes, a);
    passes("votes of one", quiet(1, 0), votes, a);
    c.early_exit = 1;
    passes("votes_of_those_left", c, votes_of_those_left, a);
    EXPECT(wrong == 0);
    fails(
        "votes_beside_a_barrier",
        quiet(64, 1024),
        votes_beside_a_barrier,
        a,
        TC_EMU_BARRIER,
        "barrier 0 is tc_cta_sync's: some threads call that, others a named barrier\n");
    passes("ordered_by_a_vote", quiet(64, 1024), ordered_by_a_vote, a);
    fails(
        "votes_elsewhere",
        quiet(64, 1024),
        votes_elsewhere,
        a,
        TC_EMU_DIVERGENT,
        "other threads of the CTA call it at votes.c:11, this one at votes.c:12: all must come to "
        "the "
        "same call\n");
    EXPECT(tc_emu_last()->thread == 37);
}

/* ---- atomics ------------------------------------------------------------------------------------ */

static unsigned size;
static unsigned char of_the_program[16] __attribute__((aligned(16)));

static void add_7(void *at, void *context) {
    unsigned char *p = at;
    for (unsigned i = 0; i < size; i++)
        p[i] = (unsigned char)(p[i] + 7 + i);
    *(unsigned *)context += 1;
}

static void count_all(unsigned char *g) {
    unsigned count = 0;
    unsigned char own[16] __attribute__((aligned(16))) = {0};
    tc_emu_atomic("count", g, size, add_7, &count);
    tc_emu_atomic("count", SMEM, size, add_7, &count);
    tc_emu_atomic("count", of_the_program, size, add_7, &count);
    tc_emu_atomic("count", own, size, add_7, &count);
    wrong += count != 4;
    for (unsigned i = 0; i < 16; i++)
        wrong += own[i] != (i < size ? 7 + i : 0);
}

TC_KERNEL(starts_at_0, args) {
    unsigned zero[4] = {0, 0, 0, 0};
    if (T == 0)
        tc_store_shared_b128(SMEM, zero);
    tc_cta_sync();
    count_all(arg.g);
    tc_cta_sync();
    if (T == 0)
        for (unsigned i = 0; i < 16; i++)
            wrong += SMEM[i] != (unsigned char)(i < size ? 96 * (7 + i) : 0);
}

static unsigned off;
TC_KERNEL(off_its_size, args) {
    unsigned count = 0;
    tc_emu_atomic("count", arg.g + off, size, add_7, &count);
}

TC_KERNEL(beside_plain, args) {
    unsigned count = 0, v;
    if (T < 32)
        tc_emu_atomic("count", arg.g + 16, 4, add_7, &count);
    else
        tc_load_global_b32(&v, arg.g + 16);
}

TC_KERNEL(in_the_next_cta, args) {
    unsigned count = 0, zero = 0;
    tc_dsmem next = tc_map_to_cta(SMEM, 1);
    (void)arg;
    if (T == 0)
        tc_store_shared_b32(SMEM, &zero);
    tc_cluster_sync();
    wrong +=
        tc_emu_space(SMEM) != TC_EMU_SHARED_SPACE || tc_emu_space(arg.g) != TC_EMU_GLOBAL_SPACE;
    wrong += tc_emu_space(&zero) != -1;
    wrong += tc_emu_space((void *)next) !=
             (tc_cta_rank_in_cluster() ? TC_EMU_SHARED_SPACE : TC_EMU_CLUSTER_SPACE);
    tc_emu_atomic("count", (void *)next, 4, add_7, &count);
    tc_cluster_sync();
    if (tc_cta_rank_in_cluster() == 1)
        wrong += SMEM[0] != (unsigned char)(64 * 7);
    wrong += !tc_emu_in_kernel();
}

static void test_atomics(args *a) {
    static const unsigned sizes[] = {1, 2, 4, 8, 16};
    tc_emu_config two = quiet(32, 1024);
    static char text[60]; /* the counts of a case are by its text */
    wrong = 0;
    for (unsigned k = 0; k < 5; k++) {
        size = sizes[k];
        memset(a->g, 0, 16);
        memset(of_the_program, 0, 16);
        once_passes("starts_at_0", quiet(96, 1024), starts_at_0, a);
        for (unsigned i = 0; i < 16; i++) {
            wrong += a->g[i] != (unsigned char)(i < size ? 96 * (7 + i) : 0);
            wrong += of_the_program[i] != a->g[i];
        }
        for (off = 1; off < size; off++) {
            snprintf(text, sizeof text, "the address is not %u-byte aligned\n", size);
            fails("off_its_size", quiet(1, 64), off_its_size, a, TC_EMU_MISALIGNED, text);
            EXPECT(tc_emu_last()->bytes == size && tc_emu_last()->offset == off);
        }
        off = 1024 - size;
        once_passes("at the end", quiet(1, 64), off_its_size, a);
        off = 1024;
        fails(
            "behind_the_end", quiet(1, 64), off_its_size, a, TC_EMU_OUTSIDE, "no buffer is there");
        EXPECT(tc_emu_last()->bytes == size && tc_emu_last()->offset == 1024);
    }
    size = 4;
    two.cluster = 2;
    passes("in_the_next_cta", two, in_the_next_cta, a);
    fails("beside_plain", quiet(64, 64), beside_plain, a, TC_EMU_RACE, "thread ");
    EXPECT(wrong == 0 && !tc_emu_in_kernel() && tc_emu_space(a->g) == TC_EMU_GLOBAL_SPACE);
}

/* ---- x, y and z ---------------------------------------------------------------------------------- */

static tc_emu_config shaped;
static unsigned char came[4096]; /* by place in the grid and in the block */

static unsigned place_in(const unsigned *at, const unsigned *shape) {
    wrong += at[0] >= shape[0] || at[1] >= shape[1] || at[2] >= shape[2];
    return at[0] + shape[0] * (at[1] + shape[1] * at[2]);
}

/* CTAs of one cluster are a box of the grid, in which x runs first; so do the clusters. */
TC_KERNEL(stands, args) {
    const unsigned *const grid = shaped.grid_shape, *const cluster = shaped.cluster_shape;
    const unsigned *const block = shaped.block_shape;
    unsigned in[3], of[3], clusters[3];
    (void)arg;
    for (unsigned i = 0; i < 3; i++) {
        in[i] = tc_emu_block_idx[i] % cluster[i];
        of[i] = tc_emu_block_idx[i] / cluster[i];
        clusters[i] = grid[i] / cluster[i];
        wrong += tc_emu_block_dim[i] != block[i] || tc_emu_grid_dim[i] != grid[i];
        wrong += tc_emu_cluster_dim[i] != cluster[i];
    }
    wrong += place_in(tc_emu_thread_idx, block) != T;
    wrong += place_in(in, cluster) != tc_emu_cluster_cta();
    wrong += place_in(of, clusters) != tc_emu_cta() / tc_emu_cluster_ctas();
    came[place_in(tc_emu_block_idx, grid) * shaped.block + T]++;
}

static void test_shapes(args *a) {
    static const unsigned shapes[][9] = {
        {4, 2, 1, 2, 1, 1, 4, 3, 2},
        {6, 4, 3, 3, 2, 1, 2, 2, 2},
        {1, 2, 6, 1, 2, 3, 1, 1, 5},
        {4, 4, 4, 2, 2, 2, 3, 1, 1},
        {2, 3, 5, 1, 1, 1, 1, 33, 1}};
    static const char *const refused =
        "the shapes of grid, cluster and block are not those of their numbers";
    wrong = 0;
    for (unsigned k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        const unsigned *const s = shapes[k];
        shaped = quiet(s[6] * s[7] * s[8], 0);
        shaped.grid = s[0] * s[1] * s[2];
        shaped.cluster = s[3] * s[4] * s[5];
        memcpy(shaped.grid_shape, s, sizeof shaped.grid_shape);
        memcpy(shaped.cluster_shape, s + 3, sizeof shaped.cluster_shape);
        memcpy(shaped.block_shape, s + 6, sizeof shaped.block_shape);
        memset(came, 0, sizeof came);
        once_passes("stands", shaped, stands, a);
        for (unsigned i = 0; i < sizeof came; i++)
            wrong += came[i] != (i < shaped.grid * shaped.block);
        for (unsigned i = 0; i < 9; i++) {
            tc_emu_config c = shaped;
            unsigned *const one = i < 3   ? &c.grid_shape[i]
                                  : i < 6 ? &c.cluster_shape[i - 3]
                                          : &c.block_shape[i - 6];
            *one += 1;
            fails("stands nowhere", c, stands, a, TC_EMU_LAUNCH, refused);
            *one = 0;
            fails("stands nowhere", c, stands, a, TC_EMU_LAUNCH, refused);
        }
    }
    /* 8 CTAs as 4x2x1 are no clusters of 1x4x1, though both numbers are right */
    shaped = quiet(1, 0);
    shaped.grid = 8;
    shaped.cluster = 4;
    memcpy(shaped.grid_shape, (unsigned[]){4, 2, 1}, 12);
    memcpy(shaped.cluster_shape, (unsigned[]){1, 4, 1}, 12);
    fails("stands nowhere", shaped, stands, a, TC_EMU_LAUNCH, refused);
    EXPECT(wrong == 0);
}

int main(void) {
    static const Fault faults[] = {
        F(not_ordered_beyond, 1, 64, RACE, "reads the bytes that thread 48 of CTA 0 wrote"),
        F(not_ordered_by_an_exchange, 1, 32, RACE, "reads the bytes that thread 17 of CTA 0 wrote"),
        F(asks_a_lane,
          1,
          32,
          DIVERGENT,
          "the value of lane 9 is asked for, which does not take part (mask 0x000001ff)\n"),
        F(not_of_its_mask, 1, 32, DIVERGENT, "the calling lane is not in the mask 0xffffffef\n")};
    args a;
    a.g = tc_emu_gmem_alloc(1024, "g");
    memset(a.g, 0, 1024);
    test_exchanges(&a);
    passes("ordered_among_lanes", quiet(64, 1024), ordered_among_lanes, &a);
    planted(faults, sizeof faults / sizeof *faults, &a);
    fails("asks_a_lane", quiet(32, 0), asks_a_lane, &a, TC_EMU_DIVERGENT, "");
    EXPECT(!strcmp(tc_emu_last()->primitive, "shuffle") && tc_emu_last()->thread == 7);
    test_active(&a);
    test_votes(&a);
    test_atomics(&a);
    test_shapes(&a);
    tc_emu_gmem_free(a.g);
    return unit_finish();
}
