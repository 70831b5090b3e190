/* places.c: where one step of a proof reads and writes, lane by lane: addresses as polynomials,
 * whether they are aligned and in reach, and whose memory or registers they are of. */
#include "prove.h"

Point point_of(const Run *run, int cta, int64_t rank) {
    return (Point){rank, run->loop, run->prover->symbol[cta]};
}

bool known_value(const Expr *expr, const Point *point, int64_t *out) {
    return expr_is_concrete(expr, point) && expr_value(expr, point, out);
}

/* Beyond 2^48 elements no memory is, and sums and products of addresses might wrap: element 2^62 of
 * f32 in an arena of bytes would be byte 0. */
static bool within_reach(const Poly *at) {
    const int64_t most = (int64_t)1 << 48;
    bool within = at->constant > -most && at->constant < most;
    for (int i = 0; i < MAX_MONOMIALS; i++)
        within = within && at->value[i] > -most && at->value[i] < most;
    return within;
}

static bool address(Run *run, const Expr *expr, int cta, int64_t rank, Poly *at) {
    Prover *prover = run->prover;
    Point point = point_of(run, cta, rank);
    if (expr_poly(expr, &point, &prover->basis, prover->plan->symbols, at))
        return within_reach(at) ||
               fail_at(run, "overflow", "an address is outside -2^48 to 2^48 elements");
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
    if (at->constant % want * unit % want)
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

/* A number that all lanes agree on or that the rank gives: the lane of a shuffle, the CTA of an
 * access. */
bool peer_of(Run *run, const Expr *peer, int cta, int64_t rank, int64_t end, int64_t *out) {
    Point point = point_of(run, cta, rank);
    if (!known_value(peer, &point, out) || *out < 0 || *out >= end)
        return fail_at(run, "outside", "the peer does not exist");
    return true;
}

/* ---- one warp at one step -------------------------------------------------------------------- */

const Side *side_of(const Step *step, int side) {
    return side == 0 ? &step->dst : &step->src[side - 1];
}

Actor actor_in(const Warp *warp, int lane) {
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
    if (!expr_is_concrete(&side->at, &point))
        return fail_at(run, "unproven", "a register number is known only at run time");
    if (!expr_value(&side->at, &point, &slot) || slot < 0 || slot >= bundle->count)
        return proof_fail(
            run->prover,
            "outside",
            "%s uses registers outside %s[%lld]",
            actor_text(run->prover, actor_in(warp, lane)),
            bundle->name,
            (long long)bundle->count);
    if (bits < 8 && moved >= 8 && slot * bits % 8)
        return fail_at(run, "misaligned", "a packed register starts inside a byte");
    *at = (Poly){.constant = slot};
    return true;
}

static bool is_reached(const Run *run, int lane) {
    const Primitive *primitive = &primitives[run->step->primitive];
    return !primitive_is_matrix(run->step->primitive) || lane < primitive->bits / 32 * 8;
}

/* tcgen05.ld: warp w of a warpgroup reaches lanes 32 * (w % 4) and on. */
static bool check_tmem(Warp *warp, const Poly *at) {
    int64_t first = at->constant / TMEM_COLUMNS, column = at->constant % TMEM_COLUMNS;
    const Step *step = warp->run->step;
    int64_t columns = step_elements(warp->run->prover->plan, step);
    bool known = poly_is_constant(at) && at->constant >= 0 && column + columns <= TMEM_COLUMNS;
    if (side_bits(warp->run->prover->plan, &step->dst) != 32)
        return fail_at(warp->run, "wrong", "a column of tensor memory has 32 bits");
    if (known && first == 32 * (warp->warp % 4) && warp->run->prover->plan->threads % 128 == 0)
        return true;
    return fail_at(
        warp->run, "outside", "a warp can access only its own 32 lanes of tensor memory");
}

/* Its swizzle is one of address bits. Rows of 16 bytes that are loaded one by one, as upstream
 * does, begin at 16: the manual asks for 128, an H200 ends the kernel, and only `policy tirx` does
 * it, with the warning W_BOX_PLACE. */
static int64_t box_alignment(const Run *run, const Side *side, int64_t plain) {
    enum { LOADED = 16 };
    const Plan *plan = run->prover->plan;
    const Object *map = &plan->objects[step_tensor(run->step)->of];
    int64_t period = swizzle_period(&map->swizzle) * side_bits(plan, side) / 8;
    bool loads = side == &run->step->dst;
    if (!map->swizzle.on)
        return loads ? LOADED : plain;
    return period > plain ? period : plain;
}

/* The tile begins where the pattern of the swizzle does, so that the bits of its addresses are
 * those of its places. The rows themselves may begin at any multiple of 128 bytes. */
static bool rows_are_placed(Warp *warp, const Side *side, int lane) {
    const Run *run = warp->run;
    const Object *map = &run->prover->plan->objects[step_tensor(run->step)->of];
    const Poly begin = {0};
    int64_t period = swizzle_period(&map->swizzle) * side_bits(run->prover->plan, side) / 8;
    return !map->swizzle.on ||
           check_aligned(warp->run, side->of, &begin, period, actor_in(warp, lane));
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
    int64_t align = primitive->align;
    if (primitive->act == ACT_BOX)
        align = box_alignment(run, side, primitive->align);
    if (primitive->act == ACT_ROWS && !rows_are_placed(warp, side, lane))
        return false;
    if (!address(run, &side->at, warp->cta, warp->rank[lane], at) ||
        !check_aligned(run, side->of, at, align, actor_in(warp, lane)))
        return false;
    Point point = point_of(run, warp->cta, warp->rank[lane]);
    if (!edges_fit(run, side, &point, at))
        return false;
    return primitive->act != ACT_TMEM || check_tmem(warp, at);
}

static bool is_brought(const Run *run, const Side *side) {
    const Plan *plan = run->prover->plan;
    return (side->kind == AT_BUFFER && plan->buffers[side->of].role == ROLE_IN) ||
           (side->kind == AT_BUNDLE && plan->bundles[side->of].role == ROLE_IN);
}

static bool owner_in(Warp *warp, int number, int lane) {
    Run *run = warp->run;
    const Side *side = side_of(run->step, number);
    int64_t peer = warp->cta;
    if (side->kind == AT_BUFFER && side->peer &&
        !peer_of(run, side->peer, warp->cta, warp->rank[lane], run->prover->ctas, &peer))
        return false;
    warp->owner[number] = (int)peer;
    if (peer != warp->cta)
        ring_moves(run->prover, is_brought(run, &run->step->src[0]));
    return true;
}

bool addresses_in(Warp *warp, int lane) {
    for (int number = 0; number < 3; number++)
        if (side_of(warp->run->step, number)->kind != SIDE_NONE &&
            (!owner_in(warp, number, lane) || !address_in(warp, number, lane)))
            return false;
    return true;
}
