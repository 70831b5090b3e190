/* test_pipeline.c: the phases of a pipeline's plan on worked examples, the seed's and the hardware's; the
 * language's way there and back. Expected values are worked by hand. */
#include "pipeline/pipes.h"
#include "pipeline_of.h"

/* One row of the worked results: life, need, barrier, class, offset, stride, final. */
typedef struct {
    const char *name;
    int64_t begin, end, need;
    int barrier;
    BufferClass class;
    int64_t offset, stride, final;
} Row;

static void expect_rows(const PipelinePlan *plan, const Row *rows, int count) {
    EXPECT(plan && plan->count == count && plan->proof.ok);
    for (int i = 0; plan && i < count; i++) {
        const Record *got = record_of(plan, rows[i].name);
        EXPECT_OF(rows[i].name, got->begin == rows[i].begin && got->end == rows[i].end);
        EXPECT_OF(rows[i].name, got->need == rows[i].need);
        EXPECT_OF(rows[i].name, got->barrier == rows[i].barrier);
        EXPECT_OF(rows[i].name, got->class == rows[i].class);
        EXPECT_OF(rows[i].name, got->offset == rows[i].offset && got->stride == rows[i].stride);
        EXPECT_OF(rows[i].name, got->final_offset == rows[i].final);
    }
}

static void test_gemm_sm80(void) {
    PipelinePlan *plan = plan_of(
        "ii 8\nmode seed\npool 32 base 0\n"
        "value A f16[64,64] stages 3 produce @0.0 consume @2.0+8\n"
        "value B f16[64,64] stages 3 produce @0.1 consume @2.0+8",
        TARGET_SM_80);
    static const Row rows[] = {
        {"A", 0, 24, 3, 0, CLASS_SMEM, 0, 8192, 0},
        {"B", 1, 24, 3, 1, CLASS_SMEM, 24576, 8192, 24576}};
    expect_rows(plan, rows, 2);
    EXPECT(plan->tiles_before == 49152 && plan->control == 0 && plan->stage_count == 3);
}

static void test_gemm_sm90(void) {
    PipelinePlan *plan =
        seed_plan("value A f16[128,64] stages 4 align 1024 sync mbar produce @0.0 consume @3.0+8\n"
                  "value B f16[256,64] stages 4 align 1024 sync mbar produce @0.0 consume @3.0+8\n"
                  "value MathOrd mutex produce @3.0 consume @3.7");
    static const Row rows[] = {
        {"A", 0, 32, 4, 0, CLASS_SMEM, 0, 16384, 0},
        {"B", 0, 32, 4, 1, CLASS_SMEM, 65536, 32768, 65536},
        {"MathOrd", 24, 32, 1, 2, CLASS_BAR, -1, 0, -1}};
    expect_rows(plan, rows, 3);
    EXPECT(plan->tiles_before == 196608 && plan->control == 128);
}

/* Q and O are one allocation; the two orders are apart, and still get ids of their own. */
static void test_attention(void) {
    PipelinePlan *plan = plan_of(
        "ii 16\nmode seed\npool 32 base 0\n"
        "value Q f16[128,128] align 1024 sync mbar root sQ produce @0.0 consume @0.0+16\n"
        "value K f16[128,128] stages 2 align 1024 sync mbar produce @0.0 consume @1.0+8\n"
        "value V f16[128,128] stages 2 align 1024 sync mbar produce @0.4 consume @1.8+8\n"
        "value WG1ord mutex produce @1.0 consume @1.7\n"
        "value WG2ord mutex produce @1.8 consume @1.15\n"
        "value O f16[128,128] align 1024 root sQ produce @1.14 consume @1.15",
        TARGET_SM_90);
    static const Row rows[] = {
        {"Q", 0, 16, 1, 0, CLASS_SMEM, 0, 32768, 0},
        {"K", 0, 24, 2, 1, CLASS_SMEM, 32768, 32768, 32768},
        {"V", 4, 32, 2, 2, CLASS_SMEM, 98304, 32768, 98304},
        {"WG1ord", 16, 24, 1, 3, CLASS_BAR, -1, 0, -1},
        {"WG2ord", 24, 32, 1, 4, CLASS_BAR, -1, 0, -1},
        {"O", 30, 32, 1, 5, CLASS_SMEM, 0, 32768, 0}};
    expect_rows(plan, rows, 6);
    EXPECT(plan->merge_count == 0 && record_root(plan, 5) == 0);
    EXPECT(plan->tiles_before == 163840 && plan->control == 80);
}

static void test_gemm_sm100(void) {
    PipelinePlan *plan = plan_of(
        "ii 16\nmode seed\npool 32 base 0\n"
        "value A f16[128,64] stages 4 align 1024 sync mbar produce @0.0 consume @3.0+16\n"
        "value B f16[256,64] stages 4 align 1024 sync tma produce @0.0 consume @3.0+16\n"
        "value Acc f32[128,256] stages 2 sync mbar produce @3.0 consume @4.8+8\n"
        "value Epi0 f16[128,32] align 128 produce @4.0 consume @4.5+3\n"
        "value Epi1 f16[128,32] align 128 produce @4.8 consume @4.13+3",
        TARGET_SM_100A);
    static const Row rows[] = {
        {"A", 0, 64, 4, 0, CLASS_SMEM, 0, 16384, 0},
        {"B", 0, 64, 4, 1, CLASS_SMEM, 65536, 32768, 65536},
        {"Acc", 48, 80, 2, 2, CLASS_TMEM, 0, 256, 0},
        {"Epi0", 64, 72, 1, 3, CLASS_SMEM, 196608, 8192, 196608},
        {"Epi1", 72, 80, 1, 4, CLASS_SMEM, 204800, 8192, 196608}};
    expect_rows(plan, rows, 5);
    EXPECT(record_of(plan, "B")->auto_class == CLASS_TMEM && record_of(plan, "B")->forced);
    EXPECT(plan->merge_count == 1 && plan->merges[0].into == 3 && plan->merges[0].value == 4);
    EXPECT(plan->tiles_after == 204800 && plan->control == 176);
    EXPECT(plan->tmem_columns == 512 && plan->tmem_alloc == 512);
    EXPECT(plan->handoff_count == 2);
    EXPECT(plan->handoffs[0].from == 4 && plan->handoffs[0].to == 3);
    EXPECT(plan->handoffs[0].distance == 1 && plan->handoffs[1].distance == 0);
}

/* N x M: ceil(N * bits / 32) columns for each 128 of M, in units of 32. */
static void test_columns(void) {
    static const struct {
        const char *tile;
        int64_t stride;
    } rows[] = {
        {"f32[128,1]", 32},
        {"f32[129,1]", 32},
        {"f32[8192,1]", 64},
        {"f32[1,128,1]", 32},
        {"f32[1,128]", 128},
        {"f32[128]", 128},
        {"f16[128,64,1]", 32},
        {"f32[2,128,64]", 128},
        {"f32[256,64]", 128}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const char *body = mem_printf(
            "ii 8\nvalue T %s sync umma class tmem produce @0.0 consume @0.4", rows[i].tile);
        PipelinePlan *plan = plan_of(body, TARGET_SM_100A);
        EXPECT_OF(rows[i].tile, record_of(plan, "T")->stride == rows[i].stride);
    }
}

/* `@0.9` where II is 8 is `@1.1`. */
static void test_late_cycles(void) {
    PipelinePlan *late = seed_plan("value A f16[64] produce @0.9 consume @0.12");
    PipelinePlan *same = seed_plan("value A f16[64] produce @1.1 consume @1.4");
    const Record *a = record_of(late, "A"), *b = record_of(same, "A");
    EXPECT(late->stage_count == 2 && same->stage_count == 2);
    EXPECT(a->begin == 9 && a->end == 13 && b->begin == a->begin && b->end == a->end);
}

/* Rows that other CTAs write share in the seed; otherwise only when the hand-off reaches the cluster. */
static void test_halo(void) {
    static const char values[] =
        "value tile f32[66,64] stages 2 align 128 sync mbar produce @0.0 consume @1.0+12\n"
        "value haloL f32[1,64] align 128 sync dsmem%s produce @0.2 consume @0.6+2\n"
        "value haloR f32[1,64] align 128 sync dsmem%s produce @0.8 consume @0.10+2\n"
        "value clusterOrd mutex produce @0.2 consume @0.11";
    static const struct {
        const char *mode, *handoff;
        int64_t height;
        int refusals;
    } cases[] = {
        {"seed", "", 34048, 0},
        {"pack", "", 34304, 1},
        {"pack", " handoff cluster", 34048, 0},
        {"slot", "", 34304, 1}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char format[sizeof values];
        memcpy(format, values, sizeof values);
        Text text = {0};
        text_printf(&text, "ii 12\nmode %s\n", cases[i].mode);
        for (const char *at = format; *at; at++)
            if (at[0] == '%')
                text_add(&text, cases[i].handoff), at++;
            else
                text_char(&text, *at);
        PipelinePlan *plan = plan_of(text_string(&text), TARGET_SM_90);
        EXPECT_OF(cases[i].mode, plan && plan->proof.ok);
        EXPECT_OF(cases[i].mode, plan && plan->tiles_after == cases[i].height);
        EXPECT_OF(cases[i].mode, plan && plan->refusal_count == cases[i].refusals);
    }
}

static void test_circle(void) {
    Circle a = circle_new(8), b = circle_new(8), full = circle_new(8);
    int64_t arcs[8][2];
    circle_add_arc(&a, 6, 10);
    circle_add_arc(&b, -6, -2);
    circle_add_arc(&full, 3, 11);
    EXPECT(circle_has(&a, 6) && circle_has(&a, 1) && !circle_has(&a, 2) && !circle_has(&a, 5));
    EXPECT(circle_disjoint(&a, &b) && !circle_disjoint(&a, &full));
    EXPECT(circle_is_full(&full) && !circle_is_full(&a));
    EXPECT(circle_arcs(&a, arcs) == 1 && arcs[0][0] == 6 && arcs[0][1] == 10);
    circle_add(&a, &b);
    EXPECT(circle_is_full(&a));
    EXPECT(circle_arcs(&a, arcs) == 1 && arcs[0][0] == 0 && arcs[0][1] == 8);
    EXPECT(div_floor(-3, 8) == -1 && div_floor(16, 8) == 2 && round_up(66, 32) == 96);
}

/* [0,10) and [10,15) fill the circle of 8, and are apart on that of two slots. */
static void test_slots(void) {
    static const char rings[] = "value A f16[64,64] stages 2 produce @0.0 consume @1.1\n"
                                "value B f16[64,64] stages 2 produce @1.2 consume @1.6";
    PipelinePlan *seed = seed_plan(rings);
    PipelinePlan *slot = plan_of(mem_printf("ii 8\nmode slot\n%s", rings), TARGET_SM_90);
    EXPECT(seed && seed->merge_count == 0 && seed->tiles_after == 32768);
    EXPECT(slot && slot->merge_count == 1 && slot->tiles_after == 16384 && slot->proof.ok);
    slot = plan_of(
        "ii 8\nmode slot\n"
        "value A f16[64,64] stages 2 produce @0.0 consume @1.1\n"
        "value B f16[64,64] stages 2 produce @0.2 consume @0.6",
        TARGET_SM_90);
    EXPECT(slot && slot->merge_count == 1 && slot->records[1].rotation == 1 && slot->proof.ok);
}

/* The order of the pairs decides who ends up together. */
static void test_pair_order(void) {
    PipelinePlan *abc = seed_plan("value a f16[64,64] produce @0.0 consume @0.2\n"
                                  "value b f16[64,64] produce @0.3 consume @0.4\n"
                                  "value c f16[64,64] produce @0.1 consume @0.2");
    PipelinePlan *cba = seed_plan("value c f16[64,64] produce @0.1 consume @0.2\n"
                                  "value b f16[64,64] produce @0.3 consume @0.4\n"
                                  "value a f16[64,64] produce @0.0 consume @0.2");
    EXPECT(abc->merge_count == 1 && abc->merges[0].into == 0 && abc->merges[0].value == 1);
    EXPECT(cba->merge_count == 1 && cba->merges[0].into == 0 && cba->merges[0].value == 1);
    EXPECT(abc->tiles_compact == 16384 && cba->tiles_compact == 16384);
    EXPECT(cba->tiles_after == 24576 && cba->packed.height == 16384 && cba->packed.exact);
}

/* Shared memory holds what mode pack makes of it, and no byte more. */
/* Equal footprints of 100 bytes share where the places of the first are aligned for the second: 0 and 128 are for 16, 0
 * and 112 are not for 128. A third one asks more than the class that it would join through. */
static void test_strides(void) {
    static const struct {
        const char *a, *b;
        int64_t stride; /* of b where it shares; 0: it does not */
    } pairs[] = {
        {"u8[100] stages 2 align 128", "u8[100] stages 2 align 16", 128},
        {"u8[100] stages 2 align 16", "u8[100] stages 2 align 128", 0},
        {"u8[100] align 16", "u8[100] align 128", 100},
        {"u8[128] stages 2 align 16", "u8[128] stages 2 align 128", 128}};
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        PipelinePlan *plan = seed_plan(mem_printf(
            "value A %s produce @0.0 consume @0.3\nvalue B %s produce @0.4 consume @0.7\n",
            pairs[i].a,
            pairs[i].b));
        const Record *b = record_of(plan, "B");
        bool shares = plan && plan->merge_count == 1 && b->final_offset == 0;
        EXPECT_OF(pairs[i].a, plan && shares == (pairs[i].stride > 0));
        EXPECT_OF(
            pairs[i].a, !shares || b->value->stages == 1 || b->final_stride == pairs[i].stride);
    }
    PipelinePlan *plan = seed_plan("value P u8[16] align 16 produce @0.0 consume @0.7\n"
                                   "value A u8[100] align 16 produce @0.0 consume @0.1\n"
                                   "value B u8[100] align 128 produce @0.0 consume @0.3\n"
                                   "value C u8[100] align 16 produce @0.4 consume @0.5\n");
    EXPECT(plan && plan->merge_count == 1 && record_of(plan, "C")->parent == 1);
    plan = plan_of(
        "ii 8\nmode seed\npool 32 base 0\ntmem_threshold 0\n"
        "value A f32[128,64] produce @0.0 consume @0.3\n"
        "value B f32[64,128] produce @0.4 consume @0.7\n",
        TARGET_SM_100A);
    EXPECT(plan && plan->merge_count == 0 && plan->tmem_columns == 192);
}

static void test_capacity(void) {
    static const char values[] = "value P f16[256,256] produce @0.0 consume @0.3\n"
                                 "value S f16[128,256] produce @0.4 consume @0.7";
    int errors = diag_error_count();
    EXPECT(plan_of(mem_printf("ii 8\ncapacity 131072\n%s", values), TARGET_SM_90));
    EXPECT(diag_error_count() == errors);
    EXPECT(!plan_of(mem_printf("ii 8\ncapacity 131071\n%s", values), TARGET_SM_90));
    EXPECT(!plan_of(mem_printf("ii 8\nmode seed\ncapacity 131072\n%s", values), TARGET_SM_90));
    EXPECT(diag_error_count() == errors + 2);
}

/* 16 bytes of tiles that share and 16 for the barriers of their turns, or 24 bytes that do not share. */
static void test_room_for_turns(void) {
    static const char values[] =
        "agents a:1w b:1w\n"
        "value A u8[16] align 1 sync async produce a @0.0 consume b @0.1\n"
        "value B u8[4] stages 2 align 1 sync async produce a @0.4 consume b @0.5";
    int errors = diag_error_count();
    PipelinePlan *plan = plan_of(mem_printf("ii 8\ncapacity 80\n%s", values), TARGET_SM_90);
    EXPECT(plan && plan->handoff_count == 2 && pipeline_code(plan)->bytes == 80);
    plan = plan_of(mem_printf("ii 8\ncapacity 79\n%s", values), TARGET_SM_90);
    EXPECT(plan && plan->handoff_count == 0 && pipeline_code(plan)->bytes == 72);
    EXPECT(plan_of(mem_printf("ii 8\ncapacity 72\n%s", values), TARGET_SM_90));
    EXPECT(diag_error_count() == errors);
    EXPECT(!plan_of(mem_printf("ii 8\ncapacity 71\n%s", values), TARGET_SM_90));
    EXPECT(plan_of(mem_printf("ii 8\nmode slot\ncapacity 72\n%s", values), TARGET_SM_90));
    EXPECT(!plan_of(mem_printf("ii 8\nmode seed\ncapacity 71\n%s", values), TARGET_SM_90));
    EXPECT(diag_error_count() == errors + 2);
}

static void test_descriptors(void) {
    PipelinePlan *plan = plan_of(
        "ii 8\nvalue D tensormap stages 4 produce @0.0 consume @3.0\n"
        "value E tensormap produce @0.0 consume @0.3\nvalue F tensormap produce @0.4 consume @0.7",
        TARGET_SM_90);
    EXPECT(plan && plan->descriptors == 5 && plan->tiles_before == 0 && plan->proof.ok);
    EXPECT(record_of(plan, "E")->class == CLASS_DESC && record_of(plan, "E")->stride == 128);
    EXPECT(record_of(plan, "E")->final_offset == record_of(plan, "F")->final_offset);
}

/* Values over one another whatever their types are: the packer's classes are what has one place. */
static void test_mode_pack(void) {
    PipelinePlan *plan = plan_of(
        "ii 8\nvalue P f16[64,64] produce @0.0 consume @0.3\n"
        "value S bf16[64,64] produce @0.4 consume @0.7\n"
        "value T f16[8] barrier none produce @0.4 consume @0.7",
        TARGET_SM_90);
    EXPECT(plan && plan->proof.ok && plan->packed.height == 8192 + 16);
    EXPECT(plan->merge_count == 0 && plan->handoff_count == 2);
    EXPECT(record_of(plan, "P")->final_offset == record_of(plan, "S")->final_offset);
}

static int barrier_of_last(const char *text) {
    PipelinePlan *plan = plan_of(text, TARGET_SM_90);
    EXPECT(!plan || plan->proof.ok);
    return plan ? plan->records[plan->count - 1].barrier : -1;
}

/* Who meets at an id takes one that nobody else meets at; where there is none, one whose values live apart and bring
 * as many threads. */
static void test_met_ids(void) {
    Text text = {0};
    text_add(&text, "ii 64\nagents a:1w b:1w c:2w\n");
    for (int i = 0; i < 16; i++)
        text_printf(
            &text, "value m%d mutex produce a @0.%d consume b @0.%d\n", i, 4 * i, 4 * i + 1);
    EXPECT(barrier_of_last(text_string(&text)) == 1);
    static const char first[] = "ii 64\npool 2 base 1\nagents a:1w b:1w c:2w\n"
                                "value M mutex produce a @0.0 consume b @0.1\n";
    static const struct {
        const char *values;
        int barrier;
    } cases[] = {
        {"value N mutex produce a @0.2 consume b @0.3\nvalue O mutex produce a @0.4 consume b @0.5",
         1},
        {"value N mutex sync mbar produce a @0.2 consume b @0.3\n"
         "value O mutex produce a @0.4 consume b @0.5",
         2},
        {"value N mutex produce a @0.2 consume c @0.3\nvalue O mutex produce c @0.4 consume a @0.5",
         2},
        {"value N mutex produce a @0.2 consume b @0.3\nvalue O mutex produce a @0.0 consume b @0.5",
         -1},
        {"value N mutex produce a @0.2 consume b @0.3\nvalue O mutex produce a @0.4 consume c @0.5",
         -1}};
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        EXPECT_OF(
            cases[i].values,
            barrier_of_last(mem_printf("%s%s", first, cases[i].values)) == cases[i].barrier);
}

/* C waits for A of the iteration before, and that for B of the same: nobody says that B is over when C begins
 * for the first time, so it is told. */
static void test_first_turns(void) {
    PipelinePlan *plan = plan_of(
        "ii 3\nvalue A f16[64,64] produce @1.1 consume @1.1\n"
        "value B f16[128] produce @0.0 consume @0.0\n"
        "value C u8[128,64] produce @0.2 consume @0.2\n",
        TARGET_SM_90);
    EXPECT(plan && plan->proof.ok && plan->packed.height == 8192);
    int first = 0;
    for (int h = 0; plan && h < plan->handoff_count; h++) {
        const Handoff *handoff = &plan->handoffs[h];
        first += handoff->from == 1 && handoff->to == 2 && handoff->distance == 0;
        EXPECT(handoff->from != 0 || handoff->to != 1 || handoff->distance > 0);
    }
    EXPECT(first == 1);
}

/* What reads back: the canonical text of a plan's request means the same. */
static void test_print(void) {
    static const char body[] =
        "ii 12; mode slot; pool 8 base 8; capacity 100000; tmem_threshold 4096\n"
        "agents load:1w mma:4w\n"
        "value A f16[128,64] stages 3 align 2048 swizzle 128B sync tma produce load @0.0 "
        "consume mma @1.2+4, mma @0.1 dist 1\n"
        "value B f16[8,8] stages 3 sync tma with A root X from A class smem barrier none handoff "
        "cluster produce load @0.1 consume mma @?\n"
        "value M mutex root none produce @? consume @0.3\nvalue D tensormap produce @1.1";
    Text once = {0}, twice = {0};
    Pipeline *request = request_of(body);
    pipeline_print(&once, request);
    Module *module =
        lang_load(source_from_text("q.tc", text_string(&once), once.length), NULL, NULL, 0, 0);
    EXPECT(module->pipeline_count == 1);
    pipeline_print(&twice, module->pipelines[0]);
    EXPECT(strcmp(text_string(&once), text_string(&twice)) == 0);
    EXPECT(strstr(text_string(&once), "value A f16[128,64] stages 3 align 2048 swizzle 128B"));
    EXPECT(strstr(text_string(&once), "@0.1 dist 1\n") && strstr(text_string(&once), "mma @?\n"));
}

int main(void) {
    diag_set_warning("no-share");
    test_circle();
    test_gemm_sm80();
    test_gemm_sm90();
    test_attention();
    test_gemm_sm100();
    test_columns();
    test_late_cycles();
    test_halo();
    test_slots();
    test_pair_order();
    test_strides();
    test_capacity();
    test_room_for_turns();
    test_descriptors();
    test_mode_pack();
    test_met_ids();
    test_first_turns();
    test_print();
    mem_free_all();
    return unit_finish();
}
