/* What pipeline blocks resolve to: every number, name and place of each row, by hand. */
#include "placed.h"
#include <stdlib.h>

static void add_anchor(Text *out, const char *what, const Anchor *anchor) {
    text_printf(out, "%s %" PRId64 ".%" PRId64, what, anchor->stage, anchor->cycle);
    text_printf(out, "+%" PRId64 " dist %" PRId64, anchor->latency, anchor->distance);
    add_flag(out, anchor->known, "known");
    text_printf(out, " agent %d operation %d", anchor->agent, anchor->operation);
    add_loc(out, "at", anchor->loc);
}

static void add_pipeline_value(Text *out, const PipelineValue *value) {
    static const char *const payloads[] = {"tile", "mutex", "tensormap"};
    text_printf(out, "%s %s", value->name, payloads[value->payload]);
    text_printf(out, " %s", value->dtype ? value->dtype->name : "-");
    for (int d = 0; d < value->rank; d++)
        text_printf(out, " %" PRId64, value->shape[d]);
    text_printf(out, ", stages %d align %" PRId64, value->stages, value->align);
    text_printf(out, " swizzle %d sync %s", value->swizzle, sync_name[value->sync]);
    text_printf(out, " multicast %d with %d", value->multicast, value->with);
    text_printf(out, " root %s from %d", value->root ? value->root : "-", value->from);
    text_printf(out, " class %d", value->given_class);
    add_flag(out, value->each_arrives, "each");
    add_flag(out, value->no_barrier, "none");
    add_flag(out, value->handoff_cluster, "cluster");
    add_loc(out, "at", value->loc);
    add_anchor(out, "\n   ", &value->producer);
    for (int i = 0; i < value->consumer_count; i++)
        add_anchor(out, "\n   ", &value->consumers[i]);
    text_char(out, '\n');
}

static bool is_pipeline(const Row *row) {
    Marked marked = {0};
    read_places(row->text, &marked);
    const Module *module = load(text_string(&marked.text));
    Text out = {0};
    for (int i = 0; i < module->pipeline_count; i++) {
        const Pipeline *one = module->pipelines[i];
        text_printf(&out, "%s ii %" PRId64 " %s", one->name, one->ii, mode_name[one->mode]);
        text_printf(&out, " pool %d base %d", one->pool, one->pool_base);
        text_printf(&out, " capacity %" PRId64, one->capacity);
        text_printf(&out, " tmem %" PRId64, one->tmem_threshold);
        add_loc(&out, "at", one->loc);
        add_loc(&out, "name", one->name_loc);
        text_char(&out, '\n');
        for (int k = 0; k < one->agent_count; k++) {
            text_printf(&out, "agent %s %d", one->agents[k].name, one->agents[k].warps);
            add_loc(&out, "at", one->agents[k].loc);
            text_char(&out, '\n');
        }
        for (int k = 0; k < one->operation_count; k++) {
            const PipelineOperation *operation = &one->operations[k];
            text_printf(&out, "operation %s agent %d", operation->name, operation->agent);
            text_printf(&out, " latency %" PRId64, operation->latency);
            text_printf(&out, " busy %" PRId64, operation->busy);
            for (int n = 0; n < operation->after_count; n++) {
                const After *after = &operation->after[n];
                text_printf(&out, " after %d dist %" PRId64, after->operation, after->distance);
            }
            add_loc(&out, "at", operation->loc);
            text_char(&out, '\n');
        }
        for (int k = 0; k < one->value_count; k++)
            add_pipeline_value(&out, &one->values[k]);
    }
    return is_equal(row, &marked, &out);
}

static const Row pipelines[] = {
    {"`apipeline` `bp` { ii 8 }\n`cpipeline` `dq` { ii 4096; mode slot; pool 3 base 2; capacity "
     "99; "
     "tmem_threshold 5\nagents `ex`:1w `fy`:31w }",
     "p ii 8 pack pool 15 base 1 capacity -1 tmem 16384 at @a name @b\n"
     "q ii 4096 slot pool 3 base 2 capacity 99 tmem 5 at @c name @d\n"
     "agent x 1 at @e\nagent y 31 at @f\n"},
    {"`apipeline` `bp` { ii 8\nagents `ex`:1w `fy`:2w\nvalue `gv` f16[8,4] stages 2 align 8 "
     "swizzle 64B "
     "sync tma multicast 2 with w root a from w class smem barrier none handoff cluster produce "
     "`hx` "
     "@1.2 consume `iy` @3.4+5 dist 6, `j@`?\nvalue `kw` e2m1[64] stages 2 align 32 swizzle 32B "
     "sync tma "
     "multicast 2 root none produce `l@`0.0\nvalue `mt` tensormap sync mbar arrive threads produce "
     "`n@`0.1\nvalue `ou` mutex class bar produce `p@`0.1\nvalue `qz` u8[512] align 512 swizzle "
     "128B "
     "sync mbar arrive warps class tmem produce `r@`0.1 }",
     "p ii 8 pack pool 15 base 1 capacity -1 tmem 16384 at @a name @b\n"
     "agent x 1 at @e\nagent y 2 at @f\n"
     "v tile f16 8 4, stages 2 align 512 swizzle 64 sync tma multicast 2 with 1 root a from 1 "
     "class 0 "
     "none cluster at @g\n"
     "    1.2+1 dist 0 known agent 0 operation 0 at @h\n"
     "    3.4+5 dist 6 known agent 1 operation 0 at @i\n"
     "    0.0+1 dist 0 agent -1 operation 0 at @j\n"
     "w tile e2m1 64, stages 2 align 256 swizzle 32 sync tma multicast 2 with -1 root - from -1 "
     "class 4 "
     "at @k\n"
     "    0.0+1 dist 0 known agent -1 operation 0 at @l\n"
     "t tensormap -, stages 1 align 16 swizzle 0 sync mbar multicast 1 with -1 root t from -1 "
     "class 4 "
     "each at @m\n"
     "    0.1+1 dist 0 known agent -1 operation 0 at @n\n"
     "u mutex -, stages 1 align 16 swizzle 0 sync none multicast 1 with -1 root u from -1 class 2 "
     "at @o\n"
     "    0.1+1 dist 0 known agent -1 operation 0 at @p\n"
     "z tile u8 512, stages 1 align 1024 swizzle 128 sync mbar multicast 1 with -1 root z from -1 "
     "class "
     "1 at @q\n"
     "    0.1+1 dist 0 known agent -1 operation 0 at @r\n"},
    {"`apipeline` `bp` { ii 8\nagents `ex`:1w `fy`:2w\noperation `go` latency 3 busy 4 after q "
     "dist 5, "
     "o\noperation `hq` y latency 7\nvalue `iv` f16[8] produce `j@`q consume `k@`o dist 9, `l@`? }",
     "p ii 8 pack pool 15 base 1 capacity -1 tmem 16384 at @a name @b\n"
     "agent x 1 at @e\nagent y 2 at @f\n"
     "operation o agent -1 latency 3 busy 4 after 1 dist 5 after 0 dist 0 at @g\n"
     "operation q agent 1 latency 7 busy 1 at @h\n"
     "v tile f16 8, stages 1 align 16 swizzle 0 sync none multicast 1 with -1 root v from -1 class "
     "4 at "
     "@i\n"
     "    0.0+7 dist 0 agent 1 operation 2 at @j\n"
     "    0.0+3 dist 9 agent -1 operation 1 at @k\n"
     "    0.0+1 dist 0 agent -1 operation 0 at @l\n"},
};

/* How many lines of a kind a block may have. */
static const char *reported_of(const char *line, int count) {
    Text text = {0}, out = {0};
    text_add(&text, "pipeline p {\nii 8\n");
    for (int i = 0; i < count; i++)
        text_printf(&text, line, i);
    text_add(&text, "}\n");
    const Module *module = load(text_string(&text));
    diag_flush(&out);
    diag_reset();
    return module->pipeline_count ? "" : text_string(&out);
}

static void test_counts(void) {
    static const char operation[] = "operation o%d latency 1\n", agent[] = "agents a%d:1w\n";
    EXPECT(*reported_of(operation, 1000) == 0);
    const char *got = reported_of(operation, 1001);
    EXPECT(
        strstr(
            got,
            "t.tc:1:1: error: the pipeline has 1001 operations, and at most 1000 can be "
            "placed [E_TOO_BIG]\n") == got);
    EXPECT(
        strstr(
            got,
            "help: join operations that always follow each other, or write two "
            "pipelines\n") != NULL);
    static const char value[] = "value v%d mutex produce @0.0\n";
    EXPECT(*reported_of(value, 1 << 16) == 0);
    got = reported_of(value, (1 << 16) + 1);
    EXPECT(
        strstr(
            got,
            "t.tc:1:1: error: the pipeline has 65537 values, and at most 65536 can be "
            "planned [E_TOO_BIG]\n") == got);
    EXPECT(
        strstr(got, "help: join values that live equally long, or write two pipelines\n") != NULL);
    EXPECT(*reported_of(agent, 1) == 0);
    Text agents = {0};
    for (int i = 0; i < 32; i++)
        text_printf(&agents, "%sa%d:1w", i ? " " : "agents ", i);
    EXPECT(*reported_of(text_string(&agents), 1) == 0);
    got = reported_of(mem_printf("%s b:1w", text_string(&agents)), 1);
    EXPECT(
        strstr(got, "error: more than 32 agents; a CTA has no more warps [E_PIPELINE_RANGE]") !=
        NULL);
    EXPECT(strncmp(got, "t.tc:3:", 7) == 0 && atoi(got + 7) == 8 + 10 * 6 + 22 * 7);
    EXPECT(!strstr(got, "warps together"));
}

int main(void) {
    test_counts();
    EXPECT_ROWS(pipelines, is_pipeline);
    mem_free_all();
    return unit_finish();
}
