/* budget.c: a limit on the work and the memory of a run, counted and never timed, so that a
 * description has the same answer on every machine.
 *
 * A run of 1 KB has BUDGET_STEPS and BUDGET_BYTES. A run of 10 KB has ten times the steps, and 8 MB
 * more for each further KB. A single statement never has more than BUDGET_STEPS. Every loop charges
 * for its work. A pass that is cut short has no right answer, so the end is a jump out of the run
 * and not a value that a hundred callers would have to hand on. The arena owns what was
 * allocated. */
#include "arena.h"

enum { KB = 1024, BYTES_PER_KB = 8 << 20, BYTES_PER_STEP = 16 };

static Budget *const budget = &arena.budget;

static int64_t kilobytes(void) {
    return budget->input < KB ? 1 : (budget->input + KB - 1) / KB;
}

static int64_t steps_of_run(void) {
    return kilobytes() * BUDGET_STEPS;
}

static int64_t bytes_of_run(void) {
    return BUDGET_BYTES + (kilobytes() - 1) * BYTES_PER_KB;
}

static void set_end(void) {
    int64_t own = budget->begin + BUDGET_STEPS;
    budget->end = !budget->runs ? INT64_MAX : own < steps_of_run() ? own : steps_of_run();
}

/* But for what is held: mem_free_all gives that back. */
void budget_reset(void) {
    budget->steps = budget->begin = budget->input = 0;
    budget->most = budget->bytes;
    budget->loc = (Loc){0};
    budget->runs = false;
    set_end();
}

bool budget_run(void (*work)(void *context), void *context) {
    budget_reset();
    budget->runs = true;
    set_end();
    bool whole = setjmp(budget->out) == 0;
    if (whole) {
        work(context);
    }
    mem_keep_end(); /* where it was left */
    budget->runs = false;
    set_end();
    return whole;
}

void budget_input(size_t bytes) {
    budget->input += (int64_t)bytes;
    set_end();
}

void budget_statement(Loc loc) {
    budget->loc = loc;
    budget->begin = budget->steps;
    set_end();
}

static void leave(const char *limit, int64_t allowed) {
    char number[32];
    snprintf(number, sizeof number, "%lld", (long long)allowed);
    budget->runs = false; /* the report itself allocates */
    set_end();
    diag_data("limit", limit);
    diag_data("allowed", number);
    longjmp(budget->out, 1);
}

#define OF_ONE                                                                                     \
    "copy a half of the tile per call, in a loop of the kernel; in a pipeline, plan fewer values"

static void out_of_steps(void) {
    int64_t own = budget->steps - budget->begin;
    if (own > BUDGET_STEPS) {
        diag_error(
            budget->loc,
            "E_TOO_BIG",
            "the statement takes more than %d million steps of work, the most for one",
            BUDGET_STEPS / 1000000);
        diag_help(OF_ONE);
        leave("\"steps\"", BUDGET_STEPS);
    }
    diag_error(
        budget->loc,
        "E_TOO_BIG",
        "this statement and those before it take more than %lld million steps of work, the most "
        "for "
        "%lld KB of description",
        (long long)(steps_of_run() / 1000000),
        (long long)kilobytes());
    diag_help(
        "copy smaller tiles in loops of the kernel, or put the statements into several files");
    leave("\"steps\"", steps_of_run());
}

BudgetUse budget_use(void) {
    return (BudgetUse){budget->steps, budget->most};
}

void budget_spend(int64_t steps) {
    budget->steps += steps;
    if (budget->steps > budget->end) {
        out_of_steps();
    }
}

/* What is held counts at all times, so that a run may follow another; it is limited inside of one.
 * To get 4 KB from the system takes a microsecond. */
void budget_hold(int64_t bytes) {
    budget_spend(bytes > 0 ? bytes / BYTES_PER_STEP : 0);
    if (budget->runs && bytes > 0 && budget->bytes + bytes > bytes_of_run()) {
        diag_error(
            budget->loc,
            "E_TOO_BIG",
            "the statement takes more than %lld MB of memory, the most for %lld KB of description",
            (long long)(bytes_of_run() >> 20),
            (long long)kilobytes());
        diag_help(OF_ONE);
        leave("\"bytes\"", bytes_of_run());
    }
    budget->bytes += bytes;
    if (budget->bytes > budget->most)
        budget->most = budget->bytes;
}
