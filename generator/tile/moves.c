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

/* The digit of the limit itself, for the right side of a condition. */
static Expr limit_expr(const Copy *copy, int dim) {
    Expr expr = expr_constant(0);
    expr_add(&expr, coef_int(1), digit_of(VAR_SYMBOL, copy->limits.symbol[dim], 1, 0));
    return expr;
}

/* 0 < rows: for the coordinate on the left side. */
Cond limit_cond(const Copy *copy, int dim) {
    return (Cond){expr_constant(0), COND_LT, limit_expr(copy, dim)};
}

/* Element by element: of a masked tile that comes in, what is loaded, and with `keep` what is
 * stored; of one that goes out, what is stored. */
bool limits_guard(const Copy *copy, int side) {
    bool out = copy->dst.space == SPACE_GMEM;
    return copy->limits.count > 0 && (side == SRC ? !out : out || copy->limits.keep);
}

bool limits_fill(const Copy *copy) {
    return copy->limits.count > 0 && copy->dst.space != SPACE_GMEM && !copy->limits.keep;
}

static bool straddles(const Partition *partition, int64_t vector) {
    const Limits *limits = &partition->copy->limits;
    int dim = partition->vector_dim;
    return limits->count > 0 && vector > 1 &&
           (partition->copy->symbols[limits->symbol[dim]].divisor % vector != 0 ||
            partition->from[dim] % vector != 0);
}

bool masked_allows(const Partition *partition, int64_t vector) {
    return copy_bits(partition->copy) >= 8 || !straddles(partition, vector);
}

static void add_cond(Step *step, Expr lhs, CondOp op, const Copy *copy, int dim) {
    step->conds[step->cond_count++] = (Cond){lhs, op, limit_expr(copy, dim)};
}

/* The coordinates of the vector's first element are added to the left sides later, see
 * moves_add. */
static void guard_whole(Step *step, const Partition *partition, int64_t vector, bool counted) {
    const Copy *copy = partition->copy;
    step->conds = NEW_ARRAY(Cond, MAX_CONDS);
    for (int pass = 0; pass < 2; pass++)
        for (int d = 0; d < copy->limits.count; d++) {
            bool along = d == partition->vector_dim && straddles(partition, vector);
            int64_t last = along && !counted ? vector - 1 : 0;
            if (along == pass) /* the vector's own dimension last: that is where a copy counts */
                add_cond(step, expr_constant(last), COND_LT, copy, d);
        }
    if (counted)
        step->rest = straddles(partition, vector) ? REST_ZERO_COUNTED : REST_ZERO;
}

static void guard_parts(Step *step, const Partition *partition, int64_t vector) {
    const Copy *copy = partition->copy;
    int along = partition->vector_dim;
    step->conds = NEW_ARRAY(Cond, MAX_CONDS);
    for (int d = 0; d < copy->limits.count; d++)
        if (d != along)
            add_cond(step, expr_constant(0), COND_LT, copy, d);
    add_cond(step, expr_constant(vector - 1), COND_GE, copy, along);
    add_cond(step, expr_constant(0), COND_LT, copy, along);
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
    bool masked = copy->limits.count > 0;
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
    else if (src >= 0)
        add_step(moves, primitive_load(copy->src.space, bits), src);
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
    for (int c = 0; c < step->cond_count; c++)
        for (int d = 0; d < limits->count; d++)
            if (step->conds[c].rhs.terms[0].digit.index == limits->symbol[d])
                step->conds[c].lhs.constant += partition->from[d];
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
        for (int c = 0; c < step->cond_count && ok; c++)
            if (step->conds[c].rhs.terms[0].digit.index == copy->limits.symbol[atom->dim])
                ok = expr_add(&step->conds[c].lhs, coef_int(atom->step), digit);
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
