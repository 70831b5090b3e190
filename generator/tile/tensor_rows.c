/* tensor_rows.c: the plan of tensor copies of four rows each, whose coordinates are indices. Who
 * starts the copies takes the indices into registers first, as many as there is room for, and then
 * starts one copy after the other:
 *
 *   pick[4 * i + j] = index[4 * i + j]
 *   rows pick[4 * i], .. pick[4 * i + 3] -> dst[4 * i * pitch]
 *
 * Of more rows than that a loop around both goes on with the next ones. */
#include "tile.h"
#include <string.h>

enum { ROWS = 4, MOST_GROUPS = 16 /* of rows, whose indices are in registers together */ };

typedef struct {
    Plan *plan;
    const Copy *copy;
    const Picks *picks;
    Phase *phase;
    Step step, fetch;
    Side *tile; /* of the step */
    Expr *coords;
    Expr element, slot; /* of the first of four indices: its number, and its register */
    int64_t slots;      /* so far, outwards */
    int64_t copies;
} Making;

/* A loop over rows, or over columns, around the copy alone or (outer) around the whole phase. */
static bool put_loop(Making *of, const BoxLoop *loop, int64_t extent, int64_t times, bool outer) {
    const Digit digit = digit_of(VAR_LOOP, plan_add_loop(of->plan, extent, !outer), 1, 0);
    bool fits = expr_add(&of->tile->at, coef_int(loop->tile * times), digit);
    of->copies *= extent;
    if (outer) {
        for (int i = of->phase->loop_count++; i > 0; i--)
            of->phase->loops[i] = of->phase->loops[i - 1];
        of->phase->loops[0] = digit.index;
    } else {
        for (int i = of->step.repeat_count++; i > 0; i--)
            of->step.repeat[i] = of->step.repeat[i - 1];
        of->step.repeat[0] = digit.index;
    }
    if (loop->dim == 0)
        return fits && expr_add(&of->coords[0], coef_int(loop->step), digit); /* whole */
    if (!outer) {
        for (int i = of->fetch.repeat_count++; i > 0; i--)
            of->fetch.repeat[i] = of->fetch.repeat[i - 1];
        of->fetch.repeat[0] = digit.index;
        fits = fits && expr_add(&of->slot, coef_int(of->slots), digit);
        of->slots *= extent;
    }
    return fits && expr_add(&of->element, coef_int(loop->step * times), digit);
}

/* Columns innermost, so that all copies of four rows follow one another; then as many rows as there
 * are registers for their indices. */
static bool put_loops(Making *of, const Boxes *boxes) {
    bool fits = true;
    for (int i = boxes->loop_count - 1; i >= 0; i--)
        if (boxes->loops[i].dim == 0)
            fits = fits && put_loop(of, &boxes->loops[i], boxes->loops[i].extent, 1, false);
    for (int i = boxes->loop_count - 1; i >= 0; i--) {
        const BoxLoop *loop = &boxes->loops[i];
        const bool keeps = of->picks->index.space == SPACE_REG;
        int64_t inside = loop->extent;
        while (loop->dim && !keeps &&
               (loop->extent % inside || of->slots * inside > ROWS * MOST_GROUPS))
            inside--;
        if (loop->dim && inside > 1)
            fits = fits && put_loop(of, loop, inside, 1, false);
        if (loop->dim && inside < loop->extent)
            fits = fits && put_loop(of, loop, loop->extent / inside, inside, true);
    }
    return fits;
}

/* Four numbers that follow one another. */
static bool put_picks(Making *of, int index) {
    Plan *plan = of->plan;
    const bool registers = of->picks->index.space == SPACE_REG;
    const int bundle =
        registers ? index
                  : plan_add_bundle(plan, "pick", ROLE_SCRATCH, dtype_find("u32", 3), of->slots);
    for (int row = 0; row < ROWS; row++) {
        RowPick *pick = NEW(RowPick);
        *pick = (RowPick){
            .bundle = bundle,
            .number = of->picks->number,
            .tag = of->picks->tag,
            .sign = of->picks->sign,
            .slot = registers ? of->element : of->slot,
            .element = of->element};
        pick->slot.constant += row;
        pick->element.constant += row;
        of->coords[1 + row] = expr_constant(0);
        expr_add(&of->coords[1 + row], coef_int(1), digit_of_pick(pick, true));
    }
    if (registers)
        return true;
    const int loop = plan_add_loop(plan, ROWS, true);
    const Digit each = digit_of(VAR_LOOP, loop, 1, 0);
    of->fetch.repeat[of->fetch.repeat_count++] = loop;
    of->fetch.dst.of = bundle;
    of->fetch.dst.at = of->slot;
    of->fetch.src[0].of = index;
    Expr element = of->element;
    if (!expr_add(&of->fetch.dst.at, coef_int(1), each) || !expr_add(&element, coef_int(1), each) ||
        !picks_address(of->picks, &element, &of->fetch.src[0].at))
        return false;
    of->phase->steps[of->phase->step_count++] = of->fetch;
    return true;
}

/* False: too many terms. */
static bool make(Making *of, const Boxes *boxes, const Partition *partition) {
    const Copy *copy = of->copy;
    const bool load = copy->dst.space == SPACE_SMEM;
    const int side = load ? DST : SRC, bits = copy_bits(copy);
    Plan *plan = of->plan;
    const int tile = plan_add_buffer(plan, copy, side),
              tensor = plan_add_buffer(plan, copy, 1 - side);
    const int index = picks_argument(plan, of->picks);
    const Side box = {.kind = AT_TENSOR, .of = 0, .coords = of->coords};
    const Side at = {.kind = AT_BUFFER, .of = tile};
    of->step.dst = load ? at : box;
    of->step.src[0] = load ? box : at;
    of->tile = load ? &of->step.dst : &of->step.src[0];
    of->coords[0] = boxes->coords[0];
    if (!expr_base(partition, side, &of->tile->at) || !put_loops(of, boxes) ||
        !put_picks(of, index))
        return false;
    plan->buffers[tile].align = (int)tensor_place(&boxes->map, bits);
    plan->buffers[tensor].elements = 0;
    plan->objects[plan->object_count++] = tensor_object(copy, boxes, plan, tensor);
    of->step.count = tensor_elements(&boxes->map) * bits / 8;
    of->step.object = load ? chunks_counted(plan) : plan_add_group(plan);
    of->phase->elected = copy->scope.kind == SCOPE_ELECTED;
    of->phase->steps[of->phase->step_count++] = of->step;
    if (!load)
        of->phase->steps[of->phase->step_count++] =
            (Step){.primitive = PRIM_BULK_COMMIT, .object = of->step.object};
    plan_add_flow(plan, copy, load ? tensor : tile, load ? tile : tensor);
    plan->flows[0].index_at = index;
    plan->vec_bits = (int)(of->step.count * 8);
    plan->ops_per_thread = (int)of->copies;
    plan_finish(plan);
    return true;
}

Plan *gather_plan(
    const Copy *copy,
    const Boxes *boxes,
    const Partition *partition,
    int target,
    const char *variant,
    Decline *decline) {
    const bool load = copy->dst.space == SPACE_SMEM;
    Plan *plan = plan_new(copy, variant);
    Making of = {
        .plan = plan,
        .copy = copy,
        .picks = copy_picks(copy),
        .phase = plan_add_phase(plan, 3),
        .coords = NEW_ARRAY(Expr, MAX_TENSOR_RANK),
        .slots = ROWS,
        .copies = 1};
    of.step = step_new(load ? PRIM_TENSOR_GATHER4 : PRIM_TENSOR_SCATTER4);
    of.fetch = step_new(primitive_load(
        of.picks->index.space == SPACE_REG ? SPACE_SMEM : of.picks->index.space, 32));
    if (!atoms_start_at(partition, load ? DST : SRC, boxes->place * 8)) {
        decline_with(
            decline,
            "place",
            "the tile does not begin at a multiple of %lld bytes",
            (long long)boxes->place);
        return NULL;
    }
    if (!make(&of, boxes, partition)) {
        decline_with(decline, "terms", "the address has too many terms");
        return NULL;
    }
    if (plan->targets >> target & 1)
        return plan;
    decline_with(
        decline,
        "target",
        load ? "tensor copies of four rows need sm_100; before it drop 'tensormap' (bulk)"
             : "scatters of four rows need sm_100a or sm_100f; else drop 'tensormap' (bulk)");
    return NULL;
}
