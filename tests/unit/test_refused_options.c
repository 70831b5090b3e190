/* What the options in braces are refused for, word for word: their names and values, which go
 * together, and which copies take them. */
#include "told.h"
#include "../../generator/lang/lang.h"

#define WARP "copy warp f32 "
#define REGS "reg S[(32,8):(1@laneid,1)]"
#define LOAD WARP "gmem S[(32,8)] -> " REGS
#define STORE WARP REGS " -> gmem S[(32,8)]"
#define TILE WARP "gmem S[(32,8)] -> smem S[(32,8)]"
#define BACK WARP "smem S[(32,8)] -> gmem S[(32,8)]"
#define ASYNC "copy_async warp f32 gmem S[(32,8)] -> smem S[(32,8)]"
#define LISTED "= options are listed in docs/language.md"

static const Told values[] = {
    {TILE " { `cash` cg; }", "E_UNKNOWN_OPTION unknown option 'cash'\n= did you mean 'cache'?"},
    {TILE " { `zebra`; `giraffe`; }",
     "E_UNKNOWN_OPTION unknown option 'zebra'\n" LISTED "\n"
     "E_UNKNOWN_OPTION unknown option 'giraffe'\n" LISTED},
    {TILE " { `aaaaaaaaaabbbbbbbbbbaaaaaaaaaabbbbbbbbbba`; }",
     "E_UNKNOWN_OPTION unknown option 'aaaaaaaaaabbbbbbbbbbaaaaaaaaaabbbbbbbbbb'\n" LISTED},
    {TILE " { `aaaaaaaaaabbbbbbbbbbaaaaaaaaaabbbbbbbbbb`; }",
     "E_UNKNOWN_OPTION unknown option 'aaaaaaaaaabbbbbbbbbbaaaaaaaaaabbbbbbbbbb'\n" LISTED},
    {TILE " { ~masked~; cache cg; `masked` }",
     "E_DUPLICATE_OPTION option 'masked' is given twice\n+ first here"},
    {LOAD " { require \t no   fallback; }", ""},
    {LOAD " { require `some` fallback; }",
     "E_OPTION_VALUE option 'require' does not take 'some fallback'\n= values are no fallback"},
    {LOAD " { `require`; }",
     "E_OPTION_VALUE option 'require' needs a value\n= values are no fallback"},
    {WARP "gmem S[(32,8):(ld,1)] -> " REGS " { ld64 `5`; }",
     "E_OPTION_VALUE option 'ld64' takes no value\n= options end with ';'"},
    {LOAD " { masked `5`; }",
     "E_OPTION_VALUE option 'masked' takes no value\n= options end with ';'"},
    {LOAD " { `using`; }", "E_OPTION_VALUE option 'using' needs a variant"},
    {LOAD " { `fallback`; }", "E_OPTION_VALUE option 'fallback' needs a variant"},
    {LOAD " { using `rag`; }", "E_UNKNOWN_VARIANT unknown variant 'rag'\n= did you mean 'reg'?"},
    {LOAD " { fallback `zebra`; }",
     "E_UNKNOWN_VARIANT unknown variant 'zebra'\n= those of a copy are gmem_smem, reg, ldstmatrix, "
     "partial, fallback, vec_128b and others; `tcgen explain` says those of another statement"},
    {LOAD " { using tmem_ldst; fallback tmem_cp; }", ""},
    {LOAD " { cache `zz`; }",
     "E_OPTION_VALUE option 'cache' does not take 'zz'\n= values are ca|cg|cs|cv|lu|nc|wb|wt"},
    {LOAD " { `cache`; }",
     "E_OPTION_VALUE option 'cache' needs a value\n= values are ca|cg|cs|cv|lu|nc|wb|wt"},
    {LOAD " { prefetch `64`; }",
     "E_OPTION_VALUE option 'prefetch' does not take '64'\n= values are 64B|128B|256B"},
    {LOAD " { prefetch `64BB`; }",
     "E_OPTION_VALUE option 'prefetch' does not take '64BB'\n= values are 64B|128B|256B"},
    {LOAD " { register_budget 1; }", ""},
    {LOAD " { register_budget 255; }", ""},
    {LOAD " { register_budget `0`; }",
     "E_OPTION_VALUE 'register_budget' takes a number from 1 to 255\n"
     "= it counts a thread's 32-bit registers for data that is loaded but not yet stored"},
    {LOAD " { register_budget `256`; }",
     "E_OPTION_VALUE 'register_budget' takes a number from 1 to 255\n"
     "= it counts a thread's 32-bit registers for data that is loaded but not yet stored"},
    {LOAD " { register_budget `9999999999`; }",
     "E_OPTION_VALUE option 'register_budget' does not take '9999999999'\n= values are INT"},
    {LOAD " { register_budget `999999999`; }",
     "E_OPTION_VALUE 'register_budget' takes a number from 1 to 255\n"
     "= it counts a thread's 32-bit registers for data that is loaded but not yet stored"},
    {LOAD " { register_budget `8B`; }",
     "E_OPTION_VALUE option 'register_budget' does not take '8B'\n= values are INT"},
    {LOAD " { `optimize` latency; }", "E_NOT_YET the option 'optimize' is not built yet"},
    {LOAD " { `optimize` latency; `shape` 32x32b; }",
     "E_NOT_YET the option 'optimize' is not built yet\n"
     "E_NOT_YET the option 'shape' is not built yet"},
    {LOAD " { shape `8x8b`; }",
     "E_OPTION_VALUE option 'shape' does not take '8x8b'\n= values are "
     "128x256b|4x256b|128x128b|64x128b|32x128b|16x64b|16x128b|16x256b|32x32b"},
    {LOAD " { ~using~ reg; `using` reg; }",
     "E_DUPLICATE_OPTION option 'using' is given twice\n+ first here"},
    {LOAD " where align(src) == 8 { `using` vec_128b; }",
     "E_FACTS_CONTRADICT 'using vec_128b' states an alignment of 16 bytes, but 'where' states 8\n"
     "= drop the fact, or force vec_64b"},
    {TILE " where align(dst) == 1 { `using` vec_16b; }",
     "E_FACTS_CONTRADICT 'using vec_16b' states an alignment of 2 bytes, but 'where' states 1\n"
     "= drop the fact, or force vec_8b"},
    {LOAD " where align(src) == 16 { using vec_128b; }", ""},
    {TILE " { `ld64`; }",
     "E_WIDE_STRIDE 'ld64' is about run-time strides, but this statement has none\n"
     "= drop it, or name a stride: S[(128,64):(ld,1)]"},
};

#define HINTED "is a hint for accesses of global memory: "
static const Told hints[] = {
    {LOAD " { cache nc; l1 evict_last; l2 evict_first; prefetch 64B; }", ""},
    {LOAD " { `cache` wb; }",
     "E_HINT_ACCESS a load of global memory takes no 'cache wb'\n"
     "= a load of global memory takes cache ca, cg, cs, cv, lu or nc"},
    {STORE " { `cache` ca; }",
     "E_HINT_ACCESS a store to global memory takes no 'cache ca'\n"
     "= a store to global memory takes cache wb, cg, cs or wt"},
    {ASYNC " { `cache` cs; }",
     "E_HINT_ACCESS cp.async takes no 'cache cs'\n= cp.async takes cache ca or cg"},
    {ASYNC " { cache ca; }", ""},
    {ASYNC " { cache cg; }", ""},
    {ASYNC " { `l1` evict_last; }",
     "E_HINT_ACCESS cp.async takes no 'l1 evict_last'\n"
     "= cp.async takes cache ca or cg, l2 policy and prefetch"},
    {ASYNC " { `l2` evict_last; }",
     "E_HINT_ACCESS cp.async takes no 'l2 evict_last'\n"
     "= cp.async takes 'l2 policy' and a policy at run time"},
    {ASYNC " { l2 policy; prefetch 128B; }", ""},
    {STORE " { `prefetch` 128B; }",
     "E_HINT_ACCESS a store to global memory takes no 'prefetch 128B'\n"
     "= only loads from global memory can prefetch"},
    {STORE " { `l2` 128B; }",
     "E_HINT_ACCESS a store to global memory takes no 'l2 128B'\n"
     "= only loads from global memory can prefetch"},
    {LOAD " { l2 128B; }", ""},
    {LOAD " { ~l2~ 128B; `prefetch` 64B; }",
     "E_HINT_PAIR 'l2 128B' and 'prefetch 64B' cannot stand in one instruction\n+ the other one"},
    {LOAD " { ~cache~ cg; `l1` evict_last; }",
     "E_HINT_PAIR 'cache cg' and 'l1 evict_last' cannot stand in one instruction\n+ the other one"},
    {LOAD " { ~cache~ cg; `l2` evict_last; }",
     "E_HINT_PAIR 'cache cg' and 'l2 evict_last' cannot stand in one instruction\n+ the other one"},
    {LOAD " { cache cg; l2 policy; prefetch 64B; }", ""},
    {LOAD " { l1 evict_last; l2 policy; }", ""},
    {"fill warp f32 smem S[(64)] { `l1` evict_last; }",
     "E_HINT_PLACE 'l1' " HINTED "this fill writes smem\n= drop the hint"},
    {"fill warp f32 gmem S[(64)] { cache wt; }", ""},
    {"fill warp f32 gmem S[(64)] { `cache` ca; }",
     "E_HINT_ACCESS a store to global memory takes no 'cache ca'\n"
     "= a store to global memory takes cache wb, cg, cs or wt"},
    {"permute warp f32 gmem S[(64)] -> smem S[(64)] { `cache` ca; }",
     "E_HINT_PLACE 'cache' " HINTED "only copy, copy_async and fill take hints\n= drop the hint"},
    {"copy warp f32 gmem S[(64)] -> gmem S[(64)] { l2 policy; `cache` cs; }",
     "E_HINT_PLACE 'cache' " HINTED "both sides are gmem\n= write two copies, through smem or "
     "registers, and hint the one that needs it"},
    {"copy warp f32 smem S[(64)] -> smem S[(64)] { `prefetch` 64B; }",
     "E_HINT_PLACE 'prefetch' " HINTED "no side is gmem\n"
     "= accesses of shared memory take no hints"},
    {"copy_async warp f32 smem S[(64)] -> gmem S[(64)] { `l2` evict_first; }",
     "E_HINT_PLACE 'l2' " HINTED "a copy_async that writes it takes 'l2 policy' only\n"
     "= use 'l2 policy', or 'copy' for a store"},
    {"copy_async warp f32 smem S[(64)] -> gmem S[(64)] { l2 policy; }", ""},
    {WARP "gmem S[(32,8)] <-> " REGS " { `cache` ca; }",
     "E_HINT_ACCESS a store to global memory takes no 'cache ca'\n"
     "= a store to global memory takes cache wb, cg, cs or wt"},
    {WARP "gmem S[(32,8)] <-> " REGS " { cache cg; }", ""},
};

#define DROP "= drop 'masked': a tile that is not in gmem is always whole"
static const Told masks[] = {
    {TILE " { masked; }\n" LOAD " { masked; }\n" STORE " { masked; }\n" BACK " { masked; }\n" ASYNC
          " { masked; }",
     ""},
    {WARP "smem S[(32,8)] -> " REGS " { `masked`; }",
     "E_MASKED_SPACES 'masked' is for copies between gmem and smem or reg, not copy smem -> "
     "reg\n" DROP},
    {WARP "gmem S[(32,8)] -> gmem S[(32,8)] { `masked`; }",
     "E_MASKED_SPACES 'masked' is for copies between gmem and smem or reg, not copy gmem -> "
     "gmem\n" DROP},
    {"permute warp f32 gmem S[(32,8)] -> smem S[(32,8)] { `masked`; }",
     "E_MASKED_SPACES 'masked' is for copies between gmem and smem or reg, not permute gmem -> "
     "smem\n" DROP},
    {"fill warp f32 smem S[(32,8)] { `masked`; }",
     "E_MASKED_SPACES 'masked' is for a fill of gmem, not of smem\n" DROP},
    {"fill warp f32 gmem S[(32,8)] { masked; }", ""},
    {WARP "gmem S[(8,8,8)] -> smem S[(8,8,8)] { `masked`; }",
     "E_MASKED_RANK 'masked' needs a region of one or two dimensions besides units, this one has "
     "3\n= copy one slice at a time: [s:+1, 0:128, 0:64] leaves two dimensions"},
    {WARP "gmem S[(1,1)] -> smem S[(1)] { `masked`; }",
     "E_MASKED_RANK 'masked' needs a region of one or two dimensions besides units, this one has "
     "0\n= leave out the call instead: there is only one element"},
    {WARP "gmem S[(8,1)] -> smem S[(8)] { masked; }", ""},
    {WARP "gmem S[(8,8):(`rows`,1)] -> smem S[(8,8)] { ~masked~; }",
     "E_SYMBOL_ROLES 'rows' is also the name of a limit of this masked copy\n"
     "+ the limits are arguments of their own\n= choose another name here"},
    {WARP "gmem S[(8,8)][0,`cols`:+4] -> smem S[(4)] { ~masked~; }",
     "E_SYMBOL_ROLES 'cols' is also the name of a limit of this masked copy\n"
     "+ the limits are arguments of their own\n= choose another name here"},
    {WARP "gmem S[(8,8)][0,rows:+4] -> smem S[(4)] { masked; }", ""},
    {TILE " { masked; fill 0x3f800000; }\n" TILE " { masked; keep; }\n" TILE
          " { masked; `edge` keep; }",
     "E_EDGE_PLACE 'edge keep' on a copy that reads no window of an array\n"
     "= name the extents of the array that is read and add 'masked': gmem "
     "S[(height,width):(ld,1)][y:+34, x:+66]\n! 2"},
    {TILE " { `fill` 0; }",
     "E_FILL_UNMASKED 'fill' is for elements beyond limits, but this copy has no limits\n"
     "= add 'masked', which gives the copy its limits"},
    {TILE " { `keep`; }",
     "E_FILL_UNMASKED 'keep' is for elements beyond limits, but this copy has no limits\n"
     "= add 'masked', which gives the copy its limits"},
    {TILE " { masked; ~fill~ 0; `keep`; }",
     "E_FILL_KEEP an element cannot be both filled and kept\n+ filled here\n= drop one of them"},
    {BACK " { masked; `fill` 0; }",
     "E_FILL_STORE 'fill' on a store to gmem, where nothing beyond the limits is written\n"
     "= drop 'fill'"},
    {BACK " { masked; `keep`; }",
     "E_FILL_STORE 'keep' on a store to gmem, where nothing beyond the limits is written\n"
     "= drop 'keep'"},
    {WARP "gmem S[(32,8)] <-> smem S[(32,8)] { masked; `keep`; }",
     "E_FILL_STORE 'keep' on a store to gmem, where nothing beyond the limits is written\n"
     "= write the two directions as two statements, with 'keep' on the load only"},
    {TILE " { masked; `value` 1; }",
     "E_FILL_OPTION 'value' is an option of 'fill'\n"
     "= for elements beyond the limits of a masked copy write 'fill V'"},
    {TILE " { masked; `fence` async; }",
     "E_FILL_OPTION 'fence' is an option of 'fill'\n"
     "= call tc_fence_async_smem() behind the copy"},
    {"fill warp f32 smem S[(64)] { value 0xff800000; fence async; stages 2; }", ""},
    {"fill warp f32 gmem S[(64)] { `fence` async; }",
     "E_FILL_OPTION 'fence' is about shared memory, and this fill writes gmem\n= drop it"},
    {"fill warp f32 " REGS " { `stages` 2; }",
     "E_FILL_OPTION 'stages' is about shared memory, and this fill writes reg\n= drop it"},
    {"fill warp f32 smem S[(64)] { `reduce` add; }",
     "E_FILL_OPTION 'reduce' says how a source is read or combined, and a fill has none\n"
     "= drop it"},
    {"fill warp f32 smem S[(64)] { `fill` 0; }",
     "E_FILL_OPTION 'fill' says how a source is read or combined, and a fill has none\n"
     "= write the value as 'value V'"},
    {"fill warp f32 smem S[(64)] { `zebra` 0; }",
     "E_UNKNOWN_OPTION unknown option 'zebra'\n" LISTED},
    {"fill warp f32 `dsmem` S[(64)]",
     "E_FILL_PLACE 'fill' writes registers, shared or global memory of its own CTA, not dsmem\n"
     "= let that CTA fill its own shared memory, and meet before it is used"},
    {"fill warp f32 `tmem` S[(32,8):(1@TLane,1@TCol)]",
     "E_FILL_PLACE 'fill' writes registers, shared or global memory of its own CTA, not tmem\n"
     "= fill registers and copy them"},
    {"fill `cta`(0) f32 smem S[(64)]",
     "E_SCOPE_RANGE the number of threads of a cta lies from 1 to 1024"},
    {"fill warp f32 smem `zebra`",
     "E_UNKNOWN_LAYOUT unknown layout 'zebra'\n= a name is known from its 'layout NAME = ...' or "
     "'tile NAME : ...' line on"},
    {"fill warp f32 smem S[(64)] { `ld64`; }",
     "E_WIDE_STRIDE 'ld64' is about run-time strides, but this statement has none\n"
     "= drop it, or name a stride: S[(128,64):(ld,1)]"},
    {"fill warp f32 smem S[(8,8):(~a~,1)][`a`:+4,0]",
     "E_SYMBOL_ROLES 'a' is both a stride and an origin\n+ the stride"},
    {"fill warp f32 smem S[(64)] { stages `1`; }",
     "E_OPTION_VALUE 'stages' takes a number from 2 to 256"},
    {"fill warp f32 gmem S[(8,8,8)] { `masked`; }",
     "E_MASKED_RANK 'masked' needs a region of one or two dimensions besides units, this one has "
     "3\n= copy one slice at a time: [s:+1, 0:128, 0:64] leaves two dimensions"},
    {"fill warp f32 gmem S[(8,8)] where `zebra` >= 1",
     "E_UNKNOWN_NAME 'zebra' is not a run-time name of this statement\n"
     "= no stride or origin of this statement is a name"},
    {"fill warp f32 gmem S[(h,w):(ld,1)][y:+4, x:+8] { masked; `edge` clamp; }",
     "E_FILL_OPTION 'edge' says how a source is read or combined, and a fill has none\n= drop it"},
    {"fill warp f32 smem S[(64)] { value `x`; }",
     "E_OPTION_VALUE 'value x' is not a value of f32\n"
     "= write 0, or the bits of one element: value 0xfc00 is minus infinity of f16"},
    {"fill warp f32 smem S[(8)][`9`:10]",
     "E_REGION_OUTSIDE 9:10 is outside the dimension of extent 8\n"
     "= its elements are 0 to 7: a range ends at 8 at most"},
    {"fill warp e3m2 smem S[(64)] { value 0; }", ""},
    {"fill warp e3m2 smem S[(64)] { value `0x1`; }",
     "E_OPTION_VALUE elements of 6 bits can be filled with 0 only: four of them are three bytes, "
     "and registers are filled with one value of whole bytes\n"
     "= fill bytes of type b8, three for four elements, where all three are equal"},
};

/* The values of `fill`: both ends of what fits. */
#define F(dtype, value) "copy warp " dtype " gmem S[(8)] -> smem S[(8)] { masked; fill " value "; }"
#define NUMBER "= write a number that fits, or its bits: fill 0xff"
#define FLOAT "= write 0, or the bits of one element: fill 0xfc00 is minus infinity of f16"
static const Told fills[] = {
    {F("i8", "127"), ""},
    {F("i8", "`128`"), "E_OPTION_VALUE 'fill 128' is not a value of i8\n" NUMBER},
    {F("i8", "-128"), ""},
    {F("i8", "`-`129"), "E_OPTION_VALUE 'fill -129' is not a value of i8\n" NUMBER},
    {F("i8", "0xff"), ""},
    {F("i8", "`0x100`"), "E_OPTION_VALUE 'fill 0x100' is not a value of i8\n" NUMBER},
    {F("u8", "255"), ""},
    {F("u8", "`256`"), "E_OPTION_VALUE 'fill 256' is not a value of u8\n" NUMBER},
    {F("u8", "`-`1"), "E_OPTION_VALUE 'fill -1' is not a value of u8\n" NUMBER},
    {F("u64", "18446744073709551615"), ""},
    {F("u64", "0xffffffffffffffff"), ""},
    {F("u64", "`18446744073709551616`"),
     "E_OPTION_VALUE 'fill 18446744073709551616' is not a value of u64\n" NUMBER},
    {F("u8", "`12x`"), "E_OPTION_VALUE 'fill 12x' is not a value of u8\n" NUMBER},
    {F("i64", "-9223372036854775808"), ""},
    {F("i64", "`0x10000000000000000`"),
     "E_OPTION_VALUE 'fill 0x10000000000000000' is not a value of i64\n" NUMBER},
    {F("f16", "0"), ""},
    {F("f16", "0x7c00"), ""},
    {F("f16", "`1`"), "E_OPTION_VALUE 'fill 1' is not a value of f16\n" FLOAT},
    {F("f16", "`-`0"), "E_OPTION_VALUE 'fill -0' is not a value of f16\n" FLOAT},
    {F("f16", "`0x10000`"), "E_OPTION_VALUE 'fill 0x10000' is not a value of f16\n" FLOAT},
    {F("f32", "`0x`"), "E_OPTION_VALUE 'fill 0x' is not a value of f32\n" FLOAT},
    {F("f32", "`0xg`"), "E_OPTION_VALUE 'fill 0xg' is not a value of f32\n" FLOAT},
    {F("f32", "`x`"), "E_OPTION_VALUE 'fill x' is not a value of f32\n" FLOAT},
    {F("b128", "0"), ""},
    {F("b128", "0x0"), ""},
    {F("b128", "`0x1`"),
     "E_OPTION_VALUE 'fill 0x1' is not a value of b128\n"
     "= elements of more than 64 bits are filled with 0"},
    {"copy warp u8 gmem S[(8)] -> smem S[(8)] { masked; `fill`; }",
     "E_OPTION_VALUE 'fill ' is not a value of u8\n" NUMBER},
    {F("i4", "7"), ""},
    {F("i4", "`8`"), "E_OPTION_VALUE 'fill 8' is not a value of i4\n" NUMBER},
    {F("b16", "65535"), ""},
    {F("b16", "`65536`"), "E_OPTION_VALUE 'fill 65536' is not a value of b16\n" NUMBER},
};

int main(void) {
    EXPECT_TOLD(values);
    EXPECT_TOLD(hints);
    EXPECT_TOLD(masks);
    EXPECT_TOLD(fills);
    mem_free_all();
    return unit_finish();
}
