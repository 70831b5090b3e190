/* duty_words.c: a duty -> a sentence, in one of two tones of voice. The contract above a function
 * *states* a duty ("dst and src do not overlap"); `tcgen explain` *asks* for it, after "you must"
 * ("pass dst and src that do not overlap"). duty_words.def has both sentences of each duty; the
 * conditions of its rows stand here. */
#include "contract.h"

/* ---- conditions of rows --------------------------------------------------------------------- */

static bool is_elected(const Duties *duties, const Duty *duty) {
    (void)duty;
    return duties->plan->scope.kind == SCOPE_ELECTED;
}

static bool has_more(const Duties *duties, const Duty *duty) {
    (void)duties;
    return duty->more != 0;
}

static bool has_others(const Duties *duties, const Duty *duty) {
    (void)duties;
    return duty->others != 0;
}

static bool has_peer(const Duties *duties, const Duty *duty) {
    (void)duties;
    return duty->peer != NULL;
}

static bool is_empty(const Duties *duties, const Duty *duty) {
    (void)duties;
    return duty->number == 0;
}

static bool is_mask(const Duties *duties, const Duty *duty) {
    return duties->plan->symbols[duty->number].role == SYMBOL_CTAS;
}

static bool is_argument(const Duties *duties, const Duty *duty) {
    (void)duties;
    return duty->number < 0;
}

static bool is_global(const Duties *duties, const Duty *duty) {
    (void)duties;
    return duty->space == SPACE_GMEM;
}

static bool is_tensor(const Duties *duties, const Duty *duty) {
    (void)duties;
    return duty->space == SPACE_TMEM;
}

/* The duty of a fence names the barrier, too. */
static bool is_fenced(const Duties *duties, const Duty *duty) {
    return duty_about(duties, DUTY_FENCED, duty->name, NULL) != NULL;
}

static bool is_after_fence(const Duties *duties, const Duty *duty) {
    (void)duty;
    return duties_have(duties, DUTY_FENCED);
}

static bool is_multicast(const Duties *duties, const Duty *duty) {
    (void)duty;
    return duties_have(duties, DUTY_MULTICAST);
}

static bool is_on_mbarrier(const Duties *duties, const Duty *duty) {
    (void)duties;
    return duty->object == OBJECT_MBARRIER;
}

static bool is_after_keep(const Duties *duties, const Duty *duty) {
    const Duty *keep = duty_about(duties, DUTY_KEEP, NULL, duty->with);
    return keep && keep->others;
}

static bool is_waited(const Duties *duties, const Duty *duty) {
    return duty_about(duties, DUTY_WAIT, duty->name, NULL) != NULL;
}

/* ---- the table ------------------------------------------------------------------------------ */

typedef struct {
    DutyKind kind;
    bool (*when)(const Duties *, const Duty *); /* NULL: always; the first row that fits is taken */
    bool joined;        /* one sentence names all duties that differ in their names only: {names} */
    const char *states; /* NULL: "Who" says it, or a sentence of another duty */
    const char *asks;   /* NULL: likewise */
} DutyRow;

#define always NULL
#define ALONE false
#define JOINED true
static const DutyRow rows[] = {
#define DUTY(kind, when, joined, states, asks) {DUTY_##kind, when, joined, states, asks},
#include "duty_words.def"
#undef DUTY
};

static const DutyRow *row_of(const Duties *duties, const Duty *duty) {
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].kind == duty->kind && (!rows[i].when || rows[i].when(duties, duty)))
            return &rows[i];
    return NULL;
}

DutySection duty_section(DutyKind kind) {
    if (kind == DUTY_COME || kind >= DUTY_BROUGHT)
        return SECTION_ORDER;
    return kind < DUTY_COME ? SECTION_CALLERS : SECTION_ARGUMENTS;
}

static bool is_said(const Duties *duties, const DutyRow *row, const Duty *duty) {
    for (const Duty *before = duties->at; row->joined && before < duty; before++)
        if (duties_said_together(duties, before, duty))
            return true;
    return false;
}

const char *duty_words(const Duties *duties, const Duty *duty, Tone tone) {
    const DutyRow *row = row_of(duties, duty);
    const char *words = !row ? NULL : tone == TONE_STATES ? row->states : row->asks;
    if (!words || is_said(duties, row, duty))
        return NULL;
    words = duty_fill(duties, duty, words);
    return *words ? words : NULL;
}
