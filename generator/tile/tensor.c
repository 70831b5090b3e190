/* tensor.c: what tensor copies are made of: the tensor map that a copy needs, whether the hardware
 * takes it, and the plan. Of a map that it does not take every broken rule is said, with its
 * numbers. */
#include "tile.h"
#include <inttypes.h>
#include <string.h>

enum {
    MOST_BOX = 256,
    UNIT = 16,            /* bytes: of base, strides, rows of a box and of what is stored */
    PLACE = 128,          /* bytes: where a box without a swizzle begins in shared memory */
    MOST_BYTES = 1048575, /* that a phase of an mbarrier counts */
    MOST_UNROLLED = 256   /* boxes; more of them run in a loop */
};
#define STRIDE_END ((int64_t)1 << 40)
#define EXTENT_END ((int64_t)1 << 32)

/* ---- rules ---------------------------------------------------------------------------------- */

typedef struct {
    Text text;
    const char *predicate; /* of the first broken rule; NULL: none is */
} Rules;

static void broken(Rules *rules, const char *predicate, const char *what) {
    text_printf(&rules->text, "%s%s", rules->predicate ? "; " : "", what);
    if (!rules->predicate)
        rules->predicate = predicate;
}

static const char *name_of(const Copy *copy, Coef coef) {
    Text text = {0};
    coef_print(&text, coef, copy->symbols);
    return text_string(&text);
}

/* "lda % 8 == 0": with it the coefficient is a multiple of 16 bytes. */
static const char *missing_fact(const Copy *copy, Coef coef, int bits) {
    int64_t known = coef_divisor(coef, copy->symbols), unit = UNIT * 8;
    int64_t more = unit / gcd_i64(unit, known % unit * bits % unit);
    const Symbol *symbol = &copy->symbols[coef.symbol[0]];
    return mem_printf("%s %% %" PRId64 " == 0", symbol->name, more * symbol->divisor);
}

static bool in_units(const Copy *copy, Coef coef, int bits) {
    return coef_divisor(coef, copy->symbols) % (UNIT * 8) * bits % (UNIT * 8) == 0;
}

static void rule_of_stride(Rules *rules, const Copy *copy, Coef stride, int d, int bits) {
    if (stride.count > 0) {
        if (!in_units(copy, stride, bits))
            broken(
                rules,
                "stride",
                mem_printf(
                    "stride %s of dimension %d is not known to be a multiple of 16 bytes: state "
                    "'where %s'",
                    name_of(copy, stride),
                    d,
                    missing_fact(copy, stride, bits)));
        return;
    }
    int64_t bytes;
    if (!mul_i64(stride.value, bits, &bytes) || bytes / 8 >= STRIDE_END)
        broken(
            rules,
            "stride",
            mem_printf(
                "stride of %" PRId64 " elements: a tensor map has less than 2^40 bytes",
                stride.value));
    else if (bytes % (UNIT * 8))
        broken(
            rules,
            "stride",
            mem_printf("stride %" PRId64 " is no multiple of 16 bytes", bytes / 8));
}

static void rule_of_extent(Rules *rules, Coef extent) {
    if (extent.count == 0 && (extent.value < 1 || extent.value > EXTENT_END))
        broken(
            rules,
            "extent",
            mem_printf("extent of %" PRId64 " elements: a tensor map has 1 to 2^32", extent.value));
}

static void rules_of_box(Rules *rules, const Object *map, int bits) {
    int64_t inner = map->box[0] * bits, bytes = bits;
    for (int d = 0; d < map->rank; d++) {
        const int64_t box = d ? map->box[d] : map->box[0] / tensor_pack(map);
        if (box > MOST_BOX)
            broken(
                rules,
                "box",
                mem_printf(
                    "box of %" PRId64 " elements in dimension %d: at most %d", box, d, MOST_BOX));
        bytes = bytes > INT32_MAX ? bytes : bytes * map->box[d];
    }
    if (inner % (UNIT * 8))
        broken(
            rules,
            "inner_box",
            mem_printf("inner box of %" PRId64 " bytes is no multiple of 16", inner / 8));
    if (map->swizzle.on && map->box[0] > tensor_span(map, bits))
        broken(
            rules,
            "swizzle_span",
            mem_printf(
                "inner box of %" PRId64 " bytes is over the span of %" PRId64 " of its swizzle",
                inner / 8,
                tensor_span(map, bits) * bits / 8));
    if (bytes / 8 > MOST_BYTES)
        broken(
            rules,
            "tx_count",
            mem_printf(
                "box of %" PRId64 " bytes: an mbarrier counts at most %d", bytes / 8, MOST_BYTES));
}

static void rule_of_swizzle(Rules *rules, const Swizzle *swizzle, int bits) {
    if (swizzle->on && (bits << swizzle->per_element != UNIT * 8 || swizzle->atom != 3 ||
                        swizzle->len > 3 || swizzle->outer))
        broken(
            rules,
            "swizzle",
            mem_printf(
                "swizzle(%d,%d,%d%s) is none of 32B, 64B, 128B",
                swizzle->per_element,
                swizzle->len,
                swizzle->atom,
                swizzle->outer ? ",outer" : ""));
}

static void rule_of_inner_origin(Rules *rules, const char *predicate, int64_t bytes) {
    if (bytes % UNIT)
        broken(
            rules,
            predicate,
            mem_printf("the inner origin of %" PRId64 " bytes is no multiple of 16", bytes));
}

/* Stores clip by 16 bytes: rows begin and end at multiples of them, or memory outside is
 * written. */
static void rules_of_store(Rules *rules, const Copy *copy, const Object *map, const Expr *coords) {
    const int bits = copy_bits(copy), pack = (int)tensor_pack(map);
    if (!in_units(copy, map->extent[0], bits))
        broken(
            rules,
            "inner_extent",
            map->extent[0].count ? mem_printf(
                                       "the inner extent %s is not known to be a multiple of 16 "
                                       "bytes, by which stores "
                                       "clip: state 'where %s'",
                                       name_of(copy, map->extent[0]),
                                       missing_fact(copy, map->extent[0], bits))
                                 : mem_printf(
                                       "the inner extent of %" PRId64
                                       " bytes is no multiple of 16, by which stores clip",
                                       map->extent[0].value * bits / 8));
    for (int i = 0; i < coords[0].term_count; i++) {
        const Term *term = &coords[0].terms[i];
        Coef origin = coef_symbol(term->digit.index); /* k / 2 pairs are k */
        origin.value = term->coef.value * pack / term->digit.div;
        if (!in_units(copy, origin, bits))
            broken(
                rules,
                "store_origin",
                mem_printf(
                    "the inner origin %s is not known to be a multiple of 16 bytes: state 'where "
                    "%s'",
                    name_of(copy, origin),
                    missing_fact(copy, origin, bits)));
    }
    rule_of_inner_origin(rules, "store_origin", coords[0].constant * pack * bits / 8);
}

/* A GPU stops at another inner origin, of loads too (measured on an H200). A run-time origin of a
 * load is the caller's duty. */
static void rule_of_load(Rules *rules, const Copy *copy, const Object *map, const Expr *coords) {
    if (coords[0].term_count == 0)
        rule_of_inner_origin(
            rules, "load_origin", coords[0].constant * tensor_pack(map) * copy_bits(copy) / 8);
}

static void rules_of_place(Rules *rules, const Copy *copy, const Object *map) {
    bool load = copy->dst.space == SPACE_SMEM;
    const Operand *tensor = load ? &copy->src : &copy->dst, *tile = load ? &copy->dst : &copy->src;
    int64_t place = tensor_place(map, copy_bits(copy));
    if (tensor->align % UNIT)
        broken(
            rules,
            "base",
            mem_printf("base aligned to %d bytes is no multiple of 16", tensor->align));
    if (tile->align_given && tile->align % place)
        broken(
            rules,
            "place",
            mem_printf(
                "the tile is aligned to %d bytes, and a box begins at multiples of %" PRId64,
                tile->align,
                place));
}

int64_t tensor_place(const Object *map, int bits) {
    return map->swizzle.on ? 8 * tensor_span(map, bits) * bits / 8 : PLACE;
}

/* So many elements in one of the map's; below 0: there is no such type. */
static int type_of(const Copy *copy, int64_t pack) {
    return pack == 1 ? tensor_type(copy->dtype, copy_reduction(copy))
                     : tensor_type_of_bits(copy->dtype->bits * pack);
}

/* k / 2 of numbers of 4 bits: k is even. A coordinate has numbers and origins alone. */
static void rule_of_parts(Rules *rules, const Copy *copy, const Expr *inner) {
    for (int i = 0; i < inner->term_count; i++) {
        const Digit *digit = &inner->terms[i].digit;
        const Symbol *symbol = &copy->symbols[digit->index];
        if (symbol_divisor(symbol) % digit->div)
            broken(
                rules,
                copy->dst.space == SPACE_GMEM ? "store_origin" : "load_origin",
                mem_printf(
                    "the inner origin %s may be inside a byte: state 'where %s %% %" PRId64
                    " == 0'",
                    symbol->name,
                    symbol->name,
                    digit->div));
    }
}

static void rule_of_type(Rules *rules, const Copy *copy, const Object *map) {
    const int64_t pack = tensor_pack(map);
    if (type_of(copy, pack) < 0)
        broken(rules, "dtype", mem_printf("%s is no type of a tensor map", copy->dtype->name));
    if (map->extent[0].count && coef_divisor(map->extent[0], copy->symbols) % pack)
        broken(
            rules,
            "dtype",
            mem_printf(
                "the inner extent %s may end inside a byte: state 'where %s'",
                name_of(copy, map->extent[0]),
                mem_printf("%s %% %" PRId64 " == 0", name_of(copy, map->extent[0]), pack)));
}

bool tensor_applies(const Copy *copy, Decline *decline) {
    bool in = copy->src.space == SPACE_GMEM && copy->dst.space == SPACE_SMEM;
    bool out = copy->src.space == SPACE_SMEM && copy->dst.space == SPACE_GMEM;
    if (!in && !out)
        return decline_with(
            decline,
            "memory_pair",
            "%s -> %s is neither gmem -> smem nor smem -> gmem",
            space_name[copy->src.space],
            space_name[copy->dst.space]);
    if (copy->src.layout.replica_count > 0 || copy->dst.layout.replica_count > 0)
        return decline_with(decline, "memory_replica", "a replica on a memory axis");
    return chunks_by_one(copy, decline);
}

bool tensor_rules(const Copy *copy, const Boxes *boxes, Decline *decline) {
    Rules rules = {.predicate = NULL};
    const Object *map = &boxes->map;
    int bits = copy_bits(copy);
    if (map->rank > MAX_TENSOR_RANK || map->rank < 1)
        broken(&rules, "rank", mem_printf("%d dimensions: a tensor map has 1 to 5", map->rank));
    else {
        rule_of_type(&rules, copy, map);
        rule_of_parts(&rules, copy, boxes->coords);
        rules_of_place(&rules, copy, map);
        if (!coef_equal(map->stride[0], coef_int(1)))
            broken(
                &rules,
                "inner_stride",
                mem_printf("the innermost stride is %s, not 1", name_of(copy, map->stride[0])));
        for (int d = 0; d < map->rank; d++)
            rule_of_extent(&rules, map->extent[d]);
        for (int d = 1; d < map->rank; d++)
            rule_of_stride(&rules, copy, map->stride[d], d, bits);
        rule_of_swizzle(&rules, &map->swizzle, bits);
        rules_of_box(&rules, map, bits);
        if (copy->dst.space == SPACE_GMEM)
            rules_of_store(&rules, copy, map, boxes->coords);
        else
            rule_of_load(&rules, copy, map, boxes->coords);
    }
    if (!rules.predicate)
        return true;
    decline->predicate = rules.predicate;
    decline->reason = text_string(&rules.text);
    return false;
}

/* ---- the plan ------------------------------------------------------------------------------- */

const Copy *tensor_plain(const Copy *copy) {
    Copy *plain = NEW(Copy);
    *plain = *copy;
    plain->src.layout.swizzle.on = plain->dst.layout.swizzle.on = false;
    return plain;
}

Object tensor_object(const Copy *copy, const Boxes *boxes, const Plan *plan, int tensor) {
    Object map = boxes->map;
    map.type = copy->by_map ? TENSOR_TF32 : type_of(copy, tensor_pack(&map));
    map.promotion = copy->options.promotion;
    map.oob = copy->options.oob;
    map.name = plan->buffers[tensor].name;
    map.buffer = tensor;
    return map;
}

/* Loops over the boxes, the inner ones unrolled; of stores around the copy alone, so that one
 * election is for the copies and for what makes a group of them. False: too many terms. */
static bool add_loops(Plan *plan, Phase *phase, Step *step, const Boxes *boxes, Expr *coords) {
    const bool load = step->dst.kind == AT_BUFFER;
    Side *at = load ? &step->dst : &step->src[0];
    int64_t inside = 1; /* boxes of this loop and those in it */
    for (int i = 0; i < boxes->loop_count; i++)
        inside *= boxes->loops[i].extent;
    plan->ops_per_thread = (int)inside;
    for (int i = 0; i < boxes->loop_count; i++) {
        const BoxLoop *loop = &boxes->loops[i];
        const int index = plan_add_loop(plan, loop->extent, inside <= MOST_UNROLLED);
        const Digit digit = digit_of(VAR_LOOP, index, 1, 0);
        inside /= loop->extent;
        if (load)
            phase->loops[phase->loop_count++] = index;
        else
            step->repeat[step->repeat_count++] = index;
        if (!expr_add(&at->at, coef_int(loop->tile), digit) ||
            !expr_add(&coords[loop->dim], coef_int(loop->step), digit))
            return false;
    }
    return true;
}

/* The copies; NULL: too many terms. */
static Plan *plan_of(
    const Copy *copy, const Boxes *boxes, const Partition *partition, const char *variant) {
    const bool load = copy->dst.space == SPACE_SMEM, several = copy->options.multicast;
    Plan *plan = plan_new(copy, variant);
    Phase *phase = plan_add_phase(plan, 2);
    Step step =
        step_new(primitive_tensor(copy->dst.space, boxes->map.rank, several, copy_reduction(copy)));
    const int side = load ? DST : SRC;
    const int tile = plan_add_buffer(plan, copy, side);
    const int tensor = plan_add_buffer(plan, copy, 1 - side);
    Expr *coords = NEW_ARRAY(Expr, MAX_TENSOR_RANK);
    memcpy(coords, boxes->coords, sizeof boxes->coords);
    Side box = {.kind = AT_TENSOR, .of = 0, .coords = coords}, at = {.kind = AT_BUFFER, .of = tile};
    if (!expr_base(partition, side, &at.at) || (several && plan->symbol_count == MAX_SYMBOLS))
        return NULL;
    step.dst = load ? at : box;
    step.src[0] = load ? box : at;
    if (!add_loops(plan, phase, &step, boxes, coords))
        return NULL;
    if (several)
        step.value = plan_add_ctas(plan);
    plan->buffers[tile].align = (int)tensor_place(&boxes->map, copy_bits(copy));
    plan->objects[plan->object_count++] = tensor_object(copy, boxes, plan, tensor);
    step.count = tensor_elements(&boxes->map) * copy_bits(copy) / 8;
    step.combine = copy_reduction(copy);
    step.object = load ? chunks_counted(plan) : plan_add_group(plan);
    phase->elected = copy->scope.kind == SCOPE_ELECTED;
    phase->steps[phase->step_count++] = step;
    if (!load)
        phase->steps[phase->step_count++] =
            (Step){.primitive = PRIM_BULK_COMMIT, .object = step.object};
    plan_add_flow(plan, copy, load ? tensor : tile, load ? tile : tensor);
    plan->vec_bits = (int)(step.count * 8);
    plan_finish(plan);
    return plan;
}

Plan *tensor_plan(
    const Copy *copy,
    const Boxes *boxes,
    const Partition *partition,
    int target,
    const char *variant,
    Decline *decline) {
    const int side = copy->dst.space == SPACE_SMEM ? DST : SRC;
    if (!atoms_start_at(partition, side, boxes->place * 8)) {
        decline_with(
            decline,
            "place",
            "the box does not begin at a multiple of %lld bytes of the tile",
            (long long)boxes->place);
        return NULL;
    }
    Plan *plan = plan_of(copy, boxes, partition, variant);
    if (!plan) {
        decline_with(decline, "terms", "the address has too many terms");
        return NULL;
    }
    if (plan->targets >> target & 1)
        return plan;
    decline_with(
        decline,
        "target",
        feature_targets(FEATURE_BULK) >> target & 1
            ? "one tensor copy to several CTAs needs sm_90a, sm_100a or the like"
            : "tensor copies need sm_90 or newer");
    return NULL;
}
