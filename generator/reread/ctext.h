/* ctext.h: the printed body of a function, read back as C and held against its Plan. The way
 * through the files: ctext_parse.c (text -> statements), ctext_value.c (numbers in C's own types,
 * for all lanes at once), ctext_wide.c (iterations of a loop as lanes), ctext_run.c (statements ->
 * calls), ctext_next.c (the calls that the Plan asks for), ctext_plan.c (are they the same?).
 *
 * A lane is one rank at one choice of whatever else is tried value by value: arguments that are
 * used in digits, and the iterations of loops. A loop of 256 iterations run by one thread is one
 * run of its body by 256 lanes. Nothing is sampled. */
#ifndef TCGEN_CTEXT_H
#define TCGEN_CTEXT_H
#include "reread.h"

/* ---- ctext_parse.c: statements ------------------------------------------------------------- */

typedef enum { C_INT, C_UNSIGNED, C_LONG, C_ULL } CType; /* by rank of conversion */

typedef enum {
    NODE_NUMBER,
    NODE_NAME,
    NODE_BINARY,  /* op: * / % + - < (shift) ... as in `op` */
    NODE_ADDRESS, /* &v, &v[i] */
    NODE_INT,     /* (int)x, (unsigned)x, (long long)x: type */
    NODE_VECTOR,  /* (const tc_b128 *)p: number is 128 */
    NODE_CALL,
    NODE_INDEX,
    NODE_CHOICE /* a ? b : c */
} NodeKind;
enum { MAX_CALL = 12 };
typedef struct Node Node;
struct Node {
    NodeKind kind;
    char op[3]; /* "+", "<<", ">=", "&&" */
    const char *name;
    int64_t number;
    CType type;
    int count;
    const Node *at[MAX_CALL]; /* operands or arguments */
};

typedef enum {
    SAY_VALUE,
    SAY_HANDLE,
    SAY_ARRAY,
    SAY_ADD,
    SAY_SET,
    SAY_CALL,
    SAY_IF,
    SAY_FOR
} SayKind;
typedef struct Say Say;
struct Say {
    SayKind kind;
    CType type;             /* SAY_VALUE */
    bool constant;          /* SAY_VALUE: declared const */
    const char *name;       /* declared or assigned; the loop's variable */
    const char *element;    /* SAY_ARRAY: "tc_b128" */
    int64_t count;          /* SAY_FOR */
    const Node *to, *value; /* SAY_SET: to = value; SAY_IF: the condition */
    const Say *body, *next;
    const char *line; /* where it stands, for messages */
};
/* Of the elements of an array that the text declares; 0: no type of ours. */
int64_t ctext_bits(const char *type);
/* NULL and *stuck: the place that is no statement of ours. */
const Say *ctext_parse(const char *text, const char **stuck);

/* ---- ctext_value.c: numbers ---------------------------------------------------------------- */

/* One number for each lane: at[lane * step]; step 0: the same for all; at NULL: zero. */
typedef struct {
    int64_t *at;
    int step;
} Lanes;

/* More than the products in the addresses (MAX_MONOMIALS): each is made name by name, a, a * ld, a
 * * ld * h. */
enum { MAX_PRODUCTS = 32 };
/* The exact value constant + sum of factor[k] x product k, of which C holds the lowest bits of the
 * type. A lane is bad where C's value is not known any more: an unsigned value that wrapped went
 * into a wider type, a division, a comparison or an address. Bad lanes may be computed, not
 * used. */
typedef struct {
    CType type;
    Lanes constant, factor[MAX_PRODUCTS];
    bool *bad; /* by lane; NULL: none */
} Number;

/* A loop of the text whose iterations start .. start + width are lanes: at[lane] is the lane's. */
typedef struct {
    const char *name;
    int64_t extent, start, width;
    int id;     /* of this entry into the loop */
    bool taken; /* a loop of the Plan goes along with it */
    int64_t *at;
} Wide;
enum { MAX_WIDE = 16, WIDE_LANES = 1024, MAX_QUOTIENTS = 8 };

/* How loops are run: as lanes, of those alone who run them, or of all; or one iteration after
 * another, which is the last word where it is not clear which call of the Plan is the text's. */
typedef struct {
    const Plan *plan;
    int lanes;
    int64_t *rank; /* by lane */
    int wide_count, wide_entries;
    Wide wide[MAX_WIDE]; /* outermost first */
    enum { READ_ACTIVE, READ_WIDE, READ_EACH } how;
    bool astray; /* it failed where another way to run the loops may not */
    /* Run-time arguments as multiples: ld with ld % 8 == 0 is 8 times a unit. Products of units. */
    int product_count;
    struct {
        int count, symbol[MAX_FACTORS + 1];
        int64_t low, high;
    } product[MAX_PRODUCTS];
    int quotient_count; /* digits of limits in the Plan: see ctext_quotients.c */
    struct {
        int symbol;
        int64_t div, mod;
    } quotient[MAX_QUOTIENTS];
    int64_t *tried[MAX_SYMBOLS]; /* by lane, the value it is tried with; NULL: it stays a symbol */
    bool open[MAX_SYMBOLS];      /* symbols that must be tried value by value */
    bool is_open;
    const bool *active; /* the lanes that run the statement */
    const char *line;   /* the statement */
    bool failed;
    char fault[400];
} Reader;

bool reader_fail(Reader *reader, const char *format, ...) PRINTF_LIKE(2, 3);
Number number_constant(Reader *reader, int64_t value, CType type);
Number number_lanes(int64_t *at, CType type); /* of all ranks */
Number number_symbol(Reader *reader, int symbol, CType type);
int64_t lanes_get(Lanes lanes, int lane);
bool number_is_bad(const Number *number, int lane);
/* Where may the exact value lie? Saturated at the ends of int64_t. */
void number_range(
    const Reader *reader, const Number *number, int lane, int64_t *low, int64_t *high);
bool number_equal(const Number *a, const Number *b, int lane); /* exact values */
/* C's value must be the exact one; lanes where it may not be become bad. */
void number_demand(Reader *reader, Number *number);
Number number_convert(Reader *reader, Number number, CType type);
/* One operator of C: * / % + - & ^ << >>, operands converted as C does. */
Number number_binary(Reader *reader, const char *op, Number a, Number b);
/* Exact sums, for the Plan's side and for addresses: a + b * times. */
Number number_add_exact(Reader *reader, Number a, Number b, int64_t times);
Number number_divided(Reader *reader, Number a, int64_t by); /* rounded down */
Number number_times_symbol(Reader *reader, Number a, int symbol);
bool number_xor_exact(Reader *reader, Number *number, const Expr *xors);

/* ctext_plan.c: an expression of run-time arguments alone, `times` over: where the pointer to an
 * array stands, seen from the first element of a window of it. */
Number number_before(Reader *reader, const Expr *expr, int64_t times);

/* ---- ctext_quotients.c: digits of limits ----------------------------------------------------- */

void quotients_start(Reader *reader); /* those of the Plan */
/* As symbols of a product, from MAX_SYMBOLS on; -1: it is none of them. */
int quotient_of(const Reader *reader, const Digit *digit);
int quotient_divided(const Reader *reader, const Number *number, int64_t by, bool rest);
int64_t quotient_most(
    const Reader *reader, int symbol, int64_t of); /* where the limit is at most `of` */

/* ---- conditions ---------------------------------------------------------------------------- */

/* exact < 0, >= 0 or == 0; by lane: known false, known true, open (it depends on run-time
 * arguments). */
enum { TRUTH_NO, TRUTH_YES, TRUTH_OPEN };
typedef struct {
    CondOp op;
    Number exact;
    unsigned char *state;
    bool elected; /* tc_elect_one() */
} Truth;
enum { MAX_TRUTHS = 16 };
typedef struct {
    int count;
    const Truth *at[MAX_TRUTHS];
} Truths;
const Truth *truth_of(Reader *reader, CondOp op, Number exact);
/* Comparison of two C values by "<", ">=", ">", "<=", "==". */
const Truth *truth_compare(Reader *reader, const char *op, Number a, Number b);
bool truths_false(const Truths *truths, int lane);
/* The same open conditions at this lane, in any order. */
bool truths_equal(const Truths *a, const Truths *b, int lane);

/* ---- ctext_run.c: calls -------------------------------------------------------------------- */

typedef enum {
    VALUE_NUMBER,
    VALUE_POINTER,
    VALUE_TRUTHS,
    VALUE_LEFT,
    VALUE_NAME,
    VALUE_EDGE
} ValueKind;
typedef enum { OF_BUFFER, OF_BUNDLE, OF_ARENA } PointerOf;
/* tc_clamp_at(at, extent, stride) and tc_wrap_at */
typedef struct {
    Number at, extent, stride;
    EdgeKind edge;
} EdgeTerm;
typedef struct {
    ValueKind kind;
    const EdgeTerm *edges[MAX_LIMITS]; /* pointer: what it is moved by; VALUE_EDGE: that alone */
    int edge_count;
    Number number; /* pointer: the offset in bits; left: the limit */
    PointerOf of;
    int index;           /* of the buffer or bundle */
    int64_t unit;        /* bits of what it points to */
    const Number *peer;  /* through tc_map_to_cta: the CTA */
    const Number *first; /* left: tc_left(number, first, most) * times */
    int64_t most, times;
    Truths *truths; /* VALUE_TRUTHS; VALUE_LEFT: where it is not 0. NULL: 1 */
    const char *name;
} Value;

typedef struct {
    const char *name;
    int count;
    Value at[MAX_CALL];
    const bool *mask;     /* lanes that make it */
    const Truths *inside; /* open conditions around it */
    bool elected;
} Call;

/* ---- ctext_picks.c: numbers out of registers ------------------------------------------------- */

Number number_pick(Reader *reader, const RowPick *pick, bool has_sign, Number slot, CType type);
/* pick[i], or pick alone, as the number that it is, behind a cast to the other sign or not; false:
 * it is no such register. */
bool value_pick(Reader *reader, const Node *node, bool is_cast, Value *value);
void keep_picks(Reader *reader, const Term *term); /* the products of a term with a pick */

/* ---- ctext_wide.c: more lanes ---------------------------------------------------------------- */

/* How many values the arguments that are tried have together; `width` of them from `first` on, as
 * lanes. */
int64_t wide_choices(const Reader *reader);
void wide_start(Reader *reader, int64_t first, int width);

/* New lanes: `count` of those before, and that `times` over. Lane i was lane[i % count]. */
typedef struct {
    int count, times;
    int *lane;
} Spread;
Spread wide_spread(const Reader *reader); /* once, of those who run the statement */
void *wide_bytes(const void *at, size_t size, const Spread *spread);
Number wide_number(const Number *number, const Spread *spread);
Truths wide_truths(const Truths *truths, const Spread *spread);
Value wide_value(const Value *value, const Spread *spread);
/* The same for the loops, the ranks, the arguments that are tried and who is active, and one more
 * loop. */
void wide_reader(Reader *reader, const Say *loop, int64_t start, const Spread *spread, int id);
void wide_end(Reader *reader, const Reader *before);
/* A variable that was there before the loop is changed in it. */
bool wide_carries(const Say *loop);

/* ---- ctext_variable.c: variables ------------------------------------------------------------- */

Value value_number(Number number);
Value value_truths(const Truths *truths);
void number_room(const Reader *reader, Number *number);
void number_assign(Reader *reader, Number *to, const Number *from); /* for the active lanes */

/* ---- ctext_next.c: what the Plan asks for, in order ------------------------------------------ */

enum { MAX_DIGITS = 16, MAX_NEST = 64 };

/* What is worth keeping, by lane. */
typedef struct {
    Truths *guards; /* by phase */
    bool *idle;     /* by phase: whoever is no lane any more takes no part in it */
    int digit_count;
    struct {
        Digit digit;
        int64_t *lanes;
    } digits[MAX_DIGITS]; /* of the rank alone: the same all the time */
} Kept;

/* How a loop of the Plan is run: not entered yet, value by value, or along with a wide loop. */
typedef enum { RUN_NEW, RUN_ONE, RUN_WIDE } RunKind;
typedef struct {
    RunKind kind;
    bool moved; /* since the last call: it goes on with the next iterations */
    int id;
    int64_t value, width;
    const int64_t *at; /* by lane, of a wide one */
} Run;

typedef struct {
    Reader *reader;
    int phase, step;
    bool started; /* a step of the phase is under way */
    Run *loop;    /* by index into Plan.loops */
    const Kept *kept;
} Wanted;

/* One thing that must come next. */
typedef struct {
    const Step *step;
} Want;

bool next_wanted(Wanted *wanted, Want *want); /* false: the Plan is through */
/* Finds the wide loops of the text that the loops of the Plan go along with; false: they are not
 * the same loops. */
bool next_pair(Wanted *wanted, const Want *want);

/* ---- ctext_plan.c: is it the same? ----------------------------------------------------------- */

Wanted *wanted_start(Reader *reader);
const Kept *wanted_wide(Wanted *wanted, const Spread *spread);
bool wanted_call(Wanted *wanted, const Call *call); /* the next one is this one */
bool wanted_end(Wanted *wanted);                    /* nothing is left */
/* ---- ctext_plan.c and ctext_edges.c: are they the same?--- */

bool differs(const Wanted *wanted, int lane, const char *what);
bool differs_at_once(const Wanted *wanted, const char *what); /* for all lanes: the first says it */
bool same_number(
    const Wanted *wanted,
    const Call *call,
    const Number *got,
    const Number *want,
    const char *what);
Number expr_number(const Wanted *wanted, const Expr *expr);
/* The edges of a pointer against those of a side; *rest: what else its address is, in bits. */
bool wanted_edges(
    const Wanted *wanted, const Call *call, const Value *got, const Side *side, Number *rest);

#endif
