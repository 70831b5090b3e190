/* sequence.c: the steps of a Plan in the order of its text, and by which of them a place is done
 * with.
 *
 * The proof knows the order between single threads; this knows only what can be said to a caller of
 * all of them: a barrier counts where every caller comes to it. */
#include "sequence.h"

static void add(Sequence *sequence, const Phase *phase, const Step *step, const Part *body) {
    sequence->at[sequence->count++] = (SequenceStep){phase, step, body};
}

static void add_phases(Sequence *sequence, int first, int count) {
    for (int p = first; p < first + count; p++) {
        const Phase *phase = &sequence->plan->phases[p];
        for (int s = 0; s < phase->step_count; s++)
            add(sequence, phase, &phase->steps[s], NULL);
    }
}

Sequence plan_sequence(const Plan *plan) {
    Sequence sequence = {.plan = plan};
    int steps = plan->part_count;
    for (int p = 0; p < plan->phase_count; p++)
        steps += plan->phases[p].step_count;
    sequence.at = NEW_ARRAY(SequenceStep, steps);
    for (int i = 0; i < plan->part_count; i++) {
        const Part *part = &plan->parts[i];
        if (part->is_body)
            add(&sequence, NULL, NULL, part);
        else
            add_phases(&sequence, part->first_phase, part->phase_count);
    }
    if (plan->part_count == 0)
        add_phases(&sequence, 0, plan->phase_count);
    return sequence;
}

bool step_flies(const Step *step) {
    PrimitiveKind kind = primitives[step->primitive].kind;
    return kind == KIND_ASYNC_COPY || kind == KIND_BULK_COPY || kind == KIND_TENSOR_COPY ||
           kind == KIND_ASYNC_STORE || kind == KIND_TMEM_LOAD;
}

bool step_waits(const Step *step) {
    switch (primitives[step->primitive].act) {
    case ACT_WARP_SYNC:
    case ACT_GROUP_SYNC:
    case ACT_CTA_SYNC:
    case ACT_BARRIER_SYNC:
    case ACT_CLUSTER_SYNC:
    case ACT_WAIT_PHASE:
        return true;
    default:
        return false;
    }
}

/* ---- places --------------------------------------------------------------------------------- */

static bool is_place(const Plan *plan, SideKind side, int at, ArgumentKind kind, int of) {
    if (side == AT_BUNDLE)
        return kind == ARGUMENT_BUNDLE && at == of;
    if (side == AT_TENSOR)
        return kind == ARGUMENT_BUFFER && plan->objects[at].buffer == of;
    if (side != AT_BUFFER)
        return false;
    return (kind == ARGUMENT_BUFFER && at == of) ||
           (kind == ARGUMENT_ARENA && plan->buffers[at].arena == of + 1);
}

static bool body_touches(const Plan *plan, const Part *body, ArgumentKind kind, int of) {
    for (int i = 0; i < body->reads_count; i++) {
        const Flow *flow = &plan->flows[body->reads[i]];
        if (flow->dst.space != SPACE_REG && is_place(plan, AT_BUFFER, flow->dst_at, kind, of))
            return true;
    }
    for (int i = 0; i < body->writes_count; i++) {
        const Flow *flow = &plan->flows[body->writes[i]];
        if (flow->src.space != SPACE_REG && is_place(plan, AT_BUFFER, flow->src_at, kind, of))
            return true;
    }
    return false;
}

bool sequence_touches(const Sequence *sequence, int at, ArgumentKind kind, int of) {
    const SequenceStep *one = &sequence->at[at];
    if (!one->step)
        return body_touches(sequence->plan, one->body, kind, of);
    const Side *sides[] = {&one->step->dst, &one->step->src[0], &one->step->src[1]};
    for (int i = 0; i < 3; i++)
        if (is_place(sequence->plan, sides[i]->kind, sides[i]->of, kind, of))
            return true;
    return false;
}

int sequence_last(const Sequence *sequence, ArgumentKind kind, int of) {
    int at = sequence->count - 1;
    while (at >= 0 && !sequence_touches(sequence, at, kind, of))
        at--;
    return at;
}

/* ---- what has landed ------------------------------------------------------------------------ */

/* Does this step wait for all that is in flight under the object? */
static bool waits_for(const Step *step, int object, bool read) {
    Act act = primitives[step->primitive].act;
    if (step->object != object)
        return false;
    return (act == ACT_WAIT_GROUPS && step->count == 0) || act == ACT_WAIT_PHASE ||
           act == ACT_WAIT_TMEM || (act == ACT_WAIT_READ && step->count == 0 && read);
}

static int next_act(const Sequence *sequence, int after, Act act) {
    for (int i = after + 1; i < sequence->count; i++)
        if (sequence->at[i].step && primitives[sequence->at[i].step->primitive].act == act)
            return i;
    return -1;
}

/* The receiver of a copy waits for it, not the sender: that it has, says a barrier of the
 * cluster. */
int sequence_landed(const Sequence *sequence, int at, bool read) {
    const Step *copy = sequence->at[at].step;
    for (int i = at + 1; i < sequence->count; i++)
        if (sequence->at[i].step && waits_for(sequence->at[i].step, copy->object, read))
            return copy->dst.peer ? next_act(sequence, i, ACT_CLUSTER_SYNC) : i;
    return -1;
}

int sequence_done(const Sequence *sequence, ArgumentKind kind, int of) {
    int done = sequence_last(sequence, kind, of);
    for (int i = 0; i < sequence->count; i++) {
        const Step *step = sequence->at[i].step;
        if (!step || !step_flies(step) || !sequence_touches(sequence, i, kind, of))
            continue;
        const Side *dst = &step->dst;
        int landed =
            sequence_landed(sequence, i, !is_place(sequence->plan, dst->kind, dst->of, kind, of));
        if (landed < 0)
            return -1;
        done = landed > done ? landed : done;
    }
    return done;
}

/* ---- barriers ------------------------------------------------------------------------------- */

static bool all_meet(const Plan *plan, const SequenceStep *one) {
    if (!one->step || one->phase->guard_count || one->phase->elected || one->step->cond_count)
        return false;
    switch (primitives[one->step->primitive].act) {
    case ACT_WARP_SYNC:
        return plan->threads <= 32;
    case ACT_GROUP_SYNC:
        return one->step->count >= scope_callers(&plan->scope);
    case ACT_CTA_SYNC:
    case ACT_CLUSTER_SYNC:
        return true;
    case ACT_BARRIER_SYNC:
        return one->step->count >= plan->threads;
    default:
        return false;
    }
}

bool sequence_meets(const Sequence *sequence, int at) {
    bool met = sequence->plan->threads == 1;
    for (int i = at; i < sequence->count && !met; i++)
        met = all_meet(sequence->plan, &sequence->at[i]);
    return met;
}
