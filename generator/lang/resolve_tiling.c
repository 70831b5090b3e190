/* resolve_tiling.c: the logical shape of an operand, and named layouts that repeat until they fill
 * the shape. The atom 16x8 of an accumulator in `reg 64x64 mma_c` repeats 4 x 8 times, each time in
 * registers of its own. The atom of `smem 128x128 sw128`, 8 rows of 128 bytes, repeats in panels as
 * wide as the atom.
 *
 *   by rows      the atoms of a row of atoms follow each other, then the next row: registers
 *   by columns   those of a column, then the next column: memory, where a column is a panel
 *
 * A layout that is written out is reinterpreted in the new shape instead, and so is a named layout
 * without a shape of its own whose extents have as many elements: 32x8 over S[(256)]. */
#include "ast.h"
#include <inttypes.h>

typedef struct {
    const FlatOperand *flat;
    Operand *operand;
    bool is_shaped;  /* shape and rank are set, and say how the atom lies */
    bool is_operand; /* its own shape, not that of a layout on the way */
} Tiling;

static int64_t elements_of(const Layout *layout) {
    int64_t elements = 1;
    for (int i = 0; i < layout->shard_count; i++) {
        mul_i64(elements, layout->shard[i].extent, &elements); /* checked at its definition */
    }
    return elements;
}

static bool check_shape(const AstShape *shape, int64_t *product) {
    *product = 1;
    for (int i = 0; i < shape->count; i++) {
        if (shape->extent[i] < 1) {
            diag_error(shape->loc, "E_EXTENT_NOT_POSITIVE", "an extent of the shape is 0");
            return false;
        }
        if (!mul_i64(*product, shape->extent[i], product)) {
            diag_error(shape->loc, "E_OVERFLOW", "the number of elements does not fit 64 bits");
            return false;
        }
    }
    return true;
}

static void set_shape(Tiling *tiling, const AstShape *shape) {
    tiling->operand->rank = shape->count;
    for (int i = 0; i < shape->count; i++) {
        tiling->operand->shape[i] = shape->extent[i];
    }
    tiling->is_shaped = true;
}

static bool fail_product(const Tiling *tiling, const AstShape *shape, int64_t product) {
    diag_error(
        shape->loc,
        "E_SHAPE_PRODUCT",
        "the shape has %" PRId64 " elements, the layout %" PRId64,
        product,
        elements_of(&tiling->operand->layout));
    diag_note(tiling->flat->flat.base->loc, "the layout");
    return false;
}

static const char *shape_text(int rank, const int64_t *extent) {
    Text text = {0};
    for (int i = 0; i < rank; i++) {
        text_printf(&text, "%s%" PRId64, i ? "x" : "", extent[i]);
    }
    return text_string(&text);
}

static bool fail_atom(const Tiling *tiling, const AstShape *shape, const char *why) {
    const Operand *atom = tiling->operand;
    diag_error(
        shape->loc,
        "E_TILE_ATOM",
        "%s does not repeat to %s: %s",
        shape_text(atom->rank, atom->shape),
        shape_text(shape->count, shape->extent),
        why);
    diag_note(tiling->flat->flat.base->loc, "the atom");
    return false;
}

/* How often the atom stands along each dimension: 64x64 of 16x8 is 4 and 8. */
static bool count_atoms(const Tiling *tiling, const AstShape *shape, int64_t *counts) {
    const Operand *atom = tiling->operand;
    int leading = shape->count - atom->rank;
    if (leading < 0) {
        return fail_atom(tiling, shape, "the shape has fewer dimensions");
    }
    for (int i = 0; i < shape->count; i++) {
        int64_t extent = i < leading ? 1 : atom->shape[i - leading], wanted = shape->extent[i];
        counts[i] = wanted / extent;
        if (wanted % extent == 0) {
            continue;
        }
        diag_error(
            shape->loc,
            "E_TILE_DIVIDE",
            "%s does not repeat to %s: %" PRId64 " is not a multiple of %" PRId64,
            shape_text(atom->rank, atom->shape),
            shape_text(shape->count, shape->extent),
            wanted,
            extent);
        diag_note(tiling->flat->flat.base->loc, "the atom");
        diag_help("the next extent that it fills is %" PRId64, extent * (wanted / extent + 1));
        return false;
    }
    return true;
}

/* Addresses (registers) from one atom to the next: as far as its outermost step goes, so that rows
 * of a pitch of 72 go on in that pitch. */
static bool atom_span(const Tiling *tiling, const AstShape *shape, int64_t *span) {
    const Layout *layout = &tiling->operand->layout;
    const Swizzle *swizzle = &layout->swizzle;
    int64_t reach = 1, step;
    *span = 1;
    for (int i = 0; i < layout->shard_count + layout->replica_count; i++) {
        const Iter *iter =
            i < layout->shard_count ? &layout->shard[i] : &layout->replica[i - layout->shard_count];
        if (iter->axis != AXIS_M) {
            continue;
        }
        if (iter->stride.count) {
            return fail_atom(tiling, shape, "it has a run-time stride");
        }
        if (!mul_i64(iter->extent, iter->stride.value, &step) ||
            !add_i64(reach, step - iter->stride.value, &reach)) {
            return fail_atom(tiling, shape, "its addresses do not fit 64 bits");
        }
        *span = step > *span ? step : *span;
    }
    for (int i = 0; i < layout->offset_count; i++) {
        if (layout->offset[i].axis == AXIS_M && !add_i64(reach, layout->offset[i].amount, &reach)) {
            return fail_atom(tiling, shape, "its addresses do not fit 64 bits");
        }
    }
    *span = reach > *span ? reach : *span;
    int64_t period = swizzle->on && swizzle->len
                         ? (int64_t)1 << (swizzle->per_element + swizzle->len + swizzle->atom)
                         : 1;
    return *span % period == 0 ||
           fail_atom(
               tiling,
               shape,
               mem_printf(
                   "it spans %" PRId64 " elements, not a multiple of the %" PRId64
                   " after which its swizzle repeats",
                   *span,
                   period));
}

/* The step of each dimension's count; the inner two change places with the order. */
static bool count_steps(
    const AstShape *shape, bool by_rows, const int64_t *counts, int64_t span, int64_t *steps) {
    int order[MAX_RANK];
    for (int i = 0; i < shape->count; i++) {
        order[i] = shape->count - 1 - i;
    }
    if (!by_rows && shape->count > 1) {
        order[0] = shape->count - 2;
        order[1] = shape->count - 1;
    }
    for (int i = 0; i < shape->count; i++) {
        steps[order[i]] = span;
        if (!mul_i64(span, counts[order[i]], &span)) {
            return false;
        }
    }
    return true;
}

/* Takes `need` elements off the inner end of the atom's iters, into `out` from its end on. */
static bool take_dimension(Layout *atom, int64_t need, Iter *out, int *at) {
    while (need > 1) {
        Iter *iter = atom->shard_count ? &atom->shard[atom->shard_count - 1] : NULL;
        if (!iter || *at == 0) {
            return false;
        }
        if (need % iter->extent == 0) {
            need /= iter->extent;
            if (iter->extent > 1) {
                out[--*at] = *iter;
            }
            atom->shard_count--;
        } else if (iter->extent % need == 0) {
            out[--*at] = *iter;
            out[*at].extent = need;
            iter->extent /= need;
            iter->stride.value *= need; /* less than the iter's last step, which fits */
            need = 1;
        } else {
            return false;
        }
    }
    return true;
}

static bool goes_on(const Iter *iter, int64_t step) {
    int64_t end;
    return iter->axis == AXIS_M && mul_i64(iter->extent, iter->stride.value, &end) && end == step;
}

static bool rebuild(
    const Tiling *tiling, const AstShape *shape, const int64_t *counts, const int64_t *steps) {
    Operand *operand = tiling->operand;
    Layout atom = operand->layout;
    Iter iters[MAX_ITERS];
    int at = MAX_ITERS, leading = shape->count - operand->rank;
    for (int d = shape->count - 1; d >= 0; d--) {
        int64_t extent = d < leading ? 1 : operand->shape[d - leading];
        if (!take_dimension(&atom, extent, iters, &at)) {
            return fail_atom(tiling, shape, "its iters cross its dimensions");
        }
        if (counts[d] == 1) {
            continue;
        }
        if (extent > 1 && goes_on(&iters[at], steps[d])) { /* 16 times 8 rows are 128 rows */
            iters[at].extent *= counts[d];
            continue;
        }
        if (at == 0) {
            return fail_atom(tiling, shape, "the layout has too many iters");
        }
        iters[--at] = (Iter){
            .extent = counts[d],
            .stride = {.value = steps[d], .symbol = {-1, -1, -1}},
            .axis = AXIS_M,
            .loc = shape->loc};
    }
    operand->layout.shard_count = MAX_ITERS - at;
    for (int i = at; i < MAX_ITERS; i++) {
        operand->layout.shard[i - at] = iters[i];
    }
    return true;
}

static bool repeat(Tiling *tiling, const AstShape *shape) {
    Operand *operand = tiling->operand;
    int64_t counts[MAX_RANK], steps[MAX_RANK], span;
    int several = 0;
    if (operand->space == SPACE_TMEM) {
        return fail_atom(tiling, shape, "layouts of tensor memory do not repeat");
    }
    if (!count_atoms(tiling, shape, counts)) {
        return false;
    }
    for (int i = 0; i < shape->count; i++) {
        several += counts[i] > 1;
    }
    bool usual_rows = operand->space == SPACE_REG;
    bool by_rows = shape->order ? shape->order == ORDER_ROWS : usual_rows;
    if (several > 0) {
        if (!atom_span(tiling, shape, &span)) {
            return false;
        }
        if (!count_steps(shape, by_rows, counts, span, steps)) {
            return fail_atom(tiling, shape, "its addresses do not fit 64 bits");
        }
        if (!rebuild(tiling, shape, counts, steps)) {
            return false;
        }
    }
    if (several > 1 && by_rows != usual_rows && operand->layout.name && tiling->is_operand) {
        operand->layout.name =
            mem_printf("%s_by_%s", operand->layout.name, by_rows ? "rows" : "columns");
    }
    set_shape(tiling, shape);
    return true;
}

static bool apply_shape(Tiling *tiling, const AstShape *shape, bool is_own, bool is_named) {
    int64_t product;
    if (!check_shape(shape, &product)) {
        return false;
    }
    bool is_equal = product == elements_of(&tiling->operand->layout);
    if (is_own || !is_named) {
        if (!is_equal) {
            return fail_product(tiling, shape, product);
        }
        set_shape(tiling, shape);
        return true;
    }
    if (is_equal && !tiling->is_shaped) {
        set_shape(tiling, shape);
        return true;
    }
    if (!tiling->is_shaped) {
        AstShape extents = {.count = tiling->operand->layout.shard_count};
        for (int i = 0; i < extents.count && i < MAX_RANK; i++) {
            extents.extent[i] = tiling->operand->layout.shard[i].extent;
        }
        if (extents.count > shape->count) {
            return fail_product(tiling, shape, product);
        }
        set_shape(tiling, &extents);
    }
    return repeat(tiling, shape);
}

static bool fail_order(Loc loc) {
    diag_error(loc, "E_TILE_ORDER", "'by' says how a layout repeats, but no shape says how often");
    return false;
}

/* Of `layout NAME = SHAPE S[...]`. Extents in bytes wait for the dtype. */
bool check_own_shape(const AstLayout *layout) {
    const AstShape *shape = &layout->shape;
    int64_t product, elements = 1;
    if (shape->order && (!shape->count || !layout->name.length)) {
        return fail_order(shape->order_loc);
    }
    if (!shape->count) {
        return true;
    }
    if (!check_shape(shape, &product)) {
        return false;
    }
    for (int i = 0; i < layout->shard.extent_count; i++) {
        if (layout->shard.extents[i].unit != IN_ELEMENTS ||
            !mul_i64(elements, layout->shard.extents[i].extent, &elements)) {
            return true;
        }
    }
    if (layout->name.length || product == elements) {
        return true;
    }
    diag_error(
        shape->loc,
        "E_SHAPE_PRODUCT",
        "the shape has %" PRId64 " elements, the layout %" PRId64,
        product,
        elements);
    return false;
}

/* Without any shape, the extents that are written. */
static bool shape_of_extents(Tiling *tiling) {
    Operand *operand = tiling->operand;
    if (operand->layout.shard_count > MAX_RANK) {
        diag_error(
            tiling->flat->whole->loc,
            "E_TOO_MANY_DIMS",
            "the layout has %d extents",
            operand->layout.shard_count);
        return false;
    }
    operand->rank = operand->layout.shard_count;
    for (int i = 0; i < operand->rank; i++) {
        operand->shape[i] = operand->layout.shard[i].extent;
    }
    return true;
}

bool build_shape(const FlatOperand *flat, Operand *operand) {
    Tiling tiling = {.flat = flat, .operand = operand};
    const AstOperand *whole = flat->whole;
    const FlatLayout *layouts = &flat->flat;
    AstShape shape = {
        .count = whole->shape_count, .order = whole->layout->shape.order, .loc = whole->shape_loc};
    for (int i = layouts->shape_count - 1; i >= 0; i--) {
        bool is_own = layouts->shapes[i] == &layouts->base->shape;
        if (!apply_shape(&tiling, layouts->shapes[i], is_own, true)) {
            return false;
        }
    }
    for (int i = 0; i < shape.count; i++) {
        shape.extent[i] = whole->shape[i];
    }
    bool is_named = whole->layout->name.length > 0;
    tiling.is_operand = true;
    if (shape.order && !(shape.count && is_named)) {
        return fail_order(whole->layout->shape.order_loc);
    }
    if (shape.count && !apply_shape(&tiling, &shape, false, is_named)) {
        return false;
    }
    return tiling.is_shaped || shape_of_extents(&tiling);
}
