/* transfer.c: what each instruction moves: which element of which source ends in which element of
 * the destination. Proof, trace and cost are made of this one description; none of them knows more
 * about an instruction than its row and what stands here. */
#include "plan.h"
#include <string.h>

Side *step_memory(Step *step) {
    bool to = step->dst.kind == AT_BUFFER, from = step->src[0].kind == AT_BUFFER;
    return to == from ? NULL : to ? &step->dst : &step->src[0];
}

Side *step_bundle(Step *step) {
    return step->dst.kind == AT_BUNDLE      ? &step->dst
           : step->src[0].kind == AT_BUNDLE ? &step->src[0]
                                            : NULL;
}

const Side *step_reads_memory(const Step *step) {
    return step->src[0].kind == AT_BUFFER ? &step->src[0] : NULL;
}

const Side *step_tensor(const Step *step) {
    return step->dst.kind == AT_TENSOR      ? &step->dst
           : step->src[0].kind == AT_TENSOR ? &step->src[0]
                                            : NULL;
}

bool step_zeroes(const Step *step) {
    return step->rest == REST_ZERO || step->rest == REST_ZERO_COUNTED;
}

int side_bits(const Plan *plan, const Side *side) {
    switch (side->kind) {
    case AT_BUFFER:
        return plan->buffers[side->of].dtype->bits;
    case AT_BUNDLE:
        return plan->bundles[side->of].dtype->bits;
    case AT_TENSOR:
        return plan->buffers[plan->objects[side->of].buffer].dtype->bits;
    default:
        return 0;
    }
}

/* f16 at 128 bits is 8; a bulk copy of 2048 bytes of f16 is 1024. */
int64_t step_elements(const Plan *plan, const Step *step) {
    const Primitive *primitive = &primitives[step->primitive];
    int64_t bits = side_bits(plan, &step->dst), moved = primitive->bits;
    if (primitive->act == ACT_MOVE)
        return 1;
    if (primitive->act == ACT_BYTES || primitive_is_box(step->primitive))
        moved = step->count * 8;
    return bits > 0 && moved > 0 && moved % bits == 0 ? moved / bits : 0;
}

/* Word w of lane i holds units (of 16 bits) 2 * (i % 4) and + 1 of row i / 4 of matrix w, whose row
 * addresses come from lanes 8 * w .. 8 * w + 7. Transposed: of column i / 4. Lane 5, unit 2 (word
 * 1): row 1 of matrix 1, so lane 9's row, unit 2; transposed: row 2, unit 1, so lane 10's row,
 * unit 1. */
static Unit matrix_unit(bool transposed, int lane, int64_t unit) {
    int outer = lane / 4, inner = 2 * (lane % 4) + (int)(unit % 2);
    int first = 8 * (int)(unit / 2);
    return transposed ? (Unit){first + inner, outer} : (Unit){first + outer, inner};
}

/* Elements of 8 bits go two to a unit, of 4 bits four; one of 32 bits is two units of one row,
 * which a transposed access tears apart. */
static bool matrix_element(bool transposed, int lane, int64_t e, int bits, Unit *row) {
    if (bits != 4 && bits != 8 && bits != 16 && (bits != 32 || transposed))
        return false;
    int64_t per_unit = bits < 16 ? 16 / bits : 1;
    *row = matrix_unit(transposed, lane, bits == 32 ? 2 * e : e / per_unit);
    row->offset = bits == 32 ? row->offset / 2 : row->offset * per_unit + e % per_unit;
    return true;
}

static bool transfer_matrix(
    const Plan *plan, const Step *step, int lane, Transfer move, void *context, const char **why) {
    const Primitive *primitive = &primitives[step->primitive];
    int bits = side_bits(plan, &step->dst);
    for (int64_t e = 0; e < primitive->bits / bits; e++) {
        Unit row, own = {lane, e};
        if (!matrix_element(primitive->act == ACT_MATRIX_TRANS, lane, e, bits, &row)) {
            *why = mem_printf("a matrix access has %d-bit elements", bits);
            return false;
        }
        bool load = primitive->kind == KIND_MATRIX_LOAD;
        if (!move(context, load ? own : row, 0, load ? row : own))
            return false;
    }
    return true;
}

/* Nibble k of the selector picks byte k of the result: 0..3 of the first word, 4..7 of the second.
 * 0x5410 of 16-bit elements: element 0 of the first, element 0 of the second. */
static bool transfer_bytes_of_words(
    const Plan *plan, const Step *step, int lane, Transfer move, void *context, const char **why) {
    int size = side_bits(plan, &step->dst) / 8; /* 1, 2 or 4: they fill a word */
    if (size == 0) {
        *why = "a byte permute has elements that do not fill bytes";
        return false;
    }
    for (int e = 0; e * size < 4; e++) {
        int first = (int)(step->count >> 4 * e * size & 15);
        bool whole = first < 8 && first % size == 0;
        for (int b = 1; b < size; b++)
            whole &= (step->count >> 4 * (e * size + b) & 15) == first + b;
        if (!whole) {
            *why = mem_printf("selector 0x%llx tears an element apart", (long long)step->count);
            return false;
        }
        if (!move(context, (Unit){lane, e}, first / 4, (Unit){lane, first % 4 / size}))
            return false;
    }
    return true;
}

/* The box lies in shared memory row by row, innermost dimension first, then swizzled; under a
 * swizzle rows begin at multiples of its span: of boxes 32 f16 wide under swizzle 128B element 33
 * is at 65, then swizzled. Element e of it is element e of the tensor's box. Rows that are copied
 * each for itself may begin inside the pattern: who knows their place swizzles it. */
static bool transfer_box(const Plan *plan, const Step *step, Transfer move, void *context) {
    const Side *side = step_tensor(step);
    const Object *map = &plan->objects[side->of];
    const int64_t pitch = tensor_span(map, side_bits(plan, side)), row = map->box[0];
    const bool load = side == &step->src[0];
    int64_t count = step_elements(plan, step);
    for (int64_t e = 0; e < count; e++) {
        const int64_t place = e / row * pitch + e % row;
        Unit of = {0, e}, at = {0, map->rows ? place : swizzle_apply(&map->swizzle, place)};
        if (!move(context, load ? at : of, 0, load ? of : at))
            return false;
    }
    return true;
}

bool plan_transfer(
    const Plan *plan,
    const Step *step,
    int lane,
    int peer,
    Transfer move,
    void *context,
    const char **why) {
    const Primitive *primitive = &primitives[step->primitive];
    int64_t count = step_elements(plan, step);
    *why = NULL;
    if (count == 0) {
        *why = "the access width is not a multiple of the element";
        return false;
    }
    switch (primitive->act) {
    case ACT_MATRIX:
    case ACT_MATRIX_TRANS:
        return transfer_matrix(plan, step, lane, move, context, why);
    case ACT_PERMUTE:
        return transfer_bytes_of_words(plan, step, lane, move, context, why);
    case ACT_BOX:
    case ACT_ROWS:
        return transfer_box(plan, step, move, context);
    default:
        break;
    }
    for (int64_t e = 0; e < count; e++) {
        Unit own = {lane, e}, source = own;
        if (primitive->act == ACT_CONVERT && primitive_conversion(step->primitive)->pairs04)
            source.offset = e / 2 + e % 2 * 4;
        if (primitive->act == ACT_SHUFFLE)
            source.lane = peer;
        if (primitive->act == ACT_SHUFFLE_XOR || primitive->act == ACT_SHUFFLE_GROUP)
            source.lane = lane ^ (int)step->count;
        if (primitive->act == ACT_SHUFFLE_UP && lane >= step->count)
            source.lane = lane - (int)step->count;
        if (primitive->act ==
            ACT_TMEM) /* all addresses are lane 0's: lanes lie 512 columns apart */
            source = (Unit){0, (int64_t)lane * TMEM_COLUMNS + e};
        if (!move(context, own, 0, source))
            return false;
    }
    return true;
}
