/* tma_explicit.c: one tensor copy, priority 10: the operand in global memory is the tensor,
 * dimension by dimension, and its region is the box. What the hardware does not take is declined
 * with every rule that is broken. */
#include "variants.h"

/* The map and the coordinates of the box, innermost dimension first. */
static bool describe(const Copy *copy, Boxes *boxes, Decline *decline) {
    Object *map = &boxes->map;
    bool load = copy->dst.space == SPACE_SMEM;
    const Operand *tensor = load ? &copy->src : &copy->dst, *tile = load ? &copy->dst : &copy->src;
    const Layout *layout = &tensor->layout;
    if (tensor->rank != layout->shard_count || layout->offset_count > 0 || layout->swizzle.on)
        return decline_with(
            decline,
            "tensor",
            "the layout in global memory is not one extent and one stride for each dimension");
    const int pack = copy_bits(copy) == 4 ? 2 : 1; /* bytes */
    *boxes = (Boxes){.map = {.kind = OBJECT_TENSOR, .rank = tensor->rank, .pack = pack}};
    if (tensor->rank > MAX_TENSOR_RANK)
        return tensor_rules(copy, boxes, decline);
    map->swizzle = tile->layout.swizzle;
    map->swizzle.on = map->swizzle.len > 0;
    for (int d = 0; d < tensor->rank; d++) {
        const int at = tensor->rank - 1 - d;
        const Range *range = &tensor->region[at];
        map->stride[d] = layout->shard[at].stride;
        map->extent[d] = flow_extent(tensor, at);
        map->box[d] = range->extent;
        const Expr origin = tensor_origin(copy, range);
        boxes->coords[d] = dims_coordinate(&origin, d ? 1 : pack);
    }
    boxes->place = tensor_place(map, copy_bits(copy));
    return tensor_rules(copy, boxes, decline);
}

/* Does the tile hold the box row after row, as the hardware writes it? Boxes 32 f16 wide under
 * swizzle 128B have rows of 64. */
static bool is_box(const Partition *partition, int side, const Object *map, Decline *decline) {
    int64_t stride = 1;
    int atom = partition->atom_count; /* together they are the box, dimension by dimension */
    for (int d = 0; d < map->rank; d++) {
        for (int64_t left = map->box[d]; left > 1;) {
            const Atom *at = &partition->atoms[--atom];
            if (!coef_equal(at->mem[side], coef_int(stride)))
                return decline_with(
                    decline,
                    "tile",
                    "dimension %d of the box does not lie at stride %lld in shared memory",
                    d,
                    (long long)stride);
            left /= at->extent;
            stride *= at->extent;
        }
        if (d == 0)
            stride = tensor_span(map, copy_bits(partition->copy));
    }
    return true;
}

Plan *tma_explicit_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    Boxes boxes;
    PrimitiveId primitive;
    if (!tensor_applies(copy, decline) || !describe(copy, &boxes, decline) ||
        !reduction_of(copy, KIND_TENSOR_COPY, &primitive, decline))
        return NULL;
    Partition *partition = partition_new(tensor_plain(copy), decline);
    const int tile = copy->dst.space == SPACE_SMEM ? DST : SRC;
    if (!partition || !is_box(partition, tile, &boxes.map, decline))
        return NULL;
    return tensor_plan(copy, &boxes, partition, query->target, "tma_explicit", decline);
}
