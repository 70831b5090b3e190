/* explain_contract.c: a Function -> who owns which elements, shown on the first and the last
 * thread, and what the caller has to do before and after the call. */
#include "contract.h"
#include <inttypes.h>
#include <string.h>

enum { LABEL_AT = 2, TEXT_AT = 14, MAX_ROWS = 512, MAX_COLS = 512, MAX_RUNS = 4 };

static void item(Text *out, const char *label, const char *text) {
    words_wrap(out, LABEL_AT, label, TEXT_AT, text);
}

static void add_coord(Text *out, const Grid *grid, const Cell *cell) {
    text_char(out, '(');
    for (int i = 0; i < grid->of->rank; i++)
        text_printf(out, "%s%" PRId64, i ? "," : "", cell->coord[i]);
    text_char(out, ')');
}

/* The elements of one thread in row-major order, neighbours in a row joined: "(0,0)..(0,7) in
 * registers 0..7". A run ends where the coordinate or the register does not go on by one. */
static void add_runs(Text *out, const Grid *grid, int64_t thread) {
    int runs = 0;
    for (int64_t row = 0; row < grid->shown_rows; row++)
        for (int64_t col = 0; col < grid->shown_cols; col++) {
            const Cell *cell = grid_at(grid, row, col), *end = cell, *next;
            if (!cell || cell->thread != thread)
                continue;
            int64_t step = grid->owner ? 1 : 0;
            while ((next = grid_at(grid, row, col + 1)) && next->thread == thread &&
                   next->slot == end->slot + step) {
                end = next;
                col++;
            }
            if (runs++ == MAX_RUNS) {
                text_add(out, ", ..");
                return;
            }
            text_add(out, runs > 1 ? ", " : "");
            add_coord(out, grid, cell);
            if (end != cell) {
                text_add(out, "..");
                add_coord(out, grid, end);
            }
            text_printf(
                out, grid->owner ? " in register %" PRId64 : " in transfer %" PRId64, cell->slot);
            if (end->slot != cell->slot)
                text_printf(out, "..%" PRId64, end->slot);
        }
}

static void explain_ownership(Text *out, const Function *function) {
    Grid *grid = grid_build(function, MAX_ROWS, MAX_COLS);
    int64_t first = -1, last = -1, owners = 0;
    for (int64_t i = 0; i < grid->shown_rows * grid->shown_cols; i++) {
        const Cell *cell = grid_at(grid, i / grid->shown_cols, i % grid->shown_cols);
        if (!cell || cell->thread < 0)
            continue;
        first = first < 0 || cell->thread < first ? cell->thread : first;
        last = cell->thread > last ? cell->thread : last;
        owners = cell->owners > owners ? cell->owners : owners;
    }
    for (int64_t thread = first; thread >= 0; thread = thread == last ? -1 : last) {
        Text text = {0};
        text_printf(&text, "thread %" PRId64 " %s ", thread, grid->owner ? "holds" : "moves");
        add_runs(&text, grid, thread);
        item(
            out, thread == first ? (grid->owner ? "ownership" : "movers") : "", text_string(&text));
    }
    if (owners > 1) {
        Text text = {0};
        text_printf(
            &text,
            "each element has up to %" PRId64 " owners; %s",
            owners,
            function_copy(function)->dst.space == SPACE_REG ? "all of them receive it"
                                                            : "the lowest of them stores it");
        item(out, "", text_string(&text));
    }
    item(out, "", "(tcgen draw shows all of them)");
}

/* The caller's part, in the order of the call. */
static void add_duty(Text *out, bool *first, const char *text) {
    item(out, *first ? "you must" : "", text);
    *first = false;
}

/* ---- what is passed ------------------------------------------------------------------------- */

static const char *bounds_words(const Plan *plan, const Duty *duty) {
    const Symbol *symbol = &plan->symbols[duty->number];
    if (symbol->role == SYMBOL_CTAS)
        return mem_printf("pass as %s a bit for each CTA that gets the tile", symbol->name);
    return mem_printf(
        "pass %s from %" PRId64 " to %" PRId64 "%s%s",
        symbol->name,
        symbol->min,
        symbol->max,
        symbol->pitch.limit ? mem_printf(", %s", pitch_text(plan->symbols, symbol, " or ", ""))
                            : "",
        symbol->divisor > 1 ? mem_printf(", a multiple of %" PRId64, symbol->divisor) : "");
}

static const char *scratch_words(const Duties *duties, const Duty *duty) {
    return mem_printf(
        "pass %s: %" PRId64 " %s of shared memory aligned to %" PRId64
        " bytes, which nobody else uses %s",
        duty->name,
        duty->number,
        duty->dtype ? "elements" : "bytes",
        duty->more,
        span_words(duties->plan, "during the call"));
}

static bool is_scratch(const Duties *duties, const char *name) {
    return duty_about(duties, DUTY_SCRATCH, name, NULL) != NULL;
}

/* NULL: it goes without saying here. Who calls is said above; that is all of an election, too. */
static const char *call_words(const Duties *duties, const Duty *duty) {
    switch (duty->kind) {
    case DUTY_PLACE:
        return mem_printf(
            "call the parts with the same threads, in this order: %s",
            order_words(duties->plan->whole));
    case DUTY_CONVERGED:
        return duties->plan->scope.kind == SCOPE_ELECTED
                   ? NULL
                   : "call it with whole warps that are converged: all lanes at one place";
    case DUTY_WHOLE_CTA:
        return mem_printf(
            "call it with a CTA of these %" PRId64 " threads and no others", duty->number);
    case DUTY_ALL_CTAS:
        return mem_printf(
            "call it in %" PRId64 " CTAs of the cluster at once%s",
            duty->number,
            apart_words(duties, duty));
    case DUTY_COME:
        return mem_printf(
            "let all callers come: it holds %" PRId64 " %s", duty->number, duty->name);
    default:
        return NULL;
    }
}

static const char *cluster_words(const Duties *duties, const Duty *duty) {
    switch (duty->kind) {
    case DUTY_REMOTE:
        return mem_printf(
            "pass as %s our own address of what %s keeps there",
            duty->name,
            peer_words(duties, duty->peer));
    case DUTY_MULTICAST:
        return mem_printf(
            "have %s and %s at the same address in each of these CTAs, made and free (a cluster "
            "barrier)",
            duty->name,
            duty->with);
    default:
        return "launch the kernel with clusters";
    }
}

static const char *both_words(const Duty *duty) {
    if (duty->kind == DUTY_APART)
        return mem_printf("pass %s and %s that do not overlap", duty->name, duty->with);
    if (duty->kind == DUTY_OWNERS)
        return mem_printf("pass %s with the same value in all owners of an element", duty->name);
    return mem_printf(
        duty->more ? "pass the same %s in all threads that get one element of %s"
                   : "pass the same %s in all threads",
        duty->name,
        duty->with);
}

/* The room of a chosen layout and what a hint asks for stand in the header alone. */
static const char *argument_words(const Duties *duties, const Duty *duty) {
    switch (duty->kind) {
    case DUTY_ALIGNED:
        return is_scratch(duties, duty->name)
                   ? NULL
                   : mem_printf("pass %s aligned to %" PRId64 " bytes", duty->name, duty->number);
    case DUTY_APART:
    case DUTY_SAME:
    case DUTY_OWNERS:
        return both_words(duty);
    case DUTY_BOUNDS:
        return bounds_words(duties->plan, duty);
    case DUTY_SCRATCH:
        return scratch_words(duties, duty);
    case DUTY_AT:
        return mem_printf(
            "look for %s at byte %" PRId64 " of %s", duty->name, duty->number, duty->with);
    case DUTY_REMOTE:
    case DUTY_MULTICAST:
    case DUTY_CLUSTER:
        return cluster_words(duties, duty);
    case DUTY_MBARRIER:
        return mem_printf(
            "make %s before, an mbarrier of %s (tc_mbarrier_init, tc_fence_mbarrier_init, a "
            "barrier)",
            duty->name,
            arrivals_words(duty));
    case DUTY_MBARRIER_ROOM:
        return mem_printf(
            "pass as %s memory for an mbarrier of %s, which holds none: tc_mbarrier_inval before "
            "another "
            "call",
            duty->name,
            arrivals_words(duty));
    case DUTY_PARITY:
        return mem_printf(
            "pass as %s the parity of the phase of %s to wait for: 0 for its first, then 1, 0 and "
            "so on",
            duty->name,
            duty->with);
    case DUTY_BARRIER:
        if (duty->number < 0)
            return mem_printf(
                "pass as %s the number of a named barrier that is for %s alone, written as a "
                "constant; 0 only where the block has no other threads",
                duty->name,
                comers_words(duty));
        return mem_printf(
            "keep named barrier %" PRId64 " for %s", duty->number, comers_words(duty));
    case DUTY_TENSOR:
        return mem_printf("see to it that %s", tensor_words(duties->plan, duty));
    case DUTY_TMEM_LANES:
        return "call it with whole warpgroups: warp w reaches lanes 32 * (w % 4) to 32 * (w % 4) + "
               "31 of "
               "tensor memory";
    default:
        return NULL;
    }
}

/* ---- before and after ----------------------------------------------------------------------- */

static const char *before_words(const Duty *duty) {
    switch (duty->kind) {
    case DUTY_BROUGHT:
        return mem_printf(
            "set %s in flight under %s before, or have it landed", duty->name, duty->with);
    case DUTY_VISIBLE:
        return duty->space == SPACE_TMEM
                   ? mem_printf(
                         "make sure that what %s holds is complete, and run "
                         "tcgen05.fence::after_thread_sync after the barrier that says so",
                         duty->name)
                   : mem_printf(
                         "make what %s holds visible to the calling threads before (a barrier "
                         "after "
                         "other threads wrote it)",
                         duty->name);
    case DUTY_FENCED:
        return mem_printf(
            "run fence.proxy.async in every thread%s that wrote %s, before that barrier",
            duty->space == SPACE_GMEM ? " of the kernel" : "",
            duty->name);
    case DUTY_FREE:
        return mem_printf(
            "know that the receiver's %s is free before (a cluster barrier, or an mbarrier of the "
            "receiver)",
            duty->name);
    default:
        return NULL;
    }
}

/* The order of the duties is that of `before`: what must be visible comes first. */
static void duties_before(Text *out, const Duties *duties, bool *first) {
    static const DutyKind kinds[] = {DUTY_BROUGHT, DUTY_VISIBLE, DUTY_FENCED, DUTY_FREE};
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        for (const Duty *duty = NULL; (duty = duty_next(duties, kinds[i], duty));)
            add_duty(out, first, before_words(duty));
}

/* What is kept, and how long: ", and keep src unchanged until then" */
static const char *keep_words(const Duties *duties, const char *with, const char *head) {
    const Duty *alive = duty_about(duties, DUTY_ALIVE, NULL, with);
    Text names = {0};
    for (const Duty *keep = NULL; (keep = duty_next(duties, DUTY_KEEP, keep));)
        if (strcmp(keep->with, with) == 0)
            text_printf(&names, "%s%s", names.length ? " and " : "", keep->name);
    if (!names.length && !alive)
        return "";
    const Duty *any = alive ? alive : duty_about(duties, DUTY_KEEP, NULL, with);
    return mem_printf(
        "%skeep %s%s%s until %s",
        head,
        text_string(&names),
        names.length ? " unchanged" : "",
        alive ? (names.length ? " and both CTAs alive" : "both CTAs alive") : "",
        any->more ? "a cluster barrier after the call" : "then");
}

static const char *group_words(const Duties *duties, const Duty *of) {
    const Duty *commit = duty_about(duties, DUTY_COMMIT, NULL, of->with);
    const Duty *wait = duty_about(duties, DUTY_WAIT, NULL, of->with);
    const Duty *any = commit ? commit : wait ? wait : of;
    const char *keep = keep_words(duties, of->with, commit || wait ? ", and " : "");
    bool bulk = any->more && any->kind != DUTY_KEEP;
    const char *by_commit = bulk ? "tc_bulk_commit" : "tc_cp_async_commit";
    const char *by_wait = !bulk                       ? "tc_cp_async_wait_all"
                          : duties->plan->threads > 1 ? "tc_bulk_wait_0 in every caller"
                                                      : "tc_bulk_wait_0 in the same thread";
    const char *reads = wait ? mem_printf(" before anyone reads %s", wait->name) : "";
    if (commit && wait)
        return mem_printf("commit and wait (%s, %s)%s%s", by_commit, by_wait, reads, keep);
    if (commit)
        return mem_printf("commit (%s)%s", by_commit, keep);
    return wait ? mem_printf("wait (%s)%s%s", by_wait, reads, keep) : keep;
}

static const char *mbarrier_words(const Duties *duties, const Duty *of) {
    const Duty *expect = duty_about(duties, DUTY_EXPECT, NULL, of->with);
    const Duty *wait = duty_about(duties, DUTY_WAIT, NULL, of->with);
    const Duty *phase = duty_about(duties, DUTY_PHASE, NULL, of->with);
    const Duty *any = expect ? expect : wait;
    bool remote = any && any->peer;
    const char *keep = keep_words(duties, of->with, any ? "; " : "");
    Text text = {0};
    if (expect)
        text_printf(
            &text,
            remote ? "let the receiver expect %" PRId64 " bytes on its mbarrier"
                   : "expect %" PRId64 " bytes on %s",
            expect->number,
            of->with);
    if (wait && remote)
        text_add(&text, expect ? " and wait" : "let the receiver wait for its mbarrier");
    else if (wait)
        text_printf(
            &text,
            "%swait for %s before anyone reads %s",
            expect ? " and " : "",
            expect ? "it" : of->with,
            wait->name);
    if (phase)
        text_printf(
            &text,
            "%slet those who read what the %" PRId64 " callers wrote wait for the phase of %s",
            text.length ? "; " : "",
            phase->number,
            of->with);
    text_add(&text, keep);
    return text_string(&text);
}

static const char *object_words(const Duties *duties, const Duty *of) {
    const Duty *wait = duty_about(duties, DUTY_WAIT, NULL, of->with);
    if (of->object == OBJECT_GROUP)
        return group_words(duties, of);
    if (of->object == OBJECT_TMEM)
        return mem_printf(
            "run tc_tmem_wait_load before you use %s%s",
            wait ? wait->name : "it",
            keep_words(duties, of->with, ", and "));
    return mbarrier_words(duties, of);
}

static const char *after_words(const Duties *duties, const Duty *duty) {
    if (duty->kind == DUTY_REACHED && duty->more)
        return mem_printf(
            "put a cluster barrier between what %s wrote to %s and the call, and between the call "
            "and its next write or its end",
            peer_words(duties, duty->peer),
            duty->name);
    if (duty->kind == DUTY_REACHED)
        return mem_printf(
            "put a cluster barrier between the call and reads of %s in %s, or its end",
            duty->name,
            peer_words(duties, duty->peer));
    if (duty->kind == DUTY_SEEN && duty->more)
        return mem_printf(
            "put a barrier between the call and reads of %s by threads that did not call",
            duty->name);
    if (duty->kind == DUTY_SEEN)
        return duty->space == SPACE_SMEM
                   ? mem_printf(
                         "put a barrier between the call and reads of %s by other threads",
                         duty->name)
                   : mem_printf(
                         "order the call before reads of %s by other threads, as for any store",
                         duty->name);
    if (duty->more)
        return mem_printf("know that %s is free again when the call returns", duty->name);
    return mem_printf(
        "put a barrier between the call and another use of %s%s",
        duty->name,
        duty->others ? ", the same parts again excepted" : "");
}

static void duties_after(Text *out, const Duties *duties, bool *first) {
    for (const Duty *duty = NULL; (duty = duty_next(duties, DUTY_ARRIVALS, duty));)
        add_duty(
            out,
            first,
            mem_printf(
                "let others arrive at %s, %" PRId64 " a phase: the call waits for them",
                duty->with,
                duty->number));
    for (const Duty *duty = NULL; (duty = duty_next(duties, DUTY_PEER_SENDS, duty));)
        add_duty(
            out,
            first,
            mem_printf(
                "let one CTA send to each: the call waits for %" PRId64 " bytes at %s",
                duty->number,
                duty->with));
    for (int i = 0; i < duties->count; i++) {
        const Duty *duty = &duties->at[i];
        bool said = false;
        if (duty->kind < DUTY_COMMIT || duty->kind > DUTY_PHASE)
            continue;
        for (int k = 0; k < i; k++)
            said |=
                duties->at[k].kind >= DUTY_COMMIT && strcmp(duties->at[k].with, duty->with) == 0;
        if (!said)
            add_duty(out, first, object_words(duties, duty));
    }
    for (int i = 0; i < duties->count; i++)
        if (duties->at[i].kind == DUTY_SEEN || duties->at[i].kind == DUTY_REACHED ||
            duties->at[i].kind == DUTY_REUSE)
            add_duty(out, first, after_words(duties, &duties->at[i]));
}

void explain_duties(Text *out, const Duties *duties) {
    bool first = true;
    for (int i = 0; i < duties->count; i++) {
        const char *words = call_words(duties, &duties->at[i]);
        if (words)
            add_duty(out, &first, words);
    }
    for (int i = 0; i < duties->count; i++) {
        const char *words = argument_words(duties, &duties->at[i]);
        if (words)
            add_duty(out, &first, words);
    }
    duties_before(out, duties, &first);
    duties_after(out, duties, &first);
    if (first)
        item(out, "you must", "nothing: registers only");
}

/* A function in parts: each part's duties, under its name. */
static void explain_parts(Text *out, const Function *function) {
    const Plan *whole = first_choice(function)->plan;
    for (int i = 0; i < whole->part_count; i++) {
        if (whole->parts[i].is_body)
            continue;
        Function part = function_part(function, i);
        Duties duties = function_duties(&part);
        item(out, "part", part.name);
        explain_duties(out, &duties);
    }
}

void explain_contract(Text *out, const Function *function) {
    const Choice *choice = first_choice(function);
    if (!choice)
        return;
    text_char(out, '\n');
    if (choice->plan->part_count) {
        explain_parts(out, function);
        return;
    }
    if (choice->plan->flow_count && function_copy(function))
        explain_ownership(out, function);
    Duties duties = function_duties(function);
    explain_duties(out, &duties);
}
