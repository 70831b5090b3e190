/* Loads and stores of every width, grids, static and dynamic shared memory, the same run for the
 * same seed. */
#include "emu_test.h"

typedef struct {
    const unsigned char *src;
    unsigned char *dst;
    unsigned width;
} copy_args;

/* dst = src through registers, shared memory and registers, in reverse order of threads. */
TC_KERNEL(copy_width, copy_args) {
    const unsigned i = tc_thread_index(), n = tc_thread_count(), w = arg.width;
    const unsigned from = (tc_cta_index() * n + i) * w, to = (tc_cta_index() * n + n - 1 - i) * w;
    unsigned char *s = tc_smem();
    tc_b256 v;
    switch (w) {
    case 1:
        tc_load_global_b8(&v, arg.src + from);
        tc_store_shared_b8(s + i, &v);
        tc_cta_sync();
        tc_load_shared_b8(&v, s + (n - 1 - i));
        tc_store_global_b8(arg.dst + to, &v);
        break;
    case 2:
        tc_load_global_b16(&v, arg.src + from);
        tc_store_shared_b16(s + 2 * i, &v);
        tc_cta_sync();
        tc_load_shared_b16(&v, s + 2 * (n - 1 - i));
        tc_store_global_b16(arg.dst + to, &v);
        break;
    case 4:
        tc_load_global_b32(&v, arg.src + from);
        tc_store_shared_b32(s + 4 * i, &v);
        tc_cta_sync();
        tc_load_shared_b32(&v, s + 4 * (n - 1 - i));
        tc_store_global_b32(arg.dst + to, &v);
        break;
    case 8:
        tc_load_global_b64(&v, arg.src + from);
        tc_store_shared_b64(s + 8 * i, &v);
        tc_cta_sync();
        tc_load_shared_b64(&v, s + 8 * (n - 1 - i));
        tc_store_global_b64(arg.dst + to, &v);
        break;
    case 16:
        tc_load_global_b128(&v, arg.src + from);
        tc_store_shared_b128(s + 16 * i, &v);
        tc_cta_sync();
        tc_load_shared_b128(&v, s + 16 * (n - 1 - i));
        tc_store_global_b128(arg.dst + to, &v);
        break;
#if TC_HAS_V256
    default:
        tc_load_global_b256(&v, arg.src + from);
        tc_store_global_b256(arg.dst + from, &v);
        break;
#endif
    }
}

static void widths(void) {
    const unsigned ctas = 3, block = 96;
    copy_args a;
    for (a.width = 1; a.width <= (TC_ON_DEVICE ? 16 : 32); a.width *= 2) {
        tc_emu_config c = quiet(block, block * 16);
        size_t bytes = (size_t)ctas * block * a.width;
        unsigned char *src = (unsigned char *)tc_emu_gmem_alloc(bytes, "src");
        unsigned wrong = 0;
        c.grid = ctas;
        a.src = src;
        a.dst = (unsigned char *)tc_emu_gmem_alloc(bytes, "dst");
        for (size_t i = 0; i < bytes; i++)
            src[i] = (unsigned char)(i * 7 + i / 256);
        passes("copy_width", c, copy_width, &a);
        for (unsigned i = 0; i < ctas * block; i++)
            wrong += memcmp(a.dst + (size_t)i * a.width, src + (size_t)i * a.width, a.width) != 0;
        /* each thread reads what its mirror wrote, and stores it at its mirror's place */
        EXPECT(wrong == 0);
        tc_emu_gmem_free(src);
        tc_emu_gmem_free(a.dst);
    }
}

typedef struct {
    unsigned *dst;
} out_args;

/* `static __thread` arrays are shared memory of each CTA without being registered. */
TC_KERNEL(static_shared, out_args) {
    TC_SHARED unsigned first[64];
    TC_SHARED unsigned second[64];
    const unsigned i = tc_thread_index();
    unsigned v = tc_cta_index() * 1000 + i, w;
    TC_SHARED_REGISTER(second);
    tc_store_shared_b32(&first[i], &v);
    tc_cta_sync();
    tc_load_shared_b32(&w, &first[(i + 33) % 64]);
    tc_store_shared_b32(&second[i], &w);
    tc_cta_sync();
    tc_load_shared_b32(&v, &second[(i + 1) % 64]);
    tc_store_global_b32(arg.dst + tc_cta_index() * 64 + i, &v);
}

static void shared_arrays(void) {
    tc_emu_config c = quiet(64, 0);
    unsigned *dst = (unsigned *)tc_emu_gmem_alloc(4 * 64 * 4, "dst");
    out_args a;
    a.dst = dst;
    for (c.cluster = 1; c.cluster <= 4; c.cluster *= 2) {
        unsigned wrong = 0;
        memset(dst, 0, 4 * 64 * 4);
        c.grid = 4;
        passes("static_shared", c, static_shared, &a);
        for (unsigned i = 0; i < 256; i++)
            wrong += dst[i] != i / 64 * 1000 + (i % 64 + 34) % 64;
        EXPECT(wrong == 0);
    }
    tc_emu_gmem_free(dst);
}

#if !TC_ON_DEVICE
/* Which thread comes first is what the seed changes; the log shows the order. */
static unsigned order[64], order_count;
TC_KERNEL(log_order, out_args) {
    tc_warp_sync();
    order[order_count++] = tc_thread_index();
    tc_cta_sync();
}

static unsigned long long run_order(unsigned seed) {
    tc_emu_config c = quiet(64, 0);
    out_args a = {NULL};
    unsigned long long digest = 0;
    c.seed = seed;
    order_count = 0;
    EXPECT(tc_emu_launch(&c, log_order, &a) == 0);
    EXPECT(order_count == 64);
    for (unsigned i = 0; i < order_count; i++)
        digest = digest * 31 + order[i];
    return digest;
}

static void seeds(void) {
    EXPECT(run_order(0) == run_order(0));
    EXPECT(run_order(7) == run_order(7));
    EXPECT(run_order(7) != run_order(8));
    EXPECT(run_order(0) != run_order(7));
}

TC_KERNEL(nothing, out_args) {
}

/* ---- stacks ---------------------------------------------------------------------------------- */

static unsigned deep_thread, deep_bytes;
static volatile unsigned char deepest;

static void __attribute__((noinline)) deep(unsigned bytes) {
    volatile unsigned char room[1024];
    for (unsigned i = 0; i < sizeof room; i++)
        room[i] = (unsigned char)bytes;
    if (bytes > sizeof room)
        deep(bytes - (unsigned)sizeof room);
    deepest = room[bytes % 1024];
}

TC_KERNEL(recurses, out_args) {
    if (tc_thread_index() == deep_thread)
        deep(deep_bytes);
}

static void stacks(void) {
    out_args a = {NULL};
    tc_emu_config c = quiet(4, 0);
    for (deep_thread = 0; deep_thread < 4; deep_thread++) {
        deep_bytes = 64 << 10;
        passes("half of a stack", c, recurses, &a);
        deep_bytes = 160 << 10;
        fails(
            "more than a stack",
            c,
            recurses,
            &a,
            TC_EMU_OUTSIDE,
            "the stack of the thread (131072 bytes) overflowed");
    }
}

/* Two threads of two steps each: what they write down, in every order that the launch may choose. */
static char written[8];
static unsigned written_count;

TC_KERNEL(writes_down, out_args) {
    unsigned v = 0;
    (void)arg;
    for (unsigned step = 0; step < 2; step++) {
        written[written_count++] = (char)('a' + tc_thread_index());
        tc_store_shared_b32(tc_smem() + 4 * tc_thread_index(), &v);
    }
}

typedef struct {
    unsigned count, given, taken[32], of[32];
} Path;

static unsigned choose(void *context, unsigned count) {
    Path *p = (Path *)context;
    if (p->count >= p->given)
        p->taken[p->count] = 0;
    p->of[p->count] = count;
    return p->taken[p->count++];
}

static int next_path(Path *p) {
    while (p->count && p->taken[p->count - 1] + 1 == p->of[p->count - 1])
        p->count--;
    if (!p->count)
        return 0;
    p->taken[p->count - 1]++;
    p->given = p->count;
    p->count = 0;
    return 1;
}

static void orders(void) {
    static Path path;
    static const char *const all[] = {"aabb", "abab", "abba", "baab", "baba", "bbaa"};
    unsigned seen = 0, runs = 0;
    out_args a = {NULL};
    tc_emu_config c = quiet(2, 8);
    c.choose = choose;
    c.context = &path;
    do {
        memset(written, 0, sizeof written);
        written_count = 0;
        EXPECT(tc_emu_launch(&c, writes_down, &a) == 0);
        for (unsigned i = 0; i < 6; i++)
            seen |= (unsigned)!strcmp(written, all[i]) << i;
        runs++;
    } while (next_path(&path) && runs < 1000);
    EXPECT(seen == 63);
    EXPECT(runs < 1000);
}

TC_KERNEL(never_ends, out_args) {
    for (;;)
        tc_fence_cta();
}

TC_KERNEL(waits_alone, out_args) {
    if (tc_thread_index() < 32)
        tc_barrier_sync(1, 64);
}

/* Nobody asks where there is one alone. */
static unsigned choose_first(void *context, unsigned count) {
    (void)context;
    EXPECT(count > 1);
    return 0;
}

static void without_end(void) {
    out_args a = {NULL};
    tc_emu_config c = quiet(1, 0);
    fails("endless", c, never_ends, &a, TC_EMU_DEADLOCK, "16777217 steps of one thread");
    c = quiet(64, 0);
    c.choose = choose_first;
    fails("chosen", c, waits_alone, &a, TC_EMU_DEADLOCK, "32 of 64 arrived");
}

static void launches(void) {
    out_args a = {NULL};
    tc_emu_config c = quiet(1024, 0);
    c.cluster = 3;
    passes("3 x 1024", c, nothing, &a);
    c.cluster = 16;
    passes("16 x 1024", c, nothing, &a);
    c = quiet(1025, 0);
    fails("1025 threads", c, nothing, &a, TC_EMU_LAUNCH, "1 to 1024 threads");
    passes("most smem", quiet(32, 227 << 10), nothing, &a);
    c = quiet(32, (227 << 10) + 1);
    fails("smem", c, nothing, &a, TC_EMU_LAUNCH, "227 KiB");
    c = quiet(32, 0);
    c.cluster = 2;
    c.grid = 3;
    fails("grid", c, nothing, &a, TC_EMU_LAUNCH, "multiple of the cluster");
    c.cluster = 17;
    c.grid = 17;
    fails("cluster", c, nothing, &a, TC_EMU_LAUNCH, "16 CTAs");
}

#endif

int main(void) {
    widths();
    shared_arrays();
#if !TC_ON_DEVICE
    seeds();
    launches();
    without_end();
    orders();
    stacks();
#endif
#if !TC_ON_DEVICE
    reports_match("basic");
#endif
    return unit_finish();
}
