/* replicas.c: Replicas along addresses and register slots. All replicas of a destination are
 * written: each is one more atom whose source does not move. Any replica of a source is as good as
 * another, so the first is read.
 *
 *   reg S[(4):(1)] -> smem S[(4):(1)] + R[2:8]: four registers, stored at 0 and again at 8 */
#include "tile.h"
#include <stdlib.h>

enum { MAX_DISTINCT = 1024 }; /* replicas of one element, of several strides */

/* Two replicas that share places as one: 0, 4 and again 0, 4 reach 0, 4 and 8. A place is written
 * once, so the larger stride must be a multiple of the smaller within its reach. */
static bool merge(Iter *small, const Iter *large) {
    Coef product;
    for (int64_t k = 1; k <= small->extent; k++)
        if (coef_mul(small->stride, k, &product) && coef_equal(product, large->stride)) {
            small->extent += k * (large->extent - 1);
            return true;
        }
    return false;
}

/* The replicas of a layout on axis m without those that repeat a place. */
static int distinct(const Layout *layout, Iter *out) {
    int count = 0;
    for (int i = 0; i < layout->replica_count; i++) {
        Iter next = layout->replica[i];
        if (next.axis != AXIS_M || next.extent == 1 || coef_is_zero(next.stride))
            continue;
        for (int k = 0; k < count; k++) {
            bool smaller = next.stride.value < out[k].stride.value;
            Iter low = smaller ? next : out[k], high = smaller ? out[k] : next;
            if (merge(&low, &high)) {
                next = low;
                out[k] = out[--count];
                k = -1; /* what it reaches now may meet those that were passed */
            }
        }
        out[count++] = next;
    }
    return count;
}

static int by_value(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* 0, 4, 8, 12 and those 6, 12 ... further on: 12 would be written twice. */
static bool repeats_a_place(const Iter *replicas, int count) {
    int64_t at[MAX_DISTINCT] = {0};
    int filled = 1;
    for (int i = 0; i < count && count > 1; i++) {
        if (replicas[i].extent > MAX_DISTINCT / filled)
            return true;
        for (int64_t k = 1; k < replicas[i].extent; k++)
            for (int j = 0; j < filled; j++)
                at[k * filled + j] = at[j] + k * replicas[i].stride.value;
        filled *= (int)replicas[i].extent;
    }
    qsort(at, (size_t)filled, sizeof *at, by_value);
    for (int i = 1; i < filled; i++)
        if (at[i] == at[i - 1])
            return true;
    return false;
}

bool replicas_on_memory(const Layout *layout) {
    for (int i = 0; i < layout->replica_count; i++)
        if (layout->replica[i].axis == AXIS_M)
            return true;
    return false;
}

bool atoms_add_replicas(Partition *partition) {
    Iter replicas[MAX_REPLICAS];
    int count = distinct(&partition->copy->dst.layout, replicas);
    if (partition->atom_count + count > MAX_ATOMS || repeats_a_place(replicas, count))
        return false;
    for (int i = partition->atom_count - 1; i >= 0; i--)
        partition->atoms[i + count] = partition->atoms[i];
    partition->atom_count += count;
    for (int i = 0; i < count; i++) {
        Atom atom = {.extent = replicas[i].extent, .axis = AXIS_M};
        atom.mem[DST] = replicas[i].stride;
        atom.reg = partition->reg_side == DST ? replicas[i].stride.value : 0;
        partition->atoms[i] = atom;
    }
    return true;
}
