/* The protocol of generated pipes, which TC_CHECK watches: random calls of the functions that watch it, against a model
 * of a slot, which says what the report is. */
#include "faults.h"
#include <stdarg.h>

enum {
    THREADS = 40,
    CTAS = 2,
    MOST = 40,
    TAKERS = 4,
    PLACES = 2,
    SLOTS = 3,
    WARPS = 2,
    LAUNCHES = 600
};

typedef enum { TAKE, GIVE, FILL, DRAIN, INIT, OPS } Op;
typedef struct {
    Op op;
    unsigned cta, thread, taker, place, slot, phase, turns;
} Step;
static Step script[MOST];
static unsigned steps;

/* Twice, as two files have the name of one pipe at two addresses. */
static char takers[2][TAKERS][32] = {
    {"tc_ring_tile_acquire", "tc_ring_tile_wait", "tc_q_wait", "tc_ring_acquire"},
    {"tc_ring_tile_acquire", "tc_ring_tile_wait", "tc_q_wait", "tc_ring_acquire"}};
static const char *const givers[TAKERS] = {
    "tc_ring_tile_commit", "tc_ring_tile_release", "tc_q_release", "tc_ring_commit"};
static const char *const advances[TAKERS] = {
    "tc_ring_tile_advance", "tc_ring_tile_advance", "tc_q_advance", "tc_ring_advance"};
static const char *const tails[TAKERS] = {
    "tc_ring_tile_tail", "tc_ring_tile_tail", "tc_q_tail", "tc_ring_tail"};

static void call(const Step *s, unsigned number) {
    const char *const taker = takers[number % 2][s->taker];
    const unsigned char *const place = SMEM + 64 * s->place;
    switch (s->op) {
    case TAKE:
        tc_emu_pipe_taken(taker, place, s->slot, s->phase, (int)s->turns);
        break;
    case GIVE:
        tc_emu_pipe_given(givers[s->taker], taker, place, s->slot);
        break;
    case FILL:
        tc_emu_pipe_filled(taker, place);
        break;
    case DRAIN:
        tc_emu_pipe_drained(taker, place);
        break;
    default:
        tc_mbarrier_init(BAR + number, 1);
    }
}

TC_KERNEL(by_script, args) {
    (void)arg;
    for (unsigned i = 0; i < steps; i++) {
        if (script[i].cta == tc_cta_rank_in_cluster() && script[i].thread == T)
            call(&script[i], i);
        tc_cluster_sync();
    }
}

/* ---- the model --------------------------------------------------------------------------------- */

/* The uses of a slot by one warp: how many it has taken, and each lane given back. */
typedef struct {
    unsigned uses, given[32], phase, inits, order;
} Use;
typedef struct {
    unsigned order, filled_first, drained; /* order 0: neither */
} Fill;
static Use uses[CTAS][WARPS][TAKERS][PLACES][SLOTS];
static Fill fills[CTAS][TAKERS][PLACES];
static unsigned inits, order;
static char report[300]; /* empty: none */

static void says(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(report, sizeof report, format, list);
    va_end(list);
}

static void model_use(const Step *s) {
    Use *const u = &uses[s->cta][s->thread / 32][s->taker][s->place][s->slot];
    unsigned *const given = &u->given[s->thread % 32];
    const char *const taker = takers[0][s->taker];
    const int waits = strstr(taker, "_wait") != NULL;
    if (!u->order)
        u->order = ++order;
    if (s->op == GIVE) {
        if (*given == u->uses)
            says("%s: slot %u, and no %s since the last time\n", givers[s->taker], s->slot, taker);
        ++*given;
    } else if (*given < u->uses) { /* it joins the others of its warp */
        if (u->phase != s->phase)
            says(
                "%s: slot %u again, and no %s since the last time\n",
                taker,
                s->slot,
                givers[s->taker]);
    } else {
        if (s->turns && u->uses > 0 && u->phase == s->phase && u->inits == inits)
            says(
                "%s: slot %u in the same phase again: was %s left out%s?\n",
                taker,
                s->slot,
                advances[s->taker],
                waits ? ", or is one use waited for twice" : "");
        u->uses++;
        u->phase = s->phase;
        u->inits = inits;
    }
}

static void model(const Step *s) {
    Fill *const f = &fills[s->cta][s->taker][s->place];
    if (s->op <= GIVE)
        model_use(s);
    else if (s->op == INIT)
        inits++;
    else {
        if (!f->order) {
            f->order = ++order;
            f->filled_first = s->op == FILL;
        }
        f->drained |= s->op == DRAIN;
    }
}

/* Of fills that nobody drained the latest is told. */
static void model_fills(void) {
    unsigned latest = 0;
    for (unsigned i = 0; i < CTAS * TAKERS * PLACES; i++) {
        const unsigned cta = i / PLACES / TAKERS, taker = i / PLACES % TAKERS;
        const Fill *f = &fills[cta][taker][i % PLACES];
        if (f->drained || f->order <= latest)
            continue;
        latest = f->order;
        says("%s: the producer of cta %u never called %s\n", takers[0][taker], cta, tails[taker]);
    }
}

/* Of warps that took slots and gave none back, the one that came to one of them latest. */
static void model_uses(void) {
    unsigned latest = 0;
    for (unsigned i = 0; i < CTAS * WARPS * TAKERS * PLACES; i++) {
        const unsigned place = i % PLACES, taker = i / PLACES % TAKERS;
        const unsigned warp = i / PLACES / TAKERS % WARPS, cta = i / PLACES / TAKERS / WARPS;
        const Fill *f = &fills[cta][taker][place];
        unsigned taken = 0, given = 0, when = 0;
        for (unsigned s = 0; s < SLOTS; s++) {
            const Use *u = &uses[cta][warp][taker][place][s];
            taken += u->uses;
            when = u->order > when ? u->order : when;
            for (unsigned lane = 0; lane < 32; lane++)
                given += u->given[lane];
        }
        if (!taken || given || when <= latest || (f->order && !f->filled_first))
            continue;
        latest = when;
        says(
            "%s: warp %u of cta %u has taken %u slots and never called %s\n",
            takers[0][taker],
            warp,
            cta,
            taken,
            givers[taker]);
    }
}

/* ---- scripts at random --------------------------------------------------------------------------- */

static unsigned long long state = 1;
static unsigned below(unsigned n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

/* Few slots of few pipes, so that they meet; more calls that give than take. */
static Step draw(unsigned wide) {
    static const Op ops[] = {TAKE, TAKE, TAKE, GIVE, GIVE, GIVE, GIVE, FILL, DRAIN, DRAIN, INIT};
    static const unsigned threads[] = {0, 1, 31, 32, 39};
    Step s = {
        ops[below(11)], 0, threads[below(wide ? 5 : 3)], 0, 0, below(2), below(2), below(4) > 0};
    s.cta = below(wide ? 2 : 1);
    s.taker = wide ? below(TAKERS) : below(2);
    s.place = below(wide ? 2 : 1);
    s.slot = below(wide ? SLOTS : 2);
    return s;
}

/* Would the call be reported, and is it not of the rarer kind? Most of those are drawn anew. */
static int is_wrong(const Step *s) {
    const Use kept = uses[s->cta][s->thread / 32][s->taker][s->place][s->slot];
    const unsigned kept_order = order;
    if (s->op > GIVE)
        return 0;
    model(s);
    const int found = *report && !(strstr(report, "same phase") && below(3) == 0);
    *report = 0;
    order = kept_order;
    uses[s->cta][s->thread / 32][s->taker][s->place][s->slot] = kept;
    return found;
}

static void draw_script(void) {
    const unsigned wide = below(3) == 0, length = 1 + below(MOST), care = below(4) ? 60 : 3;
    memset(uses, 0, sizeof uses);
    memset(fills, 0, sizeof fills);
    inits = order = 0;
    *report = 0;
    for (steps = 0; steps < length && !*report; steps++) {
        Step s = draw(wide);
        for (unsigned k = 0; k < 20 && is_wrong(&s) && below(care); k++)
            s = draw(wide);
        script[steps] = s;
        model(&s);
    }
    if (!*report)
        model_fills();
    if (!*report)
        model_uses();
}

static void test_scripts(args *a) {
    unsigned wrong = 0, silent = 0, kinds[5] = {0};
    static const char *const parts[5] = {
        "and no tc",
        "same phase",
        "waited for twice",
        "producer",
        "never called tc_ring_tile_commit"};
    tc_emu_config c = quiet(THREADS, 1024);
    c.cluster = CTAS;
    c.name = "by_script";
    for (unsigned n = 0; n < LAUNCHES && !wrong; n++) {
        draw_script();
        const int failed = tc_emu_launch(&c, by_script, a);
        const char *const text = tc_emu_last()->text, *at = strstr(text, "': ");
        silent += !*report;
        for (unsigned k = 0; k < 5; k++)
            kinds[k] += strstr(report, parts[k]) != NULL;
        wrong += failed != (*report != 0);
        wrong += failed && tc_emu_last()->kind != TC_EMU_CHECK;
        wrong += failed && (!at || strncmp(at + 3, report, strlen(report)) != 0);
        wrong += failed && strncmp(report, tc_emu_last()->function, strcspn(report, ":")) != 0;
        if (wrong)
            printf("script %u: %swant: %s\n", n, failed ? text : "no report\n", report);
    }
    EXPECT(wrong == 0);
    EXPECT(silent > 20);
    for (unsigned k = 0; k < 5; k++)
        EXPECT(kinds[k] > 4);
}

/* Other clusters of the launch have slots of their own; and nobody is watched outside of kernels. */
TC_KERNEL(takes_and_gives, args) {
    (void)arg;
    tc_emu_pipe_taken("tc_p_wait", SMEM, 0, 0, 1);
    tc_emu_pipe_given("tc_p_release", "tc_p_wait", SMEM, 0);
}

/* A taker whose name has one word. */
TC_KERNEL(takes_plainly, args) {
    (void)arg;
    if (T != 0)
        return;
    tc_emu_pipe_taken("plain", SMEM, 0, 0, 1);
    tc_emu_pipe_given("plain_commit", "plain", SMEM, 0);
    tc_emu_pipe_taken("plain", SMEM, 0, 1, 1);
    tc_emu_pipe_given("plain_commit", "plain", SMEM, 0);
}

TC_KERNEL(takes_in_cta_3, args) {
    if (tc_cta_index() == 3)
        tc_emu_pipe_taken("tc_p_wait", SMEM, 0, 0, 1);
}

TC_KERNEL(fills_in_cta_3, args) {
    if (tc_cta_index() == 3)
        tc_emu_pipe_filled("plain", SMEM);
}

int main(void) {
    args a = {NULL};
    tc_emu_config c = quiet(32, 1024);
    test_scripts(&a);
    c.grid = 5;
    passes("takes_and_gives", c, takes_and_gives, &a);
    passes("takes_plainly", c, takes_plainly, &a);
    fails(
        "takes_in_cta_3",
        c,
        takes_in_cta_3,
        &a,
        TC_EMU_CHECK,
        "tc_p_wait: warp 0 of cta 3 has taken 1 slots and never called tc_p_release\n");
    fails(
        "fills_in_cta_3",
        c,
        fills_in_cta_3,
        &a,
        TC_EMU_CHECK,
        "plain: the producer of cta 3 never called plain_tail\n");
    tc_emu_pipe_taken("tc_p_wait", &a, 0, 0, 1);
    tc_emu_pipe_given("tc_p_release", "tc_p_wait", &a, 0);
    tc_emu_pipe_filled("tc_p_acquire", &a);
    tc_emu_pipe_drained("tc_p_acquire", &a);
    passes("nothing is left of that", c, takes_and_gives, &a);
    return unit_finish();
}
