/* test_equal.c: two Plans are one body only where everything is equal that reaches the text, the proof or
 * the cost. One change at a time to a Plan that has everything; each must make it another one. */
#include "plans_everything.h"
#include "unit.h"

#define PHASE (p->phases[0])
#define STORE (p->phases[0].steps[0])
#define BOX (p->phases[0].steps[1])

/* X(a change of the Plan p) */
#define CHANGES                                                                                    \
    X(p->variant = "other")                                                                        \
    X(p->scope.kind = SCOPE_WARPGROUP)                                                             \
    X(p->scope.threads++)                                                                          \
    X(p->scope.narrowed = true)                                                                    \
    X(p->threads++)                                                                                \
    X(p->ctas = 2)                                                                                 \
    X(p->dtype = F32)                                                                              \
    X(p->symbol_count++)                                                                           \
    X(p->buffer_count--)                                                                           \
    X(p->arena_count--)                                                                            \
    X(p->bundle_count--)                                                                           \
    X(p->loop_count--)                                                                             \
    X(p->object_count--)                                                                           \
    X(p->phase_count--)                                                                            \
    X(p->flow_count--)                                                                             \
    X(p->part_count--)                                                                             \
    X(p->rounds++)                                                                                 \
    X(p->vec_bits++)                                                                               \
    X(p->ops_per_thread++)                                                                         \
    X(p->has_stage = true)                                                                         \
    X(p->guard_count--)                                                                            \
    X(p->guard[0].op = COND_GE)                                                                    \
    X(p->guard[0].rhs.constant++)                                                                  \
    X(p->guard[0].lhs.constant++)                                                                  \
    X(p->script_count--)                                                                           \
    X(((int *)p->script)[0]++)                                                                     \
    X(p->buffers[0].name = "other")                                                                \
    X(p->buffers[0].space = SPACE_SMEM)                                                            \
    X(p->buffers[0].role = ROLE_IN)                                                                \
    X(p->buffers[0].dtype = F32)                                                                   \
    X(p->buffers[0].align++)                                                                       \
    X(p->buffers[0].elements++)                                                                    \
    X(p->buffers[0].arena++)                                                                       \
    X(p->buffers[0].offset++)                                                                      \
    X(p->buffers[0].brought++)                                                                     \
    X(p->arenas[0].name = "other")                                                                 \
    X(p->arenas[0].bytes++)                                                                        \
    X(p->arenas[0].align++)                                                                        \
    X(p->bundles[0].name = NULL)                                                                   \
    X(p->bundles[0].role = ROLE_IN)                                                                \
    X(p->bundles[0].dtype = F32)                                                                   \
    X(p->bundles[0].count++)                                                                       \
    X(p->bundles[0].vector_bits++)                                                                 \
    X(p->loops[1].name = "k")                                                                      \
    X(p->loops[1].extent++)                                                                        \
    X(p->loops[1].unroll = false)                                                                  \
    X(p->loops[0].extent++)                                                                        \
    X(p->objects[0].name = "other")                                                                \
    X(p->objects[0].kind = OBJECT_GROUP)                                                           \
    X(p->objects[0].brought = true)                                                                \
    X(p->objects[0].left = true)                                                                   \
    X(p->objects[0].id++)                                                                          \
    X(p->objects[0].arrivals++)                                                                    \
    X(p->objects[0].others++)                                                                      \
    X(p->objects[1].buffer++)                                                                      \
    X(p->objects[1].rank--)                                                                        \
    X(p->objects[1].stride[1].value++)                                                             \
    X(p->objects[1].stride[1].symbol[0]++)                                                         \
    X(p->objects[1].extent[0].value++)                                                             \
    X(p->objects[1].box[1]++)                                                                      \
    X(p->objects[1].swizzle.on = false)                                                            \
    X(p->objects[1].swizzle.per_element++)                                                         \
    X(p->objects[1].swizzle.len++)                                                                 \
    X(p->objects[1].swizzle.atom++)                                                                \
    X(p->parts[0].suffix = "get")                                                                  \
    X(p->parts[0].first_phase++)                                                                   \
    X(p->parts[0].phase_count++)                                                                   \
    X(p->parts[0].is_body = true)                                                                  \
    X(p->parts[0].guard_count--)                                                                   \
    X(p->parts[0].guard[0].rhs.constant++)                                                         \
    X(p->parts[0].reads_count--)                                                                   \
    X(p->parts[0].reads[0]++)                                                                      \
    X(p->parts[0].writes_count--)                                                                  \
    X(p->parts[0].writes[0]++)                                                                     \
    X(PHASE.elected = true)                                                                        \
    X(PHASE.step_count--)                                                                          \
    X(PHASE.note = "note")                                                                         \
    X(PHASE.guard_count--)                                                                         \
    X(PHASE.guard[0].rhs.constant++)                                                               \
    X(PHASE.loop_count--)                                                                          \
    X(PHASE.loops[0]++)                                                                            \
    X(STORE.primitive = PRIM_STORE_GLOBAL_B64)                                                     \
    X(STORE.count++)                                                                               \
    X(STORE.object++)                                                                              \
    X(STORE.rest = REST_ZERO)                                                                      \
    X(STORE.combine = COMBINE_ADD)                                                                 \
    X(STORE.value = NULL)                                                                          \
    X(STORE.value = number(4))                                                                     \
    X(STORE.dst.kind = AT_BUNDLE)                                                                  \
    X(STORE.dst.of++)                                                                              \
    X(STORE.dst.peer = NULL)                                                                       \
    X(STORE.dst.peer = number(2))                                                                  \
    X(STORE.dst.at.constant++)                                                                     \
    X(STORE.dst.at.term_count--)                                                                   \
    X(STORE.dst.at.xor_count--)                                                                    \
    X(STORE.dst.at.xors[0].mask++)                                                                 \
    X(STORE.dst.at.xors[0].shift++)                                                                \
    X(expr_set_term(&STORE.dst.at, 1, term_of(65, VAR_LOOP, 0, 1, 0)))                             \
    X(expr_set_term(&STORE.dst.at, 1, term_of(64, VAR_LOOP, 1, 1, 0)))                             \
    X(STORE.src[0].of++)                                                                           \
    X(STORE.src[0].at.constant++)                                                                  \
    X(STORE.src[1].of++)                                                                           \
    X(STORE.src[1].at.constant++)                                                                  \
    X(STORE.cond_count--)                                                                          \
    X(STORE.conds[0].op = COND_EQ)                                                                 \
    X(STORE.conds[0].lhs.constant++)                                                               \
    X(STORE.conds[0].rhs.constant++)                                                               \
    X(STORE.repeat_count--)                                                                        \
    X(STORE.repeat[0]--)                                                                           \
    X(BOX.src[0].of--)                                                                             \
    X(((Expr *)BOX.src[0].coords)[0].constant++)                                                   \
    X(((Expr *)BOX.src[0].coords)[1].constant++)

/* What no text, proof or cost sees. */
#define SAME                                                                                       \
    X(p->targets++)                                                                                \
    X(p->scope.lane_end--)                                                                         \
    X(p->scope.warp_begin++)                                                                       \
    X(p->objects[0].box[0]++)                                                                      \
    X(p->objects[0].rank++)                                                                        \
    X(p->guard[1].rhs.constant++)                                                                  \
    X(PHASE.loops[1]++)                                                                            \
    X(BOX.src[1].at.constant++)                                                                    \
    X(BOX.src[0].at.constant++)

#define X(...)                                                                                     \
    {                                                                                              \
        Plan *p = everything();                                                                    \
        __VA_ARGS__;                                                                               \
        EXPECT_OF(#__VA_ARGS__, EQUAL(everything(), p) && EQUAL(p, everything()));                 \
    }

static void changes_make_another(void) {
#define EQUAL(a, b) (!plan_equal(a, b))
    CHANGES
#undef EQUAL
}

static void others_do_not(void) {
#define EQUAL(a, b) (plan_equal(a, b))
    X((void)0)
    SAME
#undef EQUAL
}

/* A narrowed scope is one by its bounds. */
static void narrowed_scopes(void) {
    for (int i = 0; i < 5; i++) {
        Plan *a = everything(), *b = everything();
        a->scope.narrowed = b->scope.narrowed = true;
        int *const bounds[] = {
            &b->scope.lane_begin, &b->scope.lane_end, &b->scope.warp_begin, &b->scope.warp_end};
        if (i < 4)
            ++*bounds[i];
        EXPECT(plan_equal(a, b) == (i == 4));
    }
}

int main(void) {
    changes_make_another();
    others_do_not();
    narrowed_scopes();
    mem_free_all();
    return unit_finish();
}
