/* tell.h: what is told of Functions, the Plans in them and their texts: the header, explain, cost
 * and JSON. Everything here reads and decides nothing. What is told of pipelines is made
 * in pipeline/, from the same words, and comes in as text. */
#ifndef TCGEN_TELL_H
#define TCGEN_TELL_H
#include "../reread/reread.h"

/* runtime.c: which names and items of tilecopy/ are needed, and in which worlds; and headers. */
typedef struct {
    unsigned char *name, *item;
    bool *header;
} RuntimeNeed;
RuntimeNeed runtime_need_new(void);
/* --with NAME,...: headers and primitives. False: E_USAGE was reported. */
bool runtime_need_with(RuntimeNeed *need, const char *list);

/* What the banner of a header says: made by which command from which files. */
typedef struct {
    const char *command; /* "tcgen" */
    const char *const *inputs;
    int input_count;
} MadeFrom;
/* header.c: the generated header, the whole of *out. texts: one for each function; output_name: for
 * the guard; single_file: what of include/tilecopy --with asks for, to be printed with what the
 * text needs; NULL: it is included. */
void out_header(
    Text *out,
    const Program *program,
    const FunctionText *texts,
    const Text *pipelines,
    const MadeFrom *from,
    const char *output_name,
    const RuntimeNeed *single_file);
void out_function(Text *out, const Function *function, const FunctionText *text);
/* json.c. others: the objects of pipelines, of descriptors and of coordinates; NULL: there are
 * none. The list of coordinates is there only where there are some. */
void out_json(Text *out, const Program *program, const Text *others, bool trace);
void out_names(Text *out, const Program *program);
/* explain.c. only: a name, or NULL */
void out_explain(Text *out, const Program *program, const char *only);

/* ---- cost_print.c: a table of costs ---------------------------------------------------------- */

enum { COST_COLUMNS = 8 };
typedef struct {
    const char *cell[COST_COLUMNS]; /* but for that of the targets */
    unsigned targets;               /* 0: the heading */
} CostRow;
typedef struct {
    CostRow *at;
    int count, capacity;
    Text below; /* the table */
} CostTable;
void cost_add_row(CostTable *table, CostRow row);
/* more: rows behind those of the functions; NULL: none */
void out_cost(Text *out, const Program *program, const CostTable *more);

/* ---- words.c --------------------------------------------------------------------------------- */

void words_scope(Text *out, const Scope *scope);                /* cta(128) warps 1:3 */
void words_callers(Text *out, const Scope *scope);              /* all 32 lanes of a warp */
void words_targets(Text *out, unsigned targets);                /* sm_80, sm_90 */
const char *words_rounding(Rounding rounding);                  /* rounded towards zero */
void words_expr(Text *out, const Expr *expr, const Plan *plan); /* 8 * rank + 4 * i */
void words_sum(Text *out, const Expr *expr, const Plan *plan);  /* the x of its XORs */
void words_cond(Text *out, const Cond *cond, const Plan *plan); /* rank < 24 */
void words_instructions(
    Text *out, const Plan *plan, const Cost *cost);  /* 2 ld.shared.v4.b32, 1 st.shared.b32 */
void words_shape(Text *out, const Operand *operand); /* 32x8: the non-unit extents; 1 if none */
/* "label  text" with the text wrapped at 96 columns, its lines at column `at`. */
void words_wrap(Text *out, int label_at, const char *label, int at, const char *text);
#endif
