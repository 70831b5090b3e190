/* pipe_turns.c: Values that take turns on one place. The plan's hand-off says that iteration i of
 * one value waits for iteration i - distance of the other. The code waits for a phase of an
 * mbarrier, known by its parity.
 *
 * If two rings share slots one to one, `empty` of the first ring says for each slot that it was
 * read, in the same use or the previous one (`late`), so the consumer's own parity serves. If one
 * ring is rotated against the other (mode slot), it waits at its first slots for the previous use,
 * and at the others for the same use. Three slots and distance 1: iterations 0, 3, 6 wait for 2, 5
 * of the other ring; 1 and 2 wait for 0 and 1. If that barrier is in another CTA, or another CTA
 * fills the next value, the hand-off has its own barriers, one per slot.
 *
 * Rings of other depths take turns as wholes: first, next, first, next. They have one barrier,
 * whose phase i ends when iteration i of the first ring was read. */
#include "pipes.h"
#include <string.h>

bool form_has_mbarriers(PipeForm form) {
    return form == PIPE_BULK || form == PIPE_REMOTE || form == PIPE_THREADS || form == PIPE_COPIES;
}

static bool has_barriers(const Pipe *pipe) {
    return form_has_mbarriers(pipe->form);
}

static Pipe *pipe_with(const PipelineCode *code, int value) {
    int with = code->plan->records[value].value->with;
    for (int i = 0; i < code->count; i++)
        if (code->pipes[i].index == (with >= 0 ? with : value))
            return &code->pipes[i];
    return NULL;
}

static bool same_ring(const Record *a, const Record *b) {
    bool one_slot = a->value->stages == 1 && b->value->stages == 1;
    return one_slot || (a->final_offset == b->final_offset && a->final_stride == b->final_stride &&
                        a->value->stages == b->value->stages);
}

int turn_slots(const Turn *turn) {
    return turn->whole ? 1 : turn->next->stages;
}

/* What the first tells of its last uses nobody else waits for, and where it comes from another CTA,
 * ours must not end before it has come. */
bool turn_is_drained(const Turn *turn) {
    return turn && turn->late;
}

bool pipe_waits_as_whole(const Pipe *pipe) {
    for (int i = 0; i < pipe->before_count; i++)
        if (pipe->before[i].turn && pipe->before[i].turn->whole)
            return true;
    return false;
}

bool pipe_is_turned(const Pipe *pipe) {
    bool turned = pipe->record->rotation != 0;
    for (int i = 0; i < pipe->before_count; i++)
        turned = turned || pipe->before[i].split;
    return turned;
}

/* Where it stands among those before `next`, the last one where it is new. */
static int place_before(Pipe *next, const Pipe *first) {
    int at = 0;
    while (at < next->before_count && next->before[at].pipe != first)
        at++;
    if (at < next->before_count)
        return at;
    next->before[at].pipe = first;
    next->before[at].late = true;
    next->before[at].split = 0;
    next->before[at].turn = NULL;
    return next->before_count++;
}

/* Another distance would need to count beyond a parity. */
static const char *cannot_say(
    const PipelineCode *code, const Handoff *handoff, const Pipe *first, const Pipe *next) {
    const Record *from = &code->plan->records[handoff->from];
    const Record *to = &code->plan->records[handoff->to];
    const char *names = mem_printf("'%s' waits for '%s'", to->value->name, from->value->name);
    if (!first || !next || !has_barriers(first) || !has_barriers(next))
        return mem_printf("%s, and one of them has no mbarriers", names);
    if (first->ctas > 1 || next->ctas > 1)
        return mem_printf("%s, and other CTAs fill one of them too", names);
    if (first == next)
        return mem_printf("%s, and both are filled at once", names);
    bool whole = !same_ring(from, to);
    if (handoff->distance < 0 || handoff->distance > (whole ? 1 : next->stages))
        return mem_printf(
            "%s of a turn of the loop that is neither this turn nor the previous one, so no parity "
            "can express the wait; place them fewer stages apart",
            names);
    if (whole && (pipe_is_turned(first) || pipe_is_turned(next)))
        return mem_printf("%s as a whole, but one of them is rotated", names);
    if (whole && (first->stages > MOST_WHOLE_SLOTS || next->stages > MOST_WHOLE_SLOTS))
        return mem_printf("%s as a whole, but such rings can have at most 16 slots", names);
    return NULL;
}

static bool add_handoff(PipelineCode *code, const Handoff *handoff) {
    const Record *from = &code->plan->records[handoff->from];
    const Record *to = &code->plan->records[handoff->to];
    Pipe *first = pipe_with(code, handoff->from), *next = pipe_with(code, handoff->to);
    if (handoff->barrier) /* of ids: pipes.c */
        return true;
    const char *why = cannot_say(code, handoff, first, next);
    if (why)
        return pipe_refused(code, to->value->loc, REFUSED_TO_SHARE, why);
    int at = place_before(next, first);
    next->before[at].late = next->before[at].late && handoff->distance != 0;
    bool whole = !same_ring(from, to);
    if (!whole && handoff->distance < next->stages)
        next->before[at].split = (int)handoff->distance;
    bool away = next->form == PIPE_REMOTE;
    if (!next->before[at].turn && (whole || away || first->form == PIPE_REMOTE)) {
        next->before[at].turn = NEW(Turn);
        *next->before[at].turn = (Turn){.first = first, .next = next, .away = away};
        first->tells[first->tell_count++] = next->before[at].turn;
    }
    if (next->before[at].turn) {
        next->before[at].turn->late = next->before[at].late;
        next->before[at].turn->whole |= whole;
    }
    return true;
}

bool pipe_turns(PipelineCode *code) {
    for (int i = 0; i < code->count; i++) {
        Pipe *pipe = &code->pipes[i];
        pipe->before = mem_alloc((size_t)code->count, sizeof *pipe->before);
        pipe->tells = NEW_ARRAY(const Turn *, code->count);
    }
    for (int h = 0; h < code->plan->handoff_count; h++)
        if (!add_handoff(code, &code->plan->handoffs[h]))
            return false;
    return true;
}
