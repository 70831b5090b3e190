/* test_addresses.c: what the text of a Plan computes once for each pointer (generator/text/address.c): in words, for each
 * base its pointer, its form, how often it is used (5: more than the four that stand in line), and what the pointer moves
 * by in which loop. */
#include "generator/reread/reread.h"
#include "module_of.h"
#include "unit.h"

static const struct {
    const char *statement, *bases;
} rows[] = {
    {"copy warp f16 gmem S[(64,32):(ld,1)] -> smem S[(64,32)] where ld % 8 == 0",
     "src pointer from x5 + 8 * ld by i of its step; dst pointer to x5"},
    {"copy_async warp f16 gmem S[(32,8):(ld,1)] -> smem S[(32,8)] where ld % 2 == 0, cols % 2 == 0 "
     "{ masked }",
     "dst pointer to x4; src pointer from x4 + 8 * ld by i of its step"},
    {"copy warp f32 reg held -> smem S[(32,4)]", "dst inline to x1"},
    {"copy warp f32 gmem S[(32,4):(ld,1)] -> reg held where ld % 4 == 0", "src inline from x1"},
    {"copy warp f32 gmem S[(32,3):(ld,1)] -> reg S[(32,3):(1@laneid,1)]", "src pointer from x3"},
    {"copy cta(256) f16 smem S[(256,64)] swizzle 128B -> reg S[(256,64):(1@tx,1)]",
     "src offset from x5"},
    {"copy warp f16 smem S[(128,64)] swizzle 128B -> reg 128x64 "
     "S[(8,2,8,8,4,2):(8,4,4@laneid,64,1@laneid,1)]",
     "src offset from x20 in bytes"},
    {"copy cta(96) f32 gmem S[(5,12):(ld,1)] -> smem S[(5,12)]",
     "src offset from x1 of phase 0; dst inline to x1 of phase 0"},
    {"copy warp u8 gmem S[(5,7):(ld,1)] -> smem S[(5,7)]",
     "src offset from x1; src offset src_from x1; dst pointer to x2"},
    {"copy thread f32 gmem S[(4,4):(ld,1)] -> reg S[(4,4)] where ld % 4 == 0",
     "src nothing from x4 of phase 0 + ld by i"},
    {"copy thread f32 gmem S[(2,4):(ld,1)] -> reg S[(2,4)] where ld % 4 == 0",
     "src nothing from x2 of phase 0"},
    {"copy thread f32 gmem S[(3,4):(ld,1)] -> reg S[(3,4)] where ld % 4 == 0",
     "src nothing from x3 of phase 0 + ld by i"},
    {"copy thread f32 gmem S[(8,4):(ld,1)] -> reg S[(8,4)] where ld % 4 == 0",
     "src nothing from x5 of phase 0 + ld by i"},
    {"copy cta(64) f32 smem S[(64,16):(ld,1)] -> gmem S[(64,16):(h,1)] where ld % 4 == 0, h % 4 == "
     "0",
     "src pointer from x4 + 16 * ld by i of its step; dst pointer to x4 + 16 * h by i of its step"},
    {"copy_async warp f16 smem S[(16,16)] -> dsmem S[(16,16)]",
     "src inline from x1; dst inline to x1 in bytes"},
    {"relayout cta(64) f32 reg S[(64,4):(1@tx,1)] -> reg 64x4 S[(4,64):(1,1@tx)]",
     "tile inline to x1 in bytes; tile offset from x1 in bytes"},
    {"copy warp f32 reg S[(32,4):(1@laneid,1)] -> smem S[(32,4):(4,1)] + R[2:128]",
     "dst pointer to x2"},
    {"copy warp f32 gmem S[(6,32):(ld,1)] -> smem S[(6,32)] where ld % 4 == 0",
     "src pointer from x3 + 2 * ld by i of its step; dst pointer to x3"},
};

static const char *words_of(const Plan *plan) {
    static const char *const forms[] = {"nothing", "inline", "pointer", "offset"};
    Names names = {.plan = plan};
    for (int i = 0; i < plan->symbol_count; i++)
        names.symbol[i] = plan->symbols[i].name;
    const Addresses all = addresses_of(plan);
    Text out = {0};
    for (int i = 0; i < all.base_count; i++) {
        const Base *base = &all.bases[i];
        text_printf(&out, "%s%s ", i ? "; " : "", plan->buffers[base->buffer].name);
        text_printf(&out, "%s %s x%d", forms[base->form], base->name, base->uses);
        if (base->in_bytes)
            text_add(&out, " in bytes");
        if (base->phase >= 0 && plan->phases[base->phase].guard_count)
            text_printf(&out, " of phase %d", base->phase);
        if (base->step_loop >= 0)
            text_printf(
                &out,
                " + %s by %s%s",
                coef_phrase(&names, base->step_by).at,
                plan->loops[base->step_loop].name,
                base->step_only < 0 ? "" : " of its step");
    }
    return text_string(&out);
}

int main(void) {
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const char *text =
            mem_printf("layout held = S[(32,4):(1@laneid,1)]\n%s as x\n", rows[i].statement);
        Program *program = program_build(module_of(text, TARGET_SM_90A), true);
        EXPECT_OF(rows[i].statement, program && program->count == 1 && diag_error_count() == 0);
        if (!program || program->count != 1)
            continue;
        const char *got = words_of(first_choice(&program->functions[0])->plan);
        EXPECT_OF(rows[i].statement, strcmp(got, rows[i].bases) == 0);
        if (strcmp(got, rows[i].bases) != 0)
            printf("--- %s\n--- got  %s\n--- want %s\n", rows[i].statement, got, rows[i].bases);
    }
    mem_free_all();
    return unit_finish();
}
