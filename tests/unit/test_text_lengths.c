/* test_text_lengths.c: where generated text breaks (generator/text): with a name of each length, what still stands in one
 * line or in an argument, and what becomes a statement of its own. Where it breaks follows from the 100 columns of a line
 * and from how long an argument may be to be read. Also which threads a phase has, and which pitch a buffer. */
#include "generator/reread/reread.h"
#include "plans_parts.h"
#include "unit.h"

enum { LD, M, LONG, HALF, WIDE };

static Symbol symbols[] = {
    [LD] = {.name = "ld", .role = SYMBOL_STRIDE, .min = 64, .max = 1 << 16, .divisor = 1},
    [M] = {.name = "m", .role = SYMBOL_ORIGIN, .max = 64, .divisor = 8},
    [LONG] = {.role = SYMBOL_ORIGIN, .max = 448, .divisor = 64},
    [HALF] = {.name = "h", .role = SYMBOL_LIMIT, .max = INT32_MAX, .divisor = 1},
    [WIDE] = {
        .name = "w", .role = SYMBOL_STRIDE, .max = (int64_t)1 << 40, .divisor = 1, .wide = true}};

static const char *name_of(int length) {
    char *name = NEW_ARRAY(char, length + 1);
    memset(name, 'q', (size_t)length);
    return name;
}

/* One load of a warp from shared memory, under the guard of the phase. */
static Plan *load_of(Expr where, const char *loop, int64_t extent) {
    Plan *plan = NEW(Plan);
    plan->variant = "test";
    plan->targets = TARGETS_ALL;
    plan->scope = (Scope){.kind = SCOPE_WARP, .threads = 32, .lane_end = 32, .warp_end = 1};
    plan->threads = 32;
    plan->dtype = F32;
    plan->symbols = symbols;
    plan->symbol_count = (int)COUNT_OF(symbols);
    plan->buffer_count = plan->bundle_count = plan->flow_count = plan->phase_count = 1;
    plan->buffers = NEW(Buffer);
    *plan->buffers = (Buffer){
        .name = "src", .space = SPACE_SMEM, .role = ROLE_IN, .dtype = plan->dtype, .align = 4};
    plan->bundles = NEW(Bundle);
    *plan->bundles = (Bundle){.name = "dst", .role = ROLE_OUT, .dtype = plan->dtype, .count = 8};
    plan->loop_count = 2;
    plan->loops = NEW_ARRAY(Loop, 2);
    plan->loops[0] = (Loop){loop, extent, false};
    plan->loops[1] = (Loop){"j", 4, false};
    plan->flows = NEW(Flow);
    plan->phases = NEW(Phase);
    *plan->phases = (Phase){.step_count = 1, .steps = NEW(Step)};
    *plan->phases->steps = (Step){
        .primitive = PRIM_LOAD_SHARED_B32,
        .dst = {.kind = AT_BUNDLE},
        .src = {{.kind = AT_BUFFER, .at = where}},
        .repeat_count = extent > 1,
        .object = -1};
    return plan;
}

static Expr swizzled_at(Expr where) {
    where.xor_count = 1;
    where.xors[0] = (Xor){0x1c0, 3}; /* bits 6 to 8 turn bits 3 to 5 */
    return where;
}

static const char *text_of(const Plan *plan) {
    const char *text = body_text("tc_x", plan), *fault = ctext_fault(plan, text);
    EXPECT_OF("means the plan", !fault);
    if (fault)
        printf("--- %s\n%s", fault, text);
    for (const char *at = text; *at; at += strcspn(at, "\n") + 1) {
        const char *line = mem_text(at, strcspn(at, "\n")); /* a long name may not fit by itself */
        EXPECT(strlen(line) <= 100 || strstr(line, " += q") || strstr(line, "for ("));
    }
    return text;
}

static void expect_line(const char *row, const char *text, const char *line, bool stands) {
    bool found = strstr(text, mem_printf("%s\n", line)) != NULL;
    EXPECT_OF(row, found == stands);
    if (found != stands)
        printf("--- %s, %s: %s\n%s", row, stands ? "lacks" : "has", line, text);
}

/* ---- arguments ------------------------------------------------------------------------------- */

/* An address that has no part of the thread: 48 letters are the most, "(q + 31 - rank)". */
static void whole_addresses(void) {
    for (int n = 30; n < 40; n++) {
        const char *name = symbols[LONG].name = name_of(n);
        Expr where = SUM(31, SYMBOL(1, LONG), RANK(-1, 1, 0));
        const char *text = text_of(load_of(where, "i", 1));
        bool fits = n + (int)strlen("( + 31 - rank)") <= 48;
        const char *argument = mem_printf("(%s + 31 - rank)", name);
        expect_line(
            "whole", text, mem_printf("    tc_load_shared_b32(dst, src + %s);", argument), fits);
        expect_line(
            "whole", text, mem_printf("    const unsigned at0 = %s + 31 - rank;", name), !fits);
        expect_line("whole", text, "    tc_load_shared_b32(dst, src + at0);", !fits);
    }
}

/* One beside a pointer that stands at the thread's part: 64 letters are the most, "q * 32". */
static void offsets(void) {
    for (int n = 40; n < 64; n++) {
        const char *name = name_of(n);
        const char *text = text_of(load_of(SUM(0, RANK(1, 1, 0), LOOP(32, 0)), name, 8));
        bool fits = n + (int)strlen(" * 32") <= 64;
        expect_line("offset", text, "    src += rank;", true);
        expect_line("offset", text, mem_printf("        unsigned at0 = %s * 32;", name), !fits);
        expect_line("offset", text, "        tc_load_shared_b32(dst, src + at0);", !fits);
        bool in_line = strstr(text, mem_printf("src + %s * 32);\n", name)) != NULL;
        EXPECT_OF("in line", in_line == fits);
    }
}

/* What turns the thread's part and is longer than 40 letters gets a name, too. */
static void turns(void) {
    for (int n = 34; n < 44; n++) {
        const char *name = name_of(n);
        Plan *plan =
            load_of(swizzled_at(SUM(0, RANK(64, 1, 0), LOOP(8, 0), LOOP(4096, 1))), name, 8);
        plan->phases->steps->repeat_count = 2;
        plan->phases->steps->repeat[1] = 1;
        plan->loops[1] = (Loop){name_of(30), 5, false};
        const char *text = text_of(plan), *turn = mem_printf("%s * 8", name);
        bool is_short = n + (int)strlen(" * 8") <= 40;
        const char *first = mem_printf("unsigned at0 = from ^ (%s);", turn);
        expect_line("turn", text, mem_printf("            %s", first), is_short);
        expect_line(
            "turn", text, mem_printf("            const unsigned turn0 = %s;", turn), !is_short);
        expect_line("turn", text, "            unsigned at0 = from ^ turn0;", !is_short);
        expect_line("turn", text, mem_printf("            at0 += %s * 4096;", name_of(30)), true);
        expect_line("turn", text, "            tc_load_shared_b32(dst, src + at0);", true);
    }
}

/* ---- lines ------------------------------------------------------------------------------------- */

/* A sum of two terms in one statement, or in two. */
static void sums(void) {
    for (int n = 56; n < 76; n++) {
        const char *name = symbols[LONG].name = name_of(n);
        Expr where = SUM(0, RANK(2, 1, 0), SYMBOL(1, LONG));
        const char *text = text_of(load_of(where, "i", 1));
        const char *one = mem_printf("    const unsigned from = rank * 2 + %s;", name);
        const char *changed = mem_printf("    unsigned from = rank * 2 + %s;", name);
        bool fits = strlen(changed) <= 100; /* without `const` it may be longer */
        expect_line("sum", text, one, strlen(one) <= 100);
        expect_line("sum", text, changed, fits && strlen(one) > 100);
        expect_line("sum", text, "    unsigned from = rank * 2;", !fits);
        expect_line("sum", text, mem_printf("    from += %s;", name), !fits);
    }
}

/* Conditions in one line, or one block in the other; 12 columns are for what stands around them. */
static void conditions(void) {
    for (int n = 56; n < 72; n++) {
        const char *name = symbols[LONG].name = name_of(n);
        Plan *plan = load_of(SUM(0, RANK(1, 1, 0)), "i", 1);
        Phase *phase = plan->phases;
        phase->guard = NEW_ARRAY(Cond, 2);
        phase->guard_count = 2;
        phase->guard[0] = (Cond){SUM(0, RANK(1, 1, 0)), COND_LT, SUM(0, SYMBOL(1, M))};
        phase->guard[1] = (Cond){SUM(0, RANK(3, 1, 0)), COND_LT, SUM(0, SYMBOL(1, LONG))};
        const char *text = text_of(plan);
        bool fits = strlen("rank < m") + strlen("rank * 3 < ") + (size_t)n + 4 + 12 <= 100;
        const char *one = mem_printf("    if (rank < m && rank * 3 < %s) {", name);
        expect_line("conditions", text, one, fits);
        expect_line("conditions", text, "    if (rank < m) {", !fits);
        expect_line("conditions", text, mem_printf("        if (rank * 3 < %s) {", name), !fits);
        EXPECT_OF("blocks", strstr(text, fits ? "    }\n" : "        }\n    }\n") != NULL);
    }
}

/* An origin in front of what the swizzle turns: in one line, in two, or as a sum that is turned afterwards. */
static void origins(void) {
    for (int n = 40; n < 96; n++) {
        const char *name = symbols[LONG].name = name_of(n);
        Expr where = swizzled_at(SUM(0, RANK(64, 1, 3), RANK(1, 8, 0), SYMBOL(8, LONG)));
        const char *text = text_of(load_of(where, "i", 1));
        const char *lane = "(part * 64 + rank / 8) ^ (part * 8)", *sum = mem_printf("%s * 8", name);
        const char *one = mem_printf("    const unsigned from = %s + (%s);", sum, lane);
        const char *second = mem_printf("    from += %s;", sum);
        bool fits = strlen(one) <= 100, in_two = !fits && strlen(second) <= 100;
        expect_line("origin", text, "    const unsigned part = rank % 3;", true);
        expect_line("origin", text, one, fits);
        expect_line("origin", text, mem_printf("    unsigned from = %s;", lane), in_two);
        expect_line("origin", text, second, !fits);
        expect_line("origin", text, "    from = from ^ (from / 64 % 8 * 8);", !fits && !in_two);
    }
}

/* The residues of a swizzle are tried where they repeat after 2^16 elements, not of more; and where somebody works. */
static void periods(void) {
    for (int bit = 13; bit < 19; bit++)
        for (int last = 0; last < 2; last++) {
            Plan *plan = load_of(SUM(0, RANK(64, 1, 0), LOOP(512, 0)), "i", 8);
            Expr *at = &plan->phases->steps->src[0].at;
            at->xor_count = 1;
            at->xors[0] =
                (Xor){(int64_t)1 << bit, bit - 3}; /* of which there is nothing to be turned */
            plan->phases->guard = NEW(Cond);
            plan->phases->guard_count = 1;
            *plan->phases->guard = (Cond){SUM(0, RANK(1, 1, 0)), COND_LT, expr_constant(last * 9)};
            const char *text = text_of(plan);
            bool has_base = strstr(text, "const unsigned from = ") != NULL;
            EXPECT(has_base == (bit < 16 && last > 0));
        }
}

/* ---- who works ----------------------------------------------------------------------------------- */

static void ranks(void) {
    enum { OPEN_NONE, OPEN_LOOP, OPEN_SYMBOL, OPEN_COEF, OPENS };
    Plan *plan = load_of(SUM(0, RANK(1, 1, 0)), "i", 8);
    plan->scope.lane_begin = 2;
    plan->scope.narrowed = true;
    plan->scope.lane_end = 30;
    Phase *phase = plan->phases;
    phase->guard = NEW_ARRAY(Cond, 2);
    for (int rank = 0; rank < 32; rank++) {
        bool is_there = rank >= 2 && rank < 30;
        phase->guard_count = 0;
        EXPECT(rank_runs(plan, phase, rank) == is_there);
        for (int open = 0; open < OPENS; open++)
            for (int side = 0; side < 2; side++)
                for (int first = 0; first < 2; first++) {
                    const Term own = RANK(1, 1, 0);
                    const Term other = open == OPEN_LOOP     ? LOOP(1, rank % 2)
                                       : open == OPEN_SYMBOL ? SYMBOL(1, M)
                                       : open == OPEN_COEF
                                           ? (Term){{1, 1, {LD}}, digit_of(VAR_RANK, 0, 1, 0)}
                                           : RANK(1, 64, 0);
                    Expr with = expr_constant(0);
                    expr_add_term(&with, first ? other : own);
                    expr_add_term(&with, first ? own : other);
                    Cond below = {with, COND_LT, expr_constant(7)};
                    Cond above = {expr_constant(7), COND_GE, with}; /* 7 >= rank + 1 */
                    above.rhs.constant = 1;
                    phase->guard_count = 1;
                    phase->guard[0] = side ? above : below;
                    bool in = is_there && (open != OPEN_NONE || rank < 7);
                    EXPECT(rank_runs(plan, phase, rank) == in);
                    phase->guard_count = 2;
                    phase->guard[1] = (Cond){SUM(0, RANK(1, 1, 0)), COND_GE, expr_constant(4)};
                    EXPECT(rank_runs(plan, phase, rank) == (in && rank >= 4));
                }
    }
}

/* ---- pitches --------------------------------------------------------------------------------------- */

/* From one row to the next one: the nearest of the strides that are no columns; 0: not one of numbers alone. */
static void pitches(void) {
    static const struct {
        int64_t shape[3]; /* of two dimensions where the last one is 0 */
        int count;
        Shard shards[5];
        int64_t pitch;
    } rows[] = {
        {{16, 64}, 2, {{16, 64, AXIS_M}, {64, 1, AXIS_M}}, 64},
        {{16, 64}, 2, {{16, 72, AXIS_M}, {64, 1, AXIS_M}}, 72},
        {{16, 64}, 2, {{16, 1, AXIS_M}, {64, 16, AXIS_M}}, 0},
        {{16, 64}, 2, {{16, 64, AXIS_M}, {64, 2, AXIS_M}}, 0},
        {{64, 128}, 3, {{64, 64, AXIS_M}, {2, 4096, AXIS_M}, {64, 1, AXIS_M}}, 64},
        {{16, 72}, 3, {{16, 72, AXIS_M}, {36, 2, AXIS_M}, {2, 1, AXIS_M}}, 72},
        {{16, 72}, 4, {{4, 288, AXIS_M}, {4, 72, AXIS_M}, {36, 2, AXIS_M}, {2, 1, AXIS_M}}, 72},
        {{16, 72}, 4, {{4, 72, AXIS_M}, {4, 288, AXIS_M}, {36, 2, AXIS_M}, {2, 1, AXIS_M}}, 72},
        {{64}, 1, {{64, 1, AXIS_M}}, 0},
        {{64}, 2, {{8, 16, AXIS_M}, {8, 1, AXIS_M}}, 0}, /* all of them are columns */
        {{16, 64, 1}, 3, {{16, 64, AXIS_M}, {64, 1, AXIS_M}, {1, 1, AXIS_M}}, 64},
        {{4, 16, 8}, 3, {{4, 128, AXIS_M}, {16, 8, AXIS_M}, {8, 1, AXIS_M}}, 8},
        {{4, 16, 8}, 3, {{4, 8, AXIS_M}, {16, 32, AXIS_M}, {8, 1, AXIS_M}}, 8},
        {{4, 16, 8}, 3, {{4, 0, AXIS_M}, {16, 32, AXIS_M}, {8, 1, AXIS_M}}, 32},
        {{4, 16, 8}, 3, {{4, 32, AXIS_M}, {16, 0, AXIS_M}, {8, 1, AXIS_M}}, 32},
        {{16, 6},
         2,
         {{32, 3, AXIS_M}, {3, 1, AXIS_M}},
         3}, /* columns that no iters make up: the last alone */
        {{16, 6}, 3, {{16, 6, AXIS_M}, {3, 2, AXIS_M}, {2, 1, AXIS_M}}, 6},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Operand tile = {.space = SPACE_SMEM, .layout = layout_of(rows[i].count, rows[i].shards)};
        while (tile.rank < 3 && rows[i].shape[tile.rank])
            tile.shape[tile.rank] = rows[i].shape[tile.rank], tile.rank++;
        Operand held = {.space = SPACE_REG};
        Plan plan = {.flow_count = 1, .flows = NEW(Flow)};
        for (int side = 0; side < 2; side++) {
            *plan.flows = (Flow){.src_at = 1, .dst_at = 1, .src = held, .dst = held};
            *(side ? &plan.flows->dst : &plan.flows->src) = tile;
            int64_t got = buffer_pitch(&plan, 1);
            EXPECT(got == rows[i].pitch);
            if (got != rows[i].pitch)
                printf("--- row %d: %d\n", (int)i, (int)got);
            EXPECT(buffer_pitch(&plan, 0) == 0);
            Operand *own = side ? &plan.flows->dst : &plan.flows->src;
            own->layout.shard[0].stride = (Coef){1, 1, {LD}}; /* a run-time pitch is none */
            EXPECT(
                rows[i].count > 3 || rows[i].shape[2] || rows[i].count < 2 ||
                buffer_pitch(&plan, 1) == 0);
        }
    }
}

/* ---- expressions ------------------------------------------------------------------------------------- */

/* Terms of one digit are one where they have the same names in them, and no others. */
static void factors(void) {
    const struct {
        int first[2], second[2], count;
        const char *line;
    } rows[] = {
        {{LD}, {LD}, 1, "rank * 5 * ld"},
        {{LD}, {M}, 1, "rank * 2 * ld + rank * 3 * m"},
        {{LD, M}, {LD, M}, 2, "rank * 5 * ld * m"},
        {{LD, LD}, {LD, M}, 2, "rank * 2 * ld * ld + rank * 3 * ld * m"},
        {{LD, M}, {M, M}, 2, "rank * 2 * ld * m + rank * 3 * m * m"}};
    symbols[LD].max = 64;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Term two = RANK(2, 1, 0), three = RANK(3, 1, 0);
        two.coef = (Coef){2, rows[i].count, {rows[i].first[0], rows[i].first[1]}};
        three.coef = (Coef){3, rows[i].count, {rows[i].second[0], rows[i].second[1]}};
        const char *text = text_of(load_of(SUM(0, two, three), "i", 1));
        bool found = strstr(text, mem_printf(" = %s;", rows[i].line)) ||
                     strstr(text, mem_printf("src + %s)", rows[i].line));
        EXPECT_OF(rows[i].line, found);
        if (!found)
            printf("--- %s\n%s", rows[i].line, text);
    }
    symbols[LD].max = 1 << 16;
}

/* A swizzled sum is spelled by its digits where at most 2^18 points show that this is the same. */
static void points(void) {
    for (int extent = 254; extent < 260; extent++) {
        Plan *plan = load_of(SUM(0, RANK(1, 1, 0)), "i", extent);
        plan->threads = 1024;
        const Expr expr = swizzled_at(SUM(0, RANK(64, 1, 8), LOOP(512, 0)));
        Names names = {.plan = plan};
        const char *phrase = expr_phrase(&names, &expr, 0).at;
        bool by_digits = strcmp(phrase, "(rank % 8 * 64 + i * 512) ^ (rank % 8 * 8)") == 0;
        EXPECT(by_digits == (extent <= 256));
        EXPECT(by_digits || strstr(phrase, " / 64 % 8 * 8)"));
        /* what moves by whole periods of 512 turns nothing */
        plan->loops[0].extent = 4;
        const Expr whole = swizzled_at(SUM(0, RANK(64, 1, 8), LOOP(1536, 0)));
        EXPECT(
            strcmp(
                expr_phrase(&names, &whole, 0).at, "(rank % 8 * 64 + i * 1536) ^ (rank % 8 * 8)") ==
            0);
    }
}

/* The number that is left of a limit, for what the rank adds: of one limit there is one, for one such sum. */
static void lefts(void) {
    const struct {
        Term first, second;
        int limit;
        const char *lines[3];
    } rows[] = {
        {RANK(1, 1, 0),
         RANK(1, 1, 0),
         HALF,
         {"        if ((int)(i * 32) < h_left) {",
          "        if ((int)(j * 32) < h_left) {",
          "h - rank"}},
        {RANK(1, 1, 0),
         RANK(2, 1, 0),
         HALF,
         {"        if ((int)(i * 32) < h_left) {",
          "        if (rank * 2 + j * 32 < h) {",
          "h - rank"}},
        {RANK(1, 1, 0),
         RANK(1, 1, 0),
         WIDE,
         {"        if ((int)(i * 32) < h_left) {",
          "        if ((int)(j * 32) < w_left) {",
          "w - rank"}},
    };
    Symbol kept = symbols[WIDE];
    symbols[WIDE] = symbols[HALF];
    symbols[WIDE].name = "w";
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Plan *plan = load_of(SUM(0, RANK(1, 1, 0), LOOP(32, 0)), "i", 8);
        Step *steps = NEW_ARRAY(Step, 2);
        steps[0] = steps[1] = *plan->phases->steps;
        plan->phases->steps = steps;
        plan->phases->step_count = 2;
        plan->loops[1].extent = 7;
        steps[1].src[0].at = SUM(0, RANK(1, 1, 0), LOOP(32, 1));
        steps[1].repeat[0] = 1;
        for (int s = 0; s < 2; s++) {
            steps[s].cond_count = 1;
            steps[s].conds = NEW(Cond);
            Expr at = SUM(0, s ? rows[i].second : rows[i].first, LOOP(32, s));
            *steps[s].conds = (Cond){at, COND_LT, SUM(0, SYMBOL(1, s ? rows[i].limit : HALF))};
        }
        const char *text = text_of(plan);
        expect_line("left", text, rows[i].lines[0], true);
        expect_line("left", text, rows[i].lines[1], true);
        EXPECT_OF(
            rows[i].lines[2], strstr(text, mem_printf("(int)(%s);", rows[i].lines[2])) != NULL);
    }
    symbols[WIDE] = kept;
}

/* ---- nests ------------------------------------------------------------------------------------------- */

/* Up to four executions stand in line, more are a loop; but the loop at whose end a pointer moves, which has three turns
 * at least, and not what is in it. */
static void nests(void) {
    const struct {
        int outer, inner;
        bool steps; /* the outer one goes on by ld */
        int outer_lines, inner_lines;
    } rows[] = {
        {1, 4, false, 0, 0},
        {2, 2, false, 0, 0},
        {2, 3, false, 1, 0},
        {4, 1, false, 0, 0},
        {5, 1, false, 1, 0},
        {5, 4, false, 1, 0},
        {5, 5, false, 1, 1},
        {2, 2, true, 0, 0},
        {3, 1, true, 1, 0},
        {2, 3, true, 1, 0},
        {8, 3, true, 1, 0},
        {8, 4, true, 1, 0},
        {8, 5, true, 1, 1},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Term outer = LOOP(1024, 0);
        if (rows[i].steps)
            outer.coef = (Coef){1, 1, {LD}};
        Plan *plan = load_of(SUM(0, RANK(1, 1, 0), outer, LOOP(32, 1)), "i", rows[i].outer);
        plan->loops[1].extent = rows[i].inner;
        plan->phases->loop_count = 1;
        plan->phases->steps->repeat_count = 1;
        plan->phases->steps->repeat[0] = 1;
        const char *text = text_of(plan);
        bool right = (strstr(text, "for (unsigned i = 0") != NULL) == rows[i].outer_lines &&
                     (strstr(text, "for (unsigned j = 0") != NULL) == rows[i].inner_lines &&
                     (strstr(text, "src += ld;") != NULL) == (rows[i].steps && rows[i].outer_lines);
        EXPECT(right);
        if (!right)
            printf("--- %d x %d\n%s", rows[i].outer, rows[i].inner, text);
    }
}

/* ---- groups ------------------------------------------------------------------------------------------ */

/* A shuffle within 8 neighbouring lanes, from the lane 2 further on. */
static void groups(void) {
    Plan *plan = load_of(expr_constant(0), "i", 1);
    Expr lanes = expr_constant(8);
    plan->bundles = NEW_ARRAY(Bundle, 2);
    plan->bundle_count = 2;
    plan->bundles[0] = (Bundle){.name = "dst", .role = ROLE_OUT, .dtype = F32, .count = 1};
    plan->bundles[1] = (Bundle){.name = "own", .role = ROLE_IN, .dtype = F32, .count = 1};
    *plan->phases->steps = (Step){
        .primitive = PRIM_SHUFFLE_XOR_GROUP_B32,
        .dst = {.kind = AT_BUNDLE},
        .src = {{.kind = AT_BUNDLE, .of = 1}},
        .count = 2,
        .value = &lanes,
        .object = -1};
    const char *function = primitives[PRIM_SHUFFLE_XOR_GROUP_B32].function;
    const struct {
        const char *arguments, *fault;
    } rows[] = {
        {"dst, own, 2, 8", NULL},
        {"dst, own, 3, 8", "the distance"},
        {"dst, own, 2, 9", "a number"},
        {"dst, own, 2", "the number of arguments"},
        {"dst, own, 2, 8, 8", "the number of arguments"},
        {"dst, dst, 2, 8", "a register"},
        {"dst, own, dst, 8", "the distance"},
        {"dst, own, 2, dst", "an argument"}};
    expect_line("group", text_of(plan), mem_printf("    %s(dst, own, 2, 8);", function), true);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const char *fault = ctext_fault(plan, mem_printf("%s(%s);", function, rows[i].arguments));
        EXPECT_OF(
            rows[i].arguments, rows[i].fault ? fault && strstr(fault, rows[i].fault) : !fault);
    }
}

/* ---- 64 bits ---------------------------------------------------------------------------------------- */

static Term product(int64_t value, int count, int first, int second, bool of_rank) {
    Term term = {{value, count, {first, second}}, digit_of(of_rank ? VAR_RANK : VAR_ONE, 0, 1, 0)};
    return term;
}

/* Of one term, of a warp: does the offset need 64 bits, and does it leave 32 before a number of 64 is in it? */
static void wide_terms(void) {
    const struct {
        Term term;
        bool is_wide, wraps;
    } rows[] = {
        {RANK(138547332, 1, 0), false, false}, /* 31 times it is 2^32 - 4 */
        {RANK(138547333, 1, 0), true, true},
        {RANK(-138547332, 1, 0), false, false},
        {RANK(-138547333, 1, 0), true, true},
        {product(2114, 1, LD, 0, true), false, false}, /* times 31 x 65536 it is 2^32 - 131072 */
        {product(2115, 1, LD, 0, true), true, true},
        {product(65535, 1, LD, 0, false), false, false},
        {product(65536, 1, LD, 0, false), true, true},
        {product(1, 2, LD, LD, false), true, true},
        {product(1, 2, LD, M, true), false, false},
        {product(33, 2, LD, M, true), false, false},
        {product(34, 2, LD, M, true), true, true},
        {SYMBOL(2, HALF), false, false},
        {SYMBOL(3, HALF), true, true},
        {SYMBOL(1, WIDE), true, false},
        {SYMBOL(4294967296, WIDE), true, false},
        {product(1, 1, WIDE, 0, true), true, false},
        {product(138547333, 1, WIDE, 0, true), true, true},
        {product(1, 2, LD, WIDE, true), true, false},
        {product(1, 2, WIDE, LD, true), true, false},
        {product(2115, 2, LD, WIDE, true), true, true},
        {product(2115, 2, WIDE, LD, true), true, false},
    };
    Plan *plan = load_of(SUM(0, RANK(1, 1, 0)), "i", 1);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Expr alone = SUM(0, rows[i].term), with = SUM(1, RANK(1, 1, 0), rows[i].term);
        EXPECT(expr_needs_64_bits(plan, &alone) == rows[i].is_wide);
        EXPECT(term_wraps(plan, &rows[i].term) == rows[i].wraps);
        EXPECT(!rows[i].is_wide || expr_needs_64_bits(plan, &with));
    }
    const int64_t most = UINT32_MAX;
    for (int more = -2; more <= 2; more++) {
        const Expr up = expr_constant(most + more), down = expr_constant(-most - more);
        const Expr sum = SUM(most + more - 62, RANK(2, 1, 0));
        const Expr two = SUM(more + 1, SYMBOL(1, HALF), SYMBOL(-1, HALF)); /* 2^32 - 2 and that */
        EXPECT(expr_needs_64_bits(plan, &up) == (more > 0));
        EXPECT(expr_needs_64_bits(plan, &down) == (more > 0));
        EXPECT(expr_needs_64_bits(plan, &sum) == (more > 0));
        EXPECT(expr_needs_64_bits(plan, &two) == (more > 0));
    }
}

/* Terms one after the other: where their sum so far leaves 32 bits, the next one begins in 64. What has a factor is a
 * product of its own, after which a sum begins anew. */
static void wide_sums(void) {
    const Term half = SYMBOL(1, HALF), less = SYMBOL(-1, HALF), factor = SYMBOL(3, LD);
    const Term wide = SYMBOL(1, WIDE), huge = SYMBOL(3, HALF), small = SYMBOL(1, LD);
    const struct {
        Term terms[4];
        bool widens[4];
    } rows[] = {
        {{half, half, half, half}, {false, false, true, false}},
        {{half, less, small, half}, {false, false, true, false}},
        {{half, half, factor, half}, {false, false, true, false}},
        {{half, factor, half, half}, {false, false, false, false}},
        {{half, wide, half, half}, {false, false, false, false}},
        {{half, half, wide, half}, {false, false, false, false}},
        {{half, huge, half, half}, {false, true, false, true}},
        {{small, half, half, small}, {false, false, true, false}},
    };
    Plan *plan = load_of(SUM(0, RANK(1, 1, 0)), "i", 1);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Expr narrow = {0};
        for (int k = 0; k < 4; k++) {
            bool got = term_widens(plan, &rows[i].terms[k], &narrow);
            EXPECT(got == rows[i].widens[k]);
            if (got != rows[i].widens[k])
                printf("--- row %d, term %d\n", (int)i, k);
        }
    }
}

int main(void) {
    symbols[LONG].name = "q";
    whole_addresses();
    offsets();
    turns();
    sums();
    conditions();
    origins();
    periods();
    ranks();
    pitches();
    factors();
    points();
    lefts();
    nests();
    groups();
    wide_terms();
    wide_sums();
    mem_free_all();
    return unit_finish();
}
