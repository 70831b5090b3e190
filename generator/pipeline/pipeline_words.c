/* pipeline_words.c: The comments above a pipe's functions: who calls each function, and what holds
 * when it returns. */
#include "pipeline_text.h"
#include <inttypes.h>
#include <string.h>

/* "every warp of mma0 (4) and every warp of mma1 (4)"; each: "every thread of mma0 (128)" */
static const char *agents_words(const Writer *writer, const int *agents, int count, bool each) {
    Text out = {0};
    for (int i = 0; i < count; i++) {
        const Agent *agent = &writer->code->plan->request->agents[agents[i]];
        text_printf(
            &out,
            "%severy %s of %s (%d)",
            i == 0           ? ""
            : i + 1 == count ? " and "
                             : ", ",
            each ? "thread" : "warp",
            agent->name,
            each ? 32 * agent->warps : agent->warps);
    }
    return text_string(&out);
}

const char *producer_words(const Writer *writer, const Pipe *pipe) {
    return pipe_counts_bytes(pipe)
               ? mem_printf(
                     "one thread of %s", writer->code->plan->request->agents[pipe->producer].name)
               : agents_words(writer, &pipe->producer, 1, false);
}

static const char *consumer_words(const Writer *writer, const Pipe *pipe) {
    return agents_words(writer, pipe->consumers, pipe->consumer_count, false);
}

/* Those who arrive, not one for its warp where each does. */
static const char *releaser_words(const Writer *writer, const Pipe *pipe) {
    return agents_words(writer, pipe->consumers, pipe->consumer_count, pipe->each);
}

const char *members_words(const Writer *writer, const Pipe *pipe) {
    Text out = {0};
    for (int m = 0; m < pipe->member_count; m++)
        text_printf(
            &out,
            "%s%s",
            m == 0                        ? ""
            : m + 1 == pipe->member_count ? " and "
                                          : ", ",
            writer->code->plan->records[pipe->members[m]].value->name);
    return text_string(&out);
}

static const char *before_words(const Pipe *pipe) {
    Text out = {0};
    for (int i = 0; i < pipe->before_count; i++)
        text_printf(
            &out,
            "%s%s's consumers%s have released the same bytes",
            i ? ", and " : ", and until ",
            pipe->before[i].pipe->name,
            pipe->form == PIPE_REMOTE ? " there" : "");
    return text_string(&out);
}

/* " in all 2 CTAs of the group": of a multicast. */
static const char *group_words(const Pipe *pipe) {
    return pipe->ctas > 1 ? mem_printf(" in all %d CTAs of the group", pipe->ctas) : "";
}

const char *acquire_words(const Writer *writer, const Pipe *pipe) {
    const char *who = producer_words(writer, pipe), *before = before_words(pipe);
    if (pipe->form == PIPE_GROUPS)
        return mem_printf(
            "Called by %s after the wait of %d turns earlier: by then all consumers have read the "
            "slot.",
            who,
            pipe->stages - 1);
    if (pipe->form == PIPE_NAMED)
        return mem_printf(
            "Called by %s before slot state.slot of %s is filled: %s.",
            who,
            members_words(writer, pipe),
            pipe->stages == 1 ? "meets release of its last use"
                              : "from the slot's second use on meets the consumers, which have "
                                "released the previous use by then");
    if (pipe->form == PIPE_REMOTE)
        return mem_printf(
            "Called by %s: waits until slot state.slot of CTA `to` is free%s, then makes its full "
            "expect the %" PRId64
            " bytes of %s that bulk copies bring to that CTA. The data for the slot's previous use "
            "has arrived by then, so its source is free too.",
            who,
            before,
            pipe->bytes,
            members_words(writer, pipe));
    return mem_printf(
        "Called by %s%s: waits until slot state.slot is free%s%s%s.",
        who,
        pipe->ctas > 1 ? " in each CTA of the group" : "",
        group_words(pipe),
        before,
        pipe->form != PIPE_BULK
            ? ""
            : mem_printf(
                  ", then makes full expect the %" PRId64 " bytes of %s that bulk copies bring%s",
                  pipe->bytes,
                  members_words(writer, pipe),
                  pipe->ctas > 1 ? ", whichever CTA of the group starts them" : ""));
}

const char *elected_words(const Writer *writer, const Pipe *pipe) {
    return mem_printf(
        "The same for a whole, converged warp of %s instead of one thread: one elected lane does "
        "the work, and all lanes continue together. Any lane may start the copies, as `elected` "
        "copies do.",
        writer->code->plan->request->agents[pipe->producer].name);
}

const char *commit_words(const Writer *writer, const Pipe *pipe) {
    const char *who = producer_words(writer, pipe);
    switch (pipe->form) {
    case PIPE_BULK:
    case PIPE_REMOTE:
        return mem_printf(
            "The slot is full when its bytes have arrived: %s does not call commit.",
            writer->code->plan->request->agents[pipe->producer].name);
    case PIPE_COPIES:
        return mem_printf(
            "Called by %s after their cp.async into the slot: the slot is full when all these "
            "copies have landed. Plain stores by the threads are not covered.",
            who);
    case PIPE_GROUPS:
        return mem_printf(
            "Called by %s after their cp.async into the slot, once per turn, even if nothing is "
            "left to copy: wait counts the groups.",
            who);
    case PIPE_NAMED:
        return mem_printf(
            "Called by %s when the slot is filled: meets %s.",
            who,
            pipe->stages == 1 ? "wait" : "the consumers at their next wait or release");
    default:
        return mem_printf(
            "Called by %s%s the slot%s.",
            pipe->each ? agents_words(writer, &pipe->producer, 1, true) : who,
            pipe->each ? " when it has written" : ", converged, when its lanes have written",
            pipe->fences ? "; fences, because bulk copies overwrite it later" : "");
    }
}

/* " Once a use: by b at 1.6 (its last place; its state is not that of wait).": of agents that read
 * the pipe at several places. */
static const char *once_words(const Writer *writer, const Pipe *pipe, bool last) {
    Text out = {0};
    int count;
    const PipeVisit *visits = pipe_visits(writer->code, &count), *first = visits;
    for (const PipeVisit *visit = visits; visit < visits + count; visit++) {
        if (visit->pipe != pipe || visit->opens == visit->closes || visit->closes != last)
            continue;
        for (first = visits; !first->opens || first->pipe != pipe || first->agent != visit->agent;)
            first++;
        text_printf(
            &out,
            "%s by %s at %" PRId64 ".%" PRId64 " (its %s place%s)",
            out.length ? " and" : " Once a use:",
            writer->code->plan->request->agents[visit->agent].name,
            visit->turn,
            visit->cycle,
            last ? "last" : "first",
            visit->turn != first->turn ? "; its state is not that of wait" : "");
    }
    return mem_printf("%s%s", text_string(&out), out.length ? "." : "");
}

const char *wait_words(const Writer *writer, const Pipe *pipe) {
    const char *once = once_words(writer, pipe, false);
    if (pipe->form == PIPE_GROUPS)
        return mem_printf(
            "Called by %s, which have committed %d turns more than they have waited for: waits "
            "until slot state.slot is full and all have read the previous slot.%s",
            consumer_words(writer, pipe),
            pipe->stages - 1,
            once);
    return mem_printf(
        "Called by %s: %s.%s",
        consumer_words(writer, pipe),
        pipe->form != PIPE_NAMED ? "waits until slot state.slot is full"
        : pipe->stages == 1      ? "meets commit of slot state.slot, which is then full"
                            : "meets the producer, which has committed slot state.slot by then",
        once);
}

/* "; tells those who wait to fill Y, also in CTA `Z_from`, which fills Z here" */
static const char *tell_words(const Pipe *pipe) {
    Text out = {0};
    for (int i = 0; i < pipe->tell_count; i++) {
        const char *next = pipe->tells[i]->next->name;
        text_add(&out, i ? " and " : "; tells the next producer of the same bytes: ");
        if (pipe->tells[i]->away)
            text_printf(&out, "CTA `%s_from`, with %s", next, next);
        else
            text_printf(&out, "the producer of %s", next);
    }
    return text_string(&out);
}

const char *release_words(const Writer *writer, const Pipe *pipe) {
    if (pipe->form == PIPE_GROUPS)
        return mem_printf(
            "The next wait tells the producer that the slot was read.%s",
            once_words(writer, pipe, true));
    const char *converged = pipe->form == PIPE_NAMED ? "" : pipe->each ? "" : ", converged,";
    const char *once = once_words(writer, pipe, true);
    if (pipe->form == PIPE_REMOTE)
        return mem_printf(
            "Called by %s%s after reading the slot: tells CTA `from`, which filled it%s.%s",
            releaser_words(writer, pipe),
            converged,
            tell_words(pipe),
            once);
    return mem_printf(
        "Called by %s%s after reading the slot%s%s.%s",
        releaser_words(writer, pipe),
        converged,
        pipe->ctas > 1 ? mem_printf(": tells the producers%s, one lane each", group_words(pipe))
        : pipe->form != PIPE_NAMED ? ""
        : pipe->stages == 1        ? ": meets acquire of its next use, or tail"
                                   : ": meets the producer at its next commit, acquire or tail",
        tell_words(pipe),
        once);
}

/* Where `_tail` is called. An agent that does other things too may have to go on with them between
 * the tail of a named pipe and the end of its loop. */
static const char *tail_place(const Writer *writer, const Pipe *pipe) {
    int count, own = 0;
    bool named = false;
    const PipeVisit *visits = pipe_visits(writer->code, &count);
    for (int i = 0; i < count; i++)
        if (visits[i].agent == pipe->producer) {
            own++;
            named = named || (visits[i].consumer < 0 && visits[i].pipe->form == PIPE_NAMED);
        }
    if (pipe->form != PIPE_NAMED && named)
        return "behind its loop and behind the tails of pipes without mbarriers";
    if (pipe->form != PIPE_NAMED || own == 1)
        return "after its last commit";
    return writer->code->tail_in_turn
               ? "in the turn after its last commit, where acquire would be next (behind the loop, "
                 "no agent would continue)"
               : "in the turn after its last commit, where acquire would be next, or behind the "
                 "loop, where tails of pipes without mbarriers come first, in the order of the "
                 "loop";
}

const char *tail_words(const Writer *writer, const Pipe *pipe) {
    return mem_printf(
        "Called by %s %s, with the state of the next slot: waits until all slots have been read%s, "
        "so that no arrival is outstanding when the CTA exits.",
        pipe_counts_bytes(pipe) ? "the thread, or the warp, that acquires"
                                : producer_words(writer, pipe),
        tail_place(writer, pipe),
        group_words(pipe));
}

/* Before sm_90 the pipe counts groups of `cp.async`, which have an order of their own. */
static bool is_in_groups(const PipelineCode *code, const Pipe *pipe) {
    bool groups = false;
    for (ptrdiff_t at = pipe - code->pipes; code && !groups; code = code->older)
        groups = code->pipes[at].form == PIPE_GROUPS;
    return groups;
}

/* What the agent does there: " fills V", " waits for V". NULL: nothing, as values that go with
 * another one are filled and read with it where they stand at its places, and between the first and
 * the last place of a pipe nobody calls. */
static const char *verb_of(const PipelineCode *code, const PipeVisit *visit) {
    const PipelineValue *head = visit->pipe->record->value;
    const PipelineValue *value = code->plan->records[visit->value].value;
    const Anchor *at = &value->producer, *of = &head->producer;
    if (is_in_groups(code, visit->pipe))
        return NULL;
    if (visit->consumer >= 0)
        return visit->opens && visit->closes ? " reads"
               : visit->opens                ? " waits for"
               : visit->closes               ? " releases"
                                             : NULL;
    bool own = value == head || at->agent != of->agent || at->stage != of->stage ||
               at->cycle != of->cycle || at->distance != of->distance;
    return own ? " fills" : NULL;
}

/* The function that is called where an agent reads at several places is that of the pipe. */
static const char *visited(const PipelineCode *code, const PipeVisit *visit) {
    bool one = visit->consumer < 0 || (visit->opens && visit->closes);
    return one ? code->plan->records[visit->value].value->name : visit->pipe->name;
}

/* "p fills V at 0.0, then U at 3.7; c reads U at 4.4, then V at 2.6": of agents that do more than
 * one thing; empty where there is none. */
const char *turn_words(const Writer *writer) {
    const PipelineCode *code = writer->code;
    Text out = {0};
    int all, count = 0;
    PipeVisit *visits = pipe_visits(code, &all);
    for (int i = 0; i < all; i++)
        if (verb_of(code, &visits[i]))
            visits[count++] = visits[i];
    for (int i = 0; i < count; i++) {
        const PipeVisit *visit = &visits[i];
        bool first = i == 0 || visits[i - 1].agent != visit->agent;
        bool last = i + 1 == count || visits[i + 1].agent != visit->agent;
        const char *agent = code->plan->request->agents[visit->agent].name;
        const char *verb = verb_of(code, visit);
        if (first && last)
            continue;
        text_printf(&out, "%s%s", !first ? ", then" : out.length ? "; " : "", first ? agent : "");
        if (first || strcmp(verb, verb_of(code, &visits[i - 1])) != 0)
            text_add(&out, verb);
        text_printf(
            &out, " %s at %" PRId64 ".%" PRId64, visited(code, visit), visit->turn, visit->cycle);
    }
    return text_string(&out);
}
