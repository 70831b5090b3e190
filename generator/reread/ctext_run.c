/* ctext_run.c: Runs the statements of a body for all lanes together and hands its calls, one after
 * another, to the comparison with the Plan. A block under a condition runs for the lanes where the
 * condition can hold. The rest of the condition, which depends on run-time arguments, stays
 * attached to the calls in the block. */
#include "ctext.h"
#include <string.h>

enum { MAX_VARIABLES = 256, STEPS_PER_NODE = 20, LANES_PER_STEP = 4 };

typedef struct {
    const char *name;
    Value *value;
    bool moves;      /* may be assigned: it owns its lanes */
    int64_t changed; /* when: the how manyth assignment it was */
} Variable;

typedef struct {
    Reader *reader;
    Wanted *wanted;
    int count, block; /* block: the first of this block */
    Variable variables[MAX_VARIABLES];
    Truths inside;
    int elected;
    int64_t changes;
} Machine;

static bool stopped(const Machine *m) {
    return m->reader->failed || m->reader->is_open;
}

static Variable *find(Machine *m, const char *name) {
    for (int i = m->count - 1; i >= 0; i--)
        if (strcmp(m->variables[i].name, name) == 0)
            return &m->variables[i];
    return NULL;
}

/* ---- variables ----------------------------------------------------------------------------- */

static void declare(Machine *m, const char *name, const Value *value, bool moves) {
    if (m->count == MAX_VARIABLES) {
        reader_fail(m->reader, "more than %d names", MAX_VARIABLES);
        return;
    }
    const Variable *old = find(m, name);
    if (old && old - m->variables >= m->block)
        reader_fail(m->reader, "'%s' is declared twice", name);
    Variable *variable = &m->variables[m->count++];
    *variable = (Variable){name, NEW(Value), moves, 0};
    *variable->value = *value;
    if (moves) {
        number_room(m->reader, &variable->value->number);
        number_assign(m->reader, &variable->value->number, &value->number);
    }
}

/* ---- values -------------------------------------------------------------------------------- */

static Value evaluate(Machine *m, const Node *node);

static Value wrong(Machine *m, const char *what) {
    if (!stopped(m))
        reader_fail(m->reader, "%s in '%s'", what, m->reader->line);
    return value_number(number_constant(m->reader, 0, C_INT));
}

static void append(Machine *m, Truths *to, const Truths *from) {
    for (int i = 0; from && i < from->count; i++) {
        if (to->count == MAX_TRUTHS)
            reader_fail(m->reader, "more than %d conditions", MAX_TRUTHS);
        else
            to->at[to->count++] = from->at[i];
    }
}

/* Pointers move by whole objects, exactly: an offset that wrapped is none. `src - i * 2` of f16,
   with i = 3: -6 objects of 16 bits, sign -1, 96 bits back. */
static Value move_pointer(Machine *m, Value pointer, Value by, int sign) {
    if (by.kind != VALUE_NUMBER)
        return wrong(m, "a pointer plus something else than a number");
    number_demand(m->reader, &by.number);
    pointer.number = number_add_exact(m->reader, pointer.number, by.number, sign * pointer.unit);
    return pointer;
}

static bool is_compare(const char *op) {
    return *op == '=' || ((*op == '<' || *op == '>') && op[1] != *op);
}

static Value evaluate_binary(Machine *m, const Node *node) {
    Value a = evaluate(m, node->at[0]), b = evaluate(m, node->at[1]);
    if (stopped(m))
        return a;
    if (strcmp(node->op, "&&") == 0) {
        if (a.kind != VALUE_TRUTHS || b.kind != VALUE_TRUTHS)
            return wrong(m, "'&&' of something else than conditions");
        append(m, a.truths, b.truths);
        return a;
    }
    if (a.kind == VALUE_POINTER && b.kind == VALUE_EDGE && strcmp(node->op, "+") == 0) {
        if (a.edge_count == MAX_LIMITS)
            return wrong(m, "too many edges");
        a.edges[a.edge_count++] = b.edges[0];
        return a;
    }
    value_pick(m->reader, node->at[0], false, &a);
    value_pick(m->reader, node->at[1], false, &b);
    if (a.kind == VALUE_POINTER && strchr("+-", *node->op) && !node->op[1])
        return move_pointer(m, a, b, *node->op == '+' ? 1 : -1);
    if (a.kind == VALUE_LEFT && *node->op == '*' && node->at[1]->kind == NODE_NUMBER) {
        a.times *= node->at[1]->number;
        return a;
    }
    if (a.kind != VALUE_NUMBER || b.kind != VALUE_NUMBER)
        return wrong(m, "an operator of something else than numbers");
    if (!is_compare(node->op))
        return value_number(number_binary(m->reader, node->op, a.number, b.number));
    Truths truths = {.count = 1};
    truths.at[0] = truth_compare(m->reader, node->op, a.number, b.number);
    return value_truths(&truths);
}

/* tc_from(src, from): bytes, whatever src points to. */
static Value through_bytes(Machine *m, const Node *node) {
    Value pointer = evaluate(m, node->at[0]), by = evaluate(m, node->at[1]);
    if (stopped(m) || pointer.kind != VALUE_POINTER)
        return stopped(m) ? pointer : wrong(m, "tc_from or tc_to of no pointer");
    pointer.unit = 8;
    by.number =
        by.kind == VALUE_NUMBER ? number_convert(m->reader, by.number, C_UNSIGNED) : by.number;
    return move_pointer(m, pointer, by, 1);
}

/* The first two arguments of a call, in their types; false: they are no numbers. */
static bool take_numbers(Machine *m, const Node *node, CType type, Number *a, Number *b) {
    Value first = evaluate(m, node->at[0]), second = evaluate(m, node->at[1]);
    if (stopped(m) || first.kind != VALUE_NUMBER || second.kind != VALUE_NUMBER)
        return false;
    *a = number_convert(m->reader, first.number, type);
    *b = number_convert(m->reader, second.number, C_UNSIGNED);
    number_demand(m->reader, a);
    number_demand(m->reader, b);
    return true;
}

static Value evaluate_left(Machine *m, const Node *node) {
    Number limit, *first = NEW(Number);
    if (!take_numbers(m, node, C_UNSIGNED, &limit, first) || node->at[2]->kind != NODE_NUMBER)
        return wrong(m, "tc_left of something else than numbers");
    return (Value){
        .kind = VALUE_LEFT,
        .number = limit,
        .first = first,
        .most = node->at[2]->number,
        .times = 1};
}

/* tc_inside(y + 3, height): 0 <= y + 3 and y + 3 < height. */
static Value evaluate_inside(Machine *m, const Node *node) {
    Number at, extent;
    if (!take_numbers(m, node, C_INT, &at, &extent))
        return wrong(m, "tc_inside of something else than numbers");
    Truths truths = {.count = 2};
    truths.at[0] = truth_of(m->reader, COND_GE, at);
    truths.at[1] = truth_of(m->reader, COND_LT, number_add_exact(m->reader, at, extent, -1));
    return value_truths(&truths);
}

/* tc_clamp_at(y + 3, height, ld) */
static Value evaluate_edge(Machine *m, const Node *node, EdgeKind edge) {
    EdgeTerm *term = NEW(EdgeTerm);
    if (!take_numbers(m, node, C_INT, &term->at, &term->extent))
        return wrong(m, "an edge of something else than numbers");
    Value stride = evaluate(m, node->at[2]);
    if (stride.kind != VALUE_NUMBER)
        return wrong(m, "an edge without a stride");
    term->stride = number_convert(m->reader, stride.number, C_ULL);
    number_demand(m->reader, &term->stride);
    term->edge = edge;
    return (Value){.kind = VALUE_EDGE, .edges = {term}, .edge_count = 1};
}

static Value evaluate_call(Machine *m, const Node *node) {
    bool bytes = strcmp(node->name, "tc_from") == 0 || strcmp(node->name, "tc_to") == 0;
    if (bytes && node->count == 2)
        return through_bytes(m, node);
    if (strcmp(node->name, "tc_left") == 0 && node->count == 3)
        return evaluate_left(m, node);
    if (strcmp(node->name, "tc_clamp_at") == 0 && node->count == 3)
        return evaluate_edge(m, node, EDGE_CLAMP);
    if (strcmp(node->name, "tc_wrap_at") == 0 && node->count == 3)
        return evaluate_edge(m, node, EDGE_WRAP);
    if (strcmp(node->name, "tc_inside") == 0 && node->count == 2)
        return evaluate_inside(m, node);
    if (strcmp(node->name, "tc_elect_one") == 0 && node->count == 0) {
        Truth *truth = NEW(Truth);
        truth->elected = true;
        Truths truths = {1, {truth}};
        return value_truths(&truths);
    }
    if (strcmp(node->name, "tc_map_to_cta") == 0 && node->count == 2) {
        Value of = evaluate(m, node->at[0]), cta = evaluate(m, node->at[1]);
        if (stopped(m) || cta.kind != VALUE_NUMBER)
            return stopped(m) ? of : wrong(m, "tc_map_to_cta without a CTA");
        Number *peer = NEW(Number);
        *peer = cta.number;
        of.peer = peer;
        of.unit = 8;
        return of;
    }
    return wrong(m, "an unknown function");
}

static Value evaluate(Machine *m, const Node *node) {
    Variable *variable;
    Value value;
    if (stopped(m))
        return value_number(number_constant(m->reader, 0, C_INT));
    budget_spend(STEPS_PER_NODE + m->reader->lanes / LANES_PER_STEP);
    switch (node->kind) {
    case NODE_NUMBER:
        return value_number(number_constant(m->reader, node->number, node->type));
    case NODE_NAME:
        variable = find(m, node->name);
        return variable ? *variable->value : (Value){.kind = VALUE_NAME, .name = node->name};
    case NODE_BINARY:
        return evaluate_binary(m, node);
    case NODE_ADDRESS:
    case NODE_INDEX:
        value = evaluate(m, node->at[0]);
        if (node->kind == NODE_ADDRESS || stopped(m))
            return value;
        return value.kind == VALUE_POINTER ? move_pointer(m, value, evaluate(m, node->at[1]), 1)
                                           : wrong(m, "an index into no array");
    case NODE_INT:
        value = evaluate(m, node->at[0]);
        value_pick(m->reader, node->at[0], true, &value);
        if (value.kind != VALUE_NUMBER)
            return wrong(m, "a cast of no number");
        return value_number(number_convert(m->reader, value.number, node->type));
    case NODE_VECTOR:
        value = evaluate(m, node->at[0]);
        value.unit = node->number;
        return value.kind == VALUE_POINTER ? value : wrong(m, "a pointer cast of no pointer");
    case NODE_CALL:
        return evaluate_call(m, node);
    default: { /* conditions ? tc_left(...) : 0 */
        Value when = evaluate(m, node->at[0]);
        value = evaluate(m, node->at[1]);
        if (stopped(m) || when.kind != VALUE_TRUTHS || value.kind != VALUE_LEFT ||
            node->at[2]->kind != NODE_NUMBER || node->at[2]->number != 0)
            return stopped(m) ? value
                              : wrong(m, "another choice than conditions ? tc_left(..) : 0");
        value.truths = when.truths;
        return value;
    }
    }
}

/* ---- statements ---------------------------------------------------------------------------- */

static void run_all(Machine *m, const Say *say);

static int64_t stored_bits(const Dtype *dtype) {
    return dtype->bits < 8 ? 8 : dtype->bits;
}

static void run_array(Machine *m, const Say *say) {
    const Plan *plan = m->reader->plan;
    for (int i = 0; i < plan->bundle_count; i++) {
        const Bundle *bundle = &plan->bundles[i];
        if (bundle->role != ROLE_SCRATCH || strcmp(bundle->name, say->name) != 0)
            continue;
        bool own = strcmp(say->element, element_type(bundle->dtype)) == 0;
        int64_t unit = own ? stored_bits(bundle->dtype) : ctext_bits(say->element);
        Value value = {.kind = VALUE_POINTER, .of = OF_BUNDLE, .index = i, .unit = unit};
        if (unit == 0 || unit * say->count < bundle->count * bundle->dtype->bits)
            reader_fail(m->reader, "'%s' is too small", say->line);
        declare(m, say->name, &value, false);
        return;
    }
    reader_fail(m->reader, "'%s' declares what the plan does not have", say->line);
}

static Call call_of(Machine *m, const char *name) {
    return (Call){
        .name = name, .mask = m->reader->active, .inside = &m->inside, .elected = m->elected > 0};
}

static void run_call(Machine *m, const Say *say) {
    const Node *node = say->value;
    if (node->kind != NODE_CALL) {
        reader_fail(m->reader, "'%s' does nothing", say->line);
        return;
    }
    Call call = call_of(m, node->name);
    for (int i = 0; i < node->count; i++) {
        call.at[i] = evaluate(m, node->at[i]);
        value_pick(m->reader, node->at[i], false, &call.at[i]); /* a coordinate: index[3] */
    }
    call.count = node->count;
    if (!stopped(m))
        wanted_call(m->wanted, &call);
}

/* dst[i] = src[j]: one element from register to register. */
static void run_set(Machine *m, const Say *say) {
    Variable *variable = say->to->kind == NODE_NAME ? find(m, say->to->name) : NULL;
    Value to = evaluate(m, say->to), value = evaluate(m, say->value);
    if (stopped(m))
        return;
    if (variable && variable->moves && value.kind == VALUE_NUMBER &&
        variable->value->kind == VALUE_NUMBER) {
        value.number = number_convert(m->reader, value.number, variable->value->number.type);
        number_assign(m->reader, &variable->value->number, &value.number);
        variable->changed = ++m->changes;
        return;
    }
    Call call = call_of(m, "=");
    call.count = 2;
    call.at[0] = to;
    call.at[1] = value;
    wanted_call(m->wanted, &call);
}

/* src += 32 * ld; at0 += i * 8; */
static void run_add(Machine *m, const Say *say) {
    Variable *variable = say->to->kind == NODE_NAME ? find(m, say->to->name) : NULL;
    Value by = evaluate(m, say->value);
    if (stopped(m))
        return;
    if (!variable || !variable->moves) {
        reader_fail(m->reader, "'%s' changes a constant", say->line);
        return;
    }
    Value now = *variable->value;
    if (now.kind == VALUE_POINTER) {
        now = move_pointer(m, now, by, 1);
    } else if (by.kind == VALUE_NUMBER) {
        Number sum = number_binary(m->reader, "+", now.number, by.number);
        now.number = number_convert(m->reader, sum, variable->value->number.type);
    }
    number_assign(m->reader, &variable->value->number, &now.number);
    variable->changed = ++m->changes;
}

static void run_value(Machine *m, const Say *say) {
    Value value = evaluate(m, say->value);
    if (stopped(m))
        return;
    if (say->kind == SAY_VALUE && value.kind != VALUE_NUMBER) {
        reader_fail(m->reader, "'%s' is no number", say->line);
        return;
    }
    if (say->kind == SAY_VALUE)
        value.number = number_convert(m->reader, value.number, say->type);
    declare(m, say->name, &value, say->kind == SAY_VALUE && !say->constant);
}

/* What a block changed is not known after it where only run-time arguments tell whether it was
 * run. */
static void doubt(Machine *m, const Truths *when, const bool *mask, int64_t before) {
    for (int v = 0; v < m->count; v++)
        for (int c = 0; c < when->count && m->variables[v].changed > before; c++)
            for (int i = 0; i < m->reader->lanes; i++)
                if (mask[i] && (when->at[c]->elected || when->at[c]->state[i] == TRUTH_OPEN))
                    m->variables[v].value->number.bad[i] = true;
}

static void run_block(Machine *m, const Say *body) {
    int count = m->count, block = m->block;
    m->block = count;
    run_all(m, body);
    m->count = count;
    m->block = block;
}

static void run_if(Machine *m, const Say *say) {
    Value when = evaluate(m, say->value);
    const bool *before = m->reader->active;
    Truths outer = m->inside;
    int elected = m->elected;
    int64_t changes = m->changes;
    if (stopped(m))
        return;
    if (when.kind != VALUE_TRUTHS) {
        reader_fail(m->reader, "'%s' asks no condition", say->line);
        return;
    }
    bool *mask = NEW_ARRAY(bool, m->reader->lanes), any = false;
    for (int i = 0; i < m->reader->lanes; i++) {
        mask[i] = before[i] && !truths_false(when.truths, i);
        any |= mask[i];
    }
    for (int i = 0; i < when.truths->count; i++)
        m->elected += when.truths->at[i]->elected;
    append(m, &m->inside, when.truths);
    m->reader->active = mask;
    if (any)
        run_block(m, say->body);
    m->reader->active = before;
    m->inside = outer;
    m->elected = elected;
    doubt(m, when.truths, mask, changes);
}

static void run_body(Machine *m, const Say *say, const Value *at) {
    int count = m->count;
    int block = m->block;
    m->block = count;
    declare(m, say->name, at, false);
    run_block(m, say->body);
    m->count = count;
    m->block = block;
}

/* One iteration after another: the loops of the Plan do the same. */
static void run_each(Machine *m, const Say *say) {
    for (int64_t i = 0; i < say->count && !stopped(m); i++) {
        MemMark mark = mem_mark();
        Value at = value_number(number_constant(m->reader, i, C_UNSIGNED));
        budget_spend(STEPS_PER_NODE);
        run_body(m, say, &at);
        mem_rewind(mark);
    }
}

/* Iterations start .. start + spread->times as lanes; everything is as before afterwards. */
static void run_wide(Machine *m, const Say *say, int64_t start, const Spread *spread, int id) {
    MemMark mark = mem_mark();
    Reader *reader = m->reader, *outer = NEW(Reader);
    Machine *before = NEW(Machine);
    const Kept *kept = wanted_wide(m->wanted, spread);
    *outer = *reader; /* what wide_reader replaces */
    *before = *m;
    for (int i = 0; i < m->count; i++) {
        m->variables[i].value = NEW(Value);
        *m->variables[i].value = wide_value(before->variables[i].value, spread);
    }
    m->inside = wide_truths(&before->inside, spread);
    wide_reader(reader, say, start, spread, id);
    Value at = value_number(number_lanes(reader->wide[reader->wide_count - 1].at, C_UNSIGNED));
    run_body(m, say, &at);
    wide_end(reader, outer);
    *m = *before;
    m->wanted->kept = kept;
    mem_rewind(mark);
}

static void run_for(Machine *m, const Say *say) {
    Reader *reader = m->reader;
    Spread spread = wide_spread(reader);
    int64_t most = spread.count > 0 ? WIDE_LANES / spread.count : 0;
    if (reader->how == READ_EACH || most < 2 || say->count < 2 || reader->wide_count == MAX_WIDE ||
        wide_carries(say)) {
        run_each(m, say);
        return;
    }
    int id = ++reader->wide_entries;
    for (int64_t i = 0; i < say->count && !stopped(m); i += most) {
        spread.times = (int)(say->count - i < most ? say->count - i : most);
        run_wide(m, say, i, &spread, id);
    }
}

static void run_one(Machine *m, const Say *say) {
    switch (say->kind) {
    case SAY_VALUE:
    case SAY_HANDLE:
        run_value(m, say);
        break;
    case SAY_ARRAY:
        run_array(m, say);
        break;
    case SAY_ADD:
        run_add(m, say);
        break;
    case SAY_SET:
        run_set(m, say);
        break;
    case SAY_CALL:
        run_call(m, say);
        break;
    case SAY_IF:
        run_if(m, say);
        break;
    default:
        run_for(m, say);
        break;
    }
}

static void run_all(Machine *m, const Say *say) {
    for (; say && !stopped(m); say = say->next) {
        MemMark mark = mem_mark();
        m->reader->line = say->line;
        run_one(m, say);
        if (say->kind != SAY_VALUE && say->kind != SAY_HANDLE && say->kind != SAY_ARRAY)
            mem_rewind(mark);
    }
}

/* ---- arguments ----------------------------------------------------------------------------- */

static void declare_arguments(Machine *m) {
    const Plan *plan = m->reader->plan;
    Value rank = value_number(number_lanes(m->reader->rank, C_UNSIGNED));
    declare(m, "rank", &rank, false);
    for (int i = 0; i < plan->symbol_count; i++) {
        CType type = plan->symbols[i].wide ? C_ULL : plan->symbols[i].min < 0 ? C_INT : C_UNSIGNED;
        Value value = value_number(number_symbol(m->reader, i, type));
        declare(m, symbol_argument(&plan->symbols[i]), &value, false);
    }
    for (int i = 0; i < plan->buffer_count; i++) {
        int64_t unit = stored_bits(plan->buffers[i].dtype);
        Value value = {.kind = VALUE_POINTER, .of = OF_BUFFER, .index = i, .unit = unit};
        if (plan->buffers[i].shift)
            value.number = number_before(m->reader, plan->buffers[i].shift, -unit);
        if (plan_map(plan, i) < 0)
            declare(m, plan->buffers[i].name, &value, true);
    }
    for (int i = 0; i < plan->arena_count; i++) {
        Value value = {.kind = VALUE_POINTER, .of = OF_ARENA, .index = i, .unit = 8};
        declare(m, plan->arenas[i].name, &value, false);
    }
    for (int i = 0; i < plan->bundle_count; i++) {
        const Bundle *bundle = &plan->bundles[i];
        Value value = {
            .kind = VALUE_POINTER, .of = OF_BUNDLE, .index = i, .unit = stored_bits(bundle->dtype)};
        if (bundle->role != ROLE_SCRATCH)
            declare(m, bundle->name, &value, false);
    }
}

/* One pass over the text, for as many choices of the arguments that are tried as there are
 * lanes. */
static void read_once(Reader *reader, const Say *say) {
    Machine *m = NEW(Machine);
    m->reader = reader;
    reader->product_count = reader->wide_count = 0;
    reader->line = "";
    bool *all = NEW_ARRAY(bool, reader->lanes);
    for (int i = 0; i < reader->lanes; i++)
        all[i] = scope_calls(&reader->plan->scope, reader->rank[i]);
    reader->active = all;
    quotients_start(reader);
    m->wanted = wanted_start(reader);
    m->block = MAX_VARIABLES; /* an index in registers has the name of its number */
    declare_arguments(m);
    m->block = 0;
    run_all(m, say);
    if (!stopped(m))
        wanted_end(m->wanted);
}

static void read_choices(Reader *reader, const Say *say) {
    int64_t choices = wide_choices(reader);
    int64_t most = WIDE_LANES > reader->plan->threads ? WIDE_LANES / reader->plan->threads : 1;
    /* A step for each is far less than it takes; it is the end of those that would take years. */
    budget_spend(choices < BUDGET_STEPS ? choices : BUDGET_STEPS + 1);
    for (int64_t i = 0; i < choices && !reader->failed && !reader->is_open; i += most) {
        MemMark mark = mem_mark();
        wide_start(reader, i, (int)(choices - i < most ? choices - i : most));
        read_once(reader, say);
        mem_rewind(mark);
    }
}

static void read_all(Reader *reader, const Say *say) {
    for (int tries = 0; tries <= MAX_SYMBOLS; tries++) {
        reader->is_open = false;
        read_choices(reader, say);
        if (reader->failed && reader->wide_entries > 0 && reader->astray &&
            reader->how < READ_EACH) {
            reader->failed = reader->astray = false;
            reader->how++;
            tries--;
        } else if (!reader->is_open) {
            return;
        }
    }
    reader_fail(reader, "it cannot be followed for all run-time arguments");
}

const char *ctext_fault(const Plan *plan, const char *text) {
    MemMark mark = mem_mark();
    Reader *reader = NEW(Reader);
    char fault[sizeof reader->fault] = "";
    const char *stuck;
    reader->plan = plan;
    const Say *say = ctext_parse(text, &stuck);
    if (stuck)
        reader_fail(reader, "'%s' is no statement of a body", stuck);
    else
        read_all(reader, say);
    bool failed = reader->failed;
    memcpy(fault, reader->fault, sizeof fault);
    mem_rewind(mark);
    return failed ? mem_printf("%s", fault) : NULL;
}
