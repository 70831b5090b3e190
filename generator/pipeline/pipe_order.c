/* pipe_order.c: The order in which an agent does its operations in one turn of its loop: by cycle;
 * in one cycle, in the order of declaration; for one value, the producer before the consumers. In
 * turn t, an operation of stage s works on iteration t - s. The search for circles of waits
 * (waits.c), the simulation of the agents (pipe_run.c) and the text of the header all use this
 * order. */
#include "pipes.h"
#include <stdlib.h>

const Pipe *pipe_of_value(const PipelineCode *code, int value) {
    int with = code->plan->records[value].value->with;
    int head = with >= 0 ? with : value, i = 0;
    while (code->pipes[i].index != head)
        i++;
    return &code->pipes[i];
}

PipeVisit pipe_visit(const PipelinePlan *plan, int value, int consumer) {
    const PipelineValue *of = plan->records[value].value;
    const Anchor *anchor = consumer < 0 ? &of->producer : &of->consumers[consumer];
    int64_t stage = anchor->stage + anchor->cycle / plan->request->ii;
    return (PipeVisit){
        .anchor = anchor,
        .value = value,
        .rank = value,
        .consumer = consumer,
        .agent = anchor->agent,
        .stage = stage,
        .turn = stage + anchor->distance,
        .cycle = anchor->cycle % plan->request->ii};
}

/* By agent, cycle, rank and consumer: no two visits are equal. */
static int by_order(const void *left, const void *right) {
    const PipeVisit *a = left, *b = right;
    if (a->agent != b->agent)
        return a->agent < b->agent ? -1 : 1;
    if (a->cycle != b->cycle)
        return a->cycle < b->cycle ? -1 : 1;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return (a->consumer > b->consumer) - (a->consumer < b->consumer);
}

void pipe_sort_visits(PipeVisit *visits, int count) {
    qsort(visits, (size_t)count, sizeof *visits, by_order);
}

int pipe_moved_rank(int rank, int from, int to) {
    return rank == from ? to : rank >= to && rank < from ? rank + 1 : rank;
}

static bool is_later(const PipeVisit *a, const PipeVisit *b) {
    return a->turn != b->turn ? a->turn > b->turn : a->cycle > b->cycle;
}

PipeEnds pipe_ends_new(int count) {
    PipeEnds ends = {
        mem_alloc((size_t)count + 1, sizeof *ends.first),
        mem_alloc((size_t)count + 1, sizeof *ends.last)};
    return ends;
}

void pipe_ends_add(PipeEnds *ends, int at, PipeVisit *visit) {
    if (!ends->first[at] || is_later(ends->first[at], visit))
        ends->first[at] = visit;
    if (!ends->last[at] || is_later(visit, ends->last[at]))
        ends->last[at] = visit;
}

/* An agent that reads a pipe at several places waits at the first and releases at the last: it
 * counts once. */
static void find_ends(const PipelineCode *code, PipeVisit *visits, int count) {
    int agents = code->plan->request->agent_count;
    PipeEnds ends = pipe_ends_new(code->count * agents);
    for (int i = 0; i < count; i++)
        if (visits[i].consumer >= 0)
            pipe_ends_add(
                &ends, (int)(visits[i].pipe - code->pipes) * agents + visits[i].agent, &visits[i]);
    for (int at = 0; at < code->count * agents; at++)
        if (ends.first[at])
            ends.first[at]->opens = ends.last[at]->closes = true;
}

PipeVisit *pipe_visits(const PipelineCode *code, int *count) {
    const PipelinePlan *plan = code->plan;
    int most = 0;
    for (int i = 0; i < plan->count; i++)
        most += 1 + plan->records[i].value->consumer_count;
    PipeVisit *visits = NEW_ARRAY(PipeVisit, most);
    *count = 0;
    for (int i = 0; i < plan->count; i++)
        for (int c = -1; c < plan->records[i].value->consumer_count; c++)
            if (pipe_of_value(code, i)->form != PIPE_MEMORY) {
                visits[*count] = pipe_visit(plan, i, c);
                visits[(*count)++].pipe = pipe_of_value(code, i);
            }
    pipe_sort_visits(visits, *count);
    find_ends(code, visits, *count);
    return visits;
}
