/* pipe.c: the protocol of generated pipes, which TC_CHECK watches: a warp takes a slot (acquire, wait), each of its
 * lanes gives it back (commit, release), then the warp may take it again. Barriers see what is left out where they
 * count it; here it is seen also where a function of a pipe does nothing, or nobody else comes.
 *
 * One lane may take for its warp. Where lanes do not go together, one that is behind joins a use that another one has
 * taken: it has given back fewer uses than the warp has taken. A use that is taken is told from the one before by its
 * phase, which turns every time the ring has gone around. */
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
    unsigned given[32]; /* by lane */
} Slot;
static Slot *slots;

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

/* "tc_ring_tile_wait" -> "tc_ring_tile_release" */
static const char *giver_of(const char *taker, char *name, size_t room) {
    const char *last = strrchr(taker, '_');
    const int stem = last ? (int)(last - taker) : (int)strlen(taker);
    const int waits = last && strcmp(last, "_wait") == 0;
    snprintf(name, room, "%.*s%s", stem, taker, waits ? "_release" : "_commit");
    return name;
}

void tc_emu_pipe_taken(const char *taker, const void *smem, unsigned slot, unsigned phase) {
    char what[256], giver[128];
    if (!emu.current)
        return;
    Slot *s = slot_of(taker, smem, slot);
    if (s->given[emu.current->thread % 32] == s->taken) {
        s->taken++;
        s->phase = phase;
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

static bool is_of(const Slot *s, const Slot *other) {
    return s->cta == other->cta && s->warp == other->warp && s->smem == other->smem &&
           strcmp(s->taker, other->taker) == 0;
}

/* A warp that took slots of a pipe and gave none back. The last one may stay: nobody takes it again. */
static void judge(const Slot *s) {
    unsigned given = 0, taken = 0;
    char giver[128];
    for (const Slot *other = slots; other; other = other->next) {
        taken += is_of(s, other) ? other->taken : 0;
        for (unsigned lane = 0; lane < 32; lane++)
            given += is_of(s, other) ? other->given[lane] : 0;
    }
    if (given > 0 || taken == 0 || emu.failed)
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

void pipes_end(void) {
    for (const Slot *s = slots; s; s = s->next)
        judge(s);
    while (slots) {
        Slot *s = slots;
        slots = s->next;
        free(s);
    }
}
