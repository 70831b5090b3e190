/* test_shape_edges.c: as test_shape.c, both sides of every limit: the last value that is well formed and the
 * first that is not, for picked rows, tensor maps, edges of windows, scopes and what is counted. */
#include "generator/plan/prove.h"
#include "plans_everything.h"
#include "unit.h"

#define PHASE (p->phases[0])
#define STORE (p->phases[0].steps[0])
#define BOX (p->phases[0].steps[1])
#define MAP (p->objects[1])
#define BAR (p->objects[0])
#define FLOW (p->flows[0])
#define PART (p->parts[0])
#define SYMBOLS ((Symbol *)p->symbols)

static Plan *of_one_cta(void) {
    Plan *p = everything();
    p->phases[0].steps[0].dst.peer = NULL;
    return p;
}

static const Expr *beyond(void) {
    Expr *expr = NEW(Expr);
    *expr = SUM(0, SYMBOL(1, 2)); /* of two */
    return expr;
}

#define FITS(expected, ...)                                                                        \
    {                                                                                              \
        Plan *p = of_one_cta();                                                                    \
        __VA_ARGS__;                                                                               \
        EXPECT_OF(#__VA_ARGS__, plan_fits(expected ? plan_copy(p) : p) == expected);               \
    }
#define YES(...) FITS(true, __VA_ARGS__)
#define NO(...) FITS(false, __VA_ARGS__)
#define TERM(...)                                                                                  \
    {                                                                                              \
        Digit digit = digit_of(VAR_RANK, 0, 1, 0);                                                 \
        Coef coef = coef_int(1);                                                                   \
        __VA_ARGS__;                                                                               \
        expr_set_term(&STORE.dst.at, 0, (Term){coef, digit});                                      \
    }

/* ---- expressions ---------------------------------------------------------------------------- */

/* The row that element 3 of the array picks, whose number stands in register 2. */
#define PICK(...)                                                                                  \
    {                                                                                              \
        RowPick *pick = NEW(RowPick);                                                              \
        *pick = (RowPick){0, 0, 1, 1, expr_constant(2), expr_constant(3)};                         \
        TERM(digit = digit_of_pick(pick, false); __VA_ARGS__)                                      \
    }

static void picks(void) {
    YES(PICK((void)pick))
    YES(PICK(digit.index = 1))
    NO(PICK(digit.index = 2))
    NO(PICK(digit.index = -1))
    NO(PICK(digit.pick = NULL))
    NO(PICK(digit.pre_div = 2))
    NO(PICK(digit.div = 2))
    NO(PICK(digit.pre_mod = 1))
    NO(PICK(digit.mod = 1))
    NO(PICK(digit.sub = 1))
    NO(PICK(digit.turn_mod = 1))
    NO(PICK(pick->bundle = 1))
    NO(PICK(pick->bundle = -1))
    NO(PICK(pick->number = 2))
    NO(PICK(pick->number = -1))
    YES(PICK(pick->number = 1))
    NO(PICK(pick->tag = 2))
    NO(PICK(pick->tag = -1))
    NO(PICK(pick->sign = 2))
    NO(PICK(pick->sign = -1))
    NO(PICK(pick->slot = *beyond()))
    NO(PICK(pick->element = *beyond()))
    for (int at = 0; at < 2; at++) {
        RowPick *other = NEW(RowPick);
        *other = (RowPick){0, 0, 1, 1, expr_constant(2), expr_constant(3)};
        Expr by = expr_constant(0);
        expr_add_term(&by, (Term){coef_int(1), digit_of_pick(other, false)});
        NO(PICK(*(at ? &pick->slot : &pick->element) = by))
    }
    /* What stands for the rows of an array is no number of its own. */
    YES(TERM(digit = digit_of(VAR_SYMBOL, 0, 1, 0)))
    NO(SYMBOLS[0].role = SYMBOL_PICK; TERM(digit = digit_of(VAR_SYMBOL, 0, 1, 0)))
    NO(SYMBOLS[1].role = SYMBOL_PICK; TERM(coef = (Coef){1, 1, {1}}))
    NO(SYMBOLS[1].role = SYMBOL_PICK; TERM(coef = (Coef){1, 2, {0, 1}}))
}

static void expressions(void) {
    YES(TERM(digit.kind = VAR_ITEM))
    NO(TERM(digit.kind = (VarKind)-1))
    NO(TERM(digit.kind = VAR_PICK))
    YES(TERM(digit.pre_mod = 0; digit.mod = 0; digit.turn_mod = 0))
    YES(TERM(digit.kind = VAR_ONE; digit.pre_div = 1; digit.turn_mod = 8; digit.turn_div = 1))
    YES(TERM(digit.kind = VAR_ITEM; digit.steps[0] = 4; digit.loops[0] = 1))
    NO(TERM(digit.kind = VAR_ITEM; digit.steps[0] = 4; digit.loops[0] = -1))
    YES(STORE.dst.at.xor_count = 2; STORE.dst.at.xors[1] = (Xor){8, 61})
    NO(STORE.dst.at.xor_count = 2; STORE.dst.at.xors[1] = (Xor){8, 62})
    NO(STORE.dst.at.xor_count = 2; STORE.dst.at.xors[0].shift = 62)
    NO(expr_add_term(&STORE.dst.at, SYMBOL(1, 2))) /* the last of three */
    YES(STORE.dst.at = expr_constant(1))
    for (int at = 0; at < 2; at++) {
        YES(STORE.cond_count = 2; STORE.conds[1] = STORE.conds[0])
        NO(STORE.cond_count = 2; STORE.conds[1] = STORE.conds[0]; STORE.conds[at].lhs = *beyond())
        NO(STORE.cond_count = 2; STORE.conds[1] = STORE.conds[0]; STORE.conds[at].rhs = *beyond())
        NO(STORE.cond_count = 2; STORE.conds[1] = STORE.conds[0];
           STORE.conds[at].op = (CondOp)(COND_EQ + 1))
        NO(STORE.cond_count = 2; STORE.conds[1] = STORE.conds[0]; STORE.conds[at].op = (CondOp)-1)
    }
    YES(STORE.conds[0].op = COND_EQ)
}

/* ---- maps ------------------------------------------------------------------------------------ */

static void swizzles(void) {
    static const struct {
        int per_element, len, atom;
        bool fits;
    } rows[] = {
        {40, 0, 0, true},
        {0, 40, 0, true},
        {0, 0, 40, true},
        {41, 0, 0, false},
        {0, 41, 0, false},
        {0, 0, 41, false},
        {-1, 0, 0, false},
        {0, -1, 0, false},
        {0, 0, -1, false},
        {14, 13, 13, true},
        {14, 14, 13, false}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (int where = 0; where < 3; where++)
            for (int on = 0; on < 2; on++) {
                Plan *p = of_one_cta();
                Swizzle *all[] = {&MAP.swizzle, &FLOW.src.layout.swizzle, &FLOW.dst.layout.swizzle};
                *all[where] = (Swizzle){on, rows[i].per_element, rows[i].len, rows[i].atom, false};
                EXPECT(plan_fits(p) == (rows[i].fits || !on));
            }
}

/* A box of some rows of two dimensions: a column, and each row. */
static void of_rows(Plan *p, int rows) {
    MAP.rows = rows;
    BOX.src[0].coords = NEW_ARRAY(Expr, rows + 1);
}

static void maps(void) {
    YES(MAP.pack = 0)
    YES(MAP.pack = 16)
    NO(MAP.pack = 17)
    NO(MAP.pack = -1)
    YES(of_rows(p, 4))
    NO(of_rows(p, 5))
    NO(MAP.rows = -1)
    NO(of_rows(p, 4); MAP.rank = 1)
    NO(of_rows(p, 4); ((Expr *)BOX.src[0].coords)[4] = *beyond())
    YES(of_rows(p, 4); MAP.by[1] = 1)
    NO(of_rows(p, 4); MAP.by[1] = 2)
    YES(MAP.by[0] = 1)
    NO(MAP.by[0] = 2)
    NO(MAP.by[0] = -1)
    YES(MAP.by[1] = INT32_MAX)
    NO(MAP.by[1] = (int64_t)INT32_MAX + 1)
    NO(MAP.by[1] = -1)
    YES(MAP.box[0] = 1)
    NO(MAP.box[0] = 0)
    NO(MAP.box[1] = -1)
    NO(MAP.stride[0] = (Coef){1, 1, {2}})
    NO(MAP.stride[1] = (Coef){1, 1, {-1}})
    NO(MAP.extent[1] = (Coef){1, 1, {2}})
    NO(MAP.buffer = 1)
    NO(MAP.rank = 0; p->phases[0].step_count = 1) /* though no step takes it */
}

/* ---- sides ----------------------------------------------------------------------------------- */

static void edges(void) {
    for (int count = -1; count <= MAX_RANK + 1; count++)
        for (int kind = AT_BUFFER; kind <= AT_BUNDLE; kind++)
            for (int have = 0; have < 2; have++) {
                Plan *p = of_one_cta();
                Side *side = kind == AT_BUFFER ? &STORE.dst : &STORE.src[0];
                side->edge_count = count;
                side->edges = have ? NEW_ARRAY(Expr, MAX_RANK + 1) : NULL;
                bool fits = count == 0 || (kind == AT_BUFFER && have && count > 0);
                EXPECT(plan_fits(p) == (fits && count <= MAX_RANK));
                if (!have || kind != AT_BUFFER || count < 1 || count > MAX_RANK)
                    continue;
                side->edges[count - 1] = *beyond();
                EXPECT(!plan_fits(p));
                side->edges[count - 1] = expr_constant(0);
                side->edges[count] = *beyond(); /* behind them */
                EXPECT(plan_fits(p));
            }
}

static void sides(void) {
    NO(STORE.dst.kind = (SideKind)-1)
    YES(STORE.dst = (Side){.kind = AT_CONSTANT})
    NO(STORE.src[0] = (Side){.kind = AT_BUNDLE, .of = 0, .at = *beyond()})
    YES(STORE.src[0].peer = number(3)) /* a lane */
    NO(STORE.src[0].peer = beyond())
    YES(STORE.combine = COMBINE_MUL)
    NO(STORE.combine = (Combine)-1)
    YES(STORE.rest = REST_OTHER)
    NO(STORE.rest = (Rest)-1)
    YES(STORE.primitive = (PrimitiveId)(PRIM_COUNT - 1))
    NO(STORE.primitive = (PrimitiveId)-1)
}

/* ---- flows ----------------------------------------------------------------------------------- */

static void range_of(Plan *p, int64_t shape, int64_t begin, int64_t extent, int symbol) {
    FLOW.src.rank = 1;
    FLOW.src.shape[0] = shape;
    FLOW.src.region[0] = (Range){begin, symbol, extent};
}

static void flows(void) {
    YES(range_of(p, 8, 0, 8, -1))
    NO(range_of(p, 8, 0, 9, -1))
    YES(range_of(p, 8, 5, 3, 1))
    NO(range_of(p, 8, 6, 3, 1))
    NO(range_of(p, 8, 5, 3, 2))
    NO(range_of(p, 8, 5, 0, 1))
    YES(range_of(p, 8, 7, 1, 0))
    NO(range_of(p, 8, 1, INT64_MAX, 0))
    YES(FLOW.combine = COMBINE_MUL)
    YES(FLOW.onto = COMBINE_MUL)
    YES(FLOW.rounding = (Rounding)(ROUNDING_COUNT - 1))
    YES(FLOW.begin = number(3); FLOW.period = 1; FLOW.combine = COMBINE_NONE)
    NO(FLOW.begin = number(3); FLOW.period = 1; FLOW.combine = COMBINE_ADD)
    YES(FLOW.limits.count = MAX_LIMITS)
    NO(FLOW.limits.count = 1; FLOW.limits.at[0].symbol = -1)
    NO(FLOW.limits.count = MAX_LIMITS; FLOW.limits.at[MAX_LIMITS - 1].symbol = 2)
    YES(FLOW.limits.count = 1; FLOW.limits.at[0].origin = -1)
    YES(FLOW.limits.count = 1; FLOW.limits.at[0].origin = 1)
    YES(FLOW.src.layout.offset_count = MAX_OFFSETS)
    YES(FLOW.src.layout.offset_count = 1; FLOW.src.layout.offset[0].axis = AXIS_COUNT - 1)
    NO(FLOW.src.layout.offset_count = 2; FLOW.src.layout.offset[1].axis = AXIS_COUNT)
    NO(FLOW.src.layout.replica_count = -1)
    for (int part = 0; part < 2; part++)
        for (int at = 0; at < 2; at++)
            for (int wrong = 0; wrong < 5; wrong++) {
                Plan *p = of_one_cta();
                Layout *layout = &FLOW.dst.layout;
                Iter *iters = part ? layout->replica : layout->shard;
                *(part ? &layout->replica_count : &layout->shard_count) = 2;
                for (int i = 0; i < 2; i++)
                    iters[i] = (Iter){.extent = 1, .stride = coef_int(1), .axis = AXIS_COUNT - 1};
                EXPECT(plan_fits(p));
                Iter *iter = &iters[at];
                iter->extent = wrong == 0 ? 0 : 1;
                iter->axis = wrong == 1 ? AXIS_COUNT : wrong == 2 ? (Axis)-1 : AXIS_M;
                iter->stride = wrong == 3 ? (Coef){1, 1, {2}} : coef_int(1);
                EXPECT(plan_fits(p) == (wrong == 4));
            }
}

/* ---- what is counted ------------------------------------------------------------------------- */

static void counts(void) {
    NO(p->symbol_count = -1)
    NO(p->symbols = NULL)
    NO(p->buffer_count = -1)
    NO(p->buffers = NULL)
    NO(p->arena_count = -1)
    NO(p->arenas = NULL)
    NO(p->bundle_count = -1)
    NO(p->bundles = NULL)
    NO(p->loop_count = -1)
    NO(p->loops = NULL)
    NO(p->object_count = -1)
    NO(p->flow_count = -1)
    NO(p->flows = NULL)
    NO(p->part_count = -1)
    NO(p->parts = NULL)
    YES(p->arena_count = 0; p->arenas = NULL)
    YES(PHASE.guard_count = 0; PHASE.guard = NULL)
    YES(p->rounds = 0)
    NO(p->arenas[0].name = NULL)
    NO(p->loops[0].name = NULL)
    NO(p->loops[1].name = NULL)
    NO(p->bundles[0].name = NULL)
    YES(p->bundles[0].vector_bits = 0)
    NO(p->bundles[0].vector_bits = -1)
    YES(p->buffers[0].role = ROLE_SCRATCH)
    NO(p->buffers[0].role = (Role)-1)
    NO(p->buffers[0].brought = 3)
    YES(PART.reads_count = 0; PART.writes_count = 0)
    YES(PART.phase_count = 0)
    NO(PART.guard[0].op = (CondOp)-1)
    NO(p->phase_count = 2; p->phases[1].step_count = -1)
    NO(p->phase_count = 2; p->phases[0].loop_count = -1)
    YES(p->script_count = 2) /* the same part twice */
}

static void symbols_and_objects(void) {
    YES(SYMBOLS[0].divisor = 1)
    NO(SYMBOLS[0].divisor = 0)
    NO(SYMBOLS[1].divisor = 0)
    NO(SYMBOLS[0].role = (SymbolRole)-1)
#define ORIGIN(low, high, step)                                                                    \
    SYMBOLS[1] =                                                                                   \
        (Symbol){.name = "m", .role = SYMBOL_ORIGIN, .min = low, .max = high, .divisor = step}
    YES(ORIGIN(INT32_MIN, INT32_MAX, 1))
    NO(ORIGIN((int64_t)INT32_MIN - 1, INT32_MAX, 1))
    YES(ORIGIN(0, 0, INT32_MAX))
    NO(ORIGIN(0, 0, (int64_t)INT32_MAX + 1))
    YES(ORIGIN(1, 8, 8))
    NO(ORIGIN(1, 7, 8))
    YES(SYMBOLS[1] = ((Symbol){.name = "n", .role = SYMBOL_LIMIT, .min = 9, .divisor = 1}))
    YES(BAR.arrivals = 0)
    YES(BAR.number = 2)
    YES(BAR.kind = OBJECT_BARRIER; BAR.id = 0)
    NO(BAR.kind = (ObjectKind)-1)
    YES(BAR.id = 16) /* of no named barrier */
    NO(p->ctas = 3; SYMBOLS[1].role = SYMBOL_CTA; SYMBOLS[1].max = 1)
    YES(p->ctas = 3; SYMBOLS[1].role = SYMBOL_CTA; SYMBOLS[1].max = 2)
    YES(p->ctas = 3; SYMBOLS[1].role = SYMBOL_CTAS; SYMBOLS[1].max = 0)
    for (int first = 0; first < 3; first++) /* of three, any two of one name */
        for (int second = 0; second < 3; second++) {
            static const char *const names[] = {"a", "b", "c"};
            Plan *p = of_one_cta();
            add_object(p, "third", OBJECT_GROUP);
            for (int i = 0; i < 3; i++)
                p->objects[i].name = names[i];
            EXPECT(plan_fits(p));
            p->objects[first].name = mem_printf("%s", names[second]);
            EXPECT(plan_fits(p) == (first == second));
            for (int i = 0; i < 3; i++)
                p->objects[i].name = names[i];
            p->part_count = 3;
            for (int i = 0; i < 3; i++)
                p->parts[i] = (Part){.suffix = names[i]};
            EXPECT(plan_fits(p));
            p->parts[first].suffix = mem_printf("%s", names[second]);
            EXPECT(plan_fits(p) == (first == second));
            p->parts[second].is_body = true;
            EXPECT(plan_fits(p));
        }
}

/* ---- scopes ---------------------------------------------------------------------------------- */

static void scopes(void) {
    YES(p->scope.kind = SCOPE_CLUSTER)
    NO(p->scope.kind = (ScopeKind)-1)
    YES(p->scope.threads = 1)
    YES(p->scope.threads = 1024)
    NO(p->scope.threads = 1025)
    for (int threads = 32; threads <= 96; threads += 16)
        for (int begin = -1; begin <= 3; begin++)
            for (int end = -1; end <= 4; end++) {
                Plan *p = of_one_cta();
                const int warps = threads / 32 + (threads % 32 > 0);
                p->scope = (Scope){.kind = SCOPE_CTA, .threads = threads, .lane_end = 32};
                p->scope.warp_begin = begin;
                p->scope.warp_end = end;
                EXPECT(plan_fits(p));
                p->scope.narrowed = true;
                EXPECT(plan_fits(p) == (begin >= 0 && begin <= end && end <= warps));
            }
    for (int begin = -1; begin <= 33; begin++)
        for (int end = -1; end <= 34; end++) {
            Plan *p = of_one_cta();
            p->scope.narrowed = true;
            p->scope.lane_begin = begin;
            p->scope.lane_end = end;
            EXPECT(plan_fits(p) == (begin >= 0 && begin < end && end <= 32));
            p->scope.kind = SCOPE_WARP;
            p->scope.threads = 32;
            p->scope.warp_end = 1;
            p->scope.group = end;
            EXPECT(plan_fits(p) == (begin == 0 && end >= 1 && end <= 32));
        }
}

int main(void) {
    picks();
    expressions();
    swizzles();
    maps();
    edges();
    sides();
    flows();
    counts();
    symbols_and_objects();
    scopes();
    mem_free_all();
    return unit_finish();
}
