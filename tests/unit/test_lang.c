/* The lang room: what descriptions resolve to, how they print, and that fmt changes no meaning. */
#include "../../generator/lang/lang.h"
#include "reports.h"
#include "unit.h"
#include <stdlib.h>
#include <string.h>

static Module *load(const char *text) {
    return lang_load(source_from_text("t.tc", text, strlen(text)), NULL, NULL, 0, 0);
}

/* The only copy of a description; NULL when there is not exactly one. */
static const Copy *one(const char *text) {
    const Module *module = load(text);
    return module->request_count == 1 ? &module->requests[0]->copy : NULL;
}

/* Resolves to this canonical statement, and that again to itself. */
static bool says(const char *text, const char *statement) {
    const Copy *copy = one(text);
    if (!copy || strcmp(copy->request->statement, statement) != 0) {
        printf("     got %s\n", copy ? copy->request->statement : "nothing");
        return false;
    }
    const Copy *again = one(statement);
    return again && strcmp(again->request->statement, statement) == 0;
}

static void test_layouts(void) {
    EXPECT(says(
        "copy thread f32 smem S[(2,3,4)] -> smem S[2,3,4]",
        "copy thread f32 smem S[(2,3,4):(12,4,1)] -> smem S[(2,3,4):(12,4,1)]"));
    EXPECT(says(
        "copy thread f32 smem S[(8):(1)] -> smem S[8:2]",
        "copy thread f32 smem S[(8):(1)] -> smem S[(8):(2)]"));
    EXPECT(says(
        "copy thread f32 smem S[(8):(2*3)] -> smem S[8:m1*2*4] where m1 >= 1",
        "copy thread f32 smem S[(8):(6)] -> smem S[(8):(8*m1)] where m1 >= 1"));
    EXPECT(says(
        "layout b = S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] + R[2:4@warpid] + 5@warpid\n"
        "copy cta(512) f32 smem S[(8,2,4,2)] -> reg b",
        "copy cta(512) f32 smem S[(8,2,4,2):(16,8,2,1)] -> reg "
        "S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] + R[(2):(4@warpid)] + 5@warpid"));
    EXPECT(says(
        "layout a = S[(8)]\nlayout b = a\ncopy thread f16 smem b swizzle 128B -> reg a",
        "copy thread f16 smem S[(8):(1)] swizzle(3,3,3) -> reg S[(8):(1)]"));
    EXPECT(says(
        "copy thread u8 smem S[8:1] swizzle 64B -> smem S[8:1] swizzle(1,2,3,outer)",
        "copy thread u8 smem S[(8):(1)] swizzle(4,2,3) -> smem S[(8):(1)] swizzle(1,2,3,outer)"));
    EXPECT(says(
        "copy thread e2m1 smem S[8:1] swizzle 32B -> smem S[8:1] swizzle(3,0,3,inner)",
        "copy thread e2m1 smem S[(8):(1)] swizzle(5,1,3) -> smem S[(8):(1)] swizzle(3,0,3)"));
    const Copy *copy =
        one("layout a = S[(8)]\nlayout b = a\ncopy thread f16 smem b -> smem a swizzle 32B");
    EXPECT(copy && strcmp(copy->src.layout.name, "b") == 0 && !copy->dst.layout.name);
    EXPECT(copy && copy->dst.layout.swizzle.on && !copy->src.layout.swizzle.on);
}

static void test_operands(void) {
    EXPECT(says(
        "copy warp f32 smem 32x256 S[(2,2,8,2,2,64):(4096,1024,64,2048,512,1)][0:32, 8:16]"
        " -> reg S[(32,8):(1@laneid,1)] as tc_load_panel",
        "copy warp f32 smem 32x256 S[(2,2,8,2,2,64):(4096,1024,64,2048,512,1)][0:32, 8:16]"
        " -> reg S[(32,8):(1@laneid,1)] as tc_load_panel"));
    EXPECT(says(
        "tile A : smem 8x4 S[(32)] f32\ncopy thread f32 A[3, 0:4] -> reg S[(4)]",
        "copy thread f32 smem 8x4 S[(32):(1)][3:4, 0:4] -> reg S[(4):(1)]"));
    EXPECT(says(
        "copy thread f32 smem S[(8,4)][0:8, 0:4] -> reg S[(8,4)]",
        "copy thread f32 smem S[(8,4):(4,1)] -> reg S[(8,4):(4,1)]"));
    EXPECT(says(
        "copy thread f32 smem S[(8,4)][2+i:+1, i] -> reg S[(1)]",
        "copy thread f32 smem S[(8,4):(4,1)][i+2:+1, i:+1] -> reg S[(1):(1)]"));
    const Copy *copy =
        one("tile A : smem S[(8,4)] f32\ncopy thread f32 A[1:3, 0:4] -> reg S[(2,4)]");
    EXPECT(copy && copy->src.tile && strcmp(copy->src.tile, "A") == 0 && !copy->dst.tile);
    EXPECT(copy && !copy->src.whole && copy->dst.whole && copy->src.rank == 2);
    EXPECT(copy && copy->src.region[0].begin == 1 && copy->src.region[0].extent == 2);
    EXPECT(
        copy && copy->src.loc.line == 2 && copy->src.loc.column == 17 &&
        copy->dst.loc.column == 32);
}

static void test_scopes(void) {
    EXPECT(says(
        "copy cta(128) lanes 0:8 warps 1:3 f32 gmem S[(8)] -> smem S[(8)]",
        "copy cta(128) warps 1:3 lanes 0:8 f32 gmem S[(8):(1)] -> smem S[(8):(1)]"));
    const Copy *copy = one("copy cta(100) f32 gmem S[(8)] -> smem S[(8)]");
    EXPECT(
        copy && copy->scope.kind == SCOPE_CTA && copy->scope.threads == 100 &&
        !copy->scope.narrowed);
    EXPECT(copy && copy->scope.warp_end == 4 && copy->scope.lane_end == 32);
    copy = one("copy_async elected f16 smem S[(8)] -> dsmem S[(8)]");
    EXPECT(copy && copy->op == OP_COPY_ASYNC && copy->scope.kind == SCOPE_ELECTED);
    EXPECT(copy && copy->scope.threads == 32 && copy->dst.space == SPACE_DSMEM);
    copy = one("permute warp u32 smem S[(4,32):(32,1)] -> smem S[(4,32):(1,4)]");
    EXPECT(copy && copy->op == OP_PERMUTE);
    copy = one("relayout warp f32 reg S[(32,4):(1@laneid,1)] -> reg S[(32,4):(1@laneid,1)]");
    EXPECT(copy && copy->op == OP_RELAYOUT && copy->src.space == SPACE_REG);
    copy = one("copy warp lanes 4:20 f32 gmem S[(8)] -> smem S[(8)]");
    EXPECT(copy && copy->scope.narrowed && copy->scope.lanes_given && !copy->scope.warps_given);
    EXPECT(
        copy && copy->scope.lane_begin == 4 && copy->scope.lane_end == 20 &&
        copy->scope.warp_end == 1);
}

static bool symbol_is(
    const Copy *copy, int at, const char *name, int64_t min, int64_t max, int64_t divisor) {
    if (!copy || at >= copy->symbol_count) {
        return false;
    }
    const Symbol *symbol = &copy->symbols[at];
    bool good = strcmp(symbol->name, name) == 0 && symbol->min == min && symbol->max == max &&
                symbol->divisor == divisor;
    if (!good) {
        printf(
            "     got %s %lld..%lld %% %lld\n",
            symbol->name,
            (long long)symbol->min,
            (long long)symbol->max,
            (long long)symbol->divisor);
    }
    return good;
}

static void test_symbols(void) {
    const Copy *copy = one("copy thread f16 gmem S[(128,64):(ld,1)] -> smem S[(128,64)]");
    EXPECT(symbol_is(copy, 0, "ld", 64, 16909319, 1)); /* (2^31 - 1 - 63) / 127 */
    EXPECT(
        copy && copy->symbols[0].role == SYMBOL_STRIDE &&
        copy->src.layout.shard[0].stride.count == 1);
    copy = one("copy thread f16 gmem S[(128,64):(ld,1)] -> smem S[(128,64)] where ld % 12 == 0, ld "
               "% 8 == 0, ld > 70, ld < 200");
    EXPECT(symbol_is(copy, 0, "ld", 72, 192, 24));
    copy = one("copy thread f16 gmem S[(64,128):(1,ld)] -> smem S[(64,128)]");
    EXPECT(symbol_is(copy, 0, "ld", 64, 16909319, 1));
    copy = one("copy thread f16 gmem S[(2,128,64):(65536,ld,1)] -> smem S[(2,128,64)]");
    EXPECT(symbol_is(copy, 0, "ld", 64, 515, 1)); /* 127 * 515 + 64 = 65469, with 516 it is 65596 */
    copy = one("copy thread f16 gmem S[(64,4):(8*ld,1)] -> smem S[(64,4):(ld,1)]");
    EXPECT(copy && copy->symbol_count == 1 && symbol_is(copy, 0, "ld", 4, 4260880, 1));
    EXPECT(
        copy && copy->src.layout.shard[0].stride.value == 8 &&
        copy->dst.layout.shard[0].stride.value == 1);
    copy =
        one("copy thread f16 gmem S[(4,128,64):(h*ld,ld,1)] -> smem S[(4,128,64)] where h == 128");
    EXPECT(
        symbol_is(copy, 0, "h", 128, 128, 1) && copy->symbols[1].min == 64 &&
        copy->symbols[1].max > 2000000);
    copy = one("copy warp f16 smem S[(128,64):(ld,1)][m:+16, k+8:+16] -> reg "
               "S[(16,16):(1@laneid,1)] where m % 16 == 0");
    EXPECT(copy && copy->symbol_count == 3 && symbol_is(copy, 1, "m", 0, 112, 16));
    EXPECT(symbol_is(copy, 2, "k", 0, 40, 1) && copy->symbols[2].role == SYMBOL_ORIGIN);
    EXPECT(copy && copy->src.region[1].symbol == 2 && copy->src.region[1].begin == 8);
    copy = one("copy thread f32 smem S[(64)][i:+4] -> smem S[(32)][i:+4]");
    EXPECT(copy && copy->symbol_count == 1 && symbol_is(copy, 0, "i", 0, 28, 1));
    copy = one("copy thread f32 smem S[(8,8):(a*b,1)] -> smem S[(8,8):(b*a,1)]");
    EXPECT(
        copy && copy->src.layout.shard[0].stride.symbol[0] == 0 &&
        copy->dst.layout.shard[0].stride.symbol[0] == 0);
}

static void test_facts(void) {
    const Copy *copy =
        one("copy thread f32 gmem S[(4)] -> smem S[(4)] where align(src) == 4, align(dst) == 1024");
    EXPECT(copy && copy->src.align == 4 && copy->dst.align == 1024 && copy->src.align_given);
    copy = one("copy thread f32 gmem S[(4)] -> reg S[(4)] { using vec_64b; }");
    EXPECT(copy && copy->src.align == 8 && !copy->src.align_given && copy->dst.align == 16);
    EXPECT(copy && strcmp(copy->options.using_variant, "vec_64b") == 0);
    copy = one(
        "copy thread f32 gmem S[(4)] -> smem S[(4)] { fallback partial; require   no fallback }");
    EXPECT(
        copy && copy->options.require_no_fallback &&
        strcmp(copy->options.fallback_variant, "partial") == 0);
    Module *module =
        load("copy thread f32 gmem S[(4)] <-> smem S[(2,2)][0:2, 0:2] where align(src) == 4");
    EXPECT(module->request_count == 0); /* 4 against 2x2 */
    print_reports(stderr);
    module = load("copy thread f32 gmem S[(4,1)] <-> smem S[(4)] where align(src) == 4");
    EXPECT(module->request_count == 2 && module->requests[1]->copy.src.space == SPACE_SMEM);
    EXPECT(module->requests[0]->copy.src.align == 4 && module->requests[1]->copy.dst.align == 4);
    EXPECT(strstr(module->requests[0]->statement, "where align(src) == 4") != NULL);
    EXPECT(strstr(module->requests[1]->statement, "where align(dst) == 4") != NULL);
}

static void test_module(void) {
    Module *module = load(
        "target sm_90a, sm_80\npolicy tirx; prefix p_; copy thread f32 gmem S[4] -> smem S[4]\n"
        "policy best\ncopy thread f32 gmem S[4] -> smem S[4]");
    EXPECT(
        module->targets == ((1u << TARGET_SM_80) | (1u << TARGET_SM_90A)) &&
        module->request_count == 2);
    EXPECT(module->requests[0]->policy_tirx && !module->requests[1]->policy_tirx);
    EXPECT(strcmp(module->requests[1]->prefix, "p_") == 0 && module->requests[1]->loc.line == 4);
    const char *text = "target sm_80";
    module =
        lang_load(source_from_text("t.tc", text, strlen(text)), NULL, NULL, 0, 1u << TARGET_SM_100);
    EXPECT(module->targets == 1u << TARGET_SM_100);
    EXPECT(load("")->targets == targets_default);
    unsigned mask = 0;
    EXPECT(targets_parse("sm_100a", (Loc){0}, &mask) && mask == 1u << TARGET_SM_100A);
    EXPECT(
        dtype_find("bf16", 4)->bits == 16 && !dtype_find("bf", 2) &&
        dtype_find("e2m1", 4)->bits == 4);
    EXPECT(axis_is_thread(AXIS_WGID) && !axis_is_thread(AXIS_TLANE));
}

static void load_text(void *text) {
    load(text_string(text));
}

/* A list of values takes memory in proportion to its length. */
static void test_values(void) {
    Text text = {0};
    text_add(&text, "for N in 0");
    for (int i = 1; i < 4096; i++)
        text_printf(&text, ", %d", i);
    text_add(&text, " { layout a_nN = S[(8)] }\n");
    EXPECT(budget_run(load_text, &text) && budget_use().bytes < 32 << 20);
}

static const char *formatted(const char *text) {
    return lang_format(source_from_text("f.tc", text, strlen(text)));
}

static bool formats(const char *text, const char *wanted) {
    const char *got = formatted(text);
    if (!got || strcmp(got, wanted) != 0) {
        printf("     got %s\n", got ? got : "nothing");
        return false;
    }
    return strcmp(formatted(got), got) == 0;
}

static void test_format_of_loops(void) {
    EXPECT(formats(
        "for(T,N)in(f16,8),( f32 , 4 ){ # one\ntile A_T:smem S[ (N,8)]  T;copy warp T smem "
        "S[(N,8)]->smem S[(N,8)]{using reg} as x_T\n  for X in a , b{layout T_X=S[(8,N) ];layout "
        "X_T_nN = S[( 8 )] }\n\n}layout last=S[(8)]",
        "for (T, N) in (f16, 8), (f32, 4) {  # one\n    tile A_T : smem S[(N,8)] T\n"
        "    copy warp T smem S[(N,8)] -> smem S[(N,8)] { using reg } as x_T\n"
        "    for X in a, b { layout T_X = S[(8,N)]; layout X_T_nN = S[(8)] }\n}\n"
        "layout last = S[(8)]\n"));
    EXPECT(formats(
        "for N in 3,4{ pipeline p_nN {\nii  4\n} }",
        "for N in 3, 4 {\n    pipeline p_nN {\n        ii 4\n    }\n}\n"));
}

static void test_format(void) {
    EXPECT(formats("", "") && formats("\n\n;;\n", ""));
    EXPECT(formats(
        "policy   tirx ;policy best # why  \r\n\n\n\n# own line\ntarget sm_80,sm_90",
        "policy tirx\npolicy best  # why\n\n# own line\ntarget sm_80, sm_90\n"));
    EXPECT(formats(
        "layout  a=S[ (8 , 4) : ( 1 @ laneid , 2 * ld ) ]+R[2:4 @warpid]+5@warpid   swizzle ( 3,3, "
        "3 )",
        "layout a = S[(8,4):(1@laneid,2*ld)] + R[2:4@warpid] + 5@warpid swizzle(3,3,3)\n"));
    EXPECT(formats(
        "copy cta( 128 ) warps 1 : 3 f32 smem 8x4 S[(32)] [0:4,m + 1 :+ 2]->reg a where "
        "m%16==0,align( src )==4{using reg}as x",
        "copy cta(128) warps 1:3 f32 smem 8x4 S[(32)][0:4, m+1:+2] -> reg a where m % 16 == 0, "
        "align(src) == 4 { using reg } as x\n"));
    EXPECT(formats(
        "copy thread f32 A<->B {\n\n   using reg;   masked;\n # c\n\n\n cache nc }\nimport   \"a "
        "b.tc\"",
        "copy thread f32 A <-> B {\n    using reg;\n    masked;\n    # c\n\n    cache "
        "nc\n}\nimport \"a b.tc\"\n"));
    EXPECT(formats("tile A:smem S[4] f16", "tile A : smem S[4] f16\n"));
    EXPECT(formats(
        "lane0 d warp 32 { in a : f32[128] / f32[4]; out s : f32; }",
        "lane0 d warp 32 { in a : f32[128] / f32[4]; out s : f32; }\n"));
    EXPECT(formats(
        "lane0  d cta( 64 )lane  id{\nin a:f16[8 , 16]/f16[ 2,1 ]cyclic;in p:const float*  *\n out "
        "s :f32 # c\n}",
        "lane0 d cta(64) lane id {\n    in a : f16[8,16] / f16[2,1] cyclic;\n    in p : const "
        "float "
        "**\n    out s : f32  # c\n}\n"));
    int errors = diag_error_count();
    EXPECT(!formatted("copy warp") && diag_error_count() == errors + 1);
    print_reports(stderr);
}

static void test_print(void) {
    const Symbol symbols[] = {{.name = "ld"}, {.name = "h"}};
    Text text = {0};
    coef_print(&text, (Coef){8, 1, {0, -1, -1}}, symbols);
    text_add(&text, ", ");
    coef_print(&text, (Coef){1, 2, {0, 1, -1}}, symbols);
    text_add(&text, ", ");
    coef_print(&text, (Coef){64, 0, {-1, -1, -1}}, symbols);
    EXPECT(strcmp(text_string(&text), "8 * ld, ld * h, 64") == 0);
}

/* Errors of one description come out in the order of its lines, and good statements still count. */
static void test_recovery(void) {
    int errors = diag_error_count();
    Module *module = load("copy warp f32 smem S[(32 -> reg\n"
                          "copy thread f32 gmem S[4] -> smem S[4] { using reg\n"
                          "copy thread f32 gmem S[4] -> smem S[4]\n"
                          "layout a = S[(0)]\n"
                          "copy thread f32 gmem a -> smem a\n");
    EXPECT(diag_error_count() == errors + 3 && module->request_count == 1);
    FILE *file = tmpfile();
    print_reports(file ? file : stderr);
    if (file) {
        fclose(file);
    }
}

int main(void) {
    test_layouts();
    test_operands();
    test_scopes();
    test_symbols();
    test_facts();
    test_module();
    test_format();
    test_format_of_loops();
    test_values();
    test_print();
    test_recovery();
    print_reports(stderr);
    mem_free_all();
    return unit_finish();
}
