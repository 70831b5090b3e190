/* test_pipe_limits.c: why a planned pipeline has no code, on both sides of each limit: the whole reason, its place, and
 * what the seed says of it. What its barriers count and where they lie, worked out from the docs' tables for random
 * blocks. Which targets are planned together. */
#include "pipeline/pipes.h"
#include "pipeline_of.h"

/* ---- reasons --------------------------------------------------------------------------------- */

#define SHARES "mbarrier has wait-like users, cannot share pipeline buffer."
#define AB "ii 8\nagents a:1w b:1w\n"
#define SEED "ii 8\nmode seed\nagents a:1w b:1w\n"

/* line, column: of the place that is shown. why NULL: there is code. */
static const struct {
    const char *body;
    int line, column;
    const char *why, *refusal;
} rows[] = {
    {AB "value A u64[4] align 4 barrier none produce a @0.0 consume b @0.1",
     4,
     7,
     "'A' is aligned to 4 bytes, but 8-byte copies fill its slots; give it 'align 8'",
     NULL},
    {AB "value A u64[4] align 8 barrier none produce a @0.0 consume b @0.1", 0, 0, NULL, NULL},
    {AB "value A b128[4] align 8 sync async produce a @0.0 consume b @0.1",
     4,
     7,
     "'A' is aligned to 8 bytes, but 16-byte copies fill its slots; give it 'align 16'",
     NULL},
    {AB "value A u16[4] align 1 sync async produce a @0.0 consume b @0.1",
     4,
     7,
     "'A' is aligned to 1 bytes, but 2-byte copies fill its slots; give it 'align 2'",
     NULL},
    {AB "value A e2m1[8] align 1 sync async produce a @0.0 consume b @0.1", 0, 0, NULL, NULL},
    {AB "value A u8[16] align 8 sync tma produce a @0.0 consume b @0.1",
     4,
     7,
     "'A' is aligned to 8 bytes, but 16-byte copies fill its slots; give it 'align 16'",
     NULL},
    {AB "value A u8[16] align 8 sync dsmem produce a @0.0 consume b @0.1",
     4,
     7,
     "'A' is aligned to 8 bytes, but 16-byte copies fill its slots; give it 'align 16'",
     NULL},
    {AB "value A u8[16] sync tma produce a @0.0 consume b @0.1", 0, 0, NULL, NULL},
    {AB "value A u8[8] align 2 sync cpasync produce a @0.0 consume b @0.1",
     4,
     7,
     "'A' is aligned to 2 bytes, but 4-byte copies fill its slots; give it 'align 4'",
     NULL},
    {AB "value A u8[8] align 4 sync cpasync produce a @0.0 consume b @0.1", 0, 0, NULL, NULL},
    {AB "value A u8[6] sync cpasync produce a @0.0 consume b @0.1",
     4,
     7,
     "a slot of 'A' is not a multiple of 4 bytes",
     NULL},
    {AB "value A u8[24] sync tma produce a @0.0 consume b @0.1",
     4,
     7,
     "a slot of 'A' is not a multiple of 16 bytes",
     NULL},
    {AB "value A u8[24] sync dsmem produce a @0.0 consume b @0.1",
     4,
     7,
     "a slot of 'A' is not a multiple of 16 bytes",
     NULL},
    {AB "value A mutex sync tma produce a @0.0 consume b @0.1",
     4,
     7,
     "'A' has no bytes for its barrier to count",
     NULL},
    {AB "value A u8[32769] align 1 sync async produce a @0.0 consume b @0.1",
     4,
     7,
     "a slot of 'A' is too large for a bytewise proof",
     NULL},
    {AB "value A u8[32768] align 1 sync async produce a @0.0 consume b @0.1", 0, 0, NULL, NULL},
    {AB "value A u8[65538] align 16 sync async produce a @0.0 consume b @0.1",
     4,
     7,
     "a slot of 'A' is too large for a bytewise proof",
     NULL},
    {AB "value A u8[65536] align 2 sync async produce a @0.0 consume b @0.1", 0, 0, NULL, NULL},
    {AB "value A u8[65538] align 16 barrier none produce a @0.0 consume b @0.1", 0, 0, NULL, NULL},
    {AB "value A u8[16] sync named barrier none produce a @0.0 consume b @0.1",
     4,
     7,
     "'A' has no named barrier from 1 to 15",
     NULL},
    {"ii 8\npool 2 base 0\nagents a:1w b:1w\nvalue A mutex produce a @0.0 consume b @0.1",
     5,
     7,
     "'A' has no named barrier from 1 to 15",
     NULL},
    {"ii 8\npool 1 base 15\nagents a:1w b:1w\nvalue A mutex produce a @0.0 consume b @0.1",
     0,
     0,
     NULL,
     NULL},
    {"ii 8\npool 2 base 15\nagents a:1w b:1w\nvalue A mutex produce a @0.0 consume b @0.1\n"
     "value B mutex produce a @0.2 consume b @0.3",
     6,
     7,
     "'B' has no named barrier from 1 to 15",
     NULL},
    {AB "value A u8[16] sync async produce @0.0 consume b @0.1",
     4,
     7,
     "'A' does not name the agents that produce and consume it, but its barriers count them",
     NULL},
    {AB "value A u8[16] sync async produce a @0.0 consume b @0.1, @0.2",
     4,
     7,
     "'A' does not name the agents that produce and consume it, but its barriers count them",
     NULL},
    {AB "value A u8[16] barrier none produce @0.0 consume @0.1", 0, 0, NULL, NULL},
    {AB "value A mutex produce a @0.0 consume a @0.1, b @0.1",
     4,
     7,
     "'A' is read by its producer and by other agents, which do not meet at a named barrier; give "
     "it 'sync mbar'",
     NULL},
    {AB "value A mutex sync mbar produce a @0.0 consume a @0.1, b @0.1", 0, 0, NULL, NULL},
    {AB "value A mutex produce a @0.0 consume a @0.1, a @0.2", 0, 0, NULL, NULL},
    {AB "value A u8[16] sync umma produce a @0.0 consume b @0.1",
     4,
     7,
     "'A' is in tensor memory or filled by umma",
     NULL},
    {AB "value bytes u8[16] sync async produce a @0.0 consume b @0.1",
     4,
     7,
     "the name 'bytes' is already a member of its memory",
     NULL},
    {AB "value Bytes u8[16] sync async produce a @0.0 consume b @0.1", 0, 0, NULL, NULL},
    {AB "value SMem u8[16] sync async produce a @0.0 consume b @0.1",
     4,
     7,
     "the name 'SMem' is already a member of its memory",
     NULL},
    {AB "value smems u8[16] sync async produce a @0.0 consume b @0.1", 0, 0, NULL, NULL},
    {AB "value x_bars u8[16] sync async produce a @0.0 consume b @0.1",
     4,
     7,
     "the name 'x_bars' is already a member of its memory",
     NULL},
    {AB "value x_turns u8[16] sync async produce a @0.0 consume b @0.1",
     4,
     7,
     "the name 'x_turns' is already a member of its memory",
     NULL},
    {AB "value x_bar u8[16] sync async produce a @0.0 consume b @0.1", 0, 0, NULL, NULL},
    {AB "value int u8[16] barrier none produce a @0.0 consume b @0.1",
     4,
     7,
     "'int' is a reserved word of C or of tilecopy/",
     NULL},
    {AB "value A u8[16] barrier none produce a @0.0 consume b @0.1\nvalue B u8[16] barrier none "
        "produce a @0.0 consume b @0.1\n"
        "value a_Full u8[16] barrier none produce a @0.0 consume b @0.1",
     6,
     7,
     "'A' and 'a_Full' give the same function names",
     NULL},
    {AB "value x_empty u8[16] barrier none produce a @0.0 consume b @0.1\nvalue x u8[16] barrier "
        "none produce a @0.0 consume b @0.1",
     5,
     7,
     "'x_empty' and 'x' give the same function names",
     NULL},
    {AB "value x_full u8[16] barrier none produce a @0.0 consume b @0.1\nvalue x_empty u8[16] "
        "barrier none produce a @0.0 consume b @0.1",
     0,
     0,
     NULL,
     NULL},
    {AB "value A u8[16] sync async produce a @0.0 consume b @0.1\nvalue B u8[16] sync async with A "
        "produce b @0.0 consume b @0.1",
     5,
     7,
     "'B' is not filled in the same way as 'A', whose barriers it uses",
     NULL},
    {"ii 8\ncapacity 2000000\nagents a:1w b:1w\nvalue A u8[1048576] sync tma produce a @0.0 "
     "consume b @0.1",
     5,
     7,
     "one phase has 2^20 bytes or more",
     NULL},
    {"ii 8\ncapacity 2000000\nagents a:1w b:1w\nvalue A u8[1048560] sync tma produce a @0.0 "
     "consume b @0.1",
     1,
     1,
     "it needs 1048576 bytes of shared memory, but a block of sm_90 has at most 232448",
     NULL},
    {"ii 8\ncapacity 400000\nagents a:1w b:1w\nvalue A u8[232440] align 8 sync async produce a "
     "@0.0 consume b @0.1",
     1,
     1,
     "it needs 232464 bytes of shared memory, but a block of sm_90 has at most 232448",
     NULL},
    {"ii 8\ncapacity 400000\nagents a:1w b:1w\nvalue A u8[232432] align 8 sync async produce a "
     "@0.0 consume b @0.1",
     0,
     0,
     NULL,
     NULL},
    {SEED "value A u32[64] align 128 sync tma produce a @0.0 consume b @0.2\n"
          "value B u32[64] align 128 sync cpasync produce b @0.4 consume b @0.6",
     6,
     7,
     "bulk copies overwrite 'B', but threads do not write it ('sync async')",
     SHARES},
    {SEED "value A u32[64] sync async produce a @0.0 consume b @0.2\nvalue B u32[64] sync async "
          "produce a @2.4 consume b @2.6",
     5,
     7,
     "'A' waits for 'B' of a turn of the loop that is neither this turn nor the previous one, so "
     "no parity can express "
     "the wait; place them fewer stages apart",
     SHARES},
    {SEED "value A u32[64] sync async produce a @0.0 consume b @0.2\nvalue B u32[64] sync async "
          "produce a @0.4 consume b @0.6",
     0,
     0,
     NULL,
     NULL},
    {SEED "value A u32[64] sync async produce a @0.0 consume b @0.2\nvalue B u32[64] produce a "
          "@0.4 consume b @0.6",
     5,
     7,
     "'A' waits for 'B', and one of them has no mbarriers",
     SHARES},
    {SEED "value A u32[64] produce a @0.0 consume b @0.2\nvalue B u32[64] sync async produce a "
          "@0.4 consume b @0.6",
     5,
     7,
     "'A' waits for 'B', and one of them has no mbarriers",
     SHARES},
    {SEED "value A u32[64] sync tma multicast 2 produce a @0.0 consume b @0.2\n"
          "value B u32[64] sync tma produce a @0.4 consume b @0.6",
     5,
     7,
     "'A' waits for 'B', and other CTAs fill one of them too",
     SHARES},
    {SEED "value A u32[64] sync tma produce a @0.0 consume b @0.2\nvalue B u32[64] sync tma with A "
          "produce a @0.4 consume b @0.6",
     5,
     7,
     "'A' waits for 'B', and both are filled at once",
     SHARES},
    {"ii 8\nagents a:1w b:1w\nvalue A u32[16] stages 17 sync async root r produce a @0.0 consume b "
     "@0.2\n"
     "value B u32[32] sync async root r produce a @0.4 consume b @0.6",
     4,
     7,
     "'A' waits for 'B' as a whole, but such rings can have at most 16 slots",
     SHARES},
    {"ii 8\nagents a:1w b:1w\nvalue A u32[16] sync async root r produce a @0.0 consume b @0.2\n"
     "value B u32[32] stages 17 sync async root r produce a @0.4 consume b @0.6",
     4,
     7,
     "'A' waits for 'B' as a whole, but such rings can have at most 16 slots",
     SHARES},
    {"ii 8\nagents a:1w b:1w\nvalue A u32[16] stages 16 sync async root r produce a @0.0 consume b "
     "@0.2\n"
     "value B u32[32] stages 16 sync async root r produce a @0.4 consume b @0.6",
     0,
     0,
     NULL,
     NULL},
    {"ii 8\nmode seed\npool 1 base 1\nagents a:1w b:1w\nvalue A mutex produce a @0.0 consume b "
     "@0.2\n"
     "value B mutex produce a @0.4 consume b @0.6",
     7,
     7,
     "'A' and 'B' share a named barrier, so arrivals of the two could mix; give one of them 'sync "
     "mbar'",
     "fails to assign named barrier"},
    {"ii 8\nmode seed\npool 1 base 1\nagents a:1w b:1w\nvalue A mutex produce a @0.0 consume b "
     "@0.2\n"
     "value B mutex sync mbar produce a @0.4 consume b @0.6",
     0,
     0,
     NULL,
     NULL},
    {"ii 8\ncapacity 16\nagents a:1w b:1w\nvalue A mutex sync mbar produce a @0.0 consume b @0.1",
     0,
     0,
     NULL,
     NULL},
    {"ii 8\nmode seed\ncapacity 64\nagents a:1w b:1w\nvalue A u8[64] barrier none produce a @0.0 "
     "consume b @0.1",
     0,
     0,
     NULL,
     NULL},
    {"ii 8\ncapacity 64\nagents a:1w b:1w\nvalue A u8[64] barrier none produce a @0.0 consume b "
     "@0.1",
     0,
     0,
     NULL,
     NULL},
    {"ii 8\ncapacity 32\nagents a:1w b:1w\nvalue A u8[15] align 1 sync async produce a @0.0 "
     "consume b @0.1",
     0,
     0,
     NULL,
     NULL},
    {AB "value Q u32[64] sync tma root q produce a @0.0 consume b @0.3\nvalue O u32[64] sync async "
        "root q produce b @0.3 consume a @0.4",
     5,
     7,
     "'Q' and 'O' of one 'root' are alive at the same time, so no hand-off can order them; place "
     "'O' after the end of "
     "'Q', or remove the 'root'",
     NULL}};

static void test_reasons(void) {
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Text said = {0};
        diag_reset();
        diag_set_warning("no-share");
        PipelinePlan *plan = plan_of(rows[i].body, TARGET_SM_90);
        PipelineCode *code = plan ? pipeline_code(plan) : NULL;
        diag_flush(&said);
        EXPECT_OF(rows[i].body, code && code->ok == !rows[i].why && said.length == 0);
        if (!code || !rows[i].why)
            continue;
        bool as_told = code->reason && strcmp(code->reason, rows[i].why) == 0;
        if (!as_told)
            printf("%s\n", code->reason ? code->reason : "no reason");
        EXPECT_OF(rows[i].body, as_told);
        EXPECT_OF(
            rows[i].body,
            code->reason_loc.line == rows[i].line && code->reason_loc.column == rows[i].column);
        EXPECT_OF(rows[i].body, (code->refusal != NULL) == (rows[i].refusal != NULL));
        EXPECT_OF(rows[i].body, !code->refusal || strcmp(code->refusal, rows[i].refusal) == 0);
        EXPECT_OF(rows[i].body, !pipeline_code_report(code));
        diag_flush(&said);
        const char *place = mem_printf("p.tc:%d:%d: error: ", rows[i].line, rows[i].column);
        const char *told =
            rows[i].refusal
                ? mem_printf("%s [E_PIPELINE_CODE]\n", rows[i].refusal)
                : mem_printf("pipeline 'p' has no code: %s [E_PIPELINE_CODE]\n", rows[i].why);
        EXPECT_OF(
            rows[i].body,
            strncmp(
                text_string(&said),
                mem_printf("%s%s", place, told),
                strlen(place) + strlen(told)) == 0);
        const char *note = mem_printf("note: pipeline 'p' has no code: %s\n", rows[i].why);
        EXPECT_OF(rows[i].body, !rows[i].refusal || strstr(text_string(&said), note));
    }
}

/* 256 values have code, 257 have none. */
static void test_many_values(void) {
    for (int count = 256; count <= 257; count++) {
        Text text = {0};
        diag_reset();
        diag_set_warning("no-share");
        text_add(&text, "ii 8\nagents a:1w\n");
        for (int i = 0; i < count; i++)
            text_printf(&text, "value w%d u8[16] barrier none produce a @0.0 consume a @0.1\n", i);
        PipelinePlan *plan = plan_of(text_string(&text), TARGET_SM_90);
        PipelineCode *code = plan ? pipeline_code(plan) : NULL;
        EXPECT(code && code->ok == (count == 256));
        EXPECT(
            count == 256 || (code && code->reason &&
                             strcmp(code->reason, "the pipeline has more than 256 values") == 0 &&
                             code->reason_loc.line == 1));
    }
}

/* ---- what barriers count, and where they lie -------------------------------------------------- */

static uint64_t state;
static int draw(int below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (unsigned)below);
}

static const char *const syncs[] = {
    "",
    "sync mbar",
    "sync tma",
    "sync cpasync",
    "sync async",
    "sync dsmem",
    "sync named",
    "barrier none"};

static const char *random_body(int n) {
    static const char *const types[] = {"u8", "u16", "f32", "f64", "b128", "e2m1"};
    static const int bytes[] = {1, 2, 4, 8, 16, 1};
    Text text = {0};
    int values = 1 + draw(4), capacity = n % 3 ? 0 : 200 + draw(400);
    text_printf(&text, "ii 8\nmode %s\nagents a:1w b:2w c:3w\n", n % 2 ? "pack" : "seed");
    if (capacity)
        text_printf(&text, "capacity %d\n", capacity);
    for (int v = 0; v < values; v++) {
        int type = draw(6), sync = draw(8), unit = sync == 2 || sync == 5 ? 16 : sync == 3 ? 4 : 1;
        int least = bytes[type] > unit ? bytes[type] : unit,
            count = (1 + draw(6)) * least / bytes[type];
        int begin = 4 * draw(2);
        bool each = draw(3) == 0 && sync && sync < 6;
        text_printf(
            &text,
            "value V%d %s[%d] stages %d align %d %s%s produce %c @0.%d consume %c @0.%d",
            v,
            types[type],
            count,
            1 + draw(3),
            least << draw(3),
            sync == 7 ? "" : syncs[sync],
            each        ? " arrive threads"
            : sync == 7 ? "barrier none"
            : sync == 5 ? " handoff cluster"
                        : "",
            "abc"[draw(3)],
            begin,
            "abc"[draw(3)],
            begin + draw(3));
        if (draw(3) == 0 && sync != 6 && sync)
            text_printf(&text, ", %c @0.%d", "abc"[draw(3)], begin + draw(3));
        text_char(&text, '\n');
    }
    return text_string(&text);
}

static int64_t up(int64_t at, int64_t unit) {
    while (at % unit)
        at++;
    return at;
}

/* Agents by their place: 1, 2 and 3 warps. */
static int warps_of(unsigned agents) {
    int warps = 0;
    for (int a = 0; a < 3; a++)
        warps += (agents >> a & 1) ? a + 1 : 0;
    return warps;
}

static void expect_counts(const Pipe *pipe) {
    const PipelineValue *value = pipe->record->value;
    unsigned readers = 0, writer = 1u << value->producer.agent;
    for (int c = 0; c < value->consumer_count; c++)
        readers |= 1u << value->consumers[c].agent;
    bool bulk = value->sync == SYNC_TMA || value->sync == SYNC_DSMEM;
    int lanes = value->each_arrives ? 32 : 1, writing = value->sync == SYNC_CPASYNC ? 32 : lanes;
    EXPECT(pipe->empty == lanes * warps_of(readers));
    EXPECT(pipe->full == (bulk ? 1 : writing * warps_of(writer)));
    EXPECT(pipe->threads == 32 * warps_of(readers | writer));
    EXPECT(pipe->bytes == (bulk ? pipe->record->footprint : 0));
    EXPECT(pipe->ctas == 1 && pipe->stages == value->stages && pipe->member_count == 1);
}

/* Tiles, then the two barriers of each slot, then those of turns; as long as C makes the union, and where there is room
 * a multiple of 16. */
static void expect_memory(const PipelineCode *code) {
    const PipelinePlan *plan = code->plan;
    int64_t tiles = 0, unit = 1, whole = 1, align = 16, turns = 0;
    for (int i = 0; i < plan->count; i++) {
        const Record *record = &plan->records[i];
        const PipelineValue *value = record->value;
        int64_t begin = record->final_offset, end = begin + value->stages * record->final_stride;
        int64_t last = begin + (value->stages - 1) * record->final_stride + record->footprint;
        int64_t element = value->dtype->bits < 8 ? 1 : value->dtype->bits / 8;
        tiles = last > tiles ? last : tiles;
        whole = end > whole ? end : whole;
        unit = element > unit ? element : unit;
        align = value->align > align ? value->align : align;
    }
    int64_t at = up(tiles, 8), begin = at;
    for (int i = 0; i < code->count; i++) {
        const PipelineValue *value = code->pipes[i].record->value;
        if (value->sync == SYNC_NONE || value->sync == SYNC_NAMED)
            continue;
        EXPECT(code->pipes[i].full_at == at && code->pipes[i].empty_at == at + 8);
        at += 16 * value->stages;
    }
    for (int i = 0; i < code->count; i++)
        for (int k = 0; k < code->pipes[i].before_count; k++)
            if (code->pipes[i].before[k].turn) {
                EXPECT(code->pipes[i].before[k].turn->at == at);
                int64_t bytes =
                    code->pipes[i].before[k].turn->whole ? 8 : 8 * code->pipes[i].stages;
                at += bytes;
                turns += bytes;
            }
    if (at > begin) {
        unit = unit < 8 ? 8 : unit;
        whole = at > whole ? at : whole;
    }
    whole = up(whole, unit);
    CodeRoom room = pipeline_code_room(plan);
    EXPECT(
        code->tiles == tiles && code->align == align && code->turn_bytes == turns &&
        code->threads == 192);
    EXPECT(code->bytes == (up(whole, 16) <= plan->capacity ? up(whole, 16) : whole));
    EXPECT(room.bytes == code->bytes && room.turns == turns && room.unit == unit);
}

static void test_memory(void) {
    int made = 0, turning = 0;
    for (int n = 0; n < 1200; n++) {
        MemMark mark = mem_mark();
        state = (uint64_t)n;
        PipelinePlan *plan = plan_of(random_body(n), TARGET_SM_90);
        PipelineCode *code = plan ? pipeline_code(plan) : NULL;
        for (int i = 0; code && code->ok && i < code->count; i++)
            if (code->pipes[i].form != PIPE_MEMORY)
                expect_counts(&code->pipes[i]);
        EXPECT(!code || code->ok || code->reason); /* no part of it is wrong */
        if (code && code->ok)
            expect_memory(code);
        made += code && code->ok;
        turning += code && code->ok && code->turn_bytes > 0;
        diag_reset();
        diag_set_warning("no-share");
        mem_rewind(mark);
    }
    printf("%d have code, %d barriers of turns\n", made, turning);
    EXPECT(made > 400 && turning > 20);
}

/* ---- targets --------------------------------------------------------------------------------- */

static int64_t memory_of(const char *name) {
    int chip = 0;
    sscanf(name, "sm_%d", &chip);
    return 1024 * (chip == 80 || chip == 87                                ? 163
                   : chip == 86 || chip == 88 || chip == 89 || chip >= 120 ? 99
                                                                           : 227);
}

/* sm_100, sm_103 and sm_110 of any kind. */
static bool has_tmem(const char *name) {
    return strncmp(name, "sm_10", 5) == 0 || strncmp(name, "sm_11", 5) == 0;
}

static void test_targets(void) {
    for (int n = 0; n < 300; n++) {
        MemMark mark = mem_mark();
        state = (uint64_t)n;
        unsigned asked = 0, seen = 0;
        for (int t = 0; t < TARGET_COUNT; t++)
            asked |= (unsigned)(draw(3) == 0) << t;
        asked |= 1u << draw(TARGET_COUNT);
        const char *capacity = n % 2 ? "capacity 4096; " : "";
        const char *text = mem_printf(
            "pipeline p { ii 8; %svalue A u8[16] produce @0.0 consume @0.1; }\n", capacity);
        Module *module =
            lang_load(source_from_text("p.tc", text, strlen(text)), NULL, NULL, 0, asked);
        PipelinePlans *plans = pipelines_plan(module);
        int least = -1;
        for (int t = TARGET_COUNT - 1; t >= 0; t--) {
            EXPECT(pipe_target_bytes(t) == memory_of(target_name[t]));
            least = (asked >> t & 1) && (least < 0 ||
                                         memory_of(target_name[t]) <= memory_of(target_name[least]))
                        ? t
                        : least;
        }
        EXPECT(pipe_smallest_target(asked) == least);
        for (int i = 0; i < plans->count; i++) {
            const PipelinePlan *plan = plans->plans[i];
            int first = 0;
            unsigned kind = 0;
            while (!((asked & ~seen) >> first & 1))
                first++;
            for (int t = 0; t < TARGET_COUNT; t++)
                if ((asked >> t & 1) && has_tmem(target_name[t]) == has_tmem(target_name[first]) &&
                    (n % 2 || memory_of(target_name[t]) == memory_of(target_name[first])))
                    kind |= 1u << t;
            EXPECT(
                plan->targets == kind && plan->asked == asked &&
                plan->tmem == has_tmem(target_name[first]));
            EXPECT(plan->capacity == (n % 2 ? 4096 : memory_of(target_name[first])));
            seen |= kind;
        }
        EXPECT(
            seen == asked && pipeline_find(plans, "p") == plans->plans[0] &&
            !pipeline_find(plans, "q"));
        mem_rewind(mark);
    }
}

int main(void) {
    diag_set_warning("no-share");
    test_reasons();
    test_many_values();
    test_memory();
    test_targets();
    mem_free_all();
    return unit_finish();
}
