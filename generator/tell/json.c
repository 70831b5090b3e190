/* json.c: Functions -> one JSON object, the machine-readable form of everything that tcgen knows.
 * docs/tcgen.schema.json describes it and tests/schema/run.py holds the two together.
 *
 * Invariants: always valid JSON (text goes through text_json_string, numbers are integers), keys in
 * a fixed order, functions and plans in the order of the Program. With a single target the keys of
 * its plan stand at the function's level too. */
#include "view.h"
#include <inttypes.h>
#include <string.h>

enum { SCHEMA_VERSION = 1, MAX_TRACE = 1 << 20 };

static void key(Text *out, const char *name) {
    text_json_string(out, name);
    text_char(out, ':');
}

static void key_string(Text *out, const char *name, const char *value) {
    key(out, name);
    if (value) {
        text_json_string(out, value);
    } else {
        text_add(out, "null");
    }
}

static void key_int(Text *out, const char *name, int64_t value) {
    key(out, name);
    text_printf(out, "%" PRId64, value);
}

static void key_bool(Text *out, const char *name, bool value) {
    key(out, name);
    text_add(out, value ? "true" : "false");
}

static bool single_target(const Program *program) {
    unsigned targets = program->module ? program->module->targets : 0;
    return targets != 0 && (targets & (targets - 1)) == 0;
}

/* [0,32], or "m:+16" where the range starts at a run-time argument. */
static void range_item(Text *out, const Range *range, const Symbol *symbols) {
    if (range->symbol < 0) {
        text_printf(out, "[%" PRId64 ",%" PRId64 "]", range->begin, range->begin + range->extent);
        return;
    }
    Text item = {0};
    text_add(&item, symbols[range->symbol].name);
    if (range->begin != 0) {
        text_printf(&item, "%+" PRId64, range->begin);
    }
    text_printf(&item, ":+%" PRId64, range->extent);
    text_json_string(out, text_string(&item));
}

static void operand_object(
    Text *out,
    const Operand *side,
    const AutoChoice *choice,
    const Symbol *symbols,
    int memory_align) {
    const Operand *operand = side->array ? side->array : side;
    Text layout = {0};
    layout_print(&layout, &operand->layout, symbols);
    text_char(out, '{');
    key_string(out, "space", space_name[operand->space]);
    text_add(out, ",\"shape\":[");
    for (int i = 0; i < operand->rank; i++) {
        text_printf(out, "%s%" PRId64, i ? "," : "", operand->shape[i]);
    }
    text_add(out, "],");
    key_string(out, "layout", text_string(&layout));
    text_add(out, ",\"region\":[");
    for (int i = 0; i < operand->rank; i++) {
        text_add(out, i ? "," : "");
        range_item(out, &operand->region[i], symbols);
    }
    text_add(out, "],");
    key_int(out, "align", operand->space == SPACE_REG ? operand->align : memory_align);
    if (choice) {
        text_char(out, ',');
        key_string(out, "auto", choice->chosen);
    }
    if (operand->picks)
        text_printf(out, ",\"by\":%s", picks_json(operand->picks));
    text_char(out, '}');
}

static void declined_array(Text *out, const Decline *declines, int count) {
    text_char(out, '[');
    for (int i = 0; i < count; i++) {
        text_add(out, i ? ",{" : "{");
        key_string(out, "variant", declines[i].variant);
        text_char(out, ',');
        key_string(out, "predicate", declines[i].predicate);
        text_char(out, ',');
        key_string(out, "reason", declines[i].reason);
        text_char(out, '}');
    }
    text_char(out, ']');
}

static bool decline_equal(const Decline *a, const Decline *b) {
    return strcmp(a->variant, b->variant) == 0 && strcmp(a->predicate, b->predicate) == 0 &&
           strcmp(a->reason, b->reason) == 0;
}

/* What any target's dispatch declined, each reason once, in the order of the choices. */
static void all_declined(Text *out, const Function *function) {
    int total = 0, count = 0;
    for (int i = 0; i < function->choice_count; i++) {
        total += function->choices[i].decline_count;
    }
    Decline *declines = NEW_ARRAY(Decline, total + 1);
    for (int i = 0; i < function->choice_count; i++) {
        for (int j = 0; j < function->choices[i].decline_count; j++) {
            const Decline *decline = &function->choices[i].declines[j];
            int k = 0;
            while (k < count && !decline_equal(&declines[k], decline)) {
                k++;
            }
            if (k == count) {
                declines[count++] = *decline;
            }
        }
    }
    declined_array(out, declines, count);
}

/* PTX spelling -> executions per participating thread; two widths may share one spelling. */
static void instructions_object(Text *out, const Plan *plan, const Cost *cost) {
    text_char(out, '{');
    bool first = true;
    for (int i = 0; i < cost->instruction_count; i++) {
        const char *ptx = plan_ptx(plan, cost->instructions[i].primitive);
        int64_t count = 0;
        bool repeated = false;
        for (int j = 0; j < cost->instruction_count; j++) {
            if (strcmp(plan_ptx(plan, cost->instructions[j].primitive), ptx) == 0) {
                repeated = repeated || j < i;
                count += cost->instructions[j].count;
            }
        }
        if (!repeated) {
            text_add(out, first ? "" : ",");
            key_int(out, ptx, count);
            first = false;
        }
    }
    text_char(out, '}');
}

static void wavefronts_array(Text *out, const Cost *cost) {
    text_char(out, '[');
    for (int i = 0; i < cost->wavefront_count; i++) {
        const Wavefronts *w = &cost->wavefronts[i];
        text_add(out, i ? ",{" : "{");
        key_int(out, "got", w->got);
        text_char(out, ',');
        key_int(out, "ideal", w->ideal);
        text_char(out, ',');
        key_int(out, "idle", w->idle);
        text_char(out, ',');
        key_int(out, "phase", w->phase);
        text_char(out, ',');
        key_int(out, "step", w->step);
        text_char(out, '}');
    }
    text_char(out, ']');
}

/* The facts that would make the plan wider, each as it stands after `where`, and what would run. */
static void missing_object(Text *out, const Missing *missing) {
    text_add(out, "{\"facts\":[");
    for (int i = 0; i < missing->fact_count; i++) {
        text_add(out, i ? "," : "");
        text_json_string(out, missing->facts[i]);
    }
    text_add(out, "],");
    key_string(out, "variant", missing->variant);
    text_char(out, ',');
    key_int(out, "vec_bits", missing->vec_bits);
    text_char(out, ',');
    key_int(out, "ops_per_thread", missing->ops_per_thread);
    text_char(out, '}');
}

/* The targets for which the score is an estimate, and it. */
static void estimates_object(Text *out, const Cost *cost, unsigned targets) {
    bool first = true;
    text_char(out, '{');
    for (int i = 0; i < TARGET_COUNT; i++)
        if (targets >> i & 1) {
            text_add(out, first ? "" : ",");
            key_int(out, target_name[i], cost->scores[target_generation(i)]);
            first = false;
        }
    text_char(out, '}');
}

/* variant ... score of one plan: the keys that a function repeats with a single target. */
static void plan_keys(Text *out, const Choice *choice) {
    const Cost *cost = &choice->cost;
    key_string(out, "variant", choice->plan->variant);
    text_char(out, ',');
    key_int(out, "vec_bits", choice->plan->vec_bits);
    text_char(out, ',');
    key_int(out, "ops_per_thread", choice->plan->ops_per_thread);
    text_char(out, ',');
    key(out, "instructions");
    instructions_object(out, choice->plan, cost);
    text_char(out, ',');
    key(out, "wavefronts");
    wavefronts_array(out, cost);
    text_char(out, ',');
    key_int(out, "sectors", cost->sectors);
    text_char(out, ',');
    key_int(out, "ideal_sectors", cost->ideal_sectors);
    text_char(out, ',');
    key_int(out, "score", cost->score);
    text_char(out, ',');
    key_bool(out, "symbolic", cost->symbolic);
    unsigned estimated = cost_estimated(cost, choice->targets);
    if (estimated) {
        text_char(out, ',');
        key(out, "estimates");
        estimates_object(out, cost, estimated);
    }
    json_tensor(out, choice->plan);
    if (choice->missing) {
        text_char(out, ',');
        key(out, "missing");
        missing_object(out, choice->missing);
    }
}

typedef struct {
    Text *out;
    int64_t count;
} TraceOut;

static bool trace_access(void *context, const Access *access) {
    TraceOut *trace = context;
    if (trace->count >= MAX_TRACE) {
        return false;
    }
    text_printf(
        trace->out,
        "%s[%d,%d,%" PRId64 ",%" PRId64 ",%" PRId64 ",\"%c\",\"%s\"]",
        trace->count ? "," : "",
        access->phase,
        access->step,
        access->thread,
        access->address,
        access->bytes,
        access->write ? 'w' : 'r',
        space_name[access->space]);
    trace->count++;
    return true;
}

static void trace_keys(Text *out, const Plan *plan) {
    TraceOut trace = {out, 0};
    key(out, "trace");
    text_char(out, '[');
    bool whole = plan_trace(plan, trace_access, &trace);
    text_add(out, "],");
    key_bool(out, "trace_complete", whole);
}

static void plan_object(Text *out, const Choice *choice, bool trace) {
    text_add(out, "{\"targets\":[");
    bool first = true;
    for (int i = 0; i < TARGET_COUNT; i++) {
        if (choice->targets >> i & 1) {
            text_add(out, first ? "" : ",");
            text_json_string(out, target_name[i]);
            first = false;
        }
    }
    text_add(out, "],");
    if (choice->plan) {
        plan_keys(out, choice);
        if (trace) {
            text_char(out, ',');
            trace_keys(out, choice->plan);
        }
    } else {
        text_add(out, "\"variant\":null,");
        key_string(out, "reason", choice->reason ? choice->reason : "");
    }
    text_char(out, ',');
    key(out, "declined");
    declined_array(out, choice->declines, choice->decline_count);
    text_char(out, '}');
}

static void proof_object(Text *out, const Function *function) {
    bool ok = true, any = false;
    int64_t elements = 0;
    const char *reason = NULL;
    for (int i = 0; i < function->choice_count; i++) {
        const Choice *choice = &function->choices[i];
        if (choice->plan) {
            elements = any ? elements : choice->proof.elements;
            reason = reason ? reason : choice->proof.reason;
            ok = ok && choice->proof.ok;
            any = true;
        }
    }
    text_char(out, '{');
    key_bool(out, "ok", ok && any);
    text_char(out, ',');
    key_int(out, "elements", elements);
    if (!(ok && any)) {
        text_char(out, ',');
        key_string(out, "reason", reason ? reason : "no plan exists");
    }
    text_char(out, '}');
}

/* The limits in the order of the arguments, the dimension of the region that each cuts (units
 * dropped), and what the rest of the tile becomes; gmem is never touched beyond. */
static void masked_object(Text *out, const Copy *copy) {
    const Limits *limits = &copy->limits;
    bool store = copy->dst.space == SPACE_GMEM;
    text_add(out, "{\"limits\":[");
    for (int i = 0; i < limits->count; i++) {
        const Symbol *symbol = &copy->symbols[limits->at[i].symbol];
        text_add(out, i ? ",{" : "{");
        key_string(out, "name", symbol->name);
        text_char(out, ',');
        if (limits->at[i].dim >= 0) {
            key_int(out, "dimension", limits->at[i].dim);
            text_char(out, ',');
        }
        if (limits->at[i].windowed) {
            const int origin = limits->at[i].origin;
            key_string(out, "origin", origin >= 0 ? copy->symbols[origin].name : "");
            text_char(out, ',');
            key_int(out, "begin", limits->at[i].begin);
            text_char(out, ',');
        }
        key_int(out, "divisor", symbol->divisor);
        if (symbol->min > 0) {
            text_char(out, ',');
            key_int(out, "min", symbol->min);
        }
        if (symbol->max <= INT32_MAX - symbol->divisor) {
            text_char(out, ',');
            key_int(out, "max", symbol->max);
        }
        text_char(out, '}');
    }
    text_add(out, "],");
    const char *rest = limits->edge ? edge_name[limits->edge] : "fill";
    key_string(out, "rest", store || limits->keep ? "keep" : rest);
    if (!store && !limits->keep && !limits->edge) {
        text_char(out, ',');
        key_string(out, "fill", mem_printf("0x%" PRIx64, limits->fill));
    }
    text_char(out, '}');
}

static void option_keys(Text *out, const Copy *copy) {
    if (copy->op == OP_FILL) {
        key_string(out, "value", mem_printf("0x%" PRIx64, copy->limits.fill));
        text_char(out, ',');
    }
    if (copy->options.multicast)
        text_add(out, "\"multicast\":true,");
    if (copy->options.reduce) {
        key_string(out, "reduce", copy->options.reduce);
        text_char(out, ',');
    }
}

/* op ... masked: what is said of a copy. */
static void copy_keys(Text *out, const Function *function) {
    const Copy *copy = function_copy(function);
    const View *view = &function->view;
    const int src_align = function_align(function, ROLE_IN);
    const int dst_align = function_align(function, ROLE_OUT);
    Text scope = {0};
    words_scope(&scope, &copy->scope);
    key_string(out, "op", op_name[copy->op]);
    text_char(out, ',');
    key_string(out, "scope", text_string(&scope));
    text_char(out, ',');
    key_int(out, "threads", copy->scope.threads);
    text_char(out, ',');
    key(out, "src");
    if (copy->op == OP_FILL)
        text_add(out, "null");
    else
        operand_object(out, &copy->src, view->choice[0], copy->symbols, src_align);
    text_char(out, ',');
    key(out, "dst");
    operand_object(out, &copy->dst, view->choice[1], copy->symbols, dst_align);
    text_add(out, ",\"shape\":[");
    bool first = true;
    for (int i = 0; i < copy->dst.rank; i++) {
        if (copy->dst.region[i].extent != 1) {
            text_printf(out, "%s%" PRId64, first ? "" : ",", copy->dst.region[i].extent);
            first = false;
        }
    }
    text_add(out, first ? "1]," : "],");
    key_string(out, "dtype", operand_dtype(copy, &copy->dst)->name);
    text_char(out, ',');
    if (copy_converts(copy)) {
        key_string(out, "src_dtype", operand_dtype(copy, &copy->src)->name);
        text_char(out, ',');
        key_string(out, "rounding", rounding_name[copy_rounding(copy)]);
        text_char(out, ',');
    }
    option_keys(out, copy);
    key_int(out, "align", function->align);
    text_char(out, ',');
    key_int(out, "regs", function->regs);
    text_char(out, ',');
    key_int(out, "bytes", function->bytes);
    text_char(out, ',');
    const char *statement = function->request->statement;
    key_string(out, "statement", statement ? statement : "");
    text_char(out, ',');
    if (copy->limits.count) {
        key(out, "masked");
        masked_object(out, copy);
        text_char(out, ',');
    }
}

/* name ... warnings: what holds for every target. */
static void request_keys(Text *out, const Function *function) {
    key_string(out, "name", function->name);
    text_char(out, ',');
    switch (function->request->kind) {
    case REQUEST_COPY:
        copy_keys(out, function);
        break;
    case REQUEST_LANE0:
        break;
    }
    key_bool(out, "digest_name", function->digest_name);
    text_add(out, ",\"warnings\":[");
    for (int i = 0; i < function->warning_count; i++) {
        text_add(out, i ? "," : "");
        text_json_string(out, function->warnings[i]);
    }
    text_char(out, ']');
}

/* With --trace the first plan's accesses stand at the function's level; a plan that differs from it
 * has its own beside its other keys. */
static void function_object(Text *out, const Function *function, bool single, bool trace) {
    const Choice *first = NULL;
    text_char(out, '{');
    request_keys(out, function);
    text_add(out, ",\"declined\":");
    all_declined(out, function);
    text_add(out, ",\"proof\":");
    proof_object(out, function);
    text_add(out, ",\"plans\":[");
    for (int i = 0; i < function->choice_count; i++) {
        const Choice *choice = &function->choices[i];
        text_add(out, i ? "," : "");
        plan_object(out, choice, trace && first);
        if (!first && choice->plan) {
            first = choice;
        }
    }
    text_char(out, ']');
    if (first && single) {
        text_char(out, ',');
        plan_keys(out, first);
    }
    if (first && trace) {
        text_char(out, ',');
        trace_keys(out, first->plan);
    }
    text_char(out, '}');
}

/* The requests of one kind, one a line. */
static void list_of(
    Text *out, const Program *program, const char *name, RequestKind kind, bool trace) {
    bool any = false;
    key(out, name);
    text_char(out, '[');
    for (int i = 0; i < program->count; i++) {
        const Function *function = &program->functions[i];
        if (function->request->kind != kind)
            continue;
        MemMark mark = mem_mark();
        Text one = {0};
        budget_statement(function->request->loc);
        text_add(&one, any ? ",\n" : "\n");
        if (kind == REQUEST_LANE0)
            json_region(&one, function);
        else
            function_object(&one, function, single_target(program), trace);
        text_keep(out, &one, mark);
        any = true;
    }
    text_add(out, any ? "\n]" : "]");
}

static void list_of_others(Text *out, const char *name, const Text *objects) {
    text_printf(out, ",\"%s\":[", name);
    if (objects)
        text_add_bytes(out, text_string(objects), objects->length);
    text_add(out, objects && objects->length ? "\n]" : "]");
}

void out_json(Text *out, const Program *program, const Text *others, bool trace) {
    text_char(out, '{');
    key_string(out, "tool", "tcgen");
    text_char(out, ',');
    key_string(out, "version", TCGEN_VERSION);
    text_char(out, ',');
    key_int(out, "schema", SCHEMA_VERSION);
    text_char(out, ',');
    list_of(out, program, "functions", REQUEST_COPY, trace);
    text_char(out, ',');
    list_of(out, program, "lane0", REQUEST_LANE0, trace);
    list_of_others(out, "pipelines", others);
    list_of_others(out, "descriptors", others ? others + 1 : NULL);
    if (others && others[2].length)
        list_of_others(out, "coords", others + 2);
    text_add(out, "}\n");
}

/* One name a line: what `tcgen names` prints. */
void out_names(Text *out, const Program *program) {
    for (int i = 0; i < program->count; i++) {
        text_add(out, program->functions[i].name);
        text_char(out, '\n');
    }
}
