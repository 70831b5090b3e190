/* premise_plans.h: right Plans whose premises rules.def breaks: what generator/plan/premises.c asks of a Plan,
 * what is left to the caller, and what is kept of many registers at a time. */
#ifndef MUTATION_PREMISE_PLANS_H
#define MUTATION_PREMISE_PLANS_H
#include "right_plans.h"
#include "panel_plans.h"

static inline const Expr *kept(Expr expr) {
    Expr *own = NEW(Expr);
    *own = expr;
    return own;
}

/* ---- registers ------------------------------------------------------------------------------- */

/* 16 elements of 4 bits that lanes 2a and 2a + 1 exchange in place: 512 units at a time. */
static inline Plan *nibbles_exchanged(void) {
    Plan *p = plan_of("exchange", SCOPE_WARP, 32, dtype_find("u4", 2));
    int src = add_bundle(p, "src", ROLE_IN, 16, 0), dst = add_bundle(p, "dst", ROLE_OUT, 16, 0);
    int v = add_bundle(p, "v", ROLE_SCRATCH, 16, 0), i = add_loop(p, "i", 16);
    Phase *phase = add_phase(p);
    Expr slot = SUM(0, LOOP(1, i)), first = expr_constant(0);
    repeated(add_move(phase, PRIM_MOVE, in_bundle(v, slot), in_bundle(src, slot)), i);
    add_move(phase, PRIM_SHUFFLE_XOR_B64, in_bundle(v, first), in_bundle(v, first))->count = 1;
    repeated(add_move(phase, PRIM_MOVE, in_bundle(dst, slot), in_bundle(v, slot)), i);
    Operand there = operand_of(
        SPACE_REG, 32, 16, LAYOUT({16, 2, AXIS_LANEID}, {2, -1, AXIS_LANEID}, {16, 1, AXIS_M}));
    there.layout.offset_count = 1;
    there.layout.offset[0] = (Offset){1, AXIS_LANEID};
    add_flow(p, rows_in(AXIS_LANEID, 32, 16), src, there, dst);
    return p;
}

/* ---- flows ----------------------------------------------------------------------------------- */

/* One source, two destinations, the same fill. */
static inline Plan *filled_twice(void) {
    Plan *p = plan_copy(masked_fill());
    Flow *flows = NEW_ARRAY(Flow, 2);
    Bundle *bundles = NEW_ARRAY(Bundle, p->bundle_count + 1);
    flows[0] = flows[1] = p->flows[0];
    for (int i = 0; i < p->bundle_count; i++)
        bundles[i] = p->bundles[i];
    bundles[p->bundle_count] = bundles[flows[0].dst_at];
    bundles[p->bundle_count].name = "second";
    flows[1].dst_at = p->bundle_count++;
    p->bundles = bundles;
    p->flows = flows;
    p->flow_count = 2;
    for (int s = 0, count = p->phases[0].step_count; s < count; s++) {
        Step step = *STEP(0, s);
        step.dst.of = step.dst.of == flows[0].dst_at ? flows[1].dst_at : step.dst.of;
        *append(p, 0) = step;
    }
    return p;
}

/* Elements 0 .. 3 below n, one after the other. */
static inline Plan *below_a_limit(void) {
    Plan *p = plan_of("below", SCOPE_THREAD, 1, F32);
    Symbol *n = NEW(Symbol);
    *n = (Symbol){.name = "n", .role = SYMBOL_LIMIT, .max = 4, .divisor = 1};
    p->symbols = n;
    p->symbol_count = 1;
    int src = add_buffer(p, "src", SPACE_GMEM, ROLE_IN, 4);
    int dst = add_buffer(p, "dst", SPACE_SMEM, ROLE_OUT, 4);
    int v = add_bundle(p, "v", ROLE_SCRATCH, 1, 0), i = add_loop(p, "i", 4);
    Phase *phase = add_phase(p);
    phase->loops[phase->loop_count++] = i;
    Expr at = SUM(0, LOOP(1, i));
    for (int s = 0; s < 2; s++) {
        add_step(
            phase,
            s ? PRIM_STORE_SHARED_B32 : PRIM_LOAD_GLOBAL_B32,
            s ? dst : src,
            at,
            v,
            expr_constant(0));
        add_cond(&phase->steps[s], at, COND_LT, of_symbol(0));
    }
    Layout row = LAYOUT({4, 1, AXIS_M});
    add_flow(p, operand_of(SPACE_GMEM, 0, 4, row), src, operand_of(SPACE_SMEM, 0, 4, row), dst);
    p->flows[0].limits = (Limits){.count = 1, .at = {{.symbol = 0, .origin = -1}}, .keep = true};
    return p;
}

/* All four are one place, written only where the last one is below n. */
static inline void onto_one_place(Plan *p) {
    p->flows[0].src.layout.shard[0].stride = p->flows[0].dst.layout.shard[0].stride = coef_int(0);
    p->phases[0].loop_count = 0;
    for (int s = 0; s < 2; s++) {
        Step *step = STEP(0, s);
        step->dst.at = step->src[0].at = expr_constant(0);
        step->conds[0].lhs = expr_constant(3);
    }
}

/* Each lane stores a and b, ld apart, into a buffer of their own. */
static inline Plan *two_columns(void) {
    Plan *p = plan_of("columns", SCOPE_WARP, 32, F32);
    Symbol *ld = NEW(Symbol);
    *ld = (Symbol){.name = "ld", .role = SYMBOL_STRIDE, .min = 1, .max = 1 << 20, .divisor = 1};
    p->symbols = ld;
    p->symbol_count = 1;
    Phase *phase = add_phase(p);
    Operand lanes = operand_of(SPACE_REG, 0, 32, LAYOUT({32, 1, AXIS_LANEID}));
    for (int i = 0; i < 2; i++) {
        int dst = add_buffer(p, i ? "second" : "first", SPACE_GMEM, ROLE_OUT, 0);
        int src = add_bundle(p, i ? "b" : "a", ROLE_IN, 1, 0);
        const Coef pitch = {1 + i, 1, {0}};
        Expr at = SUM(i, RANK(1, 1, 0));
        expr_set_term(&at, 0, (Term){pitch, at.terms[0].digit});
        add_step(phase, PRIM_STORE_GLOBAL_B32, dst, at, src, expr_constant(0));
        Operand column = operand_of(SPACE_GMEM, 0, 32, LAYOUT({32, 1, AXIS_M}));
        column.layout.shard[0].stride = pitch;
        column.layout.offset_count = i;
        column.layout.offset[0] = (Offset){1, AXIS_M};
        add_flow(p, lanes, src, column, dst);
    }
    return p;
}

/* ... and now into one: 2 * ld * i + 1 is ld * j for ld 1. */
static inline void into_one_buffer(Plan *p) {
    p->flows[1].dst_at = STEP(0, 1)->dst.of = 0;
}

/* The second column is made of the first one, of the same buffer. */
static inline void within_one_buffer(Plan *p) {
    Side first = STEP(0, 0)->dst, v = in_bundle(add_bundle(p, "v", ROLE_SCRATCH, 1, 0), (Expr){0});
    first.of = 1;
    *STEP(0, 0) =
        (Step){.primitive = PRIM_LOAD_GLOBAL_B32, .dst = v, .src = {first}, .object = NONE};
    STEP(0, 1)->src[0] = v;
    p->flows[1].src = p->flows[0].dst;
    p->flows[1].src_at = 1;
    p->flows[0] = p->flows[1];
    p->flow_count = 1;
}

/* ---- barriers -------------------------------------------------------------------------------- */

/* The sender's half of an exchange; the caller waits. */
static inline Plan *sent_and_left(void) {
    Plan *p = plans_bulk_exchange();
    p->objects[0].left = true;
    p->phase_count = 1;
    return p;
}

/* The first warp arrives, the second one syncs, at the barrier whose number the caller gives. */
static inline Plan *at_a_number(void) {
    Plan *p = plan_of("number", SCOPE_CTA, 64, F32);
    Symbol *number = NEW(Symbol);
    *number = (Symbol){.name = "barrier", .role = SYMBOL_BARRIER, .max = 15, .divisor = 1};
    p->symbols = number;
    p->symbol_count = 1;
    int barrier = add_object(p, "barrier", OBJECT_BARRIER);
    p->objects[barrier].number = 1;
    Phase *phase = add_phase(p);
    only(add_sync(phase, PRIM_BARRIER_ARRIVE, barrier, 64), COND_LT, expr_constant(32));
    only(add_sync(phase, PRIM_BARRIER_SYNC, barrier, 64), COND_GE, expr_constant(32));
    return p;
}

/* Barrier 5, which the caller's number may be, is begun and ended in between. */
static inline void amid_barrier_5(Plan *p) {
    int fifth = add_object(p, "fifth", OBJECT_BARRIER);
    p->objects[fifth].id = 5;
    for (int i = 0; i < 2; i++) {
        *append(p, 0) = *STEP(0, i);
        STEP(0, 2 + i)->object = fifth;
    }
    swap(p, 0, 1, 2);
    swap(p, 0, 2, 3);
}

/* A barrier of the caller, waited for in two phases, the second by a parity of its own. */
static inline void second_parity(Plan *p) {
    own_symbols(p)[1] = p->symbols[0];
    p->symbol_count = 2;
    STEP(0, 4)->value = kept(SUM(1, SYMBOL(-1, 1)));
}

/* ---- other CTAs ------------------------------------------------------------------------------ */

/* cta / 2: the same for both of a pair. */
static inline Term half_of_cta(const Plan *p, int64_t coef) {
    int cta = 0;
    while (p->symbols[cta].role != SYMBOL_CTA)
        cta++;
    return term_of(coef, VAR_SYMBOL, cta, 2, 0);
}

/* What comes from the other CTA by plain stores and a fence is sent on by a bulk copy. */
static inline void store_afar_first(Plan *p) {
    p->buffers[1].space = SPACE_DSMEM;
    STEP(1, 0)->primitive = PRIM_STORE_DSMEM_B128;
    STEP(1, 0)->dst.peer = the_other_cta();
    p->flows[0].dst_peer = NULL;
}

static inline Step *multicast_in(Plan *p) {
    Step *step = STEP(0, 0);
    while (!step->value)
        step++;
    return step;
}

static inline Plan *right_in_cluster(void) {
    return plan_copy(of_text("copy cluster(4) f32 gmem S[(8,8)] -> smem S[(8,8)]"));
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* A group of lanes 8 .. 15, each only for limits beyond `below`. */
static inline void shuffle_in_a_group(Plan *p, Expr below) {
    Step *step = own_value_shuffled(p);
    step->primitive = PRIM_SHUFFLE_XOR_GROUP_B32;
    step->src[0].peer = NULL;
    step->count = 4;
    step->value = kept(expr_constant(8));
    only(step, COND_GE, expr_constant(8));
    only(step, COND_LT, expr_constant(16));
    add_cond(step, below, COND_LT, of_symbol(limit_of(p)));
}

/* 16 bytes of a counted copy are 32 elements of 4 bits. */
static inline void of_nibbles(Plan *p) {
    p->dtype = dtype_find("u4", 2);
    for (int i = 0; i < p->buffer_count; i++)
        p->buffers[i].dtype = p->dtype;
    for (int s = 0; s < p->phases[0].step_count; s++)
        if (STEP(0, s)->primitive == PRIM_CP_ASYNC_B128)
            STEP(0, s)->primitive = PRIM_CP_ASYNC_B64;
}

static inline Plan *counted_bytes(void) {
    return plan_copy(of_text("copy_async warp u8 gmem S[(32,16)] -> smem S[(32,16)] { masked }"));
}
#endif
