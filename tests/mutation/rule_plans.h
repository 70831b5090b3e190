/* rule_plans.h: right Plans of the rules that test_rules.c breaks, and what breaks them. */
#ifndef MUTATION_RULE_PLANS_H
#define MUTATION_RULE_PLANS_H
#include "described.h"
#include "tests/unit/plans_parts.h"
#include <stdio.h>
#include <stdlib.h>

#define STEP(phase, at) (&p->phases[phase].steps[at])

static inline Step *append(Plan *p, int phase) {
    Phase *at = &p->phases[phase];
    Step *steps = NEW_ARRAY(Step, at->step_count + 1);
    for (int i = 0; i < at->step_count; i++)
        steps[i] = at->steps[i];
    at->steps = steps;
    return &steps[at->step_count++];
}

static inline void drop(Plan *p, int phase, int at) {
    Phase *in = &p->phases[phase];
    in->step_count--;
    for (int i = at; i < in->step_count; i++)
        in->steps[i] = in->steps[i + 1];
}

static inline void swap(Plan *p, int phase, int a, int b) {
    Step step = *STEP(phase, a);
    *STEP(phase, a) = *STEP(phase, b);
    *STEP(phase, b) = step;
}

static inline void add_cond(Step *step, Expr lhs, CondOp op, Expr rhs) {
    Cond *conds = NEW_ARRAY(Cond, step->cond_count + 1);
    for (int i = 0; i < step->cond_count; i++)
        conds[i] = step->conds[i];
    conds[step->cond_count++] = (Cond){lhs, op, rhs};
    step->conds = conds;
}

/* One more condition of the step: rank OP rhs. */
static inline void only(Step *step, CondOp op, Expr rhs) {
    add_cond(step, SUM(0, RANK(1, 1, 0)), op, rhs);
}

static inline Expr of_symbol(int symbol) {
    return SUM(0, SYMBOL(1, symbol));
}

static inline Symbol *own_symbols(Plan *p) {
    Symbol *symbols = NEW_ARRAY(Symbol, p->symbol_count + 1);
    for (int i = 0; i < p->symbol_count; i++)
        symbols[i] = p->symbols[i];
    p->symbols = symbols;
    return symbols;
}

/* The cluster has two CTAs, so that their numbers may be read. */
static inline void in_a_pair(Plan *p) {
    own_symbols(p)[0].max = 1;
}

static inline int limit_of(const Plan *p) {
    for (int i = 0; i < p->symbol_count; i++)
        if (p->symbols[i].role == SYMBOL_LIMIT)
            return i;
    return -1;
}

/* ---- right Plans ------------------------------------------------------------------------------ */

static inline Plan *of_text(const char *text) {
    Plan *plan = plan_of_text(text);
    if (plan)
        return plan;
    printf("FAIL no plan for %s\n", text);
    exit(1);
}

static inline Plan *masked_load(void) {
    return of_text("copy warp f32 gmem S[(32,4)] -> reg S[(32,4):(1@laneid,1)] where cols % 4 == 0 "
                   "{ masked }");
}

/* Its one load asks y + row >= 0, y + row < h, x + column >= 0, x + column < w, in this order. */
static inline Plan *window_load(void) {
    return of_text("copy warp f32 gmem S[(h,w):(ld,1)][y:+8, x:+4] -> smem S[(8,4)] { masked }");
}

static inline Plan *clamped_load(void) {
    return of_text(
        "copy warp f32 gmem S[(h,w):(ld,1)][y:+8, x:+4] -> smem S[(8,4)] { masked; edge clamp }");
}

/* The expression of where the window begins, and the operand as it was written, to be changed. */
static inline Expr *own_shift(Plan *p) {
    return (Expr *)(uintptr_t)p->buffers[p->flows[0].src_at].shift;
}

static inline Operand *own_array(Plan *p) {
    Operand *array = NEW(Operand);
    *array = *p->flows[0].src.array;
    p->flows[0].src.array = array;
    return array;
}

static inline Plan *masked_counted(void) {
    return of_text("copy_async warp f16 gmem S[(32,8)] -> smem S[(32,8)] { masked }");
}

static inline Plan *masked_fill(void) {
    return of_text(
        "copy warp f32 gmem S[(32,4)] -> reg S[(32,4):(1@laneid,1)] { masked; fill 0x7f800000 }");
}

/* The elements of the vector that straddles, by the lane that has it: phase 0 step 3 of a load (of eight rows of
 * vectors filled, loaded whole, the array filled) and the last one of a store. */
static inline Plan *tail_load(void) {
    return of_text(
        "copy warp f16 gmem S[(1024)] -> reg 1024 S[(4,32,8):(8,1@laneid,1)] { masked }");
}

static inline Plan *tail_store(void) {
    return of_text(
        "copy warp f16 reg 1024 S[(4,32,8):(8,1@laneid,1)] -> gmem S[(1024)] { masked }");
}

static inline Plan *tail_rows(void) {
    return of_text(
        "copy warp f16 gmem S[(2,512):(ld,1)] -> reg 2x512 S[(2,2,32,8):(16,8,1@laneid,1)] "
        "where ld % 8 == 0 { masked }");
}

/* limit / div % mod, times coef. */
static inline Expr of_limit(const Plan *p, int64_t coef, int64_t div, int64_t mod) {
    Expr expr = {0};
    expr_add(&expr, coef_int(coef), digit_of(VAR_SYMBOL, limit_of(p), div, mod));
    return expr;
}

/* In the place of the condition that the step has there. */
static inline void ask(Step *step, int at, Expr lhs, CondOp op, Expr rhs) {
    Cond *conds = NEW_ARRAY(Cond, step->cond_count + 1);
    for (int i = 0; i < step->cond_count; i++)
        conds[i] = step->conds[i];
    conds[at] = (Cond){lhs, op, rhs};
    step->cond_count = at < step->cond_count ? step->cond_count : at + 1;
    step->conds = conds;
}

static inline void unask(Step *step, int at) {
    Cond *conds = NEW_ARRAY(Cond, step->cond_count);
    int kept = 0;
    for (int i = 0; i < step->cond_count; i++)
        if (i != at)
            conds[kept++] = step->conds[i];
    step->cond_count = kept;
    step->conds = conds;
}

/* One more term, in memory of its own: a kept Plan has no room behind its terms. */
static inline void also(Expr *expr, Coef coef, Digit digit) {
    expr_set_term(expr, 0, expr->terms[0]);
    expr_add(expr, coef, digit);
}

/* The limit is no longer what divides: another digit of it in the address. */
static inline void divide_by(Step *step, Digit digit) {
    Expr *at = &step->src[0].at;
    for (int i = 0; i < at->term_count; i++)
        if (at->terms[i].digit.kind == VAR_SYMBOL) {
            Term term = at->terms[i];
            digit.kind = VAR_SYMBOL;
            digit.index = term.digit.index;
            term.digit = digit;
            expr_set_term(at, i, term);
        }
}

/* The limit of a predicate is no longer the limit itself, but what the digit takes out of it. */
static inline void limit_digit(Plan *p, Digit digit) {
    Expr *rhs = &p->phases[0].steps[1].conds[0].rhs;
    Term term = rhs->terms[0];
    digit.kind = VAR_SYMBOL;
    digit.index = term.digit.index;
    digit.pre_div = digit.pre_div ? digit.pre_div : 1;
    digit.div = 1;
    term.digit = digit;
    expr_set_term(rhs, 0, term);
}

/* A shuffle that gives each lane its own value back, of one number that the caller brings. */
static inline Step *own_value_shuffled(Plan *p) {
    int bundle = p->bundle_count;
    Bundle *bundles = NEW_ARRAY(Bundle, bundle + 2);
    for (int i = 0; i < bundle; i++)
        bundles[i] = p->bundles[i];
    bundles[bundle] = (Bundle){"own", ROLE_SCRATCH, dtype_find("f32", 3), 1, 0};
    bundles[bundle + 1] = (Bundle){"other", ROLE_SCRATCH, dtype_find("f32", 3), 1, 0};
    p->bundles = bundles;
    p->bundle_count += 2;
    *append(p, 0) = (Step){
        .primitive = PRIM_FILL_B32,
        .object = -1,
        .dst = in_bundle(bundle, expr_constant(0)),
        .src = {{.kind = AT_CONSTANT}}};
    Step *step = append(p, 0);
    Expr *lane = NEW(Expr);
    *lane = SUM(0, RANK(1, 1, 32));
    *step = (Step){
        .primitive = PRIM_SHUFFLE_B32,
        .object = -1,
        .dst = in_bundle(bundle + 1, expr_constant(0)),
        .src = {in_bundle(bundle, expr_constant(0))}};
    step->src[0].peer = lane;
    return step;
}

static inline Plan *masked_shuffle(void) {
    Plan *plan = masked_fill();
    own_value_shuffled(plan);
    return plan;
}

static inline Plan *masked_sync(void) {
    Plan *plan = masked_fill();
    *append(plan, 0) = (Step){.primitive = PRIM_WARP_SYNC, .object = -1};
    return plan;
}

/* Each thread stores two words, fetches the upper half of the first one and puts it back, loads both. */
static inline Plan *halves_of_words(void) {
    Plan *p = plan_of("arena", SCOPE_WARP, 32, F32);
    p->arenas[p->arena_count++] = (Arena){"smem", 256, 16};
    int words = add_buffer(p, "words", SPACE_SMEM, ROLE_SCRATCH, 64);
    int halves = add_buffer(p, "halves", SPACE_SMEM, ROLE_SCRATCH, 128);
    p->buffers[words].arena = p->buffers[halves].arena = 1;
    p->buffers[halves].dtype = F16;
    int src = add_bundle(p, "src", ROLE_IN, 2, 0), dst = add_bundle(p, "dst", ROLE_OUT, 2, 0);
    int half = add_bundle(p, "half", ROLE_SCRATCH, 1, 0);
    p->bundles[half].dtype = F16;
    Phase *phase = add_phase(p);
    for (int i = 0; i < 2; i++)
        add_step(phase, PRIM_STORE_SHARED_B32, words, SUM(i, RANK(2, 1, 0)), src, expr_constant(i));
    add_step(phase, PRIM_LOAD_SHARED_B16, halves, SUM(1, RANK(4, 1, 0)), half, expr_constant(0));
    add_step(phase, PRIM_STORE_SHARED_B16, halves, SUM(1, RANK(4, 1, 0)), half, expr_constant(0));
    for (int i = 0; i < 2; i++)
        add_step(phase, PRIM_LOAD_SHARED_B32, words, SUM(i, RANK(2, 1, 0)), dst, expr_constant(i));
    Operand rows = operand_of(SPACE_REG, 32, 2, LAYOUT({32, 1, AXIS_LANEID}, {2, 1, AXIS_M}));
    add_flow(p, rows, src, rows, dst);
    return widths(p, 32, 6);
}

/* The registers of a load of tensor memory, moved on when they have come. */
static inline Plan *tmem_moved(void) {
    Plan *p = plans_tmem_load();
    p->bundles[0].role = ROLE_SCRATCH;
    int dst = add_bundle(p, "moved", ROLE_OUT, 8, 0), i = add_loop(p, "i", 8);
    repeated(
        add_move(
            &p->phases[0],
            PRIM_MOVE,
            in_bundle(dst, SUM(0, LOOP(1, i))),
            in_bundle(0, SUM(0, LOOP(1, i)))),
        i);
    p->flows[0].dst_at = dst;
    return p;
}

/* 64 numbers of one row, by a tensor map of one dimension. */
static inline Plan *tensor_row(void) {
    Plan *p = plans_tensor_box();
    Object *map = &p->objects[1];
    map->rank = 1;
    map->extent[0] = coef_int(64);
    map->swizzle = (Swizzle){0};
    p->symbol_count = 1;
    p->buffers[0].elements = 64;
    STEP(0, 0)->primitive = PRIM_TENSOR_TO_SMEM_1D;
    STEP(0, 0)->count = 128;
    Layout row = LAYOUT({64, 1, AXIS_M});
    p->flow_count = 0;
    add_flow(p, operand_of(SPACE_GMEM, 0, 64, row), 1, operand_of(SPACE_SMEM, 0, 64, row), 0);
    p->flows[0].limits = (Limits){0};
    return p;
}

/* Rows of 64 f16 that are stored, of 32 in rows of 64, of 512 as u32. */
static inline Plan *tensor_store(void) {
    return plan_of_text("target sm_90a\ncopy_async thread f16 smem S[(8,64)] -> gmem S[(8,64)] "
                        "{ tensormap; using tma_explicit; }");
}

static inline Plan *tensor_sum(void) {
    return plan_of_text("target sm_90a\ncopy_async thread u32 smem S[(8,64)] -> gmem S[(8,64)] "
                        "{ tensormap; using tma_explicit; reduce add; }");
}

static inline Plan *tensor_sum_of_i64(void) {
    return plan_of_text("target sm_90a\ncopy_async thread i64 smem S[(8,16)] -> gmem S[(8,16)] "
                        "{ tensormap; using tma_explicit; reduce add; }");
}

/* f32 that the map rounds, inside of the tensor and at its edge. */
static inline Plan *tensor_tf32(void) {
    return plan_of_text("target sm_90a\ncopy_async thread f32 -> tf32 gmem S[(8,32)] -> "
                        "smem S[(8,32)] { tensormap; using tma_explicit; }");
}

static inline Plan *tensor_tf32_edge(void) {
    return plan_of_text(
        "target sm_90a\ncopy_async thread f32 -> tf32 gmem S[(M,K):(ld,1)][m:+8, k:+32] -> "
        "smem S[(8,32)] where ld % 4 == 0 { tensormap; oob nan; }");
}

/* Rows of 1024 f32, four pieces of 256 that are a dimension. */
static inline Plan *tensor_pieces(void) {
    return plan_of_text(
        "target sm_90a\ncopy_async thread f32 gmem S[(M,K):(ld,1)][m:+2, k:+1024] -> "
        "smem S[(2,1024)] where ld % 4 == 0 { tensormap; }");
}

static inline Plan *tensor_f32(void) {
    return plan_of_text("target sm_90a\ncopy_async thread f32 gmem S[(8,32)] -> "
                        "smem S[(8,32)] { tensormap; using tma_explicit; }");
}

static inline Plan *tensor_f32_store(void) {
    return plan_of_text("target sm_90a\ncopy_async thread f32 smem S[(8,32)] -> "
                        "gmem S[(8,32)] { tensormap; using tma_explicit; }");
}

static inline Plan *tensor_swizzled(void) {
    return plan_of_text("target sm_90a\ncopy_async thread f16 gmem S[(8,32)] -> "
                        "smem S[(8,32):(64,1)] swizzle 128B { tensormap; using tma_explicit; }");
}

static inline Plan *tensor_packed(void) {
    return plan_of_text("target sm_90a\ncopy_async thread f16 gmem S[(8,512)] -> smem S[(8,512)] "
                        "{ tensormap; using tma_auto; }");
}

static inline Expr *coordinate(Plan *p, int d) {
    return (Expr *)&step_tensor(STEP(0, 0))->coords[d];
}

/* plans_ring_exchange, and after it each CTA tells the other one, at another barrier, that it has read. */
static inline Plan *told_when_read(void) {
    Plan *p = plans_ring_exchange();
    int told = add_object(p, "told", OBJECT_MBARRIER);
    p->objects[told].arrivals = 1;
    add_sync(&p->phases[0], PRIM_MBARRIER_INIT, told, 1);
    swap(p, 0, 1, 2); /* before the fence */
    Phase *tell = add_phase(p), *wait = add_phase(p);
    add_guard(tell, SUM(0, RANK(1, 1, 0)), COND_EQ, 0);
    add_sync(tell, PRIM_MBARRIER_ARRIVE_REMOTE, told, 0)->dst.peer = the_other_cta();
    add_sync(wait, PRIM_MBARRIER_WAIT_CLUSTER, told, 0)->value = NEW(Expr);
    return p;
}

/* plans_ring_exchange, where the sender lets the other CTA expect the bytes. */
static inline Plan *expected_from_afar(void) {
    Plan *p = plans_ring_exchange();
    STEP(2, 0)->primitive = PRIM_MBARRIER_ARRIVE_EXPECT_REMOTE;
    STEP(2, 0)->dst.peer = the_other_cta();
    STEP(3, 0)->primitive = PRIM_MBARRIER_WAIT_CLUSTER;
    return p;
}

/* As it was, and what came is loaded where it is. */
static inline Plan *received_and_loaded(void) {
    Plan *p = plans_ring_exchange();
    int v = add_bundle(p, "v", ROLE_SCRATCH, 8, 0);
    Phase *take = add_phase(p);
    add_step(take, PRIM_LOAD_SHARED_B128, 0, SUM(0, RANK(8, 1, 0)), v, expr_constant(0));
    return p;
}

/* The same, and then one CTA alone syncs, comes to a named barrier and waits. */
static inline Plan *one_cta_syncs(void) {
    Plan *p = plans_ring_exchange();
    own_symbols(p)[0].max = 1; /* a cluster of two: the pair is all that there is */
    int barrier = add_object(p, "one", OBJECT_BARRIER);
    p->objects[barrier].id = 1;
    Phase *alone = add_phase(p);
    add_guard(alone, of_symbol(0), COND_EQ, 0);
    add_sync(alone, PRIM_CTA_SYNC, NONE, 0);
    add_sync(alone, PRIM_BARRIER_SYNC, barrier, 128);
    Expr *over = NEW(Expr);
    *over = expr_constant(0); /* the phase that has ended, once more */
    add_sync(alone, PRIM_MBARRIER_WAIT, 0, 0)->value = over;
    return p;
}

/* The greatest of three numbers, one of them asked twice. */
static inline Plan *greatest_of_three(void) {
    Plan *p = plan_of("reduce", SCOPE_THREAD, 1, F32);
    int src = add_bundle(p, "src", ROLE_IN, 3, 0), dst = add_bundle(p, "dst", ROLE_OUT, 1, 0);
    int v = add_bundle(p, "v", ROLE_SCRATCH, 2, 0);
    Phase *phase = add_phase(p);
    const Side from[3][2] = {
        {in_bundle(src, expr_constant(0)), in_bundle(src, expr_constant(1))},
        {in_bundle(v, expr_constant(0)), in_bundle(src, expr_constant(2))},
        {in_bundle(v, expr_constant(1)), in_bundle(src, expr_constant(0))}};
    for (int i = 0; i < 3; i++) {
        Side to = i < 2 ? in_bundle(v, expr_constant(i)) : in_bundle(dst, expr_constant(0));
        Step *step = add_move(phase, PRIM_MAX_F32, to, from[i][0]);
        step->src[1] = from[i][1];
        step->combine = COMBINE_MAX;
    }
    add_flow(
        p,
        operand_of(SPACE_REG, 0, 3, LAYOUT({3, 1, AXIS_M})),
        src,
        operand_of(SPACE_REG, 0, 1, LAYOUT({1, 1, AXIS_M})),
        dst);
    p->flows[0].combine = COMBINE_MAX;
    return widths(p, 32, 3);
}

/* Eight columns that are one in memory: what is read is there for all of them. */
static inline Plan *masked_shared_source(void) {
    return of_text("copy warp f32 gmem S[(16,8):(1,0)] -> smem S[(16,8)] { masked; keep }");
}

static inline int last_limit(const Plan *p) {
    int last = -1;
    for (int i = 0; i < p->symbol_count; i++)
        last = p->symbols[i].role == SYMBOL_LIMIT ? i : last;
    return last;
}

/* A value that lower lanes select from one register and the others from another. */
static inline Plan *masked_select(void) {
    Plan *p = masked_shuffle();
    int own = p->bundle_count - 2;
    p->bundles[own].count = p->bundles[own + 1].count = 2;
    *append(p, 0) = (Step){
        .primitive = PRIM_SELECT_B32,
        .object = -1,
        .rest = REST_OTHER,
        .dst = in_bundle(own + 1, expr_constant(1)),
        .src = {in_bundle(own, expr_constant(0)), in_bundle(own + 1, expr_constant(0))}};
    only(STEP(0, p->phases[0].step_count - 1), COND_LT, expr_constant(16));
    return p;
}

/* A ragged row whose rest stays: whole vectors, the elements of the one that straddles, and these to their place. */
static inline Plan *kept_tail(void) {
    return of_text(
        "copy warp f16 gmem S[(512)] -> reg 512 S[(2,32,8):(8,1@laneid,1)] { masked; keep }");
}

/* Eights of nibbles in the order of packed pairs. */
static inline Plan *packed_pairs(void) {
    return of_text("copy thread i4 -> f16 gmem 16 S[(2,4,2):(8,1,4)] -> reg S[(16)]");
}

static inline Plan *unpacked_eights(void) {
    return of_text("copy thread i4 -> f16 gmem S[(16)] -> reg S[(16)]");
}

/* plans_reg_load of a tile that is on its way when it begins. */
static inline Plan *brought_in_flight(void) {
    Plan *p = plans_reg_load();
    int bar = add_object(p, "bar", OBJECT_MBARRIER);
    p->objects[bar].brought = true;
    p->objects[bar].arrivals = p->objects[bar].others = 1;
    p->buffers[0].brought = 1 + bar;
    add_sync(&p->phases[0], PRIM_MBARRIER_WAIT, bar, 0)->value = NEW(Expr);
    swap(p, 0, 0, 1);
    return p;
}

static inline Plan *store_twice(void) {
    Plan *p = plans_reg_store();
    p->rounds = 2;
    return p;
}

static inline Plan *masked_store_twice(void) {
    Plan *p = of_text("copy warp f32 reg S[(32,4):(1@laneid,1)] -> gmem S[(32,4)] { masked }");
    p->rounds = 2;
    return p;
}

/* Every lane holds one number and gets the sum of those up to its own: one lane alone, of two registers. */
static inline Plan *sums_so_far(void) {
    Plan *p = plan_of("scan", SCOPE_THREAD, 1, F32);
    int src = add_bundle(p, "src", ROLE_IN, 3, 0), dst = add_bundle(p, "dst", ROLE_OUT, 3, 0);
    Phase *phase = add_phase(p);
    add_move(phase, PRIM_MOVE, in_bundle(dst, expr_constant(0)), in_bundle(src, expr_constant(0)));
    for (int i = 1; i < 3; i++) {
        Step *sum = add_move(
            phase,
            PRIM_ADD_F32,
            in_bundle(dst, expr_constant(i)),
            in_bundle(dst, expr_constant(i - 1)));
        sum->src[1] = in_bundle(src, expr_constant(i));
        sum->combine = COMBINE_ADD;
    }
    Operand row = operand_of(SPACE_REG, 0, 3, LAYOUT({3, 1, AXIS_M}));
    add_flow(p, row, src, row, dst);
    p->flows[0].combine = COMBINE_ADD;
    p->flows[0].scan = true;
    return widths(p, 32, 3);
}

/* plans_lane0_demo in an order that is written out, twice over. */
static inline Plan *scripted(void) {
    static const int order[] = {0, 1, 2};
    Plan *p = plans_lane0_demo();
    p->script = order;
    p->script_count = 3;
    return p;
}

/* Every second lane of each half of a warp: what a phase and a narrowed scope leave to the whole plan. */
static inline Plan *guarded_as_a_whole(void) {
    Plan *p = plans_reg_load();
    p->scope.narrowed = true;
    p->scope.lane_begin = 8;
    p->scope.lane_end = 24;
    p->flows[0].src.shape[0] = p->flows[0].src.region[0].extent = 16;
    p->flows[0].src.layout.shard[0].extent = 16;
    p->flows[0].dst = p->flows[0].src;
    p->flows[0].dst.space = SPACE_REG;
    p->flows[0].dst.layout = LAYOUT({16, 1, AXIS_LANEID}, {8, 1, AXIS_M});
    p->flows[0].dst.layout.offset[p->flows[0].dst.layout.offset_count++] = (Offset){8, AXIS_LANEID};
    STEP(0, 0)->src[0].at.constant = -64;
    plan_narrow(p);
    return p;
}

#endif
