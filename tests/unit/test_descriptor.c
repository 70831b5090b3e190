/* test_descriptor.c: the proof of descriptors against planted mistakes. Each makes a right plan wrong in one way,
 * which the proof must name: a wrong line, offset, word, alignment, start, or step. */
#include "descriptor/descriptor.h"
#include "unit.h"

static DescriptorPlan *plan_of(const char *statement) {
    const char *text = mem_printf("descriptor %s\n", statement);
    const Module *module = lang_load(
        source_from_text("d.tc", text, strlen(text)),
        prelude_text,
        NULL,
        0,
        1u << TARGET_SM_90A | 1u << TARGET_SM_100A);
    const DescriptorPlans *plans = descriptors_plan(module, false);
    return plans->count ? plans->at[0] : NULL;
}

/* K-major rows of 128 bytes in two panels, of which the second is reached by k / 64. */
static DescriptorPlan *panels(void) {
    return plan_of("wgmma bf16 smem 128x128 sw128[m:+64, k:+16] where m % 8 == 0, k % 16 == 0 "
                   "{ stages 2; } as d");
}

/* Without a swizzle both offsets are read, and both steps are the same everywhere. */
static DescriptorPlan *plain(void) {
    return plan_of("wgmma bf16 smem 128x64 S[(16,8,8,8):(64,8,1024,1)][m:+64, k:+16] "
                   "where m % 8 == 0, k % 16 == 0 as d");
}

/* Eight rows, no origin: one offset is read. */
static DescriptorPlan *narrow(void) {
    return plan_of("wgmma bf16 smem S[(8,64)] swizzle 128B[0:8, 16:32] as d");
}

static void expect_rejected(DescriptorPlan *plan, const char *reason) {
    descriptor_prove(plan);
    EXPECT_OF(reason, !plan->proof.ok && plan->proof.reason && !strcmp(plan->proof.reason, reason));
}

static void test_right(void) {
    DescriptorPlan *plan = panels();
    EXPECT(plan && plan->proof.ok && plan->proof.elements == 1024 && plan->proof.origins == 72);
    EXPECT(plan->high == 0x40000040u && plan->low == 0x00010000u && plan->align == 1024);
    EXPECT(plan->step[0] == 8192 && plan->step[1] == -1 && plan->stage_bytes == 32768);
    plan = plain();
    EXPECT(plan->high == 0x00000008u && plan->low == 0x00800000u && plan->align == 16);
    EXPECT(plan->step[0] == 1024 && plan->step[1] == 4096 && plan->proof.origins == 36);
    plan = plan_of("umma bf16 smem S[(128,64)] swizzle 128B[m:+64, 0:16] where m % 64 == 0 as d");
    EXPECT(plan->high == 0x40004040u && plan->low == 0x00010000u);
    plan = plan_of(
        "umma e4m3 smem S[(128,64):(1,128)] swizzle 128B[0:128, k:+32] where k % 32 == 0 as d");
    EXPECT(plan->line.mn_major && plan->offsets.sbo == 1024 && plan->offsets.lbo == -1);
}

static void test_lines_and_offsets(void) {
    for (int l = 0; l < LINES; l++) {
        DescriptorPlan *plan = panels();
        plan->line = lines[l];
        fit_words(plan);
        descriptor_prove(plan);
        EXPECT_OF(
            line_words(&lines[l]), plan->proof.ok == (lines[l].span == 128 && !lines[l].mn_major));
    }
    DescriptorPlan *plan = panels();
    plan->offsets.sbo += 16;
    expect_rejected(plan, "word");
    fit_words(plan);
    expect_rejected(plan, "element");
    plan->offsets.sbo = -1;
    expect_rejected(plan, "offset");
    plan->offsets.sbo = 16 << 14;
    expect_rejected(plan, "offset");
    plan->offsets.sbo = 1032;
    expect_rejected(plan, "offset");
    plan = panels();
    plan->offsets.sbo = 0; /* an offset too: eight rows over one another */
    expect_rejected(plan, "word");
    plan = plain();
    plan->offsets.lbo = 0;
    expect_rejected(plan, "word");
    plan = plain();
    plan->offsets.lbo += 16;
    fit_words(plan);
    expect_rejected(plan, "element");
    plan = plain();
    plan->offsets.lbo = -1;
    expect_rejected(plan, "offset");
    /* The last offset that fits its 14 bits is a wrong one here, and the first that does not. */
    for (int more = 0; more < 2; more++) {
        plan = plain();
        plan->offsets.sbo = 16 * (16383 + more);
        fit_words(plan);
        expect_rejected(plan, more ? "offset" : "element");
        plan = plain();
        plan->offsets.lbo = 16 * (16383 + more);
        fit_words(plan);
        expect_rejected(plan, more ? "offset" : "element");
    }
}

/* Which bits of the two words may be others: those of an offset that no element needs. */
static void test_bits(void) {
    const struct {
        DescriptorPlan *(*make)(void);
        unsigned high, low;
    } rows[] = {{panels, 0, 0x3fff0000}, {plain, 0, 0}, {narrow, 0x3fff, 0x3fff0000}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (int bit = 0; bit < 32; bit++) {
            DescriptorPlan *plan = rows[i].make();
            plan->high ^= 1u << bit;
            descriptor_prove(plan);
            EXPECT(plan->proof.ok == (rows[i].high >> bit & 1));
            plan = rows[i].make();
            plan->low ^= 1u << bit;
            descriptor_prove(plan);
            EXPECT(plan->proof.ok == (rows[i].low >> bit & 1));
        }
}

static void test_words(void) {
    static const unsigned bits[] = {1u, 1u << 14, 1u << 17, 1u << 20, 1u << 30};
    for (size_t i = 0; i < COUNT_OF(bits); i++) {
        DescriptorPlan *plan = panels();
        plan->high ^= bits[i];
        expect_rejected(plan, "word");
    }
    DescriptorPlan *plan = plain();
    plan->low ^= 1u << 16;
    expect_rejected(plan, "word");
    plan = panels();
    plan->low |= 1;
    expect_rejected(plan, "word");
    plan = panels();
    plan->low |= 1u << 30;
    expect_rejected(plan, "word");
}

static void test_alignment(void) {
    DescriptorPlan *plan = panels();
    plan->align = 512;
    expect_rejected(plan, "alignment");
    plan = panels();
    plan->stage_bytes += 128;
    expect_rejected(plan, "alignment");
    plan = plain();
    plan->align = 8;
    expect_rejected(plan, "alignment");
    plan = panels();
    plan->align *= 2;
    plan->stage_bytes += 1024;
    descriptor_prove(plan);
    EXPECT(plan->proof.ok && !plan->proof.reason);
}

static void test_starts(void) {
    DescriptorPlan *plan = panels();
    plan->constant = 8;
    expect_rejected(plan, "start address");
    plan = panels();
    plan->constant = 16;
    expect_rejected(plan, "element");
    for (int t = 0; t < panels()->term_count; t++) {
        plan = panels();
        plan->terms[t].bytes *= 2;
        expect_rejected(plan, "element");
        plan = panels();
        plan->terms[t].div *= 2;
        expect_rejected(plan, "element");
        plan = panels();
        plan->terms[t].mod = 1;
        expect_rejected(plan, "element");
    }
}

/* Without an origin the start is a number, and it is read. */
static void test_constant(void) {
    DescriptorPlan *plan = narrow();
    EXPECT(plan->term_count == 0 && plan->constant == 32 && plan->proof.origins == 1);
    plan->constant = 64;
    expect_rejected(plan, "element");
    EXPECT(plan->proof.mismatch.is == 32 && plan->proof.mismatch.reads == 64);
    plan->term_count = -1; /* where the layout has it */
    descriptor_prove(plan);
    EXPECT(plan->proof.ok);
}

/* Where the first mistake is: at m = 8, k = 64, in the second row; before that all is right. */
static void test_mismatch(void) {
    DescriptorPlan *plan = panels();
    Mismatch *found = &plan->proof.mismatch;
    for (int k = 64; k < 80; k++)
        plan->places.at[9 * 128 + k] += 2;
    expect_rejected(plan, "element");
    EXPECT(found->coord[0] == 0 && found->coord[1] == 64 && found->i == 9 && found->k == 0);
    plan = panels();
    found = &plan->proof.mismatch;
    plan->places.at[127 * 128 + 127] += 2;
    expect_rejected(plan, "element");
    EXPECT(found->coord[0] == 64 && found->coord[1] == 112 && found->i == 63 && found->k == 15);
    EXPECT(found->symbol[0] == 64 && found->symbol[1] == 112 && plan->proof.origins == 71);
    EXPECT(found->is == found->reads + 2 && !found->start);
}

static void test_steps(void) {
    DescriptorPlan *plan = panels();
    plan->step[1] = 0;
    expect_rejected(plan, "step");
    plan = panels();
    plan->step[0] = 0;
    expect_rejected(plan, "step");
    plan = panels();
    plan->step[0] = -1; /* none is said */
    descriptor_prove(plan);
    EXPECT(plan->proof.ok);
    plan = panels();
    plan->step[1] = 32;
    expect_rejected(plan, "step");
    plan = panels();
    plan->step[0] += 1024;
    expect_rejected(plan, "step");
    plan = plain();
    plan->step[1] += 16;
    expect_rejected(plan, "step");
}

static void test_names(void) {
    DescriptorPlan *plan =
        plan_of("wgmma bf16 smem 128x128 sw128[m:+64, k:+16] where k % 16 == 0 { stages 2; }");
    EXPECT(!strcmp(plan->name, "tc_descriptor_wgmma_smem_sw128_64x16_bf16_of128x128_dyn_stages2"));
    EXPECT(!plan->digest_name);
    EXPECT(
        plan_of("wgmma bf16 smem S[(128,64):(64,1)] swizzle 128B[0:64, 0:16]")->places.bytes == 2);
}

int main(void) {
    test_right();
    test_lines_and_offsets();
    test_bits();
    test_words();
    test_alignment();
    test_starts();
    test_constant();
    test_mismatch();
    test_steps();
    test_names();
    mem_free_all();
    return unit_finish();
}
