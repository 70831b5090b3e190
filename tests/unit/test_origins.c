/* test_origins.c: a row of a swizzled tile from a run-time row on: which addresses are right is counted
 * out for every row that the origin may be. An address that is right for some of them only is refused,
 * one that is right for all of them is not. */
#include "generator/plan/plan.h"
#include "plans_parts.h"
#include "unit.h"

enum { ROWS = 64, COLS = 4 };

typedef struct {
    int64_t pitch, divisor;     /* of the rows, of the origin */
    int per_element, len, atom; /* of the swizzle; len 0: none */
    int64_t begin;              /* row of the region that is read */
} Row;

/* One thread loads COLS elements of row m + begin, one by one. */
static Plan *loads(const Row *row, bool as_xors) {
    Plan *p = plan_of("origins", SCOPE_THREAD, 1, F32);
    Symbol *m = NEW(Symbol);
    *m = (Symbol){
        .name = "m", .role = SYMBOL_ORIGIN, .max = ROWS - 1 - row->begin, .divisor = row->divisor};
    p->symbols = m;
    p->symbol_count = 1;
    int src = add_buffer(p, "src", SPACE_SMEM, ROLE_IN, ROWS * row->pitch);
    int dst = add_bundle(p, "dst", ROLE_OUT, COLS, 0);
    Layout tile = LAYOUT({ROWS, row->pitch, AXIS_M}, {COLS, 1, AXIS_M});
    if (row->len)
        tile = swizzled(tile, row->per_element, row->len, row->atom);
    Operand from = operand_of(SPACE_SMEM, ROWS, COLS, tile);
    from.whole = false;
    from.region[0] = (Range){row->begin, 0, 1};
    add_flow(p, from, src, operand_of(SPACE_REG, 0, COLS, LAYOUT({COLS, 1, AXIS_M})), dst);
    Phase *phase = add_phase(p);
    for (int c = 0; c < COLS; c++) {
        Expr at = SUM(row->begin * row->pitch + c, SYMBOL(row->pitch, 0));
        if (as_xors)
            at = swizzled_expr(at, row->per_element, row->len, row->atom);
        add_step(phase, PRIM_LOAD_SHARED_B32, src, at, dst, expr_constant(c));
    }
    return p;
}

static int64_t swizzled_place(const Row *row, int64_t x) {
    int64_t mask = (((int64_t)1 << row->len) - 1) << row->per_element;
    return x ^ (x >> row->atom & mask);
}

/* Does the address of each element, as if there were no swizzle, hold for all rows? */
static bool plain_is_right(const Row *row) {
    for (int64_t m = 0; m + row->begin < ROWS; m += row->divisor)
        for (int64_t c = 0; c < COLS; c++) {
            int64_t x = (m + row->begin) * row->pitch + c;
            if (row->len && swizzled_place(row, x) != x)
                return false;
        }
    return true;
}

static void rows_of_all(void) {
    static const int64_t pitches[] = {4, 8, 12, 16, 32};
    static const struct {
        int per_element, len, atom;
    } swizzles[] = {{0, 0, 0}, {2, 1, 3}, {2, 2, 2}, {0, 2, 4}, {3, 1, 4}};
    int right = 0, wrong = 0;
    for (size_t i = 0; i < COUNT_OF(pitches); i++)
        for (size_t s = 0; s < COUNT_OF(swizzles); s++)
            for (int64_t divisor = 1; divisor <= 32; divisor *= 2)
                for (int64_t begin = 0; begin < 4; begin++) {
                    MemMark mark = mem_mark();
                    const Row row = {
                        .pitch = pitches[i],
                        .divisor = divisor,
                        .per_element = swizzles[s].per_element,
                        .len = swizzles[s].len,
                        .atom = swizzles[s].atom,
                        .begin = begin};
                    const bool plain = plain_is_right(&row);
                    Proof proof = plan_prove(loads(&row, false));
                    const char *name = mem_printf(
                        "%d: %d by %d", (int)s, (int)row.pitch, (int)(10 * divisor + begin));
                    EXPECT_OF(name, proof.ok == plain);
                    EXPECT_OF(name, !row.len || plan_prove(loads(&row, true)).ok);
                    right += plain;
                    wrong += !plain;
                    mem_rewind(mark);
                }
    EXPECT(right > 100 && wrong > 100);
}

int main(void) {
    rows_of_all();
    mem_free_all();
    return unit_finish();
}
