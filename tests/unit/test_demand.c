/* test_demand.c: a function demands the alignment that its accesses use, a stated one where there is one,
 * and the widths and names stay what the promise of 16 bytes made them. */
#include "generator/dispatch/dispatch.h"
#include "unit.h"
#include <string.h>

typedef struct {
    const char *text;
    int src, dst, function; /* bytes */
    int bits;               /* of the widest vector */
    const char *name;
} Case;

static const Case cases[] = {
    {"copy warp f16 gmem S[(32,3):(4,1)] -> smem S[(32,3)] as a", 2, 2, 2, 16, "tc_a"},
    {"copy warp u8 smem S[(32,3):(4,1)] -> reg S[(32,3):(1@laneid,1)] as a", 2, 1, 2, 16, "tc_a"},
    {"copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]",
     16,
     1,
     16,
     128,
     "tc_warp_copy_smem_to_reg_32x8_f32"},
    {"copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)] where align(src) == 8",
     8,
     1,
     8,
     64,
     "tc_warp_copy_smem_to_reg_32x8_f32_align8"},
    {"copy warp f32 smem S[(32,3)] -> reg S[(32,3):(1@laneid,1)]",
     4,
     1,
     4,
     32,
     "tc_warp_copy_smem_to_reg_32x3_f32"},
    {"copy warp f32 reg S[(32,3):(1@laneid,1)] -> smem S[(32,3)] where align(dst) == 1024",
     1,
     1024,
     1024,
     32,
     "tc_warp_copy_reg_to_smem_32x3_f32_align1024"},
    {"copy cta(32) f16 gmem S[(32,64):(ld,1)] -> smem S[(32,64)] where ld % 2 == 0 as a",
     4,
     4,
     4,
     32,
     "tc_a"},
    {"copy_async cta(32) f16 gmem S[(32,64):(ld,1)] -> smem S[(32,64)] where ld % 4 == 0 as a",
     8,
     8,
     8,
     64,
     "tc_a"},
    {"copy thread f32 gmem S[(8)] -> reg S[(8)] { using vec_256b }",
     32,
     1,
     32,
     256,
     "tc_thread_copy_gmem_to_reg_8_f32_align32"},
    {"copy thread b128 gmem S[(2)] -> smem S[(2)]",
     16,
     16,
     16,
     128,
     "tc_thread_copy_gmem_to_smem_2_b128"},
};

static void demand_what_is_used(void) {
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const Case *c = &cases[i];
        const Source *source = source_from_text("<demand>", (char *)c->text, strlen(c->text));
        Program *program = program_build(lang_load(source, prelude_text, NULL, 0, 0), true);
        EXPECT(program && program->count == 1);
        if (!program || program->count != 1)
            continue;
        const Function *function = &program->functions[0];
        bool same = function_align(function, ROLE_IN) == c->src &&
                    function_align(function, ROLE_OUT) == c->dst && function->align == c->function;
        EXPECT(same);
        EXPECT(strcmp(function->name, c->name) == 0);
        if (!same || strcmp(function->name, c->name) != 0)
            printf(
                "  %s: %s, %d %d %d\n",
                c->text,
                function->name,
                function_align(function, ROLE_IN),
                function_align(function, ROLE_OUT),
                function->align);
        for (int k = 0; k < function->choice_count; k++) {
            Plan *plan = function->choices[k].plan;
            EXPECT(!plan || plan->vec_bits == c->bits);
            EXPECT(!plan || plan_prove(plan).ok);
            /* Half of what an access uses is too little. */
            for (int b = 0; plan && b < plan->buffer_count; b++) {
                int before = plan->buffers[b].align;
                plan->buffers[b].align = c->bits / 8 < before ? c->bits / 16 : before / 2;
                EXPECT(before == 1 || !plan_prove(plan).ok);
                plan->buffers[b].align = before;
            }
        }
    }
}

int main(void) {
    demand_what_is_used();
    mem_free_all();
    return unit_finish();
}
