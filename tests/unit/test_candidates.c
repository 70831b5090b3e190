/* test_candidates.c: every way to lay out an `auto` tile, in its order, against a list that is made by trying all
 * numbers: which swizzles stay inside the tile's address bits and inside the bits that choose a bank, and which
 * strides can grow, by how much, and what that adds to the buffer. */
#include "generator/layout/layout.h"
#include "unit.h"
#include <string.h>

enum { DIMS = 4, ROW_BYTES = 128, MOST_PITCHES = 3 };

typedef struct {
    int64_t extent[DIMS], stride[DIMS];
    int count;
} Tile;

static int64_t last_address(const Tile *tile);

static Layout layout_of(const Tile *tile) {
    Layout layout = {.shard_count = tile->count};
    for (int i = 0; i < tile->count; i++)
        layout.shard[i] = (Iter){.extent = tile->extent[i], .stride = coef_int(tile->stride[i])};
    /* What stands behind the last is no part of it: slabs that could lie further apart. */
    const bool is_far = tile->stride[0] > INT32_MAX;
    layout.shard[tile->count] =
        (Iter){.extent = 2, .stride = coef_int(is_far ? 1 : 2 * last_address(tile) + 2)};
    return layout;
}

static int64_t last_address(const Tile *tile) {
    int64_t last = 0;
    for (int i = 0; i < tile->count; i++)
        last += (tile->extent[i] - 1) * tile->stride[i];
    return last;
}

/* ---- what must be there ------------------------------------------------------------------------- */

static AutoCandidate wanted[MAX_CANDIDATES];
static int wanted_count, wanted_simple;

static void want_swizzle(int per_element, int len, int atom) {
    if (wanted_count < MAX_CANDIDATES)
        wanted[wanted_count++] = (AutoCandidate){.swizzle = {true, per_element, len, atom, false}};
}

/* Bits of the element's address: a unit of 2^per_element elements has 16, 8 or 4 bytes; `len` bits of it lie in
 * the bits 0 .. 6 of the byte address, they do not overlap those that they take after, and all are bits that
 * some element of the tile has. */
static bool is_swizzle(
    const Tile *tile, int element, int unit, int per_element, int len, int atom) {
    int64_t last = last_address(tile);
    bool has_unit = (int64_t)element << per_element == (int64_t)8 << unit;
    int top = per_element + atom + len - 1;
    return has_unit && unit + len <= 7 && atom >= len && top < 40 && last >> top > 0;
}

static void want_swizzles(const Tile *tile, int element) {
    for (int standard = 1; standard >= 0; standard--) {
        for (int unit = 4; unit >= 2; unit--)
            for (int len = 1; len <= 7; len++)
                for (int atom = 1; atom < 40; atom++)
                    for (int per = 0; per < 12; per++)
                        if (is_swizzle(tile, element, unit, per, len, atom) &&
                            (unit == 4 && atom == 3) == standard)
                            want_swizzle(per, len, atom);
        if (standard)
            wanted_simple = wanted_count;
    }
}

/* Can rows of this pitch become longer? All that lies inside of a row is shorter, and no address outside of it
 * counts in other steps; there is something inside. */
static bool is_pitch(const Tile *tile, int64_t pitch) {
    int64_t inside = 0;
    for (int i = 0; i < tile->count; i++) {
        bool above = tile->stride[i] >= pitch;
        if (above && tile->extent[i] > 1 && tile->stride[i] % pitch)
            return false;
        inside += above ? 0 : (tile->extent[i] - 1) * tile->stride[i];
    }
    return pitch > 1 && inside > 0 && inside < pitch;
}

static void want_pad(const Tile *tile, int64_t above, int64_t pad) {
    AutoCandidate one = {.above = above, .pad = pad};
    int at = wanted_count;
    for (int i = 0; i < tile->count; i++)
        if (tile->stride[i] >= above)
            one.extra += (tile->extent[i] - 1) * (tile->stride[i] / above) * pad;
    if (one.extra >= INT32_MAX || wanted_count == MAX_CANDIDATES)
        return;
    wanted_count++;
    for (; at > 0 && wanted[at - 1].pad &&
           (wanted[at - 1].extra > one.extra ||
            (wanted[at - 1].extra == one.extra && wanted[at - 1].above > above));
         at--)
        wanted[at] = wanted[at - 1];
    wanted[at] = one;
}

/* Less than one turn of the banks: up to 16 bytes by every byte, then by words of 4. */
static void want_pads(const Tile *tile, int element) {
    int64_t known[MOST_PITCHES];
    int pitches = 0;
    for (int i = tile->count - 1; i >= 0 && pitches < MOST_PITCHES; i--) {
        bool again = tile->extent[i] == 1;
        for (int k = 0; k < pitches; k++)
            again |= known[k] == tile->stride[i];
        if (again || !is_pitch(tile, tile->stride[i]))
            continue;
        known[pitches++] = tile->stride[i];
        for (int64_t pad = 1; pad * element < 8 * ROW_BYTES; pad++)
            if (pad * element % 8 == 0 && (pad * element <= 128 || pad * element % 32 == 0))
                want_pad(tile, tile->stride[i], pad);
    }
}

/* ---- what is there ------------------------------------------------------------------------------ */

static bool same_candidate(const AutoCandidate *a, const AutoCandidate *b) {
    const Swizzle *x = &a->swizzle, *y = &b->swizzle;
    return a->above == b->above && a->pad == b->pad && a->extra == b->extra && x->on == y->on &&
           x->per_element == y->per_element && x->len == y->len && x->atom == y->atom &&
           x->outer == y->outer;
}

/* Each element goes as many pads further as whole rows lie before it. */
static bool pads_rows(const Tile *tile, const AutoCandidate *candidate) {
    Layout plain = layout_of(tile), padded = auto_apply(&plain, candidate);
    for (int i = 0; i < tile->count; i++) {
        int64_t rows = candidate->pad ? tile->stride[i] / candidate->above : 0;
        int64_t stride = tile->stride[i] + (rows ? rows * candidate->pad : 0);
        if (padded.shard[i].stride.value != stride || padded.shard[i].extent != tile->extent[i])
            return false;
    }
    return padded.swizzle.on == candidate->swizzle.on;
}

static void expect_all(const Tile *tile, int element) {
    static AutoCandidate found[MAX_CANDIDATES + 1];
    Layout plain = layout_of(tile);
    int simple = -1, log = 0;
    found[MAX_CANDIDATES].pad = -7;
    wanted[0] = (AutoCandidate){0};
    wanted_count = wanted_simple = 1;
    while (1 << log < element)
        log++;
    if (1 << log == element)
        want_swizzles(tile, element);
    want_pads(tile, element);
    int count = auto_candidates(&plain, element, found, &simple);
    bool same = count == wanted_count && simple == wanted_simple, pads = true;
    for (int i = 0; i < count && same; i++) {
        same = same_candidate(&found[i], &wanted[i]);
        pads = pads && pads_rows(tile, &found[i]);
    }
    EXPECT(same);
    EXPECT(pads);
    EXPECT(found[MAX_CANDIDATES].pad == -7);
}

static void test_lists(void) {
    static const Tile tiles[] = {
        {{32, 8}, {8, 1}, 2},
        {{32, 32}, {32, 1}, 2},
        {{128, 64}, {64, 1}, 2},
        {{32, 33}, {33, 1}, 2},
        {{1, 1}, {1, 1}, 2},
        {{2, 1}, {1, 1}, 2},
        {{3, 3}, {1, 3}, 2},
        {{8, 8, 64}, {512, 64, 1}, 3},
        {{4, 8, 32}, {32, 128, 1}, 3},
        {{2, 4, 8, 16}, {512, 128, 16, 1}, 4}, /* three pitches */
        {{4, 1, 8, 16}, {128, 77, 16, 1}, 4},  /* one row is no pitch */
        {{4, 8, 16}, {128, 24, 1}, 3},         /* 128 is no multiple of 24 */
        {{4, 8, 16}, {144, 24, 1}, 3},
        {{4, 8, 24}, {144, 24, 1}, 3},
        {{4, 8, 25}, {144, 24, 1}, 3},   /* rows that overlap */
        {{4, 2, 8}, {16, 16, 1}, 3},     /* a pitch that comes twice */
        {{2, 2, 2, 2}, {8, 4, 2, 1}, 4}, /* 2, 4 and 8 can all grow */
        {{1, 2}, {4, 2}, 2},
        {{1 << 20, 256}, {256, 1}, 2},
        {{1 << 24, 8}, {8, 1}, 2}, /* what pads add passes 2^31 - 1 */
        {{3, 64}, {1 << 30, 1}, 2},
        {{512}, {1}, 1}};
    static const int bits[] = {4, 6, 8, 16, 32, 64, 128};
    for (size_t t = 0; t < COUNT_OF(tiles); t++)
        for (size_t b = 0; b < COUNT_OF(bits); b++)
            expect_all(&tiles[t], bits[b]);
}

/* Digits of any extents, some rows longer than they need be, some digits in another order. */
static void test_random_lists(void) {
    static const int bits[] = {4, 8, 16, 32, 64, 128};
    unsigned state = 5;
    for (int turn = 0; turn < 400; turn++) {
        Tile tile = {.count = DIMS};
        int64_t stride = 1;
        for (int i = DIMS - 1; i >= 0; i--) {
            state = state * 1664525u + 1013904223u;
            tile.extent[i] = 1 + (state >> 20) % 9;
            tile.stride[i] = stride;
            stride *= tile.extent[i] + ((state >> 10) % 4 == 0);
        }
        for (int i = 0; i < DIMS && turn % 3 == 0; i++) {
            int other = (int)((state >> (4 + 2 * i)) % DIMS);
            int64_t e = tile.extent[i], s = tile.stride[i];
            tile.extent[i] = tile.extent[other];
            tile.stride[i] = tile.stride[other];
            tile.extent[other] = e;
            tile.stride[other] = s;
        }
        expect_all(&tile, bits[turn % (int)COUNT_OF(bits)]);
    }
}

/* Tiles that reach beyond all numbers have no swizzle; what a pad adds is counted where it is a number. */
static void test_far(void) {
    AutoCandidate found[MAX_CANDIDATES];
    Tile tile = {{4, 2}, {INT64_MAX / 2, 1}, 2};
    Layout plain = layout_of(&tile);
    int simple, count = auto_candidates(&plain, 32, found, &simple);
    EXPECT(count == 1 && simple == 1);
    tile = (Tile){{2, 2, 2}, {INT64_MAX - 1, INT64_MAX - 1, 1}, 3};
    plain = layout_of(&tile);
    count = auto_candidates(&plain, 32, found, &simple);
    EXPECT(simple == 1 && count > 1);
    for (int i = 1; i < count; i++)
        EXPECT(!found[i].swizzle.on && found[i].extra == 2 * found[i].pad);
}

static void test_words(void) {
    const AutoCandidate plain = {0}, swizzle = {.swizzle = {true, 2, 1, 3, false}},
                        pad = {.above = 33, .pad = 1, .extra = 31};
    EXPECT(strcmp(auto_describe(&plain), "plain") == 0);
    EXPECT(strcmp(auto_describe(&swizzle), "swizzle(2,1,3)") == 0);
    EXPECT(strcmp(auto_describe(&pad), "pitch 34 for 33") == 0);
}

int main(void) {
    test_lists();
    test_random_lists();
    test_far();
    test_words();
    mem_free_all();
    return unit_finish();
}
