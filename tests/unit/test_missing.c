/* test_missing.c: the facts that `-Wnarrow` names: with them, written into the description, the function moves what was
 * promised and costs no more; with one of them weaker, or without it, it does not; and where nothing is named, no
 * multiple and no alignment would widen it. */
#include "generator/dispatch/passes.h"
#include "unit.h"
#include <stdlib.h>

enum { WIDE = 128 };

/* The statement with `facts` behind its own; an alignment takes the place of its own. */
static const char *with_facts(const char *statement, const char *facts) {
    const char *own = strstr(statement, " where ");
    Text text = {0};
    int count = 0;
    text_printf(&text, "%.*s", own ? (int)(own - statement) : (int)strlen(statement), statement);
    for (own = own ? own + 7 : ""; *own;) {
        int length = (int)strcspn(own, ",");
        const char *side = strstr(facts, mem_printf("%.*s", 10, own));
        if (strncmp(own, "align", 5) != 0 || !side)
            text_printf(&text, "%s%.*s", count++ ? ", " : " where ", length, own);
        own += length + (own[length] ? 2 : 0);
    }
    if (*facts)
        text_printf(&text, "%s%s", count ? ", " : " where ", facts);
    text_add(&text, " as a\n");
    return text_string(&text);
}

static const Choice *build(const char *statement, const char *facts, bool asks) {
    const char *text = with_facts(statement, facts);
    diag_reset();
    Module *module =
        lang_load(source_from_text("t.tc", text, strlen(text)), NULL, NULL, 0, 1u << TARGET_SM_90);
    if (diag_error_count())
        return NULL;
    Program *program = program_build(module, true);
    if (asks && program->count)
        program_missing(program);
    return program->count ? &program->functions[0].choices[0] : NULL;
}

static bool is_wider(const Choice *choice, const Choice *now) {
    return choice && choice->plan->vec_bits > now->plan->vec_bits &&
           choice->cost.score <= now->cost.score;
}

static bool reaches(
    const char *statement, const char *facts, const Missing *missing, const Choice *now) {
    const Choice *choice = build(statement, facts, false);
    diag_reset();
    return choice && choice->plan->vec_bits >= missing->vec_bits &&
           choice->cost.score <= now->cost.score;
}

/* "ld % 8 == 0" -> "ld % 4 == 0", "align(src) == 16" -> "align(src) == 8". */
static const char *weaker(const char *fact) {
    const char *number = strpbrk(fact, "0123456789");
    int length = (int)(number - fact), value = atoi(number);
    const char *rest = number + strspn(number, "0123456789");
    return mem_printf("%.*s%d%s", length, fact, value / 2, rest);
}

/* All facts, with another one in the place of number `at`; NULL: without it. */
static const char *facts_with(const Missing *missing, int at, const char *other) {
    Text text = {0};
    for (int i = 0; i < missing->fact_count; i++) {
        const char *fact = i == at ? other : missing->facts[i];
        if (fact)
            text_printf(&text, "%s%s", text.length ? ", " : "", fact);
    }
    return text.length ? text_string(&text) : "";
}

static void check_missing(const char *statement, const Choice *now) {
    const Missing *missing = now->missing;
    const Choice *then = build(statement, facts_with(missing, -1, NULL), false);
    EXPECT_OF(statement, then && then->plan->vec_bits == missing->vec_bits);
    EXPECT_OF(statement, then && then->plan->ops_per_thread == missing->ops_per_thread);
    EXPECT_OF(statement, then && strcmp(then->plan->variant, missing->variant) == 0);
    EXPECT_OF(statement, is_wider(then, now));
    for (int i = 0; i < missing->fact_count; i++) {
        EXPECT_OF(
            statement,
            !reaches(statement, facts_with(missing, i, weaker(missing->facts[i])), missing, now));
        EXPECT_OF(statement, !reaches(statement, facts_with(missing, i, NULL), missing, now));
    }
}

/* `facts`: how many are missing; 0: none would help, not even `most`. */
static void check(const char *statement, int facts, const char *most) {
    const Choice *now = build(statement, "", true);
    EXPECT_OF(statement, now != NULL);
    if (!now)
        return;
    EXPECT_OF(statement, (now->missing ? now->missing->fact_count : 0) == facts);
    if (now->missing)
        check_missing(statement, now);
    if (!facts && *most) {
        const Choice *then = build(statement, most, false);
        EXPECT_OF(statement, then && (now->plan->vec_bits >= WIDE || !is_wider(then, now)));
    }
    diag_reset();
    mem_free_all();
}

#define ROWS " -> reg S[(32,8):(1@laneid,1)]"

int main(void) {
    diag_set_warning("no-fallback");
    check("copy warp f32 gmem S[(32,8):(ld,1)]" ROWS, 1, "");
    check("copy warp f32 gmem S[(32,8):(ld,1)]" ROWS " where ld % 2 == 0", 1, "");
    check("copy warp f32 gmem S[(32,8):(ld,1)]" ROWS " where ld % 4 == 0", 0, "ld % 8 == 0");
    check("copy warp f16 gmem S[(32,8):(ld,1)]" ROWS, 1, "");
    check("copy warp f16 gmem S[(32,8):(ld,1)]" ROWS " where align(src) == 4", 1, "");
    check("copy warp u8 gmem S[(32,8):(ld,1)]" ROWS, 1, "");
    check("copy warp f64 gmem S[(32,8):(ld,1)]" ROWS, 1, "");
    check("copy warp b128 gmem S[(32,8):(ld,1)]" ROWS, 0, "ld % 2 == 0");
    check("copy warp u4 gmem S[(32,8):(ld,1)]" ROWS " where ld % 2 == 0", 1, "");
    check("copy warp f32 gmem S[(32,8)]" ROWS " where align(src) == 4", 1, "");
    check("copy warp f32 gmem S[(32,8)]" ROWS " where align(src) == 8", 1, "");
    check("copy warp f32 gmem S[(32,6):(ld,1)] -> reg S[(32,6):(1@laneid,1)]", 1, "");
    check("copy warp f32 gmem S[(32,64)][0:32, k:+8]" ROWS, 1, "");
    check("copy warp f32 gmem S[(32,64)][0:32, k:+8]" ROWS " where k % 4 == 0", 0, "k % 8 == 0");
    check("copy warp f32 gmem S[(64,64):(ld,1)][m:+32, k:+8]" ROWS, 2, "");
    check("copy warp f32 gmem S[(32,8):(ld,2)]" ROWS, 0, "ld % 8 == 0");
    check("copy warp f32 gmem S[(32,8):(1,ld)] -> smem S[(32,8)]", 0, "ld % 8 == 0");
    check("copy warp f32 gmem S[(32,8):(ld,1)] -> smem S[(32,8)]", 1, "");
    check(
        "copy warp f32 gmem S[(32,8):(ld,1)] -> smem S[(32,8):(p,1)] where ld >= 8, p >= 8", 2, "");
    check("copy warp f32 gmem S[(32,8)] -> smem S[(32,8)] where align(src) == 4", 1, "");
    check("copy warp f32 gmem S[(32,8)] -> smem S[(32,8)] where align(dst) == 4", 1, "");
    check(
        "copy warp f32 gmem S[(32,8)] -> smem S[(32,8)] where align(src) == 4, align(dst) == 4",
        2,
        "");
    check(
        "copy warp f32 gmem S[(32,8)] -> smem S[(32,8)] where align(src) == 4, align(dst) == 8",
        1,
        "");
    check("copy warp f32 reg S[(32,8):(1@laneid,1)] -> gmem S[(32,8):(ld,1)]", 1, "");
    check("copy_async warp f32 gmem S[(32,8):(ld,1)] -> smem S[(32,8)]", 1, "");
    check("copy warp f32 gmem S[(32,8)] -> smem S[(32,8)]", 0, "");
    check("copy warp f32 gmem S[(32,8):(ld,1)]" ROWS " where ld % 3 == 0", 1, "");
    check("copy warp f32 gmem S[(32,8):(ld,1)]" ROWS " where ld <= 9", 1, "");
    check("copy warp f32 gmem S[(32,8):(ld,1)]" ROWS " where ld <= 11, ld >= 9", 1, "");
    check("copy warp f32 gmem S[(32,8):(ld,1)]" ROWS " where ld <= 9, ld >= 9", 0, "");
    mem_free_all();
    return unit_finish();
}
