/* test_schedule.c: operations of a pipeline and the places that they get: no dependence is broken, no agent does
 * two things at once, at random and against all schedules of small loops. */
#include "pipeline/pipeline.h"
#include "unit.h"
#include <stdlib.h>
#include <string.h>

static const Pipeline *read_block(const char *body) {
    const char *text = mem_printf("pipeline p {\n%s\n}\n", body);
    Module *module =
        lang_load(source_from_text("p.tc", text, strlen(text)), NULL, NULL, 0, 1u << TARGET_SM_90);
    return module->pipeline_count ? module->pipelines[0] : NULL;
}

static const Pipeline *placed(const char *body) {
    const Pipeline *request = read_block(body);
    return request ? pipe_schedule(request) : NULL;
}

static int64_t time_of(const Pipeline *pipeline, const Anchor *anchor) {
    return anchor->stage * pipeline->ii + anchor->cycle;
}

static void test_gemm(void) {
    const Pipeline *loop = placed("ii 8\nagents dma:1w math:4w\n"
                                  "operation load_a dma latency 20\n"
                                  "operation load_b dma latency 20\n"
                                  "operation mma math latency 8 busy 6\n"
                                  "operation store math latency 4 busy 2\n"
                                  "value A f16[64,64] stages 5 produce @load_a consume @mma\n"
                                  "value B f16[64,64] stages 5 produce @load_b consume @mma\n"
                                  "value C f16[64,64] stages 3 produce @mma consume @store\n");
    EXPECT(loop != NULL);
    if (!loop)
        return;
    const PipelineValue *a = &loop->values[0], *b = &loop->values[1], *c = &loop->values[2];
    EXPECT(time_of(loop, &a->producer) == 0 && time_of(loop, &b->producer) == 1);
    EXPECT(time_of(loop, &a->consumers[0]) == 21 && time_of(loop, &b->consumers[0]) == 21);
    EXPECT(a->consumers[0].latency == 8 && a->consumers[0].agent == 1);
    EXPECT(time_of(loop, &c->consumers[0]) == 35); /* from 29 on the first of residues 3 and 4 */
    EXPECT(pipeline_plan(loop, 1u << TARGET_SM_90, false, 232448) != NULL);
}

/* The canonical spelling reads back to itself. */
static void test_print(void) {
    const Pipeline *loop =
        read_block("ii 8; agents dma:1w; operation load dma latency 20 busy 2\n"
                   "operation use latency 4 after load dist 2, use dist 1\n"
                   "value A f16[8,8] stages 9 produce @load consume @use dist 3\n");
    Text once = {0}, twice = {0};
    EXPECT(loop != NULL);
    if (!loop)
        return;
    pipeline_print(&once, loop);
    const char *text = text_string(&once);
    Module *again =
        lang_load(source_from_text("q.tc", text, strlen(text)), NULL, NULL, 0, 1u << TARGET_SM_90);
    EXPECT(again->pipeline_count == 1);
    if (again->pipeline_count == 1)
        pipeline_print(&twice, again->pipelines[0]);
    EXPECT(strcmp(text, text_string(&twice)) == 0);
    EXPECT(strstr(text, "operation use latency 4 after load dist 2, use dist 1\n") != NULL);
    EXPECT(strstr(text, "produce @load consume @use dist 3\n") != NULL);
}

/* What comes back into the next iteration: 9 cycles around need II 9. */
static void test_circles(void) {
    static const char body[] = "ii %d\noperation a latency 4 after b dist 1\n"
                               "operation b latency 5 after a\n"
                               "value X f16[8,8] stages 4 produce @a consume @b\n";
    EXPECT(!placed(mem_printf(body, 8)) && diag_error_count() == 1);
    diag_reset();
    EXPECT(placed(mem_printf(body, 9)) && diag_error_count() == 0);
    EXPECT(!placed("ii 4\noperation a latency 1 after a\n"
                   "value X f16[8,8] produce @a consume @a dist 1\n"));
    diag_reset();
}

static const char *const wrong[] = {
    "ii 8\noperation a latency 1\nvalue X f16[8,8] produce @b consume @a\n",
    "ii 8\noperation a latency 1\nvalue X f16[8,8] produce @a consume @1.0\n",
    "ii 8\nagents x:1w\noperation a latency 1\nvalue X f16[8,8] produce x @a consume @a\n",
    "ii 8\noperation a latency 1 after b\nvalue X f16[8,8] produce @a consume @a\n",
    "ii 8\noperation a latency 1\noperation a latency 2\nvalue X f16[8,8] produce @a consume @a\n",
    "ii 8\noperation a y latency 1\nvalue X f16[8,8] produce @a consume @a\n",
    "ii 8\noperation a latency 0\nvalue X f16[8,8] produce @a consume @a\n",
    "ii 8\noperation a\nvalue X f16[8,8] produce @a consume @a\n",
    "ii 8\nagents x:1w\noperation a x latency 9 busy 9\nvalue X f16[8,8] produce @a consume @a\n"};

static void test_wrong(void) {
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        EXPECT_OF(wrong[i], !placed(wrong[i]) && diag_error_count() > 0);
        diag_reset();
    }
}

static uint64_t state;
static int draw(int below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (unsigned)below);
}

enum { MOST = 5 };
typedef struct {
    int count, ii, agent[MOST], latency[MOST], busy[MOST];
    int edges, from[2 * MOST], to[2 * MOST], distance[2 * MOST];
} Turns;

static Turns random_loop(int n) {
    state = (uint64_t)n;
    Turns loop = {.count = 2 + draw(MOST - 1), .ii = 2 + draw(6)};
    for (int i = 0; i < loop.count; i++) {
        loop.agent[i] = draw(2);
        loop.latency[i] = 1 + draw(5);
        loop.busy[i] = 1 + draw(3);
    }
    for (int e = 0; e < loop.count; e++) {
        int from = draw(loop.count), to = draw(loop.count);
        loop.from[loop.edges] = from;
        loop.to[loop.edges] = to;
        loop.distance[loop.edges++] = to > from ? 0 : 1 + draw(2);
    }
    return loop;
}

static const Pipeline *schedule_of(const Turns *loop) {
    Text text = {0};
    text_printf(&text, "ii %d\nagents x:1w y:1w\n", loop->ii);
    for (int i = 0; i < loop->count; i++) {
        text_printf(
            &text,
            "operation o%d %slatency %d",
            i,
            loop->agent[i] == 2 ? ""
            : loop->agent[i]    ? "y "
                                : "x ",
            loop->latency[i]);
        if (loop->agent[i] < 2)
            text_printf(&text, " busy %d", loop->busy[i]);
        const char *word = " after";
        for (int e = 0; e < loop->edges; e++)
            if (loop->to[e] == i) {
                text_printf(&text, "%s o%d dist %d", word, loop->from[e], loop->distance[e]);
                word = ",";
            }
        text_char(&text, '\n');
    }
    for (int i = 0; i < loop->count; i++)
        text_printf(&text, "value v%d f16[8,8] produce @o%d consume @o%d dist 1000\n", i, i, i);
    return placed(text_string(&text));
}

static bool works(const Turns *loop, const int64_t *time) {
    for (int e = 0; e < loop->edges; e++)
        if (time[loop->to[e]] <
            time[loop->from[e]] - loop->distance[e] * loop->ii + loop->latency[loop->from[e]])
            return false;
    bool taken[2][8] = {{0}};
    for (int i = 0; i < loop->count; i++)
        for (int k = 0; k < loop->busy[i]; k++) {
            bool *at = &taken[loop->agent[i]][(time[i] + k) % loop->ii];
            if (*at)
                return false;
            *at = true;
        }
    return true;
}

/* Any times below 32 at all. */
static bool exists(const Turns *loop, int64_t *time, int at) {
    if (at == loop->count)
        return works(loop, time);
    int most = at == 0 ? loop->ii : 3 * loop->ii;
    for (time[at] = 0; time[at] < most; time[at]++)
        if (exists(loop, time, at + 1))
            return true;
    return false;
}

static void test_random(void) {
    int found = 0, missed = 0, none = 0;
    for (int n = 0; n < 400; n++) {
        MemMark mark = mem_mark();
        Turns loop = random_loop(n);
        int64_t time[MOST];
        const Pipeline *got = schedule_of(&loop);
        for (int i = 0; got && i < loop.count; i++)
            time[i] = time_of(got, &got->values[i].producer);
        EXPECT(!got || works(&loop, time));
        found += got != NULL;
        if (!got && loop.count <= 4) {
            bool there_is = exists(&loop, time, 0);
            missed += there_is;
            none += !there_is;
        }
        diag_reset();
        mem_rewind(mark);
    }
    printf("%d loops placed, %d have no schedule, %d were not found\n", found, none, missed);
    EXPECT(found > 100 && none > 50 && missed < 20); /* greedy: it may miss some */
}

/* ---- the rule itself ------------------------------------------------------------------------- */

/* By the head of schedule.c: in the order of the least times, each at the first time at which its agent is free; what
 * pushes one that stands already makes its least time later, and all are placed again. */
typedef struct {
    int64_t least[MOST], time[MOST];
    int culprit;
    const char *why; /* NULL: it has times */
} Answer;

static int64_t earliest(const Turns *loop, int e, const int64_t *from, int ii) {
    return from[loop->from[e]] + loop->latency[loop->from[e]] - (int64_t)loop->distance[e] * ii;
}

/* Edges stand by the operation that comes after. */
static bool relax(const Turns *loop, Answer *answer, int ii) {
    for (int round = 0; round <= loop->count; round++) {
        bool grew = false;
        for (int to = 0; to < loop->count; to++)
            for (int e = 0; e < loop->edges; e++)
                if (loop->to[e] == to && earliest(loop, e, answer->least, ii) > answer->least[to]) {
                    answer->least[to] = earliest(loop, e, answer->least, ii);
                    answer->culprit = to;
                    grew = true;
                }
        if (!grew)
            return true;
    }
    answer->why = "a result of an earlier iteration arrives too late";
    return false;
}

static bool is_busy(const bool *taken, int64_t time, int busy, int ii) {
    for (int k = 0; k < busy; k++)
        if (taken[(time + k) % ii])
            return true;
    return false;
}

static bool put_one(
    const Turns *loop, Answer *answer, const bool *stands, bool *taken, int at, int ii) {
    int64_t from = answer->least[at], time;
    for (int e = 0; e < loop->edges; e++)
        if (loop->to[e] == at && stands[loop->from[e]] &&
            earliest(loop, e, answer->time, ii) > from)
            from = earliest(loop, e, answer->time, ii);
    for (time = from; loop->agent[at] < 2 && is_busy(taken, time, loop->busy[at], ii); time++)
        if (time == from + ii || loop->busy[at] > ii) {
            answer->why = "its agent is busy in every cycle";
            answer->culprit = at;
            return false;
        }
    answer->time[at] = time;
    for (int k = 0; loop->agent[at] < 2 && k < loop->busy[at]; k++)
        taken[(time + k) % ii] = true;
    return true;
}

static Answer answer_of(const Turns *loop, int ii) {
    Answer answer = {.why = NULL};
    for (int round = 0; round < 64; round++) {
        bool stands[MOST] = {false}, taken[3][64] = {{false}}, late = false;
        if (!relax(loop, &answer, ii))
            return answer;
        for (int n = 0; n < loop->count; n++) {
            int next = -1;
            for (int i = loop->count - 1; i >= 0; i--)
                if (!stands[i] && (next < 0 || answer.least[i] <= answer.least[next]))
                    next = i;
            if (loop->agent[next] < 2 && loop->busy[next] > ii) {
                answer.why = "its agent is busy in every cycle";
                answer.culprit = next;
                return answer;
            }
            if (!put_one(loop, &answer, stands, taken[loop->agent[next]], next, ii))
                return answer;
            stands[next] = true;
        }
        for (int e = 0; e < loop->edges; e++)
            if (earliest(loop, e, answer.time, ii) > answer.time[loop->to[e]]) {
                int64_t after = earliest(loop, e, answer.time, ii),
                        *least = &answer.least[loop->to[e]];
                *least = after > *least ? after : *least;
                answer.culprit =
                    !late || loop->to[e] > answer.culprit ? loop->to[e] : answer.culprit;
                late = true;
            }
        if (!late)
            return answer;
    }
    answer.why = "no late enough place was found";
    return answer;
}

/* "2:…: error: operation 'o1' cannot be placed at ii 3: …", with the first II that would do. */
static void expect_refused(const Turns *loop, const Answer *answer) {
    Text said = {0};
    diag_flush(&said);
    const char *what = mem_printf(
        "p.tc:%d:11: error: operation 'o%d' cannot be placed at ii %d: %s [E_SCHEDULE]",
        4 + answer->culprit,
        answer->culprit,
        loop->ii,
        answer->why);
    const char *help = "make its agent busy for fewer cycles, or read the value of an earlier "
                       "iteration with 'dist 1'";
    EXPECT_OF("the place that has none", strncmp(text_string(&said), what, strlen(what)) == 0);
    for (int ii = loop->ii + 1; ii < 60; ii++)
        if (!answer_of(loop, ii).why) {
            help = mem_printf("write 'ii %d'", ii);
            break;
        }
    EXPECT_OF("the II that would do", strstr(text_string(&said), mem_printf("help: %s\n", help)));
}

static void test_rule(void) {
    int placed_ones = 0, refused = 0;
    for (int n = 0; n < 3000; n++) {
        MemMark mark = mem_mark();
        Turns loop = random_loop(n + 1000);
        if (n % 3 == 0)
            loop.agent[draw(loop.count)] = 2;
        Answer answer = answer_of(&loop, loop.ii);
        const Pipeline *got = schedule_of(&loop);
        EXPECT((got != NULL) == !answer.why);
        for (int i = 0; got && i < loop.count; i++) {
            const Anchor *at = &got->values[i].producer, *read = &got->values[i].consumers[0];
            EXPECT(
                at->stage == answer.time[i] / loop.ii && at->cycle == answer.time[i] % loop.ii &&
                at->known);
            EXPECT(read->stage == at->stage && read->cycle == at->cycle && read->distance == 1000);
        }
        if (answer.why)
            expect_refused(&loop, &answer);
        placed_ones += got != NULL;
        refused += got == NULL;
        diag_reset();
        mem_rewind(mark);
    }
    EXPECT(placed_ones > 1000 && refused > 300);
}

/* The last number that works and the first that does not: of the stage of an operation, and of the II that is
 * offered. */
static void test_ends(void) {
    static const char circle[] = "ii %d\noperation a latency %d after a dist 1\n"
                                 "value X f16[8] stages 1024 produce @a consume @a dist 1\n";
    static const char chain[] = "ii %d\noperation a latency %d\noperation b latency 1 after a\n"
                                "value X f16[8] stages 1024 produce @a consume @b\n";
    static const char none[] =
        "make its agent busy for fewer cycles, or read the value of an earlier iteration with "
        "'dist 1'";
    static const struct {
        const char *body;
        int ii, latency;
        const char *why, *help; /* NULL: it is placed */
    } rows[] = {
        {circle, 8, 8, NULL, NULL},
        {circle,
         8,
         9,
         "'a' cannot be placed at ii 8: a result of an earlier iteration arrives too late",
         "write 'ii 9'"},
        {circle, 8, 520, "'a' cannot be placed at ii 8: a", "write 'ii 520'"},
        {circle, 8, 521, "'a' cannot be placed at ii 8: a", none},
        {circle, 4000, 4096, "'a' cannot be placed at ii 4000: a", "write 'ii 4096'"},
        {circle, 4000, 4097, "'a' cannot be placed at ii 4000: a", none},
        {chain, 1, 1023, NULL, NULL},
        {chain,
         1,
         1024,
         "'b' cannot be placed at ii 1: its stage would be beyond 1023",
         "write 'ii 2'"},
        {chain, 2, 2047, NULL, NULL},
        {chain,
         2,
         2048,
         "'b' cannot be placed at ii 2: its stage would be beyond 1023",
         "write 'ii 3'"}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Text said = {0};
        const char *body = mem_printf(rows[i].body, rows[i].ii, rows[i].latency);
        EXPECT_OF(body, (placed(body) != NULL) == !rows[i].why);
        diag_flush(&said);
        EXPECT_OF(
            body,
            !rows[i].why ||
                strstr(text_string(&said), mem_printf("error: operation %s", rows[i].why)));
        EXPECT_OF(
            body,
            !rows[i].help || strstr(text_string(&said), mem_printf("help: %s\n", rows[i].help)));
        EXPECT_OF(body, rows[i].why || said.length == 0);
        diag_reset();
    }
}

int main(void) {
    test_gemm();
    test_print();
    test_circles();
    test_wrong();
    test_random();
    test_rule();
    test_ends();
    mem_free_all();
    return unit_finish();
}
