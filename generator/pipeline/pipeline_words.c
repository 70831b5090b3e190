/* pipeline_words.c: what the comments of a pipe's functions say: who calls them, and what is so when they are
 * done. */
#include "pipeline_text.h"
#include <inttypes.h>

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
            "%s%s's consumers%s have let go of the same bytes",
            i ? ", and " : ", and until ",
            pipe->before[i].pipe->name,
            pipe->form == PIPE_REMOTE ? " there" : "");
    return text_string(&out);
}

const char *acquire_words(const Writer *writer, const Pipe *pipe) {
    const char *who = producer_words(writer, pipe), *before = before_words(pipe);
    if (pipe->form == PIPE_GROUPS)
        return mem_printf(
            "Called by %s after wait of the turn that is %d before this one: all have read the "
            "slot then.",
            who,
            pipe->stages - 1);
    if (pipe->form == PIPE_NAMED)
        return mem_printf(
            "Called by %s before slot state.slot of %s is filled: %s.",
            who,
            members_words(writer, pipe),
            pipe->stages == 1 ? "meets release of its last use"
                              : "from the slot's second use on meets the consumers, who have "
                                "released the last one by then");
    if (pipe->form == PIPE_REMOTE)
        return mem_printf(
            "Called by %s: waits until slot state.slot of CTA `to` is free%s, then lets it expect "
            "the %" PRId64 " bytes of %s, which bulk copies to that CTA bring under its full. What "
            "was sent to the "
            "slot's last use has arrived: its source is free too.",
            who,
            before,
            pipe->bytes,
            members_words(writer, pipe));
    return mem_printf(
        "Called by %s: waits until slot state.slot is free%s%s.",
        who,
        before,
        pipe->form != PIPE_BULK ? ""
                                : mem_printf(
                                      ", then expects the %" PRId64
                                      " bytes of %s, which bulk copies bring under its full",
                                      pipe->bytes,
                                      members_words(writer, pipe)));
}

const char *elected_words(const Writer *writer, const Pipe *pipe) {
    return mem_printf(
        "The same for a whole warp of %s, converged, in place of one thread: elects a lane that "
        "does it, and all lanes go on together. Any of them may start the copies, as `elected` "
        "ones do.",
        writer->code->plan->request->agents[pipe->producer].name);
}

const char *commit_words(const Writer *writer, const Pipe *pipe) {
    const char *who = producer_words(writer, pipe);
    switch (pipe->form) {
    case PIPE_BULK:
    case PIPE_REMOTE:
        return mem_printf(
            "The slot is full when its bytes have come: %s has nothing to say.",
            writer->code->plan->request->agents[pipe->producer].name);
    case PIPE_COPIES:
        return mem_printf(
            "Called by %s after their cp.async into the slot: it is full when all have landed. "
            "What a thread stored itself is not covered.",
            who);
    case PIPE_GROUPS:
        return mem_printf(
            "Called by %s after their cp.async into the slot, once a turn, also where there is "
            "nothing left to copy: wait counts the groups.",
            who);
    case PIPE_NAMED:
        return mem_printf(
            "Called by %s when the slot is filled: meets %s.",
            who,
            pipe->stages == 1 ? "wait"
                              : "the consumers, at whatever wait or release they come to next");
    default:
        return mem_printf(
            "Called by %s%s the slot%s.",
            pipe->each ? agents_words(writer, &pipe->producer, 1, true) : who,
            pipe->each ? " when it has written" : ", converged, when its lanes have written",
            pipe->fences ? "; fences, because bulk copies overwrite it later" : "");
    }
}

const char *wait_words(const Writer *writer, const Pipe *pipe) {
    if (pipe->form == PIPE_GROUPS)
        return mem_printf(
            "Called by %s, who have committed %d turns more than they have waited for: until slot "
            "state.slot is full, and all have read the one before.",
            consumer_words(writer, pipe),
            pipe->stages - 1);
    return mem_printf(
        "Called by %s: %s.",
        consumer_words(writer, pipe),
        pipe->form != PIPE_NAMED ? "waits until slot state.slot is full"
        : pipe->stages == 1      ? "meets commit of slot state.slot, which is full then"
                            : "meets the producer, which has committed slot state.slot by then");
}

/* "; tells those who wait to fill Y, also in CTA `Z_from`, which fills Z here" */
static const char *tell_words(const Pipe *pipe) {
    Text out = {0};
    for (int i = 0; i < pipe->tell_count; i++) {
        const char *next = pipe->tells[i]->next->name;
        text_add(&out, i ? " and " : "; tells who fills the same bytes next: ");
        if (pipe->tells[i]->away)
            text_printf(&out, "CTA `%s_from`, with %s", next, next);
        else
            text_printf(&out, "the producer of %s", next);
    }
    return text_string(&out);
}

const char *release_words(const Writer *writer, const Pipe *pipe) {
    if (pipe->form == PIPE_GROUPS)
        return "The next wait says that the slot was read.";
    const char *converged = pipe->form == PIPE_NAMED ? "" : pipe->each ? "" : ", converged,";
    if (pipe->form == PIPE_REMOTE)
        return mem_printf(
            "Called by %s%s when the slot was read: tells CTA `from`, which filled it%s.",
            releaser_words(writer, pipe),
            converged,
            tell_words(pipe));
    return mem_printf(
        "Called by %s%s when the slot was read%s%s.",
        releaser_words(writer, pipe),
        converged,
        pipe->form != PIPE_NAMED ? ""
        : pipe->stages == 1
            ? ": meets acquire of its next use, or tail"
            : ": meets the producer, at whatever commit, acquire or tail it comes to next",
        tell_words(pipe));
}

/* Where `_tail` is called. An agent that does other things too may have to go on with them between the tail of a named
 * pipe and the end of its loop. */
static const char *tail_place(const Writer *writer, const Pipe *pipe) {
    int count, own = 0;
    const PipeVisit *visits = pipe_visits(writer->code, &count);
    for (int i = 0; i < count; i++)
        own += visits[i].agent == pipe->producer;
    if (pipe->form != PIPE_NAMED || own == 1)
        return "after its last commit";
    return writer->code->tail_in_turn
               ? "in the turn after its last commit, where acquire would be next (behind the loop "
                 "nobody would go on)"
               : "in the turn after its last commit, where acquire would be next, or behind the "
                 "loop";
}

const char *tail_words(const Writer *writer, const Pipe *pipe) {
    return mem_printf(
        "Called by %s %s, with the state of the next slot: waits until all slots were read, so "
        "that nobody is still on the way when the CTA ends.",
        pipe_counts_bytes(pipe) ? "the thread, or the warp, that acquires"
                                : producer_words(writer, pipe),
        tail_place(writer, pipe));
}

/* Values that go with another one are filled and read with it where they stand at its places; what an agent brings
 * for itself by `cp.async` has an order of its own, that of groups. */
static bool has_own_place(const PipelineCode *code, const PipeVisit *visit) {
    const PipelineValue *head = visit->pipe->record->value;
    const PipelineValue *value = code->plan->records[visit->value].value;
    const Pipe *pipe = visit->pipe;
    if (head->sync == SYNC_CPASYNC && pipe->consumer_count == 1 &&
        pipe->consumers[0] == pipe->producer)
        return false;
    if (value == head || visit->consumer >= head->consumer_count)
        return true;
    const Anchor *at = visit->consumer < 0 ? &value->producer : &value->consumers[visit->consumer];
    const Anchor *of = visit->consumer < 0 ? &head->producer : &head->consumers[visit->consumer];
    return at->agent != of->agent || at->stage != of->stage || at->cycle != of->cycle ||
           at->distance != of->distance;
}

/* "p fills V at 0.0, then U at 3.7; c reads U at 4.4, then V at 2.6": of agents that do more than one thing; empty
 * where there is none. */
const char *turn_words(const Writer *writer) {
    const PipelineCode *code = writer->code;
    Text out = {0};
    int all, count = 0;
    PipeVisit *visits = pipe_visits(code, &all);
    for (int i = 0; i < all; i++)
        if (has_own_place(code, &visits[i]))
            visits[count++] = visits[i];
    for (int i = 0; i < count; i++) {
        const PipeVisit *visit = &visits[i];
        bool first = i == 0 || visits[i - 1].agent != visit->agent;
        bool last = i + 1 == count || visits[i + 1].agent != visit->agent;
        const char *agent = code->plan->request->agents[visit->agent].name;
        const char *verb = visit->consumer < 0 ? " fills" : " reads";
        if (first && last)
            continue;
        text_printf(&out, "%s%s", !first ? ", then" : out.length ? "; " : "", first ? agent : "");
        if (first || (visit->consumer < 0) != (visits[i - 1].consumer < 0))
            text_add(&out, verb);
        text_printf(
            &out,
            " %s at %" PRId64 ".%" PRId64,
            code->plan->records[visit->value].value->name,
            visit->turn,
            visit->cycle);
    }
    return text_string(&out);
}
