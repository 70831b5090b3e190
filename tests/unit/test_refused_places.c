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
    {WARP "smem S[(2,2):(9223372036854775806,1)] -> gmem S[(2,2)] { `stages` 2; }",
     "E_SPAN_LIMIT 2 stages of this tile span 2^31 elements or more"},
    {WARP "smem S[(2):(4611686018427387904)] -> gmem S[(2)] { `stages` 4; }",
     "E_SPAN_LIMIT 4 stages of this tile span 2^31 elements or more"},
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
    {STORED "{ tensormap; l2 128B; }\n" TENSOR "{ tensormap; l2 policy; }", ""},
    {TENSOR "{ tensormap; `l2`; }",
     "E_OPTION_VALUE option 'l2' needs a value\n"
     "= values are evict_first|evict_last|evict_normal|policy|64B|128B|256B"},
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
    {WARP "`gmem` S[(8)] + 9223372036854775807@m -> smem S[(8)]",
     "E_SPAN_LIMIT the gmem operand spans 2^31 elements or more"},
    {WARP "`gmem` S[(2):(9223372036854775807)] -> smem S[(2)]",
     "E_SPAN_LIMIT the gmem operand spans 2^31 elements or more"},
    {WARP "`gmem` S[(2,2,4):(4611686018427387904*a*b,b,1)] -> smem S[(2,2,4)]",
     "E_SPAN_LIMIT the gmem operand spans 2^31 elements or more"},
    {WARP "`gmem` S[(threads):(4611686018427387904*ld)] -> smem S[(32)]",
     "E_SPAN_LIMIT the gmem operand spans 2^31 elements or more"},
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

#define PICKED(src) WARP "gmem " src " -> smem S[(32,8)]"
#define ROWS "E_PICKS_ROWS no indices can pick these rows: "
#define MANY                                                                                       \
    "the operand has more than two dimensions\n= write the shape as rows and columns: 128x64 "     \
    "S[(8,16,64):(page,ld,1)] has pages of 16 rows"
#define LANE "= let lane l of each warp hold index l: by i32 reg S[("
#define INDEX "E_PICKS_INDEX indices in registers have another layout here\n"
static const Told picked[] = {
    {WARP "`gmem` S[(1,32,8)] by i32 gmem -> smem S[(32,8)]", ROWS MANY},
    {WARP "`gmem` S[(2,16,8)] by i32 gmem -> smem S[(2,16,8)]", ROWS MANY},
    {WARP "gmem S[(4096,8)] by i32 gmem -> smem S[(4096,8)]", ""},
    {WARP "`gmem` S[(4097,8)] by i32 gmem -> smem S[(4097,8)]",
     ROWS "they are more than 4096\n= copy a part of the rows per call"},
    {WARP "`gmem` S[(32,8)][m:+32,0:8] by i32 gmem -> smem S[(32,8)]",
     ROWS
     "the region has a part of them\n= pass the address of the first index, and take all rows"},
    {WARP "`gmem` S[(33,8)][0:32,0:8] by i32 gmem -> smem S[(32,8)]",
     ROWS
     "the region has a part of them\n= pass the address of the first index, and take all rows"},
    {WARP "`gmem` S[(1,8)] by i32 gmem -> smem S[(1,8)]",
     ROWS "the outermost extent of the layout is not theirs, or is 1\n"
          "= one row alone is picked by an origin: [m:+1, 0:64]"},
    {WARP "`gmem` 32x8 S[(1,32,8)] by i32 gmem -> smem S[(32,8)]",
     ROWS "the outermost extent of the layout is not theirs, or is 1\n"
          "= one row alone is picked by an origin: [m:+1, 0:64]"},
    {WARP "`gmem` 6x8 S[(4,12)] by i32 gmem -> smem S[(6,8)]",
     ROWS "the outermost extent of the layout is not theirs, or is 1\n"
          "= one row alone is picked by an origin: [m:+1, 0:64]"},
    {WARP "gmem S[(2,8)] by i32 gmem -> smem S[(2,8)]", ""},
    {WARP "`gmem` S[(32,8):(0,1)] by i32 gmem -> smem S[(32,8)]",
     ROWS "they are all at one place\n= give the rows a stride above 0"},
    {WARP "`gmem` S[(32,8)] + R[2:256] by i32 gmem -> smem S[(32,8)]",
     ROWS "the layout is swizzled\n= swizzle the other side: rows of gmem lie as they are"},
    {WARP "gmem S[(16,8)] by i32 `reg` -> smem S[(16,8)]",
     "E_PICKS_INDEX 16 indices have no default place in the registers of 32 threads\n" LANE
     "16):(1@laneid)]"},
    {"copy cta(64) f32 gmem S[(128,8)] by i32 `reg` -> smem S[(128,8)]",
     "E_PICKS_INDEX 128 indices have no default place in the registers of 64 threads\n"
     "= let lane l of each warp hold indices l, l + 32, ..: by i32 reg S[(2,32):(1,1@laneid)]"},
    {"copy thread f32 gmem S[(4,8)] by i32 reg -> smem S[(4,8)]", ""},
    {"copy thread f32 gmem S[(4,8)] by i32 `reg` S[(4):(2)] -> smem S[(4,8)]",
     INDEX "= one thread holds them all: S[(4):(1)]"},
    {WARP "gmem S[(8,8)] by i32 reg S[(8):(1@laneid)] -> smem S[(8,8)]", ""},
    {WARP "gmem S[(8,8)] by i32 `reg` S[(8):(2@laneid)] -> smem S[(8,8)]",
     INDEX LANE "8):(1@laneid)]"},
    {WARP "gmem S[(8,8)] by i32 `reg` S[(8):(1)] -> smem S[(8,8)]", INDEX LANE "8):(1@laneid)]"},
    {WARP "gmem S[(8,8)] by i32 `reg` S[(8):(1@laneid)] + 1@laneid -> smem S[(8,8)]",
     INDEX LANE "8):(1@laneid)]"},
    {WARP "gmem S[(8,8)] by i32 `reg` S[(8):(1@laneid)] + R[2:8@laneid] -> smem S[(8,8)]",
     INDEX LANE "8):(1@laneid)]"},
    {WARP "gmem S[(8,8)] by i32 `reg` S[(8):(1@laneid)] swizzle 32B -> smem S[(8,8)]",
     INDEX LANE "8):(1@laneid)]"},
    {"copy cta(64) f32 gmem S[(64,8)] by i32 reg S[(64):(1@tx)] -> smem S[(64,8)]", ""},
    {"copy cta(64) f32 gmem S[(32,8)] by i32 `reg` S[(32):(1@tx)] -> smem S[(32,8)]",
     INDEX LANE "32):(1@laneid)]"},
    {WARP "gmem S[(64,8)] by i32 reg S[(2,32):(1,1@laneid)] -> smem S[(64,8)]", ""},
    {WARP "gmem S[(64,8)] by i32 `reg` S[(4,16):(1,1@laneid)] -> smem S[(64,8)]",
     INDEX "= let lane l of each warp hold indices l, l + 32, ..: by i32 reg "
           "S[(2,32):(1,1@laneid)]"},
    {WARP "gmem S[(64,8)] by i32 `reg` S[(2,32):(2,1@laneid)] -> smem S[(64,8)]",
     INDEX "= let lane l of each warp hold indices l, l + 32, ..: by i32 reg "
           "S[(2,32):(1,1@laneid)]"},
    {PICKED("S[(32,8)] by i32 gmem S[(32):(2)]"), ""},
    {"copy warp f16 gmem S[(32,8)] by i32 gmem S[(128B)] -> smem S[(32,8)]", ""},
    {"copy warp f32 -> f16 gmem S[(32,8)] `by` i32 gmem -> " REGS,
     "E_PICKS_WITH rows that indices pick do not go with a conversion, where a row may be missing\n"
     "= write 'where index >= 0', or convert in a copy of its own"},
    {"copy warp f32 -> f16 gmem S[(32,8)] by i32 gmem -> " REGS " where index >= 0", ""},
    {PICKED("S[(32,8)] by i32 gmem") " { `masked`; }",
     "E_PICKS_WITH rows that indices pick do not go with 'masked'\n"
     "= drop the option: an index below zero says which rows are not there"},
    {"copy_async elected f32 gmem S[(32,8)] by i32 gmem -> smem S[(32,8)] { `multicast`; }",
     "E_PICKS_WITH rows that indices pick do not go with 'multicast'\n"
     "= drop the option: each CTA picks rows for itself"},
    {"policy tirx\n" PICKED("S[(32,8)] `by` i32 gmem"),
     "E_PICKS_WITH rows that indices pick do not go with 'policy tirx'\n"
     "= write 'policy best': no variant of 'policy tirx' picks rows"},
    {PICKED("S[(32,8)] `by` i32 gmem") " where index < 0",
     "E_PICKS_WITH rows that indices pick do not go with facts that leave no row\n"
     "= raise the bound of index: an index below zero is no row"},
    {PICKED("S[(32,8)] by i32 gmem") " where index <= 0", ""},
    {PICKED("S[(32,8)] `by` i32 gmem") " where index % 2 == 0",
     "E_PICKS_WITH rows that indices pick do not go with a fact that divides index\n"
     "= drop it: no access needs it"},
    {PICKED("S[(32,8)] by i32 gmem") " where index % 1 == 0", ""},
    {WARP "`gmem` S[(32,8):(a*b,1)] by i32 gmem -> smem S[(32,8)] { ld64; }",
     "E_PICKS_WITH rows that indices pick do not go with a product of 64-bit strides\n"
     "= write one name for the stride from row to row"},
    {PICKED("S[(32,8):(a*b,1)] by i32 gmem"), ""},
    {WARP "`gmem` S[(32,8):(4294967296*ld,1)] by i32 gmem -> smem S[(32,8)] { ld64; }",
     "E_PICKS_WITH rows that indices pick do not go with a product of 64-bit strides\n"
     "= write one name for the stride from row to row"},
    {PICKED("S[(32,8):(2147483648*ld,1)] by i32 gmem") " { ld64; }", ""},
    {"copy cta(64) f32 gmem S[(128,8)] by i32 `reg` S[(2,64):(1,1@tx)] -> smem S[(128,8)]",
     INDEX "= let lane l of each warp hold indices l, l + 32, ..: by i32 reg "
           "S[(2,32):(1,1@laneid)]"},
    {"copy cta(64) f32 gmem S[(64,8)] by i32 reg S[(2,32):(1,1@laneid)] -> smem S[(64,8)]", ""},
    {PICKED("S[(32,8)] by i32 gmem") " { keep; }", ""},
    {"copy_async elected f16 smem S[(16,64)] -> gmem S[(16,64)] by u32 smem { tensormap; `reduce` "
     "add; }",
     "E_PICKS_WITH rows that indices pick do not go with 'reduce' by a tensor map\n"
     "= drop the tensor map: bulk copies and threads reduce into picked rows"},
    {"copy_async elected f16 gmem S[(16,64)] by i32 smem -> smem S[(16,64)] { tensormap; `fill` 1; "
     "}",
     "E_TENSOR_MASKED 'fill' beside a tensor map: the limits of a tensor copy are the extents of "
     "its "
     "map\n= a missing row arrives as zero: drop 'fill', or the tensor map"},
    {PICKED("S[(32,8)] by i32 `gmem` ~S~[(31)]"),
     "E_SHAPE_PRODUCT the shape has 32 elements, the layout 31\n+ the layout"},
    {PICKED("S[(32,8)] by i32 gmem S[(`0`)]"),
     "E_EXTENT_NOT_POSITIVE the extent is 0, it must be at least 1"},
    {PICKED("S[(32,8)] by i32 gmem") " where index >= 0 { `keep`; }",
     "E_FILL_UNMASKED 'keep' is for rows that are missing, but every row is there\n"
     "= drop it, or let indices be i32 that may be below zero"},
    {PICKED("S[(32,8)] by i32 gmem S[(1,32):(5,2)]"), ""},
    {PICKED("S[(32,8)] by i32 `dsmem`"),
     "E_PICKS_INDEX indices are not read from dsmem\n= keep them in gmem, smem or reg"},
    {PICKED("S[(32,8)] by i32 `gmem` S[(32)] swizzle 32B"),
     "E_PICKS_INDEX the layout of the indices is not one constant stride\n"
     "= write S[(64):(2)] for every other number"},
    {PICKED("S[(32,8)] by i32 `gmem` S[(4,8)]"),
     "E_PICKS_INDEX the layout of the indices is not one constant stride\n"
     "= write S[(64):(2)] for every other number"},
    {PICKED("S[(32,8)] by i32 `gmem` S[(32):(1)] + R[2:32]"),
     "E_PICKS_INDEX the layout of the indices is not one constant stride\n"
     "= write S[(64):(2)] for every other number"},
    {PICKED("S[(32,8):(`index`,1)] ~by~ i32 gmem"),
     "E_SYMBOL_ROLES 'index' is also the name of the indices of this copy\n"
     "+ the indices are an argument of their own\n" NAME},
    {WARP "smem S[(32,8)] `by` i32 gmem -> " REGS,
     "E_PICKS_SIDE indices pick rows of gmem for a copy to or from smem or reg, not of smem in a "
     "copy smem -> reg\n= write 'by' behind the gmem operand"},
    {WARP "gmem S[(32,8)] `by` i32 gmem -> gmem S[(32,8)]",
     "E_PICKS_SIDE indices pick rows of gmem for a copy to or from smem or reg, not of gmem in a "
     "copy gmem -> gmem\n= write 'by' behind the gmem operand"},
    {"copy_async elected f16 gmem S[(16,64):(`rows`,1)] ~by~ i32 smem -> smem S[(16,64)] { "
     "tensormap; }",
     "E_SYMBOL_ROLES 'rows' is also the name of the number of rows of the array\n"
     "+ the host makes the tensor map with that number\n" NAME},
};

#define HALO "E_HALO_PLACE a window of an array of run-time extents "
#define ALONE "= write its extents and strides alone: gmem S[(height,width):(ld,1)][y:+34, x:+66]"
#define BEYOND "= at most 2^52 elements lie between: pass a pointer that is nearer"
static const Told halos[] = {
    {WARP "`gmem` S[(h,w):(64,1)] swizzle(2,3,3)[y:+4, x:+8] -> smem S[(4,8)] { masked; }",
     HALO "has a swizzle, a replica or an offset\n" ALONE},
    {WARP "`gmem` S[(h,w):(64,1)] + 1@m[y:+4, x:+8] -> smem S[(4,8)] { masked; }",
     HALO "has a swizzle, a replica or an offset\n" ALONE},
    {WARP "`gmem` S[(h,w):(64,1)] + R[2:640][y:+4, x:+8] -> smem S[(4,8)] { masked; }",
     HALO "has a swizzle, a replica or an offset\n" ALONE},
    {"copy warp e3m2 `gmem` S[(h,w):(64,1)][y:+4, x:+8] -> smem S[(4,8)] { masked; }",
     HALO "has elements smaller than a byte, which no pointer reaches\n"
          "= copy bytes: u8, with half the columns"},
    {"copy warp u8 gmem S[(h,w):(64,1)][y:+4, x:+8] -> smem S[(4,8)] { masked; }", ""},
    {WARP
     "`gmem` S[(a,b,c,d):(512,256,16,1)][w:+2, x:+2, y:+2, z:+2] -> smem S[(2,2,2,2)] { masked; }",
     HALO "has limits in more than three dimensions\n"
          "= write the extents of the outer dimensions as numbers"},
    {WARP
     "gmem S[(2,b,c,d):(512,256,16,1)][0:2, x:+2, y:+2, z:+2] -> smem S[(2,2,2,2)] { masked; }",
     ""},
    {WARP "`gmem` S[(h,w):(p*q*r,1)][y:+4, x:+8] -> smem S[(4,8)] { masked; }",
     HALO "moves along a stride that is a product of three names\n"
          "= write one name for the product: S[(depth,height,width):(slice,ld,1)]"},
    {WARP "gmem S[(h,w):(p*q,1)][y:+4, x:+8] -> smem S[(4,8)] { masked; }", ""},
    {WARP "gmem S[(h,w):(ld,1)][y:+4, x:+8] -> smem S[(8,8)]`[`y:+4, 0:8] { masked; }",
     "E_SYMBOL_ROLES 'y' is an origin here and of the array, where it may be negative\n"
     "= choose another name here"},
    {WARP "gmem S[(h,w):(ld,1)][y:+4, x:+8] -> smem S[(8,8)][z:+4, 0:8] { masked; }", ""},
    {WARP "gmem S[(d,h,8):(4503599627370496,ld,1)][z:+1, y:+4, 0:8] -> smem S[(4,8)] { masked; }",
     ""},
    {WARP "gmem S[(d,h,8):(4503599627370497,ld,1)]`[`z:+1, y:+4, 0:8] -> smem S[(4,8)] { masked; }",
     "E_REGION_OUTSIDE the window may lie 1 * 4503599627370497 elements from the pointer\n" BEYOND},
    {WARP "gmem S[(d,h,8):(643371375338642,ld,1)][7:8, y:+4, 0:8] -> smem S[(4,8)] { masked; }",
     ""},
    {WARP "gmem S[(d,h,8):(643371375338643,ld,1)]`[`7:8, y:+4, 0:8] -> smem S[(4,8)] { masked; }",
     "E_REGION_OUTSIDE the window may lie 7 * 643371375338643 elements from the pointer\n" BEYOND},
    {WARP "smem S[(4,8)] -> gmem S[(h,w):(ld,1)][y:+4, x:+8] { masked; `edge` clamp; }",
     "E_EDGE_PLACE 'edge clamp' on a copy that reads no window of an array\n"
     "= name the extents of the array that is read and add 'masked': gmem "
     "S[(height,width):(ld,1)][y:+34, x:+66]"},
    {WARP "gmem S[(h,w):(ld,1)][y:+4, x:+8] <-> smem S[(4,8)] { masked; `edge` wrap; }",
     "E_EDGE_PLACE 'edge wrap' on two copies, of which one reads and one writes the array\n"
     "= write the two directions as two statements"},
    {WARP "gmem S[(h,w):(7,1)][y:+4, x:+8] -> smem S[(4,8)] { masked; `edge` clamp; }",
     "E_EDGE_PLACE 'edge clamp' on a window whose rows overlap, because a stride is less than what "
     "lies inside it\n= write a larger stride, or a run-time one: S[(height,width):(ld,1)]"},
    {WARP "gmem S[(h,w):(8,1)][y:+4, x:+8] -> smem S[(4,8)] { masked; edge clamp; }", ""},
    {WARP "gmem S[(h,w):(8*ld,ld)][y:+4, x:+8] -> smem S[(4,8)] { masked; edge clamp; }", ""},
    {WARP "gmem S[(h,w):(7*ld,ld)][y:+4, x:+8] -> smem S[(4,8)] { masked; `edge` clamp; }",
     "E_EDGE_PLACE 'edge clamp' on a window whose rows overlap, because a stride is less than what "
     "lies inside it\n= write a larger stride, or a run-time one: S[(height,width):(ld,1)]"},
    {WARP "gmem S[(h,w):(p,q)][y:+4, x:+8] -> smem S[(4,8)] { masked; edge clamp; }", ""},
    {WARP "gmem S[(h,w):(p*q,q)][y:+4, x:+8] -> smem S[(4,8)] { masked; edge clamp; }", ""},
    {WARP "gmem S[(h,1073741824):(`ld`,1)][y:+34, 0:8] -> smem S[(34,8)] { masked; }",
     "E_FACTS_CONTRADICT no 'ld' is both at least 1073741824 and at most 65075261"},
    {WARP "gmem S[(h,w):(7,1)][y:+1, x:+8] -> smem S[(8)] { masked; edge clamp; }", ""},
    {WARP "gmem S[(h,w):(1,4)][y:+4, x:+8] -> smem S[(4,8)] { masked; edge clamp; }", ""},
    {WARP "gmem S[(h,w):(1,3)][y:+4, x:+8] -> smem S[(4,8)] { masked; `edge` wrap; }",
     "E_EDGE_PLACE 'edge wrap' on a window whose rows overlap, because a stride is less than what "
     "lies inside it\n= write a larger stride, or a run-time one: S[(height,width):(ld,1)]"},
    {WARP "gmem S[(h,w):(ld,1)][y:+4, x:+8] -> smem S[(4,8)] { masked; `edge` clamp; fill 1; }",
     "E_EDGE_PLACE 'edge clamp' leaves nothing to fill or to keep\n= drop 'fill' or 'keep'"},
    {WARP "gmem S[(h,w):(ld,1)][y:+4, x:+8] -> smem S[(4,8)] { masked; `edge` clamp; keep; }",
     "E_EDGE_PLACE 'edge clamp' leaves nothing to fill or to keep\n= drop 'fill' or 'keep'"},
    {WARP "gmem S[(h,w):(ld,1)][y:+4, x:+8] -> smem S[(4,8)] { masked; edge zero; fill 0x1; }", ""},
    {WARP "gmem S[(h,w):(ld,1)][y:+4, x:+8] -> smem S[(4,8)] { masked; edge keep; }", ""},
};

#define NONE " elements of "
static const Told fragments[] = {
    {"copy warp f32 smem S[(128)] -> reg 128 block", ""},
    {"copy warp f32 smem S[(16,16)] -> reg 16x16 `mma_a`",
     "E_FRAGMENT mma_a is a fragment of f16 and bf16, but elements of f32 have 32 bits: no "
     "instruction takes it\n= for elements of 32 bits there is mma_a32"},
    {"copy warp u8 smem S[(16,16)] -> reg 16x16 `mma_a`",
     "E_FRAGMENT mma_a is a fragment of f16 and bf16, but elements of u8 have 8 bits: no "
     "instruction takes it\n= for elements of 8 bits there is mma_a8"},
    {"copy warp f64 smem S[(16,16)] -> reg 16x16 `wgmma_a`",
     "E_FRAGMENT wgmma_a is a fragment of f16 and bf16, but elements of f64 have 64 bits: no "
     "instruction takes it\n= if a kernel converts them in registers, name the owners: layout mine "
     "= wgmma_a"},
    {"copy warp u8 smem S[(16,8)] -> reg 16x8 `mma_c`",
     "E_FRAGMENT mma_c is a fragment of f16, f32, i32 and f64, but elements of u8 have 8 bits: no "
     "instruction takes it\n= if a kernel converts them in registers, name the owners: layout mine "
     "= mma_c"},
    {"copy warp b128 smem S[(16,8)] -> reg 16x8 `mma_c`",
     "E_FRAGMENT mma_c is a fragment of f16, f32, i32 and f64, but elements of b128 have 128 bits: "
     "no instruction takes it\n= if a kernel converts them in registers, name the owners: layout "
     "mine = mma_c"},
    {"copy warp f16 smem S[(16,8)] -> reg 16x8 mma_c\ncopy warp f64 smem S[(16,8)] -> reg 16x8 "
     "mma_c",
     ""},
    {"layout mine = mma_c\ncopy warp u8 smem S[(16,8)] -> reg 16x8 mine", ""},
    {"copy warp f32 -> f16 smem S[(16,16)] -> reg 16x16 mma_a", ""},
    {"copy warp f32 smem S[(16,8)] -> reg 16x8 `mma_a_k8`",
     "E_FRAGMENT mma_a_k8 is a fragment of f16 and bf16, but elements of f32 have 32 bits: no "
     "instruction takes it\n= if a kernel converts them in registers, name the owners: layout mine "
     "= mma_a_k8"},
    {"tile Frag : reg 16x16 `mma_a` f32\ncopy warp f32 smem S[(16,16)] -> Frag",
     "E_FRAGMENT mma_a is a fragment of f16 and bf16, but elements of f32 have 32 bits: no "
     "instruction takes it\n= for elements of 32 bits there is mma_a32"},
    {"tile Frag : reg 16x16 mma_a f16\ncopy warp f16 smem S[(16,16)] -> Frag", ""},
    {"coords warp reg 16x16 mma_a", ""},
};

/* Sixteen arguments at most: names, then what options add. */
#define N15 "a1*a2*a3,a4*a5*a6,a7*a8*a9,c1*c2*c3,c4*c5*c6"
#define FULL(last) WARP "gmem S[(1,1,1,1,1,8):(" N15 "," last ")] -> smem S[(8)] "
#define SIXTEEN "E_TOO_MANY_SYMBOLS more than 16 run-time names"
static const Told full[] = {
    {FULL("1") "{ masked; }", ""},
    {FULL("c7") "{ `masked`; }", SIXTEEN},
    {FULL("c7*`c8`") "{ masked; }", SIXTEEN},
    {FULL("1") "{ `masked`; stages 2; }", SIXTEEN},
    {FULL("c7") "{ masked; `stages` 2; }", SIXTEEN},
    {"copy_async elected f16 gmem 16x64 S[(16,1,1,1,1,64):(" N15
     ",1)] `by` u32 smem -> smem S[(16,64)] { "
     "tensormap; }",
     SIXTEEN},
    {"copy_async elected f16 gmem 16x64 S[(16,1,1,1,1,64):(" N15
     ",c7)] `by` u32 smem -> smem S[(16,64)] { "
     "tensormap; }",
     SIXTEEN},
};

int main(void) {
    EXPECT_TOLD(full);
    EXPECT_TOLD(picked);
    EXPECT_TOLD(halos);
    EXPECT_TOLD(fragments);
    EXPECT_TOLD(reduces);
    EXPECT_TOLD(rings);
    EXPECT_TOLD(tensors);
    EXPECT_TOLD(symbols);
    mem_free_all();
    return unit_finish();
}
