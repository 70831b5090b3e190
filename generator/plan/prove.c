/* prove.c: provenance execution. Every element of every source is a value; the parts are run in the order
 * of the script, for all threads of all CTAs in lockstep, through memory, registers, other lanes and
 * other CTAs; the plan is accepted iff the destination holds exactly the values that its layout asks
 * for, every access is aligned and inside the region, no two accesses without order conflict, nothing in
 * flight is touched at its open end, and every collective has whole groups.
 *
 * There is one body for all instructions: transfer.c says which unit goes where, it is read and written.
 * Addresses are polynomials in the run-time symbols, so one execution stands for all their values. Two
 * different polynomials are different addresses by the layout's own injectivity (ld >= extent). Origins
 * that go through a swizzle are enumerated: they are bounded by the buffer. */
#include "prove.h"
#include <string.h>

static bool fail_at(const Run *run, const char *kind, const char *why) {
    return proof_fail(
        run->prover, kind, "phase %d step %d: %s", run->phase_index, run->step_index, why);
}

/* ---- addresses ------------------------------------------------------------------------------ */

static Point point_of(const Run *run, int cta, int64_t rank) {
    return (Point){rank, run->loop, run->prover->symbol[cta]};
}

static bool address(Run *run, const Expr *expr, int cta, int64_t rank, Poly *at) {
    Prover *prover = run->prover;
    Point point = point_of(run, cta, rank);
    if (expr_poly(expr, &point, &prover->basis, prover->plan->symbols, at))
        return true;
    for (int i = 0; i < prover->plan->symbol_count; i++)
        if (prover->plan->symbols[i].role == SYMBOL_ORIGIN && prover->symbol[cta][i] == SYMBOLIC)
            prover->needs_concrete = true;
    return proof_fail(
        prover,
        "unproven",
        "phase %d step %d: an address cannot be evaluated for all run-time values",
        run->phase_index,
        run->step_index);
}

/* Is the address a multiple of `bytes` for all values of the symbols? */
static bool aligned(const Prover *prover, int buffer, const Poly *at, int64_t bytes) {
    const Buffer *b = &prover->plan->buffers[buffer];
    int64_t unit = b->dtype->bits, want = bytes * 8;
    int64_t base = b->arena ? prover->plan->arenas[b->arena - 1].align : b->align;
    if (base % bytes || b->offset % bytes)
        return false;
    if (at->constant * unit % want)
        return false;
    for (int i = 0; i < prover->basis.count; i++) {
        Coef coef = prover->basis.monomial[i];
        if (at->value[i] == 0)
            continue;
        coef.value = at->value[i];
        if (coef_divisor(coef, prover->plan->symbols) % want * unit % want)
            return false;
    }
    return true;
}

static bool check_aligned(Run *run, int buffer, const Poly *at, int64_t bytes, Actor actor) {
    if (aligned(run->prover, buffer, at, bytes))
        return true;
    return proof_fail(
        run->prover,
        "misaligned",
        "%s: %s is not known to be %lld-byte aligned",
        actor_text(run->prover, actor),
        cell_text(run->prover, buffer, at),
        (long long)bytes);
}

/* A number that all lanes agree on or that the rank gives: the lane of a shuffle, the CTA of an access. */
static bool peer_of(Run *run, const Expr *peer, int cta, int64_t rank, int64_t end, int64_t *out) {
    Point point = point_of(run, cta, rank);
    if (!expr_is_concrete(peer, &point) || !expr_value(peer, &point, out) || *out < 0 || *out >= end)
        return fail_at(run, "outside", "a peer that does not exist");
    return true;
}

/* ---- one warp at one step -------------------------------------------------------------------- */

/* What the lanes of a warp give to an instruction. Of an elected thread, lane 0 stands for all. */
typedef struct {
    Run *run;
    int cta, warp; /* of the CTA */
    bool elected;
    Box box[32];         /* the limits for which each lane is here */
    int64_t rank[32];
    Poly at[3][32];      /* dst, src[0], src[1]: an address, or a slot as a constant */
    int owner[3];        /* whose memory: a CTA */
    int lane;            /* that the transfer runs for */
    int from;            /* of a select: which source */
    Flight flight;
    bool flies;
} Warp;

static const Side *side_of(const Step *step, int side) {
    return side == 0 ? &step->dst : &step->src[side - 1];
}

static Actor actor_in(const Warp *warp, int lane) {
    const Prover *prover = warp->run->prover;
    return warp->elected ? actor_elected(prover, warp->cta * prover->warps + warp->warp)
                         : actor_of(prover, warp->cta, warp->rank[lane]);
}

/* Registers first .. of a bundle, for this rank. */
static bool slot_in(Warp *warp, const Side *side, int lane, Poly *at) {
    Run *run = warp->run;
    const Plan *plan = run->prover->plan;
    const Bundle *bundle = &plan->bundles[side->of];
    Point point = point_of(run, warp->cta, warp->rank[lane]);
    int64_t slot, bits = bundle->dtype->bits, moved = primitives[run->step->primitive].bits;
    if (!expr_value(&side->at, &point, &slot) || slot < 0 || slot >= bundle->count)
        return proof_fail(
            run->prover,
            "outside",
            "%s uses registers outside %s[%lld]",
            actor_text(run->prover, actor_in(warp, lane)),
            bundle->name,
            (long long)bundle->count);
    if (bits < 8 && moved >= 8 && slot * bits % 8)
        return fail_at(run, "misaligned", "a packed register begins in the middle of a byte");
    *at = (Poly){.constant = slot};
    return true;
}

static bool is_reached(const Run *run, int lane) {
    const Primitive *primitive = &primitives[run->step->primitive];
    return !primitive_is_matrix(run->step->primitive) || lane < primitive->bits / 32 * 8;
}

/* tcgen05.ld: warp w of a warpgroup reaches lanes 32 * (w % 4) and on. */
static bool check_tmem(Warp *warp, const Poly *at) {
    int64_t first = at->constant / TMEM_COLUMNS;
    bool known = poly_is_constant(at) && at->constant >= 0;
    if (known && first == 32 * (warp->warp % 4) && warp->run->prover->plan->threads % 128 == 0)
        return true;
    return fail_at(
        warp->run, "outside", "a warp reaches only the 32 lanes of tensor memory that are its own");
}

static bool address_in(Warp *warp, int number, int lane) {
    Run *run = warp->run;
    const Side *side = side_of(run->step, number);
    const Primitive *primitive = &primitives[run->step->primitive];
    Poly *at = &warp->at[number][lane];
    if (side->kind == AT_BUNDLE)
        return slot_in(warp, side, lane, at);
    if (side->kind != AT_BUFFER || !is_reached(run, lane))
        return true;
    if (!address(run, &side->at, warp->cta, warp->rank[lane], at) ||
        !check_aligned(run, side->of, at, primitive->align, actor_in(warp, lane)))
        return false;
    return primitive->act != ACT_TMEM || check_tmem(warp, at);
}

static bool owner_in(Warp *warp, int number, int lane) {
    Run *run = warp->run;
    const Side *side = side_of(run->step, number);
    int64_t peer = warp->cta;
    if (side->kind == AT_BUFFER && side->peer &&
        !peer_of(run, side->peer, warp->cta, warp->rank[lane], run->prover->ctas, &peer))
        return false;
    warp->owner[number] = (int)peer;
    return true;
}

/* ---- reading and writing a unit ------------------------------------------------------------- */

/* What is on the way to one place, for the boxes of the limits. */
typedef struct {
    Prover *prover;
    Held *first;
    Value with; /* values are combined with it, 0: they are as they are */
    Combine op;
    const Dtype *dtype; /* converted to it; NULL: as they are */
} Carried;

static bool carry(void *context, const Box *box, Value value) {
    Carried *carried = context;
    Held *held = NEW(Held);
    if (value == 0)
        return proof_fail(carried->prover, "uninitialised", "a value that was never written is used");
    if (carried->dtype)
        value = value_converted(carried->prover, value, carried->dtype);
    if (carried->with &&
        !value_combined(carried->prover, carried->op, value, carried->with, &value))
        return false;
    *held = (Held){*box, value, carried->first};
    carried->first = held;
    return true;
}

/* The cell of piece `piece` of an element. Scratch comes into being when it is first written. */
static Cell *cell_at(Warp *warp, int number, int lane, int64_t offset, int piece) {
    Prover *prover = warp->run->prover;
    const Side *side = side_of(warp->run->step, number);
    const Buffer *b = &prover->plan->buffers[side->of];
    Poly place = warp->at[number][lane];
    place.constant += offset;
    Cell *cell = cell_find(prover, side->of, warp->owner[number], &place, piece);
    if (!cell && b->role == ROLE_SCRATCH && poly_is_constant(&place) && place.constant >= 0 &&
        place.constant < b->elements)
        return cell_make(prover, side->of, warp->owner[number], &place, piece);
    if (!cell)
        proof_fail(
            prover,
            "outside",
            "%s touches %s, which is not in the region",
            actor_text(prover, actor_in(warp, warp->lane)),
            cell_text(prover, side->of, &place));
    return cell;
}

static bool register_at(Warp *warp, int number, Unit unit, int64_t *index) {
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
        int64_t index;
        if (!cell ||
            !cell_read(
                prover,
                cell,
                actor_in(warp, warp->lane),
                primitive->proxy,
                warp->flies ? &warp->flight : NULL) ||
            !limits_check(prover, cell, box))
            return false;
        if (pieces == 1) {
            if (cell->content.value == 0 && !cell->content.parts)
                return proof_fail(
                    prover,
                    "uninitialised",
                    "%s reads %s before anything was written there",
                    actor_text(prover, actor_in(warp, warp->lane)),
                    cell_text(prover, cell->buffer, &cell->at));
            return content_visit(&cell->content, *box, carry, carried);
        }
        if (cell->content.value == 0)
            return proof_fail(prover, "uninitialised", "part of an element was never written");
        if (!value_is_piece(prover, cell->content.value, &whole, &index) || index != p ||
            (p > 0 && whole != first))
            return proof_fail(
                prover,
                "wrong",
                "%s holds pieces of different values",
                cell_text(prover, cell->buffer, &cell->at));
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
    if (!register_at(warp, number, unit, &index))
        return false;
    const Registers *registers = &prover->registers[side->of];
    if (registers->writing[index])
        return proof_fail(
            prover,
            "in-flight",
            "%s reads %s while it is in flight",
            actor_text(prover, actor_in(warp, unit.lane)),
            prover->plan->bundles[side->of].name);
    return content_visit(&registers->content[index], *box, carry, carried);
}

static bool write_cells(Warp *warp, Unit unit, const Held *held) {
    Prover *prover = warp->run->prover;
    const Side *side = &warp->run->step->dst;
    int pieces = cells_per_element(prover, side->of);
    for (int p = 0; p < pieces; p++) {
        Cell *cell = cell_at(warp, 0, unit.lane, unit.offset, p);
        if (!cell)
            return false;
        if (pieces > 1 && prover->limit_count)
            return proof_fail(prover, "unproven", "limits in an arena of several types");
        if (!limits_check(prover, cell, &held->box) ||
            !cell_write(
                prover,
                cell,
                actor_in(warp, warp->lane),
                primitives[warp->run->step->primitive].proxy,
                warp->flies ? &warp->flight : NULL,
                &held->box))
            return false;
        content_put(
            prover,
            &cell->content,
            &held->box,
            pieces == 1 ? held->value : value_piece(prover, held->value, p));
    }
    return true;
}

static uint64_t repeated(uint64_t fill, int bits) {
    return bits < 64 ? fill & (((uint64_t)1 << bits) - 1) : fill;
}

static Value fill_value(Prover *prover) {
    const Plan *plan = prover->plan;
    return value_constant(
        prover, plan->flow_count ? repeated(plan->flows[0].limits.fill, plan->dtype->bits) : 0);
}

/* A second value over a first one, in registers that the caller gets: only a fill may be replaced. */
static bool write_register(Warp *warp, Unit unit, const Held *held) {
    Prover *prover = warp->run->prover;
    const Side *side = &warp->run->step->dst;
    const Bundle *bundle = &prover->plan->bundles[side->of];
    int64_t index;
    if (!register_at(warp, 0, unit, &index))
        return false;
    Registers *registers = &prover->registers[side->of];
    Value but = prover->limit_count ? fill_value(prover) : 0;
    if (registers->writing[index])
        return proof_fail(prover, "in-flight", "%s is written while it is in flight", bundle->name);
    if (bundle->role == ROLE_OUT && content_stored(&registers->content[index], &held->box, but))
        return proof_fail(
            prover,
            "twice",
            "%s[%lld] of %s is written twice",
            bundle->name,
            (long long)(index % bundle->count),
            actor_text(prover, actor_in(warp, unit.lane)));
    content_put(prover, &registers->content[index], &held->box, held->value);
    if (warp->flies) {
        registers->writing[index] = NEW(Flight);
        *registers->writing[index] = warp->flight;
    }
    return true;
}

static bool write_unit(Warp *warp, Unit unit, const Held *held) {
    for (; held; held = held->next)
        if (!(warp->run->step->dst.kind == AT_BUFFER ? write_cells(warp, unit, held)
                                                     : write_register(warp, unit, held)))
            return false;
    return true;
}

/* ---- one unit ------------------------------------------------------------------------------- */

static bool hold_rest(void *context, const Box *box, Value value) {
    Carried *carried = context;
    Held *held = NEW(Held);
    if (value != 0)
        return true;
    *held = (Held){*box, carried->with, carried->first};
    carried->first = held;
    return true;
}

/* Zero for the limits of `all` that are not in `box`. */
static void carry_zeros(Carried *carried, const Box *all, const Box *box, bool any) {
    Held inside = {*box, 1, NULL};
    Content content = {.parts = any ? &inside : NULL};
    Carried zeros = {.first = carried->first, .with = value_constant(carried->prover, 0)};
    content_visit(&content, *all, hold_rest, &zeros);
    carried->first = zeros.first;
}

/* For which limits element e moves: all conditions, the last one for e itself where they count. */
static bool zero_box(Warp *warp, int64_t e, Box *box, bool *any) {
    Run *run = warp->run;
    const Step *step = run->step;
    bool counted = step->rest == REST_ZERO_COUNTED, load = step->dst.kind == AT_BUNDLE;
    int plain = step->cond_count - counted;
    if (counted && (load || plain < 0))
        return fail_at(run, "unproven", "a load is never counted");
    if (!conds_box(run, step->conds, plain, warp->cta, warp->rank[warp->lane], box, any))
        return false;
    if (!counted || !*any)
        return true;
    Cond last = step->conds[plain];
    last.lhs.constant += e;
    Point point = point_of(run, warp->cta, warp->rank[warp->lane]);
    if (last.op != COND_LT || !limits_narrow(run->prover, &last, &point, box, any))
        return fail_at(run, "unproven", "what is counted is no limit");
    return true;
}

static const Dtype *converts_to(const Warp *warp) {
    const Step *step = warp->run->step;
    return primitives[step->primitive].act == ACT_CONVERT
               ? warp->run->prover->plan->bundles[step->dst.of].dtype
               : NULL;
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
    return true;
}

/* Where an element of the box stands in the tensor, and whether it is one: beyond an extent it is zero. */
static bool read_box(Warp *warp, int64_t e, const Box *all, Carried *carried) {
    Run *run = warp->run;
    Prover *prover = run->prover;
    const Side *side = &run->step->src[0];
    const Object *map = &prover->plan->objects[side->of];
    Box box = *all;
    Poly at = {0};
    bool inside = true;
    for (int d = 0; d < map->rank; d++) {
        Point point = point_of(run, warp->cta, warp->rank[warp->lane]);
        int64_t coord;
        if (!expr_is_concrete(&side->coords[d], &point) ||
            !expr_value(&side->coords[d], &point, &coord))
            return fail_at(run, "unproven", "a box at coordinates known only at run time");
        coord += e % map->box[d];
        e /= map->box[d];
        if (map->extent[d].count == 1 && map->extent[d].value == 1)
            inside &= limits_narrow_to(prover, map->extent[d].symbol[0], coord, &box);
        else
            inside &= coord < map->extent[d].value;
        inside &= coord >= 0;
        if (!poly_add(&prover->basis, &at, map->stride[d], coord))
            return fail_at(run, "overflow", "an address of the tensor overflows");
    }
    carry_zeros(carried, all, &box, inside);
    if (!inside)
        return true;
    Cell *cell = cell_find(prover, map->buffer, 0, &at, 0);
    if (!cell)
        return proof_fail(
            prover,
            "outside",
            "the box reads %s, which is not in the region",
            cell_text(prover, map->buffer, &at));
    return cell_read(prover, cell, actor_in(warp, warp->lane), PROXY_ASYNC, &warp->flight) &&
           limits_check(prover, cell, &box) &&
           content_visit(&cell->content, box, carry, carried);
}

static bool move_unit(void *context, Unit dst, int from, Unit src) {
    Warp *warp = context;
    Run *run = warp->run;
    const Primitive *primitive = &primitives[run->step->primitive];
    Carried carried = {.prover = run->prover, .dtype = converts_to(warp)};
    Box all = warp->box[warp->lane], box = all;
    bool any = true, ok;
    if (step_zeroes(run->step)) {
        if (!zero_box(warp, src.offset, &box, &any))
            return false;
        carry_zeros(&carried, &all, &box, any);
    }
    if (!any)
        return write_unit(warp, dst, carried.first);
    if (primitive->act == ACT_FILL)
        ok = carry(&carried, &box, fill_value(run->prover));
    else if (primitive->act == ACT_BOX)
        ok = read_box(warp, src.offset, &box, &carried);
    else if (primitive->act == ACT_COMBINE)
        ok = carry_both(warp, dst, src, &box, &carried);
    else
        ok = read_unit(warp, 1 + (primitive->act == ACT_SELECT ? warp->from : from), src, &box, &carried);
    return ok && write_unit(warp, dst, carried.first);
}

/* ---- what a step may be made of ------------------------------------------------------------- */

static bool is_space(const Run *run, int number, Space space) {
    const Side *side = side_of(run->step, number);
    return side->kind == AT_BUFFER && run->prover->plan->buffers[side->of].space == space;
}

static bool check_sides(Run *run) {
    const Step *step = run->step;
    const Primitive *primitive = &primitives[step->primitive];
    bool dst = step->dst.kind == AT_BUNDLE, src = step->src[0].kind == AT_BUNDLE;
    switch (primitive->kind) {
    case KIND_LOAD:
    case KIND_MATRIX_LOAD:
    case KIND_TMEM_LOAD:
        return (dst && is_space(run, 1, primitive->space)) ||
               fail_at(run, "wrong", "the access is to the wrong space");
    case KIND_STORE:
    case KIND_MATRIX_STORE:
        return (src && is_space(run, 0, primitive->space)) ||
               fail_at(run, "wrong", "the access is to the wrong space");
    case KIND_ASYNC_COPY:
    case KIND_BULK_COPY:
        return (is_space(run, 0, primitive->space) && is_space(run, 1, primitive->space2)) ||
               fail_at(run, "wrong", "the copy is between the wrong spaces");
    case KIND_TENSOR_COPY:
        return (is_space(run, 0, primitive->space) && step->src[0].kind == AT_TENSOR) ||
               fail_at(run, "wrong", "the copy is between the wrong spaces");
    case KIND_FILL:
        return dst || fail_at(run, "wrong", "a fill of no registers");
    case KIND_REGISTERS:
        return (dst && src) || fail_at(run, "wrong", "an operand is in no register");
    default:
        return true;
    }
}

static bool check_second(Run *run) {
    const Step *step = run->step;
    Act act = primitives[step->primitive].act;
    bool two = act == ACT_SELECT || act == ACT_PERMUTE || act == ACT_COMBINE;
    if (two != (step->src[1].kind == AT_BUNDLE) || (step->rest == REST_OTHER) != (act == ACT_SELECT))
        return fail_at(run, "wrong", "the number of operands");
    if ((act == ACT_COMBINE) != (step->combine != COMBINE_NONE))
        return fail_at(run, "wrong", "what is combined, and how");
    if (act == ACT_SHUFFLE && !step->src[0].peer)
        return fail_at(run, "wrong", "a shuffle from no lane");
    if (step_zeroes(step) && primitives[step->primitive].kind != KIND_LOAD &&
        primitives[step->primitive].kind != KIND_ASYNC_COPY)
        return fail_at(run, "unproven", "it fills nothing here");
    return true;
}

static bool check_widths(Run *run) {
    const Plan *plan = run->prover->plan;
    const Step *step = run->step;
    const Primitive *primitive = &primitives[step->primitive];
    const Conversion *conversion = primitive_conversion(step->primitive);
    int bits = side_bits(plan, &step->dst), from = side_bits(plan, &step->src[0]);
    if (conversion) {
        const char *to = plan->bundles[step->dst.of].dtype->name;
        const char *of = plan->bundles[step->src[0].of].dtype->name;
        return (strcmp(to, conversion->to) == 0 && strcmp(of, conversion->from) == 0) ||
               fail_at(run, "wrong", mem_printf("%s converts other types", primitive->function));
    }
    if (from && from != bits)
        return fail_at(run, "wrong", "the two sides have elements of different widths");
    if (step->src[1].kind == AT_BUNDLE && side_bits(plan, &step->src[1]) != bits)
        return fail_at(run, "wrong", "the two sides have elements of different widths");
    if ((primitive->act == ACT_BYTES || primitive->act == ACT_BOX) &&
        (step->count <= 0 || step->count * 8 % bits || (step->count % 16)))
        return fail_at(
            run, "misaligned", mem_printf("a copy of %lld bytes", (long long)step->count));
    return true;
}

/* What is written must be the plan's to write. */
static bool check_roles(Run *run) {
    const Plan *plan = run->prover->plan;
    const Side *dst = &run->step->dst;
    bool in = dst->kind == AT_BUFFER   ? plan->buffers[dst->of].role == ROLE_IN
              : dst->kind == AT_BUNDLE ? plan->bundles[dst->of].role == ROLE_IN
                                       : false;
    const char *name = dst->kind == AT_BUFFER ? plan->buffers[dst->of].name
                       : in                   ? plan->bundles[dst->of].name
                                              : "";
    return !in || proof_fail(run->prover, "outside", "the source %s is written", name);
}

static bool check_step(Run *run) {
    const Plan *plan = run->prover->plan;
    const Primitive *primitive = &primitives[run->step->primitive];
    if (plan->targets & ~feature_targets(primitive->feature))
        return proof_fail(
            run->prover, "unavailable", "%s is not on all targets of the plan", primitive->function);
    if (primitive->kind == KIND_SYNC)
        return true;
    return check_sides(run) && check_second(run) && check_widths(run) && check_roles(run);
}

/* ---- who executes --------------------------------------------------------------------------- */

/* A thread that fails a condition on its own number gets nothing of a load that fills with zero. */
static bool left_out(const Run *run, int cta, int64_t rank) {
    const Step *step = run->step;
    Point point = point_of(run, cta, rank);
    for (int i = 0; step->rest == REST_ZERO && step->dst.kind == AT_BUNDLE && i < step->cond_count;
         i++) {
        const Cond *cond = &step->conds[i];
        bool ok = expr_is_concrete(&cond->lhs, &point) && expr_is_concrete(&cond->rhs, &point);
        if (ok && !cond_holds(cond, &point, &ok) && ok)
            return true;
    }
    return false;
}

/* Is this rank here, and for which limits? */
static bool comes(Run *run, int cta, int64_t rank, Box *box, bool *here, int *from) {
    const Plan *plan = run->prover->plan;
    const Step *step = run->step;
    int conds = step_zeroes(step) ? 0 : step->cond_count;
    bool holds = true;
    *box = run->prover->everything;
    *from = 0;
    *here = rank < plan->threads && scope_has_rank(&plan->scope, rank) && !left_out(run, cta, rank);
    if (*here && run->phase->guard_count &&
        !conds_box(run, run->phase->guard, run->phase->guard_count, cta, rank, box, here))
        return false;
    if (!*here || conds == 0)
        return true;
    Box whole = *box;
    if (!conds_box(run, step->conds, conds, cta, rank, box, &holds))
        return false;
    if (step->rest != REST_OTHER) {
        *here = holds;
        return true;
    }
    if (!box_equal(&whole, box) && holds)
        return fail_at(run, "unproven", "a select by a limit");
    *box = whole;
    *from = !holds;
    return true;
}

/* Everything that one thread of the warp does. */
static bool run_lane(Warp *warp, int lane) {
    Run *run = warp->run;
    const Plan *plan = run->prover->plan;
    const Step *step = run->step;
    const Primitive *primitive = &primitives[step->primitive];
    const char *why;
    int64_t peer = lane;
    warp->lane = lane;
    warp->flies = primitive->kind == KIND_ASYNC_COPY || primitive->kind == KIND_BULK_COPY ||
                  primitive->kind == KIND_TENSOR_COPY || primitive->kind == KIND_TMEM_LOAD;
    if (warp->flies &&
        !order_flight(run, actor_in(warp, lane), warp->cta, warp->owner[0], &warp->flight))
        return false;
    if (primitive->act == ACT_SHUFFLE &&
        !peer_of(run, step->src[0].peer, warp->cta, warp->rank[lane], 32, &peer))
        return false;
    if (!proof_spend(run->prover, step_elements(plan, step) + 1))
        return false;
    return plan_transfer(plan, step, lane, (int)peer, move_unit, warp, &why) ||
           fail_at(run, "wrong", why ? why : "it moves nothing");
}

static bool addresses_in(Warp *warp, int lane) {
    for (int number = 0; number < 3; number++)
        if (side_of(warp->run->step, number)->kind != SIDE_NONE &&
            (!owner_in(warp, number, lane) || !address_in(warp, number, lane)))
            return false;
    return true;
}

static bool run_thread(Run *run, int cta, int64_t rank) {
    Warp warp;
    bool here;
    warp.run = run;
    warp.cta = cta;
    warp.warp = (int)(rank / 32);
    warp.elected = false;
    warp.rank[0] = rank;
    if (!comes(run, cta, rank, &warp.box[0], &here, &warp.from))
        return false;
    return !here || (addresses_in(&warp, 0) && run_lane(&warp, 0));
}

/* Fills in the lanes of a warp that are here. */
static bool gather_warp(Run *run, int cta, int w, Warp *warp, uint64_t *lanes, int *from) {
    *lanes = 0;
    warp->run = run;
    warp->cta = cta;
    warp->warp = w;
    warp->elected = false;
    for (int lane = 0; lane < 32; lane++) {
        bool here;
        warp->rank[lane] = (int64_t)w * 32 + lane;
        if (!comes(run, cta, warp->rank[lane], &warp->box[lane], &here, &from[lane]))
            return false;
        *lanes |= here ? (uint64_t)1 << lane : 0;
    }
    return true;
}

static bool same_boxes(const Run *run, const Warp *warp, uint64_t lanes) {
    for (int lane = 0; lane < 32; lane++)
        if ((lanes >> lane & 1) && (lanes & 1) && !box_equal(&warp->box[0], &warp->box[lane]))
            return fail_at(run, "divergent", "a warp comes to a collective for some limits in part");
    return true;
}

/* An instruction that lanes execute together. */
static bool run_warp(Run *run, int cta, int w) {
    Warp warp;
    uint64_t lanes;
    int from[32];
    if (!gather_warp(run, cta, w, &warp, &lanes, from))
        return false;
    run->here[cta * run->prover->warps + w] = lanes;
    if (!lanes)
        return true;
    if (!order_group(run) || !same_boxes(run, &warp, lanes))
        return false;
    for (int lane = 0; lane < 32; lane++)
        if (!addresses_in(&warp, lane))
            return false;
    if (primitives[run->step->primitive].act == ACT_TMEM)
        for (int lane = 1; lane < 32; lane++)
            if (!poly_equal(&warp.at[1][0], &warp.at[1][lane]))
                return fail_at(run, "divergent", "lanes that give different addresses");
    for (int lane = 0; lane < 32; lane++) {
        warp.from = from[lane];
        if (!run_lane(&warp, lane))
            return false;
    }
    return true;
}

/* The one thread of a warp that an election picks: which one is open, so that all lanes must come to the
 * election, and nothing that it does may depend on its rank. */
static bool elect(Run *run, int cta, int w, Warp *warp, bool *any) {
    uint64_t lanes;
    int from[32];
    if (!gather_warp(run, cta, w, warp, &lanes, from))
        return false;
    *any = lanes != 0;
    if (lanes && lanes != 0xffffffffu)
        return fail_at(run, "divergent", "an election without the whole warp");
    return same_boxes(run, warp, lanes);
}

static bool run_elected(Run *run, int cta, int w) {
    Warp warp;
    bool any;
    if (!elect(run, cta, w, &warp, &any) || !any)
        return run->prover->kind == NULL;
    for (int number = 0; number < 3; number++)
        if (side_of(run->step, number)->kind == AT_BUNDLE)
            return fail_at(run, "divergent", "the elected thread uses registers");
    for (int lane = 0; lane < 32; lane++)
        if (!addresses_in(&warp, lane))
            return false;
    for (int number = 0; number < 3; number++)
        for (int lane = 1; side_of(run->step, number)->kind == AT_BUFFER && lane < 32; lane++)
            if (!poly_equal(&warp.at[number][0], &warp.at[number][lane]))
                return fail_at(run, "divergent", "the elected lane's address depends on its rank");
    warp.elected = true;
    return run_lane(&warp, 0);
}

/* A sync: everyone who is here first, then what it does. */
static bool run_sync(Run *run) {
    Prover *prover = run->prover;
    for (int cta = 0; cta < prover->ctas; cta++) {
        for (int w = 0; w < prover->warps; w++) {
            Warp warp;
            uint64_t lanes = 0;
            int from[32];
            bool any = false;
            if (run->phase->elected ? !elect(run, cta, w, &warp, &any)
                                    : !gather_warp(run, cta, w, &warp, &lanes, from))
                return false;
            for (int lane = 0; lane < 32; lane++)
                if (((lanes >> lane & 1) || any) &&
                    !box_equal(&warp.box[lane], &prover->everything))
                    return fail_at(run, "divergent", "a sync for some limits only");
            run->here[cta * prover->warps + w] = any ? (uint64_t)1 << ELECTED : lanes;
        }
    }
    if (run->phase->elected && primitives[run->step->primitive].group != GROUP_THREAD)
        return fail_at(run, "divergent", "an elected thread comes alone to a collective");
    return order_group(run) && order_sync(run);
}

static bool run_step_once(Run *run) {
    Prover *prover = run->prover;
    const Plan *plan = prover->plan;
    const Primitive *primitive = &primitives[run->step->primitive];
    prover->now++;
    if (!proof_spend(prover, (int64_t)plan->threads * prover->ctas))
        return false;
    memset(run->here, 0, (size_t)(prover->ctas * prover->warps) * sizeof *run->here);
    if (primitive->kind == KIND_SYNC)
        return run_sync(run);
    if (primitive->group != GROUP_THREAD && run->phase->elected)
        return fail_at(run, "divergent", "an elected thread comes alone to a collective");
    for (int cta = 0; cta < prover->ctas; cta++) {
        if (primitive->group == GROUP_THREAD && !run->phase->elected) {
            for (int64_t rank = 0; rank < plan->threads; rank++)
                if (!run_thread(run, cta, rank))
                    return false;
            continue;
        }
        for (int w = 0; w < prover->warps; w++)
            if (!(run->phase->elected ? run_elected(run, cta, w) : run_warp(run, cta, w)))
                return false;
    }
    return true;
}

/* ---- the script ----------------------------------------------------------------------------- */

/* Counts through a nest of loops, innermost fastest; false when it is through. */
static bool next_iteration(Run *run, const int *loops, int count) {
    for (int i = count - 1; i >= 0; i--) {
        if (++run->loop[loops[i]] < run->prover->plan->loops[loops[i]].extent)
            return true;
        run->loop[loops[i]] = 0;
    }
    return false;
}

static bool run_step(Run *run) {
    if (!check_step(run))
        return false;
    do {
        if (!run_step_once(run))
            return false;
    } while (next_iteration(run, run->step->repeat, run->step->repeat_count));
    return true;
}

static bool check_election(Run *run) {
    const Plan *plan = run->prover->plan;
    if (!run->phase->elected)
        return true;
    if (plan->scope.kind == SCOPE_THREAD)
        return fail_at(run, "divergent", "an election needs a warp, and one thread calls");
    return true;
}

static bool run_phase(Run *run, int at) {
    run->phase_index = at;
    run->phase = &run->prover->plan->phases[at];
    if (!check_election(run))
        return false;
    do {
        for (run->step_index = 0; run->step_index < run->phase->step_count; run->step_index++) {
            run->step = &run->phase->steps[run->step_index];
            if (!run_step(run))
                return false;
        }
    } while (next_iteration(run, run->phase->loops, run->phase->loop_count));
    return true;
}

/* The caller's own code, by the one rank for which its guard holds. */
static bool run_body(Run *run, const Part *part) {
    Prover *prover = run->prover;
    const Plan *plan = prover->plan;
    for (int cta = 0; cta < prover->ctas; cta++) {
        int64_t who = -1;
        for (int64_t rank = 0; rank < plan->threads; rank++) {
            Box box = prover->everything;
            bool here = scope_has_rank(&plan->scope, rank);
            if (here && !conds_box(run, part->guard, part->guard_count, cta, rank, &box, &here))
                return false;
            if (here && who >= 0)
                return proof_fail(prover, "divergent", "the region runs on more than one thread");
            who = here ? rank : who;
        }
        if (who < 0)
            return proof_fail(prover, "missing", "no thread runs the region");
        prover->now++;
        for (int i = 0; i < part->reads_count; i++)
            if (!goal_reads(prover, part->reads[i], actor_of(prover, cta, who)))
                return false;
        prover->now++;
        for (int i = 0; i < part->writes_count; i++)
            if (!goal_writes(prover, part->writes[i], actor_of(prover, cta, who)))
                return false;
    }
    return true;
}

static bool run_part(Run *run, const Part *part) {
    if (part->is_body)
        return run_body(run, part);
    for (int i = 0; i < part->phase_count; i++)
        if (!run_phase(run, part->first_phase + i))
            return false;
    return true;
}

static bool run_script(Run *run) {
    const Plan *plan = run->prover->plan;
    const Part whole = {.phase_count = plan->phase_count};
    if (plan->part_count == 0)
        return run_part(run, &whole);
    for (int i = 0; i < (plan->script_count ? plan->script_count : plan->part_count); i++)
        if (!run_part(run, &plan->parts[plan->script_count ? plan->script[i] : i]))
            return false;
    return true;
}

/* ---- what the plan may be made of ------------------------------------------------------------ */

/* With run-time strides, different polynomials must be different addresses. */
static bool check_injective(Prover *prover) {
    const Plan *plan = prover->plan;
    for (int f = 0; f < plan->flow_count && prover->basis.count > 0; f++) {
        if (plan->flows[f].dst.space == SPACE_REG)
            continue;
        Injectivity result = layout_injective(&plan->flows[f].dst, plan->symbols, plan->scope.kind);
        if (result.collides || result.unproven || result.too_big)
            return proof_fail(
                prover,
                result.collides ? "twice" : "unproven",
                "two elements of the destination may share an address for some run-time stride");
    }
    return true;
}

static bool within_limits(Prover *prover) {
    const Plan *plan = prover->plan;
    bool fits = plan->loop_count <= (int)COUNT_OF(((Run *)0)->loop) && plan->threads >= 1 &&
                plan->threads <= 1024 && plan->symbol_count <= MAX_SYMBOLS &&
                prover->ctas <= MAX_CTAS;
    for (int i = 0; fits && i < plan->loop_count; i++)
        if (plan->loops[i].extent < 1)
            return proof_fail(prover, "missing", "loop %s never runs", plan->loops[i].name);
    for (int i = 0; i < plan->bundle_count; i++)
        fits &= plan->bundles[i].count >= 0 && plan->bundles[i].count <= 1 << 16;
    return fits || proof_fail(prover, "too-big", "the plan is larger than a proof can hold");
}

/* Scratch lies in its arena, whose alignment the caller promises. */
static bool check_arenas(Prover *prover) {
    const Plan *plan = prover->plan;
    for (int i = 0; i < plan->buffer_count; i++) {
        const Buffer *b = &plan->buffers[i];
        if (!b->arena)
            continue;
        const Arena *arena = b->arena <= plan->arena_count ? &plan->arenas[b->arena - 1] : NULL;
        if (!arena || b->role != ROLE_SCRATCH)
            return proof_fail(prover, "wrong", "%s lies in an arena that is none", b->name);
        if (b->offset < 0 || b->offset + (b->elements * b->dtype->bits + 7) / 8 > arena->bytes)
            return proof_fail(
                prover, "outside", "%s does not fit into %s", b->name, arena->name);
    }
    return true;
}

static bool is_read_by_body(const Plan *plan, int flow, bool writes) {
    for (int p = 0; p < plan->part_count; p++) {
        const Part *part = &plan->parts[p];
        for (int i = 0; i < (writes ? part->writes_count : part->reads_count); i++)
            if (part->is_body && (writes ? part->writes[i] : part->reads[i]) == flow)
                return true;
    }
    return false;
}

static bool is_scratch(const Plan *plan, const Operand *operand, int at) {
    return operand->space == SPACE_REG ? plan->bundles[at].role == ROLE_SCRATCH
                                       : plan->buffers[at].role == ROLE_SCRATCH;
}

/* Both ends of a flow are somebody's: the caller's, or the region's between two parts. */
static bool check_flows(Prover *prover) {
    const Plan *plan = prover->plan;
    for (int f = 0; f < plan->flow_count; f++) {
        const Flow *flow = &plan->flows[f];
        if (is_scratch(plan, &flow->dst, flow->dst_at) && !is_read_by_body(plan, f, false))
            return proof_fail(
                prover, "missing", "flow %d ends in scratch memory that nobody reads", f);
        if (is_scratch(plan, &flow->src, flow->src_at) && !is_read_by_body(plan, f, true))
            return proof_fail(
                prover, "uninitialised", "flow %d begins in scratch memory that nobody writes", f);
        if (flow->dst.space == SPACE_REG && plan->bundles[flow->dst_at].role == ROLE_IN)
            return proof_fail(prover, "outside", "the destination is an argument that is read");
    }
    return true;
}

/* ---- the proof ------------------------------------------------------------------------------- */

static void registers_init(Prover *prover) {
    const Plan *plan = prover->plan;
    prover->registers = NEW_ARRAY(Registers, plan->bundle_count + 1);
    for (int i = 0; i < plan->bundle_count; i++) {
        size_t count = (size_t)(plan->bundles[i].count * plan->threads * prover->ctas);
        prover->registers[i] = (Registers){
            .count = plan->bundles[i].count,
            .content = NEW_ARRAY(Content, count),
            .expected = NEW_ARRAY(Value, count),
            .inside = NEW_ARRAY(const Box *, count),
            .writing = NEW_ARRAY(Flight *, count)};
    }
}

static void registers_start_round(Prover *prover) {
    const Plan *plan = prover->plan;
    for (int i = 0; i < plan->bundle_count; i++) {
        Registers *r = &prover->registers[i];
        int64_t count = r->count * plan->threads * prover->ctas;
        memset(r->content, 0, (size_t)count * sizeof *r->content);
        memset(r->expected, 0, (size_t)count * sizeof *r->expected);
    }
}

/* One execution, at one choice of the enumerated origins. */
static bool prove_once(Prover *prover) {
    const Plan *plan = prover->plan;
    Run run = {.prover = prover};
    int rounds = plan->rounds > 1 ? plan->rounds : 1;
    prover->elements = 0;
    prover->next_leaf = 1;
    prover->values = (Values){0};
    prover->source_values = NEW_ARRAY(Value *, plan->flow_count + 1);
    registers_init(prover);
    cells_init(prover, 256);
    order_init(prover);
    run.here = NEW_ARRAY(uint64_t, prover->ctas * prover->warps);
    if (!limits_init(prover) || !check_arenas(prover) || !check_flows(prover))
        return false;
    for (int round = 0; round < rounds; round++) {
        if (round > 0) {
            registers_start_round(prover);
            cells_start_round(prover);
        }
        if (!goal_sources(prover, round > 0) || !goal_destinations(prover) ||
            !check_injective(prover) || !run_script(&run) || !goal_reached(prover))
            return false;
    }
    return cells_landed(prover) && order_ends(prover);
}

/* The next combination of enumerated origins, in steps of their divisors. */
static bool next_origins(Prover *prover) {
    const Plan *plan = prover->plan;
    for (int i = plan->symbol_count - 1; i >= 0; i--) {
        const Symbol *symbol = &plan->symbols[i];
        if (symbol->role != SYMBOL_ORIGIN || prover->symbol[0][i] == SYMBOLIC)
            continue;
        int64_t next = prover->symbol[0][i] + symbol->divisor;
        bool more = next <= symbol->max;
        for (int cta = 0; cta < prover->ctas; cta++)
            prover->symbol[cta][i] = more ? next : symbol_least(symbol);
        if (more)
            return true;
    }
    return false;
}

/* An origin below 6 that is a multiple of 8 is 0: layouts are sliced with that number. The number of
 * another CTA is that of the next one, so that each is somebody's. */
static void choose_symbols(Prover *prover, bool enumerate) {
    const Plan *plan = prover->plan;
    for (int cta = 0; cta < prover->ctas; cta++) {
        for (int i = 0; i < MAX_SYMBOLS; i++) {
            const Symbol *symbol = &plan->symbols[i];
            int64_t *value = &prover->symbol[cta][i];
            *value = SYMBOLIC;
            if (i >= plan->symbol_count)
                continue;
            int64_t least = symbol_least(symbol);
            if (symbol->role == SYMBOL_CTA)
                *value = (cta + 1) % prover->ctas;
            else if (symbol->role == SYMBOL_ORIGIN &&
                     (enumerate || least + symbol->divisor > symbol->max))
                *value = least;
        }
    }
}

Proof plan_prove(const Plan *plan) {
    Prover *prover = NEW(Prover);
    MemMark mark = mem_mark();
    char reason[400] = "";
    bool ok;
    *prover = (Prover){
        .plan = plan, .ctas = plan_ctas(plan), .warps = (plan->threads + 31) / 32};
    ok = within_limits(prover);
    if (ok) {
        choose_symbols(prover, false);
        ok = prove_once(prover);
    }
    if (!ok && prover->needs_concrete) {
        *prover = (Prover){.plan = plan, .ctas = prover->ctas, .warps = prover->warps};
        choose_symbols(prover, true);
        do {
            mem_rewind(mark);
            prover->basis = (PolyBasis){0};
            ok = prove_once(prover);
        } while (ok && next_origins(prover));
    }
    if (prover->reason)
        snprintf(reason, sizeof reason, "%s", prover->reason);
    Proof proof = {.ok = ok, .elements = prover->elements, .kind = prover->kind};
    mem_rewind(mark);
    if (!ok)
        proof.reason = mem_printf("%s", reason);
    return proof;
}
