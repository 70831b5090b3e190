/* right_rows.h: what the rows of right.def change, and Plans of their own. */
#ifndef MUTATION_RIGHT_ROWS_H
#define MUTATION_RIGHT_ROWS_H
#include "idle_plans.h"

static inline Plan *relayout_of_numbers(void) {
    return plans_named_barrier();
}

/* One more barrier, that no step names. */
static inline void add_barrier(Plan *p, int id) {
    Object *objects = NEW_ARRAY(Object, p->object_count + 1);
    for (int i = 0; i < p->object_count; i++)
        objects[i] = p->objects[i];
    objects[p->object_count] = (Object){.name = "idle", .kind = OBJECT_BARRIER, .id = id};
    p->objects = objects;
    p->object_count++;
}

/* One lane stores what a region reads, which runs on every lane that there is: on one. */
static inline Plan *region_of_a_lane(void) {
    Plan *p = plan_of("region", SCOPE_WARP, 32, F32);
    p->scope.narrowed = p->scope.lanes_given = true;
    p->scope.lane_end = 1;
    int src = add_bundle(p, "src", ROLE_IN, 1, 0);
    int place = add_buffer(p, "place", SPACE_SMEM, ROLE_SCRATCH, 1);
    Step *step = add_step(
        add_phase(p), PRIM_STORE_SHARED_B32, place, expr_constant(0), src, expr_constant(0));
    only(step, COND_LT, expr_constant(1));
    Operand one = operand_of(SPACE_SMEM, 0, 1, LAYOUT({1, 1, AXIS_M}));
    Operand lane = operand_of(SPACE_REG, 0, 1, LAYOUT({1, 1, AXIS_M}));
    lane.layout.shard[0].axis = AXIS_LANEID;
    add_flow(p, lane, src, one, place);
    p->parts[0] = (Part){.suffix = "put", .phase_count = 1};
    p->parts[1] = (Part){.suffix = "body", .is_body = true, .reads_count = 1, .reads = {0}};
    p->part_count = 2;
    return p;
}

static inline void guard_body(Plan *p) {
    Cond *cond = NEW(Cond);
    *cond = (Cond){SUM(0, RANK(1, 1, 0)), COND_LT, expr_constant(1)};
    p->parts[1].guard = cond;
    p->parts[1].guard_count = 1;
}

/* Each lane loads what its mirror image among eight lanes has stored. */
static inline Plan *mirrored_groups(void) {
    Plan *p = idle_memory();
    *append(p, 0) = *STEP(0, 4);
    *STEP(0, 4) = (Step){.primitive = PRIM_GROUP_SYNC, .object = NONE, .count = 8};
    STEP(0, 5)->src[0].at = SUM(7, RANK(8, 8, 0), RANK(-1, 1, 8));
    return p;
}

/* The lanes of groups first .. last alone meet and load. */
static inline void of_group(Plan *p, int first, int last) {
    for (int s = 4; s <= 5; s++) {
        only(STEP(0, s), COND_GE, expr_constant(8 * first));
        only(STEP(0, s), COND_LT, expr_constant(8 * (last + 1)));
    }
}

/* What was stored is made greater by a zero. */
static inline void reduce_onto(Plan *p, Side place) {
    *append(p, 0) = (Step){
        .primitive = primitive_fill(32), .object = NONE, .dst = in_bundle(2, expr_constant(3))};
    *append(p, 0) = (Step){
        .primitive = PRIM_REDUCE_SMEM_ADD_F32,
        .combine = COMBINE_ADD,
        .object = NONE,
        .dst = place,
        .src = {in_bundle(2, expr_constant(3))}};
}

/* The elected thread copies 16 bytes, or fills them with zero where a number that all know says so. */
static inline Plan *elected_fill(void) {
    Plan *p = idle_base(SCOPE_WARP, F32);
    int from = add_buffer(p, "from", SPACE_GMEM, ROLE_IN, 4);
    int to = add_buffer(p, "to", SPACE_SMEM, ROLE_OUT, 4);
    int copies = add_object(p, "copies", OBJECT_GROUP);
    Layout row = LAYOUT({4, 1, AXIS_M});
    add_flow(p, operand_of(SPACE_GMEM, 0, 4, row), from, operand_of(SPACE_SMEM, 0, 4, row), to);
    Phase *phase = add_phase(p);
    phase->elected = true;
    Expr first = expr_constant(0);
    Step *copy = add_copy(phase, PRIM_CP_ASYNC_B128, to, first, from, first);
    copy->object = copies;
    copy->rest = REST_ZERO;
    add_cond(copy, expr_constant(3), COND_LT, expr_constant(16));
    add_sync(phase, PRIM_CP_ASYNC_COMMIT, copies, 0);
    add_sync(phase, PRIM_CP_ASYNC_WAIT, copies, 0);
    return p;
}

static inline Plan *idle_bytes(void) {
    Plan *p = idle_sum();
    STEP(0, 3)->primitive = PRIM_PERMUTE_B32;
    STEP(0, 3)->combine = COMBINE_NONE;
    STEP(0, 3)->count = 0x3210;
    return p;
}

/* rank / 1 + 1, which is never 0. */
static inline Term beyond_rank(int64_t coef) {
    return (Term){coef_int(coef), (Digit){.kind = VAR_RANK, .pre_div = 1, .sub = -1, .div = 1}};
}

static inline Coef limit_extent(const Plan *p, int64_t times, int factors) {
    Coef coef = {times, factors, {0}};
    for (int i = 0; i < factors; i++)
        coef.symbol[i] = limit_of(p);
    return coef;
}

static inline int stride_of(const Plan *p) {
    int at = 0;
    while (p->symbols[at].role != SYMBOL_STRIDE)
        at++;
    return at;
}

/* 16 elements, which a swizzle of 32-byte rows leaves where they are. */
static inline void narrow_box(Plan *p) {
    Layout row = LAYOUT({16, 1, AXIS_M});
    p->objects[1].box[0] = 16;
    p->objects[1].extent[0] = coef_int(16);
    STEP(0, 0)->count = 32;
    p->flow_count = 0;
    add_flow(p, operand_of(SPACE_GMEM, 0, 16, row), 1, operand_of(SPACE_SMEM, 0, 16, row), 0);
}

/* Element (i, j) of two rows is stored at ld * i + j, or at ld * i + apart * j. */
static inline void columns_apart(Plan *p, int64_t apart) {
    Expr at = SUM(0, LOOP(1, 0), LOOP(apart, 1));
    const Coef ld = {1, 1, {0}};
    expr_set_term(&at, 0, (Term){ld, at.terms[0].digit});
    STEP(0, 0)->dst.at = at;
    Layout rows = LAYOUT({2, 1, AXIS_M}, {2, apart, AXIS_M});
    rows.shard[0].stride = ld;
    p->flows[0].dst = operand_of(SPACE_GMEM, 2, 2, rows);
}

static inline Plan *two_strides(void) {
    Plan *p = plan_of("strides", SCOPE_THREAD, 1, F32);
    Symbol *ld = NEW(Symbol);
    *ld = (Symbol){.name = "ld", .role = SYMBOL_STRIDE, .min = 2, .max = 9, .divisor = 1};
    p->symbols = ld;
    p->symbol_count = 1;
    int dst = add_buffer(p, "dst", SPACE_GMEM, ROLE_OUT, 0);
    int src = add_bundle(p, "src", ROLE_IN, 4, 0);
    int i = add_loop(p, "i", 2), j = add_loop(p, "j", 2);
    Expr none = expr_constant(0), slot = SUM(0, LOOP(2, i), LOOP(1, j));
    Step *step = add_step(add_phase(p), PRIM_STORE_GLOBAL_B32, dst, none, src, slot);
    repeated(repeated(step, i), j);
    Layout own = LAYOUT({2, 2, AXIS_M}, {2, 1, AXIS_M});
    add_flow(p, operand_of(SPACE_REG, 2, 2, own), src, (Operand){.rank = 0}, dst);
    columns_apart(p, 1);
    return p;
}

/* A register of other numbers of 32 bits. */
static inline Side other_number(Plan *p) {
    int other = add_bundle(p, "other", ROLE_SCRATCH, 1, 0);
    p->bundles[other].dtype = U32;
    return in_bundle(other, expr_constant(0));
}
/* Each of 16 lanes gets all of it: none is named, and the others take no part. */
static inline Plan *held_by_lanes_8_to_23(void) {
    return plan_of_text("copy warp lanes 8:24 f32 smem S[(4)] -> reg S[(4)]");
}
/* The swizzle is not linear: each row that it may begin in is tried. */
static inline Plan *masked_at_an_origin(void) {
    return plan_of_text("target sm_80\ncopy warp f16 gmem S[(16,64)] -> smem S[(64,64)] "
                        "swizzle(3,3,3)[m:+16, 0:64] where m % 4 == 0 { masked; }");
}
/* Dimensions of one have no limit. */
static inline Plan *masked_unit_amid(void) {
    return plan_of_text("copy warp f32 gmem S[(8,1,16)] -> smem S[(8,1,16)] { masked; }");
}

static inline Plan *masked_unit_behind(void) {
    return plan_of_text("copy warp f32 gmem S[(2,16,1)] -> smem S[(2,16,1)] { masked; }");
}
#endif
