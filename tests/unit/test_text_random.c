/* test_text_random.c: random Plans (random_plans.h), for one to 64 threads, printed and read back: the text means the Plan,
 * however its addresses are split, folded, turned and spelled. tests/printer compiles and runs such texts; this one has
 * no compiler to wait for. */
#include "generator/reread/reread.h"
#include "random_plans.h"
#include "unit.h"

enum { PLANS = 500 };

/* The guards are of 40 threads of 64: of as large a part of those that there are. */
static void fewer_threads(Plan *plan, int threads) {
    const int64_t part = threads * 5 / 8;
    plan->threads = plan->scope.threads = threads;
    for (int p = 0; p < plan->phase_count; p++)
        for (int g = 0; g < plan->phases[p].guard_count; g++) {
            Cond *cond = &plan->phases[p].guard[g];
            cond->lhs.constant = cond->lhs.constant / 40 * part;
            cond->rhs.constant = cond->rhs.constant / 40 * part;
        }
}

int main(void) {
    static const int threads[] = {64, 32, 1, 2, 4, 8, 24, 33};
    int loops = 0, turned = 0, wide = 0, blocks = 0;
    for (int i = 0; i < PLANS; i++) {
        MemMark mark = mem_mark();
        Plan *plan = random_plan_of((uint64_t)i * 2654435761u);
        fewer_threads(plan, threads[i % (int)COUNT_OF(threads)]);
        bool is_global = i % 3 == 0;
        for (int p = 0; p < plan->phase_count; p++)
            for (int s = 0; s < plan->phases[p].step_count && is_global; s++)
                plan->phases[p].steps[s].primitive = PRIM_LOAD_GLOBAL_B32;
        if (is_global)
            plan->buffers[0].space = SPACE_GMEM;
        const char *text = body_text("tc_x", plan), *fault = ctext_fault(plan, text);
        EXPECT(fault == NULL);
        if (fault)
            printf("--- %d: %s\n%s", i, fault, text);
        loops += strstr(text, "for (") != NULL;
        turned += strstr(text, " ^ ") != NULL;
        wide += strstr(text, "ull") != NULL;
        blocks += strstr(text, "if (") != NULL;
        mem_rewind(mark);
    }
    EXPECT(loops > PLANS / 4 && turned > PLANS / 4 && wide > PLANS / 8 && blocks > PLANS / 8);
    mem_free_all();
    return unit_finish();
}
