/* described.c: one-line descriptions -> Plans through the whole front end. */
#include "described.h"
#include <string.h>

static const char *const descriptions[] = {
    "copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]",
    "copy warp f32 reg S[(32,8):(1@laneid,1)] -> smem S[(32,8)]",
    "copy warp f16 reg S[(32,16):(1@laneid,1)] -> gmem S[(32,16):(24,1)]",
    "copy cta(128) bf16 smem S[(128,16)] swizzle(3,1,3) -> reg S[(128,16):(1@tx,1)]",
    "copy warp f32 gmem S[(4,6)] -> smem S[(4,6)]",
    "policy tirx; copy warp f32 gmem S[(4,6)] -> smem S[(4,6)]",
    "copy warp lanes 8:24 f32 smem S[(16,4)] -> reg S[(16,4):(1@laneid,1)] + 8@laneid",
    "copy warpgroup f32 gmem S[(128,8):(ld,1)] -> reg S[(128,8):(1@tid_in_wg,1)] where ld % 4 == 0",
    "copy warp u8 smem S[(8,4,2):(8,2,1)] -> reg S[(8,4,2):(4@laneid,1@laneid,1)]",
    "copy thread f64 reg S[(4)] -> smem S[(4)]",
    "copy warp f32 smem S[(64,8)][m:+32, 0:8] -> reg S[(32,8):(1@laneid,1)]",
    "copy cta(64) u16 reg S[(64,6):(1@tx,1)] -> smem S[(64,6):(8,1)]",
    "copy warp f32 gmem S[(32,8):(ld,1)] -> smem S[(32,8)] where ld % 4 == 0, cols % 4 == 0 { "
    "masked }",
    "copy warp f16 gmem S[(32,8)] -> smem S[(32,8)] { masked }",
    "copy warp f32 smem S[(32,8)] -> gmem S[(32,8)] { masked }",
    "copy warp f32 gmem S[(16,8)] -> smem S[(16,8)] { masked; keep }",
    "copy_async warp f16 gmem S[(32,8)] -> smem S[(32,8)] { masked }",
    "copy_async warp f16 gmem S[(32,8)] -> smem S[(32,8)] where cols % 8 == 0 { masked }",
    "copy warp f32 gmem S[(32,4)] -> reg S[(32,4):(1@laneid,1)] { masked; fill 0x7f800000 }",
    "copy warp u8 reg S[(32,4):(1@laneid,1)] -> gmem S[(32,4)] { masked }",
    "copy warp f32 gmem S[(5,7)] -> smem S[(5,7)] { masked }",
    "copy warp f32 gmem S[(25,20):(ld,1)] -> smem S[(25,20)] where ld % 4 == 0",
    "copy warp f16 smem S[(25,10)] -> gmem S[(25,10):(ld,1)] where ld % 2 == 0 { using partial; "
    "masked }",
    "copy_async warp f32 gmem S[(25,20):(ld,1)] -> smem S[(25,20)] where ld % 4 == 0 { masked; "
    "register_budget 4 }",
    "copy warp f32 gmem 12x4 S[(3,4,4):(80,20,1)] -> smem 12x4 S[(4,3,4):(16,4,1)]",
    "copy warp u8 gmem 12x3 S[(3,4,3):(80,20,1)] -> smem 12x3 S[(4,3,3):(16,4,1)] { masked }",
    "copy warp f16 gmem S[(512)] -> reg 512 S[(2,32,8):(8,1@laneid,1)] { masked }",
    "copy warp f32 reg 2x256 S[(2,2,32,4):(8,4,1@laneid,1)] -> gmem S[(2,256):(ld,1)] where ld % 4 "
    "== 0 { masked }",
    "copy_async thread u32 smem S[(4,16):(32,1)] -> dsmem S[(4,16):(20,1)] { reduce add }",
    "copy_async warp f32 reg S[(32,8):(1@laneid,1)] -> dsmem S[(32,8)]",
    "copy warp f16 gmem S[(16,32):(ld,1)] by i32 gmem -> smem S[(16,32)] where ld % 8 == 0",
    "copy warp f32 reg S[(32,4):(1@laneid,1)] -> gmem S[(32,4)] by i32 smem",
};
const int described_count = (int)COUNT_OF(descriptions);

Plan *plan_of_statement(const char *statement) {
    const Source *source = source_from_text("<mutation>", statement, strlen(statement));
    Module *module = lang_load(source, prelude_text, NULL, 0, 0);
    if (!module || diag_error_count() > 0)
        return NULL;
    Program *program = program_build(module, true);
    if (!program || program->count != 1)
        return NULL;
    for (int i = 0; i < program->functions[0].choice_count; i++)
        if (program->functions[0].choices[i].plan)
            return program->functions[0].choices[i].plan;
    return NULL;
}

Plan *plan_of_text(const char *description) {
    return plan_of_statement(mem_printf("%s as described\n", description));
}

Plan *described_plan(int index, const char **name) {
    *name = descriptions[index];
    return plan_of_text(*name);
}
