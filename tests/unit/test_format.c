/* tcgen fmt, typed out: every kind of statement with its blanks, blocks in one line and in several,
 * comments and empty lines. What comes out is its own form. */
#include "../../generator/lang/lang.h"
#include "reports.h"
#include "unit.h"
#include <string.h>

typedef struct {
    const char *text, *wanted;
} Row;

static const char *formatted(const char *text) {
    const char *got = lang_format(source_from_text("f.tc", text, strlen(text)));
    print_reports(stdout);
    return got ? got : "nothing";
}

static bool is_formatted(const Row *row) {
    const char *got = formatted(row->text);
    if (strcmp(got, row->wanted) == 0)
        return strcmp(formatted(got), got) == 0;
    printf("     of   %s\n     want %s\n     got  %s\n", row->text, row->wanted, got);
    return false;
}

static const Row lines[] = {
    {"policy best;policy tirx;;\n\n\n\nprefix  p_", "policy best\npolicy tirx\n\nprefix p_\n"},
    {"\n\n\npolicy best\n\n", "policy best\n"},
    {"# a  \t\n#b\n\n\n\n#c\npolicy best#d\n  # e", "# a\n#b\n\n#c\npolicy best  #d\n# e\n"},
    {"policy best; # of the line\npolicy tirx", "policy best  # of the line\npolicy tirx\n"},
    {"import\"x y.tc\";import \"z\"", "import \"x y.tc\"\nimport \"z\"\n"},
    {"target sm_80 ,sm_90,  sm_90a", "target sm_80, sm_90, sm_90a\n"},
};

static const Row statements[] = {
    {"layout a=8x8  S[( 8 , 8B ) :( 2 * ld@m,threads )]+R[ 2:1 ]+ 3@ laneid swizzle( 1,2 ,3 , "
     "outer )",
     "layout a = 8x8 S[(8,8B):(2*ld@m,threads)] + R[2:1] + 3@laneid swizzle(1,2,3,outer)\n"},
    {"layout b=auto a swizzle 128B", "layout b = auto a swizzle 128B\n"},
    {"layout b = 16x16   a   by  columns", "layout b = 16x16 a by columns\n"},
    {"tile  A:smem  8x8 S[ 64 ]  f32", "tile A : smem 8x8 S[64] f32\n"},
    {"copy  cta( 64 )lanes 0 : 8 f32->f16 gmem S[(8,*):( - 1,1)][ 0 : 4,m+1 :+ 2 , k-1:+3]<->A "
     "where  ld%8==0,ld<= 9 , align( src )==4 as  x",
     "copy cta(64) lanes 0:8 f32 -> f16 gmem S[(8,*):(-1,1)][0:4, m+1:+2, k-1:+3] <-> A where "
     "ld % 8 == 0, ld <= 9, align(src) == 4 as x\n"},
    {"copy warp f32 gmem S[8]by i32 gmem S[8]->smem S[8]",
     "copy warp f32 gmem S[8] by i32 gmem S[8] -> smem S[8]\n"},
    {"fill warp f32 smem S[8]{value 0xff;fence async}",
     "fill warp f32 smem S[8] { value 0xff; fence async }\n"},
    {"descriptor wgmma f16 smem S[8]{stages 4}as x",
     "descriptor wgmma f16 smem S[8] { stages 4 } as x\n"},
    {"coords warp reg S[8:1@laneid] as x", "coords warp reg S[8:1@laneid] as x\n"},
};

static const Row blocks[] = {
    {"copy warp f32 A->B{l2  64B;cache cg ;\nmasked;}as x",
     "copy warp f32 A -> B {\n    l2 64B;\n    cache cg;\n    masked;\n} as x\n"},
    /* The parser takes any value of an option, also with brackets that do not match. */
    {"copy warp f32 A->B{l2 (;\n round - 1;\n keep ) ;round - 1\n}as x",
     "copy warp f32 A -> B {\n    l2 (;\n    round - 1;\n    keep );\n    round - 1\n} as x\n"},
    {"copy warp f32 A->B{}", "copy warp f32 A -> B { }\n"},
    {"copy warp f32 A->B{using reg;masked}as x",
     "copy warp f32 A -> B { using reg; masked } as x\n"},
    {"copy warp f32 A->B{using reg;\nmasked}as x",
     "copy warp f32 A -> B {\n    using reg;\n    masked\n} as x\n"},
    {"copy warp f32 A->B{ # why\nusing reg}", "copy warp f32 A -> B {  # why\n    using reg\n}\n"},
    {"copy warp f32 A->B{using reg # why\n}", "copy warp f32 A -> B {\n    using reg  # why\n}\n"},
    {"copy warp f32 A->B{\n\n\nusing reg\n\n\nmasked\n\n}\n\n\n# end",
     "copy warp f32 A -> B {\n    using reg\n\n    masked\n}\n\n# end\n"},
    {"copy warp f32 A->B{require   no  fallback;fill 0}",
     "copy warp f32 A -> B { require no fallback; fill 0 }\n"},
    {"lane0 d warp 32 lane  id{in a:f32[ 8 ,4]/f32[2,4]cyclic;in p:const  int**;out s:f32}",
     "lane0 d warp 32 lane id { in a : f32[8,4] / f32[2,4] cyclic; in p : const int **; out s : "
     "f32 "
     "}\n"},
    {"lane0 d warp 32{\nin a:f32 * ;out s:f32 }",
     "lane0 d warp 32 {\n    in a : f32 *;\n    out s : f32\n}\n"},
    {"reduce d cta( 64 ) add over  1{in a : f32[8,64]/f32[1,8];out s : f32[8]/f32[1]}",
     "reduce d cta(64) add over 1 { in a : f32[8,64] / f32[1,8]; out s : f32[8] / f32[1] }\n"},
    {"pipeline p{ii 8;mode seed;value a f16[ 8 , 4 ]stages 2 produce @0.0 consume @0.1 , @0.2+3}",
     "pipeline p { ii 8; mode seed; value a f16[8,4] stages 2 produce @0.0 consume @0.1, @0.2+3 "
     "}\n"},
    {"pipeline p {\nii 8;mode  seed\n\n  agents a:1w  b:2w\noperation x latency 3  # c\n}",
     "pipeline p {\n    ii 8;\n    mode seed\n\n    agents a:1w b:2w\n    operation x latency 3  # "
     "c\n}\n"},
    {"reduce r warpgroup max over 1{in a:f32[ 64,8 ]/wgmma_c by  rows;out m:f32[64,1]/S[ (64,1):( "
     "1 @ laneid,1)]+ 3 @m swizzle ( 1,2,3 )}",
     "reduce r warpgroup max over 1 { in a : f32[64,8] / wgmma_c by rows; out m : f32[64,1] / "
     "S[(64,1):(1@laneid,1)] + 3@m swizzle(1,2,3) }\n"},
    {"scan s warp 32 add inclusive{in a:f32[64]/f32[2];out b:f32[64]/f32[2]}",
     "scan s warp 32 add inclusive { in a : f32[64] / f32[2]; out b : f32[64] / f32[2] }\n"},
};

static const Row loops[] = {
    {"for N in 1,2{layout a_nN=S[(N,8)]}", "for N in 1, 2 { layout a_nN = S[(N,8)] }\n"},
    {"for(T,N)in(f32,1),(f16,2){layout T_nN=S[( N )];layout x_T_nN=S[8]}",
     "for (T, N) in (f32, 1), (f16, 2) { layout T_nN = S[(N)]; layout x_T_nN = S[8] }\n"},
    {"for N in 1,2{\nlayout a_nN=S[(N,8)]\n\n\ncopy warp f32 A->B{using reg;\nmasked}as "
     "x_nN\n}\nlayout z=S[8]",
     "for N in 1, 2 {\n    layout a_nN = S[(N,8)]\n\n    copy warp f32 A -> B {\n        using "
     "reg;\n        masked\n    } as x_nN\n}\nlayout z = S[8]\n"},
    {"for N in 1{for M2 in 2{\nlayout a_nN_mM2=S[8]}}",
     "for N in 1 {\n    for M2 in 2 {\n        layout a_nN_mM2 = S[8]\n    }\n}\n"},
    {"for N in 1{for M2 in 2{layout a_nN_mM2=S[8]}}",
     "for N in 1 { for M2 in 2 { layout a_nN_mM2 = S[8] } }\n"},
    {"for N in 1{copy warp f32 A->B{using reg}as x_nN;layout a_nN=S[8]};policy best",
     "for N in 1 { copy warp f32 A -> B { using reg } as x_nN; layout a_nN = S[8] }\npolicy "
     "best\n"},
    {"for N in 1{ # one\nlayout a_nN=S[8] }\n", "for N in 1 {  # one\n    layout a_nN = S[8]\n}\n"},
};

#define EXPECT_FORMATTED(rows)                                                                     \
    for (size_t i = 0; i < COUNT_OF(rows); i++)                                                    \
    EXPECT_OF((rows)[i].text, is_formatted(&(rows)[i]))

int main(void) {
    EXPECT_FORMATTED(lines);
    EXPECT_FORMATTED(statements);
    EXPECT_FORMATTED(blocks);
    EXPECT_FORMATTED(loops);
    mem_free_all();
    return unit_finish();
}
