/* test_shape.c: a Plan is well formed only where every number in it names something that it has. One change
 * at a time to a Plan that has everything: what no longer fits, and what just still does. */
#include "generator/plan/prove.h"
#include "plans_everything.h"
#include "unit.h"

#define PHASE (p->phases[0])
#define STORE (p->phases[0].steps[0])
#define BOX (p->phases[0].steps[1])
#define MAP (p->objects[1])
#define FLOW (p->flows[0])
#define PART (p->parts[0])
#define TERM(...)                                                                                  \
    {                                                                                              \
        Digit digit = digit_of(VAR_RANK, 0, 1, 0);                                                 \
        Coef coef = coef_int(1);                                                                   \
        __VA_ARGS__;                                                                               \
        expr_set_term(&STORE.dst.at, 0, (Term){coef, digit});                                      \
    }

static Plan *of_one_cta(void) {
    Plan *p = everything();
    STORE.dst.peer = NULL;
    return p;
}

static const Expr *beyond(void) {
    Expr *expr = NEW(Expr);
    *expr = SUM(0, SYMBOL(1, 2)); /* of two */
    return expr;
}

static Cond *cond_beyond(bool right) {
    Cond *cond = NEW(Cond);
    *cond =
        (Cond){right ? expr_constant(0) : *beyond(), COND_LT, right ? *beyond() : expr_constant(0)};
    return cond;
}

/* Two more loops, around the phase or the step. */
static Plan *with_loops(int count) {
    Plan *p = of_one_cta();
    p->loops = NEW_ARRAY(Loop, count);
    for (int i = 0; i < count; i++)
        p->loops[i] = (Loop){"l", 2, true};
    p->loop_count = count;
    return p;
}

static void repeat_all(Plan *p, int count) {
    for (int i = 0; i < count && i < MAX_REPEAT; i++)
        STORE.repeat[i] = i + 1;
    STORE.repeat_count = count;
}

/* Behind what a Plan has, its copy has nothing. */
#define FITS(expected, base, ...)                                                                  \
    {                                                                                              \
        Plan *p = base;                                                                            \
        __VA_ARGS__;                                                                               \
        EXPECT_OF(#__VA_ARGS__, plan_fits(expected ? plan_copy(p) : p) == expected);               \
    }
#define YES(...) FITS(true, of_one_cta(), __VA_ARGS__)
#define NO(...) FITS(false, of_one_cta(), __VA_ARGS__)

static void expressions(void) {
    YES((void)p)
    YES(TERM(digit.pre_div = 2))
    NO(TERM(digit.pre_div = 0))
    NO(TERM(digit.div = 0))
    NO(TERM(digit.div = -1))
    NO(TERM(digit.mod = -1))
    NO(TERM(digit.pre_mod = -1))
    NO(TERM(digit.turn_mod = -1))
    YES(TERM(digit.turn_mod = 8; digit.turn_div = 1))
    NO(TERM(digit.turn_mod = 8; digit.turn_div = 0))
    YES(TERM(digit.kind = VAR_ONE; digit.pre_div = 0))
    NO(TERM(digit.kind = VAR_ONE; digit.pre_div = 0; digit.turn_mod = 8; digit.turn_div = 1))
    YES(TERM(digit.kind = VAR_LOOP; digit.index = 1))
    NO(TERM(digit.kind = VAR_LOOP; digit.index = 2))
    NO(TERM(digit.kind = VAR_LOOP; digit.index = -1))
    YES(TERM(digit.kind = VAR_SYMBOL; digit.index = 1))
    NO(TERM(digit.kind = VAR_SYMBOL; digit.index = 2))
    NO(TERM(digit.kind = VAR_SYMBOL; digit.index = -1))
    YES(TERM(digit.index = 7)) /* of the rank, where it means nothing */
    YES(TERM(digit.kind = VAR_ITEM; digit.steps[1] = 4; digit.loops[1] = 1))
    NO(TERM(digit.kind = VAR_ITEM; digit.steps[1] = 4; digit.loops[1] = 2))
    YES(TERM(digit.kind = VAR_ITEM; digit.loops[0] = 2))
    YES(TERM(digit.steps[0] = 4; digit.loops[0] = 2))
    /* What is wrong stays so, whatever else is right. */
    NO(TERM(digit.kind = VAR_LOOP; digit.index = 1; digit.mod = -1))
    NO(TERM(digit.kind = VAR_SYMBOL; digit.index = 1; digit.mod = -1))
    NO(TERM(digit.kind = VAR_ITEM; digit.mod = -1))
    NO(TERM(digit.kind = VAR_ITEM; digit.steps[0] = digit.steps[1] = 4; digit.loops[0] = 2;
            digit.loops[1] = 1))
    YES(TERM(coef.count = 1; coef.symbol[0] = 1))
    NO(TERM(coef.count = 1; coef.symbol[0] = 2))
    NO(TERM(coef.count = 1; coef.symbol[0] = -1))
    NO(TERM(coef.count = -1))
    NO(TERM(coef.count = MAX_FACTORS + 1))
    NO(STORE.dst.at.term_count = -1)
    NO(STORE.dst.at.term_count = MAX_TERMS + 1)
    NO(STORE.dst.at.xor_count = -1)
    NO(STORE.dst.at.xor_count = MAX_XORS + 1)
    YES(STORE.dst.at.xors[0].shift = 61)
    YES(STORE.dst.at.xors[0].shift = -61)
    NO(STORE.dst.at.xors[0].shift = 62)
    NO(STORE.dst.at.xors[0].shift = -62)
}

static void several(void) {
    static const int again[] = {1, 2, 1};
    FITS(false, with_loops(4), repeat_all(p, 3); STORE.repeat[2] = again[2])
    FITS(false, with_loops(4), repeat_all(p, 3); STORE.repeat[1] = again[0])
    FITS(true, with_loops(4), repeat_all(p, 3))
    for (int at = 0; at < 3; at++) {
        Plan *p = of_one_cta();
        Buffer *buffers = NEW_ARRAY(Buffer, 3);
        for (int i = 0; i < 3; i++)
            buffers[i] = p->buffers[0];
        buffers[1].name = "second";
        buffers[2].name = "third";
        p->buffers = buffers;
        p->buffer_count = 3;
        EXPECT(plan_fits(p));
        buffers[at].align = 0;
        EXPECT(!plan_fits(p));
    }
}

static void sides(void) {
    NO(STORE.dst.of = 1)
    NO(STORE.dst.of = -1)
    NO(STORE.src[0].of = 1)
    NO(STORE.src[1].of = -1)
    YES(STORE.src[1] = (Side){.kind = AT_CONSTANT, .of = 9})
    YES(STORE.src[1] = (Side){.kind = SIDE_NONE, .of = 9})
    NO(STORE.dst.at = *beyond())
    NO(STORE.src[0].at = *beyond())
    NO(STORE.src[1].at = *beyond())
    NO(STORE.dst.peer = beyond())
    NO(STORE.src[0].peer = beyond())
    NO(BOX.src[0].of = 2)
    NO(BOX.src[0].of = -1)
    NO(BOX.src[0].of = 0)
    NO(BOX.src[0].coords = NULL)
    NO(((Expr *)BOX.src[0].coords)[0] = *beyond())
    NO(((Expr *)BOX.src[0].coords)[1] = *beyond())
    NO(MAP.kind = OBJECT_GROUP)
    NO(MAP.buffer = 1)
    NO(MAP.buffer = -1)
    YES(MAP.rank = 1)
    NO(MAP.rank = 0)
    NO(MAP.rank = MAX_TENSOR_RANK + 1)
    YES(MAP.box[1] = 1)
    NO(MAP.box[1] = 0)
    NO(MAP.stride[1].symbol[0] = 2)
    NO(MAP.extent[0].symbol[0] = 2)
}

static void steps(void) {
    NO(STORE.primitive = PRIM_COUNT)
    YES(STORE.object = 1)
    YES(STORE.object = -1)
    NO(STORE.object = 2)
    NO(STORE.object = -2)
    YES(STORE.value = NULL)
    NO(STORE.value = beyond())
    NO(STORE.conds = cond_beyond(false))
    NO(STORE.conds = cond_beyond(true))
    NO(STORE.conds = NULL)
    NO(STORE.cond_count = -1)
    YES(STORE.conds = NULL; STORE.cond_count = 0)
    NO(STORE.repeat_count = -1)
    NO(STORE.repeat[0] = 2)
    NO(STORE.repeat[0] = -1)
    NO(STORE.repeat[0] = 0) /* inside of itself */
    NO(STORE.repeat_count = 2; STORE.repeat[1] = 1)
    FITS(true, with_loops(MAX_REPEAT + 2), repeat_all(p, MAX_REPEAT))
    FITS(false, with_loops(MAX_REPEAT + 2), repeat_all(p, MAX_REPEAT + 1))
    FITS(false, with_loops(4), repeat_all(p, 2); PHASE.loop_count = 2; PHASE.loops[1] = 2)
    FITS(true, with_loops(4), repeat_all(p, 2); PHASE.loop_count = 2; PHASE.loops[1] = 3)
    NO(PHASE.loop_count = -1)
    NO(PHASE.loops[0] = 2)
    NO(PHASE.loop_count = MAX_LOOPS + 1)
    NO(PHASE.guard[0] = *cond_beyond(false))
    NO(PHASE.guard_count = -1)
    NO(PHASE.steps = NULL)
    YES(PHASE.steps = NULL; PHASE.step_count = 0)
}

static void make_rank(Operand *operand, int rank) {
    operand->rank = rank;
    for (int d = 0; d < rank && d < MAX_RANK; d++) {
        operand->shape[d] = 1;
        operand->region[d] = (Range){0, -1, 1};
    }
}

static void ends(void) {
    NO(FLOW.src.rank = -1)
    NO(FLOW.dst.rank = MAX_RANK + 1)
    NO(FLOW.src_at = 1)
    NO(FLOW.src_at = -1)
    NO(FLOW.dst_at = 1)
    YES(make_rank(&FLOW.src, 1); FLOW.src.region[0] = ((Range){0, 1, 1}))
    NO(make_rank(&FLOW.src, 1); FLOW.src.region[0] = ((Range){0, 1, 0}))
    NO(make_rank(&FLOW.src, 1); FLOW.src.region[0] = ((Range){0, 2, 1}))
    NO(make_rank(&FLOW.dst, 2); FLOW.dst.region[0] = ((Range){0, -1, 1});
       FLOW.dst.region[1] = ((Range){0, 2, 1}))
    NO(p->symbols = NEW(Symbol); p->symbol_count = 1)
    FITS(true, of_one_cta(), FLOW.src.space = SPACE_REG; p->buffers = NEW_ARRAY(Buffer, 2);
         p->buffers[0] = of_one_cta()->buffers[0])
    FITS(false, of_one_cta(), add_buffer(p, "more", SPACE_SMEM, ROLE_IN, 4);
         FLOW.src.space = SPACE_REG;
         FLOW.src_at = 1)
    FITS(true, of_one_cta(), add_buffer(p, "more", SPACE_SMEM, ROLE_IN, 4); FLOW.src_at = 1)
    NO(FLOW.limits.count = -1)
    NO(FLOW.limits.count = MAX_LIMITS + 1)
    NO(FLOW.limits.count = 1; FLOW.limits.at[0].origin = -2)
    NO(FLOW.limits.count = 1; FLOW.limits.at[0].origin = p->symbol_count)
    YES(FLOW.limits.count = 2; FLOW.limits.at[0].symbol = 0; FLOW.limits.at[1].symbol = 1)
    NO(FLOW.limits.count = 2; FLOW.limits.at[0].symbol = 0; FLOW.limits.at[1].symbol = 2)
    NO(FLOW.src_peer = beyond())
    NO(FLOW.dst_peer = beyond())
    NO(PART.reads_count = -1)
    NO(PART.reads_count = (int)COUNT_OF(PART.reads) + 1)
    YES(PART.reads_count = (int)COUNT_OF(PART.reads))
    NO(PART.writes_count = -1)
    NO(PART.writes_count = (int)COUNT_OF(PART.writes) + 1)
    NO(PART.first_phase = -1)
    NO(PART.phase_count = -1)
    NO(PART.phase_count = 2)
    NO(PART.first_phase = 1)
    YES(PART.first_phase = 1; PART.phase_count = 0)
    NO(PART.guard[0] = *cond_beyond(true))
    NO(PART.reads[0] = 1)
    NO(PART.reads[0] = -1)
    NO(PART.writes[0] = 1)
    NO(PART.writes[0] = -1)
    NO(((int *)p->script)[0] = 1)
    NO(((int *)p->script)[0] = -1)
    NO(p->guard[0] = *cond_beyond(false))
    NO(p->guard_count = -1)
}

static void memory(void) {
    NO(p->buffers[0].dtype = NULL)
    YES(p->buffers[0].align = 1)
    NO(p->buffers[0].align = 0)
    YES(p->buffers[0].arena = 1)
    NO(p->buffers[0].arena = -1)
    YES(p->buffers[0].brought = 2)
    NO(p->buffers[0].brought = 3)
    NO(p->buffers[0].brought = -1)
    NO(p->buffers[0].space = SPACE_REG)
    YES(p->arenas[0].align = 1)
    NO(p->arenas[0].align = 0)
    NO(p->bundles[0].dtype = NULL)
}

/* ---- the largest of all --------------------------------------------------------------------- */

static Expr many_terms(int count) {
    Term *terms = NEW_ARRAY(Term, count);
    for (int i = 0; i < count; i++)
        terms[i] = RANK(1, 1, 0);
    return (Expr){.terms = terms, .term_count = count};
}

static void make_map(Plan *p, int rank) {
    Expr *coords = NEW_ARRAY(Expr, rank);
    MAP.rank = rank;
    for (int d = 0; d < rank && d < MAX_TENSOR_RANK; d++) {
        MAP.box[d] = 1;
        MAP.stride[d] = MAP.extent[d] = coef_int(1);
    }
    BOX.src[0].coords = coords;
}

static void loop_phase(Plan *p, int count) {
    PHASE.loop_count = count;
    for (int i = 0; i < count && i < MAX_LOOPS; i++)
        PHASE.loops[i] = i + 2;
}

static void largest(void) {
    YES(STORE.dst.at = many_terms(MAX_TERMS))
    NO(STORE.dst.at = many_terms(MAX_TERMS + 1))
    YES(TERM(coef.count = MAX_FACTORS; for (int i = 0; i < MAX_FACTORS; i++) coef.symbol[i] = 1))
    YES(TERM(coef.count = MAX_FACTORS))
    YES(STORE.dst.at.xor_count = MAX_XORS)
    YES(make_map(p, MAX_TENSOR_RANK))
    NO(make_map(p, MAX_TENSOR_RANK); MAP.box[MAX_TENSOR_RANK - 1] = 0)
    NO(make_map(p, 3); ((Expr *)BOX.src[0].coords)[2] = *beyond())
    YES(make_rank(&FLOW.src, MAX_RANK))
    NO(make_rank(&FLOW.src, MAX_RANK); FLOW.src.region[MAX_RANK - 1].extent = 0)
    FITS(true, with_loops(MAX_LOOPS + 2), loop_phase(p, MAX_LOOPS))
    FITS(false, with_loops(MAX_LOOPS + 2), loop_phase(p, MAX_LOOPS + 1))
    YES(PART.writes_count = (int)COUNT_OF(PART.writes))
    NO(PART.writes_count = (int)COUNT_OF(PART.writes); PART.writes[15] = 1)
    NO(PART.reads_count = (int)COUNT_OF(PART.reads); PART.reads[15] = 1)
    YES(p->script_count = 0)
    NO(p->script_count = 2; ((int *)p->script)[1] = 1)
}

/* Elements that follow others, and numbers that are combined with. */
static void more_of_a_flow(void) {
    Operand *with = NEW(Operand);
    *with = (Operand){.space = SPACE_REG};
    YES(FLOW.with = with; FLOW.with_at = 0)
    NO(FLOW.with = with; FLOW.with_at = 1)
    NO(FLOW.with = with; FLOW.with_at = -1)
    NO(FLOW.with = &FLOW.src; FLOW.with_at = 0) /* in memory */
    YES(FLOW.begin = number(3); FLOW.period = 1)
    NO(FLOW.begin = number(3); FLOW.period = 0)
    NO(FLOW.begin = beyond(); FLOW.period = 1)
    YES(FLOW.period = 0)
    YES(FLOW.src_peer = number(1); FLOW.dst_peer = number(1))
    for (int src = 0; src < 2; src++) {
        Expr *rank = NEW(Expr), *loop = NEW(Expr);
        *rank = SUM(0, RANK(1, 1, 0));
        *loop = SUM(0, LOOP(1, 0));
        NO(*(src ? &FLOW.src_peer : &FLOW.dst_peer) = rank)
        NO(*(src ? &FLOW.src_peer : &FLOW.dst_peer) = loop)
    }
}

/* Layouts, regions and what is done with them. */
static void layouts(void) {
    Layout *layout;
#define LAYOUT_OF(side) layout = &FLOW.side.layout
    YES(LAYOUT_OF(src); layout->shard_count = 1;
        layout->shard[0] = (Iter){1, {1, 1, {1}}, AXIS_M, {0}})
    NO(LAYOUT_OF(src); layout->shard_count = 1;
       layout->shard[0] = (Iter){1, {1, 1, {2}}, AXIS_M, {0}})
    NO(LAYOUT_OF(dst); layout->shard_count = 1;
       layout->shard[0] = (Iter){1, {1, -1, {0}}, AXIS_M, {0}})
    NO(LAYOUT_OF(dst); layout->shard_count = 1;
       layout->shard[0] = (Iter){0, {1, 0, {0}}, AXIS_M, {0}})
    NO(LAYOUT_OF(src); layout->shard_count = 1;
       layout->shard[0] = (Iter){1, {1, 0, {0}}, AXIS_COUNT, {0}})
    NO(LAYOUT_OF(src); layout->shard_count = -1)
    NO(LAYOUT_OF(src); layout->shard_count = MAX_ITERS + 1)
    NO(LAYOUT_OF(dst); layout->replica_count = MAX_REPLICAS + 1)
    NO(LAYOUT_OF(dst); layout->replica_count = 1)
    NO(LAYOUT_OF(dst); layout->offset_count = MAX_OFFSETS + 1)
    NO(LAYOUT_OF(dst); layout->offset_count = -1)
    NO(LAYOUT_OF(dst); layout->offset_count = 1; layout->offset[0].axis = AXIS_COUNT)
    YES(LAYOUT_OF(src); layout->swizzle = (Swizzle){true, 20, 10, 10, false})
    NO(LAYOUT_OF(src); layout->swizzle = (Swizzle){true, 20, 10, 11, false})
    NO(LAYOUT_OF(src); layout->swizzle = (Swizzle){true, 3, -1, 3, false})
    NO(MAP.swizzle.atom = 41)
    NO(make_rank(&FLOW.src, 1); FLOW.src.region[0].begin = -1)
    NO(make_rank(&FLOW.src, 1); FLOW.src.region[0].begin = 1)
    NO(make_rank(&FLOW.src, 1); FLOW.src.region[0].begin = INT64_MAX)
    NO(make_rank(&FLOW.src, 1); FLOW.src.region[0].extent = 2)
    NO(make_rank(&FLOW.src, 1); FLOW.src.region[0].symbol = -2)
    NO(FLOW.src.space = SPACE_COUNT)
    NO(FLOW.src_peer = number(1); FLOW.src.space = SPACE_REG)
    NO(FLOW.combine = COMBINE_MUL + 1)
    NO(FLOW.onto = COMBINE_MUL + 1)
    NO(FLOW.rounding = ROUNDING_COUNT)
}

#define SYMBOLS ((Symbol *)p->symbols)
#define BAR (p->objects[0])

static void things(void) {
    NO(p->phase_count = -1)
    NO(p->phases = NULL)
    NO(p->objects = NULL)
    NO(p->script_count = -1)
    NO(p->script = NULL)
    NO(p->dtype = NULL)
    NO(PHASE.step_count = -1)
    NO(PART.first_phase = 1; PART.phase_count = INT32_MAX)
    NO(PART.first_phase = INT32_MAX; PART.phase_count = 1)
    NO(STORE.rest = REST_OTHER + 1)
    NO(STORE.combine = COMBINE_MUL + 1)
    NO(STORE.conds[0].op = COND_EQ + 1)
    NO(STORE.dst.kind = AT_CONSTANT + 1)
    NO(TERM(digit.kind = VAR_ITEM + 1))
    NO(STORE.dst.at.terms = NULL)
    NO(STORE.dst.peer = number(1))
    NO(STORE.dst = (Side){.kind = SIDE_NONE, .peer = beyond()})
    YES(p->ctas = 2; SYMBOLS[1].role = SYMBOL_CTA; STORE.dst.peer = number(1))
    NO(p->ctas = 1; SYMBOLS[1].role = SYMBOL_CTA; STORE.dst.peer = number(1))
    NO(p->ctas = 2; STORE.dst.peer = number(1)) /* whose it is says nobody */
    NO(p->buffers[0].role = ROLE_SCRATCH + 1)
    NO(p->buffers[0].space = SPACE_COUNT)
    NO(p->buffers[0].name = NULL)
    NO(p->buffers[0].arena = 2)
    NO(p->bundles[0].role = ROLE_SCRATCH + 1)
    NO(p->bundles[0].vector_bits = -8)
    NO(SYMBOLS[0].role = SYMBOL_ROLES)
    NO(SYMBOLS[0].name = NULL)
    YES(SYMBOLS[1].role = SYMBOL_ORIGIN; SYMBOLS[1].max = INT32_MAX)
    NO(SYMBOLS[1].role = SYMBOL_ORIGIN; SYMBOLS[1].max = (int64_t)INT32_MAX + 1)
    NO(SYMBOLS[1].role = SYMBOL_ORIGIN; SYMBOLS[1].max = -1)
    NO(SYMBOLS[1].role = SYMBOL_ORIGIN; SYMBOLS[1].min = (int64_t)INT32_MIN - 1)
    NO(SYMBOLS[1].role = SYMBOL_ORIGIN; SYMBOLS[1].min = 1; SYMBOLS[1].divisor = 65)
    NO(BAR.arrivals = -1)
    NO(BAR.others = -1)
    YES(BAR.arrivals = BAR.others = 2)
    NO(BAR.arrivals = 2; BAR.others = 3)
    NO(BAR.number = -1)
    NO(BAR.number = 3)
    NO(BAR.kind = OBJECT_TENSOR + 1)
    YES(BAR.kind = OBJECT_BARRIER; BAR.id = 15)
    NO(BAR.kind = OBJECT_BARRIER; BAR.id = 16)
    NO(BAR.kind = OBJECT_BARRIER; BAR.id = -1)
    YES(BAR.kind = OBJECT_BARRIER; BAR.number = 1; SYMBOLS[0].role = SYMBOL_BARRIER)
    NO(BAR.kind = OBJECT_BARRIER; BAR.number = 1)
    NO(BAR.name = MAP.name)
    NO(BAR.name = NULL)
    NO(p->parts[1] = PART; p->part_count = 2)
    YES(p->parts[1] = PART; p->parts[1].suffix = NULL; p->part_count = 2)
}

static void scopes(void) {
    NO(p->scope.kind = SCOPE_CLUSTER + 1)
    NO(p->scope.threads = 0)
    NO(p->rounds = -1)
    NO(p->ctas = 2; SYMBOLS[1].role = SYMBOL_CTA; SYMBOLS[1].max = 0)
    YES(p->ctas = 2; SYMBOLS[1].role = SYMBOL_CTA; SYMBOLS[1].max = 1)
    YES(p->scope.narrowed = true)
    NO(p->scope.narrowed = true; p->scope.lane_begin = 32)
    NO(p->scope.narrowed = true; p->scope.lane_begin = -1)
    NO(p->scope.narrowed = true; p->scope.lane_end = 33)
    NO(p->scope.narrowed = true; p->scope.lane_end = 0)
    NO(p->scope.narrowed = true; p->scope.warp_end = 3)
    NO(p->scope.narrowed = true; p->scope.warp_begin = -1)
#define OF_8                                                                                       \
    p->scope = (Scope){                                                                            \
        .kind = SCOPE_WARP,                                                                        \
        .threads = 32,                                                                             \
        .lane_end = 8,                                                                             \
        .warp_end = 1,                                                                             \
        .group = 8,                                                                                \
        .narrowed = true}
    YES(OF_8)
    NO(OF_8; p->scope.narrowed = false)
    NO(OF_8; p->scope.group = 6)
    NO(OF_8; p->scope.group = -8)
    NO(OF_8; p->scope.lane_begin = 1)
    NO(OF_8; p->scope.kind = SCOPE_CTA)
}

int main(void) {
    expressions();
    several();
    sides();
    steps();
    ends();
    memory();
    largest();
    more_of_a_flow();
    layouts();
    things();
    scopes();
    mem_free_all();
    return unit_finish();
}
