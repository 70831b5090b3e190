/* pipe_run.c: Simulates the agents of a pipeline with named barriers and reports a deadlock.
 * waits.c searches for circles of waits, but assumes that a release never waits. At a named barrier
 * everyone waits for everyone, twice per use: a release for the next acquire, a commit for a wait.
 * So each agent does its operations in the order of pipe_order.c, from the first turn on, and a
 * barrier completes when all its agents have arrived.
 *
 * The loop ends after 0, 1, 2, 3, one more than the stages of a ring, and many iterations.
 * Operations of later stages then continue for some turns, and `_tail` of a named pipe meets the
 * releases of the last uses, all at one place: where the next acquire would have been or, if no
 * agent is stuck there either, behind the loop. A ring of 4 slots meets 4 times there; an agent
 * that must do something else between two of these releases hangs. Behind the loop, the tails of
 * named pipes come first, in the order of the loop, then the tails that wait at mbarriers. In the
 * opposite order, an agent could wait for the reads of an agent that waits for it at the
 * barrier. */
#include "pipes.h"
#include <string.h>

/* How far an operation has come in the loop that is run. */
typedef struct {
    int64_t done; /* iterations; one more behind the tail */
    int met;      /* meetings of the iteration that is under way */
} Progress;

typedef struct {
    int begin, end; /* its visits */
    int at;         /* the one before which it stands */
    int64_t turn;
} Walker;

/* The visits of a value. Without any, nobody waits for it. */
typedef struct {
    int producer, reader_count;
    int *readers;
} Visits;

enum { MOST_MOVES = 8 };

typedef struct {
    const PipelineCode *code;
    PipeVisit *visits;
    Progress *progress; /* of each visit */
    int count;
    Visits *of_value; /* of each value */
    Walker *walkers;
    int walker_count;
    int64_t turns, last_turn; /* iterations of each value; the turn in which the last one ends */
    bool behind;              /* tails come behind the loop */
    bool *relieved;           /* [pipe]: named, and run as if it had mbarriers */
} Run;

static bool is_named(const Run *run, const Pipe *pipe) {
    return pipe->form == PIPE_NAMED && !run->relieved[pipe - run->code->pipes];
}

/* Who fills and reads by itself meets itself only. */
static bool meets_others(const Run *run, const Pipe *pipe) {
    return is_named(run, pipe) &&
           (pipe->consumer_count > 1 || pipe->consumers[0] != pipe->producer);
}

/* ---- who does what --------------------------------------------------------------------------- */

/* The visits stand in their order: who walks which of them. */
static void index_visits(Run *run) {
    run->walker_count = 0;
    for (int v = 0; v < run->code->plan->count; v++)
        run->of_value[v].reader_count = 0;
    for (int i = 0; i < run->count; i++) {
        const PipeVisit *visit = &run->visits[i];
        Visits *visits = &run->of_value[visit->value];
        if (visit->consumer < 0)
            visits->producer = i;
        else
            visits->readers[visits->reader_count++] = i;
        if (i == 0 || visit->agent != run->visits[i - 1].agent)
            run->walkers[run->walker_count++].begin = i;
        run->walkers[run->walker_count - 1].end = i + 1;
    }
}

/* An agent that reads one value at 20000 places waits at the first and lets go at the last. Those
 * between change nothing and are left out: a run would take them in each of its turns. */
static int leave_ends(const PipelineCode *code, PipeVisit *visits, int count) {
    int agents = code->plan->request->agent_count, kept = 0;
    PipeEnds ends = pipe_ends_new(code->plan->count * agents);
    for (int i = 0; i < count; i++)
        if (visits[i].consumer >= 0)
            pipe_ends_add(&ends, visits[i].value * agents + visits[i].agent, &visits[i]);
    bool *end = NEW_ARRAY(bool, count);
    for (int i = 0; i < count; i++) {
        int at = visits[i].value * agents + visits[i].agent;
        end[i] = visits[i].consumer < 0 || visits[i].opens || visits[i].closes ||
                 ends.first[at] == &visits[i] || ends.last[at] == &visits[i];
    }
    for (int i = 0; i < count; i++)
        if (end[i])
            visits[kept++] = visits[i];
    return kept;
}

static Run run_new(const PipelineCode *code) {
    const PipelinePlan *plan = code->plan;
    Run run = {.code = code, .of_value = mem_alloc((size_t)plan->count, sizeof *run.of_value)};
    run.visits = pipe_visits(code, &run.count);
    run.count = leave_ends(code, run.visits, run.count);
    run.progress = NEW_ARRAY(Progress, run.count);
    run.relieved = NEW_ARRAY(bool, code->count);
    run.walkers = NEW_ARRAY(Walker, plan->request->agent_count);
    for (int i = 0; i < run.count; i++)
        run.of_value[run.visits[i].value].reader_count++;
    for (int v = 0; v < plan->count; v++)
        run.of_value[v].readers = NEW_ARRAY(int, run.of_value[v].reader_count);
    index_visits(&run);
    return run;
}

/* ---- a step ---------------------------------------------------------------------------------- */

/* All consumers of the value are done with the iteration. */
static bool is_released(const Run *run, int value, int64_t iteration) {
    const Visits *visits = &run->of_value[value];
    bool over = true;
    for (int c = 0; c < visits->reader_count; c++)
        over = over && run->progress[visits->readers[c]].done > iteration;
    return iteration < 0 || over;
}

static bool is_tail(const Run *run, int at) {
    return run->progress[at].done == run->turns;
}

/* At mbarriers; where nobody else is met, at once. */
static bool can_go(const Run *run, int at) {
    const PipelinePlan *plan = run->code->plan;
    const PipeVisit *visit = &run->visits[at];
    int64_t done = run->progress[at].done;
    if (is_named(run, visit->pipe))
        return !meets_others(run, visit->pipe);
    if (visit->consumer >= 0)
        return run->progress[run->of_value[visit->value].producer].done > done;
    if (is_tail(run, at))
        return is_released(run, visit->value, run->turns - 1);
    bool ready = is_released(run, visit->value, done - visit->pipe->stages);
    for (int h = 0; h < plan->handoff_count && ready; h++)
        if (plan->handoffs[h].to == visit->value && !plan->handoffs[h].barrier)
            ready = is_released(run, plan->handoffs[h].from, done - plan->handoffs[h].distance);
    return ready;
}

/* The walker's turn has something to do there: an iteration, or the tail. */
static bool acts(const Run *run, const Walker *walker, int at) {
    const PipeVisit *visit = &run->visits[at];
    int64_t iteration = walker->turn - visit->turn;
    if (walker->turn <= run->last_turn && iteration >= 0 && iteration < run->turns)
        return true;
    if (visit->consumer >= 0 || !is_tail(run, at))
        return false;
    if (!is_named(run, visit->pipe))
        return walker->turn > run->last_turn + 1;
    return meets_others(run, visit->pipe) &&
           (run->behind ? walker->turn > run->last_turn : iteration == run->turns);
}

/* Meetings of its iteration: acquire, but of the first use of a slot, and commit; wait and release.
 * Of a tail: one for each slot in use. */
static int64_t meetings(const Run *run, int at) {
    const PipeVisit *visit = &run->visits[at];
    int64_t stages = visit->pipe->stages;
    if (visit->consumer >= 0)
        return visit->opens + visit->closes;
    if (is_tail(run, at))
        return run->turns < stages ? run->turns : stages;
    return run->progress[at].done < stages ? 1 : 2;
}

static bool has_ended(const Run *run, const Walker *walker) {
    return walker->turn > run->last_turn + 2;
}

static void pass(Walker *walker) {
    if (++walker->at == walker->end) {
        walker->at = walker->begin;
        walker->turn++;
    }
}

static void finish(const Run *run, Walker *walker) {
    run->progress[walker->at].done++;
    run->progress[walker->at].met = 0;
    pass(walker);
}

/* As far as the walker comes alone. */
static bool walk(const Run *run, Walker *walker) {
    const int64_t turn = walker->turn;
    const int at = walker->at;
    while (!has_ended(run, walker)) {
        const Pipe *pipe = run->visits[walker->at].pipe;
        budget_spend(1);
        if (!acts(run, walker, walker->at))
            pass(walker);
        else if (
            can_go(run, walker->at) || (meets_others(run, pipe) && meetings(run, walker->at) == 0))
            finish(run, walker);
        else
            break;
    }
    return walker->turn != turn || walker->at != at;
}

static bool comes_to(const Pipe *pipe, int agent) {
    bool comes = agent == pipe->producer;
    for (int c = 0; c < pipe->consumer_count; c++)
        comes = comes || agent == pipe->consumers[c];
    return comes;
}

/* Before the barrier of the pipe; tied: or at an operation of the same cycle before one there. */
static bool stands_at(const Run *run, const Walker *walker, const Pipe *pipe, bool tied) {
    bool found = false;
    if (has_ended(run, walker))
        return false;
    for (int i = walker->at; i < walker->end && !found; i++) {
        if (i > walker->at && (!tied || run->visits[i].cycle != run->visits[walker->at].cycle))
            break;
        found = run->visits[i].pipe == pipe && acts(run, walker, i);
    }
    return found;
}

static bool all_stand_at(const Run *run, const Pipe *pipe, bool tied) {
    bool all = true;
    for (int w = 0; w < run->walker_count; w++)
        if (comes_to(pipe, run->visits[run->walkers[w].begin].agent))
            all = all && stands_at(run, &run->walkers[w], pipe, tied);
    return all;
}

static bool meet(const Run *run, const Pipe *pipe) {
    if (!all_stand_at(run, pipe, false))
        return false;
    for (int w = 0; w < run->walker_count; w++) {
        Walker *walker = &run->walkers[w];
        if (comes_to(pipe, run->visits[walker->begin].agent) &&
            ++run->progress[walker->at].met == meetings(run, walker->at))
            finish(run, walker);
    }
    return true;
}

/* Whoever can, goes on. False: nobody can. */
static bool step(const Run *run) {
    bool moved = false;
    for (int w = 0; w < run->walker_count; w++)
        moved = walk(run, &run->walkers[w]) || moved;
    for (int p = 0; p < run->code->count; p++)
        if (meets_others(run, &run->code->pipes[p]))
            moved = meet(run, &run->code->pipes[p]) || moved;
    budget_spend(run->code->count + run->walker_count);
    return moved;
}

/* ---- loops ----------------------------------------------------------------------------------- */

static bool comes_through(Run *run, int64_t turns, bool behind) {
    int64_t last = 0;
    for (int i = 0; i < run->count; i++)
        last = run->visits[i].turn > last ? run->visits[i].turn : last;
    memset(run->progress, 0, (size_t)run->count * sizeof *run->progress);
    run->turns = turns;
    run->last_turn = last + turns;
    run->behind = behind;
    for (int w = 0; w < run->walker_count; w++) {
        run->walkers[w].at = run->walkers[w].begin;
        run->walkers[w].turn = 0;
    }
    while (step(run))
        continue;
    bool through = true;
    for (int w = 0; w < run->walker_count; w++)
        through = through && has_ended(run, &run->walkers[w]);
    return through;
}

/* Loops of so many iterations that whatever comes of their length has come; the last is the long
 * one. */
static bool all_come_through(Run *run, bool behind) {
    const PipelinePlan *plan = run->code->plan;
    int64_t depth = 0;
    bool through = true;
    for (int64_t turns = 0; turns <= 3 && through; turns++)
        through = comes_through(run, turns, behind);
    for (int p = 0; p < run->code->count && through; p++) {
        int64_t stages = run->code->pipes[p].stages;
        depth = stages > depth ? stages : depth;
        if (meets_others(run, &run->code->pipes[p]) && stages > 2)
            through = comes_through(run, stages + 1, behind);
    }
    return through && comes_through(run, 2 * plan->stage_count + 2 * depth, behind);
}

/* ---- where nobody goes on -------------------------------------------------------------------- */

static void need(Text *text, const Run *run, int agent, const char *what) {
    const char *name = run->code->plan->request->agents[agent].name;
    text_printf(text, "%s%s%s", text->length ? " and " : "", name, what);
}

/* Those who have not read iteration `iteration` of the value, before which another value on its
 * place is not filled. */
static void need_readers(Text *text, const Run *run, int value, int64_t iteration, bool other) {
    const Visits *visits = &run->of_value[value];
    const char *name = run->code->plan->records[value].value->name;
    int last = -1; /* the places of one agent stand together */
    for (int c = 0; c < visits->reader_count; c++) {
        int agent = run->visits[visits->readers[c]].agent;
        if (iteration < 0 || run->progress[visits->readers[c]].done > iteration || agent == last)
            continue;
        need(text, run, agent, other ? mem_printf(" to read '%s'", name) : "");
        last = agent;
    }
}

/* Whom the operation waits for: "a", "a and b", "a to read 'Z'". */
static const char *who_is_needed(const Run *run, int at) {
    const PipelinePlan *plan = run->code->plan;
    const PipeVisit *visit = &run->visits[at];
    int64_t done = run->progress[at].done;
    Text text = {0};
    if (is_named(run, visit->pipe)) {
        for (int w = 0; w < run->walker_count; w++) {
            int agent = run->visits[run->walkers[w].begin].agent;
            if (comes_to(visit->pipe, agent) &&
                !stands_at(run, &run->walkers[w], visit->pipe, false))
                need(&text, run, agent, "");
        }
        return text_string(&text);
    }
    if (visit->consumer >= 0)
        need(&text, run, run->visits[run->of_value[visit->value].producer].agent, "");
    else
        need_readers(
            &text,
            run,
            visit->value,
            is_tail(run, at) ? run->turns - 1 : done - visit->pipe->stages,
            false);
    for (int h = 0; h < plan->handoff_count && visit->consumer < 0 && !is_tail(run, at); h++)
        if (plan->handoffs[h].to == visit->value && !plan->handoffs[h].barrier)
            need_readers(
                &text, run, plan->handoffs[h].from, done - plan->handoffs[h].distance, true);
    return text_string(&text);
}

/* "a to fill 'X' (needs b to read 'Z'), b to read 'Y' (needs a)" */
static const char *who_waits(const Run *run) {
    Text text = {0};
    int count = 0;
    for (int i = 0; i < run->walker_count; i++) {
        const Walker *walker = &run->walkers[i];
        if (has_ended(run, walker) || count++ >= 4)
            continue;
        const PipeVisit *visit = &run->visits[walker->at];
        bool tail = visit->consumer < 0 && is_tail(run, walker->at);
        text_printf(
            &text,
            "%s%s %s '%s' (needs %s)",
            count > 1 ? ", " : "",
            run->code->plan->request->agents[visit->agent].name,
            tail                  ? "in the tail of"
            : visit->consumer < 0 ? "to fill"
                                  : "to read",
            run->code->plan->records[visit->value].value->name,
            who_is_needed(run, walker->at));
    }
    return mem_printf("%s%s", text_string(&text), count > 4 ? ", ..." : "");
}

/* Of an agent that cannot go on, an operation of the same cycle that could: it takes the place of
 * the one that cannot.
 * "'V1' before 'V0'"; NULL: there is none. */
static const char *move_tied(Run *run) {
    for (int w = 0; w < run->walker_count; w++) {
        const Walker *walker = &run->walkers[w];
        const PipeVisit *stuck = &run->visits[walker->at];
        for (int i = walker->at + 1; !has_ended(run, walker) && i < walker->end; i++) {
            const PipeVisit *other = &run->visits[i];
            bool tied = other->cycle == stuck->cycle && other->value != stuck->value;
            if (!tied || !acts(run, walker, i) ||
                !(meets_others(run, other->pipe) ? all_stand_at(run, other->pipe, true)
                                                 : can_go(run, i)))
                continue;
            const char *move = mem_printf(
                "'%s' before '%s'",
                run->code->plan->records[other->value].value->name,
                run->code->plan->records[stuck->value].value->name);
            int to = stuck->rank, from = other->rank;
            for (int v = 0; v < run->count; v++)
                run->visits[v].rank = pipe_moved_rank(run->visits[v].rank, from, to);
            pipe_sort_visits(run->visits, run->count);
            index_visits(run);
            return move;
        }
    }
    return NULL;
}

/* The run is stuck: another order of declaration in which it is not. NULL: none was found. */
static const char *other_order(Run *run) {
    Text moves = {0};
    for (int m = 0; m < MOST_MOVES; m++) {
        const char *move = move_tied(run);
        if (!move)
            return NULL;
        text_printf(&moves, "%s%s", m ? ", then " : "", move);
        if (all_come_through(run, false))
            return mem_printf(
                "in one cycle an agent works in the order of declaration: declare %s",
                text_string(&moves));
    }
    return NULL;
}

/* Which named pipes would do with mbarriers: all of them, less those that may stay. */
static const char *other_sync(const PipelineCode *code) {
    Run run = run_new(code);
    Text names = {0};
    for (int p = 0; p < code->count; p++)
        run.relieved[p] = true;
    for (int p = 0; p < code->count; p++) {
        run.relieved[p] = false;
        run.relieved[p] = code->pipes[p].form == PIPE_NAMED && !all_come_through(&run, false);
        if (run.relieved[p])
            text_printf(&names, "%s'%s'", names.length ? " and " : "", code->pipes[p].name);
    }
    return mem_printf("give %s 'sync mbar'", text_string(&names));
}

static bool meets(const Run *run) {
    bool any = false;
    for (int i = 0; i < run->code->count; i++)
        any = any || meets_others(run, &run->code->pipes[i]);
    return any;
}

bool pipe_hangs(const PipelineCode *code) {
    Run run = run_new(code);
    return meets(&run) && !all_come_through(&run, false);
}

const char *pipe_run(PipelineCode *code) {
    Run run = run_new(code);
    if (!meets(&run))
        return NULL;
    if (all_come_through(&run, false)) {
        code->tail_in_turn = !all_come_through(&run, true);
        return NULL;
    }
    const char *who = who_waits(&run);
    const char *help = other_order(&run);
    return mem_printf(
        "its agents wait for each other at named barriers: %s; %s",
        who,
        help ? help : other_sync(code));
}
