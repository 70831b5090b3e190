/* pipe.c: the protocol of generated pipes, which TC_CHECK watches: a warp takes a slot (acquire, wait), each of its
 * lanes gives it back (commit, release), then the warp may take it again. Barriers see what is left out where they
 * count it; here it is seen also where a function of a pipe does nothing, or nobody else comes.
 *
 * One lane may take for its warp. Where lanes do not go together, one that is behind joins a use that another one has
 * taken: it has given back fewer uses than the warp has taken. A use that is taken is told from the one before by its
 * phase, which turns every time the ring has gone around: who forgets to advance takes the same slot in the same phase.
 * Barriers that are made anew begin with any phase.
 *
 * Who fills a pipe of mbarriers drains it at the end (tail): one producer of the CTA is enough. */
#include "internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Slot {
    struct Slot *next;
    const char *taker; /* "tc_ring_tile_wait": the side of the pipe */
    const void *smem;
    unsigned cta, warp, slot;
    unsigned taken, phase;
    unsigned inits;     /* of mbarriers, when it was taken last */
    unsigned given[32]; /* by lane */
} Slot;
static Slot *slots;

/* The pipe that the producers of a CTA fill. */
typedef struct Filled {
    struct Filled *next;
    const char *taker;
    const void *smem;
    unsigned cta;
    bool drained,
        only_drained; /* named barriers: the drain itself takes slots that nobody commits */
} Filled;
static Filled *fills;
static unsigned inits;

static Slot *slot_of(const char *taker, const void *smem, unsigned slot) {
    const unsigned cta = emu.current->cta, warp = emu.current->thread / 32;
    Slot *s = slots;
    while (s && (s->cta != cta || s->warp != warp || s->slot != slot || s->smem != smem ||
                 strcmp(s->taker, taker) != 0))
        s = s->next;
    if (s)
        return s;
    s = calloc(1, sizeof *s);
    if (!s)
        abort();
    s->taker = taker;
    s->smem = smem;
    s->cta = cta;
    s->warp = warp;
    s->slot = slot;
    s->next = slots;
    slots = s;
    return s;
}

/* "tc_ring_tile_acquire" and "tail" -> "tc_ring_tile_tail" */
static const char *other_part(const char *taker, const char *part, char *name, size_t room) {
    const char *last = strrchr(taker, '_');
    const int stem = last ? (int)(last - taker) : (int)strlen(taker);
    snprintf(name, room, "%.*s_%s", stem, taker, part);
    return name;
}

static bool is_wait(const char *taker) {
    const char *last = strrchr(taker, '_');
    return last && strcmp(last, "_wait") == 0;
}

/* "tc_ring_tile_wait" -> "tc_ring_tile_release" */
static const char *giver_of(const char *taker, char *name, size_t room) {
    return other_part(taker, is_wait(taker) ? "release" : "commit", name, room);
}

void tc_emu_pipe_taken(
    const char *taker, const void *smem, unsigned slot, unsigned phase, int turns) {
    char what[256], giver[128];
    if (!emu.current)
        return;
    Slot *s = slot_of(taker, smem, slot);
    if (s->given[emu.current->thread % 32] == s->taken) {
        if (turns && s->taken && s->phase == phase && s->inits == inits) {
            other_part(taker, "advance", giver, sizeof giver);
            snprintf(
                what,
                sizeof what,
                "slot %u in the same phase again: was %s left out%s?",
                slot,
                giver,
                is_wait(taker) ? ", or is one use waited for twice" : "");
            tc_emu_check_failed(taker, what);
        }
        s->taken++;
        s->phase = phase;
        s->inits = inits;
    } else if (s->phase != phase) {
        giver_of(taker, giver, sizeof giver);
        snprintf(what, sizeof what, "slot %u again, and no %s since the last time", slot, giver);
        tc_emu_check_failed(taker, what);
    }
}

void tc_emu_pipe_given(const char *fn, const char *taker, const void *smem, unsigned slot) {
    char what[256];
    if (!emu.current)
        return;
    Slot *s = slot_of(taker, smem, slot);
    if (s->given[emu.current->thread % 32]++ < s->taken)
        return;
    snprintf(what, sizeof what, "slot %u, and no %s since the last time", slot, taker);
    tc_emu_check_failed(fn, what);
}

static Filled *filled_of(unsigned cta, const char *taker, const void *smem) {
    Filled *f = fills;
    while (f && (f->cta != cta || f->smem != smem || strcmp(f->taker, taker) != 0))
        f = f->next;
    return f;
}

static void add_filled(const char *taker, const void *smem, bool drained) {
    Filled *f = calloc(1, sizeof *f);
    if (!f)
        abort();
    *f = (Filled){fills, taker, smem, emu.current->cta, drained, drained};
    fills = f;
}

void tc_emu_pipe_filled(const char *taker, const void *smem) {
    if (emu.current && !filled_of(emu.current->cta, taker, smem))
        add_filled(taker, smem, false);
}

void tc_emu_pipe_drained(const char *taker, const void *smem) {
    Filled *f = emu.current ? filled_of(emu.current->cta, taker, smem) : NULL;
    if (f)
        f->drained = true;
    else if (emu.current)
        add_filled(taker, smem, true);
}

void pipes_mbarrier_made(void) {
    inits++;
}

static bool is_of(const Slot *s, const Slot *other) {
    return s->cta == other->cta && s->warp == other->warp && s->smem == other->smem &&
           strcmp(s->taker, other->taker) == 0;
}

/* A warp that took slots of a pipe and gave none back. The last one may stay: nobody takes it again. */
static void judge(const Slot *s) {
    unsigned given = 0, taken = 0;
    char giver[128];
    const Filled *f = filled_of(s->cta, s->taker, s->smem);
    for (const Slot *other = slots; other; other = other->next) {
        taken += is_of(s, other) ? other->taken : 0;
        for (unsigned lane = 0; lane < 32; lane++)
            given += is_of(s, other) ? other->given[lane] : 0;
    }
    if (given > 0 || taken == 0 || (f && f->only_drained) || emu.failed)
        return;
    giver_of(s->taker, giver, sizeof giver);
    report_raise(
        TC_EMU_CHECK,
        NULL,
        NULL,
        0,
        "%s: warp %u of cta %u has taken %u slots and never called %s",
        s->taker,
        s->warp,
        emu.first_cta + s->cta,
        taken,
        giver);
    snprintf(emu.report.function, sizeof emu.report.function, "%s", s->taker);
}

static void judge_filled(const Filled *f) {
    char tail[128];
    if (f->drained || emu.failed)
        return;
    report_raise(
        TC_EMU_CHECK,
        NULL,
        NULL,
        0,
        "%s: the producer of cta %u never called %s",
        f->taker,
        emu.first_cta + f->cta,
        other_part(f->taker, "tail", tail, sizeof tail));
    snprintf(emu.report.function, sizeof emu.report.function, "%s", f->taker);
}

void pipes_end(void) {
    for (const Filled *f = fills; f; f = f->next)
        judge_filled(f);
    for (const Slot *s = slots; s; s = s->next)
        judge(s);
    while (slots) {
        Slot *s = slots;
        slots = s->next;
        free(s);
    }
    while (fills) {
        Filled *f = fills;
        fills = f->next;
        free(f);
    }
}
