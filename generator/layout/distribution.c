/* distribution.c: which lane of a group holds which element of a value of lane 0. Lanes count over
 * the quotients row-major, the last dimension fastest: 8x16 over 2x2 has 4x8 lanes, and lane 11 is
 * (1,3). In every dimension a lane holds a block of neighbours or, if cyclic, every n-th element, n
 * being the quotient. */
#include "layout.h"

/* Without the digit that tells lanes with the same elements apart: of 2x4x4 lanes, of which the
 * four in the middle have the same, lane 22 is (1,1,2) and so 6. */
int64_t lane0_owner(const Lane0Value *value, int64_t lane) {
    int64_t below = 1;
    if (!value->copies)
        return lane;
    for (int d = value->copies_at; d < value->rank; d++)
        below *= value->ratio[d];
    return lane / (below * value->copies) * below + lane % below;
}

/* Its number in row-major order. */
int64_t lane0_index(const Lane0Value *value, int64_t lane, int64_t slot) {
    int64_t index = 0, stride = 1;
    lane = lane0_owner(value, lane);
    for (int d = value->rank - 1; d >= 0; d--) {
        int64_t id = lane % value->ratio[d], element = slot % value->lane[d];
        bool cyclic = value->kind == LANE0_CYCLIC;
        index += stride * (cyclic ? element * value->ratio[d] + id : id * value->lane[d] + element);
        stride *= value->seq[d];
        lane /= value->ratio[d];
        slot /= value->lane[d];
    }
    return index;
}

void lane0_place(const Lane0Value *value, int64_t index, int64_t *lane, int64_t *slot) {
    int64_t lanes = 1, slots = 1;
    *lane = *slot = 0;
    for (int d = value->rank - 1; d >= 0; d--) {
        int64_t at = index % value->seq[d];
        bool cyclic = value->kind == LANE0_CYCLIC;
        *lane += lanes * (cyclic ? at % value->ratio[d] : at / value->lane[d]);
        *slot += slots * (cyclic ? at / value->ratio[d] : at % value->lane[d]);
        lanes *= value->ratio[d];
        slots *= value->lane[d];
        index /= value->seq[d];
    }
}

/* lane0_index is onto if every place of a lane gives an element whose place it is, and there are as
 * many places as elements. */
const char *lane0_wrong(const Lane0Value *value, int threads) {
    int64_t copies = value->copies > 1 ? value->copies : 1;
    if (value->seq_count * copies != value->lane_count * threads)
        return mem_printf("%s has fewer places than elements", value->name);
    budget_spend(4 * value->rank * value->seq_count);
    for (int64_t lane = 0; lane < threads; lane++)
        for (int64_t slot = 0; slot < value->lane_count; slot++) {
            int64_t index = lane0_index(value, lane, slot), owner, own;
            lane0_place(value, index, &owner, &own);
            if (index < 0 || index >= value->seq_count || owner != lane0_owner(value, lane) ||
                own != slot)
                return mem_printf(
                    "element %lld of %s is not where lane %lld has it",
                    (long long)index,
                    value->name,
                    (long long)lane);
        }
    return NULL;
}
