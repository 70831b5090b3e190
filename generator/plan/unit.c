/* unit.c: one instruction of a proof, unit by unit: transfer.c says which unit of the source
 * becomes which unit of the destination; here it is read, converted or combined, and written. There
 * is one body for all instructions. */
#include "prove.h"

bool fail_at(const Run *run, const char *kind, const char *why) {
    return proof_fail(
        run->prover, kind, "phase %d step %d: %s", run->phase_index, run->step_index, why);
}

/* ---- reading and writing a unit ------------------------------------------------------------- */

/* What is on the way to one place, for the boxes of the limits. */
typedef struct {
    Prover *prover;
    Held *first;
    Value with; /* values are combined with it, 0: they are as they are */
    Combine op;
    const Dtype *from, *to; /* converted; NULL: as they are */
    Rounding rounding;
} Carried;

/* One unit after the other is carried: the list of the one before is used again. */
static void carry_more(Carried *carried, const Box *box, Value value) {
    Held *held = held_new(carried->prover);
    *held = (Held){*box, value, carried->first};
    carried->first = held;
}

static void carry_no_more(Carried *carried) {
    for (Held *held = carried->first; held; held = carried->first) {
        carried->first = held->next;
        held->next = carried->prover->spare;
        carried->prover->spare = held;
    }
}

static bool carry(void *context, const Box *box, Value value) {
    Carried *carried = context;
    if (value == 0)
        return proof_fail(
            carried->prover, "uninitialised", "a value that was never written is used");
    if (carried->to)
        value =
            value_converted(carried->prover, value, carried->from, carried->to, carried->rounding);
    if (carried->with &&
        !value_combined(carried->prover, carried->op, carried->from, value, carried->with, &value))
        return false;
    carry_more(carried, box, value);
    return true;
}

/* Rows of a tensor that are copied each for itself may begin inside the pattern of their swizzle,
 * which is one of address bits. */
static bool swizzle_rows(const Warp *warp, Poly *place) {
    const Run *run = warp->run;
    const Side *side = step_tensor(run->step);
    const Object *map = side ? &run->prover->plan->objects[side->of] : NULL;
    if (!map || !map->rows || !map->swizzle.on)
        return true;
    const int64_t period = swizzle_period(&map->swizzle);
    for (int i = 0; i < run->prover->basis.count; i++) {
        Coef coef = run->prover->basis.monomial[i];
        coef.value = place->value[i];
        if (place->value[i] && coef_divisor(coef, run->prover->plan->symbols) % period)
            return fail_at(run, "unproven", "where in its swizzle a row begins is not known");
    }
    if (place->constant < 0)
        return fail_at(run, "outside", "a row begins before the tile");
    place->constant = swizzle_apply(&map->swizzle, place->constant);
    return true;
}

/* The cell of piece `piece` of an element. Scratch comes into being when it is first written. */
static Cell *cell_at(Warp *warp, int number, int lane, int64_t offset, int piece) {
    Prover *prover = warp->run->prover;
    const Side *side = side_of(warp->run->step, number);
    const Buffer *b = &prover->plan->buffers[side->of];
    Poly place = warp->at[number][lane];
    place.constant += offset;
    if (!swizzle_rows(warp, &place))
        return NULL;
    Cell *cell = cell_find(prover, side->of, warp->owner[number], &place, piece);
    if (!cell && b->role == ROLE_SCRATCH && poly_is_constant(&place) && place.constant >= 0 &&
        place.constant < b->elements)
        return cell_make(prover, side->of, warp->owner[number], &place, piece);
    if (!cell && b->role == ROLE_SCRATCH && !poly_is_constant(&place))
        prover->needs_concrete = true; /* an origin in scratch: all its values, one by one */
    if (!cell)
        proof_fail(
            prover,
            "outside",
            "%s touches %s, which is outside the region",
            actor_text(prover, actor_in(warp, warp->lane)),
            cell_text(prover, side->of, &place));
    return cell;
}

static bool register_index(Warp *warp, int number, Unit unit, int64_t *index) {
    const Prover *prover = warp->run->prover;
    const Side *side = side_of(warp->run->step, number);
    const Bundle *bundle = &prover->plan->bundles[side->of];
    int64_t slot = warp->at[number][unit.lane].constant + unit.offset;
    int64_t thread = (int64_t)warp->cta * prover->plan->threads + warp->rank[unit.lane];
    if (slot >= bundle->count)
        return proof_fail(
            warp->run->prover,
            "outside",
            "%s uses registers outside %s[%lld]",
            actor_text(prover, actor_in(warp, unit.lane)),
            bundle->name,
            (long long)bundle->count);
    *index = thread * bundle->count + slot;
    return true;
}

/* An element of several pieces holds a value only if all of them are pieces of it. */
static bool read_cells(Warp *warp, int number, Unit unit, const Box *box, Carried *carried) {
    Prover *prover = warp->run->prover;
    const Side *side = side_of(warp->run->step, number);
    const Primitive *primitive = &primitives[warp->run->step->primitive];
    int pieces = cells_per_element(prover, side->of);
    Value whole = 0, first = 0;
    for (int p = 0; p < pieces; p++) {
        Cell *cell = cell_at(warp, number, unit.lane, unit.offset, p);
        if (!cell ||
            !cell_read(prover, cell, actor_in(warp, warp->lane), primitive->proxy, warp->flight) ||
            !limits_check(prover, cell, box))
            return false;
        if (pieces == 1) {
            if (cell->content.value == 0 && !cell->content.extra)
                return proof_fail(
                    prover,
                    "uninitialised",
                    "%s reads %s before anything was written there",
                    actor_text(prover, actor_in(warp, warp->lane)),
                    cell_name(prover, cell));
            return content_visit(&cell->content, box, carry, carried);
        }
        if (cell->content.value == 0)
            return proof_fail(prover, "uninitialised", "part of an element was never written");
        if (!value_is_piece(prover, cell->content.value, &whole, p, pieces) ||
            (p > 0 && whole != first))
            return proof_fail(
                prover, "wrong", "%s holds pieces of different values", cell_name(prover, cell));
        first = whole;
    }
    return carry(carried, box, whole);
}

static bool read_unit(Warp *warp, int number, Unit unit, const Box *box, Carried *carried) {
    Prover *prover = warp->run->prover;
    const Side *side = side_of(warp->run->step, number);
    int64_t index;
    if (side->kind == AT_BUFFER)
        return read_cells(warp, number, unit, box, carried);
    if (!register_index(warp, number, unit, &index))
        return false;
    const Content *content = &register_at(&prover->registers[side->of], index)->content;
    if (content_writing(content))
        return proof_fail(
            prover,
            "in-flight",
            "%s reads %s while it is in flight",
            actor_text(prover, actor_in(warp, unit.lane)),
            prover->plan->bundles[side->of].name);
    return content_visit(content, box, carry, carried);
}

static bool write_cells(Warp *warp, Unit unit, const Held *held) {
    Prover *prover = warp->run->prover;
    PrimitiveId primitive = warp->run->step->primitive;
    Actor actor = actor_in(warp, warp->lane);
    const Side *side = &warp->run->step->dst;
    int pieces = cells_per_element(prover, side->of);
    for (int p = 0; p < pieces; p++) {
        Cell *cell = cell_at(warp, 0, unit.lane, unit.offset, p);
        if (!cell)
            return false;
        if (pieces > 1 && prover->bound_count)
            return proof_fail(prover, "unproven", "limits apply to an arena of several types");
        if (cell->is_reduced && !primitive_is_reduction(primitive) &&
            cell_is_reduced(prover, cell, "overwrites", actor))
            return false;
        if (primitive_to_several(primitive) && !cell_free_for_all(prover, cell))
            return false;
        if (!limits_check(prover, cell, &held->box) ||
            !cell_write(prover, cell, actor, primitives[primitive].proxy, warp->flight, &held->box))
            return false;
        content_put(
            prover,
            &cell->content,
            &held->box,
            pieces == 1 ? held->value : value_piece(prover, held->value, p, pieces));
    }
    return true;
}

static uint64_t repeated(uint64_t fill, int bits) {
    return bits < 64 ? fill & (((uint64_t)1 << bits) - 1) : fill;
}

Value fill_value(Prover *prover) {
    const Plan *plan = prover->plan;
    return value_constant(
        prover, plan->flow_count ? repeated(plan->flows[0].limits.fill, plan->dtype->bits) : 0);
}

/* A second value over a first one, in registers that the caller gets: only a fill may be
 * replaced. */
static bool write_register(Warp *warp, Unit unit, const Held *held) {
    Prover *prover = warp->run->prover;
    const Side *side = &warp->run->step->dst;
    const Bundle *bundle = &prover->plan->bundles[side->of];
    int64_t index;
    if (!register_index(warp, 0, unit, &index))
        return false;
    Content *content = &register_at(&prover->registers[side->of], index)->content;
    const Picks *picks = prover->plan->flow_count ? flow_picks(&prover->plan->flows[0]) : NULL;
    Value but = prover->bound_count || (picks && picks->absent) ? fill_value(prover) : 0;
    if (content_writing(content))
        return proof_fail(prover, "in-flight", "%s is written while it is in flight", bundle->name);
    if (bundle->role == ROLE_OUT && content_stored(content, &held->box, but))
        return proof_fail(
            prover,
            "twice",
            "%s[%lld] of %s is written twice",
            bundle->name,
            (long long)(index % bundle->count),
            actor_text(prover, actor_in(warp, unit.lane)));
    content_put(prover, content, &held->box, held->value);
    if (warp->flight)
        content_extra(content)->writing = warp->flight;
    return true;
}

/* The place that a unit goes to, where it is one cell or register. */
static Content *content_at(Warp *warp, Unit unit) {
    Prover *prover = warp->run->prover;
    const Side *dst = &warp->run->step->dst;
    int64_t index;
    if (dst->kind == AT_BUNDLE)
        return register_index(warp, 0, unit, &index)
                   ? &register_at(&prover->registers[dst->of], index)->content
                   : NULL;
    Cell *cell = cell_at(warp, 0, unit.lane, unit.offset, 0);
    return cell ? &cell->content : NULL;
}

static bool write_part(Warp *warp, Unit unit, const Held *held) {
    return warp->run->step->dst.kind == AT_BUFFER ? write_cells(warp, unit, held)
                                                  : write_register(warp, unit, held);
}

/* What is carried covers `all`, each part once. Where that is everything, the parts of the last
 * value are what the place holds wherever no other part says otherwise: element (3, 5) of a filled
 * tile is one part for rows > 3 and cols > 5, and the fill for all the rest. */
static bool write_all(Warp *warp, Unit unit, const Held *held, Content *content) {
    const Held *last = held;
    while (last->next)
        last = last->next;
    for (; held; held = held->next)
        if (held->value != last->value && !write_part(warp, unit, held))
            return false;
    if (!write_part(warp, unit, last))
        return false;
    Held *part = content->extra->parts; /* the last one, just written */
    content->extra->parts = part->next;
    part->next = warp->run->prover->spare;
    warp->run->prover->spare = part;
    content->value = last->value;
    content->stored = true;
    return true;
}

static bool write_unit(Warp *warp, Unit unit, const Held *held, const Box *all) {
    Prover *prover = warp->run->prover;
    const Plan *plan = prover->plan;
    const Side *dst = &warp->run->step->dst;
    bool scratch = dst->kind == AT_BUNDLE && plan->bundles[dst->of].role == ROLE_SCRATCH;
    bool one = dst->kind == AT_BUNDLE || (plan->buffers[dst->of].space != SPACE_GMEM &&
                                          cells_per_element(prover, dst->of) == 1);
    if (one && held && held->next && box_within(&prover->everything, all)) {
        Content *content = content_at(warp, unit);
        if (!content)
            return false;
        if (scratch)
            content_clear(prover, content);
        if (!content->value && !(content->extra && content->extra->parts))
            return write_all(warp, unit, held, content);
    }
    for (; held; held = held->next)
        if (!write_part(warp, unit, held))
            return false;
    return true;
}

/* ---- one unit ------------------------------------------------------------------------------- */

static bool hold_rest(void *context, const Box *box, Value value) {
    Carried *carried = context;
    if (value == 0)
        carry_more(carried, box, carried->with);
    return true;
}

/* Zero for the limits of `all` that are not in `box`. */
static void carry_zeros(Carried *carried, const Box *all, const Box *box, bool any) {
    Held inside = {*box, 1, NULL};
    Extra extra = {.parts = &inside};
    Content content = {.extra = any ? &extra : NULL};
    Carried zeros = *carried;
    zeros.with = value_constant(carried->prover, 0);
    content_visit(&content, all, hold_rest, &zeros);
    carried->first = zeros.first;
}

/* For which limits element e moves: all conditions, the last one for e itself where they count. */
static bool zero_box(Warp *warp, int64_t e, Box *box, bool *any) {
    Run *run = warp->run;
    const Step *step = run->step;
    bool counted = step->rest == REST_ZERO_COUNTED, load = step->dst.kind == AT_BUNDLE;
    int plain = step->cond_count - counted;
    if (counted && (load || plain < 0))
        return fail_at(run, "unproven", "the load has no element count");
    if (counted && side_bits(run->prover->plan, &step->dst) < 8)
        return fail_at(run, "unproven", "an element count cannot end inside a byte");
    if (!conds_box(run, step->conds, plain, warp->cta, warp->rank[warp->lane], box, any))
        return false;
    if (!counted || !*any)
        return true;
    Cond last = step->conds[plain];
    last.lhs.constant += e;
    Point point = point_of(run, warp->cta, warp->rank[warp->lane]);
    if (last.op != COND_LT || !limits_narrow(run->prover, &last, &point, box, any))
        return fail_at(run, "unproven", "the element count is not a limit");
    return true;
}

/* In which types it converts or combines. */
static Carried carried_by(const Warp *warp) {
    const Step *step = warp->run->step;
    const Bundle *bundles = warp->run->prover->plan->bundles;
    Act act = primitives[step->primitive].act;
    Carried carried = {.prover = warp->run->prover};
    if (act == ACT_CONVERT || act == ACT_COMBINE)
        carried.from = bundles[step->src[0].of].dtype;
    if (act == ACT_CONVERT) {
        carried.to = bundles[step->dst.of].dtype;
        carried.rounding = primitive_conversion(step->primitive)->rounding;
    }
    return carried;
}

/* Both sources of a sum: every value of the one with every value of the other. */
static bool carry_both(Warp *warp, Unit dst, Unit src, const Box *box, Carried *carried) {
    Run *run = warp->run;
    Carried first = {.prover = run->prover};
    (void)dst;
    if (!read_unit(warp, 1, src, box, &first))
        return false;
    for (const Held *held = first.first; held; held = held->next) {
        carried->with = held->value;
        carried->op = run->step->combine;
        if (!read_unit(warp, 2, src, &held->box, carried))
            return false;
    }
    carry_no_more(&first);
    return true;
}

static bool read_one(Warp *warp, int number, Unit src, const Box *box, Value *out) {
    Carried carried = {.prover = warp->run->prover};
    if (!read_unit(warp, number, src, box, &carried))
        return false;
    if (carried.first->next)
        return fail_at(warp->run, "unproven", "a comparison runs only for some limits");
    *out = carried.first->value;
    carry_no_more(&carried);
    return true;
}

/* The number where both are equal. */
static bool carry_index(Warp *warp, Unit src, const Box *box, Carried *carried) {
    Run *run = warp->run;
    Point point = point_of(run, warp->cta, warp->rank[warp->lane]);
    Value value, with;
    int64_t index;
    if (!read_one(warp, 1, src, box, &value) || !read_one(warp, 2, src, box, &with))
        return false;
    if (!known_value(run->step->value, &point, &index) || index < 0 || index >= UINT32_MAX)
        return fail_at(run, "unproven", "an index is not a 32-bit number");
    return carry(carried, box, value_index(run->prover, value, with, index));
}

/* A reduction in memory: what the place holds, with what comes. */
static bool carry_onto(Warp *warp, Unit dst, Unit src, const Box *box, Carried *carried) {
    Run *run = warp->run;
    int buffer = run->step->dst.of;
    Carried first = {.prover = run->prover};
    if (cells_per_element(run->prover, buffer) > 1)
        return fail_at(run, "unproven", "a reduction uses an arena of several types");
    if (!read_unit(warp, 1, src, box, &first))
        return false;
    const Cell *cell = cell_at(warp, 0, dst.lane, dst.offset, 0);
    carried->op = run->step->combine;
    carried->from = run->prover->plan->buffers[buffer].dtype;
    for (const Held *held = first.first; cell && held; held = held->next) {
        carried->with = held->value;
        if (!content_visit(&cell->content, &held->box, carry, carried))
            return false;
    }
    carry_no_more(&first);
    return cell != NULL;
}

/* The same register of all lanes: each value once. */
static bool carry_warp(Warp *warp, Unit src, const Box *box, Carried *carried) {
    Run *run = warp->run;
    Combine op = run->step->combine;
    const Dtype *dtype = run->prover->plan->bundles[run->step->src[0].of].dtype;
    Value all = 0;
    for (src.lane = 0; src.lane < 32; src.lane++) {
        Carried one = {.prover = run->prover};
        if (!read_unit(warp, 1, src, box, &one))
            return false;
        if (one.first->next)
            return fail_at(run, "unproven", "a combination of lanes runs only for some limits");
        Value value = one.first->value;
        if (src.lane > 0 && !value_combined(run->prover, op, dtype, all, value, &value))
            return false;
        all = value;
    }
    return carry(carried, box, all);
}

/* What is read of the tensor; outside of it what the map fills with, which it does not round. */
static bool read_box(Warp *warp, int64_t e, const Box *all, Carried *carried) {
    Run *run = warp->run;
    Prover *prover = run->prover;
    Box box = *all;
    BoxPlace place;
    if (!box_place(warp, e, &box, &place))
        return false;
    const Object *map = &prover->plan->objects[step_tensor(run->step)->of];
    const Dtype *dtype = prover->plan->buffers[place.buffer].dtype;
    const Dtype *to = tensor_rounds(map) ? dtype_find("tf32", 4) : NULL;
    Oob oob = map->oob == OOB_NAN ? OOB_NAN : OOB_ZERO;
    Value outside = oob_value(prover, oob), value;
    if (!place.inside && place.clips.never)
        return carry(carried, all, outside);
    carry_zeros(carried, all, &box, place.inside);
    if (!place.inside)
        return true;
    Cell *cell = cell_find(prover, place.buffer, 0, &place.at, 0);
    if (!cell)
        return proof_fail(
            prover,
            "outside",
            "the box reads %s, which is outside the region",
            cell_text(prover, place.buffer, &place.at));
    if (!cell_read(prover, cell, actor_in(warp, warp->lane), PROXY_ASYNC, warp->flight) ||
        !limits_check(prover, cell, &box))
        return false;
    if (place.clips.count == 0 && !place.asks) {
        carried->from = dtype;
        carried->to = to;
        carried->rounding = ROUNDING_RN;
        return content_visit(&cell->content, &box, carry, carried);
    }
    if (prover->bound_count || !cell->content.value)
        return fail_at(run, "unproven", "a box of a tensor within limits of another kind");
    value = cell->content.value;
    if (to)
        value = value_converted(prover, value, dtype, to, ROUNDING_RN);
    value = clips_value(prover, &place.clips, value, outside);
    if (place.asks)
        value = pick_clipped(prover, place.element, value, outside);
    return carry(carried, &box, value);
}

/* What is written, or combined with what is there, for the coordinates that are the tensor's. */
static bool write_box(Warp *warp, int64_t e, const Held *held) {
    Run *run = warp->run;
    Prover *prover = run->prover;
    const PrimitiveId primitive = run->step->primitive;
    const Actor actor = actor_in(warp, warp->lane);
    Box box = held->box;
    Value value = held->value;
    BoxPlace place;
    if (prover->bound_count || held->next)
        return fail_at(run, "unproven", "a box of a tensor within limits of another kind");
    if (!box_place(warp, e, &box, &place) || !place.inside)
        return prover->kind == NULL;
    Cell *cell = cell_find(prover, place.buffer, 0, &place.at, 0);
    if (!cell)
        return proof_fail(
            prover,
            "outside",
            "the box writes %s, which is outside the region",
            cell_text(prover, place.buffer, &place.at));
    if (cell->is_reduced && !primitive_is_reduction(primitive) &&
        cell_is_reduced(prover, cell, "overwrites", actor))
        return false;
    if (run->step->combine != COMBINE_NONE && !value_combined(
                                                  prover,
                                                  run->step->combine,
                                                  prover->plan->buffers[place.buffer].dtype,
                                                  cell->content.value,
                                                  value,
                                                  &value))
        return false;
    if (!cell_write(prover, cell, actor, PROXY_ASYNC, warp->flight, &held->box))
        return false;
    value = clips_value(prover, &place.clips, value, value_untouched(prover));
    content_put(prover, &cell->content, &held->box, value);
    return true;
}

/* Where the row may be missing what is there stays, or zero comes. */
static bool clip_picked(Warp *warp, Unit dst, Held *held) {
    Run *run = warp->run;
    Prover *prover = run->prover;
    const Side *to = &run->step->dst;
    bool scratch = to->kind == AT_BUNDLE && prover->plan->bundles[to->of].role == ROLE_SCRATCH;
    int64_t element;
    if (!step_asks(run, warp->cta, warp->rank[warp->lane], &element))
        return true;
    Value otherwise = value_constant(prover, 0);
    if (!step_zeroes(run->step)) {
        const Content *content = content_at(warp, dst);
        if (!content || (content->extra && content->extra->parts))
            return content && fail_at(run, "unproven", "what stays depends on limits");
        otherwise = content->value ? content->value
                    : scratch      ? value_leaf(prover) /* nobody knows it */
                                   : value_untouched(prover);
    }
    for (; held; held = held->next)
        held->value = pick_clipped(prover, element, held->value, otherwise);
    return true;
}

bool move_unit(void *context, Unit dst, int from, Unit src) {
    Warp *warp = context;
    Run *run = warp->run;
    const Primitive *primitive = &primitives[run->step->primitive];
    Carried carried = carried_by(warp);
    Box all = warp->box[warp->lane], box = all;
    bool any = true, ok = true;
    if (step_zeroes(run->step)) {
        if (!zero_box(warp, src.offset, &box, &any))
            return false;
        carry_zeros(&carried, &all, &box, any);
    }
    if (any && primitive->act == ACT_FILL)
        ok = carry(&carried, &box, fill_value(run->prover));
    else if (any && primitive_is_box(run->step->primitive) && run->step->dst.kind == AT_TENSOR)
        return read_unit(warp, 1, src, &box, &carried) &&
               write_box(warp, dst.offset, carried.first);
    else if (any && primitive_is_box(run->step->primitive))
        ok = read_box(warp, src.offset, &box, &carried);
    else if (any && primitive->act == ACT_REDUX)
        ok = carry_warp(warp, src, &box, &carried);
    else if (any && primitive->act == ACT_INDEX)
        ok = carry_index(warp, src, &box, &carried);
    else if (any && primitive->act == ACT_COMBINE)
        ok = carry_both(warp, dst, src, &box, &carried);
    else if (any && run->step->combine != COMBINE_NONE)
        ok = carry_onto(warp, dst, src, &box, &carried);
    else if (any)
        ok = read_unit(
            warp, 1 + (primitive->act == ACT_SELECT ? warp->from : from), src, &box, &carried);
    ok = ok && clip_picked(warp, dst, carried.first);
    if (ok && primitive->kind == KIND_REGISTERS) {
        warp->moved[warp->moved_count++] = (Moved){dst, all, carried.first};
        return true;
    }
    ok = ok && write_unit(warp, dst, carried.first, &all);
    carry_no_more(&carried);
    return ok;
}

bool write_moved(Warp *warp) {
    for (int i = 0; i < warp->moved_count; i++) {
        Carried carried = {.prover = warp->run->prover, .first = warp->moved[i].held};
        warp->lane = warp->moved[i].dst.lane;
        if (!write_unit(warp, warp->moved[i].dst, carried.first, &warp->moved[i].all))
            return false;
        carry_no_more(&carried);
    }
    warp->moved_count = 0;
    return true;
}
