/* lifetime.c: Phase 1: from the places in the schedule to the lifetime of each value on the circle
 * of II residues, and to the chains of values that are one allocation. If a value fails, the plan
 * ends before any barrier is bound. */
#include "pipeline.h"
#include <inttypes.h>
#include <string.h>

/* The alias table: allocation root -> the last value of its chain. Looked up by hash, never
 * walked. */
typedef struct {
    const char *root;
    Payload payload;
    int last;
} Alias;
typedef struct {
    Alias *slots;
    size_t capacity;
} AliasTable;

static int64_t flat_time(const PipelinePlan *plan, const Anchor *anchor) {
    return anchor->stage * plan->request->ii + anchor->cycle;
}

static int64_t stages_used(const Pipeline *request) {
    int64_t last = 0;
    for (int i = 0; i < request->value_count; i++)
        for (int j = -1; j < request->values[i].consumer_count; j++) {
            const PipelineValue *value = &request->values[i];
            const Anchor *anchor = j < 0 ? &value->producer : &value->consumers[j];
            int64_t stage = anchor->stage + anchor->cycle / request->ii;
            if (anchor->known && stage > last)
                last = stage;
        }
    return last + 1;
}

PipelinePlan *pipe_new(const Pipeline *request, unsigned targets, bool tmem, int64_t capacity) {
    PipelinePlan *plan = NEW(PipelinePlan);
    plan->request = request;
    plan->targets = plan->asked = targets;
    plan->tmem = tmem;
    plan->capacity = capacity;
    plan->count = request->value_count;
    plan->records = NEW_ARRAY(Record, plan->count);
    plan->stage_count = stages_used(request);
    for (int i = 0; i < plan->count; i++)
        plan->records[i] = (Record){
            .value = &request->values[i],
            .chain = i,
            .chain_next = -1,
            .slot = -1,
            .barrier = -1,
            .auto_class = CLASS_AUTO,
            .class = CLASS_AUTO,
            .parent = i,
            .offset = -1,
            .final_offset = -1};
    return plan;
}

/* Do the producers that a value goes back to end? [i]: they do not. Each value is walked once. */
static bool *find_cycles(const Pipeline *request) {
    enum { NEW_VALUE, OPEN, ENDS, CYCLIC };
    char *state = NEW_ARRAY(char, request->value_count);
    bool *cyclic = NEW_ARRAY(bool, request->value_count);
    for (int i = 0; i < request->value_count; i++) {
        int at = i;
        while (at >= 0 && state[at] == NEW_VALUE) {
            state[at] = OPEN;
            at = request->values[at].from;
        }
        char result = at >= 0 && state[at] != ENDS ? CYCLIC : ENDS;
        for (at = i; at >= 0 && state[at] == OPEN; at = request->values[at].from)
            state[at] = result;
    }
    for (int i = 0; i < request->value_count; i++)
        cyclic[i] = state[i] == CYCLIC;
    budget_spend(2 * request->value_count);
    return cyclic;
}

static AliasTable alias_table_new(int values) {
    AliasTable table = {NULL, 16};
    while (table.capacity < 2 * (size_t)values)
        table.capacity *= 2;
    table.slots = NEW_ARRAY(Alias, table.capacity);
    return table;
}

/* The entry of the root, a new one where `root` is NULL. */
static Alias *alias_probe(AliasTable *table, const char *root, Payload payload) {
    size_t at = (size_t)fnv1a64(root, strlen(root)) & (table->capacity - 1);
    while (table->slots[at].root &&
           (strcmp(table->slots[at].root, root) != 0 || table->slots[at].payload != payload))
        at = (at + 1) & (table->capacity - 1);
    return &table->slots[at];
}

/* A mutex holds no bytes, so it has no allocation to share. */
static void link_alias(PipelinePlan *plan, AliasTable *table, int index) {
    Record *record = &plan->records[index];
    const PipelineValue *value = record->value;
    if (value->payload == PAYLOAD_MUTEX || value->given_class == CLASS_BAR)
        return;
    Alias *alias = alias_probe(table, value->root, value->payload);
    if (alias->root) {
        record->chain = plan->records[alias->last].chain;
        plan->records[alias->last].chain_next = index;
    }
    *alias = (Alias){value->root, value->payload, index};
}

static bool fail(
    const PipelinePlan *plan,
    const Record *record,
    const char *what,
    const char *reason,
    const char *hint) {
    Failure failure = {
        .phase = 1,
        .value = (int)(record - plan->records),
        .id = "E_LIFETIME",
        .text = "fails to resolve lifetime",
        .what = mem_printf("'%s' %s", record->value->name, what),
        .reason = reason,
        .hint = hint};
    pipe_fail(plan, &failure);
    return false;
}

/* "X reads Y reads X": from the value into the circle, once around it. */
static const char *cycle_hint(const PipelinePlan *plan, const Record *record) {
    Text text = {0};
    bool *named = NEW_ARRAY(bool, plan->count);
    int at = (int)(record - plan->records);
    text_printf(&text, "remove one 'from': %s", record->value->name);
    for (int i = 0; i < 8 && !named[at]; i++) {
        named[at] = true;
        at = plan->request->values[at].from;
        text_printf(&text, " reads %s", plan->request->values[at].name);
    }
    return text_string(&text);
}

static bool all_anchored(const PipelineValue *value) {
    bool known = value->producer.known;
    for (int i = 0; i < value->consumer_count; i++)
        known = known && value->consumers[i].known;
    return known;
}

static void find_times(const PipelinePlan *plan, Record *record) {
    const PipelineValue *value = record->value;
    int64_t ii = plan->request->ii;
    record->begin = flat_time(plan, &value->producer);
    for (int i = 0; i < value->consumer_count; i++) {
        const Anchor *anchor = &value->consumers[i];
        int64_t end = flat_time(plan, anchor) + anchor->distance * ii + anchor->latency;
        if (i == 0 || end > record->end)
            record->end = end;
    }
    record->timed = true;
}

int64_t pipe_need(const PipelinePlan *plan, int index) {
    Record record = {.value = plan->records[index].value};
    int64_t ii = plan->request->ii;
    if (record.value->consumer_count == 0 || !all_anchored(record.value))
        return 0;
    find_times(plan, &record);
    return record.end > record.begin ? (record.end - record.begin + ii - 1) / ii : 0;
}

/* begin .. end over II cycles: 32 cycles at II = 8 need 4 slots, 33 need 5. */
static bool find_life(const PipelinePlan *plan, Record *record) {
    const PipelineValue *value = record->value;
    int64_t ii = plan->request->ii;
    find_times(plan, record);
    int64_t length = record->end - record->begin;
    if (length <= 0)
        return fail(
            plan,
            record,
            mem_printf(
                "has its last consumer at cycle %" PRId64 ", before its producer at %" PRId64,
                record->end,
                record->begin),
            mem_printf("empty-lifetime %" PRId64 "..%" PRId64, record->begin, record->end),
            mem_printf(
                "the last consumer ends before the producer starts; 'dist %" PRId64
                "' behind the consumer reads the value of that many iterations earlier",
                -length / ii + 1));
    record->need = (length + ii - 1) / ii;
    record->life = circle_new(ii);
    circle_add_arc(&record->life, record->begin, record->end);
    if (value->stages >= record->need)
        return true;
    return fail(
        plan,
        record,
        mem_printf(
            "has %d stage%s but needs %" PRId64,
            value->stages,
            value->stages == 1 ? "" : "s",
            record->need),
        mem_printf("ring-depth %d < %" PRId64, value->stages, record->need),
        pipe_depth_hint(plan, (int)(record - plan->records), record->need));
}

static bool resolve(PipelinePlan *plan, AliasTable *table, int index, bool cyclic) {
    Record *record = &plan->records[index];
    const PipelineValue *value = record->value;
    if (!value->root)
        return fail(
            plan,
            record,
            "leads back to no allocation",
            "unanchored-memory-flow",
            "name the allocation of the value: 'root NAME', or remove 'root none'");
    if (cyclic)
        return fail(
            plan,
            record,
            "reads itself through 'from'",
            "cyclic-producer-chain",
            cycle_hint(plan, record));
    if (!all_anchored(value))
        return fail(
            plan,
            record,
            "has a place without stage and cycle",
            "missing-iteration-anchor",
            "give each '@?' its stage and cycle, as in @0.3");
    if (value->consumer_count == 0)
        return fail(
            plan,
            record,
            "has no consumer",
            "producer-without-consumer",
            "write where the value is read last: 'consume @STAGE.CYCLE'");
    link_alias(plan, table, index);
    return find_life(plan, record);
}

bool pipe_lifetimes(PipelinePlan *plan) {
    AliasTable table = alias_table_new(plan->count);
    bool *cyclic = find_cycles(plan->request);
    for (int i = 0; i < plan->count; i++)
        if (!resolve(plan, &table, i, cyclic[i]))
            return false;
    return true;
}
