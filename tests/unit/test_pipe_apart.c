/* test_pipe_apart.c: why two values that never live at once keep buffers of their own, in the words of the remark, and
 * the case beside each in which they share; sets of residues against marks on a circle. */
#include "pipeline/pipes.h"
#include "pipeline_of.h"

#define HEAD "ii 8\nagents a:1w b:1w\n"
#define SLOT "ii 8\nmode slot\nagents a:1w b:1w\n"
#define LATER                                                                                      \
    "one of them would wait for a later turn of the loop, because their stages are too far apart"

/* why NULL: A and B share. */
static const struct {
    const char *body, *why;
} pairs[] = {
    {HEAD "value A u32[64] sync async produce a @0.0 consume b @0.2\nvalue B u32[64] sync mbar "
          "produce a @0.4 consume b @0.6",
     NULL},
    {HEAD "value A u32[64] produce a @0.0 consume b @0.2\nvalue B u32[64] sync async produce a "
          "@0.4 consume b @0.6",
     "no mbarrier signals the end of 'A'; give it 'sync mbar' or 'async'"},
    {HEAD "value A u32[64] sync async produce a @0.0 consume b @0.2\nvalue B u32[64] produce a "
          "@0.4 consume b @0.6",
     "no mbarrier signals the end of 'B'; give it 'sync mbar' or 'async'"},
    {HEAD "value A u32[64] sync named produce a @0.0 consume b @0.2\nvalue B u32[64] sync named "
          "produce a @0.4 consume b @0.6",
     "no mbarrier signals the end of 'A'; give it 'sync mbar' or 'async'"},
    {HEAD "value A u32[64] sync tma produce a @0.0 consume b @0.2\nvalue B u32[64] sync tma with A "
          "produce a @0.4 consume b @0.6",
     "both are filled at the same time"},
    {HEAD "value Q u8[16] sync tma produce a @0.0 consume b @0.7\n"
          "value A u32[64] sync tma with Q produce a @0.0 consume b @0.2\nvalue B u32[64] sync tma "
          "with Q produce a @0.4 consume b @0.6",
     "both are filled at the same time"},
    {HEAD "value A u32[64] sync tma produce a @0.0 consume b @0.2\nvalue B u32[64] sync cpasync "
          "produce a @0.4 consume b @0.6",
     "bulk copies of 'A' would overwrite the data of cp.async"},
    {HEAD "value A u32[64] sync cpasync produce a @0.0 consume b @0.2\nvalue B u32[64] sync tma "
          "produce a @0.4 consume b @0.6",
     "bulk copies of 'B' would overwrite the data of cp.async"},
    {HEAD "value A u32[64] sync cpasync produce a @0.0 consume b @0.2\nvalue B u32[64] sync dsmem "
          "handoff cluster produce a @0.4 consume b @0.6",
     "bulk copies of 'B' would overwrite the data of cp.async"},
    {HEAD "value A u32[64] sync cpasync produce a @0.0 consume b @0.2\nvalue B u32[64] sync "
          "cpasync produce a @0.4 consume b @0.6",
     NULL},
    {HEAD "value A u32[64] sync tma produce a @0.0 consume b @0.2\nvalue B u32[64] sync async "
          "produce a @0.4 consume b @0.6",
     NULL},
    {HEAD "value A u32[64] sync async produce a @0.0 consume b @0.2\nvalue B u32[64] sync async "
          "produce a @2.4 consume b @2.6",
     LATER},
    {HEAD "value A u32[64] sync async produce a @2.0 consume b @2.2\nvalue B u32[64] sync async "
          "produce a @0.4 consume b @0.6",
     LATER},
    {HEAD "value A u32[64] sync async produce a @1.0 consume b @1.2\nvalue B u32[64] sync async "
          "produce a @0.4 consume b @0.6",
     NULL},
    {HEAD "value A u32[64] stages 2 sync async produce a @0.0 consume b @0.2\n"
          "value B u32[64] stages 2 sync async produce a @1.4 consume b @1.6",
     NULL},
    {HEAD "value A u32[64] stages 2 sync async produce a @0.0 consume b @0.2\n"
          "value B u32[64] stages 2 sync async produce a @3.4 consume b @3.6",
     LATER},
    {HEAD "value A u32[64] stages 3 sync async produce a @3.0 consume b @3.2\n"
          "value B u32[64] stages 3 sync async produce a @0.4 consume b @0.6",
     NULL},
    {HEAD "value A u32[64] stages 17 sync async produce a @0.0 consume b @0.2\n"
          "value B u32[64] stages 17 sync async produce a @0.4 consume b @0.6",
     NULL},
    {"ii 8\nagents a:1w\nvalue A u32[64] produce a @0.0 consume @0.2\nvalue B u32[64] sync async "
     "produce a @0.4 consume @0.6",
     NULL},
    {"ii 8\nagents a:1w\nvalue A u32[64] produce @0.0 consume a @0.2\nvalue B u32[64] sync async "
     "produce a @0.4 consume a @0.6",
     NULL},
    {"ii 8\nmode seed\nagents a:1w\nvalue A u32[64] produce a @0.0 consume a @0.2\nvalue B u32[64] "
     "sync async produce a @0.4 consume a @0.6",
     NULL},
    {HEAD "value A u32[64] sync umma produce a @0.0 consume b @0.2\nvalue B u32[64] sync async "
          "produce a @0.4 consume b @0.6",
     NULL},
    {SLOT "value A u32[64] stages 2 sync async produce a @0.0 consume b @1.1\nvalue B u32[64] "
          "stages 2 sync async produce b @0.2 consume a @0.7",
     NULL},
    {SLOT "value A u32[64] stages 2 sync tma produce a @0.0 consume b @1.1\nvalue B u32[64] stages "
          "2 sync tma produce b @0.2 consume a @0.7\n"
          "value C u32[8] stages 2 sync tma with B produce b @0.2 consume a @0.7",
     "values that go 'with' one of them are in other slots"},
    {SLOT "value A u32[64] stages 2 sync tma produce a @0.0 consume b @1.1\nvalue C u32[8] stages "
          "2 sync tma with A produce a @0.0 consume b @1.1\n"
          "value B u32[64] stages 2 sync tma produce b @0.2 consume a @0.7",
     "values that go 'with' one of them are in other slots"},
    {SLOT "value C u32[8] stages 2 sync tma produce a @0.0 consume b @1.1\nvalue A u32[64] stages "
          "2 sync tma with C produce a @0.0 consume b @1.1\n"
          "value B u32[64] stages 2 sync tma produce b @0.2 consume a @0.7",
     "values that go 'with' one of them are in other slots"}};

static void test_pairs(void) {
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        diag_reset();
        PipelinePlan *plan = plan_of(pairs[i].body, TARGET_SM_90);
        const char *body = pairs[i].body;
        EXPECT_OF(body, plan != NULL);
        if (!plan)
            continue;
        const Record *a = record_of(plan, "A"), *b = record_of(plan, "B");
        EXPECT_OF(body, (a->final_offset == b->final_offset) == !pairs[i].why);
        EXPECT_OF(body, plan->refusal_count == (pairs[i].why != NULL));
        if (plan->refusal_count == 0 || !pairs[i].why)
            continue;
        const Merge *refusal = &plan->refusals[0];
        EXPECT_OF(body, refusal->into == a - plan->records && refusal->value == b - plan->records);
        EXPECT_OF(body, refusal->why && strcmp(refusal->why, pairs[i].why) == 0);
    }
}

/* Where there is no room: what would share, as wholes; rings of 16 slots may take turns, of 17 not. */
static void test_wholes(void) {
    static const struct {
        int a, b;
        const char *begin, *end, *note;
    } rows[] = {
        {17,
         1,
         "0.4",
         "0.6",
         "note: 'A' and 'B' cannot share: rings with more than 16 slots cannot take turns as "
         "wholes\n"},
        {1,
         17,
         "0.4",
         "0.6",
         "note: 'A' and 'B' cannot share: rings with more than 16 slots cannot take turns as "
         "wholes\n"},
        {2, 3, "2.4", "2.6", "note: 'A' and 'B' cannot share: " LATER "\n"},
        {2, 3, "1.4", "1.6", "note: 'A' and 'B' cannot share: " LATER "\n"},
        {16, 16, "0.4", "0.6", NULL},
        {2, 3, "0.4", "0.6", NULL}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Text said = {0};
        diag_reset();
        diag_set_warning("no-share");
        const char *text = mem_printf(
            "pipeline p {\nii 8\ncapacity 1000\nagents a:1w b:1w\nvalue A u32[64] stages %d sync "
            "async produce a @0.0 consume b @0.2\n"
            "value B u32[96] stages %d sync async produce a @%s consume b @%s\n}\n",
            rows[i].a,
            rows[i].b,
            rows[i].begin,
            rows[i].end);
        pipelines_plan(lang_load(
            source_from_text("p.tc", text, strlen(text)), NULL, NULL, 0, 1u << TARGET_SM_90));
        diag_flush(&said);
        EXPECT_OF(text, strstr(text_string(&said), "[E_SMEM_BUFFER]"));
        EXPECT_OF(
            text,
            rows[i].note ? strstr(text_string(&said), rows[i].note) != NULL
                         : !strstr(text_string(&said), "cannot share"));
    }
    diag_reset();
}

/* ---- circles --------------------------------------------------------------------------------- */

static uint64_t state;
static int draw(int below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (unsigned)below);
}

enum { LARGEST = 200 };

static void expect_arcs(const Circle *circle, const bool *on, int ii) {
    int64_t arcs[LARGEST / 2 + 2][2];
    bool covered[LARGEST] = {false};
    int count = circle_arcs(circle, arcs), marks = 0;
    for (int a = 0; a < count; a++) {
        EXPECT(
            arcs[a][0] >= 0 && arcs[a][0] < ii && arcs[a][1] > arcs[a][0] &&
            arcs[a][1] <= arcs[a][0] + ii);
        EXPECT(a == 0 || arcs[a][0] > arcs[a - 1][1]);
        for (int64_t t = arcs[a][0]; t < arcs[a][1]; t++) {
            EXPECT(!covered[t % ii]);
            covered[t % ii] = true;
        }
    }
    for (int r = 0; r < ii; r++) {
        marks += on[r];
        EXPECT(covered[r] == on[r]);
    }
    bool full = marks == ii;
    EXPECT(
        circle_is_full(circle) == full &&
        (!full || (count == 1 && arcs[0][0] == 0 && arcs[0][1] == ii)));
    for (int a = 0; a < count && !full; a++) /* as long as it can be */
        EXPECT(!on[(arcs[a][0] + ii - 1) % ii] && !on[arcs[a][1] % ii]);
}

static void test_circles(void) {
    static const int sizes[] = {1, 2, 3, 7, 63, 64, 65, 127, 128, 129, 192};
    for (int n = 0; n < 600; n++) {
        MemMark mark = mem_mark();
        int ii = sizes[n % 11];
        bool on[2][LARGEST] = {{false}}, apart = true;
        Circle circles[2] = {circle_new(ii), circle_new(ii)};
        state = (uint64_t)n;
        for (int c = 0; c < 2; c++)
            for (int a = draw(4); a > 0; a--) {
                int64_t begin = draw(3 * ii) - ii, length = draw(draw(3) ? ii / 3 + 1 : ii + 2);
                circle_add_arc(&circles[c], begin, begin + length);
                for (int64_t t = begin; t < begin + length; t++)
                    on[c][(t + 2 * ii) % ii] = true;
            }
        for (int r = 0; r < ii; r++) {
            EXPECT(circle_has(&circles[0], r) == on[0][r]);
            apart = apart && !(on[0][r] && on[1][r]);
        }
        EXPECT(circle_disjoint(&circles[0], &circles[1]) == apart);
        expect_arcs(&circles[0], on[0], ii);
        circle_add(&circles[0], &circles[1]);
        for (int r = 0; r < ii; r++)
            on[0][r] = on[0][r] || on[1][r];
        expect_arcs(&circles[0], on[0], ii);
        mem_rewind(mark);
    }
    for (int64_t a = -20; a <= 20; a++)
        for (int64_t b = 1; b <= 7; b++) {
            int64_t floor = -20;
            while ((floor + 1) * b <= a)
                floor++;
            EXPECT(div_floor(a, b) == floor);
            EXPECT(
                a < 0 ||
                (round_up(a, b) % b == 0 && round_up(a, b) >= a && round_up(a, b) < a + b));
        }
}

int main(void) {
    diag_set_warning("no-share");
    test_pairs();
    test_wholes();
    test_circles();
    mem_free_all();
    return unit_finish();
}
