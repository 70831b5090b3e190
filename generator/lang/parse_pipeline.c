/* parse_pipeline.c: the pipeline block. Each clause has a line of its own or ends with ';'. The
 * clauses of a value have a fixed order. Numbers are read here and checked by
 * resolve_pipeline.c. */
#include "ast.h"

static bool fail_twice(Loc loc, const char *what) {
    diag_error(loc, "E_DUPLICATE_OPTION", "a second '%s'", what);
    return false;
}

static bool parse_number(Parser *parser, const char *what, AstNumber *number) {
    number->given = true;
    return parse_int(parser, what, &number->value, &number->loc);
}

/* Takes the word if it is the next one. */
static bool accept_word(Parser *parser, const char *word) {
    if (!parse_is_word(parser, word))
        return false;
    parse_advance(parser);
    return true;
}

/* anchor := '@' ( '?' | INT '.' INT [ '+' INT ] [ 'dist' INT ] | OPERATION [ 'dist' INT ] ) */
static bool parse_anchor(Parser *parser, AstAnchor *anchor) {
    anchor->loc = parser->token.word.loc;
    if (parse_is(parser, T_WORD)) {
        anchor->agent = parser->token.word;
        parse_advance(parser);
    }
    if (!parse_expect(parser, '@', "a place such as @0.3"))
        return false;
    if (parse_accept(parser, '?'))
        return true;
    anchor->known = true;
    if (parse_is(parser, T_WORD)) {
        anchor->operation = parser->token.word;
        parse_advance(parser);
    } else if (
        !parse_number(parser, "a stage, or the name of an operation", &anchor->stage) ||
        !parse_expect(parser, '.', "'.' and a cycle") ||
        !parse_number(parser, "a cycle", &anchor->cycle) ||
        (parse_accept(parser, '+') && !parse_number(parser, "a latency", &anchor->latency)))
        return false;
    return !accept_word(parser, "dist") || parse_number(parser, "a distance", &anchor->distance);
}

/* shape := '[' INT { ',' INT } ']' */
static bool parse_tile_shape(Parser *parser, AstValue *value) {
    if (!parse_expect(parser, '[', "'[' and the shape of the tile"))
        return false;
    do {
        if (value->rank == MAX_RANK) {
            diag_error(
                parser->token.word.loc, "E_TOO_MANY_DIMS", "more than %d dimensions", MAX_RANK);
            return false;
        }
        AstInt *extent = &value->shape[value->rank++];
        if (!parse_int(parser, "an extent", &extent->extent, &extent->loc))
            return false;
    } while (parse_accept(parser, ','));
    return parse_expect(parser, ']', "']'");
}

/* payload := DTYPE shape | 'mutex' | 'tensormap' */
static bool parse_payload(Parser *parser, AstValue *value) {
    if (!parse_word(parser, "a dtype, 'mutex' or 'tensormap'", &value->kind))
        return false;
    if (word_is(value->kind, "mutex") || word_is(value->kind, "tensormap"))
        return true;
    if (dtype_find(value->kind.at, value->kind.length))
        return parse_tile_shape(parser, value);
    diag_error(value->kind.loc, "E_UNKNOWN_DTYPE", "unknown dtype '%.40s'", word_text(value->kind));
    Near near = {.wanted = value->kind};
    near_dtypes(&near);
    near_add(&near, "mutex");
    near_add(&near, "tensormap");
    near_help(&near, "a value is a tile such as f16[128,64], a 'mutex' or a 'tensormap'");
    return false;
}

/* swizzle := 'swizzle' ( 32B | 64B | 128B ) */
static bool parse_row_swizzle(Parser *parser, AstValue *value) {
    static const struct {
        const char *word;
        int bytes;
    } rows[] = {{"32B", 32}, {"64B", 64}, {"128B", 128}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (parse_is(parser, T_MIXED) && word_is(parser->token.word, rows[i].word)) {
            value->swizzle = rows[i].bytes;
            parse_advance(parser);
            return true;
        }
    return parse_fail(parser, "32B, 64B or 128B");
}

/* arrive := 'arrive' ( 'threads' | 'warps' ) */
static bool parse_arrive(Parser *parser, AstValue *value) {
    value->arrive = parser->token.word;
    parse_advance(parser);
    value->each_arrives = parse_is_word(parser, "threads");
    return accept_word(parser, "threads") || accept_word(parser, "warps") ||
           parse_fail(parser, "'threads' or 'warps'");
}

/* clauses := [ 'stages' INT ] [ 'align' INT ] [ 'swizzle' S ]
 *            [ 'sync' K [ 'multicast' INT ] [ 'with' NAME ] ] [ arrive ] [ 'root' NAME ]
 *            [ 'from' NAME ] [ 'class' C ] [ 'barrier' 'none' ] [ 'handoff' 'cluster' ] */
static bool parse_clauses(Parser *parser, AstValue *value) {
    if (accept_word(parser, "stages") &&
        !parse_number(parser, "a number of stages", &value->stages))
        return false;
    if (accept_word(parser, "align") && !parse_number(parser, "a number of bytes", &value->align))
        return false;
    if (accept_word(parser, "swizzle") && !parse_row_swizzle(parser, value))
        return false;
    if (accept_word(parser, "sync")) {
        if (!parse_word(parser, "a kind of sync such as tma", &value->sync))
            return false;
        if (accept_word(parser, "multicast") &&
            !parse_number(parser, "a number of CTAs", &value->multicast))
            return false;
        if (accept_word(parser, "with") && !parse_word(parser, "the name of a value", &value->with))
            return false;
    }
    if (parse_is_word(parser, "arrive") && !parse_arrive(parser, value))
        return false;
    if (accept_word(parser, "root") &&
        !parse_word(parser, "the name of an allocation, or 'none'", &value->root))
        return false;
    if (accept_word(parser, "from") && !parse_word(parser, "the name of a value", &value->from))
        return false;
    if (accept_word(parser, "class") &&
        !parse_word(parser, "'smem', 'tmem' or 'bar'", &value->class_word))
        return false;
    value->no_barrier = parse_is_word(parser, "barrier");
    if (accept_word(parser, "barrier") && !accept_word(parser, "none"))
        return parse_fail(parser, "'none'");
    value->handoff_cluster = parse_is_word(parser, "handoff");
    if (accept_word(parser, "handoff") && !accept_word(parser, "cluster"))
        return parse_fail(parser, "'cluster'");
    return true;
}

/* consumers := 'consume' [ AGENT ] anchor { ',' [ AGENT ] anchor } */
static bool parse_consumers(Parser *parser, AstValue *value) {
    do {
        MORE(value->consumers, value->consumer_count, &value->consumer_capacity);
        if (!parse_anchor(parser, &value->consumers[value->consumer_count++]))
            return false;
    } while (parse_accept(parser, ','));
    return true;
}

/* What may stand where a value goes on, in its order: a word that stands too late is told so. */
static bool fail_clause(Parser *parser) {
    static const char *const words[] = {
        "stages",
        "align",
        "swizzle",
        "sync",
        "arrive",
        "root",
        "from",
        "class",
        "barrier",
        "handoff",
        "produce",
        "consume"};
    parse_fail(parser, "'produce'");
    Near near = {.wanted = parser->token.word};
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        if (parse_is_word(parser, words[i])) {
            diag_help("the order is stages, align, swizzle, sync, arrive, root, from, class, "
                      "barrier, handoff, produce, consume");
            return false;
        }
        if (parse_is(parser, T_WORD))
            near_add(&near, words[i]);
    }
    near_help(&near, NULL);
    return false;
}

/* value := 'value' NAME payload clauses 'produce' [ AGENT ] anchor [ consumers ] */
static bool parse_value(Parser *parser, AstPipeline *pipeline) {
    MORE(pipeline->values, pipeline->value_count, &pipeline->value_capacity);
    AstValue *value = &pipeline->values[pipeline->value_count++];
    if (!parse_word(parser, "a name for the value", &value->name) ||
        !parse_payload(parser, value) || !parse_clauses(parser, value))
        return false;
    if (!accept_word(parser, "produce"))
        return fail_clause(parser);
    if (!parse_anchor(parser, &value->producer))
        return false;
    return !accept_word(parser, "consume") || parse_consumers(parser, value);
}

/* agent := NAME ':' INT 'w', as in mma0:4w */
static bool parse_agent(Parser *parser, AstAgent *agent) {
    if (!parse_word(parser, "the name of an agent", &agent->name) ||
        !parse_expect(parser, ':', "':' and a number of warps"))
        return false;
    Word word = parser->token.word;
    bool digits = parse_is(parser, T_MIXED) && word.at[word.length - 1] == 'w';
    for (size_t i = 0; i + 1 < word.length; i++)
        digits = digits && word.at[i] >= '0' && word.at[i] <= '9';
    if (!digits)
        return parse_fail(parser, "a number of warps such as 4w");
    agent->warps = (AstNumber){parser->token.number, true, word.loc};
    parse_advance(parser);
    return true;
}

/* agents := 'agents' { agent } */
static bool parse_agents(Parser *parser, AstPipeline *pipeline) {
    pipeline->agents_given = true;
    do {
        MORE(pipeline->agents, pipeline->agent_count, &pipeline->agent_capacity);
        if (!parse_agent(parser, &pipeline->agents[pipeline->agent_count++]))
            return false;
    } while (parse_is(parser, T_WORD));
    return true;
}

/* after := 'after' NAME [ 'dist' INT ] { ',' NAME [ 'dist' INT ] } */
static bool parse_after(Parser *parser, AstOperation *operation) {
    do {
        MORE(operation->after, operation->after_count, &operation->after_capacity);
        AstAfter *after = &operation->after[operation->after_count++];
        *after = (AstAfter){0};
        if (!parse_word(parser, "the name of an operation", &after->name) ||
            (accept_word(parser, "dist") && !parse_number(parser, "a distance", &after->distance)))
            return false;
    } while (parse_accept(parser, ','));
    return true;
}

/* operation := 'operation' NAME [ AGENT ] 'latency' INT [ 'busy' INT ] [ after ] */
static bool parse_operation(Parser *parser, AstPipeline *pipeline) {
    MORE(pipeline->operations, pipeline->operation_count, &pipeline->operation_capacity);
    AstOperation *operation = &pipeline->operations[pipeline->operation_count++];
    *operation = (AstOperation){0};
    if (!parse_word(parser, "the name of an operation", &operation->name))
        return false;
    if (!parse_is_word(parser, "latency") && parse_is(parser, T_WORD)) {
        operation->agent = parser->token.word;
        parse_advance(parser);
    }
    if (!accept_word(parser, "latency"))
        return parse_fail(parser, "'latency' and a number of cycles");
    if (!parse_number(parser, "a number of cycles", &operation->latency) ||
        (accept_word(parser, "busy") &&
         !parse_number(parser, "a number of cycles", &operation->busy)))
        return false;
    return !accept_word(parser, "after") || parse_after(parser, operation);
}

static bool parse_pool(Parser *parser, AstPipeline *pipeline) {
    return parse_number(parser, "a number of named barriers", &pipeline->pool) &&
           (accept_word(parser, "base") || parse_fail(parser, "'base' and the first id")) &&
           parse_number(parser, "the first id", &pipeline->base);
}

static bool fail_unknown(Word word) {
    static const char *const words[] = {
        "ii", "mode", "pool", "capacity", "tmem_threshold", "agents", "operation", "value"};
    diag_error(word.loc, "E_UNKNOWN_OPTION", "no clause of a pipeline is '%.40s'", word_text(word));
    Near near = {.wanted = word};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        near_add(&near, words[i]);
    near_help(
        &near, "clauses are ii, mode, pool, capacity, tmem_threshold, agents, operation, value");
    return false;
}

/* clause := 'ii' INT | 'mode' WORD | 'pool' INT 'base' INT | 'capacity' INT | 'tmem_threshold' INT
 *         | agents | operation | value */
static bool parse_clause(Parser *parser, AstPipeline *pipeline) {
    const struct {
        const char *word, *what;
        AstNumber *number;
    } numbers[] = {
        {"ii", "the initiation interval in cycles", &pipeline->ii},
        {"capacity", "a number of bytes", &pipeline->capacity},
        {"tmem_threshold", "a number of bytes", &pipeline->threshold}};
    Word word;
    if (!parse_word(parser, "a clause of the pipeline", &word))
        return false;
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        if (word_is(word, numbers[i].word))
            return numbers[i].number->given
                       ? fail_twice(word.loc, numbers[i].word)
                       : parse_number(parser, numbers[i].what, numbers[i].number);
    if (word_is(word, "mode")) {
        if (pipeline->mode.length)
            return fail_twice(word.loc, "mode");
        return parse_word(parser, "'seed', 'slot' or 'pack'", &pipeline->mode);
    }
    if (word_is(word, "pool"))
        return pipeline->pool.given ? fail_twice(word.loc, "pool") : parse_pool(parser, pipeline);
    if (word_is(word, "agents"))
        return pipeline->agents_given ? fail_twice(word.loc, "agents")
                                      : parse_agents(parser, pipeline);
    if (word_is(word, "operation"))
        return parse_operation(parser, pipeline);
    return word_is(word, "value") ? parse_value(parser, pipeline) : fail_unknown(word);
}

/* pipeline := 'pipeline' NAME '{' { [ clause ] ( ';' | newline ) } '}' */
bool parse_pipeline(Parser *parser, AstPipeline *pipeline) {
    if (!parse_word(parser, "a name for the pipeline", &pipeline->name))
        return false;
    Loc open = parser->token.word.loc;
    if (!parse_expect(parser, '{', "'{'"))
        return false;
    for (;;) {
        while (parse_is(parser, ';') || parse_is(parser, T_NEWLINE))
            parse_advance(parser);
        pipeline->end_loc = parser->token.word.loc;
        if (parse_accept(parser, '}'))
            return true;
        Word word = parser->token.word;
        bool next_statement = word.loc.column == 1 && is_statement_word(word);
        if (parse_is(parser, T_END) || next_statement) {
            diag_error(open, "E_UNTERMINATED", "the pipeline has no '}'");
            return false;
        }
        if (!parse_clause(parser, pipeline))
            return false;
        if (!parse_is(parser, ';') && !parse_is(parser, T_NEWLINE) && !parse_is(parser, '}') &&
            !parse_is(parser, T_END))
            return parse_fail(parser, "the end of the clause");
    }
}
