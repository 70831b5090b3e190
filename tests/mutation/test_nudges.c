/* test_nudges.c: right Plans in which one number is another one: every field in turn a little more, a
 * little less, none, twice as much; or two of them are; or a step is left out, done twice or
 * done after the next one. What the proof says of each, whether it is still the same plan, and of those
 * that are accepted what they cost and ask of the caller, is what nudges.txt has: for each plan how often
 * each word was said, and a hash of all reasons. Whether a word is the right one is not asked here; that is
 * test_wrong_plans.c. */
#include "generator/plan/duties.h"
#include "idle_plans.h"
#include "right_plans.h"
#include "tests/unit/expected.h"
#include <string.h>

enum { MOST_PLACES = 4096, NUDGES = 4, TRIED = 200 /* of a plan, on average */, PAIRS = 40 };

/* ---- the numbers of a plan -------------------------------------------------------------------- */

typedef struct {
    void *at;
    size_t size;
    bool only_less; /* a number of things: there are no more of them */
} Field;
static Field places[MOST_PLACES];
static int place_count;

static void take(void *at, size_t size, bool only_less) {
    if (place_count < MOST_PLACES)
        places[place_count++] = (Field){at, size, only_less};
}

#define TAKE(field) take(&(field), sizeof(field), false)
#define TAKE_COUNT(field) take(&(field), sizeof(field), true)

static void take_expr(const Expr *of) {
    Expr *expr = (Expr *)(uintptr_t)of;
    if (!expr)
        return;
    TAKE(expr->constant);
    TAKE_COUNT(expr->term_count);
    TAKE_COUNT(expr->xor_count);
    for (int i = 0; i < expr->term_count; i++) {
        Term *term = (Term *)(uintptr_t)&expr->terms[i];
        TAKE(term->coef.value);
        TAKE_COUNT(term->coef.count);
        TAKE(term->digit.index);
        TAKE(term->digit.pre_div);
        TAKE(term->digit.pre_mod);
        TAKE(term->digit.sub);
        TAKE(term->digit.div);
        TAKE(term->digit.mod);
        TAKE(term->digit.turn_mod);
        if (term->digit.turn_mod)
            TAKE(term->digit.turn_div);
    }
    for (int i = 0; i < expr->xor_count; i++) {
        TAKE(expr->xors[i].mask);
        TAKE(expr->xors[i].shift);
    }
}

static void take_conds(Cond *conds, int count) {
    for (int i = 0; i < count; i++) {
        take_expr(&conds[i].lhs);
        take_expr(&conds[i].rhs);
        TAKE(conds[i].op);
    }
}

static const Plan *taken; /* whose places are listed */

static void take_side(Side *side) {
    if (side->kind == SIDE_NONE)
        return;
    TAKE(side->of);
    take_expr(&side->at);
    take_expr(side->peer);
    for (int d = 0; d < side->edge_count; d++)
        take_expr(&side->edges[d]);
    for (int d = 0; d < side_coords(taken, side); d++)
        take_expr(&side->coords[d]);
}

static void take_step(Step *step) {
    TAKE(step->primitive);
    TAKE(step->combine);
    TAKE(step->count);
    TAKE(step->object);
    TAKE(step->rest);
    TAKE_COUNT(step->cond_count);
    TAKE_COUNT(step->repeat_count);
    for (int i = 0; i < step->repeat_count; i++)
        TAKE(step->repeat[i]);
    take_side(&step->dst);
    take_side(&step->src[0]);
    take_side(&step->src[1]);
    take_expr(step->value);
    take_conds(step->conds, step->cond_count);
}

static void take_operand(Operand *operand) {
    for (int i = 0; i < operand->rank; i++) {
        TAKE(operand->region[i].begin);
        TAKE(operand->region[i].extent);
    }
    for (int i = 0; i < operand->layout.shard_count; i++)
        TAKE(operand->layout.shard[i].stride.value);
    for (int i = 0; i < operand->layout.offset_count; i++)
        TAKE(operand->layout.offset[i].amount);
    if (operand->layout.swizzle.on) {
        TAKE(operand->layout.swizzle.len);
        TAKE(operand->layout.swizzle.atom);
    }
}

static void take_flow(Flow *flow) {
    take_operand(&flow->src);
    take_operand(&flow->dst);
    TAKE(flow->src_at);
    TAKE(flow->dst_at);
    for (int i = 0; i < flow->limits.count; i++) {
        Limit *limit = &flow->limits.at[i];
        TAKE(limit->dim);
        if (!limit->windowed)
            continue;
        TAKE(limit->symbol);
        TAKE(limit->origin);
        TAKE(limit->begin);
    }
    TAKE(flow->limits.fill);
    TAKE(flow->limits.keep);
    TAKE(flow->combine);
    TAKE(flow->over);
    TAKE(flow->scan);
    TAKE(flow->exclusive);
    TAKE(flow->rounding);
    take_expr(flow->src_peer);
    take_expr(flow->dst_peer);
}

static void take_object(Object *object) {
    TAKE(object->kind);
    TAKE(object->brought);
    TAKE(object->left);
    TAKE(object->id);
    TAKE(object->arrivals);
    TAKE(object->others);
    for (int i = 0; object->kind == OBJECT_TENSOR && i < object->rank; i++) {
        TAKE(object->stride[i].value);
        TAKE(object->extent[i].value);
        TAKE(object->box[i]);
        TAKE(object->by[i]);
    }
    if (object->kind == OBJECT_TENSOR) {
        TAKE(object->buffer);
        TAKE(object->rows);
        TAKE(object->swizzle.per_element);
        TAKE(object->swizzle.len);
        TAKE(object->swizzle.atom);
    }
}

static void take_memory(Plan *plan) {
    for (int i = 0; i < plan->buffer_count; i++) {
        TAKE(plan->buffers[i].space);
        TAKE(plan->buffers[i].role);
        TAKE(plan->buffers[i].align);
        TAKE(plan->buffers[i].elements);
        TAKE(plan->buffers[i].arena);
        TAKE(plan->buffers[i].offset);
        TAKE(plan->buffers[i].brought);
        take_expr(plan->buffers[i].shift);
    }
    for (int i = 0; i < plan->arena_count; i++) {
        TAKE(plan->arenas[i].bytes);
        TAKE(plan->arenas[i].align);
    }
    for (int i = 0; i < plan->bundle_count; i++) {
        TAKE(plan->bundles[i].role);
        TAKE(plan->bundles[i].count);
        TAKE(plan->bundles[i].vector_bits);
    }
}

static void take_parts(Plan *plan) {
    TAKE_COUNT(plan->part_count);
    TAKE_COUNT(plan->script_count);
    TAKE(plan->rounds);
    for (int i = 0; i < plan->script_count; i++)
        TAKE(((int *)(uintptr_t)plan->script)[i]);
    for (int i = 0; i < plan->part_count; i++) {
        Part *part = &plan->parts[i];
        TAKE(part->first_phase);
        TAKE(part->phase_count);
        TAKE(part->is_body);
        TAKE(part->of_anyone);
        TAKE_COUNT(part->reads_count);
        TAKE_COUNT(part->writes_count);
        take_conds(part->guard, part->guard_count);
    }
}

static void take_plan(Plan *plan) {
    taken = plan;
    place_count = 0;
    TAKE(plan->scope.kind);
    TAKE(plan->scope.threads);
    TAKE(plan->scope.narrowed);
    TAKE(plan->scope.lane_begin);
    TAKE(plan->scope.lane_end);
    TAKE(plan->scope.group);
    TAKE(plan->threads);
    TAKE(plan->ctas);
    take_memory(plan);
    take_parts(plan);
    for (int i = 0; i < plan->symbol_count; i++) {
        Symbol *symbol = (Symbol *)(uintptr_t)&plan->symbols[i];
        TAKE(symbol->role);
        TAKE(symbol->min);
        TAKE(symbol->max);
        TAKE(symbol->divisor);
    }
    for (int i = 0; i < plan->loop_count; i++)
        TAKE(plan->loops[i].extent);
    for (int i = 0; i < plan->object_count; i++)
        take_object(&plan->objects[i]);
    for (int i = 0; i < plan->flow_count; i++)
        take_flow(&plan->flows[i]);
    for (int i = 0; i < plan->phase_count; i++) {
        Phase *phase = &plan->phases[i];
        TAKE(phase->elected);
        TAKE_COUNT(phase->guard_count);
        TAKE_COUNT(phase->loop_count);
        TAKE_COUNT(phase->step_count);
        for (int k = 0; k < phase->loop_count; k++)
            TAKE(phase->loops[k]);
        take_conds(phase->guard, phase->guard_count);
        for (int k = 0; k < phase->step_count; k++)
            take_step(&phase->steps[k]);
    }
    take_conds(plan->guard, plan->guard_count);
}

/* False: it is that already. */
static bool nudge(const Field *place, int how) {
    int64_t was = 0, now;
    memcpy(&was, place->at, place->size);
    if (place->size == sizeof(int))
        was = *(int *)place->at;
    now = how == 0 ? was + 1 : how == 1 ? was - 1 : how == 2 ? 0 : 2 * was;
    if (place->size == 1)
        now = !was;
    if (now == was || (place->size == 1 && how) || (place->only_less && (now > was || now < 0)) ||
        (how == 1 && now == 0))
        return false;
    memcpy(place->at, &now, place->size);
    return true;
}

/* ---- what is said of them --------------------------------------------------------------------- */

static uint64_t digest;
static void add(uint64_t value) {
    digest = digest * 1099511628211u ^ fnv1a64(&value, sizeof value);
}

static void add_text(const char *text) {
    digest = digest * 1099511628211u ^ (text ? fnv1a64(text, strlen(text)) : 1);
}

static void add_accepted(const Plan *plan) {
    Cost cost = plan_cost(plan);
    for (int g = 0; g < GENERATION_COUNT; g++)
        add((uint64_t)cost.scores[g]);
    add((uint64_t)(cost.sectors * 31 + cost.ideal_sectors * 7 + cost.instruction_count));
    for (int i = 0; i < cost.wavefront_count; i++)
        add((uint64_t)(cost.wavefronts[i].got * 1000 + cost.wavefronts[i].ideal));
    Duties duties = plan_duties(plan);
    for (int i = 0; i < duties.count; i++) {
        const Duty *duty = &duties.at[i];
        add((uint64_t)(duty->kind + 100 * duty->number + 10000 * duty->more + duty->others));
        add_text(duty->name);
        add_text(duty->with);
    }
}

static const char *const words[] = {
    "missing",
    "wrong",
    "outside",
    "misaligned",
    "race",
    "in-flight",
    "twice",
    "divergent",
    "hang",
    "uninitialised",
    "unavailable",
    "unproven",
    "too-big",
    "overflow"};
enum { WORDS = sizeof words / sizeof *words };

typedef struct {
    int accepted, said[WORDS];
} Tally;

static size_t tried; /* field, and how */
static void judge(const char *now, const Plan *right, const Plan *plan, Tally *tally) {
    Proof proof = plan_prove(plan);
    add(plan_equal(right, plan));
    tally->accepted += proof.ok;
    if (!proof.ok && !proof.kind)
        printf("FAIL %s at %zu: refused without a word\n", now, tried);
    for (int i = 0; !proof.ok && proof.kind && i < WORDS; i++)
        tally->said[i] += strcmp(proof.kind, words[i]) == 0;
    add_text(proof.ok ? "ok" : numbers_of(proof.reason));
    if (proof.ok)
        add_accepted(plan);
}

static uint32_t state;
static uint32_t draw(void) {
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

/* Two numbers at a time. */
static void nudge_pairs(const char *name, const Plan *right, MemMark mark, Tally *tally) {
    for (int i = 0; i < PAIRS; i++) {
        mem_rewind(mark);
        Plan *plan = plan_copy(right);
        take_plan(plan);
        const Field *a = &places[draw() % (uint32_t)place_count];
        const Field *b = &places[draw() % (uint32_t)place_count];
        tried = (size_t)i;
        bool first = nudge(a, (int)(draw() % 4)), second = nudge(b, (int)(draw() % 4));
        if (first && second)
            judge(name, right, plan, tally);
    }
}

/* Step `at` of a phase is left out, done twice, or done after the next one. */
static bool edit(Phase *phase, int at, int how) {
    Step *steps = NEW_ARRAY(Step, phase->step_count + 1);
    int count = 0;
    if (how == 2 && at + 1 == phase->step_count)
        return false;
    for (int i = 0; i < phase->step_count; i++) {
        if (i != at || how == 1)
            steps[count++] = phase->steps[i];
        if (how > 0 && i == at + (how == 2))
            steps[count++] = phase->steps[at];
    }
    phase->steps = steps;
    phase->step_count = count;
    return true;
}

static void edit_steps(const char *name, const Plan *right, MemMark mark, Tally *tally) {
    for (int p = 0; p < right->phase_count; p++)
        for (int at = 0; at < right->phases[p].step_count; at++)
            for (int how = 0; how < 3; how++) {
                mem_rewind(mark);
                Plan *plan = plan_copy(right);
                tried = (size_t)(1000 * p + 10 * at + how);
                if (edit(&plan->phases[p], at, how))
                    judge(name, right, plan, tally);
            }
}

static Text out;

static void nudge_all(const char *name, const Plan *right) {
    MemMark mark = mem_mark();
    Tally tally = {0};
    digest = 0;
    take_plan(plan_copy(right));
    const int count = place_count;
    const uint32_t skip = (uint32_t)(count * NUDGES / TRIED);
    state = (uint32_t)count;
    for (int at = 0; at < count; at++)
        for (int how = 0; how < NUDGES; how++) {
            mem_rewind(mark);
            mark = mem_mark();
            if (skip && draw() % (skip + 1))
                continue;
            Plan *plan = plan_copy(right);
            take_plan(plan);
            tried = (size_t)(10 * at + how);
            if (nudge(&places[at], how))
                judge(name, right, plan, &tally);
        }
    nudge_pairs(name, right, mark, &tally);
    edit_steps(name, right, mark, &tally);
    mem_keep_begin();
    text_printf(
        &out, "%s: %08x, %d accepted", name, (unsigned)(digest ^ digest >> 32), tally.accepted);
    for (int i = 0; i < WORDS; i++)
        if (tally.said[i])
            text_printf(&out, ", %d %s", tally.said[i], words[i]);
    text_printf(&out, "\n");
    mem_keep_end();
}

#define RIGHT(name)                                                                                \
    { #name, right_##name }
#define RULE(name)                                                                                 \
    { #name, name }
static const struct {
    const char *name;
    Plan *(*build)(void);
} right[] = {RIGHT(two_stages),         RIGHT(mbarrier_rounds),
             RIGHT(mbarrier_of_all),    RIGHT(mbarrier_of_one),
             RIGHT(named_rounds),       RIGHT(barrier_0),
             RIGHT(caller_parity),      RIGHT(broadcast),
             RIGHT(lanes_in_place),     RIGHT(bytes_in_place),
             RIGHT(elected_box),        RIGHT(chunks),
             RIGHT(down_in_place),      RIGHT(gmem_scratch),
             RIGHT(sum_of_ints),        RIGHT(turned_sum),
             RIGHT(redux_sum),          RIGHT(scan),
             RULE(masked_load),         RULE(masked_counted),
             RULE(masked_fill),         RULE(masked_shuffle),
             RULE(masked_sync),         RULE(halves_of_words),
             RULE(tmem_moved),          RULE(tensor_row),
             RULE(tensor_whole_panels), RULE(told_when_read),
             RULE(received_and_loaded), RULE(one_cta_syncs),
             RULE(greatest_of_three),   RULE(masked_shared_source),
             RULE(masked_select),       RULE(brought_in_flight),
             RULE(store_twice),         RULE(masked_store_twice),
             RULE(sums_so_far),         RULE(scripted),
             RULE(guarded_as_a_whole),  RULE(tail_load),
             RULE(tail_store),          RULE(tail_rows),
             RULE(kept_tail),           RULE(packed_pairs),
             RULE(filled_twice),        RULE(below_a_limit),
             RULE(two_columns),         RULE(sent_and_left),
             RULE(at_a_number),         RULE(expected_from_afar),
             RULE(nibbles_exchanged),   RULE(counted_bytes),
             RULE(idle_memory),         RULE(idle_halves),
             RULE(idle_load),           RULE(idle_sum),
             RULE(idle_index),          RULE(idle_redux),
             RULE(idle_shuffle),        RULE(masked_numbers)};

/* One of each variant that described.c has not. */
static const char *const texts[] = {
    "copy_async elected f16 gmem S[(8,64):(ld,1)] by i32 smem -> smem S[(8,64)] swizzle 128B where "
    "ld % 8 == 0 { tensormap }",
    "copy warp f16 smem S[(8,8)] -> reg 8x8 mma_b_k8",
    "copy warp f16 smem S[(16,8)] -> reg 16x8 mma_a_k8",
    "copy warp f16 reg 16x8 mma_c -> smem S[(16,8)]",
    "copy_async elected f16 smem S[(4,64):(96,1)] -> dsmem S[(4,64):(128,1)]",
    "copy_async elected f16 gmem S[(4,64):(96,1)] -> smem S[(4,64)]",
    "copy_async thread f16 smem S[(4,64)] -> gmem S[(4,64):(96,1)]",
    "copy warp f32 dsmem S[(32,4)] -> reg S[(32,4):(1@laneid,1)]",
    "relayout warp f32 reg S[(32,2):(1@laneid,1)] -> reg 32x2 S[(16,2,2):(2@laneid,1,1@laneid)]",
    "relayout warp u8 reg S[(32,2,4):(1@laneid,4,1)] -> reg S[(32,2,4):(1@laneid,1,2)]",
    "relayout warp f32 reg S[(32,4):(1@laneid,1)] -> reg 32x4 S[(4,32):(1,1@laneid)]",
    "permute warp u32 smem S[(4,32)] -> smem S[(4,32):(1,4)]",
    "copy warp f32 -> f16 reg S[(32,8):(1@laneid,1)] -> smem S[(32,8)]",
    "copy warp f32 gmem S[(32,4):(1,0)] -> smem S[(32,4)]",
    "copy thread f32 reg S[(4)] -> smem S[(4)] + R[2:4]",
    "copy warp f32 smem S[(32,6):(8,1)] -> reg S[(32,6):(1@laneid,1)]",
    "copy cta(64) f32 gmem S[(8,16):(ld,1)][m:+4, 0:16] -> smem S[(4,16)]",
    "copy warp f32 smem S[(8,4)] -> reg S[(8,4):(1@laneid,1)] { stages 2 }",
    "copy warp f32 gmem S[(h,w):(ld,1)][y:+8, x:+4] -> smem S[(8,4)] { masked }",
    "copy warp f32 gmem S[(h,w):(ld,1)][y:+8, x:+4] -> smem S[(8,4)] { masked; edge wrap }",
    "copy warp f16 smem S[(8,4)] -> gmem S[(4,h,w):(512,32,1)][n+1:+1, y:+8, x+2:+4] { masked }",
    "copy_async thread f32 gmem S[(n):(1)][x:+8] -> smem S[(8)] where x % 4 == 0, n % 4 == 0 { "
    "masked }",
    "copy warp f32 gmem S[(64,4)][m:+32, 0:4] -> smem S[(64,4):(ld,1)][m:+32, 0:4]"};

int main(int argc, char **argv) {
    for (int i = 0; i < PLANS_COUNT; i++)
        nudge_all(all_plans[i].name, all_plans[i].build());
    for (int i = 0; i < PLANS_OF_DUTIES; i++)
        nudge_all(duty_plans[i].name, duty_plans[i].build());
    for (size_t i = 0; i < COUNT_OF(right); i++)
        nudge_all(right[i].name, right[i].build());
    for (int i = 0; i < described_count; i++) {
        const char *name;
        Plan *plan = described_plan(i, &name);
        if (plan)
            nudge_all(name, plan);
    }
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        nudge_all(texts[i], of_text(texts[i]));
    bool same = is_expected("tests/mutation/nudges.txt", &out, argc, argv);
    printf("%d passed, %d failed\n", same, !same);
    mem_free_all();
    return !same;
}
