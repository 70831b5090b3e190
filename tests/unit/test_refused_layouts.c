/* What layouts, shapes, regions and names are refused for, word for word, beside the nearest ones
 * that are taken. */
#include "told.h"
#include "../../generator/lang/lang.h"

#define WARP "copy warp f32 "
#define REGS " -> reg S[(32,8):(1@laneid,1)]"
#define LONG "aaaaaaaaaabbbbbbbbbbaaaaaaaaaabbbbbbbbbb" /* 40 bytes */
#define LONG64 LONG "aaaaaaaaaabbbbbbbbbbaaaa"
#define KNOWN "= a name is known from its 'layout NAME = ...' or 'tile NAME : ...' line on"
#define LAYOUT_NAMES                                                                               \
    "= layout names are tokens of a letter, then letters and digits, all lower case, joined by "   \
    "'_'; no token is 'to' or a space"

#define PREFIX "= a prefix has lower-case letters, digits and '_', as in p_"
static const Told names[] = {
    {"layout ab_c9 = S[(8)]", ""},
    {"layout " LONG64 " = S[(8)]", ""},
    {"layout `" LONG64 "a` = S[(8)]",
     "E_BAD_NAME '" LONG64 "' cannot name a layout\n" LAYOUT_NAMES},
    {"layout `a_B` = S[(8)]", "E_BAD_NAME 'a_B' cannot name a layout\n" LAYOUT_NAMES},
    {"layout `aB` = S[(8)]", "E_BAD_NAME 'aB' cannot name a layout\n" LAYOUT_NAMES},
    {"layout `a__b` = S[(8)]", "E_BAD_NAME 'a__b' cannot name a layout\n" LAYOUT_NAMES},
    {"layout `a_` = S[(8)]", "E_BAD_NAME 'a_' cannot name a layout\n" LAYOUT_NAMES},
    {"layout `_a` = S[(8)]", "E_BAD_NAME '_a' cannot name a layout\n" LAYOUT_NAMES},
    {"layout `a_9` = S[(8)]", "E_BAD_NAME 'a_9' cannot name a layout\n" LAYOUT_NAMES},
    {"layout `a_to` = S[(8)]", "E_BAD_NAME 'a_to' cannot name a layout\n" LAYOUT_NAMES},
    {"layout `smem_a` = S[(8)]", "E_BAD_NAME 'smem_a' cannot name a layout\n" LAYOUT_NAMES},
    {"layout `peer_a` = S[(8)]", "E_BAD_NAME 'peer_a' cannot name a layout\n" LAYOUT_NAMES},
    {"layout tox = S[(8)]\nlayout zz_z0 = S[(8)]", ""},
    {"layout `f32` = S[(8)]",
     "E_RESERVED_NAME 'f32' is a word of the language (a type of elements)"},
    {"layout `copy` = S[(8)]", "E_RESERVED_NAME 'copy' is a word of the language (a statement)"},
    {"layout `where` = S[(8)]", "E_RESERVED_NAME 'where' is a word of the language (a keyword)"},
    {"layout `m` = S[(8)]",
     "E_RESERVED_NAME 'm' is a word of the language (the axis of addresses)"},
    {"layout `tx` = S[(8)]", "E_RESERVED_NAME 'tx' is a word of the language (an axis)"},
    {"tile `f32` : smem S[(8)] f32",
     "E_RESERVED_NAME 'f32' is a word of the language (a type of elements)"},
    {"tile `S` : smem S[(8)] f32", "E_RESERVED_NAME 'S' is a word of the language (of layouts)"},
    {"tile `R` : smem S[(8)] f32", "E_RESERVED_NAME 'R' is a word of the language (of layouts)"},
    {"tile `tx` : smem S[(8)] f32\n" WARP "tx -> tx",
     "E_RESERVED_NAME 'tx' is a word of the language (an axis)"},
    {"tile Long_Name9 : smem S[(8)] f32", ""},
    {"layout ~a~ = S[(8)]\nlayout `a` = S[(4)]",
     "E_DUPLICATE_NAME 'a' is defined twice\n+ first here"},
    {"tile ~a~ : smem S[(8)] f32\nlayout `a` = S[(4)]",
     "E_DUPLICATE_NAME 'a' is defined twice\n+ first here"},
    {"layout mma_c = S[(4)]", ""},
    {"layout ~mma_c~ = S[(4)]\nlayout `mma_c` = S[(8)]",
     "E_DUPLICATE_NAME 'mma_c' is defined twice\n+ first here"},
    {WARP "smem `rows`" REGS "\n" WARP "smem rows" REGS "\n" WARP "smem `zeds`" REGS,
     "E_UNKNOWN_LAYOUT unknown layout 'rows'\n" KNOWN "\n"
     "E_UNKNOWN_LAYOUT unknown layout 'zeds'\n" KNOWN},
    {"layout panel = S[(32,8)]\n" WARP "smem `panl`" REGS,
     "E_UNKNOWN_LAYOUT unknown layout 'panl'\n= did you mean 'panel'?"},
    {WARP "smem `" LONG "a`" REGS, "E_UNKNOWN_LAYOUT unknown layout '" LONG "'\n" KNOWN},
    {WARP "smem `" LONG "`" REGS, "E_UNKNOWN_LAYOUT unknown layout '" LONG "'\n" KNOWN},
    {WARP "`Zebra`" REGS, "E_UNKNOWN_LAYOUT unknown tile or space 'Zebra'\n" KNOWN},
    {"layout a = `zebra`\n" WARP "smem a" REGS, "E_UNKNOWN_LAYOUT unknown layout 'zebra'\n" KNOWN},
    {"layout `Zebra` = S[(32,8)]\n" WARP "smem Zebra" REGS,
     "E_BAD_NAME 'Zebra' cannot name a layout\n" LAYOUT_NAMES},
    {"tile ~A~ : smem S[(32,8)] f32\n" WARP "smem `A`" REGS,
     "E_UNKNOWN_LAYOUT 'A' is a tile, not a layout\n+ defined here\n"
     "= a tile stands alone: it brings its space, shape and dtype"},
    {"layout a = S[(32,8)]\n" WARP "`a`" REGS,
     "E_SYNTAX 'a' is a layout and needs a space before it\n= write 'smem a'"},
    {"tile ~A~ : smem S[(32,8)] f16\n" WARP "`A`" REGS,
     "E_DTYPE_DIFFERS tile 'A' holds f16, the statement moves f32\n+ defined here"},
    {"tile A : smem S[(8)] `f31`", "E_UNKNOWN_DTYPE unknown dtype 'f31'\n= did you mean 'f32'?"},
    {"tile A : smem S[(8)] `zebra`\n" WARP "A" REGS, "E_UNKNOWN_DTYPE unknown dtype 'zebra'"},
    {"tile A : `smem` S[(8)][0:4] f32",
     "E_SYNTAX a tile is a space and a layout, without a region"},
    {"tile A : smem S[(8)] f32\ntile B : `A`[0:4] f32",
     "E_SYNTAX a tile is a space and a layout, without a region"},
    {WARP "`peer` S[(32,8)]" REGS, "E_NOT_YET the space 'peer' is not built yet"},
    {"~prefix~ a_\n`prefix` p_", "E_DUPLICATE_STATEMENT a second 'prefix'\n+ first here"},
    {"prefix a2345678901234567890123456789012", ""},
    {"prefix `a23456789012345678901234567890123`",
     "E_BAD_NAME 'a23456789012345678901234567890123' cannot start function names\n" PREFIX},
    {"prefix `aA`", "E_BAD_NAME 'aA' cannot start function names\n" PREFIX},
    {"prefix `_a`", "E_BAD_NAME '_a' cannot start function names\n" PREFIX},
    {"prefix `tc__`", "E_BAD_NAME 'tc__' cannot start function names\n" PREFIX},
    {"prefix `tc__a`", "E_BAD_NAME 'tc__a' cannot start function names\n" PREFIX},
    {"prefix tc_", ""},
    {"prefix z_0_9_az", ""},
    {"~target~ sm_80\n`target` sm_90", "E_DUPLICATE_STATEMENT a second 'target'\n+ first here"},
    {"target `sm_80`, sm_91",
     "E_UNKNOWN_TARGET unknown target 'sm_91'\n= targets are sm_80, sm_86, sm_87, sm_88, sm_89, "
     "sm_90, sm_90a, sm_100, sm_100f, sm_100a, sm_103, sm_103f, sm_103a, sm_110, sm_110f, sm_110a, "
     "sm_120, sm_120f, sm_120a, sm_121, sm_121f, sm_121a"},
};

static const Told written[] = {
    {"layout a = S[(8):(1@`lanid`)]",
     "E_UNKNOWN_AXIS unknown axis 'lanid'\n= did you mean 'laneid'?"},
    {"layout a = S[(8):(1@`zebra`)]",
     "E_UNKNOWN_AXIS unknown axis 'zebra'\n= axes are m, laneid, warpid, tx, wid_in_wg, tid_in_wg, "
     "wgid, TLane, TCol and others"},
    {"layout a = S[(8):(1@`" LONG "a`)]",
     "E_UNKNOWN_AXIS unknown axis '" LONG "'\n= axes are m, laneid, warpid, tx, wid_in_wg, "
     "tid_in_wg, wgid, TLane, TCol and others"},
    {"layout a = S[(8):(1)] + 1@`lanid`",
     "E_UNKNOWN_AXIS unknown axis 'lanid'\n= did you mean 'laneid'?"},
    {"layout a = S[(8):(1)] + 1@m + `-`1@m", "E_STRIDE_NEGATIVE the stride is negative"},
    {"layout a = S[(8):(1)] + R[2:4@`lanid`]",
     "E_UNKNOWN_AXIS unknown axis 'lanid'\n= did you mean 'laneid'?"},
    {"layout a = S[(8):(1)] + R[2:4] + R[2:`-`1]", "E_STRIDE_NEGATIVE the stride is negative"},
    {"layout a = S[(8):(`laneid`)]",
     "E_RESERVED_NAME 'laneid' is an axis, not a stride\n= write 1@laneid"},
    {"layout a = S[(8):(`copy`)]",
     "E_RESERVED_NAME 'copy' is a word of the language (a statement) and cannot name an argument"},
    {"layout a = S[(8):(`int`)]",
     "E_RESERVED_NAME 'int' is a word of C or C++ and cannot name an argument\n"
     "= choose another name"},
    {"layout a = S[(8):(ld@m)]", ""},
    {"layout a = S[(8):(`ld`@laneid)]",
     "E_SYMBOL_PLACE 'ld' is a run-time name where a constant is required\n"
     "= run-time strides are strides on the memory axis of a shard, as in S[(128,64):(ld,1)]"},
    {"layout a = S[(8):(1)] + R[2:`ld`]",
     "E_SYMBOL_PLACE 'ld' is a run-time name where a constant is required\n"
     "= run-time strides are strides on the memory axis of a shard, as in S[(128,64):(ld,1)]"},
    {"layout a = S[(`0`)]", "E_EXTENT_NOT_POSITIVE the extent is 0, it must be at least 1"},
    {"layout a = S[(1,`-`1)]", "E_EXTENT_NOT_POSITIVE the extent is -1, it must be at least 1"},
    {"layout a = S[(`0`,`0`)]",
     "E_EXTENT_NOT_POSITIVE the extent is 0, it must be at least 1\n"
     "E_EXTENT_NOT_POSITIVE the extent is 0, it must be at least 1"},
    {"layout a = S[(8):(1)] + R[`0`:1]",
     "E_EXTENT_NOT_POSITIVE the extent is 0, it must be at least 1"},
    {"layout a = S[(2147483648,4294967295)]", ""},
    {"layout a = S[(2147483648,`4294967296`)]",
     "E_OVERFLOW the layout does not fit 64 bits from here on"},
    {"layout a = S[(2147483648,2147483647B)]", ""},
    {"layout a = S[(2147483648,`2147483648B`)]",
     "E_OVERFLOW the layout does not fit 64 bits from here on"},
    {"layout a = S[(3):(4611686018427387903)]", ""},
    {"layout a = S[(`3`):(4611686018427387904)]",
     "E_OVERFLOW the layout does not fit 64 bits from here on"},
    {"layout a = S[(2,2):(4611686018427387903,4611686018427387904)]", ""},
    {"layout a = S[(2,`2`):(4611686018427387904,4611686018427387904)]",
     "E_OVERFLOW the layout does not fit 64 bits from here on"},
    {"layout a = S`[`(8,4):(1)]", "E_STRIDE_COUNT 2 extents and 1 stride"},
    {"layout a = S`[`(8):(1,2)]", "E_STRIDE_COUNT 1 extent and 2 strides"},
    {"layout a = S[(8)] + R`[`2]", "E_STRIDE_COUNT 1 extent and 0 strides"},
    {"layout a = S[(8,*,`*`)]",
     "E_OPEN_EXTENT a second '*': the shape does not determine both extents"},
    {"layout a = S[(8)] + R[`*`:1]", "E_OPEN_EXTENT no shape says how often the replica repeats"},
    {"layout a = S[(`M`,8)]",
     "E_EXTENT_NAME no strides are written, and 'M' is known at run time only\n"
     "= write the strides too, as in S[(M,K):(ld,1)]"},
    {"layout a = S[(8)] + R[`M`:1]",
     "E_EXTENT_NAME 'M' says how often a replica repeats, and is known at run time only\n"
     "= write a number"},
    {"layout a = S[(`tx`,8):(ld,1)]", "E_RESERVED_NAME 'tx' is an axis, not an extent"},
    {"layout a = S[(`int`,8):(ld,1)]",
     "E_RESERVED_NAME 'int' is a word of C or C++ and cannot name an argument\n"
     "= choose another name"},
    {"layout a = S[(`m`,8):(ld,1)]",
     "E_RESERVED_NAME 'm' is a word of the language (the axis of addresses) and cannot name an "
     "argument"},
    {"layout a = S[(8)] swizzle(0,0,0)", ""},
    {"layout a = S[(8)] swizzle(0,20,20)", ""},
    {"layout a = S[(8)] swizzle(40,0,0)", ""},
    {"layout a = S[(8)] `swizzle`(0,20,21)", "E_SWIZZLE_RANGE swizzle(0,20,21) is out of range"},
    {"layout a = S[(8)] `swizzle`(41,0,0)", "E_SWIZZLE_RANGE swizzle(41,0,0) is out of range"},
    {"layout a = S[(8)] `swizzle`(1,-1,3)", "E_SWIZZLE_RANGE swizzle(1,-1,3) is out of range"},
    {"layout a = S[(8)] swizzle(1,2,2)", ""},
    {"layout a = S[(8)] `swizzle`(1,3,2)", "E_SWIZZLE_ATOM atom_len 2 is less than swizzle_len 3"},
    {"tile ~A~ : smem S[(8)] f32\nlayout b = `A`\nlayout c = b",
     "E_UNKNOWN_LAYOUT 'A' is a tile, not a layout\n+ defined here\n"
     "= a tile stands alone: it brings its space, shape and dtype"},
    {"layout a = S[(`0`)]\nlayout b = a\nlayout c = b\n" WARP "smem c -> smem b",
     "E_EXTENT_NOT_POSITIVE the extent is 0, it must be at least 1"},
    {"layout a = zebra `swizzle`(1,3,2)", "E_SWIZZLE_ATOM atom_len 2 is less than swizzle_len 3"},
    {"layout a = S[(8)] ~swizzle~ 32B\nlayout b = a `swizzle` 64B",
     "E_SWIZZLE_TWICE 'a' has a swizzle already\n+ this one"},
    {"layout a = auto S[(8)] `swizzle` 32B", "E_AUTO_LAYOUT an 'auto' layout has a swizzle"},
    {"layout a = S[(8)] `swizzle` 32B\nlayout b = ~auto~ a",
     "E_AUTO_LAYOUT an 'auto' layout has a swizzle\n+ 'auto' is here"},
    {"layout a = `auto` S[(8):(1)] + R[2:8]", "E_AUTO_LAYOUT an 'auto' layout has replicas"},
    {"layout a = `auto` S[(8):(1)] + 1@m", "E_AUTO_LAYOUT an 'auto' layout has an offset"},
    {"layout a = auto S[(8,8):(`ld`,1)]", "E_AUTO_LAYOUT an 'auto' layout has a run-time stride"},
    {"layout a = S[(8,8):(1,`ld`)]\nlayout b = ~auto~ a",
     "E_AUTO_LAYOUT an 'auto' layout has a run-time stride\n+ 'auto' is here"},
};

/* The shape, the atom that repeats to it, and what stands where in a copy. */
#define TWO7 "2,2,2,2,2,2,2"
#define TWOS "2,2,2,2,2,2,2,2"
#define SMEM " -> smem S[(8)]"
static const Told shapes[] = {
    {WARP "smem `8x8x5` ~S~[(32,8)]" SMEM,
     "E_SHAPE_PRODUCT the shape has 320 elements, the layout 256\n+ the layout"},
    {WARP "smem `0x8` S[(8)]" SMEM, "E_EXTENT_NOT_POSITIVE an extent of the shape is 0"},
    {WARP "smem `4294967296x2147483648` S[(8)]" SMEM,
     "E_OVERFLOW the number of elements does not fit 64 bits"},
    {WARP "`smem` S[(1,1,1,1,1,1,1,1,8)]" SMEM, "E_TOO_MANY_DIMS the layout has 9 extents"},
    {WARP "smem S[(1,1,1,1,1,1,1,8)]" SMEM, ""},
    {"layout a = S[(7,12)] swizzle(3,0,3)\n" WARP "smem 14x12 a -> smem S[(14,12)]", ""},
    {"layout a = ~S~[(16,8)]\n" WARP "smem `64` a" SMEM,
     "E_SHAPE_PRODUCT the shape has 64 elements, the layout 128\n+ the layout"},
    {"layout a = ~S~[(16,8)]\n" WARP "smem `64x12` a" SMEM,
     "E_TILE_DIVIDE 16x8 does not repeat to 64x12: 12 is not a multiple of 8\n+ the atom\n"
     "= the next extent that it fills is 16"},
    {"layout a = ~S~[(16,8)]\n" WARP "smem `17x16` a" SMEM,
     "E_TILE_DIVIDE 16x8 does not repeat to 17x16: 17 is not a multiple of 16\n+ the atom\n"
     "= the next extent that it fills is 32"},
    {"layout a = 16x8 ~S~[(128)]\n" WARP "smem `256` a" SMEM,
     "E_TILE_ATOM 16x8 does not repeat to 256: the shape has fewer dimensions\n+ the atom"},
    {"layout a = ~S~[(16,8):(ld,1)]\n" WARP "smem `32x8` a" SMEM,
     "E_TILE_ATOM 16x8 does not repeat to 32x8: it has a run-time stride\n+ the atom"},
    {"layout a = ~S~[(2,4):(4611686018427387903,1)]\n" WARP "smem `4x4` a" SMEM,
     "E_TILE_ATOM 2x4 does not repeat to 4x4: its addresses do not fit 64 bits\n+ the atom"},
    {"layout a = ~S~[(2):(4611686018427387904)]\n" WARP "smem `4` a" SMEM,
     "E_TILE_ATOM 2 does not repeat to 4: its addresses do not fit 64 bits\n+ the atom"},
    {"layout a = ~S~[(2):(1)] + 9223372036854775806@m\n" WARP "smem `4` a" SMEM,
     "E_TILE_ATOM 2 does not repeat to 4: its addresses do not fit 64 bits\n+ the atom"},
    {"layout a = ~S~[(2):(1)] + 9223372036854775805@m\n" WARP "smem `4` a" SMEM,
     "E_TILE_ATOM 2 does not repeat to 4: its addresses do not fit 64 bits\n+ the atom"},
    {"layout a = 4x3 ~S~[(3,4)]\n" WARP "smem `8x3` a" SMEM,
     "E_TILE_ATOM 4x3 does not repeat to 8x3: its iters cross its dimensions\n+ the atom"},
    {"layout a = 16777216 ~S~[" TWOS "," TWOS "," TWOS "]\n" WARP "smem `2x16777216` a" SMEM,
     "E_TILE_ATOM 16777216 does not repeat to 2x16777216: the layout has too many iters\n"
     "+ the atom"},
    {"layout a = ~S~[(2,4):(1@TLane,1@TCol)]\n" WARP "tmem `4x4` a" SMEM,
     "E_TILE_ATOM 2x4 does not repeat to 4x4: layouts of tensor memory do not repeat\n+ the atom"},
    {"layout a = ~S~[(8,12)] swizzle(0,2,2)\n" WARP "smem 16x12 a -> smem S[(16,12)]", ""},
    {"layout a = ~S~[(7,12)] swizzle(0,2,2)\n" WARP "smem `14x12` a" SMEM,
     "E_TILE_ATOM 7x12 does not repeat to 14x12: it spans 84 elements, not a multiple of the 16 "
     "after which its swizzle repeats\n+ the atom"},

    {"layout a = `8x2` S[(8)]", "E_SHAPE_PRODUCT the shape has 16 elements, the layout 8"},
    {"layout a = `0x2` S[(8)]", "E_EXTENT_NOT_POSITIVE an extent of the shape is 0"},
    {"layout a = S[(8)] `by` rows",
     "E_TILE_ORDER 'by' says how a layout repeats, but no shape says how often"},
    {"layout a = 8 S[(8)] `by` rows",
     "E_TILE_ORDER 'by' says how a layout repeats, but no shape says how often"},
    {"layout a = S[(8)]\nlayout b = a `by` columns",
     "E_TILE_ORDER 'by' says how a layout repeats, but no shape says how often"},
    {"layout a = S[(8)]\n" WARP "smem a `by` columns" SMEM,
     "E_TILE_ORDER 'by' says how a layout repeats, but no shape says how often"},
    {WARP "smem 8x1 S[(8)] `by` columns" SMEM,
     "E_TILE_ORDER 'by' says how a layout repeats, but no shape says how often"},
    {WARP "smem `S`[(8,~*~)]" SMEM,
     "E_OPEN_EXTENT no shape determines the open extent\n+ the open extent"},
    {WARP "smem `20` S[(8,~*~)]" SMEM,
     "E_TILE_DIVIDE 20 elements are not a multiple of the 8 beside '*'\n+ the open extent"},
    {WARP "smem 1x8 S[(8,*)]" SMEM, ""},
    {WARP "smem S[(`3B`,2)]" SMEM,
     "E_BYTE_EXTENT 3 bytes are not a whole number of f32 elements of 32 bits"},
    {WARP "smem S[(16B,2)] -> smem S[(4,2)]", ""},
    {WARP "smem S[(`4611686018427387903B`)]" SMEM, "E_OVERFLOW the extent does not fit 64 bits"},
    {WARP "smem S[(threads,`9223372036854775807`):(0,0)]" SMEM,
     "E_OVERFLOW the layout does not fit 64 bits from here on"},
    {WARP "smem `0x4` S[(2,*)]" SMEM, "E_EXTENT_NOT_POSITIVE an extent of the shape is 0"},
    {WARP "smem `4294967296x4294967296` S[(2,*)]" SMEM,
     "E_OVERFLOW the number of elements does not fit 64 bits"},
    {"layout a = `16x8` ~S~[(16,8B)]\n" WARP "smem a" SMEM,
     "E_SHAPE_PRODUCT the shape has 128 elements, the layout 32\n+ the layout"},
    {"layout a = 16x2 S[(16,8B)]\n" WARP "smem a -> smem S[(16,2)]", ""},
    {"layout a1 = 1x2 S[(2)]\nlayout a2 = 2x2 a1\nlayout a3 = 4x2 a2\nlayout a4 = 8x2 a3\n"
     "layout a5 = 16x2 a4\nlayout a6 = 32x2 a5\nlayout a7 = 64x2 a6\nlayout a8 = 128x2 a7\n" WARP
     "smem a8 -> smem S[(128,2)]",
     ""},
    {"layout a1 = `1x2` S[(2)]\nlayout a2 = 2x2 a1\nlayout a3 = 4x2 a2\nlayout a4 = 8x2 a3\n"
     "layout a5 = 16x2 a4\nlayout a6 = 32x2 a5\nlayout a7 = 64x2 a6\nlayout a8 = 128x2 a7\n"
     "layout a9 = 256x2 a8\n" WARP "smem a9 -> smem S[(256,2)]",
     "E_TOO_MANY_ITERS more than 8 shapes in a row"},
    {"layout a = 2x16777216 ~S~[4," TWO7 "," TWOS "," TWOS "]\n" WARP "smem `4x16777216` a" SMEM,
     "E_TILE_ATOM 2x16777216 does not repeat to 4x16777216: its iters cross its dimensions\n"
     "+ the atom"},
    {WARP "smem S[(`4611686018427387904B`)]" SMEM,
     "E_OVERFLOW the layout does not fit 64 bits from here on"},
    {"coords warp reg S[(`4B`,32):(1,1@laneid)]",
     "E_COORDS_PLACE an extent of 4 bytes: 'coords' is for elements of any size\n"
     "= write the extent as a number of elements"},
    {"copy warp e3m2 smem S[(8)] `swizzle` 128B -> smem S[(8)]",
     "E_SWIZZLE_DTYPE 6-bit elements do not fill 128 bits"},
};

#define GMEM " -> gmem S[(8)]"
static const Told regions[] = {
    {WARP "smem ~S~[(8,8)]`[`0:8]" SMEM,
     "E_REGION_RANK 1 range for a shape of 2 dimensions\n+ the shape"},
    {WARP "smem ~S~[(8)]`[`0,0:8]" SMEM,
     "E_REGION_RANK 2 ranges for a shape of 1 dimension\n+ the shape"},
    {WARP "smem ~8x1~ S[(8)]`[`0:8]" SMEM,
     "E_REGION_RANK 1 range for a shape of 2 dimensions\n+ the shape"},
    {WARP "smem S[(8,8)][0:8,`0`:9]" SMEM,
     "E_REGION_OUTSIDE 0:9 is outside the dimension of extent 8\n"
     "= its elements are 0 to 7: a range ends at 8 at most"},
    {WARP "smem S[(8,8)][`8`,0:8]" SMEM,
     "E_REGION_OUTSIDE 8:9 is outside the dimension of extent 8\n"
     "= its elements are 0 to 7: a range ends at 8 at most"},
    {WARP "smem S[(8,8)][7,0:8]" SMEM, ""},
    {WARP "smem S[(8,8)][`9`:10,`9`:10]" SMEM,
     "E_REGION_OUTSIDE 9:10 is outside the dimension of extent 8\n"
     "= its elements are 0 to 7: a range ends at 8 at most\n"
     "E_REGION_OUTSIDE 9:10 is outside the dimension of extent 8\n"
     "= its elements are 0 to 7: a range ends at 8 at most"},
    {WARP "smem S[(8,8)][`4`:4,0:8]" SMEM, "E_REGION_EMPTY the range has no elements"},
    {WARP "smem S[(8,8)][`8`:4,0:8]" SMEM, "E_REGION_EMPTY the range has no elements"},
    {WARP "smem S[(8,8)][`4`:+0,0:8]" SMEM, "E_REGION_EMPTY the range has no elements"},
    {WARP "smem S[(8,8)][`m`:+9,0]" SMEM,
     "E_REGION_OUTSIDE m:+9 is outside the dimension of extent 8\n"
     "= the extent plus the elements that the origin skips is 8 elements at most"},
    {WARP "smem S[(8,8)][`m`+1:+8,0]" SMEM,
     "E_REGION_OUTSIDE m+1:+8 is outside the dimension of extent 8\n"
     "= the extent plus the elements that the origin skips is 8 elements at most"},
    {WARP "smem S[(8,8)][m:+8,0]" SMEM, ""},
    {WARP "smem S[(8,8)][`m`-1:+8,0]" SMEM,
     "E_REGION_OUTSIDE m-1:+8 is outside the dimension of extent 8\n"
     "= write [m:+8], and pass m - 1"},
    {WARP "smem S[(8,8)][`-`1:7,0]" SMEM,
     "E_REGION_OUTSIDE -1:7 is outside the dimension of extent 8\n"
     "= its elements are 0 to 7: a range ends at 8 at most"},
    {WARP "gmem S[(8,8)][`y`-1:+8,0]" SMEM,
     "E_REGION_OUTSIDE y-1:+8 is outside the dimension of extent 8\n"
     "= a window that may begin before its array is one of run-time extents: gmem "
     "S[(height,width):(ld,1)][y-1:+34, x-1:+66] { masked; }"},
    {"copy_async elected f32 gmem S[(8,8):(ld,1)][`y`-1:+8,0]" SMEM " { tensormap; }",
     "E_REGION_OUTSIDE y-1:+8 is outside the dimension of extent 8\n"
     "= an origin below 0 is a run-time one, with 'oob zero': [y:+64] with y = -1"},
    {"copy_async elected f32 gmem S[(M,8):(ld,1)][`m`-1:+8,0:8] -> smem S[(8,8)] { tensormap; }",
     "E_REGION_OUTSIDE m-1:+8 may begin before the array, whose elements count from 0\n"
     "= an origin below 0 is a run-time one, with 'oob zero': [y:+64] with y = -1"},
    {WARP "gmem S[(h,w):(ld,1)][`-`1:7,0:8]" SMEM "{ masked; }",
     "E_REGION_OUTSIDE -1:7 begins before the array, whose elements count from 0\n"
     "= a window that may begin before its array is one of run-time extents: gmem "
     "S[(height,width):(ld,1)][y-1:+34, x-1:+66] { masked; }"},
    {WARP "gmem S[(h,w):(ld,1)][`y`-268435457:+1,0:8]" SMEM " { masked; }",
     "E_REGION_OUTSIDE the window lies more than 268435456 elements away\n"
     "= let the origin say so, as in [y:+34], or the pointer of the array"},
    {WARP "gmem S[(h,w):(ld,1)][y-268435456:+1,0:8]" SMEM " { masked; }", ""},
    {WARP "gmem S[(h,w):(ld,1)][y+268435455:+1,0:8]" SMEM " { masked; }", ""},
    {WARP "gmem S[(h,w):(ld,1)][`y`+268435456:+1,0:8]" SMEM " { masked; }",
     "E_REGION_OUTSIDE the window lies more than 268435456 elements away\n"
     "= let the origin say so, as in [y:+34], or the pointer of the array"},
    {WARP "gmem S[(h,w):(ld,1)][1073741823,0:8]" SMEM " { masked; }", ""},
    {WARP "gmem S[(h,w):(ld,1)][`1073741824`,0:8]" SMEM " { masked; }",
     "E_REGION_OUTSIDE the window lies more than 1073741824 elements away\n"
     "= let the origin say so, as in [y:+34], or the pointer of the array"},
};

/* What stands where: axes and run-time names by their space, `auto`, views, and extents that are
 * names. */
#define THREADS "= thread axes say which thread holds an element: they belong to a reg operand"
#define TENSOR "= tensor memory has the axes TLane and TCol"
#define NAMED "E_EXTENT_NAME the extent 'M' is known at run time only: "
#define MASKED " -> smem S[(8,8)] { masked; }"
static const Told places[] = {
    {WARP "smem S[(32):(1@`laneid`)]" GMEM,
     "E_AXIS_PLACE axis 'laneid' is not possible in a layout of smem\n" THREADS},
    {WARP "gmem S[(32):(1@`bx`)]" GMEM,
     "E_AXIS_PLACE axis 'bx' is not possible in a layout of gmem"},
    {WARP "dsmem S[(32):(1@`TCol`)]" GMEM,
     "E_AXIS_PLACE axis 'TCol' is not possible in a layout of dsmem"},
    {WARP "tmem S[(32):(1@`laneid`)]" GMEM,
     "E_AXIS_PLACE axis 'laneid' is not possible in a layout of tmem\n" TENSOR},
    {WARP "tmem S[(32):(`1`)]" GMEM,
     "E_AXIS_PLACE axis 'm' is not possible in a layout of tmem\n" TENSOR},
    {WARP "tmem S`[`(32)]" GMEM,
     "E_AXIS_PLACE axis 'm' is not possible in a layout of tmem\n" TENSOR},
    {WARP "reg S[(32):(1@`TLane`)]" GMEM,
     "E_AXIS_PLACE axis 'TLane' is not possible in a layout of reg"},
    {WARP "reg S[(32):(1@laneid)] + R[2:1@`P`]" GMEM,
     "E_AXIS_PLACE axis 'P' is not possible in a layout of reg"},
    {WARP "smem S[(32)] + R[2:1@m] + 1@`warpid`" GMEM,
     "E_AXIS_PLACE axis 'warpid' is not possible in a layout of smem\n" THREADS},
    {WARP "smem S[(2,2):(1@`tx`,1)]" GMEM,
     "E_AXIS_PLACE axis 'tx' is not possible in a layout of smem\n" THREADS},
    {WARP "smem S[(32):(1@`thread`)]" GMEM,
     "E_AXIS_PLACE axis 'laneid' is not possible in a layout of smem\n" THREADS},
    {WARP "reg S[(8):(`ld`)]" GMEM,
     "E_SYMBOL_PLACE the run-time stride 'ld' is not possible in a reg operand"},
    {"layout a = S[(8):(`ld`)]\n" WARP "~reg~ a" GMEM,
     "E_SYMBOL_PLACE the run-time stride 'ld' is not possible in a reg operand\n+ used here"},
    {WARP "`gmem` auto S[(8,8)]" SMEM,
     "E_AUTO_PLACE an 'auto' layout in gmem: only shared memory has banks to keep apart"},
    {"layout a = ~auto~ S[(8,8)]\n" WARP "`reg` a" SMEM,
     "E_AUTO_PLACE an 'auto' layout in reg: only shared memory has banks to keep apart\n"
     "+ 'auto' is here"},
    {WARP "`dsmem` auto S[(8,8)]" SMEM,
     "E_AUTO_PLACE an 'auto' layout in dsmem: only shared memory has banks to keep apart"},
    {"tile A : smem ~auto~ S[(8,8)] f32\n" WARP "`A` S[(64)] -> smem S[(64)]",
     "E_AUTO_PLACE a view of tile 'A' needs a known layout, but tcgen picks this one\n"
     "+ 'auto' is here"},
    {"tile A : smem S[(8,8)] f32\n" WARP "A S[(`0`)] -> smem S[(64)]",
     "E_EXTENT_NOT_POSITIVE the extent is 0, it must be at least 1"},
    {"tile A : smem S[(8,8)] f32\n" WARP "A 64 S[(8,8)] -> smem S[(64)]", ""},
    {"tile A : smem S[(8,8)] f32\n" WARP "`B` S[(8,8)] -> smem S[(64)]",
     "E_UNKNOWN_SPACE unknown space 'B'\n= spaces are gmem, smem, reg, dsmem, tmem"},
    {WARP "smem S[(`M`,8):(8,1)]" SMEM,
     NAMED "smem takes numbers only\n"
           "= run-time extents are those of a tensor in gmem; write a number here"},
    {WARP "gmem S[(`M`,8):(8,1)]" SMEM,
     NAMED "only a copy with 'masked' or 'tensormap' takes such extents\n"
           "= add { masked; } for a copy by threads, or { tensormap; }"},
    {"fill warp f32 gmem S[(`M`,8):(8,1)]",
     NAMED "only a fill with 'masked' takes such extents\n= add { masked; }"},
    {"layout a = S[(`M`,8):(8,1)]\n" WARP "~gmem~ a" SMEM,
     NAMED "only a copy with 'masked' or 'tensormap' takes such extents\n+ used here\n"
           "= add { masked; } for a copy by threads, or { tensormap; }"},
    {WARP "gmem S[(1,1,1,1,1,1,1,1,`M`):(1,1,1,1,1,1,1,1,1)]" MASKED,
     NAMED "it is not among the first 8 extents\n= a tensor map has at most 5"},
    {WARP "gmem 8x8 S[(`M`,8):(8,1)]" MASKED,
     NAMED "no shape can reinterpret it\n= drop the shape before the layout"},
    {WARP "gmem S[(`M`,8):(8,1)]" MASKED,
     NAMED
     "no region says how much of it is copied, and 'where' states no bound\n"
     "= state a bound, as in 'where M <= 128', or write a region with one range for each extent, "
     "as in [m:+128, k:+64]"},
    {WARP "gmem S[(`M`,8):(8,1)] -> smem S[(8,8)] where M <= 0 { masked; }",
     "E_REGION_EMPTY 'M' is at most 0, so the tile has no elements\n= state a bound of 1 or more"},
    {WARP "gmem S[(M,1):(1,1)] -> smem S[(1)] where M == 1 { masked; }", ""},
    {WARP "gmem S[(M,1):(1,1)] -> smem S[(1073741824)] where M <= 1073741824 { masked; }", ""},
    {WARP "gmem S[(`M`,1):(1,1)] -> smem S[(8)] where M <= 1073741825 { masked; }",
     "E_REGION_OUTSIDE 'M' is up to 1073741825, and a tile takes at most 1073741824 elements of "
     "it\n= state a smaller bound, or write a region, as in [m:+128, k:+64]"},
    {WARP "gmem S[(`M`,8):(8,1)][m:+8]" MASKED,
     NAMED "a region must say which box of it is copied\n"
           "= write one range for each extent, as in [m:+128, k:+64]"},
    {"copy_async elected f32 gmem S[(`M`,8):(8,1)] -> smem S[(8,8)] where M <= 8 { tensormap; }",
     NAMED "a region must say which box of it is copied\n"
           "= write one range for each extent, as in [m:+128, k:+64]"},
};

int main(void) {
    EXPECT_TOLD(places);
    EXPECT_TOLD(names);
    EXPECT_TOLD(written);
    EXPECT_TOLD(shapes);
    EXPECT_TOLD(regions);
    mem_free_all();
    return unit_finish();
}
