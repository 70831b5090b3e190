/* waits.c: Finds agents that wait for each other in a circle. Each agent does its operations by
 * cycle, in one cycle in the order of declaration, once every II. A consumer waits for its
 * producer; a producer waits for the consumers of the slot's previous use; the next value on a
 * place waits for the previous one. A circle of such waits that does not lead back to an earlier
 * iteration is a deadlock.
 *
 * An edge u -> v of weight w says: v of iteration i + w comes after u of iteration i, counted in
 * turns of the steady state. With weights w * (operations + 1) - 1, the circles of weight 0 or less
 * are the negative circles, which the algorithm of Bellman and Ford finds. */
#include "pipeline.h"
#include <inttypes.h>
#include <string.h>

typedef enum { WHY_ORDER, WHY_FULL, WHY_EMPTY, WHY_HANDOFF } Why;
typedef struct {
    int from, to;
    int64_t weight;
    Why why;
} Edge;

typedef struct {
    const PipelinePlan *plan;
    const int *rank; /* of each value: its place in the order of declaration */
    PipeVisit *operations;
    int operation_count;
    int *producer_of; /* of a value: its node; the consumers follow */
    Edge *edges;
    int edge_count;
} Graph;

static void add_operation(Graph *graph, int value, int consumer) {
    PipeVisit *operation = &graph->operations[graph->operation_count++];
    *operation = pipe_visit(graph->plan, value, consumer);
    operation->rank = graph->rank[value];
}

static void add_edge(Graph *graph, int from, int to, int64_t weight, Why why) {
    graph->edges[graph->edge_count++] = (Edge){from, to, weight, why};
}

/* v of iteration i after u of iteration i - delay, in turns. */
static void add_wait(Graph *graph, int from, int to, int64_t delay, Why why) {
    const PipeVisit *u = &graph->operations[from], *v = &graph->operations[to];
    if (u->agent >= 0 && v->agent >= 0)
        add_edge(graph, from, to, delay + v->stage - u->stage, why);
}

static int node_of(const Graph *graph, const PipeVisit *operation) {
    return graph->producer_of[operation->value] + 1 + operation->consumer;
}

/* From each operation of an agent to its next one, from the last to the first of the next turn. */
static void add_program_order(Graph *graph) {
    int count = graph->operation_count, first = 0;
    PipeVisit *sorted = NEW_ARRAY(PipeVisit, count);
    if (count)
        memcpy(sorted, graph->operations, (size_t)count * sizeof *sorted);
    pipe_sort_visits(sorted, count);
    for (int i = 0; i < count; i++) {
        bool ends = i + 1 == count || sorted[i + 1].agent != sorted[i].agent;
        int next = node_of(graph, &sorted[ends ? first : i + 1]);
        if (sorted[i].agent >= 0)
            add_edge(graph, node_of(graph, &sorted[i]), next, ends, WHY_ORDER);
        first = ends ? i + 1 : first;
    }
}

static void add_value_waits(Graph *graph, int index) {
    const PipelineValue *value = graph->plan->records[index].value;
    int producer = graph->producer_of[index];
    if (!value_is_synchronised(value))
        return;
    for (int c = 0; c < value->consumer_count; c++) {
        int consumer = producer + 1 + c;
        int64_t distance = value->consumers[c].distance;
        add_wait(graph, producer, consumer, distance, WHY_FULL);
        add_wait(graph, consumer, producer, value->stages - distance, WHY_EMPTY);
    }
}

static void add_handoff(Graph *graph, const Handoff *handoff) {
    const PipelineValue *from = graph->plan->records[handoff->from].value;
    for (int c = 0; c < from->consumer_count; c++)
        add_wait(
            graph,
            graph->producer_of[handoff->from] + 1 + c,
            graph->producer_of[handoff->to],
            handoff->distance - from->consumers[c].distance,
            WHY_HANDOFF);
}

static Graph graph_new(const PipelinePlan *plan, const int *rank) {
    Graph graph = {.plan = plan, .rank = rank, .producer_of = NEW_ARRAY(int, plan->count)};
    int operations = 0, edges;
    for (int i = 0; i < plan->count; i++)
        operations += 1 + plan->records[i].value->consumer_count;
    edges = 3 * operations;
    for (int h = 0; h < plan->handoff_count; h++)
        edges += plan->records[plan->handoffs[h].from].value->consumer_count;
    graph.operations = NEW_ARRAY(PipeVisit, operations);
    graph.edges = NEW_ARRAY(Edge, edges);
    for (int i = 0; i < plan->count; i++) {
        const PipelineValue *value = plan->records[i].value;
        graph.producer_of[i] = graph.operation_count;
        for (int c = -1; c < value->consumer_count; c++)
            add_operation(&graph, i, c);
    }
    add_program_order(&graph);
    for (int i = 0; i < plan->count; i++)
        add_value_waits(&graph, i);
    for (int h = 0; h < plan->handoff_count; h++)
        add_handoff(&graph, &plan->handoffs[h]);
    return graph;
}

/* A node of a circle of the edges through which nodes were reached; -1: there is none. */
static int circle_of(const Graph *graph, const int *into) {
    int *seen = NEW_ARRAY(int, graph->operation_count), node = -1;
    for (int i = 0; i < graph->operation_count && node < 0; i++) {
        int at = i;
        while (at >= 0 && !seen[at]) {
            seen[at] = i + 1;
            at = into[at] < 0 ? -1 : graph->edges[into[at]].from;
        }
        node = at >= 0 && seen[at] == i + 1 ? at : -1;
    }
    return node;
}

/* As long as an edge can be shortened, the edges through which nodes were reached (`into`) are
 * searched for a circle: after 1, 2, 4, ... rounds, so that one among 20000 operations is found
 * after a few. -1: there is none. */
static int find_circle(const Graph *graph, int *into) {
    int64_t *distance = NEW_ARRAY(int64_t, graph->operation_count),
            scale = graph->operation_count + 1;
    for (int i = 0; i < graph->operation_count; i++)
        into[i] = -1;
    for (int round = 1, search = 1;; round++) {
        bool shorter = false;
        for (int e = 0; e < graph->edge_count; e++) {
            const Edge *edge = &graph->edges[e];
            int64_t reached = distance[edge->from] + edge->weight * scale - 1;
            if (reached < distance[edge->to]) {
                distance[edge->to] = reached;
                into[edge->to] = e;
                shorter = true;
            }
        }
        budget_spend(1 + graph->edge_count / 2);
        if (!shorter)
            return -1;
        if (round < search)
            continue;
        int node = circle_of(graph, into);
        if (node >= 0)
            return node;
        search = 2 * round;
    }
}

static void note_edge(const Graph *graph, const Edge *edge, const PipeVisit *last) {
    static const char *const reasons[] = {
        "reaches that point only after",
        "waits for its producer",
        "waits until the slot is free",
        "waits until the shared place is handed over"};
    const PipeVisit *to = &graph->operations[edge->to];
    const Pipeline *request = graph->plan->request;
    diag_note(
        to->anchor->loc,
        "%s %s '%s': %s%s%s",
        request->agents[to->agent].name,
        to->consumer < 0 ? "produces" : "consumes",
        request->values[to->value].name,
        reasons[edge->why],
        last ? " " : "",
        last ? mem_printf(
                   "'%s' at %" PRId64 ".%" PRId64,
                   request->values[last->value].name,
                   last->stage,
                   last->cycle)
             : "");
}

/* The edges of the circle, against their direction, from `node` on. */
static int *edges_of(const Graph *graph, const int *into, int node, int *count) {
    int *circle = NEW_ARRAY(int, graph->operation_count), at = node;
    *count = 0;
    do {
        circle[(*count)++] = into[at];
        at = graph->edges[into[at]].from;
    } while (at != node);
    return circle;
}

/* ---- another order of declaration ------------------------------------------------------------ */

/* Value `moved` comes directly before `other`, which was before it. */
static int *rank_with(const Graph *graph, int moved, int other) {
    int count = graph->plan->count, *rank = NEW_ARRAY(int, count);
    for (int i = 0; i < count; i++)
        rank[i] = pipe_moved_rank(graph->rank[i], graph->rank[moved], graph->rank[other]);
    return rank;
}

/* Operations of one agent at one cycle that only the order of declaration puts in this order. */
static bool is_tie(const Graph *graph, const Edge *edge) {
    const PipeVisit *from = &graph->operations[edge->from], *to = &graph->operations[edge->to];
    return edge->why == WHY_ORDER && edge->weight == 0 && from->cycle == to->cycle &&
           from->value != to->value;
}

/* Where a circle goes through such a tie, the one move that opens all circles; NULL: there is
 * none. */
static const char *find_order(const Graph *graph, const int *circle, int count) {
    const Pipeline *request = graph->plan->request;
    for (int i = 0; i < count; i++) {
        const Edge *edge = &graph->edges[circle[i]];
        if (!is_tie(graph, edge))
            continue;
        int from = graph->operations[edge->from].value, to = graph->operations[edge->to].value;
        Graph other = graph_new(graph->plan, rank_with(graph, to, from));
        if (find_circle(&other, NEW_ARRAY(int, other.operation_count)) < 0)
            return mem_printf(
                "in one cycle an agent works in the order of declaration: declare '%s' before '%s'",
                request->values[to].name,
                request->values[from].name);
    }
    return NULL;
}

/* The circle from its operation that was written first, edges in their direction. */
static bool report(const Graph *graph, const int *into, int node) {
    int count, first = 0, *circle = edges_of(graph, into, node, &count);
    for (int i = 1; i < count; i++)
        if (graph->edges[circle[i]].to < graph->edges[circle[first]].to)
            first = i;
    const PipeVisit *start = &graph->operations[graph->edges[circle[first]].to];
    bool alone = true;
    for (int i = 0; i < count; i++)
        alone = alone && graph->operations[graph->edges[circle[i]].to].agent == start->agent;
    diag_error(
        start->anchor->loc,
        "E_WAIT_CYCLE",
        alone ? "agent '%s' waits for itself" : "'%s' waits in a circle: no agent can continue",
        graph->plan->request->agents[start->agent].name);
    for (int i = 0; i < count; i++) {
        const Edge *edge = &graph->edges[circle[(first + count - i) % count]];
        note_edge(graph, edge, edge->why == WHY_ORDER ? &graph->operations[edge->from] : NULL);
    }
    const char *order = find_order(graph, circle, count);
    diag_help(
        "%s",
        order ? order
              : "produce each value before it is consumed, or read the value of an earlier "
                "iteration with 'dist 1'");
    return false;
}

bool pipe_waits(PipelinePlan *plan) {
    if (plan->request->agent_count == 0)
        return true;
    int *declared = NEW_ARRAY(int, plan->count);
    for (int i = 0; i < plan->count; i++)
        declared[i] = i;
    Graph graph = graph_new(plan, declared);
    int *into = NEW_ARRAY(int, graph.operation_count);
    int node = find_circle(&graph, into);
    return node < 0 || report(&graph, into, node);
}
