/* resolve_pipeline.c: a pipeline block -> Pipeline: numbers in range, names as indices, words as
 * kinds. Whether the pipeline can be planned is the pipeline room's question; nothing here looks at
 * lifetimes. */
#include "ast.h"
#include <inttypes.h>
#include <string.h>

const char *const mode_name[] = {"seed", "slot", "pack"};
const char *const sync_name[] = {
    "none", "mbar", "tma", "cpasync", "async", "umma", "dsmem", "named"};
const char *const buffer_class_name[] = {"smem", "tmem", "bar", "desc"};

enum { MAX_PIPELINE_VALUES = 1 << 16, MAX_NAME = 64, MAX_AGENTS = 32, MAX_WARPS = 32 };
static const int64_t max_bytes = INT64_C(1) << 30;

/* While one block is resolved. */
typedef struct {
    const AstPipeline *ast;
    Pipeline *pipeline;
    NameTable values, agents, operations; /* -> AstValue, AstAgent, AstOperation */
    bool ok;
} Block;

static void fail_range(
    Block *block, const AstNumber *number, const char *what, int64_t low, int64_t high) {
    diag_error(
        number->loc,
        "E_PIPELINE_RANGE",
        "%s is %" PRId64 ", but must be %" PRId64 " to %" PRId64,
        what,
        number->value,
        low,
        high);
    block->ok = false;
}

/* The number where it was written, otherwise `missing`; out of range is reported and becomes
 * `low`. */
static int64_t number_in(
    Block *block,
    const AstNumber *number,
    const char *what,
    int64_t low,
    int64_t high,
    int64_t missing) {
    if (!number->given)
        return missing;
    if (number->value >= low && number->value <= high)
        return number->value;
    fail_range(block, number, what, low, high);
    return low;
}

static bool is_short_name(Word word, bool lower) {
    bool ok = word.length <= MAX_NAME && word.at[0] != '_';
    for (size_t i = 0; i < word.length; i++)
        ok = ok && !(lower && word.at[i] >= 'A' && word.at[i] <= 'Z');
    return ok;
}

static void check_name(Block *block, Word word, bool lower) {
    if (is_short_name(word, lower))
        return;
    diag_error(
        word.loc, "E_BAD_NAME", "'%.64s' is not possible in generated names", word_text(word));
    diag_help(
        "names start with a letter and have at most %d letters, digits and '_'%s",
        MAX_NAME,
        lower ? ", all lower case" : "");
    block->ok = false;
}

/* The index of the word in `words`, which was checked to be one of them where it is not -1. */
static int word_index(
    Block *block, Word word, const char *what, const char *const *words, int first, int count) {
    for (int i = first; i < count; i++)
        if (word_is(word, words[i]))
            return i;
    Text known = {0};
    Near near = {.wanted = word};
    for (int i = first; i < count; i++) {
        text_printf(&known, "%s%s", i > first ? ", " : "", words[i]);
        near_add(&near, words[i]);
    }
    diag_error(word.loc, "E_OPTION_VALUE", "unknown %s '%.40s'", what, word_text(word));
    near_help(&near, mem_printf("known are %s", text_string(&known)));
    block->ok = false;
    return -1;
}

/* Index of the value of that name; -1: reported. */
static int value_index(Block *block, Word word) {
    const AstValue *value = names_find(&block->values, word.at, word.length);
    if (value)
        return (int)(value - block->ast->values);
    diag_error(word.loc, "E_PIPELINE_NAME", "the pipeline has no value '%.40s'", word_text(word));
    Near near = {.wanted = word};
    for (int i = 0; i < block->ast->value_count && i < 1000; i++)
        near_add(&near, word_text(block->ast->values[i].name));
    near_help(&near, NULL);
    block->ok = false;
    return -1;
}

static int agent_index(Block *block, Word word) {
    if (!word.length)
        return -1;
    const AstAgent *agent = names_find(&block->agents, word.at, word.length);
    if (agent)
        return (int)(agent - block->ast->agents);
    diag_error(word.loc, "E_PIPELINE_NAME", "the pipeline has no agent '%.40s'", word_text(word));
    Near near = {.wanted = word};
    for (int i = 0; i < block->ast->agent_count; i++)
        near_add(&near, word_text(block->ast->agents[i].name));
    near_help(&near, "agents are named with their warps, as in 'agents load:1w mma:4w'");
    block->ok = false;
    return -1;
}

/* False: there is one of that name, at *first. */
static bool is_new(Block *block, Word word, const Word *first) {
    check_name(block, word, false);
    if (!first)
        return true;
    diag_error(word.loc, "E_DUPLICATE_NAME", "'%.64s' is declared twice", word_text(word));
    diag_note(first->loc, "first here");
    block->ok = false;
    return false;
}

/* The values and agents by name, before any of them is resolved: `from` may look ahead. */
static void collect_names(Block *block) {
    const AstPipeline *ast = block->ast;
    for (int i = 0; i < ast->agent_count; i++) {
        AstAgent *agent = &ast->agents[i];
        const AstAgent *first = names_find(&block->agents, agent->name.at, agent->name.length);
        if (is_new(block, agent->name, first ? &first->name : NULL))
            names_add(&block->agents, word_text(agent->name), agent);
    }
    for (int i = 0; i < ast->value_count && !diag_full(); i++) {
        AstValue *value = &ast->values[i];
        const AstValue *first = names_find(&block->values, value->name.at, value->name.length);
        if (is_new(block, value->name, first ? &first->name : NULL))
            names_add(&block->values, word_text(value->name), value);
    }
}

static void collect_operations(Block *block) {
    const AstPipeline *ast = block->ast;
    for (int i = 0; i < ast->operation_count && !diag_full(); i++) {
        AstOperation *one = &ast->operations[i];
        const AstOperation *first = names_find(&block->operations, one->name.at, one->name.length);
        if (is_new(block, one->name, first ? &first->name : NULL))
            names_add(&block->operations, word_text(one->name), one);
    }
}

static void resolve_agents(Block *block) {
    const AstPipeline *ast = block->ast;
    Pipeline *pipeline = block->pipeline;
    pipeline->agents = NEW_ARRAY(Agent, ast->agent_count);
    pipeline->agent_count = ast->agent_count;
    int64_t warps = 0;
    if (ast->agent_count > MAX_AGENTS) {
        diag_error(
            ast->agents[MAX_AGENTS].name.loc,
            "E_PIPELINE_RANGE",
            "more than %d agents; a CTA has no more warps",
            MAX_AGENTS);
        block->ok = false;
    }
    for (int i = 0; i < ast->agent_count; i++) {
        const AstAgent *agent = &ast->agents[i];
        pipeline->agents[i] = (Agent){
            .name = word_text(agent->name),
            .warps = (int)number_in(
                block, &agent->warps, "the number of warps of an agent", 1, MAX_WARPS, 1),
            .loc = agent->name.loc};
        warps += pipeline->agents[i].warps;
    }
    if (warps > MAX_WARPS && block->ok) {
        diag_error(
            ast->agents[ast->agent_count - 1].name.loc,
            "E_PIPELINE_RANGE",
            "the agents have %" PRId64 " warps together, but a CTA has at most %d",
            warps,
            MAX_WARPS);
        block->ok = false;
    }
}

/* Its index; -1: reported. */
static int operation_index(Block *block, Word word) {
    const AstOperation *operation = names_find(&block->operations, word.at, word.length);
    if (operation)
        return (int)(operation - block->ast->operations);
    diag_error(
        word.loc, "E_PIPELINE_NAME", "the pipeline has no operation '%.40s'", word_text(word));
    Near near = {.wanted = word};
    for (int i = 0; i < block->ast->operation_count; i++)
        near_add(&near, word_text(block->ast->operations[i].name));
    near_help(&near, "declare operations as in 'operation load dma latency 20'");
    block->ok = false;
    return -1;
}

static void resolve_operation(Block *block, const AstOperation *ast, PipelineOperation *to) {
    *to = (PipelineOperation){.name = word_text(ast->name), .loc = ast->name.loc};
    to->agent = agent_index(block, ast->agent);
    to->latency = number_in(block, &ast->latency, "a latency", 1, MAX_CYCLE, 1);
    to->busy = number_in(block, &ast->busy, "the cycles that an agent is busy", 1, MAX_II, 1);
    to->after = NEW_ARRAY(After, ast->after_count);
    for (int i = 0; i < ast->after_count; i++) {
        int first = operation_index(block, ast->after[i].name);
        int64_t distance =
            number_in(block, &ast->after[i].distance, "a distance", 0, MAX_RING - 1, 0);
        if (first >= 0)
            to->after[to->after_count++] = (After){first, distance};
    }
}

static void resolve_operations(Block *block) {
    const AstPipeline *ast = block->ast;
    Pipeline *pipeline = block->pipeline;
    if (ast->operation_count > MAX_OPERATIONS) {
        diag_error(
            pipeline->loc,
            "E_TOO_BIG",
            "the pipeline has %d operations, and at most %d can be placed",
            ast->operation_count,
            MAX_OPERATIONS);
        diag_help("join operations that always follow each other, or write two pipelines");
        block->ok = false;
        return;
    }
    pipeline->operations = NEW_ARRAY(PipelineOperation, ast->operation_count);
    pipeline->operation_count = ast->operation_count;
    for (int i = 0; i < ast->operation_count && !diag_full(); i++)
        resolve_operation(block, &ast->operations[i], &pipeline->operations[i]);
}

/* By the name of an operation: its agent and its latency, and where it stands is found later. */
static Anchor operation_anchor(Block *block, const AstAnchor *ast) {
    int at = operation_index(block, ast->operation);
    Anchor anchor = {.agent = -1, .operation = at + 1, .latency = 1, .loc = ast->loc};
    if (at >= 0 && at < block->pipeline->operation_count) {
        anchor.agent = block->pipeline->operations[at].agent;
        anchor.latency = block->pipeline->operations[at].latency;
    }
    if (ast->agent.length) {
        diag_error(ast->loc, "E_PIPELINE_CLAUSE", "name the agent where the operation is declared");
        block->ok = false;
    }
    anchor.distance = number_in(block, &ast->distance, "a distance", 0, MAX_RING - 1, 0);
    return anchor;
}

static Anchor resolve_anchor(Block *block, const AstAnchor *ast) {
    if (ast->operation.length)
        return operation_anchor(block, ast);
    if (ast->known && block->ast->operation_count) {
        diag_error(ast->loc, "E_PIPELINE_CLAUSE", "a place beside operations that tcgen places");
        diag_help("give every value operations, as in 'produce @load consume @use', or none");
        block->ok = false;
    }
    Anchor anchor = {.known = ast->known, .agent = agent_index(block, ast->agent), .loc = ast->loc};
    anchor.stage = number_in(block, &ast->stage, "a stage", 0, MAX_RING - 1, 0);
    anchor.cycle = number_in(block, &ast->cycle, "a cycle", 0, MAX_CYCLE, 0);
    anchor.latency = number_in(block, &ast->latency, "a latency", 0, MAX_CYCLE, 1);
    anchor.distance = number_in(block, &ast->distance, "a distance", 0, MAX_RING - 1, 0);
    return anchor;
}

static Anchor resolve_producer(Block *block, const AstAnchor *ast) {
    Anchor anchor = resolve_anchor(block, ast);
    if (ast->latency.given || ast->distance.given) {
        diag_error(
            ast->loc,
            "E_PIPELINE_CLAUSE",
            "a producer has a stage and a cycle, but no %s",
            ast->latency.given ? "latency" : "distance");
        diag_help("a value lives from the cycle in which its producer is issued");
        block->ok = false;
    }
    return anchor;
}

static void fail_clause(Block *block, Loc loc, const char *reason) {
    diag_error(loc, "E_PIPELINE_CLAUSE", "%s", reason);
    block->ok = false;
}

static void resolve_shape(Block *block, const AstValue *ast, PipelineValue *value) {
    int64_t bits = value->dtype->bits;
    value->rank = ast->rank;
    for (int i = 0; i < ast->rank; i++) {
        value->shape[i] = ast->shape[i].extent;
        if (value->shape[i] <= 0) {
            diag_error(
                ast->shape[i].loc,
                "E_EXTENT_NOT_POSITIVE",
                "the extent is %" PRId64,
                value->shape[i]);
            block->ok = false;
            return;
        }
        if (!mul_i64(bits, value->shape[i], &bits) || bits > 8 * max_bytes) {
            diag_error(
                ast->shape[i].loc,
                "E_SPAN_LIMIT",
                "the tile has more than %" PRId64 " bytes",
                max_bytes);
            block->ok = false;
            return;
        }
    }
}

static void resolve_align(Block *block, const AstValue *ast, PipelineValue *value) {
    int64_t align =
        number_in(block, &ast->align, "the alignment in bytes", 1, MAX_PIPELINE_ALIGN, 16);
    if (!is_power_of_two(align)) {
        diag_error(
            ast->align.loc,
            "E_ALIGN_VALUE",
            "the alignment is %" PRId64 ", which is not a power of two",
            align);
        block->ok = false;
    }
    value->swizzle = (int)ast->swizzle;
    value->align = align > 8 * value->swizzle ? align : 8 * value->swizzle;
}

/* What a value without a tile cannot say. */
static void check_payload(Block *block, const AstValue *ast, const PipelineValue *value) {
    if (value->payload == PAYLOAD_TILE)
        return;
    const char *kind = value->payload == PAYLOAD_MUTEX ? "mutex" : "tensormap";
    if (ast->align.given || ast->swizzle)
        fail_clause(
            block, ast->name.loc, mem_printf("a %s has no tile to align or to swizzle", kind));
    bool fits = value->payload == PAYLOAD_MUTEX && value->given_class == CLASS_BAR;
    if (ast->class_word.length && !fits)
        fail_clause(block, ast->class_word.loc, mem_printf("a %s has a class of its own", kind));
}

static bool writes_shared(SyncKind sync) {
    return sync == SYNC_TMA || sync == SYNC_CPASYNC || sync == SYNC_ASYNC || sync == SYNC_DSMEM;
}

/* Slots that CTAs of the cluster fill together. */
static void resolve_group(Block *block, const AstValue *ast, PipelineValue *value) {
    enum { LARGEST_CLUSTER = 16 };
    Loc loc = ast->multicast.loc;
    value->multicast =
        (int)number_in(block, &ast->multicast, "the number of CTAs", 1, LARGEST_CLUSTER, 1);
    if (ast->multicast.given && value->sync != SYNC_TMA) {
        fail_clause(block, loc, mem_printf("'sync %s' has no multicast", sync_name[value->sync]));
        diag_help("tensor and bulk copies reach several CTAs at once: 'sync tma multicast 2'");
    } else if (value->multicast > 1 && ast->each_arrives) {
        fail_clause(
            block,
            ast->arrive.loc,
            mem_printf(
                "each thread would arrive in %d CTAs, 32 messages a warp to each",
                value->multicast));
        diag_help("drop 'arrive threads': then one lane of each warp tells one CTA");
    }
}

static void resolve_kinds(Block *block, const AstValue *ast, PipelineValue *value) {
    if (ast->sync.length)
        value->sync = (SyncKind)word_index(block, ast->sync, "kind of sync", sync_name, 1, 8);
    value->given_class = CLASS_AUTO;
    if (ast->class_word.length)
        value->given_class = (BufferClass)word_index(
            block, ast->class_word, "class", buffer_class_name, CLASS_SMEM, CLASS_DESC);
    if (value->given_class == CLASS_TMEM && writes_shared(value->sync)) {
        fail_clause(
            block,
            ast->class_word.loc,
            mem_printf(
                "'sync %s' writes shared memory and cannot reach tensor memory",
                sync_name[value->sync]));
        diag_help("drop 'class tmem', or let an mma produce the value ('sync umma')");
    }
    resolve_group(block, ast, value);
    check_payload(block, ast, value);
}

static void resolve_value(Block *block, const AstValue *ast, PipelineValue *value) {
    value->name = word_text(ast->name);
    value->loc = ast->name.loc;
    value->payload = word_is(ast->kind, "mutex")       ? PAYLOAD_MUTEX
                     : word_is(ast->kind, "tensormap") ? PAYLOAD_TENSORMAP
                                                       : PAYLOAD_TILE;
    if (value->payload == PAYLOAD_TILE) {
        value->dtype = dtype_find(ast->kind.at, ast->kind.length);
        resolve_shape(block, ast, value);
    }
    value->stages = (int)number_in(block, &ast->stages, "the number of stages", 1, MAX_RING, 1);
    resolve_align(block, ast, value);
    resolve_kinds(block, ast, value);
    value->with = ast->with.length ? value_index(block, ast->with) : -1;
    value->from = ast->from.length ? value_index(block, ast->from) : -1;
    bool unrooted = word_is(ast->root, "none");
    value->root = unrooted ? NULL : ast->root.length ? word_text(ast->root) : value->name;
    value->each_arrives = ast->each_arrives;
    value->no_barrier = ast->no_barrier;
    value->handoff_cluster = ast->handoff_cluster;
    value->producer = resolve_producer(block, &ast->producer);
    value->consumers = NEW_ARRAY(Anchor, ast->consumer_count);
    value->consumer_count = ast->consumer_count;
    for (int i = 0; i < ast->consumer_count; i++)
        value->consumers[i] = resolve_anchor(block, &ast->consumers[i]);
}

static bool has_mbarriers(SyncKind sync) {
    return sync != SYNC_NONE && sync != SYNC_NAMED;
}

/* `with A`: the mbarriers of A count the bytes of both, so both turn over together. */
static void check_with(Block *block, const AstValue *ast, const PipelineValue *value) {
    const PipelineValue *other = &block->pipeline->values[value->with];
    const char *reason = NULL;
    if (!has_mbarriers(value->sync) || other->sync != value->sync)
        reason = "has another kind of sync, or none with mbarriers";
    else if (other->with >= 0)
        reason = "uses the mbarriers of a third value itself";
    else if (other->stages != value->stages)
        reason = "has another number of stages";
    else if (other->multicast != value->multicast)
        reason = mem_printf(
            "is filled in %d CTA%s together, this value in %d",
            other->multicast,
            other->multicast > 1 ? "s" : "",
            value->multicast);
    if (other == value)
        reason = "is the value itself";
    if (!reason)
        return;
    fail_clause(block, ast->with.loc, mem_printf("'%s' %s", other->name, reason));
    diag_note(other->loc, "'%s'", other->name);
}

/* Who arrives is said once, where the mbarriers are. */
static void check_arrive(Block *block, const AstValue *ast, const PipelineValue *value) {
    if (!has_mbarriers(value->sync)) {
        fail_clause(block, ast->arrive.loc, "nobody arrives at a value without mbarriers");
        diag_help("write 'sync mbar', or 'sync async' for values that threads write");
    } else if (value->with >= 0) {
        const PipelineValue *other = &block->pipeline->values[value->with];
        fail_clause(
            block, ast->arrive.loc, mem_printf("the mbarriers are those of '%s'", other->name));
        diag_note(other->loc, "'%s'", other->name);
    }
}

static void resolve_numbers(Block *block) {
    const AstPipeline *ast = block->ast;
    Pipeline *pipeline = block->pipeline;
    if (!ast->ii.given) {
        diag_error(ast->name.loc, "E_SYNTAX", "the pipeline has no 'ii'");
        diag_help("write the initiation interval in cycles, as in 'ii 8'");
        block->ok = false;
    }
    pipeline->ii = number_in(block, &ast->ii, "ii", 1, MAX_II, 1);
    pipeline->mode = MODE_PACK;
    if (ast->mode.length)
        pipeline->mode = (PipelineMode)word_index(block, ast->mode, "mode", mode_name, 0, 3);
    pipeline->pool =
        (int)number_in(block, &ast->pool, "the pool of named barriers", 1, MAX_POOL, MAX_BARRIER);
    pipeline->pool_base =
        (int)number_in(block, &ast->base, "the first id of the pool", 0, MAX_POOL - 1, 1);
    pipeline->capacity = number_in(block, &ast->capacity, "the capacity", 0, max_bytes, -1);
    pipeline->tmem_threshold =
        number_in(block, &ast->threshold, "the threshold", 0, max_bytes, 16384);
}

static void resolve_values(Block *block) {
    const AstPipeline *ast = block->ast;
    Pipeline *pipeline = block->pipeline;
    pipeline->values = NEW_ARRAY(PipelineValue, ast->value_count);
    pipeline->value_count = ast->value_count;
    for (int i = 0; i < ast->value_count && !diag_full(); i++)
        resolve_value(block, &ast->values[i], &pipeline->values[i]);
    for (int i = 0; i < ast->value_count && !diag_full(); i++)
        if (pipeline->values[i].with >= 0)
            check_with(block, &ast->values[i], &pipeline->values[i]);
    for (int i = 0; i < ast->value_count && !diag_full(); i++)
        if (ast->values[i].arrive.length)
            check_arrive(block, &ast->values[i], &pipeline->values[i]);
}

static bool is_new_name(Context *context, Pipeline *pipeline) {
    const Pipeline *other = names_find(&context->pipelines, pipeline->name, strlen(pipeline->name));
    if (other) {
        diag_error(
            pipeline->name_loc, "E_DUPLICATE_NAME", "a second pipeline '%s'", pipeline->name);
        diag_note(other->name_loc, "first here");
        return false;
    }
    names_add(&context->pipelines, pipeline->name, pipeline);
    return true;
}

static void add_pipeline(Context *context, Pipeline *pipeline) {
    Module *module = context->module;
    MORE(module->pipelines, module->pipeline_count, &context->pipeline_capacity);
    module->pipelines[module->pipeline_count++] = pipeline;
}

void resolve_pipeline(Context *context, const Statement *statement) {
    const AstPipeline *ast = statement->pipeline;
    Block block = {.ast = ast, .pipeline = NEW(Pipeline), .ok = true};
    Pipeline *pipeline = block.pipeline;
    pipeline->name = word_text(ast->name);
    pipeline->loc = statement->keyword.loc;
    pipeline->name_loc = ast->name.loc;
    check_name(&block, ast->name, true);
    if (ast->value_count > MAX_PIPELINE_VALUES) {
        diag_error(
            pipeline->loc,
            "E_TOO_BIG",
            "the pipeline has %d values, and at most %d can be planned",
            ast->value_count,
            MAX_PIPELINE_VALUES);
        diag_help("join values that live equally long, or write two pipelines");
        return;
    }
    collect_names(&block);
    collect_operations(&block);
    resolve_numbers(&block);
    resolve_agents(&block);
    resolve_operations(&block);
    resolve_values(&block);
    if (block.ok && is_new_name(context, pipeline))
        add_pipeline(context, pipeline);
}
