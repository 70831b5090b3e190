/* What the parsers of layouts, regions of lane 0, loops and pipelines refuse, word for word. */
#include "told.h"
#include "../../generator/lang/lang.h"

#define WARP "copy warp f32 "
#define LONG "aaaaaaaaaabbbbbbbbbbaaaaaaaaaabbbbbbbbbb" /* 40 bytes */
#define ONES "1,1,1,1,1,1,1,1"

static const Told layouts[] = {
    {"layout a = S[(1):(x*2*y*z)]", ""},
    {"layout a = S[(1):(x*2*y*z*`w`)]", "E_TOO_MANY_ITERS more than 3 names in one stride"},
    {"layout a = S[(1):(`2`*4611686018427387904)]", "E_OVERFLOW the stride does not fit 64 bits"},
    {"layout a = S[(1):(1*4611686018427387904)]", ""},
    {"layout a = S[(1):(`@`m)]", "E_SYNTAX expected a stride, found '@'"},
    {"layout a = S[(1):(2*`)`]", "E_SYNTAX expected a stride, found ')'"},
    {"layout a = S[(1):(2@`)`]", "E_SYNTAX expected an axis, found ')'"},
    {"layout a = S[(128B)]", ""},
    {"layout a = S[(`128Bx`)]", "E_SYNTAX expected an extent such as 64 or 128B, found '128Bx'"},
    {"layout a = S[(`128b`)]", "E_SYNTAX expected an extent such as 64 or 128B, found '128b'"},
    {"layout a = S[(`99999999999999999999B`)]",
     "E_SYNTAX expected an extent such as 64 or 128B, found '99999999999999999999B'"},
    {"layout a = S[(`9223372036854775808B`)]",
     "E_SYNTAX expected an extent such as 64 or 128B, found '9223372036854775808B'"},
    {"layout a = S[(`;`", "E_SYNTAX expected an extent, found ';'"},
    {"layout a = S[" ONES "," ONES "," ONES "]", ""},
    {"layout a = S[" ONES "," ONES "," ONES ",`1`]",
     "E_TOO_MANY_ITERS more than 24 iters in a layout"},
    {"layout a = S[" ONES "," ONES "," ONES ":" ONES "," ONES "," ONES "]", ""},
    {"layout a = S[1:" ONES "," ONES "," ONES ",`1`]",
     "E_TOO_MANY_ITERS more than 24 strides in a layout"},
    {"layout a = S[(8 `8`)]", "E_SYNTAX expected ',' or ')', found '8'"},
    {"layout a = S[(8):(1 `1`)]", "E_SYNTAX expected ',' or ')', found '1'"},
    {"layout a = S[8 `)`]", "E_SYNTAX expected ':' or ']', found ')'"},
    {"layout a = S `8`", "E_SYNTAX expected '[', found '8'"},
    {"layout a = S[8] + `S`[8]",
     "E_SYNTAX expected R[...] or an offset such as 4@laneid, found 'S'"},
    {"layout a = S[8] + R `8`", "E_SYNTAX expected '[', found '8'"},
    {"layout a = S[8] + 4 `laneid`", "E_SYNTAX expected '@' and an axis, found 'laneid'"},
    {"layout a = S[8] + 4@`4`", "E_SYNTAX expected an axis, found '4'"},
    {"layout a = S[8] + 1@m+1@m+1@m+1@m+1@m+1@m+1@m+1@m", ""},
    {"layout a = S[8] + 1@m+1@m+1@m+1@m+1@m+1@m+1@m+1@m+`1`@m",
     "E_TOO_MANY_ITERS more than 8 offsets in a layout"},
    {"layout a = S[8] + R[2:1]+R[2:1]+R[2:1]+R[2:1]+R[2:1]+R[2:1]+R[2:1]+R[2:1]", ""},
    {"layout a = S[8] + R[2:1]+R[2:1]+R[2:1]+R[2:1]+R[2:1]+R[2:1]+R[2:1]+R[2:1] +`R`[2:1]",
     "E_TOO_MANY_ITERS more than 8 replicas in a layout"},
    {"layout a = `S`[8] + R[(1,1,1,1):(1,1,1,1)] + R[(1,1,1,1,1):(1,1,1,1,1)]",
     "E_TOO_MANY_ITERS more than 8 replica iters"},
    {"layout a = S[8] + R[(1,1,1,1):(1,1,1,1)] + R[(1,1,1,1):(1,1,1,1)]", ""},
    {"layout a = S[8] swizzle `16B`", "E_SYNTAX expected 32B, 64B or 128B, found '16B'"},
    {"layout a = S[8] swizzle `x`", "E_SYNTAX expected '(' or 32B, 64B, 128B, found 'x'"},
    {"layout a = S[8] swizzle(1 `2`", "E_SYNTAX expected ',', found '2'"},
    {"layout a = S[8] swizzle(1,`x`", "E_SYNTAX expected a number, found 'x'"},
    {"layout a = S[8] swizzle(1,2,3,`4`)", "E_SYNTAX expected 'inner' or 'outer', found '4'"},
    {"layout a = S[8] swizzle(1,2,3 `4`)", "E_SYNTAX expected ')', found '4'"},
    {"layout a = S[8] swizzle 32B `swizzle` 32B",
     "E_SYNTAX expected the end of the statement, found 'swizzle'"},
    {"layout b = S[8]\nlayout a = 16 b by `cols`",
     "E_SYNTAX expected 'rows' or 'columns', found 'cols'"},
    {"layout a = `8x` S[8]", "E_SYNTAX expected a shape such as 8x256, found '8x'"},
    {"layout a = `8xx1` S[8]", "E_SYNTAX expected a shape such as 8x256, found '8xx1'"},
    {"layout a = `8y1` S[8]", "E_SYNTAX expected a shape such as 8x256, found '8y1'"},
    {"layout a = 1x1x1x1x1x1x1x8 S[8]", ""},
    {"layout a = `1x1x1x1x1x1x1x1x8` S[8]",
     "E_TOO_MANY_DIMS a shape has at most 8 dimensions\n= fuse dimensions that are adjacent in "
     "memory"},
    {"layout a = `9223372036854775808` S[8]",
     "E_OVERFLOW an extent of the shape does not fit 64 bits"},
    {"layout a = `9223372036854775807` S[8]",
     "E_SHAPE_PRODUCT the shape has 9223372036854775807 elements, the layout 8"},
};

#define SPACES "= spaces are gmem, smem, reg, dsmem, tmem"
#define REGION WARP "smem S[(32,8)][0:32, "
static const Told operands[] = {
    {WARP "`S`[(8)] -> smem S[(8)]",
     "E_SYNTAX expected a space (gmem, smem, reg, ...) before the layout"},
    {WARP "`shmem` S[(8)] -> smem S[(8)]",
     "E_UNKNOWN_SPACE unknown space 'shmem'\n= did you mean 'smem'?"},
    {WARP "`local` 8 S[(8)] -> smem S[(8)]", "E_UNKNOWN_SPACE unknown space 'local'\n" SPACES},
    {WARP "`" LONG "a` S[(8)] -> smem S[(8)]", "E_UNKNOWN_SPACE unknown space '" LONG "'\n" SPACES},
    {WARP "`" LONG "` S[(8)] -> smem S[(8)]", "E_UNKNOWN_SPACE unknown space '" LONG "'\n" SPACES},
    {WARP "smem `->`", "E_SYNTAX expected a layout: S[...] or a name, found '->'"},
    {WARP "smem auto `where`", "E_SYNTAX expected a layout: S[...] or a name, found 'where'"},
    {WARP "smem `as`", "E_SYNTAX expected a layout: S[...] or a name, found 'as'"},
    {WARP "smem `8x8x` S", "E_SYNTAX expected a shape such as 8x256, found '8x8x'"},
    {REGION "`:`", "E_SYNTAX expected an index or a range, found ':'"},
    {REGION "m+`x`", "E_SYNTAX expected a number, found 'x'"},
    {REGION "m-`x`", "E_SYNTAX expected a number, found 'x'"},
    {REGION "3+`4`", "E_SYNTAX expected a run-time name, found '4'"},
    {REGION "m:`4`", "E_SYNTAX expected '+' and the extent, as in m:+16, found '4'"},
    {REGION "0:+`x`", "E_SYNTAX expected the extent, found 'x'"},
    {REGION "0:`x`", "E_SYNTAX expected the end of the range, found 'x'"},
    {REGION "`9223372036854775807`]", "E_OVERFLOW the end of the range does not fit 64 bits"},
    {REGION "`1`:+9223372036854775807]", "E_OVERFLOW the end of the range does not fit 64 bits"},
    {REGION "0:4 `4`", "E_SYNTAX expected ',' or ']', found '4'"},
    {WARP "smem S[(8)][0,0,0,0,0,0,0,0,`0`] -> smem S[(1)]",
     "E_TOO_MANY_DIMS a region has at most 8 ranges\n"
     "= write the logical shape before the layout, as in 'smem 128x64 S[...]'"},
    {WARP "smem S[(1,1,1,1,1,1,1,1)][0,0,0,0,0,0,0,0] -> smem S[(1)]", ""},
};

#define LANE0 "lane0 d warp 32 { in a : "
#define V4 "in a : f32;in a : f32;in a : f32;in a : f32;"
static const Told regions[] = {
    {"lane0 `5`", "E_SYNTAX expected a name for the region, found '5'"},
    {"lane0 d `f32`", "E_SYNTAX expected 'warp N', 'warpgroup' or 'cta(N)', found 'f32'"},
    {"lane0 d warp `{`", "E_WARP_SIZE_MISSING the group has no size"},
    {"lane0 d warp `lane` id {", "E_WARP_SIZE_MISSING the group has no size"},
    {"lane0 d warp `n` {", "E_WARP_SIZE_TYPE the size of a group must be a number"},
    {"lane0 d warp `8x8` {", "E_WARP_SIZE_TYPE the size of a group must be a number"},
    {"lane0 d warp `\"8\"` {", "E_WARP_SIZE_TYPE the size of a group must be a number"},
    {"lane0 d cta 64 `{`", "E_SYNTAX expected 'cta(N)', found '{'"},
    {"lane0 d cta(`)`", "E_WARP_SIZE_MISSING the group has no size"},
    {"lane0 d cta(64 `{`", "E_SYNTAX expected ')', found '{'"},
    {"lane0 d warp -`x` {", "E_SYNTAX expected the size of the group, found 'x'"},
    {"lane0 d warp 32 `5`", "E_SYNTAX expected '{', found '5'"},
    {"lane0 d warp 32 lane `5`",
     "E_LANEID_TYPE the lane id must be the name of an argument, an unsigned number"},
    {"reduce d warp 32 `5`", "E_SYNTAX expected an operation such as add, found '5'"},
    {"reduce d warp 32 add over `x`", "E_SYNTAX expected the number of a dimension, found 'x'"},
    {"scan d warp 32 add `{`", "E_SYNTAX expected 'inclusive' or 'exclusive', found '{'"},
    {"scan d warp 32 add `over` 1", "E_SYNTAX expected 'inclusive' or 'exclusive', found 'over'"},
    {"lane0 d warp 32 `{` in a : f32;", "E_UNTERMINATED the region has no '}'"},
    {"lane0 d warp 32 `{` in a : f32\npolicy `x`",
     "E_UNTERMINATED the region has no '}'\nE_UNKNOWN_POLICY unknown policy 'x'"},
    {"lane0 d warp 32 {\n `policy` best }", "E_SYNTAX expected 'in', 'out' or '}', found 'policy'"},
    {"lane0 d warp 32 { `lane0` }",
     "E_NESTED a region inside a region: lane 0 would wait for lanes that never come"},
    {"lane0 d warp 32 { in `5`", "E_SYNTAX expected a name for the value, found '5'"},
    {"lane0 d warp 32 { out a `f32`", "E_SYNTAX expected ':', found 'f32'"},
    {LANE0 "`5`", "E_SYNTAX expected a type such as f32[128], found '5'"},
    {LANE0 "`*` int", "E_SYNTAX expected a type such as f32[128], found '*'"},
    {LANE0 "f32[`x`", "E_SYNTAX expected an extent, found 'x'"},
    {LANE0 "f32[4 `5`", "E_SYNTAX expected ']', found '5'"},
    {LANE0 "f32[1,1,1,1,1]; }", ""},
    {LANE0 "f32[1,1,1,1,1,`1`]; }",
     "E_TOO_MANY_DIMS a value of lane 0 has at most 5 dimensions\n"
     "= fuse dimensions that are not distributed"},
    {LANE0 "float * `restrict`;", "E_SYNTAX expected '/', ';' or '}', found 'restrict'"},
    {LANE0 "float * * `cyclic`; }", "E_ORDER_PLACE 'cyclic' on a value that is not distributed"},
    {LANE0 "f32 `5`", "E_SYNTAX expected '/', ';' or '}', found '5'"},
    {LANE0 "f32[32] / f32[1] `5`", "E_SYNTAX expected ';' or '}', found '5'"},
    {LANE0 "f32[32] / f32[1] cyclic `block`", "E_SYNTAX expected ';' or '}', found 'block'"},
    {LANE0 "f32[32] / `5`", "E_SYNTAX expected a type such as f32[128], found '5'"},
    {LANE0 "f32[32] / S `5`", "E_SYNTAX expected '[', found '5'"},
    {"lane0 d warp 32 { ~using~ reg; `using` reg; }",
     "E_DUPLICATE_OPTION option 'using' is given twice\n+ first here"},
    {"lane0 d warp 32 {\nusing reg\nin a : f32\n}", ""},
    {"lane0 d warp 32 { in a : f32; using reg }", ""},
    {"lane0 d warp 32 { using reg `x`; }", "E_SYNTAX expected ';' or '}', found 'x'"},
    {"lane0 d warp 32 { `using`; }", "E_OPTION_VALUE option 'using' needs a variant"},
    {"lane0 d warp 32 { using `5`; }", "E_SYNTAX expected ';' or '}', found '5'"},
    {"lane0 d warp 32 {in a0:f32;in a1:f32;in a2:f32;in a3:f32;in a4:f32;in a5:f32;in a6:f32;in "
     "a7:f32;in a8:f32;in a9:f32;in a10:f32;in a11:f32;in a12:f32;in a13:f32;in a14:f32;in "
     "a15:f32;}",
     ""},
    {"lane0 d warp 32 {" V4 V4 V4 V4 "`in` a : f32}", "E_SYNTAX more than 16 values"},
};

#define KNOWN "= a name is known from its 'layout NAME = ...' or 'tile NAME : ...' line on"
static const Told loops[] = {
    {"for `T` in f16 { policy best }",
     "E_FOR_NAME nothing in the loop is named after 'T'\n"
     "= in words it is found by its capitals: load_T, nN, 128xN"},
    {"for (T, `N`) in (a, 1), (b, 2) { layout T = S[(8)] }",
     "E_FOR_NAME nothing in the loop is named after 'N'\n"
     "= in words it is found by its capitals: load_T, nN, 128xN"},
    {"for `5`", "E_SYNTAX expected a name such as T, found '5'"},
    {"for (T, `5`", "E_SYNTAX expected a name such as T, found '5'"},
    {"for (T `in`", "E_SYNTAX expected ')', found 'in'"},
    {"for T `of`", "E_SYNTAX expected 'in' and the values, found 'of'"},
    {"for `t` in",
     "E_FOR_NAME 't' cannot stand for a value\n= write capital letters and digits, "
     "as in T or N2; S and R begin layouts"},
    {"for `Tx` in",
     "E_FOR_NAME 'Tx' cannot stand for a value\n= write capital letters and "
     "digits, as in T or N2; S and R begin layouts"},
    {"for `S` in",
     "E_FOR_NAME 'S' cannot stand for a value\n= write capital letters and digits, "
     "as in T or N2; S and R begin layouts"},
    {"for `R` in",
     "E_FOR_NAME 'R' cannot stand for a value\n= write capital letters and digits, "
     "as in T or N2; S and R begin layouts"},
    {"for `_` in",
     "E_FOR_NAME '_' cannot stand for a value\n= write capital letters and digits, "
     "as in T or N2; S and R begin layouts"},
    {"for A0Z9 in b { layout A0Z9 = S[(8)] }", ""},
    {"for (T, `T`) in", "E_FOR_NAME 'T' is a name of this loop already\n= choose another name"},
    {"for T in ~a~, b { for `T` in c { } }",
     "E_FOR_NAME 'T' is a name of a loop around this one\n+ for T = a\n= choose another name"},
    {"for (A,B,C,D,E,F,G,H) in (1,2,3,4,5,6,7,8) { layout nAnBnCnDnEnFnGnH = S[(8)] }", ""},
    {"for (A,B,C,D,E,F,G,H,`I`) in", "E_SYNTAX expected at most 8 names, found 'I'"},
    {"for N in ~8~ { layout a_nN = S[(`128N`)] }",
     "E_SYNTAX expected an extent such as 64 or 128B, found '128N'\n+ for N = 8"},
    {"for T in `\"x\"`",
     "E_SYNTAX expected a value: a word, a number or a shape such as 64x64, found \"x\""},
    {"for T in a,`;`",
     "E_SYNTAX expected a value: a word, a number or a shape such as 64x64, found ';'"},
    {"for T in `(`a, b) {", "E_FOR_VALUES 2 values for 1 names"},
    {"for (T, N) in (a, b), `c` {", "E_FOR_VALUES 1 values for 2 names"},
    {"for (T, N) in (a, b `;`", "E_SYNTAX expected ')', found ';'"},
    {"for T in ~a~, b, `a` {",
     "E_FOR_VALUES an earlier turn has the same values\n+ here\n= delete one of the two"},
    {"for (T, N) in (a, 1), (~b~, 1), (a, 2), `(`b, 1) {",
     "E_FOR_VALUES an earlier turn has the same values\n+ here\n= delete one of the two"},
    {"for T in a, aa, b { layout x_T = S[(8)] }", ""},
    {"for T in a `;`", "E_SYNTAX expected '{', found ';'"},
    {"`for` T in a {", "E_SYNTAX the body of this 'for' has no '}'"},
    {"for A in 1 { for B in 2 { for C in 3 { for D in 4 { layout nAnBnCnD = S[(8)] } } } }", ""},
    {"for A in ~1~ { for B in ~2~ { for C in ~3~ { for D in ~4~ { `for` E in 5 { } } } } }",
     "E_SYNTAX expected at most 4 loops inside of each other, found 'for'\n"
     "+4 for D = 4\n+3 for C = 3\n+2 for B = 2\n+1 for A = 1"},
    {"for T in ~f16~, ~f32~ { copy warp T smem S[(8)] -> `T` }",
     "E_UNKNOWN_LAYOUT unknown tile or space 'f16'\n+ for T = f16\n" KNOWN "\n"
     "E_UNKNOWN_LAYOUT unknown tile or space 'f32'\n+ for T = f32\n" KNOWN},
    {"for T in ~a~ { for `t` in { x } }\npolicy `worst`",
     "E_FOR_NAME 't' cannot stand for a value\n+ for T = a\n= write capital letters and digits, as "
     "in T or N2; "
     "S and R begin layouts\nE_UNKNOWN_POLICY unknown policy 'worst'"},
    {"for `t` in a\npolicy `worst`",
     "E_FOR_NAME 't' cannot stand for a value\n= write capital letters and digits, as in T or N2; "
     "S and R begin layouts\nE_UNKNOWN_POLICY unknown policy 'worst'"},
};

int main(void) {
    EXPECT_TOLD(layouts);
    EXPECT_TOLD(operands);
    EXPECT_TOLD(regions);
    EXPECT_TOLD(loops);
    mem_free_all();
    return unit_finish();
}
