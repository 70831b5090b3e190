/* edge_plans.h: right Plans at the edges of what goal.c, limits.c, barriers.c and cells.c accept; edges.def makes them
 * wrong. */
#ifndef MUTATION_EDGE_PLANS_H
#define MUTATION_EDGE_PLANS_H
#include "idle_plans.h"

/* ---- run-time origins -------------------------------------------------------------------------- */

enum { ORIGIN_MAX = 1 << 16 }; /* more than could be tried one by one */

/* Rows m .. m + 31 of a matrix whose pitch is `pitch`, four a lane; symbols of the pitch stand behind that of the
 * origin, which is symbol `origin`. */
static inline Plan *rows_from(int origin, int symbols, Coef pitch) {
    Plan *p = plan_of("origin", SCOPE_WARP, 32, F32);
    Symbol *all = NEW_ARRAY(Symbol, symbols);
    for (int i = 0; i < symbols; i++)
        all[i] = (Symbol){.name = "ld", .role = SYMBOL_STRIDE, .min = 4, .max = 64, .divisor = 4};
    all[origin] = (Symbol){.name = "m", .role = SYMBOL_ORIGIN, .max = ORIGIN_MAX, .divisor = 1};
    p->symbols = all;
    p->symbol_count = symbols;
    int src = add_buffer(p, "src", SPACE_GMEM, ROLE_IN, 0);
    int dst = add_bundle(p, "dst", ROLE_OUT, 4, 0);
    Coef row = pitch, first = pitch;
    int at = first.count++;
    for (; at > 0 && first.symbol[at - 1] > origin; at--)
        first.symbol[at] = first.symbol[at - 1];
    first.symbol[at] = origin;
    Expr where = expr_constant(0);
    expr_add(&where, row, digit_of(VAR_RANK, 0, 1, 0));
    expr_add_term(&where, (Term){row, digit_of(VAR_SYMBOL, origin, 1, 0)});
    add_step(add_phase(p), PRIM_LOAD_GLOBAL_B128, src, where, dst, expr_constant(0));
    Operand from = row_major(SPACE_GMEM, ORIGIN_MAX + 32, 4);
    from.layout.shard[0].stride = pitch;
    add_flow(p, region_of(from, origin, NONE, 32, 4), src, rows_in(AXIS_LANEID, 32, 4), dst);
    return p;
}

/* The pitch is a number, one symbol before that of the origin, one behind it, one on either side of it. */
static inline Plan *rows_from_of_numbers(void) {
    return rows_from(0, 1, coef_int(8));
}

static inline Plan *rows_from_behind(void) {
    return rows_from(1, 2, (Coef){1, 1, {0}});
}

static inline Plan *rows_from_before(void) {
    return rows_from(0, 2, (Coef){1, 1, {1}});
}

static inline Plan *rows_from_amid(void) {
    return rows_from(1, 3, (Coef){1, 2, {0, 2}});
}

/* The pitch is of three symbols, which leaves no room for the origin: three of those are tried. */
static inline Plan *rows_from_of_three(void) {
    Plan *p = rows_from(0, 4, (Coef){1, 2, {1, 2}});
    Coef pitch = {1, 3, {1, 2, 3}};
    Expr *at = &STEP(0, 0)->src[0].at;
    for (int i = 0; i < at->term_count; i++)
        expr_set_term(at, i, (Term){pitch, at->terms[i].digit});
    p->flows[0].src.layout.shard[0].stride = pitch;
    own_symbols(p)[0].max = 2;
    p->flows[0].src.shape[0] = p->flows[0].src.layout.shard[0].extent = 34;
    return p;
}

/* Numbers m .. m + 127 of one row, four a lane. */
static inline Plan *row_from(void) {
    Plan *p = rows_from(0, 1, coef_int(4));
    Operand *from = &p->flows[0].src;
    expr_set_term(&STEP(0, 0)->src[0].at, 1, SYMBOL(1, 0));
    own_symbols(p)[0].divisor = 4;
    *from = row_major(SPACE_GMEM, 1, ORIGIN_MAX + 128);
    *from = region_of(*from, NONE, 0, 1, 128);
    p->flows[0].dst.rank = 1;
    p->flows[0].dst.shape[0] = p->flows[0].dst.region[0].extent = 128;
    return p;
}

/* Columns n .. n + 3 of rows of 8: not the same column in each row, where the region goes on in the next one. */
static inline Plan *columns_from(void) {
    Plan *p = rows_from(0, 1, coef_int(8));
    p->flows[0].src.shape[0] = p->flows[0].src.layout.shard[0].extent = 32;
    p->flows[0].src.shape[1] = p->flows[0].src.layout.shard[1].extent = 8;
    p->flows[0].src.region[0].symbol = NONE;
    p->flows[0].src.region[1].symbol = 0;
    own_symbols(p)[0].max = 4;
    own_symbols(p)[0].divisor = 4;
    expr_set_term(&STEP(0, 0)->src[0].at, 1, SYMBOL(1, 0));
    return p;
}

/* Row m of four whose rows 0 and 1, and 2 and 3, stand together: 0, 8, 100 and 108. */
static inline Plan *row_of_pairs(void) {
    Plan *p = plan_of("pairs", SCOPE_THREAD, 1, F32);
    Symbol *m = NEW(Symbol);
    *m = (Symbol){.name = "m", .role = SYMBOL_ORIGIN, .max = 3, .divisor = 1};
    p->symbols = m;
    p->symbol_count = 1;
    int src = add_buffer(p, "src", SPACE_GMEM, ROLE_IN, 112);
    int dst = add_bundle(p, "dst", ROLE_OUT, 4, 0);
    Expr at = SUM(0, term_of(100, VAR_SYMBOL, 0, 2, 0), term_of(8, VAR_SYMBOL, 0, 1, 2));
    add_step(add_phase(p), PRIM_LOAD_GLOBAL_B128, src, at, dst, expr_constant(0));
    Operand from = row_major(SPACE_GMEM, 4, 4);
    from.layout = LAYOUT({2, 100, AXIS_M}, {2, 8, AXIS_M}, {4, 1, AXIS_M});
    Operand row = operand_of(SPACE_REG, 0, 4, LAYOUT({4, 1, AXIS_M}));
    add_flow(p, region_of(from, 0, NONE, 1, 4), src, row, dst);
    return p;
}

/* One a thread of two warps: who has the place of i differs with i. */
static inline Plan *insert_of_cta(void) {
    return plan_copy(plan_of_statement("insert t cta(64) { in a : f32[64] / f32[1]; in x : f32; "
                                       "out b : f32[64] / f32[1]; }"));
}

/* ---- flows ------------------------------------------------------------------------------------- */

/* 1024 replicas of each element, all at its place. */
static inline Plan *replicas_of_1024(void) {
    Plan *p = plans_reg_load();
    Layout *from = &p->flows[0].src.layout;
    from->replica[from->replica_count++] = (Iter){.extent = 1024, .stride = coef_int(0)};
    return p;
}

/* The last thread of the largest CTA alone. */
static inline Plan *last_of_1024(void) {
    Plan *p = plan_of("last", SCOPE_CTA, 1024, F32);
    int src = add_buffer(p, "src", SPACE_SMEM, ROLE_IN, 4);
    int dst = add_bundle(p, "dst", ROLE_OUT, 1, 0);
    Phase *phase = add_phase(p);
    Expr first = expr_constant(0);
    only(
        add_step(phase, PRIM_LOAD_SHARED_B32, src, first, dst, first),
        COND_EQ,
        expr_constant(1023));
    Layout last = LAYOUT({1, 1, AXIS_TX});
    last.offset_count = 1;
    last.offset[0] = (Offset){1023, AXIS_TX};
    Layout one = LAYOUT({1, 1, AXIS_M});
    add_flow(p, operand_of(SPACE_SMEM, 0, 1, one), src, operand_of(SPACE_REG, 0, 1, last), dst);
    return p;
}

/* Halves come, words and bytes go, through one argument of scratch that is known byte by byte. */
static inline Plan *region_of_bytes(void) {
    return plan_copy(
        plan_of_statement("lane0 t warp 32 { in a : f16[64] / f16[2]; out r : f32[64] / "
                          "f32[2]; out s : u8[32] / u8[1]; }"));
}

/* ---- limits ------------------------------------------------------------------------------------ */

/* Windows that overlap: the place of (0, 1) is that of (1, 0), and may be read within the limits of either. */
static inline Plan *masked_windows(void) {
    return plan_copy(of_text("copy warp f32 gmem S[(32,4):(1,1)] -> reg S[(32,4):(1@laneid,1)] "
                             "{ masked; keep }"));
}

/* ---- owners -------------------------------------------------------------------------------------- */

/* Lanes 0 and 1 of warp 0 load an element each. */
static inline Plan *loads_of_two_lanes(void) {
    Plan *p = plan_of("two", SCOPE_CTA, 64, F32);
    int src = add_buffer(p, "src", SPACE_GMEM, ROLE_IN, 2);
    int dst = add_bundle(p, "dst", ROLE_OUT, 1, 0);
    Expr at = SUM(0, RANK(1, 1, 0));
    only(
        add_step(add_phase(p), PRIM_LOAD_GLOBAL_B32, src, at, dst, expr_constant(0)),
        COND_LT,
        expr_constant(2));
    Operand lanes = operand_of(SPACE_REG, 0, 2, LAYOUT({2, 1, AXIS_LANEID}, {1, 1, AXIS_WARPID}));
    add_flow(p, operand_of(SPACE_GMEM, 0, 2, LAYOUT({2, 1, AXIS_M})), src, lanes, dst);
    return p;
}

/* ---- barriers ------------------------------------------------------------------------------------ */

/* One mbarrier of one arrival; `of` makes it, comes to it and waits for it twice, with a sync of its warp between. */
static inline Plan *phases_of_lane(int64_t of) {
    Plan *p = plan_of("lane", SCOPE_CTA, 64, F32);
    int bar = add_object(p, "bar", OBJECT_MBARRIER);
    p->objects[bar].arrivals = 1;
    Phase *phase = add_phase(p);
    only(add_sync(phase, PRIM_MBARRIER_INIT, bar, 1), COND_EQ, expr_constant(of));
    add_sync(phase, PRIM_CTA_SYNC, NONE, 0);
    for (int i = 0; i < 2; i++) {
        Expr *parity = NEW(Expr);
        parity->constant = i;
        only(add_sync(phase, PRIM_MBARRIER_ARRIVE, bar, 0), COND_EQ, expr_constant(5));
        Step *wait = add_sync(phase, PRIM_MBARRIER_WAIT, bar, 0);
        wait->value = parity;
        only(wait, COND_EQ, expr_constant(of));
        add_sync(phase, PRIM_CTA_SYNC, NONE, 0);
    }
    return p;
}

static inline Plan *phases_of_lane_0(void) {
    return phases_of_lane(0);
}

static inline Plan *phases_of_lane_5(void) {
    return phases_of_lane(5);
}

static inline Plan *phases_of_lane_37(void) {
    return phases_of_lane(37);
}

/* The same, where lane `first` alone comes, and `second` waits as well: as last of the two. */
static inline Plan *phases_of_waiters(int64_t first, int64_t second) {
    Plan *p = plan_of("waiters", SCOPE_CTA, 64, F32);
    int bar = add_object(p, "bar", OBJECT_MBARRIER);
    p->objects[bar].arrivals = 1;
    Phase *phase = add_phase(p);
    only(add_sync(phase, PRIM_MBARRIER_INIT, bar, 1), COND_EQ, expr_constant(0));
    add_sync(phase, PRIM_CTA_SYNC, NONE, 0);
    for (int i = 0; i < 2; i++) {
        Expr *parity = NEW(Expr);
        parity->constant = i;
        only(add_sync(phase, PRIM_MBARRIER_ARRIVE, bar, 0), COND_EQ, expr_constant(first));
        for (int k = 0; k < 2; k++) {
            Step *wait = add_sync(phase, PRIM_MBARRIER_WAIT, bar, 0);
            wait->value = parity;
            only(wait, COND_EQ, expr_constant(k ? second : first));
        }
        add_sync(phase, PRIM_CTA_SYNC, NONE, 0);
    }
    return p;
}

static inline Plan *phases_of_two(void) {
    return phases_of_waiters(0, 5);
}

static inline Plan *phases_of_two_warps(void) {
    return phases_of_waiters(3, 63);
}

/* Two bulk copies, one in each phase of one mbarrier: the second one is started by the second warp, after all know
 * that the first phase is over. */
static inline Plan *copies_in_two_phases(void) {
    Plan *p = plan_of("phases", SCOPE_CTA, 64, F32);
    p->targets = feature_targets(FEATURE_BULK);
    int src = add_buffer(p, "src", SPACE_GMEM, ROLE_IN, 256);
    int dst = add_buffer(p, "dst", SPACE_SMEM, ROLE_OUT, 256);
    int bar = add_object(p, "bar", OBJECT_MBARRIER);
    p->objects[bar].arrivals = 1;
    Phase *init = add_phase(p);
    only(add_sync(init, PRIM_MBARRIER_INIT, bar, 1), COND_EQ, expr_constant(0));
    only(add_sync(init, PRIM_FENCE_MBARRIER_INIT, NONE, 0), COND_EQ, expr_constant(0));
    add_sync(init, PRIM_CTA_SYNC, NONE, 0);
    for (int i = 0; i < 2; i++) {
        Phase *phase = add_phase(p);
        Expr *parity = NEW(Expr), at = expr_constant(128 * i);
        parity->constant = i;
        only(add_sync(phase, PRIM_MBARRIER_ARRIVE_EXPECT, bar, 512), COND_EQ, expr_constant(0));
        Step *copy = add_copy(phase, PRIM_BULK_GMEM_TO_SMEM, dst, at, src, at);
        copy->count = 512;
        copy->object = bar;
        only(copy, COND_EQ, expr_constant(32 * i));
        Step *wait = add_sync(phase, PRIM_MBARRIER_WAIT, bar, 0);
        wait->value = parity;
        only(wait, COND_LT, expr_constant(32));
        add_sync(phase, PRIM_CTA_SYNC, NONE, 0);
    }
    Operand row = operand_of(SPACE_GMEM, 0, 256, LAYOUT({256, 1, AXIS_M}));
    Operand to = row;
    to.space = SPACE_SMEM;
    add_flow(p, row, src, to, dst);
    return p;
}

/* The same, where another thread than the one that arrives, and that made the barrier, starts the first copy. */
static inline Plan *copies_of_another(void) {
    Plan *p = copies_in_two_phases();
    STEP(1, 1)->conds[0].rhs.constant = 32;
    return p;
}

/* phases_of_two where others come to each phase, too. */
static inline Plan *phases_of_others(void) {
    Plan *p = phases_of_two();
    STEP(0, 0)->count = p->objects[0].arrivals = 2;
    p->objects[0].others = 1;
    return p;
}

/* An arrival that expects no bytes. */
static inline Plan *expects_nothing(void) {
    Plan *p = phases_of_lane_0();
    p->targets = feature_targets(FEATURE_BULK);
    STEP(0, 2)->primitive = PRIM_MBARRIER_ARRIVE_EXPECT;
    return p;
}

/* Lane 0 makes it and comes, an elected lane waits. */
static inline Plan *elected_waits(void) {
    Plan *p = plan_of("elected", SCOPE_WARP, 32, F32);
    int bar = add_object(p, "bar", OBJECT_MBARRIER);
    p->objects[bar].arrivals = 1;
    p->targets = feature_targets(FEATURE_BULK);
    Phase *phase = add_phase(p), *wait = add_phase(p);
    only(add_sync(phase, PRIM_MBARRIER_INIT, bar, 1), COND_EQ, expr_constant(0));
    add_sync(phase, PRIM_WARP_SYNC, NONE, 0);
    only(add_sync(phase, PRIM_MBARRIER_ARRIVE, bar, 0), COND_EQ, expr_constant(0));
    wait->elected = true;
    add_sync(wait, PRIM_MBARRIER_WAIT, bar, 0)->value = NEW(Expr);
    return p;
}

/* A whole warp comes; an elected lane waits first, then all; twice. */
static inline Plan *elected_waits_first(void) {
    Plan *p = plan_of("elected", SCOPE_WARP, 32, F32);
    int bar = add_object(p, "bar", OBJECT_MBARRIER);
    p->objects[bar].arrivals = 32;
    Phase *init = add_phase(p);
    only(add_sync(init, PRIM_MBARRIER_INIT, bar, 32), COND_EQ, expr_constant(0));
    add_sync(init, PRIM_WARP_SYNC, NONE, 0);
    for (int i = 0; i < 2; i++) {
        const Expr *parity = kept(expr_constant(i));
        add_sync(add_phase(p), PRIM_MBARRIER_ARRIVE, bar, 0);
        Phase *first = add_phase(p), *all = add_phase(p);
        first->elected = true;
        add_sync(first, PRIM_MBARRIER_WAIT, bar, 0)->value = parity;
        add_sync(all, PRIM_MBARRIER_WAIT, bar, 0)->value = parity;
    }
    return p;
}

/* told_when_read, and the next phase of that barrier is of the CTA's own threads. */
static inline Plan *told_then_here(void) {
    Plan *p = told_when_read();
    add_sync(&p->phases[5], PRIM_CTA_SYNC, NONE, 0);
    Phase *come = add_phase(p), *wait = add_phase(p);
    add_guard(come, SUM(0, RANK(1, 1, 0)), COND_EQ, 0);
    add_sync(come, PRIM_MBARRIER_ARRIVE, 1, 0);
    add_sync(wait, PRIM_MBARRIER_WAIT, 1, 0)->value = kept(expr_constant(1));
    return p;
}

/* Thread 0 of each of two CTAs tells the other one, then its own. */
static inline Plan *told_there_then_here(void) {
    Plan *p = plan_of("told", SCOPE_WARP, 32, F32);
    p->targets = feature_targets(FEATURE_BULK);
    p->ctas = 2;
    p->symbols = NEW(Symbol);
    p->symbol_count = 1;
    *own_symbols(p) = (Symbol){.name = "cta", .role = SYMBOL_CTA, .max = 1, .divisor = 1};
    int bar = add_object(p, "bar", OBJECT_MBARRIER);
    p->objects[bar].arrivals = 2;
    p->objects[bar].brought = true;
    Phase *come = add_phase(p), *wait = add_phase(p);
    add_guard(come, SUM(0, RANK(1, 1, 0)), COND_EQ, 0);
    add_sync(come, PRIM_MBARRIER_ARRIVE_REMOTE, bar, 0)->dst.peer = the_other_cta();
    add_sync(come, PRIM_MBARRIER_ARRIVE_REMOTE, bar, 0)->dst.peer = kept(SUM(1, SYMBOL(-1, 0)));
    add_sync(wait, PRIM_MBARRIER_WAIT_CLUSTER, bar, 0)->value = kept(expr_constant(0));
    return p;
}

/* Thread 0 writes into the other CTA and tells it; thread 1 there, who has waited, tells it back; thread 1 here, who
 * has waited for that, writes the same place once more. */
static inline Plan *written_again_once_told(void) {
    Plan *p = told_there_then_here();
    int tile = add_buffer(p, "tile", SPACE_DSMEM, ROLE_SCRATCH, 32);
    int v = add_bundle(p, "v", ROLE_SCRATCH, 1, 0), back = add_object(p, "back", OBJECT_MBARRIER);
    p->objects[back] = p->objects[0];
    p->objects[back].name = "back";
    p->objects[0].arrivals = p->objects[back].arrivals = 1;
    p->phases = NEW_ARRAY(Phase, 6);
    p->phase_count = 0;
    for (int thread = 0; thread < 2; thread++) {
        Phase *write = add_phase(p), *tell = add_phase(p), *wait = add_phase(p);
        add_guard(write, SUM(0, RANK(1, 1, 0)), COND_EQ, thread);
        add_guard(tell, SUM(0, RANK(1, 1, 0)), COND_EQ, thread);
        Side none = {.kind = AT_CONSTANT}, to = in_buffer(tile, expr_constant(0));
        add_move(write, PRIM_FILL_B32, in_bundle(v, expr_constant(0)), none);
        to.peer = the_other_cta();
        add_move(write, PRIM_STORE_DSMEM_B32, to, in_bundle(v, expr_constant(0)));
        add_sync(tell, PRIM_MBARRIER_ARRIVE_REMOTE, thread, 0)->dst.peer = the_other_cta();
        add_sync(wait, PRIM_MBARRIER_WAIT_CLUSTER, thread, 0)->value = kept(expr_constant(0));
    }
    Phase write = p->phases[3]; /* comes last */
    for (int i = 3; i < 5; i++)
        p->phases[i] = p->phases[i + 1];
    p->phases[5] = write;
    return p;
}

/* Thread 1 comes to barrier 0, for which thread 0 waits; that one's copies come to barrier 1, for which thread 1 waits,
 * who then knows that the first phase of barrier 0 was seen, and ends the next one. */
static inline Plan *passed_on_by_copies(void) {
    Plan *p = plan_of("passed", SCOPE_WARP, 32, F32);
    p->targets = feature_targets(FEATURE_BULK);
    for (int i = 0; i < 2; i++) {
        Object *bar = &p->objects[add_object(p, i ? "copies" : "bar", OBJECT_MBARRIER)];
        bar->arrivals = 1;
        bar->brought = true;
    }
    Phase *phase = add_phase(p);
    only(add_sync(phase, PRIM_MBARRIER_ARRIVE, 0, 0), COND_EQ, expr_constant(1));
    Step *first = add_sync(phase, PRIM_MBARRIER_WAIT, 0, 0);
    only(add_sync(phase, PRIM_CP_ASYNC_ARRIVE, 1, 0), COND_EQ, expr_constant(0));
    Step *copies = add_sync(phase, PRIM_MBARRIER_WAIT, 1, 0);
    only(add_sync(phase, PRIM_MBARRIER_ARRIVE, 0, 0), COND_EQ, expr_constant(1));
    Step *next = add_sync(phase, PRIM_MBARRIER_WAIT, 0, 0);
    first->value = copies->value = kept(expr_constant(0));
    next->value = kept(expr_constant(1));
    only(first, COND_EQ, expr_constant(0));
    only(copies, COND_EQ, expr_constant(1));
    only(next, COND_EQ, expr_constant(1));
    return p;
}

/* Thread 0 reads what thread 1 has a copy put something else into; thread 2 comes to the copy's barrier, and thread 3
 * waits there, reads that and writes the place once more: it knows of the copy, and so of the read before it. */
static inline Plan *read_before_a_copy(void) {
    Plan *p = plan_of("copy", SCOPE_WARP, 32, F32);
    p->targets = feature_targets(FEATURE_BULK);
    int src = add_buffer(p, "src", SPACE_GMEM, ROLE_IN, 4);
    int tile = add_buffer(p, "tile", SPACE_SMEM, ROLE_SCRATCH, 4);
    int dst = add_bundle(p, "dst", ROLE_OUT, 4, 0), v = add_bundle(p, "v", ROLE_SCRATCH, 4, 0);
    int bar = add_object(p, "bar", OBJECT_MBARRIER);
    p->objects[bar].arrivals = 1;
    p->objects[bar].brought = true;
    Phase *phase = add_phase(p);
    phase->steps = NEW_ARRAY(Step, 16);
    Expr zero = expr_constant(0);
    for (int i = 0; i < 4; i++)
        add_move(phase, PRIM_FILL_B32, in_bundle(v, expr_constant(i)), (Side){.kind = AT_CONSTANT});
    only(add_step(phase, PRIM_STORE_SHARED_B128, tile, zero, v, zero), COND_EQ, zero);
    only(add_step(phase, PRIM_LOAD_SHARED_B128, tile, zero, v, zero), COND_EQ, zero);
    only(add_sync(phase, PRIM_FENCE_ASYNC, NONE, 0), COND_EQ, zero);
    Step *pair = add_sync(phase, PRIM_WARP_SYNC, NONE, 0);
    pair->value = kept(expr_constant(3));
    only(pair, COND_LT, expr_constant(2));
    Step *copy = add_copy(phase, PRIM_BULK_GMEM_TO_SMEM, tile, zero, src, zero);
    copy->count = 16;
    copy->object = bar;
    only(copy, COND_EQ, expr_constant(1));
    only(add_sync(phase, PRIM_MBARRIER_ARRIVE_EXPECT, bar, 16), COND_EQ, expr_constant(2));
    Step *wait = add_sync(phase, PRIM_MBARRIER_WAIT, bar, 0);
    wait->value = kept(zero);
    only(wait, COND_EQ, expr_constant(3));
    only(add_step(phase, PRIM_LOAD_SHARED_B128, tile, zero, dst, zero), COND_EQ, expr_constant(3));
    only(add_step(phase, PRIM_STORE_SHARED_B128, tile, zero, v, zero), COND_EQ, expr_constant(3));
    Operand four = operand_of(SPACE_GMEM, 0, 4, LAYOUT({4, 1, AXIS_M})), own = four;
    own.space = SPACE_REG;
    own.layout.offset[own.layout.offset_count++] = (Offset){3, AXIS_LANEID};
    add_flow(p, four, src, own, dst);
    return p;
}

/* Warp 0 comes to barrier `id` and goes on; all sync; then warp 1 waits there. */
static inline Plan *named_across(int id) {
    Plan *p = plan_of("across", SCOPE_CTA, 64, F32);
    int at = add_object(p, "across", OBJECT_BARRIER);
    p->objects[at].id = id;
    Phase *phase = add_phase(p);
    only(add_sync(phase, PRIM_BARRIER_ARRIVE, at, 64), COND_LT, expr_constant(32));
    add_sync(phase, PRIM_CTA_SYNC, NONE, 0);
    only(add_sync(phase, PRIM_BARRIER_SYNC, at, 64), COND_GE, expr_constant(32));
    return p;
}

static inline Plan *named_across_1(void) {
    return named_across(1);
}

static inline Plan *named_across_15(void) {
    return named_across(15);
}

/* Warp 1 comes to barrier 1 and goes on; that warp 0 has met it there is told to thread 32 alone, and by that one
 * to its warp, which comes again. */
static inline Plan *named_told_by_one(void) {
    Plan *p = plan_of("told", SCOPE_CTA, 64, F32);
    p->targets = feature_targets(FEATURE_BULK);
    int at = add_object(p, "named", OBJECT_BARRIER), bar = add_object(p, "bar", OBJECT_MBARRIER);
    p->objects[at].id = p->objects[bar].arrivals = 1;
    p->objects[bar].brought = true;
    Phase *phase = add_phase(p);
    phase->steps = NEW_ARRAY(Step, 8);
    only(add_sync(phase, PRIM_BARRIER_ARRIVE, at, 64), COND_GE, expr_constant(32));
    only(add_sync(phase, PRIM_BARRIER_SYNC, at, 64), COND_LT, expr_constant(32));
    only(add_sync(phase, PRIM_MBARRIER_ARRIVE, bar, 0), COND_EQ, expr_constant(0));
    Step *wait = add_sync(phase, PRIM_MBARRIER_WAIT, bar, 0);
    wait->value = kept(expr_constant(0));
    only(wait, COND_EQ, expr_constant(32));
    add_sync(phase, PRIM_WARP_SYNC, NONE, 0);
    only(add_sync(phase, PRIM_BARRIER_ARRIVE, at, 64), COND_GE, expr_constant(32));
    only(add_sync(phase, PRIM_BARRIER_SYNC, at, 64), COND_LT, expr_constant(32));
    return p;
}

/* One warp of two at a named barrier. */
static inline Plan *named_of_32(void) {
    Plan *p = plan_of("one", SCOPE_CTA, 64, F32);
    int at = add_object(p, "one", OBJECT_BARRIER);
    p->objects[at].id = 1;
    only(add_sync(add_phase(p), PRIM_BARRIER_SYNC, at, 32), COND_GE, expr_constant(32));
    return p;
}

/* All 1024 threads of a CTA at a named barrier. */
static inline Plan *named_of_1024(void) {
    Plan *p = plan_of("all", SCOPE_CTA, 1024, F32);
    int at = add_object(p, "all", OBJECT_BARRIER);
    p->objects[at].id = 2;
    add_sync(add_phase(p), PRIM_BARRIER_SYNC, at, 1024);
    return p;
}
#endif
