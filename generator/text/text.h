/* text.h: a chosen Plan -> its text in C. The path of a function through the files: signature.c
 * (its arguments) -> address.c (what each pointer is advanced by, once) -> body.c (phases, loops,
 * calls), with expr_print.c spelling expressions and page.c breaking lines as .clang-format would.
 * Everything is read from the Plan and is exactly what the Plan says: reread/ reads each body as C
 * and compares the two. */
#ifndef TCGEN_TEXT_H
#define TCGEN_TEXT_H
#include "../dispatch/dispatch.h"

/* ---- page.c: lines ------------------------------------------------------------------------- */

enum { PAGE_COLUMNS = 100, PAGE_INDENT = 4 };
void print_line(Text *out, int indent, const char *format, ...) PRINTF_LIKE(3, 4);
/* head(items)tail, broken as .clang-format breaks it: all on one line, else all items on the next,
 * else one a line. */
void print_list(
    Text *out, int indent, const char *head, const char *const *items, int count, const char *tail);
/* Whole sentences, wrapped at words; `what` may not hold a comment end. */
void print_comment(Text *out, int indent, const char *what);
/* One item of a contract: " * Label     text", wrapped at words; `what` may not hold a comment
 * end. */
void print_item(Text *out, const char *label, const char *what);
/* "head value", or value on a line of its own where that is too long. */
void print_directive(Text *out, const char *head, const char *value);
void print_constant(Text *out, const char *stem, const char *suffix, const char *value);

/* ---- expr_print.c: expressions ------------------------------------------------------------- */

enum { MAX_NAMED = 4 };
/* What the variables of a Plan are called in the text. */
typedef struct {
    const Plan *plan;
    const char *symbol[MAX_SYMBOLS];
    struct {
        Digit digit;
        const char *name; /* "row" */
    } named[MAX_NAMED];   /* digits of the rank that are locals */
    int named_count;
    struct {
        int symbol;       /* the limit */
        Expr first;       /* what the rank adds to the coordinate */
        const char *name; /* "rows_left": limit - first, negative beyond the limit */
    } left[2];            /* what conditions inside loops compare with */
    int left_count;
} Names;

/* Steps and largest value of a term with symbols: m * 64 with m % 16 == 0 goes in steps of 1024. */
void term_range(const Plan *plan, const Term *term, int64_t *step, int64_t *max);
bool term_is_symbolic(const Term *term);

/* How an operand must be bracketed. */
typedef enum { SHAPE_ATOM, SHAPE_PRODUCT, SHAPE_SUM, SHAPE_XOR } TextShape;
typedef struct {
    const char *at;
    TextShape shape;
} Phrase;
const char *phrase_in(Phrase phrase, TextShape loosest); /* bracketed when looser than that */

/* Loops with fixed[loop] >= 0 become constants; digits and sums are brought to their shortest form:
 * rank / 8 * 64 + rank % 8 * 8 becomes rank * 8. fixed may be NULL. */
Expr expr_fold(const Plan *plan, const Expr *expr, const int64_t *fixed);
/* Every number times numerator / denominator; false where that is no integer. */
bool expr_scale(Expr *expr, int64_t numerator, int64_t denominator);
/* An item whose loops are all constants is a digit of the rank; that of one thread, of the loop. */
Digit item_fold(const Plan *plan, Digit digit, const int64_t *fixed);
bool expr_is_zero(const Expr *expr);
bool terms_equal(const Expr *a, const Expr *b); /* terms and XORs; constants ignored */
/* Largest value of a digit by the ranges of its variable; -1: not known. */
int64_t digit_max(const Plan *plan, const Digit *digit);
int64_t xors_apply(const Expr *expr, int64_t value);
/* pitch: constants that are multiples of it are spelled as products, 2048 as 32 * 64; 0: none. */
Phrase expr_phrase(const Names *names, const Expr *expr, int64_t pitch);
/* The same with the XOR on the one digit that it changes, row * 128 + (rank / 16 ^ row % 8) * 16,
 * where there is such a digit: better for matrix rows, whose addresses jump from lane to lane. */
Phrase expr_phrase_by_digit(const Names *names, const Expr *expr);
/* origin.c: a local of that value, with run-time origins before or behind the XOR; false: there are
 * none that could stand there, and nothing was printed. */
bool print_origins(
    Text *out, int indent, const Names *names, const char *name, const Expr *expr, bool by_digit);
/* rows.c: run-time rows and columns apart, m * 64 + (k ^ m % 8 * 8). False: it has none, or they
 * are not apart. */
bool rows_phrase(const Names *names, const Expr *expr, int64_t pitch, Phrase *out);
/* mask 0x1c0, shift 3: the field x / 64 % 8, times 8. False: it is no such field. */
typedef struct {
    int64_t div, mod, times;
} XorField;
bool xor_field(const Xor *x, XorField *field);
/* The XORs alone, on a value that has a name: at ^ (at / 64 % 8 * 8). */
Phrase xors_phrase(const Expr *expr, const char *value);
Phrase coef_phrase(const Names *names, Coef coef);                                 /* 32 * ld */
const char *cond_text(const Names *names, const Cond *cond, const int64_t *fixed); /* NULL: true */
/* ---- window.c: windows of arrays ------------------------------------------------------------- */

/* The conditions from *at on, as far as they are one comparison, tc_inside(y + 3, height) or one
 * alone; NULL: always true. Moves *at behind them. */
const char *next_cond(
    const Names *names, const Cond *conds, int count, const int64_t *fixed, int *at);
/* src += (long long)y * ld + x; for every window. */
void print_shifts(Text *out, int indent, const Names *names);

/* ---- width.c: 32 bits or 64 ------------------------------------------------------------------ */

bool expr_needs_64_bits(const Plan *plan, const Expr *expr);
/* Multiplied from left to right, would 32-bit factors leave 32 bits? */
bool term_wraps(const Plan *plan, const Term *term);
/* C adds from left to right, in 32 bits as long as both sides have 32: does this term of a 64-bit
 * sum need a 64-bit literal? `narrow`: the sum of those before that are 32-bit numbers still. */
bool term_widens(const Plan *plan, const Term *term, Expr *narrow);

/* ---- left.c: limits less what a thread starts at --------------------------------------------- */

void name_lefts(Names *names); /* after the digits have their names */
/* Those that the text uses. */
void print_lefts(Text *out, int indent, const Names *names, const char *text);
/* "(int)(i * 32) < rows_left"; NULL where there is no such local. */
const char *left_text(const Names *names, const Cond *cond, const Expr *lhs);
bool name_is_free(const Names *names, const char *name);

/* ---- signature.c: arguments ---------------------------------------------------------------- */

typedef struct {
    const char *name;        /* "src" */
    const char *declaration; /* "const float *src" */
} Argument;
typedef struct {
    int count;
    Argument at[MAX_ARGUMENTS];
} Signature;
Signature signature_of(const Function *function);
void print_signature(
    Text *out, const Signature *signature, const char *head, bool with_rank, const char *tail);
/* A C spelling of a run-time argument's name that is no keyword and none of our own names. */
const char *upper_text(const char *name);
const char *argument_name(const char *name);
bool symbol_is_given(const Symbol *symbol);
const char *symbol_argument(const Symbol *symbol);
/* "ld >= cols or ld >= 64"; as C: between is " || ", suffix "ull" of a factor of the pitch. */
const char *pitch_text(
    const Symbol *symbols, const Symbol *symbol, const char *between, const char *suffix);
/* "Element (r, c) moves if r < rows and c < cols" */
const char *limits_words(const Copy *copy);
/* checks.c: ", y - 1 >= -height, 2 * height >= y + 33" of an array that repeats, for the symbol
 * that is its extent; "" for any other. */
const char *wrap_text(const Plan *plan, int symbol);
const char *element_type(const Dtype *dtype);
/* Elements per stored unit: 1, and for sub-byte types the scale to bytes. e2m1: 1 / 2. */
void storage_scale(const Dtype *dtype, int64_t *numerator, int64_t *denominator);
bool has_identifier(const char *text, const char *name);

/* ---- address.c: bases ---------------------------------------------------------------------- */

typedef enum {
    BASE_NONE,    /* nothing depends on the thread */
    BASE_INLINE,  /* one use: written where it is used */
    BASE_POINTER, /* the pointer is advanced once */
    BASE_OFFSET   /* a named offset, used as src + from or src + (from ^ 32) */
} BaseForm;

/* What all threads add to one pointer before anything else. */
typedef struct {
    int buffer;
    int phase;   /* the only phase that uses it, -1: several */
    Expr thread; /* rank and symbol terms, least constant, XORs; in units of the pointer */
    BaseForm form;
    const char *name; /* "from" */
    bool in_bytes;    /* through tc_from / tc_to: matrix accesses under an XOR, remote buffers */
    int uses;
    bool is_source;
    int step_loop; /* the loop that moves the pointer by step_by at its end, -1: none */
    int step_only; /* the step whose own loop that is, -1: a loop of the phase */
    Coef step_by;
} Base;

/* One address of one step. */
typedef struct {
    int phase, step;
    bool is_from; /* Step.src[0], else Step.dst */
    int buffer;
    int base; /* -1: the whole expression is printed in place */
    Expr whole;
    Expr add, exclusive; /* loops and constants: (base ^ exclusive) + add */
    int64_t behind;      /* of `whole` under XORs: where the buffer begins in its arena */
    bool in_bytes;       /* offsets are added by tc_from / tc_to, or to a tc_dsmem */
    bool scaled;         /* false: `whole` is in elements of a sub-byte type that do not divide */
} Site;

enum { MAX_BASES = 24, MAX_SITES = 64 };
typedef struct {
    const Plan *plan;
    int base_count, site_count;
    Base bases[MAX_BASES];
    Site *sites;
} Addresses;
Addresses addresses_of(const Plan *plan);
const Site *site_of(const Addresses *addresses, int phase, int step, bool is_from);
/* Does the nest that holds this step (step -1: the loops of the phase itself) become straight
 * line? */
bool nest_is_straight(const Addresses *addresses, int phase, int step);
/* Is this rank one for which the steps of the phase run? True where that depends on more. */
bool rank_runs(const Plan *plan, const Phase *phase, int64_t rank);
int64_t buffer_pitch(const Plan *plan, int buffer); /* constant row pitch in elements, 0: none */
/* What a base adds to its pointer where it stands in one place: rank * 8. */
Phrase base_offset(const Names *names, const Base *base);

/* ---- operand.c: arguments of primitives ---------------------------------------------------- */

typedef struct {
    const Plan *plan;
    Addresses addresses;
    Names names;
    int64_t *fixed;   /* by loop: its value in straight-line text, -1 where it is a variable */
    const char *name; /* of the function */
    int spills;       /* offsets that got a local because they were too long for an argument */
} Body;
void print_arrays(Text *out, int indent, const Body *body);
/* const unsigned name = expr; in several statements where it is too long for one line. by_digit: as
 * expr_phrase_by_digit. */
void print_value(
    Text *out, int indent, const Names *names, const char *name, const Expr *expr, bool by_digit);
const char *slot_text(const Body *body, int bundle, const Expr *slot, int bits);
const char *element_text(const Body *body, int bundle, const Expr *slot);
const char *without_brackets(const char *text);         /* (rank ^ 1), where it stands alone */
const char *pointer_name(const Plan *plan, int buffer); /* "there" for a mapped one */
const char *address_text(Body *body, Text *before, int indent, int phase, int step, bool is_from);

/* window.c: src + tc_clamp_at(y + 3, height, ld) + ..., where an edge is clamped or wraps. */
const char *edges_text(const Body *body, const Side *side);

/* ---- digits.c ------------------------------------------------------------------------------ */

bool base_is_printed(const Base *base);
void name_digits(Body *body);
void name_item(Body *body, int phase, int at); /* for a step with a block of its own */
/* The locals from number `first` on that the text came to use. */
void print_digits(Text *out, int indent, const Body *body, int first, const char *text);

/* ---- body.c ---------------------------------------------------------------------------------- */

/* (void)src; for every argument that the body in `text` does not name. */
void print_unused_arguments(Text *out, const Signature *signature, const char *text, bool has_rank);
/* The statements of one Plan of the function `name`, indented by one level. */
const char *body_text(const char *name, const Plan *plan);
/* That text in its function, which has the arguments of `signature`. */
void print_body(Text *out, const Function *function, const Signature *signature, const char *text);

/* ---- checks.c: TC_CHECK ---------------------------------------------------------------------- */

/* In the definition: its rank and what its contract asks of arguments and callers. */
void print_checks(Text *out, const Function *function, const Plan *plan);
/* In the form that takes its rank from the hardware. */
void print_caller_check(Text *out, const Function *function, const Plan *plan);

/* ---- tensormap.c: the host's functions of a tensor copy, NAME_tensormap and its numbers ------ */

void print_tensormaps(Text *out, const Function *function, const Plan *plan);

/* ---- branches.c ---------------------------------------------------------------------------- */

/* The choices with a plan, in order, and why there is none for the rest (NULL: all have one). */
typedef struct {
    const Choice *with[TARGET_COUNT + 1];
    int count;
    const char *reason;
} Branches;
Branches branches_of(const Function *function);
/* For #if. A body that differs without a feature of its own is chosen by the oldest target that it
 * is for. */
const char *choice_condition(const Choice *choice);
/* For #if: where a body would run if the target had its letter, and no other body runs; "" where
 * there is no such target. Two bodies: "(TC_HAS_BULK && TC_CHIP_HAS_MULTICAST) ||
 * (TC_CHIP_HAS_TMEM)". */
const char *letter_condition(const Branches *branches);

/* ---- part.c --------------------------------------------------------------------------------- */

const Choice *first_choice(const Function *function); /* the first with a plan, or NULL */
/* NAME_gather for the part "gather": a function of its own, with the arguments that it uses. */
Function function_part(const Function *function, int part);

/* ---- function.c: the text as a value --------------------------------------------------------- */

/* identifiers.c: a name that the text defines. */
typedef enum {
    IDENTIFIER_MACRO,
    IDENTIFIER_FUNCTION,
    IDENTIFIER_SHARED, /* of the file too, but several functions may define it, equally */
    IDENTIFIER_ARGUMENT,
    IDENTIFIER_LOCAL
} IdentifierKind;
typedef struct {
    const char *name;
    IdentifierKind kind;
} Identifier;
typedef struct {
    int count, capacity;
    Identifier *at;
} Identifiers;

/* Who holds which element of a distributed value, as an expression. Owner and slot are of element
 * `i`; the index of an element is of `lane` and `slot`. */
typedef enum { MAP_OWNER, MAP_SLOT, MAP_INDEX, MAP_COUNT } Map;
/* What reread/ reads: the body of a Plan, or a map of a value. */
typedef struct {
    const char *name; /* of the function that it stands in */
    const Plan *plan; /* NULL: it is a map */
    const Lane0Value *value;
    Map map;
    const char *text;
} BodyText;

/* What stands in the header under one name: the function itself or a part of it, which have a
 * contract, an access to a value in shared memory, or the maps of a value. */
typedef enum { PIECE_WHOLE, PIECE_PART, PIECE_ACCESS, PIECE_MAP } PieceKind;
typedef struct {
    PieceKind kind;
    int index; /* of the part, the access or the value */
    const char *name;
    const char *comment; /* NULL: its contract stands above it */
    const char *constants, *bodies;
} Piece;
typedef struct {
    const char *name, *text;
} HintedAccess;
typedef struct {
    int piece_count, body_count, hinted_count;
    Piece *pieces;
    BodyText *bodies;     /* until they are read back */
    HintedAccess *hinted; /* accesses with cache hints that it uses, defined */
    Identifiers names;    /* every name that it defines; made when the bodies have been read */
} FunctionText;

FunctionText function_text(const Function *function);
/* The function that the contract of the piece is of. */
Function piece_function(const Function *function, const Piece *piece);
Identifiers text_identifiers(const FunctionText *text); /* kept */
/* Whether the name there is of a local that has the name of an argument. */
bool hides_argument(const Identifiers *list, int at);

/* tensormap_words.c */
const char *tensor_type_name(int type); /* of CUDA's enumeration: 9 is bf16 */
int64_t tensor_boxes(const Plan *plan); /* how many a plan copies */
/* For explain: the map, and the boxes with why they are not fewer. False: the plan has no map. */
bool tensormap_words(const Plan *plan, Text *map, Text *boxes);

/* The makers of a FunctionText. */
void add_body(FunctionText *text, BodyText body);
void add_piece(FunctionText *text, Piece piece);
void make_body(
    FunctionText *made,
    Text *out,
    const Function *function,
    const Signature *signature,
    const Plan *plan);
void make_hinted(FunctionText *text, const Function *function);
/* access.c, lane0_map.c: what a region of lane 0 has beside its parts */
Function access_function(const Function *function, int at);
void make_accesses(FunctionText *text, const Function *function);
void print_memory_struct(Text *out, const Plan *whole, const char *name);
void make_maps(FunctionText *text, const Function *function);
void print_map_numbers(Text *out, const Function *function);
#endif
