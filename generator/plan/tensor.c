/* tensor.c: boxes of a tensor map in a proof. An element of a box stands at coordinates of the
 * tensor, which are sums of origins and numbers; it is one of the tensor's where each lies from 0
 * to below its extent. What is known at run time only stays a condition: a value that moves under
 * conditions is a node over them, so that what the layouts ask for and what the instruction does
 * are equal exactly where both have the same conditions. f16 (m + 3, k + 5) of M x K is {m + 3 in
 * M, k + 5 in K}. */
#include "prove.h"
#include <string.h>

/* ---- what the hardware takes ---------------------------------------------------------------- */

enum {
    MOST_BOX = 256,  /* elements in a dimension */
    UNIT_BITS = 128, /* of base, strides, rows of a box and of what is stored */
    STRIDE_BITS = 40 + 3
};

int64_t tensor_span(const Object *map, int bits) {
    return map->swizzle.on ? ((int64_t)16 << map->swizzle.len) * 8 / bits : map->box[0];
}

int64_t tensor_pack(const Object *map) {
    return map->pack ? map->pack : 1;
}

int64_t tensor_by(const Object *map, int d) {
    return d == 0 ? tensor_pack(map) : map->by[d] ? map->by[d] : 1;
}

int64_t tensor_elements(const Object *map) {
    int64_t elements = map->rows ? map->rows : 1;
    for (int d = 0; d < map->rank; d++)
        elements *= map->box[d];
    return elements;
}

int tensor_coords(const Object *map) {
    return map->rows ? 1 + map->rows : map->rank;
}

int side_coords(const Plan *plan, const Side *side) {
    return side->kind == AT_TENSOR ? tensor_coords(&plan->objects[side->of]) : 0;
}

int tensor_type_bits(int type) {
    static const char bits[] = {8, 16, 32, 32, 64, 64, 16, 32, 64, 16, 32, 32, 32};
    return type >= 0 && type < (int)sizeof bits ? bits[type] : 0;
}

int tensor_type_of_bits(int64_t bits) {
    return bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : bits == 64 ? 4 : -1;
}

/* CUtensorMapDataType. By a map of i64 a GPU has min and max alone: what else combines by it ends
 * the kernel in an illegal instruction (tried on an H200). Sums of u64 have the same bits. */
int tensor_type(const Dtype *dtype, Combine combine) {
    static const struct {
        const char *dtype;
        int type;
    } types[] = {
        {"i32", 3}, {"i64", 5}, {"f16", 6}, {"f32", 7}, {"tf32", 7}, {"f64", 8}, {"bf16", 9}};
    const bool by_sign =
        combine == COMBINE_NONE || combine == COMBINE_MIN || combine == COMBINE_MAX;
    for (size_t i = 0; i < COUNT_OF(types); i++)
        if (strcmp(types[i].dtype, dtype->name) == 0)
            return types[i].type == 5 && !by_sign ? 4 : types[i].type;
    return tensor_type_of_bits(dtype->bits);
}

/* The last type is tf32 too, and flushes nothing on a load. */
bool tensor_rounds(const Object *map) {
    return map->type == TENSOR_TF32 || map->type == TENSOR_TF32 + 1;
}

static bool swizzle_is_one(const Swizzle *swizzle, int bits) {
    return !swizzle->on || (bits << swizzle->per_element == UNIT_BITS && swizzle->atom == 3 &&
                            swizzle->len >= 1 && swizzle->len <= 3 && !swizzle->outer);
}

static bool stride_fits(const Plan *plan, Coef stride, int bits) {
    return stride.value >= 0 &&
           coef_divisor(stride, plan->symbols) % UNIT_BITS * bits % UNIT_BITS == 0 &&
           (stride.count > 0 || stride.value < ((int64_t)1 << STRIDE_BITS) / bits);
}

/* The coordinate of dimension d in elements of the tensor: k / 2 of u32 is k of f16, where k is
 * even. False: it overflows, or has an XOR. */
static bool coord_expr(const Plan *plan, const Object *map, int d, const Expr *coord, Expr *out) {
    const int64_t by = tensor_by(map, d);
    *out = *coord;
    if (coord->xor_count)
        return false;
    if (by == 1)
        return true;
    bool fits = mul_i64(coord->constant, by, &out->constant);
    for (int i = 0; fits && i < coord->term_count; i++) {
        Term term = coord->terms[i];
        int64_t times = by;
        if (term.digit.kind == VAR_SYMBOL && by % term.digit.div == 0 &&
            symbol_divisor(&plan->symbols[term.digit.index]) % term.digit.div == 0) {
            times = by / term.digit.div;
            term.digit.div = 1;
        }
        fits = coef_mul(term.coef, times, &term.coef);
        expr_set_term(out, i, term);
    }
    return fits;
}

int64_t term_divisor(const Plan *plan, const Term *term) {
    const Digit *digit = &term->digit;
    const int64_t divisor = coef_divisor(term->coef, plan->symbols);
    return digit->kind == VAR_SYMBOL && digit->div == 1 && !digit->mod
               ? divisor * symbol_divisor(&plan->symbols[digit->index])
               : divisor;
}

/* A store clips by 16 bytes, so rows end at multiples of them, and begin there. */
static bool is_stored_whole(const Run *run, const Object *map, int bits) {
    const Plan *plan = run->prover->plan;
    Expr elements;
    const Expr *inner = &elements;
    if (!coord_expr(plan, map, 0, &run->step->dst.coords[0], &elements))
        return false;
    bool whole = coef_divisor(map->extent[0], plan->symbols) % UNIT_BITS * bits % UNIT_BITS == 0;
    whole &= inner->constant % UNIT_BITS * bits % UNIT_BITS == 0;
    for (int i = 0; i < inner->term_count; i++) {
        const int64_t divisor = term_divisor(plan, &inner->terms[i]);
        whole &= divisor % UNIT_BITS * bits % UNIT_BITS == 0;
    }
    return whole;
}

/* No coordinate of a store is negative: the kernel would stop. */
static bool is_stored_from_0(const Run *run, const Object *map) {
    const Plan *plan = run->prover->plan;
    bool from_0 = true;
    for (int d = 0; d < tensor_coords(map); d++) {
        const Expr *at = &run->step->dst.coords[d];
        from_0 &= at->constant >= 0;
        for (int i = 0; i < at->term_count; i++) {
            const Digit *digit = &at->terms[i].digit;
            const int symbol = digit->kind == VAR_SYMBOL ? digit->index
                               : digit->kind == VAR_PICK ? digit->pick->sign
                                                         : -1;
            from_0 &=
                at->terms[i].coef.value >= 0 && (symbol < 0 || plan->symbols[symbol].min >= 0);
        }
    }
    return from_0;
}

static bool fail_map(Run *run, const char *why) {
    return fail_at(run, "misaligned", why);
}

/* Its elements are as wide as so many of the buffer, and what is combined or filled with NaN is
 * numbers of the buffer's own type. A map that rounds is for loads of f32: nobody tried what its
 * stores do. */
static bool type_fits(const Run *run, const Object *map, const Dtype *dtype) {
    const Plan *plan = run->prover->plan;
    const int64_t pack = tensor_pack(map);
    if (tensor_rounds(map))
        return pack == 1 && strcmp(dtype->name, "f32") == 0 && run->step->src[0].kind == AT_TENSOR;
    bool numbers = run->step->combine != COMBINE_NONE || map->oob == OOB_NAN;
    return tensor_type_bits(map->type) == dtype->bits * pack &&
           coef_divisor(map->extent[0], plan->symbols) % pack == 0 &&
           (!numbers || map->type == tensor_type(dtype, run->step->combine));
}

/* Panels are of whole columns, and the last one ends where the tensor does: 64 of K columns where K
 * is a multiple of 64. */
static bool panels_fit(const Plan *plan, const Object *map, int d) {
    const int64_t by = tensor_by(map, d);
    return d == 0 || (map->stride[d].value % by == 0 &&
                      coef_divisor(map->extent[d], plan->symbols) % by == 0);
}

/* Four rows, each a box of its own. */
static bool rows_fit(const Object *map, Act act) {
    return act == ACT_ROWS ? map->box[1] == 1 : !map->rows;
}

bool check_map(Run *run) {
    const Plan *plan = run->prover->plan;
    const Side *side = step_tensor(run->step);
    const Object *map = &plan->objects[side->of];
    const Buffer *buffer = &plan->buffers[map->buffer];
    const Primitive *primitive = &primitives[run->step->primitive];
    int64_t bits = buffer->dtype->bits;
    bool store = side == &run->step->dst;
    bool fits = buffer->space == SPACE_GMEM && buffer->align % 16 == 0 &&
                tensor_coords(map) == primitive->rank && rows_fit(map, primitive->act) &&
                coef_equal(map->stride[0], coef_int(1)) && map->box[0] * bits % UNIT_BITS == 0 &&
                swizzle_is_one(&map->swizzle, (int)bits) && type_fits(run, map, buffer->dtype) &&
                (!map->swizzle.on || map->box[0] <= tensor_span(map, (int)bits));
    for (int d = 0; fits && d < map->rank; d++) {
        const int64_t most = d == 0 ? MOST_BOX * tensor_pack(map) : MOST_BOX;
        fits = map->box[d] <= most && (d == 0 || stride_fits(plan, map->stride[d], (int)bits)) &&
               panels_fit(plan, map, d);
    }
    if (!fits || tensor_elements(map) * bits != run->step->count * 8)
        return fail_map(run, "no tensor map describes this tensor or box");
    if (store && !is_stored_whole(run, map, (int)bits))
        return fail_map(run, "a store whose rows do not begin and end at multiples of 16 bytes");
    if (store && !is_stored_from_0(run, map))
        return fail_at(run, "outside", "a store at coordinates that may be negative");
    return true;
}

/* ---- conditions ----------------------------------------------------------------------------- */

/* The least and the most of a coordinate; false: not known, or more than 64 bits. */
static bool range_of(const Prover *prover, const Poly *at, int64_t *low, int64_t *high) {
    *low = *high = at->constant;
    for (int i = 0; i < prover->basis.count; i++) {
        const Coef *of = &prover->basis.monomial[i];
        int64_t value = at->value[i], least, most;
        if (value < 0 || (value > 0 && of->count != 1))
            return false;
        const Symbol *symbol = &prover->plan->symbols[of->symbol[0]];
        if (!mul_i64(symbol_least(symbol), value, &least) || !mul_i64(symbol->max, value, &most) ||
            !add_i64(*low, least, low) || !add_i64(*high, most, high))
            return false;
    }
    return true;
}

static void extent_range(const Prover *prover, Coef extent, int64_t *least, int64_t *most) {
    *least = *most = extent.value;
    if (extent.count != 1)
        return;
    *least = prover->plan->symbols[extent.symbol[0]].min;
    *most = prover->plan->symbols[extent.symbol[0]].max;
}

Coef flow_extent(const Operand *operand, int dim) {
    int named = operand->rank == operand->layout.shard_count ? operand->layout.named[dim] : 0;
    return named ? coef_symbol(named - 1) : coef_int(operand->shape[dim]);
}

const Operand *flow_tensor(const Flow *flow, int *at) {
    bool in = flow->src.space == SPACE_GMEM;
    *at = in ? flow->src_at : flow->dst_at;
    return in ? &flow->src : &flow->dst;
}

/* The coordinate of element `x` of a dimension of a region. */
static bool coordinate_of(
    Prover *prover, const Operand *operand, int dim, int64_t x, int cta, Poly *out) {
    const Range *range = &operand->region[dim];
    *out = (Poly){.constant = range->begin + x};
    if (range->symbol < 0)
        return true;
    if (prover->symbol[cta][range->symbol] != SYMBOLIC)
        return add_i64(out->constant, prover->symbol[cta][range->symbol], &out->constant);
    return poly_add(&prover->basis, out, coef_symbol(range->symbol), 1);
}

/* A flow without `oob` lies inside of its tensor: the caller sees to it. */
static bool is_promised(Prover *prover, int buffer, int cta, const Clip *clip) {
    const Plan *plan = prover->plan;
    for (int f = 0; f < plan->flow_count; f++) {
        int at;
        const Operand *operand = flow_tensor(&plan->flows[f], &at);
        for (int d = 0; !plan->flows[f].oob && at == buffer && d < operand->rank; d++) {
            Poly first;
            if (!coef_equal(flow_extent(operand, d), clip->extent) ||
                !coordinate_of(prover, operand, d, 0, cta, &first))
                continue;
            int64_t x = clip->at.constant - first.constant;
            first.constant = clip->at.constant;
            if (poly_equal(&first, &clip->at) && x >= 0 && x < operand->region[d].extent)
                return true;
        }
    }
    return false;
}

/* Is it always so, or never? */
static Clipped clip_decide(const Prover *prover, const Clip *clip) {
    int64_t low, high, least, most;
    extent_range(prover, clip->extent, &least, &most);
    if (range_of(prover, &clip->at, &low, &high)) {
        if (low >= 0 && high < least)
            return CLIPPED_NEVER;
        if (high < 0 || low >= most)
            return CLIPPED_ALWAYS;
    }
    return CLIPPED_MAYBE;
}

static uint32_t clip_hash(const Clip *clip) {
    uint64_t hash = (uint64_t)clip->at.constant * 0x9e3779b97f4a7c15u ^
                    (uint64_t)clip->extent.value * 31 ^ (uint64_t)clip->extent.symbol[0];
    for (int i = 0; i < MAX_MONOMIALS; i++)
        hash = (hash ^ (uint64_t)clip->at.value[i]) * 0xff51afd7ed558ccdu;
    return (uint32_t)(hash >> 40);
}

int clip_number(Prover *prover, const Clip *clip) {
    Clips *clips = &prover->clips;
    if (!clips->bucket)
        clips->bucket = NEW_ARRAY(Clip *, CLIP_BUCKETS);
    Clip **at = &clips->bucket[clip_hash(clip) % CLIP_BUCKETS];
    for (Clip *old = *at; old; old = old->next)
        if (poly_equal(&old->at, &clip->at) && coef_equal(old->extent, clip->extent))
            return old->number;
    Clip *made = NEW(Clip);
    *made = *clip;
    made->number = ++clips->count;
    made->next = *at;
    *at = made;
    return made->number;
}

/* The same condition in its plainest form: where K and k are multiples of 64, k + 70 lies from 0 to
 * below K wherever k + 64 does. A panel is clipped as its columns are. */
static Clip clip_plain(const Prover *prover, const Clip *clip) {
    int64_t unit = coef_divisor(clip->extent, prover->plan->symbols);
    Clip out = *clip;
    for (int i = 0; i < prover->basis.count; i++) {
        Coef of = prover->basis.monomial[i];
        of.value = clip->at.value[i];
        if (of.value)
            unit = gcd_i64(unit, coef_divisor(of, prover->plan->symbols));
    }
    if (unit == 0) /* a tensor of nothing */
        return out;
    const int64_t over = clip->at.constant % unit;
    int64_t plain;
    if (add_i64(clip->at.constant, over < 0 ? -over - unit : -over, &plain))
        out.at.constant = plain;
    return out;
}

bool clips_add(Prover *prover, ClipSet *set, int buffer, int cta, Clip clip) {
    const Clip plain = clip_plain(prover, &clip);
    Clipped is = set->never ? CLIPPED_NEVER : clip_decide(prover, &plain);
    if (is == CLIPPED_MAYBE && is_promised(prover, buffer, cta, &clip))
        is = CLIPPED_NEVER;
    if (is == CLIPPED_ALWAYS)
        set->never = true;
    if (is != CLIPPED_MAYBE || set->never)
        return true;
    int number = clip_number(prover, &plain), at = set->count;
    for (int i = 0; i < set->count; i++)
        if (set->number[i] == number)
            return true;
    if (set->count == MAX_TENSOR_RANK)
        return false;
    for (; at > 0 && set->number[at - 1] > number; at--)
        set->number[at] = set->number[at - 1];
    set->number[at] = number;
    set->count++;
    return true;
}

Value clips_value(Prover *prover, const ClipSet *set, Value value, Value otherwise) {
    if (set->never)
        return otherwise;
    for (int i = 0; i < set->count; i++)
        value = value_clipped(prover, value, set->number[i], otherwise);
    return value;
}

/* ---- what the layouts ask for --------------------------------------------------------------- */

/* Which NaN it is does not matter: it is none of the numbers that anybody else writes. */
Value oob_value(Prover *prover, Oob oob) {
    return oob == OOB_SKIP  ? value_untouched(prover)
           : oob == OOB_NAN ? value_constant(prover, 0x7ff77ff77ff77ff7u)
                            : value_constant(prover, 0);
}

bool flow_clipped(Prover *prover, int f, int cta, int64_t element, Value *value) {
    const Flow *flow = &prover->plan->flows[f];
    int at;
    const Operand *operand = flow_tensor(flow, &at);
    ClipSet set = {0};
    if (!flow->oob)
        return true;
    for (int d = operand->rank - 1; d >= 0; d--) {
        int64_t x = element % operand->region[d].extent;
        Clip clip = {.extent = flow_extent(operand, d)};
        element /= operand->region[d].extent;
        if (!coordinate_of(prover, operand, d, x, cta, &clip.at) ||
            !clips_add(prover, &set, at, cta, clip))
            return proof_fail(prover, "overflow", "a coordinate of the tensor overflows");
    }
    *value = clips_value(prover, &set, *value, oob_value(prover, flow->oob));
    return true;
}

/* ---- what the instruction does -------------------------------------------------------------- */

/* at += stride x coordinate, monomial by monomial. */
static bool add_stride(Prover *prover, Poly *at, Coef stride, const Poly *coordinate) {
    bool added = poly_add(&prover->basis, at, stride, coordinate->constant);
    for (int i = 0; i < MAX_MONOMIALS && added; i++) {
        if (coordinate->value[i] == 0 || stride.value == 0)
            continue;
        Coef product = prover->basis.monomial[i];
        product.value = stride.value;
        for (int k = 0; k < stride.count && added; k++)
            added = coef_times_symbol(product, stride.symbol[k], &product);
        added = added && poly_add(&prover->basis, at, product, coordinate->value[i]);
    }
    return added;
}

/* An extent that is a limit of a masked copy narrows the box of limits. */
static bool narrow_to_limit(Run *run, Coef extent, const Poly *at, Box *box, bool *inside) {
    if (extent.value != 1 || extent.count != 1)
        return fail_at(run, "unproven", "the extent of a tensor is neither a number nor a limit");
    if (!poly_is_constant(at))
        return fail_at(run, "unproven", "the coordinates of a box are known only at run time");
    *inside &=
        at->constant >= 0 && limits_narrow_to(run->prover, extent.symbol[0], at->constant, box);
    return true;
}

/* The coordinate of element e in dimension d, of which `e` counts the elements or the panels. */
static bool box_coordinate(Warp *warp, int d, int64_t e, Poly *out) {
    Run *run = warp->run;
    Prover *prover = run->prover;
    const Side *side = step_tensor(run->step);
    const Object *map = &prover->plan->objects[side->of];
    const bool row = d == 1 && map->rows;
    const Point point = point_of(run, warp->cta, warp->rank[warp->lane]);
    int64_t in_box = 0;
    Expr coord;
    if (!coord_expr(prover->plan, map, d, &side->coords[row ? 1 + e : d], &coord) ||
        (!row && !mul_i64(e % map->box[d], d ? tensor_by(map, d) : 1, &in_box)))
        return fail_at(run, "overflow", "a coordinate of the tensor overflows");
    if (!expr_poly(&coord, &point, &prover->basis, prover->plan->symbols, out))
        return fail_at(run, "unproven", "the coordinates of a box are known only at run time");
    return add_i64(out->constant, in_box, &out->constant) ||
           fail_at(run, "overflow", "a coordinate of the tensor overflows");
}

bool box_place(Warp *warp, int64_t e, Box *box, BoxPlace *out) {
    Run *run = warp->run;
    Prover *prover = run->prover;
    const Plan *plan = prover->plan;
    const Side *side = step_tensor(run->step);
    const Object *map = &plan->objects[side->of];
    *out = (BoxPlace){.inside = true, .buffer = map->buffer};
    for (int d = 0; d < map->rank; d++, e /= map->box[d - 1]) {
        Clip clip = {.extent = map->extent[d]};
        SymbolRole role =
            clip.extent.count ? plan->symbols[clip.extent.symbol[0]].role : SYMBOL_EXTENT;
        bool known = clip.extent.count == 0 || (clip.extent.count == 1 && clip.extent.value == 1);
        const Expr *picked = d == 1 && map->rows ? &side->coords[1 + e] : NULL;
        if (!box_coordinate(warp, d, e, &clip.at))
            return false;
        if (picked && expr_pick(picked)) {
            if (!pick_row(run, warp, picked, clip.extent, out))
                return false;
        } else if (!known || role == SYMBOL_LIMIT) {
            if (!narrow_to_limit(run, clip.extent, &clip.at, box, &out->inside))
                return false;
        } else { /* there is room for as many as the map has dimensions */
            clips_add(prover, &out->clips, map->buffer, warp->cta, clip);
        }
        Coef stride = map->stride[d]; /* of an element: panels_fit */
        stride.value /= d ? tensor_by(map, d) : 1;
        if (!add_stride(prover, &out->at, stride, &clip.at))
            return fail_at(run, "overflow", "an address of the tensor overflows");
    }
    out->inside &= !out->clips.never;
    return true;
}

/* Before whom a stride stands: numbers by size, then those known at run time, as they are. */
static bool nests_in(Coef inner, Coef outer) {
    return inner.count == 0 && (outer.count > 0 || inner.value < outer.value);
}

void tensor_nesting(const Layout *layout, int order[MAX_ITERS]) {
    for (int i = 0; i < layout->shard_count; i++) {
        const int shard = layout->shard_count - 1 - i;
        int at = i;
        for (; at > 0 && nests_in(layout->shard[shard].stride, layout->shard[order[at - 1]].stride);
             at--)
            order[at] = order[at - 1];
        order[at] = shard;
    }
}

static bool is_tensor(const Plan *plan, int buffer) {
    for (int i = 0; i < plan->object_count; i++)
        if (plan->objects[i].kind == OBJECT_TENSOR && plan->objects[i].buffer == buffer)
            return true;
    return false;
}

/* Are both numbers, or both of the same names: 64 and 8, 2 * ld and ld? */
static bool of_same_names(Coef a, Coef b) {
    a.value = b.value = 1;
    return coef_equal(a, b);
}

bool tensor_nests(const Layout *layout) {
    int order[MAX_ITERS];
    bool apart = true;
    tensor_nesting(layout, order);
    for (int i = 1; i < layout->shard_count && apart; i++) {
        const Iter *inner = &layout->shard[order[i - 1]], *outer = &layout->shard[order[i]];
        const bool named = order[i - 1] < MAX_RANK && layout->named[order[i - 1]];
        const int64_t extent = named ? 2 : inner->extent; /* a name may say 2 and more */
        int64_t span;
        if (of_same_names(inner->stride, outer->stride))
            apart = mul_i64(inner->stride.value, extent, &span) && outer->stride.value >= span &&
                    (inner->stride.value > 0 || extent == 1);
    }
    return apart;
}

/* Rows of a tensor that is written do not overlap: the host checks what it alone knows. */
bool tensor_stays_apart(const Prover *prover, const Flow *flow) {
    return flow->dst.space == SPACE_GMEM && is_tensor(prover->plan, flow->dst_at) &&
           tensor_nests(&flow->dst.layout);
}
