/* test_pipe_bodies.c: the statements of each function of a pipe's code, in their order, against what is put together here
 * from the pipe: which barriers it takes, for which phases it waits, who is told, what TC_CHECK sees. */
#include "told_of.h"

static const char *const head_of = "pipeline p { ii 8; %sagents a:1w b:2w c:1w; value %s; }\n";

/* The statements between the braces of a function, one space between any two. */
static const char *body_of(const char *header, const char *name) {
    const char *at = strstr(header, mem_printf(" %s(", name)), *begin = at ? strchr(at, '{') : NULL;
    const char *end = begin ? strstr(begin, "\n}\n") : NULL;
    return end ? squeezed(mem_text(begin + 2, (size_t)(end - begin - 2))) : "no such function";
}

static bool is_bulk(const Pipe *pipe) {
    return pipe->form == PIPE_BULK || pipe->form == PIPE_REMOTE;
}

static void say(Text *out, const char *statement) {
    text_printf(out, "%s%s", out->length ? " " : "", statement);
}

static void take_barrier(Text *out, const char *name, const char *at) {
    say(out, mem_printf("tc_mbarrier *const %s = &smem->%s;", name, at));
}

static const char *own(const Pipe *pipe, const char *which) {
    return mem_printf("%s_bars.slot[state.slot].%s", pipe->name, which);
}

static const char *turn_at(const Turn *turn) {
    return mem_printf(
        "%s_turns.%s[%s]", turn->next->name, turn->first->name, turn->whole ? "0" : "state.slot");
}

/* Where pipe i of those before says that it has let go, and by which parity of the ring's own state. */
static const char *before_at(const Pipe *pipe, int i) {
    return pipe->before[i].turn ? turn_at(pipe->before[i].turn)
                                : own(pipe->before[i].pipe, "empty");
}

static const char *before_parity(const Pipe *pipe, int i) {
    const char *same = pipe->before[i].late ? "" : " ^ 1";
    int from = pipe->before[i].pipe->record->rotation, to = pipe->record->rotation;
    if (pipe->before[i].split && !to)
        return mem_printf("state.phase ^ (state.slot >= %d)", from);
    if (pipe->before[i].split && !from)
        return mem_printf("state.phase ^ (state.slot < %d)", to);
    if (pipe->before[i].split)
        return mem_printf(
            "state.phase ^ (state.slot >= %d %s state.slot < %d)",
            from,
            to > from ? "&&" : "||",
            to);
    if (!pipe->before[i].turn || !pipe->before[i].turn->whole || pipe->stages == 1)
        return mem_printf("state.phase%s", same);
    if (pipe->stages % 2)
        return mem_printf("(state.slot & 1) ^ state.phase%s", same);
    return pipe->before[i].late ? "(state.slot & 1) ^ 1" : "state.slot & 1";
}

static const char *wait_for(const Pipe *pipe, const char *barrier, const char *parity) {
    return mem_printf(
        "tc_mbarrier_wait%s(%s, %s);",
        pipe->form == PIPE_REMOTE ? "_cluster" : "",
        barrier,
        parity);
}

static void checks(Text *out, const Pipe *pipe, const char *macro, const char *part) {
    say(out,
        mem_printf(
            "%s(\"tc_p_%s_%s\", smem%s);",
            macro,
            pipe->name,
            part,
            strstr(macro, "FILLED") || strstr(macro, "DRAINED") ? "" : ", state"));
}

static const char *acquire(const Pipe *pipe, bool elected) {
    Text out = {0};
    say(&out, mem_printf("TC_CHECK_LIMIT(state.slot < %d);", pipe->stages));
    checks(&out, pipe, "TC_CHECK_FILLED", "acquire");
    if (elected)
        say(&out, "TC_CHECK_CONVERGED();");
    take_barrier(&out, "empty", own(pipe, "empty"));
    if (is_bulk(pipe))
        take_barrier(&out, "full", own(pipe, "full"));
    for (int i = 0; i < pipe->before_count; i++)
        take_barrier(
            &out,
            mem_printf(
                "%s_%s", pipe->before[i].pipe->name, pipe->before[i].turn ? "turn" : "empty"),
            before_at(pipe, i));
    say(&out, "const unsigned parity = state.phase;");
    for (int i = 0; i < pipe->before_count; i++)
        say(&out,
            mem_printf(
                "const unsigned %s_parity = %s;",
                pipe->before[i].pipe->name,
                before_parity(pipe, i)));
    if (elected)
        say(&out, "if (tc_elect_one()) {");
    say(&out, wait_for(pipe, "empty", "parity"));
    for (int i = 0; i < pipe->before_count; i++)
        say(&out,
            wait_for(
                pipe,
                mem_printf(
                    "%s_%s", pipe->before[i].pipe->name, pipe->before[i].turn ? "turn" : "empty"),
                mem_printf("%s_parity", pipe->before[i].pipe->name)));
    if (pipe->form == PIPE_BULK)
        say(&out, mem_printf("tc_mbarrier_arrive_expect_tx(full, %d);", (int)pipe->bytes));
    if (pipe->form == PIPE_REMOTE)
        say(&out,
            mem_printf(
                "tc_mbarrier_arrive_expect_tx_remote(tc_map_to_cta(full, to), %d);",
                (int)pipe->bytes));
    if (elected)
        say(&out, "} tc_warp_sync();");
    if (!is_bulk(pipe))
        checks(&out, pipe, "TC_CHECK_TAKEN", "acquire");
    return text_string(&out);
}

static const char *commit(const Pipe *pipe) {
    Text out = {0};
    say(&out, mem_printf("TC_CHECK_LIMIT(state.slot < %d);", pipe->stages));
    if (is_bulk(pipe)) {
        say(&out, "(void)smem; (void)state;");
        return text_string(&out);
    }
    bool one = pipe->form == PIPE_THREADS && !pipe->each;
    checks(&out, pipe, "TC_CHECK_GIVEN", "acquire");
    if (one)
        say(&out, "TC_CHECK_CONVERGED();");
    take_barrier(&out, "full", own(pipe, "full"));
    if (pipe->form == PIPE_COPIES)
        say(&out, "tc_cp_async_mbarrier_arrive_noinc(full);");
    if (pipe->fences)
        say(&out, "tc_fence_async_smem();");
    if (pipe->form == PIPE_THREADS)
        say(&out,
            one ? "tc_warp_sync(); if (tc_elect_one()) { tc_mbarrier_arrive(full); }"
                : "tc_mbarrier_arrive(full);");
    return text_string(&out);
}

static const char *wait_part(const Pipe *pipe) {
    Text out = {0};
    say(&out, mem_printf("TC_CHECK_LIMIT(state.slot < %d);", pipe->stages));
    take_barrier(&out, "full", own(pipe, "full"));
    say(&out, "const unsigned parity = state.phase;");
    say(&out, wait_for(pipe, "full", "parity"));
    checks(&out, pipe, "TC_CHECK_TAKEN", "wait");
    return text_string(&out);
}

static const char *release(const Pipe *pipe) {
    Text out = {0};
    say(&out, mem_printf("TC_CHECK_LIMIT(state.slot < %d);", pipe->stages));
    checks(&out, pipe, "TC_CHECK_GIVEN", "wait");
    if (!pipe->each && pipe->ctas == 1)
        say(&out, "TC_CHECK_CONVERGED();");
    take_barrier(&out, "empty", own(pipe, "empty"));
    for (int t = 0; t < pipe->tell_count; t++)
        take_barrier(
            &out, mem_printf("%s_turn", pipe->tells[t]->next->name), turn_at(pipe->tells[t]));
    if (pipe->ctas > 1) {
        say(&out,
            mem_printf(
                "const unsigned cta = tc_cta_rank_in_cluster() / %d * %d + TC_RANK_WARP;",
                pipe->ctas,
                pipe->ctas));
        say(&out,
            mem_printf(
                "const unsigned rank = TC_RANK_WARP; tc_warp_sync(); if (rank < %d) {",
                pipe->ctas));
        say(&out, "tc_mbarrier_arrive_remote_read(tc_map_to_cta(empty, cta)); }");
        return text_string(&out);
    }
    say(&out, pipe->each ? "" : "tc_warp_sync(); if (tc_elect_one()) {");
    out.length -= pipe->each;
    say(&out,
        pipe->form == PIPE_REMOTE ? "tc_mbarrier_arrive_remote(tc_map_to_cta(empty, from));"
                                  : "tc_mbarrier_arrive(empty);");
    for (int t = 0; t < pipe->tell_count; t++) {
        const char *next = pipe->tells[t]->next->name;
        say(&out,
            pipe->tells[t]->away
                ? mem_printf(
                      "tc_mbarrier_arrive_remote(tc_map_to_cta(%s_turn, %s_from));", next, next)
                : mem_printf("tc_mbarrier_arrive(%s_turn);", next));
    }
    if (!pipe->each)
        say(&out, "}");
    return text_string(&out);
}

static void drained(Text *out, const Pipe *pipe, bool whole) {
    for (int i = 0; i < pipe->before_count; i++) {
        const Turn *turn = pipe->before[i].turn;
        if (!turn || !turn->late || turn->whole != whole)
            continue;
        if (pipe->before[i].split)
            say(out, mem_printf("if (i < %d)", pipe->before[i].split));
        say(out, wait_for(pipe, mem_printf("&smem->%s", turn_at(turn)), before_parity(pipe, i)));
    }
}

static const char *tail(const Pipe *pipe) {
    Text out = {0};
    checks(&out, pipe, "TC_CHECK_DRAINED", "acquire");
    drained(&out, pipe, true);
    say(&out, mem_printf("for (unsigned i = 0; i < %d; i++) {", pipe->stages));
    say(&out, wait_for(pipe, mem_printf("&smem->%s", own(pipe, "empty")), "state.phase"));
    drained(&out, pipe, false);
    say(&out, mem_printf("tc_p_%s_advance(&state); }", pipe->name));
    return text_string(&out);
}

static const char *ask(const Pipe *pipe, const char *at, const char *parity) {
    return mem_printf(
        "tc_mbarrier_try_wait%s(&smem->%s, %s);",
        pipe->form == PIPE_REMOTE ? "_cluster" : "",
        at,
        parity);
}

static const char *try_acquire(const Pipe *pipe) {
    Text out = {0};
    for (int i = 0; i < pipe->before_count; i++)
        if (pipe->before[i].split)
            say(&out,
                mem_printf(
                    "const unsigned %s_parity = %s;",
                    pipe->before[i].pipe->name,
                    before_parity(pipe, i)));
    say(&out,
        mem_printf(
            "%sint is_free = %s",
            pipe->before_count ? "" : "const ",
            ask(pipe, own(pipe, "empty"), "state.phase")));
    for (int i = 0; i < pipe->before_count; i++) {
        const char *parity = pipe->before[i].split
                                 ? mem_printf("%s_parity", pipe->before[i].pipe->name)
                                 : before_parity(pipe, i);
        say(&out, mem_printf("if (is_free) is_free = %s", ask(pipe, before_at(pipe, i), parity)));
    }
    if (!is_bulk(pipe))
        say(&out,
            mem_printf(
                "TC_CHECK_TAKEN_IF(is_free, \"tc_p_%s_acquire\", smem, state);", pipe->name));
    say(&out, "return is_free;");
    return text_string(&out);
}

static const char *advance(const Pipe *pipe) {
    int first = pipe->record->rotation;
    if (pipe->stages == 1)
        return "state->phase ^= 1;";
    if (first)
        return mem_printf(
            "if (++state->slot == %d) state->slot = 0; if (state->slot == %d) state->phase ^= 1;",
            pipe->stages,
            first);
    return mem_printf(
        "if (++state->slot == %d) { state->slot = 0; state->phase ^= 1; }", pipe->stages);
}

static void expect_body(const char *header, const Pipe *pipe, const char *part, const char *want) {
    const char *name = mem_printf("tc_p_%s_%s", pipe->name, part), *got = body_of(header, name);
    EXPECT_OF(part, strcmp(got, want) == 0);
    if (strcmp(got, want) != 0)
        printf("%s\nwanted %s\ngot    %s\n", name, want, got);
}

/* What a function takes, one space between any two words. */
static void expect_arguments(
    const char *header, const Pipe *pipe, const char *part, const char *want) {
    const char *at = strstr(header, mem_printf(" tc_p_%s_%s(", pipe->name, part)),
               *begin = at ? strchr(at, '(') + 1 : "";
    const char *got = squeezed(mem_text(begin, strcspn(begin, ")")));
    EXPECT_OF(part, strcmp(*got == ' ' ? got + 1 : got, want) == 0);
}

static void expect_all_arguments(const char *header, const Pipe *pipe) {
    const char *ring = "tc_p_smem *smem, tc_p_state state",
               *to = pipe->form == PIPE_REMOTE ? ", unsigned to" : "";
    Text from = {0};
    text_add(&from, pipe->form == PIPE_REMOTE ? ", unsigned from" : "");
    for (int t = 0; t < pipe->tell_count; t++)
        if (pipe->tells[t]->away)
            text_printf(&from, ", unsigned %s_from", pipe->tells[t]->next->name);
    const char *told = text_string(&from);
    expect_arguments(header, pipe, "producer_start", "void");
    expect_arguments(header, pipe, "consumer_start", "void");
    expect_arguments(header, pipe, "advance", "tc_p_state *state");
    expect_arguments(header, pipe, "acquire", mem_printf("%s%s", ring, to));
    expect_arguments(
        header, pipe, "acquire_elected", is_bulk(pipe) ? mem_printf("%s%s", ring, to) : "");
    expect_arguments(header, pipe, "commit", ring);
    expect_arguments(header, pipe, "wait", ring);
    expect_arguments(header, pipe, "release", mem_printf("%s%s", ring, told));
    expect_arguments(header, pipe, "commit_next", "tc_p_smem *smem, tc_p_state *state");
    expect_arguments(
        header, pipe, "release_next", mem_printf("tc_p_smem *smem, tc_p_state *state%s", told));
    expect_arguments(header, pipe, "tail", ring);
    expect_arguments(header, pipe, "try_acquire", ring);
    expect_arguments(header, pipe, "try_wait", ring);
}

static void expect_bodies(const char *header, const Pipe *pipe) {
    const char *start = "const tc_p_state state = {%d, %d}; return state;";
    char from[80], to[80];
    snprintf(from, sizeof from, start, pipe->record->rotation, 1);
    snprintf(to, sizeof to, start, pipe->record->rotation, 0);
    expect_body(header, pipe, "producer_start", from);
    expect_body(header, pipe, "consumer_start", to);
    expect_body(header, pipe, "advance", advance(pipe));
    expect_body(header, pipe, "acquire", acquire(pipe, false));
    expect_body(
        header, pipe, "acquire_elected", is_bulk(pipe) ? acquire(pipe, true) : "no such function");
    expect_body(header, pipe, "commit", commit(pipe));
    expect_body(header, pipe, "wait", wait_part(pipe));
    expect_body(header, pipe, "release", release(pipe));
    expect_body(header, pipe, "tail", tail(pipe));
    expect_body(header, pipe, "try_acquire", try_acquire(pipe));
    expect_body(
        header,
        pipe,
        "try_wait",
        mem_printf(
            "const int is_full = %s TC_CHECK_TAKEN_IF(is_full, \"tc_p_%s_wait\", smem, state); "
            "return is_full;",
            ask(pipe, own(pipe, "full"), "state.phase"),
            pipe->name));
    Text peers = {0};
    if (pipe->form == PIPE_REMOTE)
        text_add(&peers, ", from");
    for (int t = 0; t < pipe->tell_count; t++)
        if (pipe->tells[t]->away)
            text_printf(&peers, ", %s_from", pipe->tells[t]->next->name);
    const char *name = pipe->name;
    expect_body(
        header,
        pipe,
        "commit_next",
        mem_printf("tc_p_%s_commit(smem, *state); tc_p_%s_advance(state);", name, name));
    expect_body(
        header,
        pipe,
        "release_next",
        mem_printf(
            "tc_p_%s_release(smem, *state%s); tc_p_%s_advance(state);",
            name,
            text_string(&peers),
            name));
    expect_body(
        header,
        pipe,
        "ctas",
        pipe->ctas > 1 ? mem_printf(
                             "return 0x%xu << tc_cta_rank_in_cluster() / %d * %d;",
                             (1u << pipe->ctas) - 1,
                             pipe->ctas,
                             pipe->ctas)
                       : "no such function");
}

/* The barriers of each pipe in their order, then those of its turns; whose clusters must be made of whole groups. */
static const char *init(const PipelineCode *code) {
    Text out = {0};
    unsigned said = 0;
    for (int i = 0; i < code->count; i++) {
        int ctas = code->pipes[i].ctas;
        if (ctas > 1 && !(said >> ctas & 1))
            say(&out, mem_printf("TC_CHECK_LIMIT(tc_cta_count_in_cluster() %% %d == 0);", ctas));
        said |= 1u << ctas;
    }
    say(&out, "if (TC_RANK_CTA == 0) {");
    for (int i = 0; i < code->count; i++) {
        const Pipe *pipe = &code->pipes[i];
        const char *slot = pipe->stages > 1 ? "slot" : "0";
        if (pipe->stages > 1)
            say(&out, mem_printf("for (unsigned slot = 0; slot < %d; slot++) {", pipe->stages));
        say(&out,
            mem_printf(
                "tc_mbarrier_init(&smem->%s_bars.slot[%s].full, %d);",
                pipe->name,
                slot,
                pipe->full));
        say(&out,
            mem_printf(
                "tc_mbarrier_init(&smem->%s_bars.slot[%s].empty, %d);",
                pipe->name,
                slot,
                pipe->empty));
        for (int whole = 0; whole < 2; whole++) {
            for (int b = 0; b < pipe->before_count; b++)
                if (pipe->before[b].turn && pipe->before[b].turn->whole == whole)
                    say(&out,
                        mem_printf(
                            "tc_mbarrier_init(&smem->%s_turns.%s[%s], %d);",
                            pipe->name,
                            pipe->before[b].pipe->name,
                            whole ? "0" : slot,
                            pipe->before[b].pipe->empty));
            if (!whole && pipe->stages > 1)
                say(&out, "}");
        }
    }
    say(&out, code->needs_bulk ? "tc_fence_mbarrier_init(); }" : "}");
    say(&out, code->clusters ? "tc_cluster_sync();" : "tc_cta_sync();");
    return text_string(&out);
}

static void expect_constant(const char *header, const char *name, int64_t value) {
    EXPECT_OF(name, strstr(header, mem_printf("#define TC_P_%s %d\n", name, (int)value)));
}

static void expect_constants(const char *header, const PipelineCode *code) {
    expect_constant(header, "SMEM_BYTES", code->bytes);
    expect_constant(header, "SMEM_ALIGN", code->align);
    expect_constant(header, "THREADS", 32 * 4);
    for (int i = 0; i < code->count; i++) {
        const Pipe *pipe = &code->pipes[i];
        const Record *record = pipe->record;
        expect_constant(header, mem_printf("%s_AT", pipe->name), record->final_offset);
        expect_constant(header, mem_printf("%s_STRIDE", pipe->name), record->final_stride);
        expect_constant(header, mem_printf("%s_BYTES", pipe->name), record->footprint);
        expect_constant(header, mem_printf("%s_STAGES", pipe->name), pipe->stages);
        expect_constant(header, mem_printf("%s_FULL_AT", pipe->name), pipe->full_at);
        expect_constant(header, mem_printf("%s_EMPTY_AT", pipe->name), pipe->empty_at);
        const char *expected =
            mem_printf("#define TC_P_%s_EXPECTED %d\n", pipe->name, (int)pipe->bytes);
        EXPECT_OF(expected, is_bulk(pipe) == (strstr(header, expected) != NULL));
        const char *before =
            record->final_offset
                ? mem_printf("unsigned char before[%d]; ", (int)record->final_offset)
                : "";
        const char *ring = mem_printf(
            "struct { %sunsigned slot[%d][%d]; } %s;",
            before,
            pipe->stages,
            (int)record->final_stride / 4,
            pipe->name);
        const char *bars = mem_printf(
            "struct { unsigned char before[%d]; struct { tc_mbarrier full, empty; } slot[%d]; } "
            "%s_bars;",
            (int)pipe->full_at,
            pipe->stages,
            pipe->name);
        EXPECT_OF("its ring", strstr(squeezed(header), ring));
        EXPECT_OF("its barriers", strstr(squeezed(header), bars));
        Text turns = {0};
        for (int b = 0; b < pipe->before_count; b++) {
            const Turn *turn = pipe->before[b].turn;
            if (turn && !turns.length)
                text_printf(&turns, "struct { unsigned char before[%d];", (int)turn->at);
            if (turn)
                text_printf(
                    &turns,
                    " tc_mbarrier %s[%d];",
                    turn->first->name,
                    turn->whole ? 1 : pipe->stages);
        }
        if (turns.length)
            EXPECT_OF(
                "its turns",
                strstr(
                    squeezed(header),
                    mem_printf("%s } %s_turns;", text_string(&turns), pipe->name)));
        EXPECT_OF("turns", turns.length || !strstr(header, mem_printf("} %s_turns;", pipe->name)));
    }
}

static const char *const values[] = {
    "A u32[64] stages 3 sync tma produce a @0.0 consume b @2.0, c @2.0",
    "A u32[64] stages 2 sync async produce c @0.0 consume b @1.0",
    "A u32[64] sync async arrive threads produce c @0.0 consume b @0.1, a @0.2",
    "A u32[64] sync cpasync arrive threads produce b @0.0 consume a @0.2",
    "A u32[64] stages 4 sync dsmem produce a @0.0 consume b @0.1, c @0.2",
    "A u32[64] stages 2 sync tma multicast 4 produce a @0.0 consume c @0.1",
    "A u32[64] sync tma multicast 2 produce a @0.0 consume c @0.1; value B u32[8] sync tma "
    "multicast 4 produce a @0.0 consume c @0.2; "
    "value C u32[8] sync tma multicast 2 produce a @0.0 consume c @0.3; value D u32[8] sync tma "
    "multicast 4 produce a @0.0 consume c @0.3",
    "A u32[64] sync async produce c @0.0 consume b @0.2; value B u32[64] sync tma produce a @0.4 "
    "consume b @0.6",
    "A u32[64] stages 2 sync dsmem handoff cluster produce a @0.0 consume b @0.2; value B u32[64] "
    "stages 2 sync async produce c @0.4 consume b @0.6",
    "A u32[64] sync dsmem handoff cluster produce a @0.0 consume b @0.2; value B u32[64] sync "
    "dsmem handoff cluster produce c @0.4 consume b @0.6",
    "A u32[64] stages 3 sync async produce a @0.0 consume b @0.2; value B u32[128] stages 2 sync "
    "async produce c @0.4 consume b @0.6",
    "B u32[128] stages 2 sync async produce c @0.0 consume b @0.2; value A u32[64] stages 3 sync "
    "tma produce a @0.4 consume b @0.6",
    "A u32[64] stages 4 sync dsmem handoff cluster produce a @0.0 consume b @0.2; value B u32[96] "
    "sync async produce c @0.4 consume b @0.6",
    "A u32[64] sync async produce a @0.0 consume b @0.1; value B u32[64] sync async produce b @0.2 "
    "consume c @0.3; "
    "value C u32[64] sync async produce c @0.4 consume a @0.5"};

/* Rings that are turned against one another. */
static const char *const turned[] = {
    "A u32[64] stages 3 sync async produce a @0.0 consume b @1.1; value B u32[64] stages 3 sync "
    "async produce c @0.2 consume b @0.7",
    "B u32[64] stages 3 sync async produce c @0.2 consume b @0.7; value A u32[64] stages 3 sync "
    "async produce a @0.0 consume b @1.1",
    "A u32[64] stages 4 sync dsmem handoff cluster produce a @0.0 consume b @1.1; value B u32[64] "
    "stages 4 sync async produce c @0.2 consume b @0.7",
    "A u32[64] stages 4 sync async produce a @0.0 consume b @2.1; value B u32[64] stages 4 sync "
    "async produce c @0.2 consume b @0.4; "
    "value C u32[64] stages 4 sync async produce a @0.5 consume b @0.6"};

static int rotated;

static void expect_all(const char *text) {
    Section section = {"code", text, 1u << TARGET_SM_90, ""};
    diag_reset();
    diag_set_warning("no-share");
    PipelinePlans *plans = pipelines_plan(module_of(&section));
    PipelineCode *code = plans->count ? pipeline_code(plans->plans[0]) : NULL;
    EXPECT_OF(text, code && code->ok);
    const char *header = told(&section);
    if (!code || !code->ok)
        return;
    EXPECT_OF(text, strcmp(body_of(header, "tc_p_init"), init(code)) == 0);
    expect_constants(header, code);
    for (int i = 0; code && code->ok && i < code->count; i++) {
        expect_bodies(header, &code->pipes[i]);
        expect_all_arguments(header, &code->pipes[i]);
        rotated += code->pipes[i].record->rotation > 0;
    }
}

/* Of one slot each, what they are as long as does not matter: the first one's `empty` says that it was read. */
static void test_one_slot(void) {
    const char *text = mem_printf(
        head_of,
        "",
        "A u32[64] sync async produce c @0.0 consume b @0.2; value B u32[96] sync async produce a "
        "@0.4 consume b @0.6");
    Section section = {"code", text, 1u << TARGET_SM_90, ""};
    PipelinePlans *plans = pipelines_plan(module_of(&section));
    PipelineCode *code = plans->count ? pipeline_code(plans->plans[0]) : NULL;
    EXPECT(code && code->ok && code->count == 2 && code->turn_bytes == 0);
    for (int i = 0; code && i < code->count; i++)
        EXPECT(
            code->pipes[i].before_count == 1 && !code->pipes[i].before[0].turn &&
            code->pipes[i].before[0].late == (i == 0));
}

int main(void) {
    test_one_slot();
    for (size_t i = 0; i < COUNT_OF(values); i++)
        expect_all(mem_printf(head_of, "", values[i]));
    for (size_t i = 0; i < COUNT_OF(turned); i++)
        expect_all(mem_printf(head_of, "mode slot; ", turned[i]));
    EXPECT(rotated >= 3);
    mem_free_all();
    return unit_finish();
}
