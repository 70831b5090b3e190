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

/* Origins under a swizzle that reads the column and changes the row, and the other way round: a carry stands in no bit that
 * is turned. */
static void origins(void) {
    uint64_t seed = 0;
    while (random_plan_of(seed)->symbol_count == 0)
        seed++;
    for (int low = 0; low < 4; low++)
        for (int up = 1; up < 5; up++)
            for (int outer = 0; outer < 2; outer++)
                for (int coef = 1; coef <= 64; coef *= 4) {
                    MemMark mark = mem_mark();
                    Plan *plan = random_plan_of(seed);
                    Expr *at = &plan->phases->steps->src[0].at;
                    plan->phase_count = 1;
                    plan->phases->step_count = 1;
                    plan->phases->loop_count = plan->phases->guard_count = 0;
                    plan->phases->steps->repeat_count = 0;
                    plan->phases->steps->primitive = PRIM_LOAD_SHARED_B32;
                    *at = expr_constant(0);
                    expr_add(at, coef_int(1), digit_of(VAR_RANK, 0, 1, 0));
                    expr_add(at, coef_int(coef), digit_of(VAR_SYMBOL, 1, 1, 0));
                    at->xor_count = 1;
                    at->xors[0] =
                        outer ? (Xor){(int64_t)3 << low, -up} : (Xor){(int64_t)3 << (low + up), up};
                    const char *text = body_text("tc_x", plan), *fault = ctext_fault(plan, text);
                    EXPECT(fault == NULL);
                    if (fault)
                        printf("--- %d %d %d: %s\n%s", low, up, outer, fault, text);
                    mem_rewind(mark);
                }
}

int main(void) {
    origins();
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
