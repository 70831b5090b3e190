/* chunks.c: The bulk copies of a region. A bulk copy moves one run of bytes that is contiguous on
 * both sides, a multiple of 16 bytes. A series of them moves the region, with the outer digits in
 * loops. The order of bytes stays, so both sides must have the same swizzle, which is then copied
 * with the bytes. A swizzle that moves nothing inside the region counts as none. */
#include "tile.h"

enum {
    BULK_BITS = 128,      /* of size and address of a bulk copy: multiples of 16 bytes */
    MOST_UNROLLED = 256,  /* bulk copies; more of them run in a loop */
    MOST_ARMED = 1048575, /* bytes that a phase of an mbarrier counts */
    MOST_WALKED = 1 << 16 /* addresses that are tried one by one */
};

/* ---- swizzles -------------------------------------------------------------------------------- */

/* Does a run-time stride or origin move the address by whole periods only, whatever its value? */
static bool by_periods(const Partition *partition, int side, int64_t period) {
    const Symbol *symbols = partition->copy->symbols;
    const Slice *slice = &partition->slice[side];
    for (int i = 0; i < slice->origin_count; i++)
        if (coef_divisor(slice->origin[i].stride, symbols) % period)
            return false;
    for (int i = 0; i < partition->basis.count; i++) {
        Coef coef = partition->basis.monomial[i];
        coef.value = partition->base[side].value[i];
        if (coef.value && coef_divisor(coef, symbols) % period)
            return false;
    }
    return true;
}

/* Does the swizzle leave every element of every run in its run? Runs of one element: where it is.
 * The run of 24 words from 0 on under swizzle(3,3,3) stays as it is, that of 96 turns the last 32
 * among themselves. Whole periods between two runs change nothing. False also where there are too
 * many to try. */
static bool stays_in_run(
    const Partition *partition, int side, int64_t run, const Swizzle *swizzle) {
    int64_t period = swizzle_period(swizzle), count = 1, step[MAX_ATOMS], extent[MAX_ATOMS];
    int atoms = 0;
    if (!by_periods(partition, side, period))
        return false;
    for (int i = 0; i < partition->atom_count; i++) {
        Coef coef = partition->atoms[i].mem[side];
        if (coef_is_zero(coef) || coef_divisor(coef, partition->copy->symbols) % period == 0)
            continue;
        if (coef.count || !mul_i64(count, partition->atoms[i].extent, &count))
            return false;
        step[atoms] = coef.value;
        extent[atoms++] = partition->atoms[i].extent;
    }
    if (run > MOST_WALKED || count > MOST_WALKED / run)
        return false;
    budget_spend(count * run);
    for (int64_t n = 0; n < count; n++) {
        int64_t from = partition->base[side].constant, left = n;
        for (int i = 0; i < atoms; left /= extent[i++])
            from += left % extent[i] * step[i];
        for (int64_t x = from; x < from + run; x++)
            if (swizzle_apply(swizzle, x) < from || swizzle_apply(swizzle, x) >= from + run)
                return false;
    }
    return true;
}

static const Copy *without_swizzles(const Copy *copy) {
    Copy *plain = NEW(Copy);
    *plain = *copy;
    plain->src.layout.swizzle.on = plain->dst.layout.swizzle.on = false;
    return plain;
}

static bool swizzles_differ(const Swizzle *a, const Swizzle *b) {
    bool on[2] = {a->on && a->len, b->on && b->len};
    return on[0] != on[1] || (on[0] && (a->per_element != b->per_element || a->len != b->len ||
                                        a->atom != b->atom || a->outer != b->outer));
}

/* Where the two differ, one that moves nothing inside the region is off: it lies as without it. */
static void acting_swizzles(const Copy *copy, Swizzle out[2]) {
    Decline decline;
    out[SRC] = copy->src.layout.swizzle;
    out[DST] = copy->dst.layout.swizzle;
    Partition *plain = swizzles_differ(&out[SRC], &out[DST])
                           ? partition_new(without_swizzles(copy), &decline)
                           : NULL;
    for (int side = SRC; side <= DST && plain; side++)
        if (out[side].on && out[side].len && stays_in_run(plain, side, 1, &out[side]))
            out[side].on = false;
}

static const char *swizzle_text(const Swizzle *swizzle) {
    return !swizzle->on || !swizzle->len ? "no swizzle"
                                         : mem_printf(
                                               "swizzle(%d,%d,%d%s)",
                                               swizzle->per_element,
                                               swizzle->len,
                                               swizzle->atom,
                                               swizzle->outer ? ",outer" : "");
}

bool chunks_by_one(const Copy *copy, Decline *decline) {
    if (copy->scope.kind == SCOPE_THREAD || copy->scope.kind == SCOPE_ELECTED)
        return true;
    return decline_with(
        decline,
        "single_thread",
        "the scope is %s, but one thread starts bulk copies: write 'thread' or 'elected'",
        scope_name[copy->scope.kind]);
}

bool chunks_alike(const Copy *copy, Decline *decline) {
    Swizzle acting[2];
    if (copy->src.layout.replica_count > 0 || copy->dst.layout.replica_count > 0)
        return decline_with(decline, "memory_replica", "the layout has a replica on a memory axis");
    acting_swizzles(copy, acting);
    if (swizzles_differ(&acting[SRC], &acting[DST]))
        return decline_with(
            decline,
            "swizzle",
            "a bulk copy keeps the order of bytes, but src has %s and dst has %s",
            swizzle_text(&acting[SRC]),
            swizzle_text(&acting[DST]));
    return true;
}

static const char *size_text(int64_t bits) {
    return bits % 8 ? mem_printf("%lld bits", (long long)bits)
                    : mem_printf("%lld bytes", (long long)bits / 8);
}

bool bytes_armed(const Copy *copy, Decline *decline) {
    int64_t bytes = region_count(&copy->dst) * copy_bits(copy) / 8;
    return bytes <= MOST_ARMED ||
           decline_with(
               decline,
               "tx_count",
               "the copy has %lld bytes, but one phase of an mbarrier counts at most %d",
               (long long)bytes,
               MOST_ARMED);
}

static bool size_fits(const Partition *partition, int64_t run, bool counted, Decline *decline) {
    int64_t bits = run * copy_bits(partition->copy);
    if (bits % BULK_BITS)
        return decline_with(
            decline,
            "chunk_bytes",
            "only %s are contiguous on both sides; a bulk copy moves multiples of 16 bytes",
            size_text(bits));
    return !counted || bytes_armed(partition->copy, decline);
}

static bool side_aligned(const Partition *partition, int side, Decline *decline) {
    static const char *const name[] = {"src", "dst"};
    int align = copy_side(partition->copy, side)->align, bits = BULK_BITS;
    if (align * 8 % BULK_BITS)
        return decline_with(
            decline,
            "aligned",
            "%s is aligned to %d bytes, but a bulk copy needs 16",
            name[side],
            align);
    while (!atoms_step_by(partition, side, bits))
        bits /= 2;
    return bits == BULK_BITS || decline_with(
                                    decline,
                                    "aligned",
                                    "the chunks of %s start at multiples of %s, but a bulk copy "
                                    "needs multiples of 16 bytes",
                                    name[side],
                                    size_text(bits));
}

static bool agrees(Coef a, Coef b, const Symbol *symbols, int64_t modulus) {
    bool constant = a.count == 0 && b.count == 0;
    return coef_equal(a, b) || (constant && (a.value - b.value) % modulus == 0) ||
           (coef_divisor(a, symbols) % modulus == 0 && coef_divisor(b, symbols) % modulus == 0);
}

/* Is every element at the same place on both sides, but for multiples of `modulus` elements?
 * Run-time strides are multiples of the swizzle's period, and so of it. */
static bool sides_agree(const Partition *partition, int64_t modulus) {
    const Symbol *symbols = partition->copy->symbols;
    int64_t bits = modulus * copy_bits(partition->copy);
    const Slice *src = &partition->slice[SRC], *dst = &partition->slice[DST];
    const Poly *from = &partition->base[SRC], *to = &partition->base[DST];
    if (atoms_step_by(partition, SRC, bits) && atoms_step_by(partition, DST, bits))
        return true;
    if ((from->constant - to->constant) % modulus || src->origin_count != dst->origin_count)
        return false;
    for (int i = 0; i < src->origin_count; i++)
        if (src->origin[i].symbol != dst->origin[i].symbol ||
            src->origin[i].div != dst->origin[i].div || src->origin[i].mod != dst->origin[i].mod ||
            !agrees(src->origin[i].stride, dst->origin[i].stride, symbols, modulus))
            return false;
    for (int i = 0; i < partition->atom_count; i++)
        if (!agrees(partition->atoms[i].mem[SRC], partition->atoms[i].mem[DST], symbols, modulus))
            return false;
    return true;
}

/* Do blocks of 2^log elements start at multiples of their size, and make up whole runs? */
static bool in_blocks(const Partition *partition, int64_t run, int log) {
    int64_t bits = (int64_t)copy_bits(partition->copy) << log;
    return run % ((int64_t)1 << log) == 0 && atoms_step_by(partition, SRC, bits) &&
           atoms_step_by(partition, DST, bits);
}

/* ... of which each is a bulk copy of its own? */
static bool in_chunks(const Partition *partition, int64_t run, int log) {
    return ((int64_t)copy_bits(partition->copy) << log) % BULK_BITS == 0 &&
           in_blocks(partition, run, log);
}

/* Is a run copied as it lies? Both sides permute it alike, and among itself: 96 words from 0 on
 * under swizzle(3,3,3), or any number of whole blocks of 64. */
static bool run_stays(const Partition *partition, int64_t run, const Swizzle *swizzle) {
    int block = swizzle->per_element + swizzle->len + (swizzle->outer ? swizzle->atom : 0);
    if (swizzle->outer && in_blocks(partition, run, block))
        return true;
    return sides_agree(partition, swizzle_period(swizzle)) &&
           (in_blocks(partition, run, block) || stays_in_run(partition, SRC, run, swizzle));
}

/* The swizzle of (3,3,3) permutes chunks of 8 within 64 elements by the number of the row, 0 to 7:
 * whole rows of 64 keep their place, and bytes that are copied as they lie are permuted as dst
 * wants them, if a row has the same number on both sides. Half a row of 32 stays together too, in
 * the one half or in the other, as bit 2 of the row says: swizzle(5,1,3) is left for its address.
 * Chunks of 8 and less stay as they are, whatever the rows. */
static bool chunk_swizzled(const Partition *partition, int64_t run, Swizzle swizzle, Chunk *chunk) {
    int fixed = swizzle.per_element, len = swizzle.len, atom = swizzle.atom;
    *chunk = (Chunk){run, {0}};
    if (!swizzle.on || len == 0 || run_stays(partition, run, &swizzle))
        return true;
    for (int kept = swizzle.outer ? 0 : len - 1; kept > 0; kept--) {
        if (!in_chunks(partition, run, fixed + kept) ||
            !sides_agree(partition, (int64_t)1 << (fixed + atom + kept)))
            continue;
        swizzle.per_element += kept;
        swizzle.len -= kept;
        *chunk = (Chunk){(int64_t)1 << swizzle.per_element, swizzle};
        return true;
    }
    while (fixed >= 0 && !in_chunks(partition, run, fixed))
        fixed--;
    *chunk = (Chunk){(int64_t)1 << (fixed < 0 ? 0 : fixed), swizzle};
    return fixed >= 0;
}

Partition *chunks_new(const Copy *copy, bool counted, Chunk *chunk, Decline *decline) {
    Partition *partition = partition_new(without_swizzles(copy), decline);
    if (!partition)
        return NULL;
    int64_t run = atoms_take_run(partition);
    Swizzle acting[2];
    if (!size_fits(partition, run, counted, decline) || !side_aligned(partition, SRC, decline) ||
        !side_aligned(partition, DST, decline))
        return NULL;
    acting_swizzles(copy, acting);
    if (!chunk_swizzled(partition, run, acting[SRC], chunk)) {
        decline_with(
            decline, "swizzle_run", "the swizzle keeps fewer than 16 bytes contiguous here");
        return NULL;
    }
    partition->atoms[partition->atom_count++] = (Atom){
        .extent = run / chunk->elements,
        .axis = AXIS_M,
        .mem = {coef_int(chunk->elements), coef_int(chunk->elements)}};
    atoms_sort(partition, SRC);
    atoms_fuse(partition);
    return partition;
}

/* ---- the series ---------------------------------------------------------------------------- */

/* Loops over the chunks, the inner ones unrolled. */
static bool add_loops(Plan *plan, Phase *phase, Step *step, const Partition *partition) {
    int64_t inside[MAX_ATOMS + 1];
    int count = partition->atom_count;
    inside[count] = 1;
    if (count > MAX_LOOPS)
        return false;
    for (int i = count - 1; i >= 0; i--)
        inside[i] = inside[i + 1] * partition->atoms[i].extent;
    for (int i = 0; i < count; i++) {
        const Atom *atom = &partition->atoms[i];
        int loop = plan_add_loop(plan, atom->extent, inside[i] <= MOST_UNROLLED);
        Digit digit = digit_of(VAR_LOOP, loop, 1, 0);
        phase->loops[phase->loop_count++] = loop;
        if (!expr_add(&step->src[0].at, atom->mem[SRC], digit) ||
            !expr_add(&step->dst.at, atom->mem[DST], digit))
            return false;
    }
    plan->ops_per_thread = (int)inside[0];
    return true;
}

bool chunks_put(
    Plan *plan, Phase *phase, Step *step, const Partition *partition, const Chunk *chunk) {
    if (!expr_base(partition, SRC, &step->src[0].at) || !expr_base(partition, DST, &step->dst.at) ||
        !add_loops(plan, phase, step, partition))
        return false;
    expr_swizzle(&step->src[0].at, &chunk->swizzle);
    expr_swizzle(&step->dst.at, &chunk->swizzle);
    step->count = chunk->elements * copy_bits(partition->copy) / 8;
    plan->vec_bits = (int)(step->count * 8);
    return true;
}

int plan_add_group(Plan *plan) {
    plan->objects[plan->object_count] =
        (Object){.name = "group", .kind = OBJECT_GROUP, .left = true};
    return plan->object_count++;
}

int chunks_counted(Plan *plan) {
    plan->objects[plan->object_count] = (Object){
        .name = "bar",
        .kind = OBJECT_MBARRIER,
        .brought = true,
        .left = true,
        .arrivals = 1,
        .others = 1};
    return plan->object_count++;
}
