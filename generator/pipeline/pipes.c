/* pipes.c: Which values of a planned pipeline are pipes, what their barriers count, where the
 * barriers lie, and who waits for whom before a slot is filled. Values that tcgen has no code for
 * are reported here, before any text is made. */
#include "pipes.h"
#include <inttypes.h>
#include <string.h>

const char *const pipe_form_name[] = {
    "memory", "bulk", "remote", "threads", "copies", "groups", "named"};
const char *const pipe_part_name[] = {"acquire", "acquire_elected", "commit", "wait", "release"};

/* Said by who prints the code; json and explain show it. Always false. */
bool pipe_not_yet(PipelineCode *code, Loc loc, const char *why) {
    code->reason = why;
    code->reason_loc = loc;
    return false;
}

bool pipe_refused(PipelineCode *code, Loc loc, const char *text, const char *why) {
    code->refusal = text;
    return pipe_not_yet(code, loc, why);
}

/* Copied and read by the threads of one agent. */
static bool is_own(const PipelineValue *value) {
    bool own = value->sync == SYNC_CPASYNC && value->producer.agent >= 0;
    for (int c = 0; c < value->consumer_count; c++)
        own = own && value->consumers[c].agent == value->producer.agent;
    return own;
}

/* Before sm_90 waiting at an mbarrier is a loop that asks: those who copy for themselves count
 * groups, one of all values that go together. */
static bool in_groups(const PipelinePlan *plan, int index) {
    enum { MOST_OPEN = 7 };
    int with = plan->records[index].value->with, head = with >= 0 ? with : index;
    const PipelineValue *first = plan->records[head].value;
    bool own = first->stages >= 2 && first->stages - 2 <= MOST_OPEN && !first->no_barrier;
    for (int i = 0; i < plan->count; i++)
        if (i == head || plan->records[i].value->with == head)
            own = own && is_own(plan->records[i].value);
    return own && !(plan->targets & feature_targets(FEATURE_BULK));
}

PipeForm pipe_form(const PipelinePlan *plan, int index) {
    const PipelineValue *value = plan->records[index].value;
    if (value->payload == PAYLOAD_TENSORMAP)
        return PIPE_MEMORY;
    switch (value->sync) {
    case SYNC_TMA:
        return PIPE_BULK;
    case SYNC_CPASYNC:
        return in_groups(plan, index) ? PIPE_GROUPS : PIPE_COPIES;
    case SYNC_ASYNC:
    case SYNC_MBAR:
        return PIPE_THREADS;
    case SYNC_DSMEM:
        return PIPE_REMOTE;
    case SYNC_NAMED:
        return PIPE_NAMED;
    default:
        return value->no_barrier ? PIPE_MEMORY : PIPE_NAMED;
    }
}

static bool is_bulk(PipeForm form) {
    return form == PIPE_BULK || form == PIPE_REMOTE;
}

bool pipe_counts_bytes(const Pipe *pipe) {
    return is_bulk(pipe->form);
}

bool pipe_spans_ctas(const Pipe *pipe) {
    return pipe->form == PIPE_REMOTE || pipe->ctas > 1;
}

bool pipe_has_part(const Pipe *pipe, PipePart part) {
    return pipe->form != PIPE_MEMORY && (part != PIPE_ACQUIRE_ELECTED || pipe_counts_bytes(pipe));
}

/* ---- what has no code ------------------------------------------------------------------------ */

static const char *agents_missing(const PipelineValue *value) {
    bool known = value->producer.agent >= 0;
    for (int c = 0; c < value->consumer_count; c++)
        known = known && value->consumers[c].agent >= 0;
    return known ? NULL
                 : mem_printf(
                       "'%s' does not name the agents that produce and consume it, but its "
                       "barriers count them",
                       value->name);
}

/* It would come to commit and wait one after the other, where the others come once. */
static const char *reads_with_others(const PipelineValue *value) {
    bool own = false, others = false;
    for (int c = 0; c < value->consumer_count; c++) {
        own = own || value->consumers[c].agent == value->producer.agent;
        others = others || value->consumers[c].agent != value->producer.agent;
    }
    return own && others ? mem_printf(
                               "'%s' is read by its producer and by other agents, which do not "
                               "meet at a named barrier; give it 'sync mbar'",
                               value->name)
                         : NULL;
}

enum { MOST_UNITS = 1 << 15 };

/* But for small and capital ones. */
static bool same_letters(const char *a, const char *b) {
    while (*a && (*a | 32) == (*b | 32)) {
        a++;
        b++;
    }
    return !*a && !*b;
}

static bool ends_in(const char *name, const char *end) {
    size_t length = strlen(name), last = strlen(end);
    return length > last && strcmp(name + length - last, end) == 0;
}

/* Bytes that are written at once, at least: bulk copies move 16, cp.async 4, threads an element. */
static int64_t copied_unit(const Record *record, PipeForm form) {
    const Dtype *dtype = record->value->dtype;
    int64_t element = dtype && dtype->bits > 8 ? dtype->bits / 8 : 1;
    int64_t least = is_bulk(form) ? 16 : form == PIPE_COPIES || form == PIPE_GROUPS ? 4 : 1;
    return element > least ? element : least;
}

static const char *missing(const PipelinePlan *plan, int index) {
    const Record *record = &plan->records[index];
    const PipelineValue *value = record->value;
    PipeForm form = pipe_form(plan, index);
    if (value->sync == SYNC_UMMA || record->class == CLASS_TMEM)
        return mem_printf("'%s' is in tensor memory or filled by umma", value->name);
    size_t length = strlen(value->name);
    if (strcmp(value->name, "bytes") == 0 || same_letters(value->name, "smem") ||
        ends_in(value->name, "_bars") || ends_in(value->name, "_turns"))
        return mem_printf("the name '%s' is already a member of its memory", value->name);
    if (word_kind(value->name, length) != WORD_FREE)
        return mem_printf("'%s' is a reserved word of C or of tilecopy/", value->name);
    int64_t unit = copied_unit(record, form);
    if (value->align % unit)
        return mem_printf(
            "'%s' is aligned to %" PRId64 " bytes, but %" PRId64
            "-byte copies fill its slots; give it 'align %" PRId64 "'",
            value->name,
            value->align,
            unit,
            unit);
    if (value->payload == PAYLOAD_TENSORMAP || form == PIPE_MEMORY)
        return NULL;
    if (is_bulk(form) && record->footprint % 16)
        return mem_printf("a slot of '%s' is not a multiple of 16 bytes", value->name);
    if (is_bulk(form) && record->footprint == 0)
        return mem_printf("'%s' has no bytes for its barrier to count", value->name);
    if ((form == PIPE_COPIES || form == PIPE_GROUPS) && record->footprint % 4)
        return mem_printf("a slot of '%s' is not a multiple of 4 bytes", value->name);
    int64_t both = record->footprint | value->align;
    int64_t odd = both & -both; /* 1 of 200001 bytes: a unit of the model */
    if (odd > 0 && odd < 16 && record->footprint / odd > MOST_UNITS)
        return mem_printf("a slot of '%s' is too large for a bytewise proof", value->name);
    bool named = form == PIPE_NAMED || form == PIPE_GROUPS;
    if (named && value->with < 0 && (record->barrier < 1 || record->barrier > MAX_BARRIER))
        return mem_printf("'%s' has no named barrier from 1 to 15", value->name);
    const char *why = agents_missing(value);
    return !why && form == PIPE_NAMED ? reads_with_others(value) : why;
}

/* A and A_full both have a constant A_FULL_AT, A and A_try both a function A_try_wait. */
static bool are_mixed_up(const char *a, const char *b) {
    static const char *const ends[] = {"", "_full", "_empty", "_try"};
    MemMark mark = mem_mark();
    bool mixed = false;
    for (size_t i = 0; i < COUNT_OF(ends); i++)
        mixed = mixed || same_letters(mem_printf("%s%s", a, ends[i]), b) ||
                same_letters(mem_printf("%s%s", b, ends[i]), a);
    mem_rewind(mark);
    return mixed;
}

static bool check_names(PipelineCode *code) {
    const PipelinePlan *plan = code->plan;
    for (int i = 0; i < plan->count; i++)
        for (int k = 0; k < i; k++) {
            const char *a = plan->records[i].value->name, *b = plan->records[k].value->name;
            if (are_mixed_up(a, b))
                return pipe_not_yet(
                    code,
                    plan->records[i].value->loc,
                    mem_printf("'%s' and '%s' give the same function names", b, a));
        }
    return true;
}

/* Nobody could say when the second of them may begin. */
static bool check_roots(PipelineCode *code) {
    const PipelinePlan *plan = code->plan;
    for (int i = 0; i < plan->count; i++)
        for (int k = plan->records[i].chain; k >= 0 && k < i; k = plan->records[k].chain_next)
            if (pipe_alive_at_once(plan, k, i)) {
                const char *first = plan->records[k].value->name;
                const char *second = plan->records[i].value->name;
                return pipe_not_yet(
                    code,
                    plan->records[i].value->loc,
                    mem_printf(
                        "'%s' and '%s' of one 'root' are alive at the same time, so no hand-off "
                        "can order them; place '%s' after the end of '%s', or remove the 'root'",
                        first,
                        second,
                        second,
                        first));
            }
    return true;
}

static bool check_values(PipelineCode *code) {
    const PipelinePlan *plan = code->plan;
    if (plan->count > MAX_CODE_VALUES)
        return pipe_not_yet(code, plan->request->loc, "the pipeline has more than 256 values");
    for (int i = 0; i < plan->count; i++) {
        const char *why = missing(plan, i);
        if (why)
            return pipe_not_yet(code, plan->records[i].value->loc, why);
    }
    return check_names(code) && check_roots(code);
}

/* ---- who comes ------------------------------------------------------------------------------- */

static void add_consumers(Pipe *pipe, const PipelineValue *value) {
    for (int c = 0; c < value->consumer_count; c++) {
        int agent = value->consumers[c].agent;
        bool known = false;
        for (int i = 0; i < pipe->consumer_count; i++)
            known = known || pipe->consumers[i] == agent;
        if (!known)
            pipe->consumers[pipe->consumer_count++] = agent;
    }
}

/* With 4 warps that write, 4 arrive at `full`, one lane of each; where each thread arrives, as of
 * cp.async, all 128. With 4 warps that read in each of 2 CTAs, 8 arrive at `empty` of both. */
static void count(const PipelinePlan *plan, Pipe *pipe) {
    const Agent *agents = plan->request->agents;
    bool own = false;
    int readers = 0, writers = agents[pipe->producer].warps;
    for (int c = 0; c < pipe->consumer_count; c++) {
        readers += agents[pipe->consumers[c]].warps;
        own = own || pipe->consumers[c] == pipe->producer;
    }
    pipe->each = pipe->record->value->each_arrives;
    pipe->empty = (pipe->each ? 32 * readers : readers) * pipe->ctas;
    pipe->full = pipe->each || pipe->form == PIPE_COPIES ? 32 * writers : writers;
    if (pipe_counts_bytes(pipe))
        pipe->full = 1;
    pipe->threads = 32 * (readers + (own ? 0 : writers));
    for (int m = 0; m < pipe->member_count && pipe_counts_bytes(pipe); m++)
        pipe->bytes += plan->records[pipe->members[m]].footprint;
}

static Pipe pipe_of(const PipelinePlan *plan, int index) {
    const Record *record = &plan->records[index];
    Pipe pipe = {.record = record, .index = index, .name = record->value->name};
    pipe.form = pipe_form(plan, index);
    pipe.stages = record->value->stages;
    pipe.ctas = record->value->multicast;
    pipe.producer = record->value->producer.agent;
    pipe.members = NEW_ARRAY(int, plan->count);
    pipe.consumers = NEW_ARRAY(int, MAX_AGENTS + 1);
    for (int i = -1; i < plan->count; i++) /* those that go with it stand before or behind it */
        if (i < 0 || plan->records[i].value->with == index) {
            int member = i < 0 ? index : i;
            pipe.members[pipe.member_count++] = member;
            add_consumers(&pipe, plan->records[member].value);
        }
    if (pipe.form != PIPE_MEMORY)
        count(plan, &pipe);
    return pipe;
}

/* A value on the barriers of another one is filled by the same agent, in as many slots, in the same
 * way. */
static bool check_members(PipelineCode *code, const Pipe *pipe) {
    for (int m = 1; m < pipe->member_count; m++) {
        const PipelinePlan *plan = code->plan;
        const PipelineValue *value = plan->records[pipe->members[m]].value;
        if (value->producer.agent != pipe->producer || value->stages != pipe->stages ||
            pipe_form(plan, pipe->members[m]) != pipe->form ||
            plan->records[pipe->members[m]].rotation != pipe->record->rotation)
            return pipe_not_yet(
                code,
                value->loc,
                mem_printf(
                    "'%s' is not filled in the same way as '%s', whose barriers it uses",
                    value->name,
                    pipe->name));
    }
    if (pipe->bytes >= 1 << 20)
        return pipe_not_yet(code, pipe->record->value->loc, "one phase has 2^20 bytes or more");
    return true;
}

/* ---- what meets and overlaps ----------------------------------------------------------------- */

bool form_meets(PipeForm form) {
    return form == PIPE_NAMED || form == PIPE_GROUPS;
}

/* Two pipes that meet at one named barrier could meet each other. */
static bool check_ids(PipelineCode *code) {
    for (int i = 0; i < code->count; i++)
        for (int k = 0; k < i; k++)
            if (form_meets(code->pipes[i].form) && form_meets(code->pipes[k].form) &&
                code->pipes[i].record->barrier == code->pipes[k].record->barrier)
                return pipe_refused(
                    code,
                    code->pipes[i].record->value->loc,
                    "fails to assign named barrier",
                    mem_printf(
                        "'%s' and '%s' share a named barrier, so arrivals of the two could mix; "
                        "give one of them 'sync mbar'",
                        code->pipes[k].name,
                        code->pipes[i].name));
    return true;
}

static bool records_overlap(const Record *x, const Record *y) {
    return x->class == CLASS_SMEM && y->class == CLASS_SMEM &&
           x->final_offset < y->final_offset + y->final_stride * y->value->stages &&
           y->final_offset < x->final_offset + x->final_stride * x->value->stages;
}

bool pipes_take_turns(const PipelineCode *code, const Pipe *a, const Pipe *b) {
    for (int i = 0; i < a->member_count; i++)
        for (int k = 0; k < b->member_count; k++)
            if (records_overlap(
                    &code->plan->records[a->members[i]], &code->plan->records[b->members[k]]))
                return true;
    return false;
}

static void find_fences(PipelineCode *code) {
    for (int i = 0; i < code->count; i++)
        for (int k = 0; k < code->count; k++)
            code->pipes[i].fences |= k != i && !pipe_counts_bytes(&code->pipes[i]) &&
                                     pipe_counts_bytes(&code->pipes[k]) &&
                                     pipes_take_turns(code, &code->pipes[i], &code->pipes[k]);
}

/* Threads fence what they wrote when they commit it; cp.async may not have landed then. */
static bool check_fences(PipelineCode *code) {
    for (int i = 0; i < code->count; i++) {
        const Pipe *pipe = &code->pipes[i];
        if (!pipe->fences || pipe->form == PIPE_THREADS)
            continue;
        const char *why = mem_printf(
            "bulk copies overwrite '%s', but threads do not write it ('sync async')", pipe->name);
        return pipe_refused(code, pipe->record->value->loc, REFUSED_TO_SHARE, why);
    }
    return true;
}

/* ---- places ---------------------------------------------------------------------------------- */

bool pipe_has_room(const Pipe *pipe) {
    return pipe->form != PIPE_MEMORY && pipe->form != PIPE_NAMED;
}

/* Tiles first, then full and empty of each slot of each pipe, side by side: one address serves
 * both; then the turns. */
static void place(PipelineCode *code) {
    const PipelinePlan *plan = code->plan;
    int64_t whole = 1; /* of the struct: each slot is as long as the stride; C has no empty union */
    int64_t unit = 1;  /* what its length is a multiple of: its largest element's size */
    code->align = 16;
    for (int i = 0; i < plan->count; i++) {
        const Record *record = &plan->records[i];
        if (record->class != CLASS_SMEM)
            continue;
        int64_t end = record->final_offset + record->value->stages * record->final_stride;
        int64_t last = end - record->final_stride + record->footprint;
        code->tiles = last > code->tiles ? last : code->tiles;
        int64_t element = copied_unit(record, PIPE_MEMORY);
        whole = end > whole ? end : whole;
        unit = element > unit ? element : unit;
        code->align = record->value->align > code->align ? record->value->align : code->align;
    }
    int64_t at = round_up(code->tiles, 8);
    for (int i = 0; i < code->count; i++) {
        Pipe *pipe = &code->pipes[i];
        if (!pipe_has_room(pipe))
            continue;
        pipe->full_at = at;
        pipe->empty_at = at + 8;
        at += 16 * pipe->stages;
    }
    for (int i = 0; i < code->count; i++)
        for (int k = 0; k < code->pipes[i].before_count; k++) {
            Turn *turn = code->pipes[i].before[k].turn;
            if (!turn)
                continue;
            turn->at = at;
            at += 8 * turn_slots(turn);
            code->turn_bytes += 8 * turn_slots(turn);
        }
    bool control = at > round_up(code->tiles, 8);
    whole = control && at > whole ? at : whole;
    whole = round_up(whole, control && unit < 8 ? 8 : unit);
    /* what the kernel keeps behind it begins at a multiple of 16, unless these bytes are no longer
     * there */
    code->bytes = round_up(whole, 16) <= plan->capacity ? round_up(whole, 16) : whole;
    code->unit = control && unit < 8 ? 8 : unit;
}

/* `capacity` may say more than the target has. */
static bool check_target(PipelineCode *code) {
    const PipelinePlan *plan = code->plan;
    int target = pipe_smallest_target(plan->targets);
    if (code->bytes > pipe_target_bytes(target))
        return pipe_not_yet(
            code,
            plan->request->loc,
            mem_printf(
                "it needs %" PRId64
                " bytes of shared memory, but a block of %s has at most %" PRId64,
                code->bytes,
                target_name[target],
                pipe_target_bytes(target)));
    return true;
}

/* The text is one for all targets of the block: those that cannot run it get declarations, if any
 * other can. */
static bool check_bulk(PipelineCode *code) {
    const PipelinePlan *plan = code->plan;
    if (plan->asked & feature_targets(FEATURE_BULK))
        return true;
    for (int i = 0; i < code->count; i++)
        if (pipe_counts_bytes(&code->pipes[i]))
            return pipe_not_yet(
                code,
                code->pipes[i].record->value->loc,
                mem_printf(
                    "bulk copies fill '%s' and need sm_90 or newer, but no target has them",
                    code->pipes[i].name));
    return true;
}

/* The pipes, their barriers and where they lie. */
static bool lay_out(PipelineCode *code) {
    const PipelinePlan *plan = code->plan;
    if (!check_values(code))
        return false;
    for (int i = 0; i < plan->request->agent_count; i++)
        code->threads += 32 * plan->request->agents[i].warps;
    for (int i = 0; i < plan->count; i++)
        if (plan->records[i].value->with < 0)
            code->pipes[code->count++] = pipe_of(plan, i);
    for (int i = 0; i < code->count; i++) {
        code->needs_bulk |= pipe_counts_bytes(&code->pipes[i]);
        code->clusters |= pipe_spans_ctas(&code->pipes[i]);
        if (!check_members(code, &code->pipes[i]))
            return false;
    }
    if (!check_ids(code) || !pipe_turns(code))
        return false;
    place(code);
    return true;
}

static bool make(PipelineCode *code) {
    if (!lay_out(code) || !check_target(code) || !check_bulk(code))
        return false;
    const char *stuck = pipe_run(code);
    if (stuck)
        return pipe_not_yet(code, code->plan->request->loc, stuck);
    find_fences(code);
    if (!check_fences(code))
        return false;
    for (int i = 0; i < code->count; i++)
        if (!pipe_make_parts(code, &code->pipes[i]))
            return false;
    return true;
}

static PipelineCode *code_new(const PipelinePlan *plan) {
    PipelineCode *code = NEW(PipelineCode);
    code->plan = plan;
    code->capacity = plan->capacity;
    code->pipes = NEW_ARRAY(Pipe, plan->count);
    return code;
}

PipelineCode *pipeline_code(const PipelinePlan *plan) {
    PipelineCode *code = code_new(plan);
    code->ok = make(code);
    return code;
}

CodeRoom pipeline_code_room(const PipelinePlan *plan) {
    PipelineCode *code = code_new(plan);
    return lay_out(code) ? (CodeRoom){code->bytes, code->turn_bytes, code->unit}
                         : (CodeRoom){0, 0, 1};
}

bool pipeline_code_hangs(const PipelinePlan *plan) {
    PipelineCode *code = code_new(plan);
    return lay_out(code) && pipe_hangs(code);
}

static const char *oldest(const PipelinePlan *plan) {
    int target = 0;
    while (target < TARGET_COUNT - 1 && !(plan->targets >> target & 1))
        target++;
    return target_name[target];
}

void pipeline_differs(PipelineCode *one, const PipelinePlan *other) {
    one->ok = pipe_not_yet(
        one,
        other->request->loc,
        mem_printf(
            "its plans for %s and %s differ; generate one header for each with --target",
            oldest(one->plan),
            oldest(other)));
}

bool pipeline_code_report(const PipelineCode *code) {
    if (code->ok || !code->reason)
        return code->ok;
    const char *name = code->plan->request->name;
    if (!code->refusal) {
        diag_error(
            code->reason_loc,
            "E_PIPELINE_CODE",
            "pipeline '%s' has no code: %s",
            name,
            code->reason);
        return false;
    }
    diag_error(code->reason_loc, "E_PIPELINE_CODE", "%s", code->refusal);
    diag_note(code->reason_loc, "pipeline '%s' has no code: %s", name, code->reason);
    return false;
}
