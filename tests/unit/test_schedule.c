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
            "operation o%d %s latency %d busy %d",
            i,
            loop->agent[i] ? "y" : "x",
            loop->latency[i],
            loop->busy[i]);
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

int main(void) {
    test_gemm();
    test_print();
    test_circles();
    test_wrong();
    test_random();
    mem_free_all();
    return unit_finish();
}
