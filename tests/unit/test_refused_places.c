/* Where reductions, rings, tensor maps, windows and picked rows do not go, word for word, and both
 * sides of what they may span. */
#include "told.h"
#include "../../generator/lang/lang.h"

#define WARP "copy warp f32 "
#define REGS "reg S[(32,8):(1@laneid,1)]"
#define TILE WARP "gmem S[(32,8)] -> smem S[(32,8)]"
#define BACK WARP "smem S[(32,8)] -> gmem S[(32,8)]"
#define NAME "= choose another name here"

#define REDUCE "'reduce add' combines with the destination's old value: "
#define FIRST "= convert first, with a copy of its own"
static const Told reduces[] = {
    {BACK " { reduce add; }\n" TILE " { reduce min; }", ""},
    {"permute warp f32 smem S[(32,8)] -> gmem S[(32,8)] { `reduce` add; }",
     "E_REDUCE_PLACE " REDUCE "a permute only moves\n= use a copy or a copy_async"},
    {WARP "smem S[(32,8)] <-> gmem S[(32,8)] { `reduce` add; }",
     "E_REDUCE_PLACE " REDUCE "it has one direction, '<->' has two\n"
     "= write two statements, and reduce in the one that needs it"},
    {"copy_async warp f32 gmem S[(32,8)] -> smem S[(32,8)] { `reduce` add; }",
     "E_REDUCE_PLACE " REDUCE "no copy_async does so in smem\n"
     "= use copy: threads combine, and nothing is in flight"},
    {TILE " { masked; `reduce` add; }",
     "E_REDUCE_PLACE " REDUCE "in smem it takes only whole tiles\n"
     "= drop 'masked' and fill the rest of the source with the neutral element"},
    {"copy warp f32 -> f16 " REGS " -> smem S[(32,8)] { `reduce` add; }",
     "E_REDUCE_PLACE " REDUCE "it does not convert\n" FIRST},
    {"copy warp f32 -> f16 " REGS " -> gmem S[(32,8)] { `reduce` add; }",
     "E_REDUCE_PLACE " REDUCE "it does not convert\n" FIRST},
    {WARP "gmem S[(32,8)] -> " REGS " { `reduce` add; }",
     "E_REDUCE_PLACE " REDUCE "no variant does so in reg\n= reduce into gmem, smem or dsmem; for "
     "values in registers there is the reduce statement"},
    {WARP "smem S[(32,8)] -> dsmem S[(32,8)] { reduce add; }", ""},
    {"copy_async warp f32 smem S[(32,8)] -> gmem S[(32,8)] { masked; `reduce` add; }",
     "E_REDUCE_PLACE " REDUCE "a copy_async takes only whole tiles\n= use copy: threads stop at "
     "the limits; or drop 'masked' and fill the rest of the source"},
    {BACK " { masked; reduce add; }", ""},
    {"copy_async warp f32 gmem S[(32,8)] -> smem S[(32,8)] { multicast; }", ""},
    {TILE " { `multicast`; }",
     "E_MULTICAST_PLACE 'multicast' is for whole tiles by copy_async from gmem to smem, not for "
     "copy gmem -> smem\n= for one other CTA at a time use a copy to dsmem, in a loop over the "
     "ranks"},
    {"copy_async warp f32 gmem S[(32,8)] <-> smem S[(32,8)] { `multicast`; }",
     "E_MULTICAST_PLACE 'multicast' is for whole tiles by copy_async from gmem to smem, not for "
     "copy_async gmem <-> smem\n= for one other CTA at a time use a copy to dsmem, in a loop over "
     "the ranks"},
    {"copy_async warp f32 smem S[(32,8)] -> gmem S[(32,8)] { `multicast`; }",
     "E_MULTICAST_PLACE 'multicast' is for whole tiles by copy_async from gmem to smem, not for "
     "copy_async smem -> gmem\n= for one other CTA at a time use a copy to dsmem, in a loop over "
     "the ranks"},
    {"copy_async warp f32 gmem S[(32,8)] -> gmem S[(32,8)] { `multicast`; }",
     "E_MULTICAST_PLACE 'multicast' is for whole tiles by copy_async from gmem to smem, not for "
     "copy_async gmem -> gmem\n= for one other CTA at a time use a copy to dsmem, in a loop over "
     "the ranks"},
    {"copy_async warp f32 gmem S[(32,8)] -> smem S[(32,8)] { masked; `multicast`; }",
     "E_MULTICAST_PLACE 'multicast' is for whole tiles by copy_async from gmem to smem, not for "
     "copy_async gmem -> smem\n= for one other CTA at a time use a copy to dsmem, in a loop over "
     "the ranks"},
};

#define RING "E_STAGES_PLACE 'stages' makes a ring of the smem tile: "
static const Told rings[] = {
    {TILE " { stages 2; }\n" BACK " { stages 256; }", ""},
    {TILE " { stages `1`; }", "E_OPTION_VALUE 'stages' takes a number from 2 to 256"},
    {TILE " { stages `257`; }", "E_OPTION_VALUE 'stages' takes a number from 2 to 256"},
    {TILE " { stages `100000002`; }", "E_OPTION_VALUE 'stages' takes a number from 2 to 256"},
    {TILE " { stages 00000002; }", ""},
    {TILE " { `stages`; }", "E_OPTION_VALUE 'stages' takes a number from 2 to 256"},
    {TILE " { stages `x`; }", "E_OPTION_VALUE 'stages' takes a number from 2 to 256"},
    {WARP "smem S[(32,8)] -> smem S[(32,8)] { `stages` 2; }", RING "both sides are smem"},
    {WARP "gmem S[(32,8)] -> " REGS " { `stages` 2; }", RING "no side is smem"},
    {WARP "gmem S[(32,8)] -> smem S[(32,8):(ld,1)] { `stages` 2; }",
     RING "its layout has run-time strides, so its size is not known"},
    {WARP "smem S[(1,1,1,1,1,1,8)] -> gmem S[(8)] { stages 2; }", ""},
    {WARP "smem S[(1,1,1,1,1,1,1,8)] -> gmem S[(8)] { `stages` 2; }",
     RING "its layout has no room for one more dimension"},
    {WARP "smem 8 S[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,8] -> gmem S[(8)] { stages 2; }",
     ""},
    {WARP
     "smem 8 S[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,8] -> gmem S[(8)] {\n`stages` 2; }",
     RING "its layout has no room for one more dimension"},
    {WARP "smem S[(2,2):(1073741821,1)] -> gmem S[(2,2)] { stages 2; }", ""},
    {WARP "smem S[(2,2):(1073741822,1)] -> gmem S[(2,2)] { `stages` 2; }",
     "E_SPAN_LIMIT 2 stages of this tile span 2^31 elements or more"},
    {WARP "gmem S[(8,8):(`stage`,1)] -> smem S[(8,8)] { stages 2; }",
     "E_SYMBOL_ROLES 'stage' is also the name of the argument that 'stages' adds\n" NAME},
    {WARP "gmem S[(8,8)][0,`stage`:+4] -> smem S[(4)] { stages 2; }",
     "E_SYMBOL_ROLES 'stage' is also the name of the argument that 'stages' adds\n" NAME},
};

#define TENSOR "copy_async elected f16 gmem S[(64,64):(ld,1)] -> smem S[(64,64)] "
#define STORED "copy_async elected f16 smem S[(64,64)] -> gmem S[(64,64):(ld,1)] "
static const Told tensors[] = {
    {TENSOR "{ tensormap; oob zero; }\n" TENSOR "{ tensormap; oob nan; }\n" STORED
            "{ tensormap; oob skip; }\n" TENSOR "{ tensormap; l2 128B; }",
     ""},
    {TENSOR "{ `oob` zero; }",
     "E_OOB_PLACE 'oob zero' is about what lies outside of a tensor, and this copy has no tensor "
     "map\n= add 'tensormap', or 'masked' for a copy by threads"},
    {TENSOR "{ `oob`; }",
     "E_OOB_PLACE 'oob ' is about what lies outside of a tensor, and this copy has no tensor "
     "map\n= add 'tensormap', or 'masked' for a copy by threads"},
    {"copy elected f16 gmem S[(64,64):(ld,1)] -> smem S[(64,64)] { `tensormap`; }",
     "E_TENSOR_PLACE 'tensormap' is for copy_async between gmem and smem, not copy gmem -> smem\n"
     "= write copy_async: the caller waits for a tensor copy"},
    {"copy elected f16 smem S[(64,64)] -> gmem S[(64,64):(ld,1)] { `tensormap`; }",
     "E_TENSOR_PLACE 'tensormap' is for copy_async between gmem and smem, not copy smem -> gmem\n"
     "= write copy_async: the caller waits for a tensor copy"},
    {"copy elected f16 smem S[(64,64)] -> smem S[(64,64)] { `tensormap`; }",
     "E_TENSOR_PLACE 'tensormap' is for copy_async between gmem and smem, not copy smem -> smem\n"
     "= drop 'tensormap'"},
    {"copy_async elected f16 gmem S[(64,64)] -> gmem S[(64,64)] { `tensormap`; }",
     "E_TENSOR_PLACE 'tensormap' is for copy_async between gmem and smem, not copy_async gmem -> "
     "gmem\n= drop 'tensormap'"},
    {"copy_async elected f16 smem S[(64,64)] -> smem S[(64,64)] { using tma_auto; }", ""},
    {"copy_async elected f16 smem S[(64,64)] -> smem S[(64,64)] { using tma_explicit; }", ""},
    {"copy_async elected f16 smem S[(64,64)] -> smem S[(64,64)] { using tma_gather; }", ""},
    {TENSOR "{ tensormap; `masked`; }",
     "E_TENSOR_MASKED 'masked' beside a tensor map: the limits of a tensor copy are the extents of "
     "its map\n= write 'oob zero' in its place, and name the extents: gmem S[(M,K):(ld,1)]"},
    {STORED "{ using tma_auto; `masked`; }",
     "E_TENSOR_MASKED 'masked' beside a tensor map: the limits of a tensor copy are the extents of "
     "its map\n= write 'oob skip' in its place, and name the extents: gmem S[(M,K):(ld,1)]"},
    {TENSOR "{ tensormap; `fill` 0; }",
     "E_TENSOR_MASKED 'fill' beside a tensor map: the limits of a tensor copy are the extents of "
     "its map\n= write 'oob zero' in its place, and name the extents: gmem S[(M,K):(ld,1)]"},
    {TENSOR "{ tensormap; `keep`; }",
     "E_TENSOR_MASKED 'keep' beside a tensor map: the limits of a tensor copy are the extents of "
     "its map\n= write 'oob zero' in its place, and name the extents: gmem S[(M,K):(ld,1)]"},
    {TENSOR "{ tensormap; `oob` skip; }",
     "E_OOB_PLACE 'oob skip' on a load, which must write something to dst\n"
     "= write 'oob zero' or 'oob nan'"},
    {STORED "{ tensormap; `oob` zero; }",
     "E_OOB_PLACE 'oob zero' on a store, which writes nothing outside of the tensor\n"
     "= write 'oob skip'"},
    {"copy_async elected f16 smem S[(64,64)] <-> gmem S[(64,64):(ld,1)] { tensormap; `oob` skip; }",
     "E_OOB_PLACE 'oob skip' on two copies, of which one reads and one writes what lies outside\n"
     "= write the two directions as two statements: 'oob zero' or 'oob nan' on the load, 'oob "
     "skip' on the store"},
    {TENSOR "{ tensormap; oob `one`; }",
     "E_OPTION_VALUE option 'oob' does not take 'one'\n= values are zero|nan|skip"},
    {"copy_async elected i16 gmem S[(64,64)] -> smem S[(64,64)] { tensormap; oob `nan`; }",
     "E_OOB_NAN i16 has no NaN that a tensor map fills with\n"
     "= write 'oob zero'; f16, bf16, tf32, f32 and f64 have one"},
    {"copy_async elected e4m3 gmem S[(64,64)] -> smem S[(64,64)] { tensormap; oob `nan`; }",
     "E_OOB_NAN e4m3 has no NaN that a tensor map fills with\n"
     "= write 'oob zero'; f16, bf16, tf32, f32 and f64 have one"},
    {TENSOR "{ tensormap; `edge` clamp; }",
     "E_EDGE_PLACE 'edge clamp' beside a tensor map\n= write 'oob zero' or 'oob nan'"},
};

static const Told symbols[] = {
    {WARP "gmem S[(8,8):(~i~,1)][`i`:+4,0] -> smem S[(4)]",
     "E_SYMBOL_ROLES 'i' is both a stride and an origin\n+ the stride"},
    {WARP "gmem S[(M,8):(ld,1)][~y~:+4,0:8] -> smem S[(4,8)] { masked; }", ""},
    {WARP "gmem S[(`M`,8):(ld,1)][~M~:+4,0:8] -> smem S[(4,8)] { masked; }",
     "E_SYMBOL_ROLES 'M' is both an origin and an extent\n+ the origin"},
    {WARP "gmem S[(M,K):(K,1)][y:+4,0:8] -> smem S[(4,8)] { masked; }", ""},
    {WARP "gmem S[(8,8)][`f32`:+4,0] -> smem S[(4)]",
     "E_RESERVED_NAME 'f32' is a word of the language (a type of elements) and cannot name an "
     "argument"},
    {WARP "gmem S[(8,8)][m:+4,0] -> smem S[(4)]", ""},
    {WARP "gmem S[(1,1,1,1,1,1,1,1):(a1,a2,a3,a4,a5,a6,a7,a8)] -> smem S[(1)]", ""},
    {WARP "gmem S[(1,1,1,1,1,1,1,1):(a1,a2,a3,a4,a5,a6,a7,a8*`a9`)] -> smem S[(1)]",
     "E_TOO_MANY_SYMBOLS more than 8 run-time names"},
    {WARP "gmem S[(1,1,1,1,1,1,1,8):(a1,a2,a3,a4,a5,a6,a7,a8*a9)] -> smem S[(8)] { masked; }", ""},
    {WARP "`smem` S[(2,2147483647)] -> smem S[(2,2147483647)]",
     "E_SPAN_LIMIT the smem operand spans 2^31 elements or more"},
    {WARP "gmem S[(2):(2147483646)] -> smem S[(2)]", ""},
    {WARP "`gmem` S[(2):(2147483647)] -> smem S[(2)]",
     "E_SPAN_LIMIT the gmem operand spans 2^31 elements or more"},
    {WARP "gmem S[(2):(2147483645)] + 1@m -> smem S[(2)]", ""},
    {WARP "`gmem` S[(2):(2147483645)] + 2@m -> smem S[(2)]",
     "E_SPAN_LIMIT the gmem operand spans 2^31 elements or more"},
    {WARP "gmem S[(2,2):(2147483646,ld)] -> `smem` S[(2,2):(2147483647,1)]",
     "E_SPAN_LIMIT the smem operand spans 2^31 elements or more"},
    {WARP "`gmem` S[(3,2):(~ld~,1073741823)] -> smem S[(3,2)]",
     "E_SPAN_LIMIT the gmem operand spans 2^31 elements or more\n+ even at the smallest 'ld'\n"
     "= 'ld64' gives run-time strides 64 bits"},
    {WARP "`gmem` S[(3):(1073741824*~ld~)] -> smem S[(3)]",
     "E_SPAN_LIMIT the gmem operand spans 2^31 elements or more\n+ even at the smallest 'ld'\n"
     "= 'ld64' gives run-time strides 64 bits"},
    {WARP "gmem S[(3):(1073741823*ld)] -> smem S[(3)]", ""},
    {WARP "`gmem` S[(2):(281474976710656*~ld~)] -> smem S[(2)] { ld64; }",
     "E_SPAN_LIMIT the gmem operand spans 2^48 elements or more\n+ even at the smallest 'ld'"},
    {WARP "gmem S[(2):(281474976710655*ld)] -> smem S[(2)] { ld64; }", ""},
};

int main(void) {
    EXPECT_TOLD(reduces);
    EXPECT_TOLD(rings);
    EXPECT_TOLD(tensors);
    EXPECT_TOLD(symbols);
    mem_free_all();
    return unit_finish();
}
