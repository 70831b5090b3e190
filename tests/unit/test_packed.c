/* test_packed.c: elements smaller than a byte: what keeps them from moving in whole bytes, in words and numbers, on
 * both sides of each question; and a copy of elements of 6 bits as a copy of bytes, byte by byte. */
#include "generator/tile/tile.h"
#include "part_rules.h"
#include "unit.h"
#include <string.h>

static const Copy *read_copy(const char *text) {
    const char *line = mem_printf("%s as under_test\n", text);
    const Source *source = source_from_text("<packed>", line, strlen(line));
    Module *module = lang_load(source, prelude_text, NULL, 0, 0);
    bool read = module && !diag_error_count() && module->request_count == 1;
    EXPECT_OF(text, read);
    return read ? &module->requests[0]->copy : NULL;
}

typedef struct {
    const char *text, *src, *dst; /* what keeps a side from it */
} Row;

#define NEIGHBOURS "the elements that share a byte are not neighbours in the layout"
#define PAIRS                                                                                      \
    "only copies that convert i4 or u4 to f16, bf16 or f32 in registers unpack such "              \
    "pairs, in groups of eight and without limits"
static const Row rows[] = {
    {"copy warp e2m1 gmem S[(8,4):(16,1)] -> smem S[(8,4)]", NULL, NULL},
    {"copy warp e2m1 gmem S[(8,5):(16,1)] -> smem S[(8,5):(6,1)]",
     "rows of 5 elements have 20 bits and end inside a byte",
     "rows of 5 elements have 20 bits and end inside a byte"},
    {"copy warp e3m2 gmem S[(8,6):(16,1)] -> smem S[(8,6):(8,1)]",
     "rows of 6 elements have 36 bits and end inside a byte",
     "rows of 6 elements have 36 bits and end inside a byte"},
    {"copy warp e3m2 gmem S[(8,8):(16,1)] -> smem S[(8,8)]", NULL, NULL},
    {"copy warp e2m1 gmem S[(8,16)][0:8, 1:5] -> smem S[(8,4)]",
     "the region starts at element 1 of a row, which is inside a byte",
     NULL},
    {"copy warp e2m1 gmem S[(8,16)][0:8, 2:6] -> smem S[(8,4)]", NULL, NULL},
    {"copy warp e3m2 gmem S[(8,16)][0:8, 2:6] -> smem S[(8,4)]",
     "the region starts at element 2 of a row, which is inside a byte",
     NULL},
    {"copy warp e3m2 gmem S[(8,16)][0:8, 4:8] -> smem S[(8,4)]", NULL, NULL},
    {"copy warp e2m1 gmem S[(8,4):(5,1)] -> smem S[(8,4)]",
     "elements that are 5 apart cannot both start at a byte",
     NULL},
    {"copy warp e2m1 gmem S[(8,4):(6,1)] -> smem S[(8,4):(7,1)]",
     NULL,
     "elements that are 7 apart cannot both start at a byte"},
    {"copy warp e3m2 gmem S[(8,4):(6,1)] -> smem S[(8,4)]",
     "elements that are 6 apart cannot both start at a byte",
     NULL},
    {"copy warp e2m1 gmem S[(1,4):(5,1)] -> smem S[(1,4)]", NULL, NULL},
    {"copy warp e2m1 gmem S[(8,4):(1,8)] -> smem S[(8,4)]", NEIGHBOURS, NULL},
    {"copy warp e2m1 gmem S[(8,4):(8,2)] -> smem S[(8,4)]", NEIGHBOURS, NULL},
    {"copy warp e2m1 gmem S[(8,4):(8,ld)] -> smem S[(8,4)]", NEIGHBOURS, NULL},
    {"copy warp e2m1 gmem 8x6 S[(8,2,3):(8,3,1)] -> smem S[(8,6)]", NEIGHBOURS, NULL},
    {"copy warp e2m1 gmem 8x6 S[(8,3,2):(16,4,1)] -> smem S[(8,6)]", NULL, NULL},
    {"copy warp e2m1 gmem S[(8,16)][0:8, m:+4] -> smem S[(8,4)]",
     "the origin 'm' may be inside a byte",
     NULL},
    {"copy warp e2m1 gmem S[(8,16)][0:8, m:+4] -> smem S[(8,4)] where m % 2 == 0", NULL, NULL},
    {"copy warp e2m1 gmem S[(8,4):(6,1)] + 1@m -> smem S[(8,4)]",
     "the offset 1 is inside a byte",
     NULL},
    {"copy warp e2m1 gmem S[(8,4):(6,1)] + 2@m -> smem S[(8,4)]", NULL, NULL},
    {"copy warp e2m1 reg S[(32,4):(1@laneid,1)] -> smem S[(32,4)]", NULL, NULL},
    {"copy warp e2m1 reg S[(4,32):(1,1@laneid)] -> smem S[(4,32)]", NEIGHBOURS, NULL},
    {"copy warp i4 gmem 8x8 S[(8,4,2):(8,1,4)] -> smem S[(8,8)]", PAIRS, NULL},
    {"copy warp i4 gmem 8x8 S[(8,2,4):(8,1,4)] -> smem S[(8,8)]", NEIGHBOURS, NULL},
    {"copy warp i4 gmem 8x8 S[(8,4,2):(8,2,4)] -> smem S[(8,8)]", NEIGHBOURS, NULL},
    {"copy warp i4 gmem 8x8 S[(8,4,2):(8,1,5)] -> smem S[(8,8)]", NEIGHBOURS, NULL},
};

static bool says(const char *got, const char *want) {
    bool same = !got == !want && (!got || strcmp(got, want) == 0);
    if (!same)
        printf("    says %s\n", got ? got : "nothing");
    return same;
}

static void problems(void) {
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Copy *copy = read_copy(rows[i].text);
        if (!copy)
            continue;
        EXPECT_OF(rows[i].text, says(packed_problem(copy, &copy->src), rows[i].src));
        EXPECT_OF(rows[i].text, says(packed_problem(copy, &copy->dst), rows[i].dst));
        bool pairs = rows[i].src && strcmp(rows[i].src, PAIRS) == 0;
        EXPECT_OF(rows[i].text, packed_pairs(copy, &copy->src) == pairs);
        EXPECT_OF(rows[i].text, packed_group(copy) == (copy->dtype->bits == 6 ? 4 : 2));
    }
}

/* ---- bytes -------------------------------------------------------------------------------------- */

/* Where the side has an element, or a byte of the view, in its own units; of registers the slot. */
static int64_t place_of(const Operand *operand, const int64_t *coord) {
    const Layout *layout = &operand->layout;
    int64_t flat = 0, at = 0;
    for (int d = 0; d < operand->rank; d++)
        flat = flat * operand->shape[d] + operand->region[d].begin + coord[d];
    for (int i = layout->shard_count - 1; i >= 0; flat /= layout->shard[i--].extent)
        at += flat % layout->shard[i].extent * layout->shard[i].stride.value *
              (layout->shard[i].axis == AXIS_M ? 1 : 1 << 16);
    for (int i = 0; i < layout->offset_count; i++)
        at += layout->offset[i].amount * (layout->offset[i].axis == AXIS_M ? 1 : 1 << 16);
    for (int i = 0; i < layout->replica_count; i++) /* the second replica of all */
        at += layout->replica[i].stride.value * (layout->replica[i].axis == AXIS_M ? 1 : 1 << 16);
    return at;
}

static bool same_bytes(const Operand *elements, const Operand *bytes) {
    int64_t coord[MAX_RANK] = {0}, at[MAX_RANK];
    const int last = elements->rank - 1;
    bool same =
        region_count(bytes) * 4 == region_count(elements) * 3 && bytes->rank == elements->rank;
    do {
        memcpy(at, coord, sizeof at);
        if (coord[last] % 4)
            continue;
        const int64_t first = place_of(elements, at), whole = first >> 16 << 16,
                      rest = first - whole;
        at[last] = coord[last] / 4 * 3;
        for (int64_t b = 0; b < 3; b++, at[last]++)
            same &= place_of(bytes, at) == whole + rest / 4 * 3 + b && rest % 4 == 0;
    } while (region_next(elements, coord) && same);
    return same;
}

static void views(void) {
    static const char *const texts[] = {
        "copy warp e3m2 gmem S[(8,16)] -> smem S[(8,16)]",
        "copy warp e2m3 gmem S[(8,16):(32,1)][2:6, 4:12] -> smem S[(4,8)]",
        "copy warp e3m2 gmem S[(8,16):(24,1)] + 8@m -> smem S[(8,16)]",
        "copy warp e3m2 gmem 8x16 S[(8,2,8):(8,64,1)] -> smem S[(8,16)] + R[2:128]",
        "copy warp e3m2 reg S[(32,8):(1@laneid,1)] -> smem S[(32,8)]",
        "copy warp e3m2 gmem S[(1,32,8):(7,8,1)] -> reg S[(1,32,8):(9,1@laneid,1)]",
        "copy warp e3m2 smem S[(16,8)] -> reg S[(16,8):(2@laneid,1)] + R[2:1@laneid]",
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        const Copy *copy = read_copy(texts[i]), *view = copy ? packed_view(copy) : NULL;
        if (!view)
            continue;
        EXPECT_OF(
            texts[i], view != copy && view->dtype->bits == 8 && view->reg_dtype == view->dtype);
        EXPECT_OF(
            texts[i], same_bytes(&copy->src, &view->src) && same_bytes(&copy->dst, &view->dst));
    }
}

/* Of these the elements stay what they are. */
static void no_views(void) {
    static const char *const texts[] = {
        "copy warp e2m1 gmem S[(8,16)] -> smem S[(8,16)]",
        "copy warp u8 gmem S[(8,16)] -> smem S[(8,16)]",
        "copy warp e3m2 reg S[(32,8):(1@laneid,1)] -> reg S[(32,8):(1@laneid,1)]",
        "copy warp e3m2 gmem S[(8,6):(8,1)] -> smem S[(8,6):(8,1)]",
        "copy warp e3m2 gmem S[(8,16)] swizzle(3,1,3) -> smem S[(8,16)]",
        "copy warp e3m2 gmem S[(8,16)] -> smem S[(8,16)] swizzle(3,1,3)",
        "copy warp e3m2 gmem S[(8,16)][0:8, m:+4] -> smem S[(8,4)] where m % 4 == 0",
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        const Copy *copy = read_copy(texts[i]);
        EXPECT_OF(texts[i], copy && packed_view(copy) == copy);
    }
}

int main(void) {
    problems();
    views();
    no_views();
    mem_free_all();
    return unit_finish();
}
