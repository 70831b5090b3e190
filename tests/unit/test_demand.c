/* test_demand.c: a function demands the alignment that its accesses use, a stated one where there is one,
 * and the widths and names stay what the promise of 16 bytes made them. */
#include "generator/dispatch/dispatch.h"
#include "tests/unit/plans_parts.h"
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

/* ---- any accesses ------------------------------------------------------------------------------ */

static uint64_t seed;
static int64_t below(int64_t count) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)(seed >> 33) % count;
}

/* The widest access of the buffer, an element's bytes at least, 16 of a tensor, and no more than was
 * promised; a box in shared memory takes what there is. */
static int wanted(const Plan *p, int buffer) {
    const Buffer *b = &p->buffers[buffer];
    int most = b->dtype->bits < 16 ? 1 : b->dtype->bits / 8;
    for (int i = 0; i < p->phase_count; i++)
        for (int k = 0; k < p->phases[i].step_count; k++) {
            const Step *step = &p->phases[i].steps[k];
            const Side *sides[] = {&step->dst, &step->src[0]};
            for (int s = 0; s < 2; s++) {
                bool here = sides[s]->kind == AT_BUFFER && sides[s]->of == buffer;
                bool map = sides[s]->kind == AT_TENSOR && p->objects[sides[s]->of].buffer == buffer;
                int bytes = here ? primitives[step->primitive].align : map ? 16 : 0;
                if (here && strncmp(primitives[step->primitive].function, "tc_tensor_", 10) == 0)
                    return b->align;
                most = bytes > most ? bytes : most;
            }
        }
    return most < b->align ? most : b->align;
}

static void any_accesses(void) {
    static const PrimitiveId ids[] = {
        PRIM_LOAD_SHARED_B8,
        PRIM_LOAD_SHARED_B16,
        PRIM_STORE_SHARED_B32,
        PRIM_LOAD_SHARED_B64,
        PRIM_STORE_SHARED_B128,
        PRIM_LDMATRIX_X1,
        PRIM_CP_ASYNC_B64,
        PRIM_TENSOR_TO_SMEM_2D};
    static const char *const types[] = {"i4", "u8", "f16", "f32", "f64"};
    for (int i = 0; i < 3000; i++) {
        MemMark mark = mem_mark();
        seed = (uint64_t)i;
        Plan *p = plan_of("demand", SCOPE_WARP, 32, F32);
        int want[3];
        for (int b = 0; b < 3; b++) {
            const char *type = types[below(5)];
            add_buffer(p, "b", SPACE_SMEM, ROLE_IN, 64);
            p->buffers[b].dtype = dtype_find(type, strlen(type));
            p->buffers[b].align = 1 << below(8);
            p->objects[add_object(p, "map", OBJECT_TENSOR)].buffer = (int)below(3);
        }
        add_bundle(p, "v", ROLE_OUT, 4, 0);
        for (int k = 0; k < 2; k++) {
            Phase *phase = add_phase(p);
            for (int64_t n = below(3); n > 0; n--) {
                PrimitiveId id = ids[below(COUNT_OF(ids))];
                bool box = id == PRIM_TENSOR_TO_SMEM_2D, async = id == PRIM_CP_ASYNC_B64;
                bool load = primitives[id].kind != KIND_STORE && !box && !async;
                Side memory = in_buffer((int)below(3), expr_constant(0));
                Side other = box     ? (Side){.kind = AT_TENSOR, .of = (int)below(3)}
                             : async ? in_buffer((int)below(3), expr_constant(0))
                                     : in_bundle((int)below(3), expr_constant(0));
                add_move(phase, id, load ? other : memory, load ? memory : other);
            }
        }
        for (int b = 0; b < 3; b++)
            want[b] = wanted(p, b);
        Operand tile = row_major(SPACE_SMEM, 4, 4), regs = rows_in(AXIS_LANEID, 32, 1);
        int asked[] = {(int)below(3), (int)below(3)}, given = (int)below(3);
        add_flow(p, tile, asked[0], regs, 1);
        add_flow(p, regs, 2, tile, asked[1]);
        p->flows[0].src.align_given = given == 1;
        p->flows[1].dst.align_given = given == 2;
        for (int b = 0; b < 3; b++) {
            bool is_asked = (asked[0] == b && given != 1) || (asked[1] == b && given != 2);
            want[b] = is_asked ? want[b] : p->buffers[b].align;
        }
        plan_demand(p);
        for (int b = 0; b < 3; b++)
            EXPECT(p->buffers[b].align == want[b]);
        mem_rewind(mark);
    }
}

int main(void) {
    any_accesses();
    demand_what_is_used();
    mem_free_all();
    return unit_finish();
}
