/* The run-time arguments of copies, whole: their order, roles, bounds, divisors, and what a masked
 * copy asks of a pitch. Every number follows from the layout beside it. */
#include "../../generator/lang/lang.h"
#include "reports.h"
#include "unit.h"
#include <inttypes.h>

static void print_symbol(Text *out, const Copy *copy, const Symbol *symbol) {
    static const char *const roles[] = {
        "stride",
        "origin",
        "limit",
        "cta",
        "ctas",
        "parity",
        "barrier",
        "sender",
        "pick",
        "extent"};
    text_printf(out, "%s%s %s ", out->length ? ", " : "", symbol->name, roles[symbol->role]);
    text_printf(out, "%" PRId64 "..%" PRId64, symbol->min, symbol->max);
    if (symbol->divisor != 1)
        text_printf(out, " by %" PRId64, symbol->divisor);
    text_add(out, symbol->wide ? " wide" : "");
    if (symbol->whole)
        text_printf(out, " whole %" PRId64, symbol->whole);
    const Pitch *pitch = &symbol->pitch;
    if (pitch->scale)
        text_printf(
            out,
            " %" PRId64 "*it>=%" PRId64 "*%s or >=%" PRId64,
            pitch->scale,
            pitch->unit,
            copy->symbols[pitch->limit].name,
            pitch->enough);
    if (symbol->bounded)
        text_printf(out, " bound %" PRId64, symbol->bound);
}

typedef struct {
    const char *text, *symbols;
} Row;

static bool has_symbols(const Row *row) {
    const Source *source = source_from_text("t.tc", row->text, strlen(row->text));
    const Module *module = lang_load(source, prelude_text, NULL, 0, 0);
    Text out = {0};
    const Copy *copy = module->request_count ? &module->requests[0]->copy : NULL;
    for (int i = 0; copy && i < copy->symbol_count; i++)
        print_symbol(&out, copy, &copy->symbols[i]);
    print_reports(stdout);
    if (copy && strcmp(text_string(&out), row->symbols) == 0)
        return true;
    printf(
        "     of   %s\n     want %s\n     got  %s\n", row->text, row->symbols, text_string(&out));
    return false;
}

#define COPY(src, dst) "copy warp f32 gmem " src " -> smem " dst
/* (2^31 - 1 - what the constant iters span) / the weight of the run-time ones. */
static const Row strides[] = {
    {COPY("S[(1,64):(ld,1)]", "S[(64)]"), "ld stride 64..2147483647"},
    {COPY("S[(2,64):(ld,1)]", "S[(2,64)]"), "ld stride 64..2147483584"},
    {COPY("S[(128,64):(2*ld,1)]", "S[(128,64)]"), "ld stride 32..8454659"},
    {COPY("S[(128,63):(2*ld,1)]", "S[(128,63)]"), "ld stride 32..8454659"},
    {COPY("S[(128,65):(2*ld,1)]", "S[(128,65)]"), "ld stride 33..8454659"},
    {COPY("S[(128,64):(ld,3)]", "S[(128,64)]"), "ld stride 190..16909318"},
    {COPY("S[(128,64):(ld,1)] + 100@m", "S[(128,64)]"), "ld stride 64..16909318"},
    {COPY("S[(4,8,16):(h,ld,1)]", "S[(4,8,16)]"),
     "h stride 128..357913938, ld stride 16..153391688"},
    {COPY("S[(4,8,16):(h,ld,0)]", "S[(4,8,16)]"), "h stride 8..357913941, ld stride 1..153391689"},
    {COPY("S[(2,128,64):(65536,ld,1)]", "S[(2,128,64)]"), "ld stride 64..515"},
    {COPY("S[(2,128,64):(32,ld,1)]", "S[(2,128,64)]"), "ld stride 96..16909319"},
    {COPY("S[(2,2,128,64):(65536,32,ld,1)]", "S[(2,2,128,64)]"), "ld stride 96..515"},
    {COPY("S[(2,2,128,64):(32,65536,ld,1)]", "S[(2,2,128,64)]"), "ld stride 96..515"},
    {COPY("S[(2,128,64):(8192,ld,1)]", "S[(2,128,64)]"), "ld stride 64..64"},
    {COPY("S[(2,128,64):(8191,ld,1)]", "S[(2,128,64)]"), "ld stride 8255..16909255"},
    {COPY("S[(2,3,128,64):(32,32,ld,1)]", "S[(2,3,128,64)]"), "ld stride 160..16909318"},
    {COPY("S[(1,128,64):(8191,ld,1)]", "S[(128,64)]"), "ld stride 64..16909319"},
    {COPY("S[(2,1,64):(65536,ld,1)]", "S[(2,64)]"), "ld stride 64..2147483647"},
    {COPY("S[(2,64):(1,ld)]", "S[(2,64)]"), "ld stride 2..34087042"},
    {COPY("S[(4,128,64):(h*ld,ld,1)]", "S[(4,128,64)]"),
     "h stride 128..18918, ld stride 64..18918"},
    {COPY("S[(4,128,64):(h*ld,ld,1)]", "S[(4,128,64)]") " where ld <= 1000",
     "h stride 128..357913, ld stride 64..1000 bound 1000"},
    {COPY("S[(4,128,64):(h*ld,ld,1)]", "S[(4,128,64)]") " where h == 200",
     "h stride 200..200 bound 200, ld stride 64..1789569"},
    {COPY("S[(4,128,64):(h*ld,ld,1)]", "S[(4,128,64)]") " where h >= 200",
     "h stride 200..18918, ld stride 64..18918"},
    {COPY("S[(8,8):(a*b,1)]", "S[(8,8)]"), "a stride 8..17515, b stride 1..17515"},
    {COPY("S[(4,128,64):(ld*h,ld,1)]", "S[(4,128,64)]"),
     "ld stride 64..18918, h stride 128..18918"},
    {COPY("S[(8,2):(a*b,1)]", "S[(8,2)]"), "a stride 2..17515, b stride 1..17515"},
    {COPY("S[(8,8):(a*a,1)]", "S[(8,8)]"), "a stride 8..17515"},
    {COPY("S[(8,8):(a*b*c,1)]", "S[(8,8)]"), "a stride 8..674, b stride 1..674, c stride 1..674"},
    {COPY("S[(8,8):(0*ld,1)]", "S[(8,8)]"), ""},
    {COPY("S[(128,64):(ld,1)]", "S[(128,64):(ld,1)]"), "ld stride 64..16909319"},
    {COPY("S[(128,64):(ld,1)]", "S[(128,64):(pitch,1)]"),
     "ld stride 64..16909319, pitch stride 64..16909319"},
    {COPY("S[(128,64):(ld,1)]", "S[(128,64)]") " { ld64; }", "ld stride 64..2216338399296 wide"},
    {COPY("S[(128,60):(ld,1)]", "S[(128,60)]") " where ld % 8 == 0", "ld stride 64..16909312 by 8"},
    {COPY("S[(128,64):(ld,1)]", "S[(128,64)]") " where ld % 8 == 0, ld >= 65, ld < 96",
     "ld stride 72..88 by 8 bound 95"},
    {COPY("S[(128,64):(ld,1)]", "S[(128,64)]") " where ld % 4 == 0, ld % 6 == 0, ld > 71, ld <= 96",
     "ld stride 72..96 by 12 bound 96"},
    {COPY("S[(128,64):(ld,1)]", "S[(128,64)]") " where ld <= 200, ld <= 100, ld <= 150",
     "ld stride 64..100 bound 100"},
};

static const Row origins[] = {
    {COPY("S[(128,64)][m:+16, 0:64]", "S[(16,64)]"), "m origin 0..112"},
    {COPY("S[(128,64)][m+8:+16, k:+64]", "S[(16,64)]"), "m origin 0..104, k origin 0..0"},
    {COPY("S[(128,64)][m:+16, m:+16]", "S[(16,16)]"), "m origin 0..48"},
    {COPY("S[(128,64)][m:+16, 0:64]", "S[(20,64)][m:+16, 0:64]"), "m origin 0..4"},
    {COPY("S[(128,64):(ld,1)][m:+16, k:+8]", "S[(16,8)]") " where m % 16 == 0, k % 5 == 0",
     "ld stride 64..16909319, m origin 0..112 by 16, k origin 0..55 by 5"},
    {COPY("S[(128,64):(ld,1)][m:+1, 0:64]", "S[(64):(p)]"),
     "ld stride 64..16909319, p stride 1..34087042, m origin 0..127"},
    {COPY("S[(8,64)]", "S[(8,64)]") " { stages 4; }", "stage origin 0..3"},
    {COPY("S[(8,64):(ld,1)]", "S[(8,64)]") " where stage <= 1, ld % 2 == 0 { stages 4; }",
     "ld stride 64..306783368 by 2, stage origin 0..1"},
};

/* Limits take the place of the bound that a whole tile implies. */
static const Row masked[] = {
    {COPY("S[(64,64)]", "S[(64,64)]") " { masked; }",
     "rows limit 0..2147483647, cols limit 0..2147483647"},
    {COPY("S[(64)]", "S[(64)]") " { masked; }", "cols limit 0..2147483647"},
    {COPY("S[(64,64):(ld,1)]", "S[(64,64)]") " { masked; }",
     "ld stride 0..34087041 whole 64 1*it>=1*cols or >=64, rows limit 0..2147483647, "
     "cols limit 0..2147483647"},
    {COPY("S[(64,64):(ld,1)]", "S[(64,64)]") " where ld >= 63, rows <= 9 { masked; }",
     "ld stride 63..34087041 whole 64 1*it>=1*cols or >=64, rows limit 0..9, "
     "cols limit 0..2147483647"},
    {COPY("S[(64,64):(ld,1)]", "S[(64,64)]") " where ld >= 64 { masked; }",
     "ld stride 64..34087041 whole 64, rows limit 0..2147483647, cols limit 0..2147483647"},
    {COPY("S[(64,2):(2*ld,1)]", "S[(64,2)]") " { masked; }",
     "ld stride 1..17043521, rows limit 0..2147483647, cols limit 0..2147483647"},
    {COPY("S[(64,65):(2*ld,1)]", "S[(64,65)]") " { masked; }",
     "ld stride 0..17043520 whole 33 2*it>=1*cols or >=33, rows limit 0..2147483647, "
     "cols limit 0..2147483647"},
    {COPY("S[(64,64):(ld,2)]", "S[(64,64)]") " { masked; }",
     "ld stride 0..34087040 whole 127 1*it>=2*cols or >=128, rows limit 0..2147483647, "
     "cols limit 0..2147483647"},
    {COPY("S[(64,64):(ld,1)][0:32,0:16]", "S[(32,16)]") " { masked; }",
     "ld stride 0..34087041 whole 64 1*it>=1*cols or >=16, rows limit 0..2147483647, "
     "cols limit 0..2147483647"},
    {COPY("S[(64,32):(1,ld)]", "S[(64,32)]") " { masked; }",
     "ld stride 0..69273664 whole 64 1*it>=1*rows or >=64, rows limit 0..2147483647, "
     "cols limit 0..2147483647"},
    {COPY("S[(64,64):(ld,1)]", "S[(64,64):(ld,1)]") " { masked; }",
     "ld stride 64..34087041, rows limit 0..2147483647, cols limit 0..2147483647"},
    {COPY("S[(8,64,64):(h*ld,ld,1)][n:+1, 0:64, 0:64]", "S[(64,64)]") " { masked; }",
     "h stride 0..12385 whole 64, ld stride 0..12385 whole 64 1*it>=1*cols or >=64, "
     "n origin 0..7, rows limit 0..2147483647, cols limit 0..2147483647"},
    {COPY("64x64 S[(2,32,64):(32*ld,ld,1)]", "S[(64,64)]") " { masked; }",
     "ld stride 0..33554431 whole 64 1*it>=1*cols or >=64, rows limit 0..2147483647, "
     "cols limit 0..2147483647"},
    {COPY("64x64 S[(2,32,64):(33*ld,ld,1)]", "S[(64,64)]") " { masked; }",
     "ld stride 64..32537630, rows limit 0..2147483647, cols limit 0..2147483647"},
};

/* Windows: origins may be negative, extents are limits, rows of the array do not overlap. */
#define YX "y origin -1073741823..1073741823, x origin -1073741823..1073741823"
#define Y24 "y origin -16777215..16777215, x origin -1073741823..1073741823"
#define HW "h limit 0..2147483647, w limit 0..2147483647"
#define WIDTH " 1*it>=1*w or >=4503599627370496, "
#define H(src, dst) COPY("S[(h,w):" src, dst)
static const Row windows[] = {
    {H("(ld,1)][y:+34, x:+66]", "S[(34,66)]") " { masked; }",
     "ld stride 0..65075260 whole 72" WIDTH YX ", " HW},
    {H("(ld,1)][y:+34, x:+64]", "S[(34,64)]") " { masked; }",
     "ld stride 0..65075260 whole 64" WIDTH YX ", " HW},
    {"copy warp f16 gmem S[(h,w):(ld,1)][y:+34, x:+66] -> smem S[(34,66)] { masked; }",
     "ld stride 0..65075260 whole 80" WIDTH YX ", " HW},
    {H("(ld,1)][y-1:+34, x+2:+66]", "S[(34,66)]") " where y % 8 == 0 { masked; }",
     "ld stride 0..65075260 whole 72" WIDTH "y origin -1073741816..1073741816 by 8 whole 1, "
     "x origin -1073741823..1073741823, " HW},
    {H("(ld,1)][y:+34, x:+66]", "S[(34,66)]") " { masked; edge clamp; }",
     "ld stride 0..65075260 whole 72" WIDTH YX ", h limit 1..2147483647, w limit 1..2147483647"},
    {H("(ld,1)][y:+34, x:+66]", "S[(34,66)]") " { masked; edge zero; }",
     "ld stride 0..65075260 whole 72" WIDTH YX ", " HW},
    {H("(ld,1)][y:+34, x:+66]", "S[(34,66)]") " { masked; ld64; }",
     "ld stride 0..68719476735 wide whole 72" WIDTH Y24 ", " HW},
    {H("(ld,1)][y+16777216:+4, x:+8]", "S[(4,8)]") " { masked; ld64; }",
     "ld stride 0..2147483647 wide whole 8" WIDTH Y24 ", " HW},
    {H("(ld,1)][y+16777215:+4, x:+8]", "S[(4,8)]") " { masked; ld64; }",
     "ld stride 0..68719476735 wide whole 8" WIDTH Y24 ", " HW},
    {H("(ld,1)][y:+1, x:+64]", "S[(64)]") " { masked; }",
     "ld stride 0..2147483647 whole 64" WIDTH YX ", " HW},
    {H("(3*ld,1)][y:+1, x:+64]", "S[(64)]") " { masked; }",
     "ld stride 0..536870911 whole 24 3*it>=1*w or >=4503599627370496, " YX ", " HW},
    {H("(a*b,1)][y:+1, x:+64]", "S[(64)]") " { masked; }",
     "a stride 64..32767, b stride 1..32767, " YX ", " HW},
    {COPY("S[(h,64):(ld,1)][y:+34, 0:64]", "S[(34,64)]") " { masked; }",
     "ld stride 64..65075260, y origin -1073741823..1073741823, h limit 0..2147483647"},
    {COPY("S[(h,128):(ld,1)][y:+34, x+8:+64]", "S[(34,64)]") " { masked; }",
     "ld stride 128..65075260, y origin -1073741823..1073741823, x origin 0..56, "
     "h limit 0..2147483647"},
    {COPY("S[(M,64):(ld,1)]", "S[(128,64)]") " where M <= 128 { masked; }",
     "ld stride 64..16909319, M limit 0..128 bound 128"},
    {COPY("S[(M,N):(N,1)]", "S[(128,64)]") " where M <= 128, N <= 64 { masked; }",
     "N stride 0..64 whole 64 bound 64, M limit 0..128 bound 128"},
    {COPY("S[(M,N):(3*N,2)]", "S[(128,64)]") " where M <= 128, N <= 64 { masked; }",
     "N stride 0..64 whole 64 bound 64, M limit 0..128 bound 128"},
    {COPY("S[(d,h,w):(p*ld,ld,1)][z:+2, y:+4, x:+8]", "S[(2,4,8)]") " { masked; }",
     "p stride 0..32767 whole 4 1*it>=1*h or >=4503599627370496, ld stride 0..32767 whole 8" WIDTH
     "z origin -1073741823..1073741823, " YX ", d limit 0..2147483647, " HW},
};

/* Units and strides of 0 keep nothing apart, and of two inside of a step the larger counts. */
static const Row nested[] = {
    {COPY("S[(h,1,w):(ld,8,1)][y:+4, 0:1, x:+8]", "S[(4,8)]") " { masked; }",
     "ld stride 0..715827880 whole 8" WIDTH YX ", " HW},
    {COPY("S[(h,w):(ld,0)][y:+4, x:+8]", "S[(4,8)]") " { masked; }",
     "ld stride 1..715827882, " YX ", " HW},
    {COPY("S[(h,w,v):(ld,8,1)][y:+2, x:+2, z:+8]", "S[(2,2,8)]") " { masked; }",
     "ld stride 0..2147483632 whole 16 1*it>=8*w or >=4503599627370496, " YX
     ", z origin -1073741823..1073741823, " HW ", v limit 0..2147483647"},
    {COPY("S[(h,w,8):(ld,1,1)][y:+2, x:+4, 0:8]", "S[(2,4,8)]") " { masked; }",
     "ld stride 8..2147483637 whole 16" WIDTH YX ", " HW},
    {COPY("S[(h,16,8):(ld,8,1)][y:+2, 0:2, 0:8]", "S[(2,2,8)]") " { masked; }",
     "ld stride 128..2147483632, y origin -1073741823..1073741823, h limit 0..2147483647"},
};

/* An extent that is also the pitch, and two dimensions inside of one step. */
static const Row own[] = {
    {COPY("S[(h,w):(w,1)][y:+4, x:+8]", "S[(4,8)]") " { masked; ld64; }",
     "w stride 0..2147483647 wide whole 8, " Y24 ", h limit 0..2147483647"},
    {COPY("S[(h,w):(w,2)][y:+4, x:+8]", "S[(4,8)]") " { masked; }",
     "w stride 15..715827877, " YX ", h limit 0..2147483647"},
    {COPY("S[(d,h,w):(ld,1,1)][z:+2, y:+4, x:+8]", "S[(2,4,8)]") " { masked; }",
     "ld stride 0..2147483637 whole 16" WIDTH "z origin -1073741823..1073741823, " YX
     ", d limit 0..2147483647, " HW},
    {COPY("S[(8,8):(a*b,1)]", "S[(8,8)]") " { masked; }",
     "a stride 8..17515, b stride 1..17515, rows limit 0..2147483647, cols limit 0..2147483647"},
    {COPY("S[(8,8):(ld,1)]", "S[(8,8)] + R[2:64]") " { masked; }",
     "ld stride 0..306783377 whole 8 1*it>=1*cols or >=8, rows limit 0..2147483647, "
     "cols limit 0..2147483647"},
};

static const Row far[] = {
    {COPY("S[(d,h,8):(4294967296,ld,1)][z:+1, y:+4, 0:8]", "S[(4,8)]") " { masked; edge clamp; }",
     "ld stride 8..715827880, z origin -536870911..536870911, y origin -1073741823..1073741823, "
     "d limit 1..1073741824, h limit 1..2147483647"},
    /* Five origins share what four have. */
    {COPY(
         "S[(d,4,4,4,h,8):(4294967296,65536,4096,256,ld,1)][z:+1, a:+1, b:+1, c:+1, y:+4, 0:8]",
         "S[(4,8)]") " { masked; }",
     "ld stride 8..715827880, z origin -429496729..429496729, a origin 0..3, b origin 0..3, "
     "c origin 0..3, y origin -1073741823..1073741823, d limit 0..2147483647, "
     "h limit 0..2147483647"},
    {COPY("S[(d,h,8):(4294967296,ld,1)][z+7:+1, y:+4, 0:8]", "S[(4,8)]") " { masked; }",
     "ld stride 8..715827880, z origin -536870904..536870904, y origin -1073741823..1073741823, "
     "d limit 0..2147483647, h limit 0..2147483647"},
};

static const Row tensors[] = {
    {"copy_async elected f16 gmem S[(64,64):(ld,1)] -> smem S[(64,64)] { tensormap; }",
     "ld stride 0..549755813888 wide"},
    {"copy_async elected f32 gmem S[(64,32):(ld,1)] -> smem S[(64,32)] { tensormap; }",
     "ld stride 0..274877906944 wide"},
    {"copy_async elected f16 gmem S[(M,K):(ld,1)][m:+64, k:+32] -> smem S[(64,32)] { tensormap; }",
     "ld stride 0..549755813888 wide, m origin 0..2147483583, k origin 0..2147483615, "
     "M extent 1..4294967296 wide, K extent 1..4294967296 wide"},
    {"copy_async elected f16 gmem S[(M,K):(ld,1)][m:+64, k+1:+32] -> smem S[(64,32)] { tensormap; "
     "oob zero; }",
     "ld stride 0..549755813888 wide, m origin -2147483648..2147483583, "
     "k origin -2147483648..2147483614, M extent 1..4294967296 wide, K extent 1..4294967296 wide"},
    {"copy_async elected f16 smem S[(64,32)] -> gmem S[(M,K):(ld,1)][m:+64, k:+32] { tensormap; "
     "oob skip; }",
     "ld stride 0..549755813888 wide, m origin 0..2147483583, k origin 0..2147483615, "
     "M extent 1..4294967296 wide, K extent 1..4294967296 wide"},
    {"copy_async elected f16 gmem S[(128,64):(ld,1)][m:+64, 0:64] -> smem S[(64,64)] { tensormap; "
     "}",
     "ld stride 0..549755813888 wide, m origin 0..64"},
    {"copy_async elected f16 gmem S[(128,64):(ld,1)][m:+64, 0:64] -> smem S[(64,64)] { tensormap; "
     "oob nan; }",
     "ld stride 0..549755813888 wide, m origin -2147483648..2147483583"},
    {"copy_async elected f16 gmem S[(M,K):(K,1)][m:+64, k:+32] -> smem S[(64,32)] { tensormap; }",
     "K stride 1..4294967296 wide, m origin 0..2147483583, k origin 0..2147483615, M extent "
     "1..4294967296 wide"},
};

#define INDEX(most, least)                                                                         \
    "index pick 0.." most ", index# pick 0..0 by 1099511627776, (int)index pick " least ".." most  \
    ", index of columns pick 0..2147483647"
static const Row picks[] = {
    {COPY("S[(32,8)] by i32 gmem", "S[(32,8)]"), INDEX("2147483647", "-1")},
    {COPY("S[(32,8)] by u32 gmem", "S[(32,8)]"), INDEX("4294967295", "0")},
    {COPY("S[(32,8)] by i32 gmem", "S[(32,8)]") " where index >= 0", INDEX("2147483647", "0")},
    {COPY("S[(32,8)] by i32 gmem", "S[(32,8)]") " where index < 100", INDEX("99", "-1")},
    {COPY("S[(32,8):(ld,1)] by i32 gmem", "S[(32,8)]"),
     "ld stride 8..69273665, " INDEX("2147483647", "-1")},
    {COPY("S[(32,8):(ld,1)] by i32 gmem", "S[(32,8)]") " { ld64; }",
     "ld stride 8..2147483648 wide, " INDEX("2147483647", "-1")},
    {COPY("S[(32,8):(ld,1)] by i32 gmem", "S[(32,8)]") " where ld % 3 == 0 { ld64; }",
     "ld stride 9..2147483646 by 3 wide, " INDEX("2147483647", "-1")},
    {COPY("S[(32,8):(ld,1)] by i32 gmem", "S[(32,8)]") " where ld <= 100 { ld64; }",
     "ld stride 8..100 wide bound 100, " INDEX("2147483647", "-1")},
    {COPY("S[(32,8):(2*ld,1)] by i32 gmem", "S[(32,8)]") " { ld64; }",
     "ld stride 4..1073741824 wide, " INDEX("2147483647", "-1")},
    {"copy_async elected f16 gmem S[(16,64):(ld,1)] by u32 smem -> smem S[(16,64)] { tensormap; }",
     "ld stride 0..549755813888 wide, rows extent 1..2147483647 wide, " INDEX("2147483647", "0")},
};

int main(void) {
    for (size_t i = 0; i < COUNT_OF(strides); i++)
        EXPECT_OF(strides[i].text, has_symbols(&strides[i]));
    for (size_t i = 0; i < COUNT_OF(origins); i++)
        EXPECT_OF(origins[i].text, has_symbols(&origins[i]));
    for (size_t i = 0; i < COUNT_OF(masked); i++)
        EXPECT_OF(masked[i].text, has_symbols(&masked[i]));
    for (size_t i = 0; i < COUNT_OF(windows); i++)
        EXPECT_OF(windows[i].text, has_symbols(&windows[i]));
    for (size_t i = 0; i < COUNT_OF(nested); i++)
        EXPECT_OF(nested[i].text, has_symbols(&nested[i]));
    for (size_t i = 0; i < COUNT_OF(own); i++)
        EXPECT_OF(own[i].text, has_symbols(&own[i]));
    for (size_t i = 0; i < COUNT_OF(far); i++)
        EXPECT_OF(far[i].text, has_symbols(&far[i]));
    for (size_t i = 0; i < COUNT_OF(tensors); i++)
        EXPECT_OF(tensors[i].text, has_symbols(&tensors[i]));
    for (size_t i = 0; i < COUNT_OF(picks); i++)
        EXPECT_OF(picks[i].text, has_symbols(&picks[i]));
    mem_free_all();
    return unit_finish();
}
