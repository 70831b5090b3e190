/* moves.c: The steps that move one vector: a load and its store, or the steps that a masked copy
 * needs instead.
 *
 * Masked into shared memory or registers: the registers are filled; a vector inside the limits is
 * loaded whole; of a vector that straddles a limit, the elements inside are loaded one by one; then
 * everything is stored. If no vector straddles and the fill is zero, one load is enough: registers
 * that it does not read become zero. With `keep` nothing is filled, and the stores have the
 * predicates of the loads. Masked into global memory: everything is loaded, then vectors inside are
 * stored whole and straddling vectors by element. If cols is known to be a multiple of the vector,
 * no vector straddles.
 *
 *   8 f16 from column c on: whole if c + 7 < cols; else element e if c + 7 >= cols and
 *   c + e < cols. With cols % 8 == 0: whole if c < cols. */
#include "tile.h"
#include <string.h>

/* `symbol`, the limit or an origin, as it is. */
static Expr symbol_expr(int symbol) {
    Expr expr = expr_constant(0);
    expr_add(&expr, coef_int(1), digit_of(VAR_SYMBOL, symbol, 1, 0));
    return expr;
}

static void add_cond(Step *step, Cond cond, int limit) {
    step->asks[step->cond_count] = (signed char)(limit + 1);
    step->conds[step->cond_count++] = cond;
}

/* Of coordinate x of a dimension: x < rows; of a window that begins at y + 2 in its array, 0 <= y +
 * 2 + x and y + 2 + x < height. What x is made of is added to the left sides later: limits_move. */
static void add_limit(Step *step, const Copy *copy, const Limit *limit, int64_t x) {
    const int number = (int)(limit - copy->limits.at);
    Expr at = expr_constant(limit->begin + x);
    if (limit->origin >= 0) {
        expr_add(&at, coef_int(1), digit_of(VAR_SYMBOL, limit->origin, 1, 0));
        add_cond(step, (Cond){at, COND_GE, expr_constant(0)}, number);
    }
    add_cond(step, (Cond){at, COND_LT, symbol_expr(limit->symbol)}, number);
}

/* The coordinates of an element of a window, which every access is made of. */
static void edges_start(Side *side, const Copy *copy) {
    for (int d = 0; d < copy->src.rank; d++)
        side->edge_count += copy->src.region[d].extent != 1;
    side->edges = NEW_ARRAY(Expr, side->edge_count + 1);
}

void limits_start(Step *step, const Copy *copy) {
    if (copy->limits.edge) {
        edges_start(&step->src[0], copy);
        return;
    }
    step->conds = NEW_ARRAY(Cond, MAX_CONDS);
    for (int i = 0; i < copy->limits.count; i++)
        add_limit(step, copy, &copy->limits.at[i], 0);
}

static bool asks_for(const Step *step, int cond, const Copy *copy, int dim) {
    return step->asks[cond] && copy->limits.at[step->asks[cond] - 1].dim == dim;
}

bool limits_move(Step *step, const Copy *copy, int dim, Coef coef, Digit digit) {
    bool ok = dim >= step->src[0].edge_count || expr_add(&step->src[0].edges[dim], coef, digit);
    for (int c = 0; c < step->cond_count && ok; c++)
        if (asks_for(step, c, copy, dim))
            ok = expr_add(&step->conds[c].lhs, coef, digit);
    return ok;
}

void limits_move_by(Step *step, const Copy *copy, int dim, int64_t by) {
    if (dim < step->src[0].edge_count)
        step->src[0].edges[dim].constant += by;
    for (int c = 0; c < step->cond_count; c++)
        if (asks_for(step, c, copy, dim))
            step->conds[c].lhs.constant += by;
}

/* Element by element: of a masked tile that comes in, what is loaded, and with `keep` what is
 * stored; of one that goes out, what is stored. */
bool limits_guard(const Copy *copy, int side) {
    bool out = copy->dst.space == SPACE_GMEM;
    return copy->limits.count > 0 && (side == SRC ? !out : out || copy->limits.keep);
}

bool limits_fill(const Copy *copy) {
    return copy->limits.count > 0 && !copy->limits.edge && copy->dst.space != SPACE_GMEM &&
           !copy->limits.keep;
}

/* A vector along a dimension that has a limit, unless all that the limit compares is a multiple of
 * the vector. */
static bool straddles(const Partition *partition, int64_t vector) {
    const Copy *copy = partition->copy;
    int dim = partition->vector_dim;
    const Limit *limit = limit_of_dim(&copy->limits, dim);
    if (!limit || vector <= 1 || copy->limits.edge)
        return limit && vector > 1;
    bool begins = limit->begin % vector == 0 &&
                  (limit->origin < 0 || copy->symbols[limit->origin].divisor % vector == 0);
    return !begins || copy->symbols[limit->symbol].divisor % vector != 0 ||
           partition->from[dim] % vector != 0;
}

/* Nothing is written for vectors that straddle the first column of an array. */
bool masked_allows(const Partition *partition, int64_t vector) {
    const Limit *limit = limit_of_dim(&partition->copy->limits, partition->vector_dim);
    bool whole = copy_bits(partition->copy) < 8 || (limit && limit->windowed);
    return !whole || !straddles(partition, vector);
}

/* The coordinates of the vector's first element are added to the left sides later, see
 * moves_add. */
static void guard_whole(Step *step, const Partition *partition, int64_t vector, bool counted) {
    const Copy *copy = partition->copy;
    const Limit *own = limit_of_dim(&copy->limits, partition->vector_dim);
    bool parts = straddles(partition, vector);
    step->conds = NEW_ARRAY(Cond, MAX_CONDS);
    for (int i = 0; i < copy->limits.count; i++)
        if (!parts || &copy->limits.at[i] != own)
            add_limit(step, copy, &copy->limits.at[i], 0);
    if (parts) /* the vector's own dimension last: that is where a copy counts */
        add_limit(step, copy, own, counted ? 0 : vector - 1);
    if (counted)
        step->rest = parts ? REST_ZERO_COUNTED : REST_ZERO;
}

static void guard_parts(Step *step, const Partition *partition, int64_t vector) {
    const Copy *copy = partition->copy;
    const Limit *own = limit_of_dim(&copy->limits, partition->vector_dim);
    step->conds = NEW_ARRAY(Cond, MAX_CONDS);
    for (int i = 0; i < copy->limits.count; i++)
        if (&copy->limits.at[i] != own)
            add_limit(step, copy, &copy->limits.at[i], 0);
    add_limit(step, copy, own, vector - 1);
    step->conds[step->cond_count - 1].op = COND_GE;
    add_limit(step, copy, own, 0);
}

static Step *add_step(Moves *moves, PrimitiveId primitive, int buffer) {
    Step *step = &moves->steps[moves->count++];
    *step = step_new(primitive);
    if (step_memory(step))
        step_memory(step)->of = buffer;
    return step;
}

/* One side with its predicates: whole vectors, and what is left of straddling ones. */
static void add_guarded(
    Moves *moves, const Partition *partition, bool is_load, int64_t vector, int buffer) {
    const Copy *copy = partition->copy;
    Space space = is_load ? copy->src.space : copy->dst.space;
    int bits = copy_bits(copy), wide = (int)vector * bits;
    Step *whole = add_step(
        moves, is_load ? primitive_load(space, wide) : primitive_store(space, wide), buffer);
    guard_whole(whole, partition, vector, false);
    if (!straddles(partition, vector))
        return;
    moves->by_element[moves->count] = true;
    Step *part = add_step(
        moves, is_load ? primitive_load(space, bits) : primitive_store(space, bits), buffer);
    guard_parts(part, partition, vector);
}

/* Can one primitive load a vector that is inside, and make its registers zero otherwise? */
static bool loads_or_zero(const Partition *partition, int64_t vector) {
    const Copy *copy = partition->copy;
    int bits = (int)vector * copy_bits(copy);
    return copy->src.space == SPACE_GMEM && !copy->limits.keep && copy->limits.fill == 0 &&
           bits >= 32 && bits <= 128 && !straddles(partition, vector) &&
           !hint_applies(&copy->options.hint, primitive_load(SPACE_GMEM, bits));
}

void moves_start(Moves *moves, const Partition *partition, int64_t vector, int src, int dst) {
    const Copy *copy = partition->copy;
    int bits = (int)vector * copy_bits(copy);
    bool masked = copy->limits.count > 0 && !copy->limits.edge;
    bool into = masked && copy->dst.space != SPACE_GMEM, out_of = masked && !into;
    *moves = (Moves){0};
    bool or_zero = into && copy->op == OP_COPY && src >= 0 && loads_or_zero(partition, vector);
    if (into && !copy->limits.keep && copy->op == OP_COPY && !or_zero)
        add_step(moves, primitive_fill(bits), -1);
    if (or_zero) {
        Step *step = add_step(moves, primitive_load(SPACE_GMEM, bits), src);
        guard_whole(step, partition, vector, false);
        step->rest = REST_ZERO;
    } else if (src >= 0 && into && copy->op == OP_COPY)
        add_guarded(moves, partition, true, vector, src);
    else if (src >= 0) {
        Step *load = add_step(moves, primitive_load(copy->src.space, bits), src);
        if (copy->limits.edge)
            limits_start(load, copy);
    }
    if (dst >= 0 && (out_of || (into && copy->limits.keep && copy->op == OP_COPY)))
        add_guarded(moves, partition, false, vector, dst);
    else if (dst >= 0)
        add_step(moves, primitive_store(copy->dst.space, bits), dst);
    if (into && copy->op == OP_COPY_ASYNC) {
        Step *step = &moves->steps[moves->count - 1];
        guard_whole(step, partition, vector, true);
    }
}

/* A box of rows 8 .. 15 asks 8 + row < rows. */
static void add_from(Step *step, const Partition *partition) {
    const Limits *limits = &partition->copy->limits;
    for (int d = 0; d < step->src[0].edge_count; d++)
        step->src[0].edges[d].constant += partition->from[d];
    for (int i = 0; i < limits->count && !limits->edge; i++) {
        const int dim = limits->at[i].dim;
        if (dim >= 0)
            limits_move_by(step, partition->copy, dim, partition->from[dim]);
    }
}

bool moves_base(Moves *moves, const Partition *partition) {
    bool ok = true;
    for (int i = 0; i < moves->count && ok; i++) {
        Step *step = &moves->steps[i];
        PrimitiveKind kind = primitives[step->primitive].kind;
        if (kind != KIND_FILL)
            ok = expr_base(partition, kind == KIND_LOAD ? SRC : DST, &step_memory(step)->at);
        if (ok && partition->reg_side >= 0)
            ok = expr_base(partition, partition->reg_side, &step_bundle(step)->at);
        add_from(step, partition);
    }
    return ok;
}

/* Address and coordinate of what `digit` of this atom selects. */
bool moves_add(Moves *moves, const Copy *copy, const Atom *atom, Digit digit) {
    bool ok = true;
    for (int i = 0; i < moves->count && ok; i++) {
        Step *step = &moves->steps[i];
        PrimitiveKind kind = primitives[step->primitive].kind;
        if (kind != KIND_FILL)
            ok = expr_add(&step_memory(step)->at, atom->mem[kind == KIND_LOAD ? SRC : DST], digit);
        ok = ok && limits_move(step, copy, atom->dim, coef_int(atom->step), digit);
    }
    return ok;
}

bool moves_add_slot(Moves *moves, int64_t slots, Digit digit) {
    bool ok = true;
    for (int i = 0; i < moves->count && ok; i++)
        ok = expr_add(&step_bundle(&moves->steps[i])->at, coef_int(slots), digit);
    return ok;
}

/* The loops around each step alone, outermost first, then the one over the elements of a vector
 * that straddles: its condition on the element itself is the last one. The last element of such a
 * vector is never inside. */
bool moves_repeat(Moves *moves, Plan *plan, const int *loops, int count, int64_t vector) {
    int element = -1;
    for (int i = 0; i < moves->count; i++) {
        Step *step = &moves->steps[i];
        for (int k = 0; k < count; k++)
            step->repeat[k] = loops[k];
        step->repeat_count = count;
        if (!moves->by_element[i])
            continue;
        if (element < 0)
            element = plan_add_loop(plan, vector - 1, true);
        Digit digit = digit_of(VAR_LOOP, element, 1, 0);
        if (count == MAX_REPEAT || !expr_add(&step_memory(step)->at, coef_int(1), digit) ||
            !expr_add(&step_bundle(step)->at, coef_int(1), digit) ||
            !expr_add(&step->conds[step->cond_count - 1].lhs, coef_int(1), digit))
            return false;
        step->repeat[step->repeat_count++] = element;
    }
    return true;
}

/* cp.async takes the place of the load and its store. Masked, it writes zero where nothing
 * moves. */
Step moves_async(const Moves *moves, const Partition *partition, int64_t vector) {
    const Step *load = &moves->steps[0], *store = &moves->steps[1];
    Step step = *store;
    step.primitive = primitive_async((int)vector * copy_bits(partition->copy));
    step.src[0] = load->src[0];
    step.object = 0;
    return step;
}
