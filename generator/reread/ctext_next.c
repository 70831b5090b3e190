/* ctext_next.c: A Plan -> the calls that its text must make, in order. If the iterations of a loop
 * are lanes in the text, one call with the values of all lanes covers them, and the next call is
 * for the iterations after those. Text and Plan are the same nest of loops if each such loop of the
 * text, from its first call to its last, is one entry into one loop of the Plan with the same
 * number of iterations. */
#include "ctext.h"
#include <string.h>

/* Back to the first iteration, in the next entry. */
static void leave_loop(Run *run) {
    *run = (Run){.kind = RUN_NEW, .width = 1};
}

static bool next_iteration(Wanted *wanted, const int *loops, int count) {
    for (int i = count - 1; i >= 0; i--) {
        Run *run = &wanted->loop[loops[i]];
        run->value += run->width;
        run->moved = true;
        run->width = 1;
        if (run->value < wanted->reader->plan->loops[loops[i]].extent)
            return true;
        leave_loop(run);
    }
    return false;
}

/* The next execution of a step of this phase; false when it is through. */
static bool next_step(Wanted *wanted, const Phase *phase) {
    if (!wanted->started) {
        wanted->started = true;
        wanted->step = 0;
        return phase->step_count > 0;
    }
    const Step *step = &phase->steps[wanted->step];
    if (next_iteration(wanted, step->repeat, step->repeat_count))
        return true;
    if (++wanted->step < phase->step_count)
        return true;
    wanted->step = 0;
    return next_iteration(wanted, phase->loops, phase->loop_count);
}

bool next_wanted(Wanted *wanted, Want *want) {
    const Plan *plan = wanted->reader->plan;
    *want = (Want){0};
    while (wanted->phase < plan->phase_count) {
        const Phase *phase = &plan->phases[wanted->phase];
        for (int i = 0; i < plan->loop_count && !wanted->started; i++)
            leave_loop(&wanted->loop[i]);
        if (next_step(wanted, phase)) {
            want->step = &phase->steps[wanted->step];
            return true;
        }
        wanted->phase++;
        wanted->started = false;
    }
    return false;
}

/* ---- wide loops ----------------------------------------------------------------------------- */

static bool same_loop(const Wide *wide, const Loop *loop) {
    return wide && wide->extent == loop->extent && strcmp(wide->name, loop->name) == 0;
}

/* `wide`: the outermost loop of the text that is left. False: it is none of this entry. */
static bool pair_loop(Run *run, const Loop *loop, Wide *wide) {
    bool here = wide && wide->id == run->id && wide->start == run->value;
    if (run->kind == RUN_WIDE && !here && !run->moved)
        return false;
    if (run->kind == RUN_NEW && same_loop(wide, loop) && wide->start == 0 && !wide->taken) {
        run->kind = RUN_WIDE;
        run->id = wide->id;
    } else if (run->kind == RUN_NEW || !here) {
        run->kind = RUN_ONE; /* written out in the text, or nobody runs the last iterations */
    }
    run->moved = false;
    run->width = 1;
    run->at = NULL;
    if (run->kind == RUN_ONE)
        return true;
    wide->taken = true;
    run->width = wide->width;
    run->at = wide->at;
    return true;
}

bool next_pair(Wanted *wanted, const Want *want) {
    Reader *reader = wanted->reader;
    const Plan *plan = reader->plan;
    const Phase *phase = &plan->phases[wanted->phase];
    int count = phase->loop_count + want->step->repeat_count, taken = 0;
    for (int i = 0; i < count; i++) {
        int at =
            i < phase->loop_count ? phase->loops[i] : want->step->repeat[i - phase->loop_count];
        Wide *wide = taken < reader->wide_count ? &reader->wide[taken] : NULL;
        if (!pair_loop(&wanted->loop[at], &plan->loops[at], wide))
            return false;
        taken += wanted->loop[at].kind == RUN_WIDE;
    }
    return taken == reader->wide_count;
}
