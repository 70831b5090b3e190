/* json_tensor.c: the tensor map of a plan for `tcgen json`: what its host function makes.
 * Dimensions stand outermost first, as in the description; what is known at run time only is named
 * as there. */
#include "view.h"
#include <inttypes.h>

static void coef_item(Text *out, Coef coef, int64_t times, int64_t of, const Symbol *symbols) {
    Text text = {0};
    const int64_t common = gcd_i64(coef.value * times, of);
    coef.value = coef.value * times / common;
    if (coef.count == 0) {
        text_printf(out, "%" PRId64, coef.value);
        return;
    }
    coef_print(&text, coef, symbols);
    if (of != common)
        text_printf(&text, " / %" PRId64, of / common);
    text_json_string(out, text_string(&text));
}

void json_tensor(Text *out, const Plan *plan) {
    for (int i = 0; i < plan->object_count; i++) {
        const Object *map = &plan->objects[i];
        if (map->kind != OBJECT_TENSOR)
            continue;
        const int64_t bits = plan->buffers[map->buffer].dtype->bits, pack = tensor_pack(map);
        text_printf(
            out,
            ",\"tensor\":{\"type\":\"%s\",\"rank\":%d,\"extents\":[",
            tensor_type_name(map->type),
            map->rank);
        for (int d = map->rank - 1; d >= 0; d--) {
            coef_item(out, map->extent[d], 1, tensor_by(map, d), plan->symbols);
            text_add(out, d ? "," : "],\"strides\":[");
        }
        for (int d = map->rank - 1; d > 0; d--) {
            coef_item(out, map->stride[d], bits, 8, plan->symbols);
            text_add(out, d > 1 ? "," : "");
        }
        text_add(out, "],\"box\":[");
        for (int d = map->rank - 1; d >= 0; d--)
            text_printf(out, "%" PRId64 "%s", d ? map->box[d] : map->box[0] / pack, d ? "," : "");
        text_add(out, "]");
        if (map->rows)
            text_printf(out, ",\"rows\":%d", map->rows);
        text_printf(
            out,
            ",\"swizzle\":%d,\"promotion\":%d,\"oob\":\"%s\",\"boxes\":%" PRId64
            ",\"bytes\":%" PRId64 "}",
            map->swizzle.on ? 16 << map->swizzle.len : 0,
            map->promotion,
            map->oob ? oob_name[map->oob] : "none",
            tensor_boxes(plan),
            tensor_elements(map) * bits / 8 * tensor_boxes(plan));
    }
}
