/* wgmma.c: products of a warpgroup. A warp multiplies its own 16 rows of A by all of B. As late as it can be, at
 * the wait: until then its registers of d hold a pattern, the memory of the descriptors is marked as being read, and
 * what changes meanwhile is reported. What d becomes is kept here while later products add to it. */
#include "matrix.h"
#include "warpgroup.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 16, MOST_N = 256, A_REGISTERS = 4 };

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

typedef struct Product Product;
struct Product {
    Product *next;
    const char *name;
    Call call;
    unsigned number, group, row; /* row: the first of A that is ours */
    bool done;                   /* its memory has been read, its sum has grown */
    int type_a, type_b, majors;
    Operands operands;
    Sum *sum;
    Token *reads;
    const char *a[LANES]; /* registers of A; NULL: a descriptor */
    char kept[LANES][4 * A_REGISTERS];
};

/* Registers that a product has written since the latest fence: only a product of the same shape may go on with them. */
typedef struct Written Written;
struct Written {
    Written *next;
    const char *at; /* of lane 0 */
    unsigned n;
    bool whole;
};

typedef struct State State;
struct State {
    State *next;
    Warp *warp;
    unsigned groups;
    Product *products; /* oldest first */
    Sum *sums;
    Written *written;
};

static State *states;

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
    return fenced_same(p, pattern, bytes);
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
                fenced_copy((char *)at, sum->d[lane] + 4 * i, 4);
        }
}

static void raise_unfenced(Thread *t, const char *what, const char *how) {
    report_raise(
        TC_EMU_ARGUMENT,
        t,
        NULL,
        0,
        "registers of %s were written since the latest tc_wgmma_fence, %s",
        what,
        how);
}

/* Is what the registers hold what they held at the latest fence? used: it matters, D = A B reads nothing. */
static void check_fence(Thread *t, char *const *at, unsigned bytes, const char *what, bool used) {
    char how[24];
    if (!fenced_ever(t))
        report_raise(
            TC_EMU_ARGUMENT, t, NULL, 0, "no tc_wgmma_fence was before the warp's first product");
    for (unsigned lane = 0; lane < LANES && used; lane++)
        if (fenced_changed(t->warp->lanes[lane], at[lane], bytes, true)) {
            snprintf(how, sizeof how, "by lane %u", lane);
            raise_unfenced(t, what, how);
        }
}

static void check_shape(Thread *t, const State *state, const char *d, unsigned n, bool whole) {
    for (const Written *w = state->written; w; w = w->next)
        if (meets(w->at, 4 * w->n / 2, d, 4 * n / 2) &&
            (w->at != d || w->n != n || w->whole != whole))
            raise_unfenced(t, "d", "by a product of another shape");
}

static void note_written(State *state, const Sum *sum) {
    Written *w = made(sizeof *w);
    *w = (Written){state->written, sum->d[0], sum->n, sum->whole};
    state->written = w;
}

static void forget_written(State *state) {
    while (state->written) {
        Written *w = state->written;
        state->written = w->next;
        free(w);
    }
}

static Sum *sum_of(Thread *t, State *state, char *const *d, unsigned n, bool whole, bool used) {
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
    check_shape(t, state, d[0], n, whole);
    check_fence(t, d, 4 * n / 2, "d", used);
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
    const unsigned e = mma_bytes(p->type_a), per = 4 / e;
    if (!p->a[0]) {
        const unsigned at = matrix_address(p->operands.a, p->row + row, k, e, p->majors & 1);
        return mma_element(matrix_place(emu.current, at), 0, p->type_a);
    }
    const unsigned lane = row % 8 * 4 + k / per % 4, half = k / (4 * per);
    return mma_element(p->kept[lane], (2 * half + row / 8) * per + k % per, p->type_a);
}

static void multiply(const Product *p) {
    const unsigned e = mma_bytes(p->type_b), deep = K_BYTES / e;
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
            sum->at.u[row][n] = sum->whole ? whole : mma_single(exact);
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

/* All products of the warpgroup up to this one are over, whichever warp called them: their memory has been read. */
static void complete(const Thread *t, unsigned number) {
    const unsigned component = warpgroup_component(t->cta, t->thread / 128);
    for (unsigned w = 0; w < 4; w++) {
        const State *state = state_of(&emu.ctas[t->cta].warps[t->thread / 128 * 4 + w]);
        for (Product *p = state->products; p && p->number <= number; p = p->next) {
            if (p->done)
                continue;
            p->done = true;
            multiply(p);
            token_read(p->reads, component, p->number + 1);
            drop_reads(p->reads);
            p->reads = NULL;
        }
    }
}

static void check_a(Thread *t, const Product *p) {
    for (unsigned lane = 0; lane < LANES && p->a[0]; lane++)
        if (!fenced_same(p->kept[lane], p->a[lane], sizeof p->kept[lane])) {
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
}

/* The wait of its own warp: d is written once nothing more is added to it. */
static void finish(Thread *t, State *state, Product *p) {
    Sum *sum = p->sum;
    warpgroup_wait(t, p->number);
    check_a(t, p);
    complete(t, p->number);
    for (unsigned lane = 0; lane < LANES; lane++)
        clock_put(
            &t->warp->lanes[lane]->clock,
            warpgroup_component(t->cta, t->thread / 128),
            p->number + 1);
    if (--sum->open)
        return;
    check_pattern(t, sum, p->name);
    exchange(sum, true);
    for (unsigned lane = 0; lane < LANES; lane++)
        fenced_written(t->warp->lanes[lane], sum->d[lane], d_bytes(sum));
    note_written(state, sum);
    drop_sum(state, sum);
}

/* ---- calls ----------------------------------------------------------------------------------- */

static void check_lanes(Thread *t, const Operands *own) {
    for (unsigned lane = 0; lane < LANES; lane++) {
        const Operands *other = t->warp->lanes[lane]->with;
        if (other->a != own->a || other->b != own->b)
            report_raise(
                TC_EMU_DIVERGENT, t, NULL, 0, "lane %u has other descriptors than this one", lane);
        else if (!other->accumulate != !own->accumulate)
            report_raise(
                TC_EMU_DIVERGENT, t, NULL, 0, "lane %u has another accumulate than this one", lane);
    }
}

static void add_product(Thread *t, Product *p, unsigned n) {
    State *state = state_of(t->warp);
    Product **last = &state->products;
    const unsigned e = mma_bytes(p->type_a), a_bytes = 4 * A_REGISTERS;
    char *d[LANES], *a[LANES];
    while (*last)
        last = &(*last)->next;
    *last = p; /* whatever is reported, it is freed at the end */
    p->group = state->groups;
    check_lanes(t, &p->operands);
    p->number = warpgroup_call(t, &p->operands);
    for (unsigned lane = 0; lane < LANES; lane++) {
        d[lane] = t->warp->lanes[lane]->to;
        p->a[lane] = t->warp->lanes[lane]->from;
        a[lane] = (char *)(uintptr_t)p->a[lane];
        if (a[lane])
            fenced_copy(p->kept[lane], a[lane], a_bytes);
    }
    if (a[0])
        check_fence(t, a, a_bytes, "A", true);
    p->sum = sum_of(t, state, d, n, mma_is_integer(p->type_b), p->operands.accumulate != 0);
    p->sum->open++;
    p->row = t->thread / 32 % 4 * ROWS;
    matrix_check(t, p->operands.b, "B");
    matrix_check_places(t, p->operands.b, n, e, p->majors >> 1 & 1, "B");
    if (!a[0]) {
        matrix_check(t, p->operands.a, "A");
        matrix_check_places(t, p->operands.a, 4 * ROWS, e, p->majors & 1, "A");
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

void tc_emu_wgmma_fence(const char *name) {
    Thread *t = emu.current;
    emu_enter(name);
    fenced_take(t, __builtin_frame_address(0));
    State *state = entered(t);
    if (!state)
        return;
    forget_written(state);
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
    warpgroup_exit(t);
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
    forget_written(state);
    free(state);
}

void wgmma_cluster_end(void) {
    while (states) {
        State *state = states;
        states = state->next;
        state_free(state);
    }
    warpgroup_end();
    fenced_end();
}
