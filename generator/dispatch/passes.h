/* passes.h: what the passes of program.c say to each other. Private to the dispatch room. */
#ifndef TCGEN_PASSES_H
#define TCGEN_PASSES_H
#include "../variants/variants.h"
#include "dispatch.h"

/* auto_layout.c: what was picked for the `auto` sides of a request. */
typedef struct {
    bool refused; /* the request cannot work, which is reported */
    const AutoChoice *choice[2];
} Picked;
Picked *auto_layouts(const Module *module); /* [i]: of request i */
void auto_warn(Function *function); /* a warning of the function whose tile keeps conflicts */

/* views.c: false: reported. */
bool view_make(const Request *request, const Picked *picked, View *view);
void view_settle(Copy *view, const AutoChoice *const choice[2]);
/* stages.c: makes the ring of `stages N` a dimension of the view's smem operand; false:
 * reported. */
bool view_stages(Copy *view);

/* What the passes do for one kind of request. A new kind is one of these, and a case in each
 * output. */
typedef struct {
    bool (*view)(const Request *request, const Picked *picked, View *view); /* NULL: it has none */
    /* What the name says before the prefix; false in *ok: reported. */
    const char *(*stem)(const Function *function, bool strict, bool *digest, bool *ok);
    bool (*check)(Function *function); /* refuses what no variant could do; false: reported */
    /* Everything that the name must tell apart, as text; pins (using, policy) are separate. */
    const char *(*meaning)(const Function *function);
    const char *(*pins)(const Function *function);
    bool (*describe)(Function *function); /* what stands beside the plans; false: reported */
    void (*keep)(Function *function);     /* copies what is the kind's own */
} Kind;
const Kind *kind_of(const Request *request); /* program.c */
extern const Kind lane0_kind;                /* lane0.c */

/* names.c: the name and the constants; false: reported. And what the kind of copies has. */
bool name_function(Function *function, bool strict);
const char *copy_stem(const Function *function, bool strict, bool *digest, bool *ok);
const char *copy_meaning(const Function *function);
const char *copy_pins(const Function *function);

bool check_copy(const Copy *copy);   /* check.c: false: reported */
bool check_places(const Copy *copy); /* of it: every element has an owner and a place of its own */
bool check_folded_layouts(Function *function); /* folded.c: of a reduce; false: reported */

/* converts.c: is there such a conversion? And: all targets lack an instruction of it, which is
 * reported. */
bool check_conversion(const Copy *copy);
bool converts_report(const Copy *copy, const Choice *choice);

/* choose.c: fills the choices for the targets; false: reported. */
bool choose_plans(Function *function, unsigned targets);
/* What it would choose for one target, not proven; no plan: none works. Is another target another
 * question? */
Choice estimate_plan(const Copy *copy, int target);
bool is_by_target(const Copy *copy);
/* missing.c: facts with which there would be a plan, as they stand after `where`; NULL: none.
 * *variant: who would make it; NULL: facts on origins, with which the region straddles no iter. */
const char *missing_for_any(const Copy *copy, int target, const char **variant);
void function_warn(Function *function, const char *text); /* one more warning of the header, JSON */

/* keep.c: what stays of a function: all that it needs is copied, all since the mark is given
 * back. */
void function_keep(Function *function, MemMark mark);
const char *text_kept(const char *text); /* NULL stays NULL */
void keep_views(Function *function);
/* advice.c: warnings of a function that is otherwise as asked. */
void advise(Function *function);
int64_t plan_registers(const Plan *plan);
#endif
