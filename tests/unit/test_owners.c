/* test_owners.c: who owns a place, against a search of all ranks; and which lane of a group has which element of a
 * value of lane 0, against the coordinates of both. */
#include "generator/tile/tile.h"
#include "tests/unit/plans_parts.h"
#include "unit.h"

/* ---- owners of a place ------------------------------------------------------------------------ */

static const Axis axes[] = {
    AXIS_LANEID, AXIS_WARPID, AXIS_WID_IN_WG, AXIS_WGID, AXIS_TID_IN_WG, AXIS_TX};

/* The owners are those that a search finds, each once and in ascending order. */
static bool same_owners(const OwnerIndex *index, const Scope *scope, const Place *place) {
    int owner = first_owner(index, place);
    for (int rank = 0; rank < scope->threads; rank++) {
        bool owns = scope_has_rank(scope, rank);
        for (size_t i = 0; i < COUNT_OF(axes); i++)
            if (place->named >> axes[i] & 1)
                owns &= axis_of_rank(axes[i], rank) == place->along[axes[i]];
        if (!owns)
            continue;
        if (owner != rank)
            return false;
        owner = next_owner(index, owner);
    }
    return owner == -1;
}

/* All places of two axes, from one below the first to one behind the last; and of what keys would mix up. */
static bool ask_places(const Copy *copy, Axis first, Axis second) {
    static const int64_t far[] = {-1024, 1023, 1024, 1025, 2047, INT64_MAX, INT64_MIN};
    unsigned named = 1u << first | 1u << second;
    const OwnerIndex *index = owner_index(copy, named);
    int64_t last[2] = {0};
    bool same = true;
    for (int rank = 0; rank < copy->scope.threads; rank++)
        for (int i = 0; i < 2; i++) {
            int64_t at = axis_of_rank(i ? second : first, rank);
            last[i] = at > last[i] ? at : last[i];
        }
    /* Of thousands of pairs every so many-th, and all near the edges. */
    int64_t step = last[0] * last[1] > 4000 ? 31 : 1;
    for (int64_t x = -1; x <= last[0] + 1; x += x < 2 ? 1 : step)
        for (int64_t y = -1; y <= last[1] + 1; y++) {
            Place place = {.named = named};
            place.along[first] = x;
            place.along[second] = y;
            same &= same_owners(index, &copy->scope, &place);
        }
    for (size_t i = 0; i < COUNT_OF(far); i++)
        for (int k = 0; k < 2; k++) {
            Place place = {.named = named};
            place.along[k ? second : first] = far[i];
            same &= same_owners(index, &copy->scope, &place);
        }
    return same;
}

static void owners_of_places(void) {
    static const Scope scopes[] = {
        {.kind = SCOPE_CTA, .threads = 1024, .lane_end = 32, .warp_end = 32},
        {.kind = SCOPE_CTA, .threads = 200, .lane_end = 32, .warp_end = 7},
        {.kind = SCOPE_CTA,
         .threads = 256,
         .narrowed = true,
         .lane_begin = 3,
         .lane_end = 17,
         .warp_begin = 2,
         .warp_end = 7},
        {.kind = SCOPE_WARP, .threads = 32, .lane_end = 32, .warp_end = 1}};
    for (size_t s = 0; s < COUNT_OF(scopes); s++)
        for (size_t i = 0; i < COUNT_OF(axes); i++)
            for (size_t k = 0; k < COUNT_OF(axes); k++) {
                MemMark mark = mem_mark();
                Copy *copy = NEW(Copy);
                copy->scope = scopes[s];
                if (i != k || s)
                    EXPECT(ask_places(copy, axes[i], axes[k]));
                mem_rewind(mark);
            }
}

/* ---- elements of lanes ------------------------------------------------------------------------ */

static unsigned drawn = 7;

static int64_t draw(int64_t below) {
    drawn = drawn * 1664525u + 1013904223u;
    return (int64_t)(drawn >> 8) % below;
}

/* The digits of a number, the last dimension fastest. */
static void split(int64_t number, int rank, const int64_t *extent, int64_t *digit) {
    for (int d = rank - 1; d >= 0; d--) {
        digit[d] = number % extent[d];
        number /= extent[d];
    }
}

static int64_t join(int rank, const int64_t *extent, const int64_t *digit) {
    int64_t number = 0;
    for (int d = 0; d < rank; d++)
        number = number * extent[d] + digit[d];
    return number;
}

/* Lanes count over the quotients with one dimension more where several hold the same. */
static int64_t lane_without_copies(const Lane0Value *value, int64_t lane) {
    int64_t extent[MAX_LANE0_RANK + 1], digit[MAX_LANE0_RANK + 1], kept[MAX_LANE0_RANK];
    int count = 0;
    for (int d = 0; d <= value->rank; d++) {
        if (d == value->copies_at)
            extent[count++] = value->copies ? value->copies : 1;
        if (d < value->rank)
            extent[count++] = value->ratio[d];
    }
    split(lane, count, extent, digit);
    for (int i = 0, d = 0; i < count; i++)
        if (i != value->copies_at)
            kept[d++] = digit[i];
    return join(value->rank, value->ratio, kept);
}

static bool ask_value(const Lane0Value *value) {
    int64_t lanes = value->copies ? value->copies : 1, slots = 1;
    bool right = true;
    for (int d = 0; d < value->rank; d++) {
        lanes *= value->ratio[d];
        slots *= value->lane[d];
    }
    for (int64_t lane = 0; lane < lanes; lane++) {
        int64_t at[MAX_LANE0_RANK], own[MAX_LANE0_RANK], element[MAX_LANE0_RANK], of, slot_of;
        int64_t owner = lane_without_copies(value, lane);
        right &= lane0_owner(value, lane) == owner;
        split(owner, value->rank, value->ratio, at);
        for (int64_t slot = 0; slot < slots; slot++) {
            split(slot, value->rank, value->lane, own);
            for (int d = 0; d < value->rank; d++)
                element[d] = value->kind == LANE0_CYCLIC ? own[d] * value->ratio[d] + at[d]
                                                         : at[d] * value->lane[d] + own[d];
            int64_t index = join(value->rank, value->seq, element);
            lane0_place(value, index, &of, &slot_of);
            right &= lane0_index(value, lane, slot) == index && of == owner && slot_of == slot;
        }
    }
    return right;
}

static void elements_of_lanes(void) {
    for (int turn = 0; turn < 400; turn++) {
        Lane0Value value = {
            .kind = turn % 2 ? LANE0_CYCLIC : LANE0_BLOCK, .rank = 1 + (int)draw(4)};
        for (int d = 0; d < value.rank; d++) {
            value.ratio[d] = 1 + draw(4);
            value.lane[d] = 1 + draw(3);
            value.seq[d] = value.ratio[d] * value.lane[d];
        }
        value.copies = draw(4);
        value.copies_at = (int)draw(value.rank + 1);
        EXPECT(ask_value(&value));
    }
    /* The number in distribution.c. */
    Lane0Value cube = {.rank = 2, .ratio = {2, 4}, .lane = {1, 1}, .seq = {2, 4}};
    cube.copies = 4;
    cube.copies_at = 1;
    EXPECT(lane0_owner(&cube, 22) == 6);
}

/* ---- several owners --------------------------------------------------------------------------- */

static bool alike(unsigned named, int64_t a, int64_t b) {
    bool same = true;
    for (int axis = 0; axis < AXIS_COUNT; axis++)
        same &= !(named >> axis & 1) || axis_of_rank((Axis)axis, a) == axis_of_rank((Axis)axis, b);
    return same;
}

/* Two ranks that the named axes do not tell apart, by a search of all pairs. */
static bool has_pair(const Scope *scope, unsigned named) {
    for (int64_t a = 0; a < scope->threads; a++)
        for (int64_t b = 0; b < a; b++)
            if (scope_has_rank(scope, a) && scope_has_rank(scope, b) && alike(named, a, b))
                return true;
    return false;
}

/* Every set of thread axes in every kind of scope; then replicas, of one place or of several. */
static void elements_with_several_owners(void) {
    static const Scope scopes[] = {
        {.kind = SCOPE_THREAD, .threads = 1, .lane_end = 32, .warp_end = 1},
        {.kind = SCOPE_WARP, .threads = 32, .lane_end = 32, .warp_end = 1},
        {.kind = SCOPE_CTA, .threads = 48, .lane_end = 32, .warp_end = 2},
        {.kind = SCOPE_WARPGROUP, .threads = 128, .lane_end = 32, .warp_end = 4},
        {.kind = SCOPE_CTA, .threads = 192, .lane_end = 32, .warp_end = 6},
        {SCOPE_CTA, 192, true, 0, .lane_end = 1, .warp_begin = 2, .warp_end = 6},
        {SCOPE_CTA, 64, true, 0, .lane_end = 8, .warp_begin = 1, .warp_end = 2}};
    for (size_t s = 0; s < COUNT_OF(scopes); s++)
        for (unsigned set = 0; set < 1u << COUNT_OF(axes); set++) {
            Operand operand = operand_of(SPACE_REG, 0, 1, LAYOUT({1, 1, AXIS_M}));
            unsigned named = 1u << AXIS_M;
            for (size_t i = 0; i < COUNT_OF(axes); i++)
                if (set >> i & 1) {
                    operand.layout.offset[operand.layout.offset_count++] = (Offset){0, axes[i]};
                    named |= 1u << axes[i];
                }
            EXPECT(scope_shares(&scopes[s], &operand) == has_pair(&scopes[s], named));
        }
    Operand row = operand_of(SPACE_REG, 0, 32, LAYOUT({32, 1, AXIS_LANEID}));
    EXPECT(!scope_shares(&scopes[1], &row));
    for (int64_t stride = 0; stride < 2; stride++)
        for (int64_t extent = 1; extent < 3; extent++) {
            row.layout.replica_count = 1;
            row.layout.replica[0] = (Iter){extent, coef_int(stride), AXIS_M, {0}};
            EXPECT(scope_shares(&scopes[1], &row) == (stride == 1 && extent == 2));
        }
}

int main(void) {
    elements_with_several_owners();
    owners_of_places();
    elements_of_lanes();
    mem_free_all();
    return unit_finish();
}
