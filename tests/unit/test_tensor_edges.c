/* test_tensor_edges.c: every rule of a tensor map at its limit: what is said just beyond it, word for
 * word, and that nothing is said just before. */
#include "../../generator/tile/tile.h"
#include "../../generator/variants/variants.h"
#include "module_of.h"
#include "unit.h"
#include <string.h>

#define TO " { tensormap; using tma_explicit; } as f\n"
#define LOAD(region, tile, facts)                                                                  \
    "copy_async elected f16 gmem S[(M,K):(ld,1)]" region " -> smem " tile " where " facts TO
#define STORE(tile, region, facts)                                                                 \
    "copy_async elected f16 smem " tile " -> gmem S[(M,K):(ld,1)]" region " where " facts TO
#define NONE "nothing"
#define NO_TYPE "b128 is no type of a tensor map"
#define TILE(bytes, place)                                                                         \
    "the tile is aligned to " bytes " bytes, and a box begins at multiples of " place
#define STRIDE(what, d, fact)                                                                      \
    "stride " what " of dimension " d                                                              \
    " is not known to be a multiple of 16 bytes: state 'where " fact "'"
#define ORIGIN(what, fact)                                                                         \
    "the inner origin " what " is not known to be a multiple of 16 bytes: state 'where " fact "'"
#define CLIPS(what, fact)                                                                          \
    "the inner extent " what " is not known to be a multiple of 16 bytes, by which stores clip: "  \
    "state 'where " fact "'"
#define BROKEN_INSIDE(name, by)                                                                    \
    "the inner origin " name " may be inside a byte: state 'where " name " % " by " == 0'"

/* Of descriptions. */
static const struct {
    const char *text, *predicate, *says;
} texts[] = {
    {LOAD("[m:+8, k:+64]", "S[(8,64)]", "ld % 8 == 0"), "", NONE},
    {"copy_async elected b128 gmem S[(8,4)] -> smem S[(8,4)]" TO, "dtype", NO_TYPE},
    {"copy_async elected e8m0 gmem S[(8,16)] -> smem S[(8,16)]" TO, "", NONE},
    /* What an address is known to be a multiple of. */
    {LOAD("[m:+8, k:+64]", "S[(8,64)]", "ld % 8 == 0, align(src) == 8"),
     "base",
     "base aligned to 8 bytes is no multiple of 16"},
    {LOAD("[m:+8, k:+64]", "S[(8,64)]", "ld % 8 == 0, align(src) == 32"), "", NONE},
    {LOAD("[m:+8, k:+64]", "S[(8,64)]", "ld % 8 == 0, align(dst) == 64"),
     "place",
     TILE("64", "128")},
    {LOAD("[m:+8, k:+64]", "S[(8,64)]", "ld % 8 == 0, align(dst) == 128"), "", NONE},
    {LOAD("[m:+8, k:+64]", "S[(8,64)] swizzle 128B", "ld % 8 == 0, align(dst) == 512"),
     "place",
     TILE("512", "1024")},
    {LOAD("[m:+8, k:+64]", "S[(8,64)] swizzle 128B", "ld % 8 == 0, align(dst) == 1024"), "", NONE},
    {LOAD("[m:+8, k:+16]", "S[(8,16)] swizzle 32B", "ld % 8 == 0, align(dst) == 128"),
     "place",
     TILE("128", "256")},
    {STORE("S[(8,64)]", "[m:+8, k:+64]", "ld % 8 == 0, K % 8 == 0, k % 8 == 0, align(dst) == 8"),
     "base",
     "base aligned to 8 bytes is no multiple of 16"},
    {STORE("S[(8,64)]", "[m:+8, k:+64]", "ld % 8 == 0, K % 8 == 0, k % 8 == 0, align(src) == 64"),
     "place",
     TILE("64", "128")},
    /* Strides. */
    {LOAD("[m:+8, k:+64]", "S[(8,64)]", "ld % 4 == 0"), "stride", STRIDE("ld", "1", "ld % 8 == 0")},
    {LOAD("[m:+8, k:+64]", "S[(8,64)]", "ld % 12 == 0"),
     "stride",
     STRIDE("ld", "1", "ld % 24 == 0")},
    {"copy_async elected f64 gmem S[(M,K):(ld,1)][m:+8, k:+4] -> smem S[(8,4)]" TO,
     "stride",
     STRIDE("ld", "1", "ld % 2 == 0")},
    {"copy_async elected f16 gmem S[(M,K):(2*ld,1)][m:+8, k:+64] -> smem S[(8,64)] where ld % 2 "
     "== 0" TO,
     "stride",
     STRIDE("2 * ld", "1", "ld % 4 == 0")},
    {"copy_async elected f16 gmem S[(B,M,K):(far,ld,1)][b:+2, m:+8, k:+64] -> smem S[(2,8,64)] "
     "where far % 8 == 0" TO,
     "stride",
     STRIDE("ld", "1", "ld % 8 == 0")},
    {"copy_async elected f16 gmem S[(B,M,K):(far,ld,1)][b:+2, m:+8, k:+64] -> smem S[(2,8,64)] "
     "where ld % 8 == 0" TO,
     "stride",
     STRIDE("far", "2", "far % 8 == 0")},
    {"copy_async elected f16 gmem S[(8,64):(1,8)] -> smem S[(8,64)]" TO,
     "inner_stride",
     "the innermost stride is 8, not 1; stride 2 is no multiple of 16 bytes"},
    {"copy_async elected f16 gmem S[(M,K):(8,ld)][m:+8, k:+64] -> smem S[(8,64)] where ld >= 64" TO,
     "inner_stride",
     "the innermost stride is ld, not 1"},
    /* Swizzles. */
    {LOAD("[m:+32, k:+64]", "S[(32,64)] swizzle(3,4,4)", "ld % 8 == 0"),
     "swizzle",
     "swizzle(3,4,4) is none of 32B, 64B, 128B"},
    {LOAD("[m:+8, k:+64]", "S[(8,64)] swizzle(2,3,3)", "ld % 8 == 0"),
     "swizzle",
     "swizzle(2,3,3) is none of 32B, 64B, 128B"},
    {LOAD("[m:+8, k:+64]", "S[(8,64)] swizzle(3,3,4)", "ld % 8 == 0"),
     "swizzle",
     "swizzle(3,3,4) is none of 32B, 64B, 128B"},
    {LOAD("[m:+8, k:+64]", "S[(8,64)] swizzle(3,3,3,outer)", "ld % 8 == 0"),
     "swizzle",
     "swizzle(3,3,3,outer) is none of 32B, 64B, 128B"},
    {LOAD("[m:+8, k:+32]", "S[(8,32)] swizzle 32B", "ld % 8 == 0"),
     "swizzle_span",
     "inner box of 64 bytes is over the span of 32 of its swizzle"},
    {LOAD("[m:+8, k:+64]", "S[(8,64)] swizzle 64B", "ld % 8 == 0"),
     "swizzle_span",
     "inner box of 128 bytes is over the span of 64 of its swizzle"},
    {LOAD("[m:+8, k:+12]", "S[(8,12)]", "ld % 8 == 0"),
     "inner_box",
     "inner box of 24 bytes is no multiple of 16"},
    /* Where loads begin: a name is the caller's to see to. */
    {LOAD("[m:+8, 4:68]", "S[(8,64)]", "ld % 8 == 0"),
     "load_origin",
     "the inner origin of 8 bytes is no multiple of 16"},
    {LOAD("[4:12, 8:72]", "S[(8,64)]", "ld % 8 == 0"), "", NONE},
    {"copy_async elected i4 gmem S[(M,K):(ld,1)][m:+8, 16:80] -> smem S[(8,64)] where ld % 32 == "
     "0, K % 2 == 0" TO,
     "load_origin",
     "the inner origin of 8 bytes is no multiple of 16"},
    {"copy_async elected i4 gmem S[(M,K):(ld,1)][m:+8, 32:96] -> smem S[(8,64)] where ld % 32 == "
     "0, K % 2 == 0" TO,
     "",
     NONE},
    {"copy_async elected i4 gmem S[(M,K):(ld,1)][m:+8, k:+64] -> smem S[(8,64)] where ld % 32 == "
     "0, K % 2 == 0" TO,
     "load_origin",
     BROKEN_INSIDE("k", "2")},
    {"copy_async elected i4 gmem S[(M,K):(ld,1)][m:+8, k:+64] -> smem S[(8,64)] where ld % 32 == "
     "0, k % 2 == 0" TO,
     "dtype",
     "the inner extent K may end inside a byte: state 'where K % 2 == 0'"},
    /* Where stores begin and end. */
    {STORE("S[(8,64)]", "[m:+8, k:+64]", "ld % 8 == 0, K % 8 == 0, k % 8 == 0"), "", NONE},
    {STORE("S[(8,64)]", "[m:+8, k:+64]", "ld % 8 == 0, K % 4 == 0, k % 8 == 0"),
     "inner_extent",
     CLIPS("K", "K % 8 == 0")},
    {STORE("S[(8,64)]", "[m:+8, k:+64]", "ld % 8 == 0, K % 8 == 0, k % 4 == 0"),
     "store_origin",
     ORIGIN("k", "k % 8 == 0")},
    {STORE("S[(8,64)]", "[m:+8, k:+64]", "ld % 8 == 0"),
     "inner_extent",
     CLIPS("K", "K % 8 == 0") "; " ORIGIN("k", "k % 8 == 0")},
    {STORE("S[(8,64)]", "[m:+8, 4:68]", "ld % 8 == 0, K % 8 == 0"),
     "store_origin",
     "the inner origin of 8 bytes is no multiple of 16"},
    {STORE("S[(8,64)]", "[4:12, 8:72]", "ld % 8 == 0, K % 8 == 0"), "", NONE},
    {"copy_async elected f16 smem S[(8,16)] -> gmem S[(M,20):(ld,1)][m:+8, 0:16] where ld % 8 == "
     "0" TO,
     "inner_extent",
     "the inner extent of 40 bytes is no multiple of 16, by which stores clip"},
    {"copy_async elected i4 smem S[(8,64)] -> gmem S[(M,K):(ld,1)][m:+8, k:+64] where ld % 32 == "
     "0, K % 32 == 0, k % 32 == 0" TO,
     "",
     NONE},
    {"copy_async elected i4 smem S[(8,64)] -> gmem S[(M,K):(ld,1)][m:+8, k:+64] where ld % 32 == "
     "0, K % 32 == 0, k % 16 == 0" TO,
     "store_origin",
     ORIGIN("k", "k % 32 == 0")},
    {"copy_async elected i4 smem S[(8,64)] -> gmem S[(M,K):(ld,1)][m:+8, k:+64] where ld % 32 == "
     "0, K % 16 == 0, k % 32 == 0" TO,
     "inner_extent",
     CLIPS("K", "K % 32 == 0")},
    {"copy_async elected i4 smem S[(8,64)] -> gmem S[(M,K):(ld,1)][m:+8, k:+64] where ld % 32 == "
     "0, K % 32 == 0" TO,
     "store_origin",
     BROKEN_INSIDE("k", "2") "; " ORIGIN("k", "k % 32 == 0")},
    {"copy_async elected i4 smem S[(8,64)] -> gmem S[(M,K):(ld,1)][m:+8, 16:80] where ld % 32 == "
     "0, K % 32 == 0" TO,
     "store_origin",
     "the inner origin of 8 bytes is no multiple of 16"},
    {"copy_async elected i4 smem S[(8,64)] -> gmem S[(M,K):(ld,1)][m:+8, k:+64] where ld % 160 == "
     "0, K % 160 == 0, k % 160 == 0" TO,
     "",
     NONE},
    {"copy_async elected u8 gmem S[(41,155,165)] -> smem S[(41,155,165)]" TO, /* 1048575 bytes */
     "stride",
     "stride 165 is no multiple of 16 bytes; stride 25575 is no multiple of 16 bytes; inner box of "
     "165 bytes is no multiple of 16"},
    /* Parts of a tile. */
    {LOAD("[m:+8, k:+64]", "S[(32,64)][x:+8, 0:64]", "ld % 8 == 0"), "", NONE},
    {LOAD("[m:+8, k:+64]", "S[(32,64)][1:9, 0:64]", "ld % 8 == 0"), "", NONE},
    {LOAD("[m:+8, k:+64]", "S[(32,64)] swizzle 128B[8:16, 0:64]", "ld % 8 == 0"), "", NONE},
    {LOAD("[m:+8, k:+64]", "S[(32,64)] swizzle 128B[4:12, 0:64]", "ld % 8 == 0"),
     "place",
     "the box does not begin at a multiple of 1024 bytes of the tile"},
    {LOAD("[m:+8, k:+64]", "S[(32,64)] swizzle 128B[x:+8, 0:64]", "ld % 8 == 0, x % 4 == 0"),
     "place",
     "the box does not begin at a multiple of 1024 bytes of the tile"},
    {LOAD("[m:+8, k:+64]", "S[(32,64)] swizzle 128B[x:+8, 0:64]", "ld % 8 == 0, x % 8 == 0"),
     "",
     NONE},
    /* Of which pair of memories. */
    {"copy elected f16 smem S[(8,64)] -> smem S[(8,64)] as f\n",
     "memory_pair",
     "smem -> smem is neither gmem -> smem nor smem -> gmem"},
    {"copy elected f16 gmem S[(8,64)] -> gmem S[(8,64)] as f\n",
     "memory_pair",
     "gmem -> gmem is neither gmem -> smem nor smem -> gmem"},
    {"copy_async elected f16 smem S[(8,64)] + R[2:512] -> gmem S[(8,64)]" TO,
     "memory_replica",
     "a replica on a memory axis"},
    {"copy_async elected f16 gmem S[(8,64)] -> smem S[(8,64)] + R[2:512]" TO,
     "memory_replica",
     "a replica on a memory axis"},
};

typedef Plan *(*Offer)(const Query *query, Decline *decline);

static void says(
    const char *text, Offer offer, int target, const char *predicate, const char *expected) {
    const Module *module = module_of(text, target);
    if (!module || module->request_count != 1) {
        EXPECT_OF(text, false);
        return;
    }
    const Query query = {.copy = &module->requests[0]->copy, .target = target};
    Decline decline = {0};
    const bool found = offer(&query, &decline) != NULL;
    const char *reason = found || !decline.reason ? NONE : decline.reason;
    const bool same = strcmp(reason, expected) == 0 &&
                      strcmp(found || !decline.predicate ? "" : decline.predicate, predicate) == 0;
    EXPECT_OF(text, same);
    if (!same)
        printf("%s  %s: %s\n", text, decline.predicate, reason);
}

/* Tiles of 256x256x(2^more x columns) whose origin is spread over 16 + more digits of the address. */
#define TWOS "2,2,2,2,2,2,2,2"
#define AT(stride) stride "," stride "," stride "," stride
#define BY(stride) AT(stride) "," AT(stride)
#define MORE_4(stride) "2,2,2,2", AT(stride)
#define MORE_5(stride) "2,2,2,2,2", AT(stride) "," stride
#define BOX_OF(deep, count, more) BOX_OF_(deep, count, more)
#define BOX_OF_(deep, count, more, strides)                                                        \
    "copy_async elected f16 smem 256x256x" deep " S[(" TWOS "," TWOS "," more                      \
    ",8):(" BY("64") "," BY("64") "," strides ",1)][x:+1, y:+1, z:+" count "] -> gmem S[(" count   \
                                  ")] where z % " count " == 0 { tensormap; } as f\n"
#define FOUR_OF(deep, count, more) FOUR_OF_(deep, count, more)
#define FOUR_OF_(deep, count, more, strides)                                                       \
    "copy_async elected f16 smem 256x256x" deep "x64 S[(" TWOS "," TWOS "," more                   \
    ",4,64):(" BY("256") "," BY("256") "," strides ",64,1)][x:+1, y:+1, z:+" count                 \
                                       ", 0:64] -> gmem S[(" count                                 \
                                       ",64):(ld,1)] by u32 smem where z % " count                 \
                                       " == 0, ld % 8 == 0 { tensormap; } as f\n"
#define TOO_MANY "terms", "the address has too many terms"

static void addresses_of_many_terms(void) {
    says(BOX_OF("128", "8", MORE_4("64")), tma_explicit_offer, TARGET_SM_90, "", NONE);
    says(BOX_OF("256", "8", MORE_5("64")), tma_explicit_offer, TARGET_SM_90, TOO_MANY);
    /* One of them is that of the boxes, in a loop. */
    says(BOX_OF("128", "16", MORE_4("64")), tma_auto_offer, TARGET_SM_90, "", NONE);
    says(BOX_OF("256", "16", MORE_5("64")), tma_auto_offer, TARGET_SM_90, TOO_MANY);
    says(FOUR_OF("64", "4", MORE_4("256")), tma_gather_offer, TARGET_SM_100A, "", NONE);
    says(FOUR_OF("128", "4", MORE_5("256")), tma_gather_offer, TARGET_SM_100A, TOO_MANY);
    says(FOUR_OF("64", "8", MORE_4("256")), tma_gather_offer, TARGET_SM_100A, "", NONE);
    says(FOUR_OF("128", "8", MORE_5("256")), tma_gather_offer, TARGET_SM_100A, TOO_MANY);
}

static void texts_say(void) {
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        says(texts[i].text, tma_explicit_offer, TARGET_SM_90A, texts[i].predicate, texts[i].says);
}

/* Of rows that indices pick. */
#define FOURS(dtype, rows, columns)                                                                \
    "copy_async elected " dtype " gmem S[(" rows "," columns "):(ld,1)] by i32 smem -> smem "
#define OF " where ld % 32 == 0 { tensormap; } as f\n"
#define OVER(count, most, parts)                                                                   \
    "a row of " count " elements is over the " most                                                \
    " that a copy takes: put it in panels, S[(R," parts "," most "):(" most "," most "*R,1)]"
static const struct {
    const char *text, *predicate, *says;
} rows[] = {
    {FOURS("f16", "16", "64") "S[(16,64)]" OF, "", NONE},
    {FOURS("b128", "16", "4") "S[(16,4)]" OF, "dtype", NO_TYPE},
    {FOURS("f16", "16", "64") "S[(16,64):(1,16)]" OF,
     "tile",
     "the columns of the tile do not follow one another"},
    {FOURS("f16", "16", "64") "S[(16,64):(128,2)]" OF,
     "tile",
     "the columns of the tile do not follow one another"},
    {FOURS("f16", "16", "12") "S[(16,12)]" OF,
     "inner_box",
     "a row of 24 bytes is no multiple of 16"},
    {FOURS("f16", "16", "1024") "S[(16,1024)]" OF, "", NONE},
    {FOURS("f16", "16", "1032") "S[(16,1032)]" OF, "box", OVER("1032", "1024", "2")},
    {FOURS("f16", "16", "2056") "S[(16,2056)]" OF, "box", OVER("2056", "1024", "3")},
    {FOURS("f16", "16", "1025") "S[(16,1025)]" OF, "box", OVER("1025", "256", "5")},
    {FOURS("f64", "16", "258") "S[(16,258)]" OF, "box", OVER("258", "256", "2")},
    {FOURS("u8", "4", "2064") "S[(4,2064)]" OF, "box", OVER("2064", "2048", "2")},
    {FOURS("i4", "4", "2080") "S[(4,2080)]" OF, "box", OVER("2080", "2048", "2")},
    {"copy_async elected f16 gmem S[(16,K):(ld,1)][0:16, k:+512] by i32 smem -> smem S[(16,512)] "
     "where ld % 8 == 0, K % 2 == 0 { tensormap; } as f\n",
     "box",
     OVER("512", "256", "2")},
    {FOURS("f16", "16", "128") "S[(16,128)] swizzle 128B" OF,
     "box",
     "a row of 128 elements is over the 64 that a copy takes under its swizzle: put it in panels, "
     "S[(R,2,64):(64,64*R,1)]"},
    {FOURS("f16", "16", "64") "S[(16,64):(72,1)]" OF,
     "tile",
     "the hardware writes four rows 64 elements apart, and the tile has them 72 apart"},
    {FOURS("f16", "16", "64") "S[(16,64):(128,1)]" OF,
     "tile",
     "the hardware writes four rows 64 elements apart, and the tile has them 128 apart"},
    {FOURS("f16", "16", "64") "S[(16,64):(128,1)] swizzle 128B" OF,
     "tile",
     "the hardware writes four rows 64 elements apart, and the tile has them 128 apart"},
    {FOURS("f16", "16", "32") "S[(16,32)] swizzle 128B" OF,
     "tile",
     "the hardware writes four rows 64 elements apart, and the tile has them 32 apart"},
    {FOURS("f16", "8", "8") "S[(8,8)]" OF,
     "place",
     "four rows of 16 bytes begin at multiples of 64 bytes, and a copy at those of 128"},
    {FOURS("f16", "4", "8") "S[(4,8)]" OF, "", NONE},
    {FOURS("f16", "8", "16") "S[(8,16)]" OF, "", NONE},
    {FOURS("f16", "8", "24") "S[(8,24)]" OF,
     "place",
     "four rows of 48 bytes begin at multiples of 192 bytes, and a copy at those of 128"},
    /* Parts of a tile: where it begins is known or not. */
    {FOURS("f16", "16", "64") "S[(32,64)][x:+16, 0:64]" OF, "", NONE},
    {FOURS("f16", "16", "64") "S[(32,64)][1:17, 0:64]" OF, "", NONE},
    {FOURS("f16", "16", "64") "S[(32,64)] swizzle 128B[x:+16, 0:64]" OF,
     "place",
     "the tile does not begin at a multiple of 1024 bytes"},
    {FOURS("f16", "8", "64") "8x64 S[(4,2,64):(256,64,1)]" OF,
     "tile",
     "four rows in a row do not lie one behind the other"},
    {FOURS("f32", "8", "8") "8x8 S[(4,2,8):(32,8,1)]" OF,
     "tile",
     "four rows in a row do not lie one behind the other"},
};

static void rows_say(void) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        says(rows[i].text, tma_gather_offer, TARGET_SM_100A, rows[i].predicate, rows[i].says);
}

/* Of maps by hand: that of 8x64 f16, changed in one place or two. */
typedef enum { NOTHING, RANK, EXTENT, STEP, BOX, COORD, SWIZZLE, PACK } What;
typedef struct {
    What what;
    int d;
    int64_t value;
} Change;
#define P39 ((int64_t)1 << 39)
#define TOO_FAR(elements) "stride of " elements " elements: a tensor map has less than 2^40 bytes"
static const struct {
    Change change[5];
    const char *predicate, *says;
} maps[] = {
    {{{NOTHING, 0, 0}}, "", NONE},
    {{{RANK, 0, 0}}, "rank", "0 dimensions: a tensor map has 1 to 5"},
    {{{RANK, 0, -1}}, "rank", "-1 dimensions: a tensor map has 1 to 5"},
    {{{RANK, 0, 1}}, "", NONE},
    {{{RANK, 0, 5}}, "", NONE},
    {{{RANK, 0, 6}}, "rank", "6 dimensions: a tensor map has 1 to 5"},
    {{{EXTENT, 0, 0}}, "extent", "extent of 0 elements: a tensor map has 1 to 2^32"},
    {{{EXTENT, 1, 0}}, "extent", "extent of 0 elements: a tensor map has 1 to 2^32"},
    {{{EXTENT, 1, 1}}, "", NONE},
    {{{EXTENT, 0, (int64_t)1 << 32}}, "", NONE},
    {{{EXTENT, 1, (int64_t)1 << 32}}, "", NONE},
    {{{EXTENT, 1, ((int64_t)1 << 32) + 1}},
     "extent",
     "extent of 4294967297 elements: a tensor map has 1 to 2^32"},
    {{{STEP, 0, 2}}, "inner_stride", "the innermost stride is 2, not 1"},
    {{{STEP, 1, 0}}, "", NONE},
    {{{STEP, 1, P39 - 8}}, "", NONE},
    {{{STEP, 1, P39}}, "stride", TOO_FAR("549755813888")},
    {{{STEP, 1, INT64_MAX / 8}}, "stride", TOO_FAR("1152921504606846975")},
    {{{STEP, 1, 4}}, "stride", "stride 8 is no multiple of 16 bytes"},
    {{{STEP, 1, P39 - 4}}, "stride", "stride 1099511627768 is no multiple of 16 bytes"},
    {{{RANK, 0, 5}, {STEP, 4, 4}}, "stride", "stride 8 is no multiple of 16 bytes"},
    {{{BOX, 0, 256}}, "", NONE},
    {{{BOX, 0, 264}}, "box", "box of 264 elements in dimension 0: at most 256"},
    {{{BOX, 0, 512}, {PACK, 0, 2}}, "", NONE},
    {{{BOX, 0, 528}, {PACK, 0, 2}}, "box", "box of 264 elements in dimension 0: at most 256"},
    {{{BOX, 1, 512}, {PACK, 0, 2}}, "box", "box of 512 elements in dimension 1: at most 256"},
    {{{BOX, 1, 256}}, "", NONE},
    {{{BOX, 1, 257}}, "box", "box of 257 elements in dimension 1: at most 256"},
    {{{RANK, 0, 5}, {BOX, 4, 257}}, "box", "box of 257 elements in dimension 4: at most 256"},
    {{{BOX, 0, 60}}, "inner_box", "inner box of 120 bytes is no multiple of 16"},
    {{{BOX, 0, 60}, {STEP, 1, 60}},
     "stride",
     "stride 120 is no multiple of 16 bytes; inner box of 120 bytes is no multiple of 16"},
    {{{RANK, 0, 3}, {BOX, 0, 112}, {BOX, 1, 31}, {BOX, 2, 151}}, "", NONE}, /* 1048544 bytes */
    {{{RANK, 0, 3}, {BOX, 0, 8}, {BOX, 1, 256}, {BOX, 2, 256}},
     "tx_count",
     "box of 1048576 bytes: an mbarrier counts at most 1048575"},
    {{{RANK, 0, 5}, {BOX, 0, 256}, {BOX, 1, 256}, {BOX, 3, 256}, {BOX, 4, 128}},
     "tx_count",
     "box of 4294967296 bytes: an mbarrier counts at most 1048575"},
    {{{SWIZZLE, 0, 333}}, "", NONE},
    {{{SWIZZLE, 0, 323}, {BOX, 0, 32}}, "", NONE},
    {{{SWIZZLE, 0, 313}, {BOX, 0, 16}}, "", NONE},
    {{{SWIZZLE, 0, 323}, {BOX, 0, 40}},
     "swizzle_span",
     "inner box of 80 bytes is over the span of 64 of its swizzle"},
    {{{SWIZZLE, 0, 343}}, "swizzle", "swizzle(3,4,3) is none of 32B, 64B, 128B"},
    {{{SWIZZLE, 0, 433}}, "swizzle", "swizzle(4,3,3) is none of 32B, 64B, 128B"},
    {{{SWIZZLE, 0, 332}}, "swizzle", "swizzle(3,3,2) is none of 32B, 64B, 128B"},
    {{{SWIZZLE, 1, 333}}, "swizzle", "swizzle(3,3,3,outer) is none of 32B, 64B, 128B"},
    {{{COORD, 0, 8}}, "", NONE},
    {{{COORD, 0, 9}}, "load_origin", "the inner origin of 18 bytes is no multiple of 16"},
    {{{COORD, 0, -4}}, "load_origin", "the inner origin of -8 bytes is no multiple of 16"},
    {{{COORD, 0, 4}, {PACK, 0, 2}}, "", NONE},
    {{{COORD, 0, 2}, {PACK, 0, 2}},
     "load_origin",
     "the inner origin of 8 bytes is no multiple of 16"},
    {{{COORD, 1, 9}}, "", NONE},
    {{{PACK, 0, 8}}, "dtype", "f16 is no type of a tensor map"},
};

static void change_map(Boxes *boxes, Change change) {
    Object *map = &boxes->map;
    const int d = change.d;
    if (change.what == RANK)
        map->rank = (int)change.value;
    if (change.what == EXTENT)
        map->extent[d] = coef_int(change.value);
    if (change.what == STEP)
        map->stride[d] = coef_int(change.value);
    if (change.what == BOX)
        map->box[d] = change.value;
    if (change.what == COORD)
        boxes->coords[d] = expr_constant(change.value);
    if (change.what == PACK)
        map->pack = (int)change.value;
    if (change.what == SWIZZLE)
        map->swizzle = (Swizzle){
            .on = true,
            .per_element = (int)change.value / 100,
            .len = (int)change.value / 10 % 10,
            .atom = (int)change.value % 10,
            .outer = d};
}

/* Dimensions from 2 on are there, of one element each, for whoever has a higher rank. */
static void maps_say(void) {
    const Module *module = module_of(
        "copy_async elected f16 gmem S[(8,64)] -> smem S[(8,64)] { tensormap; } as f\n",
        TARGET_SM_90A);
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        Boxes boxes = {.map = {.kind = OBJECT_TENSOR, .rank = 2}};
        for (int d = 0; d < MAX_TENSOR_RANK; d++) {
            boxes.map.box[d] = d == 0 ? 64 : d == 1 ? 8 : 1;
            boxes.map.extent[d] = coef_int(boxes.map.box[d]);
            boxes.map.stride[d] = coef_int(d ? 64 : 1);
            boxes.coords[d] = expr_constant(0);
        }
        for (int c = 0; c < 5; c++)
            change_map(&boxes, maps[i].change[c]);
        Decline decline = {0};
        const bool taken = tensor_rules(&module->requests[0]->copy, &boxes, &decline);
        const char *says = taken ? NONE : decline.reason;
        const char *predicate = taken ? "" : decline.predicate;
        EXPECT_OF(maps[i].says, strcmp(says, maps[i].says) == 0);
        EXPECT_OF(maps[i].says, strcmp(predicate, maps[i].predicate) == 0);
        if (strcmp(says, maps[i].says))
            printf("%d: %s\n", (int)i, says);
    }
}

int main(void) {
    texts_say();
    addresses_of_many_terms();
    rows_say();
    maps_say();
    mem_free_all();
    return unit_finish();
}
