/* test_descriptor_edges.c: the table of the hardware by numbers, where descriptors begin, what leads to the next operand,
 * their targets and names. */
#include "descriptor/descriptor.h"
#include "unit.h"

enum { BOTH = 1u << TARGET_SM_90A | 1u << TARGET_SM_100A };

static DescriptorPlans *load(const char *text, unsigned targets, bool strict) {
    diag_reset();
    const Module *module =
        lang_load(source_from_text("d", text, strlen(text)), prelude_text, NULL, 0, targets);
    return descriptors_plan(module, strict);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Element (i, k) with offsets of 512 (lbo) and 4096 (sbo), by the rows of docs/descriptors.md. */
static const struct {
    Line line;
    int bytes;
    int64_t i, k, at;
} elements[] = {
    {{0, false}, 2, 19, 13, 2 * 4096 + 3 * 16 + 1 * 512 + 5 * 2},
    {{0, false}, 4, 19, 7, 2 * 4096 + 3 * 16 + 1 * 512 + 3 * 4},
    {{0, false}, 1, 19, 37, 2 * 4096 + 3 * 16 + 2 * 512 + 5},
    {{64, false}, 2, 19, 13, 2 * 4096 + 3 * 64 + 13 * 2},
    {{128, false}, 1, 3, 30, 3 * 128 + 30},
    {{0, true}, 2, 19, 13, 2 * 4096 + 3 * 2 + 5 * 16 + 1 * 512},
    {{0, true}, 1, 35, 21, 2 * 4096 + 3 + 5 * 16 + 2 * 512},
    {{64, true}, 2, 70, 13, 2 * 512 + 6 * 2 + 5 * 64 + 1 * 4096},
    {{32, true}, 1, 70, 21, 2 * 512 + 6 + 5 * 32 + 2 * 4096},
};

/* What a line is called, the tile's alignment, the two words' bits and the first elements that need
 * an offset, for 2 bytes: of lbo, of sbo. */
static const struct {
    Line line;
    const char *words, *span;
    int64_t align;
    unsigned wgmma, umma;
    Needs lbo, sbo;
} facts[] = {
    {{0, false}, "K-major without a swizzle", "none", 16, 0, 0x4000, {true, 8}, {false, 8}},
    {{32, false},
     "K-major under swizzle 32B",
     "32B",
     256,
     0xc0000000,
     0xc0004000,
     {true, INT64_MAX},
     {false, 8}},
    {{64, false},
     "K-major under swizzle 64B",
     "64B",
     512,
     0x80000000,
     0x80004000,
     {true, INT64_MAX},
     {false, 8}},
    {{128, false},
     "K-major under swizzle 128B",
     "128B",
     1024,
     0x40000000,
     0x40004000,
     {true, INT64_MAX},
     {false, 8}},
    {{0, true}, "MN-major without a swizzle", "none", 16, 0, 0x4000, {true, 8}, {false, 8}},
    {{32, true},
     "MN-major under swizzle 32B",
     "32B",
     256,
     0xc0000000,
     0xc0004000,
     {false, 16},
     {true, 8}},
    {{64, true},
     "MN-major under swizzle 64B",
     "64B",
     512,
     0x80000000,
     0x80004000,
     {false, 32},
     {true, 8}},
    {{128, true},
     "MN-major under swizzle 128B",
     "128B",
     1024,
     0x40000000,
     0x40004000,
     {false, 64},
     {true, 8}},
};

static void test_facts(void) {
    EXPECT(COUNT_OF(facts) == LINES);
    for (size_t i = 0; i < COUNT_OF(facts); i++) {
        const char *row = facts[i].words;
        const Line *line = &lines[i];
        Needs lbo, sbo;
        EXPECT_OF(
            row, line->span == facts[i].line.span && line->mn_major == facts[i].line.mn_major);
        EXPECT_OF(
            row, !strcmp(line_words(line), row) && !strcmp(span_name(line->span), facts[i].span));
        EXPECT_OF(row, line_align(line) == facts[i].align);
        EXPECT_OF(row, unit_swizzle_bits(UNIT_WGMMA, line->span) == facts[i].wgmma);
        EXPECT_OF(row, unit_swizzle_bits(UNIT_UMMA, line->span) == facts[i].umma);
        line_needs(line, 2, &lbo, &sbo);
        EXPECT_OF(row, lbo.along_k == facts[i].lbo.along_k && lbo.at == facts[i].lbo.at);
        EXPECT_OF(row, sbo.along_k == facts[i].sbo.along_k && sbo.at == facts[i].sbo.at);
    }
    for (int bytes = 1; bytes <= 4; bytes *= 2) {
        Needs lbo, sbo;
        EXPECT(unit_reads_mn(UNIT_WGMMA, bytes) == (bytes == 2));
        EXPECT(unit_reads_mn(UNIT_UMMA, bytes) == (bytes != 4));
        line_needs(&lines[0], bytes, &lbo, &sbo);
        EXPECT(lbo.at == 16 / bytes && sbo.at == 8);
        line_needs(&lines[4], bytes, &lbo, &sbo);
        EXPECT(lbo.at == 8 && sbo.at == 16 / bytes);
    }
}

/* Bits 7, 8, 9 of the address onto bits 4, 5, 6: one of them for 32, two for 64, three for 128. */
static int64_t swizzled(int span, int64_t address) {
    for (int bit = 0; bit < (span == 128 ? 3 : span == 64 ? 2 : span == 32 ? 1 : 0); bit++)
        if (address & 128 << bit)
            address ^= 16 << bit;
    return address;
}

static void test_elements(void) {
    for (size_t i = 0; i < COUNT_OF(elements); i++) {
        const Line *line = &elements[i].line;
        int64_t m = elements[i].i, k = elements[i].k;
        int64_t at = line_offset(line, elements[i].bytes, (Offsets){512, 4096}, m, k);
        EXPECT_OF(line_words(line), at == elements[i].at);
        at = line_offset(line, elements[i].bytes, (Offsets){-1, -1}, m, k);
        EXPECT_OF(line_words(line), at == elements[i].at % 512);
    }
    for (int64_t address = 0; address < 4096; address++)
        for (int span = 0; span <= 128; span = span ? 2 * span : 32)
            EXPECT(line_swizzled(span, address) == swizzled(span, address));
}

/* ---- where a descriptor begins, and what leads to the next ---------------------------------- */

/* Regions that end inside a panel of 16 columns, at 4096 + ... of the uneven ones; with how many
 * origins, and the bytes to the next operand along M or N and along K; -1: there is no such step. */
#define UNEVEN(A, B)                                                                               \
    "wgmma bf16 smem 128x16 S[(2,2,2,16,2,8):(" A "," B                                            \
    ",256,1,128,16)] swizzle 32B[m:+24, 0:16] "                                                    \
    "where m % 32 == 0"
#define PARTIAL "wgmma bf16 smem 96x64 S[(6,16,8,8):(1024,1,128,16)] swizzle 32B"
#define REPEATED "wgmma bf16 smem 128x64 S[(2,64,64):(0,64,1)] swizzle 128B"
static const struct {
    const char *text, *start;
    int64_t origins, step[2];
} starts[] = {
    {PARTIAL "[0:24, k:+16] where k % 16 == 0", "32 * k", 4, {-1, 512}},
    {PARTIAL "[32:56, k:+16] where k % 16 == 0", "32 * k + 4096", 4, {-1, 512}},
    {PARTIAL "[m:+24, k:+16] where m % 32 == 0, k % 16 == 0", "128 * m + 32 * k", 12, {-1, 512}},
    {PARTIAL "[m:+40, k:+16] where m % 32 == 0, k % 16 == 0", "128 * m + 32 * k", 8, {-1, 512}},
    {PARTIAL "[m:+40, k:+16] where m >= 16, m % 16 == 0, m <= 48, k % 16 == 0",
     "128 * m + 32 * k",
     12,
     {-1, 512}},
    /* From m = 32 to m = 64: nowhere, 64 bytes a row from 0 on, 32 from 1024 on; one origin. */
    {UNEVEN("1024", "1024") ", m >= 32, m <= 64", "2048", 2, {-1, -1}},
    {UNEVEN("2048", "1024") ", m >= 32, m <= 64", "64 * m", 2, {-1, -1}},
    {UNEVEN("1536", "1024") ", m >= 32, m <= 64", "32 * m + 1024", 2, {-1, -1}},
    {UNEVEN("512", "1024") ", m >= 64, m <= 64", "1024", 1, {-1, -1}},
    {UNEVEN("1536", "1024") ", m >= 32, m <= 64 { stages 2; }",
     "6144 * stage + 32 * m + 1024",
     2,
     {-1, -1}},
    /* Panels at 0, 512, 2048, 2560, 3072 and 3584: three of one distance begin at the fourth. */
    {"wgmma bf16 smem 128x16 S[(2,2,2,16,2,8):(1536,1024,256,1,128,16)] swizzle 32B[48:88, 0:16]",
     "2560",
     1,
     {-1, -1}},
    /* A panel for each k: one further lies in the tile, and is seen. */
    {"wgmma bf16 smem 64x32 S[(64,2,16):(16,1024,1)] swizzle 32B[0:64, 0:16]", "", 1, {-1, 2048}},
    {"wgmma bf16 smem 64x32 S[(64,2,16):(16,1024,1)] swizzle 32B[0:64, 16:32]",
     "2048",
     1,
     {-1, -1}},
    {"wgmma bf16 smem 64x48 S[(64,3,16):(16,1024,1)] swizzle 32B[0:32, 0:16]", "", 1, {1024, 2048}},
    {"wgmma bf16 smem 64x64 S[(64,2,2,16):(16,3072,1024,1)] swizzle 32B[0:32, 0:16]",
     "",
     1,
     {1024, -1}},
    {"wgmma bf16 smem 64x64 S[(64,2,2,16):(16,3072,1024,1)] swizzle 32B[8:32, 32:48]",
     "6400",
     1,
     {768, 2048}},
    {"wgmma bf16 smem S[(64,64)] swizzle 128B[16:32, 0:16]", "2048", 1, {2048, 32}},
    {"wgmma bf16 smem S[(64,64)] swizzle 128B[32:64, 0:16]", "4096", 1, {-1, 32}},
    {"wgmma bf16 smem S[(64,64)] swizzle 128B[0:32, 0:16]", "", 1, {4096, 32}},
    /* Rows that repeat: 0 bytes further, and back. */
    {REPEATED "[m:+64, k:+16] where m % 64 == 0, k % 16 == 0", "2 * k", 8, {0, 32}},
    {"wgmma bf16 smem 256x64 S[(2,2,64,64):(0,4096,64,1)] swizzle 128B[0:64, 0:16]",
     "",
     1,
     {-1, 32}},
    {"wgmma bf16 smem 256x64 S[(2,2,64,64):(0,4096,64,1)] swizzle 128B[m:+64, 0:16] where "
     "m % 64 == 0, m >= 64, m <= 64",
     "128 * m",
     1,
     {-1, 32}},
    /* An offset of the layout; the first of two replicas. */
    {"wgmma bf16 smem 64x64 S[(64,64)] + 512@m swizzle 128B[0:64, k:+16] where k % 16 == 0",
     "2 * k + 1024",
     4,
     {-1, 32}},
    {"wgmma bf16 smem 64x64 S[(64,64)] + R[2:4096] swizzle 128B[0:64, 16:32]", "32", 1, {-1, 32}},
    /* K before a plane; eight rows that are all the same. */
    {"wgmma bf16 smem S[(72,64,2):(64,1,4608)] swizzle 128B[m:+64, k:+16, p:+1] where "
     "m % 8 == 0, k % 16 == 0",
     "128 * m + 2 * k + 9216 * p",
     16,
     {-1, 32}},
    {"wgmma bf16 smem 8x16 S[(8,2,8):(8,0,1)][0:8, 0:16]", "", 1, {-1, -1}},
    {"wgmma bf16 smem S[(64,64)] swizzle 128B[0:64, 0:16] { stages 3; }",
     "8192 * stage",
     1,
     {-1, 32}},
    {"wgmma bf16 smem 16x64 S[(2,8,64):(0,64,1)] swizzle 128B[0:16, 0:16]", "", 1, {-1, 32}},
    {"wgmma bf16 smem S[(128,64)] swizzle 128B[m:+64, m:+16] where m % 16 == 0",
     "128 * m + 2 * m",
     4,
     {8192, 32}},
};

static void test_starts(void) {
    for (size_t i = 0; i < COUNT_OF(starts); i++) {
        const char *text = starts[i].text;
        const DescriptorPlans *plans = load(mem_printf("descriptor %s as d\n", text), BOTH, true);
        EXPECT_OF(text, plans->count == 1);
        if (!plans->count)
            continue;
        const DescriptorPlan *plan = plans->at[0];
        if (strcmp(start_text(plan), starts[i].start))
            printf("  %s: %s\n", text, start_text(plan));
        EXPECT_OF(text, !strcmp(start_text(plan), starts[i].start));
        EXPECT_OF(text, plan->proof.origins == starts[i].origins);
        for (int d = 0; d < 2; d++) {
            if ((plan->step[d] < 0 ? -1 : plan->step[d]) != starts[i].step[d])
                printf("  %s: %d\n", text, (int)plan->step[d]);
            EXPECT_OF(text, (plan->step[d] < 0 ? -1 : plan->step[d]) == starts[i].step[d]);
        }
    }
}

/* ---- several statements, targets, names ------------------------------------------------------ */

#define OPERAND " bf16 smem S[(64,64)] swizzle 128B[0:64, 0:16]"

static void expect_said(const char *text, unsigned targets, int plan_count, const char *want) {
    const DescriptorPlans *plans = load(text, targets, false);
    Text reports = {0}, short_of = {0};
    diag_flush(&reports);
    for (const char *at = text_string(&reports); *at; at += strcspn(at, "\n") + 1)
        if (strncmp(at, "d:", 2) == 0 || strncmp(at, "help:", 5) == 0)
            text_printf(&short_of, "%.*s\n", (int)strcspn(at, "\n"), at);
    if (strcmp(text_string(&short_of), want))
        printf("%s  got: %s\n", text, text_string(&short_of));
    EXPECT_OF(text, !strcmp(text_string(&short_of), want) && plans->count == plan_count);
}

static void test_targets(void) {
    const unsigned both = 1u << TARGET_SM_80 | 1u << TARGET_SM_90;
    expect_said("descriptor wgmma" OPERAND " as d\n", 1u << TARGET_SM_90A, 1, "");
    expect_said("descriptor umma" OPERAND " as d\n", 1u << TARGET_SM_100A, 1, "");
    expect_said(
        "descriptor wgmma" OPERAND " as d\n",
        both,
        0,
        "d:1:1: error: no target of this description has wgmma: sm_80, sm_90 "
        "[E_DESCRIPTOR_TARGET]\n"
        "help: wgmma is on sm_90a; others multiply by mma.sync, which takes no descriptor\n");
    expect_said(
        "descriptor wgmma" OPERAND " as d\n",
        1u << TARGET_SM_100A,
        0,
        "d:1:1: error: no target of this description has wgmma: sm_100a [E_DESCRIPTOR_TARGET]\n"
        "help: wgmma is on sm_90a; others multiply by mma.sync, which takes no descriptor\n");
    expect_said(
        "descriptor umma" OPERAND " as d\n",
        1u << TARGET_SM_90A,
        0,
        "d:1:1: error: no target of this description has umma: sm_90a [E_DESCRIPTOR_TARGET]\n"
        "help: umma is on targets such as sm_100a: name one of them\n");
}

static void test_names(void) {
    const DescriptorPlans *plans = load(
        "descriptor wgmma" OPERAND " as d\nprefix my_\ndescriptor wgmma" OPERAND
        " as d\ndescriptor wgmma" OPERAND " as my_e\n",
        BOTH,
        true);
    EXPECT(plans->count == 3);
    EXPECT(!strcmp(plans->at[0]->name, "tc_d") && !strcmp(plans->at[0]->stem, "TC_D"));
    EXPECT(!strcmp(plans->at[1]->name, "my_d") && !strcmp(plans->at[1]->stem, "MY_D"));
    EXPECT(!strcmp(plans->at[2]->name, "my_e"));
    /* The same statement twice is one function; another of its name is none. */
    expect_said(
        "descriptor wgmma" OPERAND " as d\ndescriptor wgmma" OPERAND " as d\n", BOTH, 1, "");
    expect_said(
        "descriptor wgmma" OPERAND " as d\ndescriptor umma" OPERAND " as d\n",
        BOTH,
        1,
        "d:2:66: error: the name tc_d already belongs to another descriptor [E_NAME_CLASH]\n"
        "d:1:1: note: the other statement\n"
        "help: give one of the two its own name with 'as NAME'\n");
    expect_said(
        "descriptor wgmma" OPERAND " as if\n",
        BOTH,
        0,
        "d:1:67: error: 'if' is a word of C or C++ [E_RESERVED_NAME]\nhelp: choose another name\n");
    plans = load("descriptor wgmma" OPERAND "\n", BOTH, true);
    EXPECT(plans->count == 1);
    EXPECT(!strcmp(plans->at[0]->name, "tc_descriptor_wgmma_smem_sw128_64x16_bf16_of64x64_at0x0"));
    /* A layout without a name: an error, or a name by its digest. */
    const char *nameless = "descriptor wgmma bf16 smem 8x64 S[(8,8,8):(8,64,1)][0:8, 0:16]\n";
    plans = load(nameless, BOTH, true);
    EXPECT(!plans->count && diag_error_count() == 1);
    plans = load(nameless, BOTH, false);
    EXPECT(plans->count == 1 && plans->at[0]->digest_name && !diag_error_count());
}

/* Each statement has a limit of work of its own. */
static void plan_late(void *context) {
    const Module **module = context;
    budget_input(2048);
    budget_spend(BUDGET_STEPS - 1000);
    EXPECT(descriptors_plan(*module, false)->count == 1);
}

static void test_work(void) {
    const char *text = "descriptor wgmma" OPERAND " as d\n";
    const Module *module =
        lang_load(source_from_text("d", text, strlen(text)), prelude_text, NULL, 0, BOTH);
    EXPECT(budget_run(plan_late, &module));
    budget_reset();
}

int main(void) {
    test_facts();
    test_elements();
    test_starts();
    test_targets();
    test_names();
    test_work();
    mem_free_all();
    return unit_finish();
}
