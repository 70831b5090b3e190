/* tensormap_words.c: the tensor map of a plan in words, its boxes, and why they are not fewer. */
#include "text.h"
#include <inttypes.h>

const char *tensor_type_name(int type) {
    static const char *const names[] = {
        "u8",
        "u16",
        "u32",
        "i32",
        "u64",
        "i64",
        "f16",
        "f32",
        "f64",
        "bf16",
        "f32_ftz",
        "tf32",
        "tf32_ftz"};
    return names[type];
}

int64_t tensor_boxes(const Plan *plan) {
    return plan->ops_per_thread > 0 ? plan->ops_per_thread : 1;
}

static void add_coef(Text *out, Coef coef, int64_t times, int64_t of, const Symbol *symbols) {
    const int64_t common = gcd_i64(coef.value * times, of);
    coef.value = coef.value * times / common;
    coef_print(out, coef, symbols);
    if (of != common)
        text_printf(out, " / %" PRId64, of / common);
}

/* "M x K of bf16, strides of 2 * lda bytes; boxes of 128x64, swizzled in 128 bytes" */
static void map_words(Text *out, const Plan *plan, const Object *map) {
    const int64_t bits = plan->buffers[map->buffer].dtype->bits, pack = tensor_pack(map);
    for (int d = map->rank - 1; d >= 0; d--) {
        add_coef(out, map->extent[d], 1, tensor_by(map, d), plan->symbols);
        text_add(out, d ? " x " : "");
    }
    text_printf(
        out,
        " of %s%s",
        tensor_type_name(map->type),
        tensor_rounds(map) ? ", to which it rounds f32, to nearest even" : "");
    for (int d = map->rank - 1; d > 0; d--) {
        text_add(out, d == map->rank - 1 ? ", strides of " : ", ");
        add_coef(out, map->stride[d], bits, 8, plan->symbols);
        text_add(out, d > 1 ? "" : " bytes");
    }
    text_add(out, "; boxes of ");
    for (int d = map->rank - 1; d >= 0; d--)
        text_printf(out, "%" PRId64 "%s", d ? map->box[d] : map->box[0] / pack, d ? "x" : "");
    if (map->swizzle.on)
        text_printf(out, ", swizzled in %d bytes", 16 << map->swizzle.len);
}

/* "2 of 116736 bytes; not fewer: shared memory does not have 233472 bytes" */
static void boxes_words(Text *out, const Plan *plan, const Object *map) {
    const int64_t boxes = tensor_boxes(plan);
    const int64_t bytes = plan->buffers[map->buffer].dtype->bits * tensor_elements(map) / 8;
    if (map->rows)
        text_printf(
            out, "%" PRId64 " copies of %d rows, %" PRId64 " bytes each", boxes, map->rows, bytes);
    else
        text_printf(out, "%" PRId64 " of %" PRId64 " bytes", boxes, bytes);
    if (map->piece)
        text_printf(
            out,
            "; a row of %" PRId64 " is two dimensions, %" PRId64 " pieces of %" PRId64,
            map->piece * map->pieces / tensor_pack(map),
            map->pieces,
            map->piece / tensor_pack(map));
    if (map->not_fewer)
        text_printf(out, "; not fewer: %s", map->not_fewer);
}

bool tensormap_words(const Plan *plan, Text *map, Text *boxes) {
    for (int i = 0; i < plan->object_count; i++)
        if (plan->objects[i].kind == OBJECT_TENSOR) {
            map_words(map, plan, &plan->objects[i]);
            boxes_words(boxes, plan, &plan->objects[i]);
            return true;
        }
    return false;
}
