/* test_window.c: a window of an array, S[(rows,cols):(ld,1)][y+2:+5, x-3:+4]: where it begins, and which
 * limits it has, must be what was written. One change at a time, of either side of either flow; and the
 * coordinates of an access at a clamped edge against all that there are. */
#include "generator/plan/prove.h"
#include "plans_parts.h"
#include "unit.h"

enum { Y, LD, ROWS, COLS, X, SYMBOLS, R = 5, C = 4 };

typedef struct {
    Prover prover;
    Plan *plan;
    Flow *flow;
    Operand *tile, *array;
    Expr *shift;
    Limit *limits;
} World;

static Operand *array_of(void) {
    Operand *array = NEW(Operand);
    *array = (Operand){.space = SPACE_GMEM, .rank = 2};
    array->layout = layout_of(2, (Shard[]){{1, 1, AXIS_M}, {1, 1, AXIS_M}});
    array->layout.shard[0].stride = (Coef){1, 1, {LD}};
    array->layout.named[0] = ROWS + 1;
    array->layout.named[1] = COLS + 1;
    array->region[0] = (Range){2, Y, R};
    array->region[1] = (Range){-3, X, C};
    return array;
}

static Operand tile_of(const Operand *array) {
    Operand tile = row_major(SPACE_GMEM, R, C);
    tile.layout.shard[0].stride = (Coef){1, 1, {LD}};
    tile.array = array;
    return tile;
}

/* (y + 2) * ld + x - 3 */
static Expr *shift_of(void) {
    Expr *shift = NEW(Expr);
    *shift = expr_constant(-3);
    expr_add(shift, (Coef){1, 1, {LD}}, digit_of(VAR_SYMBOL, Y, 1, 0));
    expr_add(shift, (Coef){2, 1, {LD}}, digit_of(VAR_ONE, 0, 1, 0));
    expr_add(shift, coef_int(1), digit_of(VAR_SYMBOL, X, 1, 0));
    return shift;
}

/* Buffer 0 is the array, on one side of one of two flows. */
static World *new_world(int flow, int side) {
    static const Symbol symbols[SYMBOLS] = {
        [LD] = {.name = "ld", .role = SYMBOL_STRIDE, .min = 1, .max = 99, .divisor = 1},
        [ROWS] = {.name = "rows", .role = SYMBOL_LIMIT, .max = 99, .divisor = 1},
        [COLS] = {.name = "cols", .role = SYMBOL_LIMIT, .max = 99, .divisor = 1},
        [Y] = {.name = "y", .role = SYMBOL_ORIGIN, .min = -9, .max = 99, .divisor = 1},
        [X] = {.name = "x", .role = SYMBOL_ORIGIN, .min = -9, .max = 99, .divisor = 1}};
    World *world = NEW(World);
    Plan *p = plan_of("window", SCOPE_THREAD, 1, F32);
    Operand other = row_major(SPACE_SMEM, R, C);
    p->symbols = symbols;
    p->symbol_count = SYMBOLS;
    add_buffer(p, "array", SPACE_GMEM, side ? ROLE_OUT : ROLE_IN, 0);
    add_buffer(p, "tile", SPACE_SMEM, side ? ROLE_IN : ROLE_OUT, R * C);
    add_flow(p, other, 1, other, 1);
    add_flow(p, other, 1, other, 1);
    world->plan = p;
    world->prover = (Prover){.plan = p, .ctas = 1, .warps = 1};
    world->flow = &p->flows[flow];
    world->array = array_of();
    world->shift = shift_of();
    world->tile = side ? &world->flow->dst : &world->flow->src;
    *world->tile = tile_of(world->array);
    *(side ? &world->flow->dst_at : &world->flow->src_at) = 0;
    p->buffers[0].shift = world->shift;
    world->flow->limits = (Limits){
        .count = 2,
        .at = {
            {.symbol = ROWS, .dim = 0, .windowed = true, .origin = Y, .begin = 2},
            {.symbol = COLS, .dim = 1, .windowed = true, .origin = X, .begin = -3}}};
    world->limits = world->flow->limits.at;
    return world;
}

/* ---- where it begins, and its limits ------------------------------------------------------------- */

#define FITS(expected, ...)                                                                        \
    for (int at = 0; at < 4; at++) {                                                               \
        World *w = new_world(at / 2, at % 2);                                                      \
        Operand *tile = w->tile, *array = w->array;                                                \
        (void)tile, (void)array;                                                                   \
        __VA_ARGS__;                                                                               \
        EXPECT_OF(#__VA_ARGS__, windows_fit(&w->prover) == expected);                              \
        EXPECT_OF(                                                                                 \
            #__VA_ARGS__,                                                                          \
            expected ? !w->prover.kind : w->prover.kind && strcmp(w->prover.kind, "window") == 0); \
    }
#define YES(...) FITS(true, __VA_ARGS__)
#define NO(...) FITS(false, __VA_ARGS__)

static void tiles(void) {
    YES((void)w)
    NO(tile->rank = 1)
    NO(tile->layout.shard_count = 1)
    NO(array->layout.shard_count = 1)
    NO(array->layout.swizzle.on = true)
    NO(tile->layout.swizzle.on = true)
    NO(array->layout.offset_count = 1)
    NO(tile->layout.offset_count = 1)
    NO(array->layout.replica_count = 1)
    NO(tile->layout.replica_count = 1)
    for (int d = 0; d < 2; d++) {
        NO(tile->layout.shard[d].extent++)
        NO(tile->region[d].extent++)
        NO(array->region[d].extent++)
        NO(tile->region[d].begin = 1)
        NO(tile->region[d].symbol = 0)
        NO(tile->layout.shard[d].axis = AXIS_LANEID)
        NO(tile->layout.shard[d].stride = coef_int(7))
        NO(array->region[d].begin++)
        NO(array->region[d].symbol = -1)
        NO(array->region[d].symbol = LD)
    }
    NO(tile->array = NULL)
    NO(w->plan->buffers[0].shift = NULL)
    YES(tile->array = NULL; w->plan->buffers[0].shift = NULL)
    NO(tile->array = NULL; w->plan->buffers[0].shift = NULL; w->plan->buffers[1].shift = w->shift)
    YES(tile->space = SPACE_REG; tile->array = NULL) /* which has no pointer */
}

static void limits(void) {
    for (int i = 0; i < 2; i++) {
        NO(w->limits[i].windowed = false)
        NO(w->limits[i].symbol = LD)
        NO(w->limits[i].symbol = i ? ROWS : COLS)
        NO(w->limits[i].origin = -1)
        NO(w->limits[i].origin = i ? Y : X)
        NO(w->limits[i].begin++)
        NO(w->limits[i].dim = 1 - i)
        NO(w->limits[i].dim = -1)
    }
    NO(w->flow->limits.count = 1)
    NO(w->flow->limits.count = 3; w->limits[2] = w->limits[0])
    YES(Limit kept = w->limits[0]; w->limits[0] = w->limits[1]; w->limits[1] = kept)
    /* What has no name is not limited. */
    YES(array->layout.named[1] = 0; w->flow->limits.count = 1)
    NO(array->layout.named[1] = 0)
    YES(array->layout.named[0] = 0; w->limits[0] = w->limits[1]; w->flow->limits.count = 1)
    NO(array->layout.named[0] = 0; w->flow->limits.count = 1)
    YES(array->layout.named[0] = array->layout.named[1] = 0; w->flow->limits.count = 0)
    /* One row has no coordinate, and columns are then the first. */
#define ONE_ROW array->region[0].extent = tile->region[0].extent = tile->layout.shard[0].extent = 1
    YES(ONE_ROW; w->limits[0].dim = -1; w->limits[1].dim = 0)
    NO(ONE_ROW; w->limits[1].dim = 0)
    NO(ONE_ROW; w->limits[0].dim = -1)
}

static void shifts(void) {
    NO(w->shift->constant++)
    NO(expr_drop_term(w->shift, 0))
    NO(expr_drop_term(w->shift, 1))
    NO(expr_drop_term(w->shift, 2))
    NO(expr_add(w->shift, coef_int(1), digit_of(VAR_SYMBOL, ROWS, 1, 0)))
    NO(expr_set_term(w->shift, 2, SYMBOL(2, X)))
    NO(expr_set_term(w->shift, 2, SYMBOL(1, Y)))
    /* Clamped or repeated, what is named stands in each access, and the rest in the pointer. */
    for (int edge = EDGE_CLAMP; edge <= EDGE_WRAP; edge++) {
        NO(w->flow->limits.edge = (EdgeKind)edge)
        YES(w->flow->limits.edge = (EdgeKind)edge; *w->shift = expr_constant(0))
        NO(w->flow->limits.edge = (EdgeKind)edge; *w->shift = expr_constant(1))
        YES(w->flow->limits.edge = (EdgeKind)edge; array->layout.named[1] = 0;
            w->flow->limits.count = 1;
            *w->shift = SUM(-3, SYMBOL(1, X)))
        NO(w->flow->limits.edge = (EdgeKind)edge; array->layout.named[1] = 0;
           w->flow->limits.count = 1;
           *w->shift = expr_constant(0))
        /* Rows of 4 columns, 3 apart: one element has two coordinates. */
        NO(w->flow->limits.edge = (EdgeKind)edge; *w->shift = expr_constant(0);
           tile->layout.shard[0].stride = array->layout.shard[0].stride = coef_int(3))
        YES(w->flow->limits.edge = (EdgeKind)edge; *w->shift = expr_constant(0);
            tile->layout.shard[0].stride = array->layout.shard[0].stride = coef_int(4))
    }
    World *w = new_world(0, 0);
    for (int i = 0; i < SYMBOLS; i++)
        EXPECT(window_reads(w->plan, i) == (i == LD || i == Y || i == X));
    w->plan->buffers[1].shift = w->shift;
    w->plan->buffers[0].shift = NULL;
    EXPECT(window_reads(w->plan, Y) && !window_reads(w->plan, ROWS));
    w->plan->buffers[1].shift = NULL;
    EXPECT(!window_reads(w->plan, Y));
}

/* ---- coordinates at an edge ----------------------------------------------------------------------- */

static bool access_fits(World *w, const Side *side, int64_t row, int64_t col, int64_t more) {
    Run run = {.prover = &w->prover};
    const Point point = {.rank = 0};
    Poly at = {.constant = col + more};
    w->prover.kind = NULL;
    EXPECT(poly_add(&w->prover.basis, &at, (Coef){1, 1, {LD}}, row));
    bool fits = edges_fit(&run, side, &point, &at);
    EXPECT(fits == !w->prover.kind);
    return fits;
}

static void coordinates(void) {
    for (int flow = 0; flow < 2; flow++) {
        World *w = new_world(flow, 0);
        Expr edges[3];
        Side side = {.kind = AT_BUFFER, .of = 0, .edges = edges, .edge_count = 2};
        w->flow->limits.edge = EDGE_CLAMP;
        for (int64_t row = -1; row <= R; row++)
            for (int64_t col = -1; col <= C; col++)
                for (int64_t more = -1; more <= 1; more++) {
                    edges[0] = expr_constant(row);
                    edges[1] = expr_constant(col);
                    edges[2] = expr_constant(0);
                    bool in = row >= 0 && row < R && col >= 0 && col < C;
                    EXPECT(access_fits(w, &side, row, col, more) == (in && !more));
                }
        edges[0] = edges[1] = expr_constant(1);
        EXPECT(access_fits(w, &side, 1, 1, 0));
        side.edge_count = 1;
        EXPECT(!access_fits(w, &side, 1, 1, 0));
        side.edge_count = 3;
        EXPECT(!access_fits(w, &side, 1, 1, 0));
        side.edge_count = 2;
        edges[0] = SUM(0, SYMBOL(1, Y));
        EXPECT(!access_fits(w, &side, 1, 1, 0));
        side.edges = NULL;
        EXPECT(!access_fits(w, &side, 1, 1, 0));
        side.of = 1; /* of another buffer, whose edges nobody clamps */
        EXPECT(access_fits(w, &side, 1, 1, 0));
        side.edges = edges;
        EXPECT(!access_fits(w, &side, 1, 1, 0));
        side = (Side){.kind = AT_BUNDLE, .of = 0};
        EXPECT(access_fits(w, &side, 1, 1, 0));
        /* Of one row the column is the only coordinate. */
        side = (Side){.kind = AT_BUFFER, .of = 0, .edges = edges, .edge_count = 1};
        w->flow->src.region[0].extent = 1;
        for (int64_t col = -1; col <= C; col++) {
            edges[0] = expr_constant(col);
            EXPECT(access_fits(w, &side, 0, col, 0) == (col >= 0 && col < C));
            EXPECT(!access_fits(w, &side, 1, col, 0));
        }
        w->flow->limits.edge = EDGE_FILL;
        EXPECT(!access_fits(w, &side, 0, 1, 0));
    }
}

int main(void) {
    tiles();
    limits();
    shifts();
    coordinates();
    mem_free_all();
    return unit_finish();
}
