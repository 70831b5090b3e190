/* test_aligned.c: an access is proven where its address is a multiple of its width for every run-time
 * pitch and every promise of the caller, and nowhere else: counted out for all pitches, byte by byte. */
#include "generator/plan/plan.h"
#include "plans_parts.h"
#include "unit.h"

typedef struct {
    const char *type;
    int bits; /* of the access */
    int align, divisor;
    int64_t column; /* that the row is read from */
} Row;

/* One thread loads one access of row 1 of a tile whose pitch is known at run time. */
static Plan *loads(const Row *row) {
    const Dtype *dtype = dtype_find(row->type, strlen(row->type));
    Plan *p = plan_of("aligned", SCOPE_THREAD, 1, dtype);
    const int64_t count = row->bits / dtype->bits;
    Symbol *ld = NEW(Symbol);
    *ld = (Symbol){.name = "ld", .role = SYMBOL_STRIDE, .min = 64, .max = 640};
    ld->divisor = row->divisor;
    p->symbols = ld;
    p->symbol_count = 1;
    int src = add_buffer(p, "src", SPACE_GMEM, ROLE_IN, 0);
    int dst = add_bundle(p, "dst", ROLE_OUT, count, 0);
    p->buffers[src].align = row->align;
    Layout tile = LAYOUT({2, 1, AXIS_M}, {64, 1, AXIS_M});
    tile.shard[0].stride = (Coef){1, 1, {0}};
    Operand from = operand_of(SPACE_GMEM, 2, 64, tile);
    from.whole = false;
    from.region[0] = (Range){1, -1, 1};
    from.region[1] = (Range){row->column, -1, count};
    add_flow(p, from, src, operand_of(SPACE_REG, 0, count, LAYOUT({count, 1, AXIS_M})), dst);
    Expr at = expr_constant(row->column);
    expr_add(&at, (Coef){1, 1, {0}}, digit_of(VAR_ONE, 0, 1, 0));
    add_step(add_phase(p), primitive_load(SPACE_GMEM, row->bits), src, at, dst, expr_constant(0));
    return p;
}

/* Of all addresses that the caller may pass the least one that is not 0, and every pitch. */
static bool always_aligned(const Row *row) {
    const int bits = dtype_find(row->type, strlen(row->type))->bits, width = row->bits / 8;
    for (int64_t base = 0; base <= row->align; base += row->align)
        for (int64_t ld = 64; ld <= 640; ld++)
            if (ld % row->divisor == 0 && (base * 8 + (ld + row->column) * bits) % (8 * width))
                return false;
    return true;
}

static void pitches(void) {
    static const char *const types[] = {"u8", "f16", "f32", "f64"};
    int right = 0, wrong = 0;
    for (size_t t = 0; t < COUNT_OF(types); t++)
        for (int bits = 8; bits <= 128; bits *= 2)
            for (int align = 1; align <= 32; align *= 2)
                for (int divisor = 1; divisor <= 16; divisor *= 2)
                    for (int64_t column = 0; column <= 12; column += column < 2 ? 1 : 2) {
                        const Row row = {types[t], bits, align, divisor, column};
                        if (bits % dtype_find(types[t], strlen(types[t]))->bits)
                            continue;
                        MemMark mark = mem_mark();
                        Proof proof = plan_prove(loads(&row));
                        bool want = always_aligned(&row);
                        EXPECT_OF(
                            mem_printf("%s %d %d %d", types[t], bits, align, divisor),
                            proof.ok == want);
                        EXPECT(proof.ok || strcmp(proof.kind, "misaligned") == 0);
                        right += want;
                        wrong += !want;
                        mem_rewind(mark);
                    }
    EXPECT(right > 300 && wrong > 300);
}

int main(void) {
    pitches();
    mem_free_all();
    return unit_finish();
}
