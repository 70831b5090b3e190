/* test_arguments.c: what a caller passes, in the order of the call; and of a part only what its phases use. */
#include "plans_parts.h"
#include "unit.h"

enum { LD, ORIGIN, ROWS, CTA, PARITY, SYMBOLS };

static Plan *of_all_kinds(void) {
    static const Symbol symbols[SYMBOLS] = {
        {.name = "ld", .role = SYMBOL_STRIDE, .min = 1, .max = 9, .divisor = 1},
        {.name = "m", .role = SYMBOL_ORIGIN, .max = 9, .divisor = 1},
        {.name = "rows", .role = SYMBOL_LIMIT, .max = 9, .divisor = 1},
        {.name = "cta", .role = SYMBOL_CTA, .max = 1, .divisor = 1},
        {.name = "parity", .role = SYMBOL_PARITY, .max = 1, .divisor = 1}};
    Plan *p = plan_of("all", SCOPE_CTA, 64, F32);
    p->symbols = symbols;
    p->symbol_count = SYMBOLS;
    add_buffer(p, "in", SPACE_GMEM, ROLE_IN, 64);
    add_buffer(p, "scratch", SPACE_SMEM, ROLE_SCRATCH, 64);
    add_buffer(p, "out", SPACE_GMEM, ROLE_OUT, 64);
    p->arenas[p->arena_count++] = (Arena){"smem", 256, 16};
    p->buffers[add_buffer(p, "lies", SPACE_SMEM, ROLE_SCRATCH, 64)].arena = 1;
    add_bundle(p, "v", ROLE_SCRATCH, 4, 0);
    add_bundle(p, "given", ROLE_IN, 4, 0);
    add_bundle(p, "got", ROLE_OUT, 4, 0);
    add_object(p, "group", OBJECT_GROUP);
    add_object(p, "bar", OBJECT_MBARRIER);
    p->hint.policy = true;
    for (int i = 0; i < 2; i++)
        add_phase(p);
    p->parts[0] = (Part){.suffix = "first", .first_phase = 0, .phase_count = 1};
    p->parts[1] = (Part){.suffix = "second", .first_phase = 1, .phase_count = 1};
    p->part_count = 2;
    return p;
}

static const PlanArgument whole[] = {
    {ARGUMENT_BUNDLE, 2, 0},
    {ARGUMENT_BUFFER, 2, 0},
    {ARGUMENT_BUNDLE, 1, 1},
    {ARGUMENT_BUFFER, 0, 1},
    {ARGUMENT_BUFFER, 1, 2},
    {ARGUMENT_ARENA, 0, 2},
    {ARGUMENT_SYMBOL, LD, 3},
    {ARGUMENT_SYMBOL, ORIGIN, 4},
    {ARGUMENT_SYMBOL, ROWS, 5},
    {ARGUMENT_POLICY, 0, 6},
    {ARGUMENT_OBJECT, 1, 7},
    {ARGUMENT_SYMBOL, CTA, 8},
    {ARGUMENT_SYMBOL, PARITY, 9}};

static void all_of_them(void) {
    PlanArgument got[MAX_ARGUMENTS];
    const Plan *plan = of_all_kinds();
    int count = plan_arguments(plan, got);
    EXPECT(count == (int)COUNT_OF(whole));
    for (int i = 0; i < (int)COUNT_OF(whole) && i < count; i++)
        EXPECT(
            got[i].kind == whole[i].kind && got[i].of == whole[i].of &&
            got[i].place == whole[i].place);
}

/* The arguments of the second part, as a mask of `whole`. */
static unsigned taken(const Plan *plan) {
    PlanArgument got[MAX_ARGUMENTS];
    Plan part = plan_part(plan, 1);
    int count = plan_arguments(&part, got);
    unsigned mask = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < (int)COUNT_OF(whole); k++)
            if (got[i].kind == whole[k].kind && got[i].of == whole[k].of &&
                got[i].place == whole[k].place)
                mask |= 1u << k;
    return mask;
}

static Expr *of(int symbol) {
    Expr *expr = NEW(Expr);
    *expr = SUM(0, SYMBOL(1, symbol));
    return expr;
}

static Expr *times(int symbol) {
    Expr *expr = NEW(Expr);
    expr_add(expr, (Coef){1, 1, {symbol}}, digit_of(VAR_RANK, 0, 1, 0));
    return expr;
}

static Cond *cond_of(const Expr *lhs, const Expr *rhs) {
    Cond *cond = NEW(Cond);
    *cond = (Cond){*lhs, COND_LT, *rhs};
    return cond;
}

/* A box of a tensor of two dimensions, object 2, that begins at the symbol in the one behind `before`. */
static Side box_at(Plan *plan, int before, int symbol) {
    Expr *coords = NEW_ARRAY(Expr, 2);
    plan->objects[add_object(plan, "map", OBJECT_TENSOR)].rank = 2;
    coords[before] = *of(symbol);
    return (Side){.kind = AT_TENSOR, .of = 2, .coords = coords};
}

#define BIT(at) (1u << (at))
/* One step in the second part; `set` gives it something. */
#define TAKES(mask, ...)                                                                           \
    {                                                                                              \
        Plan *p = of_all_kinds();                                                                  \
        Phase *phase = &p->phases[1];                                                              \
        Step *step = add_sync(phase, PRIM_WARP_SYNC, NONE, 0);                                     \
        (void)step;                                                                                \
        __VA_ARGS__;                                                                               \
        EXPECT_OF(#__VA_ARGS__, taken(p) == (mask));                                               \
    }

static void of_a_part(void) {
    Expr zero = expr_constant(0);
    TAKES(0, (void)phase)
    TAKES(BIT(0), step->dst = in_bundle(2, zero))
    TAKES(BIT(2), step->src[0] = in_bundle(1, zero))
    TAKES(BIT(2), step->src[1] = in_bundle(1, zero))
    TAKES(0, step->src[0] = in_bundle(0, zero))
    TAKES(BIT(1), step->dst = in_buffer(2, zero))
    TAKES(BIT(3), step->src[0] = in_buffer(0, zero))
    TAKES(BIT(4), step->src[1] = in_buffer(1, zero))
    TAKES(BIT(5), step->dst = in_buffer(3, zero))
    TAKES(BIT(1) | BIT(6), step->dst = in_buffer(2, *times(LD)))
    TAKES(BIT(1) | BIT(7), step->dst = in_buffer(2, *of(ORIGIN)))
    TAKES(BIT(0) | BIT(7), step->dst = in_bundle(2, *of(ORIGIN)))
    TAKES(BIT(1) | BIT(11), step->dst = in_buffer(2, zero); step->dst.peer = of(CTA))
    TAKES(0, step->dst.at = *of(ORIGIN)) /* of no side */
    TAKES(BIT(7), step->src[0] = box_at(p, 0, ORIGIN))
    TAKES(BIT(7), step->src[0] = box_at(p, 1, ORIGIN))
    TAKES(BIT(8), step->dst = box_at(p, 1, ROWS))
    TAKES(BIT(8), step->conds = cond_of(&zero, of(ROWS)); step->cond_count = 1)
    TAKES(BIT(8), step->conds = cond_of(of(ROWS), &zero); step->cond_count = 1)
    TAKES(0, step->conds = cond_of(of(ROWS), &zero))
    TAKES(BIT(7), phase->guard = cond_of(of(ORIGIN), &zero); phase->guard_count = 1)
    TAKES(BIT(12), step->value = of(PARITY))
    TAKES(BIT(10), step->object = 1)
    TAKES(BIT(6), step->object = 0; p->objects[0].number = 1 + LD)
    TAKES(BIT(8) | BIT(10), step->object = 1; p->objects[1].number = 1 + ROWS)
    TAKES(0, p->objects[0].number = 1 + LD)
    TAKES(BIT(0) | BIT(11), step->src[1] = in_bundle(2, zero); step->src[1].peer = of(CTA))
    TAKES(0, step->object = 0)
    TAKES(BIT(9), step->primitive = PRIM_LOAD_GLOBAL_B32)
    TAKES(0, step->primitive = PRIM_LOAD_SHARED_B32)
    TAKES(0, *add_sync(&p->phases[0], PRIM_WARP_SYNC, 1, 0) = *step;
          p->phases[0].steps[0].object = 1)
}

/* Numbers of CTAs and of barriers stand together, behind what they are of; parities are last. */
static void symbols_by_role(void) {
    static const int places[] = {
        [SYMBOL_STRIDE] = 3,
        [SYMBOL_ORIGIN] = 4,
        [SYMBOL_LIMIT] = 5,
        [SYMBOL_BARRIER] = 8,
        [SYMBOL_CTA] = 8,
        [SYMBOL_CTAS] = 8,
        [SYMBOL_PARITY] = 9};
    static const SymbolRole order[] = {
        SYMBOL_STRIDE,
        SYMBOL_ORIGIN,
        SYMBOL_LIMIT,
        SYMBOL_BARRIER,
        SYMBOL_CTA,
        SYMBOL_CTAS,
        SYMBOL_PARITY};
    enum { ROLES = COUNT_OF(order) };
    Symbol symbols[2 * ROLES] = {{0}};
    PlanArgument got[MAX_ARGUMENTS];
    for (int i = 0; i < 2 * (int)ROLES; i++) /* in the opposite order, each twice */
        symbols[i] = (Symbol){.name = "n", .role = order[ROLES - 1 - i % ROLES], .divisor = 1};
    Plan *p = plan_of("roles", SCOPE_WARP, 32, F32);
    p->symbols = symbols;
    p->symbol_count = 2 * ROLES;
    EXPECT(plan_arguments(p, got) == 2 * (int)ROLES);
    for (int i = 0; i < 2 * (int)ROLES; i++) {
        EXPECT(got[i].kind == ARGUMENT_SYMBOL && symbols[got[i].of].role == order[i / 2]);
        EXPECT(got[i].place == places[order[i / 2]]);
        EXPECT(got[i].of % (int)ROLES == (int)ROLES - 1 - i / 2 && got[i].of / (int)ROLES == i % 2);
    }
}

static void other_ctas(void) {
    Plan *p = plans_ring_exchange();
    EXPECT(plan_is_remote(p, 0) && !plan_is_remote(p, 1));
    EXPECT(plan_ctas(p) == 2 && plan_ctas(plans_reg_load()) == 1);
    EXPECT(!plan_is_remote(plans_reg_load(), 0));
}

/* Memory of another CTA is reached by each of the three sides of any step, but only by sides in
 * memory, and only where several CTAs run the plan. */
static void remote_sides(void) {
    for (int number = 0; number < 3; number++)
        for (int at = 0; at < 4; at++)
            for (int ctas = 0; ctas < 4; ctas++) {
                Plan *p = of_all_kinds();
                p->ctas = ctas;
                for (int i = 0; i < 2; i++)
                    for (int k = 0; k < 2; k++)
                        add_sync(&p->phases[i], PRIM_WARP_SYNC, NONE, 0);
                Step *step = &p->phases[at / 2].steps[at % 2];
                Side *side = number == 0 ? &step->dst : &step->src[number - 1];
                *side = in_buffer(1, expr_constant(0));
                EXPECT(!plan_is_remote(p, 1));
                side->peer = of(CTA);
                EXPECT(plan_is_remote(p, 1) == (ctas > 1));
                EXPECT(!plan_is_remote(p, 0) && !plan_is_remote(p, 2));
                side->kind = AT_BUNDLE;
                EXPECT(!plan_is_remote(p, 1));
                EXPECT(plan_ctas(p) == (ctas > 1 ? ctas : 1));
            }
}

/* A part is a plan of its own phases, which knows where it comes from. */
static void parts(void) {
    Plan *p = of_all_kinds();
    add_phase(p);
    p->parts[1].phase_count = 2;
    p->script_count = 2;
    for (int i = 0; i < 2; i++) {
        Plan part = plan_part(p, i);
        EXPECT(part.phases == &p->phases[i] && part.phase_count == 1 + i);
        EXPECT(part.part_count == 0 && part.script_count == 0);
        EXPECT(part.whole == p && part.part == i && part.buffers == p->buffers);
        EXPECT(!plan_takes(&part, ARGUMENT_BUFFER, 0) && plan_takes(p, ARGUMENT_BUFFER, 0));
    }
}

/* A coordinate is an origin that any number of 32 bits may be, or nearly: less by a region of 2^20
 * elements at most; and only where there is a map. */
static void coordinates(void) {
    static const struct {
        SymbolRole role;
        int64_t max;
        bool is_one;
    } rows[] = {
        {SYMBOL_ORIGIN, INT32_MAX, true},
        {SYMBOL_ORIGIN, 2147483647 - 1048576, true},
        {SYMBOL_ORIGIN, 2147483647 - 1048577, false},
        {SYMBOL_LIMIT, INT32_MAX, false}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (int maps = 0; maps < 3; maps++) {
            Plan *p = plan_of("coordinate", SCOPE_WARP, 32, F32);
            const Symbol symbol = {.name = "m", .role = rows[i].role, .max = rows[i].max};
            add_object(p, "bar", OBJECT_MBARRIER);
            for (int k = 0; k < maps; k++)
                add_object(p, "map", k ? OBJECT_GROUP : OBJECT_TENSOR);
            EXPECT(plan_is_coordinate(p, &symbol) == (rows[i].is_one && maps > 0));
        }
}

/* Maps stand in the place of their buffers. What they alone are made of is no argument: strides and
 * extents in each of their dimensions, but for limits and what the steps use as well. */
static void maps(void) {
    for (int at = 0; at < 2 * MAX_TENSOR_RANK; at++)
        for (int factor = 0; factor < 2; factor++)
            for (int object = 0; object < 2; object++) {
                Plan *p = of_all_kinds();
                int first = add_object(p, "map", OBJECT_TENSOR);
                int second = add_object(p, "more", OBJECT_TENSOR);
                p->objects[first].buffer = 0;
                p->objects[second].buffer = 2;
                EXPECT(plan_map(p, 0) == first && plan_map(p, 2) == second);
                EXPECT(plan_map(p, 1) == -1 && plan_map(p, 3) == -1);
                Object *map = &p->objects[object ? second : first];
                map->rank = MAX_TENSOR_RANK;
                int d = at / 2;
                Coef *coef = at % 2 ? &map->stride[d] : &map->extent[d];
                *coef = (Coef){1, factor + 1, {PARITY, PARITY}};
                for (int symbol = LD; symbol <= ROWS; symbol++) {
                    coef->symbol[factor] = symbol;
                    EXPECT(plan_is_of_map(p, symbol) == (symbol != ROWS));
                    EXPECT(!plan_is_of_map(p, CTA));
                }
                coef->symbol[factor] = ORIGIN;
                PlanArgument got[MAX_ARGUMENTS];
                int count = plan_arguments(p, got), of_maps = 0;
                for (int i = 0; i < count; i++) {
                    of_maps += got[i].kind == ARGUMENT_OBJECT && got[i].of >= first;
                    EXPECT(got[i].kind != ARGUMENT_SYMBOL || got[i].of != ORIGIN);
                    EXPECT(got[i].kind != ARGUMENT_BUFFER || got[i].of == 1);
                }
                EXPECT(of_maps == 2);
                map->rank = d;
                EXPECT(!plan_is_of_map(p, ORIGIN)); /* behind its dimensions */
                map->rank = d + 1;
                EXPECT(plan_is_of_map(p, ORIGIN));
                map->kind = OBJECT_GROUP;
                EXPECT(!plan_is_of_map(p, ORIGIN) && plan_map(p, object ? 2 : 0) == -1);
                map->kind = OBJECT_TENSOR;
                Step *step = add_sync(&p->phases[1], PRIM_WARP_SYNC, NONE, 0);
                step->value = of(ORIGIN);
                EXPECT(!plan_is_of_map(p, ORIGIN));
            }
}

/* No more than there is room for. */
static void as_many_as_fit(void) {
    for (int more = -1; more < 3; more++) {
        Plan *p = plan_of("many", SCOPE_WARP, 32, F32);
        Symbol *symbols = NEW_ARRAY(Symbol, MAX_ARGUMENTS + 2);
        PlanArgument got[MAX_ARGUMENTS + 1] = {[MAX_ARGUMENTS] = {.of = -7}};
        for (int i = 0; i < MAX_ARGUMENTS + more; i++)
            symbols[i] = (Symbol){.name = "n", .role = SYMBOL_PARITY, .divisor = 1};
        p->symbols = symbols;
        p->symbol_count = MAX_ARGUMENTS + more;
        EXPECT(plan_arguments(p, got) == (more < 0 ? MAX_ARGUMENTS - 1 : MAX_ARGUMENTS));
        EXPECT(got[MAX_ARGUMENTS].of == -7 && got[MAX_ARGUMENTS - 2].of == MAX_ARGUMENTS - 2);
    }
}

int main(void) {
    remote_sides();
    parts();
    coordinates();
    maps();
    as_many_as_fit();
    all_of_them();
    of_a_part();
    symbols_by_role();
    other_ctas();
    mem_free_all();
    return unit_finish();
}
