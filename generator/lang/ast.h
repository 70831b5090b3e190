/* ast.h: what the parser makes of a text, and the room's private functions. Words point into the
 * source; numbers are read but not judged: ranges, names and places are the resolver's work. */
#ifndef TCGEN_AST_H
#define TCGEN_AST_H
#include "lang.h"

/* lexer.c: tokens on demand. One-character tokens have their character as kind. */
enum {
    T_END = 256,
    T_NEWLINE,
    T_WORD,
    T_NUMBER,
    T_MIXED,
    T_STRING,
    T_ARROW,
    T_BOTH,
    T_RELATION,
    T_BAD
};
typedef struct {
    const char *at; /* T_STRING: without the quotes */
    size_t length;
    Loc loc;
} Word;
typedef struct {
    int kind;
    Word word;
    int64_t number; /* T_NUMBER; -1 when it does not fit 64 bits */
} Token;
typedef struct {
    const Source *source;
    size_t at, line_at; /* offset of the next byte and of its line's first byte */
    int line;
} Lexer;
Lexer lexer_start(const Source *source);
/* Comments are skipped; `comment`, unless NULL, gets one that stands before the token. */
Token lexer_next(Lexer *lexer, Word *comment);
bool word_is(Word word, const char *text);
const char *word_text(Word word); /* a terminated copy in the arena */

typedef struct {
    int64_t value;
    int count;
    Word names[MAX_FACTORS];
    Word axis; /* length 0: none written */
    Loc loc;
} AstStride;

/* 128B: as many elements as fill them; `threads`: those of the scope; `*`: what the shape
 * leaves. */
typedef enum { IN_ELEMENTS, IN_BYTES, IN_THREADS, IN_REST } AstUnit;
typedef struct {
    int64_t extent;
    AstUnit unit;
    Word name; /* of an extent that is known at run time; length 0: none */
    Loc loc;
} AstInt;

typedef struct {
    int extent_count, stride_count;
    AstInt *extents;
    AstStride *strides; /* none: compact row-major */
    bool has_strides;
    Loc loc;
} AstShard;

typedef struct {
    bool on, outer;
    int64_t named; /* 32, 64, 128: by name; 0: the three numbers */
    int64_t numbers[3];
    Loc loc;
} AstSwizzle;

/* The shape that an atom repeats to, and in which order; of a layout written out, its own. */
typedef enum { ORDER_NONE, ORDER_ROWS, ORDER_COLUMNS } AstOrder;
typedef struct {
    int count; /* 0: none was written */
    int64_t extent[MAX_RANK];
    AstOrder order;
    Loc loc, order_loc;
} AstShape;

typedef struct {
    Word name; /* of another layout; length 0: written out below */
    bool is_auto;
    AstShard shard;
    int replica_count, offset_count;
    AstShard *replicas; /* together at most MAX_REPLICAS iters */
    AstStride *offsets;
    AstSwizzle swizzle;
    AstShape shape; /* of a `layout` statement; of an operand the order alone, its shape is there */
    Loc loc;
} AstLayout;

typedef struct {
    Word symbol;   /* length 0: none */
    int64_t begin; /* added to the symbol */
    int64_t end;   /* of a:b and of a (a + 1); m:+n gives begin + n */
    Loc loc;
} AstRange;

typedef struct AstPicks AstPicks;
typedef struct {
    Word space; /* or the name of a tile: has_layout is false then, unless it is a view of the
                 * tile */
    bool has_layout;
    bool is_view; /* TILE [SHAPE] layout: the memory of the tile in another layout */
    int shape_count, range_count;
    int64_t shape[MAX_RANK];
    AstRange ranges[MAX_RANK];
    Loc shape_loc, region_loc, loc;
    AstLayout *layout;
    AstPicks *picks; /* NULL: none were written */
} AstOperand;
struct AstPicks {
    Word dtype;
    AstOperand index; /* without a layout: compact, or the default one of registers */
    Loc loc;
};

typedef enum { FACT_DIVISOR, FACT_MIN, FACT_MAX, FACT_EQUAL, FACT_ALIGN } FactKind;
typedef struct {
    FactKind kind;
    Word name; /* of align: src or dst */
    int64_t value;
    Loc loc, value_loc;
} AstFact;

typedef struct {
    Word name, value; /* the raw text of the value; length 0: none */
} AstOption;

typedef struct {
    Word kind;
    int64_t count; /* of cta(N), cluster(N); 0: none written */
    bool lanes_given, warps_given;
    int64_t lanes[2], warps[2];
    Loc loc, lanes_loc, warps_loc;
} AstScope;

enum { MAX_FACTS = 32, MAX_OPTIONS = 32 };
typedef struct {
    AstScope scope;
    Word dtype, to_dtype;
    AstOperand left, right;
    bool both_ways;
    Loc arrow_loc;
    int fact_count, option_count;
    AstFact *facts;
    AstOption *options;
    Word name; /* `as NAME`; length 0: none */
} AstCopy;

/* A number that was written, or its default; `loc` of the number or of the value without it. */
typedef struct {
    int64_t value;
    bool given;
    Loc loc;
} AstNumber;

typedef struct {
    Word agent, operation; /* length 0: none */
    AstNumber stage, cycle, latency, distance;
    bool known;
    Loc loc;
} AstAnchor;

/* What a scheduler is to place. */
typedef struct {
    Word name;
    AstNumber distance;
} AstAfter;
typedef struct {
    Word name, agent; /* length 0: none */
    AstNumber latency, busy;
    AstAfter *after;
    int after_count, after_capacity;
} AstOperation;

/* Words of length 0: the clause is missing. */
typedef struct {
    Word name, kind; /* a dtype, mutex or tensormap */
    int rank;
    AstInt shape[MAX_RANK];
    AstNumber stages, align, multicast;
    int64_t swizzle;
    Word sync, with, arrive, root, from, class_word;
    bool each_arrives, no_barrier, handoff_cluster;
    AstAnchor producer;
    AstAnchor *consumers;
    int consumer_count, consumer_capacity;
} AstValue;

typedef struct {
    Word name;
    AstNumber warps;
} AstAgent;

typedef struct {
    Word name, mode;
    AstNumber ii, pool, base, capacity, threshold;
    AstAgent *agents;
    AstValue *values;
    AstOperation *operations;
    int agent_count, agent_capacity, value_count, value_capacity;
    int operation_count, operation_capacity;
    bool agents_given;
    Loc mode_loc, agents_loc, end_loc;
} AstPipeline;

/* f32[128], or any type of C that is not distributed: const struct node *. */
typedef struct {
    Word word;        /* the whole of it but the extents, as in the text */
    const char *text; /* the same, with one blank between words */
    bool is_word;     /* one word, which may be a dtype */
    int rank;         /* 0: no extents */
    AstInt extents[MAX_LANE0_RANK];
} AstLane0Type;
typedef struct {
    bool is_result, has_lane;
    Word name, order; /* order: 'block' or 'cyclic', length 0: none */
    AstLane0Type seq, lane;
    AstLayout *layout; /* of registers, in the place of `lane`; NULL: none */
} AstLane0Value;
typedef struct {
    Word kit, operation, order; /* 'lane0', 'reduce' or 'scan'; 'add'; of a scan 'inclusive' */
    Word name, group, lane_id;  /* group: 'warp', 'warpgroup', 'cta'; lane_id: length 0: none */
    int64_t threads;
    Loc threads_loc;
    bool has_over;
    AstInt over;     /* of a reduce: which dimension */
    AstOption using; /* of the braces; name of length 0: none */
    int value_count;
    AstLane0Value values[MAX_LANE0_VALUES];
} AstLane0;

typedef enum {
    STATEMENT_TARGET,
    STATEMENT_POLICY,
    STATEMENT_PREFIX,
    STATEMENT_IMPORT,
    STATEMENT_LAYOUT,
    STATEMENT_TILE,
    STATEMENT_COPY, /* copy, copy_async, permute, relayout */
    STATEMENT_FILL,
    STATEMENT_DESCRIPTOR,
    STATEMENT_COORDS,
    STATEMENT_PIPELINE,
    STATEMENT_LANE0
} StatementKind;
typedef struct {
    StatementKind kind;
    Word keyword;
    Word word;         /* the policy, prefix, file, name of a layout or tile, 'wgmma' or 'umma' */
    const char *list;  /* targets, as in "sm_80,sm_90" */
    Word dtype;        /* of a tile */
    AstLayout *layout; /* of `layout` */
    AstOperand *tile;
    AstCopy *copy; /* of a descriptor or of coords without its right side, of a fill without its
                      left one */
    AstPipeline *pipeline;
    AstLane0 *lane0;
} Statement;

/* parser.c, parse_layout.c, parse_copy.c, parse_pipeline.c. A parse function returns false after it
 * reported. */
enum { MAX_LOOPS_OPEN = 4, MAX_LOOP_NAMES = 8, MAX_LOOP_TURNS = 4096 };
typedef struct {
    Word names[MAX_LOOP_NAMES];
    bool used[MAX_LOOP_NAMES];
    int name_count;
    Token *values; /* name_count for each turn */
    int count, at; /* of turns; the one that is read */
    Lexer body;    /* behind the '{' */
    Loc loc;
    bool lost; /* a statement is wrong: this turn is the last one */
    LoopTurn *turn;
} ForLoop;
typedef struct {
    Lexer lexer;
    Token token; /* the current one */
    int depth;   /* of open braces; inside, newlines are blanks */
    ForLoop loops[MAX_LOOPS_OPEN];
    int loop_count, turns; /* turns: of all loops of the text together */
    bool naming;           /* names of a loop are read: not their values in an outer one */
} Parser;
Parser parser_start(const Source *source);
/* The next statement; NULL at the end. *failed: it was reported and skipped. */
Statement *parser_next(Parser *parser, bool *failed);
void parse_advance(Parser *parser);
bool parse_is(const Parser *parser, int kind);
bool parse_is_word(const Parser *parser, const char *word);
bool parse_accept(Parser *parser, int kind);
bool parse_expect(Parser *parser, int kind, const char *what);
bool parse_fail(Parser *parser, const char *expected); /* reports the current token */
bool parse_word(Parser *parser, const char *what, Word *word);
bool parse_int(Parser *parser, const char *what, int64_t *value, Loc *loc); /* also -8 */
bool parse_layout(Parser *parser, AstLayout *layout);
/* parse_for.c: the statements inside of `for T in f16, bf16 { .. }` are read for each value. */
void parse_for(Parser *parser);               /* behind the word; up to the body */
void for_close(Parser *parser);               /* at '}': the next turn, or behind the loop */
void for_lost(Parser *parser);                /* a statement failed */
void for_unclosed(Parser *parser);            /* at the end */
Token for_token(Parser *parser, Token token); /* with the values of the open loops */
bool parse_shape(Parser *parser, int64_t *shape, int *count, Loc *loc);
bool parse_operand(Parser *parser, AstOperand *operand);
bool parse_is_picks(const Parser *parser); /* parse_picks.c: `by` of indices, not of rows */
bool parse_picks(Parser *parser, AstOperand *operand);
bool fail_space(Word word); /* always false */
bool parse_copy(Parser *parser, AstCopy *copy);
bool parse_descriptor(Parser *parser, Word *unit, AstCopy *copy);
bool parse_coords(Parser *parser, AstCopy *copy);
bool parse_fill(Parser *parser, AstCopy *copy);
bool parse_pipeline(Parser *parser, AstPipeline *pipeline);
bool parse_starts_layout(const Parser *parser);
bool parse_lane0(Parser *parser, AstLane0 *lane0);
bool is_lane0_kit(Word word); /* a statement word of this kind: lane0, reduce ... */

/* tables.c: the .def tables, near names, and a table of names. */
bool axis_find(Word word, Axis *axis);
bool space_find(Word word, Space *space);
const char *known_variant(Word word); /* NULL: none */
typedef struct {
    const char *name, *values;
    bool built;
} OptionKind;
const OptionKind *option_find(Word word);
/* What the word is, "a statement", "an axis"; NULL: it is free. */
const char *language_word(const char *name, size_t length);
bool is_statement_word(Word word);
/* Of a function, or of a run-time argument (is_argument); reports E_RESERVED_NAME. */
bool name_is_usable(Word name, bool is_argument);
/* Collects candidates and keeps the nearest within two edits. */
typedef struct {
    Word wanted;
    const char *best;
    int distance;
} Near;
void near_add(Near *near, const char *candidate);
void near_help(Near *near, const char *otherwise); /* "did you mean 'laneid'?" or `otherwise` */
void near_axes(Near *near);
void near_dtypes(Near *near);
void near_spaces(Near *near);
void near_variants(Near *near);
void near_options(Near *near);
void near_statements(Near *near);
const char *statement_words(void); /* "statements are target, policy, …" */

typedef struct NameEntry {
    struct NameEntry *next;
    const char *name;
    void *value;
} NameEntry;
typedef struct {
    NameEntry **buckets;
    size_t bucket_count, count;
} NameTable;
void *names_find(const NameTable *table, const char *name, size_t length);
void names_add(NameTable *table, const char *name, void *value);

/* resolve.c and resolve_*.c. What returns false has reported. */
typedef struct {
    const char *name;
    const AstLayout *layout; /* of a `layout`; a `tile` has `tile` and `dtype` instead */
    const AstOperand *tile;
    const Dtype *dtype;
    bool broken;  /* it was reported: uses keep quiet */
    bool prelude; /* a definition of the description may take its place */
    Loc loc;
} Definition;
enum { MAX_IMPORT_DEPTH = 32 };
typedef struct Reading {
    Module *module;
    NameTable definitions, read_paths;
    Definition **order; /* for suggestions */
    int definition_count, definition_capacity, request_capacity, import_capacity;
    int pipeline_capacity, descriptor_capacity, coords_capacity;
    NameTable pipelines;
    bool in_prelude;
    const Definition **standards; /* of the prelude: compact row-major with a swizzle */
    int standard_count;
    const char *const *dirs;
    int dir_count;
    unsigned targets_override;
    NameTable lost;   /* unknown and reported, or of a definition that could not be read */
    bool import_lost; /* an import was not read: any name may be one of its */
    Loc target_loc, prefix_loc; /* source NULL: none seen (prefix: in this file) */
    bool policy_tirx;
    const char *prefix;
    const char *open_paths[MAX_IMPORT_DEPTH]; /* files being read, outermost first */
    Loc open_locs[MAX_IMPORT_DEPTH];          /* where each was imported */
    int open_count;
} Context;
/* The layout behind names: the written-out one, the swizzle that applies, the name that it has. */
enum { MAX_TILINGS = 8 };
typedef struct {
    const AstLayout *base;
    const Definition *definition; /* of the base; NULL: it is written where it is used */
    int shape_count;
    const AstShape *shapes[MAX_TILINGS]; /* of the layouts passed on the way, the base's own last */
    AstSwizzle swizzle;
    const char *name;
    bool is_renamed;        /* a layout of the file's own stands between its use and the base */
    const AstOperand *used; /* whose region says how much of a run-time extent is touched */
    AstShape filled;        /* what a `*` among the extents fills; count 0: there is no shape */
    bool is_auto;
    Loc loc, auto_loc;
} FlatLayout;
Definition *definition_find(
    Context *context, Word name, const char *what); /* NULL: reported, or broken */
bool check_layout(Context *context, const AstLayout *layout);
bool is_layout_name(const char *name, size_t length);
bool flatten_layout(Context *context, const AstLayout *ast, FlatLayout *flat);
/* What the prelude's swizzles are for the dtype of the copy. */
void add_standards(const Context *context, Copy *copy);
bool build_layout(const Copy *copy, const FlatLayout *flat, Space space, Layout *layout);
/* resolve_extent.c: extents in bytes, in threads, and the open one. */
bool check_units(const AstShard *shard, bool is_replica);
bool build_extents(const Copy *copy, const AstShard *shard, const AstShape *filled, Iter *iters);
bool check_extent_name(const AstShard *shard, int at, bool is_replica);
/* `where M <= 128`: of names that may be extents, before the operands are built. */
void note_bounds(Copy *copy, const AstCopy *ast);
/* What the region touches of extents that are names; false: reported. */
bool build_named_extents(
    const Copy *copy, const FlatLayout *flat, Space space, const AstShard *shard, Iter *iters);
bool find_axis(const Copy *copy, Word word, Axis *axis); /* also `thread`: that of the scope */
/* An operand with its tile looked up: `ast` gives the region, `whole` the space, shape and
 * layout. */
typedef struct {
    const AstOperand *ast, *whole;
    const char *tile;
    FlatLayout flat;
    Space space;
} FlatOperand;
/* resolve_fragment.c: E_FRAGMENT, where registers are a fragment of other elements. */
bool check_fragment(const Copy *copy, const FlatOperand *flat);
bool flatten_operand(Context *context, const Copy *copy, const AstOperand *ast, FlatOperand *flat);
/* resolve_tiling.c: the logical shape, and the layout repeated until it fills it. */
bool build_shape(const FlatOperand *flat, Operand *operand);
bool check_own_shape(const AstLayout *layout); /* of a `layout` statement */
bool build_operand(const Copy *copy, const FlatOperand *flat, Operand *operand);
/* resolve_convert.c: the two dtypes, the operand of a side in its own, `round` and `saturate`. */
bool resolve_dtypes(const Context *context, Copy *copy, const AstCopy *ast);
bool build_side(const Copy *copy, const FlatOperand *flat, Operand *operand);
void resolve_rounding(Copy *copy, const AstCopy *ast);
bool resolve_reduce(Copy *copy, const AstCopy *ast);
bool resolve_multicast(Copy *copy, const AstCopy *ast);
bool collect_symbols(Copy *copy, const FlatOperand *left, const FlatOperand *right);
int symbol_find(const Copy *copy, Word name);       /* -1: none */
bool widen_strides(Copy *copy, const AstCopy *ast); /* `ld64` */
bool bound_symbols(Copy *copy, const AstCopy *ast);
void pitch_symbols(Copy *copy); /* of a masked copy: after bound_symbols, before the facts */
bool resolve_facts(Copy *copy, const AstCopy *ast);
bool resolve_scope(const AstScope *ast, Scope *scope);
bool resolve_options(Copy *copy, const AstCopy *ast);
const AstOption *option_named(const AstCopy *ast, const char *name); /* NULL: not given */
/* resolve_tensor.c: `tensormap` and what goes with it. */
bool asks_tensormap(const AstCopy *ast); /* `tensormap`, or `using` a variant of tensor copies */
bool note_tensormap(Copy *copy, const AstCopy *ast); /* before symbols are bounded */
bool resolve_tensor(Copy *copy, const AstCopy *ast);
void bound_tensor(Copy *copy, const Operand *operand); /* of strides, extents and origins */
bool resolve_limits(Copy *copy, const AstCopy *ast);   /* the arguments that `masked` adds */
/* resolve_halo.c: masked windows of arrays whose extents are names. */
bool has_names(const Operand *operand);
bool resolve_halo(Copy *copy, const AstCopy *ast); /* before the limits */
bool cap_shifts(Copy *copy); /* where windows may begin: after bound_symbols; false: reported */
void align_halo(Copy *copy); /* after the facts */
/* resolve_picks.c: `by`: the array of a side, before the facts and after them; false: reported. */
bool resolve_picks(Context *context, Copy *copy, const AstCopy *ast);
bool settle_picks(Copy *copy);
bool resolve_stages(Copy *copy, const AstCopy *ast); /* the argument that `stages` adds */
bool resolve_rest(Copy *copy, const AstCopy *ast);   /* fill and keep */
/* The bits of one element that the option's value stands for; false: reported. */
bool fill_value_of(const AstOption *option, const Dtype *dtype, uint64_t *bits);
bool resolve_hints(Copy *copy, const AstCopy *ast); /* cache, l1, l2, prefetch */
bool refuse_not_yet(const AstCopy *ast); /* what is known but not built; false: reported */
/* resolve_copy.c: a request of the copy family, its name, and its place in the module. */
Request *request_new(const Context *context, const Statement *statement);
bool request_take_name(Request *request, const AstCopy *ast);
void add_copy(Context *context, Request *request, const AstCopy *ast, bool reversed);
void resolve_copy(Context *context, const Statement *statement);
void resolve_fill(Context *context, const Statement *statement);
void resolve_descriptor(Context *context, const Statement *statement);
void resolve_coords(Context *context, const Statement *statement);
void resolve_pipeline(Context *context, const Statement *statement);
bool resolve_variant(const AstOption *option, const char *value, const char **variant);
bool resolve_kit(const AstLane0 *ast, Lane0 *lane0);           /* reduce, scan; false: reported */
bool resolve_element(const AstLane0 *ast, const Lane0 *lane0); /* extract, insert, broadcast */
/* resolve_folded.c: the layout of a value, and the form of a reduction of such values; false:
 * reported. */
bool resolve_registers(Context *context, const AstLane0 *ast, Lane0 *lane0, int at);
bool check_folded(const AstLane0 *ast, Lane0 *lane0);
bool fail_reduce_form(const Lane0 *lane0, Loc loc, const char *what); /* resolve_kit.c */
bool fail_over(const AstLane0 *ast, const Lane0 *lane0); /* resolve_kit.c: names no dimension */
void resolve_lane0(Context *context, const Statement *statement);
void add_request(Context *context, Request *request);
bool check_given_name(Word name);

/* print.c; reversed: the second copy of a <-> b */
void copy_print(Text *out, const Copy *copy, const AstCopy *ast, bool reversed);
void scope_print(Text *out, const Scope *scope);                /* "cta(64) warps 0:1" */
void facts_print(Text *out, const AstCopy *ast, bool reversed); /* " where ..." */
#endif
