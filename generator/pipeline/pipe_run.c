/* pipe_run.c: do the agents come through? waits.c looks for circles of waits where a release never waits. At a
 * named barrier everyone waits for everyone, twice for each use: a release for the next acquire, a commit for
 * a wait. So where a pipe has one, the agents are run: each does its operations by cycle, once every II, from
 * the first turn on, and a meeting happens when all who come to it are there.
 *
 * Operations of one agent at one cycle may come in any order. Where nobody can go on, nobody could in another
 * order either: what one of them does takes nothing from the others. */
#include "pipes.h"
#include <stdlib.h>
#include <string.h>

/* An operation of an agent on a value. */
typedef struct {
    const Pipe *pipe;
    int value, consumer; /* consumer -1: it produces */
    int agent;
    int64_t turn;     /* in which iteration 0 of the value has its turn */
    int64_t cycle;    /* modulo II */
    bool first, last; /* of this agent on this value: it waits, it releases */
    int64_t done;     /* iterations of the value */
    int met;          /* meetings of the iteration that is under way */
    bool over;        /* in this turn */
} Visit;

typedef struct {
    int begin, end; /* its visits, by cycle */
    int from, to;   /* those of the cycle that it is at */
    int64_t turn;
} Walker;

typedef struct {
    const PipelineCode *code;
    Visit *visits; /* by agent, then by cycle */
    int count;
    int **of_value; /* [value]: its visits: the producer's, then those of its consumers */
    Walker *walkers;
    int walker_count;
    int64_t enough, most; /* turns */
} Run;

static const Pipe *pipe_of(const PipelineCode *code, int value) {
    int with = code->plan->records[value].value->with;
    int head = with >= 0 ? with : value, i = 0;
    while (code->pipes[i].index != head)
        i++;
    return &code->pipes[i];
}

/* Who fills and reads by itself meets itself only. */
static bool meets_others(const Pipe *pipe) {
    return pipe->form == PIPE_NAMED &&
           (pipe->consumer_count > 1 || pipe->consumers[0] != pipe->producer);
}

/* ---- who does what ----------------------------------------------------------------------------- */

static Visit visit_of(const Run *run, int value, int consumer) {
    const PipelineValue *of = run->code->plan->records[value].value;
    const Anchor *anchor = consumer < 0 ? &of->producer : &of->consumers[consumer];
    int64_t ii = run->code->plan->request->ii;
    return (Visit){
        .pipe = pipe_of(run->code, value),
        .value = value,
        .consumer = consumer,
        .agent = anchor->agent,
        .turn = anchor->stage + anchor->distance + anchor->cycle / ii,
        .cycle = anchor->cycle % ii,
        .first = true,
        .last = true};
}

static bool is_before(const Visit *a, const Visit *b) {
    if (a->turn != b->turn)
        return a->turn < b->turn;
    return a->cycle != b->cycle ? a->cycle < b->cycle : a->consumer < b->consumer;
}

static int by_agent(const void *left, const void *right) {
    const Visit *a = left, *b = right;
    if (a->agent != b->agent)
        return a->agent < b->agent ? -1 : 1;
    if (a->cycle != b->cycle)
        return a->cycle < b->cycle ? -1 : 1;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return (a->consumer > b->consumer) - (a->consumer < b->consumer);
}

/* An agent with several places on a value waits at the first of them and releases at the last. */
static void find_ends(const Run *run) {
    for (int i = 0; i < run->count; i++)
        for (int k = 0; k < run->count; k++) {
            Visit *a = &run->visits[i];
            const Visit *b = &run->visits[k];
            if (i == k || a->value != b->value || a->agent != b->agent || a->consumer < 0 ||
                b->consumer < 0)
                continue;
            a->first = a->first && is_before(a, b);
            a->last = a->last && is_before(b, a);
        }
    budget_spend((int64_t)run->count * run->count / 4);
}

static void find_walkers(Run *run) {
    run->walkers = NEW_ARRAY(Walker, run->code->plan->request->agent_count);
    for (int i = 0; i < run->count; i++) {
        if (i == 0 || run->visits[i].agent != run->visits[i - 1].agent)
            run->walkers[run->walker_count++] = (Walker){.begin = i, .from = i, .to = i};
        run->walkers[run->walker_count - 1].end = i + 1;
    }
}

static void index_visits(const Run *run) {
    for (int i = 0; i < run->count; i++)
        run->of_value[run->visits[i].value][run->visits[i].consumer + 1] = i;
}

static Run run_new(const PipelineCode *code) {
    const PipelinePlan *plan = code->plan;
    Run run = {.code = code, .of_value = mem_alloc((size_t)plan->count, sizeof *run.of_value)};
    int count = 0;
    int64_t depth = 0;
    for (int i = 0; i < plan->count; i++)
        count += 1 + plan->records[i].value->consumer_count;
    run.visits = NEW_ARRAY(Visit, count);
    for (int i = 0; i < plan->count; i++) {
        const PipelineValue *value = plan->records[i].value;
        run.of_value[i] = NEW_ARRAY(int, value->consumer_count + 1);
        for (int c = -1; c < value->consumer_count && pipe_of(code, i)->form != PIPE_MEMORY; c++)
            run.visits[run.count++] = visit_of(&run, i, c);
        depth = value->stages > depth ? value->stages : depth;
    }
    qsort(run.visits, (size_t)run.count, sizeof *run.visits, by_agent);
    index_visits(&run);
    find_ends(&run);
    find_walkers(&run);
    run.enough = 2 * plan->stage_count + 2 * depth;
    run.most = 2 * run.enough; /* nobody is waited for from so far behind */
    return run;
}

/* ---- a step ------------------------------------------------------------------------------------ */

/* All consumers of the value are done with the iteration. */
static bool is_released(const Run *run, int value, int64_t iteration) {
    int consumers = run->code->plan->records[value].value->consumer_count;
    bool over = true;
    for (int c = 1; c <= consumers && pipe_of(run->code, value)->form != PIPE_MEMORY; c++)
        over = over && run->visits[run->of_value[value][c]].done > iteration;
    return iteration < 0 || over;
}

/* At mbarriers; where nobody else is met, at once. */
static bool can_go(const Run *run, const Visit *visit) {
    const PipelinePlan *plan = run->code->plan;
    if (visit->pipe->form == PIPE_NAMED)
        return !meets_others(visit->pipe);
    if (visit->consumer >= 0)
        return run->visits[run->of_value[visit->value][0]].done > visit->done;
    bool ready = is_released(run, visit->value, visit->done - visit->pipe->stages);
    for (int h = 0; h < plan->handoff_count && ready; h++)
        if (plan->handoffs[h].to == visit->value && !plan->handoffs[h].barrier)
            ready =
                is_released(run, plan->handoffs[h].from, visit->done - plan->handoffs[h].distance);
    return ready;
}

/* Meetings of its iteration: acquire, but of the first use of a slot, and commit; wait and release. */
static int meetings(const Visit *visit) {
    if (visit->consumer >= 0)
        return visit->first + visit->last;
    return visit->done < visit->pipe->stages ? 1 : 2;
}

static void finish(Visit *visit) {
    visit->done++;
    visit->met = 0;
    visit->over = true;
}

/* The visit of the walker that stands before the barrier of the pipe; NULL: it is elsewhere. */
static Visit *at_barrier(const Run *run, const Walker *walker, const Pipe *pipe) {
    for (int i = walker->from; i < walker->to; i++)
        if (run->visits[i].pipe == pipe && !run->visits[i].over)
            return &run->visits[i];
    return NULL;
}

static bool comes_to(const Pipe *pipe, int agent) {
    bool comes = agent == pipe->producer;
    for (int c = 0; c < pipe->consumer_count; c++)
        comes = comes || agent == pipe->consumers[c];
    return comes;
}

static bool meet(const Run *run, const Pipe *pipe) {
    Visit *present[MAX_AGENTS];
    int count = 0;
    for (int w = 0; w < run->walker_count; w++) {
        const Walker *walker = &run->walkers[w];
        if (!comes_to(pipe, run->visits[walker->begin].agent))
            continue;
        present[count] = at_barrier(run, walker, pipe);
        if (!present[count++])
            return false;
    }
    for (int i = 0; i < count; i++)
        if (++present[i]->met == meetings(present[i]))
            finish(present[i]);
    return true;
}

/* On to the visits of the next cycle, when all of this one are over. */
static bool walk(const Run *run, Walker *walker) {
    for (int i = walker->from; i < walker->to; i++)
        if (!run->visits[i].over)
            return false;
    if (walker->turn == run->most)
        return false;
    walker->from = walker->to;
    if (walker->from == walker->end) {
        walker->from = walker->begin;
        walker->turn++;
    }
    walker->to = walker->from;
    while (walker->to < walker->end &&
           run->visits[walker->to].cycle == run->visits[walker->from].cycle) {
        Visit *visit = &run->visits[walker->to++];
        visit->over = walker->turn < visit->turn;
        if (!visit->over && visit->pipe->form == PIPE_NAMED && meetings(visit) == 0)
            finish(visit);
    }
    return true;
}

/* Whoever can, goes on. False: nobody can. */
static bool step(const Run *run) {
    bool moved = false;
    for (int w = 0; w < run->walker_count; w++) {
        Walker *walker = &run->walkers[w];
        moved = walk(run, walker) || moved;
        for (int i = walker->from; i < walker->to; i++)
            if (!run->visits[i].over && can_go(run, &run->visits[i])) {
                finish(&run->visits[i]);
                moved = true;
            }
        budget_spend(1 + walker->to - walker->from);
    }
    for (int p = 0; p < run->code->count; p++)
        if (meets_others(&run->code->pipes[p]))
            moved = meet(run, &run->code->pipes[p]) || moved;
    budget_spend(run->code->count);
    return moved;
}

/* "a to fill 'X', b to read 'Y'" */
static const char *who_waits(const Run *run) {
    Text text = {0};
    int count = 0;
    for (int i = 0; i < run->walker_count; i++)
        for (int k = run->walkers[i].from; k < run->walkers[i].to; k++) {
            const Visit *visit = &run->visits[k];
            if (!visit->over && count++ < 4)
                text_printf(
                    &text,
                    "%s%s to %s '%s'",
                    count > 1 ? ", " : "",
                    run->code->plan->request->agents[visit->agent].name,
                    visit->consumer < 0 ? "fill" : "read",
                    run->code->plan->records[visit->value].value->name);
        }
    return mem_printf(
        "its agents wait for one another at named barriers: %s%s; give one of them 'sync mbar'",
        text_string(&text),
        count > 4 ? ", ..." : "");
}

const char *pipe_run(const PipelineCode *code) {
    bool meets = false;
    for (int i = 0; i < code->count; i++)
        meets = meets || meets_others(&code->pipes[i]);
    if (!meets)
        return NULL;
    Run run = run_new(code);
    int64_t least = 0;
    while (least < run.enough && step(&run)) {
        least = run.most;
        for (int w = 0; w < run.walker_count; w++)
            least = run.walkers[w].turn < least ? run.walkers[w].turn : least;
    }
    return least < run.enough ? who_waits(&run) : NULL;
}
