/* explain_plan.c: a Plan in words: phases with who takes part and their loops, steps with the
 * formula of each address, and the addresses that the first and the last thread really use. */
#include "view.h"
#include <inttypes.h>
#include <string.h>

enum { LABEL_AT = 2, TEXT_AT = 14, STEP_AT = 16, DETAIL_AT = 20, SAMPLES = 4 };

/* "src[8 * rank + 4 * i]" */
static void add_side(Text *out, const Plan *plan, const Side *side) {
    const char *name = side->kind == AT_BUNDLE   ? plan->bundles[side->of].name
                       : side->kind == AT_BUFFER ? plan->buffers[side->of].name
                       : side->kind == AT_TENSOR ? plan->objects[side->of].name
                                                 : "the fill";
    text_add(out, name);
    if (side->kind != AT_BUFFER && side->kind != AT_BUNDLE)
        return;
    text_char(out, '[');
    words_expr(out, &side->at, plan);
    text_char(out, ']');
    if (side->peer) {
        text_add(out, side->kind == AT_BUNDLE ? " of lane " : " of CTA ");
        words_expr(out, side->peer, plan);
    }
}

/* Between the two values of a select, of a byte permute, of a combination. */
static const char *joining_words(const Step *step) {
    static const char *const by[] = {" and ", " + ", " min ", " max ", " & ", " | ", " ^ ", " * "};
    return step->rest == REST_OTHER                       ? ", otherwise "
           : primitives[step->primitive].act == ACT_INDEX ? " == "
                                                          : by[step->combine];
}

/* "dst[4 * i] = src[8 * rank + 4 * i]" */
static void add_transfer(Text *out, const Plan *plan, const Step *step) {
    const Side *sides[2] = {&step->dst, &step->src[0]};
    add_side(out, plan, &step->dst);
    text_add(out, " = ");
    if (primitives[step->primitive].act == ACT_INDEX) {
        words_expr(out, step->value, plan);
        text_add(out, " where ");
    }
    if (primitive_is_reduction(step->primitive))
        text_printf(out, "itself%s", joining_words(step));
    if (primitives[step->primitive].act == ACT_PERMUTE)
        text_printf(out, "bytes 0x%" PRIx64 " of ", (uint64_t)step->count);
    add_side(out, plan, &step->src[0]);
    if (primitives[step->primitive].act == ACT_SHUFFLE_XOR ||
        primitives[step->primitive].act == ACT_SHUFFLE_GROUP)
        text_printf(out, " of lane rank ^ %" PRId64, step->count);
    if (primitives[step->primitive].act == ACT_SHUFFLE_UP)
        text_printf(out, " of lane rank - %" PRId64 ", if that lane exists", step->count);
    if (primitives[step->primitive].act == ACT_REDUX)
        text_printf(out, " of all lanes, joined by%s", joining_words(step));
    if (step->src[1].kind != SIDE_NONE) {
        text_add(out, joining_words(step));
        add_side(out, plan, &step->src[1]);
    }
    for (int i = 0; i < 2; i++)
        if (sides[i]->kind == AT_BUFFER && sides[i]->at.xor_count > 0) {
            text_add(out, " with x = ");
            words_sum(out, &sides[i]->at, plan);
        }
}

/* What one execution moves: "4 elements", "16 bytes", or a row of each lane's. */
static void add_amount(Text *out, const Plan *plan, const Step *step) {
    const Primitive *primitive = &primitives[step->primitive];
    int64_t bytes = primitive->bits ? primitive->bits / 8 : step->count;
    if (primitive->act == ACT_MOVE)
        return;
    if (primitive->act == ACT_CONVERT) {
        text_printf(out, ", %" PRId64 " elements each", step_elements(plan, step));
        return;
    }
    const Side *side = step->dst.kind == AT_BUNDLE ? &step->dst : &step->src[0];
    int count = side->kind == AT_BUNDLE ? primitive->bits / side_bits(plan, side) : 0;
    if (count > 0)
        text_printf(out, ", %d element%s each", count, count == 1 ? "" : "s");
    else
        text_printf(out, ", %" PRId64 " bytes each", bytes);
    if (primitive_is_matrix(step->primitive))
        text_printf(
            out, "; each of %d lanes gives the address of a 16-byte row", primitive->bits / 32 * 8);
}

static void add_conds(Text *out, const Plan *plan, const Cond *conds, int count) {
    for (int i = 0; i < count; i++) {
        text_add(out, i ? " and " : "");
        words_cond(out, &conds[i], plan);
    }
}

static void add_loops(Text *out, const Plan *plan, const int *loops, int count) {
    for (int i = 0; i < count; i++) {
        const Loop *loop = &plan->loops[loops[i]];
        text_printf(
            out,
            "%sfor %s = 0 .. %" PRId64 "%s",
            i ? ", " : "",
            loop->name,
            loop->extent - 1,
            loop->unroll ? " (unrolled)" : "");
    }
}

/* The byte addresses on one side of a step that two threads, the first and the last seen, use. */
typedef struct {
    int64_t first, last;                   /* threads; -1: none yet */
    int64_t count[2], address[2][SAMPLES]; /* of the first, of the last */
} Sample;

typedef struct {
    Sample src, dst;
} StepSample;

/* One plan and its samples, [phase][step]: of all steps by one walk, as 1000 steps would take
 * 2000. */
typedef struct {
    const Plan *plan;
    StepSample **at;
} Samples;

static void add_address(Sample *sample, int which, int64_t address) {
    if (sample->count[which] < SAMPLES)
        sample->address[which][sample->count[which]] = address;
    sample->count[which]++;
}

static void see_address(Sample *sample, int64_t thread, int64_t address) {
    if (sample->first < 0 || thread < sample->first) {
        sample->first = thread;
        sample->count[0] = 0;
    }
    if (thread > sample->last) {
        sample->last = thread;
        sample->count[1] = 0;
    }
    if (thread == sample->first)
        add_address(sample, 0, address);
    if (thread == sample->last)
        add_address(sample, 1, address);
}

static bool take_samples(void *context, const Execution *e) {
    StepSample *sample = &((Samples *)context)->at[e->phase][e->step];
    unsigned lanes = primitive_address_lanes(e->at->primitive, e->lanes);
    for (int lane = 0; lane < 32; lane++) {
        if (!(lanes >> lane & 1))
            continue;
        see_address(&sample->src, e->warp * 32 + lane, e->src[lane]);
        see_address(&sample->dst, e->warp * 32 + lane, e->dst[lane]);
    }
    return true;
}

static Samples samples_of(const Plan *plan) {
    Samples samples = {plan, NEW_ARRAY(StepSample *, plan->phase_count)};
    const Sample none = {.first = -1, .last = -1};
    for (int p = 0; p < plan->phase_count; p++) {
        int count = plan->phases[p].step_count;
        samples.at[p] = NEW_ARRAY(StepSample, count);
        for (int s = 0; s < count; s++)
            samples.at[p][s] = (StepSample){none, none};
    }
    MemMark mark = mem_mark();
    plan_walk(plan, take_samples, &samples);
    mem_rewind(mark);
    return samples;
}

static void add_samples(Text *out, const Sample *sample, int which, int64_t thread) {
    text_printf(out, "thread %" PRId64 " at ", thread);
    for (int64_t i = 0; i < sample->count[which] && i < SAMPLES; i++)
        text_printf(out, "%s%" PRId64, i ? ", " : "", sample->address[which][i]);
    if (sample->count[which] > SAMPLES)
        text_add(out, ", ..");
}

static void explain_addresses(Text *out, const Plan *plan, const Side *side, const Sample *sample) {
    Text text = {0};
    if (side->kind != AT_BUFFER || sample->first < 0)
        return;
    text_printf(&text, "%s bytes: ", plan->buffers[side->of].name);
    add_samples(&text, sample, 0, sample->first);
    if (sample->last != sample->first) {
        text_add(&text, "; ");
        add_samples(&text, sample, 1, sample->last);
    }
    words_wrap(out, DETAIL_AT, "", DETAIL_AT, text_string(&text));
}

/* "barrier.sync.aligned 1 of 64 threads" */
static void explain_sync(Text *out, const Plan *plan, const Step *step, int index) {
    Text text = {0};
    const Object *object = step->object >= 0 ? &plan->objects[step->object] : NULL;
    text_add(&text, plan_ptx(plan, step->primitive));
    if (object && object->kind == OBJECT_BARRIER)
        text_printf(
            &text,
            " %s of %" PRId64 " threads",
            object->number ? plan->symbols[object->number - 1].name : mem_printf("%d", object->id),
            step->count);
    else if (object)
        text_printf(&text, " of %s", object->name);
    if (step->count > 0 && object && object->kind == OBJECT_MBARRIER)
        text_printf(&text, ", %" PRId64, step->count);
    if (step->value) {
        text_add(
            &text, primitives[step->primitive].act == ACT_WARP_SYNC ? ", lanes " : ", parity ");
        words_expr(&text, step->value, plan);
    }
    if (step->cond_count > 0) {
        text_add(&text, ", where ");
        add_conds(&text, plan, step->conds, step->cond_count);
    }
    words_wrap(out, STEP_AT, mem_printf("%d", index + 1), DETAIL_AT, text_string(&text));
}

static void explain_step(Text *out, const Samples *samples, int phase, int index) {
    const Plan *plan = samples->plan;
    const StepSample *sample = &samples->at[phase][index];
    const Step *step = &plan->phases[phase].steps[index];
    Text text = {0}, transfer = {0};
    if (primitives[step->primitive].kind == KIND_SYNC) {
        explain_sync(out, plan, step, index);
        return;
    }
    text_add(&text, plan_ptx(plan, step->primitive));
    add_amount(&text, plan, step);
    if (step->cond_count > 0) {
        text_add(&text, ", where ");
        add_conds(&text, plan, step->conds, step->cond_count);
    }
    if (step->repeat_count > 0) {
        text_add(&text, ", ");
        add_loops(&text, plan, step->repeat, step->repeat_count);
    }
    if (step->object >= 0)
        text_printf(
            &text,
            "; in flight until %s waits (%s)",
            plan->objects[step->object].left ? "the caller" : "the function",
            plan->objects[step->object].name);
    words_wrap(out, STEP_AT, mem_printf("%d", index + 1), DETAIL_AT, text_string(&text));
    add_transfer(&transfer, plan, step);
    words_wrap(out, DETAIL_AT, "", DETAIL_AT, text_string(&transfer));
    explain_addresses(out, plan, &step->src[0], &sample->src);
    explain_addresses(out, plan, &step->dst, &sample->dst);
}

static void explain_phase(Text *out, const Samples *samples, int index) {
    const Plan *plan = samples->plan;
    const Phase *phase = &plan->phases[index];
    Text text = {0};
    text_printf(&text, "phase %d, ", index + 1);
    if (phase->elected)
        text_add(&text, "one elected lane");
    else if (phase->guard_count == 0)
        text_add(&text, plan->threads == 1 ? "the calling thread" : "every participating thread");
    else
        text_add(&text, "threads with ");
    if (!phase->elected && phase->guard_count > 0)
        add_conds(&text, plan, phase->guard, phase->guard_count);
    if (phase->loop_count > 0) {
        text_add(&text, ", ");
        add_loops(&text, plan, phase->loops, phase->loop_count);
    }
    text_char(&text, ':');
    words_wrap(out, LABEL_AT, index ? "" : "plan", TEXT_AT, text_string(&text));
    for (int i = 0; i < phase->step_count; i++)
        explain_step(out, samples, index, i);
}

void explain_plan(Text *out, const Choice *choice) {
    const Samples samples = samples_of(choice->plan);
    for (int i = 0; i < choice->plan->phase_count; i++)
        explain_phase(out, &samples, i);
}
