/* What regions of lane 0, reductions, scans, extracts, inserts and broadcasts are refused for, word
 * for word: their groups, types, and the forms of their values. */
#include "told.h"
#include "../../generator/lang/lang.h"

#define L "lane0 d warp 32 { "
static const Told groups[] = {
    {"lane0 d warp 1 { in a : f32 }\nlane0 e cta(32) { in a : f32 }\nlane0 f cta(1024) { in a : "
     "f32 }",
     ""},
    {"lane0 d warp `0` { in a : f32 }", "E_WARP_PRODUCT a group of 0 threads is not possible"},
    {"lane0 d warp `-`1 { in a : f32 }", "E_WARP_PRODUCT a group of -1 threads is not possible"},
    {"lane0 d cta(`0`) { in a : f32 }", "E_WARP_PRODUCT a group of 0 threads is not possible"},
    {"lane0 d warp `33` { in a : f32 }",
     "E_SCOPE_RANGE 33 threads: warp N is a group of 1 to 32 lanes\n= write cta(N) for more"},
    {"lane0 d cta(`1056`) { in a : f32 }",
     "E_SCOPE_RANGE 1056 threads: cta(N) is a group of whole warps, 32 to 1024 threads\n"
     "= write warp N for a part of a warp"},
    {"lane0 d cta(`48`) { in a : f32 }",
     "E_SCOPE_RANGE 48 threads: cta(N) is a group of whole warps, 32 to 1024 threads\n"
     "= write warp N for a part of a warp"},
    {"lane0 `D` warp 32 { in a : f32 }",
     "E_BAD_NAME 'D' cannot name a function\n= names have lower-case letters, digits and '_' and "
     "start with a letter, not with tc__"},
    {"lane0 d warp 32 lane ~id~ { in `id` : f32 }",
     "E_DUPLICATE_NAME 'id' is defined twice\n+ first here"},
    {"lane0 d warp 32 lane id { in i : f32; in x : f32 }", ""},
    {"lane0 d warp 32 lane `int` { in i : f32 }",
     "E_RESERVED_NAME 'int' is a word of C or C++ and cannot name an argument\n"
     "= choose another name"},
    {"lane0 d warp 32 lane `f32` { in i : f32 }",
     "E_RESERVED_NAME 'f32' is a word of the language (a type of elements) and cannot name an "
     "argument"},
    {"lane0 d warp 32 lane lane { in i : f32 }", ""},
    {L "in `lane` : f32 }", "E_RESERVED_NAME 'lane' is an argument of the region's functions"},
    {L "in ~aZ~ : f32; in b : f32; in `Az` : f32 }",
     "E_DUPLICATE_NAME 'Az' is defined twice\n+ first here"},
    {L "in a_ : f32; in a : f32; in aa : f32 }", ""},
    {L "in ~a_z~ : f32; in `A_Z` : f32 }", "E_DUPLICATE_NAME 'A_Z' is defined twice\n+ first here"},
    {L "in m : f32; in tile : f32; out tx : f32 }", ""},
    {L "in `int` : f32 }",
     "E_RESERVED_NAME 'int' is a word of C or C++ and cannot name an argument\n"
     "= choose another name"},
    {L "in `where` : f32 }",
     "E_RESERVED_NAME 'where' is a word of the language (a keyword) and cannot name an argument"},
    {L "using `rag`; in a : f32 }",
     "E_UNKNOWN_VARIANT unknown variant 'rag'\n= did you mean 'reg'?"},
};

#define ONLY "= only dtypes have extents; docs/language.md lists them"
#define RESULT "= a result is of a dtype; only an operand may be of any type of C"
static const Told types[] = {
    {L "in a : const struct node *; in b : unsigned long long; in c : node; in d : void * * }", ""},
    {L "in a : const volatile int; in b : union u; in c : enum e; in d : const void * }", ""},
    {L "in a : `void` }", "E_C_TYPE 'void' is not a type of C"},
    {L "in a : `unsigned void *` }", "E_C_TYPE 'unsigned void *' is not a type of C"},
    {L "in a : `struct int` }", "E_C_TYPE 'struct int' is not a type of C"},
    {L "in a : `int node` }", "E_C_TYPE 'int node' is not a type of C"},
    {L "in a : `node other` }", "E_C_TYPE 'node other' is not a type of C"},
    {L "in a : `struct struct node` }", "E_C_TYPE 'struct struct node' is not a type of C"},
    {L "in a : `const` }", "E_C_TYPE 'const' is not a type of C"},
    {L "in a : `return` }", "E_C_TYPE 'return' is not a type of C"},
    {L "in a : `struct` }", "E_C_TYPE 'struct' is not a type of C"},
    {L "in a : `f33`[4] }", "E_UNKNOWN_DTYPE unknown dtype 'f33'\n= did you mean 'f32'?"},
    {L "in a : `float`[4] }", "E_UNKNOWN_DTYPE unknown dtype 'float'\n" ONLY},
    {L "out a : `float` }", "E_UNKNOWN_DTYPE unknown dtype 'float'\n" RESULT},
    {L "out a : `f32 *` }", "E_UNKNOWN_DTYPE unknown dtype 'f32 *'\n= did you mean 'f32'?"},
    {L "in a : f32[4,`0`] }", "E_EXTENT_NOT_POSITIVE the extent is 0"},
    {L "in a : f32[`-`1] / f32[1] }", "E_EXTENT_NOT_POSITIVE the extent is -1"},
    {L "in a : f32[32] / f32[`0`] }", "E_EXTENT_NOT_POSITIVE the extent is 0"},
    {L "in a : f32[2147483647] }", ""},
    {L "in a : f32[65536,`32768`] }",
     "E_SPAN_LIMIT the value has 2^31 elements or more\n= let the region work on a part of it"},
    {L "in a : f32[`2147483648`] }",
     "E_SPAN_LIMIT the value has 2^31 elements or more\n= let the region work on a part of it"},
    {L "in a : f32[32] / `f32` }",
     "E_NOT_VECTOR f32[32] and f32: types that differ must have extents on both sides"},
    {L "in a : f32 / `f32`[32] }",
     "E_NOT_VECTOR f32 and f32[32]: types that differ must have extents on both sides"},
    {L "in a : f32[32] / `f16`[1] }",
     "E_RANK_OR_ELT f32[32] and f16[1]: both sides must have one dtype and the same number of "
     "dimensions"},
    {L "in a : f32[32,1] / `f32`[1] }",
     "E_RANK_OR_ELT f32[32,1] and f32[1]: both sides must have one dtype and the same number of "
     "dimensions"},
    {L "in a : f32[32,7] / f32[1,`2`] }",
     "E_NOT_MULTIPLE dimension 1: 7 of lane 0 is not a multiple of 2 of every lane"},
    {L "in a : f32[48,7] / f32[`32`,2] }",
     "E_NOT_MULTIPLE dimension 0: 48 of lane 0 is not a multiple of 32 of every lane"},
    {L "in a : f32[64,4] / `f32`[2,2] }",
     "E_WARP_PRODUCT f32[64,4] over f32[2,2] takes 64 lanes, but the group has 32"},
    {L "in a : f32[64,4] / f32[4,2] }", ""},
    {L "in a : f32[64,4] / `f32`[4,4] }",
     "E_WARP_PRODUCT f32[64,4] over f32[4,4] takes 16 lanes, but the group has 32"},
    {L "in a : f32[64] / f32[64] }", ""},
    {L "in a : f32[4] `cyclic` }", "E_ORDER_PLACE 'cyclic' on a value that is not distributed"},
    {L "in a : f32[4] / f32[4] `block` }",
     "E_ORDER_PLACE 'block' on a value that is not distributed"},
    {L "in a : f32[64] / f32[2] block; in b : f32[64] / f32[2] cyclic }", ""},
    {L "out r : int; in a : f32[7] / f32[`2`] }",
     "E_NOT_MULTIPLE dimension 0: 7 of lane 0 is not a multiple of 2 of every lane"},
};

#define R(body) "reduce d warp 32 " body
#define REDUCE "= reduce NAME warp 32 add { in a : f32[128] / f32[4]; out s : f32; }"
#define SCAN                                                                                       \
    "= scan NAME warp 32 add inclusive { in a : f32[128] / f32[4]; out b : f32[128] / f32[4]; }"
#define A "in a : f32[64] / f32[2]; "
static const Told reductions[] = {
    {R("`ad` { " A "out s : f32 }"),
     "E_REDUCE_FORM 'ad' is not an operation\n"
     "= operations are add mul min max and or xor; a reduce also has argmin argmax"},
    {"scan d warp 32 `argmin` inclusive { " A "out b : f32[64] / f32[2] }",
     "E_REDUCE_FORM 'argmin' is not an operation\n"
     "= operations are add mul min max and or xor; a reduce also has argmin argmax"},
    {"reduce `d` warp 32 add { out s : f32 }", "E_REDUCE_FORM the reduce has no operand\n" REDUCE},
    {"reduce `d` warp 32 add { " A "}", "E_REDUCE_FORM the reduce has no result\n" REDUCE},
    {"scan `d` warp 32 add inclusive { " A "}", "E_REDUCE_FORM the scan has no result\n" SCAN},
    {"scan `d` warp 32 add inclusive { out b : f32[64] / f32[2] }",
     "E_REDUCE_FORM the scan has no operand\n" SCAN},
    {R("add { " A "in b : f32; in `c` : f32; out s : f32 }"),
     "E_REDUCE_FORM a reduce has one operand, an accumulator at most, and one result\n" REDUCE},
    {R("add { " A "out s : f32; out `t` : f32 }"),
     "E_REDUCE_FORM a reduce has one operand, an accumulator at most, and one result\n" REDUCE},
    {R("argmin { " A "in `b` : f32; out s : u32 }"),
     "E_REDUCE_FORM argmin and argmax have one operand, an index, and at most the value\n" REDUCE},
    {R("argmax { " A "out s : u32; out v : f32; out `w` : f32 }"),
     "E_REDUCE_FORM argmin and argmax have one operand, an index, and at most the value\n" REDUCE},
    {"scan d warp 32 add exclusive { " A "in `c` : f32; out b : f32[64] / f32[2] }",
     "E_REDUCE_FORM a scan has one operand and one result\n" SCAN},
    {R("add { in `a` : f32[2]; out s : f32 }"),
     "E_REDUCE_FORM the operand is not distributed\n" REDUCE},
    {R("add { " A "out `s` : f16 }"),
     "E_REDUCE_FORM operand and result must have one dtype\n" REDUCE},
    {R("argmin { " A "out `s` : f32 }"), "E_REDUCE_FORM the index must be of u32\n" REDUCE},
    {R("argmin { " A "out s : u32; out `v` : f16 }"),
     "E_REDUCE_FORM operand and result must have one dtype\n" REDUCE},
    {R("add { " A "out `s` : f32[2] }"),
     "E_REDUCE_FORM the result of a reduce must be one element, which every lane gets\n" REDUCE},
    {R("add { " A "out s : f32[1] }"), ""},
    {R("add { " A "out `s` : f32[32] / f32[1] }"),
     "E_REDUCE_FORM the result of a reduce must be one element, which every lane gets\n" REDUCE},
    {"scan d warp 32 add inclusive { " A "out `b` : f32[32] / f32[1] }",
     "E_REDUCE_FORM operand and result of a scan must be distributed alike\n" SCAN},
    {"scan d warp 32 add inclusive { " A "out `b` : f32[64] / f32[2] cyclic }",
     "E_REDUCE_FORM operand and result of a scan must be distributed alike\n" SCAN},
    {"scan d warp 32 add inclusive { " A "out b : f32[64] / f32[2] }", ""},
    {R("add { " A "in `b` : f16; out s : f32 }"),
     "E_REDUCE_FORM the second operand is the accumulator and must have the type of the "
     "result\n" REDUCE},
    {R("add { " A "in `b` : f32[2]; out s : f32 }"),
     "E_REDUCE_FORM the second operand is the accumulator and must have the type of the "
     "result\n" REDUCE},
    {R("add { " A "in b : f32; out s : f32 }"), ""},
    {R("`and` { " A "out s : f32 }"), "E_REDUCE_FORM and, or and xor need integers\n" REDUCE},
    {R("`xor` { in a : b32[64] / b32[2]; out s : b32 }"),
     "E_REDUCE_FORM and, or and xor need integers\n" REDUCE},
    {R("or { in a : i32[64] / i32[2]; out s : i32 }"), ""},
    {R("argmax { in a : f32[64] / f32[2]; out s : u32 }"), ""},
    {R("add { in `a` : i16[64] / i16[2]; out s : i16 }"),
     "E_NOT_YET other dtypes than f16, bf16 and those of 32 and 64 bits are not built yet"},
    {"scan d warp 32 add inclusive { in `a` : f16[64] / f16[2]; out b : f16[64] / f16[2] }",
     "E_NOT_YET other dtypes than those of 32 and 64 bits are not built yet"},
    {"scan d warp 32 add inclusive { in `a` : bf16[64] / bf16[2]; out b : bf16[64] / bf16[2] }",
     "E_NOT_YET other dtypes than those of 32 and 64 bits are not built yet"},
    {"scan d warp 32 add inclusive { in a : i64[64] / i64[2]; out b : i64[64] / i64[2] }", ""},
    {R("add { in a : f32[64] / f32[2]; out s : f32 }"), ""},
    {R("add { in a : u32[64] / u32[2]; out s : u32 }"), ""},
    {R("add { in a : i32[64] / i32[2]; out s : i32 }"), ""},
    {R("add { in a : f64[64] / f64[2]; out s : f64 }"), ""},
    {R("add { in a : u64[64] / u64[2]; out s : u64 }"), ""},
    {R("add { in a : i64[64] / i64[2]; out s : i64 }"), ""},
    {R("add { in a : f16[64] / f16[2]; out s : f16 }"), ""},
    {R("add { in a : bf16[64] / bf16[2]; out s : bf16 }"), ""},
    {"reduce d warp `24` add { in a : f32[24] / f32[1]; out s : f32 }",
     "E_NOT_YET lane ids, and groups whose size is not a power of two, are not built yet"},
    {"reduce d warp `32` add lane id { " A "out s : f32 }",
     "E_NOT_YET lane ids, and groups whose size is not a power of two, are not built yet"},
    {"scan d warp `32` add inclusive lane id { " A "out b : f32[64] / f32[2] }",
     "E_NOT_YET other groups than warp 32 are not built yet"},
    {"scan d warp 24 add inclusive { in a : f32[24] / f32[1]; out b : f32[24] / f32[1] }", ""},
    {"reduce d cta(96) add { in a : f32[96] / f32[1]; out s : f32 }", ""},
    {R("add { in a : f32[8160] / f32[255]; out s : f32 }"), ""},
    {R("add { in `a` : f32[8192] / f32[256]; out s : f32 }"),
     "E_NOT_YET more than 255 registers of a lane are not built yet"},
};

#define FOLDED                                                                                     \
    "= reduce NAME warp 32 max over 1 { in a : f32[16,64] / mma_c; out m : f32[16,1] / mma_c; }"
#define M "in a : f32[16,64] / mma_c; "
static const Told over[] = {
    {R("add over 1 { in a : f32[8,64] / f32[1,16]; out s : f32[8] / f32[1] }"), ""},
    {R("add over `2` { in a : f32[8,64] / f32[1,16]; out s : f32[8] / f32[1] }"),
     "E_REDUCE_FORM 'a' has no dimension 2: it has 2, and the first is dimension 0\n"
     "= name a dimension with several elements, as in over 0"},
    {R("add over `-`1 { in a : f32[1,64] / f32[1,2]; out s : f32[1] / f32[1] }"),
     "E_REDUCE_FORM 'a' has no dimension -1: it has 2, and the first is dimension 0\n"
     "= name a dimension with several elements, as in over 1"},
    {R("add over `0` { in a : f32[1,64] / f32[1,2]; out s : f32[64] / f32[2] }"),
     "E_REDUCE_FORM dimension 0 of 'a' has one element: there is nothing to combine over it\n"
     "= name a dimension with several elements, as in over 1"},
    {R("max over `0` { in a : f32[1,1] / S[(1,1):(1,1)]; out m : f32; }"),
     "E_REDUCE_FORM dimension 0 of 'a' has one element: there is nothing to combine over it\n"
     "= the operand needs a dimension with several elements"},
    {R("add over 1 { in `a` : f32[8,64] / f32[1,32]; out s : f32[8] / f32[1] }"),
     "E_WARP_PRODUCT a takes 16 lanes, but the group has 32"},
    {R("add over 1 { in a : f32[8,64] / f32[1,16]; out `s` : f32[4] / f32[1] }"),
     "E_REDUCE_FORM the result must have the remaining dimensions, distributed like the "
     "operand\n" REDUCE},
    {R("add over 1 { in a : f32[8,64] / f32[1,16]; out `s` : f32[8,1] / f32[1,1] }"),
     "E_REDUCE_FORM the result must have the remaining dimensions, distributed like the "
     "operand\n" REDUCE},
    {R("add over 1 { in a : f32[16,64] / f32[2,16]; out s : f32[16] / f32[2] }"), ""},
    {R("add over 1 { in a : f32[16,64] / f32[2,16]; out `s` : f32[16] / f32[2] cyclic }"),
     "E_REDUCE_FORM the result must have the remaining dimensions, distributed like the "
     "operand\n" REDUCE},
    {"reduce d cta(64) add over `0` { in a : f32[64,1] / f32[1,1]; out s : f32[1] / f32[1] }",
     "E_NOT_YET reductions over a dimension whose lanes are no power of two of one warp are not "
     "built yet"},
    {"reduce d cta(96) add over `1` { in a : f32[32,3] / f32[1,1]; out s : f32[32] / f32[1] }",
     "E_NOT_YET reductions over a dimension whose lanes are no power of two of one warp are not "
     "built yet"},
    {"reduce d cta(64) add over 1 { in a : f32[2,32] / f32[1,1]; out s : f32[2] / f32[1] }", ""},
    {R("add over 0 { in a : f32[2,4,4] / f32[1,1,1]; out s : f32[4,4] / f32[1,1] }"), ""},
    {"reduce d cta(64) add over `0` { in a : f32[2,4,8] / f32[1,1,1]; out s : f32[4,8] / f32[1,1] "
     "}",
     "E_NOT_YET reductions over a dimension whose lanes are no power of two of one warp are not "
     "built yet"},
    {"reduce d cta(64) add over 1 { in a : f32[2,4,8] / f32[1,1,1]; out s : f32[2,8] / f32[1,1] }",
     ""},
    {R("max over 1 { " M "out m : f32[16,1] / mma_c; }"), ""},
    {R("max over `2` { " M "out m : f32[16,1] / mma_c; }"),
     "E_REDUCE_FORM 'a' has no dimension 2: it has 2, and the first is dimension 0\n"
     "= name a dimension with several elements, as in over 0"},
    {R("add over `7` { in a : f32[8,64] / f32[1,16]; out s : f32[8] / f32[1] }"),
     "E_REDUCE_FORM 'a' has no dimension 7: it has 2, and the first is dimension 0\n"
     "= name a dimension with several elements, as in over 0"},
    {R("add over 1 { in a : f32[8,64] / f32[1,16]; in `c` : f32[4] / f32[1]; out s : f32[8] / "
       "f32[1] "
       "}"),
     "E_REDUCE_FORM the second operand is the accumulator and must have the type of the "
     "result\n" REDUCE},
    {R("add over 1 { in a : f32[8,64] / f32[1,16]; out `s` : f32[8] / f32[2] }"),
     "E_REDUCE_FORM the result must have the remaining dimensions, distributed like the "
     "operand\n" REDUCE},
    {R("`and` over 1 { " M "out m : f32[16,1] / mma_c; }"),
     "E_REDUCE_FORM and, or and xor need integers\n" FOLDED},
    {R("max over 1 { " M "out `m` : f32[16] / mma_c; }"),
     "E_REDUCE_FORM the result must be f32[16,1] / mma_c\n" FOLDED},
    {R("max { " M "out `m` : f32[2]; }"),
     "E_REDUCE_FORM the result must be f32[1,1] / mma_c, or f32, which all threads have\n" FOLDED},
    {"layout own = 16x8 ~S~[(16,8):(1@laneid,1)]\n" R(
         "max over 1 { in a : `f32`[8,8] / own; out m : f32[8,1] / own; }"),
     "E_TILE_DIVIDE 16x8 does not repeat to 8x8: 8 is not a multiple of 16\n+ the atom\n"
     "= the next extent that it fills is 16"},
    {"layout rows = S[(32,2):(1@laneid,1)]\n" R(
         "max over 1 { in a : f32[32,2] / rows; out m : f32[32,1] / "
         "S[(32,1):(1@laneid,1)]; }"),
     ""},
    {R("max over 1 { " M "out `m` : f32[16,64] / mma_c; }"),
     "E_REDUCE_FORM the result must be f32[16,1] / mma_c\n" FOLDED},
    {R("max over 0 { " M "in `c` : f16[1,64] / mma_c; out m : f32[1,64] / mma_c; }"),
     "E_REDUCE_FORM the accumulator must be f32[1,64] / mma_c\n" FOLDED},
    {R("max { " M "out `m` : f16; }"),
     "E_REDUCE_FORM the result must be f32[1,1] / mma_c, or f32, which all threads have\n" FOLDED},
    {R("max { " M "out m : f32; }\nreduce e warp 32 max { " M "out m : f32[1,1] / mma_c; }"), ""},
    {R("max { " M "in `c` : f32; out m : f32[1,1] / mma_c; }"),
     "E_REDUCE_FORM the accumulator must be distributed like the result\n" FOLDED},
    {R("`argmax` over 1 { " M "out m : u32[16,1] / mma_c; }"),
     "E_NOT_YET argmin and argmax over a register layout are not built yet\n"
     "= relayout changes a register layout into a 'block', which they take"},
    {"scan d warp 32 add inclusive { in a : f32[16,64] / `mma_c`; out b : f32[16,64] / mma_c }",
     "E_NOT_YET a register layout in a 'scan' is not built yet\n"
     "= reduce takes register layouts; relayout changes one into a 'block'"},
    {"layout rows = S[(32):(1@laneid)]\nscan d warp 32 add inclusive { in a : f32[32] / `rows`; "
     "out b : f32[32] / rows }",
     "E_NOT_YET a register layout in a 'scan' is not built yet\n"
     "= reduce takes register layouts; relayout changes one into a 'block'"},
    {R("max { in a : `f32`[32] / ~S~[(16):(1@laneid)]; out m : f32; }"),
     "E_SHAPE_PRODUCT the shape has 32 elements, the layout 16\n+ the layout"},
    {R("max { in a : f32[32] / S[(32):(1@`lanid`)]; out m : f32; }"),
     "E_UNKNOWN_AXIS unknown axis 'lanid'\n= did you mean 'laneid'?"},
    {R("max { in a : f32[32] / `zebra`; out m : f32; }"),
     "E_UNKNOWN_LAYOUT unknown layout 'zebra'\n"
     "= a name is known from its 'layout NAME = ...' or 'tile NAME : ...' line on"},
    {R("max { in a : f32 / `mma_c`; out m : f32; }"),
     "E_NOT_VECTOR a value in a register layout must have extents\n"
     "= write them, as in f32[16,64] / mma_c"},
    {"reduce `d` warp 32 max { out m : f32[16,1] / mma_c; }",
     "E_REDUCE_FORM the reduce has no operand\n" REDUCE},
    {R("max { in a : f32[64] / f32[2]; out m : f32[16,1] / `mma_c`; }"),
     "E_REDUCE_FORM a register layout here needs one on the operand\n" REDUCE},
    {"layout big = 64x8 S[(64,8):(1,1@laneid)]\n" R("max over 1 { " M
                                                    "out m : f32[16,1] / `big`; }"),
     "E_REDUCE_FORM the result of a reduction of mma_c has the owners of mma_c, not those of big\n"
     "= write / mma_c; a kernel that needs other owners moves the elements later"},
    {"layout big = 64x8 S[(64,8):(1,1@laneid)]\n" R("max over 1 { out m : f32[16,1] / `big`; "
                                                    "in a : f32[16,64] / mma_c; }"),
     "E_REDUCE_FORM the result of a reduction of mma_c has the owners of mma_c, not those of big\n"
     "= write / mma_c; a kernel that needs other owners moves the elements later"},
};

#define EX "= extract NAME warp 32 { in a : f32[128] / f32[4]; out x : f32; }"
#define IN                                                                                         \
    "= insert NAME warp 32 { in a : f32[128] / f32[4]; in x : f32; out b : f32[128] / f32[4]; }"
#define BC "= broadcast NAME warp 32 { in x : f32; out b : f32[128] / f32[4]; }"
#define B "out b : f32[64] / f32[2]; "
static const Told elements[] = {
    {"extract d warp 32 { " A "out x : f32 }\ninsert e warp 32 { " A "in x : f32; " B "}\n"
     "broadcast f warp 32 { in x : f32; out b : f32[64] / f32[2]; }",
     ""},
    {"extract `d` warp 32 { " A "}", "E_ELEMENT_FORM it has one operand and one result\n" EX},
    {"extract `d` warp 32 { out x : f32 }",
     "E_ELEMENT_FORM it has one operand and one result\n" EX},
    {"extract d warp 32 { " A "in `b` : f32; out x : f32 }",
     "E_ELEMENT_FORM it has one operand and one result\n" EX},
    {"insert `d` warp 32 { " A B "}", "E_ELEMENT_FORM it has two operands and one result\n" IN},
    {"insert d warp 32 { " A "in x : f32; in `y` : f32; " B "}",
     "E_ELEMENT_FORM it has two operands and one result\n" IN},
    {"extract d warp 32 { " A "out `x` : f16 }",
     "E_ELEMENT_FORM its values must have one dtype\n" EX},
    {"insert d warp 32 { " A "in x : f16; out `b` : f32[64] / f32[2] }",
     "E_ELEMENT_FORM its values must have one dtype\n" IN},
    {"extract d warp 32 { in `a` : f32; out x : f32 }",
     "E_ELEMENT_FORM the operand is not distributed\n" EX},
    {"broadcast d warp 32 { in `a` : f32[64] / f32[2]; out x : f32 }",
     "E_ELEMENT_FORM the operand is distributed\n" BC},
    {"extract d warp 32 { " A "out `x` : f32[2] }",
     "E_ELEMENT_FORM the result must be one element, which all threads get\n" EX},
    {"insert d warp 32 { " A "in `x` : f32[2]; " B "}",
     "E_ELEMENT_FORM the second operand must be one element\n" IN},
    {"insert d warp 32 { " A "in x : f32; out `b` : f32[64] / f32[2] cyclic }",
     "E_ELEMENT_FORM operand and result must be distributed alike\n" IN},
    {"broadcast d warp 32 { in x : f32[4]; out b : f32[32,4] / f32[1,4]; }", ""},
    {"broadcast d warp 32 { in x : f32[4]; out `b` : f32[4,32] / f32[4,1]; }",
     "E_ELEMENT_FORM the last dimensions of the result are not those of the operand\n" BC},
    {"insert d warp 32 { " A "in x : f32; out `b` : f32[32] / f32[1] }",
     "E_ELEMENT_FORM operand and result must be distributed alike\n" IN},
    {"insert d warp 32 { " A "in x : f32; out `b` : f32[8,8] / f32[1,2] }",
     "E_ELEMENT_FORM operand and result must be distributed alike\n" IN},
    {"insert d warp 32 { in a : f32[8,8] / f32[1,2]; in x : f32; out `b` : f32[8,8] / f32[2,1] }",
     "E_ELEMENT_FORM operand and result must be distributed alike\n" IN},
    {"extract d warp 32 { in a : int; out `x` : f32 }",
     "E_ELEMENT_FORM its values must have one dtype\n" EX},
    {"broadcast d warp 32 { in x : f32[4]; out `b` : f32[32,4] / f32[2,2]; }",
     "E_ELEMENT_FORM the last dimensions of the result are not those of the operand\n" BC},
    {"broadcast d warp 32 { in x : f32[4]; out `b` : f32[32,8] / f32[1,8]; }",
     "E_ELEMENT_FORM the last dimensions of the result are not those of the operand\n" BC},
    {"broadcast d warp 32 { in x : f32[4,2]; out `b` : f32[32] / f32[1]; }",
     "E_ELEMENT_FORM the last dimensions of the result are not those of the operand\n" BC},
    {"extract d warp 32 { in `a` : e2m1[64] / e2m1[2]; out x : e2m1 }",
     "E_NOT_YET only elements of 8 to 64 bits are built yet"},
    {"extract d warp 32 { in a : u8[64] / u8[2]; out x : u8 }", ""},
    {"extract d warp 32 { in a : f64[64] / f64[2]; out x : f64 }", ""},
    {"extract d warp 32 { in `a` : b128[64] / b128[2]; out x : b128 }",
     "E_NOT_YET only elements of 8 to 64 bits are built yet"},
    {"extract d warp 32 lane `id` { " A "out x : f32 }",
     "E_NOT_YET a lane id at run time is not built yet"},
    /* 32 threads times 2 * held + 24 steps for each of 32 * held elements: at most 2^23. */
    {"extract d warp 32 { in a : f32[1856] / f32[58]; out x : f32 }", ""},
    {"extract d warp 32 { in `a` : f32[1888] / f32[59]; out x : f32 }",
     "E_NOT_YET values of so many elements are not built yet"},
    {"extract d warp 16 { in a : f32[1344] / f32[84]; out x : f32 }", ""},
    {"extract d warp 16 { in `a` : f32[1360] / f32[85]; out x : f32 }",
     "E_NOT_YET values of so many elements are not built yet"},
    {"extract d cta(1024) { in a : f32[1024] / f32[1]; out x : f32 }", ""},
    {"insert d warp 32 { in a : f32[960] / f32[30]; in x : f32; out b : f32[960] / f32[30]; }", ""},
    {"insert d warp 32 { in `a` : f32[992] / f32[31]; in x : f32; out b : f32[992] / f32[31]; }",
     "E_NOT_YET values of so many elements are not built yet"},
    {"insert d cta(864) { in a : f32[864] / f32[1]; in x : f32; out b : f32[864] / f32[1]; }", ""},
    {"insert d cta(896) { in `a` : f32[896] / f32[1]; in x : f32; out b : f32[896] / f32[1]; }",
     "E_NOT_YET values of so many elements are not built yet"},
    {"extract d warp 32 { in `a` : f32[8192] / f32[256]; out x : f32 }",
     "E_NOT_YET more than 255 registers of a lane are not built yet"},
    {"broadcast d warp 32 { in x : f32; out b : f32[8160] / f32[255]; }", ""},
    {"broadcast d warp 32 { in x : f32; out `b` : f32[8192] / f32[256]; }",
     "E_NOT_YET more than 255 registers of a lane are not built yet"},
};

int main(void) {
    EXPECT_TOLD(groups);
    EXPECT_TOLD(types);
    EXPECT_TOLD(reductions);
    EXPECT_TOLD(over);
    EXPECT_TOLD(elements);
    mem_free_all();
    return unit_finish();
}
