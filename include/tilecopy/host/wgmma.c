/* wgmma.c: products of a warpgroup. A warp multiplies its own 16 rows of A by all of B. As late as it can be, at
 * the wait: until then its registers of d hold a pattern, the memory of the descriptors is marked as being read, and
 * what changes meanwhile is reported. What d becomes is kept here while later products add to it. */
#include "matrix.h"
#include <stdlib.h>
#include <string.h>

enum { ROWS = 16, MOST_N = 256, LANES = 32, A_REGISTERS = 4 };

/* What a product adds to, from its first one to the wait for its last one. */
typedef struct Sum Sum;
struct Sum {
    Sum *next;
    char *d[LANES];
    unsigned n, open; /* products that still add to it */
    bool whole;       /* s32 */
    union {
        float f[ROWS][MOST_N];
        uint32_t u[ROWS][MOST_N];
    } at;
};

typedef struct {
    uint64_t a, b;
    int accumulate;
} Operands;

typedef struct Product Product;
struct Product {
    Product *next;
    const char *name;
    Call call;
    unsigned group, row; /* the first row of A that is ours */
    int type_a, type_b, majors;
    Operands operands;
    Sum *sum;
    Token *reads;
    const char *a[LANES]; /* registers of A; NULL: a descriptor */
    char kept[LANES][4 * A_REGISTERS];
};

/* Registers that products have used, as they were at the latest fence. */
typedef struct Kept Kept;
struct Kept {
    Kept *next;
    char *at[LANES];
    unsigned bytes;
    bool fenced;
    char value[LANES][4 * MOST_N / 2];
};

typedef struct State State;
struct State {
    State *next;
    Warp *warp;
    unsigned groups, fences, count;
    Product *products; /* oldest first */
    Sum *sums;
    Kept *kept;
};

/* The products of a warpgroup, in order: all four warps must call the same ones. */
typedef struct {
    const char *name;
    Call call;
    Operands operands;
} Called;

typedef struct Group Group;
struct Group {
    Group *next;
    unsigned cta, index, count, room;
    Called *log;
};

static State *states;
static Group *groups;

static bool is_whole(int type) {
    return type == TC_EMU_MMA_S8 || type == TC_EMU_MMA_U8;
}

static void *made(size_t bytes) {
    void *p = calloc(1, bytes);
    if (!p)
        abort();
    return p;
}

static State *state_of(Warp *warp) {
    State *state = states;
    while (state && state->warp != warp)
        state = state->next;
    if (state)
        return state;
    state = made(sizeof *state);
    state->warp = warp;
    state->next = states;
    return states = state;
}

static Group *group_of(const Thread *t) {
    Group *group = groups;
    while (group && (group->cta != t->cta || group->index != t->thread / 128))
        group = group->next;
    if (group)
        return group;
    group = made(sizeof *group);
    group->cta = t->cta;
    group->index = t->thread / 128;
    group->next = groups;
    return groups = group;
}

/* Stacks of other fibers, whose variables may be out of their scope. */
__attribute__((no_sanitize("address"))) static void take(char *to, const char *from, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        to[i] = ((const volatile char *)from)[i];
}

__attribute__((no_sanitize("address"))) static bool same(
    const char *a, const char *b, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        if (((const volatile char *)a)[i] != ((const volatile char *)b)[i])
            return false;
    return true;
}

/* ---- d -------------------------------------------------------------------------------------------- */

static unsigned d_bytes(const Sum *sum) {
    return 4 * sum->n / 2;
}

static bool meets(const char *a, size_t a_bytes, const char *b, size_t b_bytes) {
    return a < b + b_bytes && b < a + a_bytes;
}

static bool is_pattern(const char *p, size_t bytes) {
    char pattern[4 * MOST_N / 2];
    memset(pattern, FLIGHT_POISON, sizeof pattern);
    return same(p, pattern, bytes);
}

static void check_pattern(Thread *t, const Sum *sum, const char *name) {
    for (unsigned lane = 0; lane < LANES; lane++)
        if (!is_pattern(sum->d[lane], d_bytes(sum)))
            report_raise(
                TC_EMU_IN_FLIGHT,
                t,
                NULL,
                0,
                "lane %u changed registers of d while %s still writes them: no tc_wgmma_wait_ was "
                "before",
                lane,
                name);
}

/* Register i of lane l of layout wgmma_c: row l / 4 + 8 (i / 2 % 2), column 8 (i / 4) + l % 4 * 2 + i % 2. */
static void exchange(Sum *sum, bool out) {
    for (unsigned lane = 0; lane < LANES; lane++)
        for (unsigned i = 0; i < sum->n / 2; i++) {
            uint32_t *at =
                &sum->at.u[lane / 4 + 8 * (i / 2 % 2)][8 * (i / 4) + lane % 4 * 2 + i % 2];
            if (out)
                memcpy(sum->d[lane] + 4 * i, at, 4);
            else
                take((char *)at, sum->d[lane] + 4 * i, 4);
        }
}

static Kept *kept_of(State *state, char *const *at, unsigned bytes) {
    Kept *kept = state->kept;
    while (kept && (kept->at[0] != at[0] || kept->bytes != bytes))
        kept = kept->next;
    if (kept)
        return kept;
    kept = made(sizeof *kept);
    memcpy(kept->at, at, sizeof kept->at);
    kept->bytes = bytes;
    kept->next = state->kept;
    return state->kept = kept;
}

static void keep(Kept *kept) {
    for (unsigned lane = 0; lane < LANES; lane++)
        take(kept->value[lane], kept->at[lane], kept->bytes);
    kept->fenced = true;
}

/* Is what the registers hold what they held at the latest fence? */
static void check_fence(
    Thread *t, State *state, char *const *at, unsigned bytes, const char *what) {
    Kept *kept = kept_of(state, at, bytes);
    if (!state->fences)
        report_raise(
            TC_EMU_ARGUMENT, t, NULL, 0, "no tc_wgmma_fence was before the warp's first product");
    for (unsigned lane = 0; lane < LANES && kept->fenced; lane++)
        if (!same(kept->value[lane], kept->at[lane], bytes))
            report_raise(
                TC_EMU_ARGUMENT,
                t,
                NULL,
                0,
                "lane %u has written registers of %s since the latest tc_wgmma_fence",
                lane,
                what);
    if (!kept->fenced)
        keep(kept); /* nobody knows when they were written */
}

static Sum *sum_of(Thread *t, State *state, char *const *d, unsigned n, bool whole) {
    for (Sum *sum = state->sums; sum; sum = sum->next) {
        bool alike = sum->d[0] == d[0] && sum->n == n && sum->whole == whole;
        if (!meets(sum->d[0], d_bytes(sum), d[0], 4 * n / 2))
            continue;
        if (!alike)
            report_raise(
                TC_EMU_IN_FLIGHT,
                t,
                NULL,
                0,
                "a product of another shape still writes registers of d: no tc_wgmma_wait_ was "
                "before");
        check_pattern(t, sum, "a product");
        return sum;
    }
    check_fence(t, state, d, 4 * n / 2, "d");
    Sum *sum = made(sizeof *sum);
    memcpy(sum->d, d, sizeof sum->d);
    sum->n = n;
    sum->whole = whole;
    exchange(sum, false);
    for (unsigned lane = 0; lane < LANES; lane++)
        memset(sum->d[lane], FLIGHT_POISON, d_bytes(sum));
    sum->next = state->sums;
    return state->sums = sum;
}

/* ---- the product ------------------------------------------------------------------------------ */

/* Of lane l in the registers of A: rows l / 4 and l / 4 + 8; of 16-bit numbers k l % 4 * 2 and the next, and 8 more. */
static double left(const Product *p, unsigned row, unsigned k) {
    const unsigned e = matrix_bytes(p->type_a), per = 4 / e;
    if (!p->a[0]) {
        const unsigned at = matrix_address(p->operands.a, p->row + row, k, e, p->majors & 1);
        return mma_element(matrix_place(emu.current, at), 0, p->type_a);
    }
    const unsigned lane = row % 8 * 4 + k / per % 4, half = k / (4 * per);
    return mma_element(p->kept[lane], (2 * half + row / 8) * per + k % per, p->type_a);
}

static void multiply(const Product *p) {
    const unsigned e = matrix_bytes(p->type_b), deep = K_BYTES / e;
    static double a[ROWS][K_BYTES], b[MOST_N][K_BYTES];
    Sum *sum = p->sum;
    emu.busy = true; /* these are no accesses of the kernel */
    for (unsigned k = 0; k < deep; k++) {
        for (unsigned row = 0; row < ROWS; row++)
            a[row][k] = left(p, row, k);
        for (unsigned n = 0; n < sum->n; n++)
            b[n][k] = mma_element(
                matrix_place(
                    emu.current, matrix_address(p->operands.b, n, k, e, p->majors >> 1 & 1)),
                0,
                p->type_b);
    }
    emu.busy = false;
    for (unsigned row = 0; row < ROWS; row++)
        for (unsigned n = 0; n < sum->n; n++) {
            double exact = 0;
            uint32_t whole = p->operands.accumulate ? sum->at.u[row][n] : 0;
            if (p->operands.accumulate && !sum->whole)
                exact = sum->at.f[row][n];
            for (unsigned k = 0; k < deep; k++) {
                exact += a[row][k] * b[n][k];
                whole += sum->whole ? (uint32_t)((int)a[row][k] * (int)b[n][k]) : 0;
            }
            if (sum->whole)
                sum->at.u[row][n] = whole;
            else if (exact == exact)
                sum->at.f[row][n] = (float)exact;
            else
                sum->at.u[row][n] = 0x7fffffff; /* the hardware's own NaN */
        }
}

static void drop_sum(State *state, Sum *sum) {
    Sum **at = &state->sums;
    while (*at != sum)
        at = &(*at)->next;
    *at = sum->next;
    free(sum);
}

static void drop_reads(Token *reads) {
    Token **at = &emu.products;
    while (*at && *at != reads)
        at = &(*at)->next;
    if (*at)
        *at = reads->next;
    token_forget(reads);
}

/* Its memory and registers have been read; d is written once nothing more is added to it. */
static void finish(Thread *t, State *state, Product *p) {
    Sum *sum = p->sum;
    for (unsigned lane = 0; lane < LANES && p->a[0]; lane++)
        if (!same(p->kept[lane], p->a[lane], sizeof p->kept[lane])) {
            report_call(&p->call);
            report_raise(
                TC_EMU_IN_FLIGHT,
                t,
                NULL,
                0,
                "lane %u changed registers of A while %s still read them",
                lane,
                p->name);
        }
    multiply(p);
    token_read(p->reads, t->index, t->epoch);
    drop_reads(p->reads);
    p->reads = NULL;
    if (--sum->open)
        return;
    check_pattern(t, sum, p->name);
    exchange(sum, true);
    keep(kept_of(state, sum->d, d_bytes(sum)));
    drop_sum(state, sum);
}

/* ---- the warpgroup ------------------------------------------------------------------------------ */

static void log_add(Group *group, Called called) {
    if (group->count == group->room) {
        group->room = group->room ? 2 * group->room : 64;
        group->log = realloc(group->log, group->room * sizeof *group->log);
        if (!group->log)
            abort();
    }
    group->log[group->count++] = called;
}

static void check_group(Thread *t, State *state, const Operands *operands) {
    Group *group = group_of(t);
    const unsigned n = state->count++, first = t->thread / 128 * 4;
    if (first * 32 + 128 > emu.block)
        report_raise(
            TC_EMU_DIVERGENT,
            t,
            NULL,
            0,
            "a warpgroup has four warps, and the CTA has %u threads",
            emu.block);
    if (n == group->count) {
        log_add(group, (Called){t->primitive, chain_call(t), *operands});
        for (unsigned w = first; w < first + 4; w++) {
            State *other = state_of(&emu.ctas[t->cta].warps[w]);
            if (other->count <= n && other->warp->lanes[0]->state == THREAD_DONE)
                report_raise(
                    TC_EMU_DIVERGENT, t, NULL, 0, "warp %u of the warpgroup has exited", w % 4);
        }
        return;
    }
    const Called *called = &group->log[n];
    if (strcmp(called->name, t->primitive)) {
        report_call(&called->call);
        report_raise(
            TC_EMU_DIVERGENT,
            t,
            NULL,
            0,
            "another warp of the warpgroup called %s as its product %u",
            called->name,
            n);
    }
    if (called->operands.a != operands->a || called->operands.b != operands->b ||
        !called->operands.accumulate != !operands->accumulate)
        report_raise(
            TC_EMU_DIVERGENT,
            t,
            NULL,
            0,
            "the warps of the warpgroup have different descriptors in product %u",
            n);
}

static void check_lanes(Thread *t, const Operands *own) {
    for (unsigned lane = 0; lane < LANES; lane++) {
        const Operands *other = t->warp->lanes[lane]->with;
        if (other->a != own->a || other->b != own->b || !other->accumulate != !own->accumulate)
            report_raise(
                TC_EMU_DIVERGENT, t, NULL, 0, "lane %u has other descriptors than this one", lane);
    }
}

static void add_product(Thread *t, Product *p, unsigned n) {
    State *state = state_of(t->warp);
    Product **last = &state->products;
    const unsigned e = matrix_bytes(p->type_a), a_bytes = 4 * A_REGISTERS;
    char *d[LANES], *a[LANES];
    while (*last)
        last = &(*last)->next;
    *last = p; /* whatever is reported, it is freed at the end */
    p->group = state->groups;
    check_lanes(t, &p->operands);
    check_group(t, state, &p->operands);
    for (unsigned lane = 0; lane < LANES; lane++) {
        d[lane] = t->warp->lanes[lane]->to;
        p->a[lane] = t->warp->lanes[lane]->from;
        a[lane] = (char *)(uintptr_t)p->a[lane];
        if (a[lane])
            take(p->kept[lane], a[lane], a_bytes);
    }
    if (a[0])
        check_fence(t, state, a, a_bytes, "A");
    p->sum = sum_of(t, state, d, n, is_whole(p->type_b));
    p->sum->open++;
    p->row = t->thread / 32 % 4 * ROWS;
    matrix_check(t, p->operands.b, "B");
    if (!a[0]) {
        matrix_check(t, p->operands.a, "A");
        matrix_read(t, &p->reads, p->operands.a, p->row, p->row + ROWS, e, p->majors & 1);
    }
    matrix_read(t, &p->reads, p->operands.b, 0, n, e, p->majors >> 1 & 1);
    p->reads->next = emu.products;
    emu.products = p->reads;
}

void tc_emu_wgmma(
    const char *name,
    void *d,
    const void *a,
    unsigned long long desc_a,
    unsigned long long desc_b,
    int accumulate,
    int type_a,
    int type_b,
    unsigned n,
    int majors) {
    Thread *t = emu.current;
    const Operands operands = {desc_a, desc_b, accumulate};
    emu_enter(name);
    warp_aligned(t, 0, 0, false);
    warp_whole(t);
    t->to = d;
    t->from = a;
    t->with = &operands;
    if (!warp_meet(t, 0xffffffffu))
        return;
    Product *p = made(sizeof *p);
    p->name = t->primitive;
    p->call = chain_call(t);
    p->type_a = type_a;
    p->type_b = type_b;
    p->majors = majors;
    p->operands = operands;
    add_product(t, p, n);
    warp_leave(t);
}

/* All lanes are here; on the last one. */
static State *entered(Thread *t) {
    warp_aligned(t, 0, 0, false);
    warp_whole(t);
    return warp_meet(t, 0xffffffffu) ? state_of(t->warp) : NULL;
}

static bool flies(const State *state, const Kept *kept) {
    for (const Sum *sum = state->sums; sum; sum = sum->next)
        if (meets(sum->d[0], d_bytes(sum), kept->at[0], kept->bytes))
            return true;
    return false;
}

void tc_emu_wgmma_fence(const char *name) {
    Thread *t = emu.current;
    emu_enter(name);
    State *state = entered(t);
    if (!state)
        return;
    state->fences++;
    for (Kept *kept = state->kept; kept; kept = kept->next)
        if (!flies(state, kept))
            keep(kept);
    warp_leave(t);
}

void tc_emu_wgmma_commit(const char *name) {
    Thread *t = emu.current;
    emu_enter(name);
    State *state = entered(t);
    if (!state)
        return;
    state->groups++;
    warp_leave(t);
}

void tc_emu_wgmma_wait(const char *name, unsigned left_open) {
    Thread *t = emu.current;
    emu_enter(name);
    State *state = entered(t);
    if (!state)
        return;
    while (state->products && state->products->group + left_open < state->groups) {
        Product *p = state->products;
        finish(t, state, p);
        state->products = p->next;
        free(p);
    }
    warp_leave(t);
}

void tc_emu_setmaxnreg(const char *name) {
    Thread *t = emu.current;
    emu_enter(name);
    if (entered(t))
        warp_leave(t);
}

/* ---- the end ----------------------------------------------------------------------------------- */

void wgmma_thread_end(Thread *t) {
    State *state = states;
    while (state && state->warp != t->warp)
        state = state->next;
    if (state && state->products) {
        report_call(&state->products->call);
        report_raise(
            TC_EMU_EXITED,
            t,
            NULL,
            0,
            "%s may still run, and nobody waited for it (tc_wgmma_commit, tc_wgmma_wait_0)",
            state->products->name);
    }
    if (!groups || t->thread % 32)
        return;
    const Group *group = group_of(t);
    const unsigned count = state ? state->count : 0;
    if (count >= group->count)
        return;
    report_call(&group->log[count].call);
    report_raise(
        TC_EMU_DIVERGENT,
        t,
        NULL,
        0,
        "the warp exits, another warp of its warpgroup called %s",
        group->log[count].name);
}

static void state_free(State *state) {
    while (state->products) {
        Product *p = state->products;
        state->products = p->next;
        drop_reads(p->reads);
        free(p);
    }
    while (state->sums)
        drop_sum(state, state->sums);
    while (state->kept) {
        Kept *kept = state->kept;
        state->kept = kept->next;
        free(kept);
    }
    free(state);
}

void wgmma_cluster_end(void) {
    while (states) {
        State *state = states;
        states = state->next;
        state_free(state);
    }
    while (groups) {
        Group *group = groups;
        groups = group->next;
        free(group->log);
        free(group);
    }
}
