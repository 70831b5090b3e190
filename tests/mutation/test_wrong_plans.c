/* test_wrong_plans.c: hand-built Plans that are wrong in one thing, by the rule of the proof that must
 * see it. Every base is accepted, every row rejected with its word, and every rule has rows. */
#include "beside.h"
#include "right_plans.h"
#include "tests/unit/expected.h"
#include <stdarg.h>
#include <string.h>

static int passed, failed;

/* ---- what rows are made of ------------------------------------------------------------------- */

#define STEP(phase, at) (&p->phases[phase].steps[at])

static const Expr *number(int64_t value) {
    Expr *expr = NEW(Expr);
    *expr = expr_constant(value);
    return expr;
}

static const Expr *own_rank(void) {
    Expr *expr = NEW(Expr);
    expr_add(expr, coef_int(1), digit_of(VAR_RANK, 0, 1, 0));
    return expr;
}

static const Expr *turned(int bits) {
    Expr *expr = NEW(Expr);
    expr_add(
        expr,
        coef_int(1),
        (Digit){
            .kind = VAR_ONE, .index = bits, .pre_div = 1, .div = 1, .turn_div = 1, .turn_mod = 32});
    return expr;
}

static const Expr *coords(int64_t inner, int64_t outer) {
    Expr *at = NEW_ARRAY(Expr, 2);
    at[0] = expr_constant(inner);
    at[1] = expr_constant(outer);
    return at;
}

/* One more condition of the step: rank OP value. */
static void only(Step *step, CondOp op, int64_t value) {
    Cond *conds = NEW_ARRAY(Cond, step->cond_count + 1);
    for (int i = 0; i < step->cond_count; i++)
        conds[i] = step->conds[i];
    conds[step->cond_count++] = (Cond){*own_rank(), op, expr_constant(value)};
    step->conds = conds;
}

static void guard(Plan *p, int phase, CondOp op, int64_t value) {
    Phase *at = &p->phases[phase];
    Cond *conds = NEW_ARRAY(Cond, at->guard_count + 1);
    for (int i = 0; i < at->guard_count; i++)
        conds[i] = at->guard[i];
    conds[at->guard_count++] = (Cond){*own_rank(), op, expr_constant(value)};
    at->guard = conds;
}

static void drop(Plan *p, int phase, int at) {
    Phase *in = &p->phases[phase];
    in->step_count--;
    for (int i = at; i < in->step_count; i++)
        in->steps[i] = in->steps[i + 1];
}

static void swap(Plan *p, int phase, int a, int b) {
    Step step = *STEP(phase, a);
    *STEP(phase, a) = *STEP(phase, b);
    *STEP(phase, b) = step;
}

static void by_rank(Side *side) {
    expr_add(&side->at, coef_int(8), digit_of(VAR_RANK, 0, 1, 0));
}

static void narrow(Plan *p, int begin, int end) {
    p->scope.narrowed = p->scope.lanes_given = true;
    p->scope.lane_begin = begin;
    p->scope.lane_end = end;
}

static Step *append(Phase *phase, PrimitiveId primitive) {
    Step *steps = NEW_ARRAY(Step, phase->step_count + 1);
    for (int i = 0; i < phase->step_count; i++)
        steps[i] = phase->steps[i];
    phase->steps = steps;
    steps[phase->step_count] = (Step){.primitive = primitive, .object = -1};
    return &steps[phase->step_count++];
}

static Phase *new_phase(Plan *p) {
    Phase *phases = NEW_ARRAY(Phase, p->phase_count + 1);
    for (int i = 0; i < p->phase_count; i++)
        phases[i] = p->phases[i];
    p->phases = phases;
    return &phases[p->phase_count++];
}

static void sync_lanes(Plan *p, int64_t lanes) {
    append(new_phase(p), PRIM_WARP_SYNC)->value = number(lanes);
}

static void fence_elected(Plan *p) {
    drop(p, 0, 1);
    append(&p->phases[1], PRIM_FENCE_ASYNC);
    for (int i = p->phases[1].step_count - 1; i > 0; i--)
        swap(p, 1, i, i - 1);
}

static void greatest(Plan *p) {
    for (int i = 0; i < p->phases[0].step_count; i++)
        if (STEP(0, i)->combine == COMBINE_ADD) {
            STEP(0, i)->combine = COMBINE_MAX;
            STEP(0, i)->primitive = PRIM_MAX_F32;
        }
}

static void turn(Plan *p, int64_t div) {
    Expr *at = &STEP(0, 0)->src[0].at;
    Term term = at->terms[1];
    term.digit.turn_div = div;
    expr_set_term(at, 1, term);
}

static void script(Plan *p, int count, ...) {
    int *order = NEW_ARRAY(int, count);
    va_list args;
    va_start(args, count);
    for (int i = 0; i < count; i++)
        order[i] = va_arg(args, int);
    va_end(args);
    p->script = order;
    p->script_count = count;
    p->rounds = 1;
}

static void odd_pitch(Plan *p) {
    Symbol *symbols = NEW_ARRAY(Symbol, p->symbol_count);
    for (int i = 0; i < p->symbol_count; i++)
        symbols[i] = p->symbols[i];
    symbols[0].divisor = 4;
    p->symbols = symbols;
}

static void use_before_wait(Plan *p) {
    Bundle *bundles = NEW_ARRAY(Bundle, 2);
    bundles[0] = bundles[1] = p->bundles[0];
    bundles[1].name = "v";
    bundles[1].role = ROLE_SCRATCH;
    p->bundles = bundles;
    p->bundle_count = 2;
    Step *copy = append(&p->phases[0], PRIM_MOVE);
    copy->dst = copy->src[0] = STEP(0, 0)->dst;
    copy->dst.of = 1;
    swap(p, 0, 1, 2);
}

static void swap_objects(Step *a, Step *b) {
    int object = a->object;
    a->object = b->object;
    b->object = object;
}

static const Expr *loop_value(int loop) {
    Expr *expr = NEW(Expr);
    expr_add(expr, coef_int(1), digit_of(VAR_LOOP, loop, 1, 0));
    return expr;
}

static const Expr *parity_of_rank(void) {
    Expr *expr = NEW(Expr);
    expr_add(expr, coef_int(1), digit_of(VAR_RANK, 0, 1, 2));
    return expr;
}

/* Once more, between the copies and what makes a group of them. */
static void again_before_the_commit(Plan *p) {
    Step copy = *STEP(0, 0);
    *append(&p->phases[0], PRIM_MOVE) = copy;
    swap(p, 0, 1, 2);
}

/* (lane + 31) % 32 */
static const Expr *next_lane(void) {
    Expr *expr = NEW(Expr);
    Digit digit = {.kind = VAR_RANK, .pre_div = 1, .sub = -31, .div = 1, .mod = 32};
    expr_add(expr, coef_int(1), digit);
    return expr;
}

/* The cluster has two CTAs, so that their numbers may be read. */
static void in_a_pair(Plan *p) {
    Symbol *symbols = NEW_ARRAY(Symbol, p->symbol_count);
    for (int i = 0; i < p->symbol_count; i++) {
        symbols[i] = p->symbols[i];
        symbols[i].max = symbols[i].role == SYMBOL_CTA ? 1 : symbols[i].max;
    }
    p->symbols = symbols;
}

static void parity_symbol(Plan *p) {
    Symbol *parity = NEW(Symbol);
    Expr *value = NEW(Expr);
    *parity = (Symbol){.name = "parity", .role = SYMBOL_PARITY, .min = 0, .max = 1, .divisor = 1};
    expr_add(value, coef_int(1), digit_of(VAR_SYMBOL, 0, 1, 0));
    p->symbols = parity;
    p->symbol_count = 1;
    STEP(1, 1)->value = value;
}

static void box_by_rank(Plan *p) {
    Expr *at = NEW_ARRAY(Expr, 2);
    at[0] = at[1] = expr_constant(0);
    expr_add(&at[1], coef_int(1), digit_of(VAR_RANK, 0, 1, 0));
    STEP(0, 0)->src[0].coords = at;
}

/* Chunk i only where 8 * i < n. */
static void chunk_limit(Plan *p) {
    Symbol *limit = NEW(Symbol);
    *limit = (Symbol){.name = "n", .role = SYMBOL_LIMIT, .max = 64, .divisor = 8};
    p->symbols = limit;
    p->symbol_count = 1;
    p->flows[0].limits = (Limits){.count = 1, .at = {{.symbol = 0, .origin = -1}}, .keep = true};
    Cond *cond = NEW(Cond);
    cond->op = COND_LT;
    expr_add(&cond->lhs, coef_int(8), digit_of(VAR_LOOP, 0, 1, 0));
    expr_add(&cond->rhs, coef_int(1), digit_of(VAR_SYMBOL, 0, 1, 0));
    STEP(0, 1)->conds = cond;
    STEP(0, 1)->cond_count = 1;
}

/* A bulk copy of the scratch in global memory, after a fence that is for shared memory. */
static void bulk_of_scratch(Plan *p) {
    p->targets = feature_targets(FEATURE_BULK);
    p->buffers[1] = p->buffers[0];
    p->buffers[1].name = "tile";
    p->buffers[1].space = SPACE_SMEM;
    p->buffer_count = 2;
    p->objects[0] = (Object){
        .name = "bar", .kind = OBJECT_MBARRIER, .brought = true, .left = true, .arrivals = 1};
    p->objects[0].others = 1;
    p->object_count = 1;
    drop(p, 0, 2);
    append(&p->phases[0], PRIM_FENCE_ASYNC);
    append(&p->phases[0], PRIM_WARP_SYNC);
    Step *copy = append(&p->phases[0], PRIM_BULK_GMEM_TO_SMEM);
    copy->src[0] = copy->dst = STEP(0, 0)->dst;
    copy->src[0].at = copy->dst.at = expr_constant(0);
    copy->dst.of = 1;
    copy->count = 128;
    copy->object = 0;
    only(copy, COND_EQ, 0);
}

/* The first such step. */
static int find(const Plan *p, PrimitiveId primitive) {
    int at = 0;
    while (p->phases[0].steps[at].primitive != primitive)
        at++;
    return at;
}

static const Expr *above(const Expr *lane) {
    Expr *next = NEW(Expr);
    *next = *lane;
    next->constant++;
    return next;
}

static void swap_flows(Plan *p) {
    Flow first = p->flows[0];
    p->flows[0] = p->flows[1];
    p->flows[1] = first;
}

/* The number that a comparison gives. */
static void number_off(Step *step, int64_t by) {
    Expr *value = NEW(Expr);
    *value = *step->value;
    value->constant += by;
    step->value = value;
}

/* Of lanes that have the same of what is combined last, only one has it. */
static void only_first(Plan *p) {
    Operand *with = NEW(Operand);
    *with = *p->flows[0].with;
    with->layout.replica_count = 0;
    with->layout.offset[with->layout.offset_count++] = (Offset){0, AXIS_LANEID};
    p->flows[0].with = with;
}

/* Slot ld % 8. */
static void slot_by_stride(Plan *p) {
    expr_add(&STEP(0, 0)->dst.at, coef_int(1), digit_of(VAR_SYMBOL, 0, 1, 8));
}

/* ---- more right Plans ------------------------------------------------------------------------ */

static Object *objects(Plan *p, ObjectKind kind) {
    p->objects = NEW_ARRAY(Object, 2);
    p->object_count = 1;
    p->objects[0] = (Object){.name = "object", .kind = kind};
    return p->objects;
}

static Plan *relayout_named(void) {
    Plan *p = plans_relayout_64x8();
    objects(p, OBJECT_BARRIER)->id = 1;
    STEP(0, 1)->primitive = PRIM_BARRIER_SYNC;
    STEP(0, 1)->object = 0;
    STEP(0, 1)->count = 64;
    return p;
}

/* Thread 8a + c loads column c of rows a, 8 + a, 16 + a ...: of both warps. */
static Plan *relayout_across(void) {
    Plan *p = plans_relayout_64x8();
    Iter *shard = p->flows[0].dst.layout.shard;
    Iter rows = shard[0];
    shard[0] = shard[1];
    shard[1] = rows;
    Expr *at = &STEP(1, 0)->src[0].at;
    expr_set_term(at, 0, (Term){coef_int(8), digit_of(VAR_RANK, 0, 8, 0)});
    expr_set_term(at, 2, (Term){coef_int(64), at->terms[2].digit});
    return p;
}

/* The first warp stores and arrives, the second one syncs and loads: two parts. */
static Plan *arrive_then_sync(void) {
    Plan *p = relayout_named();
    Operand *src = &p->flows[0].src, *dst = &p->flows[0].dst;
    src->shape[0] = dst->shape[0] = src->region[0].extent = dst->region[0].extent = 32;
    src->layout.shard[0].extent = 32;
    dst->layout.shard[0].extent = 4;
    dst->layout.offset_count = 1;
    dst->layout.offset[0] = (Offset){32, AXIS_TX};
    STEP(0, 1)->primitive = PRIM_BARRIER_ARRIVE;
    guard(p, 0, COND_LT, 32);
    guard(p, 1, COND_GE, 32);
    Step *wait = append(&p->phases[1], PRIM_BARRIER_SYNC);
    wait->object = 0;
    wait->count = 64;
    swap(p, 1, 0, 1);
    STEP(1, 1)->src[0].at.constant = -256; /* rows of threads 32 .. 63 are those of 0 .. 31 */
    p->parts = NEW_ARRAY(Part, 2);
    p->part_count = 2;
    p->parts[0] = (Part){.suffix = "put", .first_phase = 0, .phase_count = 1};
    p->parts[1] = (Part){.suffix = "get", .first_phase = 1, .phase_count = 1};
    return p;
}

/* Row i is read by lane i, after a sync once more by lane 31 - i, and overwritten by lane i. */
static Plan *read_twice(void) {
    Plan *p = plans_permute_in_place();
    Step *again = append(&p->phases[0], PRIM_LOAD_SHARED_B32);
    *again = *STEP(0, 0);
    expr_set_term(&again->src[0].at, 0, (Term){coef_int(-1), digit_of(VAR_RANK, 0, 1, 0)});
    again->src[0].at.constant = 31;
    again->dst.of = 1;
    append(&p->phases[0], PRIM_WARP_SYNC);
    Bundle *bundles = NEW_ARRAY(Bundle, 2);
    bundles[0] = bundles[1] = p->bundles[0];
    bundles[1].name = "w";
    p->bundles = bundles;
    p->bundle_count = 2;
    swap(p, 0, 2, 4); /* load, sync, load again, sync, store, sync */
    return p;
}

/* Row 2 * b + a is copied by thread 16 * a + b: none reads what it copied itself (but for 0 and 31). */
static Plan *staged(void) {
    Plan *p = plans_reg_load();
    Buffer *buffers = NEW_ARRAY(Buffer, 2);
    buffers[0] = buffers[1] = p->buffers[0];
    buffers[0].space = p->flows[0].src.space = SPACE_GMEM;
    buffers[1].name = "scratch";
    buffers[1].role = ROLE_SCRATCH;
    p->buffers = buffers;
    p->buffer_count = 2;
    objects(p, OBJECT_GROUP);
    Step load = *STEP(0, 0), copy = {.primitive = PRIM_CP_ASYNC_B128};
    load.src[0].of = 1;
    copy.src[0] = copy.dst = load.src[0];
    copy.src[0].of = 0;
    copy.dst.at = expr_constant(0);
    expr_add(&copy.dst.at, coef_int(8), digit_of(VAR_RANK, 0, 16, 0));
    expr_add(&copy.dst.at, coef_int(16), digit_of(VAR_RANK, 0, 1, 16));
    expr_add(&copy.dst.at, coef_int(4), digit_of(VAR_LOOP, 0, 1, 0));
    copy.src[0].at = copy.dst.at;
    copy.repeat_count = 1;
    p->phases[0].step_count = 0;
    *append(&p->phases[0], PRIM_MOVE) = copy;
    append(&p->phases[0], PRIM_CP_ASYNC_COMMIT)->object = 0;
    append(&p->phases[0], PRIM_CP_ASYNC_WAIT)->object = 0;
    append(&p->phases[0], PRIM_WARP_SYNC);
    *append(&p->phases[0], PRIM_MOVE) = load;
    return p;
}

/* The same at an mbarrier of 32 arrivals, made by lane 0. */
static Plan *staged_mbarrier(void) {
    Plan *p = staged();
    Phase *use = new_phase(p), *init = &p->phases[0];
    *use = *init;
    init->step_count = 0;
    p->objects[0] = (Object){.name = "bar", .kind = OBJECT_MBARRIER, .arrivals = 32};
    Step *made = append(init, PRIM_MBARRIER_INIT);
    made->object = 0;
    made->count = 32;
    only(made, COND_EQ, 0);
    append(init, PRIM_WARP_SYNC);
    STEP(1, 1)->primitive = PRIM_CP_ASYNC_ARRIVE;
    STEP(1, 2)->primitive = PRIM_MBARRIER_WAIT;
    STEP(1, 2)->value = number(0);
    drop(p, 1, 3); /* the wait orders all who arrived */
    return p;
}

/* 16-bit elements in the second half of an arena of which the first holds words. */
static Plan *arena_of_two_types(void) {
    Plan *p = plans_lane0_arena();
    const Dtype *f16 = dtype_find("f16", 3);
    p->buffers[1].dtype = p->bundles[1].dtype = f16;
    STEP(1, 1)->primitive = PRIM_LOAD_SHARED_B16;
    return p;
}

/* The arena of two rounds with a buffer of bytes in it, that nobody uses. */
static Plan *arena_of_bytes(void) {
    Plan *p = plans_relayout_rounds();
    Buffer *buffers = NEW_ARRAY(Buffer, p->buffer_count + 1);
    memcpy(buffers, p->buffers, (size_t)p->buffer_count * sizeof *buffers);
    buffers[p->buffer_count] = p->buffers[0];
    buffers[p->buffer_count].name = "bytes";
    buffers[p->buffer_count++].dtype = dtype_find("u8", 2);
    p->buffers = buffers;
    return p;
}

/* A stage that a warp fills and itself waits for: a barrier of its own, 32 arrivals. */
static Plan *commit_then_wait(void) {
    Plan *p = plans_pipeline_parts();
    p->objects[1].left = p->objects[1].brought = false;
    p->objects[1].brought = true;
    Phase *wait = new_phase(p);
    wait->steps = NULL;
    Step *step = append(wait, PRIM_MBARRIER_WAIT);
    step->object = 1;
    step->value = number(0);
    p->parts = NEW_ARRAY(Part, 3);
    static const char *const names[] = {"acquire", "commit", "wait"};
    for (int i = 0; i < 3; i++)
        p->parts[i] = (Part){.suffix = names[i], .first_phase = i, .phase_count = 1};
    p->part_count = 3;
    return p;
}

/* ---- the rows -------------------------------------------------------------------------------- */

enum {
    PARTICIPATION,
    ORDER,
    PROXIES,
    FLIGHT,
    ARENAS,
    WIDTHS,
    COMBINATION,
    PARTS,
    TWO_CTAS,
    PHASES,
    RULES
};
static const char *const rules[RULES] = {
    "participation",
    "order",
    "proxies",
    "flight",
    "arenas",
    "widths",
    "combination",
    "parts",
    "two CTAs",
    "phases"};

#define X(rule, name, base, kind, ...)                                                             \
    static void wrong_##name(Plan *p) {                                                            \
        __VA_ARGS__;                                                                               \
    }
#include "wrong.def"
#undef X

static const struct {
    int rule;
    const char *name;
    Plan *(*base)(void);
    const char *kind;
    void (*change)(Plan *);
} rows[] = {
#define X(rule, name, base, kind, ...) {rule, #name, base, kind, wrong_##name},
#include "wrong.def"
#undef X
};

int main(int argc, char **argv) {
    Text reasons = {0};
    int count[RULES] = {0};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        MemMark mark = mem_mark();
        Plan *plan = rows[i].base();
        Proof right = plan_prove(plan_copy(plan)); /* behind what it has there is nothing */
        rows[i].change(plan);
        Proof wrong = plan_prove(plan);
        bool ok = right.ok && !wrong.ok && strcmp(wrong.kind, rows[i].kind) == 0;
        count[rows[i].rule]++;
        passed += ok;
        failed += !ok;
        if (!right.ok)
            printf(
                "FAIL %s: its base is refused: %s: %s\n", rows[i].name, right.kind, right.reason);
        else if (!ok)
            printf(
                "FAIL %s: %s instead of %s: %s\n",
                rows[i].name,
                wrong.ok ? "accepted" : wrong.kind,
                rows[i].kind,
                wrong.reason ? wrong.reason : "");
        mem_keep_begin();
        const char *numbers = wrong.ok ? "" : numbers_of(wrong.reason);
        if (*numbers)
            text_printf(&reasons, "%s: %s\n", rows[i].name, numbers);
        mem_keep_end();
        bool beside = same_beside(rows[i].name, rows[i].base, rows[i].kind, rows[i].change);
        passed += beside;
        failed += !beside;
        mem_rewind(mark);
    }
    for (int rule = 0; rule < RULES; rule++) {
        bool enough = count[rule] >= 8;
        passed += enough;
        failed += !enough;
        if (!enough)
            printf("FAIL %s: only %d faults\n", rules[rule], count[rule]);
    }
    bool same = is_expected("tests/mutation/wrong.txt", &reasons, argc, argv);
    passed += same;
    failed += !same;
    printf("%d passed, %d failed\n", passed, failed);
    mem_free_all();
    return failed != 0;
}
