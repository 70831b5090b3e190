/* value.c: the values of a proof and what a place holds of them. A value is a leaf (an element of a
 * source), or an interned node over others: a constant, a conversion, a combination of a set of
 * values, or a piece of one; equal values are equal numbers. A place holds values for boxes of the
 * limits' values: without limits there is one box, everything, and one value. */
#include "prove.h"
#include <stdlib.h>
#include <string.h>

/* ---- values -------------------------------------------------------------------------------- */

static uint64_t node_hash(const Node *node) {
    uint64_t hash =
        ((uint64_t)node->kind * 0x9e3779b97f4a7c15u ^ (uint64_t)node->a) * 0xc4ceb9fe1a85ec53u;
    hash = (hash ^ hash >> 32 ^ (uint64_t)node->of) * 0xff51afd7ed558ccdu;
    for (int i = 0; i < node->count; i++)
        hash = (hash ^ ((uint64_t)node->set[i].from << 32 ^ (uint32_t)node->set[i].to)) *
                   0xff51afd7ed558ccdu +
               (hash >> 29);
    return hash ^ hash >> 32;
}

static bool node_equal(const Node *a, const Node *b) {
    return a->kind == b->kind && a->a == b->a && a->of == b->of && a->pieces == b->pieces &&
           a->count == b->count && a->from == b->from && a->to == b->to &&
           (a->count == 0 || memcmp(a->set, b->set, (size_t)a->count * sizeof *a->set) == 0);
}

static void nodes_grow(Values *values) {
    int capacity = values->capacity ? values->capacity * 2 : 64;
    Node *nodes = NEW_ARRAY(Node, capacity);
    int *table = NEW_ARRAY(int, capacity * 2);
    for (int i = 0; i < values->count; i++) {
        nodes[i] = values->nodes[i];
        size_t at = node_hash(&nodes[i]) & (size_t)(capacity * 2 - 1);
        while (table[at])
            at = (at + 1) & (size_t)(capacity * 2 - 1);
        table[at] = i + 1;
    }
    values->nodes = nodes;
    values->table = table;
    values->capacity = capacity;
}

static Value intern(Prover *prover, Node node) {
    Values *values = &prover->values;
    if (values->count == values->capacity)
        nodes_grow(values);
    size_t mask = (size_t)(values->capacity * 2 - 1), at = node_hash(&node) & mask;
    for (; values->table[at]; at = (at + 1) & mask)
        if (node_equal(&values->nodes[values->table[at] - 1], &node))
            return -values->table[at];
    values->nodes[values->count++] = node;
    values->table[at] = values->count;
    return -values->count;
}

static const Node *node_of(const Prover *prover, Value value) {
    return value < 0 ? &prover->values.nodes[-value - 1] : NULL;
}

Value value_leaf(Prover *prover) {
    return prover->next_leaf++; /* at most one for each of 2^20 elements of a few flows */
}

Value value_constant(Prover *prover, uint64_t bits) {
    return intern(prover, (Node){.kind = NODE_CONSTANT, .of = (int64_t)bits});
}

/* Zero stays zero in every type. What was converted and lost nothing is the number that it was: f16
 * -> f32
 * -> bf16 is f16 -> bf16, rounded once. */
Value value_converted(
    Prover *prover, Value value, const Dtype *from, const Dtype *to, Rounding rounding) {
    const Node *node = node_of(prover, value);
    const char *of = from->name;
    if (value == value_constant(prover, 0))
        return value;
    if (node && node->kind == NODE_CONVERTED && node->of == ROUNDING_EXACT && node->to == of) {
        value = node->a;
        of = node->from;
    }
    if (of == to->name)
        return value;
    if (conversion_is_exact(of, to->name))
        rounding = ROUNDING_EXACT;
    return intern(
        prover,
        (Node){.kind = NODE_CONVERTED, .a = value, .of = rounding, .from = of, .to = to->name});
}

Value value_piece(Prover *prover, Value value, int64_t index, int pieces) {
    return intern(prover, (Node){.kind = NODE_PIECE, .a = value, .of = index, .pieces = pieces});
}

Value value_clipped(Prover *prover, Value value, int clip, Value otherwise) {
    const Node *inner = node_of(prover, value);
    if (inner && inner->kind == NODE_CLIPPED && inner->of == clip)
        value = inner->a; /* under the same condition */
    if (value == otherwise)
        return value;
    ValueRun *set = NEW(ValueRun);
    *set = (ValueRun){otherwise, otherwise};
    return intern(
        prover, (Node){.kind = NODE_CLIPPED, .a = value, .of = clip, .set = set, .count = 1});
}

Value value_untouched(Prover *prover) {
    return intern(prover, (Node){.kind = NODE_UNTOUCHED});
}

bool value_is_piece(const Prover *prover, Value value, Value *whole, int64_t index, int pieces) {
    const Node *node = node_of(prover, value);
    if (!node || node->kind != NODE_PIECE || node->of != index || node->pieces != pieces)
        return false;
    *whole = node->a;
    return true;
}

Value value_index(Prover *prover, Value value, Value with, int64_t index) {
    ValueRun *set = NEW(ValueRun);
    *set = (ValueRun){with, with};
    return intern(
        prover, (Node){.kind = NODE_INDEX, .a = value, .of = index, .set = set, .count = 1});
}

/* The values that a combination is of; of another value, it alone, in *own. */
static int members(
    const Prover *prover,
    Combine op,
    const Dtype *dtype,
    Value value,
    ValueRun *own,
    const ValueRun **set) {
    const Node *node = node_of(prover, value);
    bool is_set =
        node && node->kind == NODE_COMBINED && node->of == (int64_t)op && node->to == dtype->name;
    *own = (ValueRun){value, value};
    *set = is_set ? node->set : own;
    return is_set ? node->count : 1;
}

/* At the end of a set, of which none begins after it. {1, 4} + {2} is {1, 2, 4}; {1} + {1, 2}
 * counts 1 twice, which only min, max, and, or do not mind. */
static bool add_members(
    Prover *prover, Combine op, ValueRun *set, int *count, const ValueRun *values) {
    ValueRun *last = *count > 0 ? &set[*count - 1] : NULL;
    if (last && values->from <= last->to) {
        if (op == COMBINE_ADD || op == COMBINE_XOR || op == COMBINE_MUL)
            return proof_fail(prover, "twice", "a value is counted twice in one sum");
        last->to = values->to > last->to ? values->to : last->to;
    } else if (last && values->from == last->to + 1) {
        last->to = values->to;
    } else {
        set[(*count)++] = *values;
    }
    return true;
}

static Value set_of(
    Prover *prover, Combine op, const Dtype *dtype, const ValueRun *set, int count) {
    if (count == 1 && set[0].from == set[0].to)
        return set[0].from;
    return intern(
        prover,
        (Node){.kind = NODE_COMBINED, .of = op, .to = dtype->name, .set = set, .count = count});
}

/* All lanes of a butterfly, and all threads that sum up the same, ask for the same again: 1024
 * threads for one set of 8192. A place for each of the pairs of late: one pair has another place
 * for each operation. */
enum { KNOWN = 1 << 12 };
typedef struct Known {
    const Dtype *dtype;
    Value a, b, made;
} Known;

ValuesMark values_mark(Prover *prover) {
    if (!prover->values.known)
        prover->values.known = NEW_ARRAY(Known, KNOWN);
    return (ValuesMark){mem_mark(), prover->values.count, prover->values.capacity};
}

void values_rewind(const Prover *prover, ValuesMark mark) {
    if (prover->values.count == mark.count && prover->values.capacity == mark.capacity)
        mem_rewind(mark.mark);
}

static Known *known_place(Prover *prover, Combine op, Value a, Value b) {
    uint64_t hash = ((uint64_t)a * 0x9e3779b97f4a7c15u ^ (uint64_t)b) * 0xff51afd7ed558ccdu;
    return &prover->values.known[(hash >> 40 ^ (uint64_t)op) % KNOWN];
}

bool value_combined(Prover *prover, Combine op, const Dtype *dtype, Value a, Value b, Value *out) {
    if (a > b) {
        Value c = a;
        a = b;
        b = c;
    }
    const ValuesMark mark = values_mark(prover);
    Known *known = known_place(prover, op, a, b);
    if (known->made && known->dtype == dtype && known->a == a && known->b == b) {
        *out = known->made;
        return true;
    }
    ValueRun own[2];
    const ValueRun *x, *y;
    int nx = members(prover, op, dtype, a, &own[0], &x), n = 0;
    int ny = members(prover, op, dtype, b, &own[1], &y);
    ValueRun *set = NEW_ARRAY(ValueRun, nx + ny);
    budget_spend(nx + ny);
    for (int i = 0, j = 0; i < nx || j < ny;) {
        bool first = j >= ny || (i < nx && x[i].from < y[j].from);
        if (!add_members(prover, op, set, &n, first ? &x[i++] : &y[j++]))
            return false;
    }
    *out = set_of(prover, op, dtype, set, n);
    *known = (Known){dtype, a, b, *out};
    values_rewind(prover, mark);
    return true;
}

static int by_number(const void *a, const void *b) {
    Value x = *(const Value *)a, y = *(const Value *)b;
    return (x > y) - (x < y);
}

static Value *room_to_sort(Values *values, int count) {
    if (values->sortable < count) { /* a scan asks for one more each time */
        values->sortable = count > 2 * values->sortable ? count : 2 * values->sortable;
        values->sorted = NEW_ARRAY(Value, values->sortable);
    }
    return values->sorted;
}

bool value_combined_of(
    Prover *prover,
    Combine op,
    const Dtype *dtype,
    const Value *of,
    int64_t apart,
    int count,
    Value *out) {
    Value *sorted = room_to_sort(&prover->values, count);
    const ValuesMark mark = values_mark(prover);
    bool ascends = true;
    int runs = 0, n = 0;
    budget_spend(count);
    for (int i = 0; i < count; i++) {
        sorted[i] = of[i * apart];
        ascends &= i == 0 || sorted[i] > sorted[i - 1];
    }
    if (!ascends) {
        budget_spend(7 * count);
        qsort(sorted, (size_t)count, sizeof *sorted, by_number);
    }
    /* Only the room for the runs, 0 .. 3 and 7 are two: more would change no answer, but a run for
     * each value is more memory than a scan of 16384 elements may take. */
    for (int i = 0; i < count; i++)
        runs += i == 0 || sorted[i] > sorted[i - 1] + 1;
    ValueRun *set = NEW_ARRAY(ValueRun, runs);
    for (int i = 0; i < count; i++)
        if (!add_members(prover, op, set, &n, &(ValueRun){sorted[i], sorted[i]}))
            return false;
    *out = set_of(prover, op, dtype, set, n);
    values_rewind(prover, mark);
    return true;
}

/* ---- boxes --------------------------------------------------------------------------------- */

bool box_empty(const Box *box) {
    bool empty = false;
    for (int d = 0; d < MAX_BOUNDS; d++)
        empty |= box->low[d] >= box->high[d];
    return empty;
}

Box box_common(const Box *a, const Box *b) {
    Box box = *a;
    for (int d = 0; d < MAX_BOUNDS; d++) {
        box.low[d] = b->low[d] > box.low[d] ? b->low[d] : box.low[d];
        box.high[d] = b->high[d] < box.high[d] ? b->high[d] : box.high[d];
    }
    return box;
}

bool boxes_meet(const Box *a, const Box *b) {
    for (int d = 0; d < MAX_BOUNDS; d++) { /* not box_common: most writes miss by the first bound */
        const int32_t low = a->low[d] > b->low[d] ? a->low[d] : b->low[d];
        const int32_t high = a->high[d] < b->high[d] ? a->high[d] : b->high[d];
        if (low >= high)
            return false;
    }
    return true;
}

bool box_within(const Box *a, const Box *b) {
    for (int d = 0; d < MAX_BOUNDS; d++)
        if (a->low[d] < b->low[d] || a->high[d] > b->high[d])
            return box_empty(a);
    return true;
}

bool box_equal(const Box *a, const Box *b) {
    return box_within(a, b) && box_within(b, a);
}

/* ---- what a place holds -------------------------------------------------------------------- */

/* A write splits the box around it into at most two boxes for each bound. */
static bool visit_parts(const Held *held, Box box, Value rest, BoxVisit visit, void *context) {
    budget_spend(1);
    for (; held && !boxes_meet(&held->box, &box); held = held->next)
        budget_spend(1);
    if (!held)
        return visit(context, &box, rest);
    Box common = box_common(&held->box, &box);
    if (!visit(context, &common, held->value))
        return false;
    for (int d = 0; d < MAX_BOUNDS; d++) {
        Box below = box, above = box;
        below.high[d] = common.low[d];
        above.low[d] = common.high[d];
        if ((!box_empty(&below) && !visit_parts(held->next, below, rest, visit, context)) ||
            (!box_empty(&above) && !visit_parts(held->next, above, rest, visit, context)))
            return false;
        box.low[d] = common.low[d];
        box.high[d] = common.high[d];
    }
    return true;
}

Extra *content_extra(Content *content) {
    if (!content->extra)
        content->extra = NEW(Extra);
    return content->extra;
}

const Flight *content_writing(const Content *content) {
    return content->extra ? content->extra->writing : NULL;
}

static const Held *parts_of(const Content *content) {
    return content->extra ? content->extra->parts : NULL;
}

bool content_visit(const Content *content, const Box *box, BoxVisit visit, void *context) {
    const Held *parts = parts_of(content);
    if (parts)
        return visit_parts(parts, *box, content->value, visit, context);
    budget_spend(1);
    return visit(context, box, content->value);
}

bool content_stored(const Content *content, const Box *box, Value but) {
    if (content->stored && content->value != but)
        return true;
    for (const Held *held = parts_of(content); held; held = held->next)
        if (held->value != but && boxes_meet(&held->box, box))
            return true;
    return false;
}

Held *held_new(Prover *prover) {
    Held *held = prover->spare;
    if (!held)
        return NEW(Held);
    prover->spare = held->next;
    return held;
}

void content_clear(Prover *prover, Content *content) {
    Held *held;
    while (content->extra && (held = content->extra->parts) != NULL) {
        content->extra->parts = held->next;
        held->next = prover->spare;
        prover->spare = held;
    }
    content->value = 0;
}

enum { MAX_HIDDEN = 16 };

/* A write stands before those that were; of the latest, those that it hides altogether are dropped,
 * to be used again. Older ones stay, hidden: a register that 65536 columns pass through has as
 * many. */
void content_put(Prover *prover, Content *content, const Box *box, Value value) {
    if (box_within(&prover->everything, box)) {
        if (content->extra)
            content->extra->parts = NULL;
        content->value = value;
        content->stored = true;
        return;
    }
    Held **at = &content_extra(content)->parts;
    for (int i = 0; i < MAX_HIDDEN && *at; i++) {
        if (box_within(&(*at)->box, box)) {
            Held *held = *at;
            *at = held->next;
            held->next = prover->spare;
            prover->spare = held;
        } else {
            at = &(*at)->next;
        }
    }
    Held *held = held_new(prover);
    *held = (Held){*box, value, content->extra->parts};
    content->extra->parts = held;
}
