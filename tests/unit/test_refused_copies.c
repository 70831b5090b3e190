/* What copies and their kin are refused for behind their grammar, word for word: scopes, names,
 * facts, options, conversions, and which side may be where. */
#include "told.h"
#include "../../generator/lang/lang.h"

#define WARP "copy warp f32 "
#define REGS "reg S[(32,8):(1@laneid,1)]"
#define LOAD WARP "gmem S[(32,8)] -> " REGS
#define STORE WARP REGS " -> gmem S[(32,8)]"
#define TILE WARP "gmem S[(32,8)] -> smem S[(32,8)]"
#define SMEMS WARP "smem S[(32,8)] -> " REGS
#define LD WARP "gmem S[(32,~8~):(ld,1)] -> " REGS

static const Told scopes[] = {
    {"copy cta(1) f32 gmem S[(8)] -> smem S[(8)]", ""},
    {"copy cta(1024) f32 gmem S[(8)] -> smem S[(8)]", ""},
    {"copy `cta`(0) f32 gmem S[(8)] -> smem S[(8)]",
     "E_SCOPE_RANGE the number of threads of a cta lies from 1 to 1024"},
    {"copy `cta`(1025) f32 gmem S[(8)] -> smem S[(8)]",
     "E_SCOPE_RANGE the number of threads of a cta lies from 1 to 1024"},
    {"copy cluster(1) f32 gmem S[(8)] -> smem S[(8)]", ""},
    {"copy cluster(16) f32 gmem S[(8)] -> smem S[(8)]", ""},
    {"copy `cluster`(0) f32 gmem S[(8)] -> smem S[(8)]",
     "E_SCOPE_RANGE the number of CTAs of a cluster lies from 1 to 16"},
    {"copy `cluster`(17) f32 gmem S[(8)] -> smem S[(8)]",
     "E_SCOPE_RANGE the number of CTAs of a cluster lies from 1 to 16"},
    {"copy thread lanes `0`:1 f32 gmem S[(8)] -> smem S[(8)]",
     "E_SCOPE_NARROW the scope 'thread' cannot be narrowed"},
    {"copy elected warps `0`:1 f32 gmem S[(8)] -> smem S[(8)]",
     "E_SCOPE_NARROW the scope 'elected' cannot be narrowed"},
    {"copy cluster(2) warps 0:1 lanes `0`:1 f32 gmem S[(8)] -> smem S[(8)]",
     "E_SCOPE_NARROW the scope 'cluster' cannot be narrowed"},
    {"copy warp lanes 0:32 f32 gmem S[(8)] -> smem S[(8)]", ""},
    {"copy warp lanes 31:32 f32 gmem S[(8)] -> smem S[(8)]", ""},
    {"copy warp lanes `0`:33 f32 gmem S[(8)] -> smem S[(8)]",
     "E_SCOPE_RANGE lanes 0:33 of a scope that has 0:32"},
    {"copy warp lanes `-`1:4 f32 gmem S[(8)] -> smem S[(8)]",
     "E_SCOPE_RANGE lanes -1:4 of a scope that has 0:32"},
    {"copy warp lanes `4`:4 f32 gmem S[(8)] -> smem S[(8)]",
     "E_SCOPE_RANGE lanes 4:4 of a scope that has 0:32"},
    {"copy warp warps 0:1 f32 gmem S[(8)] -> smem S[(8)]", ""},
    {"copy warp warps `0`:2 f32 gmem S[(8)] -> smem S[(8)]",
     "E_SCOPE_RANGE warps 0:2 of a scope that has 0:1"},
    {"copy warpgroup warps 0:4 f32 gmem S[(8)] -> smem S[(8)]", ""},
    {"copy warpgroup warps `0`:5 f32 gmem S[(8)] -> smem S[(8)]",
     "E_SCOPE_RANGE warps 0:5 of a scope that has 0:4"},
    {"copy cta(33) warps 0:2 f32 gmem S[(8)] -> smem S[(8)]", ""},
    {"copy cta(32) warps `0`:2 f32 gmem S[(8)] -> smem S[(8)]",
     "E_SCOPE_RANGE warps 0:2 of a scope that has 0:1"},
    {"copy `cta`(-1) f32 gmem S[(8)] -> smem S[(8)]",
     "E_SCOPE_RANGE the number of threads of a cta lies from 1 to 1024"},
};

#define FUNCTIONS                                                                                  \
    "= names have lower-case letters, digits and '_' and start with a letter, not with tc__"
#define A50 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
static const Told names[] = {
    {LOAD " as z_az09", ""},
    {LOAD " as `_a`", "E_BAD_NAME '_a' cannot name a function\n" FUNCTIONS},
    {LOAD " as `aB`", "E_BAD_NAME 'aB' cannot name a function\n" FUNCTIONS},
    {LOAD " as `tc__a`", "E_BAD_NAME 'tc__a' cannot name a function\n" FUNCTIONS},
    {LOAD " as tc_a", ""},
    {LOAD " as " A50 A50 A50 A50, ""},
    {LOAD " as `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa`aaaaaaaaaaa" A50 A50 A50,
     "E_BAD_NAME '" A50 A50 A50 A50 "a' cannot name a function\n" FUNCTIONS},
    {LOAD " as `int`", "E_RESERVED_NAME 'int' is a word of C or C++"},
    {WARP "gmem S[(32,8)] ~<->~ " REGS " as `a`",
     "E_NAME_BOTH_WAYS '<->' makes two functions, but 'as' gives one name\n+ both ways"},
    {WARP "~gmem~ S[(32,8)] -> `smem` S[(32,9)]",
     "E_EXTENTS_DIFFER the extents differ: 32x9 here, 32x8 in the source\n+ the source region is "
     "32x8"},
    {WARP "~gmem~ S[(32,1,8)] -> `smem` S[(8,32)]",
     "E_EXTENTS_DIFFER the extents differ: 8x32 here, 32x8 in the source\n"
     "+ the source region is 32x8"},
    {WARP "gmem S[(8,8)]~[~0,0] -> smem S[(8,8)]`[`0,0:2]",
     "E_EXTENTS_DIFFER the extents differ: 2 here, 1 in the source\n+ the source region is 1"},
    {WARP "gmem S[(1,32,8)] -> smem S[(32,1,8)]", ""},
    {"descriptor wgmma f16 smem S[(64,64)] swizzle 128B as `A`",
     "E_BAD_NAME 'A' cannot name a function\n" FUNCTIONS},
    {"coords warp " REGS " as `A`", "E_BAD_NAME 'A' cannot name a function\n" FUNCTIONS},
    {"fill warp f32 smem S[(64)] as `A`", "E_BAD_NAME 'A' cannot name a function\n" FUNCTIONS},
};

/* (2^31 - 1 - 7) / 31 = 69273665 is the largest ld. */
#define STRIDES "+ the stride here has bounds that follow from the layout"
static const Told facts[] = {
    {LD " where ld >= 8, ld <= 69273665", ""},
    {WARP "gmem S[(32,8):(~ld~,1)] -> " REGS " where `ld` <= 7",
     "E_FACTS_CONTRADICT no 'ld' satisfies this fact: its range is 8 to 69273665 "
     "otherwise\n" STRIDES
     "\n= the iters inside a step of 'ld' have 8 elements; a smaller step would make rows overlap"},
    {WARP "gmem S[(32,8):(~ld~,1)] -> " REGS " where `ld` == 7",
     "E_FACTS_CONTRADICT no 'ld' satisfies this fact: its range is 8 to 69273665 "
     "otherwise\n" STRIDES
     "\n= the iters inside a step of 'ld' have 8 elements; a smaller step would make rows overlap"},
    {WARP "gmem S[(32,8):(~ld~,1)] -> " REGS " where `ld` >= 69273666",
     "E_FACTS_CONTRADICT no 'ld' satisfies this fact: its range is 8 to 69273665 "
     "otherwise\n" STRIDES},
    {WARP "gmem S[(32,8):(~ld~,1)] -> " REGS " where `ld` == 69273666",
     "E_FACTS_CONTRADICT no 'ld' satisfies this fact: its range is 8 to 69273665 "
     "otherwise\n" STRIDES},
    {WARP "gmem S[(32,8):(ld,1)] -> " REGS " where ~ld~ <= 99, `ld` >= 100",
     "E_FACTS_CONTRADICT no 'ld' satisfies this fact: its range is 8 to 99 otherwise\n"
     "+ because of this fact\n= change one of the two, or drop it"},
    {WARP "gmem S[(32,8):(ld,1)] -> " REGS " where ~ld~ >= 99, `ld` <= 98",
     "E_FACTS_CONTRADICT no 'ld' satisfies this fact: its range is 99 to 69273665 otherwise\n"
     "+ because of this fact\n= change one of the two, or drop it"},
    {WARP "gmem S[(32,8):(ld,1)] -> " REGS " where ~ld~ == 99, `ld` == 98",
     "E_FACTS_CONTRADICT no 'ld' satisfies this fact: its range is 99 to 99 otherwise\n"
     "+ because of this fact\n= change one of the two, or drop it"},
    {WARP "gmem S[(32,8):(ld,1)] -> " REGS " where ld == 99, ld == 99, ld >= 99, ld <= 99", ""},
    {WARP "gmem S[(32,8):(ld,1)] -> " REGS " where ~ld~ >= 97, ld <= 103, `ld` % 8 == 0",
     "E_FACTS_CONTRADICT no 'ld' satisfies this fact: its range is 97 to 103 otherwise\n+ because "
     "of this fact\n= change one of the two, or drop it"},
    {WARP "gmem S[(32,8):(ld,1)] -> " REGS " where ~ld~ <= 7000, `ld` % 8000 == 0",
     "E_FACTS_CONTRADICT no 'ld' satisfies this fact: its range is 8 to 7000 otherwise\n+ because "
     "of this fact\n= change one of the two, or drop it"},
    {WARP "gmem S[(32,8):(ld,1)] -> " REGS " where ld >= 97, ld <= 104, ld % 8 == 0", ""},
    {WARP "gmem S[(32,8):(ld,1)] -> " REGS " where ld % `0` == 0",
     "E_ZERO_DIVISOR 'ld' % 0 has no meaning"},
    {WARP "gmem S[(32,8):(ld,1)] -> " REGS " where ld % `-`1 == 0",
     "E_FACTS_CONTRADICT no 'ld' in range is a multiple of this\n"
     "= divisors are from 1 to 2^31 - 1"},
    {WARP "gmem S[(32,8):(ld,1)] -> " REGS " where ld % 65536 == 0, ld % `32769` == 0",
     "E_FACTS_CONTRADICT no 'ld' in range is a multiple of this\n"
     "= divisors are from 1 to 2^31 - 1"},
    {WARP "gmem S[(32,8):(~ld~,1)] -> " REGS " where `ld` % 2147483647 == 0",
     "E_FACTS_CONTRADICT no 'ld' satisfies this fact: its range is 8 to 69273665 "
     "otherwise\n" STRIDES},
    {WARP "gmem S[(32,8):(~ld~,1)] -> " REGS " where ld % `2147483648` == 0",
     "E_FACTS_CONTRADICT no 'ld' in range is a multiple of this\n"
     "= divisors are from 1 to 2^31 - 1"},
    {WARP "smem S[(32,64)][0:32,`k`+1:+8] -> " REGS, ""},
    {WARP "smem S[(32,64)][0:32,~k~:+8] -> " REGS " where `k` >= 57",
     "E_FACTS_CONTRADICT no 'k' satisfies this fact: its range is 0 to 56 otherwise\n"
     "+ the origin here has bounds that follow from the layout"},
    {WARP "smem S[(32,64)][0:32,~k~:+8] -> " REGS " where `k` <= -1",
     "E_FACTS_CONTRADICT no 'k' satisfies this fact: its range is 0 to 56 otherwise\n"
     "+ the origin here has bounds that follow from the layout"},
    {TILE " where `rows` <= -1 { ~masked~; }",
     "E_FACTS_CONTRADICT no 'rows' satisfies this fact: its range is 0 to 2147483647 otherwise\n"
     "+ the limit here has bounds that follow from the layout"},
    {"copy_async elected f16 gmem S[(~M~,64):(ld,1)][m:+64, 0:64] -> smem S[(64,64)] where `M` >= "
     "4294967297 "
     "{ tensormap; }",
     "E_FACTS_CONTRADICT no 'M' satisfies this fact: its range is 1 to 4294967296 otherwise\n"
     "+ the extent here has bounds that follow from the layout"},
    {WARP "gmem S[(32,8):(ld,1)] -> " REGS " where ld % 3 == 0, ld % `9223372036854775807` == 0",
     "E_FACTS_CONTRADICT no 'ld' in range is a multiple of this\n"
     "= divisors are from 1 to 2^31 - 1"},
    {LOAD " where `aaaaaaaaaabbbbbbbbbbaaaaaaaaaabbbbbbbbbb`a >= 1",
     "E_UNKNOWN_NAME 'aaaaaaaaaabbbbbbbbbbaaaaaaaaaabbbbbbbbbb' is not a run-time name of this "
     "statement\n= no stride or origin of this statement is a name"},
    {LOAD " where `ld` >= 1",
     "E_UNKNOWN_NAME 'ld' is not a run-time name of this statement\n"
     "= no stride or origin of this statement is a name"},
    {WARP "gmem S[(32,8):(pitch,1)] -> " REGS " where `pich` >= 1",
     "E_UNKNOWN_NAME 'pich' is not a run-time name of this statement\n= did you mean 'pitch'?"},
    {WARP "gmem S[(32,8):(pitch,1)] -> " REGS " where `zebra` % 8 == 0",
     "E_UNKNOWN_NAME 'zebra' is not a run-time name of this statement"},
    {LOAD " where align(src) == 1, align(src) == 1", ""},
    {LOAD " where align(src) == 1024", ""},
    {LOAD " where align(src) == `2048`",
     "E_ALIGN_VALUE an alignment is a power of two from 1 to 1024, not 2048"},
    {LOAD " where align(src) == `0`",
     "E_ALIGN_VALUE an alignment is a power of two from 1 to 1024, not 0"},
    {LOAD " where align(src) == `24`",
     "E_ALIGN_VALUE an alignment is a power of two from 1 to 1024, not 24"},
    {LOAD " where `align`(dst) == 16",
     "E_ALIGN_REG dst is a register operand\n= drop the fact: registers are aligned by contract"},
    {STORE " where `align`(src) == 16",
     "E_ALIGN_REG src is a register operand\n= drop the fact: registers are aligned by contract"},
    {TILE " where align(src) == 8, ~align~(dst) == 16, `align`(dst) == 8",
     "E_FACTS_CONTRADICT align(dst) is stated twice, differently\n+ here it is 16\n"
     "= drop one of the two: the larger alignment implies the smaller"},
    {TILE " where align(dst) == 8, ~align~(src) == 16, `align`(src) == 8",
     "E_FACTS_CONTRADICT align(src) is stated twice, differently\n+ here it is 16\n"
     "= drop one of the two: the larger alignment implies the smaller"},
    {"fill warp f32 smem S[(64)] where align(`src`) == 8",
     "E_UNKNOWN_NAME a fill has no src\n= write align(dst)"},
    {"fill warp f32 smem S[(64)] where align(dst) == 8", ""},
    {"copy warp f16 gmem S[(64,64)] -> smem S[(64,64):(`ld`,1)] swizzle 128B",
     "E_SWIZZLE_STRIDE the stride 'ld' is not known to be a multiple of the swizzle's period 512\n"
     "= state 'where ld % 512 == 0', or use a constant stride"},
    {"copy warp f16 gmem S[(64,64)] -> smem S[(64,64):(ld,1)] swizzle 128B where ld % 512 == 0",
     ""},
    {"copy warp f16 gmem S[(64,64)] -> smem S[(64,64):(`8`*ld,1)] swizzle 128B where ld % 32 == 0",
     "E_SWIZZLE_STRIDE the stride 'ld' is not known to be a multiple of the swizzle's period 512\n"
     "= state 'where ld % 512 == 0', or use a constant stride"},
    {"copy warp f16 gmem S[(64,64)] -> smem S[(64,64):(8*ld,1)] swizzle 128B where ld % 64 == 0",
     ""},
    {"copy warp f16 gmem S[(1,64)] -> smem S[(1,64):(ld,1)] swizzle 128B", ""},
    {"copy warp f16 gmem S[(64,64)] -> smem S[(64,64):(ld,1)] swizzle(3,0,3)", ""},
};

static const Told conversions[] = {
    {"copy_async warp f32 -> `f16` gmem S[(8)] -> smem S[(8)]",
     "E_CONVERT_PLACE copy_async moves the bits as they are, only a copy converts"},
    {"copy_async warp f32 -> `tf32` gmem S[(8)] -> smem S[(8)]",
     "E_CONVERT_PLACE copy_async moves the bits as they are, only a copy converts\n"
     "= a tensor copy rounds f32 to tf32: add 'tensormap'"},
    {"copy_async warp f16 -> `tf32` gmem S[(8)] -> smem S[(8)]",
     "E_CONVERT_PLACE copy_async moves the bits as they are, only a copy converts"},
    {"permute warp f32 -> `tf32` smem S[(8)] -> smem S[(8)]",
     "E_CONVERT_PLACE permute moves the bits as they are, only a copy converts"},
    {"copy warp f32 -> f32 gmem S[(8)] -> smem S[(8)]", ""},
    {"copy warp f32 -> `f16` gmem S[(8)] ~->~ smem S[(8)]",
     "E_CONVERT_PLACE neither side is registers, where a conversion is done\n+ from f32 to f16"},
    {"copy_async elected f32 -> tf32 gmem S[(64,32):(ld,1)] -> smem S[(64,32)] { tensormap; }", ""},
    {"copy_async elected f32 -> `tf32` smem S[(64,32)] -> gmem S[(64,32):(ld,1)] { tensormap; }",
     "E_CONVERT_PLACE a tensor map converts only on the way from gmem into smem\n"
     "= a store moves the bits as they are: give one dtype, and convert in registers"},
    {"copy_async elected f32 -> `tf32` gmem S[(64,32):(ld,1)] <-> smem S[(64,32)] { tensormap; }",
     "E_CONVERT_PLACE a tensor map converts only on the way from gmem into smem\n"
     "= write two statements; the one that stores has one dtype"},
    {"copy_async elected f32 -> `f16` gmem S[(64,32):(ld,1)] -> smem S[(64,32)] { tensormap; }",
     "E_CONVERT_PLACE a tensor map converts f32 to tf32, and no other dtypes\n"
     "= give one dtype, and convert in registers: copy ... smem -> reg"},
    {"coords `thread` reg S[(8)]",
     "E_COORDS_PLACE coordinates at scope thread\n"
     "= write 'warp', 'warpgroup' or 'cta(N)': a tile in the registers of their threads"},
    {"coords `cluster`(2) reg S[(8)]",
     "E_COORDS_PLACE coordinates at scope cluster\n"
     "= write 'warp', 'warpgroup' or 'cta(N)': a tile in the registers of their threads"},
    {"coords `warp` lanes 0:8 " REGS,
     "E_COORDS_PLACE coordinates for a part of a scope\n"
     "= write the whole scope: ranks count in it, and any of its threads may call"},
    {"coords warp `smem` S[(8)]",
     "E_COORDS_PLACE coordinates in smem: a thread does not own elements of memory\n"
     "= write 'reg' with the layout of the registers"},
    {"coords warp " REGS "`[`0:32,0:4]",
     "E_COORDS_PLACE coordinates of a region\n"
     "= leave the region out: coordinates count in the whole tile"},
    {"coords warpgroup reg 64x8 wgmma_c\ncoords cta(64) reg S[(64,8):(1@tx,1)]", ""},
    {"descriptor wgmma f16 `gmem` S[(64,64)]",
     "E_DESCRIPTOR_PLACE a descriptor of gmem: it says where an operand lies in shared memory\n"
     "= write 'smem'"},
    {"descriptor wgmma f16 smem `auto` S[(64,64)]",
     "E_DESCRIPTOR_PLACE a descriptor of an 'auto' layout: it would follow tcgen's choice unseen\n"
     "= write the layout that wgmma takes: 'swizzle 128B' of rows of 128 bytes"},
    {"descriptor umma f16 smem S[(64,64):(`ld`,1)]",
     "E_DESCRIPTOR_PLACE the run-time stride 'ld': the numbers of a descriptor are constants\n"
     "= write the stride as a number"},
    {"descriptor wgmma f16 smem S[(64,64)] swizzle 128B { stages 2; `ld64`; }",
     "E_DESCRIPTOR_PLACE the option 'ld64' of a descriptor\n"
     "= a descriptor takes 'stages N' alone: nothing moves"},
};

int main(void) {
    EXPECT_TOLD(scopes);
    EXPECT_TOLD(names);
    EXPECT_TOLD(facts);
    EXPECT_TOLD(conversions);
    mem_free_all();
    return unit_finish();
}
