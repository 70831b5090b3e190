/* explain_tensor.c: the tensor map of a plan in words, its boxes, and why they are not fewer. */
#include "view.h"
#include <inttypes.h>

enum { LABEL_AT = 2, TEXT_AT = 14 };

static void add_coef(Text *out, Coef coef, int64_t times, int64_t of, const Symbol *symbols) {
    const int64_t common = gcd_i64(coef.value * times, of);
    coef.value = coef.value * times / common;
    coef_print(out, coef, symbols);
    if (of != common)
        text_printf(out, " / %" PRId64, of / common);
}

/* "M x K of bf16, 2 * lda bytes from row to row; boxes of 128x64, swizzled in 128 bytes" */
static void explain_map(Text *out, const Plan *plan, const Object *map) {
    const int64_t bits = plan->buffers[map->buffer].dtype->bits, pack = tensor_pack(map);
    Text text = {0};
    for (int d = map->rank - 1; d >= 0; d--) {
        add_coef(&text, map->extent[d], 1, d ? 1 : pack, plan->symbols);
        text_add(&text, d ? " x " : "");
    }
    text_printf(&text, " of %s", tensor_type_name(map->type));
    for (int d = map->rank - 1; d > 0; d--) {
        text_add(&text, d == map->rank - 1 ? ", strides of " : ", ");
        add_coef(&text, map->stride[d], bits, 8, plan->symbols);
        text_add(&text, d > 1 ? "" : " bytes");
    }
    text_add(&text, "; boxes of ");
    for (int d = map->rank - 1; d >= 0; d--)
        text_printf(&text, "%" PRId64 "%s", d ? map->box[d] : map->box[0] / pack, d ? "x" : "");
    if (map->swizzle.on)
        text_printf(&text, ", swizzled in %d bytes", 16 << map->swizzle.len);
    words_wrap(out, LABEL_AT, "map", TEXT_AT, text_string(&text));
}

/* "2 of 8192 bytes; not fewer: a row of 256 bytes is over the 128 that its swizzle spans" */
static void explain_boxes(Text *out, const Plan *plan, const Object *map) {
    const int64_t boxes = tensor_boxes(plan);
    int64_t bits = plan->buffers[map->buffer].dtype->bits;
    Text text = {0};
    for (int d = 0; d < map->rank; d++)
        bits *= map->box[d];
    text_printf(&text, "%" PRId64 " of %" PRId64 " bytes", boxes, bits / 8);
    if (boxes > 1 && map->not_fewer)
        text_printf(&text, "; not fewer: %s", map->not_fewer);
    words_wrap(out, LABEL_AT, "boxes", TEXT_AT, text_string(&text));
}

void explain_tensor(Text *out, const Plan *plan) {
    for (int i = 0; i < plan->object_count; i++)
        if (plan->objects[i].kind == OBJECT_TENSOR) {
            explain_map(out, plan, &plan->objects[i]);
            explain_boxes(out, plan, &plan->objects[i]);
        }
}
