/* test_limits.c: boxes of limit values against the values themselves, one by one: which bounds a
 * Plan has, what a comparison leaves, where an element is inside, and what is refused. */
#include "generator/plan/prove.h"
#include "plans_parts.h"
#include "unit.h"

static uint64_t seed;
static int64_t below(int64_t count) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)(seed >> 33) % count;
}

enum { SYMBOLS = 4, R = 5, C = 3 };
/* Which symbol is which: in some order. */
static int order[SYMBOLS] = {0, 1, 2, 3};
#define ROWS order[0]
#define COLS order[1]
#define Y order[2]
#define LD order[3]

static void any_order(void) {
    for (int i = 0; i < SYMBOLS; i++)
        order[i] = i;
    for (int i = SYMBOLS - 1; i > 0; i--) {
        const int k = (int)below(i + 1), kept = order[i];
        order[i] = order[k];
        order[k] = kept;
    }
}

typedef struct {
    Prover prover;
    Symbol symbols[SYMBOLS];
} World;

/* A window of R x 1 x C elements that begins at row y of an array of `rows` rows, and has at most
 * `cols` columns. */
static World *new_world(int64_t begin) {
    World *world = NEW(World);
    Plan *p = plan_of("limits", SCOPE_WARP, 32, F32);
    Operand tile = row_major(SPACE_GMEM, R, C);
    tile.rank = 3;
    tile.shape[2] = tile.shape[1], tile.region[2] = tile.region[1];
    tile.shape[1] = 1, tile.region[1].extent = 1;
    add_buffer(p, "dst", SPACE_GMEM, ROLE_OUT, 64);
    add_buffer(p, "src", SPACE_SMEM, ROLE_IN, 64);
    add_flow(p, tile, 1, tile, 0);
    add_flow(p, tile, 1, tile, 0);
    for (int f = 0; f < 2; f++)
        p->flows[f].limits = (Limits){
            .count = 2,
            .at = {
                {.symbol = ROWS, .dim = 0, .windowed = true, .origin = Y, .begin = begin},
                {.symbol = COLS, .dim = 1, .origin = -1}}};
    world->symbols[ROWS] =
        (Symbol){.name = "rows", .role = SYMBOL_LIMIT, .min = 2, .max = 9, .divisor = 1};
    world->symbols[COLS] =
        (Symbol){.name = "cols", .role = SYMBOL_LIMIT, .min = 0, .max = 8, .divisor = 1};
    world->symbols[Y] =
        (Symbol){.name = "y", .role = SYMBOL_ORIGIN, .min = -7, .max = 8, .divisor = 1};
    world->symbols[LD] = (Symbol){.name = "ld", .role = SYMBOL_STRIDE, .min = 1, .divisor = 1};
    p->symbols = world->symbols;
    p->symbol_count = SYMBOLS;
    world->prover = (Prover){.plan = p, .ctas = 1, .warps = 1};
    return world;
}

static Plan *plan_in(World *world) {
    return (Plan *)world->prover.plan;
}

static World *any_world(void) {
    any_order();
    World *world = new_world(below(5) - 2);
    for (int i = 0; i < 3; i++) {
        Symbol *s = &world->symbols[order[i]];
        s->divisor = 1 + below(5);
        s->min += below(3);
        s->max += below(9);
    }
    EXPECT(limits_init(&world->prover));
    return world;
}

/* ---- values ------------------------------------------------------------------------------------ */

/* Calls for all that the caller may give: multiples of the divisors from min to max. */
typedef struct {
    int64_t rows, cols, y;
} Given;
static Given given[40 * 40 * 40];

static int all_given(const World *world) {
    int count = 0;
    const Symbol *s = world->symbols;
    for (int64_t rows = s[ROWS].min; rows <= s[ROWS].max; rows++)
        for (int64_t cols = s[COLS].min; cols <= s[COLS].max; cols++)
            for (int64_t y = s[Y].min; y <= s[Y].max; y++)
                if (rows % s[ROWS].divisor == 0 && cols % s[COLS].divisor == 0 &&
                    y % s[Y].divisor == 0)
                    given[count++] = (Given){rows, cols, y};
    return count;
}

/* The value that bound d of a Plan has: of rows behind y, y, or columns. */
static int64_t value_of(const Prover *prover, int d, const Given *g) {
    const Bound *bound = &prover->bound[d];
    int64_t value = bound->symbol == ROWS ? g->rows : bound->symbol == COLS ? g->cols : 0;
    return bound->symbol < 0 ? g->y : bound->origin == Y ? value - g->y : value;
}

static bool is_in(const Prover *prover, const Box *box, const Given *g) {
    for (int d = 0; d < prover->bound_count; d++) {
        int64_t value = value_of(prover, d, g);
        if (value < box->low[d] || value >= box->high[d])
            return false;
    }
    return true;
}

static void bounds(const World *world) {
    const Bound want[] = {{ROWS, Y, 0}, {-1, Y, 0}, {COLS, -1, 0}};
    const Prover *prover = &world->prover;
    const Symbol *s = world->symbols;
    EXPECT(prover->bound_count == 3);
    for (int d = 0; d < 3; d++) {
        const Bound *got = &prover->bound[d];
        EXPECT(got->symbol == want[d].symbol && got->origin == want[d].origin);
        EXPECT(
            got->divisor == (d == 0   ? gcd_i64(s[ROWS].divisor, s[Y].divisor)
                             : d == 1 ? s[Y].divisor
                                      : s[COLS].divisor));
        int64_t least = d ? symbol_least(&s[d == 1 ? Y : COLS]) : symbol_least(&s[ROWS]) - s[Y].max;
        int64_t most = d ? s[d == 1 ? Y : COLS].max : s[ROWS].max - symbol_least(&s[Y]);
        EXPECT(prover->everything.low[d] == least && prover->everything.high[d] == most + 1);
    }
    for (int d = 3; d < MAX_BOUNDS; d++)
        EXPECT(prover->everything.low[d] == 0 && prover->everything.high[d] == 1);
}

/* ---- comparisons ------------------------------------------------------------------------------- */

/* Which relation a comparison asks for. */
typedef enum { Y_FROM, ROWS_ABOVE, ROWS_UP_TO, COLS_ABOVE, COLS_UP_TO, RELATIONS } Relation;

static bool relation_holds(Relation relation, int64_t x, const Given *g) {
    switch (relation) {
    case Y_FROM:
        return g->y + x >= 0;
    case ROWS_ABOVE:
        return g->y + x < g->rows;
    case ROWS_UP_TO:
        return g->y + x >= g->rows;
    case COLS_ABOVE:
        return x < g->cols;
    default:
        return x >= g->cols;
    }
}

/* x is 3 * rank + constant. */
static Cond cond_of(Relation relation, int64_t constant) {
    Expr lhs = SUM(constant, RANK(3, 1, 0));
    if (relation <= ROWS_UP_TO)
        expr_add(&lhs, coef_int(1), digit_of(VAR_SYMBOL, Y, 1, 0));
    Expr rhs = relation == Y_FROM       ? expr_constant(0)
               : relation <= ROWS_UP_TO ? SUM(0, SYMBOL(1, ROWS))
                                        : SUM(0, SYMBOL(1, COLS));
    bool less = relation == ROWS_ABOVE || relation == COLS_ABOVE;
    return (Cond){lhs, less ? COND_LT : COND_GE, rhs};
}

static const int64_t *all_symbolic(void) {
    static int64_t symbols[MAX_SYMBOLS];
    for (int i = 0; i < MAX_SYMBOLS; i++)
        symbols[i] = SYMBOLIC;
    return symbols;
}

static void narrowed(const World *world, int count) {
    const Prover *prover = &world->prover;
    Box box = prover->everything;
    bool in[40 * 40 * 40];
    for (int i = 0; i < count; i++)
        in[i] = true;
    for (int turn = 0; turn < 4; turn++) {
        const Relation relation = (Relation)below(RELATIONS);
        const int64_t rank = below(3), x = below(24) - 9;
        const Cond cond = cond_of(relation, x - 3 * rank);
        const Point point = {.rank = rank, .symbol = all_symbolic()};
        bool holds = false, some = false, exact = true;
        EXPECT(limits_narrow(prover, &cond, &point, &box, &holds));
        EXPECT(holds == !box_empty(&box));
        for (int i = 0; i < count; i++) {
            in[i] = in[i] && relation_holds(relation, x, &given[i]);
            some |= in[i];
            exact &= is_in(prover, &box, &given[i]) == in[i];
        }
        EXPECT(exact && (holds || !some));
        /* Equal sets are equal boxes: bounds are the ends, or multiples. */
        for (int d = 0; d < 3; d++)
            EXPECT(
                box.low[d] == prover->everything.low[d] ||
                box.low[d] == prover->everything.high[d] ||
                box.low[d] % prover->bound[d].divisor == 0);
    }
}

static void by_hand(const World *world, int count) {
    const Prover *prover = &world->prover;
    for (int64_t x = -3; x < 20; x++) {
        Box box = prover->everything, piece = prover->everything, whole = prover->everything;
        const int64_t of = 1 + below(6);
        bool some = limits_narrow_to(prover, COLS, x, &box);
        bool left = limits_piece(prover, COLS, x, of, &piece);
        int64_t low, high;
        EXPECT(some == !box_empty(&box) && left == !box_empty(&piece));
        for (int i = 0; i < count; i++) {
            const int64_t cols = given[i].cols;
            EXPECT(is_in(prover, &box, &given[i]) == (x < cols));
            EXPECT(is_in(prover, &piece, &given[i]) == (x <= cols && cols < x + of));
        }
        limits_range(prover, COLS, &piece, &low, &high);
        EXPECT(low == piece.low[2] && high == piece.high[2]);
        /* Of a limit that stands in windows alone nothing is known. */
        limits_range(prover, ROWS, &piece, &low, &high);
        EXPECT(low == 0 && high == INT64_MAX);
        EXPECT(limits_narrow_to(prover, ROWS, x, &whole) && box_equal(&whole, &prover->everything));
        EXPECT(!limits_piece(prover, ROWS, x, of, &whole));
        whole.high[1] = whole.low[1];
        EXPECT(!limits_narrow_to(prover, ROWS, x, &whole));
    }
}

/* ---- elements ---------------------------------------------------------------------------------- */

static void elements(const World *world, int count) {
    const Prover *prover = &world->prover;
    const int64_t begin = prover->plan->flows[0].limits.at[0].begin;
    Box room;
    EXPECT(inside_box(prover, 0, &room) == NULL);
    for (int f = 0; f < 2; f++)
        for (int64_t e = 0; e < R * C; e++) {
            const uint32_t inside = inside_of(prover, f, e);
            const Box *box = inside_box(prover, inside, &room);
            bool exact = box == &room;
            EXPECT(inside == 1 + 2 * e + f);
            for (int i = 0; i < count && exact; i++) {
                const Given *g = &given[i];
                const int64_t row = e / C + begin, col = e % C;
                bool want = g->y + row >= 0 && g->y + row < g->rows && col < g->cols;
                exact = is_in(prover, box, g) == want;
            }
            EXPECT(exact);
        }
}

/* Without windows: limits as they are, one bound for each, in the order of the symbols. */
static void plain_limits(void) {
    for (int i = 0; i < 24; i++) {
        MemMark mark = mem_mark();
        seed = (uint64_t)i;
        any_order();
        World *world = new_world(0);
        Prover *prover = &world->prover;
        for (int f = 0; f < 2; f++) {
            plan_in(world)->flows[f].limits.at[0].windowed = false;
            plan_in(world)->flows[f].limits.at[0].origin = -1;
        }
        EXPECT(limits_init(prover) && prover->bound_count == 2);
        const int rows = ROWS < COLS ? 0 : 1, cols = 1 - rows;
        EXPECT(prover->bound[rows].symbol == ROWS && prover->bound[cols].symbol == COLS);
        EXPECT(prover->bound[0].origin == -1 && prover->bound[1].origin == -1);
        for (int64_t x = -2; x < 12; x++) {
            Box box = prover->everything, piece = prover->everything;
            int64_t low, high;
            int d;
            const Expr as_it_is = SUM(0, SYMBOL(1, COLS));
            EXPECT(limits_is(prover, &as_it_is, &d) && d == cols);
            EXPECT(limits_narrow_to(prover, COLS, x, &box) == (x < 8));
            EXPECT(box.low[cols] == (x < 0 ? 0 : x < 8 ? x + 1 : 9) && box.high[cols] == 9);
            EXPECT(box.low[rows] == 2 && box.high[rows] == 10);
            EXPECT(limits_piece(prover, ROWS, x, 2, &piece) == (x >= 1 && x <= 9));
            limits_range(prover, ROWS, &piece, &low, &high);
            EXPECT(x < 1 || x > 9 || (low == (x < 2 ? 2 : x) && high == (x < 9 ? x + 2 : 10)));
            limits_range(prover, Y, &piece, &low, &high);
            EXPECT(low == 0 && high == INT64_MAX);
        }
        mem_rewind(mark);
    }
    for (int i = 0; i < SYMBOLS; i++)
        order[i] = i;
}

static void random_values(void) {
    for (int i = 0; i < 60; i++) {
        MemMark mark = mem_mark();
        seed = (uint64_t)i;
        World *world = any_world();
        const int count = all_given(world);
        EXPECT(count > 0);
        bounds(world);
        narrowed(world, count);
        by_hand(world, count);
        elements(world, count);
        mem_rewind(mark);
    }
}

/* Units of the region have no coordinate; an edge that is clamped or wraps limits nothing. */
static void units_and_edges(void) {
    World *world = new_world(0);
    Plan *p = plan_in(world);
    Box room;
    p->flows[1].limits.at[0].dim = -1;
    EXPECT(limits_init(&world->prover));
    int count = all_given(world);
    for (int64_t e = 0; e < R * C; e++) {
        const Box *box = inside_box(&world->prover, inside_of(&world->prover, 1, e), &room);
        for (int i = 0; i < count; i++) {
            const Given *g = &given[i];
            EXPECT(
                is_in(&world->prover, box, g) == (g->y >= 0 && g->y < g->rows && e % C < g->cols));
        }
    }
    for (int f = 0; f < 2; f++)
        p->flows[f].limits.edge = EDGE_CLAMP;
    EXPECT(limits_init(&world->prover) && world->prover.bound_count == 0);
    EXPECT(inside_of(&world->prover, 1, 7) == 0);
    p->flows[0].limits.edge = EDGE_FILL; /* of one of the two; the other has no columns */
    EXPECT(!limits_init(&world->prover));
    p->flows[1].limits.count = 1;
    EXPECT(limits_init(&world->prover) && world->prover.bound_count == 3);
    const Box *box = inside_box(&world->prover, inside_of(&world->prover, 1, 7), &room);
    EXPECT(box_equal(box, &world->prover.everything));
}

/* ---- what is no comparison with a limit -------------------------------------------------------- */

static bool narrows(const World *world, const Cond *cond) {
    Box box = world->prover.everything;
    const Point point = {.rank = 1, .symbol = all_symbolic()};
    bool holds = true;
    bool is_one = limits_narrow(&world->prover, cond, &point, &box, &holds);
    EXPECT(is_one || box_equal(&box, &world->prover.everything));
    return is_one;
}

static void other_comparisons(void) {
    World *world = new_world(0);
    EXPECT(limits_init(&world->prover));
    for (int r = 0; r < RELATIONS; r++) {
        const bool window = r <= ROWS_UP_TO;
        Cond cond = cond_of((Relation)r, 2), right = cond;
        EXPECT(narrows(world, &cond));
        cond.op = COND_EQ;
        EXPECT(!narrows(world, &cond));
        cond = right, cond.rhs.xor_count = 1;
        EXPECT(!narrows(world, &cond) || r == Y_FROM);
        cond = right, cond.rhs.constant = 1;
        EXPECT(!narrows(world, &cond));
        cond = right, cond.lhs.xor_count = 1;
        EXPECT(narrows(world, &cond) == !window);
        cond = right, expr_add(&cond.lhs, coef_int(1), digit_of(VAR_SYMBOL, LD, 1, 0));
        EXPECT(!narrows(world, &cond));
        cond = right, expr_add(&cond.lhs, coef_int(INT64_MAX), digit_of(VAR_RANK, 0, 1, 0));
        cond.lhs.constant = INT64_MAX;
        EXPECT(!narrows(world, &cond));
        cond = right, cond.op = COND_LT;
        EXPECT(narrows(world, &cond) == (r != Y_FROM));
    }
    /* As it is: no digit of it, no multiple, no power. */
    for (int change = 0; change < 8; change++) {
        Digit digit = digit_of(VAR_SYMBOL, COLS, 1, 0);
        Coef coef = coef_int(1);
        int d = -2;
        digit.div = change == 1 ? 2 : 1;
        digit.mod = change == 2 ? 4 : 0;
        digit.pre_div = change == 3 ? 2 : 1;
        digit.pre_mod = change == 4 ? 4 : 0;
        digit.sub = change == 5;
        coef = change == 6 ? coef_int(2) : change == 7 ? (Coef){1, 1, {COLS}} : coef;
        Cond cond = cond_of(COLS_ABOVE, 2);
        expr_set_term(&cond.rhs, 0, (Term){coef, digit});
        EXPECT(limits_is(&world->prover, &cond.rhs, &d) == !change && d == (change ? -1 : 2));
        EXPECT(narrows(world, &cond) == !change);
        digit.index = Y;
        cond = cond_of(Y_FROM, 2);
        expr_set_term(&cond.lhs, 1, (Term){coef, digit});
        EXPECT(narrows(world, &cond) == !change);
    }
    int d;
    const Expr two = SUM(0, SYMBOL(1, COLS), SYMBOL(1, LD)), ld = SUM(0, SYMBOL(1, LD));
    EXPECT(!limits_is(&world->prover, &two, &d) && !limits_is(&world->prover, &ld, &d));
}

/* ---- places that several elements share -------------------------------------------------------- */

static void shared_places(void) {
    World *world = new_world(0);
    Prover *prover = &world->prover;
    cells_init(prover);
    EXPECT(limits_init(prover));
    const uint32_t row = inside_of(prover, 0, 2 * C);
    const uint32_t col = inside_of(prover, 0, 2), both = inside_of(prover, 0, 2 * C + 2);
    Box of_row, of_col, of_both;
    inside_box(prover, row, &of_row);
    inside_box(prover, col, &of_col);
    inside_box(prover, both, &of_both);
    Cell cell = {.buffer = 0};
    EXPECT(limits_allow(prover, &cell, 0) && !cell.content.inside);
    EXPECT(limits_allow(prover, &cell, both)); /* nobody is inside yet: everything counts */
    cell.content.inside = both & INT32_MAX;
    EXPECT(limits_allow(prover, &cell, row) && cell.content.inside != both);
    EXPECT(limits_check(prover, &cell, &of_both) && limits_check(prover, &cell, &of_row));
    cell = (Cell){.content.inside = row & INT32_MAX};
    EXPECT(limits_allow(prover, &cell, col) && limits_check(prover, &cell, &of_row));
    EXPECT(limits_check(prover, &cell, &of_col) && cell.content.extra->others);
    cell = (Cell){.content.inside = row & INT32_MAX};
    EXPECT(!limits_check(prover, &cell, &prover->everything));
    EXPECT(prover->kind && strcmp(prover->kind, "outside") == 0);
    cell.buffer = 1; /* of shared memory */
    EXPECT(limits_check(prover, &cell, &prover->everything));
    cell.buffer = 0;
    prover->bound_count = 0;
    EXPECT(limits_check(prover, &cell, &prover->everything));
}

/* ---- what is refused --------------------------------------------------------------------------- */

#define INIT(word, ...)                                                                            \
    {                                                                                              \
        World *world = new_world(0);                                                               \
        Plan *p = plan_in(world);                                                                  \
        Symbol *s = world->symbols;                                                                \
        const char *kind = word;                                                                   \
        (void)s, (void)p;                                                                          \
        __VA_ARGS__;                                                                               \
        EXPECT_OF(#__VA_ARGS__, limits_init(&world->prover) == !kind);                             \
        EXPECT_OF(                                                                                 \
            #__VA_ARGS__,                                                                          \
            kind ? world->prover.kind &&strcmp(world->prover.kind, kind) == 0                      \
                 : !world->prover.kind);                                                           \
    }

static void many_limits(Plan *p, int count) {
    Symbol *symbols = NEW_ARRAY(Symbol, count);
    for (int i = 0; i < count; i++)
        symbols[i] = (Symbol){.name = "n", .role = SYMBOL_LIMIT, .max = 9, .divisor = 1};
    p->symbols = symbols;
    p->symbol_count = count;
    p->flow_count = 0;
}

static void refused(void) {
    const char *const open = "unproven", *const big = "too-big";
    INIT(NULL, (void)p)
    INIT(NULL, many_limits(p, MAX_BOUNDS))
    INIT(open, many_limits(p, MAX_BOUNDS + 1))
    INIT(NULL, s[COLS].min = 0)
    INIT(open, s[COLS].min = -1)
    INIT(open, s[ROWS].min = -1)
    INIT(NULL, s[COLS].max = (int64_t)UINT32_MAX - 1)
    INIT(open, s[COLS].max = UINT32_MAX)
    INIT(open, s[ROWS].max = UINT32_MAX)
    INIT(NULL, s[Y].min = INT32_MIN; s[Y].max = INT32_MAX)
    INIT(open, s[Y].min = (int64_t)INT32_MIN - 1)
    INIT(open, s[Y].max = (int64_t)INT32_MAX + 1)
    INIT(NULL, p->flows[1].limits.at[0].dim = -1)
    INIT(open, p->flows[1].limits.at[0].dim = -2)
    INIT(NULL, p->flows[1].limits.at[1].dim = 0)
    INIT(open, p->flows[1].limits.at[1].dim = 2) /* three, of which one is a unit */
    INIT(open, s[COLS].role = SYMBOL_STRIDE)     /* no run-time extent */
    INIT(open, p->flows[0].limits.at[0].windowed = p->flows[1].limits.at[0].windowed = false)
    /* Elements of all flows are numbered by 31 bits. */
#define OF_ONE_COLUMN(f, rows)                                                                     \
    p->flows[f].src.region[0].extent = rows;                                                       \
    p->flows[f].src.region[2].extent = 1
    INIT(NULL, OF_ONE_COLUMN(1, 1073741822))
    INIT(big, OF_ONE_COLUMN(1, 1073741823))
    INIT(NULL, OF_ONE_COLUMN(0, 1073741822))
    INIT(big, OF_ONE_COLUMN(0, 1073741823))
#define TO_ONE_COLUMN(rows)                                                                        \
    p->flows[1].limits.at[1].dim = 0;                                                              \
    p->flows[1].dst.region[0].extent = rows;                                                       \
    p->flows[1].dst.region[2].extent = 1
    INIT(NULL, TO_ONE_COLUMN(1073741822))
    INIT(big, TO_ONE_COLUMN(1073741823))
    INIT(NULL, p->flow_count = 1; OF_ONE_COLUMN(0, 2147483645))
    INIT(big, p->flow_count = 1; OF_ONE_COLUMN(0, 2147483646))
    INIT(NULL, p->flows[1].src.region[0].extent = 1073741822 / C)
    INIT(big, p->flows[1].src.region[0].extent = 1073741822 / C + 1)
    INIT(NULL, p->flows[1].dst.region[0].extent = 1073741822 / C)
    INIT(big, p->flows[1].dst.region[0].extent = 1073741822 / C + 1)
    INIT(big, p->flows[0].dst.region[0].extent = 1073741822 / C + 1)
    INIT(NULL, p->flow_count = 1; p->flows[0].src.region[0].extent = 2147483645 / C)
    INIT(big, p->flow_count = 1; p->flows[0].src.region[0].extent = 2147483645 / C + 1)
}

/* Ends beyond 32 bits take in all that lies there. */
static void far_ends(void) {
    World *world = new_world(0);
    world->symbols[Y].min = INT32_MIN;
    world->symbols[Y].max = INT32_MAX;
    world->symbols[COLS].max = (int64_t)UINT32_MAX - 1;
    EXPECT(limits_init(&world->prover));
    const Box *all = &world->prover.everything;
    EXPECT(all->low[0] == 2 - INT32_MAX && all->high[0] == INT32_MAX);
    EXPECT(all->low[1] == INT32_MIN && all->high[1] == INT32_MAX);
    EXPECT(all->low[2] == 0 && all->high[2] == INT32_MAX);
    for (int less = 0; less < 2; less++) {
        Cond cond = cond_of(less ? COLS_ABOVE : COLS_UP_TO, 0);
        Box box = *all;
        bool holds = false;
        const Point point = {.symbol = all_symbolic()};
        cond.lhs = expr_constant(INT64_MAX);
        EXPECT(limits_narrow(&world->prover, &cond, &point, &box, &holds) && holds == !less);
        EXPECT(box.low[2] == (less ? INT32_MAX : 0) && box.high[2] == INT32_MAX);
    }
}

int main(void) {
    random_values();
    plain_limits();
    units_and_edges();
    other_comparisons();
    shared_places();
    refused();
    far_ends();
    mem_free_all();
    return unit_finish();
}
