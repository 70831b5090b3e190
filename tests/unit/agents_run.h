/* agents_run.h: the agents of a plan, run by hand: each has the list of what it does, loop and end, and goes on when it
 * can. Mbarriers and named barriers are what the docs say of them; nothing of pipe_run.c and waits.c is used. */
#ifndef UNIT_AGENTS_RUN_H
#define UNIT_AGENTS_RUN_H
#include "pipeline/pipes.h"
#include "pipeline_of.h"

enum { MOST_VALUES = 4, MOST_OPS = 16, MOST_EVENTS = 2000, MOST_AGENTS = 5, LENGTHS = 12 };

typedef enum { FILL, READ, MEET, DONE, TAIL } Kind;
typedef struct {
    Kind kind;
    int op;
    int64_t iteration;
    bool tail;
} Event;

typedef struct {
    int agent, value, consumer;
    int64_t turn, cycle;
    bool opens, closes;
} Deed;

/* The agents of a plan; named[v]: at a barrier where somebody else comes. */
typedef struct {
    const PipelinePlan *plan;
    int rank[MOST_VALUES];
    bool named[MOST_VALUES];
    Deed ops[MOST_OPS];
    int op_count, agents;
    int count[MOST_AGENTS], at[MOST_AGENTS];
    int64_t filled[MOST_VALUES], done[MOST_OPS], turns;
} World;

static Event events[MOST_AGENTS][MOST_EVENTS]; /* of the world that runs */
static uint64_t state;
static inline int draw(int below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (unsigned)below);
}

/* ---- who does what --------------------------------------------------------------------------- */

static inline bool comes_first(const World *world, const Deed *a, const Deed *b) {
    if (a->agent != b->agent)
        return a->agent < b->agent;
    if (a->cycle != b->cycle)
        return a->cycle < b->cycle;
    if (a->value != b->value)
        return world->rank[a->value] < world->rank[b->value];
    return a->consumer < b->consumer;
}

static inline void sort_ops(World *world) {
    for (int i = 1; i < world->op_count; i++) {
        Deed op = world->ops[i];
        int at = i;
        for (; at > 0 && comes_first(world, &op, &world->ops[at - 1]); at--)
            world->ops[at] = world->ops[at - 1];
        world->ops[at] = op;
    }
}

/* It waits at the first of its places, and lets go at the last: of the same turn and cycle, the first told. */
static inline void find_ends(World *world) {
    for (int i = 0; i < world->op_count; i++) {
        Deed *op = &world->ops[i];
        op->opens = op->closes = op->consumer >= 0;
        for (int k = 0; k < world->op_count; k++) {
            const Deed *other = &world->ops[k];
            bool same =
                other->consumer >= 0 && other->value == op->value && other->agent == op->agent;
            int64_t off =
                other->turn != op->turn ? other->turn - op->turn : other->cycle - op->cycle;
            op->opens = op->opens && !(same && (off < 0 || (off == 0 && k < i)));
            op->closes = op->closes && !(same && (off > 0 || (off == 0 && k < i)));
        }
    }
}

static inline World world_of(const PipelinePlan *plan) {
    World world = {.plan = plan, .agents = plan->request->agent_count};
    for (int v = 0; v < plan->count; v++) {
        const PipelineValue *value = plan->records[v].value;
        bool others = false;
        world.rank[v] = v;
        for (int c = -1; c < value->consumer_count; c++) {
            const Anchor *at = c < 0 ? &value->producer : &value->consumers[c];
            Deed *op = &world.ops[world.op_count++];
            *op = (Deed){.agent = at->agent, .value = v, .consumer = c};
            op->turn = at->stage + at->distance + at->cycle / plan->request->ii;
            op->cycle = at->cycle % plan->request->ii;
            others = others || at->agent != value->producer.agent;
        }
        world.named[v] = others && (value->sync == SYNC_NAMED || value->sync == SYNC_NONE);
    }
    sort_ops(&world);
    find_ends(&world);
    return world;
}

static inline void emit(
    World *world, int op, Kind kind, int64_t iteration, int64_t times, bool tail) {
    int agent = world->ops[op].agent;
    EXPECT(world->count[agent] + times <= MOST_EVENTS);
    while (times-- > 0)
        events[agent][world->count[agent]++] = (Event){kind, op, iteration, tail};
}

static inline void emit_iteration(World *world, int o, int64_t i) {
    const Deed *op = &world->ops[o];
    const PipelineValue *value = world->plan->records[op->value].value;
    bool plain = value->sync == SYNC_NAMED || value->sync == SYNC_NONE;
    if (world->named[op->value])
        emit(
            world,
            o,
            MEET,
            i,
            op->consumer < 0 ? 1 + (i >= value->stages) : op->opens + op->closes,
            false);
    else if (!plain)
        emit(world, o, op->consumer < 0 ? FILL : READ, i, 1, false);
    emit(world, o, DONE, i, 1, false);
}

static inline void emit_tail(World *world, int o) {
    int64_t slots = world->plan->records[world->ops[o].value].value->stages;
    emit(world, o, MEET, world->turns, world->turns < slots ? world->turns : slots, true);
}

/* The loop of `turns` iterations with what comes before and behind it, then the tails: of named barriers first. */
static inline void write_lists(World *world, int64_t turns, bool behind) {
    int64_t last = 0;
    world->turns = turns;
    memset(world->count, 0, sizeof world->count);
    memset(world->at, 0, sizeof world->at);
    for (int o = 0; o < world->op_count; o++) {
        world->done[o] = 0;
        world->filled[world->ops[o].value] = 0;
        last = world->ops[o].turn > last ? world->ops[o].turn : last;
    }
    for (int64_t t = 0; t <= last + turns; t++)
        for (int o = 0; o < world->op_count; o++) {
            const Deed *op = &world->ops[o];
            if (t >= op->turn && t < op->turn + turns)
                emit_iteration(world, o, t - op->turn);
            else if (
                t == op->turn + turns && op->consumer < 0 && world->named[op->value] && !behind)
                emit_tail(world, o);
        }
    for (int o = 0; o < world->op_count && behind; o++)
        if (world->ops[o].consumer < 0 && world->named[world->ops[o].value])
            emit_tail(world, o);
    for (int o = 0; o < world->op_count; o++) {
        SyncKind sync = world->plan->records[world->ops[o].value].value->sync;
        if (world->ops[o].consumer < 0 && !world->named[world->ops[o].value] && sync != SYNC_NONE &&
            sync != SYNC_NAMED)
            emit(world, o, TAIL, turns, 1, true);
    }
}

/* ---- the run --------------------------------------------------------------------------------- */

static inline bool is_read(const World *world, int value, int64_t iteration) {
    for (int o = 0; o < world->op_count; o++)
        if (world->ops[o].value == value && world->ops[o].consumer >= 0 &&
            world->done[o] <= iteration)
            return false;
    return true;
}

static inline bool can_go(const World *world, const Event *event) {
    int value = world->ops[event->op].value;
    const PipelinePlan *plan = world->plan;
    if (event->kind == READ)
        return world->filled[value] > event->iteration;
    if (event->kind == TAIL)
        return is_read(world, value, world->turns - 1);
    if (event->kind != FILL)
        return event->kind == DONE;
    bool free = is_read(world, value, event->iteration - plan->records[value].value->stages);
    for (int h = 0; h < plan->handoff_count; h++)
        if (plan->handoffs[h].to == value && !plan->handoffs[h].barrier)
            free =
                free &&
                is_read(
                    world, plan->handoffs[h].from, event->iteration - plan->handoffs[h].distance);
    return free;
}

static inline const Event *event_of(const World *world, int agent) {
    return world->at[agent] < world->count[agent] ? &events[agent][world->at[agent]] : NULL;
}

static inline bool stands_at(const World *world, int agent, int value) {
    const Event *event = event_of(world, agent);
    return event && event->kind == MEET && world->ops[event->op].value == value;
}

static inline bool is_of(const World *world, int agent, int value) {
    for (int o = 0; o < world->op_count; o++)
        if (world->ops[o].agent == agent && world->ops[o].value == value)
            return true;
    return false;
}

static inline bool meet(World *world, int value) {
    for (int a = 0; a < world->agents; a++)
        if (is_of(world, a, value) && !stands_at(world, a, value))
            return false;
    for (int a = 0; a < world->agents; a++)
        world->at[a] += is_of(world, a, value);
    return true;
}

/* True: all come to their end. */
static inline bool run(World *world, int64_t turns, bool behind) {
    bool moved = true, over = true;
    write_lists(world, turns, behind);
    while (moved) {
        moved = false;
        for (int a = 0; a < world->agents; a++)
            for (const Event *event; (event = event_of(world, a)) && can_go(world, event);
                 moved = true) {
                world->at[a]++;
                if (event->kind == DONE) {
                    world->done[event->op]++;
                    if (world->ops[event->op].consumer < 0)
                        world->filled[world->ops[event->op].value]++;
                }
            }
        for (int v = 0; v < world->plan->count; v++)
            moved = (world->named[v] && meet(world, v)) || moved;
    }
    for (int a = 0; a < world->agents; a++)
        over = over && !event_of(world, a);
    return over;
}

/* Of every length, as tcgen may try fewer; the last is long. */
static inline bool all_run(World *world, bool behind) {
    bool through = true;
    for (int64_t turns = 0; turns <= LENGTHS && through; turns++)
        through = run(world, turns, behind);
    through = through && run(world, 30, behind);
    return through;
}

/* ---- another order of declaration ------------------------------------------------------------ */

static inline int value_named(const PipelinePlan *plan, const char *at) {
    for (int v = 0; v < plan->count; v++)
        if (strncmp(plan->records[v].value->name, at, strlen(plan->records[v].value->name)) == 0)
            return v;
    return -1;
}

/* "'V1' before 'V0', then 'V2' before 'V1'": V1 comes directly before V0, which was before it. */
static inline bool order_helps(World world, const char *moves) {
    int order[MOST_VALUES], count = world.plan->count;
    for (int v = 0; v < count; v++)
        order[v] = v;
    for (const char *at = strstr(moves, "declare "); at && (at = strchr(at, '\''));
         at = strstr(at, ", then ")) {
        const char *before = strstr(at, "' before '");
        int moved = value_named(world.plan, at + 1),
            other = before ? value_named(world.plan, before + 10) : -1;
        int from = 0, to = 0;
        while (from < count && order[from] != moved)
            from++;
        while (to < count && order[to] != other)
            to++;
        if (from >= count || to >= from)
            return false;
        for (int v = from; v > to; v--)
            order[v] = order[v - 1];
        order[to] = moved;
    }
    for (int v = 0; v < count; v++)
        world.rank[order[v]] = v;
    sort_ops(&world);
    find_ends(&world);
    return all_run(&world, false);
}
#endif
