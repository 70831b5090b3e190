/* test_lane0.c: regions of lane 0: the map of a value against its definition by coordinates, the error
 * of every rule and the order in which rules are asked, the canonical text, and what has no header. */
#define _XOPEN_SOURCE 700
#include "generator/pipeline/told.h"
#include "unit.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const Program *build(const char *text) {
    Module *module = lang_load(source_from_text("test.tc", text, strlen(text)), NULL, NULL, 0, 0);
    return diag_error_count() ? NULL : program_build(module, false);
}

/* What is reported of a text: the ids of errors, joined by blanks. Each in a process of its own, because
 * a process reports 20 errors at most. */
static const char *reported(const char *text) {
    static char ids[512];
    char line[512];
    ids[0] = '\0';
    FILE *file = tmpfile();
    pid_t child = fork();
    if (child == 0) {
        build(text);
        Text said = {0};
        diag_flush(&said);
        fputs(text_string(&said), file);
        fflush(file);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    rewind(file);
    while (fgets(line, sizeof line, file)) {
        char *at = strstr(line, " [E_");
        char *end = at ? strchr(at, ']') : NULL;
        if (end && end - at < 100)
            snprintf(
                ids + strlen(ids),
                sizeof ids - strlen(ids),
                "%s%.*s",
                *ids ? " " : "",
                (int)(end - at - 2),
                at + 2);
    }
    fclose(file);
    return ids;
}

static const Lane0 *region(const char *text) {
    const Program *program = build(text);
    EXPECT_OF(text, program && program->count == 1);
    return program && program->count ? &program->functions[0].request->lane0 : NULL;
}

/* The definition: split lane and slot into coordinates, put them together by the order, flatten. */
static int64_t element(const Lane0Value *value, int64_t lane, int64_t slot) {
    int64_t id[MAX_LANE0_RANK], at[MAX_LANE0_RANK], flat = 0;
    for (int d = value->rank; d-- > 0;) {
        int64_t q = value->seq[d] / value->lane[d];
        id[d] = lane % q;
        lane = (lane - id[d]) / q;
        at[d] = slot % value->lane[d];
        slot = (slot - at[d]) / value->lane[d];
    }
    for (int d = 0; d < value->rank; d++) {
        int64_t q = value->seq[d] / value->lane[d];
        int64_t x =
            value->kind == LANE0_CYCLIC ? id[d] + q * at[d] : at[d] + value->lane[d] * id[d];
        flat = flat * value->seq[d] + x;
    }
    return flat;
}

static void test_maps(void) {
    static const char *const texts[] = {
        "lane0 t warp 32 { in a : f32[128] / f32[4]; }",
        "lane0 t warp 32 { in a : f32[128] / f32[4] cyclic; }",
        "lane0 t warp 32 { in a : f16[8,16] / f16[2,2]; }",
        "lane0 t warp 32 { in a : f16[8,16] / f16[2,2] cyclic; }",
        "lane0 t warp 32 { out a : f32[2,4,4] / f32[1,1,1]; }",
        "lane0 t warp 32 { out a : f32[4,3,2,5,8] / f32[2,3,1,5,1]; }",
        "lane0 t warp 32 { out a : e2m1[4,3,2,5,8] / e2m1[2,3,1,5,1] cyclic; }",
        "lane0 t warp 6 { out a : u8[6,4] / u8[2,2]; }",
        "lane0 t cta(64) { in a : f32[128,2] / f32[2,2]; }",
        "lane0 t cta(1024) { in a : f32[32,4,32] / f32[1,1,4]; }",
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        const Lane0 *lane0 = region(texts[i]);
        const Lane0Value *value = lane0 ? &lane0->values[0] : NULL;
        bool same = value != NULL;
        for (int64_t lane = 0; same && lane < lane0->threads; lane++)
            for (int64_t slot = 0; slot < value->lane_count; slot++) {
                int64_t index = lane0_index(value, lane, slot), owner, own;
                lane0_place(value, index, &owner, &own);
                same = same && index == element(value, lane, slot) && owner == lane && own == slot;
            }
        EXPECT_OF(texts[i], same);
    }
}

/* The five places where the known implementation of the op is wrong. */
static void test_known_pitfalls(void) {
    int64_t lane, slot;
    const Lane0 *two = region("lane0 t warp 32 { in a : f32[64] / f32[2]; }");
    lane0_place(&two->values[0], 9, &lane, &slot);
    EXPECT(lane == 4 && slot == 1);
    const Lane0 *three = region("lane0 t warp 32 { in a : f32[96] / f32[3]; }");
    lane0_place(&three->values[0], 76, &lane, &slot);
    EXPECT(lane == 25 && slot == 1);
    const Lane0 *deep = region("lane0 t warp 32 { in a : f32[2,4,4] / f32[1,1,1]; }");
    EXPECT(
        lane0_index(&deep->values[0], 16, 0) == 16 && lane0_index(&deep->values[0], 31, 0) == 31);
    const Lane0 *flat = region("lane0 t warp 32 { in a : f32[8,16] / f32[2,2]; }");
    EXPECT(lane0_index(&flat->values[0], 11, 0) == 2 * 16 + 6);
    EXPECT(lane0_index(&flat->values[0], 11, 3) == 3 * 16 + 7);
}

static void test_kinds(void) {
    const Lane0 *lane0 =
        region("lane0 t warp 1 { in a : f32[4] / f32[4]; in p : const struct s **; "
               "in n : unsigned long / unsigned long; out v : f32[4,2]; out s : f64 }");
    for (int i = 0; lane0 && i < lane0->value_count; i++)
        EXPECT_OF(lane0->values[i].name, lane0->values[i].kind == LANE0_BROADCAST);
    EXPECT(lane0 && lane0->value_count == 5 && lane0->values[3].seq_count == 8);
    EXPECT(
        lane0 && !lane0->values[1].dtype &&
        strcmp(lane0->values[1].type, "const struct s **") == 0);
    const Lane0 *named = region("lane0 t warp 16 lane id { in cyclic : f32[32]/f32[2]cyclic }");
    EXPECT(named && strcmp(named->lane_id, "id") == 0 && named->values[0].kind == LANE0_CYCLIC);
}

static void test_statement(void) {
    const Program *program =
        build("lane0 t cta( 64 )lane id{in p:const  float*;;\nin a:f32[8,16]/f32[1,2]cyclic\n"
              "out s:f32/f32}");
    EXPECT(
        program &&
        strcmp(
            program->functions[0].request->statement,
            "lane0 t cta(64) lane id { in p : const float *; in a : f32[8,16] / f32[1,2] "
            "cyclic; out s : f32; }") == 0);
    EXPECT(program && strcmp(program->functions[0].name, "tc_lane0_t") == 0);
    EXPECT(
        program && program->functions[0].region.ok && program->functions[0].region.elements == 128);
}

static void test_errors(void) {
    static const struct {
        const char *text, *ids;
    } rows[] = {
        {"lane0 t warp 33 { }", "E_SCOPE_RANGE"},
        {"lane0 t cta(2048) { }", "E_SCOPE_RANGE"},
        {"lane0 t cta(48) { }", "E_SCOPE_RANGE"},
        {"lane0 t cta(0) { }", "E_WARP_PRODUCT"},
        {"lane0 t warp 99999999999999999999 { }", "E_OVERFLOW"},
        {"lane0 t warpgroup 4 { }", "E_SYNTAX"},
        {"lane0 return warp 32 { }", "E_RESERVED_NAME"},
        {"lane0 T warp 32 { }", "E_BAD_NAME"},
        {"lane0 t warp 32 { out s : f31; }", "E_UNKNOWN_DTYPE"},
        {"lane0 t warp 32 { out s : float *; }", "E_UNKNOWN_DTYPE"},
        {"lane0 t warp 32 { in a : foo[32] / foo[1]; }", "E_UNKNOWN_DTYPE"},
        {"lane0 t warp 32 { in a : f32[0] / f32[0]; }", "E_EXTENT_NOT_POSITIVE"},
        {"lane0 t warp 32 { in a : f32[32] / f32[-1]; }", "E_EXTENT_NOT_POSITIVE"},
        {"lane0 t warp 32 { in a : f32[65536,65536]; }", "E_SPAN_LIMIT"},
        {"lane0 t warp 32 { in a : f32[1,1,1,1,1,1]; }", "E_TOO_MANY_DIMS"},
        {"lane0 t warp 32 { in a : f32; out a : f32; }", "E_DUPLICATE_NAME"},
        {"lane0 t warp 32 lane a { in a : f32; }", "E_DUPLICATE_NAME"},
        {"lane0 t warp 32 lane for { in a : f32; }", "E_RESERVED_NAME"},
        {"lane0 t warp 32 { in lane : f32; }", "E_RESERVED_NAME"},
        {"lane0 t warp 32 { in smem : f32; }", "E_RESERVED_NAME"},
        {"lane0 t warp 32 { in a : f32", "E_UNTERMINATED"},
        {"lane0 t warp 32 { in a f32 }", "E_SYNTAX"},
        {"lane0 t warp 32 { in a : f32 * x; }", "E_SYNTAX"},
        {"lane0 t warp 32 { in a : * ; }", "E_SYNTAX"},
        {"lane0 t warp 32 { } lane0 u warp 32 { }", "E_SYNTAX"},
        {"lane0 t warp 32 { by a : f32; }", "E_SYNTAX"},
        /* dimensions before the product, rank and dtype before both */
        {"lane0 t warp 32 { in a : f32[33,64] / f32[2,1]; }", "E_NOT_MULTIPLE"},
        {"lane0 t warp 32 { in a : f32[33] / i32[2]; }", "E_RANK_OR_ELT"},
        {"lane0 t warp 32 { in a : f32[33] / i32; }", "E_NOT_VECTOR"},
        /* operands before results, one error a statement */
        {"lane0 t warp 32 { out r : f32[33] / f32[2]; in a : f32[64] / f32[4]; }",
         "E_WARP_PRODUCT"},
        {"lane0 t warp 32 { in a : f32; }; lane0 t warp 32 { in b : f32; }", "E_NAME_CLASH"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        EXPECT_OF(rows[i].text, strcmp(reported(rows[i].text), rows[i].ids) == 0);
}

/* What is moved is proven twice over, with lane 0 between the parts; a wait less is a race. */
static void test_plans(void) {
    static const char *const texts[] = {
        "lane0 t warp 32 {in a : f32[128] / f32[4];in b : f64[4,8] / f64[1,1] cyclic;out s : f32;}",
        "lane0 t warp 32 { in a : f16[8,16] / f16[2,2] cyclic; out b : f16[8,16] / f16[2,2]; }",
        "lane0 t warp 32 { in a : e2m1[4,3,2,5,16] / e2m1[2,3,1,5,2]; out v : f32[3]; }",
        "lane0 t warp 32 { in a : u8[4,3,2,5,8] / u8[2,3,1,5,1]; out b : b128[64] / b128[2]; }",
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        const Program *program = build(texts[i]);
        const Function *function = program ? &program->functions[0] : NULL;
        bool has = function && function->choice_count == 1 && function->choices[0].proof.ok;
        EXPECT_OF(texts[i], has);
        if (!has)
            continue;
        Plan *plan = function->choices[0].plan;
        Phase *gather = &plan->phases[0], *scatter = &plan->phases[plan->phase_count - 1];
        gather->step_count--;
        EXPECT_OF(texts[i], strcmp(plan_prove(plan).kind, "race") == 0);
        gather->step_count++;
        scatter->steps++;
        scatter->step_count--;
        EXPECT_OF(texts[i], strcmp(plan_prove(plan).kind, "race") == 0);
    }
    /* Without operands the first wait keeps the results of the round before. */
    Plan *plan = build("lane0 t warp 32 { out s : f32[8]; }")->functions[0].choices[0].plan;
    EXPECT(plan->phases[0].step_count == 1 && plan_prove(plan).ok);
    plan->phases[0].step_count = 0;
    EXPECT(strcmp(plan_prove(plan).kind, "race") == 0);
    const Program *none = build("lane0 t warp 32 { in n : i32; }");
    EXPECT(none->functions[0].choice_count == 0 && !none->functions[0].region.reason);
}

/* Groups wait among themselves; a group of one does not. Without any buffer nobody waits. */
static void test_groups(void) {
    static const struct {
        const char *text;
        PrimitiveId wait; /* PRIM_COUNT: none */
    } rows[] = {
        {"lane0 t warp 32 { in a : f32[128] / f32[4]; }", PRIM_WARP_SYNC},
        {"lane0 t warp 8 { in a : f32[128] / f32[16]; out s : f32; }", PRIM_GROUP_SYNC},
        {"lane0 t warp 6 { in a : f32[12] / f32[2]; }", PRIM_WARP_SYNC},
        {"lane0 t warp 1 { out s : f32; }", PRIM_COUNT},
        {"lane0 t warp 32 { out s : f32[4]; }", PRIM_COUNT},
        {"lane0 t warp 32 { out s : f32[5]; }", PRIM_WARP_SYNC},
        {"lane0 t cta(64) { out s : f32; }", PRIM_BARRIER_SYNC},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Program *program = build(rows[i].text);
        const Function *function = program ? &program->functions[0] : NULL;
        bool has = function && function->choice_count == 1 && function->choices[0].proof.ok;
        EXPECT_OF(rows[i].text, has);
        if (!has)
            continue;
        const Plan *plan = function->choices[0].plan;
        int waits = 0, others = 0;
        for (int p = 0; p < plan->phase_count; p++)
            for (int s = 0; s < plan->phases[p].step_count; s++) {
                PrimitiveId id = plan->phases[p].steps[s].primitive;
                waits += id == rows[i].wait;
                others += primitives[id].kind == KIND_SYNC && id != rows[i].wait;
            }
        EXPECT_OF(rows[i].text, waits == (rows[i].wait == PRIM_COUNT ? 0 : 2) && others == 0);
    }
}

/* A shuffle from another lane, or none at all, is not lane 0's value. */
static void test_shuffled(void) {
    Plan *plan = build("lane0 t warp 32 { out s : f32; }")->functions[0].choices[0].plan;
    Step *step = &plan->phases[0].steps[0];
    Expr *peer = NEW(Expr);
    EXPECT(plan->arena_count == 0 && plan->buffer_count == 0 && plan_prove(plan).ok);
    *peer = expr_constant(1);
    const Expr *first = step->src[0].peer;
    step->src[0].peer = peer;
    EXPECT(!plan_prove(plan).ok);
    step->src[0].peer = first;
    plan->phases[0].step_count = 0;
    EXPECT(!plan_prove(plan).ok);
}

/* get_a reads what the lanes gave, also under the swizzle; the element after it is another one. */
static void test_accesses(void) {
    const Program *program =
        build("lane0 t warp 32 { in a : f32[256] / f32[8]; out r : u8[64] / u8[2]; }");
    const Function *function = &program->functions[0];
    EXPECT(function->access_count == 2);
    for (int i = 0; i < function->access_count; i++) {
        Plan *plan = function->accesses[i].plan;
        Step *step = &plan->phases[0].steps[0];
        Side *memory = step_memory(step);
        EXPECT(function->accesses[i].proof.ok);
        memory->at.constant++;
        EXPECT(!plan_prove(plan).ok);
        memory->at.constant--;
        memory->at.xor_count = 0;
        EXPECT(plan_prove(plan).ok == (i == 1)); /* of r nothing is swizzled */
    }
}

/* Which instructions, and that a round less is not the sum. */
static void test_combined(void) {
    static const struct {
        const char *text;
        PrimitiveId first, second;
        int firsts, seconds;
    } rows[] = {
        {"reduce t warp 32 add { in a : f32[128] / f32[4]; out s : f32; }",
         PRIM_ADD_F32,
         PRIM_SHUFFLE_XOR_B32,
         7, /* one of them twice */
         5},
        {"reduce t warp 32 add { in a : i32[128] / i32[4]; out s : i32; }",
         PRIM_ADD_U32,
         PRIM_REDUX_ADD_U32,
         2,
         1},
        {"reduce t warp 32 mul { in a : u32[32] / u32[1]; out s : u32; }",
         PRIM_MUL_U32,
         PRIM_SHUFFLE_XOR_B32,
         5,
         5},
        {"reduce t cta(256) min { in a : u32[256] / u32[1]; out s : u32; }",
         PRIM_MIN_U32,
         PRIM_REDUX_MIN_U32,
         7,
         1},
        {"scan t warp 32 add inclusive { in a : f32[32] / f32[1]; out b : f32[32] / f32[1]; }",
         PRIM_ADD_F32,
         PRIM_SHUFFLE_UP_B32,
         6,
         6},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Program *program = build(rows[i].text);
        bool ok = program && program->count == 1 && program->functions[0].choices[0].proof.ok;
        EXPECT_OF(rows[i].text, ok);
        if (!ok)
            continue;
        Plan *plan = program->functions[0].choices[0].plan;
        Phase *phase = &plan->phases[0];
        int firsts = 0, seconds = 0, last = 0;
        for (int s = 0; s < phase->step_count; s++) {
            firsts += phase->steps[s].primitive == rows[i].first;
            seconds += phase->steps[s].primitive == rows[i].second;
            last = phase->steps[s].primitive == rows[i].second ? s : last;
        }
        EXPECT_OF(rows[i].text, firsts == rows[i].firsts && seconds == rows[i].seconds);
        for (int s = last; s + 1 < phase->step_count; s++)
            phase->steps[s] = phase->steps[s + 1];
        phase->step_count--;
        EXPECT_OF(rows[i].text, !plan_prove(plan).ok);
    }
}

/* No header yet, and none by halves. */
static void test_header(void) {
    static const char text[] = "lane0 t warp 16 { in a : e2m1[16] / e2m1[1]; }; "
                               "copy thread f32 gmem S[(4)] -> reg S[(4)]";
    Text out = {0};
    const Program *program = build(text);
    EXPECT(program && program->count == 2);
    out_header(
        &out,
        program,
        program_texts(program),
        &(Text){0},
        &(MadeFrom){"tcgen", (const char *[]){"test.tc"}, 1},
        "test.h",
        NULL);
    EXPECT(out.length == 0 && diag_error_count() == 1);
}

int main(void) {
    test_maps();
    test_known_pitfalls();
    test_kinds();
    test_statement();
    test_plans();
    test_groups();
    test_shuffled();
    test_accesses();
    test_combined();
    test_errors();
    test_header();
    mem_free_all();
    return unit_finish();
}
