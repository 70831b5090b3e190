/* test_values.c: the values of a proof against sets and grids that are counted out. Two values are one number
 * if and only if they are made of the same in the same way, whatever was asked before; a place holds for each
 * pair of limits what was last written there. */
#include "generator/plan/prove.h"
#include "unit.h"
#include <string.h>

static uint32_t seed;
static int random_below(int end) {
    seed = seed * 1664525u + 1013904223u;
    return (int)((uint64_t)(seed >> 8) * (uint64_t)end >> 24);
}

static const Dtype *dtype(const char *name) {
    return dtype_find(name, strlen(name));
}

/* The two bounds that boxes of the tests differ in. */
static int first = 0, second = 1;

static bool has(const Box *box, int64_t x, int64_t y) {
    return x >= box->low[first] && x < box->high[first] && y >= box->low[second] &&
           y < box->high[second];
}

static Box box_of(int32_t low_x, int32_t low_y, int32_t high_x, int32_t high_y) {
    Box box = {.high = {1, 1, 1, 1, 1, 1}};
    box.low[first] = low_x;
    box.low[second] = low_y;
    box.high[first] = high_x;
    box.high[second] = high_y;
    return box;
}

static Prover *new_prover(void) {
    Prover *prover = NEW(Prover);
    prover->next_leaf = 1;
    prover->everything = box_of(0, 0, INT32_MAX, INT32_MAX);
    return prover;
}

/* ---- sets ----------------------------------------------------------------------------------- */

enum { LEAVES = 12, SETS = 400 };

/* The value of a set of leaves 1 .. LEAVES, each bit of it one. */
static Value value_of(Prover *prover, Combine op, const Dtype *of, unsigned set) {
    Value leaves[LEAVES], value = 0;
    int count = 0;
    for (int i = 0; i < LEAVES; i++)
        if (set >> i & 1)
            leaves[count++] = i + 1;
    for (int i = count - 1; i > 0; i--) { /* in any order */
        int k = random_below(i + 1);
        Value kept = leaves[i];
        leaves[i] = leaves[k];
        leaves[k] = kept;
    }
    EXPECT(value_combined_of(prover, op, of, leaves, 1, count, &value));
    return value;
}

static unsigned random_set(void) {
    unsigned set = (unsigned)random_below(1 << LEAVES);
    return set ? set : 1;
}

/* The sum of more leaves than 16 bits count, each of them a run: every second one. */
static void many_runs(void) {
    enum { MANY = 70000 };
    Prover *prover = new_prover();
    Value *leaves = NEW_ARRAY(Value, MANY), value = 0, again = 0, less = 0;
    for (int i = 0; i < 2 * MANY; i++)
        EXPECT(value_leaf(prover) == i + 1);
    for (int i = 0; i < MANY; i++)
        leaves[i] = 2 * (MANY - i) - 1;
    EXPECT(value_combined_of(prover, COMBINE_ADD, dtype("u32"), leaves, 1, MANY, &value));
    EXPECT(
        value_combined_of(prover, COMBINE_ADD, dtype("u32"), leaves, 1, MANY, &again) &&
        again == value);
    EXPECT(
        value_combined_of(prover, COMBINE_ADD, dtype("u32"), leaves, 1, MANY - 1, &less) &&
        less != value);
}

/* Of disjoint sets, or of any by an operation that does not mind: the value of the union. */
static void unions(Combine op) {
    Prover *prover = new_prover();
    Value of_set[1 << LEAVES] = {0};
    bool counts = op == COMBINE_ADD || op == COMBINE_XOR || op == COMBINE_MUL;
    for (int i = 0; i < LEAVES; i++)
        EXPECT(value_leaf(prover) == i + 1);
    for (int i = 0; i < SETS; i++) {
        unsigned a = random_set(), b = random_set();
        if (counts && random_below(8))
            b &= ~a;
        if (!b)
            continue;
        Value x = value_of(prover, op, dtype("u32"), a), y = value_of(prover, op, dtype("u32"), b);
        Value both = 0, again = 0, turned = 0;
        bool ok = value_combined(prover, op, dtype("u32"), x, y, &both);
        EXPECT(ok == (!counts || !(a & b)));
        EXPECT((prover->kind != NULL) == !ok && (ok || strcmp(prover->kind, "twice") == 0));
        prover->kind = NULL;
        EXPECT(value_combined(prover, op, dtype("u32"), x, y, &again) == ok && again == both);
        prover->kind = NULL;
        EXPECT(value_combined(prover, op, dtype("u32"), y, x, &turned) == ok && turned == both);
        prover->kind = NULL;
        if (!ok)
            continue;
        EXPECT(both == value_of(prover, op, dtype("u32"), a | b));
        EXPECT(!of_set[a | b] || of_set[a | b] == both);
        of_set[a | b] = both;
    }
    for (int a = 1; a < 1 << LEAVES; a++) /* different sets are different values */
        for (int k = 0; k < 16; k++) {
            int b = random_below(1 << LEAVES);
            EXPECT(a == b || !of_set[a] || of_set[a] != of_set[b]);
        }
}

/* More pairs than are remembered: what another pair, type or operation gave is not taken for this one's. */
static void many_pairs(void) {
    static const Combine ops[] = {COMBINE_ADD, COMBINE_MAX};
    static const char *const types[] = {"u32", "f32"};
    enum { COUNT = 150 };
    Prover *prover = new_prover();
    Value(*seen)[2][COUNT][COUNT] = (Value(*)[2][COUNT][COUNT])NEW_ARRAY(Value, 4 * COUNT * COUNT);
    int different = 0, same = 0;
    /* first by the one of a pair, then by the other, so that pairs meet in which either is the same */
    for (int round = 0; round < 2; round++)
        for (int k = 0; k < 4; k++)
            for (int x = 1; x < COUNT; x++)
                for (int y = 1; y < COUNT; y++) {
                    int a = round ? y : x, b = round ? x : y;
                    if (a >= b)
                        continue;
                    Value *kept = &seen[k / 2][k % 2][a][b], value;
                    EXPECT(value_combined(prover, ops[k / 2], dtype(types[k % 2]), a, b, &value));
                    EXPECT(value < 0);
                    same += round == 1 && value == *kept;
                    *kept = value;
                }
    EXPECT(same == 4 * (COUNT - 1) * (COUNT - 2) / 2);
    EXPECT(prover->values.count == same); /* each of them is a value of its own */
    for (int k = 1; k < 4; k++)
        different += seen[k / 2][k % 2][1][2] != seen[0][0][1][2];
    EXPECT(different == 3);
}

/* Sets that are one run of neighbours are kept as such; of another type or operation a set is one member. */
static void members_of_other_kinds(void) {
    Prover *prover = new_prover();
    Value sum, of_max, of_half, all;
    Value leaves[] = {5, 1, 2, 4, 3};
    EXPECT(value_combined_of(prover, COMBINE_ADD, dtype("f32"), leaves, 1, 5, &sum));
    EXPECT(prover->values.nodes[-sum - 1].count == 1);
    EXPECT(value_combined_of(prover, COMBINE_ADD, dtype("f32"), leaves, 2, 3, &all)); /* 5 2 3 */
    EXPECT(prover->values.nodes[-all - 1].count == 2 && all != sum);
    EXPECT(value_combined(
        prover, COMBINE_MAX, dtype("f32"), sum, 1, &of_max)); /* twice is no matter */
    EXPECT(prover->values.nodes[-of_max - 1].count == 2);
    EXPECT(value_combined(prover, COMBINE_ADD, dtype("f16"), sum, 1, &of_half));
    EXPECT(prover->values.nodes[-of_half - 1].count == 2);
    EXPECT(!value_combined(prover, COMBINE_ADD, dtype("f32"), sum, 1, &all));
    Value one;
    EXPECT(value_combined_of(prover, COMBINE_ADD, dtype("f32"), leaves, 1, 1, &one) && one == 5);
    Value twice[] = {7, 8, 7};
    prover->kind = NULL;
    EXPECT(!value_combined_of(prover, COMBINE_MUL, dtype("f32"), twice, 1, 3, &one));
    prover->kind = NULL;
    EXPECT(value_combined_of(prover, COMBINE_MIN, dtype("f32"), twice, 2, 2, &one) && one == 7);
}

/* ---- conversions, pieces, constants --------------------------------------------------------- */

static Value converted(
    Prover *prover, Value value, const char *from, const char *to, Rounding how) {
    return value_converted(prover, value, dtype(from), dtype(to), how);
}

static void conversions(void) {
    Prover *prover = new_prover();
    Value x = value_leaf(prover), y = value_leaf(prover), zero = value_constant(prover, 0);
    Value wide = converted(prover, x, "f16", "f32", ROUNDING_EXACT);
    EXPECT(
        wide < 0 && wide == converted(prover, x, "f16", "f32", ROUNDING_RN)); /* nothing is lost */
    EXPECT(wide != converted(prover, y, "f16", "f32", ROUNDING_EXACT));
    EXPECT(wide != converted(prover, x, "bf16", "f32", ROUNDING_EXACT));
    EXPECT(wide != converted(prover, x, "f16", "f64", ROUNDING_EXACT));
    EXPECT(converted(prover, x, "f32", "f32", ROUNDING_RN) == x);
    EXPECT(converted(prover, zero, "f16", "f32", ROUNDING_RN) == zero);
    /* the number that it was, rounded once */
    EXPECT(converted(prover, wide, "f32", "f16", ROUNDING_RN) == x);
    EXPECT(
        converted(prover, wide, "f32", "bf16", ROUNDING_RN) ==
        converted(prover, x, "f16", "bf16", ROUNDING_RN));
    EXPECT(
        converted(prover, wide, "f32", "bf16", ROUNDING_RN) !=
        converted(prover, wide, "f32", "bf16", ROUNDING_RZ));
    EXPECT(converted(prover, wide, "bf16", "f16", ROUNDING_RN) != x); /* of other bits */
    /* what has lost something stays what it is */
    Value less = converted(prover, x, "f32", "f16", ROUNDING_RN);
    EXPECT(less != converted(prover, x, "f32", "f16", ROUNDING_RZ));
    EXPECT(converted(prover, less, "f16", "f32", ROUNDING_EXACT) != x);
    EXPECT(
        converted(prover, less, "f16", "f32", ROUNDING_EXACT) !=
        converted(prover, x, "f16", "f32", ROUNDING_EXACT));
    /* only what was converted is undone */
    Value half = value_piece(prover, x, 0, 2);
    EXPECT(converted(prover, half, "f32", "f16", ROUNDING_RN) < 0);
    Value wider = converted(prover, half, "f16", "f32", ROUNDING_RN);
    EXPECT(converted(prover, wider, "f32", "f16", ROUNDING_RN) == half);
}

static void pieces_and_numbers(void) {
    Prover *prover = new_prover();
    Value x = value_leaf(prover), y = value_leaf(prover), whole = 0;
    for (int pieces = 1; pieces <= 4; pieces++)
        for (int i = 0; i < pieces; i++) {
            Value piece = value_piece(prover, x, i, pieces);
            EXPECT(
                piece == value_piece(prover, x, i, pieces) &&
                piece != value_piece(prover, y, i, pieces));
            for (int of = 1; of <= 4; of++)
                for (int k = 0; k < of; k++) {
                    bool same = i == k && pieces == of;
                    whole = 0;
                    EXPECT(value_is_piece(prover, piece, &whole, k, of) == same);
                    EXPECT(whole == (same ? x : 0));
                    EXPECT((value_piece(prover, x, k, of) == piece) == same);
                }
        }
    EXPECT(!value_is_piece(prover, x, &whole, 0, 1));
    EXPECT(!value_is_piece(prover, value_constant(prover, 0), &whole, 0, 0));
    EXPECT(value_constant(prover, 7) == value_constant(prover, 7));
    EXPECT(value_constant(prover, 7) != value_constant(prover, 8));
    EXPECT(value_constant(prover, 1) != value_constant(prover, (uint64_t)1 << 32));
    Value at = value_index(prover, x, y, 3);
    EXPECT(at == value_index(prover, x, y, 3) && at != value_index(prover, x, y, 4));
    EXPECT(prover->values.nodes[-at - 1].count == 1);
    EXPECT(at != value_index(prover, y, y, 3) && at != value_index(prover, x, x, 3));
}

/* ---- boxes ---------------------------------------------------------------------------------- */

enum { GRID = 5 };

static Box random_box(void) {
    int32_t end[4];
    for (int i = 0; i < 4; i++)
        end[i] = (int32_t)random_below(GRID + 1);
    return box_of(end[0], end[1], end[2], end[3]);
}

static void boxes(void) {
    for (int i = 0; i < 4000; i++) {
        Box a = random_box(), b = random_box(), common = box_common(&a, &b);
        bool empty = true, meet = false, within = true, other = true;
        for (uint32_t x = 0; x < GRID; x++)
            for (uint32_t y = 0; y < GRID; y++) {
                bool in_a = has(&a, x, y), in_b = has(&b, x, y);
                empty &= !in_a;
                meet |= in_a && in_b;
                within &= !in_a || in_b;
                other &= !in_b || in_a;
                EXPECT(has(&common, x, y) == (in_a && in_b));
            }
        EXPECT(box_empty(&a) == empty && boxes_meet(&a, &b) == meet);
        EXPECT(box_within(&a, &b) == within && box_equal(&a, &b) == (within && other));
    }
}

typedef struct {
    Value at[GRID][GRID];
    int times[GRID][GRID];
} Grid;

static bool note(void *context, const Box *box, Value value) {
    Grid *grid = context;
    for (uint32_t x = 0; x < GRID; x++)
        for (uint32_t y = 0; y < GRID; y++)
            if (has(box, x, y)) {
                grid->at[x][y] = value;
                grid->times[x][y]++;
            }
    return true;
}

static bool refuse(void *context, const Box *box, Value value) {
    (void)box;
    (void)value;
    return --*(int *)context > 0;
}

static void expect_grid(const Content *content, const Grid *grid, const Box *asked) {
    Grid found = {0};
    EXPECT(content_visit(content, asked, note, &found));
    for (uint32_t x = 0; x < GRID; x++)
        for (uint32_t y = 0; y < GRID; y++) {
            EXPECT(found.times[x][y] == has(asked, x, y));
            EXPECT(!has(asked, x, y) || found.at[x][y] == grid->at[x][y]);
        }
}

static void expect_stored(const Content *content, const Grid *grid, const Box *asked) {
    for (Value but = 0; but < 4; but++) {
        bool stored = false;
        for (uint32_t x = 0; x < GRID; x++)
            for (uint32_t y = 0; y < GRID; y++)
                stored |= has(asked, x, y) && grid->times[x][y] && grid->at[x][y] != but;
        EXPECT(content_stored(content, asked, but) || !stored);
        if (!content->stored && !(content->extra && content->extra->parts))
            EXPECT(!content_stored(content, asked, but));
    }
}

/* Some 40 writes, of which each hides what it covers. */
static void places(void) {
    Prover *prover = new_prover();
    for (int i = 0; i < 200; i++) {
        Content content = {.value = i % 3};
        Grid grid = {0};
        note(&grid, &prover->everything, content.value);
        memset(grid.times, 0, sizeof grid.times);
        int writes = 1 + random_below(40);
        for (int k = 0; k < writes; k++) {
            Box box = random_box(), asked = random_box();
            Value value = 1 + random_below(3);
            if (box_empty(&box))
                continue;
            if (random_below(20) == 0)
                box = prover->everything;
            content_put(prover, &content, &box, value);
            note(&grid, &box, value);
            if (!box_empty(&asked)) {
                expect_grid(&content, &grid, &asked);
                expect_stored(&content, &grid, &asked);
            }
        }
        Box all = box_of(0, 0, GRID, GRID);
        expect_grid(&content, &grid, &all);
        int most = 1;
        EXPECT(!content_visit(&content, &all, refuse, &most));
        if (i % 2) {
            content_clear(prover, &content);
            EXPECT(content.value == 0 && !(content.extra && content.extra->parts));
        }
    }
}

/* The first part that is refused ends the visit. */
static void refusals(void) {
    Prover *prover = new_prover();
    Content content = {.value = 1};
    const Box middle = box_of(1, 1, 3, 3), all = box_of(0, 0, GRID, GRID);
    content_put(prover, &content, &middle, 2);
    for (int most = 1; most <= 6; most++) { /* the box and what is around it: five parts */
        int left = most;
        EXPECT(content_visit(&content, &all, refuse, &left) == (most == 6));
        EXPECT(left == (most == 6));
    }
}

static void stored(void) {
    Prover *prover = new_prover();
    Content content = {.value = 3};
    const Box left = box_of(0, 0, 2, GRID), right = box_of(2, 0, GRID, GRID);
    EXPECT(!content_stored(&content, &left, 0));
    content_put(prover, &content, &left, 2);
    EXPECT(content_stored(&content, &left, 0) && !content_stored(&content, &right, 0));
    EXPECT(!content_stored(&content, &left, 2) && content_stored(&content, &left, 3));
    content_put(prover, &content, &prover->everything, 4);
    EXPECT(content_stored(&content, &right, 0) && !content_stored(&content, &right, 4));
    EXPECT(content.value == 4 && !content.extra->parts);
}

int main(void) {
    static const Combine ops[] = {
        COMBINE_ADD, COMBINE_MIN, COMBINE_MAX, COMBINE_AND, COMBINE_OR, COMBINE_XOR, COMBINE_MUL};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        unions(ops[i]);
    many_runs();
    many_pairs();
    members_of_other_kinds();
    conversions();
    pieces_and_numbers();
    for (int turn = 0; turn < 2; turn++) {
        boxes();
        places();
        refusals();
        stored();
        first = MAX_BOUNDS - 1;
        second = 2;
    }
    mem_free_all();
    return unit_finish();
}
