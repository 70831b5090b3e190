/* test_descriptor_refused.c: where descriptors end (dtypes, shapes, swizzles, layouts, the reach, origins), each on both
 * sides, and what is said of those that are none, word for word. */
#include "descriptor/descriptor.h"
#include "unit.h"

enum { BOTH = 1u << TARGET_SM_90A | 1u << TARGET_SM_100A };

static DescriptorPlans *load(const char *text) {
    diag_reset();
    const Module *module =
        lang_load(source_from_text("d", text, strlen(text)), prelude_text, NULL, 0, BOTH);
    return descriptors_plan(module, true);
}

/* The statement behind `descriptor `, the word at which the error stands, what it says and the help;
 * NULL: nothing is wrong. */
#define DTYPES "operands are f16, bf16, tf32, e4m3, e5m2, i8 and u8"
#define TWO_DIMENSIONS "an operand has two dimensions, M or N and then K [E_DESCRIPTOR_SHAPE]"
#define REGION(K) "a region such as [m:+64, k:+" K "]; other dimensions are one index"
#define ROWS(N, UNIT, DTYPE)                                                                       \
    N " of M or N: no instruction of " UNIT " reads so many rows of " DTYPE " [E_DESCRIPTOR_"      \
      "SHAPE]"
#define FLOATS "A has 64 rows; N is a multiple of 8 up to 256"
#define INTEGERS "A has 64 rows; N is 8, 16, 24, 32 or a multiple of 16 up to 256"
#define DEPTH(K)                                                                                   \
    "dimension 1 is K: write [.., k:+" K "] where k % " K " == 0; the next instruction takes k "   \
    "+ " K
#define MAJOR(UNIT, DTYPE)                                                                         \
    "dimension 0 is contiguous (MN-major), but " UNIT " reads " DTYPE                              \
    " along K alone [E_DESCRIPTOR_MAJOR]"
#define HALVES                                                                                     \
    "only f16 and bf16 may be MN-major: store the tile with K contiguous, or transpose it on the " \
    "way into shared memory"
#define LAYOUT(WHY) "this layout has no descriptor of wgmma: " WHY " [E_DESCRIPTOR_LAYOUT]"
#define SWIZZLES(DTYPE, UNIT)                                                                      \
    "its swizzles of " DTYPE " are (" UNIT ",1,3), (" UNIT ",2,3) and (" UNIT                      \
    ",3,3): 'swizzle 32B', '64B', '128B'"
#define NONE_OF(DTYPE) " of " DTYPE " is none of the hardware's"
#define ALSO(SPAN) "write 'swizzle " SPAN "B' behind the layout, where the tile is filled too"
#define PANELS "lay the tile out in panels of 128 bytes a row, as 'smem 128x128 sw128' does"
#define MN_PANELS                                                                                  \
    "lay the tile out in panels of 128 bytes for each k, as 'smem 128x128 "                        \
    "S[(2,64,128):(8192,1,64)] swizzle 128B' does for 16-bit elements"
#define CONTIGUOUS                                                                                 \
    "store the tile with K contiguous (K-major), or with M or N contiguous (MN-major)"
#define TABLE "docs/descriptors.md has the table; rows of 128 bytes under 'swizzle 128B' are usual"
#define REACH(WHAT)                                                                                \
    WHAT " more than 262144 bytes, all that a descriptor can address [E_DESCRIPTOR_REACH]"
#define SMALLER "an SM has at most 227 KiB of shared memory: take a smaller tile or fewer stages"
#define NO_16                                                                                      \
    " the operand does not begin at a multiple of 16 bytes, which a descriptor counts "            \
    "[E_DESCRIPTOR_ORIGIN]"
#define INSIDE(ELEMENT, IS, LINE, READS)                                                           \
    " the operand begins inside an atom: its element " ELEMENT " lies at byte " IS                 \
    " of the tile, and " LINE " reads byte " READS " [E_DESCRIPTOR_ORIGIN]"
#define STATE(FACT) "state 'where " FACT " == 0'"
#define ELSEWHERE "let the region begin at a multiple of what one instruction reads"
#define NO_SUM                                                                                     \
    "the origins may lie anywhere between the panels of the tile, so that no sum of their digits " \
    "gives the start address [E_DESCRIPTOR_ORIGIN]"
#define PLACE " [E_DESCRIPTOR_PLACE]"
#define CORES "wgmma bf16 smem 128x64 S[(16,8,8,8):(512,8,64,1)]"
#define UNEVEN(A, B)                                                                               \
    "wgmma bf16 smem 128x16 S[(2,2,2,16,2,8):(" A "," B                                            \
    ",256,1,128,16)] swizzle 32B[m:+24, 0:16] "                                                    \
    "where m % 32 == 0"
#define FINE NULL, NULL, NULL

static const struct {
    const char *text, *at, *said, *help;
} rows[] = {
    {"wgmma f32 smem S[(64,32)] swizzle 128B[0:64, 0:8]",
     "f32",
     "no shape of wgmma takes operands of f32 [E_DESCRIPTOR_DTYPE]",
     DTYPES "; 'tf32' reads the first 19 bits of an f32"},
    {"umma i16 smem S[(64,64)] swizzle 128B[0:64, 0:16]",
     "i16",
     "no shape of umma takes operands of i16 [E_DESCRIPTOR_DTYPE]",
     DTYPES},
    {"wgmma f16 smem S[(64,64)] swizzle 128B[0:64, 0:16]", FINE},
    {"wgmma bf16 smem S[(64,64)] swizzle 128B[0:64, 0:16]", FINE},
    {"wgmma tf32 smem S[(64,32)] swizzle 128B[0:64, 0:8]", FINE},
    {"wgmma e4m3 smem S[(64,128)] swizzle 128B[0:64, 0:32]", FINE},
    {"wgmma e5m2 smem S[(64,128)] swizzle 128B[0:64, 0:32]", FINE},
    {"wgmma i8 smem S[(64,128)] swizzle 128B[0:64, 0:32]", FINE},
    {"wgmma u8 smem S[(64,128)] swizzle 128B[0:64, 0:32]", FINE},
    /* Shapes. */
    {"wgmma bf16 smem S[(256,64)] swizzle 128B[0:8, 0:16]", FINE},
    {"wgmma bf16 smem S[(256,64)] swizzle 128B[0:12, 0:16]",
     "[0:12",
     ROWS("12", "wgmma", "bf16"),
     FLOATS},
    {"wgmma bf16 smem S[(256,64)] swizzle 128B[0:40, 0:16]", FINE},
    {"wgmma bf16 smem S[(256,64)] swizzle 128B[0:256, 0:16]", FINE},
    {"umma bf16 smem S[(264,64)] swizzle 128B[0:264, 0:16]",
     "[0:264",
     ROWS("264", "umma", "bf16"),
     FLOATS},
    {"wgmma i8 smem S[(64,128)] swizzle 128B[0:8, 0:32]", FINE},
    {"wgmma i8 smem S[(64,128)] swizzle 128B[0:24, 0:32]", FINE},
    {"wgmma i8 smem S[(64,128)] swizzle 128B[0:32, 0:32]", FINE},
    {"wgmma i8 smem S[(64,128)] swizzle 128B[0:40, 0:32]",
     "[0:40",
     ROWS("40", "wgmma", "i8"),
     INTEGERS},
    {"wgmma u8 smem S[(64,128)] swizzle 128B[0:48, 0:32]", FINE},
    {"wgmma e4m3 smem S[(64,128)] swizzle 128B[0:40, 0:32]", FINE},
    {"wgmma tf32 smem S[(64,32)] swizzle 128B[0:64, 0:16]",
     "[0:64",
     "16 of K: one instruction reads 8 of tf32, 32 bytes [E_DESCRIPTOR_SHAPE]",
     DEPTH("8")},
    {"wgmma e4m3 smem S[(64,128)] swizzle 128B[0:64, 0:16]",
     "[0:64",
     "16 of K: one instruction reads 32 of e4m3, 32 bytes [E_DESCRIPTOR_SHAPE]",
     DEPTH("32")},
    {"wgmma bf16 smem S[(64,64)] swizzle 128B[0:1, 0:1]", "[0:1", TWO_DIMENSIONS, REGION("16")},
    {"wgmma bf16 smem S[(64,64)] swizzle 128B[0:64, 0:1]", "[0:64", TWO_DIMENSIONS, REGION("16")},
    {"wgmma e4m3 smem S[(2,64,64)] swizzle 64B[0:2, 0:64, 0:32]",
     "[0:2",
     TWO_DIMENSIONS,
     REGION("32")},
    {"wgmma bf16 smem S[(2,64,64)] swizzle 128B[1:2, 0:64, 0:16]", FINE},
    /* M or N contiguous, as a line of the table and as none. */
    {"wgmma e4m3 smem S[(128,64):(1,128)] swizzle 128B[0:64, 0:32]",
     "smem",
     MAJOR("wgmma", "e4m3"),
     HALVES},
    {"wgmma i8 smem S[(64,128):(1,80)][0:64, 0:32]", "smem", MAJOR("wgmma", "i8"), HALVES},
    {"umma tf32 smem S[(32,128):(1,32)] swizzle 128B[0:32, 0:8]",
     "smem",
     MAJOR("umma", "tf32"),
     "tf32 is K-major here: store the tile with K contiguous"},
    {"wgmma tf32 smem S[(32,128):(1,32)] swizzle 128B[0:32, 0:8]",
     "smem",
     MAJOR("wgmma", "tf32"),
     HALVES},
    {"umma i8 smem S[(128,64):(1,128)] swizzle 128B[0:64, 0:32]", FINE},
    /* Swizzles. */
    {"wgmma bf16 smem S[(64,64)] swizzle(2,3,3)[0:64, 0:16]",
     "smem",
     LAYOUT("swizzle(2,3,3)" NONE_OF("bf16")),
     SWIZZLES("bf16", "3")},
    {"wgmma tf32 smem S[(64,32)] swizzle(3,3,3)[0:64, 0:8]",
     "smem",
     LAYOUT("swizzle(3,3,3)" NONE_OF("tf32")),
     SWIZZLES("tf32", "2")},
    {"wgmma e4m3 smem S[(64,128)] swizzle(3,3,3)[0:64, 0:32]",
     "smem",
     LAYOUT("swizzle(3,3,3)" NONE_OF("e4m3")),
     SWIZZLES("e4m3", "4")},
    {"wgmma bf16 smem S[(64,64)] swizzle(3,3,4)[0:64, 0:16]",
     "smem",
     LAYOUT("swizzle(3,3,4)" NONE_OF("bf16")),
     SWIZZLES("bf16", "3")},
    {"wgmma bf16 smem S[(64,64)] swizzle(3,4,4)[0:64, 0:16]",
     "smem",
     LAYOUT("swizzle(3,4,4)" NONE_OF("bf16")),
     SWIZZLES("bf16", "3")},
    {"wgmma bf16 smem S[(64,64)] swizzle(3,3,3,outer)[0:64, 0:16]",
     "smem",
     LAYOUT("swizzle(3,3,3,outer)" NONE_OF("bf16")),
     SWIZZLES("bf16", "3")},
    {"wgmma bf16 smem S[(64,64):(72,1)] swizzle(2,0,3)[0:64, 0:16]",
     "smem",
     LAYOUT("rows are 144 bytes apart; K-major without a swizzle takes 16, under swizzle 128B 128"),
     PANELS},
    /* From row to row, or from k to k. */
    {"wgmma bf16 smem S[(64,64)][0:64, 0:16]",
     "smem",
     LAYOUT("rows are 128 bytes apart; K-major without a swizzle takes 16, under swizzle 128B 128"),
     ALSO("128")},
    {"wgmma bf16 smem S[(64,64):(63,1)][0:64, 0:16]",
     "smem",
     LAYOUT("rows are 126 bytes apart; K-major without a swizzle takes 16, under swizzle 64B 64"),
     PANELS},
    {"wgmma bf16 smem S[(64,32)][0:64, 0:16]",
     "smem",
     LAYOUT("rows are 64 bytes apart; K-major without a swizzle takes 16, under swizzle 64B 64"),
     ALSO("64")},
    {"wgmma bf16 smem S[(64,16):(31,1)][0:64, 0:16]",
     "smem",
     LAYOUT("rows are 62 bytes apart; K-major without a swizzle takes 16, under swizzle 32B 32"),
     PANELS},
    {"wgmma bf16 smem S[(64,16)][0:64, 0:16]",
     "smem",
     LAYOUT("rows are 32 bytes apart; K-major without a swizzle takes 16, under swizzle 32B 32"),
     ALSO("32")},
    {"wgmma bf16 smem S[(64,64)] swizzle 64B[0:64, 0:16]",
     "smem",
     LAYOUT("rows are 128 bytes apart; K-major under swizzle 64B takes 64, under swizzle 128B 128"),
     ALSO("128")},
    {"wgmma bf16 smem S[(64,64):(72,1)] swizzle 128B[0:64, 0:16]",
     "smem",
     LAYOUT("rows are 144 bytes apart; K-major under swizzle 128B takes 128"),
     PANELS},
    {"wgmma bf16 smem S[(128,64):(1,128)][0:64, 0:16]",
     "smem",
     LAYOUT("steps of k are 256 bytes apart; MN-major without a swizzle takes 16, under swizzle "
            "128B 128"),
     MN_PANELS},
    {"wgmma bf16 smem S[(64,64):(1,64)][0:64, 0:16]",
     "smem",
     LAYOUT("steps of k are 128 bytes apart; MN-major without a swizzle takes 16, under swizzle "
            "128B 128"),
     ALSO("128")},
    {"wgmma bf16 smem S[(64,64):(2,128)][0:64, 0:16]",
     "smem",
     LAYOUT("the next k lies 256 bytes further and the next row 4; one of the two must be "
            "contiguous, 2 bytes"),
     CONTIGUOUS},
    {"wgmma tf32 smem S[(64,64):(64,2)][0:64, 0:8]",
     "smem",
     LAYOUT("the next k lies 8 bytes further and the next row 256; one of the two must be "
            "contiguous, 4 bytes"),
     CONTIGUOUS},
    {"wgmma bf16 smem S[(64,64,2):(72,1,8192)] + 512@m[0:64, 0:16, 0:1]",
     "smem",
     LAYOUT("rows are 144 bytes apart; K-major without a swizzle takes 16, under swizzle 128B 128"),
     PANELS},
    /* Elements that the nearest line does not find: by an offset, or by the line itself. */
    {"wgmma bf16 smem 64x16 S[(8,8,2,8):(68,8,1024,1)][0:64, 0:16]",
     "smem",
     LAYOUT("element (8, 0) lies 136 bytes behind the first; K-major without a swizzle takes a "
            "multiple of 16 there"),
     TABLE},
    {"wgmma bf16 smem 64x16 S[(8,8,2,8):(68,8,1024,1)][0:8, 0:16]", FINE},
    {"wgmma bf16 smem 64x16 S[(8,8,2,8):(64,8,516,1)][0:64, 0:16]",
     "smem",
     LAYOUT("element (0, 8) lies 1032 bytes behind the first; K-major without a swizzle takes a "
            "multiple of 16 there"),
     TABLE},
    {"wgmma bf16 smem 32x16 S[(2,16,16):(1028,1,16)] swizzle 32B[0:32, 0:16]",
     "smem",
     LAYOUT("element (16, 0) lies 2056 bytes behind the first; MN-major under swizzle 32B takes a "
            "multiple of 16 there"),
     TABLE},
    {"wgmma bf16 smem 32x16 S[(2,16,16):(1028,1,16)] swizzle 32B[0:16, 0:16]", FINE},
    {"wgmma bf16 smem 16x16 S[(16,2,8):(1,132,16)] swizzle 32B[0:16, 0:16]",
     "smem",
     LAYOUT("element (0, 8) lies 264 bytes behind the first; MN-major under swizzle 32B takes a "
            "multiple of 16 there"),
     TABLE},
    {"wgmma bf16 smem 64x64 S[(4,2,8,64):(1536,512,64,1)] swizzle 128B[0:64, 0:16]",
     "smem",
     LAYOUT(
         "element (16, 0) lies 3072 bytes behind the first; K-major under swizzle 128B takes 2048"),
     TABLE},
    {"wgmma bf16 smem 64x16 S[(64,2,8):(64,24,1)] swizzle 128B[0:64, 0:16]",
     "smem",
     LAYOUT("element (0, 8) lies 48 bytes behind the first; K-major under swizzle 128B takes 16"),
     TABLE},
    {"wgmma bf16 smem 8x18 S[(8,2,9):(8,100,1)][0:8, 0:16]",
     "smem",
     LAYOUT("element (0, 9) lies 200 bytes behind the first; K-major without a swizzle takes 18"),
     TABLE},
    {"wgmma bf16 smem 16x16 S[(2,8,8,2):(512,1,64,8)][0:16, 0:16]",
     "smem",
     LAYOUT("element (0, 2) lies 128 bytes behind the first; MN-major without a swizzle takes 32"),
     TABLE},
    {"wgmma bf16 smem 128x16 S[(2,2,2,16,2,8):(1536,1024,256,1,128,16)] swizzle 32B[0:40, 0:16]",
     "smem",
     LAYOUT(
         "element (32, 0) lies 2048 bytes behind the first; MN-major under swizzle 32B takes 1024"),
     TABLE},
    /* The last tile that can be reached, and the first that cannot. */
    {"wgmma bf16 smem S[(2,64,64):(126976,64,1)] swizzle 128B[0:1, 0:64, 0:16]", FINE},
    {"wgmma bf16 smem S[(2,64,64):(126977,64,1)] swizzle 128B[0:1, 0:64, 0:16]",
     "smem",
     REACH("the tile has"),
     SMALLER},
    {"wgmma bf16 smem S[(2048,8,64):(0,64,1)] swizzle 128B[1:2, 0:8, 0:16]", FINE},
    {"wgmma bf16 smem S[(2049,8,64):(0,64,1)] swizzle 128B[1:2, 0:8, 0:16]",
     "smem",
     REACH("the tile has"),
     SMALLER},
    {"wgmma bf16 smem S[(64,64)] swizzle 128B[0:64, 0:16] { stages 32; }", FINE},
    {"wgmma bf16 smem S[(64,64)] swizzle 128B[0:64, 0:16] { stages 33; }",
     "smem",
     REACH("the ring of tiles has"),
     SMALLER},
    /* Origins. */
    {"wgmma bf16 smem S[(128,64)] swizzle 128B[m:+64, k:+16]",
     "[m",
     "at m = 0, k = 1" NO_16,
     STATE("k % 8")},
    {"wgmma bf16 smem S[(128,64)] swizzle 128B[m:+64, m:+16]",
     "[m",
     "at m = 1" NO_16,
     STATE("m % 8")},
    {"wgmma bf16 smem S[(64,64)] swizzle 128B[0:64, 4:20]", "[0", "at (0, 4)" NO_16, ELSEWHERE},
    {"wgmma bf16 smem 128x128 sw128[0:64, k:+16] where k % 8 == 0",
     "[0",
     "at k = 56" INSIDE("(0, 8)", "16384", "K-major under swizzle 128B", "144"),
     STATE("k % 16")},
    {CORES "[m:+64, k:+16]", "[m", "at m = 0, k = 1" NO_16, ELSEWHERE},
    {CORES "[m:+64, 0:16] where m % 12 == 0",
     "[m",
     "at m = 12" INSIDE("(4, 0)", "2048", "K-major without a swizzle", "1152"),
     STATE("m % 8")},
    {CORES "[m:+64, 0:16] where m <= 7",
     "[m",
     "at m = 1" INSIDE("(7, 0)", "1024", "K-major without a swizzle", "128"),
     STATE("m % 8")},
    {CORES "[m:+64, 0:16] where m >= 1, m <= 7",
     "[m",
     "at m = 1" INSIDE("(7, 0)", "1024", "K-major without a swizzle", "128"),
     ELSEWHERE},
    {CORES "[m:+64, 0:16] where m >= 1, m <= 8",
     "[m",
     "at m = 1" INSIDE("(7, 0)", "1024", "K-major without a swizzle", "128"),
     STATE("m % 8")},
    {CORES "[4:68, 0:16]",
     "[4",
     "at (4, 0)" INSIDE("(4, 0)", "1024", "K-major without a swizzle", "128"),
     ELSEWHERE},
    {"wgmma bf16 smem 512x16 S[(2,256,16):(8192,16,1)] swizzle 32B[m:+256, 0:16]",
     "[m",
     "at m = 1" INSIDE("(255, 0)", "16384", "K-major under swizzle 32B", "8192"),
     STATE("m % 256")},
    {UNEVEN("4096", "1024"), "[m", NO_SUM, STATE("m % 64")},
    {UNEVEN("512", "1024") ", m >= 32, m <= 64", "[m", NO_SUM, STATE("m % 64")},
    {UNEVEN("1032", "1024") ", m >= 32, m <= 64", "[m", NO_SUM, STATE("m % 64")},
    {UNEVEN("4096", "1024") ", m >= 32, m <= 64", "[m", NO_SUM, STATE("m % 64")},
    /* What is no operand. */
    {"wgmma bf16 gmem S[(64,64)] swizzle 128B[0:64, 0:16]",
     "gmem",
     "a descriptor of gmem: it says where an operand lies in shared memory" PLACE,
     "write 'smem'"},
    {"wgmma bf16 smem auto S[(64,64)][0:64, 0:16]",
     "auto",
     "a descriptor of an 'auto' layout: it would follow tcgen's choice unseen" PLACE,
     "write the layout that wgmma takes: 'swizzle 128B' of rows of 128 bytes"},
    {"wgmma bf16 smem S[(64,64):(ld,1)][0:64, 0:16] where ld % 512 == 0",
     "ld",
     "the run-time stride 'ld': the numbers of a descriptor are constants" PLACE,
     "write the stride as a number"},
    {"wgmma bf16 smem S[(64,64):(1,ld)][0:64, 0:16] where ld % 512 == 0",
     "ld",
     "the run-time stride 'ld': the numbers of a descriptor are constants" PLACE,
     "write the stride as a number"},
    {"wgmma bf16 smem S[(64,64)] swizzle 128B[0:64, 0:16] { stages 2; masked; }",
     "masked",
     "the option 'masked' of a descriptor" PLACE,
     "a descriptor takes 'stages N' alone: nothing moves"},
    {"wgmma bf16 smem S[(64,64)] swizzle 128B[0:64, 0:16] { masked; }",
     "masked",
     "the option 'masked' of a descriptor" PLACE,
     "a descriptor takes 'stages N' alone: nothing moves"},
    {"wgmma bf15 smem S[(64,64)] swizzle 128B[0:64, 0:16]",
     "bf15",
     "unknown dtype 'bf15' [E_UNKNOWN_DTYPE]",
     "did you mean 'bf16'?"},
};

/* "23: error: this layout ..." of the first line, and the line of the help. */
static const char *said_of(const char *reports, const char **help) {
    const char *at = strstr(reports, "\nhelp: ");
    *help = at ? mem_text(at + 7, strcspn(at + 7, "\n")) : "";
    return strncmp(reports, "d:1:", 4) == 0 ? mem_text(reports + 4, strcspn(reports + 4, "\n"))
                                            : reports;
}

static void test_rows(void) {
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const char *text = mem_printf("descriptor %s as d\n", rows[i].text), *help, *want = "";
        const DescriptorPlans *plans = load(text);
        int errors = diag_error_count();
        Text reports = {0};
        diag_flush(&reports);
        const char *said = said_of(text_string(&reports), &help);
        if (rows[i].at)
            want = mem_printf(
                "%d: error: %s", (int)(strstr(text, rows[i].at) - text) + 1, rows[i].said);
        bool right = !strcmp(said, want) && !strcmp(help, rows[i].at ? rows[i].help : "");
        if (!right)
            printf("  %s  got:  %s | %s\n  want: %s\n", text, said, help, want);
        EXPECT_OF(rows[i].text, right && plans->count == (errors == 0) && errors <= 1);
    }
}

int main(void) {
    test_rows();
    mem_free_all();
    return unit_finish();
}
